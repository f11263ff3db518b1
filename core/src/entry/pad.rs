//! The keys of the number pad, and [`Sum`], what is typed with them into a cell.

use serde::{Deserialize, Serialize};

use crate::domain::parts::Parts;

/// A key of the pad.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PadKey {
    /// 0 to 9.
    Digit(u8),
    /// Adds the next number; "10+" on [`Pad::Tens`].
    Plus,
    /// Subtracts the next number.
    Minus,
    /// Zero in each cell of a row that is still empty.
    Rest,
    /// The decimal point.
    Point,
    /// Deletes the last character.
    Erase,
    /// Goes to the next cell, or finishes.
    Next,
}

/// What is being typed: a number, or a sum like `12+11-7`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sum(String);

/// Longest sum, in characters.
const MAX_SUM: usize = 24;

impl Sum {
    /// A number as it would be typed.
    pub fn of(value: i32) -> Sum {
        Sum::in_parts(value, Parts::Whole)
    }

    /// So many parts of points as they would be typed.
    pub fn in_parts(value: i32, parts: Parts) -> Sum {
        let text = parts.written(value);
        Sum(text.strip_suffix(".0").map_or(text.clone(), str::to_owned))
    }

    /// What was typed, from where it was stored.
    pub fn typed(text: String) -> Sum {
        Sum(text)
    }

    /// Whether nothing is typed, which is not the same as zero.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it consists of more than one number.
    pub fn is_sum(&self) -> bool {
        self.0.get(1..).is_some_and(|rest| rest.contains(['+', '-']))
    }

    /// Its last number, without its sign.
    fn last(&self) -> &str {
        self.0.rsplit(['+', '-']).next().unwrap_or_default()
    }

    /// Number of digits at its end.
    pub fn digits(&self) -> usize {
        self.0.chars().rev().take_while(char::is_ascii_digit).count()
    }

    /// Its value; `None` if it is empty, ends in a sign, has decimals, or is out of range.
    pub fn value(&self) -> Option<i32> {
        self.parts(Parts::Whole)
    }

    /// Its value in parts of points; `None` if it is not finished, has more decimals than they, or is out of range.
    pub fn parts(&self, parts: Parts) -> Option<i32> {
        match parts {
            Parts::Whole if self.0.contains('.') => None,
            Parts::Whole => i32::try_from(self.tenths()? / 10).ok(),
            Parts::Tenths => i32::try_from(self.tenths()?).ok(),
        }
    }

    /// Whether it is a number, or a sum that is finished.
    pub fn is_finished(&self) -> bool {
        self.tenths().is_some()
    }

    /// Whether it is a number, or a sum, whose last number has no decimals.
    pub fn is_whole(&self) -> bool {
        self.is_finished() && !self.last().contains('.')
    }

    /// What was typed, to be stored.
    pub fn into_typed(self) -> String {
        self.0
    }

    /// Its value in tenths, within the range of whole numbers.
    fn tenths(&self) -> Option<i64> {
        if !self.0.ends_with(|last: char| last.is_ascii_digit()) {
            return None;
        }
        let mut sum: i64 = 0;
        let mut rest = self.0.as_str();
        while !rest.is_empty() {
            // A term is an optional sign and the digits up to the next sign.
            let end =
                rest.char_indices().skip(1).find(|(_, c)| matches!(c, '+' | '-')).map_or(rest.len(), |(at, _)| at);
            let (term, later) = rest.split_at(end);
            let (points, tenth) = term.split_once('.').unwrap_or((term, "0"));
            let tenth = i64::from(tenth.parse::<u8>().ok().filter(|_| tenth.len() == 1)?);
            let points = points.parse::<i64>().ok()?.checked_mul(10)?;
            sum = sum.checked_add(points)?.checked_add(if term.starts_with('-') { -tenth } else { tenth })?;
            rest = later;
        }
        i32::try_from(sum / 10).ok().map(|_| sum)
    }

    /// Handles a key. Ignores keys that make no sense here, and digits beyond `most_digits` in a number.
    pub fn press(&mut self, key: PadKey, most_digits: usize) {
        match key {
            PadKey::Digit(digit) if digit < 10 && self.0.len() < MAX_SUM => {
                let zero = self.0 == "0" || self.0.ends_with("+0") || self.0.ends_with("-0");
                if zero {
                    self.0.pop();
                }
                let is_decimal = self.last().contains('.');
                if self.digits() < if is_decimal { 1 } else { most_digits } {
                    self.0.push(char::from(b'0' + digit));
                }
            }
            PadKey::Plus | PadKey::Minus if self.0.len() < MAX_SUM => {
                while self.0.ends_with(['+', '-', '.']) {
                    self.0.pop();
                }
                match key {
                    PadKey::Minus => self.0.push('-'),
                    _ if !self.0.is_empty() => self.0.push('+'),
                    _ => {}
                }
            }
            // With room for the decimal.
            PadKey::Point if self.0.len() + 3 <= MAX_SUM && !self.last().contains('.') => {
                if self.digits() == 0 {
                    self.0.push('0');
                }
                self.0.push('.');
            }
            PadKey::Erase => {
                self.0.pop();
            }
            PadKey::Digit(_) | PadKey::Point | PadKey::Plus | PadKey::Minus | PadKey::Rest | PadKey::Next => {}
        }
    }

    /// The text shown, with true minus signs.
    pub fn text(&self) -> String {
        self.0.replace('-', "\u{2212}")
    }
}

/// Which keys a pad has. All of them count from 1 at the top left, like a telephone, and a key keeps its place where
/// others are missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pad {
    /// 1 to this digit (5 at most), and 0.
    Few(u8),
    /// All digits.
    Digits,
    /// All digits, a key "10+" for counts that mostly have one digit, and one for the rest of a row.
    Tens {
        /// The label of the key for the rest.
        rest: &'static str,
        /// Whether the row has an empty cell.
        open: bool,
    },
    /// All digits, plus and minus, and whether the signs can be used now.
    Signs(bool),
    /// The same with a decimal point.
    Tenths,
    /// All digits, minus for small numbers on either side of zero, and a key for the rest of a row, as in [`Pad::Tens`].
    Values {
        /// The label of the key for the rest.
        rest: &'static str,
        /// Whether the row has an empty cell.
        open: bool,
    },
}

/// What the key at the lower right does now. In an empty cell it does nothing, so one tap too many is harmless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Forward {
    /// Nothing: a value must be typed first.
    Waits,
    /// Goes to the next open cell.
    Next,
    /// Finishes, under this label. If it is not `ready` it looks disabled, and the line above the pad says why.
    Done {
        /// The label, like "Save round".
        words: String,
        /// Whether finishing is possible.
        ready: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(keys: &str) -> Sum {
        let mut sum = Sum::default();
        for key in keys.chars() {
            let key = match key {
                '+' => PadKey::Plus,
                '-' => PadKey::Minus,
                '<' => PadKey::Erase,
                '.' => PadKey::Point,
                digit => PadKey::Digit(digit as u8 - b'0'),
            };
            sum.press(key, 3);
        }
        sum
    }

    #[test]
    fn sums_add_up_as_they_are_typed() {
        for (keys, value) in [
            ("", None),
            ("0", Some(0)),
            ("00", Some(0)),
            ("07", Some(7)),
            ("12+11-7", Some(16)),
            ("10+15+8-5", Some(28)),
            ("-5", Some(-5)),
            ("-", None),
            ("12+", None),
            ("12+-3", Some(9)),
            ("+4", Some(4)),
            ("12<", Some(1)),
            ("1<", None),
            ("5+0", Some(5)),
            ("5+03", Some(8)),
            ("1234", Some(123)),
            ("--5", Some(-5)),
        ] {
            assert_eq!(typed(keys).value(), value, "{keys:?}");
        }
    }

    #[test]
    fn one_decimal_is_exact() {
        for (keys, value) in [
            ("7.5", Some(75)),
            ("7", Some(70)),
            (".5", Some(5)),
            ("-.5", Some(-5)),
            ("-0.5", Some(-5)),
            ("-1.5+2", Some(5)),
            ("1.1+2.2-.3", Some(30)),
            ("7.", None),
            ("7.55", Some(75)),
            ("7..5", Some(75)),
            ("7.5<<", Some(70)),
            ("0.05", Some(0)),
            ("7.+1", Some(80)),
        ] {
            assert_eq!(typed(keys).parts(Parts::Tenths), value, "{keys:?}");
        }
        assert_eq!((typed("7.5").value(), typed("7.5+").value(), typed("75").value()), (None, None, Some(75)));
        for tenths in [75, -5, 70, 0, -120] {
            assert_eq!(Sum::in_parts(tenths, Parts::Tenths).parts(Parts::Tenths), Some(tenths));
        }
        assert_eq!(Sum::in_parts(70, Parts::Tenths).text(), "7");
    }

    #[test]
    fn no_key_can_break_a_sum() {
        let mut sum = Sum::default();
        for round in 0..200_u8 {
            sum.press(PadKey::Digit(round), 9);
            sum.press([PadKey::Plus, PadKey::Point, PadKey::Minus][usize::from(round) % 3], 9);
        }
        assert!(sum.text().chars().count() <= MAX_SUM);
    }
}
