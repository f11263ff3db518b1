//! A field for a line of text, and what keeps any field from losing what is typed.

use dioxus::core::needs_update;
use dioxus::prelude::*;

/// The text of a field, which keeps what is typed into it.
///
/// A plain `value` is written into its field whenever the page is drawn. Where that comes late, as it does in a
/// desktop's webview under load, it takes away what was typed since. This one is written only if the page wants another
/// text than was last typed or written.
#[derive(Clone, Copy, PartialEq)]
pub struct FieldText {
    /// The text that the field has, as far as is known.
    shown: CopyValue<String>,
    written: CopyValue<Written>,
}

/// The text last written into a field.
#[derive(Clone, PartialEq)]
struct Written {
    text: String,
    /// Whether the field was emptied by removing the attribute. To the renderer that is another value than an empty
    /// text, so the two alternate.
    taken: bool,
    /// Whether the same text must be written once more, over what was typed.
    again: bool,
}

/// The text of a field, which the page wants to be `text`.
pub fn use_field_text(text: &str) -> FieldText {
    let mut field = use_hook(|| {
        let text = text.to_owned();
        let written = Written { text: text.clone(), taken: false, again: false };
        FieldText { shown: CopyValue::new(text), written: CopyValue::new(written) }
    });
    let mut written = field.written.cloned();
    if *field.shown.peek() != text {
        field.shown.set(text.to_owned());
        let same = written.text == text;
        written.taken = same && text.is_empty() && !written.taken;
        written.again = same && !text.is_empty();
        text.clone_into(&mut written.text);
        if written.again {
            // The renderer writes an unchanged value one draw after the one that marks it as volatile, so one more is
            // needed.
            needs_update();
        }
        field.written.set(written);
    } else if written.again {
        field.written.write().again = false;
    }
    field
}

impl FieldText {
    /// The `value` of the field, to spread into its attributes.
    pub fn value(self) -> Vec<Attribute> {
        let Written { text, taken, again } = self.written.cloned();
        vec![Attribute::new("value", (!taken).then_some(text), None, again)]
    }

    /// Takes what was typed, and returns it: for the field's `oninput`.
    pub fn said(mut self, event: &FormEvent) -> String {
        self.shown.set(event.value());
        event.value()
    }
}

/// A field for a line of text in either writing direction, and below it what is wrong with it.
#[component]
pub fn TextField(label: String, value: String, problem: Option<String>, oninput: EventHandler<String>) -> Element {
    let wrong = problem.is_some();
    let field_text = use_field_text(&value);
    rsx! {
        label { class: "field",
            span { {label} }
            input {
                r#type: "text",
                dir: "auto",
                autocomplete: "off",
                "aria-invalid": wrong,
                oninput: move |event| oninput.call(field_text.said(&event)),
                ..field_text.value(),
            }
        }
        // Always present: screen readers do not announce an alert that is added together with its text.
        p { class: "error", role: "alert", {problem} }
    }
}
