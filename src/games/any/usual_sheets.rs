//! Known games to start from: a list one can search, and what varies from table to table.

use dioxus::prelude::*;
use takujo_core::domain::people::plain_name;
use takujo_core::games::any::game::Options;
use takujo_core::games::any::usual::Usual;
use takujo_core::i18n::{Lang, t, unmarked};

use crate::state::lang;
use crate::ui::{CheckBox, Glyph, Icon, Sheet, TextField};

/// The button that offers known games, and the sheet in which one is chosen.
#[component]
pub fn UsualSheets(
    /// How many people are at the table so far.
    players: usize,
    onuse: EventHandler<Options>,
) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    rsx! {
        button {
            class: "button",
            r#type: "button",
            "aria-haspopup": "dialog",
            onclick: move |_| open.set(true),
            Icon { glyph: Glyph::Search }
            {t::usual_title(l)}
        }
        if open() {
            Sheet { title: t::usual_title(l), close_label: t::close(l), onclose: move |()| open.set(false),
                UsualChooser {
                    players,
                    onuse: move |options| {
                        open.set(false);
                        onuse.call(options);
                    },
                }
            }
        }
    }
}

/// The list, or the game that was chosen from it.
#[component]
fn UsualChooser(players: usize, onuse: EventHandler<Options>) -> Element {
    let mut chosen = use_signal(|| None::<Usual>);
    let typed = use_signal(String::new);
    rsx! {
        // What was tapped is gone with the other of the two, and the focus with it.
        div {
            key: "{chosen():?}",
            class: "usual-part",
            tabindex: "-1",
            onmounted: move |event| async move {
                // If the renderer cannot move the focus, it stays.
                let _ = event.set_focus(true).await;
            },
            match chosen() {
                Some(usual) => rsx! {
                    UsualGame { usual, players, onuse, onback: move |()| chosen.set(None) }
                },
                None => rsx! {
                    UsualList { players, typed, onchoose: move |usual| chosen.set(Some(usual)) }
                },
            }
        }
    }
}

/// All games, or those that were searched for.
#[component]
fn UsualList(players: usize, typed: Signal<String>, onchoose: EventHandler<Usual>) -> Element {
    let l = lang();
    let mut only_fitting = use_signal(|| false);
    let can_filter = Usual::ALL.iter().any(|usual| usual.players().contains(&players));
    let offered =
        Usual::ALL.into_iter().filter(|usual| !(can_filter && only_fitting()) || usual.players().contains(&players));
    let found = find(offered, &typed.read(), l);
    rsx! {
        TextField { label: t::usual_search(l), value: typed(), oninput: move |text| typed.set(text) }
        if can_filter {
            CheckBox {
                label: t::usual_fits(l, players),
                name: "usual-fits",
                checked: only_fitting(),
                onchange: move |on| only_fitting.set(on),
            }
        }
        ul { class: "usual",
            for usual in found.iter().copied() {
                li { key: "{usual:?}",
                    button { class: "usual-game", r#type: "button", onclick: move |_| onchoose.call(usual),
                        span { class: "row between",
                            strong { {usual.name(l)} }
                            span { class: "soft", {players_words(usual, l)} }
                        }
                        span { class: "soft", {usual.line(l)} }
                    }
                }
            }
        }
        p { class: "soft", role: "status",
            if found.is_empty() {
                {t::usual_none(l)}
            }
        }
    }
}

/// A game: how it is scored, and what varies.
#[component]
fn UsualGame(usual: Usual, players: usize, onuse: EventHandler<Options>, onback: EventHandler<()>) -> Element {
    let l = lang();
    let switches = usual.switches(l);
    let mut on = use_signal(|| vec![false; switches.len()]);
    rsx! {
        h3 { {usual.name(l)} }
        p { {usual.line(l)} }
        if !switches.is_empty() {
            fieldset { class: "choice",
                legend { {t::usual_varies(l)} }
                for (at, words) in switches.into_iter().enumerate() {
                    CheckBox {
                        key: "{at}",
                        label: words,
                        name: "usual-switch",
                        checked: on.read().get(at).copied().unwrap_or(false),
                        onchange: move |now| {
                            if let Some(switch) = on.write().get_mut(at) {
                                *switch = now;
                            }
                        },
                    }
                }
            }
        }
        div { class: "row wrap",
            button {
                class: "button main",
                r#type: "button",
                onclick: move |_| onuse.call(usual.options(&on.peek(), players, l)),
                {t::usual_use(l)}
            }
            button { class: "button", r#type: "button", onclick: move |_| onback.call(()), {t::usual_back(l)} }
        }
    }
}

/// The games with what was typed in their name, in either language, and then those with it in how they are scored.
fn find(games: impl Iterator<Item = Usual>, typed: &str, l: Lang) -> Vec<Usual> {
    let typed = plain_name(typed.trim());
    let has = |text: &str| plain_name(&unmarked(text)).contains(&typed);
    let (named, others): (Vec<Usual>, Vec<Usual>) =
        games.partition(|usual| has(usual.name(Lang::En)) || has(usual.name(Lang::Ja)));
    named.into_iter().chain(others.into_iter().filter(|usual| has(usual.line(l)))).collect()
}

fn players_words(usual: Usual, l: Lang) -> String {
    let (least, most) = (*usual.players().start(), *usual.players().end());
    if least == most { t::usual_players_only(l, most) } else { t::usual_players(l, least, most) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_its_name_in_either_language_and_by_how_it_is_scored() {
        let found = |typed: &str, l| find(Usual::ALL.into_iter(), typed, l);
        assert_eq!((found("", Lang::En).len(), found("  ", Lang::Ja).len()), (16, 16));
        assert_eq!(found("spade", Lang::En), [Usual::Spades, Usual::Hearts], "who is named comes first");
        assert_eq!(found("SPADE", Lang::Ja)[0], Usual::Spades);
        assert_eq!(found("スペード", Lang::En), [Usual::Spades]);
        assert_eq!(found("ぴったりビッド", Lang::Ja), [Usual::ExactBids], "marks for line breaks are not typed");
        assert_eq!(found("sweeps", Lang::En), [Usual::Scopa]);
        assert_eq!(found("chess", Lang::En), []);
    }
}
