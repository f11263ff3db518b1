//! The same tables, people and settings on all of a person's devices, by [`takujo_core::keep`]: a part of the program that
//! only they load who keep their tables so, or look at the settings.
//!
//! `run.rs` is the connection, `settle.rs` what is read and stored, `facts.rs` what there is besides tables, `view.rs` how
//! it stands, and `card.rs` what the settings show of it.

mod card;
mod facts;
mod run;
mod settle;
mod view;

use dioxus::prelude::*;

use crate::lazy::{LazyPart, Waiting, use_lazy_part};
use crate::lazy_part;
use crate::route::Route;
use crate::state::app;

use card::DevicesCard;
use run::{DeviceEvent, start};

struct DevicesPart {
    keeping: fn() -> Element,
    card: fn() -> Element,
}

fn devices_part((): ()) -> &'static DevicesPart {
    &DevicesPart { keeping: Keeping, card: DevicesCard }
}

static DEVICES_PART: LazyPart<DevicesPart> = lazy_part!("devices", devices_part -> DevicesPart);

/// Keeps what is here on the other devices as long as it is drawn. Nothing is seen of it.
#[component]
pub fn LazyKeeping() -> Element {
    match use_lazy_part(&DEVICES_PART) {
        Some(DevicesPart { keeping: Keeping, .. }) => rsx! {
            Keeping {}
        },
        None => rsx! {},
    }
}

/// What the settings show of it.
#[component]
pub fn LazyDevicesCard() -> Element {
    match use_lazy_part(&DEVICES_PART) {
        Some(DevicesPart { card: Card, .. }) => rsx! {
            Card {}
        },
        None => rsx! {
            Waiting {}
        },
    }
}

#[allow(non_snake_case)] // A component held in a value.
fn Keeping() -> Element {
    let app = app();
    let inbox = use_hook(|| start(app));
    let open = match use_route::<Route>() {
        Route::Table { id, .. } => Some(id),
        _ => None,
    };
    let stop = inbox.clone();
    use_effect(use_reactive(&open, move |open| inbox.push(DeviceEvent::Open(open))));
    use_drop(move || stop.push(DeviceEvent::Stop));
    VNode::empty()
}
