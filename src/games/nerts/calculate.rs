//! The points of one person's round, without a table.

use dioxus::prelude::*;
use takujo_core::entry::{Pad, Pressed};
use takujo_core::games::nerts::draft::{Caller, Draft, Fault};
use takujo_core::games::nerts::game::{Error, Event};
use takujo_core::games::nerts::options::{Dealt, HouseRules, MAX_JOKERS, Options, UsualRules};
use takujo_core::games::nerts::words::{formula, preset_name, reason};
use takujo_core::i18n::{Lang, number, t};
use takujo_core::play::Problem;
use takujo_core::rule::nerts as rules;

use crate::rules::ProblemLine;
use crate::state::lang;
use crate::ui::{CellPrompt, CheckBox, EntryCell, EntryGrid, GridCell, GridRows, choice, number_choice};

/// The page that scores one person's round.
pub fn calculate() -> Element {
    rsx! {
        Calculation {}
    }
}

fn alone(dealt: &Dealt) -> Draft {
    Draft { caller: Caller::Nobody, ..Draft::new(1, dealt) }
}

/// A fault in words that name nobody, since there is only one person.
fn words(fault: &Fault, l: Lang) -> Problem {
    let you = t::nerts_you(l);
    let text = match fault {
        Fault::Rule(Error::Pile { left, pile, .. }) => t::nerts_error_pile(l, you, *left, 1_usize, *pile),
        Fault::Rule(Error::Kings { kings, most, .. }) => t::nerts_error_kings(l, you, *kings, *most),
        Fault::Rule(Error::Caller { left, .. }) => t::nerts_error_caller(l, you, 1, *left),
        Fault::Rule(Error::Deck { foundations, left, deck, .. }) => {
            let sum = u16::from(*foundations) + u16::from(*left);
            t::nerts_error_deck(l, you, *foundations, *left, sum, 1_usize, *deck)
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
    let mut preset = use_signal(|| UsualRules::Printed);
    let house = preset().set(HouseRules::PRINTED);
    let dealt = Options { house, jokers: jokers(), ..Options::default() }.dealt();
    let mut entry = use_signal(|| alone(&Options::default().dealt()));
    let now = entry();
    let called = now.caller(&dealt).is_some();
    let count = match now.event(&dealt) {
        Some(Event::Round { counts, .. }) => counts.first().copied(),
        _ => None,
    };
    let faults = now.faults(&dealt);
    let cells: Vec<&str> =
        [t::nerts_foundations(l), t::nerts_left(l), t::nerts_kings(l)].into_iter().take(dealt.cells()).collect();
    let presets = UsualRules::ALL.map(|preset| (preset, preset_name(Some(preset), l)));
    let width = dealt.cells();
    let keyed = dealt.clone();
    let at = now.grid.at();
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&now.grid, width),
            pad: Pad::Signs(at == 0),
            forward: now.grid.forward(t::clear(l), count.is_some()),
            onkey: move |key| {
                let pressed = entry.write().press(key, &keyed);
                if pressed == Pressed::Done && entry.peek().event(&keyed).is_some() {
                    entry.set(alone(&keyed));
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
                    for (index, label) in cells.into_iter().enumerate() {
                        div { key: "{index}", class: "part",
                            span { class: "soft", "aria-hidden": "true", {label} }
                            EntryCell {
                                cell: GridCell {
                                    index,
                                    label: t::nerts_cell_alone(l, label, now.grid.cell(index).text()),
                                    text: now.grid.cell(index).text(),
                                    wrong: faults.iter().any(|fault| fault.cell(width) == Some(index)),
                                    explained: faults.first().is_some_and(|fault| fault.cell(width) == Some(index)),
                                    derived: false,
                                },
                                at,
                                onpick: move |cell| entry.write().grid.go(cell),
                            }
                        }
                    }
                    output { class: "big-total", "aria-live": "polite",
                        if let Some(count) = count {
                            {number(dealt.points(count, called))}
                        } else {
                            "–"
                        }
                    }
                }
                if let Some(count) = count {
                    p { class: "soft", {reason(count, called, &dealt, l)} }
                }
            }
            if house.call > 0 {
                CheckBox {
                    label: t::nerts_called_me(l),
                    name: "called",
                    checked: called,
                    onchange: move |on| {
                        let caller = if on { Caller::Deck(0) } else { Caller::Nobody };
                        entry.write().call(caller, &dealt);
                    },
                }
            }
            {number_choice(t::nerts_jokers(l), "jokers", (0, MAX_JOKERS), jokers(), move |count| jokers.set(count))}
            {choice(t::nerts_house(l), "house", &presets, preset(), move |chosen| {
                preset.set(chosen);
                let house = chosen.set(HouseRules::PRINTED);
                entry.set(alone(&Options { house, ..Options::default() }.dealt()));
            })}
            p { class: "soft", {formula(&house, l)} }
        }
    }
}
