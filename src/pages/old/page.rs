//! The page.

use dioxus::prelude::*;
use takujo_core::games::any::game::WinningTotal;
use takujo_core::games::any::old::evening::OldEvening;
use takujo_core::games::any::old::fault::OldFault;
use takujo_core::games::any::old::reading::RoundsAre;
use takujo_core::games::any::old::words::wrong_words;
use takujo_core::i18n::{Lang, t};

use super::super::moment::{MomentField, typed_moment};
use super::fields::{ReadingFields, TextOfRounds};
use super::form::OldForm;
use super::store::{NotMade, OldDetails, store};
use super::tracks::Tracks;
use crate::route::Route;
use crate::shell::Shell;
use crate::state::{app, lang};
use crate::ui::{TextField, choice};

/// The page on which an old evening becomes a table.
#[component]
pub fn OldEveningPage() -> Element {
    let l = lang();
    let form = use_signal(OldForm::default);
    let now = form.read();
    let grid = now.grid().unwrap_or_default();
    let evening = now.reading.evening(&grid);
    rsx! {
        Shell { title: t::old_title(l), here: "history",
            TextOfRounds { form }
            if grid.lines() > 0 {
                ReadingFields { form }
                Tracks {
                    form,
                    grid: grid.clone(),
                    faults: evening.as_ref().err().cloned().unwrap_or_default(),
                }
                TableFields { evening, rounds: now.reading.rounds }
            }
        }
    }
}

/// What the text does not tell, what it comes to, and the button that makes the table.
#[component]
fn TableFields(evening: Result<OldEvening, Vec<OldFault>>, rounds: RoundsAre) -> Element {
    let (app, l) = (app(), lang());
    let mut details = use_signal(OldDetails::default);
    let mut busy = use_signal(|| false);
    let mut wrong = use_signal(String::new);
    // A change may mend what was refused.
    use_effect(use_reactive(&evening, move |_| wrong.set(String::new())));
    let now = details();
    let [long_game, long_title] = now.long(l);
    let is_long = long_game.is_some() || long_title.is_some();
    let faults = evening.as_ref().err().cloned().unwrap_or_default();
    // The others are beside their columns.
    let general = faults.iter().filter(|fault| fault.track.is_none());
    let general = general.map(|fault| wrong_words(&fault.what, rounds, l));
    let said: Vec<String> = general.chain(Some(wrong()).filter(|words| !words.is_empty())).collect();
    let make = {
        let evening = evening.clone();
        move |event: FormEvent| {
            event.prevent_default();
            let evening = match evening.clone() {
                Ok(evening) => evening,
                Err(faults) => {
                    let other = faults.iter().find(|fault| fault.track.is_some());
                    return wrong.set(other.map(|fault| wrong_words(&fault.what, rounds, l)).unwrap_or_default());
                }
            };
            let now = details();
            let Some(played) = typed_moment(&now.moment) else {
                return wrong.set(t::history_moment_wrong(l).to_owned());
            };
            if is_long || busy.replace(true) {
                return;
            }
            spawn(async move {
                match store(app, &evening, now, played).await {
                    // Another tap makes no second table.
                    Ok(id) => {
                        navigator().replace(Route::Table { id, tab: "standings".to_owned() });
                    }
                    Err(why) => {
                        wrong.set(match why {
                            NotMade::Rules(fault) => wrong_words(&fault.what, rounds, l),
                            NotMade::Words(words) => words,
                        });
                        busy.set(false);
                    }
                }
            });
        }
    };
    rsx! {
        form { class: "card", oninput: move |_| wrong.set(String::new()), onsubmit: make,
            TextField {
                label: t::old_game(l),
                value: now.game.clone(),
                problem: long_game,
                oninput: move |text| details.write().game = text,
            }
            TextField {
                label: t::history_details_name(l),
                value: now.title.clone(),
                problem: long_title,
                oninput: move |text| details.write().title = text,
            }
            MomentField { l, value: now.moment.clone(), oninput: move |text| details.write().moment = text }
            {
                choice(
                    t::any_winner(l),
                    "old-winner",
                    &[
                        (WinningTotal::Highest, t::any_winner_highest(l)),
                        (WinningTotal::Lowest, t::any_winner_lowest(l)),
                    ],
                    now.winner,
                    move |winner| details.write().winner = winner,
                )
            }
            if let Ok(evening) = &evening {
                {totals(evening, l)}
            }
            p { class: "error", role: "alert",
                {said.join(if l == Lang::Ja { "" } else { " " })}
            }
            // Pale until it would make something; a tap says what is missing.
            button {
                class: if evening.is_ok() { "button main" } else { "button pale" },
                r#type: "submit",
                {t::old_make(l)}
            }
        }
    }
}

/// What the rounds come to.
fn totals(evening: &OldEvening, l: Lang) -> Element {
    let totals = evening.names.iter().cloned().zip(evening.totals());
    rsx! {
        div { role: "status",
            p { class: "soft", {t::old_count(l, evening.points.len())} }
            ul { class: "ranking",
                for (name, total) in totals {
                    li { key: "{name}",
                        bdi { class: "name", "{name}" }
                        strong { class: "total", {evening.parts.number(total)} }
                    }
                }
            }
        }
    }
}
