//! The games' screens: a folder for each, and the registry of all.

use dioxus::prelude::*;
use takujo_core::domain::game::Game;
use takujo_core::domain::session::{LoadError, Report, SessionFile};
use takujo_core::every_game;
use takujo_core::play::Play;

use crate::lazy_part;
use crate::play::{GameInfo, Screens};
use crate::table::{CLOCK, JudgeLoad, Views, screens};

pub mod any;
mod hanafuda;
mod machinamitorite;
mod nerts;
mod nihon_meisho;
mod weather;

macro_rules! registry {
    ($($name:ident $id:literal $game:ty;)*) => {
        $(fn $name((): ()) -> &'static Screens {
            const SCREENS: Screens = screens::<$game>();
            &SCREENS
        })*

        /// Every game, in the order of the home page.
        pub static GAMES: &[GameInfo] = &[$(GameInfo {
            id: <$game>::ID,
            name: <$game as Play>::WORDS.name,
            tagline: <$game as Play>::WORDS.tagline,
            calculates: <$game as Views>::CALCULATE.is_some(),
            value: match <$game as Play>::VALUE { Some(value) => Some(value.key), None => None },
            screens: lazy_part!($id, $name -> Screens),
        }),*];
    };
}

every_game!(registry);

/// The game with this id, if there is one.
pub fn find(id: &str) -> Option<&'static GameInfo> {
    GAMES.iter().find(|game| game.id == id)
}

/// Loads the game with this id, if there is one.
pub async fn load(id: &str) -> Option<&'static Screens> {
    find(id)?.screens.load().await
}

/// What says which letters of a shared log count at a table of this game; loads the game.
pub fn judge(id: String) -> JudgeLoad {
    Box::pin(async move { Some((load(&id).await?.judge)()) })
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
pub fn value_keys() -> Vec<&'static str> {
    GAMES.iter().filter_map(|game| game.value).chain([CLOCK]).collect()
}
