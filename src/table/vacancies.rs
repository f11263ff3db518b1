//! Seats that somebody leaves while people come and go: whoever comes next takes the place.

use std::collections::BTreeMap;

use dioxus::prelude::*;
use takujo_core::domain::seats::Player;

/// The seats that people have left while a table is seated anew: whoever comes next takes the last one.
#[derive(Clone, Copy, PartialEq)]
pub struct Vacancies {
    /// Which seat, and who sat there.
    open: Signal<Vec<(usize, String)>>,
    /// Whose seat somebody has taken, by their own name.
    taken: Signal<BTreeMap<String, String>>,
}

/// No [`Vacancies`] yet, for a component.
pub fn use_vacancies() -> Vacancies {
    Vacancies { open: use_signal(Vec::new), taken: use_signal(BTreeMap::new) }
}

impl Vacancies {
    /// Whose seat this person has taken.
    pub fn taken_by(self, name: &str) -> Option<String> {
        self.taken.read().get(name).cloned()
    }

    /// Somebody leaves this seat.
    pub fn leave(mut self, seat: usize, name: &str) {
        self.taken.write().remove(name);
        self.open.write().push((seat, name.to_owned()));
    }

    /// Whoever was seated last takes the seat that was left last.
    pub fn take(mut self, players: &mut Vec<Player>) {
        let Some((seat, left)) = self.open.write().pop() else { return };
        if seat < players.len()
            && let Some(player) = players.pop()
        {
            self.taken.write().insert(player.name.clone(), left);
            players.insert(seat, player);
        }
    }
}
