//! A choice of one among a few: radio buttons, in a column or a row.

use dioxus::prelude::*;

use super::{Glyph, Icon, Mark};

/// What stands before a choice's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PickSign {
    /// Nothing.
    #[default]
    None,
    /// A player's colour and shape.
    Mark(u8),
    /// An icon.
    Icon(Glyph),
}

/// One of the choices.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pick {
    /// Its text.
    pub words: String,
    /// The language of the text, if it is not the page's.
    pub lang: Option<&'static str>,
    /// What stands before the text.
    pub sign: PickSign,
}

/// Radio buttons under a legend. Not generic over the values, so that the program contains it only once; most callers
/// want [`choice`].
#[component]
pub fn ChoiceField(
    legend: String,
    /// The group's name, unique on the page.
    name: &'static str,
    picks: Vec<Pick>,
    chosen: Option<usize>,
    /// In a row, for texts as short as a number.
    #[props(default)]
    inline: bool,
    onchoose: EventHandler<usize>,
) -> Element {
    rsx! {
        fieldset { class: "choice", "data-inline": inline,
            legend { {legend} }
            for (at, pick) in picks.into_iter().enumerate() {
                label { key: "{at}", class: "pick", lang: pick.lang,
                    input {
                        r#type: "radio",
                        name,
                        checked: chosen == Some(at),
                        onchange: move |_| onchoose.call(at),
                    }
                    match pick.sign {
                        PickSign::None => rsx! {},
                        PickSign::Mark(mark) => rsx! { Mark { mark } },
                        PickSign::Icon(glyph) => rsx! { Icon { glyph } },
                    }
                    bdi { {pick.words} }
                }
            }
        }
    }
}

/// A choice among values, each with its text; `now` is the current one.
pub fn choice<T: Copy + PartialEq + 'static>(
    legend: &str,
    name: &'static str,
    values: &[(T, &str)],
    now: T,
    mut onchoose: impl FnMut(T) + 'static,
) -> Element {
    let picks = values.iter().map(|(_, words)| Pick { words: (*words).to_owned(), ..Pick::default() }).collect();
    let chosen = values.iter().position(|(value, _)| *value == now);
    let all: Vec<T> = values.iter().map(|(value, _)| *value).collect();
    field(
        legend,
        name,
        picks,
        chosen,
        EventHandler::new(move |at: usize| all.get(at).copied().map_or((), &mut onchoose)),
    )
}

/// A choice among the numbers from `least` to `most`, in a row.
pub fn number_choice(
    legend: &str,
    name: &'static str,
    (least, most): (u8, u8),
    now: u8,
    mut onchoose: impl FnMut(u8) + 'static,
) -> Element {
    rsx! {
        ChoiceField {
            legend,
            name,
            picks: (least..=most).map(|value| Pick { words: value.to_string(), ..Pick::default() }).collect::<Vec<_>>(),
            chosen: now.checked_sub(least).map(usize::from),
            inline: true,
            onchoose: move |at: usize| onchoose(u8::try_from(at).map_or(most, |at| least.saturating_add(at))),
        }
    }
}

fn field(
    legend: &str,
    name: &'static str,
    picks: Vec<Pick>,
    chosen: Option<usize>,
    onchoose: EventHandler<usize>,
) -> Element {
    rsx! {
        ChoiceField { legend, name, picks, chosen, onchoose }
    }
}
