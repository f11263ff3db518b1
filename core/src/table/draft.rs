//! Unfinished input at a table (drafts): the round in progress, and the entry being corrected, kept apart. Pure; stored
//! as one text.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How long an idle correction is kept, in seconds.
const PATIENCE: u64 = 10 * 60;

/// A correction in progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// Index of the entry in the ledger, from 0.
    pub entry: usize,
    /// The input so far, as the game's own JSON; `None` before the first change.
    pub draft: Option<String>,
    /// Time of the last change, in seconds since 1970.
    pub touched: i64,
}

/// All unfinished input at a table.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Drafts {
    /// Length of the log when this was entered.
    pub length: usize,
    /// The round in progress, as the game's own JSON.
    pub draft: Option<String>,
    /// The correction in progress.
    pub correction: Option<Correction>,
}

impl Drafts {
    /// Reads what was stored beside a log of `length` records. Unreadable input counts as absent.
    pub fn read(stored: &str, length: usize) -> Drafts {
        match serde_json::from_str(stored) {
            // The old format: only the text, which could also be of a correction.
            Ok(Value::String(draft)) => {
                let draft =
                    Some(draft).filter(|draft| serde_json::from_str(draft).is_ok_and(|draft| !corrects(&draft)));
                Drafts { length, draft, correction: None }
            }
            Ok(value @ Value::Object(_)) => serde_json::from_value(value).unwrap_or_default(),
            _ => Drafts::default(),
        }
    }

    /// The text to store beside a log of `length` records.
    pub fn text(&self, length: usize) -> String {
        let now = Drafts { length, ..self.clone() };
        // Texts, numbers and a time always serialize.
        if now.is_none() { "null".to_owned() } else { serde_json::to_string(&now).unwrap_or_default() }
    }

    fn is_none(&self) -> bool {
        self.draft.is_none() && self.correction.is_none()
    }

    /// The current input: of the correction, if one is in progress.
    pub fn now(&self) -> Option<&str> {
        match &self.correction {
            Some(correction) => correction.draft.as_deref(),
            None => self.draft.as_deref(),
        }
    }

    /// Sets the current input.
    pub fn set(&mut self, draft: Option<String>, now: DateTime<Utc>) {
        match &mut self.correction {
            Some(correction) => {
                correction.draft = draft;
                correction.touched = now.timestamp();
            }
            None => self.draft = draft,
        }
    }
}

impl Correction {
    /// Whether it has been idle for ten minutes. Uses the absolute difference, so that setting the clock back does not
    /// keep it forever.
    pub fn is_left(&self, now: DateTime<Utc>) -> bool {
        now.timestamp().abs_diff(self.touched) >= PATIENCE
    }
}

/// Whether a draft in the old format was a correction.
fn corrects(draft: &Value) -> bool {
    match draft {
        Value::Object(fields) => {
            fields.iter().any(|(name, value)| (name == "correcting" && !value.is_null()) || corrects(value))
        }
        Value::Array(values) => values.iter().any(corrects),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(minute * 60, 0).unwrap()
    }

    #[test]
    fn stored_drafts_come_back() {
        let correction = Correction { entry: 3, draft: Some("[1]".to_owned()), touched: 60 };
        let drafts = Drafts { length: 5, draft: Some("{}".to_owned()), correction: Some(correction) };
        assert_eq!(Drafts::read(&drafts.text(5), 9), drafts);
        assert_eq!(Drafts::default().text(7), "null");
        assert_eq!(Drafts::read("null", 7), Drafts::default());
    }

    #[test]
    fn a_draft_in_the_old_format_is_read_but_not_an_old_correction() {
        let old = |draft: &str| Drafts::read(&serde_json::to_string(draft).unwrap(), 4);
        let round = r#"{"grid":{"cells":[]},"asked":false,"correcting":null}"#;
        assert_eq!(old(round), Drafts { length: 4, draft: Some(round.to_owned()), correction: None });
        assert_eq!(
            old(r#"{"grid":{"cells":[]},"asked":false,"correcting":2}"#),
            Drafts { length: 4, ..Drafts::default() }
        );
        assert_eq!(old(r#"{"hand":{"correcting":0},"trick":[]}"#).draft, None);
        assert_eq!(old(r#"{"payout":{"correcting":7}}"#).draft, None);
        assert_eq!(old("half a tex").draft, None);
        for damaged in ["", "{", "7", r#"{"draft":7}"#] {
            assert_eq!(Drafts::read(damaged, 4), Drafts::default(), "{damaged}");
        }
    }

    #[test]
    fn a_correction_and_the_current_round_are_kept_apart() {
        let mut drafts = Drafts::default();
        drafts.set(Some("round".to_owned()), at(0));
        drafts.correction = Some(Correction { entry: 0, draft: None, touched: 0 });
        assert_eq!(drafts.now(), None);
        drafts.set(Some("old".to_owned()), at(1));
        assert_eq!(drafts.now(), Some("old"));
        drafts.correction = None;
        assert_eq!(drafts.now(), Some("round"));
    }

    #[test]
    fn a_correction_waits_ten_minutes() {
        let correction = Correction { entry: 0, draft: None, touched: 6000 };
        for (minute, left) in [(100, false), (109, false), (110, true), (95, false), (80, true)] {
            assert_eq!(correction.is_left(at(minute)), left, "{minute}");
        }
    }
}
