//! A field for a line of text.

use dioxus::core::needs_update;
use dioxus::prelude::*;

/// The text of a field that keeps what is typed into it.
///
/// A plain `value` is written into the field whenever its page is drawn. Where the drawing comes late, as it does in a
/// desktop's webview under load, that takes away what was typed since. This is written only if the page wants another
/// text than the field last said.
#[derive(Clone, Copy, PartialEq)]
pub struct FieldText {
    said: CopyValue<String>,
    written: CopyValue<Written>,
}

/// The text last written into a field.
#[derive(Clone, PartialEq)]
struct Written {
    text: String,
    /// Whether it was emptied by taking the attribute away: the other way to write nothing, and so a change.
    taken: bool,
    /// Whether the same text must be written anew.
    again: bool,
}

/// Keeps the text of a field, which the page wants to be `text`.
pub fn use_field_text(text: &str) -> FieldText {
    let mut field = use_hook(|| {
        let text = text.to_owned();
        let written = Written { text: text.clone(), taken: false, again: false };
        FieldText { said: CopyValue::new(text), written: CopyValue::new(written) }
    });
    let mut written = field.written.cloned();
    if *field.said.peek() != text {
        field.said.set(text.to_owned());
        let same = written.text == text;
        written.taken = same && text.is_empty() && !written.taken;
        written.again = same && !text.is_empty();
        text.clone_into(&mut written.text);
        if written.again {
            // It is written when the page is drawn the next time, because it was marked as volatile before.
            needs_update();
        }
        field.written.set(written);
    } else if written.again {
        field.written.write().again = false;
    }
    field
}

impl FieldText {
    /// The field's `value`.
    pub fn value(self) -> Vec<Attribute> {
        let Written { text, taken, again } = self.written.cloned();
        vec![Attribute::new("value", (!taken).then_some(text), None, again)]
    }

    /// What was typed: the field's `oninput`.
    pub fn said(mut self, event: &FormEvent) -> String {
        self.said.set(event.value());
        event.value()
    }
}

/// A field for a line of text in either direction, and below it what is wrong with it.
#[component]
pub fn TextField(label: String, value: String, problem: Option<String>, oninput: EventHandler<String>) -> Element {
    let wrong = problem.is_some();
    let kept = use_field_text(&value);
    rsx! {
        label { class: "field",
            span { {label} }
            input {
                r#type: "text",
                dir: "auto",
                autocomplete: "off",
                "aria-invalid": wrong,
                oninput: move |event| oninput.call(kept.said(&event)),
                ..kept.value(),
            }
        }
        // Always present: screen readers do not announce an alert that is added together with its text.
        p { class: "error", role: "alert", {problem} }
    }
}
