//! The printed wish cards: where they are kept, and the form they are copied in with. Also the pictures of the weather.

use std::rc::Rc;

use dioxus::html::{ScrollBehavior, ScrollLogicalPosition, ScrollToOptions};
use dioxus::prelude::*;
use serde_json::Value;

use super::draft::{CopyFault, Copying, Draft, LastKey};
use super::game::{Event, RoundPhase, Weather};
use super::score::{CardKind, PRINTED_WISHES, PrintedCards};
use super::text::{GAME, copy_fault, kind_name, wish_name};
use super::view_model::correction;
use super::wish::Wish;
use crate::domain::ledger::Op;
use crate::i18n::{Lang, t};
use crate::play::Problem;
use crate::rules::RuleLink;
use crate::state::{App, app, lang};
use crate::table::Table;
use crate::ui::{Forward, NumberPad, Pad, PadKey, Pressed, key_of};

/// The key of the printed cards among what the app keeps.
pub const KEY: &str = "weather-cards";

/// The printed cards once others come in beside them. What is here already outranks what comes in.
pub fn merge(mine: Option<Value>, theirs: Value) -> Option<Value> {
    let theirs = read(theirs)?;
    let mine = mine.and_then(read).unwrap_or_default();
    serde_json::to_value(theirs.merged(mine)).ok()
}

fn read(value: Value) -> Option<PrintedCards> {
    serde_json::from_value(value).ok().filter(|cards: &PrintedCards| cards.check().is_ok())
}

/// The cards copied in on this device, as far as they are.
pub fn kept_cards(app: App) -> PrintedCards {
    app.value(KEY).and_then(read).unwrap_or_default()
}

fn keep_cards(app: App, cards: PrintedCards) {
    app.set_value(KEY, &kept_cards(app).merged(cards));
}

/// Whether all four are copied.
pub fn complete(cards: &PrintedCards) -> bool {
    !PRINTED_WISHES.iter().any(|wish| cards.lacks(*wish))
}

/// A picture for each kind of card, in a row. Beside a text that says the same.
#[component]
pub fn Sky(kind: CardKind, #[props(default = 1)] times: u8) -> Element {
    let path = match kind {
        CardKind::Sun => {
            "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19"
        }
        CardKind::Cloud => "M7 18a4.2 4.2 0 0 1-.6-8.3 5.6 5.6 0 0 1 10.8-1A4.7 4.7 0 0 1 17 18z",
        CardKind::Rain => {
            "M7 14a4 4 0 0 1-.6-7.8 5.4 5.4 0 0 1 10.6-.8A4.4 4.4 0 0 1 17 14M8 17l-1 4M12.5 17l-1 4M17 17l-1 4"
        }
        CardKind::Thunder => "M13.5 3 6 13.5h5L9.5 21 18 10h-5.5z",
        CardKind::Snow => {
            "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.8 4.6 12 6.6l2.2-2M9.8 19.4l2.2-2 2.2 2M4.4 10.6l2.8-.9-.6-2.9M19.6 13.4l-2.8.9.6 2.9M19.6 10.6l-2.8-.9.6-2.9M4.4 13.4l2.8.9-.6 2.9"
        }
    };
    rsx! {
        for at in 0..times {
            svg { key: "{at}", class: "icon sky", "data-kind": kind.id(), view_box: "0 0 24 24", "aria-hidden": "true",
                path { d: path }
            }
        }
    }
}

/// The picture of a wish, doubled for an upper one.
#[component]
pub fn WishSky(wish: Wish) -> Element {
    let kind = match wish {
        Wish::Sun | Wish::ClearSky => CardKind::Sun,
        Wish::Cloud | Wish::Overcast => CardKind::Cloud,
        Wish::Rain | Wish::Downpour => CardKind::Rain,
        Wish::Thunderbolt => CardKind::Thunder,
        Wish::HeavySnow => CardKind::Snow,
    };
    rsx! {
        span { class: "skies",
            Sky { kind, times: if wish.is_upper() { 2 } else { 1 } }
        }
    }
}

/// A wish: its picture, its name, and in English the name on the card.
#[component]
pub fn WishTitle(wish: Wish) -> Element {
    let l = lang();
    rsx! {
        span { class: "wish-title",
            WishSky { wish }
            strong { {wish_name(wish, l)} }
            if l == Lang::En {
                span { class: "soft", lang: "ja", {wish_name(wish, Lang::Ja)} }
            }
        }
    }
}

/// A cell of a grid of numbers; it comes into view when it is the one typed into.
#[component]
pub fn CountCell(
    label: String,
    text: String,
    at: bool,
    wrong: bool,
    faults: String,
    onpick: EventHandler<()>,
) -> Element {
    let mut here = use_signal(|| None::<Rc<MountedData>>);
    use_effect(use_reactive!(|(at, wrong)| {
        let _ = wrong;
        if at && let Some(cell) = here.peek().clone() {
            spawn(async move {
                let options = ScrollToOptions {
                    behavior: ScrollBehavior::Instant,
                    vertical: ScrollLogicalPosition::Nearest,
                    horizontal: ScrollLogicalPosition::Nearest,
                };
                // A renderer that cannot scroll leaves it where it is.
                let _ = cell.scroll_to_with_options(options).await;
            });
        }
    }));
    rsx! {
        button {
            class: "cell",
            "aria-pressed": at,
            "data-wrong": wrong,
            "aria-describedby": "{faults}",
            "aria-label": "{label}",
            onmounted: move |event: MountedEvent| here.set(Some(event.data())),
            onclick: move |_| onpick.call(()),
            "{text}"
        }
    }
}

/// The four cards, to copy the printed values into.
#[component]
pub fn CardsForm(
    copying: Copying,
    /// What is said once they are kept.
    saved: Option<&'static str>,
    onchange: EventHandler<Copying>,
    ondone: EventHandler<PrintedCards>,
) -> Element {
    let l = lang();
    let faults = copying.faults();
    let at = copying.grid.at();
    let example = copying.example();
    let done = {
        let copying = copying.clone();
        move || {
            let mut copying = Copying { asked: true, ..copying.clone() };
            match copying.cards() {
                Some(cards) => ondone.call(cards),
                None => {
                    if let Some(cell) = copying.faults().first().and_then(CopyFault::cell) {
                        copying.grid.go(cell);
                    }
                    onchange.call(copying);
                }
            }
        }
    };
    let press = {
        let (copying, done) = (copying.clone(), done.clone());
        move |key: PadKey| {
            let mut copying = copying.clone();
            if copying.press(key) == Pressed::Done {
                done();
            } else {
                onchange.call(copying);
            }
        }
    };
    let go = {
        let copying = copying.clone();
        move |cell: usize| {
            let mut copying = copying.clone();
            copying.grid.go(cell);
            onchange.call(copying);
        }
    };
    let typed = {
        let press = press.clone();
        move |event: KeyboardEvent| {
            if let Some(key) = key_of(&crate::device::key(&event)) {
                press(key);
                event.prevent_default();
            }
        }
    };
    let last = at + 1 == copying.grid.len();
    rsx! {
        div { class: "entry", onkeydown: typed,
            div { class: "wish-cards",
                for (card, wish) in PRINTED_WISHES.into_iter().enumerate() {
                    fieldset { key: "{card}", class: "wish-card",
                        legend { class: "hidden", {wish_name(wish, l)} }
                        WishTitle { wish }
                        for (kind, cell) in CardKind::ALL.into_iter().zip(card * CardKind::ALL.len()..) {
                            div { key: "{cell}", class: "value",
                                Sky { kind }
                                span { {kind_name(kind, l)} }
                                CountCell {
                                    label: t::weather_cards_cell(l, wish_name(wish, l), kind_name(kind, l), copying.grid.cell(cell).text()),
                                    text: copying.grid.cell(cell).text(),
                                    at: cell == at,
                                    wrong: faults.iter().any(|fault| fault.cell() == Some(cell)),
                                    faults: "copy-faults-{card}",
                                    onpick: {
                                        let go = go.clone();
                                        move |()| go(cell)
                                    },
                                }
                            }
                        }
                        div { id: "copy-faults-{card}",
                            for fault in faults.iter().filter(|fault| fault.cell().is_some_and(|cell| cell / CardKind::ALL.len() == card)) {
                                p { class: "error", role: "alert", {copy_fault(*fault, l)} }
                            }
                        }
                    }
                }
            }
            div { class: "soft",
                "{t::weather_cards_example(l)} "
                span { class: if matches!(example, Some(Err(_))) { "error" }, role: "status",
                    match example {
                        Some(Ok(())) => t::weather_cards_example_right(l).to_owned(),
                        Some(Err(wrong)) => t::weather_cards_example_wrong(l, wrong.got),
                        None => String::new(),
                    }
                }
                " "
                RuleLink { game: GAME, section: "printed-cards" }
            }
            if faults.contains(&CopyFault::Nothing) {
                p { class: "error", role: "alert", {copy_fault(CopyFault::Nothing, l)} }
            }
            button {
                class: "button",
                onclick: {
                    let done = done.clone();
                    move |_| done()
                },
                {t::weather_cards_save(l)}
            }
            p { class: "soft", role: "status", {saved} }
            NumberPad {
                l,
                pad: Pad::Signs(true),
                forward: if last { Forward::Done { words: t::weather_cards_save(l).to_owned(), ready: true } } else { Forward::Next },
                onkey: press,
            }
        }
    }
}

/// Takes copied cards into the game, and keeps them for the next ones. Says what is in the way, if something is.
pub fn save_cards(table: Table<Weather>, cards: PrintedCards) -> Option<Problem> {
    let ledger = table.session().ledger.clone();
    let now = *ledger.state().printed();
    let cards = now.merged(cards);
    let rest = Draft { copy: None, ..table.draft().unwrap_or_default() }.some();
    if cards == now {
        table.set_draft(rest.as_ref());
    } else {
        let event = Event::Printed { cards };
        // A game that is over takes no more cards, but the ones it was scored by can be put right.
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
    keep_cards(table.app(), cards);
    None
}

/// The form at a table. Whoever shows it saves: the task that writes belongs to a component that stays.
#[component]
pub fn TableCards(
    table: Table<Weather>,
    problem: Option<Problem>,
    #[props(default)] saved: bool,
    onsave: EventHandler<PrintedCards>,
) -> Element {
    let l = lang();
    let session = table.session();
    let printed = *session.ledger.state().printed();
    let kept = kept_cards(table.app());
    let copy = table.draft::<Draft>().and_then(|draft| draft.copy);
    let offered = copy.is_none() && kept.merged(printed) != printed;
    rsx! {
        p { class: "soft",
            if session.ledger.state().phase() == RoundPhase::Over {
                {t::weather_cards_over(l)}
            } else {
                {t::weather_cards_text(l)}
            }
        }
        if offered {
            button { class: "button main", onclick: move |_| onsave.call(kept.merged(printed)), {t::weather_cards_use(l)} }
        }
        if let Some(problem) = problem {
            p { class: "error", role: "alert", "{problem.text}" }
        }
        CardsForm {
            saved: (saved && copy.is_none()).then(|| t::weather_cards_saved(l)),
            copying: copy.unwrap_or_else(|| Copying::of(&printed)),
            onchange: move |copy| {
                let draft = table.draft::<Draft>().unwrap_or_default();
                table.set_draft(Some(&Draft { copy: Some(copy), last: LastKey::Copy, ..draft }));
            },
            ondone: onsave,
        }
    }
}

/// The form without a table.
#[component]
pub fn AppCards() -> Element {
    let l = lang();
    let app = app();
    let mut copying = use_signal(|| Copying::of(&kept_cards(app)));
    let mut saved = use_signal(|| false);
    rsx! {
        p { class: "soft", {t::weather_cards_text(l)} }
        CardsForm {
            copying: copying(),
            saved: saved().then(|| t::weather_cards_saved_app(l)),
            onchange: move |next| {
                saved.set(false);
                copying.set(next);
            },
            ondone: move |cards| {
                keep_cards(app, cards);
                copying.write().asked = false;
                saved.set(true);
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cards_that_come_in_fill_gaps_and_change_nothing() {
        let card = |sun: i8| json!({ "sun": sun, "cloud": 0, "rain": 0, "thunder": 1, "snow": -9 });
        let both = merge(Some(json!({ "sun": card(1) })), json!({ "sun": card(2), "rain": card(3) })).unwrap();
        assert_eq!(both["sun"], card(1));
        assert_eq!(both["rain"], card(3));
        assert_eq!(merge(None, json!({ "sun": card(10) })), None, "out of bounds");
        assert_eq!(merge(None, json!("cards")), None);
        assert_eq!(merge(Some(json!(7)), json!({ "rain": card(3) })).unwrap()["rain"], card(3));
    }
}
