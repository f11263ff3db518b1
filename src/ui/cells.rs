//! The cells of an entry screen: one by one, or as a table with a row for each side.

use std::ops::Range;

use dioxus::prelude::*;
use takujo_core::entry::Grid;

use super::sight::use_sight;

/// A grid as it is drawn: its cells in rows, and which one is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridRows {
    at: usize,
    cells: usize,
    columns: usize,
}

impl GridRows {
    /// A grid in rows of so many cells.
    pub fn of(grid: &Grid, columns: usize) -> GridRows {
        GridRows { at: grid.at(), cells: grid.len(), columns }
    }

    /// The cell that an arrow key moves to; `None` for other keys, and at the edge.
    pub(super) fn cell_of(self, key: &dioxus::prelude::Key) -> Option<usize> {
        let to = match key {
            dioxus::prelude::Key::ArrowRight => self.at + 1,
            dioxus::prelude::Key::ArrowLeft => self.at.checked_sub(1)?,
            dioxus::prelude::Key::ArrowDown => self.at + self.columns,
            dioxus::prelude::Key::ArrowUp => self.at.checked_sub(self.columns)?,
            _ => return None,
        };
        (to < self.cells).then_some(to)
    }
}

/// A number of a grid as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GridCell {
    /// Its index in the grid.
    pub index: usize,
    /// Its name together with its value, for screen readers.
    pub label: String,
    /// Its text.
    pub text: String,
    /// Whether it is wrong.
    pub wrong: bool,
    /// Whether the line above the pad is about it, which screen readers then say.
    pub explained: bool,
    /// Whether its text follows from something else instead of having been typed.
    pub derived: bool,
}

/// The cells that this device may fill; all of them without such a context, or if it holds `None`.
#[derive(Clone, Copy)]
pub struct OpenCells(pub Signal<Option<Range<usize>>>);

impl OpenCells {
    /// Those around the component, which is drawn anew when they change.
    pub(super) fn read() -> Option<Range<usize>> {
        try_consume_context::<OpenCells>().and_then(|OpenCells(open)| open())
    }
}

/// A number being entered: a button that makes it the active one.
#[component]
pub fn EntryCell(
    cell: GridCell,
    /// The active cell.
    at: usize,
    onpick: EventHandler<usize>,
) -> Element {
    let GridCell { index, label, text, wrong, explained, derived } = cell;
    let at = index == at;
    let barred = OpenCells::read().is_some_and(|open| !open.contains(&index));
    let mut node = use_sight(at, true);
    rsx! {
        button {
            class: "cell",
            disabled: barred,
            tabindex: if at { "0" } else { "-1" },
            "aria-pressed": at,
            "data-wrong": wrong,
            "data-derived": derived,
            "aria-describedby": if explained { "said" },
            "aria-label": label,
            onmounted: move |event| node.set(Some(event.data())),
            onclick: move |_| onpick.call(index),
            span { {text} }
        }
    }
}

/// What a side enters, and what it comes to.
#[derive(Clone, PartialEq)]
pub struct CellRow {
    /// Whose row it is.
    pub head: Element,
    /// Its cells; `None` where it has nothing to enter.
    pub cells: Vec<Option<GridCell>>,
    /// A `td` for each column behind the cells.
    pub rest: Element,
}

/// The cells of all sides, a row for each, under the names of the columns.
#[component]
pub fn CellRows(
    /// What sets this table apart in the style sheets, besides `cells`.
    #[props(default)]
    class: &'static str,
    heads: Vec<&'static str>,
    rows: Vec<CellRow>,
    /// The active cell.
    at: usize,
    onpick: EventHandler<usize>,
) -> Element {
    rsx! {
        table { class: "cells {class}",
            thead {
                tr {
                    for head in heads {
                        th { key: "{head}", scope: "col", {head} }
                    }
                }
            }
            tbody {
                for (row, CellRow { head, cells, rest }) in rows.into_iter().enumerate() {
                    tr { key: "{row}",
                        th { scope: "row", {head} }
                        for (column, cell) in cells.into_iter().enumerate() {
                            td { key: "{column}",
                                if let Some(cell) = cell {
                                    EntryCell { cell, at, onpick }
                                } else {
                                    span { class: "cell none" }
                                }
                            }
                        }
                        {rest}
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use dioxus::prelude::Key as Board;

    use super::*;

    #[test]
    fn arrows_stay_inside() {
        let go = |key, at| GridRows { at, cells: 6, columns: 2 }.cell_of(&key);
        assert_eq!((go(Board::ArrowRight, 0), go(Board::ArrowRight, 5)), (Some(1), None));
        assert_eq!((go(Board::ArrowLeft, 1), go(Board::ArrowLeft, 0)), (Some(0), None));
        assert_eq!((go(Board::ArrowDown, 3), go(Board::ArrowDown, 4)), (Some(5), None));
        assert_eq!((go(Board::ArrowUp, 2), go(Board::ArrowUp, 1)), (Some(0), None));
        assert_eq!(go(Board::Enter, 1), None);
    }
}
