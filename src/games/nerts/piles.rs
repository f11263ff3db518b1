//! Handicaps: how large the Nerts piles are, what the app offers after a round, and a form to change them.

use dioxus::prelude::*;
use takujo_core::domain::game::{Game, Outcome};
use takujo_core::games::nerts::game::{Event, Nerts, offered_piles};
use takujo_core::games::nerts::options::HANDICAPS;
use takujo_core::games::nerts::words::deck_names;
use takujo_core::i18n::t;

use crate::state::lang;
use crate::table::Table;
use crate::ui::NumberField;

/// The names of the fields, one for each deck.
const NAMES: [&str; 12] = [
    "pile-1", "pile-2", "pile-3", "pile-4", "pile-5", "pile-6", "pile-7", "pile-8", "pile-9", "pile-10", "pile-11",
    "pile-12",
];

/// The pile of each deck, in a line.
fn piles_line(table: Table<Nerts>, piles: &[u8]) -> String {
    let l = lang();
    let session = table.session();
    let name = |deck| deck_names(&session.seats, &session.options, deck, l);
    let piles = piles.iter().enumerate().map(|(deck, pile)| t::nerts_pile_named(l, name(deck), *pile));
    piles.collect::<Vec<_>>().join(" · ")
}

/// The piles that the last round suggests, with a button that deals them; nothing if it suggests none.
#[component]
pub fn PilesOffer(table: Table<Nerts>) -> Element {
    let l = lang();
    let mut taken = use_signal(|| false);
    let session = table.session();
    let last = session.ledger.rounds().last().map(|round| &session.ledger.entries()[round.entry]);
    let playing = Nerts::standing(session.ledger.state()).outcome == Outcome::Playing;
    let last = last.filter(|_| playing);
    let Some(piles) = last.and_then(|last| offered_piles(session.ledger.state(), last)) else {
        let piles = session.ledger.state().dealt().piles;
        return rsx! {
            // In the place of the button that was tapped, so that the focus stays here.
            if taken() {
                p {
                    tabindex: "-1",
                    role: "status",
                    onmounted: move |event: MountedEvent| async move {
                        let _ = event.set_focus(true).await;
                    },
                    {t::nerts_piles_now(l, piles_line(table, &piles))}
                }
            }
        };
    };
    rsx! {
        div { class: "offer",
            p { {t::nerts_piles_offer(l, piles_line(table, &piles))} }
            button {
                class: "button",
                onclick: move |_| {
                    taken.set(true);
                    table.append(Event::Piles { piles: piles.clone() });
                },
                {t::nerts_piles_use(l)}
            }
        }
    }
}

/// The piles now, at a table with handicaps: the offer, and a field for each deck.
#[component]
pub fn Piles(table: Table<Nerts>) -> Element {
    let l = lang();
    // What was typed, and beside which piles: with others the fields begin anew.
    let mut typed = use_signal(|| (Vec::<u8>::new(), Vec::<Option<i64>>::new()));
    let session = table.session();
    let now = session.ledger.state().dealt();
    if !now.house.handicap {
        return rsx! {};
    }
    let dealt = now.piles.clone();
    let piles = move || {
        let typed = typed.read();
        let typed = if typed.0 == dealt { typed.1.as_slice() } else { &[] };
        let pile = |(deck, pile): (usize, &u8)| match typed.get(deck).copied().flatten() {
            Some(number) => u8::try_from(number).ok().filter(|number| HANDICAPS.contains(number)),
            None => Some(*pile),
        };
        dealt.iter().enumerate().map(pile).collect::<Option<Vec<u8>>>().filter(|piles| *piles != dealt)
    };
    rsx! {
        PilesOffer { table }
        details { class: "card",
            summary { {t::nerts_piles_now(l, piles_line(table, &now.piles))} }
            form {
                class: "form",
                onsubmit: move |event| {
                    event.prevent_default();
                    if let Some(piles) = piles() {
                        table.append(Event::Piles { piles });
                    }
                },
                for (deck, pile) in now.piles.iter().copied().enumerate() {
                    NumberField {
                        key: "{deck} {now.piles:?}",
                        l,
                        label: deck_names(&session.seats, &session.options, deck, l),
                        name: NAMES[deck.min(NAMES.len() - 1)],
                        value: i64::from(pile),
                        least: i64::from(*HANDICAPS.start()),
                        most: i64::from(*HANDICAPS.end()),
                        // An empty field is out of bounds, too.
                        oninput: {
                            let beside = now.piles.clone();
                            move |number: Option<i64>| {
                                let mut typed = typed.write();
                                if typed.0 != beside {
                                    *typed = (beside.clone(), vec![None; beside.len()]);
                                }
                                if let Some(field) = typed.1.get_mut(deck) {
                                    *field = Some(number.unwrap_or(0));
                                }
                            }
                        },
                    }
                }
                button { class: "button", r#type: "submit", {t::save(l)} }
            }
        }
    }
}
