//! Sets laid out by a player, and what is wrong with them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::photos::{Counts, Photo};
use super::sets::{NotASet, Partition, Set};

/// Sets laid out by a player: "group it yourself".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Grouping {
    /// The photos of each set, in any order.
    pub sets: Vec<Vec<Photo>>,
}

impl Grouping {
    /// The grouping as a partition of `counts`, with the sets in the player's order; [`Partition::points`] then scores
    /// it.
    ///
    /// # Errors
    /// Every problem with it: photos that make no set, or are used more often than held (002 "Score Calculation").
    pub fn check(&self, counts: &Counts) -> Result<Partition, Vec<GroupingError>> {
        let mut errors = Vec::new();
        let mut sets = Vec::new();
        for (index, photos) in self.sets.iter().enumerate() {
            match Set::from_photos(photos) {
                Ok(set) => sets.push(set),
                Err(why) => errors.push(GroupingError::NotASet { index, why }),
            }
        }
        let mut left_over = Counts::ZERO;
        for photo in Photo::all() {
            let used = self.sets.iter().flatten().filter(|&&p| p == photo).count();
            let held = counts.get(photo);
            let left = u8::try_from(used).ok().and_then(|used| held.checked_sub(used));
            match left.map(|left| left_over.set(photo, left)) {
                Some(Ok(())) => {}
                _ => errors.push(GroupingError::UsedTooOften { photo, used, held }),
            }
        }
        if errors.is_empty() { Ok(Partition { sets, left_over }) } else { Err(errors) }
    }
}

/// Why a [`Grouping`] cannot be scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupingError {
    /// These photos make no set.
    NotASet {
        /// Which of the sets, from 0.
        index: usize,
        /// The reason.
        why: NotASet,
    },
    /// A photo is in the sets more often than the player has it.
    UsedTooOften {
        /// The photo.
        photo: Photo,
        /// How often it is used.
        used: usize,
        /// How many the player has.
        held: u8,
    },
}

impl fmt::Display for GroupingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotASet { index, why } => write!(f, "set {}: {why}", index + 1),
            Self::UsedTooOften { photo, used, held } => {
                write!(f, "{used} of {} {} used, of {held}", photo.city.id(), photo.house.id())
            }
        }
    }
}

impl std::error::Error for GroupingError {}
