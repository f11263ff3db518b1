//! All tables: open, rename, delete with undo, export and import.

use chrono::{DateTime, Timelike, Utc};
use dioxus::prelude::*;

use super::bin::Bin;
use super::home::read_stored;
use crate::device::{self, ShareOutcome};
use crate::domain::session::{
    Bundle, File, Head, LoadError, MAX_FILE, MAX_TITLE, Report, SessionFile, VERSION, read_file,
};
use crate::games::{self, GAMES};
use crate::i18n::{Lang, date, list, t};
use crate::route::Route;
use crate::shell::{Shell, load_error, trouble_text};
use crate::state::{App, app, lang};
use crate::storage::{StorageError, Stored};
use crate::table::{played_text, save_points, save_session, standing_text};
use crate::ui::{Glyph, Icon, Sheet, share_outcome_text};

/// A table in the list.
#[derive(Clone, PartialEq)]
struct Item {
    stored: Stored,
    read: Result<(SessionFile, Report), LoadError>,
}

impl Item {
    fn created(&self) -> Option<DateTime<Utc>> {
        self.read.as_ref().ok().map(|(file, _)| file.head.created)
    }

    fn deleted(&self) -> Option<DateTime<Utc>> {
        self.read.as_ref().ok().and_then(|(file, _)| file.head.deleted)
    }
}

async fn items(app: App) -> Result<Vec<Item>, StorageError> {
    let store = app.store();
    let mut items = Vec::new();
    for (id, _) in store.heads().await? {
        if let Some(stored) = store.load(&id).await? {
            let read = read_stored(&stored).await;
            items.push(Item { stored, read });
        }
    }
    let mut bin: Bin = match store.read(Bin::KEY).await? {
        Some(text) => serde_json::from_str(&text).unwrap_or_default(),
        None => Bin::default(),
    };
    let before = bin.clone();
    let today = device::now().format("%Y-%m-%d").to_string();
    let deleted = items.iter().filter(|item| item.deleted().is_some()).map(|item| &*item.stored.id);
    let gone = bin.look(&today, deleted);
    if bin != before {
        app.save(Bin::KEY, &bin);
    }
    for id in &gone {
        store.remove(id).await?;
    }
    items.retain(|item| !gone.contains(&item.stored.id));
    items.sort_by_key(|item| std::cmp::Reverse(item.created()));
    Ok(items)
}

async fn put(app: App, head: &Head) -> Result<(), StorageError> {
    let text = serde_json::to_string(head).map_err(|_| StorageError::Broken)?;
    app.store().put_head(&head.id, &text).await
}

/// Imports a file; returns how many tables are new, how many already existed, and the first error.
async fn take_in(app: App, file: File) -> Result<(usize, usize, Option<LoadError>), StorageError> {
    let (sessions, kept) = match file {
        File::Session(session) => (vec![Ok(session)], std::collections::BTreeMap::new()),
        File::Bundle { sessions, kept } => (sessions, kept),
    };
    let (mut added, mut known, mut fault) = (0, 0, None);
    for session in sessions {
        if let Ok(session) = &session {
            games::load(&session.head.game).await;
        }
        let session = match session.and_then(|session| games::report_file(&session).map(|_| session)) {
            Ok(session) => session,
            Err(error) => {
                fault = Some(error);
                continue;
            }
        };
        let log: Vec<String> = session.log.iter().map(ToString::to_string).collect();
        let mut head = session.head;
        // The id becomes part of addresses.
        let plain = head.id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !plain || !(1..=64).contains(&head.id.len()) {
            head.id = device::new_id();
        }
        let there = app.store().load(&head.id).await?;
        if let Some(there) = there {
            let same = there.log.len() == log.len()
                && there.log.iter().zip(&session.log).all(|(text, record)| {
                    serde_json::from_str::<serde_json::Value>(text).is_ok_and(|value| value == *record)
                });
            if same {
                known += 1;
                continue;
            }
            // The same table, but played on differently: store it beside the existing one.
            head.id = device::new_id();
        }
        let text = serde_json::to_string(&head).map_err(|_| StorageError::Broken)?;
        app.store().create(&Stored { id: head.id, head: text, log }, None).await?;
        added += 1;
    }
    let bundle = Bundle { takujo: VERSION, sessions: Vec::new(), kept };
    app.take_kept(&bundle);
    for game in GAMES {
        let Some((key, theirs)) = game.kept.and_then(|key| Some((key, bundle.kept.get(key).cloned()?))) else {
            continue;
        };
        let Some(screens) = game.screens.load().await else { continue };
        if let Some(value) = (screens.merge_kept)(app.value(key), theirs) {
            app.set_value(key, &value);
        }
    }
    Ok((added, known, fault))
}

fn day(l: Lang, at: DateTime<Utc>) -> String {
    let at = at.with_timezone(&chrono::Local);
    let day = date(l, at.date_naive(), true);
    let between = if l == Lang::Ja { " " } else { ", " };
    format!("{day}{between}{:02}:{:02}", at.hour(), at.minute())
}

/// Actions on the tables, for the parts of the page.
#[derive(Clone, Copy, PartialEq)]
struct Archive {
    app: App,
    found: Resource<Result<Vec<Item>, StorageError>>,
    /// The result of the last tap.
    said: Signal<String>,
    /// Tables deleted since the page was opened. Each keeps its place, so that nothing else moves under the finger.
    gone: Signal<Vec<String>>,
    /// Unreadable tables removed since the page was opened, to be put back.
    removed: Signal<Vec<Item>>,
    renaming: Signal<Option<Head>>,
    /// Stores a changed head, and only then shows the message together with the updated list.
    change: Callback<(Head, &'static str)>,
}

fn use_archive() -> Archive {
    let app = app();
    let mut found = use_resource(move || {
        app.all_remote_changes();
        items(app)
    });
    let mut said = use_signal(String::new);
    // Owned by the page, because the tapped component may be gone before it finishes.
    let change = use_callback(move |(head, then): (Head, &'static str)| {
        spawn(async move {
            let then = match put(app, &head).await {
                Ok(()) => {
                    app.show_card(&head);
                    then
                }
                Err(error) => trouble_text(app.lang(), error),
            };
            found.set(Some(items(app).await));
            said.set(then.to_owned());
        });
    });
    Archive {
        app,
        found,
        said,
        gone: use_signal(Vec::new),
        removed: use_signal(Vec::new),
        renaming: use_signal(|| None),
        change,
    }
}

impl Archive {
    fn say(mut self, given: &ShareOutcome) {
        self.said.set(share_outcome_text(self.app.lang(), given));
    }

    fn delete(mut self, head: Head) {
        self.gone.write().push(head.id.clone());
        self.change.call((Head { deleted: Some(device::now()), ..head }, t::history_deleted(self.app.lang())));
    }

    fn restore(mut self, head: Head) {
        self.gone.write().retain(|id| *id != head.id);
        self.change.call((Head { deleted: None, ..head }, t::history_restored(self.app.lang())));
    }

    /// Removes an unreadable table.
    async fn remove(mut self, item: Item) {
        match self.app.store().remove(&item.stored.id).await {
            Ok(()) => {
                self.removed.write().push(item);
                self.refresh(t::history_deleted(self.app.lang()));
            }
            Err(error) => self.refresh(trouble_text(self.app.lang(), error)),
        }
    }

    /// Stores an unreadable table as it was before [`Archive::remove`].
    async fn put_back(mut self, item: Item) {
        match self.app.store().create(&item.stored, None).await {
            Ok(()) => {
                self.removed.write().retain(|other| *other != item);
                self.refresh(t::history_restored(self.app.lang()));
            }
            Err(error) => self.refresh(trouble_text(self.app.lang(), error)),
        }
    }

    /// Reads the list again; a reading that is still under way is given up.
    fn refresh(mut self, then: &str) {
        self.said.set(then.to_owned());
        self.found.restart();
    }

    fn export(self) {
        let sessions = match &*self.found.read() {
            Some(Ok(items)) => {
                items.iter().filter_map(|item| item.read.as_ref().ok().map(|(file, _)| file.clone())).collect()
            }
            _ => Vec::new(),
        };
        let bundle = Bundle { takujo: VERSION, sessions, kept: self.app.kept_values() };
        let given = match serde_json::to_string(&bundle) {
            Ok(text) => {
                let name = format!("takujo-{}.json", device::now().date_naive());
                device::save_file(&name, "application/json", &text)
            }
            Err(_) => ShareOutcome::Failed,
        };
        self.say(&given);
    }

    async fn import(mut self, event: FormEvent) {
        let Some(file) = event.files().into_iter().next() else { return };
        let l = self.app.lang();
        let refused = |error: &LoadError| t::history_refused(l, load_error(l, error));
        let words = if file.size() > MAX_FILE as u64 {
            refused(&LoadError::TooLarge)
        } else {
            let text = file.read_string().await.map_err(|_| LoadError::NotJson);
            match text.and_then(|text| read_file(&text)) {
                Err(error) => refused(&error),
                Ok(file) => match take_in(self.app, file).await {
                    Err(error) => trouble_text(l, error).to_owned(),
                    Ok((added, known, fault)) => {
                        let fault = fault.as_ref().map(refused).unwrap_or_default();
                        format!("{} {fault}", t::history_imported(l, added, known))
                    }
                },
            }
        };
        self.found.set(Some(items(self.app).await));
        self.said.set(words);
    }
}

/// The history page.
#[component]
pub fn HistoryPage() -> Element {
    let l = lang();
    let archive = use_archive();
    let mut renaming = archive.renaming;
    let read = archive.found.read();
    let (items, trouble) = match &*read {
        None => (Vec::new(), None),
        Some(Ok(items)) => (items.clone(), None),
        Some(Err(error)) => (Vec::new(), Some(*error)),
    };
    let gone = archive.gone.read();
    let (mut broken, whole): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|item| item.read.is_err());
    let removed = archive.removed.read();
    // The list is read again only once the storage has answered.
    broken.retain(|item| !removed.contains(item));
    broken.extend(removed.iter().cloned());
    broken.sort_by(|one, other| one.stored.id.cmp(&other.stored.id));
    let deleted: Vec<Item> = whole.iter().filter(|item| item.deleted().is_some()).cloned().collect();
    let shown = whole.into_iter().filter(|item| item.deleted().is_none() || gone.contains(&item.stored.id));
    let shown: Vec<Item> = shown.collect();
    rsx! {
        Shell { title: t::nav_history(l), here: "history",
            if let Some(trouble) = trouble {
                p { class: "error", role: "alert", {trouble_text(l, trouble)} }
            }
            if !broken.is_empty() {
                section { class: "card warn",
                    h2 { {t::history_broken(l)} }
                    p { {t::history_broken_text(l)} }
                    ul { class: "tables",
                        for item in broken {
                            Broken { key: "{item.stored.id}", removed: removed.contains(&item), item, archive }
                        }
                    }
                }
            }
            if read.is_some() && shown.is_empty() {
                p { class: "empty", {t::history_empty(l)} }
            }
            ul { class: "tables",
                for item in shown {
                    if let Ok((file, report)) = item.read {
                        TableItem { key: "{item.stored.id}", file, report, archive }
                    }
                }
            }
            Files { archive }
            if !deleted.is_empty() {
                DeletedTables { items: deleted, archive }
            }
            if let Some(head) = renaming() {
                Rename {
                    head,
                    onclose: move |()| renaming.set(None),
                    onrename: move |head| {
                        renaming.set(None);
                        archive.change.call((head, ""));
                    },
                }
            }
            div { class: "toast", role: "status", "{archive.said}" }
        }
    }
}

fn title(head: &Head, l: Lang) -> String {
    if head.title.is_empty() {
        games::find(&head.game).map_or_else(|| head.game.clone(), |game| (game.name)(l).to_owned())
    } else {
        head.title.clone()
    }
}

#[component]
fn TableItem(file: SessionFile, report: Report, archive: Archive) -> Element {
    let l = lang();
    let head = file.head.clone();
    let name = title(&head, l);
    let about = rsx! {
        span { {standing_text(&report, l)} }
        span { class: "soft", "{list(l, &report.players)}" }
        span { class: "soft", "{day(l, head.created)} · {played_text(&report, l)}" }
    };
    if head.deleted.is_some() {
        return rsx! {
            li { class: "card accent-{head.game}",
                div { class: "item gone",
                    strong {
                        del { "{name}" }
                    }
                    {about}
                }
                div { class: "row tools",
                    button {
                        class: "button",
                        onmounted: move |event: MountedEvent| async move {
                            // The button that had the focus is gone. If the renderer cannot move the focus, so be it.
                            let _ = event.set_focus(true).await;
                        },
                        onclick: move |_| archive.restore(head.clone()),
                        {t::history_undo(l)}
                    }
                }
            }
        };
    }
    rsx! {
        li { class: "card accent-{head.game}",
            Link { class: "item", to: Route::Table { id: head.id.clone(), tab: "play".to_owned() },
                strong { "{name}" }
                {about}
            }
            Tools { name, file, report, archive }
        }
    }
}

/// The actions on a table.
#[component]
fn Tools(name: String, file: SessionFile, report: Report, archive: Archive) -> Element {
    let l = lang();
    let mut renaming = archive.renaming;
    let head = file.head.clone();
    let points = (!report.rounds.is_empty()).then(|| (head.id.clone(), report));
    rsx! {
        div { class: "row tools",
            button {
                class: "round",
                "aria-label": t::history_rename(l, &name),
                onclick: {
                    let head = head.clone();
                    move |_| renaming.set(Some(head.clone()))
                },
                Icon { glyph: Glyph::Pencil }
            }
            button {
                class: "round",
                "aria-label": t::history_file(l, &name),
                onclick: move |_| archive.say(&save_session(&file)),
                Icon { glyph: Glyph::File }
            }
            if let Some((id, report)) = points {
                button {
                    class: "round",
                    "aria-label": t::history_csv(l, &name),
                    onclick: move |_| archive.say(&save_points(&id, &report, l)),
                    Icon { glyph: Glyph::Grid }
                }
            }
            button {
                class: "round",
                "aria-label": t::history_delete(l, &name),
                onclick: move |_| archive.delete(head.clone()),
                Icon { glyph: Glyph::Bin }
            }
        }
    }
}

/// Export of everything, and import.
#[component]
fn Files(archive: Archive) -> Element {
    let l = lang();
    rsx! {
        section { class: "card",
            h2 { {t::history_files(l)} }
            p { class: "soft", {t::history_files_text(l)} }
            div { class: "row wrap",
                button { class: "button", onclick: move |_| archive.export(),
                    Icon { glyph: Glyph::File }
                    {t::history_export(l)}
                }
                label { class: "button file",
                    Icon { glyph: Glyph::Plus }
                    {t::history_import(l)}
                    input {
                        r#type: "file",
                        accept: ".json,application/json",
                        onchange: move |event| archive.import(event),
                    }
                }
            }
        }
    }
}

/// The deleted tables that can be restored.
#[component]
fn DeletedTables(items: Vec<Item>, archive: Archive) -> Element {
    let l = lang();
    rsx! {
        details { class: "card",
            summary { {t::history_bin(l, items.len())} }
            ul { class: "tables",
                for item in items {
                    if let Ok((SessionFile { head, .. }, report)) = item.read {
                        li { key: "{head.id}", class: "row between",
                            span { "{title(&head, l)} · {day(l, head.created)} · {list(l, &report.players)}" }
                            button { class: "button", onclick: move |_| archive.restore(head.clone()), {t::history_restore(l)} }
                        }
                    }
                }
            }
        }
    }
}

/// A table that cannot be read. One that was `removed` keeps its place and can be put back.
#[component]
fn Broken(item: Item, removed: bool, archive: Archive) -> Element {
    let l = lang();
    let id = item.stored.id.clone();
    let why = item.read.as_ref().err().map(|error| load_error(l, error)).unwrap_or_default();
    if removed {
        return rsx! {
            li { class: "row between wrap",
                del { "{id}" }
                button { class: "button", onclick: move |_| archive.put_back(item.clone()), {t::history_undo(l)} }
            }
        };
    }
    let stored = item.stored.clone();
    rsx! {
        li { class: "row between wrap",
            span { "{id}: {why}" }
            div { class: "row",
                button {
                    class: "button",
                    onclick: move |_| {
                        // The raw data, for someone to repair.
                        let text = format!("{}\n{}\n", stored.head, stored.log.join("\n"));
                        archive.say(&device::save_file(&format!("takujo-{}.txt", stored.id), "text/plain", &text));
                    },
                    {t::history_broken_export(l)}
                }
                button {
                    class: "round",
                    "aria-label": t::history_delete(l, &id),
                    onclick: move |_| archive.remove(item.clone()),
                    Icon { glyph: Glyph::Bin }
                }
            }
        }
    }
}

#[component]
fn Rename(head: Head, onclose: EventHandler<()>, onrename: EventHandler<Head>) -> Element {
    let l = lang();
    let mut typed = use_signal(|| head.title.clone());
    let too_long = crate::domain::seats::typed_name(&typed.read()).chars().count() > MAX_TITLE;
    rsx! {
        Sheet { title: t::history_rename_title(l), close_label: t::close(l), onclose,
            form {
                onsubmit: move |event| {
                    event.prevent_default();
                    let title = crate::domain::seats::typed_name(&typed());
                    if title.chars().count() <= MAX_TITLE {
                        onrename.call(Head { title, ..head.clone() });
                    }
                },
                label { class: "field",
                    span { {t::history_rename_label(l)} }
                    input {
                        r#type: "text",
                        value: "{typed}",
                        "aria-invalid": too_long,
                        oninput: move |event| typed.set(event.value()),
                    }
                }
                p { class: "error", role: "alert",
                    if too_long {
                        {t::history_rename_long(l, MAX_TITLE)}
                    }
                }
                button { class: "button main", r#type: "submit", {t::save(l)} }
            }
        }
    }
}
