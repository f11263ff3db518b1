//! Copying the values printed on the wish cards, at a table or without one.

use dioxus::prelude::*;
use takujo_core::domain::ledger::Op;
use takujo_core::entry::Pad;
use takujo_core::games::weather::draft::{Copying, Draft, KINDS, LastKey};
use takujo_core::games::weather::game::{Event, RoundPhase, Weather};
use takujo_core::games::weather::score::{CardKind, PRINTED_WISHES, PrintedCards};
use takujo_core::games::weather::view_model::correction;
use takujo_core::games::weather::wish::Wish;
use takujo_core::games::weather::words::{kind_name, wish_name};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Problem;
use takujo_core::rule::weather as rules;

use super::cards::{store_cards, stored_cards};
use super::components::{KindTable, WishTitle};
use crate::rules::{ProblemLine, RuleLink};
use crate::state::{app, lang};
use crate::table::Table;
use crate::ui::{Ask, CellPrompt, EntryGrid, GridCell, GridRows, use_change, use_press};

/// The tab with the values of the wish cards.
pub fn copy_cards(table: Table<Weather>) -> Element {
    rsx! {
        div { class: "ask-row",
            Ask { text: t::weather_cards_title(lang()) }
        }
        CopyAtTable { table }
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

/// The cards of a table, starting with the one `asked` for.
#[component]
pub fn CopyAtTable(table: Table<Weather>, #[props(default)] asked: Option<Wish>) -> Element {
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
    let copying = copy.unwrap_or_else(|| {
        let copying = Copying::of(&printed);
        asked.map_or(copying.clone(), |wish| copying.at(wish))
    });
    rsx! {
        CardsForm {
            copying,
            refused: saved().flatten(),
            idle,
            onchange: move |copy| {
                saved.set(None);
                let draft = table.draft().unwrap_or_default();
                table.set_draft(Some(&Draft { copy: Some(copy), last: LastKey::Copy, ..draft }));
            },
            ondone: save,
            p { class: "soft",
                if session.ledger.state().phase() == RoundPhase::Over {
                    {t::weather_cards_over(l)}
                } else {
                    {t::weather_cards_text(l)}
                }
            }
        }
    }
}

/// The cards stored on this device, without a table. Calls `onleave` once they are stored.
#[component]
pub fn CopyAlone(asked: Wish, onleave: EventHandler<()>) -> Element {
    let l = lang();
    let app = app();
    let mut copying = use_signal(|| Copying::of(&stored_cards(app)).at(asked));
    rsx! {
        CardsForm {
            copying: copying(),
            onchange: move |next| copying.set(next),
            ondone: move |cards| {
                store_cards(app, cards);
                onleave.call(());
            },
            p { class: "soft", {t::weather_cards_text(l)} }
        }
    }
}

/// The four cards, to copy the printed values into.
#[component]
fn CardsForm(
    copying: Copying,
    /// What stands in the place of the prompt while nothing is typed.
    #[props(default)]
    idle: Option<Element>,
    /// Why the values were refused.
    #[props(default)]
    refused: Option<Problem>,
    onchange: EventHandler<Copying>,
    ondone: EventHandler<PrintedCards>,
    children: Element,
) -> Element {
    let l = lang();
    let at = copying.grid.at();
    let cards = copying.cards();
    let go = use_change(&copying, onchange, |copying, cell| copying.grid.go(cell));
    let press = use_press(&copying, onchange, ondone, |copying, key| copying.press(key).then(|| copying.cards()));
    let (wish, kind) = Copying::place(at);
    let line = idle.unwrap_or_else(|| {
        rsx! {
            CellPrompt {
                names: vec![wish_name(wish, l).to_owned()],
                what: kind_name(kind, l),
                typed: copying.grid.cell(at),
            }
            button {
                class: "chip",
                disabled: cards.is_none(),
                "aria-label": t::weather_cards_save(l),
                onclick: move |_| {
                    if let Some(cards) = cards {
                        ondone.call(cards);
                    }
                },
                {t::weather_cards_keep(l)}
            }
        }
    });
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&copying.grid, KINDS),
            pad: Pad::Values,
            forward: copying.grid.forward(t::weather_cards_save(l), cards.is_some()),
            onkey: press,
            ongo: go,
            line: rsx! {
                ProblemLine { problem: refused, {line} }
            },
            KindTable { heads: heads(&copying), cells: cells(&copying, l), at, onpick: go }
            div { class: "below",
                p { class: "soft",
                    "{t::weather_cards_default(l)} {t::weather_cards_example(l)} "
                    RuleLink { rule: rules::PRINTED_CARDS }
                }
                {children}
            }
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

/// The cells as drawn. An empty cell of a card that has values counts as 0, and shows it.
fn cells(copying: &Copying, l: Lang) -> Vec<GridCell> {
    let cell = |index: usize| {
        let (wish, kind) = Copying::place(index);
        let derived = copying.is_default(index);
        let text = if derived { "0".to_owned() } else { copying.grid.cell(index).text() };
        let label = t::weather_cards_cell(l, wish_name(wish, l), kind_name(kind, l), &text);
        GridCell { index, label, text, derived, ..GridCell::default() }
    };
    (0..PRINTED_WISHES.len() * CardKind::ALL.len()).map(cell).collect()
}
