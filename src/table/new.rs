//! A new table: who plays, who starts, what is agreed.

use dioxus::prelude::*;
use rand::RngExt;

use crate::device;
use crate::domain::seats::{MAX_NAME, MAX_SEATS, Player, Seat, SeatError, Seats, typed_name};
use crate::domain::session::{Head, VERSION};
use crate::i18n::{Lang, t};
use crate::play::Play;
use crate::route::Route;
use crate::shell::{Shell, trouble_text};
use crate::state::{App, app, lang};
use crate::storage::{StorageError, Stored};
use crate::ui::{ChoiceField, Glyph, Icon, Mark, Pick, PickSign};

/// Who starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    Draw,
    Chosen(Seat),
}

/// A seating fault in words.
pub fn seat_error(l: Lang, error: &SeatError) -> String {
    match error {
        SeatError::TooFew { players, least } => t::seats_too_few(l, *least, *players),
        SeatError::TooMany { players, most } => t::seats_too_many(l, *most, *players),
        SeatError::NoName(seat) => t::seats_no_name(l, seat.index() + 1),
        SeatError::LongName(seat) => t::seats_long_name(l, seat.index() + 1, MAX_NAME),
        SeatError::SameName(seat) | SeatError::Mark(seat) => t::seats_same_name(l, seat.index() + 1),
        SeatError::Starter(_) => t::seats_starter(l).to_owned(),
    }
}

/// Opens a new table and keeps it; gives its id.
pub async fn create(app: App, head: Head) -> Result<String, StorageError> {
    let text = serde_json::to_string(&head).map_err(|_| StorageError::Broken)?;
    let table = Stored { id: head.id.clone(), head: text, log: Vec::new() };
    app.store().create(&table).await?;
    app.remember(&head.players);
    app.set_current(Some(head.id.clone()));
    Ok(head.id)
}

/// The page that opens a table of the game `G`.
#[component]
pub fn NewTable<G: Play>() -> Element {
    let app = app();
    let l = lang();
    let players = use_signal(Vec::<Player>::new);
    let options = use_signal(G::Options::default);
    let start = use_signal(|| Start::Draw);
    let mut problem = use_signal(|| None::<String>);
    // The drawn starter and the table's id, while the draw is shown.
    let mut drawn = use_signal(|| None::<(Player, String)>);
    let route = use_route::<Route>();
    use_effect(use_reactive(&route, |route| {
        if let Route::NewAt { option, .. } = route {
            device::show_field(&option);
        }
    }));

    let open = move |_| {
        let chosen = match start() {
            Start::Chosen(seat) => seat,
            Start::Draw => {
                let count = players.read().len().clamp(1, MAX_SEATS);
                Seat(u8::try_from(device::chance().random_range(0..count)).unwrap_or(0))
            }
        };
        let seats = match Seats::new(players(), chosen, G::SEATS) {
            Ok(seats) => seats,
            Err(error) => return problem.set(Some(seat_error(l, &error))),
        };
        if let Err(error) = G::start(&seats, &options.read()) {
            return problem.set(Some(G::explain(&error, &seats, &options.read(), l).text));
        }
        problem.set(None);
        let draws = G::has_starter() && start() == Start::Draw;
        let head = Head {
            takujo: VERSION,
            id: device::new_id(),
            game: G::ID.to_owned(),
            title: String::new(),
            created: device::now(),
            deleted: None,
            players: players(),
            starter: chosen,
            drawn: draws,
            options: serde_json::to_value(&*options.read()).unwrap_or_default(),
        };
        let first = seats.players()[chosen.index()].clone();
        spawn(async move {
            match create(app, head).await {
                Ok(id) if draws => drawn.set(Some((first, id))),
                Ok(id) => {
                    navigator().push(Route::Table { id, tab: "play".to_owned() });
                }
                Err(error) => problem.set(Some(trouble_text(l, error).to_owned())),
            }
        });
    };

    if let Some((first, id)) = drawn() {
        return rsx! {
            Shell { title: G::name(l), accent: G::ID, here: "home",
                div { class: "draw", role: "status",
                    p { {t::new_drawn(l)} }
                    div { class: "drawn",
                        Mark { mark: first.mark }
                        strong { "{first.name}" }
                    }
                    Link {
                        class: "button main",
                        to: Route::Table { id, tab: "play".to_owned() },
                        onmounted: move |event: MountedEvent| async move {
                            let _ = event.set_focus(true).await;
                        },
                        {t::new_to_table(l)}
                    }
                }
            }
        };
    }
    let count = players.read().len();
    rsx! {
        Shell { title: t::new_title(l, G::name(l)), accent: G::ID, here: "home",
            Seating { players, least: *G::SEATS.start(), most: *G::SEATS.end() }
            if G::has_starter() && count > 0 {
                Starter { players, start, custom: G::starter_custom(l) }
            }
            section { class: "card options",
                h2 { {t::new_options(l)} }
                {G::options_form(options, count)}
            }
            div { class: "foot",
                if let Some(problem) = problem() {
                    p { class: "error", role: "alert", "{problem}" }
                }
                button { class: "button main", onclick: open, {t::new_open(l)} }
            }
        }
    }
}

/// Height of a seat row, as the style sheet sets it: what a drag counts in.
const ROW: f64 = 60.0;

#[component]
fn Seating(players: Signal<Vec<Player>>, least: usize, most: usize) -> Element {
    let app = app();
    let l = lang();
    let mut typed = use_signal(String::new);
    let mut problem = use_signal(|| None::<String>);
    // The row under the finger and where the finger was when it last changed places.
    let mut drag = use_signal(|| None::<(usize, f64)>);
    let most = most.min(MAX_SEATS);
    let seated = players();
    let known: Vec<Player> =
        app.roster().into_iter().filter(|known| !seated.iter().any(|p| p.name == known.name)).collect();

    let mut seat = move |name: String, mark: Option<u8>| {
        let name = typed_name(&name);
        let taken = |mark: u8| players.peek().iter().any(|player| player.mark == mark);
        let range = 0..u8::try_from(MAX_SEATS).unwrap_or(0);
        let fault = if name.is_empty() {
            Some(t::new_name_empty(l).to_owned())
        } else if name.chars().count() > MAX_NAME {
            Some(t::new_name_long(l, MAX_NAME))
        } else if players.peek().iter().any(|player| player.name == name) {
            Some(t::new_name_twice(l, &name))
        } else if players.peek().len() >= most {
            Some(t::new_full(l, most))
        } else {
            None
        };
        if let Some(fault) = fault {
            return problem.set(Some(fault));
        }
        let mark = mark.filter(|mark| !taken(*mark)).or_else(|| range.clone().find(|mark| !taken(*mark))).unwrap_or(0);
        players.write().push(Player { name, mark });
        problem.set(None);
        typed.set(String::new());
    };
    let mut swap = move |a: usize, b: usize| {
        let mut players = players.write();
        if a < players.len() && b < players.len() {
            players.swap(a, b);
        }
    };
    rsx! {
        section { class: "card seating",
            h2 { {t::new_players(l)} }
            p { class: "soft", {t::new_players_hint(l, least, most)} }
            if !known.is_empty() && seated.len() < most {
                ul { class: "chips", "aria-label": t::new_known(l),
                    for player in known.into_iter().take(24) {
                        li { key: "{player.name}",
                            button {
                                class: "chip",
                                onclick: {
                                    let player = player.clone();
                                    move |_| seat(player.name.clone(), Some(player.mark))
                                },
                                Mark { mark: player.mark }
                                "{player.name}"
                            }
                        }
                    }
                }
            }
            form {
                class: "row add",
                onsubmit: move |event| {
                    event.prevent_default();
                    seat(typed(), None);
                },
                label { class: "field",
                    span { {t::new_name(l)} }
                    input {
                        r#type: "text",
                        value: "{typed}",
                        autocomplete: "off",
                        enterkeyhint: "enter",
                        "aria-invalid": problem().is_some(),
                        "aria-describedby": "name-problem",
                        oninput: move |event| typed.set(event.value()),
                    }
                }
                button { class: "button", r#type: "submit", disabled: seated.len() >= most,
                    Icon { glyph: Glyph::Plus }
                    {t::new_add(l)}
                }
            }
            p { id: "name-problem", class: "error", role: "alert",
                if let Some(problem) = problem() {
                    "{problem}"
                }
            }
            ol {
                class: "seats",
                onpointermove: move |event| {
                    let Some((row, y)) = drag() else { return };
                    let moved = event.client_coordinates().y - y;
                    if moved > ROW / 2.0 && row + 1 < players.read().len() {
                        swap(row, row + 1);
                        drag.set(Some((row + 1, y + ROW)));
                    } else if moved < -ROW / 2.0 && row > 0 {
                        swap(row, row - 1);
                        drag.set(Some((row - 1, y - ROW)));
                    }
                },
                onpointerup: move |_| drag.set(None),
                onpointercancel: move |_| drag.set(None),
                onpointerleave: move |_| drag.set(None),
                for (row, player) in seated.iter().cloned().enumerate() {
                    li { key: "{player.name}", class: if drag().is_some_and(|(at, _)| at == row) { "dragged" },
                        span {
                            class: "who grip",
                            title: t::new_drag(l),
                            onpointerdown: move |event| drag.set(Some((row, event.client_coordinates().y))),
                            Mark { mark: player.mark }
                            bdi { class: "name", "{player.name}" }
                        }
                        button {
                            class: "round",
                            disabled: row == 0,
                            "aria-label": t::new_earlier(l, &player.name),
                            onclick: move |_| swap(row, row.saturating_sub(1)),
                            Icon { glyph: Glyph::Up }
                        }
                        button {
                            class: "round",
                            disabled: row + 1 == seated.len(),
                            "aria-label": t::new_later(l, &player.name),
                            onclick: move |_| swap(row, row + 1),
                            Icon { glyph: Glyph::Down }
                        }
                        button {
                            class: "round",
                            "aria-label": t::new_remove(l, &player.name),
                            onclick: move |_| {
                                let mut players = players.write();
                                if row < players.len() {
                                    players.remove(row);
                                }
                            },
                            Icon { glyph: Glyph::Close }
                        }
                    }
                }
            }
        }
    }
}

#[component]
fn Starter(players: Signal<Vec<Player>>, mut start: Signal<Start>, custom: Option<&'static str>) -> Element {
    let l = lang();
    let draw = Pick { words: t::new_starter_draw(l).to_owned(), sign: PickSign::Icon(Glyph::Dice), ..Pick::default() };
    let seated = players.read();
    let people = seated.iter().map(|player| Pick {
        words: player.name.clone(),
        sign: PickSign::Mark(player.mark),
        ..Pick::default()
    });
    let picks: Vec<Pick> = std::iter::once(draw).chain(people).collect();
    let starts: Vec<Start> = std::iter::once(Start::Draw).chain(Seat::all(seated.len()).map(Start::Chosen)).collect();
    rsx! {
        section { class: "card",
            ChoiceField {
                legend: t::new_starter(l),
                name: "starter",
                picks,
                chosen: starts.iter().position(|other| *other == start()),
                onchoose: move |at: usize| start.set(starts.get(at).copied().unwrap_or(Start::Draw)),
            }
            if let Some(custom) = custom {
                p { class: "soft", "{custom}" }
            }
        }
    }
}
