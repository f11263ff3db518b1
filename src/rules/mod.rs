//! The rules reference: its text, its search, its pages and the sheet over a running table.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use dioxus::prelude::*;

use crate::device;
use crate::games::GAMES;
use crate::i18n::t;
use crate::keep::lang;
use crate::pages::Route;
use crate::part;
use crate::part::Part;
use crate::ui::{Glyph, Icon, Sheet};

pub mod book;
pub mod fold;
pub mod search;
mod view;

use book::Book;
use search::{Index, Seen};
pub use view::{Contents, Finder, Rule};

/// The text, made by the build. On the web it is fetched when the rules are first opened, not with the app.
#[cfg(target_arch = "wasm32")]
const TEXT: Asset = asset!("/assets/generated/rules.txt");

async fn text() -> Option<&'static str> {
    #[cfg(target_arch = "wasm32")]
    let text = device::fetch(TEXT).await.map(|text| &*text.leak());
    #[cfg(not(target_arch = "wasm32"))]
    let text = Some(include_str!("../../assets/generated/rules.txt"));
    text
}

/// The rules, once they are there: read once, for the life of the app.
#[derive(Debug)]
pub struct Desk {
    /// The text.
    pub book: Book,
    index: OnceLock<Index>,
    /// The texts that search has shown so far, by where they stand in the book.
    seen: Mutex<BTreeMap<(usize, usize), Arc<Seen>>>,
    /// The games of the book as the app orders them.
    pub order: Vec<usize>,
}

impl Desk {
    /// What search looks in: made when it is first asked for.
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.book))
    }

    /// A text of the book, ready to be marked.
    pub fn see(&self, text: &'static str) -> Arc<Seen> {
        // Poisoned only by a panic while it is held; what it holds is whole all the same.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.entry((text.as_ptr().addr(), text.len())).or_insert_with(|| Arc::new(self.index().see(text))).clone()
    }
}

impl PartialEq for Desk {
    fn eq(&self, other: &Self) -> bool {
        // There is only the one; comparing its text at every draw would cost.
        std::ptr::eq(self, other)
    }
}

/// Reading, searching and drawing the rules: on the web a file of its own.
struct Reading {
    read: fn(&'static str) -> &'static Desk,
    index: fn(&'static Desk),
    show: fn(ShowProps) -> Element,
}

fn reading((): ()) -> &'static Reading {
    fn index(desk: &'static Desk) {
        desk.index();
    }
    &Reading { read, index, show: Show }
}

static READING: Part<Reading> = part!("rules", reading -> Reading);

static DESK: OnceLock<Desk> = OnceLock::new();

fn read(text: &'static str) -> &'static Desk {
    DESK.get_or_init(|| {
        let book = Book::read(text);
        let mut order: Vec<usize> = (0..book.games.len()).collect();
        let known = |game: &usize| GAMES.iter().position(|row| row.id == book.games[*game].id);
        order.sort_by_key(|game| (book.games[*game].id == "glossary", known(game).unwrap_or(GAMES.len())));
        Desk { book, index: OnceLock::new(), seen: Mutex::default(), order }
    })
}

/// Whether the rules are there.
#[derive(Clone, Copy)]
pub enum Loaded {
    /// Not yet.
    Waiting,
    /// They could not be fetched.
    Failed,
    /// Here they are.
    Ready(&'static Desk),
}

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// The rules as the app holds them: the text, and the sheets open over the page. A handle, cheap to copy.
#[derive(Clone, Copy, PartialEq)]
pub struct Reference {
    loaded: Signal<Loaded>,
    /// What each sheet shows: `game/section`, or `game` for its contents and search.
    sheets: Signal<Vec<String>>,
    /// How many of them are open; the rest is what "forward" leads to.
    depth: Signal<usize>,
    /// What is typed, and where it was.
    query: Signal<String>,
    asked: Signal<String>,
}

impl Reference {
    /// Makes the handle. Call it inside a component.
    pub fn new() -> Reference {
        let reference = Reference {
            loaded: Signal::new(DESK.get().map_or(Loaded::Waiting, Loaded::Ready)),
            sheets: Signal::new(Vec::new()),
            depth: Signal::new(0),
            query: Signal::new(String::new()),
            asked: Signal::new(String::new()),
        };
        let mut depth = reference.depth;
        // A callback: the browser calls from outside the app's runtime.
        let changed = Callback::new(move |now| depth.set(now));
        device::on_depth(move |now| changed.call(now));
        reference
    }

    fn load(mut self) {
        if *self.loaded.peek() == Loaded::Failed {
            self.loaded.set(Loaded::Waiting);
        }
        spawn(async move {
            let read = async { Some((READING.load().await?, text().await?)) };
            let Some((reading, text)) = read.await else { return self.loaded.set(Loaded::Failed) };
            let desk = (reading.read)(text);
            self.loaded.set(Loaded::Ready(desk));
            // What was opened is drawn first, and the first letter typed finds the index made.
            device::pause(50).await;
            (reading.index)(desk);
        });
    }

    /// What the sheet on top shows, if one is open.
    fn top(self) -> Option<String> {
        let depth = *self.depth.read();
        self.sheets.read().get(..depth).and_then(<[String]>::last).cloned()
    }

    /// Opens a sheet over the page: at `game/section`, or the contents and search of `game`.
    pub fn open(mut self, place: String) {
        let depth = (*self.depth.peek()).min(self.sheets.peek().len());
        if depth == 0 {
            device::keep_focus();
            self.query.set(String::new());
        }
        let mut sheets = self.sheets.write();
        sheets.truncate(depth);
        sheets.push(place);
        drop(sheets);
        device::push_depth(depth + 1);
        self.depth.set(depth + 1);
    }

    /// What is typed there; nothing where it was typed elsewhere.
    fn query_at(mut self, place: &str) -> Signal<String> {
        if *self.asked.peek() != place {
            self.asked.set(place.to_owned());
            self.query.set(String::new());
        }
        self.query
    }

    /// Closes all sheets.
    fn close(self) {
        self.back(*self.depth.peek());
    }

    fn back(mut self, steps: usize) {
        let depth = *self.depth.peek();
        if !device::pop_depth(steps) {
            self.depth.set(depth.saturating_sub(steps));
        }
    }
}

impl Default for Reference {
    fn default() -> Self {
        Reference::new()
    }
}

/// Whether what is drawn is in a sheet: its links stay in it then.
#[derive(Clone, Copy)]
struct InSheet;

/// Goes to a place: in the sheet, or to its page.
fn go(place: String, sheet: bool) {
    if sheet {
        return consume_context::<Reference>().open(place);
    }
    navigator().push(match place.split_once('/') {
        Some((game, section)) => Route::RulesAt { game: game.to_owned(), section: section.to_owned() },
        None => Route::RulesOf { game: place },
    });
}

/// Takes a click on a link to a place; with a key held down it is the browser's: a new tab or window.
fn follow(event: &Event<MouseData>, place: &str, sheet: bool) {
    if event.modifiers().is_empty() {
        event.prevent_default();
        go(place.to_owned(), sheet);
    }
}

/// A link to a place in the rules: in a sheet it opens in the sheet, elsewhere it is a page.
#[component]
fn Go(place: String, #[props(default)] class: String, children: Element) -> Element {
    let sheet = use_hook(try_consume_context::<InSheet>).is_some();
    rsx! {
        a {
            class,
            href: "#/rules/{place}",
            onclick: move |event| follow(&event, &place, sheet),
            {children}
        }
    }
}

/// A small link to the section of a game's rules that says why. Draws nothing for an empty section.
#[component]
pub fn RuleLink(game: &'static str, section: &'static str) -> Element {
    let l = lang();
    if section.is_empty() {
        return rsx! {};
    }
    rsx! {
        a {
            class: "rule-link",
            href: "#/rules/{game}/{section}",
            onclick: move |event| {
                if let Some(reference) = try_consume_context::<Reference>().filter(|_| event.modifiers().is_empty()) {
                    event.prevent_default();
                    reference.open(format!("{game}/{section}"));
                }
            },
            {t::rule_link(l)}
        }
    }
}

/// Opens the rules over a table, ready to be searched.
#[component]
pub fn RulesButton(game: &'static str) -> Element {
    let l = lang();
    rsx! {
        button { "aria-haspopup": "dialog", onclick: move |_| consume_context::<Reference>().open(game.to_owned()),
            Icon { glyph: Glyph::Book }
            span { {t::nav_rules(l)} }
        }
    }
}

/// The page, and the rules over it while a sheet is open. The page stays as it is, out of reach.
#[component]
pub fn RulesSheet(children: Element) -> Element {
    let reference = use_context::<Reference>();
    let l = lang();
    let top = reference.top();
    let open = top.is_some();
    use_effect(use_reactive(&open, |open| {
        if !open {
            device::give_focus_back();
        }
    }));
    rsx! {
        div { class: "under", inert: open.then_some("true"), {children} }
        if let Some(place) = top {
            Sheet {
                key: "{place}",
                title: t::nav_rules(l),
                close_label: t::close(l),
                keeps_focus: !place.contains('/'),
                remembered: true,
                onclose: move |()| reference.close(),
                Inside { place }
            }
        }
    }
}

#[component]
fn Inside(place: String) -> Element {
    use_context_provider(|| InSheet);
    let l = lang();
    let reference = use_context::<Reference>();
    rsx! {
        if *reference.depth.read() > 1 {
            button { class: "chip backward", onclick: move |_| reference.back(1),
                Icon { glyph: Glyph::Back }
                {t::rules_back(l)}
            }
        }
        WithRules { place }
    }
}

/// What a place shows, once the rules are there.
#[component]
pub fn WithRules(place: String) -> Element {
    let l = lang();
    let reference = use_context::<Reference>();
    use_hook(|| {
        if !matches!(*reference.loaded.peek(), Loaded::Ready(_)) {
            reference.load();
        }
    });
    match *reference.loaded.read() {
        Loaded::Waiting => rsx! {
            p { class: "empty", role: "status", {t::rules_loading(l)} }
        },
        Loaded::Failed => rsx! {
            div { class: "notice warn", role: "alert",
                Icon { glyph: Glyph::Warn }
                div {
                    p { {t::rules_failed(l)} }
                    button { class: "button", onclick: move |_| reference.load(), {t::table_retry(l)} }
                }
            }
        },
        Loaded::Ready(desk) => match READING.get() {
            Some(Reading { show: Page, .. }) => rsx! {
                Page { desk, place }
            },
            None => rsx! {},
        },
    }
}

#[component]
fn Show(desk: &'static Desk, place: String) -> Element {
    let l = lang();
    match place.split_once('/') {
        None => rsx! {
            Finder { desk, place: place.clone() }
        },
        Some((game, section)) => match desk.book.find(game, section) {
            Some(at) => rsx! {
                Rule { desk, at, alone: true }
            },
            None => rsx! {
                p { {t::rules_missing(l)} }
                Go { class: "button", place: game.to_owned(), {t::nav_rules(l)} }
            },
        },
    }
}
