//! A saved table: its setup and its log, as JSON. The format is told in `docs/save-format.md`.

use chrono::{DateTime, Utc};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::game::{Game, Outcome, leaders};
use super::ledger::{Ledger, Op, Refused};
use super::seats::{Player, Seat, Seats, one_way, tidy_name};

/// The version this program writes. It reads this one and every older one.
pub const VERSION: u32 = 1;
/// Largest file that is read, in bytes.
pub const MAX_FILE: usize = 32 * 1024 * 1024;
/// Most records of a table, and most tables, that a file may hold: far more than an evening has, and no more than a phone
/// can fold.
pub const MAX_RECORDS: usize = 20_000;
/// Most states that opening a table counts, corrections of early entries included: thousands of times what a long game
/// needs, and still some seconds.
pub const MAX_COUNTED: usize = 5_000_000;
/// Longest name of a table, in characters.
pub const MAX_TITLE: usize = 60;

/// What is known of a table before its first event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// Version of the format.
    pub takujo: u32,
    /// Stable and unique: when and by which chance the table was opened.
    pub id: String,
    /// Stable text id of the game.
    pub game: String,
    /// A name the table was given; empty when none was.
    #[serde(default)]
    pub title: String,
    /// When the table was opened.
    #[serde(deserialize_with = "stamp")]
    pub created: DateTime<Utc>,
    /// When the table was deleted, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "stamp_if_any")]
    pub deleted: Option<DateTime<Utc>>,
    /// Who plays, in seat order.
    pub players: Vec<Player>,
    /// Who starts.
    pub starter: Seat,
    /// Whether the starter was drawn by chance.
    #[serde(default)]
    pub drawn: bool,
    /// What the table agreed, as the game defines it.
    pub options: Value,
}

/// Reads a time as it is written, RFC 3339. What chrono would do by itself takes much else for a time, and is larger.
fn stamp<'de, D: Deserializer<'de>>(from: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(from)?;
    DateTime::parse_from_rfc3339(&text).map(|at| at.to_utc()).map_err(D::Error::custom)
}

fn stamp_if_any<'de, D: Deserializer<'de>>(from: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    #[derive(Deserialize)]
    struct Stamp(#[serde(deserialize_with = "stamp")] DateTime<Utc>);
    Ok(Option::<Stamp>::deserialize(from)?.map(|Stamp(at)| at))
}

/// One record of a log: an operation and when it was tapped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record<E> {
    /// When, by the device's clock. Nothing follows from it.
    #[serde(deserialize_with = "stamp")]
    pub at: DateTime<Utc>,
    /// What.
    #[serde(flatten)]
    pub op: Op<E>,
}

/// A whole table as one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionFile {
    /// Setup.
    #[serde(flatten)]
    pub head: Head,
    /// Every record, oldest first.
    pub log: Vec<Value>,
}

/// Everything the app keeps as one file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// Version of the format.
    pub takujo: u32,
    /// The tables.
    pub sessions: Vec<SessionFile>,
    /// What else is kept, by key: known players, settings.
    #[serde(default)]
    pub kept: std::collections::BTreeMap<String, Value>,
}

/// Why a save cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadError {
    /// More than [`MAX_FILE`] bytes.
    TooLarge,
    /// More than [`MAX_RECORDS`] records or tables.
    TooMany,
    /// Not JSON, or cut off.
    NotJson,
    /// JSON, but not a save of this app.
    NotTakujo,
    /// Written by a newer version of this app.
    Newer(u32),
    /// A game this version does not have.
    UnknownGame(String),
    /// The setup cannot be: names, number of players, options.
    Setup,
    /// A record cannot be read or is not allowed where it stands; counted from 1.
    Record(usize),
    /// Its corrections make more than [`MAX_COUNTED`] states to count.
    TooManyCorrections,
}

impl std::fmt::Display for LoadError {
    /// For people at a terminal, in English. The app has its own words.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::TooLarge => write!(f, "larger than {} MB", MAX_FILE / 1024 / 1024),
            LoadError::TooMany => write!(f, "more than {MAX_RECORDS} records or tables"),
            LoadError::TooManyCorrections => {
                f.write_str("more corrections of early records than can be counted through")
            }
            LoadError::NotJson => f.write_str("not JSON, or cut off"),
            LoadError::NotTakujo => f.write_str("not a Takujo save"),
            LoadError::Newer(version) => write!(f, "written by a newer Takujo (format {version})"),
            LoadError::UnknownGame(game) => write!(f, "unknown game {game:?}"),
            LoadError::Setup => f.write_str("damaged: the players or options cannot be"),
            LoadError::Record(record) => write!(f, "damaged: record {record} cannot be read"),
        }
    }
}

impl std::error::Error for LoadError {}

/// Reads the setup of a table.
///
/// # Errors
/// Says what is wrong, see [`LoadError`].
pub fn read_head(json: &str) -> Result<Head, LoadError> {
    if json.len() > MAX_FILE {
        return Err(LoadError::TooLarge);
    }
    let value: Value = serde_json::from_str(json).map_err(|_| LoadError::NotJson)?;
    head_of(value)
}

fn head_of(value: Value) -> Result<Head, LoadError> {
    check_version(&value)?;
    let mut head: Head = serde_json::from_value(value).map_err(|_| LoadError::Setup)?;
    // Typed names and titles are so already; those in a file may be anything.
    head.title = tidy_name(&one_way(&head.title)).chars().take(MAX_TITLE).collect();
    for player in &mut head.players {
        player.name = one_way(&player.name);
    }
    Ok(head)
}

fn check_version(value: &Value) -> Result<(), LoadError> {
    match value.get("takujo").and_then(Value::as_u64) {
        None | Some(0) => Err(LoadError::NotTakujo),
        Some(version) if version > u64::from(VERSION) => {
            Err(LoadError::Newer(u32::try_from(version).unwrap_or(u32::MAX)))
        }
        Some(_) => Ok(()),
    }
}

/// What a file may hold.
#[derive(Debug, Clone, PartialEq)]
pub enum File {
    /// One table.
    Session(SessionFile),
    /// Everything the app kept. A table in it that cannot be read stands as its error.
    Bundle {
        /// The tables.
        sessions: Vec<Result<SessionFile, LoadError>>,
        /// What else was kept.
        kept: std::collections::BTreeMap<String, Value>,
    },
}

/// Reads an exported file: one table, or everything.
///
/// # Errors
/// Says what is wrong, see [`LoadError`]. The games' own records are read by [`open`].
pub fn read_file(json: &str) -> Result<File, LoadError> {
    if json.len() > MAX_FILE {
        return Err(LoadError::TooLarge);
    }
    let mut value: Value = serde_json::from_str(json).map_err(|_| LoadError::NotJson)?;
    check_version(&value)?;
    let Some(sessions) = value.get_mut("sessions").map(Value::take) else {
        return session_of(value).map(File::Session);
    };
    let Value::Array(sessions) = sessions else { return Err(LoadError::NotTakujo) };
    if sessions.len() > MAX_RECORDS {
        return Err(LoadError::TooMany);
    }
    let kept = match value.get_mut("kept").map(Value::take) {
        Some(Value::Object(kept)) => kept.into_iter().collect(),
        _ => std::collections::BTreeMap::new(),
    };
    Ok(File::Bundle { sessions: sessions.into_iter().map(session_of).collect(), kept })
}

fn session_of(mut value: Value) -> Result<SessionFile, LoadError> {
    check_version(&value)?;
    let Some(Value::Array(log)) = value.get_mut("log").map(Value::take) else { return Err(LoadError::NotTakujo) };
    if log.len() > MAX_RECORDS {
        return Err(LoadError::TooMany);
    }
    Ok(SessionFile { head: head_of(value)?, log })
}

/// An open table: what was agreed and what happened.
pub struct Session<G: Game> {
    /// Who sits where.
    pub seats: Seats,
    /// What was agreed.
    pub options: G::Options,
    /// What happened.
    pub ledger: Ledger<G>,
}

impl<G: Game> Clone for Session<G> {
    fn clone(&self) -> Self {
        Session { seats: self.seats.clone(), options: self.options.clone(), ledger: self.ledger.clone() }
    }
}

/// Opens a table: reads what was agreed and folds the log.
///
/// # Errors
/// [`LoadError::Setup`], [`LoadError::Record`] or [`LoadError::TooManyCorrections`].
pub fn open<G: Game>(head: &Head, log: impl IntoIterator<Item = Value>) -> Result<Session<G>, LoadError> {
    if head.game != G::ID {
        return Err(LoadError::UnknownGame(head.game.clone()));
    }
    let options: G::Options = serde_json::from_value(head.options.clone()).map_err(|_| LoadError::Setup)?;
    let seats = Seats::new(head.players.clone(), head.starter, G::SEATS).map_err(|_| LoadError::Setup)?;
    let start = G::start(&seats, &options).map_err(|_| LoadError::Setup)?;
    let mut ledger = Ledger::new(start);
    let mut counted = 0_usize;
    for (at, record) in log.into_iter().enumerate() {
        let record: Record<G::Event> = serde_json::from_value(record).map_err(|_| LoadError::Record(at + 1))?;
        counted = counted.saturating_add(ledger.cost(&record.op));
        if counted > MAX_COUNTED {
            return Err(LoadError::TooManyCorrections);
        }
        ledger.push(record.op).map_err(|_: Refused<G::Error>| LoadError::Record(at + 1))?;
    }
    Ok(Session { seats, options, ledger })
}

/// A table told in figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Stable text id of the game.
    pub game: String,
    /// Names in seat order.
    pub players: Vec<String>,
    /// The sides that score, each as indices of players. A side is one player, but for partnerships.
    pub sides: Vec<Vec<usize>>,
    /// Points of each side in each round.
    pub rounds: Vec<Vec<i32>>,
    /// Turns finished, in a game that scores no rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// Points of each side in all.
    pub points: Vec<i32>,
    /// What decides the game, of each side: its points, unless the game counts something else.
    pub totals: Vec<i32>,
    /// Whether the lowest total is the best one.
    pub lowest_wins: bool,
    /// Who has the best total: indices of sides.
    pub leaders: Vec<usize>,
    /// How many rounds were scored.
    #[serde(skip)]
    pub played: usize,
    /// Whether the game is over, and who won: indices of sides.
    pub outcome: Outcome,
    /// Names of the winners; empty while the game goes on.
    pub winners: Vec<String>,
}

fn best_of(totals: &[i32], lowest: bool) -> Vec<usize> {
    if lowest {
        leaders(&totals.iter().map(|total| total.saturating_neg()).collect::<Vec<_>>())
    } else {
        leaders(totals)
    }
}

impl Report {
    /// Sides by their totals, the best first; those who are level in seat order.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.totals.len()).collect();
        order.sort_by_key(|side| {
            let total = i64::from(self.totals[*side]);
            if self.lowest_wins { total } else { -total }
        });
        order
    }
}

/// The points of every round as comma separated values (RFC 4180), a row a round and the sum below, with `round` and
/// `total` as the words for them. It begins with a byte order mark: without one spreadsheets misread Japanese.
pub fn csv(report: &Report, round: &str, total: &str) -> String {
    let mut text = String::from('\u{feff}');
    let cell = |text: &mut String, words: &str| {
        // A spreadsheet takes such a text for a formula; the apostrophe says that it is none.
        text.push_str(if words.starts_with(['=', '+', '-', '@', '\t', '\r']) { "\"'" } else { "\"" });
        text.push_str(&words.replace('"', "\"\""));
        text.push('"');
    };
    let points = |text: &mut String, points: &[i32]| {
        for points in points {
            text.push(',');
            text.push_str(&points.to_string());
        }
        text.push_str("\r\n");
    };
    cell(&mut text, round);
    for side in &report.sides {
        let names: Vec<&str> = side.iter().filter_map(|seat| report.players.get(*seat).map(String::as_str)).collect();
        text.push(',');
        cell(&mut text, &names.join(" & "));
    }
    text.push_str("\r\n");
    for (at, round) in report.rounds.iter().enumerate() {
        text.push_str(&(at + 1).to_string());
        points(&mut text, round);
    }
    cell(&mut text, total);
    points(&mut text, &report.points);
    text
}

/// Tells an open table in figures.
pub fn report<G: Game>(session: &Session<G>) -> Report {
    let rounds = session.ledger.rounds().iter().map(|round| round.points.clone()).collect();
    Report { rounds, ..standing(session) }
}

/// How an open table stands: its report without the rounds, which costs the same however many there are.
pub fn standing<G: Game>(session: &Session<G>) -> Report {
    let sides = G::sides(&session.seats, &session.options);
    let standing = G::standing(session.ledger.state());
    let lowest_wins = G::lowest_wins(&session.options);
    let winners = match &standing.outcome {
        Outcome::Won(winners) => winners.clone(),
        Outcome::Playing | Outcome::Tied(_) => Vec::new(),
    };
    let name = |seat: &Seat| session.seats.name(*seat).to_owned();
    Report {
        game: G::ID.to_owned(),
        players: session.seats.players().iter().map(|player| player.name.clone()).collect(),
        winners: winners.iter().filter_map(|side| sides.get(*side)).flatten().map(name).collect(),
        sides: sides.iter().map(|side| side.iter().map(|seat| seat.index()).collect()).collect(),
        rounds: Vec::new(),
        turns: G::turns(session.ledger.state()),
        played: session.ledger.rounds().len(),
        points: G::points(session.ledger.state()),
        lowest_wins,
        leaders: best_of(&standing.totals, lowest_wins),
        totals: standing.totals,
        outcome: standing.outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_for_a_spreadsheet_hold_every_round_and_no_formula() {
        let report = Report {
            game: "any".to_owned(),
            players: ["Aiko, \"A\"", "=cmd()", "美咲"].map(str::to_owned).to_vec(),
            sides: vec![vec![0, 2], vec![1]],
            rounds: vec![vec![12, -3], vec![0, 7]],
            turns: None,
            points: vec![12, 4],
            totals: vec![12, 4],
            lowest_wins: false,
            leaders: vec![0],
            played: 2,
            outcome: Outcome::Playing,
            winners: Vec::new(),
        };
        assert_eq!(
            csv(&report, "Round", "Total"),
            "\u{feff}\"Round\",\"Aiko, \"\"A\"\" & 美咲\",\"'=cmd()\"\r\n1,12,-3\r\n2,0,7\r\n\"Total\",12,4\r\n"
        );
    }
}
