//! The end of a table to which nothing was appended for as long as tables are kept.

use takujo_wire::Table;

use crate::store::{Appended, Failed, Forget, Look, Looked, Question, Reply};
use crate::table::{Entry, What};

/// Closes one such table or, if it is closed for as long, has it deleted: phones that come back later find nothing.
pub struct Silent {
    table: Table,
    /// How many entries it had when it was found to be silent.
    length: u32,
    doing: Doing,
}

enum Doing {
    Looking(Look),
    Closing,
    Nothing,
}

/// What to do next about a silent table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Ask the store, and give the reply to [`Silent::replied`].
    Ask(Question),
    /// The table was closed now.
    Closed(Forget),
    /// It had been closed long ago.
    Over(Forget),
    /// Nothing: it is played on.
    Leave,
}

impl Silent {
    /// Begins with a table whose log had this many entries when it was found to be silent.
    #[must_use]
    pub fn new(table: Table, length: u32) -> (Self, Question) {
        let (look, question) = Look::up(table);
        (Self { table, length, doing: Doing::Looking(look) }, question)
    }

    /// Goes on with the store's reply.
    ///
    /// # Errors
    /// If the log is not one that a host has written, or the reply is to another question.
    pub fn replied(&mut self, reply: Reply) -> Result<Next, Failed> {
        let (table, length) = (self.table, self.length);
        match (std::mem::replace(&mut self.doing, Doing::Nothing), reply) {
            (Doing::Looking(look), reply) => match look.replied(reply)? {
                Looked::Further(look, question) => {
                    self.doing = Doing::Looking(look);
                    Ok(Next::Ask(question))
                }
                // Played on since it was found.
                Looked::Head(head) => match head.filter(|head| head.length == length) {
                    None => Ok(Next::Leave),
                    Some(head) if head.last.what == What::Closed => {
                        Ok(Next::Over(Forget { table, length, wholly: true }))
                    }
                    Some(head) => {
                        self.doing = Doing::Closing;
                        let entry = Entry { what: What::Closed, ..head.last }.encode();
                        Ok(Next::Ask(Question::Append { table, expected: length, entry }))
                    }
                },
            },
            (Doing::Closing, Reply::Appended(Appended::Length(length))) => {
                Ok(Next::Closed(Forget { table, length, wholly: false }))
            }
            (Doing::Closing, Reply::Appended(Appended::Conflict(_))) => Ok(Next::Leave),
            _ => Err(Failed::unasked()),
        }
    }
}
