//! The text, and the choices about all of it.

use dioxus::prelude::*;
use takujo_core::games::any::old::grid::{GridFault, MAX_TEXT, Separator};
use takujo_core::games::any::old::reading::{NumbersAre, RoundsAre};
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
    let field_text = use_field_text(&form.read().text);
    let fault = refused().or_else(|| form.read().grid().err());
    let open = move |event: FormEvent| async move {
        let Some(file) = event.files().into_iter().next() else { return };
        if file.size() > MAX_TEXT as u64 {
            return refused.set(Some(GridFault::Text));
        }
        match file.read_string().await {
            Ok(text) => {
                refused.set(None);
                form.write().enter(text, &known(app));
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
                input {
                    r#type: "file",
                    accept: ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain",
                    onchange: open,
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
                    move |rounds| form.write().turn(rounds, &known(app)),
                )
            }
            CheckBox {
                label: if by_lines { t::old_names_line(l) } else { t::old_names_column(l) },
                name: "old-names",
                checked: reading.names,
                onchange: move |names| form.write().name(names, &known(app)),
            }
            CheckBox {
                label: if by_lines { t::old_sums_line(l) } else { t::old_sums_column(l) },
                name: "old-sums",
                checked: reading.sums,
                onchange: move |sums| form.write().choose(|reading| reading.sums = sums),
            }
            CheckBox {
                label: t::old_empty(l),
                name: "old-empty",
                checked: reading.empty_is_zero,
                onchange: move |zero| form.write().choose(|reading| reading.empty_is_zero = zero),
            }
            {
                choice(
                    t::old_numbers(l),
                    "old-numbers",
                    &[(NumbersAre::Points, t::old_numbers_points(l)), (NumbersAre::Totals, t::old_numbers_totals(l))],
                    reading.numbers,
                    move |numbers| form.write().choose(|reading| reading.numbers = numbers),
                )
            }
        }
    }
}
