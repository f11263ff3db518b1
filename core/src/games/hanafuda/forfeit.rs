//! The list of forfeits for the variant: whoever has the top hand of the heap does one, drawn from what the table has
//! written (003 VARIANT).

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

/// Most forfeits on a list.
pub const MAX_FORFEITS: usize = 50;
/// Longest forfeit, in characters.
pub const MAX_FORFEIT: usize = 80;

/// Why a forfeit cannot go on a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ForfeitError {
    /// Empty, with extra white space, or with control characters.
    Untidy,
    /// More than [`MAX_FORFEIT`] characters.
    Long {
        /// Characters given.
        chars: usize,
    },
    /// The same forfeit is already on the list.
    Same {
        /// Its index, from 0.
        entry: usize,
    },
    /// The list already has [`MAX_FORFEITS`].
    Full,
    /// There is no entry with this index, from 0.
    NoEntry(usize),
}

/// Checks a single forfeit: tidy like a name (`tidy_name`), 1 to [`MAX_FORFEIT`] characters.
///
/// # Errors
/// [`ForfeitError::Untidy`] or [`ForfeitError::Long`].
pub fn check(text: &str) -> Result<(), ForfeitError> {
    if text.is_empty() || crate::domain::seats::tidy_name(text) != text {
        return Err(ForfeitError::Untidy);
    }
    let chars = text.chars().count();
    if chars > MAX_FORFEIT { Err(ForfeitError::Long { chars }) } else { Ok(()) }
}

/// The forfeits a table draws from, in the order they were written.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Forfeits(Vec<String>);

impl Forfeits {
    /// The forfeits' texts.
    pub fn texts(&self) -> &[String] {
        &self.0
    }

    /// The list with `text`, tidied, added at the end.
    ///
    /// # Errors
    /// If the list is full, or the text is empty, too long or already on it.
    pub fn with(&self, text: &str) -> Result<Forfeits, ForfeitError> {
        if self.0.len() >= MAX_FORFEITS {
            return Err(ForfeitError::Full);
        }
        let text = self.fitting(text, None)?;
        let mut list = self.clone();
        list.0.push(text);
        Ok(list)
    }

    /// The list with `text`, tidied, in place of `entry`.
    ///
    /// # Errors
    /// If there is no such entry, or the text is empty, too long or already elsewhere on the list.
    pub fn with_changed(&self, entry: usize, text: &str) -> Result<Forfeits, ForfeitError> {
        let text = self.fitting(text, Some(entry))?;
        let mut list = self.clone();
        *list.0.get_mut(entry).ok_or(ForfeitError::NoEntry(entry))? = text;
        Ok(list)
    }

    /// The list without `entry`.
    ///
    /// # Errors
    /// If there is no such entry.
    pub fn without(&self, entry: usize) -> Result<Forfeits, ForfeitError> {
        if entry >= self.0.len() {
            return Err(ForfeitError::NoEntry(entry));
        }
        let mut list = self.clone();
        list.0.remove(entry);
        Ok(list)
    }

    /// Checks a list from outside, such as a saved table's.
    ///
    /// # Errors
    /// The first problem found.
    pub fn check(&self) -> Result<(), ForfeitError> {
        if self.0.len() > MAX_FORFEITS {
            return Err(ForfeitError::Full);
        }
        for (at, text) in self.0.iter().enumerate() {
            check(text)?;
            if let Some(entry) = self.0[..at].iter().position(|other| other == text) {
                return Err(ForfeitError::Same { entry });
            }
        }
        Ok(())
    }

    /// A random forfeit, all equally likely; `None` if the list is empty.
    pub fn draw(&self, rng: &mut impl Rng) -> Option<&str> {
        draw(self.0.len(), rng).and_then(|at| self.0.get(at)).map(String::as_str)
    }

    /// `text` tidied, if it may replace `entry` or be added as a new one.
    fn fitting(&self, text: &str, entry: Option<usize>) -> Result<String, ForfeitError> {
        let text = crate::domain::seats::tidy_name(text);
        check(&text)?;
        match self.0.iter().position(|other| *other == text) {
            Some(at) if Some(at) != entry => Err(ForfeitError::Same { entry: at }),
            _ => Ok(text),
        }
    }
}

/// A random index into a list of `length`, all equally likely; `None` if it is empty.
pub fn draw(length: usize, rng: &mut impl Rng) -> Option<usize> {
    (length > 0).then(|| rng.random_range(0..length))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use rand::TryRng;

    use super::*;

    /// The SplitMix64 generator.
    struct Chance(u64);

    impl TryRng for Chance {
        type Error = Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Infallible> {
            self.try_next_u64().map(|word| (word >> 32) as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Infallible> {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut word = self.0;
            word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            Ok(word ^ (word >> 31))
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
            for byte in bytes {
                *byte = self.try_next_u32()? as u8;
            }
            Ok(())
        }
    }

    #[test]
    fn a_list_is_written_changed_and_cut() {
        let list = Forfeits::default().with("  sing \n a song").unwrap().with("腕立て").unwrap();
        assert_eq!(list.texts(), ["sing a song", "腕立て"]);
        assert_eq!(list.with("sing a song"), Err(ForfeitError::Same { entry: 0 }));
        assert_eq!(list.with(" \t"), Err(ForfeitError::Untidy));
        assert_eq!(list.with(&"字".repeat(81)), Err(ForfeitError::Long { chars: 81 }));
        assert!(list.with(&"字".repeat(80)).is_ok());
        assert_eq!(list.with_changed(1, "hop").unwrap().texts(), ["sing a song", "hop"]);
        assert_eq!(list.with_changed(1, "腕立て"), Ok(list.clone()));
        assert_eq!(list.with_changed(1, "sing a song"), Err(ForfeitError::Same { entry: 0 }));
        assert_eq!(list.with_changed(2, "hop"), Err(ForfeitError::NoEntry(2)));
        assert_eq!(list.without(0).unwrap().texts(), ["腕立て"]);
        assert_eq!(list.without(2), Err(ForfeitError::NoEntry(2)));
        assert_eq!(list.check(), Ok(()));
    }

    #[test]
    fn a_full_list_takes_no_more() {
        let full = Forfeits((0..MAX_FORFEITS).map(|n| format!("do {n}")).collect());
        assert_eq!(full.check(), Ok(()));
        assert_eq!(full.with("hop"), Err(ForfeitError::Full));
        assert!(full.with_changed(3, "hop").is_ok());
    }

    #[test]
    fn a_saved_list_is_checked() {
        let list = |texts: &[&str]| Forfeits(texts.iter().map(|&text| text.to_owned()).collect());
        assert_eq!(list(&["a", "b", "a"]).check(), Err(ForfeitError::Same { entry: 0 }));
        assert_eq!(list(&["a", " b"]).check(), Err(ForfeitError::Untidy));
        assert_eq!(list(&[&"a".repeat(81)]).check(), Err(ForfeitError::Long { chars: 81 }));
        assert_eq!(Forfeits(vec!["a".to_owned(); 51]).check(), Err(ForfeitError::Full));
        assert_eq!(serde_json::to_string(&list(&["a"])).unwrap(), r#"["a"]"#);
    }

    #[test]
    fn every_forfeit_is_drawn_about_equally_often() {
        let mut chance = Chance(1);
        let mut drawn = [0_u32; 5];
        for _ in 0..5_000 {
            drawn[draw(5, &mut chance).unwrap()] += 1;
        }
        assert!(drawn.iter().all(|count| (800..1_200).contains(count)), "{drawn:?}");
        assert_eq!(draw(0, &mut chance), None);
        assert_eq!(Forfeits::default().draw(&mut chance), None);
        assert_eq!(Forfeits::default().with("hop").unwrap().draw(&mut chance), Some("hop"));
    }
}
