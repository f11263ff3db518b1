//! The forms for the options of a new table and for the list of forfeits.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, tidy_name};
use takujo_core::games::hanafuda::forfeit::Forfeits;
use takujo_core::games::hanafuda::game::{Options, RoundEnd};
use takujo_core::games::hanafuda::payout::{MAX_DECIMALS, MAX_UNIT, Unit};
use takujo_core::games::hanafuda::words::forfeit_text;
use takujo_core::i18n::{Lang, t, unmarked};
use takujo_core::play::Problem;

use super::components::Wrong;
use super::settle::worth;
use crate::state::lang;
use crate::ui::{CheckBox, Glyph, Icon, choice, use_field_text};

/// The options of a new table.
#[component]
pub fn OptionsForm(mut options: Signal<Options>) -> Element {
    let l = lang();
    let now = options();
    let directions = [
        (Direction::CounterClockwise, t::hanafuda_direction_counter(l)),
        (Direction::Clockwise, t::hanafuda_direction_clockwise(l)),
    ];
    let endings = [
        (RoundEnd::Payout, t::hanafuda_ending_payout(l)),
        (RoundEnd::Forfeit, t::hanafuda_ending_forfeit(l)),
        (RoundEnd::Both, t::hanafuda_ending_both(l)),
    ];
    rsx! {
        {choice(t::hanafuda_direction(l), "direction", &directions, now.direction, move |way| options.write().direction = way)}
        p { class: "soft ruling", {t::hanafuda_direction_ruling(l)} }
        {choice(t::hanafuda_ending(l), "ending", &endings, now.ending, move |ending| options.write().ending = ending)}
        p { class: "soft", {t::hanafuda_ending_default(l)} }
        if now.ending.pays() {
            UnitForm { options }
        }
        if now.ending.has_forfeit() {
            h3 { {t::hanafuda_list(l, now.forfeits.texts().len())} }
            ListEditor { list: now.forfeits.clone(), onchange: move |list| options.write().forfeits = list }
        }
        CheckBox {
            label: t::hanafuda_track(l),
            name: "track_turns",
            checked: now.track_turns,
            onchange: move |on| options.write().track_turns = on,
        }
        p { class: "soft", {t::hanafuda_track_text(l)} }
    }
}

/// What a point is worth: a number and the name of a unit.
#[component]
fn UnitForm(mut options: Signal<Options>) -> Element {
    let l = lang();
    let mut value = use_signal(|| options.peek().unit.worth(1).to_string());
    let field_text = use_field_text(&value.read());
    let unit = options.read().unit.clone();
    let value_wrong = Unit::parse(&value()).is_none();
    let name_wrong = unit.name.chars().count() > MAX_UNIT;
    rsx! {
        fieldset { class: "choice",
            legend { {t::hanafuda_unit(l)} }
            div { class: "row",
                label { class: "field",
                    span { {t::hanafuda_unit_value(l)} }
                    input {
                        r#type: "text",
                        inputmode: "decimal",
                        name: "unit",
                        autocomplete: "off",
                        "aria-invalid": value_wrong,
                        oninput: move |event| {
                            // An unreadable value is stored as 0, which is out of bounds.
                            let (per_point, decimals) = Unit::parse(&event.value()).unwrap_or((0, 0));
                            value.set(field_text.said(&event));
                            let unit = &mut options.write().unit;
                            unit.per_point = per_point;
                            unit.decimals = decimals;
                        },
                        ..field_text.value(),
                    }
                }
                label { class: "field",
                    span { {t::hanafuda_unit_name(l)} }
                    input {
                        r#type: "text",
                        autocomplete: "off",
                        placeholder: t::hanafuda_unit_example(l),
                        "aria-invalid": name_wrong,
                        oninput: move |event| options.write().unit.name = tidy_name(&event.value()),
                    }
                }
            }
            if value_wrong || name_wrong {
                p { class: "error", role: "alert",
                    if value_wrong {
                        {t::hanafuda_error_worth(l, MAX_DECIMALS)}
                    } else {
                        {t::hanafuda_error_unit(l, MAX_UNIT)}
                    }
                }
            } else {
                p { class: "soft",
                    if unit == Unit::default() {
                        {t::hanafuda_unit_default(l)}
                    } else {
                        {t::hanafuda_unit_shown(l, worth(&unit, 7, l))}
                    }
                }
            }
        }
    }
}

/// The list of forfeits, with ways to add, change and remove them.
#[component]
pub fn ListEditor(list: Forfeits, onchange: EventHandler<Forfeits>) -> Element {
    let l = lang();
    let mut typed = use_signal(String::new);
    let field_text = use_field_text(&typed.read());
    let mut editing = use_signal(|| None::<usize>);
    let mut wrong = use_signal(|| None::<Problem>);
    let enter = {
        let list = list.clone();
        move |event: FormEvent| {
            event.prevent_default();
            let changed = match editing() {
                Some(entry) => list.with_changed(entry, &typed()),
                None => list.with(&typed()),
            };
            match changed {
                Ok(list) => {
                    wrong.set(None);
                    editing.set(None);
                    typed.set(String::new());
                    onchange.call(list);
                }
                Err(error) => wrong.set(Some(Problem { text: forfeit_text(&error, l), rule: None })),
            }
        }
    };
    let texts = list.texts().to_vec();
    rsx! {
        if !texts.is_empty() {
            ol { class: "people",
                for (entry, text) in texts.into_iter().enumerate() {
                    ForfeitItem {
                        key: "{text}",
                        text: text.clone(),
                        edited: editing() == Some(entry),
                        onedit: move |text| {
                            editing.set(Some(entry));
                            typed.set(text);
                        },
                        onremove: {
                            let list = list.clone();
                            move |()| {
                                if let Ok(list) = list.without(entry) {
                                    editing.set(None);
                                    onchange.call(list);
                                }
                            }
                        },
                    }
                }
            }
        }
        form { class: "row add", onsubmit: enter,
            label { class: "field",
                span {
                    if editing().is_some() {
                        {t::hanafuda_list_change(l)}
                    } else {
                        {t::hanafuda_list_new(l)}
                    }
                }
                input {
                    r#type: "text",
                    autocomplete: "off",
                    "aria-invalid": wrong().is_some(),
                    oninput: move |event| typed.set(field_text.said(&event)),
                    ..field_text.value(),
                }
            }
            button { class: "button", r#type: "submit",
                if editing().is_some() {
                    {t::save(l)}
                } else {
                    {t::hanafuda_list_add(l)}
                }
            }
        }
        Wrong { problem: wrong() }
        Starters { list, onchange }
    }
}

/// A forfeit of the list.
#[component]
fn ForfeitItem(text: String, edited: bool, onedit: EventHandler<String>, onremove: EventHandler<()>) -> Element {
    let l = lang();
    rsx! {
        li {
            span { class: "why", "{text}" }
            span { class: "row",
                button {
                    class: "round",
                    "aria-label": t::hanafuda_list_edit(l, &text),
                    "aria-pressed": edited,
                    onclick: {
                        let text = text.clone();
                        move |_| onedit.call(text.clone())
                    },
                    Icon { glyph: Glyph::Pencil }
                }
                button {
                    class: "round",
                    "aria-label": t::hanafuda_list_remove(l, &text),
                    onclick: move |_| onremove.call(()),
                    Icon { glyph: Glyph::Bin }
                }
            }
        }
    }
}

/// A button that adds forfeits to start with, as long as one of them is missing and there is room for it.
#[component]
fn Starters(list: Forfeits, onchange: EventHandler<Forfeits>) -> Element {
    let l = lang();
    let more = starters(l).iter().fold(list.clone(), |list, text| list.with(text).unwrap_or(list));
    if more == list {
        return rsx! {};
    }
    let count = more.texts().len() - list.texts().len();
    rsx! {
        button { class: "button", r#type: "button", onclick: move |_| onchange.call(more.clone()),
            Icon { glyph: Glyph::Plus }
            {t::hanafuda_list_starters(l, count)}
        }
    }
}

/// Forfeits that harm nobody, for a table that has not thought of its own yet.
fn starters(l: Lang) -> [String; 8] {
    [
        t::hanafuda_starter_hum(l),
        t::hanafuda_starter_shuffle(l),
        t::hanafuda_starter_praise(l),
        t::hanafuda_starter_silent(l),
        t::hanafuda_starter_pour(l),
        t::hanafuda_starter_flowers(l),
        t::hanafuda_starter_joke(l),
        t::hanafuda_starter_crane(l),
    ]
    .map(unmarked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_starting_forfeit_fits_on_a_list() {
        for l in Lang::ALL {
            let all = starters(l).iter().fold(Forfeits::default(), |list, text| list.with(text).unwrap());
            assert_eq!(all.texts(), starters(l), "tidied, they stay as they are");
        }
    }
}
