//! The part of the program for games that people make themselves: the form, the page and the tiles. It is lazy: only
//! those who make or get such a game load it.

use dioxus::prelude::*;
use takujo_core::games::any::game::Options;
use takujo_core::games::any::own::KEY;

use super::own_page::OwnGamePage;
use super::own_tiles::OwnTiles;
use super::sheet_form::{SheetForm, SheetFormProps};
use crate::lazy::{LazyPart, Waiting, use_lazy_page, use_lazy_part};
use crate::lazy_part;
use crate::state::App;

/// The components of the part.
struct OwnPart {
    form: fn(SheetFormProps) -> Element,
    page: fn() -> Element,
    tiles: fn() -> Element,
}

fn own_part((): ()) -> &'static OwnPart {
    &OwnPart { form: SheetForm, page: OwnGamePage, tiles: OwnTiles }
}

static OWN: LazyPart<OwnPart> = lazy_part!("own_games", own_part -> OwnPart);

/// The page that a link to a game leads to.
#[component]
pub fn LazyOwnGame() -> Element {
    use_lazy_page(&OWN, |part| part.page)
}

/// Whether any game that people have made is stored here. Does not load the part.
pub fn has_own_games(app: App) -> bool {
    app.peek_value(KEY).is_some_and(|games| games.get(0).is_some())
}

/// The games that people have made, for the home page. Nothing holds their place until they are loaded, so put them
/// where nothing comes after them.
#[component]
pub fn LazyOwnTiles() -> Element {
    match use_lazy_part(&OWN) {
        Some(OwnPart { tiles: Tiles, .. }) => rsx! {
            Tiles {}
        },
        None => rsx! {},
    }
}

/// The form for the name and the score sheet of a game.
#[component]
pub fn LazySheetForm(options: Signal<Options>, players: usize) -> Element {
    match use_lazy_part(&OWN) {
        Some(OwnPart { form: Form, .. }) => rsx! {
            Form { options, players }
        },
        None => rsx! {
            Waiting {}
        },
    }
}
