//! The table in play on top, the games below.

use dioxus::prelude::*;

use crate::domain::session::{Report, SessionFile, read_head};
use crate::games::{self, GAMES};
use crate::i18n::{Lang, t};
use crate::route::Route;
use crate::shell::Shell;
use crate::state::{app, card, lang};
use crate::storage::Stored;
use crate::table::{series, standing_text};
use crate::ui::{LineChart, Mark};

/// A stored table, read: its setup and its figures.
pub async fn read_stored(stored: &Stored) -> Result<(SessionFile, Report), crate::domain::session::LoadError> {
    let head = read_head(&stored.head)?;
    let log = stored.log.iter().map(|text| serde_json::from_str(text).unwrap_or_default()).collect();
    let file = SessionFile { head, log };
    games::load(&file.head.game).await;
    let report = games::report_file(&file)?;
    Ok((file, report))
}

/// The first page. It may be asked to go on to the table in play, if there is one.
#[component]
pub fn Home(#[props(default)] go: bool) -> Element {
    let app = app();
    let l = lang();
    let navigator = use_navigator();
    let current = use_resource(move || async move {
        app.all_remote_changes();
        let id = app.current();
        let table = async {
            let stored = app.store().load(id.as_deref()?).await.ok().flatten()?;
            read_stored(&stored).await.ok().filter(|(file, _)| file.head.deleted.is_none())
        };
        let table = table.await;
        app.set_card(table.as_ref().map(|(file, _)| card(&file.head)));
        if let Some(id) = id.filter(|_| go && table.is_some()) {
            navigator.replace(Route::Table { id, tab: "play".to_owned() });
        }
        table
    });
    // Nothing that is gone at once.
    let table = current.read();
    let table = table.as_ref().map(Option::as_ref);
    if go && !matches!(table, Some(None)) {
        return rsx! {};
    }
    if !app.reached(3) {
        return rsx! {};
    }
    rsx! {
        Shell { title: t::app_title(l), here: "home",
            if let Some(card) = app.card() {
                {current_card(l, &card, table.flatten())}
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
                            span { {(game.tagline)(l)} }
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
        }
    }
}

/// The language that a name is in where it is not the page's: it is read aloud, and broken into lines, by it.
fn tongue(l: Lang, name: &str) -> Option<&'static str> {
    let kana = |letter| matches!(letter, '\u{3040}'..='\u{30ff}');
    (l != Lang::Ja && name.contains(kana)).then(|| Lang::Ja.tag())
}

/// The table in play. What is known of it at once has its place from the start, and keeps room for its figures.
fn current_card(l: Lang, card: &str, table: Option<&(SessionFile, Report)>) -> Element {
    let mut lines = card.split('\n');
    let mut line = || lines.next().unwrap_or_default();
    let (id, game, title) = (line(), line(), line());
    let names = [line(), line()][usize::from(l == Lang::Ja)];
    let name = games::find(game).map_or("", |game| (game.name)(l));
    let shown = if title.is_empty() { name } else { title };
    rsx! {
        section { class: "card current accent-{game}",
            p { class: "row between soft",
                span { {t::home_current(l)} }
                if let Some((_, report)) = table {
                    span { {t::round_count(l, report.rounds.len())} }
                }
            }
            h2 { lang: tongue(l, shown), "{shown}" }
            div { class: "row between stand",
                if let Some((file, report)) = table {
                    div { class: "row",
                        // Of those who are level the words alone are long enough.
                        if let ([_, ..], [side]) = (&*report.rounds, &*report.leaders) {
                            for player in report.sides[*side].iter().filter_map(|player| file.head.players.get(*player)) {
                                Mark { key: "{player.mark}", mark: player.mark }
                            }
                        }
                        span { {standing_text(report, l)} }
                    }
                    if report.rounds.len() > 1 {
                        div { class: "spark",
                            LineChart { label: t::chart_label(l), series: series(&file.head, report, l), target: None }
                        }
                    }
                }
            }
            p { class: "soft names", "{names}" }
            Link {
                class: "button main",
                to: Route::Table { id: id.to_owned(), tab: "play".to_owned() },
                {t::home_continue(l)}
            }
        }
    }
}
