//! The eight wishes: who may pick which and when, in which order, and who leads.

use serde::{Deserialize, Serialize};

use crate::domain::seats::{Direction, Seat};

/// Rounds in a game (004 【得点計算】).
pub const ROUNDS: usize = 3;

/// A wish: how a player scores a round (004 【お願いカード解説】). The first five are base wishes; the last three are upper
/// wishes, each above one of the first three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// 晴, scored by its printed card.
    Sun,
    /// くもり, scored by its printed card.
    Cloud,
    /// 雨, scored by its printed card.
    Rain,
    /// 天雷, scored by its printed card.
    Thunderbolt,
    /// 豪雪, scored by the tricks.
    HeavySnow,
    /// 快晴, above 晴.
    ClearSky,
    /// 曇天, above くもり.
    Overcast,
    /// 豪雨, above 雨.
    Downpour,
}

impl Wish {
    /// All eight, base wishes first.
    pub const ALL: [Wish; 8] = [
        Wish::Sun,
        Wish::Cloud,
        Wish::Rain,
        Wish::Thunderbolt,
        Wish::HeavySnow,
        Wish::ClearSky,
        Wish::Overcast,
        Wish::Downpour,
    ];

    /// The stable text id, the same as in saves.
    pub fn id(self) -> &'static str {
        match self {
            Wish::Sun => "sun",
            Wish::Cloud => "cloud",
            Wish::Rain => "rain",
            Wish::Thunderbolt => "thunderbolt",
            Wish::HeavySnow => "heavy_snow",
            Wish::ClearSky => "clear_sky",
            Wish::Overcast => "overcast",
            Wish::Downpour => "downpour",
        }
    }

    /// The wish with this text id.
    pub fn from_id(id: &str) -> Option<Wish> {
        Wish::ALL.into_iter().find(|wish| wish.id() == id)
    }

    /// The base of an upper wish; `None` for a base wish.
    pub fn base_of(self) -> Option<Wish> {
        match self {
            Wish::ClearSky => Some(Wish::Sun),
            Wish::Overcast => Some(Wish::Cloud),
            Wish::Downpour => Some(Wish::Rain),
            Wish::Sun | Wish::Cloud | Wish::Rain | Wish::Thunderbolt | Wish::HeavySnow => None,
        }
    }

    /// Whether it is one of the three upper wishes.
    pub fn is_upper(self) -> bool {
        self.base_of().is_some()
    }
}

/// Which wishes may be picked, and with which limits on upper ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pool {
    /// The printed rule: an upper wish directly after its base, and one upper wish per game (004 【得点計算】).
    #[default]
    Printed,
    /// Only the five base wishes, for beginners (004 【隠匿要素ありヴァリアントルール】).
    FiveBase,
    /// All eight, in any round and as often as wanted, for experts (the same section). That this lifts the limits is
    /// our ruling.
    EightFree,
}

/// Why a player may not pick a wish now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ineligible {
    /// The table plays without upper wishes.
    NotInPool,
    /// An upper wish in the first round.
    FirstRound {
        /// The wish that would be needed in the round before.
        base: Wish,
    },
    /// The player has already had the one upper wish of the game.
    UpperUsed {
        /// Which upper wish.
        wish: Wish,
        /// In which round, counted from 1.
        round: usize,
    },
    /// An upper wish needs its base in the round directly before.
    NeedsBase {
        /// The wish needed.
        base: Wish,
        /// The wish the player had instead.
        had: Wish,
    },
}

/// Whether a player may pick `wish` after `history`, that player's wishes in earlier rounds, oldest first.
///
/// The printed rule is in 004 【得点計算】; [`Pool`] says when it applies.
///
/// # Errors
/// The reason why not. That the one upper wish is used up comes before a missing base, because it lasts to the end.
pub fn eligible(pool: Pool, history: &[Wish], wish: Wish) -> Result<(), Ineligible> {
    let Some(base) = wish.base_of() else { return Ok(()) };
    match pool {
        Pool::EightFree => return Ok(()),
        Pool::FiveBase => return Err(Ineligible::NotInPool),
        Pool::Printed => {}
    }
    let Some(&had) = history.last() else { return Err(Ineligible::FirstRound { base }) };
    if let Some((at, &used)) = history.iter().enumerate().find(|(_, earlier)| earlier.is_upper()) {
        return Err(Ineligible::UpperUsed { wish: used, round: at + 1 });
    }
    if had == base { Ok(()) } else { Err(Ineligible::NeedsBase { base, had }) }
}

/// [`eligible`] for all eight wishes, in the order of [`Wish::ALL`].
pub fn eligibility(pool: Pool, history: &[Wish]) -> [(Wish, Result<(), Ineligible>); 8] {
    Wish::ALL.map(|wish| (wish, eligible(pool, history, wish)))
}

/// All seats from `first` on, to the left.
pub fn order_from(first: Seat, seats: usize) -> Vec<Seat> {
    (0..seats).map(|steps| first.onward(seats, Direction::Clockwise, steps)).collect()
}

/// The picking order in rounds 2 and 3, from one total per seat: the highest first (004 【得点計算】). The text is silent
/// on ties; our ruling is seat order.
pub fn picking_order(totals: &[i32]) -> Vec<Seat> {
    let mut order: Vec<Seat> = Seat::all(totals.len()).collect();
    // The sort is stable, so ties keep seat order.
    order.sort_by_key(|seat| std::cmp::Reverse(totals.get(seat.index()).copied()));
    order
}

/// Who leads rounds 2 and 3: the lowest total (004 【得点計算】); on a tie the first of them in seat order (our ruling).
/// `None` without totals.
pub fn lead(totals: &[i32]) -> Option<Seat> {
    Seat::all(totals.len()).zip(totals).min_by_key(|(_, total)| **total).map(|(seat, _)| seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_match_the_saves_and_round_trip() {
        for wish in Wish::ALL {
            assert_eq!(Wish::from_id(wish.id()), Some(wish));
            assert_eq!(serde_json::to_value(wish).unwrap(), wish.id());
        }
        assert_eq!(Wish::from_id("hail"), None);
    }

    #[test]
    fn ties_keep_seat_order() {
        let seats = |numbers: &[u8]| numbers.iter().copied().map(Seat).collect::<Vec<_>>();
        assert_eq!(picking_order(&[3, 7, 3, 7]), seats(&[1, 3, 0, 2]));
        assert_eq!(lead(&[3, 7, 3, 7]), Some(Seat(0)));
        assert_eq!(lead(&[0, -5, -5]), Some(Seat(1)));
        assert_eq!(lead(&[]), None);
        assert_eq!(order_from(Seat(2), 4), seats(&[2, 3, 0, 1]));
    }
}
