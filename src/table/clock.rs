//! The clock of a table: for each turn, or each round where no turns are tracked, it counts up from zero, or down to
//! zero and beyond. It is shown in the head of the table and in the middle of the flat view.
//!
//! It is no part of the game, so nothing of it is in the log. The app has one clock, stored as a value of its own, and
//! what is stored is the moment it started: a reload or a sleeping phone does not stop it. If the device's own clock is
//! set back meanwhile, it goes on from where it was; if that is set forward, it cannot be told from a phone that slept.

use dioxus::prelude::*;
use serde::{Deserialize, Serialize};
use takujo_core::domain::seats::Seat;
use takujo_core::i18n::{Lang, t};

use crate::device;
use crate::state::{app, lang};
use crate::ui::{Glyph, Icon, Sheet, choice};

/// The key of the stored clock.
pub const CLOCK: &str = "clock";
/// The numbers of seconds it can count down from.
const SECONDS: [u32; 6] = [30, 60, 120, 180, 300, 600];

/// By how much the device's own clock differs when it counts as set back, in milliseconds. What keeps it right moves it
/// less.
const SET_BACK: i64 = 2_000;

/// What a clock measures: whose turn it is, if turns are tracked, and how many rounds have been scored. When this
/// changes, the clock starts again.
pub type Measured = (Option<Seat>, usize);

/// The clock, of the table where it was last set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Clock {
    /// Id of the table.
    table: String,
    /// How many seconds it counts down from; `None` if it counts up.
    seconds: Option<u32>,
    /// The turn or round it measures.
    of: Measured,
    /// When it started, in milliseconds since 1970. The end of a pause moves this forward by the length of the pause.
    from: i64,
    /// Since when it has been paused, in milliseconds since 1970; `None` if it runs.
    paused: Option<i64>,
}

impl Clock {
    /// Milliseconds since it started, without pauses; negative if the device's own clock was set back. `now` is in
    /// milliseconds since 1970, here and below.
    fn ran(&self, now: i64) -> i64 {
        self.paused.unwrap_or(now) - self.from
    }

    /// Whole seconds since it started, without pauses.
    fn elapsed(&self, now: i64) -> i64 {
        self.ran(now).max(0) / 1000
    }

    /// The same clock, going on from where it was `before`, if the device's own was set back since.
    fn kept(&self, before: i64, now: i64) -> Option<Clock> {
        (self.ran(now) + SET_BACK < self.ran(before)).then(|| Clock { from: now - self.ran(before), ..self.clone() })
    }

    /// Seconds to go, if it counts down; negative once it is past zero.
    fn left(&self, now: i64) -> Option<i64> {
        self.seconds.map(|seconds| i64::from(seconds) - self.elapsed(now))
    }

    /// What it shows: minutes and seconds, with a minus once it is past zero.
    fn face(&self, now: i64) -> String {
        let seconds = self.left(now).unwrap_or_else(|| self.elapsed(now));
        let minus = if seconds < 0 { "\u{2212}" } else { "" };
        format!("{minus}{}:{:02}", seconds.abs() / 60, seconds.abs() % 60)
    }

    /// The same clock, started again for another turn or round.
    fn again(&self, of: Measured, now: i64) -> Clock {
        Clock { of, from: now, paused: None, ..self.clone() }
    }

    /// The same clock, paused or, if it was, running again.
    fn toggled(&self, now: i64) -> Clock {
        match self.paused {
            // Also if the device's own clock was set back in between.
            Some(since) => Clock { from: self.from + (now - since), paused: None, ..self.clone() },
            None => Clock { paused: Some(now), ..self.clone() },
        }
    }
}

/// The device's time, in milliseconds since 1970.
fn now() -> i64 {
    device::now().timestamp_millis()
}

/// The clock as a table shows it; nothing if it is off or was set at another table. A tap pauses it, the next lets it
/// run on. When it reaches zero, the device vibrates and sounds, and the edge of the screen changes its colour.
#[component]
pub fn TableClock(
    /// Id of the table.
    id: String,
    /// The turn or round that is open now.
    of: Measured,
    /// Whether it cannot be tapped: on a phone that lies flat, where a sleeve may touch it.
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
    use_effect(move || {
        if app.settings().chime && here(()).is_some_and(|clock| clock.seconds.is_some()) {
            device::chime_after_tap();
        }
    });
    use_future(move || async move {
        let mut before = None;
        loop {
            let left = here(()).filter(|clock| clock.paused.is_none()).and_then(|clock| clock.left(now()));
            if matches!((before, left), (Some(1..), Some(..=0))) {
                let settings = app.settings();
                if settings.buzz {
                    device::buzz();
                }
                if settings.chime {
                    device::chime();
                }
            }
            before = left;
            at.set(now());
            let (seen, clock) = (now(), here(()));
            let into = clock.as_ref().map_or(0, |clock| (seen - clock.from).rem_euclid(1000));
            // Until the next full second: from 1 to 1000 ms.
            device::pause(i32::try_from(1000 - into).unwrap_or(1000)).await;
            if let Some(kept) =
                clock.filter(|clock| here(()).as_ref() == Some(clock)).and_then(|it| it.kept(seen, now()))
            {
                app.set_value(CLOCK, &kept);
            }
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

/// The button that opens the choice of a clock for the table.
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
                        // No turn or round: `TableClock` starts it for the one that is open.
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
        let back = paused.toggled(START - 3_600_000);
        assert_eq!(back.face(START - 3_599_000), "0:49", "set back during the pause");
        let next = paused.again((Some(Seat(1)), 0), START + 600_000);
        assert_eq!((next.face(START + 600_000).as_str(), next.paused), ("1:00", None));
    }

    #[test]
    fn it_goes_on_from_where_it_was_if_the_device_is_set_back() {
        let (clock, at) = (clock(None), START + 65_000);
        assert_eq!(clock.kept(at, at + 1_000), None);
        assert_eq!(clock.kept(at, at + 3_600_000), None, "the phone slept");
        assert_eq!(clock.kept(at, at - 1_500), None, "put right by a little");
        let kept = clock.kept(at, at - 3_600_000).unwrap();
        assert_eq!(kept.face(at - 3_600_000), "1:05");
        let paused = clock.toggled(at);
        assert_eq!(paused.kept(at + 1, at - 3_600_000), None, "a paused one stands anyway");
    }
}
