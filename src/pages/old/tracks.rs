//! Whose points each column has, or each line if the rounds are columns.

use dioxus::prelude::*;
use takujo_core::games::any::old::along::RoundsAre;
use takujo_core::games::any::old::choices::TrackChoice;
use takujo_core::games::any::old::fault::{OldFault, OldWrong};
use takujo_core::games::any::old::grid::OldGrid;
use takujo_core::games::any::old::reading::name_in;
use takujo_core::games::any::old::words::wrong_words;
use takujo_core::i18n::t;

use super::fields::known;
use super::form::OldForm;
use crate::state::{app, lang};
use crate::ui::TextField;

/// How many of the known people are offered for each track: those who played last.
const OFFERED: usize = 24;
/// How many cells of each track are shown.
const SHOWN: usize = 4;

/// Whose points each track has, with what is wrong with it.
#[component]
pub(super) fn Tracks(mut form: Signal<OldForm>, grid: OldGrid, faults: Vec<OldFault>) -> Element {
    let (app, l) = (app(), lang());
    let now = form();
    let reading = &now.reading;
    let people = known(app);
    let tracks = reading.people.iter().enumerate().map(|(track, person)| {
        let (heading, cells) = reading.beginning(&grid, track, SHOWN + 1);
        let mut shown: Vec<&str> = Some(heading).filter(|heading| !heading.is_empty()).into_iter().collect();
        shown.extend(cells.iter().take(SHOWN));
        if cells.len() > SHOWN {
            shown.push("…");
        }
        let shown = shown.join(" · ");
        let label = match reading.rounds {
            RoundsAre::Lines => t::old_column(l, track + 1, shown),
            RoundsAre::Columns => t::old_line(l, grid.spot(track, 0).line, shown),
        };
        let own = name_in(heading, &people);
        let others = people.iter().take(OFFERED).filter(|name| **name != own).cloned();
        let offered: Vec<String> = Some(own.clone()).filter(|own| !own.is_empty()).into_iter().chain(others).collect();
        let is_typed = now.is_typed(track, heading);
        let problems = [true, false].map(|about_name| {
            let is_meant = |fault: &&OldFault| {
                fault.track == Some(track) && matches!(fault.what, OldWrong::Name(..)) == about_name
            };
            faults.iter().find(is_meant).map(|fault| wrong_words(&fault.what, reading.rounds, l))
        });
        (heading.to_owned(), label, offered, person.clone(), is_typed, problems)
    });
    rsx! {
        section { class: "card",
            h2 { {t::old_people(l)} }
            for (track, (heading, label, offered, person, typed, [name_problem, problem])) in tracks.enumerate() {
                TrackField {
                    key: "{track}",
                    label,
                    offered,
                    person,
                    typed,
                    name_problem,
                    problem,
                    onchoose: move |choice| {
                        form.write().choose_along(&known(app), |choices| choices.seat(track, &heading, choice));
                    },
                }
            }
        }
    }
}

/// Whose points a track has.
#[component]
fn TrackField(
    label: String,
    offered: Vec<String>,
    person: Option<String>,
    /// Whether the name is typed; so is any that is not offered.
    typed: bool,
    name_problem: Option<String>,
    problem: Option<String>,
    onchoose: EventHandler<TrackChoice>,
) -> Element {
    let l = lang();
    let at = person.as_ref().filter(|_| !typed).and_then(|name| offered.iter().position(|other| other == name));
    let is_typed = person.is_some() && at.is_none();
    // A name that is typed has what is wrong with it below itself.
    let (name_problem, problem) = if is_typed { (name_problem, problem) } else { (None, name_problem.or(problem)) };
    let (wrong, unused) = (problem.is_some(), person.is_none());
    let names = offered.clone();
    rsx! {
        div { role: "group", "aria-label": "{label}",
            label { class: "field",
                span { "{label}" }
                select {
                    "aria-invalid": wrong,
                    onchange: move |event: FormEvent| {
                        let chosen = event.value();
                        let name = chosen.parse().ok().and_then(|at: usize| names.get(at).cloned());
                        onchoose.call(match name {
                            Some(name) => TrackChoice::Offered(name),
                            None if chosen == "typed" => TrackChoice::Typed(String::new()),
                            None => TrackChoice::Unused,
                        });
                    },
                    option { value: "", selected: unused, {t::old_unused(l)} }
                    for (nth, name) in offered.into_iter().enumerate() {
                        option { key: "{nth}", value: "{nth}", selected: at == Some(nth), {name} }
                    }
                    option { value: "typed", selected: is_typed, {t::old_other(l)} }
                }
            }
            if is_typed {
                TextField {
                    label: t::old_name(l),
                    value: person.unwrap_or_default(),
                    problem: name_problem,
                    oninput: move |name| onchoose.call(TrackChoice::Typed(name)),
                }
            }
            p { class: "error", role: "alert", {problem} }
        }
    }
}
