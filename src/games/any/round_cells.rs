//! The cells of a round, laid out as the number of categories allows.

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::games::any::draft::Draft;
use takujo_core::games::any::game::Column;
use takujo_core::i18n::{Lang, number, t};

use crate::ui::{Aim, EntryCell, Named, TotalNow};

/// Most categories whose cells have room beside a player's name on a small phone.
const MOST_BESIDE: usize = 3;

/// What is in the cells.
pub(super) struct RoundCells<'a> {
    pub(super) l: Lang,
    pub(super) sides: &'a [Vec<Player>],
    /// The name of each side.
    pub(super) names: &'a [String],
    /// The columns, if there is a score sheet.
    pub(super) categories: &'a [Column],
    pub(super) entry: &'a Draft,
    /// The totals before the round.
    pub(super) before: &'a [i32],
    pub(super) aim: Aim,
    /// The cell that is wrong.
    pub(super) wrong: Option<usize>,
    pub(super) ongo: Callback<usize>,
}

impl RoundCells<'_> {
    /// The whole table.
    pub(super) fn table(&self) -> Element {
        match self.categories.len() {
            0 => self.sums(),
            // With few columns there is room for the players beside them.
            1..=MOST_BESIDE => self.players_beside(),
            _ => self.players_above(),
        }
    }

    fn columns(&self) -> usize {
        self.categories.len().max(1)
    }

    /// The name of whoever a cell belongs to.
    pub(super) fn name(&self, cell: usize) -> String {
        self.names.get(cell / self.columns()).cloned().unwrap_or_default()
    }

    fn label(&self, side: usize, category: &Column) -> String {
        format!("{}, {}", self.name(side * self.columns()), category.name)
    }

    /// The total, with what is entered so far.
    fn total(&self, side: usize) -> i32 {
        let before = self.before.get(side).copied().unwrap_or_default();
        before.saturating_add(self.entry.points(side, self.categories))
    }

    /// The players of a side, and what is missing to the target.
    fn named(&self, side: usize, players: Vec<Player>) -> Element {
        rsx! {
            Named { players }
            if let Some(words) = self.aim.missing(self.total(side), self.l) {
                span { class: "missing", {words} }
            }
        }
    }

    fn total_now(&self, side: usize) -> Element {
        let totals: Vec<i32> = (0..self.sides.len()).map(|side| self.total(side)).collect();
        rsx! {
            TotalNow { l: self.l, total: self.total(side), leads: self.aim.leads(&totals, side) }
        }
    }

    fn cell(&self, cell: usize, label: String) -> Element {
        let go = self.ongo;
        let is_wrong = self.wrong == Some(cell);
        let text = self.entry.grid.cell(cell).text();
        rsx! {
            td { key: "{cell}",
                EntryCell {
                    label: t::any_cell(self.l, label, &text),
                    text,
                    at: cell == self.entry.grid.at(),
                    wrong: is_wrong,
                    explained: is_wrong,
                    onpick: move |()| go(cell),
                }
            }
        }
    }

    /// Only points: a row for each side.
    fn sums(&self) -> Element {
        let l = self.l;
        rsx! {
            table { class: "cells sums",
                thead {
                    tr {
                        for head in [t::nerts_player(l), t::any_points(l), t::standings_total(l)] {
                            th { key: "{head}", scope: "col", {head} }
                        }
                    }
                }
                tbody {
                    for (side, players) in self.sides.iter().cloned().enumerate() {
                        tr { key: "{side}",
                            th { scope: "row", {self.named(side, players)} }
                            {self.cell(side, self.name(side))}
                            td { {self.total_now(side)} }
                        }
                    }
                }
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
                        for category in self.categories {
                            th { key: "{category.name}", scope: "col", title: "{category.name}", "{category.name}" }
                        }
                        th { scope: "col",
                            {t::any_points(l)}
                            div { {t::standings_total(l)} }
                        }
                    }
                }
                tbody {
                    for (side, players) in self.sides.iter().cloned().enumerate() {
                        tr { key: "{side}",
                            th { scope: "row", {self.named(side, players)} }
                            for (at, category) in self.categories.iter().enumerate() {
                                {self.cell(side * self.columns() + at, self.label(side, category))}
                            }
                            td {
                                div { class: "points", {number(self.entry.points(side, self.categories))} }
                                div { {self.total_now(side)} }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Each side above its row.
    fn players_above(&self) -> Element {
        let (l, columns) = (self.l, self.columns());
        rsx! {
            table { class: "cells counts",
                thead {
                    tr {
                        for category in self.categories {
                            th { key: "{category.name}", scope: "col", title: "{category.name}", "{category.name}" }
                        }
                    }
                }
                for (side, players) in self.sides.iter().cloned().enumerate() {
                    tbody { key: "{side}",
                        tr {
                            th { scope: "rowgroup", colspan: "{columns}",
                                div { class: "row between",
                                    Named { players }
                                    span { class: "soft",
                                        {number(self.entry.points(side, self.categories))}
                                        " · "
                                        {t::standings_total(l)}
                                        " "
                                        {self.total_now(side)}
                                    }
                                }
                            }
                        }
                        tr {
                            for (at, category) in self.categories.iter().enumerate() {
                                {self.cell(side * self.columns() + at, self.label(side, category))}
                            }
                        }
                    }
                }
            }
        }
    }
}
