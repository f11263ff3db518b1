//! What a table agrees on: how cards count, what is dealt, and when the game ends. The default is the printed rule (001);
//! everything in [`HouseRules`] is a rule of the table's own, and [`UsualRules`] names the usual ones.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::domain::seats::{MAX_SEATS, Seat};
use crate::domain::teams::{Split, Teams, sides};

/// Most jokers in a deck; our bound, as the text gives none.
pub const MAX_JOKERS: u8 = 4;
/// Bounds on the target in points. The text names only the usual one, 100.
pub const TARGETS: std::ops::RangeInclusive<u16> = 1..=9999;
/// Bounds on the number of rounds, played or won, that ends a game. Ours.
pub const ROUNDS: std::ops::RangeInclusive<u16> = 1..=99;
/// Fewest players for partnerships by the printed rules (001, head of the text).
pub const PARTNERSHIP_PLAYERS: usize = 6;
/// Most people on a side. Ours.
pub const MAX_PARTNERS: usize = 3;
/// Cards in a Nerts pile that people may start with. 13 is printed (001, "セットアップ").
pub const PILES: [u8; 4] = [10, 11, 12, 13];
/// Bounds on a pile that is made larger or smaller for one row.
pub const HANDICAPS: std::ops::RangeInclusive<u8> = 1..=20;
/// Cards in a deck without jokers. 52 is printed (001, head of the text); in one of 40 each suit ends at the ten.
pub const DECKS: [u8; 2] = [40, 52];
/// Points that a card left in the Nerts pile may cost. 2 is printed (001, "スコアリング").
pub const PENALTIES: [u8; 2] = [1, 2];
/// Points there may be for calling. The printed rule gives none.
pub const CALLS: [u8; 4] = [0, 5, 10, 20];
/// Points there may be for a King on a foundation, beside the one for the card. The printed rule gives none.
pub const KINGS: [u8; 4] = [0, 3, 5, 10];
/// Kings in a deck without jokers.
pub const DECK_KINGS: u8 = 4;

/// What to do when several sides lead at the end with the same total. Our ruling, as the text is silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// Asks each time.
    #[default]
    Ask,
    /// Plays on until one side leads, also below the target.
    OneMore,
    /// Shares the win.
    Share,
    /// Whoever of them called more often wins. If that is a tie too, asks.
    Calls,
}

/// What ends the game. [`Options::target`] has the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Length {
    /// A side has this many points. The printed rule.
    #[default]
    Points,
    /// So many rounds were played.
    Rounds,
    /// A side has won this many rounds, and nothing else counts.
    Wins,
}

impl Length {
    /// Bounds on the number.
    pub fn bounds(self) -> std::ops::RangeInclusive<u16> {
        match self {
            Length::Points => TARGETS,
            Length::Rounds | Length::Wins => ROUNDS,
        }
    }

    /// The number to begin with. 100 points are printed; the other two are ours.
    pub fn usual(self) -> u16 {
        match self {
            Length::Points => 100,
            Length::Rounds => 10,
            Length::Wins => 5,
        }
    }
}

/// The rules that tables make for themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HouseRules {
    /// Points that each card left in the Nerts pile costs: one of [`PENALTIES`].
    pub penalty: u8,
    /// Points for calling: one of [`CALLS`].
    pub call: u8,
    /// Points for each King on a foundation, beside the one for the card: one of [`KINGS`]. 0 with a deck of 40.
    pub king: u8,
    /// Cards in a Nerts pile: one of [`PILES`].
    pub pile: u8,
    /// Cards in a deck without jokers: one of [`DECKS`].
    pub deck: u8,
    /// What ends the game.
    pub length: Length,
    /// Whether Nerts piles may grow and shrink, see `Event::Piles`.
    pub handicap: bool,
}

impl HouseRules {
    /// The printed rules.
    pub const PRINTED: HouseRules =
        HouseRules { penalty: 2, call: 0, king: 0, pile: 13, deck: 52, length: Length::Points, handicap: false };

    /// Whether each value is one that may be chosen.
    pub fn is_valid(&self) -> bool {
        PENALTIES.contains(&self.penalty)
            && CALLS.contains(&self.call)
            && KINGS.contains(&self.king)
            && PILES.contains(&self.pile)
            && DECKS.contains(&self.deck)
            && (self.king == 0 || self.has_kings())
    }

    /// Whether the deck has Kings.
    pub fn has_kings(&self) -> bool {
        self.deck == 52
    }
}

impl Default for HouseRules {
    fn default() -> Self {
        HouseRules::PRINTED
    }
}

/// Usual ways to deal and to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UsualRules {
    /// As printed (001).
    Printed,
    /// Racing Demon as it is played in the UK.
    RacingDemon,
    /// With the decks of Dutch Blitz.
    DutchBlitz,
}

impl UsualRules {
    /// All of them, in the order in which they are shown.
    pub const ALL: [UsualRules; 3] = [UsualRules::Printed, UsualRules::RacingDemon, UsualRules::DutchBlitz];

    /// These rules with what is dealt and how it counts as here; the rest of them stays.
    pub fn set(self, house: HouseRules) -> HouseRules {
        let HouseRules { length, handicap, .. } = house;
        let rest = HouseRules { length, handicap, ..HouseRules::PRINTED };
        match self {
            UsualRules::Printed => rest,
            UsualRules::RacingDemon => HouseRules { penalty: 1, call: 10, king: 5, ..rest },
            UsualRules::DutchBlitz => HouseRules { pile: 10, deck: 40, ..rest },
        }
    }

    /// The one that deals and counts as these rules do, if any.
    pub fn of(house: &HouseRules) -> Option<UsualRules> {
        UsualRules::ALL.into_iter().find(|preset| preset.set(*house) == *house)
    }

    /// The usual target in points.
    pub fn target(self) -> u16 {
        match self {
            UsualRules::Printed | UsualRules::RacingDemon => 100,
            UsualRules::DutchBlitz => 75,
        }
    }
}

/// What the table agreed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The number that ends the game, in what [`HouseRules::length`] says, and within its bounds.
    pub target: u16,
    /// Jokers in each deck, at most [`MAX_JOKERS`].
    pub jokers: u8,
    /// Whether neighbours form pairs, as tables did before people chose their sides. [`Options::teams`] goes before it.
    pub partnerships: bool,
    /// What to do on a tie for the lead at the end.
    pub tie: Tie,
    /// The table's own rules. Not in the save if there are none, so that older versions read it.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub house: HouseRules,
    /// Who scores together; `None` if [`Options::partnerships`] says so, or everybody plays alone. How partners play is our
    /// ruling. Not in the save if nobody chose, as with `house`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teams: Option<Teams>,
    /// Whether each person on a side has a deck and a Nerts pile of their own, and only points are shared.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub own_decks: bool,
    /// Whether the numbers of a side with [`Options::own_decks`] are entered together, as sums over its decks. What each of
    /// its people had is then not known.
    #[serde(skip_serializing_if = "crate::domain::is_default")]
    pub together: bool,
}

impl Default for Options {
    fn default() -> Self {
        let house = HouseRules::PRINTED;
        Options {
            target: 100,
            jokers: 0,
            partnerships: false,
            tie: Tie::Ask,
            house,
            teams: None,
            own_decks: false,
            together: false,
        }
    }
}

impl Options {
    /// What the cards of a round are checked and counted by where each row has one deck, with piles as they are dealt at
    /// first.
    pub fn dealt(&self) -> Dealt {
        Dealt { house: self.house, jokers: self.jokers, piles: Vec::new(), decks: Vec::new() }
    }

    /// The same for this many players, whose rows may have several decks.
    pub fn dealt_to(&self, players: usize) -> Dealt {
        let decks = self.decks(players);
        let has = |row: &Vec<Seat>| decks.iter().filter(|deck| deck.iter().all(|seat| row.contains(seat))).count();
        let decks = if self.sums() { self.rows(players).iter().map(has).collect() } else { Vec::new() };
        Dealt { decks, ..self.dealt() }
    }

    /// Who scores together, if people play in sides.
    pub fn in_sides(&self) -> Option<Teams> {
        self.teams.clone().or_else(|| self.partnerships.then(|| Teams::new(Split::Neighbours(2))))
    }

    /// Those who score together.
    pub fn sides(&self, players: usize) -> Vec<Vec<Seat>> {
        sides(self.in_sides().as_ref(), players)
    }

    /// Those who share a deck and its Nerts pile, side by side: a side with its one deck, or each person with their own.
    pub fn decks(&self, players: usize) -> Vec<Vec<Seat>> {
        let sides = self.sides(players);
        if self.own_decks { sides.concat().into_iter().map(|seat| vec![seat]).collect() } else { sides }
    }

    /// Those whose numbers are entered together, in rows: those who share a deck, or a side with all its decks.
    pub fn rows(&self, players: usize) -> Vec<Vec<Seat>> {
        if self.sums() { self.sides(players) } else { self.decks(players) }
    }

    /// How many people played a round with so many rows. Where neighbours play together the last side may have been smaller
    /// than is said here, which leaves each of their decks in its row.
    pub fn players_of(&self, rows: usize) -> usize {
        let most = rows.saturating_mul(MAX_PARTNERS).min(MAX_SEATS);
        let fits = |players: &usize| self.rows(*players).len() == rows;
        let chosen = self.teams.as_ref().and_then(Teams::chosen_for).filter(fits);
        chosen.or_else(|| (rows..=most).rev().find(fits)).unwrap_or(rows)
    }

    /// Whether rows may have several decks.
    pub fn sums(&self) -> bool {
        self.own_decks && self.together
    }

    /// The side of each row.
    pub fn side_of_rows(&self, players: usize) -> Vec<usize> {
        let sides = self.sides(players);
        let side = |row: &Vec<Seat>| sides.iter().position(|side| row.first().is_some_and(|seat| side.contains(seat)));
        self.rows(players).iter().filter_map(side).collect()
    }

    /// What each side has if each row has so much.
    pub fn by_side(&self, players: usize, of_rows: &[i32]) -> Vec<i32> {
        let mut sums = vec![0; self.sides(players).len()];
        for (side, points) in self.side_of_rows(players).into_iter().zip(of_rows) {
            sums[side] = i32::saturating_add(sums[side], *points);
        }
        sums
    }
}

/// One row's counts after a round, over all its decks; [`check`](super::game::check) has their bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Count {
    /// Its cards on the foundations.
    pub foundations: u8,
    /// Cards left in its Nerts pile.
    pub left: u8,
    /// Its Kings on the foundations, which `foundations` contains. 0 where they count nothing of their own.
    #[serde(default, skip_serializing_if = "crate::domain::is_default")]
    pub kings: u8,
}

/// What the cards of a round are checked and counted by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dealt {
    /// The table's rules.
    pub house: HouseRules,
    /// Jokers in each deck.
    pub jokers: u8,
    /// Cards that were in the Nerts pile of each deck, side by side; for one that is missing here as many as the rules say.
    pub piles: Vec<u8>,
    /// How many decks each row has; a row that is missing here has one.
    pub decks: Vec<usize>,
}

impl Dealt {
    /// The decks of a row, side by side with those of the rows before.
    pub fn decks_of(&self, row: usize) -> Range<usize> {
        let known: usize = self.decks.iter().take(row).sum();
        let first = known + row.saturating_sub(self.decks.len());
        first..first + self.decks.get(row).copied().unwrap_or(1)
    }

    /// The row that a deck belongs to.
    pub fn row_of(&self, deck: usize) -> usize {
        let known: usize = self.decks.iter().sum();
        let row = (0..self.decks.len()).find(|row| deck < self.decks_of(*row).end);
        row.unwrap_or_else(|| self.decks.len() + deck.saturating_sub(known))
    }

    /// Cards that were in the Nerts pile of a deck.
    pub fn pile_of(&self, deck: usize) -> u8 {
        self.piles.get(deck).copied().unwrap_or(self.house.pile)
    }

    /// Cards that were in the Nerts piles of a row.
    pub fn pile(&self, row: usize) -> u8 {
        self.decks_of(row).map(|deck| self.pile_of(deck)).fold(0, u8::saturating_add)
    }

    /// Cards that were in the other Nerts piles of the row that has this deck: the most it can have left if this one is
    /// empty.
    pub fn pile_beside(&self, deck: usize) -> u8 {
        self.pile(self.row_of(deck)).saturating_sub(self.pile_of(deck))
    }

    /// Cards in the decks of a row with their jokers.
    pub fn cards(&self, row: usize) -> u8 {
        self.of_decks(row, self.house.deck.saturating_add(self.jokers.min(MAX_JOKERS)))
    }

    /// Most Kings of a row on the foundations. A joker may stand for one.
    pub fn most_kings(&self, row: usize) -> u8 {
        self.of_decks(row, DECK_KINGS + self.jokers.min(MAX_JOKERS))
    }

    /// So much for each deck of a row.
    fn of_decks(&self, row: usize, each: u8) -> u8 {
        each.saturating_mul(u8::try_from(self.decks_of(row).len()).unwrap_or(u8::MAX))
    }

    /// The same with nothing but this row.
    #[must_use]
    pub fn alone(&self, row: usize) -> Dealt {
        let decks = self.decks_of(row);
        let piles = decks.clone().map(|deck| self.pile_of(deck)).collect();
        Dealt { piles, decks: vec![decks.len()], ..*self }
    }

    /// How many numbers a row has: Kings are entered only if they count.
    pub fn cells(&self) -> usize {
        if self.house.king > 0 { 3 } else { 2 }
    }

    /// A row's points in a round, and whether one of its people called: one for each card on the foundations, minus the
    /// penalty for each card left (001, "スコアリング": two), and what the table's own rules add.
    pub fn points(&self, count: Count, called: bool) -> i32 {
        let HouseRules { penalty, call, king, .. } = self.house;
        let called = if called { i32::from(call) } else { 0 };
        i32::from(count.foundations) - i32::from(penalty) * i32::from(count.left)
            + i32::from(king) * i32::from(count.kings)
            + called
    }
}
