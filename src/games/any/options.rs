//! The form for the options: name and score sheet, who plays together, who wins, when the game ends, how the draw stack
//! grows, and the direction of play.

use dioxus::prelude::*;
use takujo_core::domain::parts::Parts;
use takujo_core::domain::seats::{Direction, MAX_SEATS, Player};
use takujo_core::domain::teams::{LEAST_IN_SIDES, MAX_SIDE, Split, Teams};
use takujo_core::games::any::game::{
    DealRule, Ends, Error, MOST_POINTS, Options, ROUNDS, STEPS, Scoring, TARGETS, TargetRule, TieRule, WinningTotal,
};
use takujo_core::games::any::words::option_problem;
use takujo_core::i18n::{Lang, t};

use super::own_part::LazySheetForm;
use crate::state::lang;
use crate::ui::{CheckBox, NumberField, SidesField, choice};

/// What another draw card usually adds.
const OTHER_STEP: u8 = 4;
/// A target, a lower limit and a number of rounds to start from.
const USUAL_TARGET: u32 = 100;
const USUAL_LIMIT: i32 = -500;
const USUAL_ROUNDS: u16 = 10;

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
    let scorings = [(Scoring::Round, t::any_scoring_round(l)), (Scoring::Turn, t::any_scoring_turn(l))];
    let contradicts = now.contradicts_turns();
    let directions =
        [(Direction::Clockwise, t::any_clockwise(l)), (Direction::CounterClockwise, t::any_counter_clockwise(l))];
    let ties = [
        (TieRule::Shared, t::any_tie_shared(l)),
        (TieRule::OneMore, t::any_tie_more(l)),
        (TieRule::Table, t::any_tie_table(l)),
    ];
    let deals = [
        (DealRule::Nobody, t::any_deal_nobody(l)),
        (DealRule::Passes, t::any_deal_passes(l)),
        (DealRule::Winner, t::any_deal_winner(l)),
        (DealRule::Ender, t::any_deal_ender(l)),
        (DealRule::Table, t::any_deal_table(l)),
    ];
    rsx! {
        LazySheetForm { options, players: players.len() }
        {choice(t::any_scoring(l), "scoring", &scorings, now.scoring, move |scoring| options.write().scoring = scoring)}
        if contradicts {
            p { class: "error", role: "alert", {option_problem(&Error::Scoring, l)} }
        }
        CheckBox {
            label: t::any_tenths(l),
            name: "tenths",
            checked: now.parts == Parts::Tenths,
            onchange: move |on: bool| options.write().parts = if on { Parts::Tenths } else { Parts::Whole },
        }
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
        EndFields { options }
        {choice(t::any_tie(l), "tie", &ties, now.tie, move |tie| options.write().tie = tie)}
        {choice(t::any_deal_ask(l), "deals", &deals, now.deal, move |deal| options.write().deal = deal)}
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

/// When the game ends: any of these, or none.
#[component]
fn EndFields(mut options: Signal<Options>) -> Element {
    let l = lang();
    let now = options();
    let ends = now.ending;
    rsx! {
        fieldset { class: "choice",
            legend { {t::any_ending(l)} }
            if ends == Ends::default() {
                p { class: "soft", {t::any_ending_none(l)} }
            }
            CheckBox {
                label: t::any_ending_target(l),
                name: "ending-target",
                checked: ends.target.is_some(),
                onchange: move |on: bool| {
                    options.write().ending.target = on.then_some(TargetRule { points: USUAL_TARGET, ..TargetRule::default() });
                },
            }
            if let Some(target) = ends.target {
                TargetFields { options, target }
            }
            CheckBox {
                label: t::any_ending_limit(l),
                name: "ending-limit",
                checked: ends.limit.is_some(),
                onchange: move |on: bool| options.write().ending.limit = on.then_some(USUAL_LIMIT),
            }
            if let Some(limit) = ends.limit {
                NumberField {
                    l,
                    label: t::any_limit_label(l),
                    name: "limit",
                    value: i64::from(limit),
                    least: -i64::from(MOST_POINTS),
                    most: i64::from(now.start.clamp(-MOST_POINTS, MOST_POINTS)) - 1,
                    oninput: move |limit: Option<i64>| {
                        let limit = limit.and_then(|limit| i32::try_from(limit).ok());
                        options.write().ending.limit = Some(limit.unwrap_or(i32::MAX));
                    },
                }
            }
            CheckBox {
                label: t::any_ending_rounds(l),
                name: "ending-rounds",
                checked: ends.rounds.is_some(),
                onchange: move |on: bool| options.write().ending.rounds = on.then_some(USUAL_ROUNDS),
            }
            if let Some(rounds) = ends.rounds {
                NumberField {
                    l,
                    label: t::any_rounds_label(l),
                    name: "rounds",
                    value: i64::from(rounds),
                    least: i64::from(*ROUNDS.start()),
                    most: i64::from(*ROUNDS.end()),
                    oninput: move |rounds: Option<i64>| {
                        let rounds = rounds.map_or(0, |rounds| u16::try_from(rounds).unwrap_or(u16::MAX));
                        options.write().ending.rounds = Some(rounds);
                    },
                }
            }
        }
    }
}

/// The total that ends the game, and how it is reached.
#[component]
fn TargetFields(mut options: Signal<Options>, target: TargetRule) -> Element {
    let l = lang();
    let now = options();
    let set = move |target: TargetRule, mut options: Signal<Options>| options.write().ending.target = Some(target);
    rsx! {
        NumberField {
            l,
            label: t::any_points_label(l),
            name: "total",
            value: i64::from(target.points),
            // Who begins at 0 has reached 0.
            least: i64::from(*TARGETS.start()).max(i64::from(now.start == 0)),
            most: i64::from(*TARGETS.end()),
            hint: if now.counts_down() { t::any_counts_down(l, now.start) } else { String::new() },
            oninput: move |points: Option<i64>| {
                let points = points.and_then(|points| u32::try_from(points).ok()).unwrap_or(u32::MAX);
                set(TargetRule { points, ..target }, options);
            },
        }
        CheckBox {
            label: t::any_exact(l),
            name: "exact",
            checked: target.exact,
            onchange: move |exact| set(TargetRule { exact, ..target }, options),
        }
        if now.counts_down() && now.categories.is_empty() {
            CheckBox {
                label: t::any_takes_off(l),
                name: "takes-off",
                checked: target.takes_off,
                onchange: move |takes_off| set(TargetRule { takes_off, ..target }, options),
            }
        }
    }
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
