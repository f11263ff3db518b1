//! The history: all tables to open, rename, delete and restore, files to export and import, and the figures as its
//! other view.

use std::rc::Rc;

use chrono::{DateTime, Timelike, Utc};
use dioxus::core::spawn_forever;
use dioxus::prelude::*;
use takujo_core::domain::figures::{Listed, history_csv};
use takujo_core::domain::people::plain_name;
use takujo_core::domain::session::{Bundle, FIRST_VERSION, Head, Label, LoadError, MAX_FILE, MAX_TITLE, read_file};
use takujo_core::i18n::{Lang, date, list, t};
use takujo_core::storage::{StorageError, Stored};

use super::bin::Bin;
use super::figures::FiguresView;
use super::home::{file_of, read_stored};
use super::import::{IMPORTED, IMPORTING, Imported, Progress, open_until, refused, take_back, take_in};
use super::tables::{Entry, Known, entries, game_name};
use crate::device::{self, ShareOutcome};
use crate::route::Route;
use crate::shell::{Shell, load_error, trouble_text};
use crate::state::{App, app, lang};
use crate::table::{played_text, save_points, save_session, standing_text};
use crate::ui::{Emblem, Glyph, Icon, Sheet, TextField, share_outcome_text, use_field_text};

/// How many tables are drawn at first, and then with each further step.
const STEP: usize = 20;
/// More tables are drawn as soon as one of so many before the end of those drawn is in view, so that nobody gets to the
/// end first.
const AHEAD: usize = 10;
/// Time after which an import is said to take long, in milliseconds.
const PATIENCE: i32 = 10_000;
/// How many summaries are stored at a time.
const BATCH: usize = 20;
/// The least number of tables with which there is a field to find one.
const MANY: usize = 13;

/// Reads all tables, and removes those for good that have been in the bin for long.
async fn read_entries(app: App) -> Result<Vec<Entry>, StorageError> {
    let store = app.store();
    let mut entries = entries(&*store).await?;
    let mut bin: Bin = match store.read(Bin::KEY).await? {
        Some(text) => serde_json::from_str(&text).unwrap_or_default(),
        None => Bin::default(),
    };
    let before = bin.clone();
    let today = device::now().format("%Y-%m-%d").to_string();
    let gone = bin.look(&today, entries.iter().filter(|entry| entry.is_deleted()).map(|entry| &*entry.id));
    if bin != before {
        app.save(Bin::KEY, &bin);
    }
    for id in &gone {
        store.remove(id).await?;
    }
    entries.retain(|entry| gone.iter().all(|id| **id != *entry.id));
    Ok(entries)
}

/// Stores a head, and returns its text.
async fn put(app: App, head: &Head) -> Result<String, StorageError> {
    let text = serde_json::to_string(head).map_err(|_| StorageError::Broken)?;
    app.store().put_head(&head.id, &text).await?;
    Ok(text)
}

/// The day and time of a moment, by the device's clock.
fn day(l: Lang, at: DateTime<Utc>) -> String {
    let at = device::local(at);
    let day = date(l, at.date(), true);
    let between = if l == Lang::Ja { " " } else { ", " };
    format!("{day}{between}{:02}:{:02}", at.hour(), at.minute())
}

/// What the parts of the page know of the tables and can do with them.
#[derive(Clone, Copy, PartialEq)]
struct Archive {
    app: App,
    /// All tables, the newest first; `None` until they have been read.
    found: Signal<Option<Result<Vec<Entry>, StorageError>>>,
    /// Reads all tables, and then makes the summaries that are missing.
    reading: Resource<()>,
    /// What became of the last tap, in words.
    said: Signal<String>,
    /// The tables deleted since the page was opened. They keep their places, so that nothing else moves under the
    /// finger.
    gone: Signal<Vec<Rc<str>>>,
    /// The unreadable tables removed since the page was opened, as they were stored.
    removed: Signal<Vec<(Entry, Stored)>>,
    renaming: Signal<Option<Head>>,
    /// Stores a changed head; then shows this message and the changed list together.
    change: Callback<(Head, &'static str)>,
}

fn use_archive() -> Archive {
    let app = app();
    let mut found = use_signal(|| None);
    let mut said = use_signal(String::new);
    // Includes what an import has to say that was under way when the page was opened.
    use_effect(move || {
        if IMPORTING.read().is_none() {
            let later = app.said_later();
            if !later.is_empty() {
                said.set(later);
            }
        }
    });
    let reading = use_resource(move || async move {
        app.all_remote_changes();
        found.set(Some(read_entries(app).await));
        summarize(app, found).await;
    });
    // The page's own, because the component that was tapped may be gone before this is done.
    let change = use_callback(move |(head, then): (Head, &'static str)| {
        spawn(async move {
            match put(app, &head).await {
                Ok(text) => {
                    app.show_card(&head);
                    replace(found, &head.id, |entry| *entry = entry.with_head(&text));
                    said.set(then.to_owned());
                }
                Err(error) => said.set(trouble_text(app.lang(), error).to_owned()),
            }
        });
    });
    Archive {
        app,
        found,
        reading,
        said,
        gone: use_signal(Vec::new),
        removed: use_signal(Vec::new),
        renaming: use_signal(|| None),
        change,
    }
}

/// Changes a table in the list, if it is there.
fn replace(mut found: Signal<Option<Result<Vec<Entry>, StorageError>>>, id: &str, change: impl FnOnce(&mut Entry)) {
    if let Some(Ok(entries)) = &mut *found.write()
        && let Some(entry) = entries.iter_mut().find(|entry| *entry.id == *id)
    {
        change(entry);
    }
}

/// Makes the summaries that are missing: those of tables that were played since the last visit, and once those of
/// everything that older versions stored. The page stays responsive meanwhile.
async fn summarize(app: App, mut found: Signal<Option<Result<Vec<Entry>, StorageError>>>) {
    let Some(Ok(entries)) = found.peek().clone() else { return };
    let mut unknown = Vec::new();
    // The page is drawn first, which parses the summaries it shows.
    for batch in entries.chunks(BATCH) {
        device::pause(0).await;
        unknown.extend(batch.iter().filter(|entry| entry.summary().is_none() && entry.fault().is_none()).cloned());
    }
    let store = app.store();
    for batch in unknown.chunks(BATCH) {
        let mut known = Vec::new();
        let mut made = Vec::new();
        for entry in batch {
            // What the storage does not give now is tried again on the next visit.
            if let Ok(Some((now, summary))) = entry.look(&*store).await {
                known.push((entry.id.clone(), now));
                made.extend(summary);
            }
            device::pause(0).await;
        }
        if let Some(Ok(entries)) = &mut *found.write() {
            for entry in entries {
                if let Some(at) = known.iter().position(|(id, _)| *id == entry.id) {
                    entry.known = known.swap_remove(at).1;
                }
            }
        }
        // If this fails, the next visit takes longer.
        let _ = store.put_summaries(&made).await;
    }
}

impl Archive {
    fn say(mut self, given: &ShareOutcome) {
        self.said.set(share_outcome_text(self.app.lang(), given));
    }

    fn delete(mut self, entry: &Entry) {
        if let Ok(head) = entry.head() {
            self.gone.write().push(entry.id.clone());
            self.change.call((Head { deleted: Some(device::now()), ..head }, t::history_deleted(self.app.lang())));
        }
    }

    fn restore(mut self, entry: &Entry) {
        if let Ok(head) = entry.head() {
            self.gone.write().retain(|id| *id != entry.id);
            self.change.call((Head { deleted: None, ..head }, t::history_restored(self.app.lang())));
        }
    }

    /// Saves a table as a file, or its points as a spreadsheet.
    fn save(self, entry: &Entry, points: bool) {
        let id = entry.id.clone();
        spawn(async move {
            match self.app.store().load(&id).await {
                Err(error) => self.refuse(error),
                Ok(None) => self.refresh(""),
                Ok(Some(stored)) => match read_stored(&stored).await {
                    Ok((file, report)) if points => self.say(&save_points(&file.head, &report, self.app.lang()).await),
                    Ok((file, _)) => self.say(&save_session(&file).await),
                    // The table was damaged after its summary was made.
                    Err(error) => replace(self.found, &id, |entry| entry.known = Known::Broken(error)),
                },
            }
        });
    }

    fn refuse(mut self, error: StorageError) {
        self.said.set(trouble_text(self.app.lang(), error).to_owned());
    }

    /// Saves an unreadable table as it is stored, for somebody to repair.
    async fn save_raw(self, entry: Entry) {
        match self.app.store().load(&entry.id).await {
            Err(error) => self.refuse(error),
            Ok(None) => self.refresh(""),
            Ok(Some(stored)) => {
                let text = format!("{}\n{}\n", stored.head, stored.log.join("\n"));
                self.say(&device::save_file(&format!("takujo-{}.txt", stored.id), "text/plain", &text).await);
            }
        }
    }

    /// Removes an unreadable table from the storage; [`Archive::put_back`] takes that back.
    async fn remove(mut self, entry: Entry) {
        let store = self.app.store();
        let removed = match store.load(&entry.id).await {
            Ok(Some(stored)) => store.remove(&entry.id).await.map(|()| Some(stored)),
            other => other,
        };
        match removed {
            Ok(stored) => {
                if let Some(Ok(entries)) = &mut *self.found.write() {
                    entries.retain(|other| other.id != entry.id);
                }
                self.removed.write().extend(stored.map(|stored| (entry, stored)));
                self.said.set(t::history_deleted(self.app.lang()).to_owned());
            }
            Err(error) => self.refuse(error),
        }
    }

    /// Stores an unreadable table as it was before [`Archive::remove`].
    async fn put_back(mut self, entry: Entry) {
        let stored = self.removed.peek().iter().find(|(other, _)| *other == entry).map(|(_, stored)| stored.clone());
        let Some(stored) = stored else { return };
        match self.app.store().create(&stored, None).await {
            Ok(()) => {
                self.removed.write().retain(|(other, _)| *other != entry);
                if let Some(Ok(entries)) = &mut *self.found.write() {
                    entries.push(entry);
                }
                self.said.set(t::history_restored(self.app.lang()).to_owned());
            }
            Err(error) => self.refuse(error),
        }
    }

    /// Opens what the first `records` records of a damaged table make as a table of its own.
    async fn open_until(self, id: Rc<str>, records: usize) {
        match open_until(&*self.app.store(), &id, records).await {
            Ok(id) => {
                navigator().push(Route::Table { id, tab: "play".to_owned() });
            }
            Err(error) => self.refresh(trouble_text(self.app.lang(), error)),
        }
    }

    /// Reads the list again; a reading that is under way is given up.
    fn refresh(mut self, then: &str) {
        self.said.set(then.to_owned());
        self.reading.restart();
    }

    /// Saves everything as a file, except unreadable tables.
    async fn export(self) {
        let entries = match &*self.found.peek() {
            Some(Ok(entries)) => entries.clone(),
            // The page says that it is being read, or cannot be: a file without tables would look like a whole one.
            _ => return,
        };
        let mut sessions = Vec::new();
        for entry in entries {
            match (self.app.store().load(&entry.id).await, &entry.known) {
                (Err(error), _) => return self.refuse(error),
                (Ok(Some(stored)), Known::Summary(_)) => sessions.extend(file_of(&stored)),
                (Ok(Some(stored)), Known::Nothing) => sessions.extend(read_stored(&stored).await.map(|(file, _)| file)),
                (Ok(_), _) => {}
            }
        }
        let bundle = Bundle { takujo: FIRST_VERSION, sessions, kept: self.app.kept_values() };
        let given = match serde_json::to_string(&bundle) {
            Ok(text) => {
                let name = format!("takujo-{}.json", device::local(device::now()).date());
                device::save_file(&name, "application/json", &text).await
            }
            Err(_) => ShareOutcome::Failed,
        };
        self.say(&given);
    }

    /// Saves all tables that are not deleted as a spreadsheet, the oldest first.
    async fn spreadsheet(self) {
        let l = self.app.lang();
        let people = self.app.people();
        let text = match &*self.found.peek() {
            Some(Ok(entries)) => {
                let listed = |entry| Entry::listed(entry, &people, l);
                let tables: Vec<Listed> = entries.iter().rev().filter_map(listed).collect();
                let headings = [
                    t::csv_date(l),
                    t::figures_game(l),
                    t::csv_table(l),
                    t::figures_person(l),
                    t::standings_total(l),
                    t::csv_points(l),
                    t::csv_rounds(l),
                    t::figures_wins(l),
                ];
                history_csv(&tables, headings)
            }
            _ => return,
        };
        let name = format!("takujo-{}.csv", device::local(device::now()).date());
        self.say(&device::save_file(&name, "text/csv;charset=utf-8", &text).await);
    }

    /// Takes in the file that was chosen, even if the page is left meanwhile.
    fn import(mut self, event: &FormEvent) {
        let Some(file) = event.files().into_iter().next() else { return };
        let (mut app, l) = (self.app, self.app.lang());
        if IMPORTING.peek().is_some() {
            return;
        }
        *IMPORTING.write() = Some(Progress { percent: 0, stop: false });
        *IMPORTED.write() = None;
        self.said.set(t::history_importing(l).to_owned());
        spawn(async move {
            // A game that is not on the device has to be fetched first, for which there may be no network.
            device::pause(PATIENCE).await;
            if IMPORTING.peek().as_ref().is_some_and(|progress| progress.percent == 0) {
                self.said.set(t::history_import_slow(l).to_owned());
            }
        });
        spawn_forever(async move {
            let read = if file.size() > MAX_FILE as u64 {
                Err(LoadError::TooLarge)
            } else {
                let text = file.read_string().await.map_err(|_| LoadError::NotJson);
                text.and_then(|text| read_file(&text))
            };
            let words = match read {
                Err(error) => refused(l, &error),
                Ok(file) => match take_in(app, file).await {
                    Err(error) => trouble_text(l, error).to_owned(),
                    Ok(None) => t::history_import_stopped(l).to_owned(),
                    Ok(Some(done)) => done.text(l),
                },
            };
            match self.said.try_write() {
                Ok(mut said) => *said = words,
                Err(_) => app.say_later(words),
            }
            *IMPORTING.write() = None;
        });
    }

    /// Takes back the last import.
    fn take_back(mut self, imported: Imported) {
        let (app, l) = (self.app, self.app.lang());
        *IMPORTED.write() = None;
        spawn_forever(async move {
            let words = match take_back(app, &imported).await {
                Ok(0) => t::history_import_undone(l).to_owned(),
                Ok(stay) => t::history_import_undone_but(l, stay),
                Err(error) => {
                    *IMPORTED.write() = Some(imported);
                    trouble_text(l, error).to_owned()
                }
            };
            if let Ok(mut said) = self.said.try_write() {
                *said = words;
            }
        });
    }
}

/// The history page.
#[component]
pub fn HistoryPage() -> Element {
    let l = lang();
    let archive = use_archive();
    let mut renaming = archive.renaming;
    let mut wanted = use_signal(String::new);
    let kept = use_field_text(&wanted.read());
    let mut drawn = use_signal(|| STEP);
    let route = use_route::<Route>();
    let in_figures = use_memo(use_reactive(&route, |route| route == Route::Figures {}));
    let of_figures = use_memo(move || match &*archive.found.read() {
        Some(Ok(entries)) if in_figures() => entries.clone(),
        _ => Vec::new(),
    });
    let read = archive.found.read();
    let (entries, trouble) = match &*read {
        None => (&[][..], None),
        Some(Ok(entries)) => (&**entries, None),
        Some(Err(error)) => (&[][..], Some(*error)),
    };
    let removed = archive.removed.read();
    let mut broken: Vec<(&Entry, bool)> = removed.iter().map(|(entry, _)| (entry, true)).collect();
    broken.extend(entries.iter().filter(|entry| entry.fault().is_some()).map(|entry| (entry, false)));
    broken.sort_by(|(one, _), (other, _)| one.id.cmp(&other.id));
    let gone = archive.gone.read();
    let whole = || entries.iter().filter(|entry| entry.fault().is_none() && entry.label.is_some());
    let deleted: Vec<Entry> = whole().filter(|entry| entry.is_deleted()).cloned().collect();
    let all: Vec<&Entry> = whole().filter(|entry| !entry.is_deleted() || gone.contains(&entry.id)).collect();
    let people = archive.app.people();
    let sought = plain_name(wanted.read().trim());
    let now = drawn();
    let shown: Vec<&Entry> =
        all.iter().copied().filter(|entry| sought.is_empty() || entry.fits(&sought, &people, l)).collect();
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
                        for (entry, removed) in broken {
                            Broken { key: "{entry.id}", removed, entry: entry.clone(), archive }
                        }
                    }
                }
            }
            if !all.is_empty() || in_figures() {
                div { class: "row", role: "group", "aria-label": t::figures_view(l),
                    for (figures, words) in [(false, t::figures_tables(l)), (true, t::figures_figures(l))] {
                        button {
                            key: "{figures}",
                            class: "chip",
                            "aria-pressed": in_figures() == figures,
                            onclick: move |_| {
                                navigator().push(if figures { Route::Figures {} } else { Route::History {} });
                            },
                            {words}
                        }
                    }
                }
            }
            if in_figures() {
                if entries.iter().any(|entry| entry.known == Known::Nothing) {
                    p { class: "soft", role: "status", {t::figures_counting(l)} }
                }
                FiguresView { entries: of_figures }
            } else {
                if read.is_some() && all.is_empty() {
                    p { class: "empty", {t::history_empty(l)} }
                }
                if all.len() >= MANY {
                    label { class: "field",
                        span { {t::history_find(l)} }
                        input {
                            r#type: "search",
                            oninput: move |event| {
                                wanted.set(kept.said(&event));
                                drawn.set(STEP);
                            },
                            ..kept.value(),
                        }
                    }
                    p { class: "soft", role: "status",
                        if !sought.is_empty() {
                            {t::history_fitting(l, shown.len())}
                        }
                    }
                }
                ul { class: "tables",
                    for (at, entry) in shown.iter().take(now).enumerate() {
                        TableItem {
                            key: "{entry.id}",
                            entry: Entry::clone(entry),
                            archive,
                            onseen: (at + AHEAD >= now).then(|| EventHandler::new(move |()| drawn.set(now + STEP))),
                        }
                    }
                }
                if shown.len() > now {
                    button { class: "button", onclick: move |_| drawn += STEP, {t::history_more(l, shown.len() - now)} }
                }
            }
            Files { archive }
            if !deleted.is_empty() {
                DeletedTables { entries: deleted, archive }
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

/// The heading of a table: its title, or else its game.
fn title(label: &Label, l: Lang) -> String {
    if label.title.is_empty() { game_name(label, l) } else { label.title.clone() }
}

#[component]
fn TableItem(entry: Entry, archive: Archive, onseen: Option<EventHandler<()>>) -> Element {
    let l = lang();
    let Some(label) = entry.label.clone() else { return rsx! {} };
    let name = title(&label, l);
    let names = entry.names(&archive.app.people());
    let report = entry.report(names.clone());
    let standing = report.as_ref().map(|report| standing_text(report, l)).unwrap_or_default();
    let played = report.as_ref().map(|report| format!(" · {}", played_text(report, l))).unwrap_or_default();
    let game = game_name(&label, l);
    let game = if game == name { String::new() } else { format!("{game} · ") };
    let about = rsx! {
        span { class: "standing", "{standing}" }
        span { class: "soft", {list(l, &names)} }
        span { class: "soft", {format!("{game}{}{played}", day(l, label.created))} }
    };
    if label.deleted.is_some() {
        return rsx! {
            li { class: "card accent-{label.game}",
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
                        onclick: move |_| archive.restore(&entry),
                        {t::history_undo(l)}
                    }
                }
            }
        };
    }
    rsx! {
        li { class: "card accent-{label.game}",
            if let Some(onseen) = onseen {
                span {
                    onvisible: move |event| {
                        // This is reported once at the start, and then whenever it changes.
                        if event.is_intersecting().unwrap_or(false) {
                            onseen.call(());
                        }
                    },
                }
            }
            Link { class: "item", to: Route::Table { id: entry.id.to_string(), tab: "play".to_owned() },
                strong {
                    Emblem { game: label.game.clone() }
                    "{name}"
                }
                {about}
            }
            Tools { name, scored: report.is_some_and(|report| report.played > 0), entry, archive }
        }
    }
}

/// What can be done with a table. One that is `scored` has rounds with points.
#[component]
fn Tools(name: String, scored: bool, entry: Entry, archive: Archive) -> Element {
    let l = lang();
    let mut renaming = archive.renaming;
    let [of_name, of_file, of_points, of_bin] = std::array::from_fn(|_| entry.clone());
    rsx! {
        div { class: "row tools",
            button {
                class: "round",
                "aria-label": t::history_rename(l, &name),
                onclick: move |_| renaming.set(of_name.head().ok()),
                Icon { glyph: Glyph::Pencil }
                span { "aria-hidden": "true", {t::history_tool_rename(l)} }
            }
            button {
                class: "round",
                "aria-label": t::history_file(l, &name),
                onclick: move |_| archive.save(&of_file, false),
                Icon { glyph: Glyph::File }
                span { "aria-hidden": "true", {t::history_tool_file(l)} }
            }
            if scored {
                button {
                    class: "round",
                    "aria-label": t::history_csv(l, &name),
                    onclick: move |_| archive.save(&of_points, true),
                    Icon { glyph: Glyph::Grid }
                    span { "aria-hidden": "true", "CSV" }
                }
            }
            button {
                class: "round",
                "aria-label": t::history_delete(l, &name),
                onclick: move |_| archive.delete(&of_bin),
                Icon { glyph: Glyph::Bin }
                span { "aria-hidden": "true", {t::history_tool_delete(l)} }
            }
        }
    }
}

/// Exports of everything, and import.
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
                button { class: "button", onclick: move |_| archive.spreadsheet(),
                    Icon { glyph: Glyph::Grid }
                    {t::history_spreadsheet(l)}
                }
                if IMPORTING().is_none() {
                    label { class: "button file",
                        Icon { glyph: Glyph::Plus }
                        {t::history_import(l)}
                        input {
                            r#type: "file",
                            // Mail programs and phones make a text of it: `x.json.txt`.
                            accept: ".json,.txt,application/json,text/plain",
                            onchange: move |event| archive.import(&event),
                        }
                    }
                }
            }
            if let Some(imported) = IMPORTED() {
                button { class: "button", onclick: move |_| archive.take_back(imported.clone()),
                    Icon { glyph: Glyph::Undo }
                    {t::history_import_undo(l)}
                }
            }
            if let Some(Progress { percent, stop }) = IMPORTING() {
                div { class: "row",
                    progress { max: "100", value: "{percent}", "aria-label": t::history_importing(l) }
                    span { class: "number", {t::history_import_progress(l, percent)} }
                    button {
                        class: "button",
                        disabled: stop,
                        onclick: move |_| {
                            *IMPORTING.write() = Some(Progress { percent, stop: true });
                        },
                        Icon { glyph: Glyph::Close }
                        {t::history_import_stop(l)}
                    }
                }
            }
        }
    }
}

/// The deleted tables that can be restored.
#[component]
fn DeletedTables(entries: Vec<Entry>, archive: Archive) -> Element {
    let l = lang();
    let mut drawn = use_signal(|| STEP);
    rsx! {
        details { class: "card",
            summary { {t::history_bin(l, entries.len())} }
            ul { class: "tables",
                for entry in entries.iter().take(drawn()).cloned() {
                    if let Some(label) = entry.label.clone() {
                        li { key: "{entry.id}", class: "row between",
                            span { "{title(&label, l)} · {day(l, label.created)} · {list(l, &entry.names(&archive.app.people()))}" }
                            button { class: "button", onclick: move |_| archive.restore(&entry), {t::history_restore(l)} }
                        }
                    }
                }
            }
            if entries.len() > drawn() {
                button { class: "button", onclick: move |_| drawn += STEP, {t::history_more(l, entries.len() - drawn())} }
            }
        }
    }
}

/// A table that cannot be read. One that was `removed` keeps its place, and can be put back.
#[component]
fn Broken(entry: Entry, removed: bool, archive: Archive) -> Element {
    let l = lang();
    let id = entry.id.clone();
    let why = entry.fault().map(|error| load_error(l, error)).unwrap_or_default();
    if removed {
        return rsx! {
            li { class: "row between wrap",
                del { "{id}" }
                button { class: "button", onclick: move |_| archive.put_back(entry.clone()), {t::history_undo(l)} }
            }
        };
    }
    let of_file = entry.clone();
    let readable = match entry.fault() {
        Some(LoadError::Record(damaged)) => damaged - 1,
        _ => 0,
    };
    rsx! {
        li { class: "row between wrap",
            span { "{id}: {why}" }
            div { class: "row wrap",
                if readable > 0 {
                    button {
                        class: "button",
                        onclick: {
                            let id = id.clone();
                            move |_| archive.open_until(id.clone(), readable)
                        },
                        {t::history_broken_open(l, readable)}
                    }
                }
                button { class: "button", onclick: move |_| archive.save_raw(of_file.clone()), {t::history_broken_export(l)} }
                button {
                    class: "round",
                    "aria-label": t::history_delete(l, &*id),
                    onclick: move |_| archive.remove(entry.clone()),
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
    let too_long = takujo_core::domain::seats::typed_name(&typed.read()).chars().count() > MAX_TITLE;
    rsx! {
        Sheet { title: t::history_rename_title(l), close_label: t::close(l), onclose,
            form {
                onsubmit: move |event| {
                    event.prevent_default();
                    let title = takujo_core::domain::seats::typed_name(&typed());
                    if title.chars().count() <= MAX_TITLE {
                        onrename.call(Head { title, ..head.clone() });
                    }
                },
                TextField {
                    label: t::history_rename_label(l),
                    value: typed(),
                    problem: too_long.then(|| t::history_rename_long(l, MAX_TITLE)),
                    oninput: move |text| typed.set(text),
                }
                button { class: "button main", r#type: "submit", {t::save(l)} }
            }
        }
    }
}
