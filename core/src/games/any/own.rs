//! The games that people have made, as plain data: a list to be stored on the device, and links and files to give one
//! away.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::game::{Error, Options};
use super::version::version;
pub use super::version::version_of;
use crate::domain::people::same_name;
use crate::domain::session::FIRST_VERSION;

/// The key under which the app stores the list.
pub const KEY: &str = "own-games";
/// Most games stored. Beyond that, those not played for the longest time go.
const MOST: usize = 100;
/// Longest game in a link, in characters. One with every name as long as allowed takes about half of that.
const MOST_LETTERS: usize = 4_000;

/// A game that people have made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnGame {
    /// Its name and score sheet, and what else a table agrees on. The name is not empty.
    pub options: Options,
    /// Who played it last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
}

/// Why the game in a link cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkFault {
    /// It is cut off, or no game at all.
    Broken,
    /// It has no name.
    NoName,
    /// One of its bounds is broken.
    Bound(Error),
}

/// Reads what is stored, and leaves out whatever is no game or is out of bounds. At most [`MOST`].
pub fn read(stored: Option<Value>) -> Vec<OwnGame> {
    let Some(Value::Array(games)) = stored else { return Vec::new() };
    let read = |game: Value| serde_json::from_value(game).ok();
    let sound = |game: &OwnGame| !game.options.name.is_empty() && game.options.check().is_ok();
    games.into_iter().filter_map(read).filter(sound).take(MOST).collect()
}

/// Keeps a game as the one played last. It replaces one with the same name.
pub fn keep(games: &mut Vec<OwnGame>, game: OwnGame) {
    forget(games, &game.options.name);
    games.insert(0, game);
    games.truncate(MOST);
}

/// Forgets the game with this name.
pub fn forget(games: &mut Vec<OwnGame>, name: &str) {
    games.retain(|other| !same_name(&other.options.name, name));
}

/// Merges imported games; the ones already here take precedence. `None` if what was imported is no list.
pub fn merge(mine: Option<Value>, theirs: Value) -> Option<Value> {
    let theirs = theirs.is_array().then(|| read(Some(theirs)))?;
    let mut games = read(mine);
    for game in theirs {
        let known = games.iter().any(|other| same_name(&other.options.name, &game.options.name));
        if !known && games.len() < MOST {
            games.push(game);
        }
    }
    serde_json::to_value(games).ok()
}

/// A game as part of an address, without who plays it.
pub fn write_link(options: &Options) -> String {
    // Cannot fail: plain data with text keys can always be written.
    BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(&options.for_others()).unwrap_or_default())
}

/// Reads what [`write_link`] wrote.
///
/// # Errors
/// [`LinkFault`] says what is wrong.
pub fn read_link(text: &str) -> Result<Options, LinkFault> {
    let bytes = Some(text).filter(|text| text.len() <= MOST_LETTERS);
    let bytes = bytes.and_then(|text| BASE64_URL_SAFE_NO_PAD.decode(text).ok()).ok_or(LinkFault::Broken)?;
    let options: Options = serde_json::from_slice(&bytes).map_err(|_| LinkFault::Broken)?;
    options.check().map_err(LinkFault::Bound)?;
    if options.name.is_empty() { Err(LinkFault::NoName) } else { Ok(options.for_others()) }
}

/// The lowest version of the save format whose programs lose nothing of the games that people have made, as they are stored.
pub fn version_of_games(games: Option<&Value>) -> u32 {
    let games = games.and_then(Value::as_array).into_iter().flatten();
    games.filter_map(|game| game.get("options")).map(version_of).max().unwrap_or(FIRST_VERSION)
}

/// A game as a file, which the app imports like any other of its own.
pub fn write_file(options: &Options) -> String {
    let game = OwnGame { options: options.for_others(), players: Vec::new() };
    let version = version(&game.options);
    let file = serde_json::json!({ "takujo": version, "sessions": [], "kept": { KEY: [game] } });
    format!("{file:#}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::game::{CategoryFault, Column, ColumnKind, Counting, DealRule, MOST_CATEGORIES};
    use super::*;
    use crate::domain::seats::Seat;
    use crate::domain::teams::{Split, Teams};

    fn game(name: &str) -> Options {
        let category = |name: &str, factor| Column::count(name, factor, 13);
        let categories = vec![category("Tricks", 1), category("Bid", 10), category("Off by", -5)];
        Options { name: name.to_owned(), categories, deal: DealRule::Passes, ..Options::default() }
    }

    fn own(name: &str) -> OwnGame {
        OwnGame { options: game(name), players: vec!["Aiko".to_owned(), "Ken".to_owned()] }
    }

    #[test]
    fn a_link_holds_the_whole_game() {
        let link = write_link(&game("Skat"));
        assert!(link.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"-_".contains(&letter)));
        assert_eq!(read_link(&link), Ok(game("Skat")));
        // That there are two sides goes along, who is on them does not.
        let across = Teams::new(Split::Across(2));
        let with = |teams| Options { teams: Some(teams), ..game("Skat") };
        let chosen = with(across.exchange(4, Seat(0), Seat(1)));
        assert_eq!(read_link(&write_link(&chosen)), Ok(with(across.clone())));
        // Nor does it come in with a link that somebody wrote by hand.
        let by_hand = BASE64_URL_SAFE_NO_PAD.encode(serde_json::to_vec(&chosen).unwrap());
        assert_eq!(read_link(&by_hand), Ok(with(across)));
        let longest = |letter: char, length| std::iter::repeat_n(letter, length).collect::<String>();
        let categories =
            (0..MOST_CATEGORIES).map(|at| Column::count(&format!("{}{at}", longest('あ', 14)), -1_000, 9_999));
        let most = Options { name: longest('あ', 40), categories: categories.collect(), ..game("") };
        assert_eq!(read_link(&write_link(&most)), Ok(most));
    }

    #[test]
    fn a_bad_link_is_refused() {
        let link = write_link(&game("Skat"));
        assert_eq!(read_link(&link[..link.len() - 9]), Err(LinkFault::Broken));
        assert_eq!(read_link("?"), Err(LinkFault::Broken));
        assert_eq!(read_link(&"A".repeat(MOST_LETTERS + 1)), Err(LinkFault::Broken));
        assert_eq!(read_link(&write_link(&game(""))), Err(LinkFault::NoName));
        let mut worthless = game("Skat");
        worthless.categories[1] = Column::count("Bid", 0, 13);
        let fault = LinkFault::Bound(Error::Category(1, CategoryFault::Factor));
        assert_eq!(read_link(&write_link(&worthless)), Err(fault));
    }

    #[test]
    fn a_game_is_kept_once_and_the_last_one_comes_first() {
        let mut games = Vec::new();
        for name in ["Skat", "Rummy", "skat"] {
            keep(&mut games, own(name));
        }
        let names: Vec<&str> = games.iter().map(|game| &*game.options.name).collect();
        assert_eq!(names, ["skat", "Rummy"]);
        assert_eq!(read(serde_json::to_value(&games).ok()), games);
        forget(&mut games, "RUMMY");
        assert_eq!(games, [own("skat")]);
        for number in 0..=MOST {
            keep(&mut games, own(&format!("Game {number}")));
        }
        assert_eq!(games.len(), MOST);
    }

    #[test]
    fn games_that_come_in_fill_gaps_and_change_nothing() {
        let mine = json!([own("Skat")]);
        let mut other = own("Skat");
        other.options.start = 50;
        let both = merge(Some(mine), json!([other, own("Rummy"), { "options": 7 }, own("")])).unwrap();
        assert_eq!(both, json!([own("Skat"), own("Rummy")]));
        assert_eq!(merge(None, json!("games")), None);
    }

    #[test]
    fn a_file_says_what_its_games_need() {
        let version = |options: Options| {
            let games = json!([own("Skat"), OwnGame { options, players: Vec::new() }]);
            version_of_games(Some(&games))
        };
        assert_eq!((version_of_games(None), version_of_games(Some(&json!("games")))), (1, 1));
        assert_eq!(version(game("Rummy")), 4);
        assert_eq!(version(Options { teams: Some(Teams::new(Split::Across(2))), ..game("Rummy") }), 5);
        let mut adds_up = game("Rummy");
        adds_up.categories[0].kind = ColumnKind::Count(Counting { factor: 1, most: 13, below: false, all: true });
        assert_eq!(version(adds_up), 5);
        assert_eq!(
            version(Options {
                categories: (0..7).map(|at| Column::count(&format!("c{at}"), 1, 1)).collect(),
                ..game("")
            }),
            5
        );
    }

    #[test]
    fn a_file_of_a_game_is_one_of_the_app() {
        let crate::domain::session::File::Bundle { sessions, kept: values } =
            crate::domain::session::read_file(&write_file(&game("Skat"))).unwrap()
        else {
            panic!("not a file with everything")
        };
        assert!(sessions.is_empty());
        assert_eq!(read(values.get(KEY).cloned())[0].options, game("Skat"));
    }
}
