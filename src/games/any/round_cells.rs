//! The cells of a round, laid out as the number of columns allows.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::any::draft::Draft;
use takujo_core::games::any::game::{ScoreSheet, SheetAsk};
use takujo_core::games::any::words::{asked_name, points_words};
use takujo_core::i18n::{Lang, t};

use crate::ui::{Aim, CellRow, CellRows, EntryCell, GridCell, Named, TotalNow};

/// Most columns that have room beside a player's name on a small phone.
const MOST_BESIDE: usize = 3;
/// Most columns that have room side by side below it.
const MOST_IN_LINE: usize = 6;

/// A column as it is drawn.
#[derive(Clone, Copy)]
enum Drawn {
    /// A cell of a row.
    Cell(usize),
    /// A column of the sheet that has no cell, because its points come by themselves.
    Bonus(usize),
}

/// Each side as it is before the round.
#[derive(Clone, PartialEq)]
pub(super) struct SidesBefore {
    pub(super) players: Vec<Vec<Player>>,
    pub(super) names: Vec<String>,
    pub(super) totals: Vec<i32>,
}

/// What is in the cells.
pub(super) struct RoundCells<'a> {
    pub(super) l: Lang,
    pub(super) sides: &'a SidesBefore,
    /// The score sheet as it was before the round.
    pub(super) sheet: &'a ScoreSheet,
    pub(super) entry: &'a Draft,
    pub(super) aim: Aim,
    /// The cell that is wrong.
    pub(super) wrong: Option<usize>,
    /// Called when a cell is tapped.
    pub(super) onpick: Callback<usize>,
}

impl RoundCells<'_> {
    /// The whole table.
    pub(super) fn table(&self) -> Element {
        match self.drawn().len() {
            0 => self.sums(),
            // With few columns there is room for the players beside them.
            1..=MOST_BESIDE => self.players_beside(),
            _ => self.players_above(),
        }
    }

    /// The columns as they are drawn.
    fn drawn(&self) -> Vec<Drawn> {
        let mut cell = 0;
        let columns = self.sheet.columns().iter().enumerate().flat_map(|(at, column)| {
            let from = cell;
            cell += column.cells().len();
            if from == cell { vec![Drawn::Bonus(at)] } else { (from..cell).map(Drawn::Cell).collect() }
        });
        columns.collect()
    }

    /// The name of whoever a cell belongs to.
    pub(super) fn name(&self, cell: usize) -> String {
        self.sides.names.get(cell / self.sheet.cells()).cloned().unwrap_or_default()
    }

    /// The head of a column. Bids and tricks say what they add up to so far, and how many there are.
    fn head(&self, drawn: Drawn) -> Element {
        let at = match drawn {
            Drawn::Cell(at) => at,
            Drawn::Bonus(column) => {
                let name = self.sheet.columns().get(column).map_or("", |column| &column.name);
                return rsx! {
                    th { key: "{name}", scope: "col", title: "{name}", "{name}" }
                };
            }
        };
        let Some(cell) = self.sheet.cell(at) else { return rsx! {} };
        let name = asked_name(cell, self.l);
        let sum = (cell.asked != SheetAsk::Count).then(|| self.entry.sum(cell.asked, self.sheet));
        let all = cell.column.total(SheetAsk::Made);
        rsx! {
            th { key: "{name}", scope: "col", title: "{name}",
                "{name}"
                match (sum, all) {
                    (Some(sum), Some(all)) => rsx! {
                        div { class: "so-far",
                            span { class: "hidden", {t::any_sum_of(self.l, sum, all)} }
                            span { "aria-hidden": "true", "{sum}/{all}" }
                        }
                    },
                    (Some(sum), None) => rsx! {
                        div { class: "so-far", "{sum}" }
                    },
                    (None, _) => rsx! {},
                }
            }
        }
    }

    /// What a side has in a column.
    fn drawn_cell(&self, side: usize, drawn: Drawn) -> Element {
        match drawn {
            Drawn::Cell(at) => {
                let name = self.sheet.cell(at).map_or("", |cell| asked_name(cell, self.l));
                let cell = side * self.sheet.cells() + at;
                let cell = self.cell(cell, format!("{}, {name}", self.name(cell)));
                rsx! {
                    td { key: "{cell.index}",
                        EntryCell { cell, at: self.entry.grid.at(), onpick: self.onpick }
                    }
                }
            }
            Drawn::Bonus(column) => {
                let name = self.sheet.columns().get(column).map_or("", |column| &column.name);
                let whose = self.name(side * self.sheet.cells());
                let points = self.sheet.bonus(side, &self.entry.row(side, self.sheet), column);
                rsx! {
                    td { key: "bonus-{column}", class: "bonus",
                        span { class: "hidden", "{whose}, {name} " }
                        if points == 0 {
                            "–"
                        } else {
                            {self.sheet.parts().signed(points)}
                        }
                    }
                }
            }
        }
    }

    /// The total, with what is entered so far.
    fn total(&self, side: usize) -> i32 {
        let before = self.sides.totals.get(side).copied().unwrap_or_default();
        if self.is_past(side) { before } else { before.saturating_add(self.entry.points(side, self.sheet)) }
    }

    /// Whether the points would lead past a target that has to be reached exactly.
    fn is_past(&self, side: usize) -> bool {
        let before = self.sides.totals.get(side).copied().unwrap_or_default();
        self.aim.target.is_some_and(|target| target.is_past(before, self.entry.points(side, self.sheet)))
    }

    /// The players of a side, their place, and what is missing to the target.
    fn named(&self, side: usize, players: Vec<Player>) -> Element {
        rsx! {
            Named { players }
            if self.is_past(side) {
                span { class: "missing", {t::any_past_now(self.l)} }
            } else if let Some(words) = self.aim.place(&self.totals(), side, self.l) {
                span { class: "missing", {words} }
            }
        }
    }

    /// The totals of all sides, with what is entered so far.
    fn totals(&self) -> Vec<i32> {
        (0..self.sides.players.len()).map(|side| self.total(side)).collect()
    }

    fn total_now(&self, side: usize) -> Element {
        let totals = self.totals();
        rsx! {
            TotalNow { l: self.l, total: self.total(side), leads: self.aim.leads(&totals, side), parts: self.sheet.parts() }
        }
    }

    fn cell(&self, index: usize, label: String) -> GridCell {
        let wrong = self.wrong == Some(index);
        let (text, words) = self.entry.shown(index, self.sheet, self.l);
        GridCell { index, label: t::any_cell(self.l, label, &words), text, wrong, explained: wrong, derived: false }
    }

    /// Only points: a row for each side.
    fn sums(&self) -> Element {
        let l = self.l;
        let row = |(side, players): (usize, &Vec<Player>)| CellRow {
            head: self.named(side, players.clone()),
            cells: vec![Some(self.cell(side, self.name(side)))],
            rest: rsx! {
                td { {self.total_now(side)} }
            },
        };
        rsx! {
            CellRows {
                class: "sums",
                heads: vec![t::nerts_player(l), points_words(self.sheet, l), t::standings_total(l)],
                rows: self.sides.players.iter().enumerate().map(row).collect::<Vec<_>>(),
                at: self.entry.grid.at(),
                onpick: self.onpick,
            }
        }
    }

    /// The players beside the columns.
    fn players_beside(&self) -> Element {
        let l = self.l;
        rsx! {
            table { class: "cells tally",
                thead {
                    tr {
                        th { scope: "col", {t::nerts_player(l)} }
                        for drawn in self.drawn() {
                            {self.head(drawn)}
                        }
                        th { scope: "col",
                            {t::any_points(l)}
                            div { {t::standings_total(l)} }
                        }
                    }
                }
                tbody {
                    for (side, players) in self.sides.players.iter().cloned().enumerate() {
                        tr { key: "{side}",
                            th { scope: "row", {self.named(side, players)} }
                            for drawn in self.drawn() {
                                {self.drawn_cell(side, drawn)}
                            }
                            td {
                                div { class: "points",
                                    {self.overtricks(side)}
                                    {self.sheet.parts().number(self.entry.points(side, self.sheet))}
                                }
                                div { {self.total_now(side)} }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The overtricks of a side before the round, if too many of them cost something.
    fn overtricks(&self, side: usize) -> Element {
        let sum = self.sheet.overtricks().and_then(|sums| sums.get(side)).copied();
        rsx! {
            if let Some(sum) = sum {
                span { class: "over", {t::any_overtricks(self.l, sum)} " · " }
            }
        }
    }

    /// Each side above its row, which breaks into lines of the same length if it is long.
    fn players_above(&self) -> Element {
        let l = self.l;
        let drawn = self.drawn();
        let columns = drawn.len().div_ceil(drawn.len().div_ceil(MOST_IN_LINE));
        let lines: Vec<&[Drawn]> = drawn.chunks(columns).collect();
        let heads = |line: &[Drawn]| {
            let heads: Vec<Element> = line.iter().map(|drawn| self.head(*drawn)).collect();
            rsx! {
                // Above each line they would also head the lines below; the cells say themselves what they are.
                tr { "aria-hidden": lines.len() > 1,
                    for head in heads {
                        {head}
                    }
                }
            }
        };
        rsx! {
            table { class: "cells counts",
                if let [line] = lines[..] {
                    thead { {heads(line)} }
                }
                for (side, players) in self.sides.players.iter().cloned().enumerate() {
                    tbody { key: "{side}",
                        tr {
                            th { scope: "rowgroup", colspan: "{columns}",
                                div { class: "row between",
                                    Named { players }
                                    span { class: "soft",
                                        if self.is_past(side) {
                                            {t::any_past_now(l)}
                                            " · "
                                        }
                                        {self.overtricks(side)}
                                        if self.entry.points(side, self.sheet) != 0 {
                                            {self.sheet.parts().signed(self.entry.points(side, self.sheet))}
                                            " · "
                                        }
                                        {t::standings_total(l)}
                                    }
                                    {self.total_now(side)}
                                }
                            }
                        }
                        for line in lines.iter() {
                            if lines.len() > 1 {
                                {heads(line)}
                            }
                            tr {
                                for drawn in line.iter() {
                                    {self.drawn_cell(side, *drawn)}
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
