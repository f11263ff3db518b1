//! The text, and the choices about all of it.

use dioxus::prelude::*;
use takujo_core::games::any::old::along::RoundsAre;
use takujo_core::games::any::old::choices::NumbersAre;
use takujo_core::games::any::old::grid::{GridFault, MAX_TEXT, Separator};
use takujo_core::games::any::old::words::grid_words;
use takujo_core::i18n::t;

use super::form::OldForm;
use crate::state::{App, app, lang};
use crate::ui::{CheckBox, Glyph, Icon, choice, use_field_text};

/// The names of the people whom the app knows.
pub(super) fn known(app: App) -> Vec<String> {
    app.people().all().iter().map(|person| person.name.clone()).collect()
}

/// Where the text is pasted, or read from a file.
#[component]
pub(super) fn TextOfRounds(mut form: Signal<OldForm>) -> Element {
    let (app, l) = (app(), lang());
    let mut refused = use_signal(|| None::<GridFault>);
    let mut files = use_signal(|| 0_u32);
    let field_text = use_field_text(&form.read().text);
    let fault = refused().or_else(|| form.read().grid().err());
    let open = move |event: FormEvent| async move {
        let Some(file) = event.files().into_iter().next() else { return };
        files += 1;
        if file.size() > MAX_TEXT as u64 {
            return refused.set(Some(GridFault::Text));
        }
        match file.read_string().await {
            Ok(text) => {
                refused.set(None);
                form.write().open(text, &known(app));
            }
            Err(_) => refused.set(Some(GridFault::Encoding)),
        }
    };
    rsx! {
        section { class: "card",
            p { class: "soft", {t::old_text(l)} }
            label { class: "field",
                span { {t::old_paste(l)} }
                textarea {
                    class: "card",
                    rows: "8",
                    wrap: "off",
                    dir: "auto",
                    autocomplete: "off",
                    spellcheck: false,
                    "aria-invalid": fault.is_some(),
                    oninput: move |event| {
                        refused.set(None);
                        form.write().enter(field_text.said(&event), &known(app));
                    },
                    ..field_text.value(),
                }
            }
            p { class: "error", role: "alert", {fault.map(|fault| grid_words(fault, l))} }
            label { class: "button file",
                Icon { glyph: Glyph::File }
                {t::old_file(l)}
                // Another field after each choice: the same one would not notice that the same file, put right, is
                // chosen again. A list of one, because keys only work in lists.
                for times in [files()] {
                    input {
                        key: "{times}",
                        r#type: "file",
                        accept: ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain",
                        onmounted: move |event: MountedEvent| async move {
                            if times > 0 {
                                let _ = event.set_focus(true).await;
                            }
                        },
                        onchange: open,
                    }
                }
            }
        }
    }
}

/// How the text is read.
#[component]
pub(super) fn ReadingFields(mut form: Signal<OldForm>) -> Element {
    let (app, l) = (app(), lang());
    let OldForm { separator, reading, .. } = form();
    let separators = [
        (Separator::Tab, t::old_tab(l)),
        (Separator::Semicolon, t::old_semicolon(l)),
        (Separator::Comma, t::old_comma(l)),
    ];
    let by_lines = reading.rounds == RoundsAre::Lines;
    rsx! {
        section { class: "card",
            h2 { {t::old_reading(l)} }
            label { class: "field",
                span { {t::old_separator(l)} }
                select {
                    onchange: move |event: FormEvent| {
                        let at = event.value().parse().ok().and_then(|at: usize| Separator::ALL.get(at).copied());
                        if let Some(separator) = at {
                            form.write().separate(separator, &known(app));
                        }
                    },
                    for (at, (value, words)) in separators.into_iter().enumerate() {
                        option { key: "{at}", value: "{at}", selected: value == separator, {words} }
                    }
                }
            }
            {
                choice(
                    t::old_rounds(l),
                    "old-rounds",
                    &[(RoundsAre::Lines, t::old_rounds_lines(l)), (RoundsAre::Columns, t::old_rounds_columns(l))],
                    reading.rounds,
                    move |rounds| form.write().choose(&known(app), |choices| choices.rounds = Some(rounds)),
                )
            }
            CheckBox {
                label: if by_lines { t::old_names_line(l) } else { t::old_names_column(l) },
                name: "old-names",
                checked: reading.names,
                onchange: move |names| form.write().choose_along(&known(app), |choices| choices.names = Some(names)),
            }
            CheckBox {
                label: if by_lines { t::old_sums_line(l) } else { t::old_sums_column(l) },
                name: "old-sums",
                checked: reading.sums,
                onchange: move |sums| form.write().choose_along(&known(app), |choices| choices.sums = Some(sums)),
            }
            CheckBox {
                label: t::old_empty(l),
                name: "old-empty",
                checked: reading.empty_is_zero,
                onchange: move |zero| form.write().choose(&known(app), |choices| choices.empty_is_zero = zero),
            }
            {
                choice(
                    t::old_numbers(l),
                    "old-numbers",
                    &[(NumbersAre::Points, t::old_numbers_points(l)), (NumbersAre::Totals, t::old_numbers_totals(l))],
                    reading.numbers,
                    move |numbers| form.write().choose(&known(app), |choices| choices.numbers = Some(numbers)),
                )
            }
        }
    }
}
