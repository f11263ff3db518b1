//! Takes in everything of a file, or nothing.

use std::collections::BTreeMap;

use takujo_core::domain::seats::typed_name;
use takujo_core::domain::session::{File, LoadError, SessionFile};
use takujo_core::storage::StorageError;

use super::intake::Intake;
use super::outcome::TakenIn;
use super::progress::{STEP, go_on};
use super::undo::{IMPORTED, Imported, TRIES};
use crate::games::{self, GAMES};
use crate::state::App;

/// Takes in everything of a file. `None` if somebody stopped it, so that nothing was stored.
///
/// # Errors
/// Why nothing was stored.
pub(crate) async fn take_in(app: App, file: File) -> Result<Option<TakenIn>, StorageError> {
    let (sessions, kept) = match file {
        File::Session(session) => (vec![Ok(session)], BTreeMap::new()),
        File::Bundle { sessions, kept } => (sessions, kept),
    };
    let mut readable = Vec::new();
    let mut faults = Vec::new();
    let count = sessions.len();
    for (at, session) in sessions.into_iter().enumerate() {
        if at % STEP == 0 && !go_on(at, 2 * count).await {
            return Ok(None);
        }
        if let Ok(session) = &session {
            games::load(&session.head.game).await;
        }
        match session.and_then(|session| check(&session).map(|()| session)) {
            Ok(session) => readable.push(session),
            Err(error) => faults.push(error),
        }
    }
    for game in GAMES.iter().filter(|game| game.value.is_some_and(|key| kept.contains_key(key))) {
        game.screens.load().await;
    }
    let store = app.store();
    let mut tries = 0;
    loop {
        let mut plan = Intake::default();
        for (at, session) in readable.iter().enumerate() {
            if at % STEP == 0 && !go_on(count + at, 2 * count).await {
                return Ok(None);
            }
            plan.add(&*store, session).await?;
        }
        let of_games = GAMES.iter().filter_map(|game| {
            let (key, screens) = (game.value?, game.screens.get()?);
            Some((key, (screens.value?.merge)(app.value(key), kept.get(key).cloned()?)?))
        });
        tries += 1;
        if !go_on(2 * count, 2 * count).await {
            return Ok(None);
        }
        match app.take_in(plan.batch(), &kept, of_games.collect()).await {
            Ok(kept) => {
                let imported = Imported { tables: plan.changed(), kept };
                *IMPORTED.write() = Some(imported).filter(|imported| *imported != Imported::default());
                return Ok(Some(TakenIn { faults, ..plan.done }));
            }
            Err(StorageError::Conflict | StorageError::Deleted) if tries < TRIES => {}
            Err(error) => return Err(error),
        }
    }
}

/// Whether a table can be taken in: its game has to be loaded.
fn check(session: &SessionFile) -> Result<(), LoadError> {
    // Names in which nothing is visible are not let in, but whoever has one already keeps it.
    if session.head.players.iter().any(|player| typed_name(&player.name).is_empty()) {
        return Err(LoadError::Setup);
    }
    games::report_file(session).map(drop)
}
