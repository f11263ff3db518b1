//! The end of a game: who won, or what to do about a tie.

use dioxus::prelude::*;
use takujo_core::domain::game::{Game, Outcome, leaders};
use takujo_core::domain::session::standing;
use takujo_core::games::nerts::game::{Event, Nerts};
use takujo_core::games::nerts::options::Tie;
use takujo_core::games::nerts::words::side_names;
use takujo_core::i18n::t;

use super::round_result::RoundResult;
use super::target::Target;
use crate::state::lang;
use crate::table::{EndingCard, Table, TieCard};
use crate::ui::Emblem;

/// Replaces the entry form once somebody has won, or several are tied at the target.
#[component]
pub fn EndGame(table: Table<Nerts>, onmore: EventHandler<()>) -> Element {
    let l = lang();
    let session = table.session();
    let played = session.ledger.rounds();
    let outcome = Nerts::standing(session.ledger.state()).outcome;
    let last = played.last().map(|last| {
        rsx! {
            section { class: "card result",
                h2 {
                    Emblem { game: Nerts::ID }
                    {t::nerts_result(l, played.len())}
                }
                RoundResult {
                    seats: session.seats_at(last.entry).clone(),
                    options: session.options.clone(),
                    event: session.ledger.entries()[last.entry].clone(),
                }
            }
        }
    });
    if let Outcome::Tied(tied) = outcome {
        return rsx! {
            div { class: "sides",
                TieCard {
                    head: table.head.read().clone(),
                    report: standing(&session),
                    names: tied.iter().map(|side| side_names(&session.seats, &session.options, *side, l)).collect::<Vec<_>>(),
                    tied,
                    text: t::nerts_tied_text(l),
                    one_wins: false,
                    onmore,
                    ondecide: move |_| {
                        table.append(Event::Share);
                    },
                }
                {last}
            }
        };
    }
    let state = session.ledger.state();
    let by_calls = matches!(outcome, Outcome::Won(_))
        && session.options.tie == Tie::Calls
        && leaders(&state.totals).len() > outcome.winners().len();
    rsx! {
        EndingCard { table: table.any }
        if by_calls {
            p { {t::nerts_by_calls(l)} }
        }
        {last}
        if matches!(outcome, Outcome::Won(_)) {
            button { class: "button", onclick: move |_| onmore.call(()), {t::nerts_play_on(l)} }
            Target { table }
        }
    }
}
