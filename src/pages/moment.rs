//! A field for when a table was.

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
pub(super) fn typed_moment(text: &str) -> Option<DateTime<Utc>> {
    // Some browsers add seconds.
    let mut numbers = text.trim().split(['-', 'T', ':']).map(|number| number.parse::<u32>().ok());
    let mut next = || numbers.next().flatten();
    let year = i32::try_from(next()?).ok().filter(|year| YEARS.contains(year))?;
    // By hand, because chrono's own reading of any format is many times as long.
    let day = NaiveDate::from_ymd_opt(year, next()?, next()?)?;
    device::moment(day.and_hms_opt(next()?, next()?, 0)?)
}

/// When a table was.
#[component]
pub(super) fn MomentField(l: Lang, value: String, oninput: EventHandler<String>) -> Element {
    let kept = use_field_text(&value);
    rsx! {
        label { class: "field",
            span { {t::history_details_when(l)} }
            input {
                r#type: "datetime-local",
                oninput: move |event| oninput.call(kept.said(&event)),
                ..kept.value(),
            }
        }
    }
}
