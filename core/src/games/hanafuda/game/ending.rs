//! The end of a round: the payout, the forfeit, and the deal of the next one.

use super::error::Error;
use super::state::{Done, Phase, State};
use crate::domain::seats::Seat;
use crate::games::hanafuda::deck::{Deal, IN_HANDS};
use crate::games::hanafuda::forfeit;
use crate::games::hanafuda::payout::{self, Left, PayoutError};

impl State {
    /// Fails unless somebody is first, and it is `winner` as far as the app knows. Where turns are not tracked, starts
    /// the next round if it is due.
    fn first(&mut self, winner: Seat) -> Result<(), Error> {
        if self.phase == Phase::Between && !self.track_turns {
            self.deal(None)?;
        }
        let known = match self.phase {
            Phase::Turn => return Err(Error::NobodyFirst),
            Phase::First { winner } => winner,
            Phase::Between => return Err(Error::RoundOver),
            Phase::Over => return Err(Error::Over),
        };
        self.seat(winner)?;
        match known {
            Some(first) if first != winner => Err(Error::NotFirst { given: winner, first }),
            _ => Ok(()),
        }
    }

    pub(super) fn pay(
        &mut self,
        winner: Seat,
        left: &[Left],
        exempt: Option<Seat>,
        recount: bool,
    ) -> Result<(), Error> {
        if !self.ending.pays() {
            return Err(Error::NoPayouts);
        }
        self.first(winner)?;
        if self.payout.is_some() {
            return Err(Error::AlreadyPaid);
        }
        let players = self.hands.len();
        if left.len() != players {
            return Err(Error::Payout(PayoutError::Hands { given: left.len(), players }));
        }
        let paid = payout::payout(left, winner, exempt).map_err(Error::Payout)?;
        if let (Some(exempt), Some(done)) = (exempt, self.forfeit)
            && done.seat == exempt
        {
            return Err(Error::ForfeitOfExempt(exempt));
        }
        if self.track_turns {
            for ((seat, hand), tracked) in Seat::all(players).zip(left).zip(&mut self.hands) {
                let counted = hand.cards();
                let not_counted = Some(seat) == exempt && counted == 0;
                if counted == usize::from(*tracked) || not_counted {
                    continue;
                }
                if !recount {
                    return Err(Error::Miscount { seat, counted, tracked: *tracked });
                }
                // Cannot exceed the deck: the payout was checked.
                *tracked = u8::try_from(counted).unwrap_or(IN_HANDS);
            }
            let (total, most) = (self.in_hands(), usize::from(IN_HANDS));
            if total > most {
                return Err(Error::TooManyCards { total, most });
            }
        }
        for (points, change) in self.points.iter_mut().zip(&paid.changes) {
            *points = points.checked_add(*change).ok_or(Error::TooMuch)?;
        }
        self.payout = Some(paid);
        self.close(winner);
        Ok(())
    }

    pub(super) fn forfeit(&mut self, winner: Seat, seat: Seat, text: Option<&str>) -> Result<(), Error> {
        if !self.ending.has_forfeit() {
            return Err(Error::NoForfeits);
        }
        self.first(winner)?;
        if self.forfeit.is_some() {
            return Err(Error::AlreadyDone);
        }
        self.seat(seat)?;
        if seat == winner {
            return Err(Error::ForfeitOfWinner(seat));
        }
        if self.payout.as_ref().and_then(|paid| paid.exempt) == Some(seat) {
            return Err(Error::ForfeitOfExempt(seat));
        }
        if let Some(text) = text {
            forfeit::check(text).map_err(Error::Forfeit)?;
        }
        self.forfeit = Some(Done { winner, seat });
        self.close(winner);
        Ok(())
    }

    /// Ends the round once all that is due is done; until then remembers who was first.
    fn close(&mut self, winner: Seat) {
        let paid = !self.ending.pays() || self.payout.is_some();
        let done = !self.ending.has_forfeit() || self.forfeit.is_some();
        if !(paid && done) {
            self.phase = Phase::First { winner: Some(winner) };
            return;
        }
        self.phase = Phase::Between;
        if let Some(wins) = self.wins.get_mut(winner.index()) {
            *wins = wins.saturating_add(1);
        }
    }

    /// Starts the next round: deals hands, and the dealer plays first (003 SETUP, GAMEPLAY).
    pub(super) fn deal(&mut self, dealer: Option<Seat>) -> Result<(), Error> {
        let dealer = self.seat(dealer.unwrap_or_else(|| self.next_dealer()))?;
        let players = self.hands.len();
        let deal = Deal::of(players).ok_or(Error::Players(players))?;
        self.round = self.round.saturating_add(1);
        self.dealer = dealer;
        self.to_play = dealer;
        self.phase = State::dealt(self.track_turns);
        self.hands.fill(deal.hand);
        self.last = None;
        self.payout = None;
        self.forfeit = None;
        Ok(())
    }
}
