//! Agrees on the options of a new table.

use dioxus::prelude::*;

use super::name_cards::LabelFields;
use super::turn::{HAND, LEAST_CLOCK, LEAST_HAND, MOST_CLOCK, MOST_DECK, MOST_HAND, Mode, Options, TwoPlayerReverse};
use crate::i18n::t;
use crate::state::lang;

#[component]
pub fn OptionsForm(mut options: Signal<Options>, players: usize) -> Element {
    let l = lang();
    let now = options();
    let labels = use_signal(|| options.peek().labels.clone());
    let dealt = players.saturating_mul(usize::from(now.hand));
    let least_deck = u16::try_from(dealt).unwrap_or(MOST_DECK).saturating_add(1).min(MOST_DECK);
    rsx! {
        fieldset { class: "choice",
            legend { {t::meisho_mode(l)} }
            for (mode, name) in [(Mode::Quick, t::meisho_mode_quick(l)), (Mode::Full, t::meisho_mode_full(l))] {
                label { key: "{name}", class: "pick",
                    input {
                        r#type: "radio",
                        name: "mode",
                        checked: now.mode == mode,
                        onchange: move |_| options.write().mode = mode,
                    }
                    "{name}"
                }
            }
        }
        if now.mode == Mode::Full {
            details {
                summary { {t::meisho_labels(l)} }
                div { class: "labels",
                    LabelFields { labels, onchange: move |()| options.write().labels = labels.peek().clone() }
                }
            }
        }
        NumberField {
            label: t::meisho_hand(l),
            hint: t::meisho_hand_hint(l, HAND),
            value: Some(u16::from(now.hand)),
            least: u16::from(LEAST_HAND),
            most: u16::from(MOST_HAND),
            optional: false,
            onchange: move |hand: Option<u16>| {
                options.write().hand = hand.and_then(|hand| u8::try_from(hand).ok()).unwrap_or(0);
            },
        }
        NumberField {
            label: t::meisho_clock(l),
            hint: t::meisho_clock_hint(l),
            value: now.clock,
            least: LEAST_CLOCK,
            most: MOST_CLOCK,
            optional: true,
            onchange: move |clock| options.write().clock = clock,
        }
        NumberField {
            label: t::meisho_deck_count(l),
            hint: t::meisho_deck_hint(l),
            value: now.deck,
            least: least_deck,
            most: MOST_DECK,
            optional: true,
            onchange: move |deck| options.write().deck = deck,
        }
        label { class: "pick",
            input {
                r#type: "checkbox",
                name: "turned_plus_two_again",
                checked: now.turned_plus_two_again,
                onchange: move |event| options.write().turned_plus_two_again = event.checked(),
            }
            {t::meisho_again(l)}
        }
        p { class: "soft ruling", {t::meisho_again_ruling(l)} }
        if players <= 2 {
            fieldset { class: "choice",
                legend { {t::meisho_two_reverse(l)} }
                for (ruling, name) in [
                    (TwoPlayerReverse::OtherPlays, t::meisho_two_other(l)),
                    (TwoPlayerReverse::SamePlays, t::meisho_two_same(l)),
                ] {
                    label { key: "{name}", class: "pick",
                        input {
                            r#type: "radio",
                            name: "two_player_reverse",
                            checked: now.two_player_reverse == ruling,
                            onchange: move |_| options.write().two_player_reverse = ruling,
                        }
                        "{name}"
                    }
                }
            }
            p { class: "soft ruling", {t::meisho_two_ruling(l)} }
        }
    }
}

/// A number in words of the form: what is typed, and whether it will do.
#[component]
fn NumberField(
    label: &'static str,
    hint: String,
    value: Option<u16>,
    least: u16,
    most: u16,
    optional: bool,
    onchange: EventHandler<Option<u16>>,
) -> Element {
    let l = lang();
    let mut typed = use_signal(|| value.map(|value| value.to_string()).unwrap_or_default());
    let text = typed().trim().to_owned();
    let wrong = if text.is_empty() {
        !optional
    } else {
        text.parse::<u16>().ok().is_none_or(|value| !(least..=most).contains(&value))
    };
    rsx! {
        label { class: "field",
            span { "{label}" }
            input {
                r#type: "text",
                inputmode: "numeric",
                value: "{typed}",
                "aria-invalid": wrong,
                oninput: move |event| {
                    let text = event.value();
                    // What is no number is out of every bound, and the table will not open with it.
                    onchange.call((!text.trim().is_empty()).then(|| text.trim().parse().unwrap_or(0)));
                    typed.set(text);
                },
            }
        }
        p { class: "error", role: "alert",
            if wrong {
                {t::meisho_error_range(l, least, most)}
            }
        }
        p { class: "soft", "{hint}" }
    }
}
