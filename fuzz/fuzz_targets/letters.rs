//! Fuzzes what a hostile guest may put into a shared log. The first line is the game and the number of players, `nerts 4`,
//! then come letters with a line `--` between them. The table's setup is put before them.
//!
//! Nothing panics, what counted before stays, and what counts can be opened again as a table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use takujo_core::domain::session::{FIRST_VERSION, SessionFile, read_head, replay};
use takujo_core::games::{WithGame, with_game};
use takujo_core::live::letter::{Post, TableLetter};
use takujo_core::live::link::{Follower, SharedBefore};
use takujo_core::play::Play;
use takujo_core::table::judge::Referee;
use takujo_wire::{Right, Tell};

/// Longer logs are slower and find nothing more.
const MOST: usize = 60;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some((first, letters)) = text.split_once('\n') else { return };
    let Some((id, players)) = first.split_once(' ') else { return };
    let Ok(players) = players.parse() else { return };
    with_game(id, Table { players, letters });
});

/// A shared table: the number of players, and the letters in one text.
struct Table<'a> {
    players: usize,
    letters: &'a str,
}

impl WithGame for Table<'_> {
    type Done = ();

    fn with<G: Play>(self) {
        follow::<G>(self.players.clamp(*G::SEATS.start(), *G::SEATS.end()), self.letters);
    }
}

fn follow<G: Play>(players: usize, letters: &str) {
    let players: Vec<_> =
        (0..players).map(|mark| serde_json::json!({ "name": format!("P{mark}"), "mark": mark })).collect();
    let head = serde_json::json!({
        "takujo": FIRST_VERSION, "id": "t", "game": G::ID, "created": "2026-01-01T00:00:00Z", "players": players,
        "starter": 0, "options": G::Options::default(),
    });
    let known = SharedBefore { judge: Some(Box::new(Referee::<G>::default())), ..SharedBefore::default() };
    let mut phone = Follower::new(Right::Watch, known);
    phone.connected();
    phone.heard(&Tell::Joined { right: Right::Watch, locked: false, length: 1 }, None);
    phone.heard(&Tell::Changed { position: 0, right: Right::Watch, locked: false }, None);
    let setup = TableLetter::Head(head.to_string()).write();
    let all = std::iter::once(&*setup).chain(letters.split("\n--\n").take(MOST));
    for (letter, position) in all.zip(1_u32..) {
        let before = phone.records().to_vec();
        phone.heard(&Tell::Entry { position, record: position.to_be_bytes().to_vec() }, Some(Post::from(letter)));
        assert!(phone.records().starts_with(&before), "what was entered before is gone");
    }
    let head = read_head(phone.head().expect("the setup counts")).expect("a setup that counts");
    let log = phone.records().iter().map(|text| serde_json::from_str(text).expect("a record that counts")).collect();
    assert!(replay::<G>(&SessionFile::new(head, log)).is_ok(), "what counts cannot be opened");
}
