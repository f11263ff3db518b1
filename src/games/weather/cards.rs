//! The printed wish cards copied on this device.

use takujo_core::games::weather::cards::{KEY, read};
use takujo_core::games::weather::score::PrintedCards;

use crate::state::App;

/// The cards copied on this device so far.
pub fn stored_cards(app: App) -> PrintedCards {
    app.value(KEY).and_then(read).unwrap_or_default()
}

/// Stores these cards. They replace what was stored of the same wishes; the others stay.
pub fn store_cards(app: App, cards: PrintedCards) {
    app.set_value(KEY, &stored_cards(app).merged(cards));
}
