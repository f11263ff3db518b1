//! Saving a table as a file, or its points as a spreadsheet. (Sharing the result is in `standings`.)

use dioxus::prelude::*;
use takujo_core::domain::session::{Head, Report, SessionFile, csv};
use takujo_core::i18n::{Lang, t};

use crate::device::{self, ShareOutcome};
use crate::state::lang;
use crate::ui::{Glyph, Icon, share_outcome_text};

/// The name of a file about a table: the game, the day on which it was opened, and the end of its id, which tells the
/// tables of one evening apart.
fn file_name(head: &Head, ending: &str) -> String {
    let id = head.id.rsplit('-').next().unwrap_or_default();
    format!("takujo-{}-{}-{id}.{ending}", head.game, device::local(head.created).date())
}

/// Saves a table as a file.
pub async fn save_session(file: &SessionFile) -> ShareOutcome {
    match serde_json::to_string_pretty(file) {
        Ok(text) => device::save_file(&file_name(&file.head, "json"), "application/json", &text).await,
        Err(_) => ShareOutcome::Failed,
    }
}

/// Saves the points of a table as a spreadsheet file.
pub async fn save_points(head: &Head, report: &Report, l: Lang) -> ShareOutcome {
    let number = if report.by_turns { t::standings_turn_number(l) } else { t::standings_round(l) };
    let words = [number, t::standings_total(l), t::standings_note(l), t::standings_start(l)];
    let text = csv(report, words);
    device::save_file(&file_name(head, "csv"), "text/csv;charset=utf-8", &text).await
}

/// The button that saves the open table as a file.
#[component]
pub fn TableMenu(file: Callback<(), SessionFile>) -> Element {
    let l = lang();
    let mut given = use_signal(|| None::<ShareOutcome>);
    rsx! {
        button {
            class: "button",
            onclick: move |_| async move { given.set(Some(save_session(&file.call(())).await)) },
            Icon { glyph: Glyph::File }
            {t::table_export(l)}
        }
        if let Some(given) = given() {
            p { role: "status", "{share_outcome_text(l, &given)}" }
        }
    }
}
