//! The form for the options of a new table.

use dioxus::prelude::*;
use takujo_core::games::nihon_meisho::game::{
    HAND, LEAST_CLOCK, LEAST_HAND, MOST_CLOCK, MOST_DECK, MOST_HAND, Mode, Options, TwoPlayerReverse,
};
use takujo_core::i18n::t;

use super::name_cards::LabelFields;
use crate::state::lang;
use crate::ui::{CheckBox, NumberField, choice};

#[component]
pub fn OptionsForm(mut options: Signal<Options>, players: usize) -> Element {
    let l = lang();
    let now = options();
    let labels = use_signal(|| options.peek().labels.clone());
    let dealt = players.saturating_mul(usize::from(now.hand));
    let least_deck = u16::try_from(dealt).unwrap_or(MOST_DECK).saturating_add(1).min(MOST_DECK);
    let modes = [(Mode::Quick, t::meisho_mode_quick(l)), (Mode::Full, t::meisho_mode_full(l))];
    let rulings =
        [(TwoPlayerReverse::OtherPlays, t::meisho_two_other(l)), (TwoPlayerReverse::SamePlays, t::meisho_two_same(l))];
    rsx! {
        {choice(t::meisho_mode(l), "mode", &modes, now.mode, move |mode| options.write().mode = mode)}
        if now.mode == Mode::Full {
            details {
                summary { {t::meisho_labels(l)} }
                div { class: "labels",
                    LabelFields { labels, onchange: move |()| options.write().labels = labels.peek().clone() }
                }
            }
        }
        NumberField {
            l,
            label: t::meisho_hand(l),
            name: "hand",
            hint: t::meisho_hand_hint(l, HAND),
            value: i64::from(now.hand),
            least: i64::from(LEAST_HAND),
            most: i64::from(MOST_HAND),
            oninput: move |hand: Option<i64>| options.write().hand = hand.map_or(0, |hand| u8::try_from(hand).unwrap_or(u8::MAX)),
        }
        NumberField {
            l,
            label: t::meisho_clock(l),
            name: "clock",
            hint: t::meisho_clock_hint(l),
            value: now.clock.map(i64::from),
            least: i64::from(LEAST_CLOCK),
            most: i64::from(MOST_CLOCK),
            optional: true,
            oninput: move |clock: Option<i64>| options.write().clock = clock.map(narrow),
        }
        NumberField {
            l,
            label: t::meisho_deck_count(l),
            name: "deck",
            hint: t::meisho_deck_hint(l),
            value: now.deck.map(i64::from),
            least: i64::from(least_deck),
            most: i64::from(MOST_DECK),
            optional: true,
            oninput: move |deck: Option<i64>| options.write().deck = deck.map(narrow),
        }
        CheckBox {
            label: t::meisho_again(l),
            name: "turned_plus_two_again",
            checked: now.turned_plus_two_again,
            onchange: move |on| options.write().turned_plus_two_again = on,
        }
        p { class: "soft ruling", {t::meisho_again_ruling(l)} }
        if players <= 2 {
            {choice(t::meisho_two_reverse(l), "two_player_reverse", &rulings, now.two_player_reverse, move |ruling| options.write().two_player_reverse = ruling)}
            p { class: "soft ruling", {t::meisho_two_ruling(l)} }
        }
    }
}

/// The number, or the highest of its type, which is out of the option's bounds too.
fn narrow(value: i64) -> u16 {
    u16::try_from(value).unwrap_or(u16::MAX)
}
