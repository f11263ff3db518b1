//! What phones and takujo-host say to each other, as values and as bytes. `docs/live.md` is the same in words.
//!
//! A message is one binary WebSocket frame: the version, the kind, then fields of fixed length, numbers with the high
//! byte first; a record takes the rest. Decoding is a pure function that accepts exactly what encoding makes, of each
//! version in [`VERSIONS`].

mod versions;

pub use versions::{Outdated, VERSION, VERSIONS, instead_of, version_of};

/// The longest record, in bytes.
pub const RECORD_MAX: usize = 8 * 1024;
/// The longest message, in bytes: what stands before a record takes at most 128, and no message without a record is as
/// long as one with the longest.
pub const MESSAGE_MAX: usize = RECORD_MAX + 128;

/// Named as the expected length of a log, this is any length: a change of rights or the end of a table then comes after
/// whatever others append meanwhile.
pub const ANY_LENGTH: u32 = u32::MAX;

/// A table's name: 16 random bytes made by the phone that opens it.
pub type Table = [u8; 16];
/// What a link carries and gives a right: 32 random bytes.
pub type Secret = [u8; 32];
/// The SHA-256 of a secret, which is all that the host keeps of it.
pub type Hash = [u8; 32];

/// What somebody may do with a table. Each right includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// Read the log.
    Watch,
    /// Append to it, unless the table is locked.
    Write,
    /// Append to it always, change the secrets, lock, close.
    Host,
}

/// What a phone sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Open a table with these secrets. This is entry 0 of its log. Asked again with the same hashes, the host answers
    /// the same.
    Create {
        /// The name of the new table.
        table: Table,
        /// The hash of the secret for watching.
        watch: Hash,
        /// The hash of the secret for writing.
        write: Hash,
        /// The hash of the secret for hosting.
        host: Hash,
    },
    /// Follow a table from an entry on. Only one table in a connection.
    Join {
        /// The table.
        table: Table,
        /// What gives the right.
        secret: Secret,
        /// The first entry wanted. A phone that has some asks again for the last of them, to see that it is the same.
        from: u32,
    },
    /// Append a record if the log has exactly this many entries.
    Append {
        /// How many entries the phone has seen.
        expected: u32,
        /// 1 to [`RECORD_MAX`] bytes that the host does not read.
        record: Vec<u8>,
    },
    /// Change secrets or the lock if the log has exactly this many entries. What is `None` stays.
    Change {
        /// How many entries the phone has seen, or [`ANY_LENGTH`].
        expected: u32,
        /// A new secret for watching: links with the old one are then worth nothing.
        watch: Option<Hash>,
        /// A new one for writing.
        write: Option<Hash>,
        /// A new one for hosting: the table is handed over.
        host: Option<Hash>,
        /// Whether only the host may write.
        locked: Option<bool>,
    },
    /// End the table and delete its log, if the log has exactly this many entries.
    Close {
        /// How many entries the phone has seen, or [`ANY_LENGTH`].
        expected: u32,
    },
    /// Answered with the same number. Browsers cannot send the pings of WebSocket itself.
    Ping(u32),
}

/// What the host sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tell {
    /// The table is open.
    Created,
    /// The phone follows the table.
    Joined {
        /// What its secret allows.
        right: Right,
        /// Whether only the host may write.
        locked: bool,
        /// How many entries the log has.
        length: u32,
    },
    /// An entry of the log, in order.
    Entry {
        /// Its place in the log.
        position: u32,
        /// The bytes that were appended.
        record: Vec<u8>,
    },
    /// An entry of the log that sets the rights, in order. Entry 0 always is one.
    Changed {
        /// Its place in the log.
        position: u32,
        /// What the phone's secret allows now.
        right: Right,
        /// Whether only the host may write.
        locked: bool,
    },
    /// The append or change is in the log, on disk, which now has this many entries.
    Appended {
        /// How many entries the log has.
        length: u32,
    },
    /// Nothing was appended: the log has another length than expected.
    Conflict {
        /// How many entries the log has.
        length: u32,
    },
    /// The table was closed. Nothing follows.
    Closed,
    /// The answer to a ping.
    Pong(u32),
    /// The question was refused.
    Refused(Refusal),
}

/// Why a question was refused, with the limit where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The host does not speak the version of the question, and this is its newest. The connection ends. This refusal has
    /// the same bytes in every version, so that it is always understood.
    Version(u8),
    /// The bytes are no message. The connection ends.
    Malformed,
    /// Unknown table, wrong secret or closed table; which of them is not told.
    NotThere,
    /// The secret does not allow this.
    NotAllowed,
    /// Only the host may write now.
    Locked,
    /// There is a table of this name with other secrets.
    Taken,
    /// The question does not fit the state of the connection: a second join, an append before one.
    OutOfOrder,
    /// The record is longer than this many bytes.
    RecordTooLong(u32),
    /// The log has this many entries, and may not have more.
    TableFull(u32),
    /// The log may not have more than this many bytes.
    TableTooLarge(u32),
    /// This address has opened as many tables within the hour as it may.
    TooManyTables(u32),
    /// The host, or this address, has as many connections as it may. The connection ends.
    TooManyConnections(u32),
    /// This address has presented as many wrong secrets within the minute as it may. Right ones pass.
    TooManyGuesses(u32),
    /// More than this many messages a second. The connection ends.
    TooFast(u32),
    /// Nothing came, or what was sent was not read, for this many seconds. The connection ends.
    TooSlow(u32),
    /// The host stops; try again. The connection ends.
    Stopping,
    /// The store failed: it is not known whether the entry is in the log. The connection ends; join again to see.
    Unavailable,
    /// The host's disk has no room for it, or no more than it wants to leave free. Nothing was appended.
    NoRoom,
}

/// Why bytes are no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Malformed {
    /// Longer than [`MESSAGE_MAX`].
    TooLong,
    /// Another version of the protocol, or nothing at all.
    Version,
    /// No kind of message has this number.
    Kind(u8),
    /// Too few or too many bytes for the kind.
    Length,
    /// A field with a value that means nothing.
    Value,
    /// A record longer than [`RECORD_MAX`].
    RecordTooLong,
}

impl Right {
    fn byte(self) -> u8 {
        match self {
            Self::Watch => 1,
            Self::Write => 2,
            Self::Host => 3,
        }
    }
}

/// Reads fields from the front.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn open(bytes: &'a [u8]) -> Result<(u8, Self), Malformed> {
        match bytes {
            _ if bytes.len() > MESSAGE_MAX => Err(Malformed::TooLong),
            _ if version_of(bytes).is_none() => Err(Malformed::Version),
            [_, kind, rest @ ..] => Ok((*kind, Self(rest))),
            _ => Err(Malformed::Length),
        }
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(Malformed::Length)?;
        self.0 = rest;
        Ok(*first)
    }

    fn byte(&mut self) -> Result<u8, Malformed> {
        self.bytes::<1>().map(|[byte]| byte)
    }

    fn number(&mut self) -> Result<u32, Malformed> {
        self.bytes().map(u32::from_be_bytes)
    }

    fn flag(&mut self) -> Result<bool, Malformed> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed::Value),
        }
    }

    fn right(&mut self) -> Result<Right, Malformed> {
        match self.byte()? {
            1 => Ok(Right::Watch),
            2 => Ok(Right::Write),
            3 => Ok(Right::Host),
            _ => Err(Malformed::Value),
        }
    }

    fn record(&mut self) -> Result<Vec<u8>, Malformed> {
        match self.0.len() {
            0 => Err(Malformed::Length),
            1..=RECORD_MAX => Ok(std::mem::take(&mut self.0).to_vec()),
            _ => Err(Malformed::RecordTooLong),
        }
    }

    fn end<T>(self, message: T) -> Result<T, Malformed> {
        if self.0.is_empty() { Ok(message) } else { Err(Malformed::Length) }
    }
}

/// The first byte of a refusal of a version, whatever is spoken otherwise: phones that speak only version 1 understand no
/// other. Those of this program do not look at it.
const REFUSED: u8 = 1;

fn message(version: u8, kind: u8, fields: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![version, kind];
    fields.iter().for_each(|field| bytes.extend_from_slice(field));
    bytes
}

impl Ask {
    /// The bytes of the message in this one of [`VERSIONS`]. A record longer than [`RECORD_MAX`] makes a message that no
    /// host takes.
    #[must_use]
    pub fn encode(&self, version: u8) -> Vec<u8> {
        let message = |kind, fields: &[&[u8]]| message(version, kind, fields);
        match self {
            Self::Create { table, watch, write, host } => message(1, &[table, watch, write, host]),
            Self::Join { table, secret, from } => message(2, &[table, secret, &from.to_be_bytes()]),
            Self::Append { expected, record } => message(3, &[&expected.to_be_bytes(), record]),
            Self::Change { expected, watch, write, host, locked } => {
                let given = |hash: &Option<Hash>, bit: u8| if hash.is_some() { bit } else { 0 };
                let lock = match locked {
                    None => 0,
                    Some(false) => 8,
                    Some(true) => 8 | 16,
                };
                let which = given(watch, 1) | given(write, 2) | given(host, 4) | lock;
                let field = |hash: &Option<Hash>| hash.map_or(Vec::new(), |hash| hash.to_vec());
                message(4, &[&expected.to_be_bytes(), &[which], &field(watch), &field(write), &field(host)])
            }
            Self::Close { expected } => message(5, &[&expected.to_be_bytes()]),
            Self::Ping(number) => message(6, &[&number.to_be_bytes()]),
        }
    }

    /// The message that these bytes are.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        let (kind, mut fields) = Fields::open(bytes)?;
        let ask = match kind {
            1 => Self::Create {
                table: fields.bytes()?,
                watch: fields.bytes()?,
                write: fields.bytes()?,
                host: fields.bytes()?,
            },
            2 => Self::Join { table: fields.bytes()?, secret: fields.bytes()?, from: fields.number()? },
            3 => Self::Append { expected: fields.number()?, record: fields.record()? },
            4 => {
                let (expected, which) = (fields.number()?, fields.byte()?);
                let locked = match which & !7 {
                    0 => None,
                    8 => Some(false),
                    24 => Some(true),
                    _ => return Err(Malformed::Value),
                };
                let mut field = |bit| if which & bit == 0 { Ok(None) } else { fields.bytes().map(Some) };
                Self::Change { expected, watch: field(1)?, write: field(2)?, host: field(4)?, locked }
            }
            5 => Self::Close { expected: fields.number()? },
            6 => Self::Ping(fields.number()?),
            _ => return Err(Malformed::Kind(kind)),
        };
        fields.end(ask)
    }
}

impl Tell {
    /// The bytes of the message in this one of [`VERSIONS`].
    #[must_use]
    pub fn encode(&self, version: u8) -> Vec<u8> {
        let version = if let Self::Refused(Refusal::Version(_)) = self { REFUSED } else { version };
        let message = |kind, fields: &[&[u8]]| message(version, kind, fields);
        match self {
            Self::Created => message(129, &[]),
            Self::Joined { right, locked, length } => {
                message(130, &[&[right.byte(), u8::from(*locked)], &length.to_be_bytes()])
            }
            Self::Entry { position, record } => message(131, &[&position.to_be_bytes(), record]),
            Self::Changed { position, right, locked } => {
                message(132, &[&position.to_be_bytes(), &[right.byte(), u8::from(*locked)]])
            }
            Self::Appended { length } => message(133, &[&length.to_be_bytes()]),
            Self::Conflict { length } => message(134, &[&length.to_be_bytes()]),
            Self::Closed => message(135, &[]),
            Self::Pong(number) => message(136, &[&number.to_be_bytes()]),
            Self::Refused(refusal) => {
                let (code, limit, _) = refusal.parts();
                message(137, &[&[code], &limit.to_be_bytes()])
            }
        }
    }

    /// The message that these bytes are.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn decode(bytes: &[u8]) -> Result<Self, Malformed> {
        if let [_, 137, 1, 0, 0, 0, newest] = bytes {
            return Ok(Self::Refused(Refusal::Version(*newest)));
        }
        let (kind, mut fields) = Fields::open(bytes)?;
        let tell = match kind {
            129 => Self::Created,
            130 => Self::Joined { right: fields.right()?, locked: fields.flag()?, length: fields.number()? },
            131 => Self::Entry { position: fields.number()?, record: fields.record()? },
            132 => Self::Changed { position: fields.number()?, right: fields.right()?, locked: fields.flag()? },
            133 => Self::Appended { length: fields.number()? },
            134 => Self::Conflict { length: fields.number()? },
            135 => Self::Closed,
            136 => Self::Pong(fields.number()?),
            137 => {
                let (code, limit) = (fields.byte()?, fields.number()?);
                Self::Refused(Refusal::of(code, limit).ok_or(Malformed::Value)?)
            }
            _ => return Err(Malformed::Kind(kind)),
        };
        fields.end(tell)
    }
}

impl Refusal {
    /// Its number on the wire, the limit it names (0 where there is none), and a word for figures.
    fn parts(self) -> (u8, u32, &'static str) {
        match self {
            Self::Version(version) => (1, version.into(), "version"),
            Self::Malformed => (2, 0, "malformed"),
            Self::NotThere => (3, 0, "not-there"),
            Self::NotAllowed => (4, 0, "not-allowed"),
            Self::Locked => (5, 0, "locked"),
            Self::Taken => (6, 0, "taken"),
            Self::OutOfOrder => (7, 0, "out-of-order"),
            Self::RecordTooLong(limit) => (8, limit, "record-too-long"),
            Self::TableFull(limit) => (9, limit, "table-full"),
            Self::TableTooLarge(limit) => (10, limit, "table-too-large"),
            Self::TooManyTables(limit) => (11, limit, "too-many-tables"),
            Self::TooManyConnections(limit) => (12, limit, "too-many-connections"),
            Self::TooManyGuesses(limit) => (13, limit, "too-many-guesses"),
            Self::TooFast(limit) => (14, limit, "too-fast"),
            Self::TooSlow(limit) => (15, limit, "too-slow"),
            Self::Stopping => (16, 0, "stopping"),
            Self::Unavailable => (17, 0, "unavailable"),
            Self::NoRoom => (18, 0, "no-room"),
        }
    }

    fn of(code: u8, limit: u32) -> Option<Self> {
        let refusal = match code {
            1 => Self::Version(limit.try_into().ok()?),
            2 => Self::Malformed,
            3 => Self::NotThere,
            4 => Self::NotAllowed,
            5 => Self::Locked,
            6 => Self::Taken,
            7 => Self::OutOfOrder,
            8 => Self::RecordTooLong(limit),
            9 => Self::TableFull(limit),
            10 => Self::TableTooLarge(limit),
            11 => Self::TooManyTables(limit),
            12 => Self::TooManyConnections(limit),
            13 => Self::TooManyGuesses(limit),
            14 => Self::TooFast(limit),
            15 => Self::TooSlow(limit),
            16 => Self::Stopping,
            17 => Self::Unavailable,
            18 => Self::NoRoom,
            _ => return None,
        };
        let (same, named, _) = refusal.parts();
        ((same, named) == (code, limit)).then_some(refusal)
    }

    /// Every refusal, with no limit named.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=u8::MAX).map_while(|code| Self::of(code, 0))
    }

    /// A word for logs and figures.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.parts().2
    }
}
