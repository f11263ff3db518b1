//! The end of a game: who won and how, sharing the result, and another game.

use dioxus::prelude::*;
use takujo_core::domain::game::Outcome;
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::{Lang, t, unmarked};
use takujo_core::table::summary::{course_text, played_text, side_name, standing_text, total_text};

use super::super::lines::series;
use super::super::new::use_opener;
use super::super::picture::PicturePart;
use super::super::winners::{CourseLines, Winners};
use super::placing::Ranking;
use crate::device::{self, ShareOutcome};
use crate::shell::trouble_text;
use crate::state::lang;
use crate::ui::{Emblem, Glyph, Icon, LineChart, share_outcome_text};

#[component]
pub(super) fn EndingBody(
    head: Head,
    /// The game to play again.
    next: Head,
    report: Report,
    name: &'static str,
    course: Vec<String>,
    whole: bool,
) -> Element {
    let l = lang();
    // On a small screen the chart is low, so that the whole card fits.
    let low = use_hook(|| !device::wide());
    if !matches!(report.outcome, Outcome::Won(_)) {
        return rsx! {};
    }
    let counted = !report.rounds.is_empty();
    rsx! {
        section { class: "card ending",
            p { class: "row soft",
                Emblem { game: head.game.clone() }
                {t::ending_title(l)}
                if report.lowest_wins && report.turns.is_none() {
                    {format!(" · {}", t::standings_lowest(l))}
                }
            }
            Winners { head: head.clone(), report: report.clone() }
            if whole && counted {
                Ranking { head: head.clone(), report: report.clone(), class: "final" }
            }
            CourseLines { course }
            if whole && report.rounds.len() > 1 {
                LineChart { label: t::chart_label(l), series: series(&head, &report), target: None, parts: report.parts, low }
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
            onclick: move |_| opener.again(&next, false),
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
    for line in course_text(report, l) {
        text.push_str(&format!("{line}\n"));
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
