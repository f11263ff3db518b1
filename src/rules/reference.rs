//! The rules from any page: the sheets that are open over it, and the links and buttons that open them.

use dioxus::prelude::*;
use takujo_core::i18n::t;
use takujo_core::play::Problem;
use takujo_core::rule::Rule;

use super::rulebook::{RULEBOOK, Rulebook};
use crate::device;
use crate::play::GameInfo;
use crate::route::Route;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// How far the rules are loaded.
#[derive(Clone, Copy)]
pub enum Loaded {
    /// Not yet.
    Waiting,
    /// They could not be fetched.
    Failed,
    /// They are here.
    Ready(&'static Rulebook),
}

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// The app's handle on the rules: the text, and the sheets that are open over the page. Cheap to copy.
#[derive(Clone, Copy, PartialEq)]
pub struct Reference {
    pub(super) loaded: Signal<Loaded>,
    /// The games of the app.
    pub(super) games: CopyValue<&'static [GameInfo]>,
    /// What each sheet shows: `game/section`, or `game` for its contents and search.
    sheets: Signal<Vec<String>>,
    /// How many of `sheets` are open. The others come back if the person goes forward in the browser.
    pub(super) depth: Signal<usize>,
    /// The search text, and the place at which it was typed.
    query: Signal<String>,
    asked: Signal<String>,
}

impl Reference {
    /// Creates the handle; `games` are the games of the app. Call it inside a component.
    pub fn new(games: &'static [GameInfo]) -> Reference {
        let reference = Reference {
            loaded: Signal::new(RULEBOOK.get().map_or(Loaded::Waiting, Loaded::Ready)),
            games: CopyValue::new(games),
            sheets: Signal::new(Vec::new()),
            depth: Signal::new(0),
            query: Signal::new(String::new()),
            asked: Signal::new(String::new()),
        };
        let mut depth = reference.depth;
        // A callback, because the browser calls it from outside the Dioxus runtime.
        let changed = Callback::new(move |now| depth.set(now));
        device::on_depth(move |now| changed.call(now));
        reference
    }

    /// What the top sheet shows, if one is open.
    pub(super) fn top(self) -> Option<String> {
        let depth = *self.depth.read();
        self.sheets.read().get(..depth).and_then(<[String]>::last).cloned()
    }

    /// Opens a sheet over the page: `game/section`, or `game` for its contents and search.
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

    /// The search text at `place`; empty if the last one was typed elsewhere.
    pub(super) fn query_at(mut self, place: &str) -> Signal<String> {
        if *self.asked.peek() != place {
            self.asked.set(place.to_owned());
            self.query.set(String::new());
        }
        self.query
    }

    /// Closes all sheets.
    pub(super) fn close(self) {
        self.back(*self.depth.peek());
    }

    /// Closes the uppermost `steps` sheets.
    pub(super) fn back(mut self, steps: usize) {
        let depth = *self.depth.peek();
        if !device::pop_depth(steps) {
            self.depth.set(depth.saturating_sub(steps));
        }
    }
}

/// Marks, as a context, what is drawn in a sheet: links there stay in the sheet.
#[derive(Clone, Copy)]
pub(super) struct InSheet;

/// Goes to a place: in another sheet, or on its page.
pub(super) fn go(place: String, sheet: bool) {
    if sheet {
        return consume_context::<Reference>().open(place);
    }
    navigator().push(match place.split_once('/') {
        Some((game, section)) => Route::RulesAt { game: game.to_owned(), section: section.to_owned() },
        None => Route::RulesOf { game: place },
    });
}

/// Follows a link that was clicked. With a modifier key the browser does, to open a new tab or window.
pub(super) fn follow(event: &Event<MouseData>, place: &str, sheet: bool) {
    if event.modifiers().is_empty() {
        event.prevent_default();
        go(place.to_owned(), sheet);
    }
}

/// A link to a place in the rules: from a sheet it opens another sheet, from elsewhere the page.
#[component]
pub(super) fn Go(place: String, #[props(default)] class: String, children: Element) -> Element {
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

/// A small link to the rule that says why; opens it as a sheet. Draws nothing without a rule.
#[component]
pub fn RuleLink(rule: Option<Rule>) -> Element {
    let l = lang();
    let Some(place) = rule.map(Rule::place) else { return rsx! {} };
    rsx! {
        a {
            class: "rule-link",
            href: "#/rules/{place}",
            onclick: move |event| {
                if let Some(reference) = try_consume_context::<Reference>().filter(|_| event.modifiers().is_empty()) {
                    event.prevent_default();
                    reference.open(place.to_owned());
                }
            },
            {t::rule_link(l)}
        }
    }
}

/// The line above a pad, always one line high: the problem with a link to its rule, or else the prompt that `children`
/// are. Text that does not fit unfolds on a tap, over what is above it.
#[component]
pub fn ProblemLine(
    problem: Option<Problem>,
    /// What settles it by a tap, shown instead of the link.
    #[props(default)]
    answer: Option<Element>,
    children: Element,
) -> Element {
    let (text, rule) = problem.map_or((None, None), |problem| (Some(problem.text), problem.rule));
    let wrong = text.is_some();
    rsx! {
        div { class: "tell",
            // Always present: screen readers do not announce an alert that is added together with its text.
            p { class: "error", id: "said", role: "alert", tabindex: if wrong { "0" }, {text} }
            if !wrong {
                {children}
            } else if let Some(answer) = answer {
                {answer}
            } else {
                RuleLink { rule }
            }
        }
    }
}

/// A button that opens a game's rules over its table, ready to be searched.
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
