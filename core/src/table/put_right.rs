//! Who really sat at a table, entered afterwards: the records for it, or in words why it cannot have been so.

use chrono::{DateTime, Utc};
use serde_json::Value;

use super::coming_words::seat_error;
use super::draft::Drafts;
use super::people::is_begun;
use super::sitting::explain;
use crate::domain::game::Outcome;
use crate::domain::ledger::Op;
use crate::domain::seats::SeatError;
use crate::domain::session::{InsteadError, Record, SatInstead, Session, SessionFile, open};
use crate::i18n::{Lang, t};
use crate::play::Play;

/// What is put right about what happened at a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LogPutRight {
    /// Who sat in which seat from a later round on.
    pub instead: Vec<SatInstead>,
    /// Whom the table named as the winner, as the index of a side, or that it names nobody any more.
    pub winner: Option<Option<usize>>,
}

impl LogPutRight {
    /// Whether nothing is put right.
    pub fn is_nothing(&self) -> bool {
        *self == LogPutRight::default()
    }
}

/// The records that put this right, made at this time. `draft` is what is stored of the table's open round.
///
/// # Errors
/// What cannot have been so, as an index of those who sat somewhere, if it is about one of them, and why.
pub fn put_right<G: Play>(
    file: &SessionFile,
    right: &LogPutRight,
    draft: Option<&str>,
    at: DateTime<Utc>,
    l: Lang,
) -> Result<Vec<Value>, (Option<usize>, String)> {
    let unread = |_| (None, t::table_no_entry(l).to_owned());
    let mut session = open::<G>(&file.head, file.log.iter().cloned()).map_err(unread)?;
    if !right.instead.is_empty() && is_half_entered(&session, draft, file.log.len()) {
        return Err((Some(0), t::people_half(l).to_owned()));
    }
    let mut records = Vec::new();
    for (nth, instead) in right.instead.iter().enumerate() {
        let op = session.put_right(instead).map_err(|error| (Some(nth), words(&session, error, l)))?;
        // An event always serializes.
        records.push(serde_json::to_value(Record { at, op }).unwrap_or_default());
    }
    if let Some(side) = right.winner {
        let op = Op::Winner { side };
        session.ledger.push(op.clone()).map_err(|refused| (None, explain(&session, &refused, None, l).text))?;
        records.push(serde_json::to_value(Record { at, op }).unwrap_or_default());
    }
    Ok(records)
}

/// Whether the open round, which may be for the people as they were, is half entered.
fn is_half_entered<G: Play>(session: &Session<G>, draft: Option<&str>, length: usize) -> bool {
    let going = !matches!(G::standing(session.ledger.state()).outcome, Outcome::Won(_));
    let draft = draft.and_then(|draft| Drafts::read(draft, length).draft);
    going && is_begun(session, draft.and_then(|draft| serde_json::from_str(&draft).ok()))
}

/// Why it cannot have been so.
fn words<G: Play>(session: &Session<G>, error: InsteadError<G::Error>, l: Lang) -> String {
    match error {
        InsteadError::Absent => t::history_details_absent(l).to_owned(),
        InsteadError::Sits(seat) => seat_error(l, &SeatError::SameName(seat)),
        InsteadError::Refused(refused) => explain(session, &refused, None, l).text,
    }
}
