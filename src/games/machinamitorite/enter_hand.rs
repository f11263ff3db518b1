//! Entering a hand: how many of each photo everyone won.

use dioxus::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::domain::seats::Seats;
use takujo_core::entry::Pad;
use takujo_core::games::machinamitorite::deal::Cities;
use takujo_core::games::machinamitorite::draft::{Draft, HandDraft, photos};
use takujo_core::games::machinamitorite::game::{Event, Machinamitorite};
use takujo_core::games::machinamitorite::partition::{PHOTOS_PER_HOUSE, best_points};
use takujo_core::games::machinamitorite::words::{fault_text, photo_name};
use takujo_core::i18n::{Lang, t};
use takujo_core::rule::machinamitorite as rules;
use takujo_core::table::summary::round_text;

use super::count_photos::{PhotoCells, which_house};
use super::hand_result::{HandResult, hand_points};
use crate::rules::{ProblemLine, RuleLink};
use crate::state::lang;
use crate::table::{CorrectRound, EndingCard, LeaveCorrection, Table};
use crate::ui::{Aim, Ask, CellPrompt, Chip, Emblem, EntryGrid, GridRows, LastRound, Mark, use_change, use_press};

/// The main view of a table.
pub fn enter_hand(table: Table<Machinamitorite>) -> Element {
    rsx! {
        EnterHand { table }
    }
}

/// The current draft. A correction starts from the hand as it is.
pub fn draft_of(table: Table<Machinamitorite>) -> Draft {
    let state = || table.session().ledger.state().clone();
    table.entered().unwrap_or_else(|| Draft::new(HandDraft::new(state().cities, state().players())))
}

#[component]
fn EnterHand(table: Table<Machinamitorite>) -> Element {
    let l = lang();
    let mut more = use_signal(|| false);
    let draft = draft_of(table);
    let hand = draft.hand.clone();
    let session = table.session();
    let state = session.ledger.state();
    let played = session.ledger.rounds();
    let old = table.correcting();
    let cities = old.and_then(|entry| session.ledger.states().get(entry)).unwrap_or(state).cities;
    let correcting = old.and_then(|at| played.iter().position(|round| round.entry == at));
    let last = played.last().and_then(|round| match session.ledger.entries().get(round.entry) {
        Some(Event::Hand { counts }) => Some(counts.clone()),
        _ => None,
    });
    let seats = old.map_or(&session.seats, |entry| session.seats_at(entry)).clone();
    let last_seats = played.last().map_or(&session.seats, |hand| session.seats_at(hand.entry)).clone();
    let standing = Machinamitorite::standing(state);
    let over = matches!(standing.outcome, Outcome::Won(_));
    if over && !more() && old.is_none() && hand.grid.is_blank() {
        return rsx! {
            EndingCard { table: table.any }
            if let Some(counts) = last {
                section { class: "card result",
                    h2 {
                        Emblem { game: Machinamitorite::ID }
                        {t::machi_result(l, played.len())}
                    }
                    HandResult { seats: last_seats, counts }
                }
            }
            button { class: "button", onclick: move |_| more.set(true), {t::machi_play_on(l)} }
        };
    }
    let idle = last.filter(|_| hand.grid.is_blank() && old.is_none()).map(|counts| {
        let (leads, scored) =
            round_text(&session, played.last().map_or(0, |hand| hand.entry), &hand_points(&counts), l);
        rsx! {
            LastRound { l, game: Machinamitorite::ID, title: t::machi_result(l, played.len()), leads, scored,
                HandResult { seats: last_seats.clone(), counts }
                if let Some(hand) = played.last() {
                    CorrectRound { table: table.any, entry: hand.entry, number: played.len() }
                }
            }
        }
    });
    let first = (played.is_empty() && hand.grid.is_blank()).then(|| which_house(l, cities));
    let left = draft.after_hand(cities);
    let save = move |event| {
        if table.commit_but(event, left.as_ref()) {
            more.set(false);
        }
    };
    rsx! {
        div { class: "ask-row",
            Ask {
                quiet: true,
                text: match correcting {
                    Some(hand) => t::machi_correct_title(l, hand + 1),
                    None => t::machi_ask(l, played.len() + 1),
                },
            }
            LeaveCorrection { table: table.any }
        }
        HandForm {
            seats: seats.clone(),
            cities,
            hand,
            wins: if old.is_none() && !played.is_empty() { standing.totals } else { Vec::new() },
            idle: idle.or(first),
            onchange: move |hand: HandDraft| table.set_draft(Some(&Draft { hand, ..draft.clone() })),
            ondone: save,
        }
    }
}

/// The photos of the player being counted, all players to choose from, and the pad.
#[component]
fn HandForm(
    seats: Seats,
    cities: Cities,
    hand: HandDraft,
    /// What each player has won so far, where it is of interest.
    wins: Vec<i32>,
    /// What stands in the place of the prompt while nothing is typed.
    idle: Option<Element>,
    onchange: EventHandler<HandDraft>,
    ondone: EventHandler<Event>,
) -> Element {
    let l = lang();
    let (at, player, players) = (hand.grid.at(), hand.player(cities), hand.players(cities));
    let faults = hand.faults(cities);
    let wrong: Vec<Vec<usize>> = faults.iter().map(|fault| fault.cells(cities, players)).collect();
    // A fault of the active cell comes first.
    let first = wrong.iter().position(|cells| cells.contains(&at)).unwrap_or(0);
    let problem = faults.get(first).map(|fault| fault_text(fault, &hand, &seats, cities, l));
    let go = use_change(&hand, onchange, |hand, cell| hand.grid.go(cell));
    let press =
        use_press(&hand, onchange, ondone, move |hand, key| hand.press(key, cities).then(|| hand.event(cities)));
    let name = seats.players().get(player).map(|player| player.name.clone()).unwrap_or_default();
    let derived = hand.deduced(cities).is_some() && player + 1 == players;
    let what = photos(cities);
    let what = what.get(at % what.len().max(1)).map(|photo| photo_name(*photo, l)).unwrap_or_default();
    let asked = idle.unwrap_or_else(|| {
        rsx! {
            if derived {
                p { class: "soft", role: "status", {t::machi_deduced(l, &name)} }
                RuleLink { rule: rules::COUNT_CHECK }
            } else {
                CellPrompt { names: vec![name], what, typed: hand.grid.cell(at) }
            }
        }
    });
    rsx! {
        EntryGrid {
            l,
            rows: GridRows::of(&hand.grid, 3),
            pad: Pad::Few(PHOTOS_PER_HOUSE),
            forward: hand.forward(cities, t::machi_save(l)),
            onkey: press,
            ongo: go,
            question: whose(l, &seats, cities, &hand, &wins, go),
            line: rsx! {
                ProblemLine { problem, {asked} }
            },
            PhotoCells {
                owner: seats.players().get(player).cloned(),
                cities,
                hand,
                player,
                wrong: wrong.concat(),
                explained: wrong.get(first).cloned().unwrap_or_default(),
                derived,
                onpick: go,
            }
        }
    }
}

/// All players, with their number of cards so far, or the points once all are counted; before that, their wins.
fn whose(l: Lang, seats: &Seats, cities: Cities, hand: &HandDraft, wins: &[i32], go: Callback<usize>) -> Element {
    let player = hand.player(cities);
    let cells: Vec<usize> = (0..seats.len()).map(|seat| hand.cell_of(cities, seat)).collect();
    let leads = |seat| Aim::default().leads(wins, seat);
    rsx! {
        div { class: "chip-row whose", role: "group", "aria-label": t::machi_players(l),
            for (seat, ((who, counts), cell)) in seats.players().iter().cloned().zip(hand.all(cities)).zip(cells).enumerate() {
                Chip { key: "{seat}", pressed: seat == player, onclick: move |()| go.call(cell),
                    Mark { mark: who.mark }
                    bdi { class: "name", {who.name} }
                    small {
                        if hand.is_whole(cities, seat) {
                            {t::machi_points(l, best_points(&counts))}
                        } else if counts.total() > 0 {
                            {t::machi_held(l, counts.total())}
                        } else if let Some(wins) = wins.get(seat) {
                            if leads(seat) {
                                b { {t::standing_wins(l, *wins)} }
                            } else {
                                {t::standing_wins(l, *wins)}
                            }
                        } else {
                            "–"
                        }
                    }
                }
            }
        }
    }
}
