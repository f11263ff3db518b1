//! Finding a table: by a word, a player, a game, or a month.

use chrono::{Datelike, NaiveDate};
use dioxus::prelude::*;
use takujo_core::domain::people::{People, plain_name};
use takujo_core::domain::session::Label;
use takujo_core::i18n::{Lang, month, t};

use super::super::tables::{Entry, game_name};
use super::archive::Archive;
use crate::device;
use crate::state::lang;
use crate::ui::use_field_text;

/// What is looked for; nothing at first.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Sought {
    /// A part of a name, as it was typed.
    pub(super) word: String,
    /// Somebody's present name.
    person: String,
    /// The name of a game.
    game: String,
    /// The first day of a month.
    month: Option<NaiveDate>,
}

/// The first day of the month in which a table was played, where one plays.
pub(super) fn month_of(entry: &Entry) -> Option<NaiveDate> {
    month_at(entry.label.as_ref()?)
}

fn month_at(label: &Label) -> Option<NaiveDate> {
    device::local(label.created).date().with_day(1)
}

impl Sought {
    /// Whether nothing is looked for.
    pub(super) fn is_nothing(&self) -> bool {
        *self == Sought { word: self.word.clone(), ..Sought::default() } && self.word.trim().is_empty()
    }

    /// The tables that fit.
    pub(super) fn among<'a>(&self, entries: &[&'a Entry], people: &People, l: Lang) -> Vec<&'a Entry> {
        let word = plain_name(self.word.trim());
        let fits = |entry: &&Entry| {
            (word.is_empty() || entry.fits(&word, people, l))
                && (self.person.is_empty() || entry.names(people).contains(&self.person))
                && (self.game.is_empty() || entry.label.as_ref().is_some_and(|label| game_name(label, l) == self.game))
                && (self.month.is_none() || month_of(entry) == self.month)
        };
        entries.iter().copied().filter(fits).collect()
    }
}

/// Sorted, and each once.
fn each_once<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort();
    values.dedup();
    values
}

/// What can be chosen.
#[derive(Debug, Clone, PartialEq, Default)]
struct FindChoices {
    people: Vec<String>,
    games: Vec<String>,
    /// The newest first.
    months: Vec<NaiveDate>,
}

/// The fields, and how many tables fit if something is looked for.
#[component]
pub(super) fn FindFields(mut sought: Signal<Sought>, archive: Archive, fitting: usize) -> Element {
    let l = lang();
    let kept = use_field_text(&sought.read().word);
    // Summaries come in one after the other, and change nothing here.
    let labels = use_memo(move || match &*archive.found.read() {
        Some(Ok(entries)) => entries.iter().filter_map(|entry| entry.label.clone()).collect::<Vec<_>>(),
        _ => Vec::new(),
    });
    // Whoever joined later is found by their name. After the list, because there may be thousands.
    let choices = use_resource(move || async move {
        device::pause(0).await;
        let (labels, people) = (labels(), archive.app.people());
        let labels = || labels.iter().filter(|label| label.deleted.is_none());
        let mut months = each_once(labels().filter_map(|label| month_at(label)));
        months.reverse();
        let names = labels().flat_map(|label| people.names_now(&label.players, &label.people));
        FindChoices {
            people: each_once(names.filter(|name| !people.is_nobody(name))),
            games: each_once(labels().map(|label| game_name(label, l))),
            months,
        }
    });
    let now = sought();
    let FindChoices { people, games, mut months } = choices().unwrap_or_default();
    // What is chosen can be seen, also if no table is of it any more.
    months.extend(now.month.filter(|month| !months.contains(month)));
    let with = |mut values: Vec<String>, chosen: &String| {
        values.extend(Some(chosen.clone()).filter(|chosen| !chosen.is_empty() && !values.contains(chosen)));
        values
    };
    let words = months.iter().map(|first| month(l, *first)).collect();
    let choose = use_callback(move |(what, value): (usize, String)| {
        let mut sought = sought.write();
        match what {
            0 => sought.person = value,
            1 => sought.game = value,
            _ => sought.month = months.iter().copied().find(|first| month(l, *first) == value),
        }
    });
    let fields = [
        (t::figures_person(l), t::figures_everyone(l), with(people, &now.person), now.person.clone()),
        (t::figures_game(l), t::figures_all_games(l), with(games, &now.game), now.game.clone()),
        (
            t::history_month(l),
            t::history_all_months(l),
            words,
            now.month.map(|first| month(l, first)).unwrap_or_default(),
        ),
    ];
    rsx! {
        div {
            div { class: "narrow-down",
                label { class: "field",
                    span { class: "hidden", {t::history_find(l)} }
                    input {
                        r#type: "search",
                        placeholder: t::history_find(l),
                        oninput: move |event| sought.write().word = kept.said(&event),
                        ..kept.value(),
                    }
                }
                for (what, (label, all, values, chosen)) in fields.into_iter().enumerate() {
                    label { key: "{what}", class: "field",
                        span { class: "hidden", {label} }
                        select { onchange: move |event: FormEvent| choose((what, event.value())),
                            option { value: "", selected: chosen.is_empty(), {all} }
                            for value in values {
                                option { key: "{value}", value: "{value}", selected: chosen == value, "{value}" }
                            }
                        }
                    }
                }
            }
            p { class: "soft", role: "status",
                if !now.is_nothing() {
                    {t::history_fitting(l, fitting)}
                }
            }
        }
    }
}
