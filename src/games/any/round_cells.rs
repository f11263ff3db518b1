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
    pub(super) seats: &'a [Player],
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
        self.seats.get(cell / self.columns()).map(|player| player.name.clone()).unwrap_or_default()
    }

    fn label(&self, seat: usize, category: &Column) -> String {
        format!("{}, {}", self.name(seat * self.columns()), category.name)
    }

    /// The total, with what is entered so far.
    fn total(&self, seat: usize) -> i32 {
        let before = self.before.get(seat).copied().unwrap_or_default();
        before.saturating_add(self.entry.points(seat, self.categories))
    }

    /// A player, and what is missing to the target.
    fn named(&self, seat: usize, player: Player) -> Element {
        rsx! {
            Named { players: vec![player] }
            if let Some(words) = self.aim.missing(self.total(seat), self.l) {
                span { class: "missing", {words} }
            }
        }
    }

    fn total_now(&self, seat: usize) -> Element {
        let totals: Vec<i32> = (0..self.seats.len()).map(|seat| self.total(seat)).collect();
        rsx! {
            TotalNow { l: self.l, total: self.total(seat), leads: self.aim.leads(&totals, seat) }
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

    /// Only points: a row for each player.
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
                    for (seat, player) in self.seats.iter().cloned().enumerate() {
                        tr { key: "{seat}",
                            th { scope: "row", {self.named(seat, player)} }
                            {self.cell(seat, self.name(seat))}
                            td { {self.total_now(seat)} }
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
                    for (seat, player) in self.seats.iter().cloned().enumerate() {
                        tr { key: "{seat}",
                            th { scope: "row", {self.named(seat, player)} }
                            for (at, category) in self.categories.iter().enumerate() {
                                {self.cell(seat * self.columns() + at, self.label(seat, category))}
                            }
                            td {
                                div { class: "points", {number(self.entry.points(seat, self.categories))} }
                                div { {self.total_now(seat)} }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Each player above their row.
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
                for (seat, player) in self.seats.iter().cloned().enumerate() {
                    tbody { key: "{seat}",
                        tr {
                            th { scope: "rowgroup", colspan: "{columns}",
                                div { class: "row between",
                                    Named { players: vec![player] }
                                    span { class: "soft",
                                        {number(self.entry.points(seat, self.categories))}
                                        " · "
                                        {t::standings_total(l)}
                                        " "
                                        {self.total_now(seat)}
                                    }
                                }
                            }
                        }
                        tr {
                            for (at, category) in self.categories.iter().enumerate() {
                                {self.cell(seat * self.columns() + at, self.label(seat, category))}
                            }
                        }
                    }
                }
            }
        }
    }
}
