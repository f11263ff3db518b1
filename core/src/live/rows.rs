//! The draft of a round in which each side has a row of cells that it can enter on a phone of its own: whose cells are
//! whose, and how rows get into a draft. Treats drafts as JSON, because all games have their cells in the same kind of
//! grid (`ui::Grid`).

use serde_json::Value;

use super::letter::Row;

/// How the sides can enter the open round, each by itself.
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
        let number = |cell: &String| {
            cell.len() <= LONGEST
                && cell.ends_with(|last: char| last.is_ascii_digit())
                && cell.chars().all(|char| char.is_ascii_digit() || "+-".contains(char))
        };
        row.len() == self.cells && row.iter().all(number)
    }

    /// The draft with this row put into it; `None` if it is not a whole row, or there is no such side. If the cursor is
    /// in this row, it goes to the first empty cell of the draft.
    pub fn with_row(&self, draft: Option<&str>, side: usize, row: &[String]) -> Option<String> {
        if !self.is_whole(row) || side >= self.sides.len() {
            return None;
        }
        let mut draft = self.read(draft);
        let grid = self.grid(&mut draft)?;
        let cells = grid.get_mut("cells")?.as_array_mut()?;
        for (at, text) in row.iter().enumerate() {
            *cells.get_mut(side * self.cells + at)? = Value::from(text.as_str());
        }
        let open = cells.iter().position(|cell| cell.as_str() == Some(""));
        // In another row somebody is typing, so the cursor stays there.
        let at = grid.get("at").and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
        if at / self.cells == side
            && let Some(open) = open
        {
            grid["at"] = Value::from(open);
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

    /// The draft with the rows that other phones than `phone` handed in, oldest first; `None` if that changes nothing.
    /// A row in which something else was entered here stays as it is.
    pub fn merged(&self, draft: Option<&str>, handed: &[Row], phone: &str) -> Option<String> {
        let mut merged: Option<String> = None;
        for side in 0..self.sides.len() {
            let rows: Vec<&Row> = handed
                .iter()
                .filter(|row| row.side == side && row.phone != phone && self.is_whole(&row.cells))
                .collect();
            let Some((last, earlier)) = rows.split_last() else { continue };
            let before = merged.as_deref().or(draft);
            let here = self.row(before, side);
            let untouched = here.iter().all(String::is_empty) || earlier.iter().any(|row| row.cells == here);
            if untouched && here != last.cells {
                merged = self.with_row(before, side, &last.cells).or(merged);
            }
        }
        merged
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
        }
    }

    fn texts(row: &[&str]) -> Vec<String> {
        row.iter().map(|text| (*text).to_owned()).collect()
    }

    fn at(draft: &str) -> u64 {
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
        assert_eq!(at(&rows.with_row(None, 0, &texts(&["1", "2"])).unwrap()), 2);
        assert_eq!(at(&rows.with_row(None, 1, &texts(&["1", "2"])).unwrap()), 0);
        assert_eq!(at(&rows.at_row(None, 1).unwrap()), 2);
    }

    #[test]
    fn what_others_hand_in_fills_their_rows_and_never_overwrites_what_was_entered_here() {
        let rows = rows();
        let row = |phone: &str, side, cells: &[&str]| Row {
            phone: phone.to_owned(),
            place: String::new(),
            side,
            cells: texts(cells),
        };
        let handed = [row("b", 1, &["3", "4"])];
        let draft = rows.merged(None, &handed, "a").unwrap();
        assert_eq!(rows.row(Some(&draft), 1), texts(&["3", "4"]));
        assert_eq!(rows.merged(Some(&draft), &handed, "a"), None, "once is enough");
        assert_eq!(rows.merged(None, &handed, "b"), None, "the own row is here already");
        assert!(rows.is_handed_in(&draft, &handed));

        let again = [row("b", 1, &["3", "4"]), row("b", 1, &["5", "6"]), row("b", 1, &["x"])];
        let draft = rows.merged(Some(&draft), &again, "a").unwrap();
        assert_eq!(rows.row(Some(&draft), 1), texts(&["5", "6"]), "who changes their mind is heard");
        let mine = rows.with_row(None, 1, &texts(&["7", "7"])).unwrap();
        assert_eq!(rows.merged(Some(&mine), &again, "a"), None, "what was entered here stays");
        assert!(!rows.is_handed_in(&mine, &again));
    }

    #[test]
    fn only_the_own_row_can_change() {
        let rows = rows();
        let old = rows.with_row(None, 0, &texts(&["1", "2"])).unwrap();
        let new = rows.with_row(Some(&old), 0, &texts(&["8", "8"])).unwrap();
        let new = rows.with_row(Some(&new), 1, &texts(&["3", "4"])).unwrap();
        let draft = rows.only_row(Some(&old), Some(&new), 1).unwrap();
        assert_eq!((rows.row(Some(&draft), 0), rows.row(Some(&draft), 1)), (texts(&["1", "2"]), texts(&["3", "4"])));
        assert_eq!(at(&draft), 2);
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
        let draft = rows.only_row(Some(&own), Some(&moved(&typed, 0, true)), 1).unwrap();
        assert_eq!((at(&draft), rows.row(Some(&draft), 1)), (3, texts(&["42", "0"])));
    }
}
