//! One of a few: a field of radio buttons, one under the other or in a row.

use dioxus::prelude::*;

use super::{Glyph, Icon, Mark};

/// What stands before the words of a choice.
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

/// One of the things to choose from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pick {
    /// Its words.
    pub words: String,
    /// The language they are in, where it is not the page's.
    pub lang: Option<&'static str>,
    /// What stands before them.
    pub sign: PickSign,
}

/// Radio buttons under a legend; knows no type, so that it is in the program once. Most callers want [`choice`].
#[component]
pub fn ChoiceField(
    legend: String,
    /// Of the group: one on a page.
    name: &'static str,
    picks: Vec<Pick>,
    chosen: Option<usize>,
    /// Whether they stand in a row: for words as short as a number.
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

/// A choice between values: each with its words, and the one there is now.
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

/// A choice between the numbers from `least` to `most`, in a row.
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
