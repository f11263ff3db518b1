//! What people have chosen about how a grid is read. Everything else is proposed anew for each text.

use serde::{Deserialize, Serialize};

use super::along::RoundsAre;

/// What the numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum NumbersAre {
    /// The points of each round.
    #[default]
    Points,
    /// The totals after each round.
    Totals,
}

/// Whose points a track has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TrackChoice {
    /// Nobody's.
    Unused,
    /// Those of somebody who was offered.
    Offered(String),
    /// Those of somebody whose name is typed.
    Typed(String),
}

impl TrackChoice {
    /// The name of whoever it is.
    pub(super) fn name(&self) -> Option<&String> {
        match self {
            TrackChoice::Unused => None,
            TrackChoice::Offered(name) | TrackChoice::Typed(name) => Some(name),
        }
    }
}

/// What was chosen where this is a round.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ChoicesAlong {
    /// Whether names are in front of the first round.
    pub names: Option<bool>,
    /// Whether the totals are after the last round.
    pub sums: Option<bool>,
    /// Tracks with what was in front of them.
    tracks: Vec<(usize, String, TrackChoice)>,
}

impl ChoicesAlong {
    /// Says whose points a track has while this is in front of it: in another text its place may be somebody else's.
    pub fn seat(&mut self, track: usize, heading: &str, choice: TrackChoice) {
        self.tracks.retain(|(other, before, _)| (*other, &**before) != (track, heading));
        self.tracks.push((track, heading.to_owned(), choice));
    }

    /// Whose points a track has with this in front of it, if that was chosen.
    pub fn seated(&self, track: usize, heading: &str) -> Option<&TrackChoice> {
        let chosen = self.tracks.iter().find(|(other, before, _)| (*other, &**before) == (track, heading));
        chosen.map(|(_, _, choice)| choice)
    }
}

/// What people have chosen about how a grid is read.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct OldChoices {
    /// What a round is.
    pub rounds: Option<RoundsAre>,
    /// What the numbers are.
    pub numbers: Option<NumbersAre>,
    /// Whether an empty cell means 0.
    pub empty_is_zero: bool,
    /// What was chosen where lines are rounds.
    pub lines: ChoicesAlong,
    /// What was chosen where columns are rounds.
    pub columns: ChoicesAlong,
}

impl OldChoices {
    /// What was chosen where this is a round.
    pub fn along(&self, rounds: RoundsAre) -> &ChoicesAlong {
        match rounds {
            RoundsAre::Lines => &self.lines,
            RoundsAre::Columns => &self.columns,
        }
    }

    /// The same, to choose more.
    pub fn along_mut(&mut self, rounds: RoundsAre) -> &mut ChoicesAlong {
        match rounds {
            RoundsAre::Lines => &mut self.lines,
            RoundsAre::Columns => &mut self.columns,
        }
    }
}
