//! A saved table: its setup ([`Head`]) and its log, as JSON in the format of `docs/save-format.md`. Reads and writes
//! files, replays a log into an open table ([`Session`]), and computes its figures ([`Report`]), also as a spreadsheet.
//! Lists of many tables read only a [`Label`].

use chrono::{DateTime, Datelike, Utc};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::game::{Game, Outcome, leaders, seated, seating};
use super::ledger::{Ledger, Op, Refused};
use super::seating::{Joined, Seated};
use super::seats::{Player, Seat, Seats, one_way, tidy_name};

/// The newest format version. Version 2 has notes, version 3 people who come and go, version 4 score sheets. The
/// program reads all of them, and writes the oldest that can say everything, so that an older program can read it too.
pub const VERSION: u32 = 4;
/// The format version of a table where people come and go, without a score sheet.
const SEATING_VERSION: u32 = 3;
/// The format version of a table with notes where nobody comes or goes.
const NOTES_VERSION: u32 = 2;
/// The format version of any other table.
pub const FIRST_VERSION: u32 = 1;
/// Largest file accepted, in bytes.
pub const MAX_FILE: usize = 32 * 1024 * 1024;
/// Most records in a table, and most tables in a file: far more than an evening produces, yet few enough for a phone to
/// replay.
pub const MAX_RECORDS: usize = 20_000;
/// Most states that are computed to open a table, counting those that corrections of early entries compute again.
/// Thousands of times what a long game needs, yet done in seconds.
pub const MAX_COUNTED: usize = 5_000_000;
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
    /// When the table was opened.
    pub created: DateTime<Utc>,
    /// When the table was moved to the bin, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<DateTime<Utc>>,
    /// Who plays, in seat order.
    pub players: Vec<Player>,
    /// Ids of the players in seat order, see [`super::people::Person::id`]; empty if they are the names.
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

/// Reads an RFC 3339 time, the only form we write. Chrono's own deserializer accepts more and adds more code.
fn stamp<'de, D: Deserializer<'de>>(from: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(from)?;
    time_of(&text).ok_or_else(|| D::Error::custom("not a time"))
}

fn time_of(text: &str) -> Option<DateTime<Utc>> {
    let at = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
    // Converted to UTC, a time on the last day of 9999 may fall outside the range that can be written and read back.
    (0..=9999).contains(&at.year()).then_some(at)
}

/// Reads a time like [`stamp`], or null.
pub(super) fn stamp_if_any<'de, D: Deserializer<'de>>(from: D) -> Result<Option<DateTime<Utc>>, D::Error> {
    #[derive(Deserialize)]
    struct Stamp(#[serde(deserialize_with = "stamp")] DateTime<Utc>);
    Ok(Option::<Stamp>::deserialize(from)?.map(|Stamp(at)| at))
}

/// One record of a log: an operation, and when it was tapped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record<E> {
    /// Time on the device's clock; informative only.
    #[serde(deserialize_with = "stamp")]
    pub at: DateTime<Utc>,
    /// The operation.
    #[serde(flatten)]
    pub op: Op<E>,
}

impl<E: DeserializeOwned> Record<E> {
    /// Reads a record of a log; `None` if it is none.
    pub fn read(text: &str) -> Option<Record<E>> {
        // By way of a value, as when reading the whole log: parsing from text directly would add a second copy of the code.
        serde_json::from_value(serde_json::from_str(text).ok()?).ok()
    }
}

/// A whole table as one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SessionFile {
    /// The setup.
    #[serde(flatten)]
    pub head: Head,
    /// Every record, oldest first.
    pub log: Vec<Value>,
}

impl SessionFile {
    /// A table as a file, with the lowest format version that can say what is in it.
    pub fn new(head: Head, log: Vec<Value>) -> SessionFile {
        let has_note = log.iter().any(|record| record.get("op").and_then(Value::as_str) == Some("note"));
        let has_seating = log
            .iter()
            .filter_map(|record| record.get("event"))
            .any(|event| event.get("type").and_then(Value::as_str) == Some("people") || event.get("people").is_some());
        let takujo = match (has_sheet(&head.options), has_seating, has_note) {
            (true, _, _) => VERSION,
            (false, true, _) => SEATING_VERSION,
            (false, false, true) => NOTES_VERSION,
            (false, false, false) => head.takujo,
        };
        SessionFile { head: Head { takujo, ..head }, log }
    }
}

/// Whether a program that knows no score sheets would count this table's rounds otherwise.
fn has_sheet(options: &Value) -> bool {
    ["categories", "start", "deals"].iter().any(|field| options.get(field).is_some())
}

/// The name that people gave their own game, in a table's options; empty for any other table.
pub fn own_game(options: &Value) -> String {
    let name = options.get("name").and_then(Value::as_str).unwrap_or_default();
    tidy_name(&one_way(name)).chars().take(MAX_TITLE).collect()
}

/// Everything the app stores, as one file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bundle {
    /// Format version.
    pub takujo: u32,
    /// The tables.
    pub sessions: Vec<SessionFile>,
    /// Everything else, by key: known people, bookmarks, and the values of games.
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
    /// Written by a newer version of this app, in this format version.
    Newer(u32),
    /// A game this version does not have.
    UnknownGame(String),
    /// The setup is impossible: names, number of players or options.
    Setup,
    /// A record, counted from 1, is unreadable or not allowed at its place.
    Record(usize),
    /// Its corrections would compute more than [`MAX_COUNTED`] states.
    TooManyCorrections,
}

impl std::fmt::Display for LoadError {
    /// English, for people at a terminal. The app shows its own texts.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LoadError::TooLarge => write!(f, "larger than {} MB", MAX_FILE / 1024 / 1024),
            LoadError::TooMany => write!(f, "more than {MAX_RECORDS} records or tables"),
            LoadError::TooManyCorrections => f.write_str("more corrections of early records than can be replayed"),
            LoadError::NotJson => f.write_str("not JSON, or cut off"),
            LoadError::NotTakujo => f.write_str("not a Takujo save"),
            LoadError::Newer(version) => write!(f, "written by a newer Takujo (format {version})"),
            LoadError::UnknownGame(game) => write!(f, "unknown game {game:?}"),
            LoadError::Setup => f.write_str("damaged: the players or options are impossible"),
            LoadError::Record(record) => write!(f, "damaged: record {record} cannot be read"),
        }
    }
}

impl std::error::Error for LoadError {}

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

fn head_of(value: Value) -> Result<Head, LoadError> {
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
fn clean(title: &mut String, players: &mut [Player], people: &mut Vec<String>) {
    *title = tidy_name(&one_way(title)).chars().take(MAX_TITLE).collect();
    for player in players.iter_mut() {
        player.name = one_way(&player.name);
    }
    // Ids need no cleaning: they are only compared, never shown.
    if people.len() > players.len() {
        people.clear();
    }
}

/// The part of a [`Head`] that a list of all tables shows.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Label {
    takujo: u32,
    /// See [`Head::game`].
    pub game: String,
    /// See [`Head::title`].
    #[serde(default)]
    pub title: String,
    /// See [`Head::created`].
    #[serde(deserialize_with = "stamp")]
    pub created: DateTime<Utc>,
    /// See [`Head::deleted`].
    #[serde(default, deserialize_with = "stamp_if_any")]
    pub deleted: Option<DateTime<Utc>>,
    /// See [`Head::players`].
    pub players: Vec<Player>,
    /// See [`Head::people`].
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
pub fn read_label(json: &str) -> Option<Label> {
    let mut label: Label = serde_json::from_str(json).ok()?;
    clean(&mut label.title, &mut label.players, &mut label.people);
    if let Some(own) = label.own() {
        label.kind = format!("{}/{own}", label.game);
    }
    (1..=VERSION).contains(&label.takujo).then_some(label)
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

/// What a file contains.
#[derive(Debug, Clone, PartialEq)]
pub enum File {
    /// One table.
    Session(SessionFile),
    /// Everything the app stored. A table that cannot be read is given as its error.
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
/// [`LoadError`] says what is wrong. The records are not looked into before [`open`].
pub fn read_file(json: &str) -> Result<File, LoadError> {
    if json.len() > MAX_FILE {
        return Err(LoadError::TooLarge);
    }
    // Editors on Windows put a byte order mark in front. A browser takes it away, other readers of files do not.
    let json = json.strip_prefix('\u{feff}').unwrap_or(json);
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

/// An open table: who plays, what was agreed, and what happened.
pub struct Session<G: Game> {
    /// Who sits where now.
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

impl<G: Game> Session<G> {
    /// Who sat at the table when this entry was made, by its index from 0.
    pub fn seats_at(&self, entry: usize) -> &Seats {
        self.ledger.states().get(entry).and_then(seated::<G>).map_or(&self.seats, Seated::seats)
    }

    /// Takes the seats from the ledger. Call it after the ledger has changed.
    pub fn sit_down(&mut self) {
        if let Some(seated) = seated::<G>(self.ledger.state())
            && *seated.seats() != self.seats
        {
            self.seats = seated.seats().clone();
        }
    }
}

/// Opens a table: reads its options, and replays its log.
///
/// # Errors
/// [`LoadError::UnknownGame`] if it is not a table of `G`; otherwise [`LoadError::Setup`], [`LoadError::Record`] or
/// [`LoadError::TooManyCorrections`].
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
    let mut session = Session { seats, options, ledger };
    session.sit_down();
    Ok(session)
}

/// People came, went or changed seats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeatChange {
    /// Index of its entry in the ledger, from 0.
    pub entry: usize,
    /// How many rounds were scored before it.
    pub rounds: usize,
    /// Who came, as indices of [`Report::players`], and with how many points.
    pub came: Vec<(usize, i32)>,
    /// Who left, as indices of [`Report::players`], and with how many points.
    pub left: Vec<(usize, i32)>,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// A table in figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Stable text id of the game.
    pub game: String,
    /// Names of everybody who has been at the table: in seat order, then those who joined.
    pub players: Vec<String>,
    /// Those who joined, the last ones of `players`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<Joined>,
    /// The sides that score, each as indices of `players`: one player each, except in partnerships. Sides at the table
    /// come first, in seat order.
    pub sides: Vec<Vec<usize>>,
    /// How many sides, the last ones, are no longer at the table. They keep their totals, but cannot win.
    #[serde(skip_serializing_if = "is_zero")]
    pub gone: usize,
    /// Points of each side in each scored round; `None` where it did not play.
    pub rounds: Vec<Vec<Option<i32>>>,
    /// When people came, went or changed seats, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<SeatChange>,
    /// The points that each side started with; empty if all started with none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starts: Vec<i32>,
    /// The note beside each round; empty if there is none at all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Number of finished turns, in a game that scores no rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// Total points of each side.
    pub points: Vec<i32>,
    /// What decides the game, for each side: its points, unless the game counts something else.
    pub totals: Vec<i32>,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// Sides at the table that have the best total, as indices.
    pub leaders: Vec<usize>,
    /// Number of scored rounds.
    #[serde(skip)]
    pub played: usize,
    /// See [`Game::tallies`]; none in the figures of [`standing`].
    #[serde(skip)]
    pub tallies: Vec<super::tally::GameTally>,
    /// Whether the game is over, and who won, as indices of sides.
    pub outcome: Outcome,
    /// Names of the winners; empty while the game goes on.
    pub winners: Vec<String>,
}

/// The indices of the best of `totals`: the highest, or the lowest if that wins.
pub(super) fn best_of(totals: &[i32], lowest: bool) -> Vec<usize> {
    if lowest {
        leaders(&totals.iter().map(|total| total.saturating_neg()).collect::<Vec<_>>())
    } else {
        leaders(totals)
    }
}

impl Report {
    /// The sides as indices, by total, best first. Where rounds won decide, equal totals are in the order of points;
    /// other ties stay in seat order. Those who left come last.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.totals.len()).collect();
        order.sort_by_key(|side| {
            let total = i64::from(self.totals[*side]);
            let points = if self.by_wins() { i64::from(self.points[*side]) } else { 0 };
            (self.has_left(*side), if self.lowest_wins { total } else { -total }, -points)
        });
        order
    }

    /// Whether something other than points decides, in practice rounds won, see [`Report::totals`].
    pub fn by_wins(&self) -> bool {
        self.points != self.totals
    }

    /// Whether a side is no longer at the table.
    pub fn has_left(&self, side: usize) -> bool {
        side + self.gone >= self.sides.len()
    }

    /// Whether a side is no longer at the table only because its players have other partners now.
    pub fn has_parted(&self, side: usize) -> bool {
        let sit = |player: &usize| {
            let seated = self.sides.iter().take(self.sides.len() - self.gone);
            seated.flatten().any(|other| other == player)
        };
        self.has_left(side) && self.sides[side].iter().any(sit)
    }

    /// Everybody who has been at the table, by player index.
    pub fn everyone(&self, head: &Head) -> Vec<Player> {
        head.players.iter().chain(self.joined.iter().map(|joined| &joined.player)).cloned().collect()
    }

    /// Who plays on a side.
    pub fn side_players(&self, head: &Head, side: usize) -> Vec<Player> {
        let everyone = self.everyone(head);
        let of = self.sides.get(side).into_iter().flatten();
        of.filter_map(|player| everyone.get(*player).cloned()).collect()
    }
}

/// Adds a text as a cell of a CSV file.
pub(super) fn cell(text: &mut String, words: &str) {
    // A spreadsheet would run such a text as a formula; an apostrophe before it prevents that.
    text.push_str(if words.starts_with(['=', '+', '-', '@', '\t', '\r']) { "\"'" } else { "\"" });
    text.push_str(&words.replace('"', "\"\""));
    text.push('"');
}

/// The points of every round as CSV (RFC 4180): what people started with, unless that was nothing, a row for each
/// round, then the sums. The last argument has the words for headings. There is a column for notes if there are any.
/// Begins with a byte order mark, because spreadsheets misread Japanese without one.
pub fn csv(report: &Report, [round, total, note, start]: [&str; 4]) -> String {
    let mut text = String::from('\u{feff}');
    let points = |text: &mut String, points: &[Option<i32>]| {
        for points in points {
            text.push(',');
            text.push_str(&points.map(|points| points.to_string()).unwrap_or_default());
        }
    };
    cell(&mut text, round);
    for side in &report.sides {
        let names: Vec<&str> = side.iter().filter_map(|seat| report.players.get(*seat).map(String::as_str)).collect();
        text.push(',');
        cell(&mut text, &names.join(" & "));
    }
    if !report.notes.is_empty() {
        text.push(',');
        cell(&mut text, note);
    }
    text.push_str("\r\n");
    // Without this row the columns would not add up.
    if !report.starts.is_empty() {
        cell(&mut text, start);
        points(&mut text, &report.starts.iter().copied().map(Some).collect::<Vec<_>>());
        text.push_str("\r\n");
    }
    for (at, round) in report.rounds.iter().enumerate() {
        text.push_str(&(at + 1).to_string());
        points(&mut text, round);
        if let Some(note) = report.notes.get(at) {
            text.push(',');
            cell(&mut text, note);
        }
        text.push_str("\r\n");
    }
    cell(&mut text, total);
    points(&mut text, &report.points.iter().copied().map(Some).collect::<Vec<_>>());
    text.push_str("\r\n");
    text
}

/// A side of a table on which people came or went.
struct Side {
    /// Numbers of those who score together.
    people: Vec<usize>,
    /// Its points when it first played.
    start: i32,
    /// Points and total when it last played.
    points: i32,
    total: i32,
}

/// The sides of a table on which people came or went.
struct Sides {
    all: Vec<Side>,
    /// The stretches between changes of seats: the index of the first entry of each, and the sides that played in it,
    /// as indices.
    spells: Vec<(usize, Vec<usize>)>,
    changes: Vec<SeatChange>,
}

/// The sides of a table over time, those that are at the table first; `None` if nobody came or went. The same people
/// count as the same side again if they go on with the points they had.
fn sides_over_time<G: Game>(session: &Session<G>) -> Option<Sides> {
    let (entries, states) = (session.ledger.entries(), session.ledger.states());
    if seated::<G>(session.ledger.state())?.changes() == 0 {
        return None;
    }
    let after_change = entries.iter().enumerate().filter(|(_, event)| seating::<G>(event).is_some());
    let starts: Vec<usize> = std::iter::once(0).chain(after_change.map(|(at, _)| at + 1)).collect();
    let mut told = Sides { all: Vec::<Side>::new(), spells: Vec::new(), changes: Vec::new() };
    for (nth, start) in starts.iter().copied().enumerate() {
        // The last state before the next change.
        let end = starts.get(nth + 1).map_or(entries.len(), |next| next - 1);
        let (first, last) = (states.get(start)?, states.get(end)?);
        let at_table = seated::<G>(first)?;
        let opening = G::points(first);
        let closing = G::points(last).into_iter().zip(G::standing(last).totals);
        let mut playing = Vec::new();
        for ((side, opening), (points, total)) in
            G::sides(at_table.seats(), &session.options).iter().zip(opening).zip(closing)
        {
            let mut people: Vec<usize> = side.iter().map(|seat| at_table.number(*seat)).collect();
            let same = |other: &Side| {
                let mut others = other.people.clone();
                others.sort_unstable();
                let mut people = people.clone();
                people.sort_unstable();
                others == people && other.points == opening
            };
            let at = told.all.iter().position(same).unwrap_or_else(|| {
                told.all.push(Side { people: std::mem::take(&mut people), start: opening, points, total });
                told.all.len() - 1
            });
            (told.all[at].points, told.all[at].total) = (points, total);
            playing.push(at);
        }
        if nth > 0 {
            let before = seated::<G>(states.get(start - 1)?)?;
            let number = |(number, points): &(u8, i32)| (usize::from(*number), *points);
            let left = at_table.left().iter().filter(|(number, _)| before.now().contains(number));
            told.changes.push(SeatChange {
                entry: start - 1,
                rounds: session.ledger.rounds().partition_point(|round| round.entry < start),
                came: at_table.came().iter().map(number).collect(),
                left: left.map(number).collect(),
            });
        }
        told.spells.push((start, playing));
    }
    // The sides at the table come first, in their order.
    let now = told.spells.last().map(|(_, playing)| playing.clone()).unwrap_or_default();
    let others: Vec<usize> = (0..told.all.len()).filter(|at| !now.contains(at)).collect();
    let order: Vec<usize> = now.into_iter().chain(others).collect();
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, side)| place[*side] = at);
    told.spells.iter_mut().for_each(|(_, playing)| playing.iter_mut().for_each(|at| *at = place[*at]));
    let mut all: Vec<Option<Side>> = std::mem::take(&mut told.all).into_iter().map(Some).collect();
    told.all = order.into_iter().filter_map(|at| all[at].take()).collect();
    Some(told)
}

/// The figures of a stored table of the game `G`; replays its log.
///
/// # Errors
/// [`LoadError`] says what is wrong with it.
pub fn replay<G: Game>(file: &SessionFile) -> Result<Report, LoadError> {
    Ok(report(&open::<G>(&file.head, file.log.iter().cloned())?))
}

/// The figures of an open table.
pub fn report<G: Game>(session: &Session<G>) -> Report {
    let rounds = session.ledger.rounds();
    let mut notes: Vec<_> = rounds.iter().map(|round| session.ledger.note(round.entry).to_owned()).collect();
    if notes.iter().all(String::is_empty) {
        notes.clear();
    }
    let tallies = G::tallies(session.ledger.entries(), session.ledger.states(), &session.seats, &session.options);
    let sides = sides_over_time(session);
    let rounds = rounds.iter().map(|round| match &sides {
        None => round.points.iter().copied().map(Some).collect(),
        Some(Sides { all, spells, .. }) => {
            let spell = spells.partition_point(|(start, _)| *start <= round.entry).saturating_sub(1);
            let mut row = vec![None; all.len()];
            spells[spell].1.iter().zip(&round.points).for_each(|(side, points)| row[*side] = Some(*points));
            row
        }
    });
    Report { rounds: rounds.collect(), notes, tallies, ..standing_of(session, sides) }
}

/// How an open table stands: its report without rounds, notes and tallies, at a cost that does not grow with the number
/// of rounds, unless people came or went.
pub fn standing<G: Game>(session: &Session<G>) -> Report {
    standing_of(session, sides_over_time(session))
}

fn standing_of<G: Game>(session: &Session<G>, told: Option<Sides>) -> Report {
    let sides = G::sides(&session.seats, &session.options);
    let standing = G::standing(session.ledger.state());
    let lowest_wins = G::lowest_wins(&session.options);
    let winners = standing.outcome.winners();
    let name = |seat: &Seat| session.seats.name(*seat).to_owned();
    let seated = seated::<G>(session.ledger.state());
    let people = seated.map_or(session.seats.players(), Seated::people);
    let report = Report {
        game: G::ID.to_owned(),
        players: people.iter().map(|player| player.name.clone()).collect(),
        joined: seated.map(Seated::joined).unwrap_or_default(),
        winners: winners.iter().filter_map(|side| sides.get(*side)).flatten().map(name).collect(),
        sides: sides.iter().map(|side| side.iter().map(|seat| seat.index()).collect()).collect(),
        gone: 0,
        rounds: Vec::new(),
        changes: Vec::new(),
        starts: Vec::new(),
        notes: Vec::new(),
        tallies: Vec::new(),
        turns: G::turns(session.ledger.state()),
        played: session.ledger.rounds().len(),
        points: G::points(session.ledger.state()),
        lowest_wins,
        leaders: best_of(&standing.totals, lowest_wins),
        totals: standing.totals,
        outcome: standing.outcome,
    };
    let Some(Sides { all, changes, .. }) = told else { return report };
    let mut starts: Vec<i32> = all.iter().map(|side| side.start).collect();
    if starts.iter().all(|start| *start == 0) {
        starts.clear();
    }
    Report {
        gone: all.len() - sides.len(),
        points: all.iter().map(|side| side.points).collect(),
        totals: all.iter().map(|side| side.total).collect(),
        sides: all.into_iter().map(|side| side.people).collect(),
        changes,
        starts,
        ..report
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

    #[test]
    fn points_for_a_spreadsheet_hold_every_round_and_no_formula() {
        let report = Report {
            game: "any".to_owned(),
            players: ["Aiko, \"A\"", "=cmd()", "美咲"].map(str::to_owned).to_vec(),
            sides: vec![vec![0, 2], vec![1]],
            joined: Vec::new(),
            gone: 0,
            rounds: vec![vec![Some(12), None], vec![Some(0), Some(7)]],
            changes: Vec::new(),
            starts: vec![0, -3],
            notes: vec![String::new(), "=Ken dealt".to_owned()],
            tallies: Vec::new(),
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
            csv(&report, ["Round", "Total", "Note", "Start"]),
            "\u{feff}\"Round\",\"Aiko, \"\"A\"\" & 美咲\",\"'=cmd()\",\"Note\"\r\n\"Start\",0,-3\r\n1,12,,\"\"\r\n2,0,7,\"'=Ken dealt\"\r\n\"Total\",12,4\r\n"
        );
        assert_eq!(
            csv(&Report { notes: Vec::new(), starts: Vec::new(), ..report }, ["Round", "Total", "Note", "Start"]),
            "\u{feff}\"Round\",\"Aiko, \"\"A\"\" & 美咲\",\"'=cmd()\"\r\n1,12,\r\n2,0,7\r\n\"Total\",12,4\r\n"
        );
    }
}
