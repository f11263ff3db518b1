//! Every table there was: open, rename, delete with undo, give out and take in as files.

use chrono::{DateTime, TimeDelta, Utc};
use dioxus::prelude::*;

use super::home::read_stored;
use crate::device::{self, ShareOutcome};
use crate::domain::session::{
    Bundle, File, Head, LoadError, MAX_FILE, MAX_TITLE, Report, SessionFile, VERSION, read_file,
};
use crate::games::{self, GAMES};
use crate::i18n::{Lang, list, t};
use crate::route::Route;
use crate::shell::{Shell, load_error, trouble_text};
use crate::state::{App, app, card, lang};
use crate::storage::{StorageError, Stored};
use crate::table::{save_points, save_session, standing_text};
use crate::ui::{Glyph, Icon, Sheet, share_outcome_text};

/// How long a deleted table can be brought back.
const KEPT_AFTER_DELETION: TimeDelta = TimeDelta::days(30);

/// A table as the list shows it.
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

/// Whether a deleted table has been in the bin long enough to go for good. A clock that jumped must not take it away: it
/// stays where its times cannot be, and until another table has been opened after its time.
fn expired(head: &Head, now: DateTime<Utc>, newest: DateTime<Utc>) -> bool {
    let since = |later: DateTime<Utc>| head.deleted.is_some_and(|at| later - at > KEPT_AFTER_DELETION);
    head.deleted >= Some(head.created) && since(now) && since(newest)
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
    let now = device::now();
    let newest = items.iter().filter_map(Item::created).max();
    let (gone, mut items): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|item| {
        item.read.as_ref().is_ok_and(|(file, _)| newest.is_some_and(|at| expired(&file.head, now, at)))
    });
    for item in gone {
        store.remove(&item.stored.id).await?;
    }
    items.sort_by_key(|item| std::cmp::Reverse(item.created()));
    Ok(items)
}

async fn put(app: App, head: &Head) -> Result<(), StorageError> {
    let text = serde_json::to_string(head).map_err(|_| StorageError::Broken)?;
    app.store().put_head(&head.id, &text).await
}

/// Keeps the tables of a file; gives how many are new and how many were there already.
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
        // It stands in addresses.
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
            // The same table, played on differently: kept beside the one that is there.
            head.id = device::new_id();
        }
        let text = serde_json::to_string(&head).map_err(|_| StorageError::Broken)?;
        app.store().create(&Stored { id: head.id, head: text, log }).await?;
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
    match l {
        Lang::En => at.format("%-d %b %Y, %H:%M").to_string(),
        Lang::Ja => at.format("%Y年%-m月%-d日 %H:%M").to_string(),
    }
}

/// The history page.
#[component]
pub fn HistoryPage() -> Element {
    let app = app();
    let l = lang();
    let mut found = use_resource(move || {
        app.all_remote_changes();
        items(app)
    });
    let mut said = use_signal(|| None::<String>);
    let mut undo = use_signal(|| None::<Head>);
    let mut renaming = use_signal(|| None::<Head>);

    // Said, and offered to be undone, together with the list as it stands then: never before.
    let change = move |head: Head, then: Option<String>, back: Option<Head>| {
        spawn(async move {
            let (then, back) = match put(app, &head).await {
                Ok(()) => {
                    if app.current().as_ref() == Some(&head.id) {
                        app.set_card(head.deleted.is_none().then(|| card(&head)));
                    }
                    (then, back)
                }
                Err(error) => (Some(trouble_text(app.lang(), error).to_owned()), None),
            };
            found.set(Some(items(app).await));
            undo.set(back);
            said.set(then);
        });
    };
    let delete = move |head: Head| {
        let gone = Head { deleted: Some(device::now()), ..head.clone() };
        change(gone, Some(t::history_deleted(l).to_owned()), Some(head));
    };
    let restore = move |head: Head| {
        change(Head { deleted: None, ..head }, Some(t::history_restored(l).to_owned()), None);
    };
    let export_all = move |_| {
        let sessions = match &*found.read() {
            Some(Ok(items)) => {
                items.iter().filter_map(|item| item.read.as_ref().ok().map(|(file, _)| file.clone())).collect()
            }
            _ => Vec::new(),
        };
        let bundle = Bundle { takujo: VERSION, sessions, kept: app.kept_values() };
        let given = match serde_json::to_string(&bundle) {
            Ok(text) => {
                let name = format!("takujo-{}.json", device::now().format("%Y-%m-%d"));
                device::save_file(&name, "application/json", &text)
            }
            Err(_) => ShareOutcome::Failed,
        };
        said.set(Some(share_outcome_text(l, &given)));
    };
    let import = move |event: FormEvent| async move {
        let Some(file) = event.files().into_iter().next() else { return };
        let refused = |error: &LoadError| t::history_refused(l, load_error(l, error));
        let words = if file.size() > MAX_FILE as u64 {
            refused(&LoadError::TooLarge)
        } else {
            match file.read_string().await {
                Err(_) => refused(&LoadError::NotJson),
                Ok(text) => match read_file(&text) {
                    Err(error) => refused(&error),
                    Ok(file) => match take_in(app, file).await {
                        Err(error) => trouble_text(l, error).to_owned(),
                        Ok((added, known, fault)) => {
                            let fault = fault.as_ref().map(refused).unwrap_or_default();
                            format!("{} {fault}", t::history_imported(l, added, known))
                        }
                    },
                },
            }
        };
        found.set(Some(items(app).await));
        undo.set(None);
        said.set(Some(words));
    };

    let read = found.read();
    let (items, trouble) = match &*read {
        None => (Vec::new(), None),
        Some(Ok(items)) => (items.clone(), None),
        Some(Err(error)) => (Vec::new(), Some(*error)),
    };
    let standing: Vec<Item> =
        items.iter().filter(|item| item.read.is_ok() && item.deleted().is_none()).cloned().collect();
    let deleted: Vec<Item> = items.iter().filter(|item| item.deleted().is_some()).cloned().collect();
    let broken: Vec<Item> = items.iter().filter(|item| item.read.is_err()).cloned().collect();
    rsx! {
            Shell { title: t::nav_history(l), here: "history",
                if let Some(trouble) = trouble {
                    p { class: "error", role: "alert", {trouble_text(l, trouble)} }
                }
                div { class: "toast", role: "status",
                    if let Some(said) = said() {
                        span { "{said}" }
                    }
                    if let Some(head) = undo() {
                        button { class: "button", onclick: move |_| restore(head.clone()), {t::history_undo(l)} }
                    }
                }
                if !broken.is_empty() {
                    section { class: "card warn",
                        h2 { {t::history_broken(l)} }
                        p { {t::history_broken_text(l)} }
                        ul { class: "tables",
                            for item in broken {
                                Broken { key: "{item.stored.id}", item, said }
                            }
                        }
                    }
                }
                if read.is_some() && standing.is_empty() {
                    p { class: "empty", {t::history_empty(l)} }
                }
                ul { class: "tables",
                    for item in standing {
                        if let Ok((file, report)) = item.read {
                            li { key: "{file.head.id}", class: "card accent-{file.head.game}",
                                TableItem {
                                    report: report.clone(),
                                    head: file.head.clone(),
                                    ondelete: delete,
                                    onrename: move |head| renaming.set(Some(head)),
                                    onexport: {
     let file = file.clone();
     move |()| said.set(Some(share_outcome_text(l, &save_session(&file))))
    },
                                    onpoints: {
     let (id, report) = (file.head.id.clone(), report.clone());
     move |()| said.set(Some(share_outcome_text(l, &save_points(&id, &report, l))))
    },
                                }
                            }
                        }
                    }
                }
                section { class: "card",
                    h2 { {t::history_files(l)} }
                    p { class: "soft", {t::history_files_text(l)} }
                    div { class: "row wrap",
                        button { class: "button", onclick: export_all,
                            Icon { glyph: Glyph::File }
                            {t::history_export(l)}
                        }
                        label { class: "button file",
                            Icon { glyph: Glyph::Plus }
                            {t::history_import(l)}
                            input { r#type: "file", accept: ".json,application/json", onchange: import }
                        }
                    }
                }
                if !deleted.is_empty() {
                    details { class: "card",
                        summary { {t::history_bin(l, deleted.len())} }
                        ul { class: "tables",
                            for item in deleted {
                                if let Ok((file, report)) = item.read {
                                    li { key: "{file.head.id}", class: "row between",
                                        span { "{title(&file.head, l)} · {day(l, file.head.created)} · {list(l, &report.players)}" }
                                        button {
                                            class: "button",
                                            onclick: {
     let head = file.head.clone();
     move |_| restore(head.clone())
    },
                                            {t::history_restore(l)}
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                if let Some(head) = renaming() {
                    Rename {
                        head,
                        onclose: move |()| renaming.set(None),
                        onrename: move |head| {
                            renaming.set(None);
                            change(head, None, None);
                        },
                    }
                }
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
fn TableItem(
    head: Head,
    report: Report,
    ondelete: EventHandler<Head>,
    onrename: EventHandler<Head>,
    onexport: EventHandler<()>,
    onpoints: EventHandler<()>,
) -> Element {
    let l = lang();
    let name = title(&head, l);
    let (to_rename, to_delete) = (head.clone(), head.clone());
    rsx! {
        Link { class: "item", to: Route::Table { id: head.id.clone(), tab: "play".to_owned() },
            strong { "{name}" }
            span { {standing_text(&report, l)} }
            span { class: "soft", "{list(l, &report.players)}" }
            span { class: "soft", "{day(l, head.created)} · {t::round_count(l, report.rounds.len())}" }
        }
        div { class: "row tools",
            button { class: "round", "aria-label": t::history_rename(l, &name), onclick: move |_| onrename.call(to_rename.clone()),
                Icon { glyph: Glyph::Pencil }
            }
            button { class: "round", "aria-label": t::history_file(l, &name), onclick: move |_| onexport.call(()),
                Icon { glyph: Glyph::File }
            }
            if !report.rounds.is_empty() {
                button { class: "round", "aria-label": t::history_csv(l, &name), onclick: move |_| onpoints.call(()),
                    Icon { glyph: Glyph::Grid }
                }
            }
            button { class: "round", "aria-label": t::history_delete(l, &name), onclick: move |_| ondelete.call(to_delete.clone()),
                Icon { glyph: Glyph::Bin }
            }
        }
    }
}

#[component]
fn Broken(item: Item, mut said: Signal<Option<String>>) -> Element {
    let l = lang();
    let why = item.read.as_ref().err().map(|error| load_error(l, error)).unwrap_or_default();
    let stored = item.stored.clone();
    rsx! {
        li { class: "row between wrap",
            span { "{item.stored.id}: {why}" }
            button {
                class: "button",
                onclick: move |_| {
                    // As it lies on disk: whoever mends it has all there is.
                    let text = format!("{}\n{}\n", stored.head, stored.log.join("\n"));
                    let given = device::save_file(&format!("takujo-{}.txt", stored.id), "text/plain", &text);
                    said.set(Some(share_outcome_text(l, &given)));
                },
                {t::history_broken_export(l)}
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumps_empties_no_bin() {
        let day = |day: i64| DateTime::UNIX_EPOCH + TimeDelta::days(day);
        let gone = |created, deleted: Option<i64>, now, newest| {
            let head = Head {
                takujo: VERSION,
                id: String::new(),
                game: String::new(),
                title: String::new(),
                created: day(created),
                deleted: deleted.map(day),
                players: Vec::new(),
                starter: crate::domain::seats::Seat(0),
                drawn: false,
                options: serde_json::Value::Null,
            };
            expired(&head, day(now), day(newest))
        };
        assert!(gone(100, Some(101), 132, 132), "30 days, and tables were opened since");
        assert!(!gone(100, Some(101), 131, 132), "not yet");
        assert!(!gone(100, None, 500, 500), "never deleted");
        assert!(!gone(100, Some(101), 9000, 100), "the clock ran ahead: nothing else says so");
        assert!(!gone(100, Some(0), 132, 132), "deleted before it was opened: the clock was wrong");
        assert!(!gone(100, Some(101), 0, 132), "the clock went back");
    }
}
