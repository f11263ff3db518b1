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
    /// The text last written, and whether it must be written even if it was written before.
    written: CopyValue<(String, bool)>,
}

/// Keeps the text of a field, which the page wants to be `text`.
pub fn use_field_text(text: &str) -> FieldText {
    let mut kept = use_hook(|| {
        let text = text.to_owned();
        FieldText { said: CopyValue::new(text.clone()), written: CopyValue::new((text, false)) }
    });
    if *kept.said.peek() != text {
        kept.said.set(text.to_owned());
        kept.written.set((text.to_owned(), true));
        // The same text is written anew if it was marked as volatile when the page was drawn before.
        needs_update();
    } else if kept.written.peek().1 {
        kept.written.write().1 = false;
    }
    kept
}

impl FieldText {
    /// The field's `value`.
    pub fn value(self) -> Vec<Attribute> {
        let (text, again) = self.written.cloned();
        vec![Attribute::new("value", text, None, again)]
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
