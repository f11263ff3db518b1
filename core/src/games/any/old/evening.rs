//! An evening as a grid tells it, and the table that it becomes.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use super::fault::{OldFault, OldWrong};
use super::grid::Spot;
use crate::domain::game::Game;
use crate::domain::ledger::Op;
use crate::domain::parts::Parts;
use crate::domain::seats::{Player, Seat};
use crate::domain::session::{Head, LoadError, Record, SessionFile, own_game};
use crate::games::any::game::{Any, Event, Options, WinningTotal};

/// Rounds that were written down elsewhere, complete and within their bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OldEvening {
    /// Who played, tidied and all different.
    pub names: Vec<String>,
    /// What points are split into: tenths, if one has a decimal.
    pub parts: Parts,
    /// What they scored in each round.
    pub points: Vec<Vec<i32>>,
    /// Where each round is in the text.
    pub(super) spots: Vec<Spot>,
}

/// What a grid does not tell of an evening.
#[derive(Debug, Clone, PartialEq)]
pub struct OldSetup {
    /// The id of the table.
    pub id: String,
    /// What the table is called; may be empty.
    pub title: String,
    /// What the game is called; may be empty.
    pub game: String,
    /// When it was played.
    pub played: DateTime<Utc>,
    /// Who wins.
    pub winner: WinningTotal,
    /// Those who played, in the order of the evening's names.
    pub players: Vec<Player>,
    /// Their ids, see [`Head::people`].
    pub people: Vec<String>,
}

impl OldEvening {
    /// What everybody has in the end.
    pub fn totals(&self) -> Vec<i32> {
        let sum = |side: usize| self.points.iter().filter_map(|round| round.get(side)).sum();
        (0..self.names.len()).map(sum).collect()
    }

    /// The file of a table with these rounds, at which the game has ended. Its records are a millisecond apart, so that
    /// no two are equal. The rules have yet to replay it.
    pub fn file(&self, setup: OldSetup) -> SessionFile {
        let options = Options { name: setup.game, winner: setup.winner, parts: self.parts, ..Options::default() };
        let takujo = Any::version(&options);
        // Cannot fail: plain data with text keys can always be written.
        let options = serde_json::to_value(options).unwrap_or_default();
        let title = if setup.title.is_empty() { own_game(&options) } else { setup.title };
        let head = Head {
            takujo,
            id: setup.id,
            game: Any::ID.to_owned(),
            title,
            created: setup.played,
            deleted: None,
            uncounted: false,
            players: setup.players,
            people: setup.people,
            written: Vec::new(),
            starter: Seat(0),
            drawn: false,
            options,
        };
        let rounds = self.points.iter().map(|points| Event::Round { points: points.clone() });
        let record = |(nth, event): (i64, Event)| {
            let at = setup.played.checked_add_signed(TimeDelta::milliseconds(nth)).unwrap_or(setup.played);
            serde_json::to_value(Record { at, op: Op::Append { event } }).unwrap_or_default()
        };
        let log: Vec<Value> = (0..).zip(rounds.chain([Event::End])).map(record).collect();
        SessionFile::new(head, log)
    }

    /// Where the rules refused it, if they refused one of its rounds.
    pub fn refused(&self, error: &LoadError) -> Option<OldFault> {
        let LoadError::Record(record) = error else { return None };
        let spot = self.spots.get(record.checked_sub(1)?)?;
        Some(OldFault { track: None, what: OldWrong::Refused(*spot) })
    }
}
