//! The form for the options: when the game ends, jokers, how cards count, partnerships, ties.

use std::cell::Cell;
use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;
use takujo_core::domain::teams::{Split, Teams};
use takujo_core::games::nerts::options::{
    CALLS, DECKS, HouseRules, KINGS, Length, MAX_JOKERS, MAX_PARTNERS, Options, PENALTIES, PILES, Tie, UsualRules,
};
use takujo_core::games::nerts::words::{formula, preset_name};
use takujo_core::i18n::{Lang, t};

use crate::state::lang;
use crate::ui::{CheckBox, ChoiceField, NumberField, Pick, SidesField, choice, number_choice};

/// The options of a new table.
#[component]
pub fn OptionsForm(mut options: Signal<Options>, players: Vec<Player>) -> Element {
    let l = lang();
    let now = options();
    let ties = [
        (Tie::Ask, t::nerts_tie_ask(l)),
        (Tie::OneMore, t::nerts_tie_one_more(l)),
        (Tie::Share, t::nerts_tie_share(l)),
        (Tie::Calls, t::nerts_tie_calls(l)),
    ];
    rsx! {
        LengthFields { options }
        {number_choice(t::nerts_jokers(l), "jokers", (0, MAX_JOKERS), now.jokers, move |jokers| options.write().jokers = jokers)}
        p { class: "soft", {t::nerts_jokers_default(l, now.house.deck)} }
        HouseFields {
            house: now.house,
            onchange: move |(house, preset): (HouseRules, Option<UsualRules>)| {
                let mut options = options.write();
                // A ready-made way to count has a target of its own, unless people chose another.
                let usual = UsualRules::ALL.into_iter().any(|preset| preset.target() == options.target);
                if let Some(preset) = preset.filter(|_| usual && house.length == Length::Points) {
                    options.target = preset.target();
                }
                options.house = house;
            },
        }
        CheckBox {
            label: t::nerts_handicap(l),
            name: "handicap",
            checked: now.house.handicap,
            onchange: move |on| options.write().house.handicap = on,
        }
        p { class: "soft", {t::nerts_handicap_text(l)} }
        SideFields { options, players }
        {choice(t::nerts_tie(l), "tie", &ties, now.tie, move |tie| options.write().tie = tie)}
        p { class: "soft ruling", {t::nerts_tie_ruling(l)} }
    }
}

/// How a side with so many decks plays and counts.
fn decks_text(options: &Options, l: Lang) -> &'static str {
    match (options.own_decks, options.together) {
        (true, true) => t::nerts_together_text(l),
        (true, false) => t::nerts_own_decks_text(l),
        (false, _) => t::nerts_partnerships_text(l),
    }
}

/// Who plays together, and with how many decks.
#[component]
fn SideFields(mut options: Signal<Options>, players: Vec<Player>) -> Element {
    let l = lang();
    let now = options();
    let splits = [(2, t::nerts_in_pairs(l)), (3, t::nerts_in_threes(l))];
    rsx! {
        SidesField {
            l,
            name: "partnerships",
            players,
            splits: splits.map(|(people, words)| (Split::Neighbours(people), words.to_owned())).to_vec(),
            most: MAX_PARTNERS,
            teams: now.teams.clone(),
            onchange: move |teams: Option<Teams>| {
                let mut options = options.write();
                options.own_decks &= teams.is_some();
                options.together &= teams.is_some();
                options.teams = teams;
            },
        }
        if now.teams.is_some() {
            CheckBox {
                label: t::nerts_own_decks(l),
                name: "own-decks",
                checked: now.own_decks,
                onchange: move |on| {
                    let mut options = options.write();
                    options.own_decks = on;
                    options.together &= on;
                },
            }
            if now.own_decks {
                CheckBox {
                    label: t::nerts_together(l),
                    name: "together",
                    checked: now.together,
                    onchange: move |on| options.write().together = on,
                }
            }
            p { class: "soft", {decks_text(&now, l)} }
            p { class: "soft ruling", {t::nerts_partnerships_ruling(l)} }
        }
    }
}

/// What ends the game, and the number for it.
#[component]
fn LengthFields(mut options: Signal<Options>) -> Element {
    let l = lang();
    let now = options();
    let length = now.house.length;
    let lengths = [
        (Length::Points, t::nerts_length_points(l)),
        (Length::Rounds, t::nerts_length_rounds(l)),
        (Length::Wins, t::nerts_length_wins(l)),
    ];
    let (least, most) = length.bounds().into_inner();
    // The field begins anew with a number that was not typed into it: which number it knows, and how often it has begun.
    let field = use_hook(|| Rc::new(Cell::new((now.target, 0_u32))));
    let (known, begun) = field.get();
    let begun = if known == now.target { begun } else { begun.wrapping_add(1) };
    field.set((now.target, begun));
    let usual = UsualRules::of(&now.house).map_or(Length::Points.usual(), UsualRules::target);
    rsx! {
        {choice(t::nerts_length(l), "length", &lengths, length, move |length| {
            let mut options = options.write();
            options.house.length = length;
            options.target = if length == Length::Points { usual } else { length.usual() };
        })}
        for key in [format!("{length:?}{begun}")] {
            div { key: "{key}",
                NumberField {
                    l,
                    label: match length {
                        Length::Points => t::nerts_target(l),
                        Length::Rounds => t::nerts_rounds(l),
                        Length::Wins => t::nerts_wins(l),
                    },
                    name: "target",
                    value: i64::from(now.target),
                    least: i64::from(least),
                    most: i64::from(most),
                    // 0 is out of bounds, so no table can be opened with it.
                    oninput: {
                        let field = field.clone();
                        move |number: Option<i64>| {
                            let number = number.map_or(0, |number| u16::try_from(number).unwrap_or(u16::MAX));
                            field.set((number, begun));
                            options.write().target = number;
                        }
                    },
                }
            }
        }
        match length {
            Length::Points => rsx! { p { class: "soft", {t::nerts_target_default(l, usual)} } },
            Length::Rounds => rsx! {},
            Length::Wins => rsx! { p { class: "soft ruling", {t::nerts_wins_ruling(l)} } },
        }
    }
}

/// How cards count: a ready-made way, or each number by itself.
#[component]
fn HouseFields(house: HouseRules, onchange: EventHandler<(HouseRules, Option<UsualRules>)>) -> Element {
    let l = lang();
    let preset = UsualRules::of(&house);
    let mut own = use_signal(|| preset.is_none());
    let shown = preset.filter(|_| !own());
    let ways: Vec<(Option<UsualRules>, &str)> =
        UsualRules::ALL.into_iter().map(Some).chain([None]).map(|way| (way, preset_name(way, l))).collect();
    let numbers = |legend: &str, name: &'static str, values: &'static [u8], now: u8, set: fn(&mut HouseRules, u8)| {
        rsx! {
            ChoiceField {
                legend,
                name,
                picks: values.iter().map(|value| Pick { words: value.to_string(), ..Pick::default() }).collect::<Vec<_>>(),
                chosen: values.iter().position(|value| *value == now),
                inline: true,
                onchoose: move |at: usize| {
                    let mut house = house;
                    if let Some(value) = values.get(at) {
                        set(&mut house, *value);
                    }
                    onchange.call((house, None));
                },
            }
        }
    };
    rsx! {
        {choice(t::nerts_house(l), "house", &ways, shown, move |way| {
            own.set(way.is_none());
            if let Some(preset) = way {
                onchange.call((preset.set(house), Some(preset)));
            }
        })}
        p { class: "soft", {formula(&house, l)} }
        if shown.is_none() {
            {numbers(t::nerts_penalty(l), "penalty", &PENALTIES, house.penalty, |house, value| house.penalty = value)}
            {numbers(t::nerts_call(l), "call", &CALLS, house.call, |house, value| house.call = value)}
            if house.has_kings() {
                {numbers(t::nerts_king(l), "king", &KINGS, house.king, |house, value| house.king = value)}
            } else {
                p { class: "soft", {t::nerts_king_none(l, house.deck)} }
            }
            {numbers(t::nerts_pile(l), "pile", &PILES, house.pile, |house, value| house.pile = value)}
            {numbers(t::nerts_deck(l), "deck", &DECKS, house.deck, |house, value| {
                house.deck = value;
                if !house.has_kings() {
                    house.king = 0;
                }
            })}
        }
    }
}
