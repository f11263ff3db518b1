//! The figures: what the finished tables say, by person and by game, and two people compared. `domain/figures.rs`
//! counts, this draws.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use dioxus::prelude::*;
use takujo_core::domain::figures::{Figures, Played, Versus, Wins, by_person, head_to_head};
use takujo_core::domain::game::Outcome;
use takujo_core::domain::parts::Parts;
use takujo_core::domain::people::{People, find};
use takujo_core::domain::session::Label;
use takujo_core::domain::summary::Summary;
use takujo_core::domain::tally::{Counted, TallyKind};
use takujo_core::i18n::{Lang, number, t};

use super::tables::Entry;
use crate::device;
use crate::games;
use crate::play::Screens;
use crate::state::{app, lang};
use crate::ui::Mark;

/// How many people are drawn at first, and then with each further step.
const STEP: usize = 20;
/// Most tables in the chart of points: the columns of more would be too thin to tell apart.
const MOST_COLUMNS: usize = 40;
/// The choices of time: the last so many days, or all.
const PERIODS: [Option<i64>; 3] = [None, Some(365), Some(30)];

/// The label and summary of a table that counts: one that is finished, not deleted, and not left out.
fn summary(entry: &Entry) -> Option<(&Label, &Summary)> {
    let (summary, label) = (entry.summary()?, entry.label.as_ref()?);
    let finished = matches!(summary.outcome, Outcome::Won(_)) && label.deleted.is_none() && !label.uncounted;
    finished.then_some((&**label, summary))
}

/// What is looked at. Empty texts mean all games and everyone.
#[derive(Debug, Clone, PartialEq, Default)]
struct Wanted {
    game: String,
    person: String,
    /// An index of [`PERIODS`].
    period: usize,
}

/// The tables that count. People are numbered, and are the same person if they have the same name now.
struct Tables<'a> {
    /// The name of each number.
    names: Vec<String>,
    /// When each was opened, and the table, oldest first.
    tables: Vec<(DateTime<Utc>, Played<'a>)>,
}

fn counted<'a>(entries: &'a [Entry], people: &People) -> Tables<'a> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut tables: Vec<(DateTime<Utc>, Played<'a>)> = Vec::new();
    for entry in entries {
        let Some((label, summary)) = summary(entry) else { continue };
        let number = |name: String| {
            let next = numbers.len();
            *numbers.entry(name).or_insert(next)
        };
        let people = entry.names(people).into_iter().map(number).collect();
        tables.push((label.created, Played { game: label.kind(), people, summary }));
    }
    tables.sort_by_key(|(created, _)| *created);
    let mut names = vec![String::new(); numbers.len()];
    for (name, number) in numbers {
        names[number] = name;
    }
    Tables { names, tables }
}

/// The name of the game that a [`Label::kind`] stands for.
fn kind_name(kind: &str, l: Lang) -> String {
    match kind.split_once('/') {
        Some((_, own)) => own.to_owned(),
        None => games::find(kind).map_or_else(|| kind.to_owned(), |game| (game.name)(l).to_owned()),
    }
}

/// The id of the game in a [`Label::kind`].
fn game_of(kind: &str) -> &str {
    kind.split_once('/').map_or(kind, |(game, _)| game)
}

/// The quotient of `sum` and `of` with one decimal, rounded half away from zero.
fn decimal(sum: i64, of: u32) -> String {
    let of = i64::from(of.max(1));
    let tenths = (sum.abs() * 20 + of) / (2 * of);
    let sign = if sum < 0 && tenths > 0 { "\u{2212}" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// A joined count in words.
fn tally_text(kind: TallyKind, (value, of): Counted, l: Lang) -> String {
    match kind {
        TallyKind::Sum | TallyKind::Most | TallyKind::Least => number(value),
        TallyKind::Mean => decimal(value.into(), of),
        TallyKind::Share => t::figures_share(l, value, of),
    }
}

/// The figures of these tables, with fields to narrow them down.
#[component]
pub fn FiguresView(entries: ReadSignal<Vec<Entry>>) -> Element {
    let app = app();
    let l = lang();
    let wanted = use_signal(Wanted::default);
    let drawn = use_signal(|| STEP);
    let game = use_memo(move || wanted.read().game.clone());
    // Only the game has words for what it counts.
    let screens = use_resource(move || async move { games::load(game_of(&game())).await });
    let screens = screens.read().flatten();
    let entries = entries.read();
    let people = app.people();
    let Tables { names, tables } = counted(&entries, &people);
    let Wanted { game, person, period } = wanted();
    let since = PERIODS.get(period).copied().flatten().map(|days| device::now() - TimeDelta::days(days));
    let in_time = |at: DateTime<Utc>| since.is_none_or(|since| at >= since);
    let mut all_games: Vec<&str> = tables.iter().map(|(_, table)| table.game).collect();
    all_games.sort_unstable();
    all_games.dedup();
    let shown: Vec<Played> = tables
        .iter()
        .filter(|(at, table)| in_time(*at) && (game.is_empty() || table.game == game))
        .map(|(_, table)| table.clone())
        .collect();
    let mut found = by_person(&shown);
    found.retain(|number, _| !people.is_nobody(&names[*number]));
    let shared = |number: usize| {
        let mut shared = head_to_head(&shown, number);
        shared.retain(|(other, _)| !people.is_nobody(&names[*other]));
        shared
    };
    let chosen = names.iter().position(|name| *name == person);
    let mut by_name: Vec<&String> = names.iter().filter(|name| !people.is_nobody(name)).collect();
    by_name.sort();
    let mut order: Vec<(usize, &Figures)> = found.iter().map(|(number, figures)| (*number, figures)).collect();
    order.sort_by_key(|(number, figures)| {
        (std::cmp::Reverse((figures.all.won, figures.all.rate())), figures.all.games, &names[*number])
    });
    rsx! {
        {narrow_down(wanted, all_games, by_name, chosen.is_none(), l)}
        match chosen {
            None if order.is_empty() => rsx! {
                p { class: "empty", role: "status", {t::figures_none(l)} }
            },
            None => rsx! {
                {people_card(wanted, drawn, &names, &order, screens, &people, l)}
            },
            Some(number) => match found.get(&number) {
                None => rsx! {
                    p { class: "empty", role: "status", {t::figures_none(l)} }
                },
                Some(figures) => rsx! {
                    {person_cards(wanted, &person, figures, screens, &people, l)}
                    {versus(&shared(number), &names, &person, l)}
                },
            },
        }
    }
}

/// The fields to narrow the figures down: to a game, a person, a time.
fn narrow_down(mut wanted: Signal<Wanted>, games: Vec<&str>, names: Vec<&String>, everyone: bool, l: Lang) -> Element {
    let Wanted { game, person, period } = wanted();
    rsx! {
        div { class: "narrow-down",
            label { class: "field",
                span { {t::figures_game(l)} }
                select { onchange: move |event| wanted.write().game = event.value(),
                    option { value: "", selected: game.is_empty(), {t::figures_all_games(l)} }
                    for id in games {
                        option { key: "{id}", value: "{id}", selected: game == id, {kind_name(id, l)} }
                    }
                }
            }
            label { class: "field",
                span { {t::figures_person(l)} }
                select { onchange: move |event| wanted.write().person = event.value(),
                    option { value: "", selected: everyone, {t::figures_everyone(l)} }
                    for name in names {
                        option { key: "{name}", value: "{name}", selected: person == *name, "{name}" }
                    }
                }
            }
            label { class: "field",
                span { {t::figures_time(l)} }
                select {
                    onchange: move |event| wanted.write().period = event.value().parse().unwrap_or(0),
                    for (at, words) in [t::figures_time_all(l), t::figures_time_year(l), t::figures_time_month(l)].into_iter().enumerate() {
                        option { key: "{at}", value: "{at}", selected: period == at, {words} }
                    }
                }
            }
        }
    }
}

/// The mark of somebody by name, if they are known here.
fn mark_of(name: &str, people: &People) -> Option<u8> {
    find(people.all(), name).map(|person| person.mark)
}

/// Everyone, in `order`.
fn people_card(
    mut wanted: Signal<Wanted>,
    mut drawn: Signal<usize>,
    names: &[String],
    order: &[(usize, &Figures)],
    screens: Option<&'static Screens>,
    people: &People,
    l: Lang,
) -> Element {
    let game = wanted().game;
    rsx! {
        section { class: "card accent-{game_of(&game)}",
            h2 { {t::figures_people(l)} }
            ul { class: "results",
                for (number, figures) in order.iter().take(drawn()) {
                    li { key: "{number}",
                        button {
                            class: "who choose",
                            onclick: {
                                let name = names[*number].clone();
                                move |_| wanted.write().person.clone_from(&name)
                            },
                            if let Some(mark) = mark_of(&names[*number], people) {
                                Mark { mark }
                            }
                            bdi { class: "name", "{names[*number]}" }
                        }
                        {bar(figures.all, l)}
                        if !game.is_empty() {
                            span { class: "soft", {of_game(figures, screens, l).iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>().join(" · ")} }
                        }
                    }
                }
            }
            if order.len() > drawn() {
                button { class: "button", onclick: move |_| drawn += STEP, {t::history_more(l, order.len() - drawn())} }
            }
        }
    }
}

/// One person: the figures of all games, and the points of one or the games of several.
fn person_cards(
    mut wanted: Signal<Wanted>,
    person: &str,
    figures: &Figures,
    screens: Option<&'static Screens>,
    people: &People,
    l: Lang,
) -> Element {
    let game = wanted().game;
    let one_game = figures.by_game.len() == 1;
    rsx! {
        section { class: "card accent-{game_of(&game)}",
            h2 { class: "who",
                if let Some(mark) = mark_of(person, people) {
                    Mark { mark }
                }
                bdi { class: "name", "{person}" }
            }
            dl { class: "amounts",
                {big(t::figures_games(l).to_owned(), figures.all.games.to_string())}
                {big(t::figures_wins(l).to_owned(), figures.all.won.to_string())}
                {big(t::figures_rate(l).to_owned(), t::figures_percent(l, figures.all.rate()))}
                if figures.streak > 1 {
                    {big(t::figures_streak(l).to_owned(), t::figures_in_a_row(l, figures.streak))}
                }
                if !game.is_empty() {
                    for (name, value) in of_game(figures, screens, l) {
                        {big(name, value)}
                    }
                } else if let Some(favourite) = figures.favourite() {
                    {big(t::figures_favourite(l).to_owned(), kind_name(favourite, l))}
                }
            }
        }
        if one_game && figures.points.len() > 1 {
            section { class: "card accent-{game_of(figures.favourite().unwrap_or_default())}",
                h2 { {t::figures_points(l)} }
                Columns { points: figures.points.clone(), parts: figures.parts, name: person.to_owned() }
            }
        }
        if !one_game {
            section { class: "card",
                h2 { {t::figures_by_game(l)} }
                ul { class: "results",
                    for (id, wins) in by_count(&figures.by_game) {
                        li { key: "{id}", class: "accent-{game_of(id)}",
                            button {
                                class: "who choose",
                                onclick: {
                                    let id = id.to_owned();
                                    move |_| wanted.write().game.clone_from(&id)
                                },
                                {kind_name(id, l)}
                            }
                            {bar(wins, l)}
                        }
                    }
                }
            }
        }
    }
}

/// Wins by game, the one played most often first.
fn by_count<'a>(by_game: &BTreeMap<&'a str, Wins>) -> Vec<(&'a str, Wins)> {
    let mut games: Vec<(&str, Wins)> = by_game.iter().map(|(id, wins)| (*id, *wins)).collect();
    games.sort_by_key(|(_, wins)| std::cmp::Reverse(wins.games));
    games
}

/// What is shown only if it is all of one game: names and values.
fn of_game(figures: &Figures, screens: Option<&'static Screens>, l: Lang) -> Vec<(String, String)> {
    let (sum, games) = figures.average();
    let mut lines = vec![(t::figures_average(l).to_owned(), decimal(sum, games))];
    lines.extend(figures.best().map(|best| (t::figures_best(l).to_owned(), figures.parts.number(best))));
    lines.extend(figures.tallies.iter().filter_map(|(id, kind, count)| {
        let name = (screens?.tally_name)(id, l)?;
        Some((name.to_owned(), tally_text(*kind, *count, l)))
    }));
    lines
}

/// A large figure with its name.
fn big(name: String, value: String) -> Element {
    rsx! {
        div { key: "{name}",
            dt { "{name}" }
            dd { "{value}" }
        }
    }
}

/// Wins as words and as a bar.
fn bar(wins: Wins, l: Lang) -> Element {
    rsx! {
        span { class: "value", {t::figures_won_of(l, wins.won, wins.games)} }
        {bars([("won", wins.won), ("", wins.games - wins.won)])}
    }
}

/// Counts side by side in one bar, each as wide as its share of all. An SVG, because the page allows no styles in its
/// markup.
fn bars<const N: usize>(counts: [(&'static str, u32); N]) -> Element {
    let all = f64::from(counts.iter().map(|(_, count)| count).sum::<u32>().max(1));
    let mut from = 0.0;
    let parts = counts.map(|(class, count)| {
        let wide = f64::from(count) / all * 100.0;
        from += wide;
        (class, from - wide, wide)
    });
    rsx! {
        svg { class: "scale", view_box: "0 0 100 10", preserve_aspect_ratio: "none", "aria-hidden": "true",
            for (class, from, wide) in parts {
                rect { class, x: "{from:.1}", y: "0", width: "{wide:.1}", height: "10" }
            }
        }
    }
}

/// A person compared with those they played with most.
fn versus(compared: &[(usize, Versus)], names: &[String], person: &str, l: Lang) -> Element {
    if compared.is_empty() {
        return rsx! {};
    }
    rsx! {
        section { class: "card",
            h2 { {t::figures_versus(l)} }
            p { class: "soft", {t::figures_versus_text(l, person)} }
            ul { class: "results",
                for (other, compared) in compared.iter().take(STEP) {
                    li { key: "{other}",
                        bdi { class: "name", "{names[*other]}" }
                        span { class: "value", {t::figures_score(l, compared.ahead, compared.behind)} }
                        {bars([
                            ("won", compared.ahead),
                            ("", compared.shared - compared.ahead - compared.behind),
                            ("behind", compared.behind),
                        ])}
                        span { class: "soft",
                            {t::figures_shared(l, compared.shared)}
                            if compared.together > 0 {
                                {format!(" · {}", t::figures_together(l, compared.together))}
                            }
                        }
                    }
                }
            }
        }
    }
}

const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 120.0;

/// The points at each table as columns, the latest on the right; the columns of wins are filled.
#[component]
fn Columns(points: Vec<(i32, bool)>, parts: Parts, name: String) -> Element {
    let l = lang();
    let from = points.len().saturating_sub(MOST_COLUMNS);
    let points = &points[from..];
    let values = || points.iter().map(|(points, _)| *points);
    let (low, high) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0).max(0));
    let span = (f64::from(high) - f64::from(low)).max(1.0);
    let y = |value: i32| 14.0 + (HEIGHT - 28.0) * (f64::from(high) - f64::from(value)) / span;
    let step = WIDTH / points.len().max(8) as f64;
    let column = |at: usize, value: i32| {
        let (top, bottom) = (y(value.max(0)), y(value.min(0)));
        (at as f64 * step + step * 0.1, top, step * 0.8, (bottom - top).max(1.5))
    };
    let (least, most) = (values().min().unwrap_or(0), values().max().unwrap_or(0));
    rsx! {
        svg {
            class: "chart evenings",
            view_box: "0 0 {WIDTH} {HEIGHT}",
            role: "img",
            "aria-label": t::figures_points_label(l, &name, points.len(), parts.number(least), parts.number(most)),
            for (at, (value, won)) in points.iter().enumerate() {
                {
                    let (x, top, width, height) = column(at, *value);
                    rsx! {
                        rect { key: "{at}", class: if *won { "won" }, x: "{x:.1}", y: "{top:.1}", width: "{width:.1}", height: "{height:.1}", rx: "2" }
                    }
                }
            }
            line { class: "axis", x1: "0", x2: "{WIDTH}", y1: "{y(0):.1}", y2: "{y(0):.1}" }
            if high > 0 {
                text { x: "0", y: "10", {parts.number(high)} }
            }
            if low < 0 {
                text { x: "0", y: "{HEIGHT - 2.0}", {parts.number(low)} }
            }
        }
        p { class: "soft", {t::figures_points_text(l)} }
    }
}
