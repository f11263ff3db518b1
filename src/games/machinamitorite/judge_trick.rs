//! Judging a trick at the table, laid out with `lay_trick`: who takes it, and who gets the passport.

use dioxus::prelude::*;
use takujo_core::domain::seats::Seat;
use takujo_core::games::machinamitorite::draft::Draft;
use takujo_core::games::machinamitorite::game::{Event, Machinamitorite};
use takujo_core::games::machinamitorite::trick::{Card, judge, next_starter};
use takujo_core::i18n::t;
use takujo_core::play::Play;
use takujo_core::rule::machinamitorite as rules;

use super::enter_hand::draft_of;
use super::lay_trick::{TrickDone, TrickForm};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::Table;
use crate::ui::{Ask, Chip, Glyph, Icon, Mark, Sheet};

/// The trick view of a table.
pub fn judge_trick(table: Table<Machinamitorite>) -> Element {
    rsx! {
        JudgeTrick { table }
    }
}

#[component]
fn JudgeTrick(table: Table<Machinamitorite>) -> Element {
    let l = lang();
    let draft = draft_of(table);
    let (hand, cards) = (draft.hand.clone(), draft.trick.clone());
    let session = table.session();
    let state = session.ledger.state();
    let seats = &session.seats;
    // What the rest of the hand rules out is said as soon as the card is laid; the trick alone does not show it.
    let refused = state.check_parks(&cards).err();
    let refused = refused.map(|error| (Machinamitorite::WORDS.explain)(&error, seats, &session.options, l));
    let next = judge(&cards, state.players())
        .and_then(|verdict| next_starter(state.players(), state.passport.index(), &verdict, session.options.variant));
    let done = next
        .ok()
        .filter(|_| refused.is_none())
        .and_then(|seat| seats.players().get(seat))
        .map(|next| TrickDone { words: t::pad_next(l), next: Some(t::machi_trick_record(l, &next.name)) });
    let tricks = state.tricks_in_hand();
    let counted = hand;
    let record = {
        let cards = cards.clone();
        move |()| {
            // A half-counted hand stays.
            let left = (!counted.grid.is_blank()).then(|| Draft::new(counted.clone()));
            table.commit_but(Event::Trick { cards: cards.clone() }, left.as_ref());
        }
    };
    rsx! {
        div { class: "ask-row",
            Ask { quiet: true, text: t::machi_trick_title(l, (state.tricks + 1).min(tricks), tricks) }
        }
        TrickForm {
            names: state.order().iter().map(|seat| seats.name(*seat).to_owned()).collect::<Vec<_>>(),
            marks: state.order().iter().filter_map(|seat| seats.players().get(seat.index())).map(|player| player.mark).collect::<Vec<_>>(),
            cards,
            done,
            refused,
            question: rsx! {
                Passport { table }
            },
            onchange: move |trick: Vec<Card>| table.set_draft(Some(&Draft { older: draft.older.min(trick.len()), trick, ..draft.clone() })),
            ondone: record,
        }
    }
}

/// Who has the passport, in one line; a tap opens a sheet to move it by hand.
#[component]
fn Passport(table: Table<Machinamitorite>) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    let session = table.session();
    let passport = session.ledger.state().passport;
    let seats = &session.seats;
    rsx! {
        button { class: "last", "aria-haspopup": "dialog", onclick: move |_| open.set(true),
            span { {t::machi_passport_with(l, seats.name(passport))} }
            Icon { glyph: Glyph::Up }
        }
        if open() {
            Sheet { title: t::machi_passport_move(l), close_label: t::close(l), onclose: move |()| open.set(false),
                div { class: "chips", role: "group", "aria-label": t::machi_passport_move(l),
                    for (seat, player) in Seat::all(seats.len()).zip(seats.players().iter().cloned()) {
                        Chip {
                            key: "{seat.0}",
                            pressed: seat == passport,
                            onclick: move |()| {
                                if seat != passport {
                                    table.append(Event::Passport { seat });
                                }
                                open.set(false);
                            },
                            Mark { mark: player.mark }
                            bdi { class: "name", {player.name} }
                        }
                    }
                }
                RuleLink { rule: rules::STARTER_MARKER }
            }
        }
    }
}
