//! The form for the options: name and score sheet, who plays together, who wins, when the game ends, how the draw stack
//! grows, and the direction of play.

use dioxus::prelude::*;
use takujo_core::domain::seats::{Direction, MAX_SEATS, Player};
use takujo_core::domain::teams::{LEAST_IN_SIDES, MAX_SIDE, Split, Teams};
use takujo_core::games::any::game::{EndRule, Options, ROUNDS, STEPS, TARGETS, WinningTotal};
use takujo_core::i18n::{Lang, t};

use super::own_part::LazySheetForm;
use crate::state::lang;
use crate::ui::{CheckBox, NumberField, SidesField, choice};

/// What another draw card usually adds.
const OTHER_STEP: u8 = 4;

/// What was typed as a number of cards.
fn cards(typed: Option<i64>) -> u8 {
    typed.map_or(0, |cards| u8::try_from(cards).unwrap_or(u8::MAX))
}

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
    rsx! {
        LazySheetForm { options, players: players.len() }
        SidesField {
            l,
            name: "sides",
            splits: splits(players.len(), now.teams.as_ref(), l),
            players,
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
        DrawFields { options }
        {choice(t::any_direction(l), "direction", &directions, now.direction, move |direction| options.write().direction = direction)}
    }
}

/// Into how many sides so many people can be split, with two people at least on each.
fn splits(players: usize, now: Option<&Teams>, l: Lang) -> Vec<(Split, String)> {
    let sides = (2..=players.clamp(LEAST_IN_SIDES, MAX_SEATS) / 2).filter_map(|sides| u8::try_from(sides).ok());
    // What was chosen stays there to be seen, also when there are too few people for it.
    let now = now.and_then(|teams| match teams.split() {
        Split::Across(sides) => Some(sides),
        Split::Neighbours(_) => None,
    });
    let too_many = now.filter(|now| sides.clone().all(|sides| sides != *now));
    sides.chain(too_many).map(|sides| (Split::Across(sides), t::any_sides(l, sides))).collect()
}

/// The draw cards, and what a change of direction means for two.
#[component]
fn DrawFields(mut options: Signal<Options>) -> Element {
    let l = lang();
    let now = options();
    rsx! {
        NumberField {
            l,
            label: t::any_step(l),
            name: "step",
            value: i64::from(options.peek().step),
            least: i64::from(*STEPS.start()),
            most: i64::from(*STEPS.end()),
            oninput: move |step: Option<i64>| options.write().step = cards(step),
        }
        CheckBox {
            label: t::any_other_step(l),
            name: "other-step",
            checked: now.other_step.is_some(),
            onchange: move |on: bool| options.write().other_step = on.then_some(OTHER_STEP),
        }
        if let Some(step) = now.other_step {
            NumberField {
                l,
                label: t::any_other_step_cards(l),
                name: "other-step-cards",
                value: i64::from(step),
                least: i64::from(*STEPS.start()),
                most: i64::from(*STEPS.end()),
                oninput: move |step: Option<i64>| options.write().other_step = Some(cards(step)),
            }
        }
        CheckBox {
            label: t::any_reverse_again(l),
            name: "again",
            checked: now.again,
            onchange: move |on| options.write().again = on,
        }
    }
}
