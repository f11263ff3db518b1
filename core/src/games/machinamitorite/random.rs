//! Random play of Machinamitorite, for the test in `games/random.rs`.

use super::game::{self as machinamitorite, Machinamitorite};
use super::{partition, trick};
use crate::domain::seats::Seat;
use crate::games::random::{Dice, Random};

impl Random for Machinamitorite {
    fn options(_: usize, dice: &mut Dice) -> machinamitorite::Options {
        use machinamitorite::Format;
        machinamitorite::Options {
            goal: dice.of(&[
                Format::Games(3),
                Format::Points(120),
                Format::Wins(3),
                Format::Wins(50),
                Format::Games(1),
            ]),
            variant: dice.of(&[trick::Variant::Basic, trick::Variant::Advanced]),
            left_out: dice.of(&partition::City::ALL),
            hand_checked: dice.one_in(2),
            parks_checked: dice.one_in(2),
        }
    }

    fn likely(state: &machinamitorite::State, players: usize, dice: &mut Dice) -> machinamitorite::Event {
        match dice.below(8) {
            0 => machinamitorite::Event::Passport { seat: dice.seat(players) },
            1..=5 => {
                let mut parks = Vec::new();
                let order = state.order();
                let cards = order.iter().map(|seat| {
                    let park = dice.of(&[trick::Park::A, trick::Park::Zero]);
                    // Sometimes a second one, which is refused where hands are checked.
                    let has = !state.parked[seat.index()] || dice.one_in(20);
                    if has
                        && dice.one_in(4)
                        && parks.iter().filter(|other| **other == park).count() < trick::PARK_COPIES
                    {
                        parks.push(park);
                        trick::Card::Park(park)
                    } else {
                        trick::Card::Suit { suit: dice.of(&trick::Suit::ALL), number: 1 + dice.below(5) as u8 }
                    }
                });
                machinamitorite::Event::Trick { cards: cards.collect() }
            }
            _ => {
                // Trick by trick: each winner gets as many photos as there are players.
                let mut photos: Vec<partition::Photo> = partition::Photo::all()
                    .filter(|photo| state.cities.contains(photo.city))
                    .flat_map(|photo| [photo; 5])
                    .collect();
                for at in (1..photos.len()).rev() {
                    photos.swap(at, dice.below(at + 1));
                }
                let mut hands = vec![Vec::new(); players];
                for taken in photos.chunks(players) {
                    hands[dice.below(players)].extend_from_slice(taken);
                }
                let counts = hands.into_iter().map(|hand| partition::Counts::from_photos(hand).unwrap());
                machinamitorite::Event::Hand { counts: counts.collect() }
            }
        }
    }

    fn wild(players: usize, dice: &mut Dice) -> machinamitorite::Event {
        let many = dice.below(players + 2);
        match dice.below(3) {
            0 => machinamitorite::Event::Passport { seat: Seat(dice.below(256) as u8) },
            1 => {
                let cards = (0..many).map(|_| match dice.below(3) {
                    0 => trick::Card::Park(dice.of(&[trick::Park::A, trick::Park::Zero])),
                    _ => trick::Card::Suit { suit: dice.of(&trick::Suit::ALL), number: dice.below(256) as u8 },
                });
                machinamitorite::Event::Trick { cards: cards.collect() }
            }
            _ => {
                let mut cells = || [0; 4].map(|_: u8| [0; 3].map(|_: u8| dice.below(6) as u8));
                let counts = (0..many).map(|_| partition::Counts::new(cells()).unwrap());
                machinamitorite::Event::Hand { counts: counts.collect() }
            }
        }
    }
}
