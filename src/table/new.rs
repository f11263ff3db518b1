//! The page of a new table: who plays, who starts, and the options. [`Opener`] also serves other places that open
//! tables.

use dioxus::prelude::*;
use rand::RngExt;
use takujo_core::domain::seats::{MAX_SEATS, Player, Seat, Seats};
use takujo_core::domain::session::{Head, own_game};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Starts;
use takujo_core::storage::{StorageError, Stored};
use takujo_core::table::coming_words::seat_error;

use super::views::Views;
use super::who_plays::WhoPlays;
use crate::device;
use crate::play::SetupForm;
use crate::route::Route;
use crate::shell::{Shell, trouble_text};
use crate::state::{App, app, lang};
use crate::ui::{ChoiceField, Emblem, Glyph, Mark, Pick, PickSign, keep_unsaved, unsaved_or};

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

    /// Opens the `next` game of people who have just played, and goes to its table; `instead` of the present page, or
    /// from it.
    pub fn again(self, next: &Head, instead: bool) {
        let head = Head { id: device::new_id(), created: device::now(), ..next.clone() };
        let to = Route::Table { id: head.id.clone(), tab: "play".to_owned() };
        let navigator = navigator();
        self.open(head, move || {
            if instead {
                navigator.replace(to)
            } else {
                navigator.push(to)
            };
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

/// Whether the options have been unfolded, as they are `at_first`, and as a link to one of them finds them.
fn use_unfolded(route: &Route, at_first: bool) -> Signal<bool> {
    let mut unfolded = use_signal(|| at_first);
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
    let problem = problem().or_else(|| (opener.trouble)().map(|error| trouble_text(l, error).to_owned()));
    rsx! {
        Shell { title: t::new_title(l, (G::WORDS.name)(l)), accent: G::ID, here: "home",
            {G::SETUPS.map(|setups| (setups.form)(SetupForm { players, options, replaced }))}
            WhoPlays { players, least: *G::SEATS.start(), most: *G::SEATS.end() }
            if has_starter && count > 0 {
                Starter { players, start, custom }
            }
            AgreedCard::<G> { setup: SetupForm { players, options, replaced } }
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

/// The card with what is agreed: folded on a small screen, unless an option is asked for or the game is yet to be made.
#[component]
fn AgreedCard<G: Views>(setup: SetupForm<G::Options>) -> Element {
    let l = lang();
    let SetupForm { players, options, replaced } = setup;
    let route = use_route::<Route>();
    let made = !G::DEFINED || !players.read().is_empty();
    // A wide screen has room for it.
    let wide = use_hook(device::wide);
    let open = (matches!(route, Route::NewAt { .. }) || !made || wide) && replaced() == 0;
    let mut unfolded = use_unfolded(&route, open);
    let Some(form) = G::OPTIONS else { return rsx! {} };
    // The space before the dot does not break, so that no line begins with the dot.
    let agreed = (G::WORDS.agreed)(&options.read(), players.read().len(), l).join("\u{a0}· ");
    rsx! {
        details {
            class: "card options",
            open,
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
