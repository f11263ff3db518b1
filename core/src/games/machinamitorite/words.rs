//! Cities, photos, sets and cards in words, and what is wrong with them.

use super::deal::{Cities, Miscount};
use super::draft::{Fault, HandDraft, photos};
use super::partition::{City, Counts, GroupingError, House, NotASet, PHOTOS_PER_HOUSE, Photo, Set, WhyNot};
use super::trick::{Card, PARK_COPIES, Park, Reason, Suit, TrickError};
use crate::domain::seats::{Seat, Seats};
use crate::i18n::{Lang, list, t};
use crate::play::Problem;
use crate::rule::machinamitorite as rules;

/// A city in words, with the colour of its photos.
pub fn city_name(city: City, l: Lang) -> &'static str {
    match city {
        City::Arequipa => t::machi_arequipa(l),
        City::Boston => t::machi_boston(l),
        City::Chefchaouen => t::machi_chefchaouen(l),
        City::Kyoto => t::machi_kyoto(l),
    }
}

/// The short sign of a city; never a single letter, because houses have those.
pub fn city_mark(city: City, l: Lang) -> &'static str {
    match city {
        City::Arequipa => t::machi_mark_arequipa(l),
        City::Boston => t::machi_mark_boston(l),
        City::Chefchaouen => t::machi_mark_chefchaouen(l),
        City::Kyoto => t::machi_mark_kyoto(l),
    }
}

/// The letter by which the app names a kind of house: not one that begins a city, or stands on a park card or in a
/// save.
pub fn house_letter(house: House) -> &'static str {
    match house {
        House::A => "X",
        House::B => "Y",
        House::C => "Z",
    }
}

/// A photo in words.
pub fn photo_name(photo: Photo, l: Lang) -> String {
    t::machi_photo(l, city_name(photo.city, l), house_letter(photo.house))
}

/// A set in words.
pub fn set_name(set: Set, l: Lang) -> String {
    match set {
        Set::Same { photo, n } => t::machi_set_same(l, n.cards(), photo_name(photo, l)),
        Set::Trio { city } => t::machi_set_trio(l, city_name(city, l)),
    }
}

/// Why a set is not in the best grouping.
pub fn why_not_text(why: &WhyNot, l: Lang) -> String {
    let set = if why.copies > 1 { t::machi_another(l, set_name(why.set, l)) } else { set_name(why.set, l) };
    let points = why.set.points();
    if why.loses == 0 {
        return t::machi_why_equal(l, set, points, why.best);
    }
    let used: Vec<String> = why.used_in.iter().map(|set| set_name(*set, l)).collect();
    if used.is_empty() {
        t::machi_why_less(l, set, points, why.forced_total, why.best)
    } else {
        t::machi_why_used(l, set, points, list(l, &used), why.forced_total, why.best)
    }
}

/// What is wrong with a grouping.
pub fn grouping_text(error: &GroupingError, l: Lang) -> String {
    match error {
        GroupingError::NotASet { why: NotASet::TooFew { cards }, .. } => t::machi_group_few(l, *cards),
        GroupingError::NotASet { why: NotASet::TooMany { cards }, .. } => t::machi_group_many(l, *cards),
        GroupingError::NotASet { why: NotASet::MixedCities, .. } => t::machi_group_cities(l).to_owned(),
        GroupingError::NotASet { why: NotASet::MixedHouses, .. } => t::machi_group_houses(l).to_owned(),
        GroupingError::UsedTooOften { photo, used, held } => {
            t::machi_group_used(l, photo_name(*photo, l), *used, *held)
        }
    }
}

/// Counts that cannot be right, and who has how many of what does not add up. `counts` are those of each player, as
/// far as they are known.
pub fn miscount_text(miscount: &Miscount, counts: &[Counts], seats: &Seats, l: Lang) -> String {
    match miscount {
        Miscount::Sum { city, house, counted, of } => {
            let text = t::machi_miscount(l, city_name(*city, l), house_letter(*house), *counted, *of);
            let held = counts.iter().map(|counts| counts.get(Photo::new(*city, *house)));
            let held = seats.players().iter().zip(held).filter(|(_, held)| *held > 0);
            let held: Vec<String> = held.map(|(who, held)| t::machi_held_by(l, &who.name, held)).collect();
            if held.is_empty() { text } else { t::machi_miscount_held(l, text, list(l, &held)) }
        }
        Miscount::NotInUse { player, city, house, counted } => {
            let name = seats.players().get(*player).map_or("", |player| &player.name);
            t::machi_miscount_city(l, name, *counted, city_name(*city, l), house_letter(*house))
        }
        Miscount::Tricks { parks_needed, parks } => t::machi_miscount_tricks(l, *parks, *parks_needed),
        Miscount::Players { players } => t::machi_miscount_players(l, *players),
    }
}

/// What is wrong with a hand.
pub fn fault_text(fault: &Fault, hand: &HandDraft, seats: &Seats, cities: Cities, l: Lang) -> Problem {
    let photos = photos(cities);
    let named = |cell: usize| {
        let seat = Seat(u8::try_from(cell / photos.len().max(1)).unwrap_or(0));
        let photo = photos.get(cell % photos.len().max(1)).map(|photo| photo_name(*photo, l));
        (seats.name(seat).to_owned(), photo.unwrap_or_default())
    };
    let (text, rule) = match fault {
        Fault::Empty(cell) => {
            let (name, photo) = named(*cell);
            (t::machi_error_empty(l, name, photo), None)
        }
        Fault::Range(cell) => (t::machi_error_range(l, named(*cell).1, PHOTOS_PER_HOUSE), Some(rules::COUNT_CHECK)),
        Fault::Miscount(miscount) => (miscount_text(miscount, &hand.all(cities), seats, l), Some(rules::COUNT_CHECK)),
    };
    Problem { text, rule }
}

/// A suit in words.
pub fn suit_name(suit: Suit, l: Lang) -> &'static str {
    match suit {
        Suit::Hat => t::machi_hat(l),
        Suit::Backpack => t::machi_backpack(l),
        Suit::Ticket => t::machi_ticket(l),
        Suit::Wallet => t::machi_wallet(l),
    }
}

/// A card in words.
pub fn card_name(card: Card, l: Lang) -> String {
    match card {
        Card::Suit { suit, number } => t::machi_card(l, suit_name(suit, l), number),
        Card::Park(park) => park_sign(park).to_owned(),
    }
}

/// What is printed on a park card.
pub fn park_sign(park: Park) -> &'static str {
    match park {
        Park::A => "A",
        Park::Zero => "0",
    }
}

/// Why a trick cannot be judged.
pub fn trick_error_text(error: &TrickError, l: Lang) -> String {
    match error {
        TrickError::Players { players } => t::machi_miscount_players(l, *players),
        TrickError::WrongNumberOfCards { cards, players } => t::machi_trick_cards(l, *players, *cards),
        TrickError::NumberOutOfBounds { number, .. } => t::machi_trick_number(l, *number),
        TrickError::TooManyParks { park, copies } => t::machi_trick_parks(l, *copies, park_sign(*park), PARK_COPIES),
        TrickError::NoSuchSeat { seat, .. } => t::machi_error_seat(l, *seat + 1),
    }
}

/// A step of the verdict's reasoning. `names` and `cards` are in the order of play.
pub fn reason_text(reason: &Reason, names: &[String], cards: &[Card], l: Lang) -> String {
    let name = |at: usize| names.get(at).map_or("", String::as_str);
    let card = |at: usize| cards.get(at).map(|card| card_name(*card, l)).unwrap_or_default();
    let all = |which: &[usize]| list(l, &which.iter().map(|at| name(*at).to_owned()).collect::<Vec<_>>());
    match reason {
        Reason::ParkLedSuitSetBy(at) => t::machi_reason_park_led(l, name(*at)),
        Reason::LedSuit { suit, by } => t::machi_reason_led(l, name(*by), suit_name(*suit, l)),
        Reason::OffSuitLoses(which) => t::machi_reason_off_suit(l, all(which)),
        Reason::ZeroIsLowest(which) => t::machi_reason_zero_low(l, all(which)),
        Reason::HighestOfLed { by, .. } => t::machi_reason_highest(l, name(*by), card(*by)),
        Reason::AceBeatsAll { by } => t::machi_reason_ace(l, name(*by)),
        Reason::ZeroBeatsAce { by, aces } => t::machi_reason_zero_ace(l, name(*by), all(aces)),
        Reason::LaterOfEquals { by, over } => t::machi_reason_later(l, name(*by), all(over)),
        Reason::AllPark => t::machi_reason_all_park(l).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::seats::Player;

    #[test]
    fn a_miscount_says_who_has_how_many() {
        let players = ["Aiko", "Ken", "Tom"].into_iter().zip(0..);
        let players = players.map(|(name, mark)| Player { name: name.to_owned(), mark }).collect();
        let seats = Seats::new(players, Seat(0), 3..=6).unwrap();
        let miscount = Miscount::Sum { city: City::Kyoto, house: House::B, counted: 4, of: 5 };
        let holding = |counts: [u8; 3]| {
            counts.map(|held| {
                let mut counts = Counts::ZERO;
                counts.set(Photo::new(City::Kyoto, House::B), held).unwrap();
                counts
            })
        };
        let plain = "Black Kyoto, house Y: 4 counted, but there are 5.";
        for (counts, expected) in [
            (holding([3, 0, 1]), format!("{plain} Aiko 3 and Tom 1.")),
            (holding([0, 4, 0]), format!("{plain} Ken 4.")),
            (holding([0, 0, 0]), plain.to_owned()),
        ] {
            assert_eq!(miscount_text(&miscount, &counts, &seats, Lang::En), expected);
        }
    }
}
