//! The seven moves, and how many cards each plays and takes.

use serde::{Deserialize, Serialize};

/// One of the seven moves (003 GAMEPLAY 1 to 6B).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// Plays one card from the hand on a field card of its month; both are discarded (003 GAMEPLAY 1).
    HandField,
    /// Plays three cards of a month from the hand on the fourth on the field; all are discarded (003 GAMEPLAY 2).
    FieldHiki,
    /// Discards two cards of a month from the hand (003 GAMEPLAY 3).
    HandHand,
    /// Discards four cards of a month from the hand (003 GAMEPLAY 4).
    HandHiki,
    /// Discards two cards of a month from the field, then puts one card from the hand and one from the draw pile there
    /// (003 GAMEPLAY 5).
    FieldField,
    /// Draws a card and discards it together with a field card of its month (003 GAMEPLAY 6A).
    StruggleMatch,
    /// Draws a card and keeps it (003 GAMEPLAY 6B).
    StruggleKeep,
}

impl MoveKind {
    /// All seven, in the order of the rules.
    pub const ALL: [MoveKind; 7] = [
        MoveKind::HandField,
        MoveKind::FieldHiki,
        MoveKind::HandHand,
        MoveKind::HandHiki,
        MoveKind::FieldField,
        MoveKind::StruggleMatch,
        MoveKind::StruggleKeep,
    ];

    /// Stable text id.
    pub const fn id(self) -> &'static str {
        match self {
            MoveKind::HandField => "hand_field",
            MoveKind::FieldHiki => "field_hiki",
            MoveKind::HandHand => "hand_hand",
            MoveKind::HandHiki => "hand_hiki",
            MoveKind::FieldField => "field_field",
            MoveKind::StruggleMatch => "struggle_match",
            MoveKind::StruggleKeep => "struggle_keep",
        }
    }

    /// Number of cards that leave the hand, which must have at least that many.
    pub const fn plays(self) -> u8 {
        match self {
            MoveKind::HandField | MoveKind::FieldField => 1,
            MoveKind::HandHand => 2,
            MoveKind::FieldHiki => 3,
            MoveKind::HandHiki => 4,
            MoveKind::StruggleMatch | MoveKind::StruggleKeep => 0,
        }
    }

    /// Number of cards that are added to the hand.
    pub const fn takes(self) -> u8 {
        matches!(self, MoveKind::StruggleKeep) as u8
    }

    /// Whether the top discard then affects the next player: only after moves 1 to 4.
    pub const fn has_effect(self) -> bool {
        matches!(self, MoveKind::HandField | MoveKind::FieldHiki | MoveKind::HandHand | MoveKind::HandHiki)
    }

    /// Whether the player draws before discarding.
    pub(super) const fn draws_first(self) -> bool {
        matches!(self, MoveKind::StruggleMatch | MoveKind::StruggleKeep)
    }
}
