//! The draft of a round in which each side has a row of cells that it can enter on a phone of its own: whose cells are
//! whose, and how rows get into a draft. Treats drafts as JSON, because all games have their cells in the same kind of
//! grid (`ui::Grid`).

use serde_json::Value;

use super::letter::Row;
use crate::domain::parts::Parts;

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
    /// Where the grid is in the draft, as a JSON pointer.
    pub grid: &'static str,
    /// The draft before anything is entered.
    pub blank: Value,
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

    /// The draft as JSON, and as blank as needed: where it is missing, or its grid is not one for these cells.
    fn read(&self, draft: Option<&str>) -> Value {
        let mut draft: Value = draft.and_then(|draft| serde_json::from_str(draft).ok()).unwrap_or_default();
        let cells = draft.pointer(self.grid).and_then(|grid| grid.get("cells")).and_then(Value::as_array);
        if cells.map(Vec::len) == Some(self.cells * self.sides.len()) {
            return draft;
        }
        let (Value::Object(draft_fields), Value::Object(blank)) = (&mut draft, &self.blank) else {
            return self.blank.clone();
        };
        let given = blank.iter().filter(|(_, value)| !value.is_null());
        draft_fields.extend(given.map(|(name, value)| (name.clone(), value.clone())));
        draft
    }

    fn grid<'a>(&self, draft: &'a mut Value) -> Option<&'a mut Value> {
        draft.pointer_mut(self.grid)
    }

    /// The contents of a side's cells; empty texts where there are none.
    pub fn row(&self, draft: Option<&str>, side: usize) -> Vec<String> {
        let mut draft = self.read(draft);
        let cells = self.grid(&mut draft).and_then(|grid| grid.get("cells")?.as_array());
        let text = |cell: &Value| cell.as_str().unwrap_or_default().to_owned();
        cells.into_iter().flatten().skip(side * self.cells).take(self.cells).map(text).collect()
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

    /// The draft with this row put into it; `None` if it is not a whole row, or there is no such side. If the cursor is
    /// in this row, it goes to the first empty cell of the draft.
    pub fn with_row(&self, draft: Option<&str>, side: usize, row: &[String]) -> Option<String> {
        let fits = self.is_whole(row) && side < self.sides.len();
        if fits { self.filled(draft, side, row, true) } else { None }
    }

    /// [`Rows::with_row`]; if the cursor does not leave this row, the next key begins its cell anew.
    fn filled(&self, draft: Option<&str>, side: usize, row: &[String], leaves: bool) -> Option<String> {
        let mut draft = self.read(draft);
        let grid = self.grid(&mut draft)?;
        let cells = grid.get_mut("cells")?.as_array_mut()?;
        for (at, text) in row.iter().enumerate() {
            *cells.get_mut(side * self.cells + at)? = Value::from(text.as_str());
        }
        let open = cells.iter().position(|cell| cell.as_str() == Some("")).filter(|_| leaves);
        // In another row somebody is typing, so the cursor stays there.
        let at = grid.get("at").and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
        if at / self.cells == side {
            grid["at"] = Value::from(open.unwrap_or(at));
            grid["fresh"] = Value::Bool(true);
        }
        Some(draft.to_string())
    }

    /// The draft with the cursor in this side's row: where it is, if it is there already, or else in the first empty
    /// cell, or the last one.
    pub fn at_row(&self, draft: Option<&str>, side: usize) -> Option<String> {
        let row = self.row(draft, side);
        let mut draft = self.read(draft);
        let grid = self.grid(&mut draft)?;
        let at = grid.get("at")?.as_u64().and_then(|at| usize::try_from(at).ok())?;
        if at / self.cells != side {
            let cell = row.iter().position(String::is_empty).unwrap_or(self.cells - 1);
            grid["at"] = Value::from(side * self.cells + cell);
            grid["fresh"] = Value::Bool(true);
        }
        Some(draft.to_string())
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
    /// was entered here since, what is left of another round, after an undo or a redo, is no entry. Returns the draft
    /// without it.
    pub fn hold(
        &self,
        before: Option<Held>,
        records: usize,
        draft: Option<&str>,
        handed: &[Row],
    ) -> (Held, Option<String>) {
        let here = before.as_ref().is_some_and(|held| held.place == self.place);
        match before {
            Some(held) if here && held.records == records && held.rows.len() == self.sides.len() => {
                (held, draft.map(str::to_owned))
            }
            before => {
                let left = |side: usize, row: &Vec<String>| {
                    !here && before.as_ref().is_some_and(|before| before.rows.get(side) == Some(row))
                };
                let mut draft = draft.map(str::to_owned);
                let mut rows = Vec::new();
                for side in 0..self.sides.len() {
                    let row = self.row(draft.as_deref(), side);
                    let blank = vec![String::new(); self.cells];
                    // After a reload what was said of this round is nothing new.
                    if is_said(handed, side, &row) {
                        rows.push(row);
                    } else {
                        if left(side, &row) && row != blank {
                            draft = self.filled(draft.as_deref(), side, &blank, false);
                        }
                        rows.push(blank);
                    }
                }
                (Held { place: self.place.clone(), records, rows }, draft)
            }
        }
    }

    /// The draft with the rows that stand, and which are held then. A row in which something else was entered here stays
    /// as it is, and so does one that is in question.
    pub fn merged(&self, draft: Option<&str>, handed: &[Row], held: &mut Held) -> Option<String> {
        let mut merged = draft.map(str::to_owned);
        for (side, state) in self.states(handed).iter().enumerate() {
            let (Some((_, cells)), Some(held)) = (state.settled(), held.rows.get_mut(side)) else { continue };
            let row = self.row(merged.as_deref(), side);
            if row == *cells {
                held.clone_from(cells);
            // Without a draft nothing was entered here, whatever was held before a round was taken back.
            // And so was nothing if all that stands here is part of what came, as a 0 that the app filled in.
            } else if row == *held || draft.is_none() || (held.iter().all(String::is_empty) && is_part(&row, cells)) {
                // Under a hand that has begun to type, the cursor goes nowhere.
                if let Some(with) = self.filled(merged.as_deref(), side, cells, draft.is_none()) {
                    (merged, *held) = (Some(with), cells.clone());
                }
            }
        }
        merged
    }

    /// The rows that were entered in this window's draft and that no other phone knows yet.
    pub fn unsaid(&self, draft: Option<&str>, handed: &[Row], held: &Held, phone: &str) -> Vec<Row> {
        let states = self.states(handed);
        let sides = states.iter().enumerate().map(|(side, state)| (side, state, self.row(draft, side)));
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
    pub fn begun(&self, draft: Option<&str>, handed: &[Row], phone: &str) -> Option<Row> {
        let states = self.states(handed);
        let side = states.iter().enumerate().position(|(side, state)| {
            let row = self.row(draft, side);
            let begun = row.iter().any(|cell| !cell.is_empty()) && !self.is_whole(&row);
            begun && state.typing.as_deref() != Some(phone) && state.entered.is_empty()
        })?;
        Some(self.row_of(phone, side, Vec::new()))
    }

    /// Whether a row is in question, or will be as soon as another phone knows what was entered in this draft, or the
    /// draft has not what stands.
    pub fn is_asked(&self, draft: Option<&str>, handed: &[Row], phone: &str) -> bool {
        let states = self.states(handed);
        states.iter().enumerate().any(|(side, state)| {
            let row = self.row(draft, side);
            let differs = |(by, cells): &(String, Vec<String>)| by != phone && *cells != row && self.is_whole(&row);
            state.is_asked() || state.settled().is_some_and(differs)
        })
    }

    /// Whether a draft contains nothing but rows that were handed in.
    pub fn is_handed_in(&self, draft: &str, handed: &[Row]) -> bool {
        (0..self.sides.len()).all(|side| {
            let row = self.row(Some(draft), side);
            row.iter().all(String::is_empty) || handed.iter().any(|other| other.side == side && other.cells == row)
        })
    }

    /// The draft `new` with the rows of all other sides as in `old`, and the cursor in this side's row. If this row has
    /// not changed either and the cursor was sent to another one, nothing has happened: the draft is `old`.
    pub fn only_row(&self, old: Option<&str>, new: Option<&str>, side: usize) -> Option<String> {
        let mut draft = self.read(new);
        let at = |draft: &Value| {
            let at = draft.pointer(self.grid)?.get("at")?.as_u64()?;
            usize::try_from(at).ok()
        };
        let before = at(&self.read(old)).filter(|at| at / self.cells == side);
        if before.is_some()
            && at(&draft).is_some_and(|at| at / self.cells != side)
            && self.row(old, side) == self.row(new, side)
        {
            return old.map(str::to_owned);
        }
        let grid = self.grid(&mut draft)?;
        for other in (0..self.sides.len()).filter(|other| *other != side) {
            let before = self.row(old, other);
            for (at, text) in before.into_iter().enumerate() {
                *grid.get_mut("cells")?.get_mut(other * self.cells + at)? = Value::from(text);
            }
        }
        self.at_row(Some(&draft.to_string()), side)
    }
}

/// Whether any phone has said this of a side.
fn is_said(handed: &[Row], side: usize, cells: &[String]) -> bool {
    handed.iter().any(|row| row.side == side && row.cells == cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Rows {
        let grid = |cells: [&str; 4]| serde_json::json!({ "cells": cells, "at": 0, "fresh": true, "past": [] });
        Rows {
            place: "0 Ann · Bob".to_owned(),
            sides: vec![vec!["Ann".to_owned()], vec!["Bob".to_owned()]],
            cells: 2,
            grid: "/now/grid",
            blank: serde_json::json!({ "now": { "grid": grid(["", "", "", ""]) }, "copy": null }),
            parts: Parts::Whole,
        }
    }

    fn texts(row: &[&str]) -> Vec<String> {
        row.iter().map(|text| (*text).to_owned()).collect()
    }

    fn cursor(draft: &str) -> u64 {
        serde_json::from_str::<Value>(draft).unwrap()["now"]["grid"]["at"].as_u64().unwrap()
    }

    #[test]
    fn a_row_is_put_into_a_draft_and_the_rest_of_it_stays() {
        let rows = rows();
        let draft = rows.with_row(Some(r#"{"copy":7}"#), 1, &texts(&["12+3", "0"])).unwrap();
        assert!(draft.contains(r#""copy":7"#));
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
        assert_eq!(cursor(&rows.with_row(None, 0, &texts(&["1", "2"])).unwrap()), 2);
        assert_eq!(cursor(&rows.with_row(None, 1, &texts(&["1", "2"])).unwrap()), 0);
        assert_eq!(cursor(&rows.at_row(None, 1).unwrap()), 2);
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
    fn fresh(draft: Option<&str>, handed: &[Row]) -> Held {
        rows().hold(None, 0, draft, handed).0
    }

    fn with(draft: Option<&str>, side: usize, cells: &[&str]) -> String {
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
        assert_eq!(rows.merged(Some(&changed), &said, &mut held).as_deref(), Some(&*changed));
        assert_eq!(rows.unsaid(Some(&draft), &said, &held, "k"), [own]);
        assert_eq!(rows.merged(Some(&draft), &said, &mut held).as_deref(), Some(&*draft), "nothing flips back");
        // Half a row is not said, but that somebody enters it.
        let half = draft.replace("\"15\"", "\"\"");
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
        assert_eq!((rows.row(Some(&draft), 1), cursor(&draft)), (texts(&["15", "1"]), 0));
        let second = [first[0].clone(), row("a", 1, &["17", "3"])];
        assert!(rows.is_asked(Some(&draft), &second, "k"), "a draft that has not what stands is not saved");
        let draft = rows.merged(Some(&draft), &second, &mut held).unwrap();
        assert_eq!(rows.row(Some(&draft), 1), texts(&["17", "3"]));
        assert!(!rows.is_asked(Some(&draft), &second, "k"));
        assert_eq!(rows.unsaid(Some(&draft), &second, &held, "k"), []);
        // A number that was said before is an entry like any other.
        let typed = with(Some(&draft), 1, &["15", "1"]);
        assert_eq!(rows.merged(Some(&typed), &second, &mut held).as_deref(), Some(&*typed), "it does not turn back");
        assert!(rows.is_asked(Some(&typed), &second, "k"));
        assert_eq!(rows.unsaid(Some(&typed), &second, &held, "k"), [row("k", 1, &["15", "1"])]);
    }

    #[test]
    fn what_arrives_moves_no_cursor_under_a_hand_that_types() {
        let rows = rows();
        let begun = rows.at_row(Some(&with(None, 0, &["1", "2"])), 1).unwrap();
        assert_eq!(cursor(&begun), 2);
        let draft = rows.merged(Some(&begun), &[row("b", 1, &["3", "4"])], &mut fresh(None, &[])).unwrap();
        assert_eq!((cursor(&draft), rows.row(Some(&draft), 1)), (2, texts(&["3", "4"])));
        assert!(draft.contains("\"fresh\":true"), "the next key begins the number anew");
        let draft = rows.merged(None, &[row("b", 0, &["3", "4"])], &mut fresh(None, &[])).unwrap();
        assert_eq!(cursor(&draft), 2, "nobody types here yet");
    }

    /// Who called has nothing left, and the app fills that in before the row arrives.
    #[test]
    fn a_part_of_what_arrives_does_not_keep_it_out() {
        let rows = rows();
        let handed = [row("b", 1, &["18", "0"])];
        // Rows that are not whole are not put in.
        let half = |left: &str| with(None, 1, &["18", left]).replace("\"18\"", "\"\"");
        let taken = rows.merged(Some(&half("0")), &handed, &mut fresh(None, &[])).unwrap();
        assert_eq!(rows.row(Some(&taken), 1), texts(&["18", "0"]));
        let other = half("5");
        assert_eq!(rows.merged(Some(&other), &handed, &mut fresh(None, &[])).as_deref(), Some(&*other));
        // Nor does a row come back that was begun anew here.
        let mut held = fresh(Some(&with(None, 1, &["18", "0"])), &handed);
        let begun = half("0");
        assert_eq!(rows.merged(Some(&begun), &handed, &mut held).as_deref(), Some(&*begun));
    }

    #[test]
    fn a_round_that_was_taken_back_is_filled_again() {
        let handed = [row("a", 1, &["15", "1"])];
        let mut held = fresh(None, &[]);
        assert!(rows().merged(None, &handed, &mut held).is_some());
        // The round was saved, and nobody looked at the next one before the undo.
        let again = rows().merged(None, &handed, &mut held);
        assert_eq!(rows().row(again.as_deref(), 1), texts(&["15", "1"]));
        // The same with a draft in which nothing is entered.
        let empty = rows().at_row(None, 1);
        let (mut held, _) = rows().hold(Some(held), 2, empty.as_deref(), &handed);
        let again = rows().merged(empty.as_deref(), &handed, &mut held);
        assert_eq!(rows().row(again.as_deref(), 1), texts(&["15", "1"]));
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
        assert_eq!(other.row(draft.as_deref(), 1), texts(&["", ""]), "that was taken in");
        assert_eq!(other.row(draft.as_deref(), 0), texts(&["9", "9"]), "that was entered here, and not said");
        assert_eq!(other.unsaid(draft.as_deref(), &[], &held, "a").len(), 1);
    }

    #[test]
    fn what_was_decided_is_in_every_draft() {
        let rows = rows();
        let question = [row("k", 1, &["15", "1"]), row("a", 1, &["17", "3"])];
        let decided = [&question[..], &[row("a", 1, &["15", "1"])]].concat();
        for (phone, typed) in [("k", ["15", "1"]), ("a", ["17", "3"]), ("t", ["17", "3"])] {
            let draft = with(None, 1, &typed);
            let mut held = fresh(Some(&draft), &question);
            assert_eq!(rows.merged(Some(&draft), &question, &mut held).as_deref(), Some(&*draft), "{phone}");
            let after = rows.merged(Some(&draft), &decided, &mut held);
            assert_eq!(rows.row(after.as_deref(), 1), texts(&["15", "1"]), "{phone}");
            assert_eq!(rows.unsaid(after.as_deref(), &decided, &held, phone), [], "{phone}");
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
        let kept = rows.only_row(Some(&old), Some(&new), 1).unwrap();
        assert_eq!((rows.row(Some(&kept), 0), rows.row(Some(&kept), 1)), (texts(&["1", "2"]), texts(&["3", "4"])));
        assert_eq!(cursor(&kept), 2);
    }

    #[test]
    fn a_tap_on_the_row_of_somebody_else_moves_nothing() {
        let rows = rows();
        let moved = |draft: &str, to: u64, fresh: bool| {
            let mut draft: Value = serde_json::from_str(draft).unwrap();
            draft["now"]["grid"]["at"] = to.into();
            draft["now"]["grid"]["fresh"] = fresh.into();
            draft.to_string()
        };
        // Half a number in the first of the own cells, which the next key goes on with.
        let own = moved(&rows.with_row(None, 1, &texts(&["4", "0"])).unwrap(), 2, false);
        let draft = rows.only_row(Some(&own), Some(&moved(&own, 0, true)), 1).unwrap();
        assert_eq!(draft, own);
        // What was entered moves on to the row of somebody else: then the cursor goes to what is open here.
        let typed = rows.with_row(Some(&own), 1, &texts(&["42", "0"])).unwrap();
        let kept = rows.only_row(Some(&own), Some(&moved(&typed, 0, true)), 1).unwrap();
        assert_eq!((cursor(&kept), rows.row(Some(&kept), 1)), (3, texts(&["42", "0"])));
    }
}
