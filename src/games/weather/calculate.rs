//! The score of one person's cards under any wish, without a table.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::games::weather::draft::CardCounts;
use takujo_core::games::weather::game::Weather;
use takujo_core::games::weather::score::{EmptyProduct, Scored, score};
use takujo_core::games::weather::wish::Wish;
use takujo_core::games::weather::words::wish_name;
use takujo_core::i18n::{Lang, number, t};

use super::cards::stored_cards;
use super::components::WishTitle;
use super::copy_cards::CopyAlone;
use super::enter_counts::{CountGrid, CountRows};
use super::see_result::Steps;
use super::set_options::products;
use crate::state::{app, lang};
use crate::ui::{Chip, Glyph, Icon, choice, number_choice};

/// The page that scores one person's round.
pub fn calculate() -> Element {
    rsx! {
        Calculation {}
    }
}

#[component]
fn Calculation() -> Element {
    let l = lang();
    let mut wish = use_signal(|| Wish::ClearSky);
    let mut players = use_signal(|| 4_u8);
    let mut product = use_signal(EmptyProduct::default);
    let mut counts = use_signal(|| CardCounts::new(1));
    // Whether values are being copied, and first those of which card.
    let mut copied = use_signal(|| None::<Option<Wish>>);
    let printed = stored_cards(app());
    let lacks = printed.lacks(wish());
    let copy = use_callback(move |()| copied.set(Some(Some(wish()).filter(|_| lacks))));
    if let Some(asked) = copied() {
        return rsx! {
            div { class: "ask-row",
                h2 { class: "ask", {t::weather_cards_title(l)} }
                button { class: "chip", onclick: move |_| copied.set(None), {t::close(l)} }
            }
            CopyAlone { asked, onleave: move |()| copied.set(None) }
        };
    }
    let now = counts();
    let scored = now.taken(0).and_then(|taken| score(wish(), &taken, usize::from(players()), &printed, product()).ok());
    rsx! {
        CountGrid {
            rows: CountRows {
                names: Vec::new(),
                heads: vec![rsx! { Total { wish: wish(), scored: scored.clone() } }],
                players: usize::from(players()),
            },
            counts: now,
            done: t::clear(l),
            question: rsx! {
                WishChips { wish: wish(), onchoose: move |other| wish.set(other) }
            },
            onchange: move |next| counts.set(next),
            ondone: move |_| counts.set(CardCounts::new(1)),
            div { class: "below",
                if lacks {
                    p { {t::weather_cards_needed(l, wish_name(wish(), l))} }
                } else if let Some(scored) = scored {
                    Steps { wish: wish(), scored }
                } else {
                    p { class: "soft", {t::weather_formula(l)} }
                }
                // What is missing comes first, because a small phone may not show the rest.
                if lacks {
                    {copy_cards(l, true, copy)}
                }
                {number_choice(t::weather_calc_players(l), "players", PLAYERS, players(), move |count| players.set(count))}
                if !lacks {
                    {copy_cards(l, false, copy)}
                }
                if wish() == Wish::Downpour {
                    {choice(t::weather_product(l), "product", &products(l), product(), move |choice| product.set(choice))}
                }
            }
        }
    }
}

/// The button to copy the printed values; `main` if nothing can be scored without them.
fn copy_cards(l: Lang, main: bool, copy: Callback<()>) -> Element {
    rsx! {
        button { class: if main { "button main" } else { "button" }, onclick: move |_| copy.call(()),
            Icon { glyph: Glyph::Pencil }
            {t::weather_cards_title(l)}
        }
    }
}

/// The fewest and the most players.
const PLAYERS: (u8, u8) = {
    let seats = <Weather as Game>::SEATS;
    (*seats.start() as u8, *seats.end() as u8)
};

/// The wish to score, and its result.
#[component]
fn Total(wish: Wish, scored: Option<Scored>) -> Element {
    rsx! {
        WishTitle { wish }
        output { class: "total", "aria-live": "polite",
            match scored {
                Some(scored) => number(scored.points),
                None => "–".to_owned(),
            }
        }
    }
}

/// All eight wishes in a row.
#[component]
fn WishChips(wish: Wish, onchoose: EventHandler<Wish>) -> Element {
    let l = lang();
    rsx! {
        fieldset { class: "asking",
            legend { class: "hidden", {t::weather_calc_wish(l)} }
            div { class: "chip-row",
                for other in Wish::ALL {
                    Chip { key: "{other.id()}", pressed: wish == other, onclick: move |()| onchoose.call(other), {wish_name(other, l)} }
                }
            }
        }
    }
}
