//! The form for the options: name and score sheet, who plays together, who wins, when the game ends, how the draw stack grows, and the
//! direction of play.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, Player};
use takujo_core::domain::teams::{LEAST_IN_SIDES, MAX_SIDE, Split};
use takujo_core::games::any::game::{EndRule, Options, ROUNDS, STEPS, TARGETS, WinningTotal};
use takujo_core::i18n::t;

use super::own_part::LazySheetForm;
use crate::state::lang;
use crate::ui::{NumberField, SidesField, choice};

/// The options of a new table. Input that is no number counts as 0, which is out of bounds, so no table opens with it.
#[component]
pub fn OptionsForm(mut options: Signal<Options>, players: Vec<Player>) -> Element {
    let l = lang();
    let now = options();
    let winners = [(WinningTotal::Highest, t::any_winner_highest(l)), (WinningTotal::Lowest, t::any_winner_lowest(l))];
    let endings = [
        (EndRule::Open, t::any_ending_open(l)),
        (EndRule::Target(100), t::any_ending_target(l)),
        (EndRule::Rounds(10), t::any_ending_rounds(l)),
    ];
    // Compares only the kind of ending, because its number may be another.
    let kind = endings.map(|(ending, _)| ending).into_iter();
    let kind = kind.into_iter().find(|ending| std::mem::discriminant(ending) == std::mem::discriminant(&now.ending));
    let directions =
        [(Direction::Clockwise, t::any_clockwise(l)), (Direction::CounterClockwise, t::any_counter_clockwise(l))];
    // Each side has two people at least.
    let sides =
        (2..=players.len().clamp(LEAST_IN_SIDES, 2 * MAX_SIDE) / 2).filter_map(|sides| u8::try_from(sides).ok());
    let across = |sides| (Split::Across(sides), t::any_agreed_sides(l, sides));
    let splits: Vec<(Split, String)> = sides.map(across).collect();
    rsx! {
        LazySheetForm { options }
        SidesField {
            l,
            name: "sides",
            players,
            splits,
            most: MAX_SIDE,
            teams: now.teams.clone(),
            onchange: move |teams| options.write().teams = teams,
        }
        {choice(t::any_winner(l), "winner", &winners, now.winner, move |winner| options.write().winner = winner)}
        {choice(t::any_ending(l), "ending", &endings, kind.unwrap_or_default(), move |ending| options.write().ending = ending)}
        match now.ending {
            EndRule::Open => rsx! {},
            EndRule::Target(points) => rsx! {
                NumberField {
                    l,
                    label: t::any_points_label(l),
                    name: "total",
                    value: i64::from(points),
                    // Who begins at 0 has reached 0.
                    least: i64::from(*TARGETS.start()).max(i64::from(now.start == 0)),
                    most: i64::from(*TARGETS.end()),
                    hint: if now.counts_down() { t::any_counts_down(l, now.start) } else { String::new() },
                    oninput: move |points: Option<i64>| {
                        let points = points.and_then(|points| u32::try_from(points).ok());
                        options.write().ending = EndRule::Target(points.unwrap_or(u32::MAX));
                    },
                }
            },
            EndRule::Rounds(rounds) => rsx! {
                NumberField {
                    l,
                    label: t::any_rounds_label(l),
                    name: "rounds",
                    value: i64::from(rounds),
                    least: i64::from(*ROUNDS.start()),
                    most: i64::from(*ROUNDS.end()),
                    oninput: move |rounds: Option<i64>| {
                        let rounds = rounds.map_or(0, |rounds| u16::try_from(rounds).unwrap_or(u16::MAX));
                        options.write().ending = EndRule::Rounds(rounds);
                    },
                }
            },
        }
        NumberField {
            l,
            label: t::any_step(l),
            name: "step",
            value: i64::from(options.peek().step),
            least: i64::from(*STEPS.start()),
            most: i64::from(*STEPS.end()),
            oninput: move |step: Option<i64>| {
                options.write().step = step.map_or(0, |step| u8::try_from(step).unwrap_or(u8::MAX));
            },
        }
        {choice(t::any_direction(l), "direction", &directions, now.direction, move |direction| options.write().direction = direction)}
    }
}
