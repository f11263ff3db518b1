//! The rules as they lie open: the book, what search looks in, and which games of it the app has.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::book::{Book, GameRules};
use super::search::{Index, Seen};
use crate::i18n::Lang;
use crate::play::GameInfo;

/// The rules, once they are there: read once, for the life of the app.
pub struct Rulebook {
    /// The text.
    pub book: Book,
    index: OnceLock<Index>,
    /// The texts that search has shown so far, by where they stand in the book.
    seen: Mutex<BTreeMap<(usize, usize), Arc<Seen>>>,
    /// The games of the book as the app orders them.
    pub order: Vec<usize>,
    /// The games the app has.
    games: &'static [GameInfo],
}

impl Rulebook {
    /// What search looks in: made when it is first asked for.
    pub fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(&self.book))
    }

    /// The game of the app with this id.
    pub fn row(&self, id: &str) -> Option<&'static GameInfo> {
        self.games.iter().find(|row| row.id == id)
    }

    /// A game's name: the app's own for the games it has, else that of its rules.
    pub fn name_of(&self, game: &GameRules, l: Lang) -> &'static str {
        self.row(game.id).map_or_else(|| game.name(l), |row| (row.name)(l))
    }

    /// A text of the book, ready to be marked.
    pub fn see(&self, text: &'static str) -> Arc<Seen> {
        // Poisoned only by a panic while it is held; what it holds is whole all the same.
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.entry((text.as_ptr().addr(), text.len())).or_insert_with(|| Arc::new(self.index().see(text))).clone()
    }
}

impl PartialEq for Rulebook {
    fn eq(&self, other: &Self) -> bool {
        // There is only the one; comparing its text at every draw would cost.
        std::ptr::eq(self, other)
    }
}

/// The one there is, once it was read.
pub static RULEBOOK: OnceLock<Rulebook> = OnceLock::new();

/// Reads the rules' text; in the order of `games`, those that the app does not have after them, the glossary last.
pub fn read(text: &'static str, games: &'static [GameInfo]) -> &'static Rulebook {
    RULEBOOK.get_or_init(|| {
        let book = Book::read(text);
        let mut order: Vec<usize> = (0..book.games.len()).collect();
        let known = |game: &usize| games.iter().position(|row| row.id == book.games[*game].id);
        order.sort_by_key(|game| (book.games[*game].id == "glossary", known(game).unwrap_or(games.len())));
        Rulebook { book, index: OnceLock::new(), seen: Mutex::default(), order, games }
    })
}
