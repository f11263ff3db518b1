//! Why a save cannot be read, and the bounds of what is read.

/// Largest file accepted, in bytes.
pub const MAX_FILE: usize = 32 * 1024 * 1024;
/// Most records in a table, and most tables in a file: far more than an evening produces, yet few enough for a phone to
/// replay.
pub const MAX_RECORDS: usize = 20_000;
/// Most states that are computed to open a table, counting those that corrections of early entries compute again.
/// Thousands of times what a long game needs, yet done in seconds.
pub const MAX_COUNTED: usize = 5_000_000;

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
