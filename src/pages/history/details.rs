//! What can be put right about a table afterwards: its name, when it was, who really sat there, and whether it counts.

use dioxus::prelude::*;
use takujo_core::domain::seating::ComingRule;
use takujo_core::domain::seats::typed_name;
use takujo_core::domain::session::{Head, MAX_TITLE};
use takujo_core::i18n::{Lang, pair, t};
use takujo_core::storage::{Stored, live_key};
use takujo_core::table::put_right::LogPutRight;

use super::super::home::read_stored;
use super::super::moment::{MomentField, MomentNode, go_to_moment, moment_text, past_moment};
use super::super::tables::Entry;
use super::archive::Archive;
use super::seats::{LaterRounds, SeatField, TypedSeat, TypedSeats, WinnerField, WrongDetail, store_log};
use crate::games;
use crate::state::lang;
use crate::ui::{CheckBox, Sheet, TextField, keep_unsaved, unsaved_or};

/// What the fields contain.
#[derive(Debug, Clone, PartialEq)]
struct Typed {
    title: String,
    moment: String,
    seats: TypedSeats,
    /// Whom the table named as the winner, as the index of a side.
    winner: Option<usize>,
    counts: bool,
}

impl Typed {
    /// A table as it is; `shows` are the names that its people go by, `title` is what it is called.
    fn of(entry: &Entry, head: &Head, shows: &[String], title: String) -> Typed {
        let typed = shows.iter().take(head.players.len()).map(|name| TypedSeat { name: name.clone(), from: 0 });
        Typed {
            title,
            moment: moment_text(head.created),
            seats: TypedSeats { shows: shows.to_vec(), typed: typed.collect() },
            winner: named(entry),
            counts: !head.uncounted,
        }
    }
}

/// Whether a table is shared, and whether people can have come later, which its game knows. Other phones know a shared
/// table's people as it was opened.
fn use_shared(archive: Archive, entry: &Entry, head: &Head) -> Resource<(bool, Option<ComingRule>)> {
    let (id, game) = (entry.id.clone(), head.game.clone());
    use_resource(move || {
        let (id, game) = (id.clone(), game.clone());
        async move {
            let stored = archive.app.store().read(&live_key(&id)).await;
            let shared = !stored.is_ok_and(|text| text.is_none_or(|text| text.is_empty()));
            (shared, games::load(&game).await.and_then(|game| (game.comings)()))
        }
    })
}

/// The sheet with the details of a table.
#[component]
pub(super) fn Details(entry: Entry, archive: Archive, onclose: EventHandler<()>) -> Element {
    let l = lang();
    let Ok(head) = entry.head() else { return rsx! {} };
    let shows = entry.names(&archive.app.people());
    let what = use_hook(|| CopyValue::new(format!("title:{}", head.id)));
    let began = moment_text(head.created);
    let mut typed = use_signal(|| Typed::of(&entry, &head, &shows, unsaved_or(&what.read(), head.title.clone())));
    let shared = use_shared(archive, &entry, &head);
    let mut wrong = use_signal(WrongDetail::default);
    let node: MomentNode = use_signal(|| None);
    let now = typed();
    let long = typed_name(&now.title).chars().count() > MAX_TITLE;
    let people = match shared() {
        Some((false, comings)) => people_fields(&entry, &shows, comings, typed, wrong, l),
        Some((true, _)) => rsx! {
            p { class: "soft", {t::history_details_shared(l)} }
        },
        None => rsx! {},
    };
    let save = move |event: FormEvent| {
        event.prevent_default();
        let (entry, head) = (entry.clone(), head.clone());
        let now = typed();
        let created = if now.moment == began { Ok(head.created) } else { past_moment(&now.moment, l) };
        let created = match created {
            Ok(created) if !long => created,
            Ok(_) => return,
            Err(words) => {
                go_to_moment(node);
                return wrong.set(WrongDetail { moment: true, ..WrongDetail::with(words) });
            }
        };
        if let Some(problem) = now.seats.wrong(l) {
            return wrong.set(problem);
        }
        spawn(async move {
            let head = Head { title: typed_name(&now.title), created, uncounted: !now.counts, ..head };
            match store(archive, &entry, head, &now).await {
                Ok(()) => {
                    keep_unsaved(what.cloned(), None);
                    onclose.call(());
                }
                Err(problem) => wrong.set(problem),
            }
        });
    };
    rsx! {
        Sheet { title: t::history_details_title(l), close_label: t::close(l), onclose,
            form { class: "form", oninput: move |_| wrong.set(WrongDetail::default()), onsubmit: save,
                TextField {
                    label: t::history_details_name(l),
                    value: now.title.clone(),
                    problem: long.then(|| t::history_title_long(l, MAX_TITLE)),
                    oninput: move |text: String| {
                        keep_unsaved(what.cloned(), Some(text.clone()));
                        typed.write().title = text;
                    },
                }
                MomentField {
                    l,
                    value: now.moment.clone(),
                    problem: Some(wrong().words).filter(|_| wrong().moment),
                    node,
                    oninput: move |text| typed.write().moment = text,
                }
                {people}
                CheckBox {
                    label: t::history_details_counts(l),
                    name: "counts",
                    checked: now.counts,
                    onchange: move |counts| typed.write().counts = counts,
                }
                p { class: "error", role: "alert",
                    if wrong().seat.is_none() && !wrong().moment {
                        {wrong().words}
                    }
                }
                button { class: "button main", r#type: "submit", {t::save(l)} }
            }
        }
    }
}

/// The fields for who really sat at a table that is on this phone alone, and who won it. `shows` are the names that its
/// people go by.
fn people_fields(
    entry: &Entry,
    shows: &[String],
    comings: Option<ComingRule>,
    mut typed: Signal<Typed>,
    wrong: Signal<WrongDetail>,
    l: Lang,
) -> Element {
    let now = typed();
    // Whoever was replaced before the first round never played.
    let played = |seat: &usize| entry.summary().is_none_or(|table| table.sides.iter().flatten().any(|at| at == seat));
    let seats: Vec<usize> = (0..now.seats.typed.len()).filter(played).collect();
    let tied = tied(entry, shows, l);
    let (rounds, by_turns) = entry.summary().map_or((0, false), |table| (table.played, table.by_turns));
    rsx! {
        fieldset { class: "choice",
            legend { {t::history_details_people(l)} }
            for seat in seats {
                SeatField {
                    key: "{seat}",
                    seat,
                    shown: now.seats.shows[seat].clone(),
                    typed: now.seats.typed[seat].clone(),
                    later: LaterRounds { rounds, by_turns, comings },
                    problem: Some(wrong().words).filter(|_| wrong().seat == Some(seat)),
                    onchange: move |now| {
                        if let Some(typed) = typed.write().seats.typed.get_mut(seat) {
                            *typed = now;
                        }
                    },
                }
            }
        }
        if !tied.is_empty() {
            WinnerField { tied, named: now.winner, onchange: move |winner| typed.write().winner = winner }
        }
    }
}

/// The sides that share the win where the rules leave open who has won, with their names.
fn tied(entry: &Entry, shows: &[String], l: Lang) -> Vec<(usize, String)> {
    let Some(table) = entry.summary() else { return Vec::new() };
    let name = |side: usize| {
        let people = table.sides.get(side).into_iter().flatten().filter_map(|at| shows.get(*at)).cloned();
        pair(l, &people.collect::<Vec<_>>())
    };
    table.tied.iter().map(|side| (*side, name(*side))).collect()
}

/// Whom of them the table named as the winner.
fn named(entry: &Entry) -> Option<usize> {
    let table = entry.summary().filter(|table| !table.tied.is_empty())?;
    let [winner] = table.outcome.winners() else { return None };
    Some(*winner)
}

/// Stores a table with this head, these people and this winner.
async fn store(archive: Archive, entry: &Entry, head: Head, typed: &Typed) -> Result<(), WrongDetail> {
    let seats = &typed.seats;
    let (l, before) = (archive.app.lang(), archive.app.people());
    let mut people = before.clone();
    people.add(seats.others().into_iter().filter(|name| !seats.shows.contains(name)));
    let names = seats.at_start();
    let right = people.put_right(&head, &seats.shows, &names);
    let winner = Some(typed.winner).filter(|winner| *winner != named(entry));
    let log = LogPutRight { instead: seats.later(&right, entry, &people), winner };
    // Somebody who joined later may have been called so then.
    if names[..] != seats.shows[..names.len()] && !can_open(archive, &right).await {
        return Err(WrongDetail::with(t::history_details_taken(l)));
    }
    if !log.is_nothing() {
        store_log(archive, &right, &log).await?;
    }
    if people != before {
        archive.app.set_people(people);
    }
    if log.is_nothing() {
        archive.change.call((right, ""));
    } else {
        archive.app.show_card(&right);
        archive.refresh("");
    }
    Ok(())
}

/// Whether a table still opens with this head.
async fn can_open(archive: Archive, head: &Head) -> bool {
    let (Ok(Some(stored)), Ok(head)) = (archive.app.store().load(&head.id).await, serde_json::to_string(head)) else {
        return false;
    };
    read_stored(&Stored { head, ..stored }).await.is_ok()
}
