//! The app's addresses; [`Pages`] draws what is at each. Parsed and written by hand, because the code that the router
//! derives is several times larger and would be part of the first page.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use dioxus::prelude::*;
use dioxus::router::exports::{PATH_ASCII_SET, percent_encoding};
use dioxus::router::routable::SiteMapSegment;

/// The tab of a finished table that opens the next game of the same people; of others, the first one.
pub const AGAIN: &str = "again";

/// Every address of the app.
#[derive(Debug, Clone, PartialEq)]
pub enum Route {
    /// `/`: the tables in play, and the games.
    Home {},
    /// `/continue`: the table played last; the home page if none is in play.
    Continue {},
    /// `/new/GAME`: a new table of a game.
    New {
        /// Stable text id of the game.
        game: String,
    },
    /// `/new/GAME/OPTION`: a new table, scrolled to one of its options.
    NewAt {
        /// Stable text id of the game.
        game: String,
        /// The name of the option's field.
        option: String,
    },
    /// `/table/ID/TAB`: an open table.
    Table {
        /// Id of the table.
        id: String,
        /// The view: the id of one of the game's tabs, `flat`, `board`, [`AGAIN`], or `correct-ENTRY`.
        tab: String,
    },
    /// `/calculate/GAME`: a calculator that needs no table.
    Calculate {
        /// Stable text id of the game.
        game: String,
    },
    /// `/rules`: the rules of all games.
    Rules {},
    /// `/rules/GAME`: the rules of a game.
    RulesOf {
        /// Stable text id of the game, or `glossary`.
        game: String,
    },
    /// `/rules/GAME/SECTION`: one section of them.
    RulesAt {
        /// Stable text id of the game, or `glossary`.
        game: String,
        /// Stable text id of the section.
        section: String,
    },
    /// `/history`: all tables.
    History {},
    /// `/history/figures`: the statistics.
    Figures {},
    /// `/history/old`: an old evening comes in as a table.
    OldEvening {},
    /// `/join/TICKET`: a seat at a table that many phones share.
    Join {
        /// What admits to it, see `takujo_core::live::ticket`.
        ticket: String,
    },
    /// `/join/help`: what sharing can and cannot do.
    JoinHelp {},
    /// `/game/LINK`: a game that somebody made and gives away.
    OwnGame {
        /// The game itself, see `takujo_core::games::any::own`.
        link: String,
    },
    /// `/settings`: language, theme, people.
    Settings {},
    /// `/keep/CODE`: the settings, where this device can join the person's others.
    Keep {
        /// What admits to them, see `takujo_core::keep`.
        code: String,
    },
    /// `/kit`: the widgets, for those who work on them.
    #[cfg(debug_assertions)]
    Kit {},
    /// Any other address: there is nothing.
    Missing {
        /// Its segments, decoded.
        rest: Vec<String>,
    },
}

impl FromStr for Route {
    type Err = Infallible;

    fn from_str(address: &str) -> Result<Route, Infallible> {
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        let decode = |segment| percent_encoding::percent_decode_str(segment).decode_utf8_lossy().into_owned();
        let rest: Vec<String> = segments.map(decode).collect();
        let mut at = ["", "", "", ""];
        for (place, segment) in at.iter_mut().zip(&rest) {
            *place = segment;
        }
        let text = |at: &str| at.to_owned();
        Ok(match at {
            ["", ..] => Route::Home {},
            ["continue", "", ..] => Route::Continue {},
            ["new", game, "", _] if !game.is_empty() => Route::New { game: text(game) },
            ["new", game, option, ""] if !game.is_empty() => Route::NewAt { game: text(game), option: text(option) },
            ["table", id, tab, ""] if !tab.is_empty() => Route::Table { id: text(id), tab: text(tab) },
            ["calculate", game, "", _] if !game.is_empty() => Route::Calculate { game: text(game) },
            ["rules", "", ..] => Route::Rules {},
            ["rules", game, "", _] => Route::RulesOf { game: text(game) },
            ["rules", game, section, ""] => Route::RulesAt { game: text(game), section: text(section) },
            ["history", "", ..] => Route::History {},
            ["history", "figures", "", _] => Route::Figures {},
            ["history", "old", "", _] => Route::OldEvening {},
            ["join", "help", "", _] => Route::JoinHelp {},
            ["join", ticket, "", _] => Route::Join { ticket: text(ticket) },
            ["game", link, "", _] => Route::OwnGame { link: text(link) },
            ["settings", "", ..] => Route::Settings {},
            ["keep", code, "", _] => Route::Keep { code: text(code) },
            #[cfg(debug_assertions)]
            ["kit", "", ..] => Route::Kit {},
            _ => Route::Missing { rest },
        })
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = match self {
            Route::Home {} => return f.write_str("/"),
            Route::Continue {} => ["continue", "", ""],
            Route::New { game } => ["new", game, ""],
            Route::NewAt { game, option } => ["new", game, option],
            Route::Table { id, tab } => ["table", id, tab],
            Route::Calculate { game } => ["calculate", game, ""],
            Route::Rules {} => ["rules", "", ""],
            Route::RulesOf { game } => ["rules", game, ""],
            Route::RulesAt { game, section } => ["rules", game, section],
            Route::History {} => ["history", "", ""],
            Route::Figures {} => ["history", "figures", ""],
            Route::OldEvening {} => ["history", "old", ""],
            Route::JoinHelp {} => ["join", "help", ""],
            Route::Join { ticket } => ["join", ticket, ""],
            Route::OwnGame { link } => ["game", link, ""],
            Route::Settings {} => ["settings", "", ""],
            Route::Keep { code } => ["keep", code, ""],
            #[cfg(debug_assertions)]
            Route::Kit {} => ["kit", "", ""],
            Route::Missing { rest } => return rest.iter().try_for_each(|segment| write(f, segment)),
        };
        write(f, first)?;
        write(f, second)?;
        write(f, third)
    }
}

/// Characters escaped in a segment: those of the router's own set, and the two that would change the address.
const SEGMENT: &percent_encoding::AsciiSet = &PATH_ASCII_SET.add(b'/').add(b'%');

fn write(f: &mut fmt::Formatter<'_>, segment: &str) -> fmt::Result {
    if segment.is_empty() {
        return Ok(());
    }
    f.write_str("/")?;
    percent_encoding::utf8_percent_encode(segment, SEGMENT).try_for_each(|part| f.write_str(part))
}

/// Draws what is at an address, one level at a time; level 0 is the outermost. Provided by the code that knows the
/// pages.
#[derive(Clone, Copy)]
pub struct Pages(pub fn(&Route, usize) -> Element);

impl Routable for Route {
    // Only needed to list the pages, which nobody does.
    const SITE_MAP: &'static [SiteMapSegment] = &[];

    fn render(&self, level: usize) -> Element {
        (consume_context::<Pages>().0)(self, level)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_parses_as_it_is_written() {
        let text = |text: &str| text.to_owned();
        for (address, route) in [
            ("/", Route::Home {}),
            ("/continue", Route::Continue {}),
            ("/new/nerts", Route::New { game: text("nerts") }),
            ("/new/nerts/tie", Route::NewAt { game: text("nerts"), option: text("tie") }),
            ("/table/a%2Fb%20%25/play", Route::Table { id: text("a/b %"), tab: text("play") }),
            ("/calculate/nerts", Route::Calculate { game: text("nerts") }),
            ("/rules", Route::Rules {}),
            ("/rules/any", Route::RulesOf { game: text("any") }),
            ("/rules/any/dealing", Route::RulesAt { game: text("any"), section: text("dealing") }),
            ("/history", Route::History {}),
            ("/history/figures", Route::Figures {}),
            ("/history/old", Route::OldEvening {}),
            ("/join/help", Route::JoinHelp {}),
            ("/join/Ab_-9", Route::Join { ticket: text("Ab_-9") }),
            ("/join", Route::Join { ticket: text("") }),
            ("/game/%7B%7D", Route::OwnGame { link: text("{}") }),
            ("/settings", Route::Settings {}),
            ("/keep/ABCD-0123", Route::Keep { code: text("ABCD-0123") }),
            ("/new", Route::Missing { rest: vec![text("new")] }),
            ("/table/1", Route::Missing { rest: vec![text("table"), text("1")] }),
            ("/rules/1/2/3", Route::Missing { rest: ["rules", "1", "2", "3"].map(text).to_vec() }),
            ("/new/1/2/3/4", Route::Missing { rest: ["new", "1", "2", "3", "4"].map(text).to_vec() }),
            ("/continue/on", Route::Missing { rest: vec![text("continue"), text("on")] }),
        ] {
            assert_eq!(address.parse(), Ok(route.clone()));
            assert_eq!(route.to_string(), address);
        }
        for (address, read) in
            [("", "/"), ("//", "/"), ("/rules/", "/rules"), ("/rules?a#b", "/rules"), ("/%ff", "/%EF%BF%BD")]
        {
            assert_eq!(address.parse::<Route>().map(|route| route.to_string()), Ok(read.to_owned()), "{address}");
        }
    }
}
