//! A clock for the turn, or for the round where no turns are tracked. It is shown in the table's head while it is wanted,
//! and in the middle of a phone that lies flat.
//!
//! It is not part of the game: the log says nothing of it. It is kept when it began, so neither a reload nor a sleeping
//! phone holds it up.

use dioxus::prelude::*;
use serde::{Deserialize, Serialize};

use crate::device;
use crate::domain::seats::Seat;
use crate::i18n::{Lang, t};
use crate::state::{app, lang};
use crate::ui::{Glyph, Icon, Sheet, choice};

/// The key of the value that keeps the clock.
pub const CLOCK: &str = "clock";
/// How many seconds it can count down from.
const SECONDS: [u32; 6] = [30, 60, 120, 180, 300, 600];

/// What a clock measures: whose turn it is, if that is tracked, and how many rounds are scored.
pub type Measured = (Option<Seat>, usize);

/// The clock. There is one, at the table where it was last asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Clock {
    /// Id of the table.
    table: String,
    /// How many seconds it counts down from; `None` if it counts up.
    seconds: Option<u32>,
    /// What it measures.
    of: Measured,
    /// When that began, in milliseconds since 1970; a pause moves it on.
    from: i64,
    /// When it was paused, in milliseconds since 1970, if it is.
    paused: Option<i64>,
}

impl Clock {
    /// Whole seconds since it began.
    fn elapsed(&self, now: i64) -> i64 {
        (self.paused.unwrap_or(now) - self.from).max(0) / 1000
    }

    /// Seconds to go, if it counts down; negative once the time is up.
    fn left(&self, now: i64) -> Option<i64> {
        self.seconds.map(|seconds| i64::from(seconds) - self.elapsed(now))
    }

    /// What it shows: minutes and seconds, with a minus once the time is up.
    fn face(&self, now: i64) -> String {
        let seconds = self.left(now).unwrap_or_else(|| self.elapsed(now));
        let minus = if seconds < 0 { "\u{2212}" } else { "" };
        format!("{minus}{}:{:02}", seconds.abs() / 60, seconds.abs() % 60)
    }

    /// The same, begun anew.
    fn again(&self, of: Measured, now: i64) -> Clock {
        Clock { of, from: now, paused: None, ..self.clone() }
    }

    /// The same, paused or going on.
    fn toggled(&self, now: i64) -> Clock {
        match self.paused {
            Some(since) => Clock { from: self.from + (now - since).max(0), paused: None, ..self.clone() },
            None => Clock { paused: Some(now), ..self.clone() },
        }
    }
}

fn now() -> i64 {
    device::now().timestamp_millis()
}

/// The clock in the table's head, if there is one here. A tap pauses it.
#[component]
pub fn TableClock(
    /// Id of the table.
    id: String,
    of: Measured,
    /// Whether a tap does nothing, on a phone that a sleeve may touch.
    #[props(default)]
    still: bool,
) -> Element {
    let app = app();
    let l = lang();
    let mut at = use_signal(now);
    let here = use_callback(move |()| app.value::<Clock>(CLOCK).filter(|clock| clock.table == id));
    use_effect(use_reactive(&of, move |of| {
        if let Some(clock) = here(()).filter(|clock| clock.of != of) {
            app.set_value(CLOCK, &clock.again(of, now()));
            at.set(now());
        }
    }));
    use_future(move || async move {
        let mut before = None;
        loop {
            let left = here(()).filter(|clock| clock.paused.is_none()).and_then(|clock| clock.left(now()));
            if matches!((before, left), (Some(1..), Some(..=0))) && app.settings().buzz {
                device::buzz();
            }
            before = left;
            at.set(now());
            let into = here(()).map_or(0, |clock| (now() - clock.from).rem_euclid(1000));
            // Never 0 or less: `into` is below 1000.
            device::pause(i32::try_from(1000 - into).unwrap_or(1000)).await;
        }
    });
    let Some(clock) = here(()) else { return rsx! {} };
    let up = clock.left(at()).is_some_and(|left| left <= 0).then_some("");
    if still {
        return rsx! {
            span { class: "ticking", "data-up": up,
                Icon { glyph: Glyph::Clock }
                span { role: "timer", {clock.face(at())} }
            }
        };
    }
    rsx! {
        button {
            class: "ticking",
            "data-up": up,
            "aria-label": t::clock_pause(l),
            "aria-pressed": clock.paused.is_some(),
            onclick: move |_| {
                if let Some(clock) = here(()) {
                    app.set_value(CLOCK, &clock.toggled(now()));
                    at.set(now());
                }
            },
            Icon { glyph: Glyph::Clock }
            span { role: "timer", {clock.face(at())} }
        }
    }
}

/// The button that sets the table's clock.
#[component]
pub fn ClockButton(
    /// Id of the table.
    id: String,
) -> Element {
    let app = app();
    let l = lang();
    let mut open = use_signal(|| false);
    let clock = app.value::<Clock>(CLOCK).filter(|clock| clock.table == id);
    let mut picks = vec![(None, t::clock_off(l).to_owned()), (Some(None), t::clock_up(l).to_owned())];
    picks.extend(SECONDS.map(|seconds| (Some(Some(seconds)), down_words(l, seconds))));
    let picks: Vec<_> = picks.iter().map(|(value, words)| (*value, words.as_str())).collect();
    rsx! {
        button { class: "button", "aria-haspopup": "dialog", onclick: move |_| open.set(true),
            Icon { glyph: Glyph::Clock }
            {t::clock_title(l)}
        }
        if open() {
            Sheet {
                title: t::clock_title(l),
                close_label: t::close(l),
                onclose: move |()| open.set(false),
                p { class: "soft", {t::clock_about(l)} }
                {choice(t::clock_title(l), "clock", &picks, clock.map(|clock| clock.seconds), move |seconds| {
                    let set = seconds.map(|seconds| Clock {
                        table: id.clone(),
                        seconds,
                        // The table says at once what it is.
                        of: (None, usize::MAX),
                        from: now(),
                        paused: None,
                    });
                    app.set_value(CLOCK, &set);
                })}
            }
        }
    }
}

fn down_words(l: Lang, seconds: u32) -> String {
    match seconds {
        60.. => t::clock_minutes(l, seconds / 60),
        _ => t::clock_seconds(l, seconds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: i64 = 1_700_000_000_000;

    fn clock(seconds: Option<u32>) -> Clock {
        Clock { table: "t".to_owned(), seconds, of: (None, 0), from: START, paused: None }
    }

    #[test]
    fn it_counts_up_or_down_and_past_zero() {
        for (seconds, after, face) in [
            (None, 0, "0:00"),
            (None, 999, "0:00"),
            (None, 61_000, "1:01"),
            (None, 3_600_000, "60:00"),
            (Some(60), 0, "1:00"),
            (Some(60), 59_999, "0:01"),
            (Some(60), 60_000, "0:00"),
            (Some(60), 65_000, "\u{2212}0:05"),
            // The device's own clock was set back.
            (None, -5_000, "0:00"),
            (Some(30), -5_000, "0:30"),
        ] {
            assert_eq!(clock(seconds).face(START + after), face, "{seconds:?} after {after} ms");
        }
    }

    #[test]
    fn a_pause_costs_no_time_and_a_new_turn_begins_anew() {
        let paused = clock(Some(60)).toggled(START + 10_000);
        assert_eq!(paused.face(START + 500_000), "0:50");
        let on = paused.toggled(START + 500_000);
        assert_eq!((on.face(START + 500_000), on.face(START + 501_000)), ("0:50".to_owned(), "0:49".to_owned()));
        let next = paused.again((Some(Seat(1)), 0), START + 600_000);
        assert_eq!((next.face(START + 600_000).as_str(), next.paused), ("1:00", None));
    }
}
