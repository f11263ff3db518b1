//! Fuzzes each game's event decoder and rules. The first line is the game and the number of players, `nerts 4`. Every
//! other line is an event's JSON after a letter that says what to do with it:
//!
//! - `a` append it
//! - `c` correct an entry with it; the digit after the letter is the entry
//! - `u`, `r` undo or redo; the rest of the line is ignored
//! - `o` start the table over with these options
//!
//! A refusal changes nothing, an undo restores, and the states always equal what replaying gives.
#![no_main]

use libfuzzer_sys::fuzz_target;
use takujo_core::domain::ledger::{Ledger, Op, Refused};
use takujo_core::domain::seats::{Player, Seat, Seats};
use takujo_core::domain::session::{Session, report};
use takujo_core::games::{WithGame, with_game};
use takujo_core::i18n::Lang;
use takujo_core::play::Play;

/// Longer logs are slower and find nothing more.
const MOST: usize = 60;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some((first, lines)) = text.split_once('\n') else { return };
    let Some((id, players)) = first.split_once(' ') else { return };
    let Ok(players) = players.parse() else { return };
    with_game(id, Table { players, lines });
});

/// A table to play at: the number of players, and the lines.
struct Table<'a> {
    players: usize,
    lines: &'a str,
}

impl WithGame for Table<'_> {
    type Done = ();

    fn with<G: Play>(self) {
        play::<G>(self.players.clamp(*G::SEATS.start(), *G::SEATS.end()), self.lines);
    }
}

fn play<G: Play>(count: usize, text: &str) {
    let players = (0_u8..).take(count).map(|mark| Player { name: format!("P{mark}"), mark }).collect();
    let seats = Seats::new(players, Seat(0), G::SEATS).expect("seats for a valid number of players");
    let mut options = G::Options::default();
    let Ok(mut start) = G::start(&seats, &options) else { return };
    let mut ledger = Ledger::<G>::new(start.clone());
    for line in text.lines().take(MOST) {
        let Some(what) = line.chars().next() else { continue };
        let json = &line[what.len_utf8()..];
        let op = match what {
            'o' => {
                if let Ok(read) = serde_json::from_str::<G::Options>(json)
                    && let Ok(begun) = G::start(&seats, &read)
                {
                    (options, start) = (read, begun);
                    ledger = Ledger::new(start.clone());
                }
                continue;
            }
            'u' => Op::Undo,
            'r' => Op::Redo,
            'c' => {
                let Some(entry) = json.chars().next().and_then(|digit| digit.to_digit(10)) else { continue };
                let Ok(event) = serde_json::from_str(&json[1..]) else { continue };
                Op::Correct { entry: entry as usize, event }
            }
            _ => match serde_json::from_str(json) {
                Ok(event) => Op::Append { event },
                Err(_) => continue,
            },
        };
        step(&mut ledger, op, &seats, &options);
    }
    let mut states = vec![start];
    for event in ledger.entries() {
        let next = G::apply(&states[states.len() - 1], event).expect("a standing entry is legal");
        states.push(next);
    }
    assert!(ledger.states() == states, "the states differ from a replay");
    report(&Session { seats, options, ledger });
}

fn step<G: Play>(ledger: &mut Ledger<G>, op: Op<G::Event>, seats: &Seats, options: &G::Options) {
    let before = (ledger.entries().to_vec(), ledger.states().to_vec());
    let changes = matches!(op, Op::Append { .. } | Op::Correct { .. });
    match ledger.push(op) {
        Err(refused) => {
            assert!(ledger.entries() == before.0 && ledger.states() == before.1, "a refusal changed something");
            if let Refused::Rule(error) | Refused::Later { error, .. } = refused {
                for l in Lang::ALL {
                    (G::WORDS.explain)(&error, seats, options, l);
                }
            }
        }
        Ok(()) => {
            if let Some(event) = ledger.entries().last() {
                for l in Lang::ALL {
                    (G::WORDS.describe)(event, seats, options, l);
                    (G::WORDS.place)(ledger.state(), ledger.entries().len(), l);
                }
            }
            if changes {
                let after = (ledger.entries().to_vec(), ledger.states().to_vec());
                assert!(ledger.push(Op::Undo).is_ok() && ledger.entries() == before.0 && ledger.states() == before.1);
                assert!(ledger.push(Op::Redo).is_ok() && ledger.entries() == after.0 && ledger.states() == after.1);
            }
        }
    }
}
