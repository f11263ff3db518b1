//! Whole numbers as people type them.

/// Reads a whole number in digits of half or full width, as Japanese keyboards give them. `None` for anything else, and
/// if it is too large.
pub fn whole(text: &str) -> Option<u32> {
    let digit = |c: char| c.to_digit(10).or_else(|| char::from_u32(u32::from(c).checked_sub(0xFEE0)?)?.to_digit(10));
    let digits: Vec<u32> = text.trim().chars().map(digit).collect::<Option<_>>()?;
    if digits.is_empty() {
        return None;
    }
    digits.into_iter().try_fold(0_u32, |sum, digit| sum.checked_mul(10)?.checked_add(digit))
}

/// The minus signs that keyboards give, also Japanese ones, where the long vowel mark is on the same key.
pub const MINUS: [char; 4] = ['-', '\u{2212}', '\u{ff0d}', '\u{30fc}'];

/// Reads a whole number as [`whole`] does, below zero with any kind of minus sign.
pub fn integer(text: &str) -> Option<i64> {
    let text = text.trim();
    match text.strip_prefix(MINUS) {
        Some(size) => whole(size).map(|size| -i64::from(size)),
        None => whole(text).map(i64::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_either_width_are_a_number() {
        for (text, number) in [
            ("100", Some(100)),
            (" 7 ", Some(7)),
            ("５０", Some(50)),
            ("", None),
            ("-1", None),
            ("1.5", None),
            ("十", None),
            ("99999999999", None),
        ] {
            assert_eq!(whole(text), number, "{text}");
        }
    }

    #[test]
    fn any_minus_sign_is_one() {
        for text in ["-100", "\u{2212}100", "－１００", "ー100", " -100 "] {
            assert_eq!(integer(text), Some(-100), "{text}");
        }
        assert_eq!(integer("100"), Some(100));
        assert_eq!(integer("--1"), None);
        assert_eq!(integer("-"), None);
        assert_eq!(integer("1-"), None);
    }
}
