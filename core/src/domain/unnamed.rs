//! Players whom nobody has named: "Player 3" or 「3番」, whoever sits in the third seat. They play like everybody else, but
//! are no people whom the app knows: the same name means somebody else at the next table.

use super::seats::{MAX_SEATS, Player};

/// Whether this is such a name, in either language: then the table has a number for this player and no more.
pub fn is_unnamed(name: &str) -> bool {
    let number = name.strip_prefix("Player ").or_else(|| name.strip_suffix("番"));
    (1..=MAX_SEATS).any(|seat| number == Some(&*seat.to_string()))
}

/// Makes a table one of `count` players: nameless ones are added or leave behind the others, whom this does not touch. If
/// more have names, those stay. `called` names the player in a seat, counted from 1.
pub fn fill(players: &mut Vec<Player>, count: usize, called: impl Fn(usize) -> String) {
    while players.len() > count
        && let Some(last) = players.iter().rposition(|player| is_unnamed(&player.name))
    {
        players.remove(last);
    }
    for mark in 0..u8::try_from(MAX_SEATS).unwrap_or(0) {
        if players.len() < count && players.iter().all(|player| player.mark != mark) {
            players.push(Player { name: called(players.len() + 1), mark });
        }
    }
    number(players, called);
}

/// Has somebody sit down, as the last one, who takes the place of the first nameless player.
pub fn named(players: &mut Vec<Player>, sit_down: impl FnOnce(&mut Vec<Player>)) {
    let place = players.iter().position(|player| is_unnamed(&player.name));
    if let Some(place) = place {
        players.remove(place);
    }
    sit_down(players);
    if let Some(place) = place
        && let Some(last) = players.pop()
    {
        players.insert(place, last);
    }
}

/// Numbers nameless players anew, after somebody came, went or changed seats.
pub fn number(players: &mut [Player], called: impl Fn(usize) -> String) {
    for (seat, player) in players.iter_mut().enumerate().filter(|(_, player)| is_unnamed(&player.name)) {
        player.name = called(seat + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(seat: usize) -> String {
        format!("Player {seat}")
    }

    fn names(players: &[Player]) -> Vec<&str> {
        players.iter().map(|player| player.name.as_str()).collect()
    }

    #[test]
    fn a_number_is_no_name() {
        for name in ["Player 1", "Player 12", "1番", "12番"] {
            assert!(is_unnamed(name), "{name}");
        }
        for name in
            ["Player 0", "Player 13", "Player 01", "Player", "Player  1", "Player 1 ", "player 1", "Ann", "番", "1"]
        {
            assert!(!is_unnamed(name), "{name}");
        }
        for name in ["0番", "13番", "１番", "一番", "Player 1番"] {
            assert!(!is_unnamed(name), "{name}");
        }
    }

    #[test]
    fn a_table_is_filled_up_to_a_count_and_numbered_by_seats() {
        let mut players = Vec::new();
        fill(&mut players, 3, english);
        assert_eq!(names(&players), ["Player 1", "Player 2", "Player 3"]);
        // Somebody is named, and moves to the end.
        let ann = |players: &mut Vec<Player>| players.push(Player { name: "Ann".to_owned(), mark: 7 });
        named(&mut players, ann);
        assert_eq!(names(&players), ["Ann", "Player 2", "Player 3"]);
        players.swap(0, 2);
        number(&mut players, english);
        assert_eq!(names(&players), ["Player 1", "Player 2", "Ann"]);
        fill(&mut players, 2, english);
        assert_eq!(names(&players), ["Player 1", "Ann"]);
        fill(&mut players, 4, english);
        assert_eq!(names(&players), ["Player 1", "Ann", "Player 3", "Player 4"]);
        fill(&mut players, 0, english);
        assert_eq!(names(&players), ["Ann"], "a name is not taken away");
        let bob = |players: &mut Vec<Player>| players.push(Player { name: "Bob".to_owned(), mark: 0 });
        named(&mut players, bob);
        assert_eq!(names(&players), ["Ann", "Bob"], "there was no place to take");
        fill(&mut players, 99, english);
        let mut marks: Vec<u8> = players.iter().map(|player| player.mark).collect();
        marks.sort_unstable();
        assert_eq!(marks, (0..12).collect::<Vec<u8>>());
    }
}
