//! Where a table's taps go besides the screen, and what of them waits.

use std::rc::Rc;

use takujo_core::storage::Append;
use takujo_core::table::update::Effect;

use super::super::live::shared::Shared;

/// Where a table's taps go, besides the screen.
pub(super) enum Course {
    /// To this device's disk.
    Alone,
    /// To a log that many phones share, once the part of the program for that is loaded. Until then this waits.
    Coming(Vec<Effect>),
    /// To a log that many phones share.
    With(Rc<dyn Shared>),
}

/// The records among these effects, each with the number of its append.
fn appends(effects: &[Effect]) -> impl Iterator<Item = (u64, &Append)> {
    effects.iter().filter_map(|effect| match effect {
        Effect::Append(number, append) => Some((*number, append)),
        _ => None,
    })
}

/// What to store of records that wait, with the number of the last append; `None` if none do.
pub(super) fn waiting_text(effects: &[Effect]) -> Option<(u64, String)> {
    let (number, _) = appends(effects).last()?;
    let (_, first) = appends(effects).next()?;
    let mut text = first.at.to_string();
    for record in appends(effects).flat_map(|(_, append)| &append.records) {
        text = text + "\n" + record;
    }
    Some((number, text))
}
