//! The printed wish cards copied in on this device: where they are kept.

use serde_json::Value;

use super::score::{PRINTED_WISHES, PrintedCards};
use crate::state::App;

/// The key of the printed cards among what the app keeps.
pub const KEY: &str = "weather-cards";

/// The printed cards once others come in beside them. What is here already outranks what comes in.
pub fn merge(mine: Option<Value>, theirs: Value) -> Option<Value> {
    let theirs = read(theirs)?;
    let mine = mine.and_then(read).unwrap_or_default();
    serde_json::to_value(theirs.merged(mine)).ok()
}

fn read(value: Value) -> Option<PrintedCards> {
    serde_json::from_value(value).ok().filter(|cards: &PrintedCards| cards.check().is_ok())
}

/// The cards copied in on this device, as far as they are.
pub fn kept_cards(app: App) -> PrintedCards {
    app.value(KEY).and_then(read).unwrap_or_default()
}

/// Keeps cards, beside those that are kept already.
pub fn keep_cards(app: App, cards: PrintedCards) {
    app.set_value(KEY, &kept_cards(app).merged(cards));
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
