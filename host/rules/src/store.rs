//! What is asked of a store of logs, and what follows from its replies about a table.

use takujo_wire::Table;

use crate::table::{Entry, Head, Rights, What};

/// What a store is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// How much more does it take? [`Reply::Space`].
    Space,
    /// How many entries has the log of this table, and what is the last of them? [`Reply::Last`].
    Last(Table),
    /// What is the entry at this position? [`Reply::Entry`].
    Entry(Table, u32),
    /// To append an entry if the log has exactly as many as expected. [`Reply::Appended`].
    Append {
        /// Whose log it is.
        table: Table,
        /// How many entries it is to have.
        expected: u32,
        /// The stored bytes of the new one.
        entry: Vec<u8>,
    },
}

/// What a store replies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// So much space is left.
    Space(Space),
    /// The length and the last entry of the log; `None` if it has none.
    Last(Option<(u32, Vec<u8>)>),
    /// The entry; `None` if there is none.
    Entry(Option<Vec<u8>>),
    /// What became of the append.
    Appended(Appended),
}

/// What became of an append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The entry is in the log, and stays there whatever happens to this process. The log has this many entries.
    Length(u32),
    /// Nothing was appended: the log has this many entries, which is not what was expected.
    Conflict(u32),
}

/// The store could not do it, and why. After a failed append it is not known whether the entry is in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failed(pub String);

impl Failed {
    /// Any error, as its text.
    pub fn of(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }

    /// Its last entry is one from before what a phone knows.
    pub(crate) fn behind() -> Self {
        Self("the store is behind a phone".to_owned())
    }

    /// Whoever runs this has mixed something up.
    pub(crate) fn unasked() -> Self {
        Self("a reply to another question".to_owned())
    }
}

/// How much more a store takes. Ending a table is always taken: it makes room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// Neither new tables nor records.
    None,
    /// Records, but no new tables.
    Tight,
    /// All.
    Enough,
}

/// The log of a closed table is to be deleted if it has exactly this many entries, once those who follow it had time to
/// see its end: [`Limits::patience`](crate::Limits::patience).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forget {
    /// Which table.
    pub table: Table,
    /// How many entries its log has.
    pub length: u32,
    /// Whether the last entry is to go as well. Otherwise it stays, and keeps the name taken.
    pub wholly: bool,
}

/// The stored bytes as an entry.
pub(crate) fn read(stored: &[u8]) -> Result<Entry, Failed> {
    Entry::decode(stored).ok_or_else(|| Failed("an entry that this host did not write".to_owned()))
}

/// A table's head being looked up.
pub(crate) enum Look {
    /// By its last entry.
    Last(Table),
    /// By its rights: there are this many entries, and this is the last.
    Rights(u32, Entry),
}

/// What a reply has come to.
pub(crate) enum Looked {
    /// There is more to ask.
    Further(Look, Question),
    /// This is the head, or `None` if there is no table.
    Head(Option<Head>),
}

impl Look {
    /// The first question.
    pub fn up(table: Table) -> (Self, Question) {
        (Self::Last(table), Question::Last(table))
    }

    pub fn replied(self, reply: Reply) -> Result<Looked, Failed> {
        match (self, reply) {
            (Self::Last(_), Reply::Last(None)) => Ok(Looked::Head(None)),
            (Self::Last(table), Reply::Last(Some((length, stored)))) => {
                let last = read(&stored)?;
                let rights = match &last.what {
                    What::Rights(rights) => rights.clone(),
                    // Of a closed table only its end may be left.
                    What::Closed => Rights::nobody(),
                    What::Record(_) => {
                        let question = Question::Entry(table, last.rights_at);
                        return Ok(Looked::Further(Self::Rights(length, last), question));
                    }
                };
                Ok(Looked::Head(Some(Head { length, last, rights })))
            }
            // Deleted in between.
            (Self::Rights(..), Reply::Entry(None)) => Ok(Looked::Head(None)),
            (Self::Rights(length, last), Reply::Entry(Some(stored))) => match read(&stored)?.what {
                What::Rights(rights) => Ok(Looked::Head(Some(Head { length, last, rights }))),
                _ => Err(Failed("an entry that this host did not write".to_owned())),
            },
            _ => Err(Failed::unasked()),
        }
    }
}
