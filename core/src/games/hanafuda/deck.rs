//! The 48 cards, their effects on top of the discards, and the deal.
//!
//! The text takes the deck as known (003, before GOAL): twelve months of four cards, as it is printed everywhere.

use serde::{Deserialize, Serialize};

/// Cards in the deck.
pub const CARDS_IN_DECK: u8 = 48;
/// Bright cards in the deck.
pub const BRIGHTS: u8 = 5;
/// Face-up cards on the field, after the deal and after every turn (003 SETUP, GAMEPLAY).
pub const FIELD: u8 = 4;
/// Most cards that all hands can hold together: the deck without the four on the field.
pub const IN_HANDS: u8 = CARDS_IN_DECK - FIELD;

/// A month, which is a suit: the four cards of one plant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Month {
    /// January.
    Pine,
    /// February.
    Plum,
    /// March.
    Cherry,
    /// April.
    Wisteria,
    /// May.
    Iris,
    /// June.
    Peony,
    /// July.
    BushClover,
    /// August.
    Pampas,
    /// September.
    Chrysanthemum,
    /// October.
    Maple,
    /// November.
    Willow,
    /// December.
    Paulownia,
}

impl Month {
    /// All twelve, from January.
    pub const ALL: [Month; 12] = [
        Month::Pine,
        Month::Plum,
        Month::Cherry,
        Month::Wisteria,
        Month::Iris,
        Month::Peony,
        Month::BushClover,
        Month::Pampas,
        Month::Chrysanthemum,
        Month::Maple,
        Month::Willow,
        Month::Paulownia,
    ];

    /// Its number in the year, 1 to 12.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Stable text id: the plant.
    pub const fn id(self) -> &'static str {
        match self {
            Month::Pine => "pine",
            Month::Plum => "plum",
            Month::Cherry => "cherry",
            Month::Wisteria => "wisteria",
            Month::Iris => "iris",
            Month::Peony => "peony",
            Month::BushClover => "bush_clover",
            Month::Pampas => "pampas",
            Month::Chrysanthemum => "chrysanthemum",
            Month::Maple => "maple",
            Month::Willow => "willow",
            Month::Paulownia => "paulownia",
        }
    }

    /// The month with this text id.
    pub fn from_id(id: &str) -> Option<Month> {
        Month::ALL.into_iter().find(|month| month.id() == id)
    }

    /// Its four cards.
    pub fn cards(self) -> impl Iterator<Item = &'static Card> {
        DECK.iter().filter(move |card| card.month == self)
    }
}

/// The three kinds of ribbon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ribbon {
    /// Red with writing: pine, plum, cherry.
    Poetry,
    /// Purple, printed blue in many decks: peony, chrysanthemum, maple.
    Purple,
    /// Red without writing: wisteria, iris, bush clover, willow.
    Plain,
}

/// The kind of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One of the five lights (hikari).
    Bright,
    /// An animal or a thing (tane).
    Animal,
    /// A strip of paper (tanzaku).
    Ribbon(Ribbon),
    /// The plant only (kasu).
    Chaff,
}

impl Kind {
    /// Stable text id.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::Bright => "bright",
            Kind::Animal => "animal",
            Kind::Ribbon(Ribbon::Poetry) => "poetry_ribbon",
            Kind::Ribbon(Ribbon::Purple) => "purple_ribbon",
            Kind::Ribbon(Ribbon::Plain) => "plain_ribbon",
            Kind::Chaff => "chaff",
        }
    }

    /// How it counts on top of the discards.
    pub const fn top(self) -> Top {
        match self {
            Kind::Bright => Top::Bright,
            Kind::Ribbon(Ribbon::Poetry) => Top::Poetry,
            Kind::Ribbon(Ribbon::Purple) => Top::Purple,
            Kind::Ribbon(Ribbon::Plain) | Kind::Animal | Kind::Chaff => Top::Other,
        }
    }
}

/// A card of the deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card {
    /// Stable text id, unique in the deck.
    pub id: &'static str,
    /// Its suit.
    pub month: Month,
    /// Its kind.
    pub kind: Kind,
    /// Stable text id of what is shown besides the plant; cards that show the same share it.
    pub picture: &'static str,
}

impl Card {
    /// The card with this text id.
    pub fn from_id(id: &str) -> Option<&'static Card> {
        DECK.iter().find(|card| card.id == id)
    }
}

const fn card(id: &'static str, month: Month, kind: Kind, picture: &'static str) -> Card {
    Card { id, month, kind, picture }
}

const fn ribbon(id: &'static str, month: Month, ribbon: Ribbon) -> Card {
    card(id, month, Kind::Ribbon(ribbon), Kind::Ribbon(ribbon).id())
}

const fn chaff(id: &'static str, month: Month) -> Card {
    card(id, month, Kind::Chaff, "chaff")
}

/// The deck by month. In each month brights come first, then animals, ribbons and chaff.
pub const DECK: [Card; CARDS_IN_DECK as usize] = {
    use Kind::{Animal, Bright};
    use Month::*;
    use Ribbon::{Plain, Poetry, Purple};
    [
        card("pine_bright", Pine, Bright, "crane"),
        ribbon("pine_ribbon", Pine, Poetry),
        chaff("pine_chaff_1", Pine),
        chaff("pine_chaff_2", Pine),
        card("plum_animal", Plum, Animal, "warbler"),
        ribbon("plum_ribbon", Plum, Poetry),
        chaff("plum_chaff_1", Plum),
        chaff("plum_chaff_2", Plum),
        card("cherry_bright", Cherry, Bright, "curtain"),
        ribbon("cherry_ribbon", Cherry, Poetry),
        chaff("cherry_chaff_1", Cherry),
        chaff("cherry_chaff_2", Cherry),
        card("wisteria_animal", Wisteria, Animal, "cuckoo"),
        ribbon("wisteria_ribbon", Wisteria, Plain),
        chaff("wisteria_chaff_1", Wisteria),
        chaff("wisteria_chaff_2", Wisteria),
        card("iris_animal", Iris, Animal, "eight_plank_bridge"),
        ribbon("iris_ribbon", Iris, Plain),
        chaff("iris_chaff_1", Iris),
        chaff("iris_chaff_2", Iris),
        card("peony_animal", Peony, Animal, "butterflies"),
        ribbon("peony_ribbon", Peony, Purple),
        chaff("peony_chaff_1", Peony),
        chaff("peony_chaff_2", Peony),
        card("bush_clover_animal", BushClover, Animal, "boar"),
        ribbon("bush_clover_ribbon", BushClover, Plain),
        chaff("bush_clover_chaff_1", BushClover),
        chaff("bush_clover_chaff_2", BushClover),
        card("pampas_bright", Pampas, Bright, "full_moon"),
        card("pampas_animal", Pampas, Animal, "geese"),
        chaff("pampas_chaff_1", Pampas),
        chaff("pampas_chaff_2", Pampas),
        card("chrysanthemum_animal", Chrysanthemum, Animal, "sake_cup"),
        ribbon("chrysanthemum_ribbon", Chrysanthemum, Purple),
        chaff("chrysanthemum_chaff_1", Chrysanthemum),
        chaff("chrysanthemum_chaff_2", Chrysanthemum),
        card("maple_animal", Maple, Animal, "deer"),
        ribbon("maple_ribbon", Maple, Purple),
        chaff("maple_chaff_1", Maple),
        chaff("maple_chaff_2", Maple),
        card("willow_bright", Willow, Bright, "rain_man"),
        card("willow_animal", Willow, Animal, "swallow"),
        ribbon("willow_ribbon", Willow, Plain),
        card("willow_chaff", Willow, Kind::Chaff, "lightning"),
        card("paulownia_bright", Paulownia, Bright, "phoenix"),
        chaff("paulownia_chaff_1", Paulownia),
        chaff("paulownia_chaff_2", Paulownia),
        chaff("paulownia_chaff_3", Paulownia),
    ]
};

/// The top card of the discards, as far as it affects the next player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Top {
    /// A bright.
    Bright,
    /// A poetry ribbon.
    Poetry,
    /// A purple ribbon.
    Purple,
    /// Any other card.
    #[default]
    Other,
}

impl Top {
    /// All four, in the order of the rules.
    pub const ALL: [Top; 4] = [Top::Bright, Top::Poetry, Top::Purple, Top::Other];

    /// Stable text id.
    pub const fn id(self) -> &'static str {
        match self {
            Top::Bright => "bright",
            Top::Poetry => "poetry",
            Top::Purple => "purple",
            Top::Other => "other",
        }
    }

    /// Its effect on the next player (003 EFFECTS 1 to 3); `None` for cards not listed there.
    pub const fn effect(self) -> Option<CardEffect> {
        match self {
            Top::Bright => Some(CardEffect::DrawAndLoseTurn),
            Top::Poetry => Some(CardEffect::DrawThenPlay),
            Top::Purple => Some(CardEffect::LoseTurn),
            Top::Other => None,
        }
    }
}

/// What the top discard does to the next player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardEffect {
    /// Draws one card and misses a turn (003 EFFECTS 1).
    DrawAndLoseTurn,
    /// Draws one card, then plays (003 EFFECTS 2).
    DrawThenPlay,
    /// Misses a turn (003 EFFECTS 3).
    LoseTurn,
}

impl CardEffect {
    /// Stable text id.
    pub const fn id(self) -> &'static str {
        match self {
            CardEffect::DrawAndLoseTurn => "draw_and_lose_turn",
            CardEffect::DrawThenPlay => "draw_then_play",
            CardEffect::LoseTurn => "lose_turn",
        }
    }

    /// Number of cards the next player draws.
    pub const fn draws(self) -> u8 {
        match self {
            CardEffect::DrawAndLoseTurn | CardEffect::DrawThenPlay => 1,
            CardEffect::LoseTurn => 0,
        }
    }

    /// Whether the next player misses a turn.
    pub const fn loses_turn(self) -> bool {
        matches!(self, CardEffect::DrawAndLoseTurn | CardEffect::LoseTurn)
    }
}

/// The effect of `card` on the next player, from the top of the discards.
pub const fn effect_of(card: &Card) -> Option<CardEffect> {
    card.kind.top().effect()
}

/// Where the cards are after the deal (003 SETUP).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    /// Cards in each hand.
    pub hand: u8,
    /// Cards face up on the field.
    pub field: u8,
    /// Cards left in the draw pile.
    pub draw_pile: u8,
}

impl Deal {
    /// The deal for 2 to 5 `players`; `None` for other numbers.
    pub fn of(players: usize) -> Option<Deal> {
        let (hand, dealt) = match players {
            2 => (5, 10),
            3 => (5, 15),
            4 => (4, 16),
            5 => (4, 20),
            _ => return None,
        };
        Some(Deal { hand, field: FIELD, draw_pile: IN_HANDS - dealt })
    }
}

/// The month that at least three `field` cards show, if there is one: the dealer then shuffles and deals again (003
/// SETUP). The field need not be complete.
pub fn redeal(field: &[Month]) -> Option<Month> {
    Month::ALL.into_iter().find(|month| field.iter().filter(|card| *card == month).count() >= 3)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn months(kind: Kind) -> Vec<u8> {
        DECK.iter().filter(|card| card.kind == kind).map(|card| card.month.number()).collect()
    }

    #[test]
    fn the_deck_is_twelve_months_of_four_in_order() {
        let order: Vec<u8> = DECK.iter().map(|card| card.month.number()).collect();
        let expected: Vec<u8> = (1..=12).flat_map(|month| [month; 4]).collect();
        assert_eq!(order, expected);
        assert!(Month::ALL.into_iter().all(|month| month.cards().count() == 4));
    }

    #[test]
    fn each_kind_is_in_its_months() {
        assert_eq!(months(Kind::Bright), [1, 3, 8, 11, 12]);
        assert_eq!(months(Kind::Bright).len(), usize::from(BRIGHTS));
        assert_eq!(months(Kind::Ribbon(Ribbon::Poetry)), [1, 2, 3]);
        assert_eq!(months(Kind::Ribbon(Ribbon::Purple)), [6, 9, 10]);
        assert_eq!(months(Kind::Ribbon(Ribbon::Plain)), [4, 5, 7, 11]);
        assert_eq!(months(Kind::Animal), [2, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(months(Kind::Chaff).len(), 24);
    }

    #[test]
    fn eleven_cards_have_an_effect() {
        let count = |effect| DECK.iter().filter(|card| effect_of(card) == Some(effect)).count();
        assert_eq!(count(CardEffect::DrawAndLoseTurn), 5);
        assert_eq!(count(CardEffect::DrawThenPlay), 3);
        assert_eq!(count(CardEffect::LoseTurn), 3);
        assert_eq!(DECK.iter().filter(|card| effect_of(card).is_none()).count(), 37);
    }

    #[test]
    fn ids_are_unique_and_round_trip() {
        let ids: BTreeSet<&str> = DECK.iter().map(|card| card.id).collect();
        assert_eq!(ids.len(), 48);
        for card in &DECK {
            assert_eq!(Card::from_id(card.id), Some(card));
            assert!(card.id.starts_with(card.month.id()), "{}", card.id);
        }
        for month in Month::ALL {
            assert_eq!(Month::from_id(month.id()), Some(month));
            assert_eq!(serde_json::to_value(month).unwrap(), month.id());
        }
        for top in Top::ALL {
            assert_eq!(serde_json::to_value(top).unwrap(), top.id());
        }
        assert_eq!(Month::from_id("bamboo"), None);
        assert_eq!(Card::from_id(""), None);
    }

    #[test]
    fn the_deal_uses_the_whole_deck() {
        for (players, hand, draw_pile) in [(2, 5, 34), (3, 5, 29), (4, 4, 28), (5, 4, 24)] {
            assert_eq!(Deal::of(players), Some(Deal { hand, field: 4, draw_pile }));
        }
        assert_eq!(Deal::of(1), None);
        assert_eq!(Deal::of(6), None);
    }

    #[test]
    fn three_of_a_month_on_the_field_are_dealt_again() {
        use Month::{Iris, Maple, Pine};
        assert_eq!(redeal(&[Pine, Maple, Pine, Pine]), Some(Pine));
        assert_eq!(redeal(&[Iris, Iris, Iris, Iris]), Some(Iris));
        assert_eq!(redeal(&[Iris, Iris, Iris]), Some(Iris));
        assert_eq!(redeal(&[Pine, Pine, Maple, Maple]), None);
        assert_eq!(redeal(&[]), None);
    }
}
