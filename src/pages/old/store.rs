//! Makes the table, and stores it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use takujo_core::domain::game::Game;
use takujo_core::domain::seats::typed_name;
use takujo_core::domain::session::MAX_TITLE;
use takujo_core::games::any::game::{Any, MAX_GAME, WinningTotal};
use takujo_core::games::any::old::evening::{OldEvening, OldSetup};
use takujo_core::games::any::old::fault::OldFault;
use takujo_core::i18n::{Lang, t};
use takujo_core::storage::{StorageError, Stored};

use crate::device;
use crate::games;
use crate::shell::{load_error, trouble_text};
use crate::state::App;

/// What the text does not tell of an evening.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct OldDetails {
    pub(super) game: String,
    pub(super) title: String,
    /// When it was, as the field has it.
    pub(super) moment: String,
    pub(super) winner: WinningTotal,
}

impl OldDetails {
    /// What is wrong with the name of the game, and with that of the table.
    pub(super) fn long(&self, l: Lang) -> [Option<String>; 2] {
        let is_long = |text: &str, most| typed_name(text).chars().count() > most;
        [
            is_long(&self.game, MAX_GAME).then(|| t::any_error_name(l, MAX_GAME)),
            is_long(&self.title, MAX_TITLE).then(|| t::history_title_long(l, MAX_TITLE)),
        ]
    }
}

/// Why no table was made.
pub(super) enum NotMade {
    /// The rules refuse a round.
    Rules(OldFault),
    /// Anything else, in words.
    Words(String),
}

/// Why nothing could be stored, and what helps: there is no table yet that could be saved as a file.
fn why_not(l: Lang, trouble: StorageError) -> &'static str {
    match trouble {
        StorageError::Refused => t::old_unstored_refused(l),
        StorageError::Full => t::old_unstored_full(l),
        StorageError::Lost => trouble_text(l, trouble),
        StorageError::Conflict | StorageError::Deleted | StorageError::Broken => t::old_unstored_broken(l),
    }
}

/// Stores the table of an evening that was played then, all of it or nothing, and returns its id. Whoever played is
/// known from now on.
///
/// # Errors
/// Why it was not stored.
pub(super) async fn store(
    app: App,
    evening: &OldEvening,
    details: OldDetails,
    played: DateTime<Utc>,
) -> Result<String, NotMade> {
    let l = app.lang();
    let known = || {
        let mut people = app.people();
        people.add(evening.names.iter().cloned());
        people
    };
    let people = known();
    let mut players = Vec::new();
    for name in &evening.names {
        people.seat(&mut players, name.clone());
    }
    let links = people.links(&players);
    let file = evening.file(OldSetup {
        id: device::new_id(),
        title: typed_name(&details.title),
        game: typed_name(&details.game),
        played,
        winner: details.winner,
        players,
        people: links,
    });
    // The rules are those of the game, which may have to be fetched.
    games::load(Any::ID).await;
    games::report_file(&file).map_err(|error| match evening.refused(&error) {
        Some(fault) => NotMade::Rules(fault),
        None => NotMade::Words(load_error(l, &error)),
    })?;
    let trouble = |error: StorageError| NotMade::Words(t::old_unstored(l, why_not(l, error)));
    let head = serde_json::to_string(&file.head).map_err(|_| trouble(StorageError::Broken))?;
    let log = file.log.iter().map(Value::to_string).collect();
    let stored = Stored { id: file.head.id, head, log };
    app.store().create(&stored, None).await.map_err(trouble)?;
    let people = known();
    if people != app.people() {
        app.set_people(people);
    }
    Ok(stored.id)
}
