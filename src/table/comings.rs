//! The sheet in which people come, go and change seats in the middle of a game.

use std::collections::BTreeMap;

use dioxus::prelude::*;
use takujo_core::domain::game::{seated, seating};
use takujo_core::domain::ledger::Op;
use takujo_core::domain::parts::Parts;
use takujo_core::domain::people::find;
use takujo_core::domain::seating::{ComingRule, Join, JoinWith, MOST_POINTS, Seated, Seating};
use takujo_core::domain::seats::{MAX_SEATS, Player, Seat, Seats};
use takujo_core::i18n::{Lang, t};
use takujo_core::play::Play;

use super::handle::Table;
use super::new::WhoPlays;
use super::vacancies::{Vacancies, use_vacancies};
use crate::lazy::{LazyPart, use_lazy_part};
use crate::lazy_part;
use crate::state::{App, app, lang};
use crate::ui::{Glyph, Icon, Mark, Sheet, TextField};

/// The people of a table, as the sheet needs them.
#[derive(Clone, PartialEq)]
pub struct TablePeople {
    /// Who sits there before the change; `None` if they are the same to the end.
    seated: Option<Seated>,
    /// What each would leave with.
    totals: Vec<i32>,
    /// What whoever sat there first began with.
    start: i32,
    comings: Option<ComingRule>,
    lowest_wins: bool,
    /// What points are split into.
    parts: Parts,
    least: usize,
    most: usize,
    /// The change that is being corrected.
    was: Option<Seating>,
    /// Whether a round is half entered.
    half: bool,
    /// Whether several people score together.
    in_sides: bool,
}

/// The people of a table before a new change, or before the one that is corrected.
pub fn people_of<G: Play>(table: Table<G>, entry: Option<usize>) -> TablePeople {
    let session = table.session();
    let (states, entries) = (session.ledger.states(), session.ledger.entries());
    let state = entry.and_then(|entry| states.get(entry)).unwrap_or_else(|| session.ledger.state());
    let totals = |state: &G::State| G::COMINGS.map(|comings| (comings.totals)(state)).unwrap_or_default();
    let draft = table.any.draft_text();
    let half = draft.and_then(|draft| G::undo_draft(&draft, &session.seats, &session.options, Lang::En));
    TablePeople {
        seated: seated::<G>(state).cloned(),
        totals: totals(state),
        start: states.first().map(totals).and_then(|totals| totals.first().copied()).unwrap_or(0),
        comings: G::COMINGS.map(|comings| comings.may),
        lowest_wins: G::lowest_wins(&session.options),
        parts: G::parts(&session.options),
        least: *G::SEATS.start(),
        most: *G::SEATS.end(),
        was: entry.and_then(|entry| entries.get(entry)).and_then(seating::<G>).cloned(),
        half: half.is_some(),
        in_sides: G::sides(&session.seats, &session.options).iter().any(|side| side.len() > 1),
    }
}

/// What is wrong with a change of seats, as the correction of an entry or a new one; `None` if nothing is. Whether the
/// entries after a corrected one still fit is not asked.
pub fn why_not<G: Play>(table: Table<G>, entry: Option<usize>, seating: Seating) -> Option<String> {
    let session = table.session();
    let state = entry.and_then(|entry| session.ledger.states().get(entry)).unwrap_or_else(|| session.ledger.state());
    let error = G::apply(state, &(G::COMINGS?.event)(seating)).err()?;
    Some(G::explain(&error, &session.seats, &session.options, lang()).text)
}

/// Enters a change of seats, as the correction of an entry or a new one. The draft of the open round is dropped, as it
/// may be for other people.
pub fn change_people<G: Play>(table: Table<G>, entry: Option<usize>, seating: Seating) {
    let Some(event) = G::COMINGS.map(|comings| (comings.event)(seating)) else { return };
    let op = match entry {
        Some(entry) => Op::Correct { entry, event },
        None => Op::Append { event },
    };
    table.commit_all(vec![op], None::<&()>);
}

/// The button that opens the sheet, where a game has no standings to have it in.
#[component]
pub fn PeopleButton<G: Play>(table: Table<G>) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    let title = title_of(G::COMINGS.map(|comings| comings.may), l);
    rsx! {
        button { class: "button", onclick: move |_| open.set(true),
            Icon { glyph: Glyph::Turn }
            {title}
        }
        if open() {
            PeopleSheet {
                people: people_of(table, None),
                entry: None,
                check: move |(entry, seating)| why_not(table, entry, seating),
                note: move |seats| G::seating_note(&seats, &table.session().options, lang()),
                onclose: move |()| open.set(false),
                onsave: move |seating| {
                    open.set(false);
                    change_people(table, None, seating);
                },
            }
        }
    }
}

fn title_of(comings: Option<ComingRule>, l: Lang) -> &'static str {
    if comings == Some(ComingRule::Leave) { t::people_leave_title(l) } else { t::people_title(l) }
}

/// The sheet in which people come and go: on the web a file of its own.
static SHEET: LazyPart<ComingsPart> = lazy_part!("comings", sheet -> ComingsPart);

struct ComingsPart(fn(PeopleSheetProps) -> Element);

fn sheet((): ()) -> &'static ComingsPart {
    &ComingsPart(Body)
}

/// Shows who sits at the table, and lets them come, go and change seats.
#[component]
pub fn PeopleSheet(
    people: TablePeople,
    /// The entry being corrected.
    entry: Option<usize>,
    check: Callback<(Option<usize>, Seating), Option<String>>,
    note: Callback<Seats, Option<String>>,
    onclose: EventHandler<()>,
    onsave: EventHandler<Seating>,
) -> Element {
    match use_lazy_part(&SHEET) {
        Some(ComingsPart(Body)) => rsx! {
            Body { people, entry, check, note, onclose, onsave }
        },
        None => rsx! {},
    }
}

/// What somebody joins with, as it is being entered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Joining {
    with: JoinWith,
    /// The number of points as typed.
    typed: String,
}

impl Joining {
    /// With this many points.
    fn of(points: i32, parts: Parts) -> Joining {
        match points {
            0 => Joining::default(),
            points => Joining { with: JoinWith::Points(points), typed: parts.written(points) },
        }
    }

    /// The number typed, with any kind of minus sign, in these parts; `None` if it is none, or out of bounds.
    fn points(&self, parts: Parts) -> Option<i32> {
        i32::try_from(parts.read(&self.typed)?)
            .ok()
            .filter(|points| points.unsigned_abs() <= most(parts).unsigned_abs())
    }
}

/// The most points that are typed, in these parts.
fn most(parts: Parts) -> i32 {
    MOST_POINTS * parts.of_one()
}

/// Stands for points that were not typed, or are out of bounds. No rule allows so many.
const WRONG: i32 = i32::MAX;

/// The change from `seated` to `players`, with marks that nobody has twice.
fn seating_of(
    seated: &Seated,
    players: &[Player],
    joining: &BTreeMap<String, Joining>,
    parts: Parts,
    app: App,
) -> Seating {
    let number = |name: &str| seated.people().iter().position(|known| known.name == name);
    let known = |name: &str| number(name).and_then(|at| seated.people().get(at));
    let mut marks: Vec<u8> = players.iter().filter_map(|player| known(&player.name)).map(|known| known.mark).collect();
    let (mut joins, mut seats) = (Vec::new(), Vec::new());
    let people = app.people();
    for player in players {
        let at = number(&player.name).unwrap_or_else(|| {
            let used = |mark: &u8| marks.contains(mark) || seated.people().iter().any(|known| known.mark == *mark);
            // Somebody the app knows keeps their mark, even if somebody with the same one has left.
            let theirs = find(people.all(), &player.name).is_some();
            let own = Some(player.mark).filter(|mark| !marks.contains(mark) && (theirs || !used(mark)));
            let all = || (0..MAX_SEATS).filter_map(|mark| u8::try_from(mark).ok());
            let mark =
                own.or_else(|| all().find(|mark| !used(mark))).or_else(|| all().find(|mark| !marks.contains(mark)));
            marks.extend(mark);
            joins.push(Join {
                name: player.name.clone(),
                mark: mark.unwrap_or(player.mark),
                id: String::new(),
                with: joining.get(&player.name).map_or(JoinWith::Nothing, |joining| match joining.with {
                    JoinWith::Points(_) => JoinWith::Points(joining.points(parts).unwrap_or(WRONG)),
                    with => with,
                }),
            });
            seated.people().len() + joins.len() - 1
        });
        seats.push(u8::try_from(at).unwrap_or(u8::MAX));
    }
    Seating { joins, seats, ..Seating::default() }
}

#[allow(non_snake_case)]
fn Body(PeopleSheetProps { people, entry, check, note, onclose, onsave }: PeopleSheetProps) -> Element {
    let l = lang();
    let Some(seated) = people.seated.clone() else {
        return rsx! {
            Sheet { title: t::people_title(l), close_label: t::close(l), onclose,
                p { {t::people_never(l)} }
            }
        };
    };
    rsx! {
        Sheet { title: title_of(people.comings, l), close_label: t::close(l), onclose,
            if people.comings == Some(ComingRule::Leave) {
                LeaveForm { seated, entry, check, note, onsave }
            } else {
                ComingsForm { people, seated, entry, check, note, onsave }
            }
        }
    }
}

/// Who leaves: a tap each.
#[component]
fn LeaveForm(
    seated: Seated,
    entry: Option<usize>,
    check: Callback<(Option<usize>, Seating), Option<String>>,
    note: Callback<Seats, Option<String>>,
    onsave: EventHandler<Seating>,
) -> Element {
    let l = lang();
    let without = |gone: u8| Seating {
        joins: Vec::new(),
        seats: seated.now().iter().copied().filter(|number| *number != gone).collect(),
        ..Seating::default()
    };
    let rows: Vec<(Player, Seating)> =
        seated.seats().players().iter().cloned().zip(seated.now().iter().map(|number| without(*number))).collect();
    let problem = rows.first().and_then(|(_, seating)| check.call((entry, seating.clone())));
    rsx! {
        p { class: "soft", {note.call(seated.seats().clone())} }
        p { id: "people-problem", class: "error", role: "alert", {problem.clone()} }
        for (player, seating) in rows {
            button {
                key: "{player.name}",
                class: "button",
                disabled: problem.is_some(),
                "aria-describedby": "people-problem",
                onclick: move |_| onsave.call(seating.clone()),
                Mark { mark: player.mark }
                {t::people_leaves(l, &player.name)}
            }
        }
    }
}

#[component]
fn ComingsForm(
    people: TablePeople,
    seated: Seated,
    entry: Option<usize>,
    check: Callback<(Option<usize>, Seating), Option<String>>,
    note: Callback<Seats, Option<String>>,
    onsave: EventHandler<Seating>,
) -> Element {
    let l = lang();
    let app = app();
    let was = people.was.clone().unwrap_or_default();
    let players = use_signal(|| sitting_after(&seated, people.was.as_ref()));
    let mut joining = use_signal(|| {
        let typed = |with: JoinWith| {
            if let JoinWith::Points(points) = with { people.parts.written(points) } else { String::new() }
        };
        let of = was.joins.iter().map(|join| (join.name.clone(), Joining { with: join.with, typed: typed(join.with) }));
        of.collect::<BTreeMap<_, _>>()
    });
    let vacancies = Some(use_vacancies()).filter(|_| people.in_sides);
    let sitting = players();
    let is_new = |player: &&Player| seated.people().iter().all(|known| known.name != player.name);
    let new: Vec<Player> = sitting.iter().filter(is_new).cloned().collect();
    let now = seated.now().iter().copied().zip(people.totals.iter().copied());
    let totals: Vec<(u8, i32)> = now.chain(seated.left().iter().copied()).collect();
    let total_of = |name: &str, seated: &Seated| {
        let at = seated.people().iter().position(|known| known.name == name)?;
        totals.iter().find(|(number, _)| usize::from(*number) == at).map(|(_, total)| *total)
    };
    // Whoever takes somebody's seat on a side takes over their points, unless people say otherwise.
    let took_over = |name: &str| vacancies.and_then(|seats| total_of(&seats.taken_by(name)?, &seated));
    let with = |player: &Player| {
        let given = joining.read().get(&player.name).cloned();
        (
            player.name.clone(),
            given.unwrap_or_else(|| Joining::of(took_over(&player.name).unwrap_or(people.start), people.parts)),
        )
    };
    let joins: BTreeMap<String, Joining> = new.iter().map(with).collect();
    let sits = |known: &Player| sitting.iter().any(|player| player.name == known.name);
    let absent = seated.people().iter().filter(|known| !sits(known)).cloned();
    let with_total = |known: Player| (total_of(&known.name, &seated).unwrap_or(0), known);
    let absent: Vec<(i32, Player)> = absent.map(with_total).collect();
    let stay = seated.seats().players().iter().zip(&people.totals);
    let stay = stay.filter(|(player, _)| sits(player)).map(|(_, total)| *total);
    let last = if people.lowest_wins { stay.max() } else { stay.min() }.unwrap_or(0);
    let seating = seating_of(&seated, &sitting, &joins, people.parts, app);
    let in_place = move |seating: Seating, was: &Option<Seating>, now: &[u8]| Seating {
        in_place: was.as_ref().is_some_and(|was| was.in_place) && seating.is_in_place(now),
        ..seating
    };
    let seating = in_place(seating, &people.was, seated.now());
    let unchanged = people.was.as_ref() == Some(&seating);
    let mistyped = seating.joins.iter().any(|join| join.with == JoinWith::Points(WRONG));
    let problem = match () {
        () if people.half && entry.is_none() => Some(t::people_half(l).to_owned()),
        () if unchanged => Some(t::people_unchanged(l).to_owned()),
        () => check.call((entry, seating.clone())),
    };
    let noted = Seats::new(sitting.clone(), Seat(0), people.least..=people.most).ok();
    let noted = noted.and_then(|seats| note.call(seats));
    rsx! {
        p { class: "soft", {t::people_hint(l)} }
        WhoPlays { players, least: people.least, most: people.most, vacancies }
        for player in new {
            JoiningField {
                key: "{player.name}",
                joining: joins.get(&player.name).cloned().unwrap_or_default(),
                with_points: people.comings == Some(ComingRule::FreeWithPoints),
                last: last_words(&people, last, l),
                parts: people.parts,
                onchange: {
                    let name = player.name.clone();
                    move |now: Joining| {
                        joining.write().insert(name.clone(), now);
                    }
                },
                player,
            }
        }
        if !absent.is_empty() {
            {absent_card(absent, people.parts, players, vacancies, l)}
        }
        if let Some(noted) = noted {
            p { "{noted}" }
        }
        // A wrong number is said at its field.
        p { id: "people-problem", class: if unchanged { "soft" } else { "error" }, role: "alert", {problem.clone().filter(|_| !mistyped)} }
        button {
            class: "button main",
            disabled: problem.is_some(),
            "aria-describedby": "people-problem",
            onclick: move |_| {
                let seating = seating_of(&seated, &players(), &joins, people.parts, app);
                let seating = in_place(seating, &people.was, seated.now());
                onsave.call(remembered(seating, &players(), app));
            },
            {t::save(l)}
        }
    }
}

/// The words for joining with what whoever is last has.
fn last_words(people: &TablePeople, last: i32, l: Lang) -> String {
    let last = people.parts.number(last);
    if people.lowest_wins { t::people_with_highest(l, last) } else { t::people_with_lowest(l, last) }
}

/// Who sits at the table after this change of seats, or without one.
fn sitting_after(seated: &Seated, change: Option<&Seating>) -> Vec<Player> {
    let Some(change) = change else { return seated.seats().players().to_vec() };
    let joined = change.joins.iter().map(|join| Player { name: join.name.clone(), mark: join.mark });
    let everyone: Vec<Player> = seated.people().iter().cloned().chain(joined).collect();
    change.seats.iter().filter_map(|number| everyone.get(usize::from(*number)).cloned()).collect()
}

/// Those who have left, with their totals: each can come back.
fn absent_card(
    absent: Vec<(i32, Player)>,
    parts: Parts,
    mut players: Signal<Vec<Player>>,
    vacancies: Option<Vacancies>,
    l: Lang,
) -> Element {
    rsx! {
        section { class: "card",
            h3 { {t::people_left(l)} }
            ul { class: "absent",
                for (total, player) in absent {
                    li { key: "{player.name}",
                        span { class: "who gone",
                            Mark { mark: player.mark }
                            bdi { class: "name", "{player.name}" }
                            strong { class: "total", {parts.number(total)} }
                        }
                        button {
                            class: "round",
                            "aria-label": t::people_back(l, &player.name),
                            onclick: move |_| {
                                let mut players = players.write();
                                players.push(player.clone());
                                if let Some(vacancies) = vacancies {
                                    vacancies.take(&mut players);
                                }
                            },
                            Icon { glyph: Glyph::Undo }
                        }
                    }
                }
            }
        }
    }
}

/// A change of seats once the app remembers who sits there now. Whoever is new to it has an id from then on.
fn remembered(mut seating: Seating, players: &[Player], app: App) -> Seating {
    let marks = |player: &Player| {
        let join = seating.joins.iter().find(|join| join.name == player.name);
        Player { mark: join.map_or(player.mark, |join| join.mark), ..player.clone() }
    };
    let sitting: Vec<Player> = players.iter().map(marks).collect();
    let mut people = app.people();
    people.remember(&sitting);
    for join in &mut seating.joins {
        let player = Player { name: join.name.clone(), mark: join.mark };
        join.id = people.links(&[player]).pop().unwrap_or_default();
    }
    app.set_people(people);
    seating
}

/// What somebody new joins with.
#[component]
fn JoiningField(
    player: Player,
    joining: Joining,
    with_points: bool,
    /// The words for joining with what the last have.
    last: String,
    parts: Parts,
    onchange: EventHandler<Joining>,
) -> Element {
    let l = lang();
    if !with_points {
        return rsx! {};
    }
    let choices = [
        (JoinWith::Nothing, t::people_with_nothing(l).to_owned()),
        (JoinWith::Last, last),
        (JoinWith::Points(0), t::people_with_number(l).to_owned()),
    ];
    let chosen = joining.with;
    let same = |with: JoinWith| std::mem::discriminant(&with) == std::mem::discriminant(&chosen);
    let bound = |points: i32| parts.number(points);
    let wrong =
        joining.points(parts).is_none().then(|| t::people_points_wrong(l, bound(-most(parts)), bound(most(parts))));
    let typing = joining.clone();
    let kinds = choices.each_ref().map(|(with, _)| *with);
    rsx! {
        label { class: "field",
            span { {t::people_with(l, &player.name)} }
            select {
                onchange: move |event| {
                    let with = event.value().parse().ok().and_then(|at: usize| kinds.get(at).copied());
                    onchange.call(Joining { with: with.unwrap_or_default(), ..joining.clone() });
                },
                for (at, (with, words)) in choices.into_iter().enumerate() {
                    option { key: "{at}", value: "{at}", selected: same(with), {words} }
                }
            }
        }
        if matches!(chosen, JoinWith::Points(_)) {
            TextField {
                label: t::people_points(l, &player.name),
                value: typing.typed.clone(),
                problem: wrong,
                oninput: move |typed| onchange.call(Joining { typed, ..typing.clone() }),
            }
        }
    }
}
