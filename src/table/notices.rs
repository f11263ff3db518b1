//! What a table says above its views: that taps are not saved, that it lies in the bin, what another window has done.

use dioxus::prelude::*;

use super::handle::{AnyTable, Table};
use super::share::TableMenu;
use super::sitting::TableRules;
use super::update::{Dropped, Input, Saving, Told};
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
struct Notice {
    said: Problem,
    actions: Vec<(NoticeAction, &'static str)>,
    /// Whether the table is to be had as a file here.
    file: bool,
}

/// Taps in a few words each.
fn taps(rules: &dyn TableRules, dropped: &[Dropped], l: Lang) -> String {
    let mut told: Vec<String> = dropped.iter().take(TOLD).map(|tap| rules.describe(&tap.record, l)).collect();
    if dropped.len() > TOLD {
        told.push("…".to_owned());
    }
    list(l, &told)
}

/// What is to be said now: what the last tap could not do, and the most pressing of what else there is, for there is room for
/// one. The component follows it.
fn notices(table: AnyTable, l: Lang) -> Vec<Notice> {
    let saving = (table.status)().saving;
    let (model, rules) = (table.model(), table.rules());
    let notice = |text: String, actions: &[(NoticeAction, &'static str)]| {
        Some(Notice { said: Problem { text, rule: "" }, actions: actions.to_vec(), file: saving == Saving::Failed })
    };
    let dismiss = (NoticeAction::Dismiss, t::close(l));
    let pressing = if saving == Saving::Deleted {
        notice(t::table_deleted(l).to_owned(), &[(NoticeAction::BringBack, t::table_bring_back(l))])
    } else if saving == Saving::Failed {
        notice(t::table_trouble(l).to_owned(), &[(NoticeAction::Retry, t::table_retry(l))])
    } else if !model.dropped.is_empty() {
        let text = t::table_other_window(l, model.dropped.len(), taps(&**rules, &model.dropped, l));
        let let_go = (NoticeAction::Dismiss, t::table_let_go(l));
        notice(text, &[(NoticeAction::TapAgain, t::table_tap_again(l)), let_go])
    } else if !model.unfit.is_empty() {
        notice(t::table_unfit(l, taps(&**rules, &model.unfit, l)), &[dismiss])
    } else if model.aside.is_some() {
        let let_go = (NoticeAction::Dismiss, t::table_let_go(l));
        notice(t::table_aside(l).to_owned(), &[(NoticeAction::GoOn, t::table_go_on(l)), let_go])
    } else if model.told == Some(Told::CorrectionOver) {
        notice(t::table_correction_over(l).to_owned(), &[dismiss])
    } else {
        None
    };
    let refused = rules.explain(l).filter(|_| model.told == Some(Told::Refused));
    let refused = refused.map(|said| Notice { said, actions: Vec::new(), file: false });
    pressing.into_iter().chain(refused).collect()
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
    let act = move |action| {
        table.give(match action {
            NoticeAction::Retry => Input::Retry,
            NoticeAction::BringBack => Input::BringBack,
            NoticeAction::TapAgain => Input::TapAgain,
            NoticeAction::GoOn => Input::GoOn,
            NoticeAction::Dismiss => Input::Dismiss,
        });
    };
    rsx! {
        for Notice { said, actions, file } in notices(table, lang()) {
            div { key: "{actions.is_empty()}", class: "notice warn", role: "alert", tabindex: "0",
                Icon { glyph: Glyph::Warn }
                div {
                    p {
                        "{said.text} "
                        RuleLink { game, section: said.rule }
                    }
                    if !actions.is_empty() {
                        div { class: "row wrap",
                            for (action, words) in actions {
                                button { key: "{words}", class: "button", onclick: move |_| act(action), {words} }
                            }
                            if file {
                                TableMenu { file: move |()| table.file() }
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
