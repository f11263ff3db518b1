//! Into what parts the points of a game are split.

use serde::{Deserialize, Serialize};

/// Into what parts a point is split. Points are whole numbers of these parts everywhere, so that sums are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parts {
    /// It is not split.
    #[default]
    Whole,
    /// Tenths: points have one decimal.
    Tenths,
}

impl Parts {
    /// How many of them are a point.
    pub const fn of_one(self) -> i32 {
        match self {
            Parts::Whole => 1,
            Parts::Tenths => 10,
        }
    }

    /// So many parts as a number of points, for machines: with an ASCII sign, and every decimal.
    pub fn written(self, parts: impl Into<i64>) -> String {
        let parts = parts.into();
        let sign = if parts < 0 { "-" } else { "" };
        match self {
            Parts::Whole => parts.to_string(),
            Parts::Tenths => format!("{sign}{}.{}", parts.unsigned_abs() / 10, parts.unsigned_abs() % 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_are_written_exactly() {
        let written = [0, 5, 75, -5, -120].map(|parts| Parts::Tenths.written(parts));
        assert_eq!(written, ["0.0", "0.5", "7.5", "-0.5", "-12.0"]);
        assert_eq!(Parts::Tenths.written(i64::MIN), "-922337203685477580.8");
        assert_eq!(Parts::Whole.written(-7), "-7");
    }
}
