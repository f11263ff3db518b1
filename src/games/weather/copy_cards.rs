//! Copying the values printed on the wish cards, at a table or without one.

use dioxus::prelude::*;
use takujo_core::domain::ledger::Op;
use takujo_core::entry::Pad;
use takujo_core::games::weather::cards::complete;
use takujo_core::games::weather::draft::{Copying, Draft, KINDS, LastKey};
use takujo_core::games::weather::game::{Event, RoundPhase, Weather};
use takujo_core::games::weather::score::{CardKind, PRINTED_WISHES, PrintedCards};
use takujo_core::games::weather::view_model::correction;
use takujo_core::games::weather::wish::Wish;
use takujo_core::games::weather::words::{kind_name, wish_list, wish_name};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Problem;
use takujo_core::rule::weather as rules;

use super::cards::{store_cards, stored_cards};
use super::components::{KindTable, WishTitle};
use crate::rules::{ProblemLine, RuleLink};
use crate::state::{app, lang};
use crate::table::Table;
use crate::ui::{Ask, CellPrompt, EntryGrid, GridCell, GridRows, MoreLine, use_change, use_press};

/// The tab with the values of the wish cards.
pub fn copy_cards(table: Table<Weather>) -> Element {
    rsx! {
        div { class: "ask-row",
            Ask { text: t::weather_cards_title(lang()) }
        }
        CopyAtTable { table, asked: PRINTED_WISHES.to_vec() }
    }
}

/// Adds copied cards to the game, and stores them for later games. Returns why the game refuses them, if it does.
fn save_cards(table: Table<Weather>, cards: PrintedCards) -> Option<Problem> {
    let ledger = table.session().ledger.clone();
    let now = *ledger.state().printed();
    let cards = now.merged(cards);
    let rest = Draft { copy: None, ..table.draft().unwrap_or_default() }.some();
    if cards == now {
        table.set_draft(rest.as_ref());
    } else {
        let event = Event::Printed { cards };
        // A finished game accepts no more cards, but the ones it was scored with can be corrected.
        let old = ledger.entries().iter().rposition(|event| matches!(event, Event::Printed { .. }));
        let ops = if ledger.state().phase() != RoundPhase::Over {
            Ok(vec![Op::Append { event }])
        } else if let Some(entry) = old {
            correction(&ledger, entry, &event)
        } else {
            Ok(Vec::new())
        };
        match ops {
            Ok(ops) => {
                if !table.commit_all(ops, rest.as_ref()) {
                    return None;
                }
            }
            Err(refused) => return Some(table.explain(&refused)),
        }
    }
    store_cards(table.app(), cards);
    None
}

/// Why these cards have to be copied, in few enough words for the line above the pad.
fn why(asked: &[Wish], l: Lang) -> String {
    match asked.len() {
        ..=2 => t::weather_cards_why(l, wish_list(asked, l)),
        _ => t::weather_cards_why_all(l).to_owned(),
    }
}

/// The cards of a table, starting with the first of those `asked` for that is not copied.
#[component]
pub fn CopyAtTable(table: Table<Weather>, asked: Vec<Wish>) -> Element {
    let l = lang();
    // The outcome of the last tap on "keep": nothing yet, saved, or refused.
    let mut saved = use_signal(|| None::<Option<Problem>>);
    let session = table.session();
    let printed = *session.ledger.state().printed();
    let stored = stored_cards(table.app());
    let copy = table.draft().and_then(|draft| draft.copy);
    let blank = copy.is_none();
    let mut save = move |cards| saved.set(Some(save_cards(table, cards)));
    let idle = match saved() {
        Some(None) if blank => Some(rsx! {
            p { class: "asked", {t::weather_cards_saved(l)} }
        }),
        _ if blank && stored.merged(printed) != printed => Some(rsx! {
            button { class: "chip", onclick: move |_| save(stored.merged(printed)), {t::weather_cards_use(l)} }
        }),
        _ => None,
    };
    let copying = copy.unwrap_or_else(|| match asked.iter().find(|wish| printed.lacks(**wish)) {
        Some(wish) => Copying::of(&printed).at(*wish),
        None => Copying::of(&printed),
    });
    rsx! {
        CardsForm {
            copying,
            why: if session.ledger.state().phase() == RoundPhase::Over {
                t::weather_cards_over(l).to_owned()
            } else {
                why(&asked, l)
            },
            refused: saved().flatten(),
            idle,
            onchange: move |copy| {
                saved.set(None);
                let draft = table.draft().unwrap_or_default();
                table.set_draft(Some(&Draft { copy: Some(copy), last: LastKey::Copy, ..draft }));
            },
            ondone: save,
        }
    }
}

/// The cards stored on this device, without a table. Calls `onleave` once the one `asked` for is stored, or all are.
#[component]
pub fn CopyAlone(asked: Option<Wish>, onleave: EventHandler<()>) -> Element {
    let l = lang();
    let app = app();
    let start = move || {
        let copying = Copying::of(&stored_cards(app));
        asked.map_or(copying.clone(), |wish| copying.at(wish))
    };
    let mut copying = use_signal(start);
    rsx! {
        CardsForm {
            copying: copying(),
            why: why(asked.as_ref().map_or(&PRINTED_WISHES, std::slice::from_ref), l),
            onchange: move |next| copying.set(next),
            ondone: move |cards| {
                store_cards(app, cards);
                copying.set(start());
                if asked.is_some() || complete(&cards) {
                    onleave.call(());
                }
            },
        }
    }
}

/// The four cards, to copy the printed values into.
#[component]
fn CardsForm(
    copying: Copying,
    /// Why they have to be copied, in two lines.
    why: String,
    /// What stands in the place of the prompt while nothing is typed.
    #[props(default)]
    idle: Option<Element>,
    /// Why the values were refused.
    #[props(default)]
    refused: Option<Problem>,
    onchange: EventHandler<Copying>,
    ondone: EventHandler<PrintedCards>,
) -> Element {
    let l = lang();
    let at = copying.grid.at();
    let (rest, open) = (t::weather_rest_key(l), copying.is_card_open());
    let go = use_change(&copying, onchange, |copying, cell| copying.grid.go(cell));
    let press = use_press(&copying, onchange, ondone, |copying, key| copying.press(key).then(|| copying.cards()));
    let (wish, kind) = Copying::place(at);
    let changed = copying.is_changed();
    let line = idle.unwrap_or_else(|| {
        rsx! {
            if changed {
                CellPrompt {
                    names: vec![wish_name(wish, l).to_owned()],
                    what: kind_name(kind, l),
                    typed: copying.grid.cell(at),
                }
            } else {
                MoreLine { l, line: rsx! { "{why}" }, title: t::weather_cards_title(l),
                    p { "{why}" }
                    p { class: "soft",
                        "{t::weather_cards_default(l)} {t::weather_cards_example(l)} "
                        RuleLink { rule: rules::PRINTED_CARDS }
                    }
                }
            }
        }
    });
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&copying.grid, KINDS),
            pad: Pad::Values { rest, open },
            forward: copying.forward(t::weather_cards_save(l)),
            onkey: press,
            ongo: go,
            line: rsx! {
                ProblemLine { problem: refused, {line} }
            },
            KindTable { heads: heads(&copying), cells: cells(&copying, l), at, onpick: go }
        }
    }
}

/// Each card's picture and name; for 天雷 also whether the example in the rules agrees.
fn heads(copying: &Copying) -> Vec<Element> {
    let example = copying.example();
    let head = |wish: Wish| {
        rsx! {
            WishTitle { wish }
            if wish == Wish::Thunderbolt {
                Example { agrees: example.map(|found| found.map_err(|wrong| wrong.got)) }
            }
        }
    };
    PRINTED_WISHES.into_iter().map(head).collect()
}

/// Whether the example in the rules agrees with the values, or what they give instead.
#[component]
fn Example(agrees: Option<Result<(), i32>>) -> Element {
    let l = lang();
    rsx! {
        span { class: if matches!(agrees, Some(Err(_))) { "error" } else { "soft" }, role: "status",
            match agrees {
                Some(Ok(())) => t::weather_cards_example_right(l).to_owned(),
                Some(Err(got)) => t::weather_cards_example_wrong(l, got),
                None => String::new(),
            }
        }
    }
}

/// The cells as drawn.
fn cells(copying: &Copying, l: Lang) -> Vec<GridCell> {
    let cell = |index: usize| {
        let (wish, kind) = Copying::place(index);
        let text = copying.grid.cell(index).text();
        let label = t::weather_cards_cell(l, wish_name(wish, l), kind_name(kind, l), &text);
        GridCell { index, label, text, ..GridCell::default() }
    };
    (0..PRINTED_WISHES.len() * CardKind::ALL.len()).map(cell).collect()
}
