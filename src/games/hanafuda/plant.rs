//! The plants of the twelve months, as the cards show them.

use dioxus::prelude::*;
use takujo_core::games::hanafuda::deck::Month;

use crate::ui::{Drawing, DrawnPath};

/// The plant of a month.
pub fn plant(month: Month) -> Element {
    let paths = match month {
        Month::Pine => PINE,
        Month::Plum => PLUM,
        Month::Cherry => CHERRY,
        Month::Wisteria => WISTERIA,
        Month::Iris => IRIS,
        Month::Peony => PEONY,
        Month::BushClover => BUSH_CLOVER,
        Month::Pampas => PAMPAS,
        Month::Chrysanthemum => CHRYSANTHEMUM,
        Month::Maple => MAPLE,
        Month::Willow => WILLOW,
        Month::Paulownia => PAULOWNIA,
    };
    rsx! {
        Drawing { paths }
    }
}

const PINE: &[DrawnPath] = &[
    DrawnPath::line("brown", "2", "M12 22c-1-4 3-5 1-9s-1-4-1-7"),
    DrawnPath::shape("green", "M6 8a6 5 0 0 1 12 0zM1 15a5.5 4.5 0 0 1 11 0zM13 14a5 4.5 0 0 1 10 0z"),
];
const PLUM: &[DrawnPath] =
    &[DrawnPath::shape("red", "M12 11a4.2 4.2 0 1 1 .1 0z").around(5), DrawnPath::line("paper", "3", "M12 12h.01")];
const CHERRY: &[DrawnPath] = &[
    DrawnPath::shape("pink", "M12 12C7 9 8 3.5 10.2 1.5L12 3.5 13.8 1.5C16 3.5 17 9 12 12z").around(5),
    DrawnPath::line("red", "1.6", "M12 12V8.5").around(5),
];
const WISTERIA: &[DrawnPath] = &[
    DrawnPath::line("green", "1.6", "M3 3c6-2 12-2 18 0M12 2v18"),
    DrawnPath::line("violet", "4.4", "M6 7h.01M12 7h.01M18 7h.01M8.5 12h.01M15.5 12h.01M12 16.5h.01M12 21h.01"),
];
const IRIS: &[DrawnPath] = &[
    DrawnPath::line("green", "2", "M4 22 7 11M20 22 17 11M12 22V12"),
    DrawnPath::shape(
        "violet",
        "M12 14C8 10 9 4 12 1c3 3 4 9 0 13zM12 14c-5 1-8-1-10-6 5-1 8 2 10 6zM12 14c5 1 8-1 10-6-5-1-8 2-10 6z",
    ),
];
const PEONY: &[DrawnPath] = &[
    DrawnPath::shape("pink", "M12 12V10A4.3 4.3 0 1 1 12.1 10z").around(7),
    DrawnPath::shape("red", "M12 12V11A2.6 2.6 0 1 1 12.1 11z").around(5),
];
const BUSH_CLOVER: &[DrawnPath] = &[
    DrawnPath::line("green", "1.6", "M2 22C5 13 11 7 21 5M8 14C6 11 6 7 8 3"),
    DrawnPath::line("pink", "4.6", "M21 6h.01M17 3h.01M16 11h.01M11 5h.01M11 14h.01M4 5h.01M3 11h.01M8 20h.01"),
];
const PAMPAS: &[DrawnPath] = &[
    DrawnPath::shape("ink", "M1 23a11 9 0 0 1 22 0z"),
    DrawnPath::line("gold", "2", "M9 15C9 9 7 6 3 5M12 14c0-6 1-9 5-11M15 15c1-4 3-6 7-6"),
];
const CHRYSANTHEMUM: &[DrawnPath] =
    &[DrawnPath::line("gold", "2.8", "M12 8V2.5").around(12), DrawnPath::line("red", "4", "M12 12h.01")];
const MAPLE: &[DrawnPath] = &[
    DrawnPath::shape(
        "red",
        "M12 1 14 7.5 19 4.5 17.5 10 23 11.5 17 14.5 18.5 18 12 16.5 5.5 18 7 14.5 1 11.5 6.5 10 5 4.5 10 7.5z",
    ),
    DrawnPath::line("red", "1.8", "M12 16v7"),
];
const WILLOW: &[DrawnPath] = &[
    DrawnPath::line("green", "1.5", "M3 2h18M5 2c2 6 0 12 1 19M12 2c2 6 0 10 1 15M19 2c2 6 0 12 1 19"),
    DrawnPath::line(
        "green",
        "2.4",
        "M6 8 3.5 11M6 14 8.5 17M5.5 15 3 19M13 7 10.5 10M12.5 12 15 15M20 8 17.5 11M20 14 22 17M19.5 15 17 19",
    ),
];
const PAULOWNIA: &[DrawnPath] = &[
    DrawnPath::shape(
        "green",
        "M12 23C7 21 6 16 12 12c6 4 5 9 0 11zM11 17C5 19 1 16 1 11c5-1 9 1 10 6zM13 17c6 2 10-1 10-6-5-1-9 1-10 6z",
    ),
    DrawnPath::line("violet", "3", "M12 10h.01M12 6h.01M12 2h.01M6.5 9h.01M6.5 5h.01M17.5 9h.01M17.5 5h.01"),
];
