//! Playing: shows whatever the table has to enter now, from the first wish to the end.

use dioxus::prelude::*;
use takujo_core::games::weather::cards::complete;
use takujo_core::games::weather::game::{Event, Weather};
use takujo_core::games::weather::view_model::{Stage, played, stage, wish_entries};
use takujo_core::games::weather::words::wish_list;
use takujo_core::i18n::t;

use super::cards::stored_cards;
use super::choose_wish::{ChooseWish, CorrectWish};
use super::copy_cards::CopyAtTable;
use super::enter_counts::{CorrectCounts, EnterTaken};
use super::see_result::{RoundCards, SeeResult, SoFar};
use crate::state::lang;
use crate::table::{EndingCard, Table};
use crate::ui::Ask;

/// The main view of a table.
pub fn play_rounds(table: Table<Weather>) -> Element {
    rsx! {
        PlayRounds { table }
    }
}

#[component]
fn PlayRounds(table: Table<Weather>) -> Element {
    let l = lang();
    // The round whose result is shown.
    let mut shown = use_signal(|| None::<usize>);

    // A new table starts with the stored cards, if all four are there, as its first event. Once undone, they are not
    // added again.
    use_effect(move || {
        let cards = stored_cards(table.app());
        if table.session().ledger.length() == 0 && complete(&cards) {
            table.append(Event::Printed { cards });
        }
    });
    let session = table.session();
    let ledger = &session.ledger;
    if let Some(entry) = table.correcting() {
        return match ledger.entries().get(entry) {
            Some(Event::Taken { .. }) => rsx! {
                CorrectCounts { table, entry }
            },
            _ => rsx! {
                CorrectWish { table, entry }
            },
        };
    }
    let state = ledger.state();
    let stage = stage(state, None);
    // The result stays until somebody goes on to the next wishes, or the game goes on without it.
    let next = state.current();
    let fresh = shown().filter(|round| {
        round + 1 == played(state)
            && round + 1 == next
            && wish_entries(ledger, next).is_empty()
            && stage.seat().is_some()
    });
    if let Some(round) = fresh {
        return rsx! {
            SeeResult { table, round, onnext: move |()| shown.set(None) }
        };
    }
    match stage {
        Stage::Pick(_) | Stage::Announce(_) | Stage::Reveal(_) => rsx! {
            ChooseWish { table }
        },
        Stage::Count => rsx! {
            EnterTaken { table, onsaved: move |round| shown.set(Some(round)) }
        },
        Stage::Copy(wishes) => rsx! {
            div { class: "ask-row",
                Ask { text: t::weather_cards_needed(l, wish_list(&wishes, l)) }
            }
            CopyAtTable { table, asked: wishes }
        },
        Stage::Over => rsx! {
            Ask { hidden: true, text: t::weather_name(l) }
            EndingCard { table: table.any }
            SoFar { table }
            RoundCards { table }
        },
    }
}
