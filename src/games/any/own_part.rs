//! The part of the program in which people make games of their own. Only those load it who make one, or get one.

use dioxus::prelude::*;

use super::game::Options;
use super::own_page::OwnGamePage;
use super::sheet_form::{SheetForm, SheetFormProps};
use crate::lazy::{LazyPart, Waiting, use_lazy_page, use_lazy_part};
use crate::lazy_part;

/// What the part has.
struct OwnPart {
    form: fn(SheetFormProps) -> Element,
    page: fn() -> Element,
}

fn own_part((): ()) -> &'static OwnPart {
    &OwnPart { form: SheetForm, page: OwnGamePage }
}

static OWN: LazyPart<OwnPart> = lazy_part!("own_games", own_part -> OwnPart);

/// The page a link to a game leads to.
#[component]
pub fn LazyOwnGame() -> Element {
    use_lazy_page(&OWN, |part| part.page)
}

/// The name and the score sheet of a game.
#[component]
pub fn LazySheetForm(options: Signal<Options>) -> Element {
    match use_lazy_part(&OWN) {
        Some(OwnPart { form: Form, .. }) => rsx! {
            Form { options }
        },
        None => rsx! {
            Waiting {}
        },
    }
}
