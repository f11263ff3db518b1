//! A finished table as an address that hands it to the app BG Stats, in the format which that app has published for
//! others ("Push plays to BG Stats from other apps or websites"). Nothing is sent until somebody opens the address.

use chrono::NaiveDateTime;
use serde_json::{Value, json};

use super::parts::Parts;
use super::session::{Head, Report, own_game};

/// What every such address begins with; the play follows as percent-encoded JSON.
const PUSH: &str = "https://app.bgstatsapp.com/createPlay.html?data=";

/// The total of a side as a number, with a decimal where points have one.
fn score(report: &Report, side: usize) -> Option<Value> {
    let total = *report.totals.get(side)?;
    Some(if report.parts == Parts::Whole {
        json!(total)
    } else {
        json!(f64::from(total) / f64::from(report.parts.of_one()))
    })
}

/// The address for a finished table; `None` while there is no winner. `game` is the game's name; a game of people's own
/// goes by the name they gave it, and `opened` is when it was played, by the clock on the wall.
///
/// Table, game and players have the same ids each time, because BG Stats remembers what it matched them with.
pub fn push_address(head: &Head, report: &Report, game: &str, opened: NaiveDateTime) -> Option<String> {
    let winners = report.outcome.winners();
    if winners.is_empty() {
        return None;
    }
    let written = head.as_written();
    let ids = if head.people.len() == head.players.len() {
        head.people.clone()
    } else {
        written.players.into_iter().map(|player| player.name).collect()
    };
    let ids: Vec<String> = ids.into_iter().chain(report.joined.iter().map(|joined| joined.id().to_owned())).collect();
    let everyone = report.everyone(head);
    // Whoever left before the end is left out.
    let stayed = |seat: usize| {
        let side = report.sides.iter().position(|side| side.contains(&seat));
        side.filter(|side| !report.has_left(*side))
    };
    let player = |(seat, id): (usize, &String)| -> Option<Value> {
        let side = stayed(seat)?;
        Some(json!({
            "name": everyone.get(seat)?.name,
            "sourcePlayerId": id,
            "startPlayer": seat == head.starter.index(),
            "score": score(report, side)?,
            "winner": winners.contains(&side),
        }))
    };
    let own = own_game(&head.options);
    let (game, game_id) =
        if own.is_empty() { (game, head.game.clone()) } else { (&*own, format!("{}/{own}", head.game)) };
    let play = json!({
        "sourceName": "Takujo",
        "sourcePlayId": head.id,
        "playDate": opened.format("%Y-%m-%d %H:%M:%S").to_string(),
        "game": { "name": game, "sourceGameId": game_id, "highestWins": !report.lowest_wins, "noPoints": false },
        "players": ids.iter().enumerate().filter_map(player).collect::<Vec<Value>>(),
    });
    let mut address = PUSH.to_owned();
    for byte in play.to_string().bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => address.push(char::from(byte)),
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(address)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::game::Outcome;
    use crate::domain::session::read_head;

    fn decoded(address: &str) -> Value {
        let mut bytes = Vec::new();
        let mut rest = address.strip_prefix(PUSH).unwrap().bytes();
        while let Some(byte) = rest.next() {
            let mut digit = || char::from(rest.next().unwrap()).to_digit(16).unwrap() as u8;
            bytes.push(if byte == b'%' { digit() * 16 + digit() } else { byte });
        }
        serde_json::from_slice(&bytes).unwrap()
    }

    #[test]
    fn a_finished_table_is_handed_over_with_all_required_fields() {
        let head = read_head(
            &json!({
                "takujo": 1, "id": "t-1", "game": "nerts", "created": "2026-11-20T19:05:09Z", "starter": 1, "options": {},
                "players": [{ "name": "愛子 & \"Ai\"", "mark": 0 }, { "name": "Bob", "mark": 1 }],
            })
            .to_string(),
        )
        .unwrap();
        let mut report = Report {
            parts: Parts::Whole,
            game: "nerts".to_owned(),
            players: vec!["愛子".to_owned(), "Bob".to_owned()],
            sides: vec![vec![0], vec![1]],
            joined: Vec::new(),
            gone: 0,
            rounds: Vec::new(),
            changes: Vec::new(),
            starts: Vec::new(),
            notes: Vec::new(),
            turns: None,
            by_turns: false,
            points: vec![12, -3],
            totals: vec![12, -3],
            lowest_wins: false,
            tied: Vec::new(),
            ruled: false,
            leaders: vec![0],
            played: 1,
            tallies: Vec::new(),
            outcome: Outcome::Won(vec![0]),
            winners: vec!["愛子".to_owned()],
        };
        let address = push_address(&head, &report, "Nerts", head.created.naive_utc()).unwrap();
        assert!(address.is_ascii() && !address.contains(['"', ' ', '&', '#']), "{address}");
        assert_eq!(
            decoded(&address),
            json!({
                "sourceName": "Takujo", "sourcePlayId": "t-1", "playDate": "2026-11-20 19:05:09",
                "game": { "name": "Nerts", "sourceGameId": "nerts", "highestWins": true, "noPoints": false },
                "players": [
                    {
                        "name": "愛子 & \"Ai\"", "sourcePlayerId": "愛子 & \"Ai\"", "startPlayer": false, "score": 12,
                        "winner": true,
                    },
                    { "name": "Bob", "sourcePlayerId": "Bob", "startPlayer": true, "score": -3, "winner": false },
                ],
            })
        );
        let mut renamed = head.clone();
        renamed.call(vec!["Aiko".to_owned(), "Bob".to_owned()]);
        let play = decoded(&push_address(&renamed, &report, "Nerts", renamed.created.naive_utc()).unwrap());
        assert_eq!(
            (&play["players"][0]["name"], &play["players"][0]["sourcePlayerId"]),
            (&json!("Aiko"), &json!("愛子 & \"Ai\""))
        );
        let mut own = head.clone();
        (own.game, own.options) = ("any".to_owned(), json!({ "name": "Skat" }));
        let game = &decoded(&push_address(&own, &report, "Any card game", own.created.naive_utc()).unwrap())["game"];
        assert_eq!((&game["name"], &game["sourceGameId"]), (&json!("Skat"), &json!("any/Skat")));
        report.outcome = Outcome::Tied(vec![0, 1]);
        assert_eq!(push_address(&head, &report, "Nerts", head.created.naive_utc()), None);
    }
}
