//! The list of known people in the settings. They can be renamed, merged if they are the same person, and put away.

use dioxus::prelude::*;
use takujo_core::domain::people::{People, Person};
use takujo_core::domain::seats::{MAX_NAME, typed_name};
use takujo_core::domain::session::read_head;
use takujo_core::i18n::{Lang, t};

use crate::state::{App, app, lang};
use crate::ui::{Glyph, Icon, Mark, Sheet, TextField, keep_unsaved, unsaved_or};

/// What can be done with a person.
#[derive(Debug, Clone, PartialEq)]
enum Change {
    /// Give them this name.
    Rename(String),
    /// Merge them into the person with this id.
    Merge(String),
    /// Do not offer them at new tables any more.
    PutAway,
    /// Offer them again.
    BringBack,
}

impl Change {
    /// Makes this change to `person` in `people`, and returns what to say about it. `None` if nothing was changed,
    /// because somebody else has the name.
    fn apply(self, person: &Person, people: &mut People, l: Lang) -> Option<String> {
        let id = person.id();
        let name = &person.name;
        match self {
            Change::Rename(new) => people.rename(id, &new).then(|| t::settings_renamed(l, name, new)),
            Change::Merge(into) => {
                people.merge(&into, id);
                let into = people.all().iter().find(|other| other.id() == into);
                Some(t::settings_merged(l, name, into.map_or("", |into| &into.name)))
            }
            Change::PutAway => {
                people.put_away(id, true);
                Some(t::settings_put_away(l, name))
            }
            Change::BringBack => {
                people.put_away(id, false);
                Some(t::settings_brought_back(l, name))
            }
        }
    }
}

/// Stores changed people, and puts their names on the cards of the tables in play.
fn store(app: App, people: People) {
    app.set_people(people);
    dioxus::core::spawn_forever(async move {
        for id in app.playing() {
            if let Ok(Some(stored)) = app.store().load(&id).await
                && let Ok(mut head) = read_head(&stored.head)
            {
                app.call_now(&mut head);
                app.show_card(&head);
            }
        }
    });
}

/// The list. Whoever was put away is folded below it. The last change can be taken back.
#[component]
pub fn KnownPeople() -> Element {
    let app = app();
    let l = lang();
    let mut changing = use_signal(|| None::<Person>);
    // The last change in words, and everyone as they were before it; `None` if it was taken back.
    let mut last = use_signal(|| None::<(String, Option<People>)>);
    let change = use_callback(move |(person, change): (Person, Change)| -> bool {
        let before = app.people();
        let mut people = before.clone();
        let words = change.apply(&person, &mut people, app.lang());
        let done = words.is_some();
        if let Some(words) = words {
            store(app, people);
            last.set(Some((words, Some(before))));
            changing.set(None);
        }
        done
    });
    let (away, here): (Vec<Person>, Vec<Person>) = app.people().all().iter().cloned().partition(|person| person.away);
    let words = last.read().as_ref().map(|(words, _)| words.clone());
    let undo = last.read().as_ref().and_then(|(_, before)| before.clone());
    rsx! {
        section { class: "card",
            h2 { {t::settings_people(l)} }
            if here.is_empty() && away.is_empty() {
                p { class: "soft", {t::settings_people_none(l)} }
            }
            ul { class: "people",
                for person in here {
                    li { key: "{person.id()}",
                        {named(&person)}
                        button {
                            class: "round",
                            "aria-label": t::settings_person(l, &person.name),
                            onclick: move |_| changing.set(Some(person.clone())),
                            Icon { glyph: Glyph::Pencil }
                        }
                    }
                }
            }
            if !away.is_empty() {
                details {
                    summary { {t::settings_away(l, away.len())} }
                    ul { class: "people",
                        for person in away {
                            li { key: "{person.id()}",
                                {named(&person)}
                                button {
                                    class: "button",
                                    onclick: {
                                        let person = person.clone();
                                        move |_| {
                                            change.call((person.clone(), Change::BringBack));
                                        }
                                    },
                                    {t::settings_away_back(l, &person.name)}
                                }
                            }
                        }
                    }
                }
            }
        }
        if let Some(person) = changing() {
            ChangePerson { person, change, onclose: move |()| changing.set(None) }
        }
        div { class: "toast row between", role: "status",
            if let Some(words) = words {
                span { "{words}" }
            }
            if let Some(before) = undo {
                button {
                    class: "button",
                    onclick: move |_| {
                        store(app, before.clone());
                        last.set(Some((t::settings_undone(l).to_owned(), None)));
                    },
                    {t::history_undo(l)}
                }
            }
        }
    }
}

fn named(person: &Person) -> Element {
    rsx! {
        span { class: "who",
            Mark { mark: person.mark }
            bdi { class: "name", "{person.name}" }
        }
    }
}

/// The sheet in which a person is changed. `change` makes a change, and returns whether it could be made.
#[component]
fn ChangePerson(person: Person, change: Callback<(Person, Change), bool>, onclose: EventHandler<()>) -> Element {
    let app = app();
    let l = lang();
    let what = use_hook(|| CopyValue::new(format!("person:{}", person.id())));
    let mut typed = use_signal(|| unsaved_or(&what.read(), person.name.clone()));
    let mut problem = use_signal(|| None::<String>);
    let mut same = use_signal(String::new);
    let others: Vec<Person> = app.people().all().iter().filter(|other| other.id() != person.id()).cloned().collect();
    let [to_rename, to_merge, to_put_away] = std::array::from_fn(|_| person.clone());
    rsx! {
        Sheet { title: t::settings_person(l, &person.name), close_label: t::close(l), onclose,
            form {
                onsubmit: move |event| {
                    event.prevent_default();
                    let name = typed_name(&typed());
                    if name.is_empty() {
                        problem.set(Some(t::settings_person_empty(l).to_owned()));
                    } else if name.chars().count() > MAX_NAME {
                        problem.set(Some(t::new_name_long(l, MAX_NAME)));
                    } else if name == to_rename.name {
                        keep_unsaved(what.cloned(), None);
                        onclose.call(());
                    } else if change.call((to_rename.clone(), Change::Rename(name.clone()))) {
                        keep_unsaved(what.cloned(), None);
                    } else {
                        problem.set(Some(t::settings_person_taken(l, &name)));
                    }
                },
                TextField {
                    label: t::settings_person_name(l),
                    value: typed(),
                    problem: problem(),
                    oninput: move |text: String| {
                        keep_unsaved(what.cloned(), Some(text.clone()));
                        typed.set(text);
                        problem.set(None);
                    },
                }
                p { class: "soft", {t::settings_person_text(l)} }
                button { class: "button main", r#type: "submit", {t::save(l)} }
            }
            if !others.is_empty() {
                label { class: "field",
                    span { {t::settings_person_same(l)} }
                    select { value: "{same}", onchange: move |event| same.set(event.value()),
                        option { value: "", "–" }
                        for other in others {
                            option { key: "{other.id()}", value: "{other.id()}", "{other.name}" }
                        }
                    }
                }
                button {
                    class: "button",
                    disabled: same.read().is_empty(),
                    onclick: move |_| {
                        change.call((to_merge.clone(), Change::Merge(same())));
                    },
                    {t::settings_person_merge(l)}
                }
            }
            p { class: "soft", {t::settings_person_away_text(l)} }
            button {
                class: "button",
                onclick: move |_| {
                    change.call((to_put_away.clone(), Change::PutAway));
                },
                {t::settings_person_away(l)}
            }
        }
    }
}
