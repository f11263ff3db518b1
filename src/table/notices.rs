//! Notices above a table's views: unsaved taps, a table in the bin, changes by another window.

use dioxus::prelude::*;
use takujo_core::i18n::{Lang, list, t};
use takujo_core::play::Problem;
use takujo_core::table::sitting::TableRules;
use takujo_core::table::update::{Dropped, Input, Saving, Told};

use super::handle::AnyTable;
use super::share::TableMenu;
use crate::rules::RuleLink;
use crate::state::lang;
use crate::ui::{Glyph, Icon};

/// Most taps listed one by one.
const MOST_TAPS: usize = 5;

/// The action of a notice's button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NoticeAction {
    Retry,
    BringBack,
    TapAgain,
    GoOn,
    Dismiss,
}

/// A notice, and what can be done about it.
struct Notice {
    problem: Problem,
    actions: Vec<(NoticeAction, &'static str)>,
    /// Whether to offer the table as a file.
    file: bool,
    /// Whether it is shown whole at once, as nothing else can be done before it is answered.
    whole: bool,
}

/// The taps in a few words each.
fn taps(rules: &dyn TableRules, dropped: &[Dropped], l: Lang) -> String {
    let mut words: Vec<String> = dropped.iter().take(MOST_TAPS).map(|tap| rules.describe(&tap.record, l)).collect();
    if dropped.len() > MOST_TAPS {
        words.push("…".to_owned());
    }
    list(l, &words)
}

/// The current notices: the refusal of the last tap, and the most urgent other one, as there is space for only one.
/// Subscribes the component.
fn notices(table: AnyTable, l: Lang) -> Vec<Notice> {
    let saving = (table.status)().saving;
    let (model, rules) = (table.model(), table.rules());
    let notice = |text: String, actions: &[(NoticeAction, &'static str)]| {
        Some(Notice {
            problem: Problem { text, rule: None },
            actions: actions.to_vec(),
            file: matches!(saving, Saving::Failed | Saving::OnlyHere),
            whole: saving == Saving::OnlyHere,
        })
    };
    let dismiss = (NoticeAction::Dismiss, t::close(l));
    let back = (NoticeAction::BringBack, t::table_bring_back(l));
    let pressing = if saving == Saving::Deleted {
        notice(t::table_deleted(l).to_owned(), &[back])
    } else if saving == Saving::OnlyHere {
        notice(t::table_only_here(l).to_owned(), &[back])
    } else if saving == Saving::Failed {
        notice(t::table_trouble(l).to_owned(), &[(NoticeAction::Retry, t::table_retry(l))])
    } else if !model.dropped.is_empty() {
        let taps = taps(&*rules, &model.dropped, l);
        let text = if model.is_shared() {
            t::live_others(l, taps)
        } else {
            t::table_other_window(l, model.dropped.len(), taps)
        };
        let let_go = (NoticeAction::Dismiss, t::table_let_go(l));
        notice(text, &[(NoticeAction::TapAgain, t::table_tap_again(l)), let_go])
    } else if !model.unfit.is_empty() {
        notice(t::table_unfit(l, taps(&*rules, &model.unfit, l)), &[dismiss])
    } else if model.aside.is_some() {
        let let_go = (NoticeAction::Dismiss, t::table_let_go(l));
        let text = match table.shared() {
            Some(shared) => match shared.maker(model.log.records().len().saturating_sub(1)) {
                Some(who) => t::live_aside_by(l, who),
                None => t::live_aside(l).to_owned(),
            },
            None => t::table_aside(l).to_owned(),
        };
        notice(text, &[(NoticeAction::GoOn, t::table_go_on(l)), let_go])
    } else if model.told == Some(Told::CorrectionOver) {
        notice(t::table_correction_over(l).to_owned(), &[dismiss])
    } else if model.told == Some(Told::Alone) {
        notice(t::live_unread(l).to_owned(), &[dismiss])
    } else {
        None
    };
    // Until it is answered.
    (table.live)();
    let hindered = match model.told {
        Some(Told::Watching) => Some(t::live_watching(l)),
        Some(Told::Asked) if table.is_asked() => Some(t::live_asked(l)),
        _ => None,
    };
    let hindered = hindered.map(|text| Notice {
        problem: Problem { text: text.to_owned(), rule: None },
        actions: Vec::new(),
        file: false,
        whole: false,
    });
    let refused = rules.explain(l).filter(|_| model.told == Some(Told::Refused));
    let refused = refused.map(|problem| Notice { problem, actions: Vec::new(), file: false, whole: false });
    pressing.into_iter().chain(hindered).chain(refused).collect()
}

/// One notice, for a place with room for a line: a refused tap rather than an unsaved one. Subscribes the component.
pub(super) fn notice(table: AnyTable, l: Lang) -> Option<String> {
    let notices = notices(table, l);
    let failed = notices.iter().any(|notice| notice.file).then(|| t::table_not_saved(l).to_owned());
    notices.into_iter().find(|notice| !notice.file).map(|notice| notice.problem.text).or(failed)
}

/// The current notices of a table.
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
        for Notice { problem, actions, file, whole } in notices(table, lang()) {
            div {
                key: "{actions.is_empty()}",
                class: "notice warn",
                class: if whole { "told" },
                role: "alert",
                tabindex: "0",
                Icon { glyph: Glyph::Warn }
                div {
                    p {
                        "{problem.text} "
                        RuleLink { rule: problem.rule }
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

/// The button to leave a correction; nothing if none is in progress. Part of the question row.
#[component]
pub(crate) fn LeaveCorrection(table: AnyTable) -> Element {
    if table.correcting().is_none() {
        return rsx! {};
    }
    rsx! {
        button { class: "chip", onclick: move |_| table.leave_correction(), {t::table_leave_correction(lang())} }
    }
}
