//! What the settings show of one's other devices: how to begin or join, how it stands, and which devices there are.

use dioxus::core::spawn_forever;
use dioxus::prelude::*;
use takujo_core::domain::seats::typed_name;
use takujo_core::i18n::{Lang, t};
use takujo_core::keep::{KEPT_KEY, KeepCode, KeepReport, Kept};

use super::run::{DeviceEvent, tell};
use super::view::{DEVICES, DevicesStage, DevicesView};
use crate::device;
use crate::route::Route;
use crate::state::{App, app, lang};
use crate::ui::{Glyph, Icon, LinkToGive, TextField};

/// Why nothing was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unbegun {
    /// What was typed is no code.
    NoCode,
    /// The system gives no random bytes.
    NoSecrets,
    /// It could not be stored.
    Unstored,
}

impl Unbegun {
    fn words(self, l: Lang) -> &'static str {
        match self {
            Unbegun::NoCode => t::keep_code_wrong(l),
            Unbegun::NoSecrets => t::keep_no_secrets(l),
            Unbegun::Unstored => t::keep_unstored(l),
        }
    }
}

/// Begins to keep what is here, or joins the devices with this code, under this name.
async fn begin(app: App, code: Option<&str>, name: &str) -> Result<(), Unbegun> {
    let code = code.map(|code| KeepCode::read(code).ok_or(Unbegun::NoCode)).transpose()?;
    // Few bytes are of no use as a key.
    let kept = (0..8).find_map(|_| match (code, device::secret()) {
        (Some(code), Some(seed)) => Kept::join(code, name, seed),
        (None, Some(seed)) => Kept::begin(name, device::secret()?, seed),
        (_, None) => None,
    });
    let kept = kept.ok_or(Unbegun::NoSecrets)?;
    let (store, kept) = (app.store(), kept.write());
    store.write(KEPT_KEY, &kept).await.map_err(|_| Unbegun::Unstored)?;
    // What runs now may have been about to store what it had. Once it ends, this is stored over that; if the disk fails only
    // now, it is there already.
    app.set_keeping(false);
    device::pause(0).await;
    let _ = store.write(KEPT_KEY, &kept).await;
    app.set_keeping(true);
    Ok(())
}

/// What stands behind `#/keep/` or was scanned may be a whole link.
fn code_of(typed: &str) -> &str {
    typed.rsplit_once('/').map_or(typed, |(_, code)| code)
}

/// The card.
#[allow(non_snake_case)] // A component held in a value.
pub(super) fn DevicesCard() -> Element {
    let (app, l) = (app(), lang());
    let view = DEVICES();
    let (keeping, route) = (app.settings().keeping, use_route::<Route>());
    let stage = view.as_ref().map(|view| view.stage).unwrap_or_default();
    let apart = keeping && matches!(stage, DevicesStage::NotThere | DevicesStage::Out | DevicesStage::Damaged);
    let given = match &route {
        Route::Keep { code } => code.clone(),
        _ => String::new(),
    };
    // A link to other devices than those that this one has already.
    let known = view.as_ref().map(|view| view.code.clone()).unwrap_or_default();
    let others = keeping && !known.is_empty() && KeepCode::read(&given).is_some_and(|code| code.write() != known);
    // The code of a link does not stay in the address.
    let done = keeping && !known.is_empty() && !others && !given.is_empty();
    use_effect(use_reactive(&done, move |done| {
        if done {
            navigator().replace(Route::Settings {});
        }
    }));
    rsx! {
        section { class: "card",
            // Behind a link it is a page of its own, which is called so.
            if !matches!(route, Route::Keep { .. }) {
                h2 { {t::keep_title(l)} }
            }
            p { class: "soft", {t::keep_about(l)} }
            if keeping {
                p { class: "live-state", role: "status", {stage_words(stage, l)} }
                if let Some(view) = view {
                    DeviceNews { report: view.report.clone() }
                    if !apart {
                        DeviceList { view: view.clone() }
                        AddDevice { code: view.code }
                    }
                }
            }
            if others {
                p { {t::keep_others(l)} }
            }
            if !keeping || apart || others {
                // Another link is another form.
                for given in [given] {
                    BeginKeeping { key: "{given}", joins: apart || others, given }
                }
            }
            if keeping {
                StopKeeping {}
            }
        }
    }
}

fn stage_words(stage: DevicesStage, l: Lang) -> &'static str {
    match stage {
        DevicesStage::Coming => t::keep_coming(l),
        DevicesStage::Same => t::keep_same(l),
        DevicesStage::Away => t::keep_away(l),
        DevicesStage::NotThere => t::keep_not_there(l),
        DevicesStage::Out => t::keep_out(l),
        DevicesStage::Refused => t::keep_refused(l),
        DevicesStage::Disk => t::keep_disk(l),
        DevicesStage::Damaged => t::keep_damaged(l),
    }
}

/// What another device joins with, once it is asked for: whoever sees it can join.
#[component]
fn AddDevice(code: String) -> Element {
    let l = lang();
    let mut open = use_signal(|| false);
    rsx! {
        button { class: "button", "aria-expanded": open(), onclick: move |_| open.toggle(), {t::keep_add(l)} }
        if open() {
            p { {t::keep_add_text(l)} }
            LinkToGive { behind: format!("#/keep/{code}"), title: t::keep_title(l), l }
            p {
                span { class: "soft", {t::keep_code_own(l)} }
                br {}
                b { class: "keep-code", {code.replace('-', " ")} }
            }
        }
    }
}

/// How to begin, or to join; or only to join. `given` is the code of a link that was opened, or empty.
#[component]
fn BeginKeeping(joins: bool, given: String) -> Element {
    let (app, l) = (app(), lang());
    let by_link = !given.is_empty();
    let mut code = use_signal(|| given);
    let usual = if device::wide() { t::keep_computer(l) } else { t::keep_phone(l) };
    let mut name = use_signal(|| usual.to_owned());
    let mut busy = use_signal(|| false);
    let mut fault = use_signal(|| None::<Unbegun>);
    let go = use_callback(move |joins: bool| {
        if busy.replace(true) {
            return;
        }
        let (typed, name) = (code(), Some(typed_name(&name())).filter(|name| !name.is_empty()));
        // This form is gone before all is done.
        spawn_forever(async move {
            let begun = begin(app, joins.then(|| code_of(&typed)), name.as_deref().unwrap_or(usual)).await;
            if let (Ok(mut busy), Ok(mut fault)) = (busy.try_write(), fault.try_write()) {
                (*busy, *fault) = (false, begun.err());
            }
        });
    });
    let problem = fault().map(|fault| fault.words(l).to_owned());
    let of_code = fault() == Some(Unbegun::NoCode);
    rsx! {
        p { class: "soft", {t::keep_here_too(l)} }
        TextField { label: t::keep_name(l), value: name(), problem: problem.clone().filter(|_| !of_code), oninput: move |typed| name.set(typed) }
        if !joins && !by_link {
            button { class: "button main", disabled: busy(), onclick: move |_| go.call(false), {t::keep_begin(l)} }
        }
        details { open: joins || by_link,
            summary { {t::keep_other(l)} }
            TextField {
                label: t::keep_code(l),
                value: code(),
                problem: problem.filter(|_| of_code),
                oninput: move |typed| {
                    code.set(typed);
                    fault.set(None);
                },
            }
            button { class: "button", class: if by_link { "main" }, disabled: busy(), onclick: move |_| go.call(true), {t::keep_join(l)} }
        }
    }
}

/// What came, what could not, and what waits.
#[component]
fn DeviceNews(report: KeepReport) -> Element {
    let l = lang();
    let faults = report.damaged.len() + report.refused.len() + report.too_large.len();
    rsx! {
        if report.new + report.changed > 0 {
            p { class: "soft", {t::keep_came(l, report.new, report.changed)} }
        }
        if !report.copies.is_empty() {
            p { {t::keep_copies(l, report.copies.len())} }
        }
        if !report.waiting.is_empty() {
            p { {t::keep_waiting(l, report.waiting.len())} }
        }
        if faults > 0 {
            p { {t::keep_faults(l, faults)} }
        }
        if report.newer > 0 {
            p { {t::keep_newer(l)} }
        }
    }
}

/// All devices. Each other one can be forgotten: asked twice.
#[component]
fn DeviceList(view: DevicesView) -> Element {
    let l = lang();
    let mut sure = use_signal(|| None::<String>);
    let mut naming = use_signal(|| None::<String>);
    let today = device::now().timestamp().div_euclid(24 * 60 * 60);
    let asked = view.devices.iter().find(|(id, ..)| sure().as_ref() == Some(id)).map(|(_, name, _)| name.clone());
    rsx! {
        ul { class: "people",
            for (id, name, day) in view.devices {
                li { key: "{id}",
                    span {
                        bdi { class: "name", "{name}" }
                        " "
                        span { class: "soft",
                            if id == view.me {
                                {t::keep_this(l)}
                            } else if view.forgets.contains(&id) {
                                {t::keep_forgetting(l)}
                            } else {
                                {t::keep_seen(l, (today - day).max(0))}
                            }
                        }
                    }
                    if id == view.me {
                        button {
                            class: "round",
                            "aria-label": t::keep_rename(l),
                            "aria-expanded": naming().is_some(),
                            onclick: move |_| {
                                let now = naming().is_none().then(|| name.clone());
                                naming.set(now);
                            },
                            Icon { glyph: Glyph::Pencil }
                        }
                    } else {
                        button {
                            class: "round",
                            "aria-label": if sure().as_ref() == Some(&id) { t::keep_forget_sure(l, &name) } else { t::keep_forget(l, &name) },
                            onclick: move |_| {
                                if sure.replace(Some(id.clone())) == Some(id.clone()) {
                                    sure.set(None);
                                    tell(DeviceEvent::Forget(id.clone()));
                                }
                            },
                            Icon { glyph: Glyph::Close }
                        }
                    }
                }
            }
        }
        p { role: "status", class: "soft",
            if let Some(name) = asked {
                b { {t::keep_forget_sure(l, &name)} }
                " "
                {t::keep_forget_text(l, &name)}
            }
        }
        if let Some(name) = naming() {
            form {
                onsubmit: move |event| {
                    event.prevent_default();
                    let name = typed_name(&naming().unwrap_or_default());
                    if !name.is_empty() {
                        tell(DeviceEvent::Rename(name));
                        naming.set(None);
                    }
                },
                TextField { label: t::keep_name(l), value: name, problem: None::<String>, oninput: move |typed| naming.set(Some(typed)) }
                button { class: "button", r#type: "submit", {t::keep_rename(l)} }
            }
        }
    }
}

/// Ends it on this device: asked twice.
#[component]
fn StopKeeping() -> Element {
    let (app, l) = (app(), lang());
    let mut sure = use_signal(|| false);
    let mut unstored = use_signal(|| false);
    rsx! {
        button {
            class: "button",
            onclick: move |_| {
                if sure.replace(true) {
                    sure.set(false);
                    // This button is gone before all is done.
                    spawn_forever(async move {
                        let ended = app.store().write(KEPT_KEY, "").await.is_ok();
                        if ended {
                            app.set_keeping(false);
                        } else if let Ok(mut unstored) = unstored.try_write() {
                            *unstored = true;
                        }
                    });
                }
            },
            if sure() {
                {t::keep_stop_sure(l)}
            } else {
                {t::keep_stop(l)}
            }
        }
        p { class: "soft", role: "status",
            if sure() {
                {t::keep_stop_text(l)}
            } else if unstored() {
                {t::keep_unstored(l)}
            }
        }
    }
}
