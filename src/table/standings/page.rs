//! The standings and all that can be done there.

use dioxus::prelude::*;
use takujo_core::domain::game::{Outcome, TargetTotal};
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::t;
use takujo_core::table::sitting::Tap;
use takujo_core::table::summary::standing_text;
use takujo_core::table::views::StandingsView;

use super::super::comings::PeopleSheet;
use super::super::handle::AnyTable;
use super::more::MoreCard;
use super::placing::Placing;
use super::rounds::{NoteSheet, RoundsCard};
use crate::route::Route;
use crate::state::lang;

/// Rounds shown until all are asked for.
const SHOWN: usize = 20;

/// The standings and all that can be done there.
#[component]
pub(super) fn Standings(view: StandingsView, table: AnyTable) -> Element {
    let StandingsView { report, played, corrections, target, name, step, end, .. } = view;
    let head = table.head.read().clone();
    let mut all = use_signal(|| false);
    // The index of the round whose note is being written.
    let mut noting = use_signal(|| None::<usize>);
    // The change of seats being corrected, or `Some(None)` for a new one.
    let mut changing = use_signal(|| None::<Option<usize>>);
    let kept = played.clone();
    let hidden = if all() { 0 } else { played.len().saturating_sub(SHOWN) };
    rsx! {
        PlacingCard { head: head.clone(), report: report.clone(), target, step, empty: played.is_empty() }
        if let Some(at) = noting() {
            NoteSheet {
                at,
                table: head.id.clone(),
                rounds: report.rounds.len(),
                by_turns: report.by_turns,
                notes: report.notes.clone(),
                onclose: move |()| noting.set(None),
                onsave: move |(at, text): (usize, String)| {
                    noting.set(None);
                    if let Some(round) = kept.get(at) {
                        table.tap(Tap::Note(round.entry, text));
                    }
                },
            }
        }
        if let Some(entry) = changing() {
            PeopleSheet { key: "{entry:?}", table, entry, onclose: move |()| changing.set(None) }
        }
        div { class: "rounds-side",
            if !played.is_empty() {
                RoundsCard {
                    head: head.clone(),
                    report: report.clone(),
                    played: played.clone(),
                    corrections,
                    hidden,
                    onall: move |()| all.set(true),
                    oncorrect: move |entry| table.correct(entry),
                    onnote: move |at| noting.set(Some(at)),
                    onpeople: move |entry| changing.set(Some(entry)),
                }
            }
            MoreCard {
                head,
                report,
                name,
                played: !played.is_empty(),
                onpeople: move |entry| changing.set(Some(entry)),
                end,
                table,
            }
        }
    }
}

/// Who is ahead, and the way to what waits to be done.
#[component]
fn PlacingCard(
    head: Head,
    report: Report,
    target: Option<TargetTotal>,
    /// What waits to be done on the first view.
    step: Option<String>,
    /// Whether no round has been played.
    empty: bool,
) -> Element {
    let l = lang();
    // The order says who is ahead, but not that several are.
    let level = !report.rounds.is_empty() && report.leaders.len() > 1 && !matches!(report.outcome, Outcome::Won(_));
    rsx! {
        section { class: "card",
            div { class: "row spread",
                h2 { {t::standings_title(l)} }
                if let Some(step) = step {
                    Link { class: "button main", to: Route::Table { id: head.id.clone(), tab: "play".to_owned() }, "{step}" }
                }
            }
            if level {
                p { class: "soft", {standing_text(&report, l)} }
            }
            Placing { head, report, target }
            if empty {
                p { class: "soft", {t::standings_empty(l)} }
            }
        }
    }
}
