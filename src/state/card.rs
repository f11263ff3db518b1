//! The card of a table in play: what the boot page and the home page show of it before it has been read.

use takujo_core::domain::session::Head;
use takujo_core::i18n::{Lang, list};

use crate::device;

/// Most tables in play that are offered on the home page; the others are in the history.
pub(super) const MOST_PLAYING: usize = 4;

/// What the boot page and the home page show of a table in play before it has been read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HomeCard {
    /// Id of the table.
    pub id: String,
    /// Stable text id of the game.
    pub game: String,
    /// The table's name; empty if it was given none.
    pub title: String,
    /// Who plays, as a sentence lists them, in English and in Japanese.
    pub names: [String; 2],
    /// How it stood when it was left, in both languages. Empty if that is not known, and for the table played last,
    /// whose log is read anyway.
    pub stood: [String; 2],
    /// Whether its game is over. It is then the only card.
    pub over: bool,
}

/// Lines that a card takes as text.
const CARD_LINES: usize = 5;
/// Longest text of cards that is read, in bytes: many times what four tables of twelve players need. `public/boot.js`
/// reads 10,000 characters at most, which may have three bytes each.
const LONGEST_CARDS: usize = 30_000;

impl HomeCard {
    /// The card of a table.
    pub fn of(head: &Head) -> HomeCard {
        let players: Vec<String> = head.players.iter().map(|player| player.name.clone()).collect();
        let names = Lang::ALL.map(|l| list(l, &players));
        HomeCard {
            id: head.id.clone(),
            game: head.game.clone(),
            title: head.title.clone(),
            names,
            stood: <[String; 2]>::default(),
            over: false,
        }
    }

    /// Reads what [`HomeCard::write`] wrote; no cards from a text that it cannot have written.
    pub fn read(text: &str) -> Vec<HomeCard> {
        if text.len() > LONGEST_CARDS {
            return Vec::new();
        }
        let lines: Vec<&str> = text.split('\n').take(MOST_PLAYING * CARD_LINES).collect();
        let card = |lines: &[&str]| match lines {
            [id, game, title, who @ ..] => {
                let over = who.iter().all(|who| who.ends_with('\t'));
                let [en, ja] = <[&str; 2]>::try_from(who).ok()?.map(|who| who.split_once('\t').unwrap_or((who, "")));
                Some(HomeCard {
                    id: (*id).to_owned(),
                    game: (*game).to_owned(),
                    title: (*title).to_owned(),
                    names: [en.0, ja.0].map(str::to_owned),
                    stood: [en.1, ja.1].map(str::to_owned),
                    over,
                })
            }
            _ => None,
        };
        lines.chunks(CARD_LINES).filter_map(card).collect()
    }

    /// Cards in the format of `public/boot.js`: id, game, title and the names in both languages, one per line; how the
    /// table stood follows the names after a tab, at which the line ends if the game is over. Names and titles never contain a line break or a tab. An id from
    /// another program's file might, and would give a wrong card until the table has been read.
    pub fn write(cards: &[HomeCard]) -> String {
        let lines = |card: &HomeCard| {
            let HomeCard { id, game, title, names, stood, over } = card;
            let told = |l: usize| *over || !stood[l].is_empty();
            let who = [0, 1].map(|l| if told(l) { format!("{}\t{}", names[l], stood[l]) } else { names[l].clone() });
            format!("{id}\n{game}\n{title}\n{}", who.join("\n"))
        };
        cards.iter().map(lines).collect::<Vec<_>>().join("\n")
    }
}

/// The cards that the device stored for the boot page.
pub(super) fn kept_cards() -> Vec<HomeCard> {
    device::card().as_deref().map(HomeCard::read).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_as_they_are_written() {
        let card = |id: &str, title: &str| HomeCard {
            id: id.to_owned(),
            game: "nerts".to_owned(),
            title: title.to_owned(),
            names: ["Ann and Bob", "Ann、Bob"].map(str::to_owned),
            stood: <[String; 2]>::default(),
            over: false,
        };
        let stood = ["Ann leads with 5", "Annが5点で首位"].map(str::to_owned);
        let cards = [card("1", "Friday"), HomeCard { stood, ..card("2", "") }];
        assert_eq!(
            HomeCard::write(&cards),
            "1\nnerts\nFriday\nAnn and Bob\nAnn、Bob\n2\nnerts\n\nAnn and Bob\tAnn leads with 5\nAnn、Bob\tAnnが5点で首位"
        );
        assert_eq!(HomeCard::read(&HomeCard::write(&cards)), cards);
        assert_eq!(
            HomeCard::read("1\nnerts\n\nAnn\nAnn\n2\nnerts"),
            [HomeCard { names: ["Ann", "Ann"].map(str::to_owned), ..card("1", "") }]
        );
        let last = [HomeCard { over: true, ..card("3", "") }];
        assert_eq!(HomeCard::write(&last), "3\nnerts\n\nAnn and Bob\t\nAnn、Bob\t");
        assert_eq!(HomeCard::read(&HomeCard::write(&last)), last);
        assert_eq!(HomeCard::read(""), []);
        assert_eq!(HomeCard::read(&"1\nnerts\n\nAnn\nAnn\n".repeat(100)).len(), MOST_PLAYING);
        assert_eq!(HomeCard::read(&format!("1\nnerts\n{}\nAnn\nAnn", "x".repeat(LONGEST_CARDS))), []);
    }
}
