//! What a list of many tables reads of each.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::head::{clean, own_game};
use super::time::{stamp, stamp_if_any};
use super::version::VERSION;
use crate::domain::seats::Player;

/// The part of a [`Head`](super::Head) that a list of all tables shows.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Label {
    takujo: u32,
    /// See [`Head::game`](super::Head::game).
    pub game: String,
    /// See [`Head::title`](super::Head::title).
    #[serde(default)]
    pub title: String,
    /// See [`Head::created`](super::Head::created).
    #[serde(deserialize_with = "stamp")]
    pub created: DateTime<Utc>,
    /// See [`Head::deleted`](super::Head::deleted).
    #[serde(default, deserialize_with = "stamp_if_any")]
    pub deleted: Option<DateTime<Utc>>,
    /// See [`Head::uncounted`](super::Head::uncounted).
    #[serde(default)]
    pub uncounted: bool,
    /// See [`Head::players`](super::Head::players).
    pub players: Vec<Player>,
    /// See [`Head::people`](super::Head::people).
    #[serde(default)]
    pub people: Vec<String>,
    /// See [`Label::own`].
    #[serde(default, rename = "options", deserialize_with = "own_game_of")]
    own: String,
    /// See [`Label::kind`].
    #[serde(skip)]
    kind: String,
}

/// The name of people's own game in any options: if they are wrong, that is said when the table is opened.
fn own_game_of<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(own_game(&Value::deserialize(from)?))
}

impl Label {
    /// The name that people gave their own game; `None` for any other table.
    pub fn own(&self) -> Option<&str> {
        Some(&*self.own).filter(|name| !name.is_empty())
    }

    /// What tables of the same game have in common: the game's id, followed for a game of people's own by a slash and
    /// its name.
    pub fn kind(&self) -> &str {
        if self.kind.is_empty() { &self.game } else { &self.kind }
    }
}

/// Reads the label of a table, several times faster than [`read_head`], for thousands at once. `None` means that
/// [`read_head`] would fail too, and would say why; a label does not mean that it would not.
///
/// [`read_head`]: super::read_head
pub fn read_label(json: &str) -> Option<Label> {
    let mut label: Label = serde_json::from_str(json).ok()?;
    clean(&mut label.title, &mut label.players, &mut label.people);
    if let Some(own) = label.own() {
        label.kind = format!("{}/{own}", label.game);
    }
    (1..=VERSION).contains(&label.takujo).then_some(label)
}
