//! What a turn does to the hands: the move, its effect on the next player, and the correction of a hand.

use super::error::Error;
use super::moves::MoveKind;
use super::state::{Applied, LastMove, Phase, State};
use crate::domain::seats::Seat;
use crate::games::hanafuda::deck::{IN_HANDS, Top};

impl State {
    /// Whether the current player has the cards for a move.
    pub fn allows(&self, kind: MoveKind) -> bool {
        self.clone().play(kind, Top::Other).is_ok()
    }

    /// One turn: the hand, then the effect on the next player (003 GAMEPLAY, EFFECTS).
    pub(super) fn play(&mut self, kind: MoveKind, top: Top) -> Result<(), Error> {
        self.turn()?;
        if top != Top::Other && !kind.has_effect() {
            return Err(Error::NoEffect(kind));
        }
        if kind.draws_first() && self.in_hands() >= usize::from(IN_HANDS) {
            return Err(Error::NoCardToDraw);
        }
        let by = self.to_play;
        let hand = self.hand(by)?;
        let needs = kind.plays();
        if *hand < needs {
            return Err(Error::HandTooSmall { seat: by, has: *hand, needs });
        }
        *hand = *hand - needs + kind.takes();
        let first = *hand == 0;
        self.last = Some(LastMove { by, kind, top, effect: None, first });
        if first {
            self.phase = Phase::First { winner: Some(by) };
            Ok(())
        } else {
            self.pass_on(by, top)
        }
    }

    /// Passes the turn on from `by`, skipping the next player if an effect says so.
    fn pass_on(&mut self, by: Seat, top: Top) -> Result<(), Error> {
        let seat = self.after(by, 1);
        self.to_play = seat;
        if let Some(effect) = top.effect() {
            // Cards were just discarded, so there is one to draw.
            let hand = self.hand(seat)?;
            *hand = hand.saturating_add(effect.draws());
            if effect.loses_turn() {
                self.to_play = self.after(by, 2);
            }
            if let Some(last) = &mut self.last {
                last.effect = Some(Applied { seat, effect });
            }
        }
        Ok(())
    }

    /// Corrects a hand. With 0 its player is first; changed from 0, the player was not first after all and play
    /// continues.
    pub(super) fn count(&mut self, seat: Seat, cards: u8) -> Result<(), Error> {
        let winner = match self.phase {
            // The payout was checked against the counts, so they are final.
            Phase::First { .. } if self.payout.is_some() => return Err(Error::AlreadyPaid),
            Phase::First { winner: Some(winner) } if self.track_turns => Some(winner),
            _ => {
                self.turn()?;
                None
            }
        };
        *self.hand(seat)? = cards;
        match winner {
            None if cards == 0 => self.phase = Phase::First { winner: Some(seat) },
            Some(winner) if winner != seat && cards == 0 => return Err(Error::AlreadyFirst(winner)),
            Some(winner) if winner == seat && cards > 0 => {
                if self.forfeit.is_some() {
                    return Err(Error::AlreadyDone);
                }
                self.phase = Phase::Turn;
                if let Some(last) = self.last.as_mut().filter(|last| last.first) {
                    last.first = false;
                    let (by, top) = (last.by, last.top);
                    self.pass_on(by, top)?;
                }
            }
            _ => {}
        }
        let (total, most) = (self.in_hands(), usize::from(IN_HANDS));
        if total > most { Err(Error::TooManyCards { total, most }) } else { Ok(()) }
    }
}
