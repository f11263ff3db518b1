//! The page of a stored table: reads it and loads its game, whose screen takes over. Says why if it cannot be read.

use std::rc::Rc;

use dioxus::prelude::*;
use takujo_core::domain::session::{LoadError, read_head};
use takujo_core::i18n::t;
use takujo_core::storage::{draft_key, live_key, waiting_key};

use super::game::use_screens;
use crate::games;
use crate::lazy::Waiting;
use crate::play::{StoredSharing, StoredTable};
use crate::route::Route;
use crate::shell::{Shell, load_error};
use crate::state::{app, lang};
use crate::table::find_table;
use crate::ui::{Glyph, Icon};

/// The page of a table: reads it from the storage, then hands it to its game. Says why if it cannot be read.
#[component]
pub fn TablePage(id: String, tab: String) -> Element {
    let app = app();
    let l = lang();
    let mut wanted = use_reactive(&id, |id| id);
    let stored = use_resource(move || {
        let id = wanted();
        async move {
            let stored = find_table(app, &id).await?;
            let draft = app.store().read(&draft_key(&id)).await.ok().flatten();
            // Without what waits, or not knowing whether it is shared, there is no table: new taps would be written over
            // it.
            let live = match app.store().read(&live_key(&id)).await.ok()?.filter(|text| !text.is_empty()) {
                Some(live) => {
                    let waiting = app.store().read(&waiting_key(&id)).await.ok()?.unwrap_or_default();
                    Some(StoredSharing { live, waiting })
                }
                None => None,
            };
            let mut head = read_head(&stored.head);
            if let Ok(head) = &mut head {
                app.call_now(head);
            }
            Some((head, Rc::<[String]>::from(stored.log), draft, live))
        }
    });
    let read = stored.read();
    let (head, log, draft, live) = match &*read {
        None => return rsx! {},
        Some(None) => {
            return rsx! {
                Shell { title: t::missing_title(l),
                    p { {t::table_missing(l)} }
                    Link { class: "button main", to: Route::History {}, {t::table_to_history(l)} }
                }
            };
        }
        Some(Some(opened)) => opened.clone(),
    };
    let opened = head.and_then(|head| match games::find(&head.game) {
        Some(row) => Ok((row, head)),
        None => Err(LoadError::UnknownGame(head.game)),
    });
    match opened {
        // A list of one, because keys only work in lists.
        Ok((row, head)) => rsx! {
            for opened in [StoredTable { head, log, draft, tab, live }] {
                Open { key: "{row.id}", game: row.id, opened }
            }
        },
        Err(error) => rsx! {
            Shell { title: t::missing_title(l),
                div { class: "notice warn", role: "alert",
                    Icon { glyph: Glyph::Warn }
                    p { {t::table_unreadable(l, load_error(l, &error))} }
                }
                Link { class: "button", to: Route::History {}, {t::table_to_history(l)} }
            }
        },
    }
}

#[component]
fn Open(game: &'static str, opened: StoredTable) -> Element {
    match use_screens(game) {
        Some(screens) => {
            let Page = screens.table;
            rsx! {
                Page { ..opened }
            }
        }
        None => rsx! {
            Waiting {}
        },
    }
}
