//! A choice of yes or no.

use dioxus::prelude::*;

/// A choice of yes or no.
#[component]
pub fn CheckBox(
    label: String,
    /// The field's name; links to an option lead here.
    name: &'static str,
    checked: bool,
    #[props(default)] disabled: bool,
    /// Whether it takes effect at once instead of with a form.
    #[props(default)]
    switch: bool,
    onchange: EventHandler<bool>,
) -> Element {
    rsx! {
        label { class: "pick",
            input {
                r#type: "checkbox",
                role: if switch { "switch" },
                name,
                checked,
                disabled,
                onchange: move |event| onchange.call(event.checked()),
            }
            {label}
        }
    }
}
