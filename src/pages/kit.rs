//! `#/kit`, in debug builds only: every widget in every state, to see them side by side. `examples/kit.rs` writes it as
//! a file, of which `tests/e2e/kit.test.mjs` takes pictures.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, Player};
use takujo_core::entry::{Forward, Pad, Sum};
use takujo_core::i18n::Lang;

use crate::games::GAMES;
use crate::state::lang;
use crate::ui::{
    Ask, CellPrompt, CellRow, CellRows, CheckBox, Chip, ChoiceField, Emblem, Glyph, GridCell, Icon, LineChart, Mark,
    MoreLine, Named, NumberField, NumberPad, Pick, PickSign, RingSeat, SeatRing, Series,
};

/// Names of any length.
const NAMES: [&str; 12] =
    ["Aiko", "Ken", "美咲", "Grandmother Kazuko", "Tom", "Li", "健太郎", "Ann", "Bob", "Cleo", "Dora", "Ed"];

fn players(count: u8) -> Vec<Player> {
    NAMES.iter().zip(0..count).map(|(name, mark)| Player { name: (*name).to_owned(), mark }).collect()
}

/// The page.
#[component]
pub fn Kit() -> Element {
    rsx! {
        div { class: "page accent-nerts",
            header { class: "head",
                Emblem { game: "nerts" }
                h1 { "Kit" }
            }
            main { class: "view",
                {buttons()}
                Choices {}
                {cells()}
                Pads {}
                {lines()}
                Pictures {}
            }
        }
    }
}

/// A button of a class as it is, chosen, and unavailable in both ways that the app knows, in a box of the class
/// `group`.
fn states(group: &str, class: &str) -> Element {
    rsx! {
        div { class: group,
            button { class, "12 · 札" }
            button { class, "aria-pressed": "true", "12 · 札" }
            button { class, disabled: true, "12 · 札" }
            button { class, "aria-disabled": "true", "12 · 札" }
        }
    }
}

fn buttons() -> Element {
    let icon = rsx! {
        Icon { glyph: Glyph::Up }
    };
    rsx! {
        section { class: "card",
            h2 { "Buttons" }
            for (group, class) in [
                ("turn-keys", "button"),
                ("turn-keys", "button main"),
                ("row wrap", "chip"),
                ("tops", "move"),
                ("wishes", "wish"),
            ] {
                {states(group, class)}
            }
            div { class: "turn", {states("acts", "button act")} }
            div { class: "row wrap",
                button { class: "round", {icon.clone()} }
                button { class: "round", disabled: true, {icon} }
                button { class: "button main",
                    Icon { glyph: Glyph::Share }
                    "Share"
                }
                button { class: "button",
                    Icon { glyph: Glyph::Pencil }
                    "Correct"
                }
            }
            div { class: "chip-row",
                for (at, player) in players(6).into_iter().enumerate() {
                    Chip { pressed: at == 1, barred: at == 2, onclick: |()| (),
                        Mark { mark: player.mark }
                        bdi { class: "name", {player.name} }
                    }
                }
            }
        }
    }
}

#[component]
fn Choices() -> Element {
    let l = lang();
    let picks = |count: u8| -> Vec<Pick> {
        let sign = |player: &Player| PickSign::Mark(player.mark);
        players(count)
            .iter()
            .map(|player| Pick { words: player.name.clone(), sign: sign(player), lang: None })
            .collect()
    };
    rsx! {
        section { class: "card",
            h2 { "Choices and fields" }
            ChoiceField { legend: "In a column", name: "column", picks: picks(3), chosen: Some(1), onchoose: |_| () }
            ChoiceField { legend: "In a row", name: "row", picks: picks(5), chosen: Some(0), inline: true, onchoose: |_| () }
            CheckBox { label: "A switch", name: "switch", checked: true, onchange: |_| () }
            CheckBox { label: "A switch that cannot be used", name: "none", checked: false, disabled: true, onchange: |_| () }
            NumberField { l, label: "A number", name: "right", value: 100, least: 1, most: 999, hint: "Usually 100.", oninput: |_| () }
            NumberField { l, label: "A number out of bounds", name: "wrong", value: 0, least: 1, most: 999, oninput: |_| () }
            details {
                summary { "More" }
            }
            details { open: true,
                summary { "Less" }
                p { class: "soft ruling", "A ruling." }
            }
        }
    }
}

fn cells() -> Element {
    let cell = |index: usize, text: &str, state: &str| {
        let (wrong, derived) = (state == "wrong", state == "derived");
        let label = format!("{state} {text}");
        Some(GridCell { index, label, text: text.to_owned(), wrong, explained: false, derived })
    };
    let states = [["", "active"], ["14", "wrong"], ["3", "derived"], ["1+2\u{2212}3", ""]];
    let row = |(row, (player, [text, state])): (usize, (Player, [&str; 2]))| CellRow {
        head: rsx! {
            Named { players: vec![player] }
        },
        cells: vec![cell(2 * row, text, state), cell(2 * row + 1, "25", "")],
        rest: rsx! {
            td { class: "points", "31" }
            td { class: "soft", "131" }
        },
    };
    rsx! {
        section { class: "card",
            h2 { "Cells" }
            div { class: "cells-box",
                CellRows {
                    heads: vec!["Player", "Played", "Left", "Round", "Total"],
                    rows: players(4).into_iter().zip(states).enumerate().map(row).collect::<Vec<_>>(),
                    at: 0,
                    onpick: |_| (),
                }
            }
        }
    }
}

#[component]
fn Pads() -> Element {
    let l = lang();
    let done = |ready| Forward::Done { words: "Save round".to_owned(), ready };
    let pads = [
        ("0 to 5", Pad::Few(5), Forward::Waits),
        ("Digits", Pad::Digits, Forward::Next),
        ("Digits and ten", Pad::Tens { rest: "0 tricks", open: true }, done(true)),
        ("Digits and ten, a full row", Pad::Tens { rest: "no more", open: false }, done(false)),
        ("Sums", Pad::Signs(true), Forward::Next),
        ("No sums", Pad::Signs(false), Forward::Waits),
        ("Tenths", Pad::Tenths, Forward::Next),
        ("Values", Pad::Values { rest: "rest 0", open: true }, done(true)),
    ];
    rsx! {
        for (name, pad, forward) in pads {
            h2 { {name} }
            NumberPad { l, pad, forward, onkey: |_| () }
        }
    }
}

fn lines() -> Element {
    let mut sum = Sum::of(12);
    sum.press(takujo_core::entry::PadKey::Plus, 2);
    sum.press(takujo_core::entry::PadKey::Digit(3), 2);
    rsx! {
        section { class: "card",
            h2 { "Lines" }
            Ask { text: "Round 3: what was played?" }
            div { class: "tell",
                CellPrompt { names: vec!["Grandmother Kazuko".to_owned()], what: "left", typed: sum }
            }
            div { class: "tell",
                p { class: "error", "51 + 13 = 64 cards: a deck has 52." }
            }
            div { class: "tell",
                MoreLine { l: Lang::En, title: "Round 2", line: rsx! { "Round 2: Ken leads with 62" } }
            }
            div { class: "notice warn",
                Icon { glyph: Glyph::Warn }
                p { "Another window went on." }
            }
            p { class: "soft", "Said softly." }
            ul { class: "ranking",
                for (place, player) in players(3).into_iter().enumerate() {
                    li { class: if place == 0 { "first" },
                        Named { players: vec![player] }
                        strong { class: "total", "{131 - 40 * place}" }
                    }
                }
            }
        }
    }
}

#[component]
fn Pictures() -> Element {
    let seats = players(5).into_iter().enumerate().map(|(at, player)| RingSeat {
        player,
        note: format!("{at} cards"),
        warn: at == 3,
        current: at == 1,
    });
    let series = [0, 1, 2].map(|mark| Series {
        mark,
        from: 0,
        totals: vec![0, 31 - i32::from(mark) * 20, 60, 70 + i32::from(mark) * 9],
        gone: false,
    });
    rsx! {
        section { class: "card",
            h2 { "Pictures" }
            div { class: "row wrap",
                for player in players(12) {
                    Mark { mark: player.mark }
                }
            }
            div { class: "row wrap",
                for game in GAMES {
                    span { class: "accent-{game.id}",
                        Emblem { game: game.id }
                    }
                }
            }
            SeatRing {
                seats: seats.collect::<Vec<_>>(),
                direction: Direction::Clockwise,
                label: "Seats",
                current_label: "now",
                strong { class: "ring-number", "+4" }
            }
            LineChart { series: series.to_vec(), target: Some(100), label: "Totals" }
        }
    }
}
