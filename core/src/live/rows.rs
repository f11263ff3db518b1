//! The cells of a round in which each side has a row that it can enter on a phone of its own: whose cells are whose, and
//! how rows get into the grid of a draft.

use super::letter::Row;
use crate::domain::parts::Parts;
use crate::entry::{Grid, Sum};

/// How the sides can enter the open round, each by itself. A side here is those who share a row: in Nerts with a deck each,
/// one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// The round and who plays it, as text without line breaks: a row with another place is not for this round.
    pub place: String,
    /// The names of those who score together, side by side.
    pub sides: Vec<Vec<String>>,
    /// How many cells a side has.
    pub cells: usize,
    /// What numbers in its cells are split into.
    pub parts: Parts,
}

/// A side's row of the open round, as all phones know it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RowState {
    /// What was entered, each with the phone on which it was: more than one if people have to say which is right.
    pub entered: Vec<(String, Vec<String>)>,
    /// The phone on which somebody is entering it.
    pub typing: Option<String>,
}

impl RowState {
    /// Whether people have to say which row is right: nobody may save the round before.
    pub fn is_asked(&self) -> bool {
        self.entered.len() > 1
    }

    /// What stands, if it is not in question.
    fn settled(&self) -> Option<&(String, Vec<String>)> {
        self.entered.first().filter(|_| !self.is_asked())
    }

    /// Takes in what a phone says next. New numbers replace only those of the same phone. Who repeats a row that was
    /// entered, their own or another, has decided for it.
    fn take(&mut self, phone: &str, cells: &[String]) {
        if self.typing.as_deref() == Some(phone) {
            self.typing = None;
        }
        match self.entered.iter().position(|(_, entered)| entered == cells) {
            Some(chosen) => self.entered = vec![self.entered.swap_remove(chosen)],
            None => {
                self.entered.retain(|(other, _)| other != phone);
                self.entered.push((phone.to_owned(), cells.to_vec()));
            }
        }
    }
}

/// What this window last took in or said of each side in the open round: a row of the draft that is another one was
/// entered here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    place: String,
    /// How many records the log had: with another one, a round may have been saved and taken back.
    records: usize,
    rows: Vec<Vec<String>>,
}

impl Held {
    /// A row that was entered here is known to the others now, or about to be.
    pub fn say(&mut self, row: &Row) {
        if let Some(held) = self.rows.get_mut(row.side).filter(|_| self.place == row.place) {
            held.clone_from(&row.cells);
        }
    }
}

/// Whether some cells are empty and all others as in this whole row.
fn is_part(row: &[String], whole: &[String]) -> bool {
    row.len() == whole.len() && row.iter().zip(whole).all(|(cell, of)| cell.is_empty() || cell == of)
}

/// Longest content of a cell, in bytes.
const LONGEST: usize = 24;

impl Rows {
    /// The side of the player with this name.
    pub fn side_of(&self, name: &str) -> Option<usize> {
        self.sides.iter().position(|side| side.iter().any(|other| other == name))
    }

    /// Number of cells of all sides.
    pub fn len(&self) -> usize {
        self.cells * self.sides.len()
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cells as they were entered; all empty without a draft.
    fn read(&self, grid: Option<&Grid>) -> Grid {
        grid.filter(|grid| grid.len() == self.len()).cloned().unwrap_or_else(|| Grid::empty(self.len()))
    }

    /// The contents of a side's cells; empty texts where there are none.
    pub fn row(&self, grid: Option<&Grid>, side: usize) -> Vec<String> {
        let grid = grid.filter(|grid| grid.len() == self.len());
        let cells = side * self.cells..(side + 1) * self.cells;
        cells.map(|cell| grid.map(|grid| grid.cell(cell).into_typed()).unwrap_or_default()).collect()
    }

    /// Whether these are the contents of a whole row: a number or a sum in each cell.
    pub fn is_whole(&self, row: &[String]) -> bool {
        let others = if self.parts == Parts::Whole { "+-" } else { "+-." };
        let number = |cell: &String| {
            cell.len() <= LONGEST
                && cell.ends_with(|last: char| last.is_ascii_digit())
                && cell.chars().all(|char| char.is_ascii_digit() || others.contains(char))
        };
        row.len() == self.cells && row.iter().all(number)
    }

    /// The cells with this row put into them; `None` if it is not a whole row, or there is no such side. If the cursor is
    /// in this row, it goes to the first empty cell.
    pub fn with_row(&self, grid: Option<&Grid>, side: usize, row: &[String]) -> Option<Grid> {
        let fits = self.is_whole(row) && side < self.sides.len();
        fits.then(|| self.filled(grid, side, row, true))
    }

    /// [`Rows::with_row`]; if the cursor does not leave this row, the next key begins its cell anew.
    fn filled(&self, grid: Option<&Grid>, side: usize, row: &[String], leaves: bool) -> Grid {
        let mut grid = self.read(grid);
        for (cell, text) in (side * self.cells..(side + 1) * self.cells).zip(row) {
            grid.set(cell, Sum::typed(text.clone()));
        }
        let open = (0..grid.len()).find(|cell| grid.cell(*cell).is_empty()).filter(|_| leaves);
        // In another row somebody is typing, so the cursor stays there.
        if grid.at() / self.cells == side {
            grid.go(open.unwrap_or(grid.at()));
        }
        grid
    }

    /// The cells with the cursor in this side's row: where it is, if it is there already, or else in the first empty
    /// cell, or the last one.
    pub fn at_row(&self, grid: Option<&Grid>, side: usize) -> Grid {
        let mut grid = self.read(grid);
        if grid.at() / self.cells != side {
            let row = side * self.cells..(side + 1) * self.cells;
            grid.go(row.clone().find(|cell| grid.cell(*cell).is_empty()).unwrap_or(row.end - 1));
        }
        grid
    }

    /// How each side's row stands after these, oldest first. A row without any cells says that its phone has begun.
    pub fn states(&self, handed: &[Row]) -> Vec<RowState> {
        let mut states = vec![RowState::default(); self.sides.len()];
        for row in handed {
            match states.get_mut(row.side) {
                Some(state) if self.is_whole(&row.cells) => state.take(&row.phone, &row.cells),
                Some(state) if row.cells.is_empty() => state.typing = Some(row.phone.clone()),
                _ => {}
            }
        }
        states
    }

    /// Looks at this round, with a log of so many records, with what the window held before, if anything. Where nothing
    /// was entered here since, what is left of another round, after an undo or a redo, is no entry. Returns the cells
    /// without it.
    pub fn hold(
        &self,
        before: Option<Held>,
        records: usize,
        grid: Option<&Grid>,
        handed: &[Row],
    ) -> (Held, Option<Grid>) {
        let here = before.as_ref().is_some_and(|held| held.place == self.place);
        match before {
            Some(held) if here && held.records == records && held.rows.len() == self.sides.len() => {
                (held, grid.cloned())
            }
            before => {
                let left = |side: usize, row: &Vec<String>| {
                    !here && before.as_ref().is_some_and(|before| before.rows.get(side) == Some(row))
                };
                let mut grid = grid.cloned();
                let mut rows = Vec::new();
                for side in 0..self.sides.len() {
                    let row = self.row(grid.as_ref(), side);
                    let blank = vec![String::new(); self.cells];
                    // After a reload what was said of this round is nothing new.
                    if is_said(handed, side, &row) {
                        rows.push(row);
                    } else {
                        if left(side, &row) && row != blank {
                            grid = Some(self.filled(grid.as_ref(), side, &blank, false));
                        }
                        rows.push(blank);
                    }
                }
                (Held { place: self.place.clone(), records, rows }, grid)
            }
        }
    }

    /// The cells with the rows that stand, and which are held then. A row in which something else was entered here stays
    /// as it is, and so does one that is in question.
    pub fn merged(&self, grid: Option<&Grid>, handed: &[Row], held: &mut Held) -> Option<Grid> {
        let mut merged = grid.cloned();
        for (side, state) in self.states(handed).iter().enumerate() {
            let (Some((_, cells)), Some(held)) = (state.settled(), held.rows.get_mut(side)) else { continue };
            let row = self.row(merged.as_ref(), side);
            if row == *cells {
                held.clone_from(cells);
            // Without a draft nothing was entered here, whatever was held before a round was taken back.
            // And so was nothing if all that stands here is part of what came, as a 0 that the app filled in.
            } else if row == *held || grid.is_none() || (held.iter().all(String::is_empty) && is_part(&row, cells)) {
                // Under a hand that has begun to type, the cursor goes nowhere.
                merged = Some(self.filled(merged.as_ref(), side, cells, grid.is_none()));
                held.clone_from(cells);
            }
        }
        merged
    }

    /// The rows that were entered in this window's draft and that no other phone knows yet.
    pub fn unsaid(&self, grid: Option<&Grid>, handed: &[Row], held: &Held, phone: &str) -> Vec<Row> {
        let states = self.states(handed);
        let sides = states.iter().enumerate().map(|(side, state)| (side, state, self.row(grid, side)));
        let unsaid = sides.filter(|(side, state, row)| {
            self.is_whole(row)
                && held.rows.get(*side).is_some_and(|held| held != row)
                && state.entered.iter().all(|(_, cells)| cells != row)
        });
        unsaid.map(|(side, _, cells)| self.row_of(phone, side, cells)).collect()
    }

    fn row_of(&self, phone: &str, side: usize, cells: Vec<String>) -> Row {
        Row { phone: phone.to_owned(), place: self.place.clone(), side, cells }
    }

    /// The side in whose row this phone's draft has something that is not whole yet, if that is new to other phones.
    pub fn begun(&self, grid: Option<&Grid>, handed: &[Row], phone: &str) -> Option<Row> {
        let states = self.states(handed);
        let side = states.iter().enumerate().position(|(side, state)| {
            let row = self.row(grid, side);
            let begun = row.iter().any(|cell| !cell.is_empty()) && !self.is_whole(&row);
            begun && state.typing.as_deref() != Some(phone) && state.entered.is_empty()
        })?;
        Some(self.row_of(phone, side, Vec::new()))
    }

    /// Whether a row is in question, or will be as soon as another phone knows what was entered in this draft, or the
    /// draft has not what stands.
    pub fn is_asked(&self, grid: Option<&Grid>, handed: &[Row], phone: &str) -> bool {
        let states = self.states(handed);
        states.iter().enumerate().any(|(side, state)| {
            let row = self.row(grid, side);
            let differs = |(by, cells): &(String, Vec<String>)| by != phone && *cells != row && self.is_whole(&row);
            state.is_asked() || state.settled().is_some_and(differs)
        })
    }

    /// Whether there is nothing but rows that were handed in.
    pub fn is_handed_in(&self, grid: &Grid, handed: &[Row]) -> bool {
        (0..self.sides.len()).all(|side| {
            let row = self.row(Some(grid), side);
            row.iter().all(String::is_empty) || handed.iter().any(|other| other.side == side && other.cells == row)
        })
    }

    /// The cells `new` with the rows of all other sides as in `old`, and the cursor in this side's row. If this row has not
    /// changed either and the cursor was sent to another one, nothing has happened: `None`.
    pub fn only_row(&self, old: Option<&Grid>, new: &Grid, side: usize) -> Option<Grid> {
        let was = self.read(old);
        let mut grid = self.read(Some(new));
        let here = |grid: &Grid| grid.at() / self.cells == side;
        if here(&was) && !here(&grid) && self.row(old, side) == self.row(Some(new), side) {
            return None;
        }
        for cell in (0..grid.len()).filter(|cell| cell / self.cells != side) {
            grid.set(cell, was.cell(cell));
        }
        Some(self.at_row(Some(&grid), side))
    }
}

/// Whether any phone has said this of a side.
fn is_said(handed: &[Row], side: usize, cells: &[String]) -> bool {
    handed.iter().any(|row| row.side == side && row.cells == cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::PadKey;

    fn rows() -> Rows {
        Rows {
            place: "0 Ann · Bob".to_owned(),
            sides: vec![vec!["Ann".to_owned()], vec!["Bob".to_owned()]],
            cells: 2,
            parts: Parts::Whole,
        }
    }

    fn texts(row: &[&str]) -> Vec<String> {
        row.iter().map(|text| (*text).to_owned()).collect()
    }

    /// The same with this cell empty.
    fn without(draft: &Grid, cell: usize) -> Grid {
        let mut draft = draft.clone();
        draft.set(cell, Sum::default());
        draft
    }

    #[test]
    fn a_row_is_put_into_the_cells_and_the_rest_of_them_stays() {
        let rows = rows();
        let draft = rows.with_row(None, 1, &texts(&["12+3", "0"])).unwrap();
        assert_eq!((rows.row(Some(&draft), 0), rows.row(Some(&draft), 1)), (texts(&["", ""]), texts(&["12+3", "0"])));
        let draft = rows.with_row(Some(&draft), 0, &texts(&["-5", "1"])).unwrap();
        assert_eq!(rows.row(Some(&draft), 1), texts(&["12+3", "0"]));
        assert_eq!(rows.side_of("Bob"), Some(1));
    }

    #[test]
    fn what_is_no_whole_row_is_not_taken() {
        let rows = rows();
        for wrong in
            [&["1"][..], &["1", ""], &["1", "2", "3"], &["1", "x"], &["1", "2-"], &["1", "1111111111111111111111111"]]
        {
            assert_eq!(rows.with_row(None, 0, &texts(wrong)), None, "{wrong:?}");
        }
        assert_eq!(rows.with_row(None, 2, &texts(&["1", "2"])), None);
    }

    #[test]
    fn the_cursor_leaves_a_row_that_arrives_and_stays_elsewhere() {
        let rows = rows();
        assert_eq!(rows.with_row(None, 0, &texts(&["1", "2"])).unwrap().at(), 2);
        assert_eq!(rows.with_row(None, 1, &texts(&["1", "2"])).unwrap().at(), 0);
        assert_eq!(rows.at_row(None, 1).at(), 2);
    }

    fn row(phone: &str, side: usize, cells: &[&str]) -> Row {
        Row { phone: phone.to_owned(), place: rows().place, side, cells: texts(cells) }
    }

    /// What each side has, one text for each row that was entered.
    fn entered(handed: &[Row]) -> Vec<Vec<String>> {
        let texts = |state: RowState| {
            state.entered.iter().map(|(phone, cells)| format!("{phone} {}", cells.join(" "))).collect()
        };
        rows().states(handed).into_iter().map(texts).collect()
    }

    #[test]
    fn two_entries_for_a_row_are_a_question_until_somebody_repeats_one() {
        let (ken, aiko) = (row("k", 1, &["15", "1"]), row("a", 1, &["17", "3"]));
        let asked = [ken.clone(), aiko.clone()];
        assert_eq!(entered(&asked), [vec![], texts(&["k 15 1", "a 17 3"])]);
        assert!(rows().states(&asked)[1].is_asked());
        for (by, chosen) in [("k", &ken), ("k", &aiko), ("a", &ken), ("a", &aiko), ("t", &ken)] {
            let decided = [ken.clone(), aiko.clone(), Row { phone: by.to_owned(), ..chosen.clone() }];
            let by_whom = format!("{} {}", chosen.phone, chosen.cells.join(" "));
            assert_eq!(entered(&decided), [vec![], vec![by_whom]], "{by} chose");
        }
        // Somebody who corrects themselves asks nothing; a third number does not answer.
        assert_eq!(entered(&[ken.clone(), row("k", 1, &["16", "1"])]), [vec![], texts(&["k 16 1"])]);
        let third = [ken.clone(), aiko, row("k", 1, &["16", "1"])];
        assert_eq!(entered(&third), [vec![], texts(&["a 17 3", "k 16 1"])]);
        // The same numbers twice are no question.
        assert_eq!(entered(&[ken.clone(), Row { phone: "a".to_owned(), ..ken }]), [vec![], texts(&["k 15 1"])]);
    }

    #[test]
    fn what_no_row_can_be_changes_nothing() {
        let foreign = [row("e", 7, &["1", "2"]), row("e", 0, &["1"]), row("e", 0, &["1", "x"])];
        assert_eq!(rows().states(&foreign), [RowState::default(), RowState::default()]);
        let typing = rows().states(&[row("k", 1, &[])]);
        assert_eq!(typing[1].typing.as_deref(), Some("k"));
        assert_eq!(rows().states(&[row("k", 1, &[]), row("k", 1, &["1", "2"])])[1].typing, None);
    }

    /// A window that has just begun to look at the round.
    fn fresh(draft: Option<&Grid>, handed: &[Row]) -> Held {
        rows().hold(None, 0, draft, handed).0
    }

    fn with(draft: Option<&Grid>, side: usize, cells: &[&str]) -> Grid {
        rows().with_row(draft, side, &texts(cells)).unwrap()
    }

    #[test]
    fn only_what_was_entered_here_and_is_news_goes_out() {
        let rows = rows();
        let mut held = fresh(None, &[]);
        let draft = with(None, 1, &["15", "1"]);
        let own = row("k", 1, &["15", "1"]);
        assert_eq!(rows.unsaid(Some(&draft), &[], &held, "k"), std::slice::from_ref(&own));
        held.say(&own);
        assert_eq!(rows.unsaid(Some(&draft), &[], &held, "k"), [], "it is on its way");
        assert_eq!(
            rows.unsaid(Some(&draft), &[], &fresh(Some(&draft), std::slice::from_ref(&own)), "k"),
            [],
            "it was said"
        );
        // Changed, changed back, and said each time.
        let changed = with(Some(&draft), 1, &["16", "1"]);
        let second = row("k", 1, &["16", "1"]);
        assert_eq!(rows.unsaid(Some(&changed), std::slice::from_ref(&own), &held, "k"), std::slice::from_ref(&second));
        held.say(&second);
        let said = [own.clone(), second];
        assert_eq!(rows.merged(Some(&changed), &said, &mut held).as_ref(), Some(&changed));
        assert_eq!(rows.unsaid(Some(&draft), &said, &held, "k"), [own]);
        assert_eq!(rows.merged(Some(&draft), &said, &mut held).as_ref(), Some(&draft), "nothing flips back");
        // Half a row is not said, but that somebody enters it.
        let half = without(&draft, 2);
        assert_eq!(rows.unsaid(Some(&half), &[], &fresh(None, &[]), "k"), []);
        assert_eq!(rows.begun(Some(&half), &[], "k"), Some(row("k", 1, &[])));
        assert_eq!(rows.begun(Some(&half), &[row("k", 1, &[])], "k"), None);
        assert_eq!(rows.begun(Some(&draft), &[], "k"), None);
    }

    #[test]
    fn what_others_enter_is_taken_in_until_something_else_is_entered_here() {
        let rows = rows();
        let first = [row("a", 1, &["15", "1"])];
        let mut held = fresh(None, &[]);
        let draft = rows.merged(None, &first, &mut held).unwrap();
        assert_eq!((rows.row(Some(&draft), 1), draft.at()), (texts(&["15", "1"]), 0));
        let second = [first[0].clone(), row("a", 1, &["17", "3"])];
        assert!(rows.is_asked(Some(&draft), &second, "k"), "a draft that has not what stands is not saved");
        let draft = rows.merged(Some(&draft), &second, &mut held).unwrap();
        assert_eq!(rows.row(Some(&draft), 1), texts(&["17", "3"]));
        assert!(!rows.is_asked(Some(&draft), &second, "k"));
        assert_eq!(rows.unsaid(Some(&draft), &second, &held, "k"), []);
        // A number that was said before is an entry like any other.
        let typed = with(Some(&draft), 1, &["15", "1"]);
        assert_eq!(rows.merged(Some(&typed), &second, &mut held).as_ref(), Some(&typed), "it does not turn back");
        assert!(rows.is_asked(Some(&typed), &second, "k"));
        assert_eq!(rows.unsaid(Some(&typed), &second, &held, "k"), [row("k", 1, &["15", "1"])]);
    }

    #[test]
    fn what_arrives_moves_no_cursor_under_a_hand_that_types() {
        let rows = rows();
        let begun = rows.at_row(Some(&with(None, 0, &["1", "2"])), 1);
        assert_eq!(begun.at(), 2);
        let draft = rows.merged(Some(&begun), &[row("b", 1, &["3", "4"])], &mut fresh(None, &[])).unwrap();
        assert_eq!((draft.at(), rows.row(Some(&draft), 1)), (2, texts(&["3", "4"])));
        let mut anew = draft.clone();
        anew.press(PadKey::Digit(7), |_| 99);
        assert_eq!(anew.cell(2), Sum::of(7), "the next key begins the number anew");
        let draft = rows.merged(None, &[row("b", 0, &["3", "4"])], &mut fresh(None, &[])).unwrap();
        assert_eq!(draft.at(), 2, "nobody types here yet");
    }

    /// Who called has nothing left, and the app fills that in before the row arrives.
    #[test]
    fn a_part_of_what_arrives_does_not_keep_it_out() {
        let rows = rows();
        let handed = [row("b", 1, &["18", "0"])];
        // Rows that are not whole are not put in.
        let half = |left: &str| without(&with(None, 1, &["18", left]), 2);
        let taken = rows.merged(Some(&half("0")), &handed, &mut fresh(None, &[])).unwrap();
        assert_eq!(rows.row(Some(&taken), 1), texts(&["18", "0"]));
        let other = half("5");
        assert_eq!(rows.merged(Some(&other), &handed, &mut fresh(None, &[])).as_ref(), Some(&other));
        // Nor does a row come back that was begun anew here.
        let mut held = fresh(Some(&with(None, 1, &["18", "0"])), &handed);
        let begun = half("0");
        assert_eq!(rows.merged(Some(&begun), &handed, &mut held).as_ref(), Some(&begun));
    }

    #[test]
    fn a_round_that_was_taken_back_is_filled_again() {
        let handed = [row("a", 1, &["15", "1"])];
        let mut held = fresh(None, &[]);
        assert!(rows().merged(None, &handed, &mut held).is_some());
        // The round was saved, and nobody looked at the next one before the undo.
        let again = rows().merged(None, &handed, &mut held);
        assert_eq!(rows().row(again.as_ref(), 1), texts(&["15", "1"]));
        // The same with a draft in which nothing is entered.
        let empty = Some(rows().at_row(None, 1));
        let (mut held, _) = rows().hold(Some(held), 2, empty.as_ref(), &handed);
        let again = rows().merged(empty.as_ref(), &handed, &mut held);
        assert_eq!(rows().row(again.as_ref(), 1), texts(&["15", "1"]));
    }

    #[test]
    fn what_is_left_of_another_round_is_no_entry_for_this_one() {
        let rows = rows();
        let handed = [row("k", 1, &["15", "1"])];
        let mut held = fresh(None, &[]);
        let draft = rows.merged(None, &handed, &mut held).unwrap();
        let draft = with(Some(&draft), 0, &["9", "9"]);
        // An undo or a redo leads to another round; the draft stays.
        let other = Rows { place: "1 Ann · Bob".to_owned(), ..rows };
        let (held, draft) = other.hold(Some(held), 1, Some(&draft), &[]);
        assert_eq!(other.row(draft.as_ref(), 1), texts(&["", ""]), "that was taken in");
        assert_eq!(other.row(draft.as_ref(), 0), texts(&["9", "9"]), "that was entered here, and not said");
        assert_eq!(other.unsaid(draft.as_ref(), &[], &held, "a").len(), 1);
    }

    #[test]
    fn what_was_decided_is_in_every_draft() {
        let rows = rows();
        let question = [row("k", 1, &["15", "1"]), row("a", 1, &["17", "3"])];
        let decided = [&question[..], &[row("a", 1, &["15", "1"])]].concat();
        for (phone, typed) in [("k", ["15", "1"]), ("a", ["17", "3"]), ("t", ["17", "3"])] {
            let draft = with(None, 1, &typed);
            let mut held = fresh(Some(&draft), &question);
            assert_eq!(rows.merged(Some(&draft), &question, &mut held).as_ref(), Some(&draft), "{phone}");
            let after = rows.merged(Some(&draft), &decided, &mut held);
            assert_eq!(rows.row(after.as_ref(), 1), texts(&["15", "1"]), "{phone}");
            assert_eq!(rows.unsaid(after.as_ref(), &decided, &held, phone), [], "{phone}");
        }
    }

    #[test]
    fn a_draft_of_rows_that_were_handed_in_is_known_as_one() {
        let rows = rows();
        let handed = [row("b", 1, &["3", "4"])];
        let draft = rows.merged(None, &handed, &mut fresh(None, &[])).unwrap();
        assert!(rows.is_handed_in(&draft, &handed));
        assert!(!rows.is_handed_in(&with(None, 1, &["7", "7"]), &handed));
    }

    #[test]
    fn only_the_own_row_can_change() {
        let rows = rows();
        let old = rows.with_row(None, 0, &texts(&["1", "2"])).unwrap();
        let new = rows.with_row(Some(&old), 0, &texts(&["8", "8"])).unwrap();
        let new = rows.with_row(Some(&new), 1, &texts(&["3", "4"])).unwrap();
        let kept = rows.only_row(Some(&old), &new, 1).unwrap();
        assert_eq!((rows.row(Some(&kept), 0), rows.row(Some(&kept), 1)), (texts(&["1", "2"]), texts(&["3", "4"])));
        assert_eq!(kept.at(), 2);
    }

    #[test]
    fn a_tap_on_the_row_of_somebody_else_moves_nothing() {
        let rows = rows();
        let moved = |draft: &Grid, to: usize| {
            let mut draft = draft.clone();
            draft.go(to);
            draft
        };
        // Half a number in the first of the own cells, which the next key goes on with.
        let own = moved(&rows.with_row(None, 1, &texts(&["4", "0"])).unwrap(), 2);
        assert_eq!(rows.only_row(Some(&own), &moved(&own, 0), 1), None);
        // What was entered moves on to the row of somebody else: then the cursor goes to what is open here.
        let typed = rows.with_row(Some(&own), 1, &texts(&["42", "0"])).unwrap();
        let kept = rows.only_row(Some(&own), &moved(&typed, 0), 1).unwrap();
        assert_eq!((kept.at(), rows.row(Some(&kept), 1)), (3, texts(&["42", "0"])));
    }
}
