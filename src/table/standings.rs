//! The standings: totals, the chart, and every round, which can be corrected. Also the end of a game: who won and how,
//! sharing the result, and the next game. Most of it is a lazy part, with the board.

use dioxus::prelude::*;
use takujo_core::domain::bgstats::push_address;
use takujo_core::domain::game::{Outcome, seated};
use takujo_core::domain::ledger::{MAX_NOTE, Op, Round};
use takujo_core::domain::seating::Seating;
use takujo_core::domain::seats::{Direction, Seat, Seats, typed_name};
use takujo_core::domain::session::{Head, Report, Session, SessionFile, own_game, report};
use takujo_core::i18n::{Lang, number, signed, t, unmarked};
use takujo_core::play::{Play, playing, turn};
use takujo_core::table::coming_words::change_text;

use super::board::{Board, BoardProps, BoardRow, BoardTurn};
use super::clock::ClockButton;
use super::comings::{PeopleSheet, TablePeople, change_people, people_of, why_not};
use super::handle::{AnyTable, Table};
use super::live::LiveButton;
use super::new::{go_to, use_opener};
use super::picture::PicturePart;
use super::share::{TableMenu, save_points};
use super::summary::{played_text, series, side_name, standing_text, total_text};
use super::views::FlatLink;
use crate::device::{self, ShareOutcome};
use crate::lazy::{LazyPart, Waiting, use_lazy_part};
use crate::lazy_part;
use crate::route::Route;
use crate::shell::trouble_text;
use crate::state::lang;
use crate::ui::{Emblem, Glyph, Icon, LineChart, Mark, Named, Sheet, TextField, share_outcome_text};

/// Rounds shown until all are asked for.
const SHOWN: usize = 20;

/// What people look at between rounds and at the end. On the web it is a file of its own, which a phone does not need
/// to enter a round.
struct Looks {
    standings: fn(StandingsProps) -> Element,
    ending: fn(EndingBodyProps) -> Element,
    placing: fn(PlacingProps) -> Element,
    chart: fn(SparkProps) -> Element,
    again: fn(AgainButtonProps) -> Element,
    /// For a television.
    board: fn(BoardProps) -> Element,
}

fn looks((): ()) -> &'static Looks {
    &Looks {
        standings: Standings,
        ending: EndingBody,
        placing: Placing,
        chart: Chart,
        again: AgainButton,
        board: Board,
    }
}

static LOOKS: LazyPart<Looks> = lazy_part!("standings", looks -> Looks);

/// Fetches the standings soon after a table was opened, before anybody asks for them.
pub fn use_standings_soon() {
    use_hook(|| {
        spawn(async {
            device::pause(2_000).await;
            LOOKS.load().await;
        })
    });
}

/// The standings of a table.
#[allow(non_snake_case)] // `Standings` is a component held in a value.
pub fn standings<G: Play>(table: Table<G>) -> Element {
    let Some(Looks { standings: Standings, .. }) = use_lazy_part(&LOOKS) else {
        return rsx! {
            Waiting {}
        };
    };
    let session = table.session();
    let head = table.head.read().clone();
    let outcome = G::standing(session.ledger.state()).outcome;
    let going = !matches!(outcome, Outcome::Won(_));
    let end = G::end().filter(|_| outcome == Outcome::Playing && !session.ledger.rounds().is_empty());
    rsx! {
        EndingCard { table, whole: false }
        Standings {
            report: report(&*session),
            played: session.ledger.rounds().to_vec(),
            target: G::target(session.ledger.state()),
            name: G::name(lang()),
            head,
            oncorrect: move |entry| table.correct(entry),
            onnote: move |(entry, text)| {
                table.push(Op::Note { entry, text });
            },
            people: move |entry| people_of(table, entry),
            check: move |(entry, seating)| why_not(table, entry, seating),
            note: move |seats| G::seating_note(&seats, &table.session().options, lang()),
            onpeople: move |(entry, seating)| change_people(table, entry, seating),
            step: going.then(|| next_step(&session, lang())),
            end: end.map(|end| G::describe(&end, &session.seats, &session.options, lang())),
            onend: move |()| {
                if let Some(end) = G::end() {
                    table.append(end);
                }
            },
            file: move |()| table.file(),
            table: table.any,
        }
    }
}

/// What waits to be done on the first view, in a few words for a button.
fn next_step<G: Play>(session: &Session<G>, l: Lang) -> String {
    let turn = || Some(t::standings_turn(l, session.seats.name(turn::<G>(session.ledger.state())?)));
    G::step(session, l).or_else(turn).unwrap_or_else(|| t::flat_scores(l).to_owned())
}

/// Who is ahead, and how that came about.
#[component]
fn Placing(head: Head, report: Report, target: Option<i32>) -> Element {
    let l = lang();
    rsx! {
        ol { class: "ranking",
            for side in report.ranking() {
                li { key: "{side}",
                    class: match () {
                        () if report.has_left(side) => "gone",
                        () if report.rounds.is_empty() || !report.leaders.contains(&side) => "",
                        () => "first",
                    },
                    Named { players: report.side_players(&head, side) }
                    {notes(&report, side, target, l)}
                    strong { class: "total", {total_text(&report, side, l)} }
                }
            }
        }
        if !report.rounds.is_empty() {
            if report.by_wins() {
                p { class: "soft", {t::chart_points(l)} }
            }
            LineChart {
                label: t::chart_label(l),
                series: series(&head, &report),
                target: target.filter(|_| !report.by_wins()),
            }
        }
    }
}

/// Why a side that has left no longer counts.
fn left(report: &Report, side: usize, l: Lang) -> &'static str {
    if report.has_parted(side) { t::standings_parted(l) } else { t::standings_gone(l) }
}

/// What is said of a side beside its total: how far it is from the target, or that it has left. Where wins decide, its
/// points as well.
fn notes(report: &Report, side: usize, target: Option<i32>, l: Lang) -> Element {
    let wins = report.by_wins();
    let points = wins.then(|| t::standings_points(l, report.points[side]));
    let open = target.filter(|_| !matches!(report.outcome, Outcome::Won(_)));
    let open = open.map(|target| match target - report.totals[side] {
        ..=0 => t::standings_reached(l).to_owned(),
        missing if wins => t::standings_missing_wins(l, missing),
        missing => t::standings_missing(l, missing),
    });
    let gone = report.has_left(side).then(|| left(report, side, l).to_owned());
    let words = points.into_iter().chain(gone.or(open)).collect::<Vec<_>>().join(" · ");
    rsx! {
        if !words.is_empty() {
            span { class: if wins { "soft more" } else { "soft" }, "{words}" }
        }
    }
}

/// Who is ahead, below an entry, where the screen is wide and high enough. Nothing before the first round.
#[component]
pub fn StandingsBeside<G: Play>(table: Table<G>) -> Element {
    // Asked once, so that a phone does not load the part before it needs it.
    if !use_hook(device::wide) {
        return rsx! {};
    }
    let looks = use_lazy_part(&LOOKS);
    let session = table.deferred();
    let Some(Looks { placing: Placing, .. }) = looks.filter(|_| !session.ledger.rounds().is_empty()) else {
        return rsx! {};
    };
    let head = table.head.read().clone();
    rsx! {
        section { class: "placing", "aria-label": t::standings_title(lang()),
            div {
                Placing { head, report: report(&*session), target: G::target(session.ledger.state()) }
            }
        }
    }
}

/// The table to be read across a room.
#[component]
pub fn BoardOf<G: Play>(table: Table<G>, title: String, called: String, place: String) -> Element {
    let l = lang();
    let Some(Looks { board: Board, placing: Placing, .. }) = use_lazy_part(&LOOKS) else {
        return rsx! {
            Waiting {}
        };
    };
    let session = table.session();
    let (ledger, seats) = (&session.ledger, &session.seats);
    let over = matches!(G::standing(ledger.state()).outcome, Outcome::Won(_));
    let turn = playing(&session, l).filter(|_| !over).and_then(|playing| {
        let player = seats.players().get(playing.seat.index())?.clone();
        Some(BoardTurn { player, direction: playing.direction, stack: playing.stack })
    });
    let head = table.head.read().clone();
    let report = report(&*session);
    let last = ledger.rounds().len().checked_sub(1).and_then(|at| Some((at, report.rounds.get(at)?)));
    let mut rows = Vec::new();
    if let Some((at, points)) = last {
        for (side, points) in points.iter().enumerate() {
            rows.extend(points.map(|points| BoardRow {
                players: report.side_players(&head, side),
                points,
                reason: G::made_by(&session, at, side, l),
            }));
        }
    }
    rsx! {
        Board { game: G::ID, title, called, place, id: head.id.clone(), turn, rows, table: table.any,
            Placing { head, report, target: G::target(ledger.state()) }
        }
    }
}

/// The standings and all that can be done there. Not generic over the game, so that the program contains it once.
#[component]
fn Standings(
    head: Head,
    report: Report,
    played: Vec<Round>,
    target: Option<i32>,
    name: &'static str,
    oncorrect: EventHandler<usize>,
    /// A note was written: the entry and the text.
    onnote: EventHandler<(usize, String)>,
    /// Who sits at the table, for the correction of an entry or for a new one.
    people: Callback<Option<usize>, TablePeople>,
    /// What is wrong with a change of seats, as the correction of an entry or a new one.
    check: Callback<(Option<usize>, Seating), Option<String>>,
    /// What these people mean for the rest of the game.
    note: Callback<Seats, Option<String>>,
    /// People come or go: the entry to correct, if any.
    onpeople: EventHandler<(Option<usize>, Seating)>,
    /// What waits to be done on the first view.
    step: Option<String>,
    /// The words for ending the game now, if that can be done.
    end: Option<String>,
    onend: EventHandler<()>,
    file: Callback<(), SessionFile>,
    table: AnyTable,
) -> Element {
    let l = lang();
    let mut all = use_signal(|| false);
    // The index of the round whose note is being written.
    let mut noting = use_signal(|| None::<usize>);
    let mut given = use_signal(|| None::<ShareOutcome>);
    // The change of seats being corrected, or `Some(None)` for a new one.
    let mut changing = use_signal(|| None::<Option<usize>>);
    let kept = played.clone();
    let last = played.len().saturating_sub(1);
    let hidden = if all() { 0 } else { played.len().saturating_sub(SHOWN) };
    let pushed = push_address(&head, &report, name, device::local(head.created));
    // The order says who is ahead, but not that several are.
    let level = !report.rounds.is_empty() && report.leaders.len() > 1 && !matches!(report.outcome, Outcome::Won(_));
    rsx! {
        section { class: "card",
            div { class: "row spread",
                h2 { {t::standings_title(l)} }
                if let Some(step) = step {
                    Link { class: "button main", to: Route::Table { id: head.id.clone(), tab: "play".to_owned() }, "{step}" }
                }
            }
            if level {
                p { class: "soft", {standing_text(&report, l)} }
            }
            Placing { head: head.clone(), report: report.clone(), target }
            if played.is_empty() {
                p { class: "soft", {t::standings_empty(l)} }
            }
        }
        if let Some(at) = noting() {
            NoteSheet {
                at,
                rounds: report.rounds.len(),
                notes: report.notes.clone(),
                onclose: move |()| noting.set(None),
                onsave: move |(at, text): (usize, String)| {
                    noting.set(None);
                    if let Some(round) = kept.get(at) {
                        onnote.call((round.entry, text));
                    }
                },
            }
        }
        if let Some(entry) = changing() {
            PeopleSheet {
                key: "{entry:?}",
                people: people.call(entry),
                entry,
                check,
                note,
                onclose: move |()| changing.set(None),
                onsave: move |seating| {
                    changing.set(None);
                    onpeople.call((entry, seating));
                },
            }
        }
        div { class: "rounds-side",
            if !played.is_empty() {
                section { class: "card",
                    h2 { {t::standings_rounds(l)} }
                    if hidden > 0 {
                        button { class: "button", onclick: move |_| all.set(true), {t::standings_all(l, played.len())} }
                    }
                    RoundTable {
                        head: head.clone(),
                        report: report.clone(),
                        played: played.clone(),
                        hidden,
                        oncorrect,
                        onnote: move |at| noting.set(Some(at)),
                        onpeople: move |entry| changing.set(Some(entry)),
                    }
                    button { class: "button", onclick: move |_| noting.set(Some(last)),
                        Icon { glyph: Glyph::Pencil }
                        {t::standings_note_add(l)}
                    }
                }
            }
            section { class: "card",
                h2 { {t::standings_more(l)} }
                div { class: "row wrap",
                    button { class: "button", onclick: move |_| changing.set(Some(None)),
                        Icon { glyph: Glyph::Turn }
                        {t::people_title(l)}
                    }
                    if let Some(end) = end {
                        button { class: "button", onclick: move |_| onend.call(()),
                            Icon { glyph: Glyph::Check }
                            {end}
                        }
                    }
                    if !played.is_empty() {
                        Share { head: head.clone(), report: report.clone(), name }
                    }
                    LiveButton { table }
                    FlatLink { id: head.id.clone() }
                    ClockButton { id: head.id.clone() }
                    TableMenu { file }
                    if !played.is_empty() {
                        button {
                            class: "button",
                            onclick: move |_| {
                                let (head, report) = (head.clone(), report.clone());
                                async move { given.set(Some(save_points(&head, &report, l).await)) }
                            },
                            Icon { glyph: Glyph::Grid }
                            {t::table_csv(l)}
                        }
                    }
                    if let Some(address) = pushed {
                        a { class: "button", href: "{address}", target: "_blank", rel: "noopener noreferrer",
                            Icon { glyph: Glyph::Share }
                            {t::table_bgstats(l)}
                        }
                    }
                }
                if let Some(given) = given() {
                    p { role: "status", "{share_outcome_text(l, &given)}" }
                }
            }
        }
    }
}

/// The points of each round but the `hidden` first ones.
#[component]
fn RoundTable(
    head: Head,
    report: Report,
    played: Vec<Round>,
    hidden: usize,
    oncorrect: EventHandler<usize>,
    /// The note of the round with this index was tapped.
    onnote: EventHandler<usize>,
    /// A change of seats was tapped: its entry.
    onpeople: EventHandler<Option<usize>>,
) -> Element {
    let l = lang();
    let everyone = report.everyone(&head);
    let changes = |rounds: usize| {
        let then = report.changes.iter().filter(|change| change.rounds == rounds);
        then.map(|change| (change.entry, change_text(change, &everyone, report.by_wins(), l))).collect::<Vec<_>>()
    };
    rsx! {
        div { class: "scroll", tabindex: "0", role: "region", "aria-label": t::standings_rounds(l),
            table { class: "rounds",
                thead {
                    tr {
                        th { scope: "col", {t::standings_round(l)} }
                        for side in 0..report.sides.len() {
                            th { key: "{side}", scope: "col", class: if report.has_left(side) { "gone" },
                                Named { players: report.side_players(&head, side) }
                            }
                        }
                        th { scope: "col",
                            span { class: "hidden", {t::standings_correct(l)} }
                        }
                    }
                }
                tbody {
                    if hidden == 0 && report.starts.iter().any(|points| *points != 0) {
                        tr {
                            th { scope: "row", {t::standings_start(l)} }
                            for (side, points) in report.starts.iter().enumerate() {
                                td { key: "{side}", {number(*points)} }
                            }
                            td {}
                        }
                    }
                    for (at, round) in played.iter().enumerate().skip(hidden) {
                        RoundRow {
                            key: "{round.entry}",
                            number: at + 1,
                            entry: round.entry,
                            points: report.rounds[at].clone(),
                            changes: changes(at),
                            onpeople,
                            note: report.notes.get(at).cloned().unwrap_or_default(),
                            oncorrect,
                            onnote: move |()| onnote.call(at),
                        }
                    }
                    {change_rows(l, &changes(played.len()), report.sides.len() + 2, onpeople)}
                }
                tfoot {
                    tr {
                        th { scope: "row", {t::standings_total(l)} }
                        for (side, total) in report.points.iter().enumerate() {
                            td { key: "{side}", class: if report.has_left(side) { "gone" },
                                strong { {number(*total)} }
                            }
                        }
                        td {}
                    }
                }
            }
        }
    }
}

#[component]
fn RoundRow(
    number: usize,
    entry: usize,
    points: Vec<Option<i32>>,
    note: String,
    /// Who came and went before it.
    changes: Vec<(usize, String)>,
    onpeople: EventHandler<Option<usize>>,
    oncorrect: EventHandler<usize>,
    onnote: EventHandler<()>,
) -> Element {
    let l = lang();
    let columns = points.len() + 2;
    rsx! {
        {change_rows(l, &changes, columns, onpeople)}
        tr {
            th { scope: "row", "{number}" }
            for (side, points) in points.iter().enumerate() {
                td { key: "{side}",
                    match points {
                        Some(points) => rsx! { {signed(*points)} },
                        // Hidden from screen readers, which say by themselves that a cell is empty.
                        None => rsx! { span { class: "soft", "aria-hidden": "true", "·" } },
                    }
                }
            }
            td {
                button {
                    class: "round",
                    "aria-label": t::standings_correct_round(l, number),
                    onclick: move |_| oncorrect.call(entry),
                    Icon { glyph: Glyph::Pencil }
                }
            }
        }
        if !note.is_empty() {
            tr { class: "note",
                td { colspan: "{columns}",
                    button { "aria-label": t::standings_note_change(l, number, &note), onclick: move |_| onnote.call(()),
                        bdi { "{note}" }
                    }
                }
            }
        }
    }
}

/// Rows that say who came and went, and lead to its correction. `changes` are entries with their words.
fn change_rows(l: Lang, changes: &[(usize, String)], columns: usize, onpeople: EventHandler<Option<usize>>) -> Element {
    rsx! {
        for (entry, words) in changes.iter().cloned() {
            tr { key: "people-{entry}", class: "note change",
                td { colspan: "{columns}",
                    button {
                        "aria-label": t::people_correct(l, &words),
                        onclick: move |_| onpeople.call(Some(entry)),
                        bdi { "{words}" }
                    }
                }
            }
        }
    }
}

/// Writes a note on a round, at first the one with the index `at`.
#[component]
fn NoteSheet(
    at: usize,
    rounds: usize,
    notes: Vec<String>,
    onclose: EventHandler<()>,
    onsave: EventHandler<(usize, String)>,
) -> Element {
    let l = lang();
    let note_of = move |at: usize| notes.get(at).cloned().unwrap_or_default();
    let mut chosen = use_signal(|| at);
    let mut typed = use_signal(|| note_of(at));
    let too_long = typed_name(&typed.read()).chars().count() > MAX_NOTE;
    rsx! {
        Sheet { title: t::standings_note_add(l), close_label: t::close(l), onclose,
            form {
                onsubmit: move |event| {
                    event.prevent_default();
                    let text = typed_name(&typed());
                    if text.chars().count() <= MAX_NOTE {
                        onsave.call((chosen(), text));
                    }
                },
                label { class: "field",
                    span { {t::standings_round(l)} }
                    select {
                        onchange: move |event| {
                            let at = event.value().parse().unwrap_or(at);
                            chosen.set(at);
                            typed.set(note_of(at));
                        },
                        for nth in (0..rounds).rev() {
                            option { key: "{nth}", value: "{nth}", selected: nth == chosen(), "{nth + 1}" }
                        }
                    }
                }
                TextField {
                    label: t::standings_note(l),
                    value: typed(),
                    problem: too_long.then(|| t::table_note_long(l, MAX_NOTE)),
                    oninput: move |text| typed.set(text),
                }
                button { class: "button main", r#type: "submit", {t::save(l)} }
            }
        }
    }
}

/// The result as a text to share.
fn result_text(head: &Head, report: &Report, name: &str, l: Lang) -> String {
    let title = if head.title.is_empty() { name } else { &head.title };
    let mut text = format!("{title}: {}\n", standing_text(report, l));
    // A game without scored rounds has no points to list, only winners.
    if report.rounds.is_empty() {
        return unmarked(&text);
    }
    for side in report.ranking() {
        text.push_str(&format!("{} {}\n", side_name(report, side, l), total_text(report, side, l)));
    }
    text.push_str(&played_text(report, l));
    unmarked(&text)
}

/// The end of a game: who won and how, share, play again. Nothing while the game goes on.
#[component]
pub fn EndingCard<G: Play>(
    table: Table<G>,
    /// Whether to show the final ranking and the chart: not where the page has them anyway.
    #[props(default = true)]
    whole: bool,
) -> Element {
    let made_by = use_callback(move |(round, players): (usize, Vec<usize>)| {
        let session = table.session();
        // By the seats of that round: people may have changed seats since.
        let entry = session.ledger.rounds().get(round)?.entry;
        let seated = session.ledger.states().get(entry).and_then(seated::<G>);
        let number = |seat: &Seat| seated.map_or(seat.index(), |seated| seated.number(*seat));
        let sides = G::sides(session.seats_at(entry), &session.options);
        let side = sides.iter().position(|side| side.iter().map(number).all(|player| players.contains(&player)))?;
        G::made_by(&session, round, side, lang())
    });
    let session = table.session();
    if !matches!(G::standing(session.ledger.state()).outcome, Outcome::Won(_)) {
        return rsx! {};
    }
    let report = report(&*session);
    let head = table.head.read().clone();
    rsx! {
        Ending { head, next: next_game(table), report, name: G::name(lang()), made_by, whole }
    }
}

/// Another game of the same people under what they agreed, started by whoever sits after this game's starter. It is not
/// opened yet: its id and time are still this game's.
pub fn next_game<G: Play>(table: Table<G>) -> Head {
    let session = table.session();
    let (head, seats) = (table.head.read().clone(), &session.seats);
    let options = serde_json::to_value(G::agreed(&session)).unwrap_or_else(|_| head.options.clone());
    Head {
        title: own_game(&options),
        players: seats.players().to_vec(),
        starter: seats.starter().onward(seats.len(), Direction::Clockwise, 1),
        drawn: false,
        deleted: None,
        options,
        ..head
    }
}

#[component]
fn Ending(head: Head, next: Head, report: Report, name: &'static str, made_by: MadeBy, whole: bool) -> Element {
    match use_lazy_part(&LOOKS) {
        Some(Looks { ending: Body, .. }) => rsx! {
            Body { head, next, report, name, made_by, whole }
        },
        None => rsx! {
            Waiting {}
        },
    }
}

/// A table's chart, small. Nothing until it is loaded.
#[component]
pub fn Spark(head: Head, report: Report) -> Element {
    match use_lazy_part(&LOOKS) {
        Some(Looks { chart: Lines, .. }) => rsx! {
            Lines { head, report }
        },
        None => rsx! {},
    }
}

#[allow(non_snake_case)]
fn Chart(SparkProps { head, report }: SparkProps) -> Element {
    let l = lang();
    rsx! {
        LineChart { label: t::chart_label(l), series: series(&head, &report), target: None }
    }
}

/// The round that decided a game.
struct Decisive {
    /// Its index, from 0.
    round: usize,
    /// The side that won the game.
    winner: usize,
    /// The side it is compared with: the one that was ahead before it, or else the one that came second.
    second: usize,
    /// What these two got in it.
    points: [i32; 2],
}

/// The round in which the only winner got ahead of all others for good, compared with the best of them until then. If
/// there is none, as the winner was ahead from the start, the round in which they gained most on the second. `None` for
/// several winners, after a single round, if the winner never gained anything, or where rounds won decide.
fn decisive(report: &Report) -> Option<Decisive> {
    let Outcome::Won(winners) = &report.outcome else { return None };
    let [winner] = **winners else { return None };
    // Where rounds won decide, the points of a round say nothing.
    if report.rounds.len() < 2 || report.by_wins() {
        return None;
    }
    let rivals: Vec<usize> =
        report.ranking().into_iter().filter(|side| *side != winner && !report.has_left(*side)).collect();
    let sign = if report.lowest_wins { -1 } else { 1 };
    let of = |round: usize, side: usize| report.rounds.get(round)?.get(side).copied().flatten();
    let total = |rounds: usize, side: usize| {
        let points = (0..rounds).filter_map(|round| of(round, side)).map(i64::from).sum::<i64>();
        i64::from(report.starts.get(side).copied().unwrap_or(0)) + points
    };
    // How far the winner was ahead of the best of the others who had played by then, and who that was.
    let lead = |rounds: usize| {
        let played = |side: &&usize| (0..rounds).any(|round| of(round, **side).is_some());
        let best = rivals.iter().rev().filter(played).max_by_key(|side| sign * total(rounds, **side))?;
        Some((sign * (total(rounds, winner) - total(rounds, *best)), *best))
    };
    let passed = (1..report.rounds.len()).rev().find_map(|round| {
        let (ahead, rival) = lead(round)?;
        (ahead <= 0).then_some((round, rival))
    });
    let gain = |round: usize, second: usize| {
        Some(sign * (i64::from(of(round, winner)?) - i64::from(of(round, second)?))).filter(|gain| *gain > 0)
    };
    let most = || {
        let second = *rivals.first()?;
        let gains = (0..report.rounds.len()).filter_map(|round| Some((round, gain(round, second)?)));
        gains.max_by_key(|(round, gain)| (*gain, std::cmp::Reverse(*round))).map(|(round, _)| (round, second))
    };
    let (round, second) = passed.filter(|(round, rival)| gain(*round, *rival).is_some()).or_else(most)?;
    Some(Decisive { round, winner, second, points: [of(round, winner)?, of(round, second)?] })
}

/// [`Play::made_by`] of a round and a side, as player indices.
type MadeBy = Callback<(usize, Vec<usize>), Option<String>>;

#[component]
fn EndingBody(
    head: Head,
    /// The game to play again.
    next: Head,
    report: Report,
    name: &'static str,
    made_by: MadeBy,
    whole: bool,
) -> Element {
    let l = lang();
    // On a small screen the chart is low, so that the whole card fits.
    let low = use_hook(|| !device::wide());
    let Outcome::Won(winners) = &report.outcome else { return rsx! {} };
    let seats = winners.iter().flat_map(|side| report.sides[*side].iter());
    let everyone = report.everyone(&head);
    let winners: Vec<_> = seats.filter_map(|seat| everyone.get(*seat).cloned()).collect();
    rsx! {
        section { class: "card ending",
            p { class: "row soft",
                Emblem { game: head.game.clone() }
                {t::ending_title(l)}
                if report.lowest_wins && report.turns.is_none() {
                    {format!(" · {}", t::standings_lowest(l))}
                }
            }
            div { class: "row winners",
                for winner in winners {
                    Mark { key: "{winner.mark}", mark: winner.mark }
                }
                h2 { {standing_text(&report, l)} }
            }
            if let Some(decided) = decisive(&report) {
                p { class: "soft",
                    {
                        let Decisive { round, winner, second, points } = decided;
                        let made = made_by.call((round, report.sides[winner].clone()));
                        let (winner, second) = (side_name(&report, winner, l), side_name(&report, second, l));
                        let [points, less] = points.map(signed);
                        match made {
                            Some(made) => t::ending_decisive_by(l, round + 1, winner, points, made, second, less),
                            None => t::ending_decisive(l, round + 1, winner, points, second, less),
                        }
                    }
                }
            }
            if whole && !report.rounds.is_empty() {
                ol { class: "ranking final",
                    for side in report.ranking() {
                        li { key: "{side}",
                            class: if report.leaders.contains(&side) { "first" } else if report.has_left(side) { "gone" },
                            Named { players: report.side_players(&head, side) }
                            if report.has_left(side) {
                                span { class: "soft", {left(&report, side, l)} }
                            }
                            strong { class: "total", {total_text(&report, side, l)} }
                        }
                    }
                }
                if report.rounds.len() > 1 {
                    LineChart { label: t::chart_label(l), series: series(&head, &report), target: None, low }
                }
            }
            div { class: "row wrap",
                AgainButton { next }
                Share { head, report, name }
            }
        }
    }
}

/// Opens the next game of the same people.
#[component]
fn AgainButton(
    /// As [`next_game`] has it.
    next: Head,
) -> Element {
    let l = lang();
    let opener = use_opener();
    rsx! {
        button {
            class: "button main",
            onclick: move |_| {
                let next = Head { id: device::new_id(), created: device::now(), ..next.clone() };
                let id = next.id.clone();
                opener.open(next, move || go_to(&id));
            },
            {t::ending_again(l)}
        }
        if let Some(trouble) = (opener.trouble)() {
            p { class: "error", role: "alert", {trouble_text(l, trouble)} }
        }
    }
}

/// [`AgainButton`] for a view that has no other use for the standings. Nothing until they are loaded.
#[component]
pub fn Again(next: Head) -> Element {
    match use_lazy_part(&LOOKS) {
        Some(Looks { again: Button, .. }) => rsx! {
            Button { next }
        },
        None => rsx! {},
    }
}

/// Shares the result, as a text or a picture.
#[component]
fn Share(head: Head, report: Report, name: &'static str) -> Element {
    let l = lang();
    let mut given = use_signal(|| None::<ShareOutcome>);
    let text = result_text(&head, &report, name, l);
    // Loads the drawing code in advance: a share sheet only opens directly after a tap.
    let PicturePart(load) = use_context();
    use_hook(|| {
        spawn(async move {
            load().await;
        });
    });
    rsx! {
        button {
            class: "button",
            onclick: move |_| {
                let text = text.clone();
                async move { given.set(Some(device::share(unmarked(name), text).await)) }
            },
            Icon { glyph: Glyph::Share }
            {t::ending_share(l)}
        }
        if device::DRAWS {
            button {
                class: "button",
                onclick: move |_| {
                    let (head, report) = (head.clone(), report.clone());
                    async move {
                        if let Some(share) = load().await {
                            given.set(Some(share(&head, &report, name, l).await));
                        }
                    }
                },
                Icon { glyph: Glyph::Picture }
                {t::ending_picture(l)}
            }
        }
        p { class: "given", role: "status",
            if let Some(given) = given() {
                "{share_outcome_text(l, &given)}"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(rounds: &[&[i32]], lowest_wins: bool, winners: &[usize]) -> Report {
        let sides = rounds.first().map_or(0, |round| round.len());
        let totals: Vec<i32> = (0..sides).map(|side| rounds.iter().map(|round| round[side]).sum()).collect();
        Report {
            game: String::new(),
            players: Vec::new(),
            joined: Vec::new(),
            sides: (0..sides).map(|side| vec![side]).collect(),
            gone: 0,
            changes: Vec::new(),
            starts: Vec::new(),
            rounds: rounds.iter().map(|round| round.iter().copied().map(Some).collect()).collect(),
            notes: Vec::new(),
            tallies: Vec::new(),
            turns: None,
            points: totals.clone(),
            totals,
            lowest_wins,
            leaders: winners.to_vec(),
            played: rounds.len(),
            outcome: Outcome::Won(winners.to_vec()),
            winners: Vec::new(),
        }
    }

    fn decided(report: &Report) -> Option<(usize, usize, [i32; 2])> {
        decisive(report).map(|it| (it.round, it.second, it.points))
    }

    #[test]
    fn the_decisive_round_is_where_the_winner_passed_the_second() {
        let rounds: &[&[i32]] = &[&[10, 12, 0], &[30, 5, 40], &[20, 60, 1]];
        // Totals 60, 77 and 41: the first side is second.
        assert_eq!(decided(&won(rounds, false, &[1])), Some((2, 0, [60, 20])));
        // Before the last round the second side had the fewest.
        assert_eq!(decided(&won(rounds, true, &[2])), Some((2, 1, [1, 60])), "the fewest points win");
        // Kim, Mia, Tom: before the last round Tom was behind both, and Mia ahead.
        let late: &[&[i32]] = &[&[16, 13, 1], &[0, 19, 14], &[24, -7, 34]];
        assert_eq!(decided(&won(late, false, &[2])), Some((2, 1, [34, -7])), "passed for good in the last round");
        // Level with the third side after the second round, although ahead of the second from the first.
        let level: &[&[i32]] = &[&[9, 2, 5], &[1, 3, 5], &[4, 8, 1]];
        assert_eq!(decided(&won(level, false, &[0])), Some((2, 2, [4, 1])), "ahead of all for good");
        let ahead: &[&[i32]] = &[&[9, 2], &[6, 3], &[12, 8]];
        assert_eq!(decided(&won(ahead, false, &[0])), Some((0, 1, [9, 2])), "ahead from the start");
        assert_eq!(decided(&won(rounds, false, &[0, 1])), None, "a shared win");
        assert_eq!(decided(&won(&rounds[..1], false, &[1])), None, "a single round");
        assert_eq!(decided(&won(&[&[5, 5], &[5, 5]], false, &[0])), None, "nobody gained");
    }
}
