//! The games: one folder and one line in [`GAMES`] for each.
//!
//! Comments cite the rule texts by number and section: 000 Nihon Meisho, 001 Nerts, 002 Machinamitorite, 003 the
//! hanafuda game, 004 the weather game. "Our ruling" is what the app decides where a text is silent; the `rules.en.md`
//! beside each game marks it for the players.

use dioxus::prelude::*;

use crate::domain::game::Game;
use crate::domain::session::{LoadError, Report, SessionFile};
use crate::lazy_part;
use crate::play::{GameInfo, Play, Screens};
use crate::table::{CLOCK, screens};

pub mod any;
pub mod hanafuda;
pub mod machinamitorite;
pub mod nerts;
pub mod nihon_meisho;
#[cfg(test)]
mod random;
pub mod weather;

/// Something to do with a game known only by its id; see [`with_game`]. The fuzzer uses it, for example.
pub trait WithGame {
    /// What comes of it.
    type Done;
    /// Does it for the game `G`.
    fn with<G: Play>(self) -> Self::Done;
}

/// Makes the registry, [`with_game`] and the test of random play from one line for each game: its id, a name for the
/// function that its lazy part loads, its type, and its calculator without a table, if it has one.
macro_rules! games {
    ($($id:literal $function:ident $game:ty, $calculate:expr;)*) => {
        $(fn $function((): ()) -> &'static Screens {
            const SCREENS: Screens = screens::<$game>($calculate);
            &SCREENS
        })*

        /// Every game, in the order of the home page.
        pub static GAMES: &[GameInfo] = &[$(GameInfo {
            id: <$game>::ID,
            name: <$game>::name,
            tagline: <$game>::tagline,
            calculates: { const CALCULATE: Option<fn() -> Element> = $calculate; CALCULATE.is_some() },
            kept: <$game as Play>::KEPT,
            screens: lazy_part!($id, $function -> Screens),
        }),*];

        /// Runs `what` for the game with this id, if there is one.
        pub fn with_game<W: WithGame>(id: &str, what: W) -> Option<W::Done> {
            match id {
                $($id => Some(what.with::<$game>()),)*
                _ => None,
            }
        }

        #[test]
        fn random_events_over_all_games() {
            random::play_all(&[$((<$game>::ID, random::play::<$game>)),*]);
        }
    };
}

games! {
    "nerts" nerts_screens nerts::score::Nerts, Some(nerts::calculate);
    "machinamitorite" machinamitorite_screens machinamitorite::game::Machinamitorite, Some(machinamitorite::calculate);
    "weather" weather_screens weather::game::Weather, Some(weather::calculate);
    "nihon_meisho" nihon_meisho_screens nihon_meisho::turn::NihonMeisho, None;
    "hanafuda" hanafuda_screens hanafuda::turn::Hanafuda, None;
    "any" any_screens any::game::Any, None;
}

/// The game with this id, if there is one.
pub fn find(id: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|game| game.id == id)
}

/// Loads the game with this id, if there is one.
pub async fn load(id: &str) -> Option<&'static Screens> {
    find(id)?.screens.load().await
}

/// The figures of a stored table, whatever its game.
///
/// # Errors
/// [`LoadError`] says what is wrong. On the web a game that was not loaded with [`load`] first counts as unknown.
pub fn report_file(file: &SessionFile) -> Result<Report, LoadError> {
    let game = find(&file.head.game).and_then(|game| game.screens.get());
    let game = game.ok_or_else(|| LoadError::UnknownGame(file.head.game.clone()))?;
    (game.report)(file)
}

/// The keys of the values that games and the clock store besides their tables.
pub fn kept_keys() -> Vec<&'static str> {
    GAMES.iter().filter_map(|game| game.kept).chain([CLOCK]).collect()
}
