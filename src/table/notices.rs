//! What a table says above its views: that taps are not saved, that it lies in the bin, what another window has done.

use dioxus::prelude::*;

use super::handle::{AnyTable, Table};
use super::share::TableMenu;
use super::sitting::Rules;
use super::update::{Dropped, Input, Saving, Told};
use crate::domain::session::SessionFile;
use crate::i18n::{Lang, list, t};
use crate::play::{Play, Problem};
use crate::rules::RuleLink;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// How many taps are told one by one.
const TOLD: usize = 5;

/// What a button of a notice asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NoticeAction {
    Retry,
    BringBack,
    TapAgain,
    GoOn,
    Dismiss,
}

/// Something to be said, and what can be done about it.
#[derive(Debug, Clone, PartialEq)]
struct Notice {
    said: Problem,
    asks: Vec<(NoticeAction, &'static str)>,
    /// Whether the table is to be had as a file here.
    file: bool,
}

/// Taps in a few words each.
fn taps(rules: &dyn Rules, dropped: &[Dropped], l: Lang) -> String {
    let mut told: Vec<String> = dropped.iter().take(TOLD).map(|tap| rules.describe(&tap.record, l)).collect();
    if dropped.len() > TOLD {
        told.push("…".to_owned());
    }
    list(l, &told)
}

/// Everything that is to be said now. The component follows it.
fn notices(table: AnyTable, l: Lang) -> Vec<Notice> {
    let status = (table.status)();
    let (model, rules) = (table.model(), table.rules());
    let plain = |text: String, asks: &[(NoticeAction, &'static str)]| Notice {
        said: Problem { text, rule: "" },
        asks: asks.to_vec(),
        file: false,
    };
    let mut notices = Vec::new();
    match status.saving {
        Saving::Failed => {
            let trouble = plain(t::table_trouble(l).to_owned(), &[(NoticeAction::Retry, t::table_retry(l))]);
            notices.push(Notice { file: true, ..trouble });
        }
        Saving::Deleted => {
            let deleted = t::table_deleted(l).to_owned();
            notices.push(plain(deleted, &[(NoticeAction::BringBack, t::table_bring_back(l))]));
        }
        Saving::Saved | Saving::Saving => {}
    }
    if !model.dropped.is_empty() {
        let text = t::table_other_window(l, model.dropped.len(), taps(&**rules, &model.dropped, l));
        notices.push(plain(
            text,
            &[(NoticeAction::TapAgain, t::table_tap_again(l)), (NoticeAction::Dismiss, t::table_let_go(l))],
        ));
    }
    if !model.unfit.is_empty() {
        let text = t::table_unfit(l, taps(&**rules, &model.unfit, l));
        notices.push(plain(text, &[(NoticeAction::Dismiss, t::close(l))]));
    }
    if model.aside.is_some() {
        let asks = [(NoticeAction::GoOn, t::table_go_on(l)), (NoticeAction::Dismiss, t::table_let_go(l))];
        notices.push(plain(t::table_aside(l).to_owned(), &asks));
    }
    match model.told {
        Some(Told::Refused) => {
            let told = rules.explain(l).map(|said| Notice { said, asks: Vec::new(), file: false });
            notices.extend(told);
        }
        Some(Told::CorrectionOver) => {
            notices.push(plain(t::table_correction_over(l).to_owned(), &[(NoticeAction::Dismiss, t::close(l))]));
        }
        Some(Told::NotHere) | None => {}
    }
    notices
}

/// The most important of it in one line. The component follows it.
pub(super) fn notice(table: AnyTable, l: Lang) -> Option<String> {
    let notices = notices(table, l);
    let failed = notices.iter().any(|notice| notice.file).then(|| t::table_not_saved(l).to_owned());
    notices.into_iter().find(|notice| !notice.file).map(|notice| notice.said.text).or(failed)
}

/// What is to be said of a table now.
#[component]
pub(super) fn TableNotices(game: &'static str, table: AnyTable) -> Element {
    rsx! {
        Notices {
            game,
            notices: notices(table, lang()),
            onask: move |ask| {
                table.give(match ask {
                    NoticeAction::Retry => Input::Retry,
                    NoticeAction::BringBack => Input::BringBack,
                    NoticeAction::TapAgain => Input::TapAgain,
                    NoticeAction::GoOn => Input::GoOn,
                    NoticeAction::Dismiss => Input::Dismiss,
                });
            },
            file: move |()| table.file(),
        }
    }
}

#[component]
fn Notices(
    game: &'static str,
    notices: Vec<Notice>,
    onask: EventHandler<NoticeAction>,
    file: Callback<(), SessionFile>,
) -> Element {
    rsx! {
        for (at, Notice { said, asks, file: has_file }) in notices.into_iter().enumerate() {
            div { key: "{at}", class: "notice warn", role: "alert", tabindex: "0",
                Icon { glyph: Glyph::Warn }
                div {
                    p {
                        "{said.text} "
                        RuleLink { game, section: said.rule }
                    }
                    if !asks.is_empty() {
                        div { class: "row wrap",
                            for (ask, words) in asks {
                                button { key: "{words}", class: "button", onclick: move |_| onask.call(ask), {words} }
                            }
                            if has_file {
                                TableMenu { file }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The way out of a correction; nothing where none is in progress. Stands in the row of what is asked.
#[component]
pub fn LeaveCorrection<G: Play>(table: Table<G>) -> Element {
    if table.correcting().is_none() {
        return rsx! {};
    }
    rsx! {
        button { class: "chip", onclick: move |_| table.leave_correction(), {t::table_leave_correction(lang())} }
    }
}
