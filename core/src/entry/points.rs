//! Points in the parts they are split into, as people read and type them.

use super::number::{MINUS, integer, whole};
use crate::domain::parts::Parts;
use crate::i18n::Arg;

/// What stands between points and tenths, also with full width.
const DECIMAL: [char; 4] = ['.', ',', '．', '，'];

impl Parts {
    /// So many parts as the app writes them, with U+2212 as the minus sign.
    pub fn number(self, parts: impl Into<i64>) -> String {
        self.written(parts).replace('-', "\u{2212}")
    }

    /// The same with their sign, for what is added to something; 0 has none.
    pub fn signed(self, parts: impl Into<i64>) -> String {
        let parts = parts.into();
        if parts > 0 { format!("+{}", self.number(parts)) } else { self.number(parts) }
    }

    /// So many parts as a number in a text.
    pub fn arg(self, parts: impl Into<i64>) -> Arg<'static> {
        let parts = parts.into();
        match self {
            Parts::Whole => Arg::from(parts),
            Parts::Tenths => Arg::from(self.number(parts)),
        }
    }

    /// Reads what was typed, as [`integer`] does, and a decimal where there are tenths. `None` for anything else.
    pub fn read(self, typed: &str) -> Option<i64> {
        let typed = typed.trim();
        let Some((points, tenth)) = typed.split_once(DECIMAL).filter(|_| self == Parts::Tenths) else {
            return integer(typed)?.checked_mul(self.of_one().into());
        };
        let size = points.strip_prefix(MINUS);
        let tenth = Some(tenth).filter(|tenth| tenth.chars().count() == 1).and_then(whole)?;
        let parts = i64::from(whole(size.unwrap_or(points))?) * 10 + i64::from(tenth);
        Some(if size.is_some() { -parts } else { parts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tenths_are_read_as_they_are_shown() {
        for parts in [0, 5, 75, -5, -120, 99_999] {
            assert_eq!(Parts::Tenths.read(&Parts::Tenths.number(parts)), Some(parts));
            assert_eq!(Parts::Whole.read(&Parts::Whole.number(parts)), Some(parts));
        }
        let read =
            ["7", " ７．５ ", "-0,5", "7.55", "7.", ".5", "7.-5", "+7.5", "7 .5"].map(|text| Parts::Tenths.read(text));
        assert_eq!(read, [Some(70), Some(75), Some(-5), None, None, None, None, None, Some(75)]);
        assert_eq!((Parts::Whole.read("7.5"), Parts::Whole.read("7")), (None, Some(7)));
        assert_eq!((Parts::Tenths.signed(75), Parts::Tenths.signed(0)), ("+7.5".to_owned(), "0.0".to_owned()));
    }
}
