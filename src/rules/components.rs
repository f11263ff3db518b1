//! The views of the rules: a section, a game's contents, the search.

use dioxus::prelude::*;
use takujo_core::i18n::{Lang, t};

use super::book::{SectionText, Span, spans};
use super::reference::{Go, InSheet, Reference, follow, go};
use super::rulebook::Rulebook;
use super::search::{Found, Hit};
use crate::device::{self, ShareOutcome};
use crate::route::Route;
use crate::state::{app, lang};
use crate::ui::{Chip, Glyph, Icon, share_outcome_text};

/// The place of a section: `game/section`.
fn place_of(rulebook: &Rulebook, at: usize) -> String {
    let section = &rulebook.book.sections[at];
    format!("{}/{}", rulebook.book.games[section.game].id, section.id)
}

/// A text with its links.
fn text(rulebook: &'static Rulebook, game: usize, text: &'static str) -> Element {
    rsx! {
        for span in spans(text) {
            match span {
                Span::Plain(words) => rsx! { {words} },
                Span::Strong(words) => rsx! { strong { {words} } },
                Span::Link(to, words) => match rulebook.book.follow(game, to) {
                    Some(at) => rsx! { Go { place: place_of(rulebook, at), {words} } },
                    None => rsx! { {words} },
                },
            }
        }
    }
}

/// A section: the answer first, then an example, the details, and the reason where the app had to decide. It can be
/// read in the other language in place. `alone` if it was opened by itself and not as one of many.
#[component]
pub fn RuleSection(rulebook: &'static Rulebook, at: usize, #[props(default)] alone: bool) -> Element {
    let app = app();
    let here = lang();
    let mut flipped = use_signal(|| false);
    let l = if flipped() { here.other() } else { here };
    let section = &rulebook.book.sections[at];
    let SectionText { title, answer, example, detail, ruling, .. } = section.text(l);
    let game = &rulebook.book.games[section.game];
    let place = place_of(rulebook, at);
    let marked = app.bookmarks().contains(&place);
    let say = |words| text(rulebook, section.game, words);
    rsx! {
        article { class: "card rule accent-{game.id}", lang: l.tag(), "aria-live": if flipped() { "polite" },
            div { class: "row between rule-tools",
                span { class: "rule-game", {rulebook.name_of(game, l)} }
                button { class: "chip", lang: l.other().tag(), onclick: move |_| flipped.toggle(),
                    {t::rules_flip(l.other())}
                }
                button {
                    class: "round",
                    "aria-pressed": marked,
                    "aria-label": t::rules_bookmark(l),
                    onclick: move |_| app.bookmark(&place),
                    Icon { glyph: Glyph::Bookmark }
                }
            }
            h2 { {*title} }
            p { class: "answer", {say(answer)} }
            if !example.is_empty() {
                p { class: "example",
                    strong { {t::rules_example(l)} }
                    " "
                    {say(example)}
                }
            }
            for run in detail.chunk_by(|a, b| a.0 && b.0) {
                if run[0].0 {
                    ul {
                        for (_, item) in run {
                            li { {say(item)} }
                        }
                    }
                } else {
                    p { {say(run[0].1)} }
                }
            }
            if let Some(svg) = rulebook.book.picture(section.picture) {
                div { class: "picture", role: "img", "aria-label": *title, dangerous_inner_html: svg }
            }
            if !ruling.is_empty() {
                div { class: "ruling",
                    p {
                        strong { {t::rules_ruling(l)} }
                        " "
                        {say(ruling)}
                    }
                }
            }
            if let Some(row) = rulebook.row(game.id) {
                if !section.switch.is_empty() {
                    Away {
                        to: Route::NewAt {
                            game: row.id.to_owned(),
                            option: section.switch.to_owned(),
                        },
                        words: t::rules_switch(l),
                    }
                }
                if section.calculator && row.calculates {
                    Away { to: Route::Calculate { game: row.id.to_owned() }, words: t::rules_calculate(l) }
                }
                if section.tracker {
                    Away { to: Route::New { game: row.id.to_owned() }, words: t::rules_track(l) }
                }
            }
            if alone && HAS_SITE {
                PlainPage { title: *title, page: plain_page(game.id, section.id, l), l }
            }
        }
        if alone {
            Around { rulebook, at }
        }
    }
}

/// Whether the app has a site with plain pages: native windows have none.
const HAS_SITE: bool = cfg!(not(any(feature = "desktop", feature = "mobile")));

/// Address of a section on the site's plain pages, written by `build/pages.rs`.
fn plain_page(game: &str, section: &str, l: Lang) -> String {
    format!("rules/{game}.{}.html#{section}", l.tag())
}

/// A link to the plain page of a section, and a button that shares its address.
#[component]
fn PlainPage(title: &'static str, page: String, l: Lang) -> Element {
    let mut given = use_signal(|| None::<ShareOutcome>);
    rsx! {
        div { class: "row wrap plain-page",
            button {
                class: "button",
                onclick: {
                    let page = page.clone();
                    move |_| {
                        let address = device::site_address(&page);
                        async move { given.set(Some(device::share(title.to_owned(), address).await)) }
                    }
                },
                Icon { glyph: Glyph::Share }
                {t::rules_share(l)}
            }
            a { href: "./{page}", {t::rules_plain(l)} }
        }
        p { class: "given", role: "status",
            if let Some(given) = given() {
                "{share_outcome_text(l, &given)}"
            }
        }
    }
}

/// A link out of the rules. The browser itself follows it, so that "back" returns to the sheet.
#[component]
fn Away(to: Route, words: &'static str) -> Element {
    rsx! {
        a {
            class: "button",
            href: "#{to}",
            onclick: move |event| {
                if cfg!(not(target_arch = "wasm32")) {
                    event.prevent_default();
                    navigator().push(to.clone());
                    consume_context::<Reference>().close();
                }
            },
            {words}
        }
    }
}

/// Links to the previous and next section and to the game's contents.
#[component]
fn Around(rulebook: &'static Rulebook, at: usize) -> Element {
    let l = lang();
    let game = &rulebook.book.games[rulebook.book.sections[at].game];
    let title = |at: usize| rulebook.book.sections[at].text(l).title;
    rsx! {
        nav { class: "around", "aria-label": rulebook.name_of(game, l),
            if at > game.from {
                Go { class: "button", place: place_of(rulebook, at - 1), {t::rules_before(l, title(at - 1))} }
            }
            if at + 1 < game.to {
                Go { class: "button", place: place_of(rulebook, at + 1), {t::rules_after(l, title(at + 1))} }
            }
            Go { class: "button", place: game.id.to_owned(), {t::rules_contents(l, rulebook.name_of(game, l))} }
        }
    }
}

/// An entry of a table of contents.
#[component]
fn SectionLink(rulebook: &'static Rulebook, at: usize) -> Element {
    rsx! {
        li {
            Go { place: place_of(rulebook, at), {rulebook.book.sections[at].text(lang()).title} }
        }
    }
}

/// The table of contents of a game, or the list of games, on a wide page with the contents of each.
#[component]
pub fn Contents(rulebook: &'static Rulebook, game: Option<usize>) -> Element {
    let l = lang();
    let sheet = use_hook(try_consume_context::<InSheet>).is_some();
    let mut whole = use_signal(|| false);
    let wide = use_hook(device::wide) && !sheet;
    let Some(game) = game.map(|game| &rulebook.book.games[game]) else {
        return rsx! {
            ul { class: "answers games",
                for game in rulebook.order.iter().map(|game| &rulebook.book.games[*game]) {
                    li { key: "{game.id}",
                        Go { class: "answer-card accent-{game.id}", place: game.id.to_owned(),
                            strong { {rulebook.name_of(game, l)} }
                        }
                        if wide {
                            ul { class: "contents",
                                for at in game.from..game.to {
                                    SectionLink { key: "{at}", rulebook, at }
                                }
                            }
                        }
                    }
                }
            }
        };
    };
    rsx! {
        nav { "aria-label": t::rules_contents(l, rulebook.name_of(game, l)),
            ul { class: "contents",
                for at in game.from..game.to {
                    SectionLink { key: "{at}", rulebook, at }
                }
            }
        }
        if !sheet {
            button { class: "button", "aria-expanded": whole(), onclick: move |_| whole.toggle(), {t::rules_whole(l)} }
            if whole() {
                for at in game.from..game.to {
                    RuleSection { key: "{at}", rulebook, at }
                }
            }
        }
    }
}

/// Most answers shown per group.
const MOST: usize = 5;

/// The best hits, those in the chosen game and those elsewhere (`true`) apart. The chosen game comes first, unless the
/// hits elsewhere are much better.
fn groups(rulebook: &Rulebook, hits: &[Hit], chosen: Option<usize>) -> Vec<(bool, Vec<Hit>)> {
    let near = |hit: &Hit| chosen.is_none_or(|game| rulebook.book.sections[hit.section].game == game);
    let (here, there): (Vec<Hit>, Vec<Hit>) = hits.iter().copied().partition(near);
    let mut groups = vec![(false, here), (true, there)];
    groups.retain_mut(|(_, hits)| {
        hits.truncate(MOST);
        !hits.is_empty()
    });
    let weight = |(elsewhere, hits): &(bool, Vec<Hit>)| hits[0].score * if *elsewhere { 1.0 } else { 1.4 };
    groups.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    groups
}

/// `text` as HTML with the matches marked, and whether a word matched and not only a number. `look` is false if there
/// can be no match. A string instead of a node for each piece, because it is drawn anew on every keystroke.
fn marked(rulebook: &'static Rulebook, found: &Found, text: &'static str, look: bool) -> (bool, String) {
    let seen = rulebook.see(text);
    let text = seen.text.as_str();
    let marks = if look { found.marks(&seen) } else { Vec::new() };
    let mut html = String::with_capacity(text.len() + 16);
    for (at, c) in text.char_indices() {
        // Marks never touch each other: adjacent ones were merged.
        if marks.iter().any(|(_, to)| *to == at) {
            html.push_str("</mark>");
        }
        if marks.iter().any(|(from, _)| *from == at) {
            html.push_str("<mark>");
        }
        match c {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            _ => html.push(c),
        }
    }
    if marks.last().is_some_and(|(_, to)| *to == text.len()) {
        html.push_str("</mark>");
    }
    (marks.iter().any(|(from, to)| text[*from..*to].contains(char::is_alphabetic)), html)
}

/// A search result: title and answer, and the passage that matches if it is in neither.
fn answer(rulebook: &'static Rulebook, found: &Found, hit: Hit, l: Lang, sheet: bool) -> Element {
    let section = &rulebook.book.sections[hit.section];
    let game = &rulebook.book.games[section.game];
    let words = section.text(l);
    let (in_title, title) = marked(rulebook, found, words.title, hit.in_title());
    let (in_answer, answer) = marked(rulebook, found, words.answer, hit.in_answer());
    let mut further = None;
    if !in_title && !in_answer {
        let other = section.text(l.other());
        let of_other = [(l.other(), other.title, hit.in_title()), (l.other(), other.answer, hit.in_answer())];
        let body = [words.example, words.ruling].into_iter().chain(words.detail.iter().map(|(_, text)| *text));
        let rest = of_other.into_iter().chain(body.map(|text| (l, text, hit.in_body())));
        further = rest
            .filter(|(_, _, look)| *look)
            .map(|(l, text, look)| (l, marked(rulebook, found, text, look)))
            .find(|(_, (hit, _))| *hit);
    }
    let place = place_of(rulebook, hit.section);
    // A plain link and not a component, because it is drawn anew on every keystroke.
    rsx! {
        a {
            class: "answer-card accent-{game.id}",
            href: "#/rules/{place}",
            onclick: move |event| follow(&event, &place, sheet),
            span { class: "rule-game", {rulebook.name_of(game, l)} }
            strong { dangerous_inner_html: title }
            span { dangerous_inner_html: answer }
            if let Some((l, (_, html))) = further {
                span { class: "further", lang: l.tag(), dangerous_inner_html: html }
            }
        }
    }
}

/// The search, and while nothing is typed the bookmarks and the table of contents. `place` is the id of the game to
/// search first; empty for none.
#[component]
pub fn Finder(rulebook: &'static Rulebook, place: String) -> Element {
    let l = lang();
    let reference = use_context::<Reference>();
    let sheet = use_hook(try_consume_context::<InSheet>).is_some();
    let mut query = use_hook(|| reference.query_at(&place));
    let mut chosen = use_signal(|| rulebook.book.game(&place));
    let typed = use_memo(move || !query.read().trim().is_empty());
    use_hook(|| {
        spawn(async move {
            // The page is drawn first; the index is there before the first letter is typed.
            device::pause(50).await;
            rulebook.index();
        });
    });
    rsx! {
        form {
            class: "search",
            role: "search",
            onsubmit: move |event| {
                event.prevent_default();
                let hits = rulebook.index().search(&query.peek(), *chosen.peek()).hits;
                if let Some((_, first)) = groups(rulebook, &hits, *chosen.peek()).first() {
                    go(place_of(rulebook, first[0].section), sheet);
                }
            },
            Icon { glyph: Glyph::Search }
            input {
                r#type: "search",
                "aria-label": t::rules_search(l),
                placeholder: t::rules_hint(l),
                autocomplete: "off",
                autocapitalize: "off",
                spellcheck: "false",
                enterkeyhint: "search",
                maxlength: "80",
                // Uncontrolled: the field keeps its own text while typing.
                initial_value: "{query.peek()}",
                oninput: move |event| query.set(event.value()),
                onmounted: move |event| async move {
                    if sheet {
                        // If the renderer cannot focus the field, a tap will.
                        let _ = event.set_focus(true).await;
                    }
                },
            }
        }
        fieldset { class: "chips games-chips",
            legend { class: "hidden", {t::rules_where(l)} }
            for choice in std::iter::once(None).chain(rulebook.order.iter().copied().map(Some)) {
                Chip { key: "{choice:?}", pressed: chosen() == choice, onclick: move |()| chosen.set(choice),
                    {choice.map_or(t::rules_all(l), |game| rulebook.name_of(&rulebook.book.games[game], l))}
                }
            }
        }
        if typed() {
            Answers { rulebook, query, chosen }
        } else {
            Bookmarks { rulebook }
            Contents { rulebook, game: chosen() }
        }
    }
}

/// The results for what was typed.
#[component]
fn Answers(rulebook: &'static Rulebook, query: Signal<String>, chosen: Signal<Option<usize>>) -> Element {
    let l = lang();
    let sheet = use_hook(try_consume_context::<InSheet>).is_some();
    let found = rulebook.index().search(&query.read(), chosen());
    let groups = groups(rulebook, &found.hits, chosen());
    let none = groups.is_empty();
    rsx! {
        p { class: if none { "empty" } else { "hidden" }, role: "status",
            {t::rules_found(l, found.hits.len())}
        }
        for (elsewhere, hits) in groups {
            h2 { key: "{elsewhere}", class: if !elsewhere { "hidden" },
                if elsewhere {
                    {t::rules_elsewhere(l)}
                } else {
                    {t::rules_search(l)}
                }
            }
            ol { class: "answers",
                for hit in hits {
                    li { key: "{hit.section}", {answer(rulebook, &found, hit, l, sheet)} }
                }
            }
        }
    }
}

/// The sections that were bookmarked.
#[component]
fn Bookmarks(rulebook: &'static Rulebook) -> Element {
    let l = lang();
    let marked = app().bookmarks();
    let marked: Vec<usize> = marked
        .iter()
        .filter_map(|place| place.split_once('/'))
        .filter_map(|(game, id)| rulebook.book.find(game, id))
        .collect();
    if marked.is_empty() {
        return rsx! {};
    }
    rsx! {
        section { class: "bookmarks",
            h2 { {t::rules_bookmarks(l)} }
            ul { class: "contents",
                for at in marked {
                    li { key: "{at}",
                        Go { place: place_of(rulebook, at),
                            {rulebook.book.sections[at].text(l).title}
                            span { class: "rule-game", {rulebook.name_of(&rulebook.book.games[rulebook.book.sections[at].game], l)} }
                        }
                    }
                }
            }
        }
    }
}

/// All sections of the game, beside the one that is shown, on a wide page.
#[component]
fn Beside(rulebook: &'static Rulebook, at: usize) -> Element {
    let l = lang();
    let sheet = use_hook(try_consume_context::<InSheet>).is_some();
    // Other screens need not lay it out. The style sheet keeps its place free until it is there.
    let wide = use_hook(device::wide);
    if sheet || !wide {
        return rsx! {};
    }
    let game = &rulebook.book.games[rulebook.book.sections[at].game];
    rsx! {
        nav { class: "beside", "aria-label": t::rules_contents(l, rulebook.name_of(game, l)),
            ul { class: "contents",
                for other in game.from..game.to {
                    li {
                        key: "{other}",
                        "data-here": other == at,
                        onmounted: move |event| async move {
                            // Scrolls only the list, which is as high as the screen; the page stays where it is.
                            if other == at {
                                let behavior = ScrollBehavior::Instant;
                                let (vertical, horizontal) = (ScrollLogicalPosition::Nearest, ScrollLogicalPosition::Nearest);
                                let options = ScrollToOptions { behavior, vertical, horizontal };
                                let _ = event.scroll_to_with_options(options).await;
                            }
                        },
                        Go { place: place_of(rulebook, other), {rulebook.book.sections[other].text(l).title} }
                    }
                }
            }
        }
    }
}

/// What a place shows: a section, or the search with a game's contents.
#[component]
pub fn Show(rulebook: &'static Rulebook, place: String) -> Element {
    let l = lang();
    match place.split_once('/') {
        None => rsx! {
            Finder { rulebook, place: place.clone() }
        },
        Some((game, section)) => match rulebook.book.find(game, section) {
            Some(at) => rsx! {
                RuleSection { rulebook, at, alone: true }
                Beside { rulebook, at }
            },
            None => rsx! {
                p { {t::rules_missing(l)} }
                Go { class: "button", place: game.to_owned(), {t::nav_rules(l)} }
            },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::rulebook::read;

    #[test]
    fn four_letters_show_the_answer_among_the_first_from_every_table() {
        let rulebook = read(include_str!("../../assets/generated/rules.txt"), &[]);
        let wanted = rulebook.book.find("nihon_meisho", "reverse-on-plus-two");
        let tables = (0..rulebook.book.games.len()).filter(|game| rulebook.book.games[*game].id != "glossary");
        for chosen in tables.map(Some).chain([None]) {
            for typed in ["reve", "りばー", "リバース"] {
                let hits = rulebook.index().search(typed, chosen).hits;
                let shown: Vec<Option<usize>> = groups(rulebook, &hits, chosen)
                    .iter()
                    .flat_map(|(_, hits)| hits)
                    .map(|hit| Some(hit.section))
                    .collect();
                let at = shown.iter().position(|at| *at == wanted);
                assert!(at.is_some_and(|at| at < 3), "{typed} from {chosen:?}: {at:?}");
            }
        }
    }

    #[test]
    fn only_marks_become_html() {
        let rulebook = read(include_str!("../../assets/generated/rules.txt"), &[]);
        let found = rulebook.index().search("reverse", None);
        let html = |text| marked(rulebook, &found, text, true).1;
        assert_eq!(html("A <b> & a Reverse"), "A &lt;b> &amp; a <mark>Reverse</mark>");
        assert_eq!(html("Reverse on a +2"), "<mark>Reverse</mark> on a +2");
        assert_eq!(marked(rulebook, &found, "Reverse", false), (false, "Reverse".to_owned()));
    }

    #[test]
    fn the_chosen_game_answers_first_where_it_can() {
        let rulebook = read(include_str!("../../assets/generated/rules.txt"), &[]);
        for (typed, game) in [("同点", "nerts"), ("tie", "machinamitorite"), ("how many cards", "hanafuda")] {
            let chosen = rulebook.book.game(game);
            let hits = rulebook.index().search(typed, chosen).hits;
            let first = groups(rulebook, &hits, chosen).first().map(|(elsewhere, _)| *elsewhere);
            assert_eq!(first, Some(false), "{typed} from {game}");
        }
    }
}
