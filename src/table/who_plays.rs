//! Who sits at a new table, or at one where people come and go: chosen among the known people, added by name, or without
//! one; in seating order.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::people::{Person, find, same_name};
use takujo_core::domain::seats::{MAX_NAME, MAX_SEATS, Player, typed_name};
use takujo_core::domain::unnamed::{is_unnamed, named};
use takujo_core::i18n::{Lang, t};

use super::unnamed::{UnnamedCounts, renumber};
use super::vacancies::Vacancies;
use crate::state::{App, app, lang};
use crate::ui::{Glyph, Icon, Mark, use_field_text};

/// Why a person was not seated.
#[derive(Debug, Clone, PartialEq, Eq)]
enum SeatRefusal {
    NoName,
    /// Only characters that nobody can see were typed.
    Unseen,
    LongName,
    /// Someone with this name is already seated.
    Seated(String),
    /// The table is full, with this many players.
    Full(usize),
    /// Someone is known by this name in another spelling; may be the same person.
    Known(String),
}

impl SeatRefusal {
    fn text(&self, l: Lang) -> String {
        match self {
            SeatRefusal::NoName => t::new_name_empty(l).to_owned(),
            SeatRefusal::Unseen => t::new_name_unseen(l).to_owned(),
            SeatRefusal::LongName => t::new_name_long(l, MAX_NAME),
            SeatRefusal::Seated(name) => t::new_name_twice(l, name),
            SeatRefusal::Full(most) => t::new_full(l, *most),
            SeatRefusal::Known(name) => t::new_name_known(l, name),
        }
    }
}

/// The people seated at a new table.
#[derive(Clone, Copy, PartialEq)]
struct Lineup {
    app: App,
    players: Signal<Vec<Player>>,
    refusal: Signal<Option<SeatRefusal>>,
    most: usize,
    vacancies: Option<Vacancies>,
}

impl Lineup {
    /// Seats a person; returns whether that was possible.
    fn seat(mut self, typed: &str) -> bool {
        let refused = self.refuses(typed).map(|name| {
            let mut players = self.players.write();
            let people = self.app.people();
            match self.vacancies {
                Some(vacancies) => {
                    people.seat(&mut players, name);
                    vacancies.take(&mut players);
                }
                None => {
                    named(&mut players, |players| people.seat(players, name));
                    renumber(&mut players, self.app.lang());
                }
            }
        });
        self.refusal.set(refused.err());
        self.refusal.peek().is_none()
    }

    /// The name to seat, or why it cannot be.
    fn refuses(self, typed: &str) -> Result<String, SeatRefusal> {
        let name = typed_name(typed);
        let players = self.players.peek();
        let seated = players.iter().find(|player| same_name(&player.name, &name));
        match find(self.app.people().all(), &name) {
            _ if name.is_empty() && !typed.trim().is_empty() => Err(SeatRefusal::Unseen),
            _ if name.is_empty() => Err(SeatRefusal::NoName),
            _ if name.chars().count() > MAX_NAME => Err(SeatRefusal::LongName),
            _ if seated.is_some() => Err(SeatRefusal::Seated(seated.map_or(name, |player| player.name.clone()))),
            _ if self.is_full(&players) => Err(SeatRefusal::Full(self.most)),
            Some(known) if known.name != name => Err(SeatRefusal::Known(known.name.clone())),
            _ => Ok(name),
        }
    }

    /// Whether nobody else can sit down: without a name one keeps only a place for whoever has one.
    fn is_full(self, players: &[Player]) -> bool {
        let unnamed = self.vacancies.is_none() && players.iter().any(|player| is_unnamed(&player.name));
        players.len() >= self.most && !unnamed
    }

    /// The mark of someone seated at this table.
    fn mark_of(self, name: &str) -> Option<u8> {
        self.players.read().iter().find(|player| player.name == name).map(|player| player.mark)
    }

    /// Removes a person from the table.
    fn remove(mut self, name: &str) {
        let seat = self.players.peek().iter().position(|player| player.name == name);
        if let (Some(vacancies), Some(seat)) = (self.vacancies, seat) {
            vacancies.leave(seat, name);
        }
        let mut players = self.players.write();
        players.retain(|player| player.name != name);
        if self.vacancies.is_none() {
            renumber(&mut players, self.app.lang());
        }
        drop(players);
        self.refusal.set(None);
    }

    fn swap(mut self, a: usize, b: usize) {
        let mut players = self.players.write();
        if a < players.len() && b < players.len() {
            players.swap(a, b);
            if self.vacancies.is_none() {
                renumber(&mut players, self.app.lang());
            }
        }
    }
}

/// How many of the known people are offered at most, those who played last, and how many of them at first.
const OFFERED: usize = 24;
const OFFERED_FIRST: usize = 8;

/// Who sits at a table, in seat order, chosen among the known people or added by name.
#[component]
pub fn WhoPlays(
    players: Signal<Vec<Player>>,
    least: usize,
    most: usize,
    /// Where a seat that somebody leaves is kept for whoever comes next.
    vacancies: Option<Vacancies>,
) -> Element {
    let l = lang();
    let app = app();
    let seated = Lineup { app, players, refusal: use_signal(|| None), most: most.min(MAX_SEATS), vacancies };
    // As of the moment the page was opened: the buttons stay in place as people are seated.
    let known: Vec<Person> = use_hook(|| {
        let people = app.people();
        people.all().iter().filter(|person| !person.away).take(OFFERED).cloned().collect()
    });
    let mut all = use_signal(|| false);
    let shown = if all() || known.len() == OFFERED_FIRST + 1 { known.len() } else { OFFERED_FIRST };
    let more = known.len().saturating_sub(shown);
    let typed = use_signal(String::new);
    let field = use_signal(|| None);
    let drag = use_signal(|| None);
    rsx! {
        section { class: "card seating",
            h2 { {t::new_players(l)} }
            if !known.is_empty() {
                ul { class: "chip-row", "aria-label": t::new_known(l),
                    for person in known.into_iter().take(shown) {
                        li { key: "{person.name}", {known_chip(person, seated)} }
                    }
                    if more > 0 {
                        li { key: "more-{more}",
                            button { class: "chip", onclick: move |_| all.set(true), {t::new_known_more(l, more)} }
                        }
                    }
                }
            }
            {add_by_name(l, seated, typed, field)}
            {name_problem(l, seated, typed, least)}
            if vacancies.is_none() {
                UnnamedCounts { players, least, most }
            }
            {seat_list(l, seated, drag)}
        }
    }
}

fn known_chip(known: Person, seated: Lineup) -> Element {
    let sits = seated.mark_of(&known.name);
    let (name, mark) = (known.name.clone(), known.mark);
    rsx! {
        button {
            class: "chip",
            "aria-pressed": sits.is_some(),
            onclick: move |_| {
                if seated.mark_of(&known.name).is_some() {
                    seated.remove(&known.name);
                } else {
                    seated.seat(&known.name);
                }
            },
            Mark { mark: sits.unwrap_or(mark) }
            bdi { class: "name", "{name}" }
        }
    }
}

fn add_by_name(
    l: Lang,
    seated: Lineup,
    mut typed: Signal<String>,
    mut field: Signal<Option<Rc<MountedData>>>,
) -> Element {
    let wrong = seated.refusal.read().is_some();
    let field_text = use_field_text(&typed.read());
    rsx! {
        form {
            class: "row add",
            onsubmit: move |event| {
                event.prevent_default();
                let name = typed();
                if seated.seat(&name) {
                    typed.set(String::new());
                }
                // The next name can be typed at once, whatever the tap was on.
                let field = field.peek().clone();
                async move {
                    if let Some(field) = field {
                        let _ = field.set_focus(true).await;
                    }
                }
            },
            label { class: "field",
                span { class: "hidden", {t::new_name(l)} }
                input {
                    r#type: "text",
                    placeholder: t::new_name(l),
                    dir: "auto",
                    autocomplete: "off",
                    enterkeyhint: "enter",
                    "aria-invalid": wrong,
                    "aria-describedby": "name-problem",
                    onmounted: move |event| field.set(Some(event.data())),
                    oninput: move |event| typed.set(field_text.said(&event)),
                    ..field_text.value(),
                }
            }
            button { class: "button", r#type: "submit", disabled: seated.is_full(&seated.players.read()),
                Icon { glyph: Glyph::Plus }
                {t::new_add(l)}
            }
        }
    }
}

/// The line for a problem with a name, or the question whose it is; always present.
fn name_problem(l: Lang, seated: Lineup, mut typed: Signal<String>, least: usize) -> Element {
    let refusal = (seated.refusal)();
    let hint = refusal.is_none().then(|| t::new_players_hint(l, least, seated.most));
    let problem = refusal.as_ref().map(|refusal| refusal.text(l));
    let same = match refusal {
        Some(SeatRefusal::Known(name)) => Some(name),
        _ => None,
    };
    rsx! {
        div { class: "name-problem",
            p { id: "name-problem", class: "error", role: "alert", {problem} }
            if let Some(hint) = hint {
                p { class: "soft", "{hint}" }
            }
            if let Some(name) = same {
                button {
                    class: "chip",
                    onclick: {
                        let name = name.clone();
                        move |_| {
                            if seated.seat(&name) {
                                typed.set(String::new());
                            }
                        }
                    },
                    {t::new_name_same(l, &name)}
                }
            }
        }
    }
}

/// How far a finger drags a row to move it by one place, in pixels: about its height in the style sheet.
const ROW: f64 = 50.0;

/// The row being dragged, and how far down the screen the finger was, in pixels, when it last changed places.
type Drag = Signal<Option<(usize, f64)>>;

/// The seating order, changed by dragging or with buttons.
fn seat_list(l: Lang, seated: Lineup, mut drag: Drag) -> Element {
    let players = (seated.players)();
    let last = players.len().saturating_sub(1);
    rsx! {
        ol {
            class: "seats",
            onpointermove: move |event| {
                let Some((row, y)) = drag() else { return };
                let moved = event.client_coordinates().y - y;
                if moved > ROW / 2.0 && row < last {
                    seated.swap(row, row + 1);
                    drag.set(Some((row + 1, y + ROW)));
                } else if moved < -ROW / 2.0 && row > 0 {
                    seated.swap(row, row - 1);
                    drag.set(Some((row - 1, y - ROW)));
                }
            },
            onpointerup: move |_| drag.set(None),
            onpointercancel: move |_| drag.set(None),
            onpointerleave: move |_| drag.set(None),
            for (row, player) in players.into_iter().enumerate() {
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
                        onclick: move |_| seated.swap(row, row.saturating_sub(1)),
                        Icon { glyph: Glyph::Up }
                    }
                    button {
                        class: "round",
                        disabled: row == last,
                        "aria-label": t::new_later(l, &player.name),
                        onclick: move |_| seated.swap(row, row + 1),
                        Icon { glyph: Glyph::Down }
                    }
                    button {
                        class: "round",
                        "aria-label": t::new_remove(l, &player.name),
                        onclick: move |_| seated.remove(&player.name),
                        Icon { glyph: Glyph::Close }
                    }
                }
            }
        }
    }
}
