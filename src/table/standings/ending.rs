//! The end of a game: who won and how, sharing the result, and another game.

use dioxus::prelude::*;
use takujo_core::domain::game::Outcome;
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::{Lang, t, unmarked};
use takujo_core::table::summary::{played_text, side_name, standing_text, total_text};

use super::super::lines::series;
use super::super::new::{go_to, use_opener};
use super::super::picture::PicturePart;
use super::decisive::{Decisive, decisive};
use super::placing::left;
use crate::device::{self, ShareOutcome};
use crate::shell::trouble_text;
use crate::state::lang;
use crate::ui::{Emblem, Glyph, Icon, LineChart, Mark, Named, share_outcome_text};

/// [`TableRules::made_by`](takujo_core::table::sitting::TableRules::made_by) of a round and a side, as player indices.
pub(super) type MadeBy = Callback<(usize, Vec<usize>), Option<String>>;

#[component]
pub(super) fn EndingBody(
    head: Head,
    /// The game to play again.
    next: Head,
    report: Report,
    name: &'static str,
    made_by: MadeBy,
    whole: bool,
) -> Element {
    let l = lang();
    // On a small screen the chart is low, so that the whole card fits.
    let low = use_hook(|| !device::wide());
    let Outcome::Won(winners) = &report.outcome else { return rsx! {} };
    let seats = winners.iter().flat_map(|side| report.sides[*side].iter());
    let everyone = report.everyone(&head);
    let winners: Vec<_> = seats.filter_map(|seat| everyone.get(*seat).cloned()).collect();
    rsx! {
        section { class: "card ending",
            p { class: "row soft",
                Emblem { game: head.game.clone() }
                {t::ending_title(l)}
                if report.lowest_wins && report.turns.is_none() {
                    {format!(" · {}", t::standings_lowest(l))}
                }
            }
            div { class: "row winners",
                for winner in winners {
                    Mark { key: "{winner.mark}", mark: winner.mark }
                }
                h2 { {standing_text(&report, l)} }
            }
            if let Some(decided) = decisive(&report) {
                p { class: "soft",
                    {
                        let Decisive { round, winner, second, points } = decided;
                        let made = made_by.call((round, report.sides[winner].clone()));
                        let (winner, second) = (side_name(&report, winner, l), side_name(&report, second, l));
                        let [points, less] = points.map(|points| report.parts.signed(points));
                        match made {
                            Some(made) => t::ending_decisive_by(l, round + 1, winner, points, made, second, less),
                            None => t::ending_decisive(l, round + 1, winner, points, second, less),
                        }
                    }
                }
            }
            if whole && !report.rounds.is_empty() {
                ol { class: "ranking final",
                    for side in report.ranking() {
                        li { key: "{side}",
                            class: if report.leaders.contains(&side) { "first" } else if report.has_left(side) { "gone" },
                            Named { players: report.side_players(&head, side) }
                            if report.has_left(side) {
                                span { class: "soft", {left(&report, side, l)} }
                            }
                            strong { class: "total", {total_text(&report, side, l)} }
                        }
                    }
                }
                if report.rounds.len() > 1 {
                    LineChart { label: t::chart_label(l), series: series(&head, &report), target: None, parts: report.parts, low }
                }
            }
            div { class: "row wrap",
                AgainButton { next }
                Share { head, report, name }
            }
        }
    }
}

/// Opens the next game of the same people.
#[component]
pub(super) fn AgainButton(
    /// As [`next_game`](super::next_game) has it.
    next: Head,
) -> Element {
    let l = lang();
    let opener = use_opener();
    rsx! {
        button {
            class: "button main",
            onclick: move |_| {
                let next = Head { id: device::new_id(), created: device::now(), ..next.clone() };
                let id = next.id.clone();
                opener.open(next, move || go_to(&id));
            },
            {t::ending_again(l)}
        }
        if let Some(trouble) = (opener.trouble)() {
            p { class: "error", role: "alert", {trouble_text(l, trouble)} }
        }
    }
}

/// The result as a text to share.
fn result_text(head: &Head, report: &Report, name: &str, l: Lang) -> String {
    let title = if head.title.is_empty() { name } else { &head.title };
    let mut text = format!("{title}: {}\n", standing_text(report, l));
    // A game without scored rounds has no points to list, only winners.
    if report.rounds.is_empty() {
        return unmarked(&text);
    }
    for side in report.ranking() {
        text.push_str(&format!("{} {}\n", side_name(report, side, l), total_text(report, side, l)));
    }
    text.push_str(&played_text(report, l));
    unmarked(&text)
}

/// Shares the result, as a text or a picture.
#[component]
pub(super) fn Share(head: Head, report: Report, name: &'static str) -> Element {
    let l = lang();
    let mut given = use_signal(|| None::<ShareOutcome>);
    let text = result_text(&head, &report, name, l);
    // Loads the drawing code in advance: a share sheet only opens directly after a tap.
    let PicturePart(load) = use_context();
    use_hook(|| {
        spawn(async move {
            load().await;
        });
    });
    rsx! {
        button {
            class: "button",
            onclick: move |_| {
                let text = text.clone();
                async move { given.set(Some(device::share(unmarked(name), text).await)) }
            },
            Icon { glyph: Glyph::Share }
            {t::ending_share(l)}
        }
        if device::DRAWS {
            button {
                class: "button",
                onclick: move |_| {
                    let (head, report) = (head.clone(), report.clone());
                    async move {
                        if let Some(share) = load().await {
                            given.set(Some(share(&head, &report, name, l).await));
                        }
                    }
                },
                Icon { glyph: Glyph::Picture }
                {t::ending_picture(l)}
            }
        }
        p { class: "given", role: "status",
            if let Some(given) = given() {
                "{share_outcome_text(l, &given)}"
            }
        }
    }
}
