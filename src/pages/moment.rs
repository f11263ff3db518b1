//! A field for when a table was.

use std::rc::Rc;

use chrono::{DateTime, NaiveDate, Utc};
use dioxus::prelude::*;
use takujo_core::i18n::{Lang, t};

use crate::device;
use crate::ui::use_field_text;

/// As an input field for a date and a time writes it.
const MOMENT: &str = "%Y-%m-%dT%H:%M";
/// The years in which a table can have been.
const YEARS: std::ops::RangeInclusive<i32> = 1900..=2200;

/// A moment as the field has it.
pub(super) fn moment_text(at: DateTime<Utc>) -> String {
    device::local(at).format(MOMENT).to_string()
}

/// The moment that was typed, if it is one.
fn typed_moment(text: &str) -> Option<DateTime<Utc>> {
    // Some browsers add seconds.
    let mut numbers = text.trim().split(['-', 'T', ':']).map(|number| number.parse::<u32>().ok());
    let mut next = || numbers.next().flatten();
    let year = i32::try_from(next()?).ok().filter(|year| YEARS.contains(year))?;
    // By hand, because chrono's own reading of any format is many times as long.
    let day = NaiveDate::from_ymd_opt(year, next()?, next()?)?;
    device::moment(day.and_hms_opt(next()?, next()?, 0)?)
}

/// The moment that was typed.
///
/// # Errors
/// Why no table can have been then: it is no moment, or one in the future.
pub(super) fn past_moment(text: &str, l: Lang) -> Result<DateTime<Utc>, &'static str> {
    match typed_moment(text) {
        Some(at) if at > device::now() => Err(t::history_moment_future(l)),
        Some(at) => Ok(at),
        None => Err(t::history_moment_wrong(l)),
    }
}

/// The field for a moment on the page.
pub(super) type MomentNode = Signal<Option<Rc<MountedData>>>;

/// Goes to the field for a moment.
pub(super) fn go_to_moment(node: MomentNode) {
    let Some(node) = node.peek().clone() else { return };
    spawn(async move {
        // If the renderer cannot move the focus, the words are there all the same.
        let _ = node.set_focus(true).await;
    });
}

/// When a table was, and below it what is wrong with that.
#[component]
pub(super) fn MomentField(
    l: Lang,
    value: String,
    problem: Option<String>,
    mut node: MomentNode,
    oninput: EventHandler<String>,
) -> Element {
    let kept = use_field_text(&value);
    let wrong = problem.is_some();
    rsx! {
        label { class: "field",
            span { {t::history_details_when(l)} }
            input {
                r#type: "datetime-local",
                "aria-invalid": wrong,
                onmounted: move |event| node.set(Some(event.data())),
                oninput: move |event| oninput.call(kept.said(&event)),
                ..kept.value(),
            }
        }
        p { class: "error", role: "alert", {problem} }
    }
}
