//! An open table: its log replayed.

use serde_json::Value;

use super::error::{LoadError, MAX_COUNTED};
use super::file::Record;
use super::head::Head;
use crate::domain::game::{Game, seated};
use crate::domain::ledger::{Ledger, Refused};
use crate::domain::seating::Seated;
use crate::domain::seats::Seats;

/// An open table: who plays, what was agreed, and what happened.
pub struct Session<G: Game> {
    /// Who sits where now.
    pub seats: Seats,
    /// What was agreed.
    pub options: G::Options,
    /// What happened.
    pub ledger: Ledger<G>,
}

impl<G: Game> Clone for Session<G> {
    fn clone(&self) -> Self {
        Session { seats: self.seats.clone(), options: self.options.clone(), ledger: self.ledger.clone() }
    }
}

impl<G: Game> Session<G> {
    /// Who sat at the table when this entry was made, by its index from 0.
    pub fn seats_at(&self, entry: usize) -> &Seats {
        self.ledger.states().get(entry).and_then(seated::<G>).map_or(&self.seats, Seated::seats)
    }

    /// Takes the seats from the ledger. Call it after the ledger has changed.
    pub fn sit_down(&mut self) {
        if let Some(seated) = seated::<G>(self.ledger.state())
            && *seated.seats() != self.seats
        {
            self.seats = seated.seats().clone();
        }
    }
}

/// Opens a table: reads its options, and replays its log.
///
/// # Errors
/// [`LoadError::UnknownGame`] if it is not a table of `G`; otherwise [`LoadError::Setup`], [`LoadError::Record`] or
/// [`LoadError::TooManyCorrections`].
pub fn open<G: Game>(head: &Head, log: impl IntoIterator<Item = Value>) -> Result<Session<G>, LoadError> {
    if head.game != G::ID {
        return Err(LoadError::UnknownGame(head.game.clone()));
    }
    let options: G::Options = serde_json::from_value(head.options.clone()).map_err(|_| LoadError::Setup)?;
    let seats = Seats::new(head.players.clone(), head.starter, G::SEATS).map_err(|_| LoadError::Setup)?;
    let start = G::start(&seats, &options).map_err(|_| LoadError::Setup)?;
    let mut ledger = Ledger::new(start);
    let mut counted = 0_usize;
    for (at, record) in log.into_iter().enumerate() {
        let record: Record<G::Event> = serde_json::from_value(record).map_err(|_| LoadError::Record(at + 1))?;
        counted = counted.saturating_add(ledger.cost(&record.op));
        if counted > MAX_COUNTED {
            return Err(LoadError::TooManyCorrections);
        }
        ledger.push(record.op).map_err(|_: Refused<G::Error>| LoadError::Record(at + 1))?;
    }
    let mut session = Session { seats, options, ledger };
    session.sit_down();
    Ok(session)
}
