//! Choosing a wish: picked openly, or announced and revealed later. Also correcting one.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Seat, Seats};
use takujo_core::games::weather::game::{Event, State, Weather};
use takujo_core::games::weather::score::Values;
use takujo_core::games::weather::view_model::{
    Place, Stage, WishEntry, announced, correction, order, stage, wish_entry, with_wish,
};
use takujo_core::games::weather::wish::{Wish, eligible};
use takujo_core::games::weather::words;
use takujo_core::games::weather::words::wish_name;
use takujo_core::i18n::{Lang, number, t};
use takujo_core::play::Problem;
use takujo_core::rule::weather as rules;

use super::components::{Pays, WishTitle, player};
use super::see_result::{RoundCards, SoFar};
use crate::rules::{ProblemLine, RuleLink};
use crate::state::lang;
use crate::table::{LeaveCorrection, Table};
use crate::ui::{Ask, Glyph, Icon, Mark, Named};

/// Whose wish is asked for, all eight wishes, and everyone in the order of the round.
#[component]
pub fn ChooseWish(table: Table<Weather>) -> Element {
    let l = lang();
    // The player tapped to go next, where the order is free.
    let mut chosen = use_signal(|| None::<Seat>);
    let session = table.session();
    let (ledger, seats) = (&session.ledger, &session.seats);
    let state = ledger.state();
    let stage = stage(state, chosen());
    let Some(seat) = stage.seat() else { return rsx! {} };
    let announced = match stage {
        Stage::Reveal(_) => announced(state, state.current(), seat),
        _ => None,
    };
    let places = order(ledger, &stage);
    let offers = offers(state, seat, matches!(stage, Stage::Announce(_)), None, announced, l);
    rsx! {
        // Two columns on a wide screen.
        div { class: "sides",
            div {
                WishAsked { table, stage: stage.clone(), next: following(&places) }
                WishGrid {
                    offers,
                    onpick: move |wish| {
                        let out_of_turn = false;
                        table.append(match stage {
                            Stage::Announce(_) => Event::Announce { seat, wish, out_of_turn },
                            Stage::Reveal(_) => Event::Reveal { seat, wish },
                            _ => Event::Pick { seat, wish, out_of_turn },
                        });
                        chosen.set(None);
                    },
                }
            }
            div {
                OrderStrip {
                    seats: seats.clone(),
                    places,
                    onchoose: move |seat| chosen.set(Some(seat)),
                    onchange: move |entry| table.correct(entry),
                }
                SoFar { table }
                RoundCards { table }
            }
        }
    }
}

/// Who chooses after the current player, if anybody is left.
fn following(places: &[Place]) -> Option<Seat> {
    places.iter().find(|place| place.wish.is_none() && !place.now).map(|place| place.seat)
}

/// Whose wish is asked for, the reason for this order, and who is next.
#[component]
fn WishAsked(table: Table<Weather>, stage: Stage, next: Option<Seat>) -> Element {
    let l = lang();
    let session = table.session();
    let (state, seats) = (session.ledger.state(), &session.seats);
    let Some(seat) = stage.seat() else { return rsx! {} };
    let name = seats.name(seat);
    let (ask, why, rule) = match stage {
        Stage::Reveal(_) => {
            let leader = state.leader(state.current()).map_or("", |seat| seats.name(seat));
            (t::weather_ask_reveal(l, name), t::weather_reveal_text(l, leader), rules::HIDDEN_VARIANT)
        }
        Stage::Announce(_) => {
            (t::weather_ask_announce(l, name), t::weather_announce_order(l).to_owned(), rules::HIDDEN_VARIANT)
        }
        _ => {
            let why = match state.current() {
                0 => t::weather_pick_any(l),
                _ if state.options().chosen_first => t::weather_pick_shown(l),
                _ => t::weather_pick_order(l),
            };
            (t::weather_ask_pick(l, name), why.to_owned(), rules::PICKING_ORDER)
        }
    };
    // The last to choose gets a sentence too, so that the wishes below do not move.
    let after = match (stage, next) {
        (Stage::Reveal(_), _) => None,
        (_, Some(next)) => Some(t::weather_next_up(l, seats.name(next))),
        (_, None) => Some(t::weather_next_round(l).to_owned()),
    };
    rsx! {
        Ask { text: ask }
        p { class: "soft lead",
            "{why} "
            if let Some(after) = after {
                "{after} "
            }
            RuleLink { rule }
        }
    }
}

/// The screen that puts another wish in the place of an old one.
#[component]
pub fn CorrectWish(table: Table<Weather>, entry: usize) -> Element {
    let l = lang();
    let mut problem = use_signal(|| None::<Problem>);
    let session = table.session();
    let ledger = &session.ledger;
    let found = ledger
        .entries()
        .get(entry)
        .and_then(|event| Some((event.clone(), wish_entry(entry, event)?, ledger.states().get(entry)?)));
    let Some((event, was, before)) = found else { return rsx! {} };
    let pick = move |wish: Wish| {
        if wish == was.wish {
            table.any.leave_correction();
            return;
        }
        let ops = correction(&table.session().ledger, entry, &with_wish(&event, wish));
        match ops {
            Ok(ops) => {
                table.commit_all(ops, None);
            }
            Err(refused) => problem.set(Some(table.explain(&refused))),
        }
    };
    rsx! {
        div { class: "ask-row",
            Ask { text: t::weather_ask_correct(l, session.seats.name(was.seat)) }
            LeaveCorrection { table: table.any }
        }
        ProblemLine { problem: problem(),
            p { class: "soft", {t::weather_correct_round_wish(l, before.current() + 1)} }
        }
        WishGrid { offers: offers(before, was.seat, was.announced, Some(was.wish), None, l), onpick: pick }
    }
}

/// A wish on offer.
#[derive(Debug, Clone, PartialEq)]
struct Offer {
    wish: Wish,
    /// Its points per card, as far as they are known.
    values: Option<Values>,
    /// A note on it; empty if there is none.
    note: String,
    /// Why it cannot be chosen; `None` if it can.
    why_not: Option<Problem>,
    /// Whether it is the one being corrected.
    chosen: bool,
}

/// All eight wishes for a player. Some may not be picked or revealed; while wishes are only announced (`announcing`),
/// any may be. `chosen` is the wish being corrected, `announced` the one a player has announced and now reveals.
fn offers(
    state: &State,
    seat: Seat,
    announcing: bool,
    chosen: Option<Wish>,
    announced: Option<Wish>,
    l: Lang,
) -> Vec<Offer> {
    let history = state.history(seat);
    let offer = |wish: Wish| {
        let why_not = if announcing { None } else { eligible(state.options().limits(), &history, wish).err() };
        let earned = wish.base_of().filter(|base| !announcing && why_not.is_none() && history.last() == Some(base));
        let note = if announced == Some(wish) {
            t::weather_as_called(l).to_owned()
        } else if let Some(base) = earned {
            t::weather_after_base(l, wish_name(base, l))
        } else if !announcing && state.printed().lacks(wish) {
            t::weather_not_copied(l).to_owned()
        } else {
            String::new()
        };
        let why_not = why_not.map(|reason| words::ineligible(reason, l));
        Offer { wish, values: state.printed().per_card(wish), note, why_not, chosen: chosen == Some(wish) }
    };
    Wish::ALL.into_iter().map(offer).collect()
}

/// The wishes to choose from.
#[component]
fn WishGrid(offers: Vec<Offer>, onpick: EventHandler<Wish>) -> Element {
    // One link for all the reasons, because they share a rule; and one reason, if they are all the same.
    let reasons: Vec<&Problem> = offers.iter().filter_map(|offer| offer.why_not.as_ref()).collect();
    let rule = reasons.first().and_then(|problem| problem.rule);
    let shared =
        reasons.first().filter(|first| reasons.len() > 1 && reasons.iter().all(|other| other.text == first.text));
    let shared = shared.map(|problem| problem.text.clone());
    rsx! {
        ul { class: "wishes",
            for Offer { wish, values, note, why_not, chosen } in offers {
                li { key: "{wish.id()}",
                    button {
                        class: "wish",
                        disabled: why_not.is_some(),
                        "aria-pressed": if chosen { "true" },
                        "data-upper": wish.is_upper(),
                        "aria-describedby": if why_not.is_some() && shared.is_some() { "why-not" },
                        onclick: move |_| onpick.call(wish),
                        WishTitle { wish }
                        Pays { wish, values }
                        span { class: "note",
                            match &why_not {
                                Some(problem) if shared.is_none() => problem.text.clone(),
                                Some(_) => String::new(),
                                None => note,
                            }
                        }
                    }
                }
            }
        }
        if rule.is_some() {
            p { id: "why-not", class: "soft",
                {shared.unwrap_or_else(|| t::weather_upper(lang()).to_owned())}
                " "
                RuleLink { rule }
            }
        }
    }
}

/// A wish that was chosen; a tap corrects it.
#[component]
pub fn WishChip(seats: Seats, was: WishEntry, onpick: EventHandler<usize>) -> Element {
    let l = lang();
    let WishEntry { entry, seat, wish, announced } = was;
    let words = if announced {
        words::describe(&Event::Announce { seat, wish, out_of_turn: false }, &seats, l)
    } else {
        t::weather_did_picked(l, seats.name(seat), wish_name(wish, l))
    };
    rsx! {
        button {
            class: "chip",
            "aria-label": t::weather_change_wish(l, seats.name(seat), wish_name(wish, l)),
            onclick: move |_| onpick.call(entry),
            if let Some(player) = seats.players().get(seat.index()) {
                Mark { mark: player.mark }
            }
            "{words}"
            Icon { glyph: Glyph::Pencil }
        }
    }
}

/// Everyone in the order of the round, with what was chosen so far.
#[component]
pub fn OrderStrip(
    seats: Seats,
    places: Vec<Place>,
    onchoose: EventHandler<Seat>,
    onchange: EventHandler<usize>,
) -> Element {
    let l = lang();
    rsx! {
        section { class: "order",
            h2 { class: "soft", {t::weather_order(l)} }
            ol { class: "chips",
                for place in places {
                    li { key: "{place.seat.0}",
                        if let (Some(entry), Some(wish)) = (place.entry, place.wish) {
                            WishChip {
                                seats: seats.clone(),
                                was: WishEntry { entry, seat: place.seat, wish, announced: false },
                                onpick: onchange,
                            }
                        } else if place.free {
                            button {
                                class: "chip",
                                "aria-pressed": place.now,
                                onclick: move |_| onchoose.call(place.seat),
                                Named { players: player(&seats, place.seat) }
                            }
                        } else {
                            span { class: "chip still", "aria-current": if place.now { "step" },
                                Named { players: player(&seats, place.seat) }
                                span { class: "soft", {number(place.total)} }
                            }
                        }
                    }
                }
            }
        }
    }
}
