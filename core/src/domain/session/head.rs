//! The setup of a table: the part of a save before the log.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use super::error::{LoadError, MAX_FILE};
use super::time::time_of;
use super::version::check_version;
use crate::domain::seats::{Player, Seat, one_way, tidy_name};

/// Longest table name, in characters.
pub const MAX_TITLE: usize = 60;

/// What is known of a table before its first event.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Head {
    /// Format version.
    pub takujo: u32,
    /// Stable and unique: made from the opening time and a random number.
    pub id: String,
    /// Stable text id of the game.
    pub game: String,
    /// The table's name; empty if it was given none.
    pub title: String,
    /// When it was played: when the table was opened, unless people have put that right.
    pub created: DateTime<Utc>,
    /// When the table was moved to the bin, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<DateTime<Utc>>,
    /// Whether people's statistics leave this table out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub uncounted: bool,
    /// Who plays, in seat order.
    pub players: Vec<Player>,
    /// Ids of the players in seat order, see [`Person::id`](crate::domain::people::Person::id); empty if they are
    /// the names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// The names as the save has them, if other names are shown now: see [`Head::call`].
    #[serde(skip)]
    pub written: Vec<String>,
    /// Who starts the first round.
    pub starter: Seat,
    /// Whether the starter was drawn at random.
    pub drawn: bool,
    /// What the table agreed on, in the game's own format.
    pub options: Value,
}

impl Head {
    /// Shows the players under these names, in seat order. What is saved keeps the old ones.
    pub fn call(&mut self, names: Vec<String>) {
        let shown = self.players.iter_mut().zip(names);
        let written = shown.map(|(player, name)| std::mem::replace(&mut player.name, name)).collect();
        if self.written.is_empty() {
            self.written = written;
        }
    }

    /// The head to save: with the names that the save has.
    #[must_use]
    pub fn as_written(&self) -> Head {
        let mut head = self.clone();
        for (player, name) in head.players.iter_mut().zip(std::mem::take(&mut head.written)) {
            player.name = name;
        }
        head
    }

    /// The same head, showing the names that `other` shows, if both are of the same people.
    #[must_use]
    pub fn called_as(mut self, other: &Head) -> Head {
        if self.players == other.as_written().players {
            self.players.clone_from(&other.players);
            self.written.clone_from(&other.written);
        }
        self
    }
}

/// The name that people gave their own game, in a table's options; empty for any other table.
pub fn own_game(options: &Value) -> String {
    let name = options.get("name").and_then(Value::as_str).unwrap_or_default();
    tidy_name(&one_way(name)).chars().take(MAX_TITLE).collect()
}

/// Reads the setup of a table, as it is stored.
///
/// # Errors
/// [`LoadError`] says what is wrong.
pub fn read_head(json: &str) -> Result<Head, LoadError> {
    if json.len() > MAX_FILE {
        return Err(LoadError::TooLarge);
    }
    let value: Value = serde_json::from_str(json).map_err(|_| LoadError::NotJson)?;
    head_of(value)
}

pub(super) fn head_of(value: Value) -> Result<Head, LoadError> {
    check_version(&value)?;
    let mut head = fields_of(value).ok_or(LoadError::Setup)?;
    clean(&mut head.title, &mut head.players, &mut head.people);
    Ok(head)
}

/// The fields of a head, or of a whole table. By hand, because the derived code is several times as long and would be
/// part of every start.
fn fields_of(mut value: Value) -> Option<Head> {
    // Taken, not removed, because the code that removes from a map would be part of every start.
    let options = value.get_mut("options")?.take();
    let fields = value.as_object()?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let small = |value: &Value| u8::try_from(value.as_u64()?).ok();
    let time = |value: &Value| time_of(value.as_str()?);
    let player = |value: &Value| Some(Player { name: text(value.get("name")?)?, mark: small(value.get("mark")?)? });
    Some(Head {
        takujo: u32::try_from(fields.get("takujo")?.as_u64()?).ok()?,
        id: text(fields.get("id")?)?,
        game: text(fields.get("game")?)?,
        title: fields.get("title").map_or(Some(String::new()), text)?,
        created: time(fields.get("created")?)?,
        deleted: match fields.get("deleted") {
            None | Some(Value::Null) => None,
            Some(value) => Some(time(value)?),
        },
        uncounted: fields.get("uncounted").map_or(Some(false), Value::as_bool)?,
        players: fields.get("players")?.as_array()?.iter().map(player).collect::<Option<_>>()?,
        people: match fields.get("people") {
            None => Vec::new(),
            Some(value) => value.as_array()?.iter().map(text).collect::<Option<_>>()?,
        },
        written: Vec::new(),
        starter: Seat(small(fields.get("starter")?)?),
        drawn: fields.get("drawn").map_or(Some(false), Value::as_bool)?,
        options,
    })
}

/// Cleans what a file may contain and no input field would give.
pub(super) fn clean(title: &mut String, players: &mut [Player], people: &mut Vec<String>) {
    *title = tidy_name(&one_way(title)).chars().take(MAX_TITLE).collect();
    for player in players.iter_mut() {
        player.name = one_way(&player.name);
    }
    // Ids need no cleaning: they are only compared, never shown.
    if people.len() > players.len() {
        people.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Value {
        serde_json::json!({
            "takujo": 1, "id": "1", "game": "any", "title": "Friday", "created": "2026-01-02T03:04:05Z", "starter": 1,
            "drawn": true, "options": {}, "players": [{ "name": "Ann", "mark": 0 }, { "name": "Bob", "mark": 1 }],
        })
    }

    #[test]
    fn each_field_of_a_head_is_checked() {
        let whole = head_of(table()).unwrap();
        assert_eq!((&*whole.title, whole.starter, whole.drawn, whole.players.len()), ("Friday", Seat(1), true, 2));
        for (field, value) in table().as_object().unwrap() {
            let without = |put: Option<Value>| {
                let mut table = table();
                let fields = table.as_object_mut().unwrap();
                fields.remove(field);
                put.map(|value| fields.insert(field.clone(), value));
                head_of(table)
            };
            let optional = ["title", "drawn"].contains(&&**field);
            assert_eq!(without(None).is_ok(), optional, "without {field}");
            assert_eq!(without(Some(value.clone())), Ok(whole.clone()));
            // The game reads its options itself.
            for wrong in [Value::Null, Value::from(-1), Value::from("x"), Value::from(vec![0])] {
                let text = ["id", "game", "title"].contains(&&**field) && wrong.is_string();
                assert_eq!(without(Some(wrong.clone())).is_ok(), text || field == "options", "{field} = {wrong}");
            }
        }
    }

    #[test]
    fn other_names_are_shown_and_never_saved() {
        let saved = head_of(table()).unwrap();
        let mut head = saved.clone();
        head.call(vec!["Anna".to_owned(), "Bob".to_owned()]);
        head.call(vec!["Annette".to_owned(), "Bob".to_owned()]);
        assert_eq!(head.players[0].name, "Annette");
        assert_eq!(head.as_written(), saved);
        let renamed = Head { title: "Saturday".to_owned(), ..saved.clone() };
        let shown = renamed.clone().called_as(&head);
        assert_eq!((&*shown.players[0].name, &*shown.title), ("Annette", "Saturday"));
        assert_eq!(shown.as_written(), renamed);
        let mut other = saved;
        other.players[1].name = "Cy".to_owned();
        assert_eq!(other.clone().called_as(&head), other, "not the same people");
    }
}
