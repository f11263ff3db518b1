//! How far a table is and how it stands, in words, made from a report. (What is stored for lists is
//! [`domain::summary`](crate::domain::summary).)

use crate::domain::game::{Game, Outcome};
use crate::domain::seats::{Player, Seat};
use crate::domain::session::{BestRound, GameCourse, PassedSide, Report, Session, WinningLead, standing};
use crate::i18n::{Lang, list, pair, t};

/// The names of a side.
pub fn side_name(report: &Report, side: usize, l: Lang) -> String {
    let players = report.sides.get(side).into_iter().flatten();
    let names: Vec<String> = players.filter_map(|player| report.players.get(*player).cloned()).collect();
    pair(l, &names)
}

/// How far a table has been played.
pub fn played_text(report: &Report, l: Lang) -> String {
    match report.turns {
        Some(turns) => t::turn_count(l, turns),
        None if report.by_turns => t::turn_count(l, report.played),
        None => t::round_count(l, report.played),
    }
}

/// The standings in a sentence.
pub fn standing_text(report: &Report, l: Lang) -> String {
    let names = |sides: &[usize]| {
        let names: Vec<String> = sides.iter().map(|side| side_name(report, *side, l)).collect();
        list(l, &names)
    };
    // How many people they are, for the verb: a side may have several.
    let people = |sides: &[usize]| sides.iter().filter_map(|side| report.sides.get(*side)).flatten().count();
    let total = report.leaders.first().map_or(0, |side| report.totals[*side]);
    let best = report.parts.arg(total);
    let tied = |names: String| {
        if report.by_wins() { t::standing_tied_wins(l, names, total) } else { t::standing_tied(l, names, best.clone()) }
    };
    match &report.outcome {
        Outcome::Won(winners) if winners.len() > 1 => t::standing_shared(l, names(winners)),
        Outcome::Won(winners) if report.is_level() => t::standing_level(l, people(winners), names(winners)),
        Outcome::Won(winners) => t::standing_won(l, people(winners), names(winners)),
        Outcome::Tied(sides) => tied(names(sides)),
        Outcome::Playing if report.played == 0 => match report.turns {
            Some(1..) => t::standing_under_way(l).to_owned(),
            _ => t::standing_start(l).to_owned(),
        },
        Outcome::Playing => {
            let first = &report.leaders;
            if first.len() == 1 && report.by_wins() {
                t::standing_leads_wins(l, people(first), names(first), total)
            } else if first.len() == 1 {
                t::standing_leads(l, people(first), names(first), best.clone())
            } else {
                tied(names(first))
            }
        }
    }
}

/// How far a table has been played and how it stands, in one line.
pub fn so_far(report: &Report, l: Lang) -> String {
    let played = played_text(report, l);
    if report.played == 0 { played } else { format!("{played} · {}", standing_text(report, l)) }
}

/// How a finished game went, as the lines that are said of it: what decided a tie; who was ahead from when on, or in
/// which round that was decided; how often the lead changed; and the best round.
pub fn course_text(report: &Report, l: Lang) -> Vec<String> {
    if !matches!(report.outcome, Outcome::Won(_)) {
        return Vec::new();
    }
    let GameCourse { lead, changes, best } = report.course();
    let (name, points) = (|side| side_name(report, side, l), |points: i32| report.parts.signed(points));
    let led = lead.map(|WinningLead { side, since, passed }| match passed {
        Some(PassedSide { side: second, points: [got, less] }) => {
            t::ending_decisive(l, since + 1, name(side), points(got), name(second), points(less))
        }
        None if since == 0 => t::ending_led(l, name(side)),
        None if report.by_turns => t::ending_led_turn(l, name(side), since + 1),
        None => t::ending_led_round(l, name(side), since + 1),
    });
    let changes = (changes > 0).then(|| t::ending_changes(l, changes));
    // Not again in the line above.
    let said =
        |best: &BestRound| lead.is_some_and(|it| it.passed.is_some() && (it.side, it.since) == (best.side, best.round));
    let best = best.filter(|best| !said(best)).map(|BestRound { side, round, points: got }| {
        let best = if report.by_turns { t::ending_best_turn } else { t::ending_best_round };
        best(l, name(side), points(got), round + 1)
    });
    let level = report.outcome.winners().first().filter(|_| report.is_level()).map(|side| {
        let level = if report.ruled { t::ending_level_rule } else { t::ending_level_table };
        level(l, total_text(report, *side, l))
    });
    [level, led, changes, best].into_iter().flatten().collect()
}

/// What a side has of what decides: points, rounds won, or cards where there are only turns.
pub fn total_text(report: &Report, side: usize, l: Lang) -> String {
    total_words(report, report.totals[side], l)
}

/// So much of what decides, in words, see [`total_text`].
pub fn total_words(report: &Report, total: i32, l: Lang) -> String {
    match report.turns {
        Some(_) => t::standing_cards(l, total),
        None if report.by_wins() => t::standing_wins(l, total),
        None => report.parts.number(total),
    }
}

/// The last scored round in short: who leads now, and who got how many of the `points` that this entry brought.
pub fn round_text<G: Game>(
    session: &Session<G>,
    entry: usize,
    points: &[i32],
    l: Lang,
) -> (String, Vec<(Vec<Player>, i32)>) {
    let seats = session.seats_at(entry);
    let players =
        |side: &Vec<Seat>| side.iter().filter_map(|seat| seats.players().get(seat.index()).cloned()).collect();
    let sides = G::scoring(seats, &session.options).sides;
    let scored = sides.iter().zip(points).map(|(side, points)| (players(side), *points)).collect();
    (standing_line(&standing(session), l), scored)
}

/// The standings in one short line, which has no room for the names of many who are level.
fn standing_line(report: &Report, l: Lang) -> String {
    let level = report.leaders.len();
    if level < 3 || matches!(report.outcome, Outcome::Won(_)) {
        return standing_text(report, l);
    }
    let total = report.leaders.first().map_or(0, |side| report.totals[*side]);
    if report.by_wins() {
        t::standing_tied_many_wins(l, level, total)
    } else {
        t::standing_tied_many(l, level, report.parts.arg(total))
    }
}
