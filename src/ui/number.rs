//! A whole number typed into a field, with its bounds.

use dioxus::prelude::*;

use crate::i18n::{Lang, t};

/// What is typed, as a number: digits of either width, as a Japanese keyboard may give them. `None` for anything else.
fn whole(text: &str) -> Option<u32> {
    let digit = |c: char| c.to_digit(10).or_else(|| char::from_u32(u32::from(c).checked_sub(0xFEE0)?)?.to_digit(10));
    let digits: Vec<u32> = text.trim().chars().map(digit).collect::<Option<_>>()?;
    if digits.is_empty() {
        return None;
    }
    digits.into_iter().try_fold(0_u32, |sum, digit| sum.checked_mul(10)?.checked_add(digit))
}

/// A field for a whole number. It says so itself when what is typed is none, or out of its bounds.
#[component]
pub fn NumberField(
    l: Lang,
    label: String,
    /// Of the field: links to an option lead there.
    name: &'static str,
    /// What stands in it at first.
    value: Option<u32>,
    least: u32,
    most: u32,
    /// Whether it may be empty.
    #[props(default)]
    optional: bool,
    /// What is usual, under the field.
    #[props(default)]
    hint: String,
    /// What was typed: `None` where it is empty, and what is no whole number is [`u32::MAX`], out of every bound.
    oninput: EventHandler<Option<u32>>,
) -> Element {
    let mut typed = use_signal(|| value.map(|value| value.to_string()).unwrap_or_default());
    let read = |text: &str| (!text.trim().is_empty()).then(|| whole(text).unwrap_or(u32::MAX));
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
                    inputmode: "numeric",
                    name,
                    value: typed,
                    "aria-invalid": wrong,
                    "aria-describedby": "{name}-wrong",
                    oninput: move |event| {
                        oninput.call(read(&event.value()));
                        typed.set(event.value());
                    },
                }
            }
            // There before it speaks, or it is not heard.
            p { class: "error", id: "{name}-wrong", role: "alert",
                if wrong {
                    {t::number_wrong(l, least, most)}
                }
            }
            if !hint.is_empty() {
                p { class: "soft", {hint} }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_either_width_are_a_number() {
        for (text, number) in [
            ("100", Some(100)),
            (" 7 ", Some(7)),
            ("５０", Some(50)),
            ("", None),
            ("-1", None),
            ("1.5", None),
            ("十", None),
            ("99999999999", None),
        ] {
            assert_eq!(whole(text), number, "{text}");
        }
    }
}
