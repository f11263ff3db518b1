//! What is entered at a table and not yet recorded: a hand being counted, and a trick being laid out.

use serde::{Deserialize, Serialize};

use super::deal::{Cities, Miscount, check, deduce_last};
use super::game::Event;
use super::partition::{City, Counts, House, PHOTOS_PER_HOUSE, Photo};
use super::trick::Card;
use crate::entry::{Forward, Grid, PadKey, Pressed};

/// All unfinished input at a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The hand being counted.
    pub hand: HandDraft,
    /// The cards of the trick so far, in the order played.
    pub trick: Vec<Card>,
    /// How many of them lay there when the last hand was saved: undo takes back the hand before them.
    #[serde(default, skip_serializing_if = "crate::domain::is_default")]
    pub older: usize,
}

impl Draft {
    /// Nothing of a trick yet.
    pub fn new(hand: HandDraft) -> Draft {
        Draft { hand, trick: Vec::new(), older: 0 }
    }

    /// What stays once the hand is saved: a trick that is laid out belongs to the next one. `None` if there is none.
    #[must_use]
    pub fn after_hand(&self, cities: Cities) -> Option<Draft> {
        let hand = HandDraft::new(cities, self.hand.players(cities));
        (!self.trick.is_empty()).then(|| Draft { hand, trick: self.trick.clone(), older: self.trick.len() })
    }
}

/// The counts of all players, photo by photo, in the order they are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandDraft {
    /// The numbers, player by player.
    pub grid: Grid,
    /// Whether the last key accepted the deduced counts, or was "done".
    pub asked: bool,
}

/// The photos of the cities in use, in the order they are asked for.
pub fn photos(cities: Cities) -> Vec<Photo> {
    let cities = City::ALL.into_iter().filter(|city| cities.contains(*city));
    cities.flat_map(|city| House::ALL.map(|house| Photo::new(city, house))).collect()
}

/// What is wrong with a hand so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Nothing is entered in this cell.
    Empty(usize),
    /// More of a photo in this cell than exist.
    Range(usize),
    /// The players' counts cannot all be right.
    Miscount(Miscount),
}

impl Fault {
    /// The cells that may be wrong: for a photo that does not add up, one per player.
    pub fn cells(&self, cities: Cities, players: usize) -> Vec<usize> {
        match *self {
            Fault::Empty(cell) | Fault::Range(cell) => vec![cell],
            Fault::Miscount(Miscount::Sum { city, house, .. } | Miscount::NotInUse { city, house, .. }) => {
                let photos = photos(cities);
                let at = photos.iter().position(|photo| *photo == Photo::new(city, house));
                at.map(|at| (0..players).map(|player| player * photos.len() + at).collect()).unwrap_or_default()
            }
            Fault::Miscount(Miscount::Tricks { .. } | Miscount::Players { .. }) => Vec::new(),
        }
    }
}

impl HandDraft {
    /// An empty draft.
    pub fn new(cities: Cities, players: usize) -> HandDraft {
        HandDraft { grid: Grid::empty(photos(cities).len() * players), asked: false }
    }

    /// An old hand to correct.
    pub fn of(cities: Cities, counts: &[Counts]) -> HandDraft {
        let photos = photos(cities);
        let values = counts.iter().flat_map(|counts| photos.iter().map(|photo| i32::from(counts.get(*photo))));
        HandDraft { grid: Grid::filled(values), asked: false }
    }

    /// Handles a key. If the last player's counts are deduced, the first "next" only accepts them, so that a tap too
    /// many does not save the hand. "Done" jumps to a cell with a fault, if any.
    pub fn press(&mut self, key: PadKey, cities: Cities) -> Pressed {
        let agreed = std::mem::take(&mut self.asked);
        let pressed = match self.deduced(cities) {
            Some(_) if key == PadKey::Next && agreed => Pressed::Done,
            Some(_) if key == PadKey::Next => {
                self.asked = true;
                Pressed::Taken
            }
            _ => self.grid.press(key, |_| u32::from(PHOTOS_PER_HOUSE)),
        };
        self.asked |= pressed == Pressed::Done;
        if pressed == Pressed::Done {
            let (at, photos) = (self.grid.at(), photos(cities).len());
            let faults = self.faults(cities);
            let cells = faults.first().map(|fault| fault.cells(cities, self.players(cities))).unwrap_or_default();
            // For a photo that does not add up: the cell of the player being counted.
            if let Some(cell) = cells.iter().find(|cell| **cell / photos == at / photos).or(cells.first()) {
                self.grid.go(*cell);
            }
        }
        pressed
    }

    /// What "next" does now; `done` names the final step.
    pub fn forward(&self, cities: Cities, done: &str) -> Forward {
        let ready = self.event(cities).is_some();
        match self.deduced(cities) {
            Some(_) if self.asked => Forward::Done { words: done.to_owned(), ready },
            Some(_) => Forward::Next,
            None => self.grid.forward(done, ready),
        }
    }

    /// Where counting a player goes on: at their first open cell, or at their first cell if none is open.
    pub fn cell_of(&self, cities: Cities, player: usize) -> usize {
        let cells = photos(cities).len();
        let open = (player * cells..(player + 1) * cells).find(|cell| self.grid.value(*cell).is_none());
        open.unwrap_or(player * cells)
    }

    /// Whether a player's counts are known, entered or deduced.
    pub fn is_whole(&self, cities: Cities, player: usize) -> bool {
        self.filled(cities, player) == photos(cities).len()
            || (player + 1 == self.players(cities) && self.deduced(cities).is_some())
    }

    /// The content of each cell of a player, deduced or entered.
    pub fn texts(&self, cities: Cities, player: usize) -> Vec<String> {
        let photos = photos(cities);
        let deduced = self.deduced(cities).filter(|_| player + 1 == self.players(cities));
        let typed = |at: usize| self.grid.cell(player * photos.len() + at).text();
        let all = photos.iter().enumerate();
        all.map(|(at, photo)| deduced.map_or_else(|| typed(at), |counts| counts.get(*photo).to_string())).collect()
    }

    fn value(&self, cell: usize) -> Option<u8> {
        self.grid.value(cell).and_then(|value| u8::try_from(value).ok()).filter(|value| *value <= PHOTOS_PER_HOUSE)
    }

    /// What is entered for a player; open cells count as none.
    pub fn counts(&self, cities: Cities, player: usize) -> Counts {
        let photos = photos(cities);
        let mut counts = Counts::ZERO;
        for (at, photo) in photos.iter().enumerate() {
            // Within bounds, because `value` returns nothing above them.
            let _ = counts.set(*photo, self.value(player * photos.len() + at).unwrap_or(0));
        }
        counts
    }

    fn filled(&self, cities: Cities, player: usize) -> usize {
        let cells = photos(cities).len();
        (player * cells..(player + 1) * cells).filter(|cell| self.grid.value(*cell).is_some()).count()
    }

    /// The player whose cell is active.
    pub fn player(&self, cities: Cities) -> usize {
        self.grid.at() / photos(cities).len().max(1)
    }

    /// Number of players.
    pub fn players(&self, cities: Cities) -> usize {
        self.grid.len() / photos(cities).len().max(1)
    }

    /// The last player's counts, if everyone else's are entered, none of the last player's are, and the result is
    /// possible.
    pub fn deduced(&self, cities: Cities) -> Option<Counts> {
        let players = self.players(cities);
        let cells = photos(cities).len();
        let last = players.checked_sub(1)?;
        let others = (0..last).all(|player| self.filled(cities, player) == cells);
        if !others || self.filled(cities, last) > 0 {
            return None;
        }
        let known: Vec<Counts> = (0..last).map(|player| self.counts(cities, player)).collect();
        deduce_last(cities, &known).ok()
    }

    /// Everyone's counts, with the last player's deduced if possible.
    pub fn all(&self, cities: Cities) -> Vec<Counts> {
        let players = self.players(cities);
        let mut all: Vec<Counts> = (0..players).map(|player| self.counts(cities, player)).collect();
        if let (Some(deduced), Some(last)) = (self.deduced(cities), all.last_mut()) {
            *last = deduced;
        }
        all
    }

    /// What is wrong so far. Too many of a photo is reported at once; missing ones only after "done" or when nothing is
    /// open.
    pub fn faults(&self, cities: Cities) -> Vec<Fault> {
        let cells = self.grid.len();
        let range = (0..cells).filter(|cell| self.grid.value(*cell).is_some() && self.value(*cell).is_none());
        let mut faults: Vec<Fault> = range.map(Fault::Range).collect();
        let complete = self.grid.is_full() || self.deduced(cities).is_some();
        if self.asked && !complete {
            faults.extend((0..cells).filter(|cell| self.grid.value(*cell).is_none()).map(Fault::Empty));
        }
        if faults.is_empty() {
            let miscounts = check(cities, &self.all(cities)).into_iter();
            // Open cells can make up for too few, but not for too many.
            let counts = miscounts.filter(|miscount| match miscount {
                Miscount::Sum { counted, of, .. } => complete || counted > of,
                Miscount::NotInUse { .. } | Miscount::Tricks { .. } | Miscount::Players { .. } => complete,
            });
            faults.extend(counts.map(Fault::Miscount));
        }
        faults
    }

    /// The hand, if nothing is wrong.
    pub fn event(&self, cities: Cities) -> Option<Event> {
        let asked = HandDraft { asked: true, ..self.clone() };
        asked.faults(cities).is_empty().then(|| Event::Hand { counts: self.all(cities) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(players: usize, digits: &str) -> HandDraft {
        let mut hand = HandDraft::new(Cities::All, players);
        for digit in digits.chars().filter(char::is_ascii_digit) {
            hand.press(PadKey::Digit(digit as u8 - b'0'), Cities::All);
        }
        hand
    }

    const THREE: &str = "500 222 110 003  050 111 220 020  005 111 112 111";

    #[test]
    fn three_of_four_players_are_38_taps() {
        let mut hand = typed(4, THREE);
        assert_eq!(THREE.chars().filter(char::is_ascii_digit).count(), 36);
        assert!(hand.deduced(Cities::All).is_some());
        assert_eq!(hand.forward(Cities::All, "Save"), Forward::Next);
        assert_eq!(hand.press(PadKey::Next, Cities::All), Pressed::Taken, "who counts on is not stopped");
        assert_eq!(hand.forward(Cities::All, "Save"), Forward::Done { words: "Save".to_owned(), ready: true });
        assert_eq!(hand.press(PadKey::Next, Cities::All), Pressed::Done);
        let Some(Event::Hand { counts }) = hand.event(Cities::All) else { panic!("{:?}", hand.faults(Cities::All)) };
        assert_eq!(counts.iter().map(|counts| u32::from(counts.total())).sum::<u32>(), 60);
    }

    #[test]
    fn a_needless_next_does_not_save_what_was_deduced() {
        let mut hand = typed(4, THREE);
        hand.press(PadKey::Next, Cities::All);
        hand.press(PadKey::Digit(4), Cities::All);
        assert_eq!((hand.asked, hand.grid.at(), hand.deduced(Cities::All)), (false, 37, None));
    }

    #[test]
    fn too_many_of_a_photo_is_named_at_once() {
        let hand = typed(4, "500 000 000 000  1");
        let expected = Miscount::Sum { city: City::Arequipa, house: House::A, counted: 6, of: 5 };
        assert_eq!(hand.faults(Cities::All), [Fault::Miscount(expected)]);
        assert_eq!(Fault::Miscount(expected).cells(Cities::All, 4), [0, 12, 24, 36]);
    }

    #[test]
    fn too_few_is_named_once_everything_is_typed() {
        let mut hand = typed(4, THREE);
        assert_eq!(hand.faults(Cities::All), []);
        for digit in "000 111 112 420".chars().filter(char::is_ascii_digit) {
            hand.press(PadKey::Digit(digit as u8 - b'0'), Cities::All);
        }
        assert!(hand.grid.is_full());
        let faults = hand.faults(Cities::All);
        assert!(faults.iter().all(|fault| matches!(fault, Fault::Miscount(Miscount::Sum { .. }))), "{faults:?}");
        assert_eq!(hand.event(Cities::All), None);

        // "Save" jumps to the photo, for the player being counted.
        assert_eq!(hand.forward(Cities::All, "Save"), Forward::Done { words: "Save".to_owned(), ready: false });
        hand.press(PadKey::Next, Cities::All);
        let photo = faults[0].cells(Cities::All, 4)[3];
        assert_eq!((hand.grid.at(), hand.player(Cities::All)), (photo, 3));
    }

    #[test]
    fn counting_a_player_goes_on_at_the_first_open_cell() {
        let hand = typed(4, "500 222 110 003  05");
        let cells = [0, 1, 3].map(|player| hand.cell_of(Cities::All, player));
        assert_eq!(cells, [0, 14, 36], "the first player has no open cell");
    }

    #[test]
    fn an_old_hand_comes_back_as_it_was() {
        let hand = typed(4, THREE);
        let all = hand.all(Cities::All);
        let old = HandDraft::of(Cities::All, &all);
        assert_eq!(old.event(Cities::All), Some(Event::Hand { counts: all }));
    }

    #[test]
    fn open_cells_are_faults_once_done_is_asked_for() {
        let mut hand = typed(4, "12");
        hand.asked = true;
        assert_eq!(hand.faults(Cities::All).first(), Some(&Fault::Empty(2)));
    }

    #[test]
    fn a_count_above_five_is_a_fault_at_its_cell() {
        let hand = typed(4, "7");
        assert_eq!(hand.faults(Cities::All), [Fault::Range(0)]);
    }

    /// A trick that lay there when a hand was saved is older than the hand, which undo takes back first.
    #[test]
    fn undo_takes_back_no_card_from_before_the_hand() {
        use crate::domain::seats::{Player, Seat, Seats};
        use crate::games::machinamitorite::game::{Machinamitorite, Options};
        use crate::games::machinamitorite::trick::{Card, Park};
        use crate::play::Play;

        let players = (0..4).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
        let seats = Seats::new(players, Seat(0), 3..=6).unwrap();
        let undo = |draft: &Draft| {
            let (mut undone, options) = (draft.clone(), Options::default());
            Machinamitorite::undo_draft(&mut undone, &seats, &options).map(|_| undone)
        };
        let card = Card::Park(Park::A);
        let draft = Draft { trick: vec![card; 2], ..Draft::new(typed(4, THREE)) };
        let left = draft.after_hand(Cities::All).unwrap();
        assert_eq!(left.trick, [card; 2], "it may belong to the next hand");
        assert_eq!(undo(&left), None);
        let more = Draft { trick: vec![card; 3], ..left.clone() };
        assert_eq!(undo(&more), Some(left));
        assert_eq!(Draft::new(typed(4, THREE)).after_hand(Cities::All), None);
    }
}
