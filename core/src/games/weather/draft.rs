//! What is entered at a table and not yet recorded: the cards taken in a round, and the values copied from wish cards.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::game::Event;
use super::score::{
    CardKind, MAX_PER_KIND, MAX_VALUE, NotDivisible, PRINTED_WISHES, PrintedCards, Taken, ThunderboltMismatch, Values,
    check_thunderbolt, tricks,
};
use super::wish::Wish;
use crate::entry::{Forward, Grid, PadKey, Pressed};

/// Cells for each player or wish card: one per kind of card.
pub const KINDS: usize = CardKind::ALL.len();

/// The cards of a round, five counts per player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardCounts {
    /// The numbers.
    pub grid: Grid,
    /// Whether "10+" was pressed and a second digit is expected.
    ten: bool,
    /// Whether "done" was tapped, so that empty cells are errors.
    pub asked: bool,
}

/// What is wrong with the counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nothing is entered in this cell.
    Empty(usize),
    /// Below 0 or above [`MAX_PER_KIND`], in this cell.
    Range(usize),
    /// The counts of this player, from 0 in seat order, do not make whole tricks.
    Tricks(usize, NotDivisible),
    /// Nobody took a card.
    NoCards,
}

impl Fault {
    /// The first cell concerned; `None` if it concerns all of them.
    pub fn cell(&self) -> Option<usize> {
        match self {
            Fault::Empty(cell) | Fault::Range(cell) => Some(*cell),
            Fault::Tricks(player, _) => Some(player * KINDS),
            Fault::NoCards => None,
        }
    }

    /// The player concerned, likewise.
    pub fn player(&self) -> Option<usize> {
        match self {
            Fault::Tricks(player, _) => Some(*player),
            _ => self.cell().map(|cell| cell / KINDS),
        }
    }

    /// Whether it concerns this cell; counts that make no whole tricks concern all five of a player.
    pub fn is_at(&self, cell: usize) -> bool {
        match self {
            Fault::Empty(wrong) | Fault::Range(wrong) => *wrong == cell,
            Fault::Tricks(player, _) => *player == cell / KINDS,
            Fault::NoCards => false,
        }
    }
}

impl CardCounts {
    /// An empty draft with a row for each of these players.
    pub fn new(players: usize) -> CardCounts {
        CardCounts { grid: Grid::empty(players * KINDS), ten: false, asked: false }
    }

    /// An old round to correct.
    pub fn of(cards: &[Taken]) -> CardCounts {
        let counts = cards.iter().flat_map(|taken| CardKind::ALL.map(|kind| i32::from(taken.get(kind))));
        CardCounts { grid: Grid::filled(counts), ten: false, asked: false }
    }

    /// Number of rows; without a table it is one, however many play.
    pub fn players(&self) -> usize {
        self.grid.len() / KINDS
    }

    /// A cell as shown.
    pub fn text(&self, cell: usize) -> String {
        if self.ten && cell == self.grid.at() { "10+".to_owned() } else { self.grid.cell(cell).text() }
    }

    /// The cells of the player whose cell is active.
    fn row(&self) -> Range<usize> {
        let first = self.grid.at() / KINDS * KINDS;
        first..first + KINDS
    }

    /// Whether nothing is entered for that player.
    pub fn is_row_blank(&self) -> bool {
        !self.ten && self.row().all(|cell| self.grid.cell(cell).is_empty())
    }

    /// Whether that player has an empty cell.
    pub fn is_row_open(&self) -> bool {
        self.grid.is_open(self.row())
    }

    /// What "next" does now; `done` names the final step. Each row's cards must be a multiple of `players`.
    pub fn forward(&self, players: usize, done: &str) -> Forward {
        if self.ten { Forward::Next } else { self.grid.forward(done, self.faults(players).is_empty()) }
    }

    /// Handles a key. "Rest" fills the empty cells of the active row with 0. "Done" jumps to the first cell with a
    /// fault, if any.
    pub fn press(&mut self, key: PadKey, players: usize) -> Pressed {
        let row = self.row();
        let pressed = self.grid.press_tens(key, &mut self.ten, row);
        if pressed == Pressed::Done {
            self.asked = true;
            if let Some(cell) = self.faults(players).first().and_then(Fault::cell) {
                self.go(cell);
            }
        }
        pressed
    }

    /// Makes a cell active. A "10+" that still waits for its second digit counts as 10.
    pub fn go(&mut self, cell: usize) {
        if self.ten {
            let row = self.row();
            self.grid.press_tens(PadKey::Next, &mut self.ten, row);
        }
        self.grid.go(cell);
    }

    /// What an undo would take back: a cell and its content.
    pub fn to_undo(&self) -> Option<(usize, String)> {
        if self.ten {
            return Some((self.grid.at(), self.text(self.grid.at())));
        }
        self.grid.to_undo().map(|(cell, now)| (cell, now.text()))
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        self.asked = false;
        if self.ten {
            self.ten = false;
        } else {
            self.grid.undo();
        }
    }

    /// A player's cards, once all five counts are entered and in bounds.
    pub fn taken(&self, player: usize) -> Option<Taken> {
        let mut taken = Taken::default();
        for (at, kind) in CardKind::ALL.into_iter().enumerate() {
            let value = self.grid.value(player * KINDS + at)?;
            taken.set(kind, u8::try_from(value).ok().filter(|count| *count <= MAX_PER_KIND)?);
        }
        Some(taken)
    }

    /// What is wrong so far, player by player. Empty cells only count once "done" was tapped.
    pub fn faults(&self, players: usize) -> Vec<Fault> {
        let mut faults = Vec::new();
        for player in 0..self.players() {
            for cell in player * KINDS..(player + 1) * KINDS {
                match self.grid.value(cell) {
                    None if self.asked => faults.push(Fault::Empty(cell)),
                    Some(value) if !(0..=i32::from(MAX_PER_KIND)).contains(&value) => faults.push(Fault::Range(cell)),
                    _ => {}
                }
            }
            if let Some(Err(wrong)) = self.taken(player).map(|taken| tricks(&taken, players)) {
                faults.push(Fault::Tricks(player, wrong));
            }
        }
        let taken: Option<Vec<Taken>> = (0..self.players()).map(|player| self.taken(player)).collect();
        // A single player, as in the calculator, may have taken nothing.
        if self.asked && self.players() > 1 && taken.is_some_and(|all| all.iter().all(|taken| taken.cards() == 0)) {
            faults.push(Fault::NoCards);
        }
        faults
    }

    /// The round, if nothing is wrong.
    pub fn event(&self, players: usize) -> Option<Event> {
        let asked = CardCounts { asked: true, ..self.clone() };
        if self.ten || !asked.faults(players).is_empty() {
            return None;
        }
        let cards = (0..self.players()).map(|player| self.taken(player)).collect::<Option<_>>()?;
        Some(Event::Taken { cards })
    }
}

/// The four printed wish cards being copied, five values each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Copying {
    /// The values.
    pub grid: Grid,
}

impl Copying {
    /// The form, filled with the known values, at the first empty cell.
    pub fn of(cards: &PrintedCards) -> Copying {
        let value = |wish: Wish| CardKind::ALL.map(|kind| cards.get(wish).map(|values| i32::from(values.get(kind))));
        Copying { grid: Grid::partly(PRINTED_WISHES.into_iter().flat_map(value)) }
    }

    /// Starts at the card of this wish.
    #[must_use]
    pub fn at(mut self, wish: Wish) -> Copying {
        let card = PRINTED_WISHES.iter().position(|printed| *printed == wish);
        self.grid.go(card.map_or(self.grid.at(), |card| card * KINDS));
        self
    }

    /// The wish and the kind of a cell.
    pub fn place(cell: usize) -> (Wish, CardKind) {
        let wish = PRINTED_WISHES.get(cell / KINDS).copied().unwrap_or(Wish::Thunderbolt);
        (wish, CardKind::ALL[cell % KINDS])
    }

    /// Handles a key. "Rest" fills the empty cells of the active card with 0. "Next" is done once every card that was
    /// begun is full.
    pub fn press(&mut self, key: PadKey) -> Pressed {
        match key {
            PadKey::Plus => return Pressed::Taken,
            PadKey::Rest => self.grid.fill(self.card(), 0),
            // A value is never a sum: a sign starts it anew.
            PadKey::Minus => self.grid.restart(),
            PadKey::Next if self.is_changed() && self.cards().is_some() => return Pressed::Done,
            _ => {}
        }
        self.grid.press(key, |_| MAX_VALUE.unsigned_abs().into())
    }

    /// What "next" does now; `save` is the label of the last step.
    pub fn forward(&self, save: &str) -> Forward {
        match self.cards().is_some() {
            true if self.is_changed() => Forward::Done { words: save.to_owned(), ready: true },
            ready => self.grid.forward(save, ready),
        }
    }

    /// Whether anything has been typed here.
    pub fn is_changed(&self) -> bool {
        self.grid.to_undo().is_some()
    }

    /// The cells of the active card.
    fn card(&self) -> Range<usize> {
        let first = self.grid.at() / KINDS * KINDS;
        first..first + KINDS
    }

    /// Whether the active card has an empty cell.
    pub fn is_card_open(&self) -> bool {
        self.grid.is_open(self.card())
    }

    fn is_blank(&self, card: usize) -> bool {
        (card * KINDS..(card + 1) * KINDS).all(|cell| self.grid.cell(cell).is_empty())
    }

    fn value(&self, cell: usize) -> Option<i8> {
        let typed = self.grid.value(cell).and_then(|value| i8::try_from(value).ok());
        typed.filter(|value| (-MAX_VALUE..=MAX_VALUE).contains(value))
    }

    fn values(&self, card: usize) -> Option<Values> {
        let mut values = Values::default();
        for (at, kind) in CardKind::ALL.into_iter().enumerate() {
            values.set(kind, self.value(card * KINDS + at)?);
        }
        Some(values)
    }

    /// The copied cards, once each one that was begun is full. Blank ones are left out; `None` if all are blank.
    pub fn cards(&self) -> Option<PrintedCards> {
        let begun = |card: usize| !self.is_blank(card);
        let right = |card: usize| !begun(card) || self.values(card).is_some();
        let cards = 0..PRINTED_WISHES.len();
        (cards.clone().any(begun) && cards.clone().all(right)).then(|| PrintedCards {
            sun: self.values(0),
            cloud: self.values(1),
            rain: self.values(2),
            thunderbolt: self.values(3),
        })
    }

    /// Whether the 天雷 card gives the result of the example in the text; `None` until all its values are typed.
    pub fn example(&self) -> Option<Result<(), ThunderboltMismatch>> {
        self.values(3).map(|values| check_thunderbolt(&values))
    }
}

/// Which form was used last, so that undo takes that back first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LastKey {
    /// The round. Drafts of earlier versions say `old` for one being corrected.
    #[default]
    #[serde(alias = "old")]
    Now,
    /// The printed cards.
    Copy,
}

/// All unfinished input at a table. While an old round is corrected, it stands in the place of the current one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// The cards of the round.
    pub now: Option<CardCounts>,
    /// The printed cards.
    pub copy: Option<Copying>,
    /// Which form the last key was for.
    pub last: LastKey,
}

impl Draft {
    /// Which form an undo applies to, the cell, and its content.
    pub fn to_undo(&self) -> Option<(LastKey, usize, String)> {
        [self.last, LastKey::Now, LastKey::Copy].into_iter().find_map(|part| {
            let (cell, now) = match part {
                LastKey::Now => self.now.as_ref()?.to_undo()?,
                LastKey::Copy => self.copy.as_ref()?.grid.to_undo().map(|(cell, now)| (cell, now.text()))?,
            };
            Some((part, cell, now))
        })
    }

    /// The draft, unless it is empty.
    pub fn some(self) -> Option<Draft> {
        (self.now.is_some() || self.copy.is_some()).then_some(self)
    }

    /// Takes the last step back.
    pub fn undo(&mut self) {
        match (self.to_undo().map(|(part, ..)| part), self) {
            (Some(LastKey::Now), Draft { now: Some(counts), .. }) => counts.undo(),
            (Some(LastKey::Copy), Draft { copy: Some(copy), .. }) => copy.grid.undo(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(counts: &mut CardCounts, keys: &str) -> usize {
        for key in keys.chars() {
            let key = match key {
                '+' => PadKey::Plus,
                '>' => PadKey::Next,
                '<' => PadKey::Erase,
                'x' => PadKey::Rest,
                digit => PadKey::Digit(digit as u8 - b'0'),
            };
            counts.press(key, counts.players());
        }
        keys.len()
    }

    #[test]
    fn a_round_of_four_takes_at_most_30_taps_with_its_wishes() {
        let mut counts = CardCounts::new(4);
        // 16, 12, 4 and 20 cards, with one count above nine, and four taps for the wishes.
        let taps = 4
            + press(&mut counts, "34522" /* 16 */)
            + press(&mut counts, "+20000")
            + press(&mut counts, "11110")
            + press(&mut counts, "44444")
            + press(&mut counts, ">");
        assert!(counts.asked);
        assert!(counts.event(4).is_some(), "{:?}", counts.faults(4));
        assert_eq!(counts.taken(1).map(|taken| taken.sun), Some(12));
        assert!(taps <= 30, "{taps}");
    }

    #[test]
    fn ten_and_more() {
        for (keys, sun) in [("+0", 10), ("+9", 19), ("++", 20), ("+>", 10), ("7", 7), ("+<7", 7), ("1", 1)] {
            let mut counts = CardCounts::new(2);
            press(&mut counts, keys);
            assert_eq!((counts.grid.value(0), counts.grid.at()), (Some(sun), 1), "{keys}");
            while counts.to_undo().is_some() {
                counts.undo();
            }
            assert_eq!(counts.grid.value(0), None);
        }
        let mut counts = CardCounts::new(2);
        press(&mut counts, "+");
        assert_eq!((counts.text(0).as_str(), counts.to_undo()), ("10+", Some((0, "10+".to_owned()))));
        counts.go(3);
        assert_eq!(counts.grid.value(0), Some(10), "what was typed counts when leaving the cell");
    }

    #[test]
    fn a_count_that_does_not_divide_is_named_as_soon_as_the_player_is_full() {
        let mut counts = CardCounts::new(3);
        press(&mut counts, "2110");
        assert_eq!(counts.faults(3), []);
        press(&mut counts, "1");
        assert_eq!(counts.faults(3), [Fault::Tricks(0, NotDivisible { cards: 5, players: 3 })]);
        counts.asked = true;
        assert_eq!(counts.faults(3).len(), 11);
        assert_eq!(counts.event(3), None);
    }

    #[test]
    fn who_has_no_card_is_one_tap() {
        let mut counts = CardCounts::new(3);
        assert!(counts.is_row_blank());
        press(&mut counts, "x");
        assert_eq!((counts.grid.at(), counts.taken(0)), (KINDS, Some(Taken::default())));
        press(&mut counts, "3");
        assert!(!counts.is_row_blank() && counts.is_row_open());
        press(&mut counts, "+x");
        assert_eq!(counts.taken(1), Some(Taken::from([3, 10, 0, 0, 0])));
        press(&mut counts, "22222");
        assert!(!counts.is_row_open());
        press(&mut counts, "xx");
        assert_eq!(counts.taken(2), Some(Taken::from([2; 5])), "who is counted stays so");
        press(&mut counts, "<");
        while counts.to_undo().is_some() {
            counts.undo();
        }
        assert_eq!(counts, CardCounts::new(3));
    }

    #[test]
    fn nobody_with_a_card_is_a_fault() {
        let mut counts = CardCounts::new(2);
        press(&mut counts, "0000000000");
        assert_eq!(counts.faults(2), []);
        press(&mut counts, ">");
        assert_eq!(counts.faults(2), [Fault::NoCards]);
    }

    #[test]
    fn a_round_comes_back_as_it_was() {
        let cards = [Taken::from([1, 2, 0, 0, 0]), Taken::from([0, 0, 12, 0, 0])];
        assert_eq!(CardCounts::of(&cards).event(3), Some(Event::Taken { cards: cards.to_vec() }));
    }

    fn copy(copying: &mut Copying, keys: &str) -> usize {
        for key in keys.chars() {
            copying.press(match key {
                '-' => PadKey::Minus,
                '+' => PadKey::Plus,
                'x' => PadKey::Rest,
                '>' => PadKey::Next,
                digit => PadKey::Digit(digit as u8 - b'0'),
            });
        }
        keys.len()
    }

    #[test]
    fn cards_are_copied_one_by_one() {
        let mut copying = Copying::of(&PrintedCards::default());
        assert_eq!(copying.cards(), None);
        copy(&mut copying, "3-1-1");
        assert_eq!((copying.grid.at(), copying.is_card_open(), copying.cards()), (3, true, None));
        assert_eq!(copying.forward("save"), Forward::Waits);
        copy(&mut copying, "x");
        assert_eq!((copying.grid.at(), copying.is_card_open()), (KINDS, true), "what is not on the card pays nothing");
        assert_eq!(copying.forward("save"), Forward::Done { words: "save".to_owned(), ready: true });
        let sun = Some(Values::from([3, -1, -1, 0, 0]));
        assert_eq!(copying.cards(), Some(PrintedCards { sun, ..PrintedCards::default() }));
        assert_eq!(copying.example(), None);
        copying.grid.go(4);
        copy(&mut copying, "2");
        let sun = Some(Values::from([3, -1, -1, 0, 2]));
        assert_eq!(copying.cards(), Some(PrintedCards { sun, ..PrintedCards::default() }));
        copying.grid.go(15);
        copy(&mut copying, "-1-1");
        assert_eq!(copying.example(), None, "half a card is not checked");
        copy(&mut copying, "13-2");
        assert_eq!(copying.example(), Some(Err(ThunderboltMismatch { expected: 2, got: 3 })));
        let cards = copying.cards().unwrap();
        assert_eq!(Copying::of(&cards).cards(), Some(cards));
        assert_eq!(Copying::of(&cards).forward("save"), Forward::Waits, "it is stored already");
        copying.grid.go(17);
        copy(&mut copying, "0");
        assert_eq!(copying.example(), Some(Err(ThunderboltMismatch { expected: 2, got: 0 })));
        copying.grid.go(18);
        copy(&mut copying, "+-");
        assert_eq!(copying.cards(), None, "a sign alone is no value");
        copy(&mut copying, "9");
        assert_eq!(copying.grid.value(18), Some(-9));
    }

    #[test]
    fn the_two_cards_a_round_asks_for_take_at_most_16_taps() {
        let mut copying = Copying::of(&PrintedCards::default()).at(Wish::Cloud);
        // The last tap stores them.
        let taps = copy(&mut copying, "120-1-1013-1-1") + 1;
        let (cloud, rain) = (Some(Values::from([1, 2, 0, -1, -1])), Some(Values::from([0, 1, 3, -1, -1])));
        assert_eq!(copying.cards(), Some(PrintedCards { cloud, rain, ..PrintedCards::default() }));
        assert!(taps <= 16, "{taps}");
    }

    #[test]
    fn a_needless_next_skips_no_value() {
        let mut copying = Copying::of(&PrintedCards::default());
        copy(&mut copying, "3>>>-1>");
        assert_eq!((copying.grid.at(), copying.grid.value(1)), (2, Some(-1)));
    }

    #[test]
    fn undo_takes_back_what_was_typed_last() {
        let mut now = CardCounts::new(2);
        press(&mut now, "3");
        let mut copying = Copying::of(&PrintedCards::default());
        copy(&mut copying, "5");
        let mut draft = Draft { now: Some(now), copy: Some(copying), last: LastKey::Copy };
        assert_eq!(draft.to_undo(), Some((LastKey::Copy, 0, "5".to_owned())));
        draft.undo();
        assert_eq!(draft.to_undo(), Some((LastKey::Now, 0, "3".to_owned())));
        draft.undo();
        assert_eq!(draft.to_undo(), None);
    }
}
