//! Every round in a table, with its note and with who came and went before it.

use dioxus::prelude::*;
use takujo_core::domain::ledger::{MAX_NOTE, Round};
use takujo_core::domain::seats::typed_name;
use takujo_core::domain::session::{Head, Report};
use takujo_core::i18n::{Lang, t};
use takujo_core::table::coming_words::change_text;
use takujo_core::table::views::RoundCorrection;

use crate::state::lang;
use crate::ui::{Glyph, Icon, Named, Sheet, TextField, below, keep_unsaved, unsaved_or};

/// Every round, but the `hidden` first ones until all are asked for.
#[component]
pub(super) fn RoundsCard(
    head: Head,
    report: Report,
    played: Vec<Round>,
    /// Of each, as in the view.
    corrections: Vec<RoundCorrection>,
    hidden: usize,
    onall: EventHandler<()>,
    oncorrect: EventHandler<usize>,
    /// The note of the round with this index is to be written.
    onnote: EventHandler<usize>,
    /// A change of seats was tapped: its entry.
    onpeople: EventHandler<Option<usize>>,
) -> Element {
    let l = lang();
    let rounds = played.len();
    let last = rounds.saturating_sub(1);
    let title = title(&report, l);
    rsx! {
        section { class: "card",
            h2 { {title} }
            if hidden > 0 {
                button { class: "button", onclick: move |_| onall.call(()),
                    if report.by_turns {
                        {t::standings_all_turns(l, rounds)}
                    } else {
                        {t::standings_all(l, rounds)}
                    }
                }
            }
            RoundTable { head, report, played, corrections, hidden, oncorrect, onnote, onpeople }
            button { class: "button", onclick: move |_| onnote.call(last),
                Icon { glyph: Glyph::Pencil }
                {t::standings_note_add(l)}
            }
        }
    }
}

/// What stands above the points.
fn title(report: &Report, l: Lang) -> &'static str {
    if report.by_turns { t::standings_turns(l) } else { t::standings_rounds(l) }
}

/// The points of a round, with their signs, and whether they are below zero.
fn points(report: &Report, round: usize) -> Vec<Option<(String, Option<bool>)>> {
    let cell = |points: i32| (report.parts.signed(points), below(points));
    report.rounds[round].iter().map(|points| points.map(cell)).collect()
}

/// What stands above the numbers of rounds or turns.
fn number_head(by_turns: bool, l: Lang) -> &'static str {
    if by_turns { t::standings_turn_number(l) } else { t::standings_round(l) }
}

/// The points of each round but the `hidden` first ones.
#[component]
fn RoundTable(
    head: Head,
    report: Report,
    played: Vec<Round>,
    /// Of each, as in the view.
    corrections: Vec<RoundCorrection>,
    hidden: usize,
    oncorrect: EventHandler<usize>,
    /// The note of the round with this index was tapped.
    onnote: EventHandler<usize>,
    /// A change of seats was tapped: its entry.
    onpeople: EventHandler<Option<usize>>,
) -> Element {
    let l = lang();
    let everyone = report.everyone(&head);
    let changes = |rounds: usize| {
        let then = report.changes.iter().filter(|change| change.rounds == rounds);
        then.map(|change| (change.entry, change_text(change, &everyone, &report, l))).collect::<Vec<_>>()
    };
    let correct = |entry: usize| EventHandler::new(move |()| oncorrect.call(entry));
    rsx! {
        div { class: "scroll", tabindex: "0", role: "region", "aria-label": title(&report, l),
            table { class: "rounds",
                thead {
                    tr {
                        th { scope: "col", {number_head(report.by_turns, l)} }
                        for side in 0..report.sides.len() {
                            th { key: "{side}", scope: "col", class: if report.has_left(side) { "gone" },
                                Named { players: report.side_players(&head, side) }
                            }
                        }
                        th { scope: "col",
                            span { class: "hidden", {t::standings_correct(l)} }
                        }
                    }
                }
                tbody {
                    if hidden == 0 && report.starts.iter().any(|points| *points != 0) {
                        tr {
                            th { scope: "row", {t::standings_start(l)} }
                            for (side, points) in report.starts.iter().enumerate() {
                                td { key: "{side}", "data-below": below(*points), {report.parts.number(*points)} }
                            }
                            td {}
                        }
                    }
                    for (at, round) in played.iter().enumerate().skip(hidden) {
                        RoundRow {
                            key: "{round.entry}",
                            number: at + 1,
                            by_turns: report.by_turns,
                            points: points(&report, at),
                            changes: changes(at),
                            onpeople,
                            note: report.notes.get(at).cloned().unwrap_or_default(),
                            correction: corrections.get(at).copied().unwrap_or_default(),
                            oncorrect: correct(round.entry),
                            onnote: move |()| onnote.call(at),
                        }
                    }
                    {change_rows(l, &changes(played.len()), report.sides.len() + 2, onpeople)}
                }
                tfoot {
                    tr {
                        th { scope: "row", {t::standings_total(l)} }
                        for (side, total) in report.points.iter().enumerate() {
                            td { key: "{side}", class: if report.has_left(side) { "gone" }, "data-below": below(*total),
                                strong { {report.parts.number(*total)} }
                            }
                        }
                        td {}
                    }
                }
            }
        }
    }
}

#[component]
fn RoundRow(
    number: usize,
    by_turns: bool,
    /// The points, with their signs, and whether they are below zero.
    points: Vec<Option<(String, Option<bool>)>>,
    note: String,
    /// Who came and went before it.
    changes: Vec<(usize, String)>,
    onpeople: EventHandler<Option<usize>>,
    correction: RoundCorrection,
    oncorrect: EventHandler<()>,
    onnote: EventHandler<()>,
) -> Element {
    let l = lang();
    let columns = points.len() + 2;
    rsx! {
        {change_rows(l, &changes, columns, onpeople)}
        tr {
            th { scope: "row",
                "{number}"
                if correction.done {
                    " "
                    small { {t::standings_corrected(l)} }
                }
            }
            for (side, points) in points.iter().enumerate() {
                td { key: "{side}", "data-below": points.as_ref().and_then(|(_, below)| *below),
                    match points {
                        Some((points, _)) => rsx! { "{points}" },
                        // Hidden from screen readers, which say by themselves that a cell is empty.
                        None => rsx! { span { class: "soft", "aria-hidden": "true", "·" } },
                    }
                }
            }
            td {
                if correction.may {
                    button {
                        class: "round",
                        "aria-label": if by_turns { t::standings_correct_turn(l, number) } else { t::standings_correct_round(l, number) },
                        onclick: move |_| oncorrect.call(()),
                        Icon { glyph: Glyph::Pencil }
                    }
                }
            }
        }
        if !note.is_empty() {
            tr { class: "note",
                td { colspan: "{columns}",
                    button {
                        "aria-label": note_label(l, by_turns, number, &note),
                        onclick: move |_| onnote.call(()),
                        bdi { "{note}" }
                    }
                }
            }
        }
    }
}

/// What a screen reader says of a note, which a tap changes.
fn note_label(l: Lang, by_turns: bool, number: usize, note: &str) -> String {
    if by_turns { t::standings_note_change_turn(l, number, note) } else { t::standings_note_change(l, number, note) }
}

/// Rows that say who came and went, and lead to its correction. `changes` are entries with their words.
fn change_rows(l: Lang, changes: &[(usize, String)], columns: usize, onpeople: EventHandler<Option<usize>>) -> Element {
    rsx! {
        for (entry, words) in changes.iter().cloned() {
            tr { key: "people-{entry}", class: "note change",
                td { colspan: "{columns}",
                    button {
                        "aria-label": t::people_correct(l, &words),
                        onclick: move |_| onpeople.call(Some(entry)),
                        bdi { "{words}" }
                    }
                }
            }
        }
    }
}

/// Writes a note on a round, at first the one with the index `at`.
#[component]
pub(super) fn NoteSheet(
    at: usize,
    table: String,
    rounds: usize,
    by_turns: bool,
    notes: Vec<String>,
    onclose: EventHandler<()>,
    onsave: EventHandler<(usize, String)>,
) -> Element {
    let l = lang();
    let what = use_callback(move |at: usize| format!("note:{table}:{at}"));
    let note_of = move |at: usize| unsaved_or(&what(at), notes.get(at).cloned().unwrap_or_default());
    let mut chosen = use_signal(|| at);
    let mut typed = use_signal(|| note_of(at));
    let too_long = typed_name(&typed.read()).chars().count() > MAX_NOTE;
    rsx! {
        Sheet { title: t::standings_note_add(l), close_label: t::close(l), onclose,
            form {
                onsubmit: move |event| {
                    event.prevent_default();
                    let text = typed_name(&typed());
                    if text.chars().count() <= MAX_NOTE {
                        keep_unsaved(what(chosen()), None);
                        onsave.call((chosen(), text));
                    }
                },
                label { class: "field",
                    span { {number_head(by_turns, l)} }
                    select {
                        onchange: move |event| {
                            let at = event.value().parse().unwrap_or(at);
                            chosen.set(at);
                            typed.set(note_of(at));
                        },
                        for nth in (0..rounds).rev() {
                            option { key: "{nth}", value: "{nth}", selected: nth == chosen(), "{nth + 1}" }
                        }
                    }
                }
                TextField {
                    label: t::standings_note(l),
                    value: typed(),
                    problem: too_long.then(|| t::table_note_long(l, MAX_NOTE)),
                    oninput: move |text: String| {
                        keep_unsaved(what(chosen()), Some(text.clone()));
                        typed.set(text);
                    },
                }
                button { class: "button main", r#type: "submit", {t::save(l)} }
            }
        }
    }
}
