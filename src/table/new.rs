//! The page of a new table: who plays, who starts, and the options. [`Opener`] and [`WhoPlays`] also serve other places
//! that open tables or seat people.

use std::rc::Rc;

use dioxus::prelude::*;
use rand::RngExt;
use takujo_core::domain::people::{Person, find, same_name};
use takujo_core::domain::seats::{MAX_NAME, MAX_SEATS, Player, Seat, Seats, typed_name};
use takujo_core::domain::session::{Head, own_game};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Starts;
use takujo_core::storage::{StorageError, Stored};
use takujo_core::table::coming_words::seat_error;

use super::vacancies::Vacancies;
use super::views::Views;
use crate::device;
use crate::play::SetupForm;
use crate::route::Route;
use crate::shell::{Shell, trouble_text};
use crate::state::{App, app, lang};
use crate::ui::{ChoiceField, Emblem, Glyph, Icon, Mark, Pick, PickSign, keep_unsaved, unsaved_or, use_field_text};

/// Who starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    Draw,
    Chosen(Seat),
}

impl Start {
    /// The seat of whoever starts, drawn now if it was not chosen.
    fn seat(self, players: usize) -> Seat {
        match self {
            Start::Chosen(seat) => seat,
            Start::Draw => {
                let count = players.clamp(1, MAX_SEATS);
                Seat(u8::try_from(device::chance().random_range(0..count)).unwrap_or(0))
            }
        }
    }
}

/// Opens a table, once: further taps are ignored while it is being stored and afterwards, unless it could not be.
#[derive(Clone, Copy)]
pub struct Opener {
    app: App,
    busy: Signal<bool>,
    /// Why the last table could not be stored.
    pub trouble: Signal<Option<StorageError>>,
}

/// An [`Opener`] for a component.
pub fn use_opener() -> Opener {
    Opener { app: app(), busy: use_signal(|| false), trouble: use_signal(|| None) }
}

impl Opener {
    /// Stores a new table, then calls `then`. If it cannot be stored, `trouble` says why.
    pub fn open(mut self, head: Head, then: impl FnOnce() + 'static) {
        if self.busy.replace(true) {
            return;
        }
        spawn(async move {
            match self.keep(&head).await {
                Ok(()) => then(),
                Err(error) => {
                    self.trouble.set(Some(error));
                    self.busy.set(false);
                }
            }
        });
    }

    async fn keep(self, head: &Head) -> Result<(), StorageError> {
        let remembered = || {
            let mut people = self.app.people();
            people.remember(&head.players);
            people
        };
        let head = Head { people: remembered().links(&head.players), written: Vec::new(), ..head.clone() };
        let text = serde_json::to_string(&head).map_err(|_| StorageError::Broken)?;
        self.app.store().create(&Stored { id: head.id.clone(), head: text, log: Vec::new() }, None).await?;
        self.app.set_people(remembered());
        self.app.played(&head, false);
        Ok(())
    }
}

/// Goes to a table that was just opened.
pub fn go_to(id: &str) {
    navigator().push(Route::Table { id: id.to_owned(), tab: "play".to_owned() });
}

/// Who is seated at a new table of a game. Leaving the page before the table is opened does not cost typed names.
fn use_players(game: &'static str) -> Signal<Vec<Player>> {
    let players = use_signal(|| serde_json::from_str(&unsaved_or(game, String::new())).unwrap_or_default());
    use_effect(move || keep_unsaved(game.to_owned(), serde_json::to_string(&*players.read()).ok()));
    players
}

/// Whether the options are unfolded, as a link to one of them finds them.
fn use_unfolded(route: &Route) -> Signal<bool> {
    let mut unfolded = use_signal(|| matches!(route, Route::NewAt { .. }));
    use_effect(use_reactive(route, move |route| {
        if let Route::NewAt { option, .. } = route {
            unfolded.set(true);
            device::show_field(&option);
        }
    }));
    unfolded
}

/// Why such a table cannot be opened; `None` if it can.
fn refusal<G: Views>(players: Vec<Player>, starter: Seat, options: &G::Options, l: Lang) -> Option<String> {
    let seats = match Seats::new(players, starter, G::SEATS) {
        Ok(seats) => seats,
        Err(error) => return Some(seat_error(l, &error)),
    };
    let error = G::start(&seats, options).err()?;
    Some((G::WORDS.explain)(&error, &seats, options, l).text)
}

/// The page that opens a table of the game `G`.
#[component]
pub fn NewTable<G: Views>() -> Element {
    let l = lang();
    let has_starter = !matches!(G::STARTS, Starts::Everyone);
    let custom = if let Starts::OneBy(custom) = G::STARTS { Some(custom(l)) } else { None };
    let players = use_players(G::ID);
    let options = use_signal(G::Options::default);
    let start = use_signal(|| Start::Draw);
    let opener = use_opener();
    let mut problem = use_signal(|| None::<String>);
    // The opened table, while its drawn starter is shown.
    let mut drawn = use_signal(|| None::<Head>);
    let route = use_route::<Route>();
    let mut unfolded = use_unfolded(&route);
    // Counts how often the options were replaced as a whole, so that their fields are drawn anew.
    let replaced = use_signal(|| 0_u32);
    // A change of the players, of the options or of who starts may mend what was refused.
    use_effect(move || {
        let _ = (players.read(), options.read(), start());
        if problem.peek().is_some() {
            problem.set(None);
        }
    });

    let open = move |_| {
        let chosen = start().seat(players.read().len());
        if let Some(words) = refusal::<G>(players(), chosen, &options.read(), l) {
            return problem.set(Some(words));
        }
        problem.set(None);
        let head = new_head::<G>(players(), chosen, has_starter && start() == Start::Draw, &options.read());
        let agreed = options();
        opener.open(head.clone(), move || {
            G::SETUPS.inspect(|setups| (setups.opened)(opener.app, &agreed, &head.players));
            keep_unsaved(G::ID.to_owned(), None);
            if head.drawn {
                device::to_top();
                drawn.set(Some(head));
            } else {
                go_to(&head.id);
            }
        });
    };

    if let Some(head) = drawn() {
        return rsx! {
            Shell { title: (G::WORDS.name)(l), accent: G::ID, here: "home",
                {drawn_starter(l, &head)}
            }
        };
    }
    let count = players.read().len();
    // The space before the dot does not break, so that no line begins with the dot.
    let agreed = (G::WORDS.agreed)(&options.read(), count, l).join("\u{a0}· ");
    let problem = problem().or_else(|| (opener.trouble)().map(|error| trouble_text(l, error).to_owned()));
    rsx! {
        Shell { title: t::new_title(l, (G::WORDS.name)(l)), accent: G::ID, here: "home",
            {G::SETUPS.map(|setups| (setups.form)(SetupForm { players, options, replaced }))}
            WhoPlays { players, least: *G::SEATS.start(), most: *G::SEATS.end() }
            if has_starter && count > 0 {
                Starter { players, start, custom }
            }
            if let Some(form) = G::OPTIONS {
                details {
                    class: "card options",
                    open: matches!(route, Route::NewAt { .. }) && replaced() == 0,
                    // A folded form costs nothing: neither its code nor its fields.
                    ontoggle: move |_| unfolded.set(true),
                    summary {
                        h2 { {t::new_options(l)} }
                        span { class: "soft", {agreed} }
                    }
                    // A list of one, because keys only work in lists.
                    if unfolded() {
                        for times in [replaced()] {
                            div { key: "{times}", class: "form", {form(options, players())} }
                        }
                    }
                }
            }
            div { class: "foot",
                if let Some(problem) = problem {
                    p { class: "error", role: "alert", "{problem}" }
                }
                // Pale until it would open something; a tap says what is missing.
                button { class: if count < *G::SEATS.start() { "button pale" } else { "button main" }, onclick: open, {t::new_open(l)} }
            }
        }
    }
}

/// The head of a table that is opened now.
fn new_head<G: Views>(players: Vec<Player>, starter: Seat, drawn: bool, options: &G::Options) -> Head {
    let takujo = G::version(options);
    let options = serde_json::to_value(options).unwrap_or_default();
    Head {
        takujo,
        id: device::new_id(),
        game: G::ID.to_owned(),
        title: own_game(&options),
        created: device::now(),
        deleted: None,
        uncounted: false,
        players,
        people: Vec::new(),
        written: Vec::new(),
        starter,
        drawn,
        options,
    }
}

/// Shows who was drawn to start.
fn drawn_starter(l: Lang, head: &Head) -> Element {
    rsx! {
        div { class: "draw", role: "status",
            Emblem { game: head.game.clone() }
            p { {t::new_drawn(l)} }
            if let Some(first) = head.players.get(head.starter.index()) {
                div { class: "drawn",
                    Mark { mark: first.mark }
                    strong { dir: "auto", "{first.name}" }
                }
            }
            Link {
                class: "button main",
                to: Route::Table { id: head.id.clone(), tab: "play".to_owned() },
                onmounted: move |event: MountedEvent| async move {
                    let _ = event.set_focus(true).await;
                },
                {t::new_to_table(l)}
            }
        }
    }
}

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
            self.app.people().seat(&mut players, name);
            if let Some(vacancies) = self.vacancies {
                vacancies.take(&mut players);
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
            _ if players.len() >= self.most => Err(SeatRefusal::Full(self.most)),
            Some(known) if known.name != name => Err(SeatRefusal::Known(known.name.clone())),
            _ => Ok(name),
        }
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
        self.players.write().retain(|player| player.name != name);
        self.refusal.set(None);
    }

    fn swap(mut self, a: usize, b: usize) {
        let mut players = self.players.write();
        if a < players.len() && b < players.len() {
            players.swap(a, b);
        }
    }
}

/// How many of the known people are offered at most: those who played last.
const OFFERED: usize = 24;

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
    let typed = use_signal(String::new);
    let field = use_signal(|| None);
    let drag = use_signal(|| None);
    rsx! {
        section { class: "card seating",
            h2 { {t::new_players(l)} }
            if !known.is_empty() {
                ul { class: "chip-row", "aria-label": t::new_known(l),
                    for person in known {
                        li { key: "{person.name}", {known_chip(person, seated)} }
                    }
                }
            }
            {add_by_name(l, seated, typed, field)}
            {name_problem(l, seated, typed, least)}
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
            button { class: "button", r#type: "submit", disabled: seated.players.read().len() >= seated.most,
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
        section { class: "card starter",
            ChoiceField {
                legend: t::new_starter(l),
                name: "starter",
                inline: true,
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
