//! The home page: the tables in play at the top, the games below. Also how a stored table is read with its game, which
//! the history needs too.

use dioxus::prelude::*;
use takujo_core::domain::game::Outcome;
use takujo_core::domain::session::{Head, LoadError, Report, SessionFile, read_head};
use takujo_core::games::table_file;
use takujo_core::i18n::{Lang, list, t};
use takujo_core::storage::Stored;
use takujo_core::table::summary::{played_text, so_far, standing_text};

use crate::games::any::{LazyOwnTiles, has_own_games};
use crate::games::{self, GAMES};
use crate::route::{AGAIN, Route};
use crate::shell::Shell;
use crate::state::{App, HomeCard, app, lang};
use crate::table::{Spark, find_table};
use crate::ui::{Emblem, Mark};

/// A stored table as a file. Its records only have to be JSON.
///
/// # Errors
/// Why it cannot be read.
pub fn file_of(stored: &Stored) -> Result<SessionFile, LoadError> {
    let head = read_head(&stored.head)?;
    let record = |(at, text): (usize, &String)| serde_json::from_str(text).map_err(|_| LoadError::Record(at + 1));
    let log = stored.log.iter().enumerate().map(record).collect::<Result<_, _>>()?;
    Ok(table_file(head, log))
}

/// Reads a stored table, and replays its log with its game, which is loaded first if necessary.
///
/// # Errors
/// Why it cannot be read.
pub async fn read_stored(stored: &Stored) -> Result<(SessionFile, Report), LoadError> {
    let file = file_of(stored)?;
    games::load(&file.head.game).await;
    let report = games::report_file(&file)?;
    Ok((file, report))
}

/// The home page. With `go` it goes on to the table played last, if there is one.
#[component]
pub fn Home(#[props(default)] go: bool) -> Element {
    let app = app();
    let l = lang();
    let navigator = use_navigator();
    let tables = use_resource(move || async move {
        app.all_remote_changes();
        let tables = tables_in_play(app).await;
        app.set_cards(tables.heads.iter().map(|head| HomeCard { over: tables.over, ..HomeCard::of(head) }).collect());
        if let Some(head) = tables.heads.first().filter(|_| go && !tables.over) {
            navigator.replace(Route::Table { id: head.id.clone(), tab: "play".to_owned() });
        }
        tables
    });
    // What would disappear at once is not drawn.
    let tables = tables.read();
    if go && tables.as_ref().is_none_or(|tables| !tables.heads.is_empty() && !tables.over) {
        return rsx! {};
    }
    if !app.reached(3) {
        return rsx! {};
    }
    let first = tables.as_ref().and_then(|tables| tables.first.as_ref());
    rsx! {
        Shell { title: t::app_title(l), here: "home",
            for (at, card) in app.cards().into_iter().enumerate() {
                if at == 0 {
                    {current_card(l, &card, first.filter(|(head, _)| head.id == card.id))}
                } else {
                    {other_card(l, &card)}
                }
            }
            if app.reached(4) {
                Tiles {}
            }
            if app.reached(5) {
                Calculators {}
            }
        }
    }
}

/// The stored tables in play.
struct InPlay {
    /// All of them, the one played most recently first. If there are none, the one whose game was over last.
    heads: Vec<Head>,
    /// Whether it is that one.
    over: bool,
    /// The first of them, with its figures. The others are not replayed, because their games might have to be fetched.
    first: Option<(Head, Report)>,
}

/// Reads the tables in play. Leaves out those that are gone, deleted or cannot be read.
async fn tables_in_play(app: App) -> InPlay {
    let mut tables = InPlay { heads: Vec::new(), over: false, first: None };
    let playing = app.playing();
    for id in &playing {
        let Some(stored) = find_table(app, id).await else { continue };
        let Ok(mut head) = read_head(&stored.head) else { continue };
        app.call_now(&mut head);
        if head.deleted.is_some() {
            continue;
        }
        if tables.heads.is_empty() {
            let Ok((_, report)) = read_stored(&stored).await else { continue };
            tables.over = matches!(report.outcome, Outcome::Won(_));
            // Older versions also kept finished tables among those in play.
            if tables.over && playing.len() > 1 {
                app.played(&head, true);
                continue;
            }
            let players = report.everyone(&head).into_iter().map(|player| player.name).collect();
            let report = Report { players, ..report };
            app.stands(&head.id, Lang::ALL.map(|l| so_far(&report, l)));
            tables.first = Some((head.clone(), report));
        }
        tables.heads.push(head);
    }
    tables
}

#[component]
fn Tiles() -> Element {
    let l = lang();
    rsx! {
        section { class: "games",
            h2 { {t::home_new(l)} }
            ul { class: "tiles",
                for game in GAMES {
                    li { key: "{game.id}",
                        Link { class: "tile accent-{game.id}", to: Route::New { game: game.id.to_owned() },
                            strong { lang: tongue(l, (game.name)(l)), {(game.name)(l)} }
                            span { class: "tagline",
                                for part in (game.tagline)(l).split(" · ") {
                                    span { key: "{part}", lang: tongue(l, part), "{part}" }
                                }
                            }
                            Emblem { game: game.id }
                        }
                    }
                }
            }
        }
    }
}

#[component]
fn Calculators() -> Element {
    let l = lang();
    rsx! {
        section { class: "calculate",
            h2 { {t::home_calculate(l)} }
            ul { class: "chips",
                for game in GAMES.iter().filter(|game| game.calculates) {
                    li { key: "{game.id}",
                        Link { class: "chip", to: Route::Calculate { game: game.id.to_owned() },
                            span { lang: tongue(l, (game.name)(l)), {(game.name)(l)} }
                        }
                    }
                }
            }
            // Last on the page: what comes later than the rest must not move it.
            if has_own_games(app()) {
                LazyOwnTiles {}
            }
        }
    }
}

/// The language of a name, if it is not the page's; browsers need it to pronounce the name and to break lines.
fn tongue(l: Lang, name: &str) -> Option<&'static str> {
    let japanese = |letter| matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    (l != Lang::Ja && name.contains(japanese)).then(|| Lang::Ja.tag())
}

/// The heading of a card: the table's title, or else its game.
fn card_title(card: &HomeCard, l: Lang) -> String {
    let name = games::find(&card.game).map_or("", |game| (game.name)(l));
    if card.title.is_empty() { name.to_owned() } else { card.title.clone() }
}

/// What stands below it: the game if the heading is a title, how the table stood, and who plays. `public/boot.js`
/// writes the same.
fn card_words(card: &HomeCard, l: Lang) -> String {
    let game = games::find(&card.game).filter(|_| !card.title.is_empty()).map_or("", |game| (game.name)(l));
    let at = usize::from(l == Lang::Ja);
    let words: Vec<&str> =
        [game, &card.stood[at], &card.names[at]].into_iter().filter(|words| !words.is_empty()).collect();
    words.join(" · ")
}

/// A card with those who sit at the table now, once it has been read: whoever joined is not in its head.
fn with_joined(card: &HomeCard, read: Option<&(Head, Report)>) -> HomeCard {
    let Some((_, report)) = read.filter(|(_, report)| !report.changes.is_empty()) else { return card.clone() };
    let seated = report.sides.iter().take(report.sides.len() - report.gone).flatten();
    let names: Vec<String> = seated.filter_map(|player| report.players.get(*player).cloned()).collect();
    HomeCard { names: Lang::ALL.map(|l| list(l, &names)), ..card.clone() }
}

/// The card of the table played last. What is known at once is in place from the start, with space for the figures.
fn current_card(l: Lang, card: &HomeCard, read: Option<&(Head, Report)>) -> Element {
    let title = card_title(card, l);
    rsx! {
        section { class: "card current accent-{card.game}", "data-over": card.over,
            p { class: "row between soft",
                // `public/boot.js` sets only the attribute.
                span { class: "now", {t::home_current(l)} }
                span { class: "then", {t::home_last(l)} }
                if let Some((_, report)) = read {
                    span { {played_text(report, l)} }
                }
            }
            div { class: "row title",
                h2 { lang: tongue(l, &title), "{title}" }
                Emblem { game: card.game.clone() }
            }
            div { class: "row between stand",
                if let Some((head, report)) = read {
                    div { class: "row",
                        // Not on a tie, where the text alone is long enough.
                        if let ([_, ..], [side]) = (&*report.rounds, &*report.leaders) {
                            for player in report.side_players(head, *side) {
                                Mark { key: "{player.mark}", mark: player.mark }
                            }
                        }
                        span { {standing_text(report, l)} }
                    }
                    if report.rounds.len() > 1 {
                        div { class: "spark",
                            Spark { head: head.clone(), report: report.clone() }
                        }
                    }
                }
            }
            p { class: "soft names", {card_words(&with_joined(card, read), l)} }
            Link {
                class: "button main",
                to: Route::Table { id: card.id.clone(), tab: if card.over { AGAIN } else { "play" }.to_owned() },
                span { class: "now", {t::home_continue(l)} }
                span { class: "then", {t::ending_again(l)} }
            }
        }
    }
}

/// The card of another table in play: a link as a whole.
fn other_card(l: Lang, card: &HomeCard) -> Element {
    let title = card_title(card, l);
    rsx! {
        Link {
            class: "card current other accent-{card.game}",
            to: Route::Table { id: card.id.clone(), tab: "play".to_owned() },
            div { class: "row title",
                strong { lang: tongue(l, &title), "{title}" }
                Emblem { game: card.game.clone() }
            }
            span { class: "soft names", {card_words(card, l)} }
        }
    }
}
