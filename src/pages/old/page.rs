//! The page.

use dioxus::prelude::*;
use takujo_core::games::any::game::WinningTotal;
use takujo_core::games::any::old::along::RoundsAre;
use takujo_core::games::any::old::evening::OldEvening;
use takujo_core::games::any::old::fault::OldFault;
use takujo_core::games::any::old::words::wrong_words;
use takujo_core::i18n::{Lang, t};

use super::super::moment::{MomentField, MomentNode, go_to_moment, past_moment};
use super::fields::{ReadingFields, TextOfRounds, known};
use super::form::OldForm;
use super::store::{NotMade, OldDetails, store};
use super::tracks::Tracks;
use crate::route::Route;
use crate::shell::Shell;
use crate::state::{app, lang};
use crate::ui::{TextField, choice, keep_unsaved, unsaved_or};

/// What is entered here is kept under this name until it is stored.
const KEPT: &str = "old-evening";

/// What was entered and not stored yet, also before the page was left.
fn use_entered() -> (Signal<OldForm>, Signal<OldDetails>) {
    let app = app();
    let kept = || serde_json::from_str(&unsaved_or(KEPT, String::new())).unwrap_or_default();
    let form = use_signal(|| {
        let (mut form, _): (OldForm, OldDetails) = kept();
        form.propose(&known(app));
        form
    });
    let details = use_signal(|| kept().1);
    use_effect(move || {
        let entered = (&*form.read(), &*details.read());
        keep_unsaved(KEPT.to_owned(), serde_json::to_string(&entered).ok());
    });
    (form, details)
}

/// The page on which an old evening becomes a table.
#[component]
pub fn OldEveningPage() -> Element {
    let l = lang();
    let (form, details) = use_entered();
    let now = form.read();
    let grid = now.grid().unwrap_or_default();
    let evening = now.reading.evening(&grid);
    rsx! {
        Shell { title: t::old_title(l), here: "history",
            TextOfRounds { form }
            // Also for a text that cannot be read like this: another separator may do.
            if !now.text.trim().is_empty() {
                ReadingFields { form }
            }
            if grid.lines() > 0 {
                Tracks {
                    form,
                    grid: grid.clone(),
                    faults: evening.as_ref().err().cloned().unwrap_or_default(),
                }
                TableFields { evening, rounds: now.reading.rounds, details }
            }
        }
    }
}

/// What the text does not tell, what it comes to, and the button that makes the table.
#[component]
fn TableFields(evening: Result<OldEvening, Vec<OldFault>>, rounds: RoundsAre, details: Signal<OldDetails>) -> Element {
    let (app, l) = (app(), lang());
    let mut busy = use_signal(|| false);
    let mut wrong = use_signal(String::new);
    let mut wrong_moment = use_signal(|| None::<String>);
    let node: MomentNode = use_signal(|| None);
    // A change may mend what was refused.
    use_effect(use_reactive(&evening, move |_| wrong.set(String::new())));
    let is_long = details.read().long(l).iter().any(Option::is_some);
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
            let played = match past_moment(&now.moment, l) {
                Ok(played) => played,
                Err(words) => {
                    go_to_moment(node);
                    return wrong_moment.set(Some(words.to_owned()));
                }
            };
            if is_long || busy.replace(true) {
                return;
            }
            spawn(async move {
                match store(app, &evening, now, played).await {
                    // Another tap makes no second table.
                    Ok(id) => {
                        keep_unsaved(KEPT.to_owned(), None);
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
            {detail_fields(l, details, wrong_moment, node)}
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

/// The fields for what the text does not tell.
fn detail_fields(
    l: Lang,
    mut details: Signal<OldDetails>,
    mut wrong_moment: Signal<Option<String>>,
    node: MomentNode,
) -> Element {
    let now = details();
    let [long_game, long_title] = now.long(l);
    rsx! {
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
        MomentField {
            l,
            value: now.moment.clone(),
            problem: wrong_moment(),
            node,
            oninput: move |text| {
                wrong_moment.set(None);
                details.write().moment = text;
            },
        }
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
