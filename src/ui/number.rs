//! A field for a whole number with bounds.

use dioxus::prelude::*;
use takujo_core::i18n::{Lang, number, t};

use super::use_field_text;

/// Reads a whole number in digits of half or full width, as Japanese keyboards give them. `None` for anything else, and
/// if it is too large.
pub fn whole(text: &str) -> Option<u32> {
    let digit = |c: char| c.to_digit(10).or_else(|| char::from_u32(u32::from(c).checked_sub(0xFEE0)?)?.to_digit(10));
    let digits: Vec<u32> = text.trim().chars().map(digit).collect::<Option<_>>()?;
    if digits.is_empty() {
        return None;
    }
    digits.into_iter().try_fold(0_u32, |sum, digit| sum.checked_mul(10)?.checked_add(digit))
}

/// The minus signs that keyboards give, also Japanese ones, where the long vowel mark is on the same key.
pub const MINUS: [char; 4] = ['-', '\u{2212}', '\u{ff0d}', '\u{30fc}'];

/// Reads a whole number as [`whole`] does, below zero with any kind of minus sign.
pub fn integer(text: &str) -> Option<i64> {
    let text = text.trim();
    match text.strip_prefix(MINUS) {
        Some(size) => whole(size).map(|size| -i64::from(size)),
        None => whole(text).map(i64::from),
    }
}

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

    #[test]
    fn any_minus_sign_is_one() {
        for text in ["-100", "\u{2212}100", "－１００", "ー100", " -100 "] {
            assert_eq!(integer(text), Some(-100), "{text}");
        }
        assert_eq!(integer("100"), Some(100));
        assert_eq!(integer("--1"), None);
        assert_eq!(integer("-"), None);
        assert_eq!(integer("1-"), None);
    }
}
