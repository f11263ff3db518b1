//! The points of one person's round, without a table.

use dioxus::prelude::*;
use takujo_core::entry::{Pad, Pressed};
use takujo_core::games::nerts::draft::{Caller, Draft, Fault};
use takujo_core::games::nerts::score::{Error, Event, MAX_JOKERS, NERTS_PILE};
use takujo_core::games::nerts::words::reason;
use takujo_core::i18n::{Lang, number, t};
use takujo_core::play::Problem;
use takujo_core::rule::nerts as rules;

use crate::rules::ProblemLine;
use crate::state::lang;
use crate::ui::{CellPrompt, EntryCell, EntryGrid, number_choice};

/// The page that scores one person's round.
pub fn calculate() -> Element {
    rsx! {
        Calculation {}
    }
}

fn alone() -> Draft {
    Draft { caller: Caller::Nobody, ..Draft::new(1) }
}

/// A fault in words that name nobody, since there is only one person.
fn words(fault: &Fault, l: Lang) -> Problem {
    let you = t::nerts_you(l);
    let text = match fault {
        Fault::Rule(Error::Pile { left, .. }) => t::nerts_error_pile(l, you, *left, NERTS_PILE),
        Fault::Rule(Error::Deck { foundations, left, deck, .. }) => {
            t::nerts_error_deck(l, you, *foundations, *left, u16::from(*foundations) + u16::from(*left), *deck)
        }
        Fault::Range(_, most) => t::nerts_error_range(l, *most),
        Fault::Rule(_) | Fault::WhoCalled => String::new(),
    };
    Problem { text, rule: Some(rules::BOUNDS) }
}

#[component]
fn Calculation() -> Element {
    let l = lang();
    let mut jokers = use_signal(|| 0_u8);
    let mut entry = use_signal(alone);
    let now = entry();
    let count = match now.event(jokers()) {
        Some(Event::Round { counts, .. }) => counts.first().copied(),
        _ => None,
    };
    let faults = now.faults(jokers());
    let cells = [t::nerts_foundations(l), t::nerts_left(l)];
    let at = now.grid.at();
    rsx! {
        EntryGrid {
            l,
            at,
            cells: cells.len(),
            columns: cells.len(),
            pad: Pad::Signs(at == 0),
            forward: now.grid.forward(t::clear(l), count.is_some()),
            onkey: move |key| {
                let pressed = entry.write().press(key, jokers());
                if pressed == Pressed::Done && entry.peek().event(jokers()).is_some() {
                    entry.set(alone());
                }
            },
            ongo: move |cell| entry.write().grid.go(cell),
            line: rsx! {
                ProblemLine { problem: faults.first().map(|fault| words(fault, l)),
                    CellPrompt { names: Vec::new(), what: cells[at], typed: now.grid.cell(at) }
                }
            },
            section { class: "card",
                div { class: "sum",
                    for (cell, label) in cells.into_iter().enumerate() {
                        div { key: "{cell}", class: "part",
                            span { class: "soft", "aria-hidden": "true", {label} }
                            EntryCell {
                                label: t::nerts_cell_alone(l, label, now.grid.cell(cell).text()),
                                text: now.grid.cell(cell).text(),
                                at: at == cell,
                                wrong: faults.iter().any(|fault| fault.cell() == Some(cell)),
                                explained: faults.first().is_some_and(|fault| fault.cell() == Some(cell)),
                                onpick: move |()| entry.write().grid.go(cell),
                            }
                        }
                    }
                    output { class: "big-total", "aria-live": "polite",
                        if let Some(count) = count {
                            {number(count.points())}
                        } else {
                            "–"
                        }
                    }
                }
                if let Some(count) = count {
                    p { class: "soft", {reason(count, l)} }
                }
            }
            {number_choice(t::nerts_jokers(l), "jokers", (0, MAX_JOKERS), jokers(), move |count| jokers.set(count))}
            p { class: "soft", {t::nerts_formula(l)} }
        }
    }
}
