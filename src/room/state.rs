//! What a room says to its table, and what the table shows of it.

use takujo_core::live::letter::{Guest, Writers};
use takujo_core::live::link::Reach;
use takujo_core::storage::StorageError;
use takujo_wire::{Outdated, Right};

/// What a room tells its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoomWord {
    /// The result of the append with this number.
    Written(u64, Result<(), StorageError>),
    /// Somebody else changed the table.
    News,
    /// What [`Room::state`](super::Room::state) says may have changed.
    State,
    /// What is stored of sharing the table has changed.
    Changed,
}

/// What a table shows of its room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomState {
    /// The connection.
    pub stage: Reach,
    /// Which side is too old, if the phone and the host have no version in common. The host is asked again now and then.
    pub outdated: Option<Outdated>,
    /// How many records wait to be added.
    pub waiting: usize,
    /// What this phone may do.
    pub right: Right,
    /// Whether the table is locked: only phones with the right to host may write.
    pub locked: bool,
    /// Whether the host has no room for what waits.
    pub no_room: bool,
    /// Everyone who came, in that order.
    pub guests: Vec<Guest>,
    /// Who may write.
    pub writers: Writers,
    /// The phones whose entries count; `None` if all do that have a link to write.
    pub admitted: Option<Vec<String>>,
    /// Whether those of this phone do.
    pub is_admitted: bool,
    /// Whether everything at this table is signed, so that single phones can be shut out.
    pub signed: bool,
    /// All phones that came or wrote anything, in that order.
    pub phones: Vec<Guest>,
    /// Those that host the table.
    pub hosts: Vec<String>,
    /// Whether new links are being made.
    pub moving: bool,
    /// Whether they could not be made, and the old ones stay.
    pub not_moved: bool,
    /// How many rows were handed in.
    pub rows: usize,
    /// Connections that ended or failed since one last opened, up to a few.
    pub failed: u32,
}

impl RoomState {
    /// That of a table that is not connected yet, with this many records that wait.
    pub fn away(waiting: usize) -> RoomState {
        RoomState {
            stage: Reach::Away,
            outdated: None,
            waiting,
            right: Right::Watch,
            locked: false,
            no_room: false,
            guests: Vec::new(),
            writers: Writers::All,
            admitted: None,
            is_admitted: true,
            signed: false,
            phones: Vec::new(),
            hosts: Vec::new(),
            moving: false,
            not_moved: false,
            rows: 0,
            failed: 0,
        }
    }

    /// Whether this phone may change what of the setup can be changed: names of cards.
    pub fn may_set_up(&self) -> bool {
        self.right == Right::Host || !self.signed && self.is_free()
    }

    /// Whether what this phone enters counts, unless the table is locked.
    pub fn may_write(&self) -> bool {
        self.right >= Right::Write && self.is_admitted
    }

    /// Whether this phone may enter everything, unless the table is locked.
    pub fn is_free(&self) -> bool {
        self.right == Right::Host || (self.may_write() && self.writers == Writers::All)
    }
}
