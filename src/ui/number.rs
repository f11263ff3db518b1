//! A field for a whole number with bounds.

use dioxus::prelude::*;
use takujo_core::entry::integer;
use takujo_core::i18n::{Lang, number, t};

use super::use_field_text;

/// A field for a whole number. Says itself what is wrong with anything else, and with a number out of bounds.
#[component]
pub fn NumberField(
    l: Lang,
    label: String,
    /// The field's name; links to an option lead here.
    name: &'static str,
    /// The value. It replaces what is typed only when it is within its bounds and another.
    value: Option<i64>,
    least: i64,
    most: i64,
    /// Whether it may be left empty.
    #[props(default)]
    optional: bool,
    /// A hint under the field, such as the usual value.
    #[props(default)]
    hint: String,
    /// Called with the value typed: `None` if empty, [`i64::MAX`], which is out of any bounds, if it is not a whole
    /// number.
    oninput: EventHandler<Option<i64>>,
) -> Element {
    let mut typed = use_signal(|| value.map(|value| value.to_string()).unwrap_or_default());
    let field_text = use_field_text(&typed.read());
    let read = |text: &str| (!text.trim().is_empty()).then(|| integer(text).unwrap_or(i64::MAX));
    use_effect(use_reactive(&value, move |value| {
        let other = value.filter(|value| (least..=most).contains(value) && read(&typed.peek()) != Some(*value));
        if let Some(value) = other {
            typed.set(value.to_string());
        }
    }));
    let wrong = match read(&typed.read()) {
        Some(value) => !(least..=most).contains(&value),
        None => !optional,
    };
    rsx! {
        div { class: "field",
            label {
                span { {label} }
                input {
                    r#type: "text",
                    // The iPhone's keyboard for numbers has no minus.
                    inputmode: if least >= 0 { "numeric" },
                    name,
                    "aria-invalid": wrong,
                    "aria-describedby": "{name}-wrong",
                    oninput: move |event| {
                        oninput.call(read(&event.value()));
                        typed.set(field_text.said(&event));
                    },
                    ..field_text.value(),
                }
            }
            // Always present: screen readers do not announce an alert that is added together with its text.
            p { class: "error", id: "{name}-wrong", role: "alert",
                if wrong {
                    {t::number_wrong(l, number(least), most)}
                }
            }
            if !hint.is_empty() {
                p { class: "soft", {hint} }
            }
        }
    }
}
