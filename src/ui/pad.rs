//! The app's own number pad: as large as the values need, with the plus and minus that phones' number pads lack.

use dioxus::prelude::*;
use takujo_core::entry::{Forward, Pad, PadKey};
use takujo_core::i18n::{Lang, number, t};

use super::{Glyph, Icon};

/// The keys of the pad. The style sheet arranges them: four in a row, or five on low screens.
#[component]
pub fn NumberPad(l: Lang, pad: Pad, forward: Forward, onkey: EventHandler<PadKey>) -> Element {
    let digit = move |digit: u8| {
        rsx! {
            button { key: "{digit}", class: "key", "data-key": "{digit}", "data-repeats": true, onclick: move |_| onkey.call(PadKey::Digit(digit)), {number(digit)} }
        }
    };
    let sign = move |key: PadKey, name: &'static str, label: &'static str, text: &'static str, on: bool| {
        rsx! {
            button { class: "key", "data-key": name, "data-repeats": true, disabled: !on, "aria-label": label, onclick: move |_| onkey.call(key), {text} }
        }
    };
    let erase = rsx! {
        button { class: "key", "data-key": "erase", "data-repeats": true, "aria-label": t::pad_erase(l), onclick: move |_| onkey.call(PadKey::Erase),
            Icon { glyph: Glyph::Erase }
        }
    };
    let (words, on, done) = match forward {
        Forward::Waits => (t::pad_next(l).to_owned(), false, false),
        Forward::Next => (t::pad_next(l).to_owned(), true, false),
        Forward::Done { words, ready } => (words, ready, true),
    };
    let (kind, top) = match pad {
        Pad::Few(most) => ("few", most.min(5)),
        Pad::Digits => ("digits", 9),
        Pad::Tens { .. } => ("tens", 9),
        Pad::Signs(_) => ("signs", 9),
        Pad::Tenths => ("tenths", 9),
        Pad::Values { .. } => ("values", 9),
    };
    rsx! {
        div { class: if kind == "few" { "pad" } else if pad == Pad::Tenths { "pad whole dot" } else { "pad whole" }, role: "group", "data-pad": kind,
            for value in 1..=top.min(3) {
                {digit(value)}
            }
            {erase}
            for value in 4..=top.min(6) {
                {digit(value)}
            }
            match pad {
                Pad::Signs(on) => sign(PadKey::Plus, "plus", t::pad_plus(l), "+", on),
                Pad::Tenths => sign(PadKey::Plus, "plus", t::pad_plus(l), "+", true),
                Pad::Tens { .. } => sign(PadKey::Plus, "plus", t::pad_ten(l), "10+", true),
                Pad::Values { .. } => sign(PadKey::Minus, "minus", t::pad_minus(l), "\u{2212}", true),
                Pad::Few(_) | Pad::Digits => rsx! {},
            }
            for value in 7..=top {
                {digit(value)}
            }
            match pad {
                Pad::Signs(on) => sign(PadKey::Minus, "minus", t::pad_minus(l), "\u{2212}", on),
                Pad::Tens { rest, open } | Pad::Values { rest, open } => sign(PadKey::Rest, "rest", rest, rest, open),
                Pad::Tenths => sign(PadKey::Minus, "minus", t::pad_minus(l), "\u{2212}", true),
                Pad::Few(_) | Pad::Digits => rsx! {},
            }
            {digit(0)}
            if pad == Pad::Tenths {
                {sign(PadKey::Point, "point", t::pad_point(l), ".", true)}
            }
            // Not `disabled`, which would take the focus away and end the use of the keyboard.
            button {
                class: if done && on { "key main" } else { "key" },
                "data-key": "next",
                "aria-disabled": !on,
                onclick: move |_| onkey.call(PadKey::Next),
                "{words}"
            }
        }
    }
}
