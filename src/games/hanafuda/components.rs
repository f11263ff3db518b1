//! Pieces that several steps of a round share: a problem, a choice of players, trying an event.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::domain::session::Session;
use takujo_core::games::hanafuda::game::{Event, Hanafuda, State};
use takujo_core::i18n::t;
use takujo_core::play::{Play, Problem};
use takujo_core::rule::Rule;

use crate::rules::RuleLink;
use crate::state::lang;
use crate::table::Table;
use crate::ui::Named;

/// A fault or refusal, shown where the finger is.
#[component]
pub fn Wrong(problem: Option<Problem>) -> Element {
    rsx! {
        p { class: "error", role: "alert",
            if let Some(problem) = problem {
                "{problem.text} "
                RuleLink { rule: problem.rule }
            }
        }
    }
}

/// A choice of one of these players, as buttons.
#[component]
pub fn Choose(
    legend: String,
    among: Vec<(Seat, Player)>,
    chosen: Option<Seat>,
    #[props(default)] rule: Option<Rule>,
    onchoose: EventHandler<Seat>,
) -> Element {
    rsx! {
        fieldset { class: "chips",
            legend {
                "{legend} "
                RuleLink { rule: rule }
            }
            for (seat, player) in among {
                button {
                    key: "{seat.0}",
                    class: "chip",
                    "aria-pressed": chosen == Some(seat),
                    onclick: move |_| onchoose.call(seat),
                    Named { players: vec![player] }
                }
            }
        }
    }
}

/// The players in these seats.
pub fn among(seats: &Seats, of: impl IntoIterator<Item = Seat>) -> Vec<(Seat, Player)> {
    of.into_iter().filter_map(|seat| Some((seat, seats.players().get(seat.index())?.clone()))).collect()
}

/// Everyone except `seat`.
pub fn others(seats: &Seats, seat: Option<Seat>) -> Vec<(Seat, Player)> {
    among(seats, Seat::all(seats.len()).filter(|other| Some(*other) != seat))
}

/// Why the rules forbid an event now; `None` if they allow it.
pub fn refusal(table: Table<Hanafuda>, event: &Event) -> Option<Problem> {
    let session = table.session();
    let error = Hanafuda::apply(session.ledger.state(), event).err()?;
    Some((Hanafuda::WORDS.explain)(&error, &session.seats, &session.options, table.app().lang()))
}

/// Appends an event if the rules allow it now; otherwise returns why not.
pub fn attempt(table: Table<Hanafuda>, event: Event) -> Option<Problem> {
    let refused = refusal(table, &event);
    if refused.is_none() {
        table.append(event);
    }
    refused
}

/// The state that the input applies to: the current one, or the one before the entry being corrected.
pub fn base(session: &Session<Hanafuda>, correcting: Option<usize>) -> &State {
    let ledger = &session.ledger;
    correcting.and_then(|at| ledger.states().get(at)).unwrap_or_else(|| ledger.state())
}

/// The button that ends the table.
#[component]
pub fn Stop(table: Table<Hanafuda>) -> Element {
    let l = lang();
    rsx! {
        button {
            class: "button",
            onclick: move |_| {
                table.append(Event::End);
            },
            {t::hanafuda_stop(l)}
        }
    }
}
