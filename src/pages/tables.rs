//! What is known of all tables without reading their logs.

use std::rc::Rc;

use super::home::read_stored;
use crate::domain::figures::Listed;
use crate::domain::people::{People, plain_name};
use crate::domain::seating::Joined;
use crate::domain::seats::Player;
use crate::domain::session::{Head, Label, LoadError, Report, read_head, read_label};
use crate::domain::summary::Summary;
use crate::games;
use crate::i18n::Lang;
use crate::storage::{Storage, StorageError, StoredSummary};

/// A table in the list. Cheap to copy.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Its id.
    pub id: Rc<str>,
    /// Its head, as JSON.
    head: Rc<str>,
    /// What the list shows of its head; `None` if that cannot be read.
    pub label: Option<Rc<Label>>,
    /// What is known of its log.
    pub known: Known,
}

/// What is known of a table's log.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// Nothing yet: [`Entry::look`] reads it.
    Nothing,
    /// Its summary.
    Summary(Rc<Summary>),
    /// It cannot be read.
    Broken(LoadError),
}

impl Entry {
    /// A table with this head; its log has not been read.
    pub fn new(id: &str, head: &str) -> Entry {
        Entry { id: id.into(), head: head.into(), label: read_label(head).map(Rc::new), known: Known::Nothing }
    }

    /// The same table with another head.
    pub fn with_head(&self, head: &str) -> Entry {
        Entry { known: self.known.clone(), ..Entry::new(&self.id, head) }
    }

    /// Its setup.
    ///
    /// # Errors
    /// [`LoadError`] says what is wrong with it.
    pub fn head(&self) -> Result<Head, LoadError> {
        read_head(&self.head)
    }

    /// Whether it is in the bin.
    pub fn is_deleted(&self) -> bool {
        self.label.as_ref().is_some_and(|label| label.deleted.is_some())
    }

    /// Why it cannot be read, if it cannot.
    pub fn fault(&self) -> Option<&LoadError> {
        match &self.known {
            Known::Broken(error) => Some(error),
            Known::Nothing | Known::Summary(_) => None,
        }
    }

    /// What its players are called now, and after them those who joined.
    pub fn names(&self, people: &People) -> Vec<String> {
        let Some(label) = &self.label else { return Vec::new() };
        let joined: &[Joined] = if let Known::Summary(summary) = &self.known { &summary.joined } else { &[] };
        if joined.is_empty() {
            return people.names_now(&label.players, &label.people);
        }
        let everyone = label.players.iter().chain(joined.iter().map(|joined| &joined.player)).cloned();
        let everyone: Vec<Player> = everyone.collect();
        let mut ids = label.people.clone();
        if ids.is_empty() {
            ids = label.players.iter().map(|player| player.name.clone()).collect();
        }
        ids.extend(joined.iter().map(|joined| joined.id().to_owned()));
        people.names_now(&everyone, &ids)
    }

    /// Its figures without the rounds, if they are known, for players with these `names`.
    pub fn report(&self, names: Vec<String>) -> Option<Report> {
        let (Known::Summary(summary), Some(label)) = (&self.known, &self.label) else { return None };
        Some(Summary::clone(summary).report(&label.game, names))
    }

    /// Its lines in a spreadsheet; `None` if it is deleted or its figures are not known.
    pub fn listed(&self, people: &People, l: Lang) -> Option<Listed<'_>> {
        let (Known::Summary(summary), Some(label)) = (&self.known, &self.label) else { return None };
        let game = games::find(&label.game).map_or_else(|| label.game.clone(), |game| (game.name)(l).to_owned());
        let opened = label.created.with_timezone(&chrono::Local).format("%Y-%m-%d %H:%M").to_string();
        let names = self.names(people);
        label.deleted.is_none().then_some(Listed { opened, game, title: &label.title, names, summary })
    }

    /// Whether its title, its game or somebody at it contains `wanted`, which [`plain_name`] has made comparable.
    pub fn fits(&self, wanted: &str, people: &People, l: Lang) -> bool {
        let contains = |text: &str| plain_name(text).contains(wanted);
        self.label.as_ref().is_some_and(|label| {
            contains(&label.title)
                || games::find(&label.game).is_some_and(|game| contains((game.name)(l)))
                || label.players.iter().any(|player| contains(&player.name))
                || self.names(people).iter().any(|name| contains(name))
        })
    }

    /// Reads the whole table. Returns what is known of it then, and the summary to store.
    pub async fn look(&self, store: &dyn Storage) -> Result<Option<(Known, Option<StoredSummary>)>, StorageError> {
        let Some(stored) = store.load(&self.id).await? else { return Ok(None) };
        Ok(Some(match read_stored(&stored).await {
            Err(error) => (Known::Broken(error), None),
            Ok((file, report)) => {
                let summary = Summary::of(report, &file.log);
                let text = serde_json::to_string(&summary).ok();
                let stored = text.map(|text| StoredSummary { id: stored.id, length: summary.length, text });
                (Known::Summary(Rc::new(summary)), stored)
            }
        }))
    }
}

/// All tables, the newest first.
pub async fn entries(store: &dyn Storage) -> Result<Vec<Entry>, StorageError> {
    let (heads, summaries) = (store.heads(), store.summaries());
    let (heads, summaries) = (heads.await?, summaries.await?);
    let mut entries: Vec<Entry> = heads.iter().map(|(id, head)| Entry::new(id, head)).collect();
    entries.sort_by(|one, other| one.id.cmp(&other.id));
    for (id, text) in summaries {
        if let Ok(at) = entries.binary_search_by(|entry| (*entry.id).cmp(&id))
            && entries[at].label.is_some()
            && let Some(summary) = Summary::read(&text)
        {
            entries[at].known = Known::Summary(Rc::new(summary));
        }
    }
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.label.as_ref().map(|label| label.created)));
    Ok(entries)
}
