//! The app's own number pad: made for the bounds, with plus and minus that phones' own number pads lack.

use dioxus::prelude::*;

use super::{Glyph, Icon};
use crate::i18n::number;

/// A key of the pad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PadKey {
    /// 0 to 9.
    Digit(u8),
    /// Adds the next number.
    Plus,
    /// Takes the next number off.
    Minus,
    /// Takes the last key back.
    Erase,
    /// To the next field, or done.
    Next,
}

/// What is being typed: a number or a sum such as `12+11-7`.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Sum(String);

/// Most characters of a sum.
const MAX_SUM: usize = 24;

impl Sum {
    /// A number as it would be typed.
    pub fn of(value: i32) -> Sum {
        Sum(value.to_string())
    }

    /// Whether nothing is typed: not the same as zero.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is more than one number.
    pub fn is_sum(&self) -> bool {
        self.0.get(1..).is_some_and(|rest| rest.contains(['+', '-']))
    }

    /// How many digits its last number has.
    pub fn digits(&self) -> usize {
        self.0.chars().rev().take_while(char::is_ascii_digit).count()
    }

    /// Its value; `None` while it is empty or ends in a sign.
    pub fn value(&self) -> Option<i32> {
        if !self.0.ends_with(|last: char| last.is_ascii_digit()) {
            return None;
        }
        let mut sum: i32 = 0;
        let mut rest = self.0.as_str();
        while !rest.is_empty() {
            // A term is its sign, if any, and the digits up to the next sign.
            let end =
                rest.char_indices().skip(1).find(|(_, c)| matches!(c, '+' | '-')).map_or(rest.len(), |(at, _)| at);
            let (term, later) = rest.split_at(end);
            sum = sum.checked_add(term.parse().ok()?)?;
            rest = later;
        }
        Some(sum)
    }

    /// Takes a key in; a key that makes no sense here, or too many, changes nothing.
    pub fn press(&mut self, key: PadKey, most_digits: usize) {
        match key {
            PadKey::Digit(digit) if digit < 10 && self.0.len() < MAX_SUM => {
                let zero = self.0 == "0" || self.0.ends_with("+0") || self.0.ends_with("-0");
                if zero {
                    self.0.pop();
                }
                if self.digits() < most_digits {
                    self.0.push(char::from(b'0' + digit));
                }
            }
            PadKey::Plus | PadKey::Minus if self.0.len() < MAX_SUM => {
                while self.0.ends_with(['+', '-']) {
                    self.0.pop();
                }
                match key {
                    PadKey::Minus => self.0.push('-'),
                    _ if !self.0.is_empty() => self.0.push('+'),
                    _ => {}
                }
            }
            PadKey::Erase => {
                self.0.pop();
            }
            PadKey::Digit(_) | PadKey::Plus | PadKey::Minus | PadKey::Next => {}
        }
    }

    /// As it is shown: with true minus signs.
    pub fn text(&self) -> String {
        self.0.replace('-', "\u{2212}")
    }
}

/// The key a keyboard key stands for, so that the pad works without a finger too.
pub fn key_of(key: &Key) -> Option<PadKey> {
    match key {
        Key::Character(text) => match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(PadKey::Digit(digit - b'0')),
            b"+" => Some(PadKey::Plus),
            b"-" => Some(PadKey::Minus),
            _ => None,
        },
        Key::Backspace => Some(PadKey::Erase),
        _ => None,
    }
}

/// A pad. With `most` of 9 or less it has just the digits up to it; `signs` adds plus and minus. With `tens` the plus key
/// stands for "ten and", for counts of mostly one digit, and there is no minus key.
#[component]
pub fn NumberPad(
    most: u8,
    signs: bool,
    next: String,
    erase: String,
    plus: String,
    minus: String,
    #[props(default)] done: bool,
    #[props(default)] tens: bool,
    onkey: EventHandler<PadKey>,
) -> Element {
    let digit = move |digit: u8| {
        rsx! {
            button { key: "{digit}", class: "key", "data-repeats": true, onclick: move |_| onkey.call(PadKey::Digit(digit)), {number(digit)} }
        }
    };
    let erase_key = rsx! {
        button { class: "key", "data-repeats": true, "aria-label": "{erase}", onclick: move |_| onkey.call(PadKey::Erase),
            Icon { glyph: Glyph::Erase }
        }
    };
    let next_key = rsx! {
        button { class: if done { "key main wide" } else { "key wide" }, onclick: move |_| onkey.call(PadKey::Next), "{next}" }
    };
    if most < 9 {
        return rsx! {
            div { class: "pad small-pad", role: "group",
                for value in 0..=most {
                    {digit(value)}
                }
                {erase_key}
                {next_key}
            }
        };
    }
    rsx! {
        div { class: "pad", role: "group",
            {digit(7)}
            {digit(8)}
            {digit(9)}
            {erase_key}
            {digit(4)}
            {digit(5)}
            {digit(6)}
            button {
                class: if tens { "key tall" } else { "key" },
                "data-repeats": true,
                disabled: !signs && !tens,
                "aria-label": "{plus}",
                onclick: move |_| onkey.call(PadKey::Plus),
                if tens {
                    "10+"
                } else {
                    "+"
                }
            }
            {digit(1)}
            {digit(2)}
            {digit(3)}
            if !tens {
                button {
                    class: "key",
                    "data-repeats": true,
                    disabled: !signs,
                    "aria-label": "{minus}",
                    onclick: move |_| onkey.call(PadKey::Minus),
                    "\u{2212}"
                }
            }
            button { class: "key wide", "data-repeats": true, onclick: move |_| onkey.call(PadKey::Digit(0)), "0" }
            {next_key}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &str) -> Sum {
        let mut sum = Sum::default();
        for key in keys.chars() {
            let key = match key {
                '+' => PadKey::Plus,
                '-' => PadKey::Minus,
                '<' => PadKey::Erase,
                digit => PadKey::Digit(digit as u8 - b'0'),
            };
            sum.press(key, 3);
        }
        sum
    }

    #[test]
    fn sums_add_up_as_they_are_typed() {
        for (keys, value) in [
            ("", None),
            ("0", Some(0)),
            ("00", Some(0)),
            ("07", Some(7)),
            ("12+11-7", Some(16)),
            ("10+15+8-5", Some(28)),
            ("-5", Some(-5)),
            ("-", None),
            ("12+", None),
            ("12+-3", Some(9)),
            ("+4", Some(4)),
            ("12<", Some(1)),
            ("1<", None),
            ("5+0", Some(5)),
            ("5+03", Some(8)),
            ("1234", Some(123)),
            ("--5", Some(-5)),
        ] {
            assert_eq!(typed(keys).value(), value, "{keys:?}");
        }
    }

    #[test]
    fn no_key_can_break_a_sum() {
        let mut sum = Sum::default();
        for round in 0..200_u8 {
            sum.press(PadKey::Digit(round), 9);
            sum.press(if round % 2 == 0 { PadKey::Plus } else { PadKey::Minus }, 9);
        }
        assert!(sum.text().chars().count() <= MAX_SUM);
    }
}
