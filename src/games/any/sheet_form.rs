//! The form for the name and the score sheet of a game. Every change goes straight into the options of the new table.

use dioxus::prelude::*;
use takujo_core::domain::seats::typed_name;
use takujo_core::entry::{MINUS, whole};
use takujo_core::games::any::game::{
    COUNTS, CategoryFault, Column, ColumnKind, Counting, DealRule, Error, FACTORS, MAX_GAME, MOST_CATEGORIES,
    MOST_POINTS, Options,
};
use takujo_core::games::any::own::write_link;
use takujo_core::games::any::words::{category_problem, option_problem};
use takujo_core::i18n::{Lang, t};

use super::bid_fields::{BidFields, BonusFields, ColumnChange, usual_bid, usual_bonus};
use super::usual_sheets::UsualSheets;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{CheckBox, Glyph, Icon, NumberField, TextField, use_change, use_field_text};

/// Name, categories, and the points at the start.
#[component]
pub fn SheetForm(
    options: Signal<Options>,
    /// How many people are at the table so far.
    players: usize,
) -> Element {
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
            UsualSheets {
                players,
                onuse: move |usual: Options| {
                    name.set(usual.name.clone());
                    let was = options.peek().clone();
                    options.set(used(usual, was));
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
            AddCategories {
                categories: options.read().categories.clone(),
                onadd: move |(at, category): (usize, Column)| {
                    options.write().categories.insert(at, category);
                    keys.write().insert(at, new_key());
                },
            }
        }
        {start_field(options, l)}
        if whole_game {
            Link { class: "button", to: Route::OwnGame { link: write_link(&options.read()) },
                Icon { glyph: Glyph::Share }
                {t::any_give(l)}
            }
        }
    }
}

/// A known game in place of these options. What has nothing to do with the score stays.
fn used(usual: Options, was: Options) -> Options {
    let plain = usual.categories.is_empty() && usual.deal == DealRule::Nobody;
    Options {
        scoring: if plain { was.scoring } else { usual.scoring },
        step: was.step,
        other_step: was.other_step,
        again: was.again,
        direction: was.direction,
        ..usual
    }
}

/// The buttons that add a category: one that counts at the end, bids at the beginning, a bonus at the end. There can be one
/// of the latter two each.
#[component]
fn AddCategories(categories: Vec<Column>, onadd: EventHandler<(usize, Column)>) -> Element {
    let l = lang();
    let full = categories.len() >= MOST_CATEGORIES;
    let has = |is: fn(&ColumnKind) -> bool| categories.iter().any(|category| is(&category.kind));
    // Named with a number that no other has, so that the new category is valid as it is.
    let is_free = |name: &String| categories.iter().all(|other| other.name != *name);
    let name = (categories.len() + 1..).map(|number| t::any_category(l, number)).find(is_free).unwrap_or_default();
    let free = |wanted: &str| Some(wanted.to_owned()).filter(is_free).unwrap_or_else(|| name.clone());
    let count = Column {
        name: name.clone(),
        kind: ColumnKind::Count(Counting { factor: 1, most: 99, below: false, all: false }),
    };
    let bids = Column { name: free(t::usual_column_tricks(l)), kind: ColumnKind::Bid(usual_bid()) };
    let bonus = Column { name: free(t::any_bonus(l)), kind: ColumnKind::Bonus(usual_bonus()) };
    let last = categories.len();
    let adds = [
        (t::any_category_add(l), last, count, full),
        (t::any_add_bids(l), 0, bids, full || has(|kind| matches!(kind, ColumnKind::Bid(_)))),
        (t::any_add_bonus(l), last, bonus, full || last == 0 || has(|kind| matches!(kind, ColumnKind::Bonus(_)))),
    ];
    rsx! {
        div { class: "row wrap",
            for (words, at, category, disabled) in adds {
                button {
                    key: "{words}",
                    class: "button",
                    r#type: "button",
                    disabled,
                    onclick: move |_| onadd.call((at, category.clone())),
                    Icon { glyph: Glyph::Plus }
                    {words}
                }
            }
        }
    }
}

/// The field for the points at the start.
fn start_field(mut options: Signal<Options>, l: Lang) -> Element {
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
    }
}

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
    let change: ColumnChange =
        use_change(&category, onchange, |category, with: Box<dyn FnOnce(&mut Column)>| with(category));
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
        match category.kind {
            ColumnKind::Count(count) => rsx! {
                div { class: "row category",
                    CategoryWorth { at, factor: count.factor, fresh, wrong: wrong(CategoryFault::Factor), change }
                    CategoryMost { at, most: count.most, fresh, wrong: wrong(CategoryFault::Most), change }
                }
                div { class: "row wrap",
                    CheckBox {
                        label: t::any_category_below(l),
                        name: "category-below",
                        checked: count.below,
                        onchange: move |below| set_count(change, move |count| count.below = below),
                    }
                    CheckBox {
                        label: t::any_category_all(l),
                        name: "category-all",
                        checked: count.all,
                        onchange: move |all| set_count(change, move |count| count.all = all),
                    }
                }
            },
            ColumnKind::Bid(bid) => rsx! {
                BidFields { bid, change }
            },
            ColumnKind::Bonus(bonus) => rsx! {
                BonusFields { bonus, change }
            },
        }
        p { class: "error", role: "alert", id: "category-{at}-wrong",
            if let Some(fault) = fault {
                {category_problem(fault, l)}
            }
        }
    }
}

/// Changes how a category counts, if that is all it does.
fn set_count(change: ColumnChange, with: impl FnOnce(&mut Counting) + 'static) {
    change.call(Box::new(move |category| {
        if let ColumnKind::Count(count) = &mut category.kind {
            with(count);
        }
    }));
}

/// The name of a category.
#[component]
fn CategoryName(at: usize, name: String, fresh: bool, wrong: bool, change: ColumnChange) -> Element {
    let l = lang();
    let began = use_hook(|| name.clone());
    let mut typed = use_signal(|| if fresh { String::new() } else { name.clone() });
    let kept = use_field_text(&typed.read());
    rsx! {
        label { class: "field",
            span { {t::any_category(l, at + 1)} }
            input {
                r#type: "text",
                dir: "auto",
                autocomplete: "off",
                placeholder: fresh.then_some(began),
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
                set_count(change, move |count| count.factor = worth);
            },
            {if minus() { "\u{2212}" } else { "+" }}
            small { {t::any_category_sign(l, if minus() { "minus" } else { "plus" })} }
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
                    set_count(change, move |count| count.factor = worth);
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
                    set_count(change, move |count| count.most = limit);
                    typed.set(kept.said(&event));
                },
                ..kept.value(),
            }
        }
    }
}
