//! The loaded rules: the text, its search index, and the games of the app. There is one for the life of the app.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use takujo_core::i18n::Lang;

use super::book::{Book, GameRules};
use super::search::{Index, Seen};
use crate::play::GameInfo;

/// The rules, read once for the life of the app.
pub struct Rulebook {
    /// The text.
    pub book: Book,
    index: OnceLock<Index>,
    /// Texts prepared for marking matches, by their address and length in memory.
    seen: Mutex<BTreeMap<(usize, usize), Arc<Seen>>>,
    /// The games of the book, as indices, in the app's order.
    pub order: Vec<usize>,
    /// The games of the app.
    games: &'static [GameInfo],
}

impl Rulebook {
    /// The search index, built on first use.
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.book))
    }

    /// The app's game with this id, if it has one.
    pub fn row(&self, id: &str) -> Option<&'static GameInfo> {
        self.games.iter().find(|row| row.id == id)
    }

    /// A game's name: the app's own if it has the game, else the one in the rules.
    pub fn name_of(&self, game: &GameRules, l: Lang) -> &'static str {
        self.row(game.id).map_or_else(|| game.name(l), |row| (row.name)(l))
    }

    /// A text of the book, ready for marking matches.
    pub fn see(&self, text: &'static str) -> Arc<Seen> {
        // The map is whole even if a panic poisoned the lock.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.entry((text.as_ptr().addr(), text.len())).or_insert_with(|| Arc::new(self.index().see(text))).clone()
    }
}

impl PartialEq for Rulebook {
    fn eq(&self, other: &Self) -> bool {
        // There is only one rulebook, and comparing its text on every draw would cost.
        std::ptr::eq(self, other)
    }
}

/// The only rulebook, once read.
pub static RULEBOOK: OnceLock<Rulebook> = OnceLock::new();

/// Reads the text of the rules, the first time it is called. The games come in the order of `games`, then those that
/// the app does not have, then the glossary.
pub fn read(text: &'static str, games: &'static [GameInfo]) -> &'static Rulebook {
    RULEBOOK.get_or_init(|| {
        let book = Book::read(text);
        let mut order: Vec<usize> = (0..book.games.len()).collect();
        let known = |game: &usize| games.iter().position(|row| row.id == book.games[*game].id);
        order.sort_by_key(|game| (book.games[*game].id == "glossary", known(game).unwrap_or(games.len())));
        Rulebook { book, index: OnceLock::new(), seen: Mutex::default(), order, games }
    })
}
