//! Laying out a trick, at a table or without one: the cards in the order played, keys for them, and who takes it and
//! why.

use dioxus::prelude::*;
use takujo_core::games::machinamitorite::trick::{Card, Park, Suit, TrickError, Verdict, Winner, judge};
use takujo_core::games::machinamitorite::words::{card_name, park_sign, reason_text, trick_error_text};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Problem;
use takujo_core::rule::machinamitorite as rules;

use super::components::{card_tone, suit_shape};
use crate::rules::{ProblemLine, RuleLink};
use crate::state::lang;
use crate::ui::{Glyph, Icon, Mark};

/// What "next" does once a trick is judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrickDone {
    /// The label of the key.
    pub words: &'static str,
    /// Who leads next, in words; `None` without a table.
    pub next: Option<String>,
}

/// The trick so far, and a key for each card. Laid out like an `EntryGrid`, so that keys and cards keep their places.
#[component]
pub fn TrickForm(
    /// Whose cards they are, in the order played.
    names: Vec<String>,
    /// The players' marks, likewise; none without a table.
    #[props(default)]
    marks: Vec<u8>,
    cards: Vec<Card>,
    /// `None` if the trick cannot be judged yet.
    done: Option<TrickDone>,
    /// Why the hand rules these cards out, though a trick could have them.
    #[props(default)]
    refused: Option<Problem>,
    /// What else is asked, one line high.
    question: Element,
    onchange: EventHandler<Vec<Card>>,
    ondone: EventHandler<()>,
) -> Element {
    let l = lang();
    let verdict = judge(&cards, names.len());
    let problem = match &verdict {
        // Another card is expected.
        Ok(_) | Err(TrickError::WrongNumberOfCards { .. }) => None,
        Err(error) => Some(Problem { text: trick_error_text(error, l), rule: Some(rules::TRICK_WINNER) }),
    };
    let problem = problem.or(refused);
    let (verdict, judged) = (verdict.ok(), done.is_some());
    let taker = verdict.as_ref().and_then(|verdict| match verdict.winner {
        Winner::Play(at) => Some(at),
        Winner::Nobody => None,
    });
    let full = cards.len() >= names.len();
    let press = {
        let cards = cards.clone();
        use_callback(move |key: TrickKey| match key {
            TrickKey::Play(card) if !full => onchange.call(cards.iter().copied().chain([card]).collect()),
            TrickKey::Back => onchange.call(cards[..cards.len().saturating_sub(1)].to_vec()),
            TrickKey::On if judged => ondone.call(()),
            TrickKey::Play(_) | TrickKey::On => {}
        })
    };
    rsx! {
        div { class: "entering",
            div { class: "cells-box",
                {places(l, &names, &cards, taker)}
                if let Some(verdict) = &verdict {
                    ul { class: "trick-reasons",
                        for reason in &verdict.reasons {
                            li { {reason_text(reason, &names, &cards, l)} }
                        }
                    }
                }
            }
            div { class: "question", {question} }
            ProblemLine { problem,
                if let Some(mark) = taker.and_then(|at| marks.get(at)) {
                    Mark { mark: *mark }
                }
                {asked(l, &names, verdict.as_ref(), &cards, done.as_ref())}
            }
            {card_keys(l, full, done.as_ref(), press)}
        }
    }
}

/// The line above the keys: whose card is asked for, or who takes the trick and what follows.
fn asked(l: Lang, names: &[String], verdict: Option<&Verdict>, cards: &[Card], done: Option<&TrickDone>) -> Element {
    let takes = verdict.map(|verdict| match verdict.winner {
        Winner::Play(at) => (
            t::machi_takes(l, names.get(at).map_or("", String::as_str)),
            if matches!(cards.get(at), Some(Card::Park(_))) { rules::ACE_AND_ZERO } else { rules::TRICK_WINNER },
        ),
        Winner::Nobody => (t::machi_nobody_takes(l).to_owned(), rules::ALL_PARK),
    });
    let rule = takes.as_ref().map(|(_, rule)| *rule);
    let next = done.and_then(|done| done.next.clone());
    rsx! {
        div { class: "takes", role: "status",
            if let Some((takes, _)) = takes {
                h2 { {takes} }
                if let Some(next) = next {
                    p { class: "soft", {next} }
                }
            } else if let Some(name) = names.get(cards.len()) {
                p { {t::machi_trick_whose(l, name)} }
            }
        }
        RuleLink { rule }
    }
}

/// A place for each card, under the name of its player. The card that takes the trick stands out.
fn places(l: Lang, names: &[String], cards: &[Card], taker: Option<usize>) -> Element {
    rsx! {
        ol { class: "trick-cards",
            for (at, name) in names.iter().enumerate() {
                li {
                    key: "{at}",
                    class: "place",
                    class: if let Some(card) = cards.get(at) { "tone-{card_tone(*card)}" },
                    "data-takes": taker == Some(at),
                    "aria-current": if at == cards.len() { "step" },
                    bdi { class: "name", {name.as_str()} }
                    strong {
                        match cards.get(at) {
                            Some(card) => rsx! {
                                span { class: "hidden", {card_name(*card, l)} }
                                {card_sign(*card)}
                            },
                            None => rsx! { "–" },
                        }
                    }
                }
            }
        }
    }
}

/// A card's sign and number. Hidden from screen readers, since its name is next to it.
fn card_sign(card: Card) -> Element {
    rsx! {
        span { class: "card-sign", "aria-hidden": "true",
            {suit_shape(card)}
            match card {
                Card::Suit { number, .. } => number.to_string(),
                Card::Park(park) => park_sign(park).to_owned(),
            }
        }
    }
}

/// A key of the trick's pad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TrickKey {
    /// Plays this card.
    Play(Card),
    /// Takes the last card back.
    Back,
    /// Goes on once the trick is complete.
    On,
}

/// A key for each card, one row per suit; A, 0, "erase" and "next" each end a row.
fn card_keys(l: Lang, full: bool, done: Option<&TrickDone>, press: Callback<TrickKey>) -> Element {
    let last =
        [TrickKey::Play(Card::Park(Park::A)), TrickKey::Play(Card::Park(Park::Zero)), TrickKey::Back, TrickKey::On];
    let keys = Suit::ALL
        .into_iter()
        .zip(last)
        .flat_map(|(suit, last)| (1..=5).map(move |number| TrickKey::Play(Card::Suit { suit, number })).chain([last]));
    let keys = keys.map(|key| {
        let (id, label, off) = match key {
            TrickKey::Play(card @ Card::Suit { suit, number }) => {
                (format!("{}-{number}", suit.id()), Some(card_name(card, l)), full)
            }
            TrickKey::Play(Card::Park(park)) => {
                (format!("park-{}", park_sign(park)), Some(t::machi_park(l, park_sign(park))), full)
            }
            TrickKey::Back => ("erase".to_owned(), Some(t::machi_card_back(l).to_owned()), false),
            TrickKey::On => ("next".to_owned(), done.and_then(|done| done.next.clone()), done.is_none()),
        };
        let look = match key {
            TrickKey::Play(card) => format!("tone-{}", card_tone(card)),
            TrickKey::On if !off => "main".to_owned(),
            TrickKey::Back | TrickKey::On => String::new(),
        };
        rsx! {
            button {
                key: "{id}",
                class: "key {look}",
                "data-key": id,
                "data-repeats": key == TrickKey::Back,
                "aria-disabled": off,
                "aria-label": label,
                onclick: move |_| press.call(key),
                match key {
                    TrickKey::Play(card) => card_sign(card),
                    TrickKey::Back => rsx! { Icon { glyph: Glyph::Erase } },
                    TrickKey::On => rsx! { {done.map_or(t::pad_next(l), |done| done.words)} },
                }
            }
        }
    });
    rsx! {
        div { class: "pad", role: "group", "data-pad": "suits", "aria-label": t::machi_cards(l), {keys} }
    }
}
