//! What a round pays, what a point is worth, and who pays whom at the end.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::deck::{BRIGHTS, IN_HANDS};
use crate::domain::seats::{MAX_SEATS, Seat, tidy_name};

/// Points for each bright left in a hand (003 GAMEPLAY, payout).
pub const BRIGHT_POINTS: i32 = 5;
/// Points for each other card left in a hand (003 GAMEPLAY, payout).
pub const OTHER_POINTS: i32 = 1;

/// The cards left in a hand when somebody is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Left {
    /// Bright cards.
    pub brights: u8,
    /// All other cards.
    pub others: u8,
}

impl Left {
    /// Number of cards.
    pub fn cards(self) -> usize {
        usize::from(self.brights) + usize::from(self.others)
    }

    /// Points the hand has to pay.
    pub fn points(self) -> i32 {
        i32::from(self.brights) * BRIGHT_POINTS + i32::from(self.others) * OTHER_POINTS
    }
}

/// The payout of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Payout {
    /// Who was first.
    pub winner: Seat,
    /// Who touched the winner's hand first and paid nothing; `None` with two players.
    pub exempt: Option<Seat>,
    /// Points by seat, negative if paid. They sum to 0.
    pub changes: Vec<i32>,
}

/// Why a payout is impossible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayoutError {
    /// The number of hands differs from the number of players.
    Hands {
        /// Hands given.
        given: usize,
        /// Players at the table.
        players: usize,
    },
    /// A winner or exempt player without a seat.
    NoSeat(Seat),
    /// The winner has cards left.
    WinnerHolds {
        /// The winner.
        seat: Seat,
        /// Cards counted.
        cards: usize,
    },
    /// With more than two players somebody touched the winner's hand first, and it is not said who.
    NoExempt,
    /// With two players nobody is exempt: the other player always pays.
    ExemptOfTwo,
    /// The winner cannot be exempt.
    ExemptWinner,
    /// A player who pays has no cards left, and so would have been first.
    EmptyHand(Seat),
    /// More brights than the deck has.
    TooManyBrights {
        /// Brights counted in all hands.
        counted: usize,
        /// The limit, [`BRIGHTS`].
        most: usize,
    },
    /// More cards than the deck has besides those on the field.
    TooManyCards {
        /// Cards counted in all hands.
        counted: usize,
        /// The limit, [`IN_HANDS`].
        most: usize,
    },
}

/// The payout of a round: everyone except the winner and the exempt player pays the winner 5 points for each bright and
/// 1 for each other card left (003 GAMEPLAY, payout). `left` is by seat, and empty for the winner. The exempt hand pays
/// nothing, so it may stay uncounted, which is empty too.
///
/// # Errors
/// If the counts cannot come from one deck, or the exemption does not fit the number of players.
pub fn payout(left: &[Left], winner: Seat, exempt: Option<Seat>) -> Result<Payout, PayoutError> {
    let won = *left.get(winner.index()).ok_or(PayoutError::NoSeat(winner))?;
    if won.cards() > 0 {
        return Err(PayoutError::WinnerHolds { seat: winner, cards: won.cards() });
    }
    match exempt {
        None if left.len() > 2 => return Err(PayoutError::NoExempt),
        Some(seat) if seat.index() >= left.len() => return Err(PayoutError::NoSeat(seat)),
        Some(_) if left.len() <= 2 => return Err(PayoutError::ExemptOfTwo),
        Some(seat) if seat == winner => return Err(PayoutError::ExemptWinner),
        _ => {}
    }
    let counted = left.iter().map(|hand| usize::from(hand.brights)).sum();
    if counted > usize::from(BRIGHTS) {
        return Err(PayoutError::TooManyBrights { counted, most: usize::from(BRIGHTS) });
    }
    let counted = left.iter().map(|hand| hand.cards()).sum();
    if counted > usize::from(IN_HANDS) {
        return Err(PayoutError::TooManyCards { counted, most: usize::from(IN_HANDS) });
    }
    let mut changes = vec![0; left.len()];
    let mut pot = 0;
    for ((seat, hand), change) in Seat::all(left.len()).zip(left).zip(&mut changes) {
        if seat == winner || Some(seat) == exempt {
            continue;
        }
        if hand.cards() == 0 {
            return Err(PayoutError::EmptyHand(seat));
        }
        *change = -hand.points();
        pot += hand.points();
    }
    if let Some(change) = changes.get_mut(winner.index()) {
        *change = pot;
    }
    Ok(Payout { winner, exempt, changes })
}

/// Longest name of a unit, in characters. This bound and the next two are ours.
pub const MAX_UNIT: usize = 16;
/// Most that a point can be worth, in units of the last decimal.
pub const MAX_PER_POINT: u32 = 1_000_000;
/// Most decimals of a unit.
pub const MAX_DECIMALS: u8 = 3;

/// What a point is worth: money, chips, stones, sweets (003 SETUP). All in integers, so nothing is ever rounded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Unit {
    /// Its name, as typed and tidied, up to [`MAX_UNIT`] characters; empty if only points are counted.
    pub name: String,
    /// The value of a point, 1 to [`MAX_PER_POINT`], in units of the last decimal: 5 with 2 decimals is 0.05.
    pub per_point: u32,
    /// Number of decimals, 0 to [`MAX_DECIMALS`].
    pub decimals: u8,
}

impl Default for Unit {
    fn default() -> Self {
        Unit { name: String::new(), per_point: 1, decimals: 0 }
    }
}

/// Why a unit is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnitError {
    /// A name with extra white space or control characters.
    UntidyName,
    /// A name of more than [`MAX_UNIT`] characters.
    LongName {
        /// Characters given.
        chars: usize,
    },
    /// A point worth nothing or more than [`MAX_PER_POINT`].
    PerPoint(u32),
    /// More than [`MAX_DECIMALS`] decimals.
    Decimals(u8),
}

impl Unit {
    /// Checks the bounds.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self) -> Result<(), UnitError> {
        if tidy_name(&self.name) != self.name {
            return Err(UnitError::UntidyName);
        }
        let chars = self.name.chars().count();
        if chars > MAX_UNIT {
            return Err(UnitError::LongName { chars });
        }
        if self.per_point == 0 || self.per_point > MAX_PER_POINT {
            return Err(UnitError::PerPoint(self.per_point));
        }
        if self.decimals > MAX_DECIMALS {
            return Err(UnitError::Decimals(self.decimals));
        }
        Ok(())
    }

    /// Parses a point's value as people type it, `0.05` or `0,05`, also in full-width digits, into [`Unit::per_point`]
    /// and [`Unit::decimals`]. `None` if it is not a plain decimal number, or out of bounds.
    pub fn parse(typed: &str) -> Option<(u32, u8)> {
        let typed: String = typed
            .trim()
            .chars()
            .map(|c| match c {
                '０'..='９' => char::from_digit(u32::from(c) - u32::from('０'), 10).unwrap_or(c),
                ',' | '．' | '，' => '.',
                _ => c,
            })
            .collect();
        let (whole, part) = typed.split_once('.').unwrap_or((&typed, ""));
        let digits = [whole, part].concat();
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let per_point = digits.parse().ok()?;
        let decimals = u8::try_from(part.len()).ok()?;
        Unit { name: String::new(), per_point, decimals }.check().ok()?;
        Some((per_point, decimals))
    }

    /// What `points` are worth, exactly. Cannot overflow within the bounds of [`Unit::check`].
    pub fn worth(&self, points: i32) -> Amount {
        Amount { parts: i64::from(points) * i64::from(self.per_point), decimals: self.decimals }
    }
}

/// An exact amount of the table's unit. Prints as a plain decimal number without the unit, like `-0.05`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Amount {
    /// The amount, in units of the last decimal.
    pub parts: i64,
    /// Number of decimals.
    pub decimals: u8,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.parts.unsigned_abs().to_string();
        let decimals = usize::from(self.decimals);
        if self.parts < 0 {
            f.write_str("-")?;
        }
        if decimals == 0 {
            return f.write_str(&digits);
        }
        let digits = format!("{digits:0>width$}", width = decimals + 1);
        let (whole, part) = digits.split_at(digits.len() - decimals);
        write!(f, "{whole}.{part}")
    }
}

/// A payment at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Transfer {
    /// Who pays.
    pub from: Seat,
    /// Who is paid.
    pub to: Seat,
    /// Points, above 0.
    pub points: i32,
}

/// Why balances cannot be settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SettleError {
    /// More balances than a table has seats ([`MAX_SEATS`]).
    TooMany(usize),
    /// The balances do not sum to 0 but to this.
    Sum(i64),
}

/// Who pays whom so that every balance becomes 0, in the fewest possible payments.
///
/// A group of k players whose balances sum to 0 settles in k - 1 payments, so the most such groups make the fewest
/// payments. They are found exactly, over all subsets; simply letting the largest debt pay first can take more
/// payments.
///
/// # Errors
/// If there are too many balances or they do not sum to 0.
pub fn settle(balances: &[i32]) -> Result<Vec<Transfer>, SettleError> {
    if balances.len() > MAX_SEATS {
        return Err(SettleError::TooMany(balances.len()));
    }
    let sum: i64 = balances.iter().copied().map(i64::from).sum();
    if sum != 0 {
        return Err(SettleError::Sum(sum));
    }
    let seats: Vec<Seat> = Seat::all(balances.len()).collect();
    Ok(groups(balances)
        .into_iter()
        .flat_map(|group| chain(seats.iter().zip(balances).filter(|(seat, _)| group >> seat.index() & 1 == 1)))
        .collect())
}

/// The most groups that each sum to 0, as bit sets that together contain every seat once. `balances` sum to 0.
fn groups(balances: &[i32]) -> Vec<usize> {
    let all = (1_usize << balances.len()) - 1;
    let members = |set: usize| (0..balances.len()).filter(move |seat| set >> seat & 1 == 1);
    let even: Vec<bool> = (0..=all)
        .map(|set| members(set).filter_map(|seat| balances.get(seat)).map(|&b| i64::from(b)).sum::<i64>() == 0)
        .collect();
    // For each set, grown from the empty one seat by seat: the most sets summing to 0 that it can pass through on the
    // way, and the seat added last then.
    let mut best: Vec<(usize, usize)> = Vec::with_capacity(all + 1);
    for set in 0..=all {
        let grown = members(set)
            .map(|last| (best.get(set ^ 1 << last).map_or(0, |&(count, _)| count), last))
            .max()
            .map_or((0, 0), |(count, last)| (count + usize::from(even.get(set) == Some(&true)), last));
        best.push(grown);
    }
    let mut found = Vec::new();
    let (mut set, mut outer) = (all, all);
    while set != 0 {
        set ^= 1 << best.get(set).map_or(0, |&(_, last)| last);
        if even.get(set) == Some(&true) {
            found.push(outer ^ set);
            outer = set;
        }
    }
    found
}

/// Settles a group that sums to 0: the largest debt pays the largest credit until nothing is left. Each payment ends
/// one balance, and the last one ends two.
fn chain<'a>(group: impl Iterator<Item = (&'a Seat, &'a i32)>) -> Vec<Transfer> {
    let (mut debts, mut credits) = (Vec::new(), Vec::new());
    for (&seat, &balance) in group {
        match balance {
            0 => {}
            1.. => credits.push((i64::from(balance), seat)),
            _ => debts.push((-i64::from(balance), seat)),
        }
    }
    let mut transfers = Vec::new();
    loop {
        // The largest last, because `pop` takes that; among equals the lowest seat.
        debts.sort_by_key(|&(points, seat)| (points, std::cmp::Reverse(seat)));
        credits.sort_by_key(|&(points, seat)| (points, std::cmp::Reverse(seat)));
        let (Some((debt, from)), Some((credit, to))) = (debts.pop(), credits.pop()) else {
            return transfers;
        };
        let points = debt.min(credit);
        // A credit is a positive `i32`, so any part of it fits.
        transfers.push(Transfer { from, to, points: i32::try_from(points).unwrap_or(i32::MAX) });
        if debt > points {
            debts.push((debt - points, from));
        }
        if credit > points {
            credits.push((credit - points, to));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn left(hands: &[(u8, u8)]) -> Vec<Left> {
        hands.iter().map(|&(brights, others)| Left { brights, others }).collect()
    }

    #[test]
    fn two_players_the_other_pays() {
        let paid = payout(&left(&[(0, 0), (2, 3)]), Seat(0), None).unwrap();
        assert_eq!(paid.changes, [13, -13]);
    }

    #[test]
    fn the_exempted_hand_pays_nothing_counted_or_not() {
        let hands = left(&[(1, 2), (0, 0), (3, 0), (0, 4)]);
        assert_eq!(payout(&hands, Seat(1), Some(Seat(2))).unwrap().changes, [-7, 11, 0, -4]);
        let hands = left(&[(1, 2), (0, 0), (0, 0), (0, 4)]);
        assert_eq!(payout(&hands, Seat(1), Some(Seat(2))).unwrap().changes, [-7, 11, 0, -4]);
    }

    #[test]
    fn each_payout_fault_is_named() {
        let three = left(&[(0, 0), (1, 1), (0, 3)]);
        let two = left(&[(0, 0), (1, 1)]);
        assert_eq!(payout(&three, Seat(3), None), Err(PayoutError::NoSeat(Seat(3))));
        assert_eq!(payout(&three, Seat(0), Some(Seat(9))), Err(PayoutError::NoSeat(Seat(9))));
        assert_eq!(payout(&three, Seat(0), None), Err(PayoutError::NoExempt));
        assert_eq!(payout(&three, Seat(0), Some(Seat(0))), Err(PayoutError::ExemptWinner));
        assert_eq!(payout(&two, Seat(0), Some(Seat(1))), Err(PayoutError::ExemptOfTwo));
        assert_eq!(payout(&three, Seat(2), Some(Seat(1))), Err(PayoutError::WinnerHolds { seat: Seat(2), cards: 3 }));
        let empty = left(&[(0, 0), (0, 0), (0, 3)]);
        assert_eq!(payout(&empty, Seat(0), Some(Seat(2))), Err(PayoutError::EmptyHand(Seat(1))));
        assert_eq!(payout(&[], Seat(0), None), Err(PayoutError::NoSeat(Seat(0))));
    }

    #[test]
    fn hands_come_from_one_deck() {
        let brights = left(&[(0, 0), (3, 0), (3, 0)]);
        let refused = payout(&brights, Seat(0), Some(Seat(1)));
        assert_eq!(refused, Err(PayoutError::TooManyBrights { counted: 6, most: 5 }));
        assert!(payout(&left(&[(0, 0), (3, 0), (2, 0)]), Seat(0), Some(Seat(1))).is_ok());
        let cards = left(&[(0, 0), (5, 20), (0, 20)]);
        let refused = payout(&cards, Seat(0), Some(Seat(1)));
        assert_eq!(refused, Err(PayoutError::TooManyCards { counted: 45, most: 44 }));
        assert!(payout(&left(&[(0, 0), (5, 20), (0, 19)]), Seat(0), Some(Seat(1))).is_ok());
        let most = left(&[(0, 0), (255, 255), (255, 255)]);
        assert_eq!(payout(&most, Seat(0), Some(Seat(1))), Err(PayoutError::TooManyBrights { counted: 510, most: 5 }));
    }

    #[test]
    fn amounts_are_exact() {
        let unit = |per_point, decimals| Unit { name: "€".to_owned(), per_point, decimals };
        assert_eq!(unit(5, 2).worth(-1).to_string(), "-0.05");
        assert_eq!(unit(5, 2).worth(250).to_string(), "12.50");
        assert_eq!(unit(1, 3).worth(1).to_string(), "0.001");
        assert_eq!(unit(10, 0).worth(-13).to_string(), "-130");
        assert_eq!(unit(10, 2).worth(0).to_string(), "0.00");
        assert_eq!(unit(MAX_PER_POINT, 0).worth(i32::MIN).to_string(), "-2147483648000000");
    }

    #[test]
    fn what_a_point_is_worth_is_read_as_people_type_it() {
        for (typed, read) in [
            ("10", Some((10, 0))),
            (" 0.05 ", Some((5, 2))),
            ("0,5", Some((5, 1))),
            ("１０", Some((10, 0))),
            (".5", Some((5, 1))),
            ("2.50", Some((250, 2))),
            ("0", None),
            ("", None),
            (".", None),
            ("-1", None),
            ("1.2345", None),
            ("1.2.3", None),
            ("1000001", None),
            ("99999999999", None),
            ("ten", None),
        ] {
            assert_eq!(Unit::parse(typed), read, "{typed:?}");
        }
    }

    #[test]
    fn each_unit_fault_is_named() {
        let unit = |name: &str, per_point, decimals| Unit { name: name.to_owned(), per_point, decimals }.check();
        assert_eq!(Unit::default().check(), Ok(()));
        assert_eq!(unit("碁石", 1_000_000, 3), Ok(()));
        assert_eq!(unit(" x", 1, 0), Err(UnitError::UntidyName));
        assert_eq!(unit(&"x".repeat(17), 1, 0), Err(UnitError::LongName { chars: 17 }));
        assert_eq!(unit("x", 0, 0), Err(UnitError::PerPoint(0)));
        assert_eq!(unit("x", 1_000_001, 0), Err(UnitError::PerPoint(1_000_001)));
        assert_eq!(unit("x", 1, 4), Err(UnitError::Decimals(4)));
    }

    #[test]
    fn settling_finds_the_groups_that_the_largest_debt_misses() {
        // Largest first: the 5 pays the 4, which leaves no group balanced and takes four payments.
        let transfers = settle(&[4, 3, -5, -4, 2]).unwrap();
        assert_eq!(transfers.len(), 3);
        assert_eq!(transfers.iter().map(|t| t.points).sum::<i32>(), 9);
        assert_eq!(settle(&[0, 0, 0]), Ok(vec![]));
        assert_eq!(settle(&[]), Ok(vec![]));
        assert_eq!(settle(&[3, -3]), Ok(vec![Transfer { from: Seat(1), to: Seat(0), points: 3 }]));
        assert_eq!(settle(&[3, -2]), Err(SettleError::Sum(1)));
        assert_eq!(settle(&[0; 13]), Err(SettleError::TooMany(13)));
        assert_eq!(settle(&[i32::MIN, i32::MAX, 1]).map(|t| t.len()), Ok(2));
    }

    fn hands() -> impl Strategy<Value = (Vec<Left>, Seat, Option<Seat>)> {
        (2_usize..=5).prop_flat_map(|players| {
            let hand = (0_u8..=1, 0_u8..=8).prop_map(|(brights, others)| Left { brights, others });
            (prop::collection::vec(hand, players), 0..players, 1..players).prop_map(move |(mut left, winner, after)| {
                left[winner] = Left::default();
                let exempt = (players > 2).then(|| Seat(((winner + after) % players) as u8));
                (left, Seat(winner as u8), exempt)
            })
        })
    }

    proptest! {
        #[test]
        fn payouts_sum_to_zero_and_only_the_winner_gains((left, winner, exempt) in hands()) {
            if let Ok(paid) = payout(&left, winner, exempt) {
                prop_assert_eq!(paid.changes.iter().sum::<i32>(), 0);
                for (seat, change) in Seat::all(left.len()).zip(&paid.changes) {
                    if seat == winner {
                        prop_assert!(*change > 0);
                    } else if Some(seat) == exempt {
                        prop_assert_eq!(*change, 0);
                    } else {
                        prop_assert!(*change < 0);
                    }
                }
            } else {
                let empty = Seat::all(left.len())
                    .any(|seat| seat != winner && Some(seat) != exempt && left[seat.index()].cards() == 0);
                prop_assert!(empty, "refused a payout of a full table");
            }
        }

        #[test]
        fn a_settlement_ends_every_balance(mut balances in prop::collection::vec(-40_i32..=40, 1..=7)) {
            let rest: i32 = -balances.iter().sum::<i32>();
            balances.push(rest);
            let transfers = settle(&balances).unwrap();
            let mut after = balances.clone();
            for transfer in &transfers {
                prop_assert!(transfer.points > 0);
                after[transfer.from.index()] += transfer.points;
                after[transfer.to.index()] -= transfer.points;
            }
            prop_assert!(after.iter().all(|&balance| balance == 0), "{:?} leaves {:?}", balances, after);
            let in_play = balances.iter().filter(|&&balance| balance != 0).count();
            prop_assert!(transfers.len() < in_play.max(1));
        }
    }
}
