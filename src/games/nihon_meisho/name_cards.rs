//! Fields for the names of the categories and areas, as printed on the table's deck: in the options, and at a table.

use dioxus::prelude::*;
use takujo_core::domain::seats::tidy_name;
use takujo_core::games::nihon_meisho::game::{NihonMeisho, Options};
use takujo_core::games::nihon_meisho::pile::{Area, Category, Labels, SetOf};
use takujo_core::games::nihon_meisho::words;
use takujo_core::i18n::t;

use super::signs::sign;
use crate::state::lang;
use crate::table::Table;

/// Renames the categories and areas of an open table.
#[component]
pub fn Relabel(table: Table<NihonMeisho>) -> Element {
    if !table.may_rename() {
        return rsx! {};
    }
    rsx! {
        details { class: "card",
            summary { {t::meisho_labels(lang())} }
            LabelForm { table, onsaved: |()| () }
        }
    }
}

/// The fields and a button that saves them.
#[component]
pub fn LabelForm(table: Table<NihonMeisho>, onsaved: EventHandler<()>) -> Element {
    let l = lang();
    let labels = use_signal(|| table.session().options.labels.clone());
    let mut saved = use_signal(|| false);
    let fault = labels.read().check().err();
    rsx! {
        form {
            class: "labels",
            onsubmit: move |event| {
                event.prevent_default();
                if labels.peek().check().is_ok() {
                    let options = Options { labels: labels.peek().clone(), ..table.session().options.clone() };
                    table.rename(options);
                    saved.set(true);
                    onsaved.call(());
                }
            },
            LabelFields { labels, onchange: move |()| saved.set(false) }
            button { class: "button", r#type: "submit", disabled: fault.is_some(), {t::save(l)} }
            p { class: "soft", role: "status",
                if saved() {
                    {t::meisho_labels_saved(l)}
                }
            }
        }
    }
}

/// A field for each name.
#[component]
pub fn LabelFields(mut labels: Signal<Labels>, onchange: EventHandler<()>) -> Element {
    let l = lang();
    let now = labels();
    let fault = now.check().err();
    let own = Labels::default();
    let fields = Category::ALL.into_iter().map(SetOf::Category).chain(Area::ALL.into_iter().map(SetOf::Area));
    rsx! {
        p { class: "soft", {t::meisho_labels_text(l)} }
        for (at, of) in fields.enumerate() {
            label { key: "{at}", class: "field",
                span { class: "row",
                    {sign(of)}
                    {words::set(&own, of, l)}
                }
                input {
                    r#type: "text",
                    value: match of {
                        SetOf::Category(of) => now.category(of).to_owned(),
                        SetOf::Area(of) => now.area(of).to_owned(),
                    },
                    "aria-invalid": fault.is_some_and(|(wrong, _)| wrong == of),
                    onchange: move |event| {
                        let label = tidy_name(&event.value());
                        let mut labels = labels.write();
                        match of {
                            SetOf::Category(of) => labels.categories[of as usize] = label,
                            SetOf::Area(of) => labels.areas[of as usize] = label,
                        }
                        drop(labels);
                        onchange.call(());
                    },
                }
                p { class: "error", role: "alert",
                    if let Some((wrong, fault)) = fault && wrong == of {
                        {words::label_fault(&now, wrong, fault, l)}
                    }
                }
            }
        }
    }
}
