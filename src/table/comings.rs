//! The sheet in which people come, go and change seats in the middle of a game.

use std::collections::BTreeMap;

use dioxus::prelude::*;
use takujo_core::domain::parts::Parts;
use takujo_core::domain::people::find;
use takujo_core::domain::seating::{ComingRule, Join, JoinWith, MOST_POINTS, Seated, Seating};
use takujo_core::domain::seats::{MAX_SEATS, Player, Seat, Seats};
use takujo_core::i18n::{Lang, t};
use takujo_core::table::people::TablePeople;
use takujo_core::table::sitting::Tap;

use super::handle::AnyTable;
use super::vacancies::{Vacancies, use_vacancies};
use super::who_plays::WhoPlays;
use crate::lazy::{LazyPart, use_lazy_part};
use crate::lazy_part;
use crate::state::{App, app, lang};
use crate::ui::{Glyph, Icon, Mark, Sheet, TextField};

/// The button that opens the sheet, where a game has no standings to have it in.
#[component]
pub(crate) fn PeopleButton(table: AnyTable) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    let title = title_of(table.now().people(None, None).comings, l);
    rsx! {
        button { class: "button", onclick: move |_| open.set(true),
            Icon { glyph: Glyph::Turn }
            {title}
        }
        if open() {
            PeopleSheet { table, entry: None, onclose: move |()| open.set(false) }
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
pub(crate) fn PeopleSheet(
    table: AnyTable,
    /// The entry being corrected.
    entry: Option<usize>,
    onclose: EventHandler<()>,
) -> Element {
    match use_lazy_part(&SHEET) {
        Some(ComingsPart(Body)) => rsx! {
            Body { table, entry, onclose }
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
fn Body(PeopleSheetProps { table, entry, onclose }: PeopleSheetProps) -> Element {
    let l = lang();
    let people = table.now().people(entry, table.draft_text().as_deref());
    let onsave = EventHandler::new(move |seating| {
        onclose.call(());
        table.tap(Tap::People(entry, seating));
    });
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
                LeaveForm { table, seated, entry, onsave }
            } else {
                ComingsForm { table, people, seated, entry, onsave }
            }
        }
    }
}

/// Who leaves: a tap each.
#[component]
fn LeaveForm(table: AnyTable, seated: Seated, entry: Option<usize>, onsave: EventHandler<Seating>) -> Element {
    let l = lang();
    let without = |gone: u8| Seating {
        joins: Vec::new(),
        seats: seated.now().iter().copied().filter(|number| *number != gone).collect(),
        ..Seating::default()
    };
    let rows: Vec<(Player, Seating)> =
        seated.seats().players().iter().cloned().zip(seated.now().iter().map(|number| without(*number))).collect();
    let problem = rows.first().and_then(|(_, seating)| table.now().why_not(entry, seating.clone(), l));
    rsx! {
        p { class: "soft", {table.now().seating_note(seated.seats(), l)} }
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
    table: AnyTable,
    people: TablePeople,
    seated: Seated,
    entry: Option<usize>,
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
    // Whoever takes somebody's seat on a side takes over their points, unless people say otherwise.
    let took_over = |name: &str| vacancies.and_then(|seats| total_of(&seats.taken_by(name)?, &people, &seated));
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
    let with_total = |known: Player| (total_of(&known.name, &people, &seated).unwrap_or(0), known);
    let absent: Vec<(i32, Player)> = absent.map(with_total).collect();
    let stay = seated.seats().players().iter().zip(&people.totals);
    let stay = stay.filter(|(player, _)| sits(player)).map(|(_, total)| *total);
    let last = if people.lowest_wins { stay.max() } else { stay.min() }.unwrap_or(0);
    let seating = seating_of(&seated, &sitting, &joins, people.parts, app);
    let seating = in_place(seating, people.was.as_ref(), seated.now());
    let unchanged = people.was.as_ref() == Some(&seating);
    let mistyped = seating.joins.iter().any(|join| join.with == JoinWith::Points(WRONG));
    let problem = match () {
        () if people.half && entry.is_none() => Some(t::people_half(l).to_owned()),
        () if unchanged => Some(t::people_unchanged(l).to_owned()),
        () => table.now().why_not(entry, seating.clone(), l),
    };
    let noted = Seats::new(sitting.clone(), Seat(0), people.least..=people.most).ok();
    let noted = noted.and_then(|seats| table.now().seating_note(&seats, l));
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
                let seating = in_place(seating, people.was.as_ref(), seated.now());
                onsave.call(remembered(seating, &players(), app));
            },
            {t::save(l)}
        }
    }
}

/// What somebody has who sits at the table or has left it.
fn total_of(name: &str, people: &TablePeople, seated: &Seated) -> Option<i32> {
    let at = seated.people().iter().position(|known| known.name == name)?;
    let now = seated.now().iter().copied().zip(people.totals.iter().copied());
    let mut totals = now.chain(seated.left().iter().copied());
    totals.find(|(number, _)| usize::from(*number) == at).map(|(_, total)| total)
}

/// The change; in place if `was`, which it corrects, is, and it still can be.
fn in_place(seating: Seating, was: Option<&Seating>, now: &[u8]) -> Seating {
    Seating { in_place: was.is_some_and(|was| was.in_place) && seating.is_in_place(now), ..seating }
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
