//! A field for a line of text.

use dioxus::prelude::*;

/// A field for a line of text in either direction, and below it what is wrong with it.
#[component]
pub fn TextField(label: String, value: String, problem: Option<String>, oninput: EventHandler<String>) -> Element {
    let wrong = problem.is_some();
    rsx! {
        label { class: "field",
            span { {label} }
            input {
                r#type: "text",
                dir: "auto",
                autocomplete: "off",
                value,
                "aria-invalid": wrong,
                oninput: move |event| oninput.call(event.value()),
            }
        }
        // Always present: screen readers do not announce an alert that is added together with its text.
        p { class: "error", role: "alert", {problem} }
    }
}
