//! The form for the name and the score sheet of a game. Every change goes straight into the options of the new table.

use dioxus::prelude::*;
use takujo_core::domain::seats::typed_name;
use takujo_core::games::any::game::{
    COUNTS, CategoryFault, Column, EndRule, Error, FACTORS, MAX_GAME, MOST_CATEGORIES, MOST_POINTS, Options,
};
use takujo_core::games::any::own::write_link;
use takujo_core::games::any::text::{category_problem, option_problem};
use takujo_core::i18n::{Lang, t};

use crate::route::Route;
use crate::state::lang;
use crate::ui::{CheckBox, Glyph, Icon, MINUS, NumberField, TextField, use_field_text, whole};

/// A sheet to start from.
#[derive(Clone, Copy, PartialEq)]
enum Preset {
    Bids,
    Rummy,
    Categories,
}

impl Preset {
    const ALL: [Preset; 3] = [Preset::Bids, Preset::Rummy, Preset::Categories];

    fn name(self, l: Lang) -> &'static str {
        match self {
            Preset::Bids => t::any_preset_bids(l),
            Preset::Rummy => t::any_preset_rummy(l),
            Preset::Categories => t::any_preset_categories(l),
        }
    }

    /// Sets the sheet and what goes with it: somebody deals, and for some an ending. The name stays.
    fn apply(self, options: &mut Options, l: Lang) {
        let category = |name: &str, factor, most| Column { name: name.to_owned(), factor, most };
        options.deals = true;
        options.categories = match self {
            Preset::Bids => vec![
                category(t::any_preset_tricks(l), 1, 13),
                category(t::any_preset_made(l), 10, 1),
                category(t::any_preset_off(l), -5, 13),
            ],
            Preset::Rummy => {
                options.ending = EndRule::Target(500);
                vec![
                    category(t::any_preset_melds(l), 1, 999),
                    category(t::any_preset_left(l), -1, 999),
                    category(t::any_preset_out(l), 25, 1),
                ]
            }
            Preset::Categories => vec![
                category(t::any_preset_cards(l), 1, 99),
                category(t::any_preset_bonus(l), 5, 9),
                category(t::any_preset_penalty(l), -5, 9),
            ],
        };
    }
}

/// Name, categories, points at the start, and the deal.
#[component]
pub fn SheetForm(options: Signal<Options>) -> Element {
    let l = lang();
    let mut name = use_signal(|| options.peek().name.clone());
    // A key for each category, so that it keeps its fields when others are added or removed.
    let mut keys = use_signal(|| (0..options.peek().categories.len()).collect::<Vec<usize>>());
    let mut next_key = use_signal(|| MOST_CATEGORIES);
    let mut new_key = move || {
        next_key += 1;
        *next_key.peek()
    };
    let now = options();
    let problem = now.check().err();
    let categories = now.categories.len();
    let fault = move |at: usize| match problem {
        Some(Error::Category(wrong, fault)) if wrong == at => Some(fault),
        _ => None,
    };
    let name_wrong = (name().chars().count() > MAX_GAME).then(|| option_problem(&Error::Name, l));
    let whole_game = now.check().is_ok() && !now.name.is_empty();
    rsx! {
        TextField {
            label: t::any_game_name(l),
            value: name(),
            problem: name_wrong,
            oninput: move |text: String| {
                options.write().name = typed_name(&text);
                name.set(text);
            },
        }
        fieldset { class: "sheet-form",
            legend { {t::any_sheet(l)} }
            p { class: "soft", {t::any_sheet_text(l)} }
            PresetChips {
                onpick: move |preset: Preset| {
                    preset.apply(&mut options.write(), l);
                    keys.set((0..options.peek().categories.len()).map(|_| new_key()).collect());
                },
            }
            ul { class: "categories",
                for (at, (key, category)) in keys().into_iter().zip(now.categories).enumerate() {
                    li { key: "{key}",
                        CategoryFields {
                            at,
                            category,
                            fault: fault(at),
                            onchange: move |changed: Column| {
                                if let Some(category) = options.write().categories.get_mut(at) {
                                    *category = changed;
                                }
                            },
                            onremove: move |()| {
                                let mut options = options.write();
                                if at < options.categories.len() {
                                    options.categories.remove(at);
                                    keys.write().remove(at);
                                }
                            },
                        }
                    }
                }
            }
            button {
                class: "button",
                r#type: "button",
                disabled: categories >= MOST_CATEGORIES,
                onclick: move |_| {
                    let mut options = options.write();
                    // Named with a number that no other has, so that the new category is valid as it is.
                    let taken = |name: &String| options.categories.iter().any(|other| other.name == *name);
                    let name = (options.categories.len() + 1..).map(|number| t::any_category(l, number)).find(|name| !taken(name));
                    options.categories.push(Column { name: name.unwrap_or_default(), factor: 1, most: 99 });
                    keys.write().push(new_key());
                },
                Icon { glyph: Glyph::Plus }
                {t::any_category_add(l)}
            }
        }
        {start_and_deal(options, l)}
        if whole_game {
            Link { class: "button", to: Route::OwnGame { link: write_link(&options.read()) },
                Icon { glyph: Glyph::Share }
                {t::any_give(l)}
            }
        }
    }
}

/// The sheets to start from.
#[component]
fn PresetChips(onpick: EventHandler<Preset>) -> Element {
    let l = lang();
    rsx! {
        div { class: "row wrap presets",
            for preset in Preset::ALL {
                button {
                    key: "{preset.name(l)}",
                    class: "chip",
                    r#type: "button",
                    onclick: move |_| onpick.call(preset),
                    {preset.name(l)}
                }
            }
        }
    }
}

/// The fields for the points at the start, and for the deal.
fn start_and_deal(mut options: Signal<Options>, l: Lang) -> Element {
    rsx! {
        NumberField {
            l,
            label: t::any_start(l),
            name: "start",
            value: i64::from(options.peek().start),
            least: -i64::from(MOST_POINTS),
            most: i64::from(MOST_POINTS),
            oninput: move |start: Option<i64>| {
                options.write().start = start.and_then(|start| i32::try_from(start).ok()).unwrap_or(i32::MAX);
            },
        }
        CheckBox {
            label: t::any_deals(l),
            name: "deals",
            checked: options.read().deals,
            onchange: move |deals| options.write().deals = deals,
        }
    }
}

/// A change of a category.
type ColumnChange = Callback<Box<dyn FnOnce(&mut Column)>>;

/// A number that was typed, at most one above `most`.
fn limited(text: &str, most: u32) -> u32 {
    whole(text).unwrap_or(0).min(most + 1)
}

/// The fields of a category.
#[component]
fn CategoryFields(
    at: usize,
    category: Column,
    fault: Option<CategoryFault>,
    onchange: EventHandler<Column>,
    onremove: EventHandler<()>,
) -> Element {
    let l = lang();
    // What a new category begins with is shown as placeholders, not as text to be deleted first.
    let fresh = use_hook(|| (1..=MOST_CATEGORIES).any(|number| category.name == t::any_category(l, number)));
    let wrong = move |bad: CategoryFault| fault == Some(bad);
    let change = {
        let category = category.clone();
        use_callback(move |with: Box<dyn FnOnce(&mut Column)>| {
            let mut category = category.clone();
            with(&mut category);
            onchange.call(category);
        })
    };
    rsx! {
        div { class: "row category",
            CategoryName {
                at,
                name: category.name.clone(),
                fresh,
                wrong: wrong(CategoryFault::Name) || wrong(CategoryFault::Twice),
                change,
            }
            button {
                class: "round",
                r#type: "button",
                "aria-label": t::any_category_remove(l, &category.name),
                onclick: move |_| onremove.call(()),
                Icon { glyph: Glyph::Close }
            }
        }
        div { class: "row category",
            CategoryWorth { at, factor: category.factor, fresh, wrong: wrong(CategoryFault::Factor), change }
            CategoryMost { at, most: category.most, fresh, wrong: wrong(CategoryFault::Most), change }
        }
        p { class: "error", role: "alert", id: "category-{at}-wrong",
            if let Some(fault) = fault {
                {category_problem(fault, l)}
            }
        }
    }
}

/// The name of a category.
#[component]
fn CategoryName(at: usize, name: String, fresh: bool, wrong: bool, change: ColumnChange) -> Element {
    let l = lang();
    let mut typed = use_signal(|| if fresh { String::new() } else { name.clone() });
    let kept = use_field_text(&typed.read());
    rsx! {
        label { class: "field",
            span { {t::any_category(l, at + 1)} }
            input {
                r#type: "text",
                dir: "auto",
                autocomplete: "off",
                placeholder: fresh.then(|| t::any_category(l, at + 1)),
                "aria-invalid": wrong,
                "aria-describedby": "category-{at}-wrong",
                oninput: move |event| {
                    let name = typed_name(&event.value());
                    change.call(Box::new(move |category| category.name = name));
                    typed.set(kept.said(&event));
                },
                ..kept.value(),
            }
        }
    }
}

/// What one of a category is worth: the sign and the number.
#[component]
fn CategoryWorth(at: usize, factor: i32, fresh: bool, wrong: bool, change: ColumnChange) -> Element {
    let l = lang();
    let mut typed = use_signal(|| if fresh { String::new() } else { factor.unsigned_abs().to_string() });
    let kept = use_field_text(&typed.read());
    // Held apart from the number, so that the sign stays while that is typed anew.
    let mut minus = use_signal(|| factor < 0);
    let worth = move |text: &str, minus: bool| {
        let size = i32::try_from(limited(text, *FACTORS.end())).unwrap_or(0);
        if minus { -size } else { size }
    };
    rsx! {
        button {
            class: "round sign",
            r#type: "button",
            "aria-pressed": minus(),
            "aria-label": t::any_category_minus(l),
            onclick: move |_| {
                minus.toggle();
                let worth = worth(&typed.peek(), minus());
                change.call(Box::new(move |category| category.factor = worth));
            },
            {if minus() { "\u{2212}" } else { "+" }}
        }
        label { class: "field",
            span { {t::any_category_worth(l)} }
            input {
                r#type: "text",
                inputmode: "numeric",
                autocomplete: "off",
                placeholder: fresh.then_some("1"),
                "aria-invalid": wrong,
                "aria-describedby": "category-{at}-wrong",
                oninput: move |event| {
                    let text = kept.said(&event);
                    let number = text.trim_start().trim_start_matches(MINUS);
                    if number.len() < text.trim_start().len() {
                        minus.set(true);
                    }
                    let worth = worth(number, minus());
                    change.call(Box::new(move |category| category.factor = worth));
                    typed.set(number.to_owned());
                },
                ..kept.value(),
            }
        }
    }
}

/// How many of a category there can be.
#[component]
fn CategoryMost(at: usize, most: u32, fresh: bool, wrong: bool, change: ColumnChange) -> Element {
    let l = lang();
    let mut typed = use_signal(|| if fresh { String::new() } else { most.to_string() });
    let kept = use_field_text(&typed.read());
    rsx! {
        label { class: "field",
            span { {t::any_category_most(l)} }
            input {
                r#type: "text",
                inputmode: "numeric",
                autocomplete: "off",
                placeholder: fresh.then_some("99"),
                "aria-invalid": wrong,
                "aria-describedby": "category-{at}-wrong",
                oninput: move |event| {
                    let limit = limited(&event.value(), *COUNTS.end());
                    change.call(Box::new(move |category| category.most = limit));
                    typed.set(kept.said(&event));
                },
                ..kept.value(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takujo_core::games::any::game::MAX_CATEGORY;

    #[test]
    fn every_sheet_to_start_from_is_sound_in_both_languages() {
        for l in [Lang::En, Lang::Ja] {
            for preset in Preset::ALL {
                let mut options = Options::default();
                preset.apply(&mut options, l);
                assert_eq!(options.check(), Ok(()));
                assert_eq!(options.categories.len(), 3);
                assert!(options.categories.iter().all(|category| category.name.chars().count() <= MAX_CATEGORY));
            }
        }
    }
}
