//! What can be put right about a table afterwards: its name, when it was, who really sat there, and whether it counts.

use dioxus::prelude::*;
use takujo_core::domain::people::same_name;
use takujo_core::domain::seats::{MAX_NAME, Seat, SeatError, typed_name};
use takujo_core::domain::session::{Head, MAX_TITLE};
use takujo_core::i18n::{Lang, t};
use takujo_core::storage::{Stored, live_key};

use super::super::home::read_stored;
use super::super::moment::{MomentField, MomentNode, go_to_moment, moment_text, past_moment};
use super::super::tables::Entry;
use super::archive::Archive;
use crate::state::lang;
use crate::ui::{CheckBox, Sheet, TextField, keep_unsaved, unsaved_or};
use takujo_core::table::coming_words::seat_error;

/// What the fields contain.
#[derive(Debug, Clone, PartialEq)]
struct Typed {
    title: String,
    moment: String,
    names: Vec<String>,
    counts: bool,
}

impl Typed {
    /// The names as they would be stored.
    fn names(&self) -> Vec<String> {
        self.names.iter().map(|name| typed_name(name)).collect()
    }
}

/// What is wrong with what was typed.
#[derive(Debug, Clone, PartialEq, Default)]
struct WrongDetail {
    /// The seat whose name it is.
    seat: Option<usize>,
    /// Whether it is the moment.
    moment: bool,
    words: String,
}

/// The sheet with the details of a table.
#[component]
pub(super) fn Details(entry: Entry, archive: Archive, onclose: EventHandler<()>) -> Element {
    let l = lang();
    let Ok(head) = entry.head() else { return rsx! {} };
    let all = entry.names(&archive.app.people());
    let shows: Vec<String> = all.into_iter().take(head.players.len()).collect();
    // Whoever was replaced before the first round never played.
    let played = |seat: &usize| entry.summary().is_none_or(|table| table.sides.iter().flatten().any(|at| at == seat));
    let seats: Vec<usize> = (0..shows.len()).filter(played).collect();
    let what = use_hook(|| CopyValue::new(format!("title:{}", head.id)));
    let began = moment_text(head.created);
    let mut typed = use_signal(|| Typed {
        title: unsaved_or(&what.read(), head.title.clone()),
        moment: began.clone(),
        names: shows.clone(),
        counts: !head.uncounted,
    });
    // Other phones know a shared table's people as it was opened.
    let id = entry.id.clone();
    let shared = use_resource(move || {
        let id = id.clone();
        async move {
            let stored = archive.app.store().read(&live_key(&id)).await;
            !stored.is_ok_and(|text| text.is_none_or(|text| text.is_empty()))
        }
    });
    let mut wrong = use_signal(WrongDetail::default);
    let node: MomentNode = use_signal(|| None);
    let now = typed();
    let long = typed_name(&now.title).chars().count() > MAX_TITLE;
    let labels = shows.clone();
    let save = move |event: FormEvent| {
        event.prevent_default();
        let (head, shows) = (head.clone(), shows.clone());
        let now = typed();
        let created = if now.moment == began { Ok(head.created) } else { past_moment(&now.moment, l) };
        let created = match created {
            Ok(created) => created,
            Err(words) => {
                go_to_moment(node);
                return wrong.set(WrongDetail { moment: true, words: words.to_owned(), ..WrongDetail::default() });
            }
        };
        if long {
            return;
        }
        let names = now.names();
        if let Some(problem) = wrong_name(&shows, &names, l) {
            return wrong.set(problem);
        }
        let mut people = archive.app.people();
        people.add(names.iter().filter(|name| !shows.contains(*name)).cloned());
        let right = people.put_right(&head, &shows, &names);
        let right = Head { title: typed_name(&now.title), created, uncounted: !now.counts, ..right };
        spawn(async move {
            // Somebody who joined later may have been called so then.
            if names != shows && !can_open(archive, &right).await {
                return wrong
                    .set(WrongDetail { words: t::history_details_taken(l).to_owned(), ..WrongDetail::default() });
            }
            if people != archive.app.people() {
                archive.app.set_people(people);
            }
            keep_unsaved(what.cloned(), None);
            onclose.call(());
            archive.change.call((right, ""));
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
                {people_fields(l, shared(), seats, &labels, typed, wrong())}
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

/// Who sat there; on other phones, too, that stays as it was.
fn people_fields(
    l: Lang,
    shared: Option<bool>,
    seats: Vec<usize>,
    labels: &[String],
    mut typed: Signal<Typed>,
    wrong: WrongDetail,
) -> Element {
    let names = typed.read().names.clone();
    rsx! {
        if shared == Some(false) {
            fieldset { class: "choice",
                legend { {t::history_details_people(l)} }
                for seat in seats {
                    TextField {
                        key: "{seat}",
                        label: t::history_details_seat(l, seat + 1, &labels[seat]),
                        value: names[seat].clone(),
                        problem: Some(wrong.words.clone()).filter(|_| wrong.seat == Some(seat)),
                        oninput: move |text: String| {
                            if let Some(name) = typed.write().names.get_mut(seat) {
                                *name = text;
                            }
                        },
                    }
                }
            }
        } else if shared == Some(true) {
            p { class: "soft", {t::history_details_shared(l)} }
        }
    }
}

/// Whether a table still opens with this head.
async fn can_open(archive: Archive, head: &Head) -> bool {
    let (Ok(Some(stored)), Ok(head)) = (archive.app.store().load(&head.id).await, serde_json::to_string(head)) else {
        return false;
    };
    read_stored(&Stored { head, ..stored }).await.is_ok()
}

/// What is wrong with the names that are not those the table `shows`, if anything is.
fn wrong_name(shows: &[String], names: &[String], l: Lang) -> Option<WrongDetail> {
    names.iter().enumerate().filter(|(at, name)| shows.get(*at) != Some(name)).find_map(|(at, name)| {
        let seat = Seat(u8::try_from(at).ok()?);
        let twice = names.iter().enumerate().any(|(other, theirs)| other != at && same_name(theirs, name));
        let error = match name.chars().count() {
            0 => SeatError::NoName(seat),
            letters if letters > MAX_NAME => SeatError::LongName(seat),
            _ if twice => SeatError::SameName(seat),
            _ => return None,
        };
        Some(WrongDetail { seat: Some(at), words: seat_error(l, &error), ..WrongDetail::default() })
    })
}
