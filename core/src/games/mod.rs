//! The games: one folder and one line in [`every_game!`](crate::every_game) for each.
//!
//! Comments cite the rule texts by number and section: 000 Nihon Meisho, 001 Nerts, 002 Machinamitorite, 003 the
//! hanafuda game, 004 the weather game. "Our ruling" is what the app decides where a text is silent; the `rules.en.md`
//! of each game marks it for the players.

use serde_json::Value;

use crate::domain::game::Game;
use crate::domain::session::{FIRST_VERSION, Head, LoadError, Report, SessionFile, replay};
use crate::play::Play;

pub mod any;
pub mod hanafuda;
pub mod machinamitorite;
pub mod nerts;
pub mod nihon_meisho;
#[cfg(test)]
mod random;
pub mod weather;

/// Calls the macro `$then` with every game, in the order of the home page: its folder, its id and its type.
#[macro_export]
macro_rules! every_game {
    ($then:ident) => {
        $then! {
            nerts "nerts" $crate::games::nerts::game::Nerts;
            machinamitorite "machinamitorite" $crate::games::machinamitorite::game::Machinamitorite;
            weather "weather" $crate::games::weather::game::Weather;
            nihon_meisho "nihon_meisho" $crate::games::nihon_meisho::game::NihonMeisho;
            hanafuda "hanafuda" $crate::games::hanafuda::game::Hanafuda;
            any "any" $crate::games::any::game::Any;
        }
    };
}

/// Something to do with a game known only by its id; see [`with_game`]. The fuzzer uses it, for example.
pub trait WithGame {
    /// What comes of it.
    type Done;
    /// Does it for the game `G`.
    fn with<G: Play>(self) -> Self::Done;
}

macro_rules! by_id {
    ($($name:ident $id:literal $game:ty;)*) => {
        /// The ids of all games, in the order of the home page.
        pub const IDS: &[&str] = &[$($id),*];

        /// Runs `what` for the game with this id, if there is one.
        pub fn with_game<W: WithGame>(id: &str, what: W) -> Option<W::Done> {
            match id {
                $($id => Some(what.with::<$game>()),)*
                _ => None,
            }
        }

        #[test]
        fn random_events_over_all_games() {
            random::play_all(&[$(($id, random::play::<$game>)),*]);
        }

        #[test]
        fn each_game_is_listed_under_its_own_id() {
            assert_eq!(IDS, [$(<$game>::ID),*]);
        }
    };
}

every_game!(by_id);

/// A table as a file, whatever its game. The first programs with score sheets noted no version for them in the setup, so
/// its options are asked again.
pub fn table_file(head: Head, log: Vec<Value>) -> SessionFile {
    let version = if head.game == any::game::Any::ID { any::own::version_of(&head.options) } else { FIRST_VERSION };
    SessionFile::new(Head { takujo: head.takujo.max(version), ..head }, log)
}

/// The figures of a stored table, whatever its game.
///
/// # Errors
/// [`LoadError`] says what is wrong.
pub fn report_file(file: &SessionFile) -> Result<Report, LoadError> {
    struct OfFile<'a>(&'a SessionFile);

    impl WithGame for OfFile<'_> {
        type Done = Result<Report, LoadError>;

        fn with<G: Play>(self) -> Self::Done {
            replay::<G>(self.0)
        }
    }

    let game = &file.head.game;
    with_game(game, OfFile(file)).unwrap_or_else(|| Err(LoadError::UnknownGame(game.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::session::{SHEET_VERSION, read_head};

    #[test]
    fn a_score_sheet_without_a_version_gets_one_in_a_file() {
        let head = |options: &str| {
            let head = r#"{"takujo":1,"id":"a","game":"any","created":"2026-01-02T12:00:00Z","players":[],"starter":0"#;
            read_head(&format!("{head},\"options\":{options}}}")).unwrap()
        };
        let version = |options: &str| table_file(head(options), Vec::new()).head.takujo;
        assert_eq!((version("{}"), version(r#"{"start":501}"#)), (FIRST_VERSION, SHEET_VERSION));
    }
}
