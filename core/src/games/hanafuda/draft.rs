//! What is entered at a table and not yet recorded: the check of the field, a move, a payout, a forfeit.

use serde::{Deserialize, Serialize};

use super::deck::{BRIGHTS, IN_HANDS, Month};
use super::game::{Error, Event, Hanafuda, MoveKind, Phase, State};
use super::payout::{Left, PayoutError};
use crate::domain::game::Game;
use crate::domain::seats::Seat;
use crate::entry::{Grid, PadKey, Pressed};

/// Cells for each hand that pays: its brights, and all its cards.
const CELLS: usize = 2;

/// All unfinished input at a table, stored on every tap. The parts are independent of each other.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Draft {
    /// The months on the field after the deal, as far as they have been tapped.
    pub field: Vec<Month>,
    /// A turn.
    pub turn: Option<TurnDraft>,
    /// A payout.
    pub payout: Option<PayoutDraft>,
    /// A forfeit.
    pub forfeit: Option<Penalty>,
    /// Whether the last tap was on the field, so that undo takes that back first.
    pub field_last: bool,
}

/// A turn, as far as chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TurnDraft {
    /// The move that was tapped, while its top discard is still asked for.
    pub kind: Option<MoveKind>,
    /// Whether the first turn of a round may begin, because the table said that the cards are dealt.
    pub dealt: bool,
}

/// Who is first, if the table knows it without being told by the payout or the forfeit.
fn known(before: &State) -> Option<Seat> {
    match before.phase {
        Phase::First { winner } => winner,
        Phase::Turn | Phase::Between | Phase::Over => None,
    }
}

/// A payout, as far as entered. It applies to the state `before` it, which the methods that need it take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PayoutDraft {
    /// The winner, if chosen because the table does not know.
    winner: Option<Seat>,
    /// Who touched first.
    exempt: Option<Seat>,
    /// Whose hands are counted.
    payers: Vec<Seat>,
    /// Their counts.
    pub grid: Grid,
    /// Whether the count overrides the tracked hands.
    recount: bool,
    /// Whether "done" was tapped, so that empty cells are errors.
    asked: bool,
    /// Whether it started as an old payout: who was first and who touched first are then not undone one by one.
    #[serde(default)]
    old: bool,
}

/// What is wrong with a payout being entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// No one is chosen as first.
    Winner,
    /// No one is chosen as the first to touch.
    Exempt,
    /// Nothing is entered in this cell.
    Empty(usize),
    /// In this cell, more than the highest possible number, given second.
    Range(usize, u8),
    /// More brights than cards in a hand.
    Brights {
        /// The cell with the brights.
        cell: usize,
        /// The brights entered.
        brights: u8,
        /// Cards in the hand.
        cards: u8,
    },
    /// A rule of the game, and the cell concerned, if any.
    Rule(Error, Option<usize>),
}

impl Fault {
    /// The cell concerned.
    pub fn cell(&self) -> Option<usize> {
        match self {
            Fault::Winner | Fault::Exempt => None,
            Fault::Empty(cell) | Fault::Range(cell, _) | Fault::Brights { cell, .. } => Some(*cell),
            Fault::Rule(_, cell) => *cell,
        }
    }

    /// The row concerned, as an index of [`PayoutDraft::payers`].
    pub fn row(&self) -> Option<usize> {
        self.cell().map(|cell| cell / CELLS)
    }

    /// Whether the count differs from the tracked hand. The person can then say that the count is right.
    pub fn is_miscount(&self) -> bool {
        matches!(self, Fault::Rule(Error::Miscount { .. }, _))
    }
}

impl PayoutDraft {
    /// An empty draft.
    pub fn new(before: &State) -> PayoutDraft {
        let blank = PayoutDraft {
            winner: None,
            exempt: None,
            payers: Vec::new(),
            grid: Grid::empty(0),
            recount: false,
            asked: false,
            old: false,
        };
        blank.seated(before)
    }

    /// An old payout to correct; `None` for other events.
    pub fn of(event: &Event, before: &State) -> Option<PayoutDraft> {
        let Event::Payout { winner, left, exempt, recount } = event else { return None };
        let mut old =
            PayoutDraft { winner: Some(*winner), exempt: *exempt, recount: *recount, ..PayoutDraft::new(before) };
        old.payers = old.payers_now(before);
        let counts = old.payers.iter().filter_map(|seat| left.get(seat.index()));
        let values = counts.flat_map(|hand| [i32::from(hand.brights), i32::try_from(hand.cards()).unwrap_or(0)]);
        old.grid = Grid::filled(values);
        old.old = true;
        Some(old)
    }

    /// Who is first: known, or else chosen.
    pub fn winner(&self, before: &State) -> Option<Seat> {
        known(before).or(self.winner)
    }

    /// Who touched first, once chosen.
    pub fn exempt(&self) -> Option<Seat> {
        self.exempt
    }

    /// Whose hands are counted; nobody's until it is known who pays.
    pub fn payers(&self) -> &[Seat] {
        &self.payers
    }

    fn payers_now(&self, before: &State) -> Vec<Seat> {
        let players = before.hands.len();
        match (self.winner(before), self.exempt) {
            (Some(winner), exempt) if players == 2 || exempt.is_some() => {
                Seat::all(players).filter(|seat| *seat != winner && Some(*seat) != exempt).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Rebuilds the grid for the current payers: keeps what was entered for them, and fills in tracked hands.
    fn seated(self, before: &State) -> PayoutDraft {
        let payers = self.payers_now(before);
        let typed = |seat: &Seat| self.payers.iter().position(|payer| payer == seat);
        let followed = |seat: &Seat| {
            before.hands.get(seat.index()).filter(|_| before.tracks_turns()).map(|cards| i32::from(*cards))
        };
        let values = payers.iter().flat_map(|seat| {
            let value = |cell| typed(seat).and_then(|row| self.grid.value(row * CELLS + cell));
            [value(0), value(1).or_else(|| followed(seat))]
        });
        let grid = Grid::partly(values);
        PayoutDraft { payers, grid, asked: false, ..self }
    }

    /// With `seat` as the first player out.
    #[must_use]
    pub fn with_winner(self, seat: Seat, before: &State) -> PayoutDraft {
        let exempt = self.exempt.filter(|exempt| *exempt != seat);
        PayoutDraft { winner: Some(seat), exempt, ..self }.seated(before)
    }

    /// With `seat` as the first to touch.
    #[must_use]
    pub fn with_exempt(self, seat: Seat, before: &State) -> PayoutDraft {
        PayoutDraft { exempt: Some(seat), ..self }.seated(before)
    }

    /// With the count overriding the tracked hands.
    #[must_use]
    pub fn recounted(self) -> PayoutDraft {
        PayoutDraft { recount: true, ..self }
    }

    /// The highest sensible value of a cell.
    fn most(cell: usize) -> u8 {
        if cell.is_multiple_of(CELLS) { BRIGHTS } else { IN_HANDS }
    }

    /// Handles a key. "Done" jumps to the first cell with a fault, if any.
    pub fn press(&mut self, key: PadKey, before: &State) -> Pressed {
        let pressed = self.grid.press(key, |cell| u32::from(PayoutDraft::most(cell)));
        if pressed == Pressed::Done {
            self.asked = true;
            if let Some(cell) = self.faults(before).first().and_then(Fault::cell) {
                self.grid.go(cell);
            }
        }
        pressed
    }

    fn count(&self, cell: usize) -> Option<u8> {
        self.grid
            .value(cell)
            .and_then(|value| u8::try_from(value).ok())
            .filter(|value| *value <= PayoutDraft::most(cell))
    }

    /// What is left in the hand of a row, once both its numbers are entered and agree.
    pub fn left(&self, row: usize) -> Option<Left> {
        let (brights, cards) = (self.count(row * CELLS)?, self.count(row * CELLS + 1)?);
        Some(Left { brights, others: cards.checked_sub(brights)? })
    }

    /// The points that the winner gets, as far as entered.
    pub fn pot(&self) -> i32 {
        (0..self.payers.len()).filter_map(|row| self.left(row)).map(Left::points).sum()
    }

    /// What is wrong so far: first who won and who touched, then by cell. What is missing only counts once "done" was
    /// tapped.
    pub fn faults(&self, before: &State) -> Vec<Fault> {
        let mut faults = Vec::new();
        if self.asked && self.winner(before).is_none() {
            faults.push(Fault::Winner);
        } else if self.asked && self.payers.is_empty() {
            faults.push(Fault::Exempt);
        }
        for (row, seat) in self.payers.iter().enumerate() {
            let sound = faults.len();
            for cell in [row * CELLS, row * CELLS + 1] {
                match self.grid.value(cell) {
                    None if self.asked => faults.push(Fault::Empty(cell)),
                    Some(_) if self.count(cell).is_none() => faults.push(Fault::Range(cell, PayoutDraft::most(cell))),
                    _ => {}
                }
            }
            let (Some(brights), Some(cards)) = (self.count(row * CELLS), self.count(row * CELLS + 1)) else { continue };
            if faults.len() > sound {
                continue;
            }
            if cards == 0 {
                let error = Error::Payout(PayoutError::EmptyHand(*seat));
                faults.push(Fault::Rule(error, Some(row * CELLS + 1)));
            } else if brights > cards {
                faults.push(Fault::Brights { cell: row * CELLS, brights, cards });
            } else if let Some(&tracked) = before.hands.get(seat.index())
                && before.tracks_turns()
                && !self.recount
                && tracked != cards
            {
                let error = Error::Miscount { seat: *seat, counted: usize::from(cards), tracked };
                faults.push(Fault::Rule(error, Some(row * CELLS + 1)));
            }
        }
        if faults.is_empty()
            && let Some(event) = self.built(before)
            && let Err(error) = Hanafuda::apply(before, &event)
        {
            faults.push(Fault::Rule(error, None));
        }
        faults
    }

    fn built(&self, before: &State) -> Option<Event> {
        let winner = self.winner(before)?;
        let mut left = vec![Left::default(); before.hands.len()];
        for (row, seat) in self.payers.iter().enumerate() {
            *left.get_mut(seat.index())? = self.left(row)?;
        }
        Some(Event::Payout { winner, left, exempt: self.exempt, recount: self.recount })
    }

    /// The payout, if nothing is wrong.
    pub fn event(&self, before: &State) -> Option<Event> {
        let asked = PayoutDraft { asked: true, ..self.clone() };
        if asked.faults(before).is_empty() { self.built(before) } else { None }
    }

    /// What an undo would take back, if anything.
    pub fn to_undo(&self) -> Option<PayoutStep> {
        match (self.grid.to_undo(), self.exempt, self.winner) {
            (Some((cell, _)), ..) => self.payers.get(cell / CELLS).map(|seat| PayoutStep::Count(*seat)),
            (None, ..) if self.old => None,
            (None, Some(seat), _) => Some(PayoutStep::Exempt(seat)),
            (None, None, Some(seat)) => Some(PayoutStep::Winner(seat)),
            (None, None, None) => None,
        }
    }

    /// Takes back the last step.
    pub fn undo(&mut self) {
        self.asked = false;
        match self.to_undo() {
            Some(PayoutStep::Count(_)) => return self.grid.undo(),
            Some(PayoutStep::Exempt(_)) => self.exempt = None,
            Some(PayoutStep::Winner(_)) => self.winner = None,
            None => return,
        }
        self.payers.clear();
        self.grid = Grid::empty(0);
    }
}

/// A step of a payout that an undo takes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayoutStep {
    /// A count of this hand.
    Count(Seat),
    /// Who touched first.
    Exempt(Seat),
    /// Who was first.
    Winner(Seat),
}

/// A forfeit, as far as chosen.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Penalty {
    /// The winner, if chosen because the table does not know.
    pub winner: Option<Seat>,
    /// Whose hand is on top of the heap.
    pub seat: Option<Seat>,
    /// The forfeit drawn.
    pub text: Option<String>,
    /// Whether it started as an old forfeit: what was chosen is then not undone one by one.
    #[serde(default)]
    pub old: bool,
}

impl Penalty {
    /// An old forfeit to correct; `None` for other events.
    pub fn of(event: &Event) -> Option<Penalty> {
        let Event::Forfeit { winner, seat, text } = event else { return None };
        Some(Penalty { winner: Some(*winner), seat: Some(*seat), text: text.clone(), old: true })
    }

    /// Who is first: known, or else chosen.
    pub fn winner(&self, before: &State) -> Option<Seat> {
        known(before).or(self.winner)
    }

    /// Whose hand can be on top: anyone's but the winner's, and that of whoever touched first, which lies at the
    /// bottom.
    pub fn candidates(&self, before: &State) -> Vec<Seat> {
        let Some(winner) = self.winner(before) else { return Vec::new() };
        let lowest = before.payout.as_ref().and_then(|paid| paid.exempt);
        Seat::all(before.hands.len()).filter(|seat| *seat != winner && Some(*seat) != lowest).collect()
    }

    /// Whose hand is on top: as chosen, or the only candidate.
    pub fn seat(&self, before: &State) -> Option<Seat> {
        let candidates = self.candidates(before);
        match candidates[..] {
            [only] => Some(only),
            _ => self.seat.filter(|seat| candidates.contains(seat)),
        }
    }

    /// The forfeit, once it is known whose it is.
    pub fn event(&self, before: &State) -> Option<Event> {
        let (winner, seat) = (self.winner(before)?, self.seat(before)?);
        Some(Event::Forfeit { winner, seat, text: self.text.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::seats::{Player, Seats};
    use crate::games::hanafuda::game::{Options, RoundEnd};

    fn state(players: u8, track_turns: bool) -> State {
        let people = (0..players).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
        let seats = Seats::new(people, Seat(0), Hanafuda::SEATS).unwrap();
        let options = Options { track_turns, ending: RoundEnd::Both, ..Options::default() };
        let start = Hanafuda::start(&seats, &options).unwrap();
        if track_turns { Hanafuda::apply(&start, &Event::Hand { seat: Seat(1), cards: 0 }).unwrap() } else { start }
    }

    fn typed(mut entry: PayoutDraft, before: &State, keys: &str) -> PayoutDraft {
        for key in keys.chars() {
            let key = if key == '>' { PadKey::Next } else { PadKey::Digit(key as u8 - b'0') };
            entry.press(key, before);
        }
        entry
    }

    #[test]
    fn a_four_player_payout_takes_four_taps_where_turns_are_followed() {
        let before = state(4, true);
        let entry = PayoutDraft::new(&before).with_exempt(Seat(3), &before);
        assert_eq!(entry.payers(), [Seat(0), Seat(2)]);
        let entry = typed(entry, &before, "10>");
        let left =
            vec![Left { brights: 1, others: 3 }, Left::default(), Left { brights: 0, others: 4 }, Left::default()];
        let event = Event::Payout { winner: Seat(1), left, exempt: Some(Seat(3)), recount: false };
        assert_eq!(entry.event(&before), Some(event));
        assert_eq!(entry.pot(), 12);
    }

    #[test]
    fn a_four_player_payout_takes_at_most_ten_taps_where_they_are_not() {
        let before = state(4, false);
        let entry = PayoutDraft::new(&before).with_winner(Seat(0), &before).with_exempt(Seat(1), &before);
        let entry = typed(entry, &before, "14>03>");
        assert!(2 + "14>03>".len() <= 10);
        assert!(matches!(entry.event(&before), Some(Event::Payout { winner: Seat(0), .. })));
        assert_eq!(entry.pot(), 8 + 3);
    }

    #[test]
    fn what_is_typed_stays_with_its_hand_when_another_touched_first() {
        let before = state(4, true);
        let entry = typed(PayoutDraft::new(&before).with_exempt(Seat(3), &before), &before, "21");
        let entry = entry.with_exempt(Seat(0), &before);
        assert_eq!(entry.payers(), [Seat(2), Seat(3)]);
        assert_eq!(entry.left(0), Some(Left { brights: 1, others: 3 }));
        assert_eq!(entry.grid.at(), 2, "the brights of the hand that is new");
    }

    #[test]
    fn each_fault_stands_at_its_cell() {
        let before = state(3, false);
        let start = PayoutDraft::new(&before).with_winner(Seat(0), &before).with_exempt(Seat(1), &before);
        let faults = |keys| typed(start.clone(), &before, keys).faults(&before);
        assert_eq!(faults("63>"), [Fault::Range(0, 5)]);
        assert_eq!(faults("32>"), [Fault::Brights { cell: 0, brights: 3, cards: 2 }]);
        assert_eq!(faults("045>"), [Fault::Range(1, 44)]);
        assert_eq!(faults("00>"), [Fault::Rule(Error::Payout(PayoutError::EmptyHand(Seat(2))), Some(1))]);
        let empty = PayoutDraft { asked: true, ..start };
        assert_eq!(empty.faults(&before), [Fault::Empty(0), Fault::Empty(1)]);
        assert_eq!(PayoutDraft { asked: true, ..PayoutDraft::new(&before) }.faults(&before), [Fault::Winner]);
        let tracked = state(3, true);
        assert_eq!(PayoutDraft { asked: true, ..PayoutDraft::new(&tracked) }.faults(&tracked), [Fault::Exempt]);
    }

    #[test]
    fn brights_of_several_hands_are_counted_together() {
        let before = state(4, true);
        let entry = typed(PayoutDraft::new(&before).with_exempt(Seat(3), &before), &before, "33");
        let error = Error::Payout(PayoutError::TooManyBrights { counted: 6, most: 5 });
        assert_eq!(entry.faults(&before), [Fault::Rule(error, None)]);
    }

    #[test]
    fn a_count_unlike_what_was_followed_is_asked_about() {
        let before = state(2, true);
        let mut entry = typed(PayoutDraft::new(&before), &before, "1");
        entry.grid.go(1);
        let entry = typed(entry, &before, "7");
        let faults = entry.faults(&before);
        assert!(faults.len() == 1 && faults[0].is_miscount() && faults[0].row() == Some(0), "{faults:?}");
        assert_eq!(entry.event(&before), None);
        let entry = entry.recounted();
        assert_eq!(entry.faults(&before), []);
        assert!(matches!(entry.event(&before), Some(Event::Payout { recount: true, .. })));
    }

    #[test]
    fn taps_are_taken_back_one_by_one() {
        let before = state(3, false);
        let entry = PayoutDraft::new(&before).with_winner(Seat(0), &before).with_exempt(Seat(1), &before);
        let mut entry = typed(entry, &before, "14");
        let mut steps = Vec::new();
        while let Some(step) = entry.to_undo() {
            steps.push(step);
            entry.undo();
        }
        assert_eq!(
            steps,
            [
                PayoutStep::Count(Seat(2)),
                PayoutStep::Count(Seat(2)),
                PayoutStep::Exempt(Seat(1)),
                PayoutStep::Winner(Seat(0))
            ]
        );
        assert_eq!(entry, PayoutDraft::new(&before));
    }

    #[test]
    fn an_old_payout_comes_back_as_it_was() {
        let before = state(3, true);
        let event = Event::Payout {
            winner: Seat(1),
            left: vec![Left { brights: 2, others: 3 }, Left::default(), Left::default()],
            exempt: Some(Seat(2)),
            recount: false,
        };
        let old = PayoutDraft::of(&event, &before).unwrap();
        assert_eq!(old.event(&before), Some(event));
        assert_eq!(old.to_undo(), None);
        assert_eq!(PayoutDraft::of(&Event::End, &before), None);
    }

    #[test]
    fn the_top_of_the_heap_is_neither_the_winner_nor_the_lowest_hand() {
        let before = state(4, true);
        let penalty = Penalty::default();
        assert_eq!(penalty.candidates(&before), [Seat(0), Seat(2), Seat(3)]);
        assert_eq!(penalty.event(&before), None);
        let pay = typed(PayoutDraft::new(&before).with_exempt(Seat(3), &before), &before, "00");
        let before = Hanafuda::apply(&before, &pay.event(&before).unwrap()).unwrap();
        assert_eq!(penalty.candidates(&before), [Seat(0), Seat(2)]);
        let two = state(2, true);
        let event = Event::Forfeit { winner: Seat(1), seat: Seat(0), text: None };
        assert_eq!(penalty.event(&two), Some(event.clone()));
        let old = Penalty::of(&event).unwrap();
        assert_eq!(old.event(&two), Some(event));
    }

    #[test]
    fn drafts_are_kept_as_text() {
        let before = state(3, true);
        let draft = Draft {
            field: vec![Month::Pine],
            turn: Some(TurnDraft { kind: Some(MoveKind::HandHand), dealt: true }),
            payout: Some(PayoutDraft::new(&before)),
            forfeit: Some(Penalty::default()),
            field_last: true,
        };
        let text = serde_json::to_string(&draft).unwrap();
        assert_eq!(serde_json::from_str::<Draft>(&text).unwrap(), draft);
    }

    #[test]
    fn drafts_as_they_were_kept_once_are_read() {
        let old = |text: &str| serde_json::from_str::<Draft>(text).unwrap();
        assert_eq!(old(r#"{"field":["pine"]}"#).field, [Month::Pine]);
        let turn = Some(TurnDraft { kind: None, dealt: true });
        assert_eq!(old(r#"{"turn":{"kind":null,"dealt":true}}"#).turn, turn);
        let forfeit = r#"{"forfeit":{"winner":1,"seat":null,"text":null,"correcting":null}}"#;
        assert_eq!(old(forfeit).forfeit.unwrap().winner, Some(Seat(1)));
    }
}
