//! Who really sat in a seat from a later round on: found out afterwards, and entered as if it had been known then.

use super::open::Session;
use crate::domain::game::{Comings, Game, seating};
use crate::domain::ledger::{Op, Refused};
use crate::domain::seating::{ComingRule, Join, JoinWith, Seating};
use crate::domain::seats::{MAX_SEATS, Seat};

/// Somebody sat in a seat from a later round on, instead of whoever was entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SatInstead {
    /// The number of whoever was entered, see [`Seated`]: one of those with whom the table was opened.
    pub number: u8,
    /// The round from which on it was somebody else, as the index of a scored one, from 1.
    pub round: usize,
    /// Who it was.
    pub who: StandIn,
}

/// Who sat in somebody's seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StandIn {
    /// Somebody who has been at the table, by the name that the table has.
    Back(String),
    /// Somebody else, with [`Join::name`], [`Join::id`] and the mark they would like.
    New(String, String, u8),
}

/// Why somebody cannot have sat there.
#[derive(Debug, Clone, PartialEq)]
pub enum InsteadError<E> {
    /// There is no such round, or whoever was entered did not play it.
    Absent,
    /// Whoever it was sat there as well.
    Sits(Seat),
    /// The rules refuse it.
    Refused(Refused<E>),
}

impl<E> From<Refused<E>> for InsteadError<E> {
    fn from(refused: Refused<E>) -> Self {
        InsteadError::Refused(refused)
    }
}

impl<G: Game> Session<G> {
    /// Puts right who sat in a seat from a later round on, and returns the operation that did. Somebody new takes over the
    /// points of the seat, in a game that people may join with points; somebody who is back goes on with theirs.
    ///
    /// # Errors
    /// [`InsteadError`] says why it cannot have been so; nothing has changed then.
    pub fn put_right(&mut self, instead: &SatInstead) -> Result<Op<G::Event>, InsteadError<G::Error>> {
        let comings = G::COMINGS.filter(|comings| comings.may != ComingRule::Leave);
        let comings = comings.ok_or(InsteadError::Refused(Refused::NoSeating))?;
        let mut refused = InsteadError::Absent;
        for entry in self.before_round(instead.round).ok_or(InsteadError::Absent)? {
            let event = (comings.event)(self.instead(&comings, entry, instead)?);
            let op = Op::Insert { entry, event };
            match self.ledger.push(op.clone()) {
                Ok(()) => {
                    self.sit_down();
                    return Ok(op);
                }
                // At another place before the round the rules may allow it.
                Err(error @ Refused::Rule(_)) if refused == InsteadError::Absent => refused = error.into(),
                Err(Refused::Rule(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(refused)
    }

    /// The entries before which somebody can come for this round: those after the round before, and after whatever else
    /// changed the seats since.
    fn before_round(&self, round: usize) -> Option<std::ops::RangeInclusive<usize>> {
        let rounds = self.ledger.rounds();
        let (before, this) = (rounds.get(round.checked_sub(1)?)?.entry, rounds.get(round)?.entry);
        let changes = |entry: &usize| seating::<G>(&self.ledger.entries()[*entry]).is_some();
        let changed = (before + 1..this).rev().find(changes).unwrap_or(before);
        Some(changed + 1..=this)
    }

    /// The change of seats before this entry.
    fn instead(
        &self,
        comings: &Comings<G>,
        entry: usize,
        instead: &SatInstead,
    ) -> Result<Seating, InsteadError<G::Error>> {
        let state = &self.ledger.states()[entry];
        let seated = (comings.seated)(state);
        let seat = seated.now().iter().position(|number| *number == instead.number).ok_or(InsteadError::Absent)?;
        let mut seats = seated.now().to_vec();
        let mut joins = Vec::new();
        match &instead.who {
            StandIn::Back(name) => {
                let number = seated.people().iter().position(|player| player.name == *name);
                // Whoever is unknown so far comes with a later change.
                let number = number.and_then(|number| u8::try_from(number).ok());
                let number = number.ok_or(InsteadError::Refused(Refused::ComesLater(entry)))?;
                if let Some(at) = seats.iter().position(|other| *other == number) {
                    return Err(InsteadError::Sits(Seat(u8::try_from(at).unwrap_or(u8::MAX))));
                }
                seats[seat] = number;
            }
            StandIn::New(name, id, mark) => {
                let points = (comings.totals)(state).get(seat).copied().filter(|points| *points != 0);
                let with = match points.filter(|_| comings.may == ComingRule::FreeWithPoints) {
                    Some(points) => JoinWith::Points(points),
                    None => JoinWith::Nothing,
                };
                let mark = self.free_mark(comings, entry, *mark);
                joins.push(Join { name: name.clone(), mark, id: id.clone(), with });
                seats[seat] = u8::try_from(seated.people().len()).unwrap_or(u8::MAX);
            }
        }
        Ok(Seating { joins, seats, in_place: true })
    }

    /// This mark, unless somebody who sits at the table from this entry on has it: then one that nobody has, if there is
    /// one.
    fn free_mark(&self, comings: &Comings<G>, entry: usize, own: u8) -> u8 {
        let states = &self.ledger.states()[entry..];
        let sits = |mark: u8| {
            let seats = states.iter().map(|state| (comings.seated)(state).seats());
            seats.flat_map(|seats| seats.players()).any(|player| player.mark == mark)
        };
        let everyone = (comings.seated)(self.ledger.state()).people();
        let known = |mark: u8| everyone.iter().any(|player| player.mark == mark);
        let all = || 0..u8::try_from(MAX_SEATS).unwrap_or(u8::MAX);
        let free = || all().find(|mark| !known(*mark)).or_else(|| all().find(|mark| !sits(*mark)));
        if sits(own) { free().unwrap_or(own) } else { own }
    }
}
