//! Which tables are in play, and keeping their cards.

use dioxus::prelude::*;
use takujo_core::domain::session::Head;

use super::card::{HomeCard, MOST_PLAYING};
use super::handle::App;
use super::stored::PLAYING;
use crate::device;

impl App {
    /// Ids of the tables in play, the one played most recently first. If there are none, the one whose game was over last.
    pub fn playing(self) -> Vec<String> {
        self.playing.read().clone()
    }

    /// Notes that a tap was accepted at a table, and whether its game is over now: moves it to the top of the tables in
    /// play, or removes it from them unless it is the only one.
    pub fn played(mut self, head: &Head, over: bool) {
        let mut playing = self.playing();
        let there = playing.iter().position(|id| *id == head.id);
        let last = self.cards.peek().first().is_some_and(|card| card.over);
        if if over { there.is_none() || last } else { there == Some(0) && !last } {
            return;
        }
        if last {
            playing.clear();
        } else if let Some(at) = there {
            playing.remove(at);
        }
        if over {
            self.keep_safe(|done| done.ended(&head.id));
        }
        let stays = over && playing.is_empty();
        if stays || !over {
            playing.insert(0, head.id.clone());
            playing.truncate(MOST_PLAYING);
        }
        self.save(PLAYING, &playing);
        self.playing.set(playing);
        self.show(head, stays);
    }

    /// The cards of the tables in play, in the order of [`App::playing`].
    pub fn cards(self) -> Vec<HomeCard> {
        self.cards.read().clone()
    }

    /// Notes how the table that is read or left stands, in both languages, for its card once another is played.
    pub fn stands(mut self, id: &str, words: [String; 2]) {
        self.own.write().stood = Some((id.to_owned(), words));
    }

    /// Updates the card of a table in play, after it was played, renamed, deleted or brought back.
    pub fn show_card(self, head: &Head) {
        let over = self.cards.peek().iter().any(|card| card.over && card.id == head.id);
        self.show(head, over);
    }

    fn show(self, head: &Head, over: bool) {
        let cards = self.cards();
        let playing = self.playing();
        let card = |id: &String| match *id == head.id {
            true => head.deleted.is_none().then(|| HomeCard { over, ..HomeCard::of(head) }),
            false => cards.iter().find(|card| card.id == *id).cloned(),
        };
        self.set_cards(playing.iter().filter_map(card).collect());
    }

    /// Sets the cards of the tables in play, and stores them for the next boot page. Fills in how each table stood.
    pub fn set_cards(mut self, mut cards: Vec<HomeCard>) {
        let known = self.cards.peek().clone();
        for (at, card) in cards.iter_mut().enumerate() {
            card.stood = match &self.own.peek().stood {
                _ if at == 0 => <[String; 2]>::default(),
                Some((id, words)) if *id == card.id => words.clone(),
                _ => match known.iter().find(|other| other.id == card.id && other.names == card.names) {
                    Some(other) => other.stood.clone(),
                    None => continue,
                },
            };
        }
        if *self.cards.peek() != cards {
            device::set_card((!cards.is_empty()).then(|| HomeCard::write(&cards)).as_deref());
            self.cards.set(cards);
        }
    }
}
