//! The values of the printed wish cards, as copied on a device once and stored for every later table.

use serde_json::Value;

use super::score::{PRINTED_WISHES, PrintedCards};

/// The key under which the app stores the printed cards.
pub const KEY: &str = "weather-cards";

/// Merges imported printed cards; the ones already here take precedence. `None` if they cannot be read or are out of
/// bounds.
pub fn merge(mine: Option<Value>, theirs: Value) -> Option<Value> {
    let theirs = read(theirs)?;
    let mine = mine.and_then(read).unwrap_or_default();
    serde_json::to_value(theirs.merged(mine)).ok()
}

/// The stored cards; `None` if they cannot be read or are out of bounds.
pub fn read(value: Value) -> Option<PrintedCards> {
    serde_json::from_value(value).ok().filter(|cards: &PrintedCards| cards.check().is_ok())
}

/// Whether all four are copied.
pub fn complete(cards: &PrintedCards) -> bool {
    !PRINTED_WISHES.iter().any(|wish| cards.lacks(*wish))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn cards_that_come_in_fill_gaps_and_change_nothing() {
        let card = |sun: i8| json!({ "sun": sun, "cloud": 0, "rain": 0, "thunder": 1, "snow": -9 });
        let both = merge(Some(json!({ "sun": card(1) })), json!({ "sun": card(2), "rain": card(3) })).unwrap();
        assert_eq!(both["sun"], card(1));
        assert_eq!(both["rain"], card(3));
        assert_eq!(merge(None, json!({ "sun": card(10) })), None, "out of bounds");
        assert_eq!(merge(None, json!("cards")), None);
        assert_eq!(merge(Some(json!(7)), json!({ "rain": card(3) })).unwrap()["rain"], card(3));
    }
}
