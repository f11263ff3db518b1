//! Who plays together: how people are split, and everybody as a button with the number of their side.

use std::cell::Cell;
use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::seats::{Player, Seat};
use takujo_core::domain::teams::{LEAST_IN_SIDES, Split, Teams};
use takujo_core::i18n::{Lang, pair, t};
use takujo_core::table::coming_words::sides_problem;

use super::{Chip, Mark, choice};

/// Who plays together, as soon as there are enough people for sides.
#[component]
pub fn SidesField(
    l: Lang,
    /// The group's name, unique on the page.
    name: &'static str,
    players: Vec<Player>,
    /// How people may be split, each in words.
    splits: Vec<(Split, String)>,
    /// Most people on a side.
    most: usize,
    teams: Option<Teams>,
    onchange: EventHandler<Option<Teams>>,
) -> Element {
    // Once there, it stays: nothing goes away under the finger.
    let shown = use_hook(|| Rc::new(Cell::new(false)));
    shown.set(shown.get() || players.len() >= LEAST_IN_SIDES || teams.is_some());
    if !shown.get() {
        return rsx! {};
    }
    let splits = splits.iter().map(|(split, words)| (Some(*split), words.as_str()));
    let splits: Vec<(Option<Split>, &str)> = [(None, t::sides_none(l))].into_iter().chain(splits).collect();
    let now = teams.as_ref().map(Teams::split);
    rsx! {
        {choice(t::sides_who(l), name, &splits, now, move |split: Option<Split>| onchange.call(split.map(Teams::new)))}
        if let Some(teams) = teams {
            SideChips { l, players, teams, most, onchange: move |teams| onchange.call(Some(teams)) }
        }
    }
}

/// Tap two people of different sides, and they are exchanged; or one, and then with whom they play.
#[component]
fn SideChips(l: Lang, players: Vec<Player>, teams: Teams, most: usize, onchange: EventHandler<Teams>) -> Element {
    let mut picked = use_signal(|| None::<String>);
    let mut said = use_signal(|| None::<Rc<MountedData>>);
    let people: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    // Sides are chosen by people, who may change their seats, and mean nothing for other people.
    let mut known = use_signal(|| people.clone());
    use_effect(use_reactive((&people, &teams), move |(people, teams)| {
        let before = known.replace(people.clone());
        let moved = teams.moved(&before, &people);
        if moved != teams {
            picked.set(None);
            onchange.call(moved);
        }
    }));
    let count = people.len();
    let fits = teams.fits(count, most);
    let sides = teams.sides(count);
    let side_of = |seat: Seat| sides.iter().position(|side| side.contains(&seat)).unwrap_or(0);
    let seat_of = |name: &str| Seat::all(count).zip(&people).find(|(_, other)| *other == name).map(|(seat, _)| seat);
    let name = |seat: Seat| people.get(seat.index()).cloned().unwrap_or_default();
    let names = |side: &[Seat]| pair(l, &side.iter().map(|seat| name(*seat)).collect::<Vec<_>>());
    let chosen = picked().and_then(|name| seat_of(&name));
    // Where whoever was tapped can go instead: a side with room, or one of their own.
    let places: Vec<(String, Teams)> = chosen
        .map(|seat| {
            let mine = side_of(seat);
            let room = sides.iter().enumerate().filter(|(at, side)| *at != mine && side.len() < most);
            let joins = room.map(|(at, side)| (t::sides_join(l, name(seat), names(side)), teams.join(count, seat, at)));
            let alone = (t::sides_alone(l, name(seat)), teams.join(count, seat, sides.len()));
            let alone = Some(alone).filter(|_| sides.get(mine).is_some_and(|side| side.len() > 1));
            joins.chain(alone).filter(|(_, teams)| teams.is_valid(most)).collect()
        })
        .unwrap_or_default();
    rsx! {
        if fits {
            fieldset { class: "chips", "aria-describedby": "sides-hint",
                legend { {t::sides_people(l)} }
                p { id: "sides-hint", class: "soft", {t::sides_hint(l)} }
                for (seat, player) in Seat::all(count).zip(players) {
                    Chip {
                        key: "{player.name}",
                        pressed: chosen == Some(seat),
                        onclick: {
                            let (teams, name) = (teams.clone(), player.name.clone());
                            let other = chosen.filter(|other| side_of(*other) != side_of(seat));
                            move |()| match other {
                                Some(other) => {
                                    picked.set(None);
                                    onchange.call(teams.exchange(count, other, seat));
                                }
                                None => picked.set(Some(name.clone()).filter(|name| picked().as_ref() != Some(name))),
                            }
                        },
                        strong { "aria-hidden": "true", {(side_of(seat) + 1).to_string()} }
                        Mark { mark: player.mark }
                        bdi { class: "name", "aria-hidden": "true", {player.name.clone()} }
                        span { class: "hidden", {t::sides_person(l, player.name, side_of(seat) + 1)} }
                    }
                }
                for (at, (words, teams)) in places.into_iter().enumerate() {
                    button {
                        key: "{at}",
                        r#type: "button",
                        class: "button",
                        onclick: move |_| {
                            picked.set(None);
                            onchange.call(teams.clone());
                            // This button goes, so the focus goes to what came of it.
                            let said = said.peek().clone();
                            async move {
                                if let Some(said) = said {
                                    let _ = said.set_focus(true).await;
                                }
                            }
                        },
                        {words}
                    }
                }
            }
        }
        p { class: "soft", role: "status", tabindex: "-1", onmounted: move |event| said.set(Some(event.data())),
            if fits {
                {sides.iter().map(|side| names(side)).collect::<Vec<_>>().join(" · ")}
            } else {
                {sides_problem(&teams, count, l)}
            }
        }
    }
}
