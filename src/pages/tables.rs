//! What is known of all tables from their heads and summaries: the list that the history and its figures show. A log is
//! read only where the summary is missing.

use std::cell::OnceCell;
use std::rc::Rc;

use takujo_core::domain::figures::Listed;
use takujo_core::domain::people::{People, plain_name};
use takujo_core::domain::seating::Joined;
use takujo_core::domain::seats::Player;
use takujo_core::domain::session::{Head, Label, LoadError, Report, read_head, read_label};
use takujo_core::domain::summary::Summary;
use takujo_core::i18n::Lang;
use takujo_core::storage::{Storage, StorageError, StoredSummary};

use super::home::read_stored;
use crate::device;
use crate::games;

/// A table in the list. Cheap to clone.
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
    /// Nothing yet: [`Entry::look`] would read it.
    Nothing,
    /// Its summary.
    Summary(SummaryText),
    /// It cannot be read.
    Broken(LoadError),
}

/// A stored summary. It is parsed when it is first asked for, because nobody looks at thousands at once, and parsing
/// them takes time.
#[derive(Debug, Clone)]
pub struct SummaryText(Rc<(String, OnceCell<Option<Summary>>)>);

impl PartialEq for SummaryText {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.0 == other.0.0
    }
}

impl SummaryText {
    fn new(text: String) -> SummaryText {
        SummaryText(Rc::new((text, OnceCell::new())))
    }
}

impl Entry {
    /// A table with this head; its log has not been read.
    pub fn new(id: &str, head: &str) -> Entry {
        Entry { id: id.into(), head: head.into(), label: read_label(head).map(Rc::new), known: Known::Nothing }
    }

    /// The same table with another head; what is known of its log stays.
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

    /// Its summary, if there is one and it can be read.
    pub fn summary(&self) -> Option<&Summary> {
        let Known::Summary(SummaryText(cached)) = &self.known else { return None };
        cached.1.get_or_init(|| Summary::read(&cached.0)).as_ref()
    }

    /// Why it cannot be read, if it cannot.
    pub fn fault(&self) -> Option<&LoadError> {
        match &self.known {
            Known::Broken(error) => Some(error),
            Known::Nothing | Known::Summary(_) => None,
        }
    }

    /// The present names of its players, and after them of those who joined.
    pub fn names(&self, people: &People) -> Vec<String> {
        let Some(label) = &self.label else { return Vec::new() };
        let joined: &[Joined] = self.summary().map_or(&[], |summary| &summary.joined);
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

    /// Its figures without the rounds, with these `names`; `None` if they are not known.
    pub fn report(&self, names: Vec<String>) -> Option<Report> {
        let (summary, label) = (self.summary()?, self.label.as_ref()?);
        Some(summary.clone().report(&label.game, names))
    }

    /// What a spreadsheet says of it; `None` if it is deleted or its figures are not known.
    pub fn listed(&self, people: &People, l: Lang) -> Option<Listed<'_>> {
        let (summary, label) = (self.summary()?, self.label.as_ref()?);
        let game = game_name(label, l);
        let opened = device::local(label.created).format("%Y-%m-%d %H:%M").to_string();
        let names = self.names(people);
        label.deleted.is_none().then_some(Listed { opened, game, title: &label.title, names, summary })
    }

    /// Whether its title, its game, or an old or present name of somebody at it contains `wanted`, which [`plain_name`]
    /// has prepared.
    pub fn fits(&self, wanted: &str, people: &People, l: Lang) -> bool {
        let contains = |text: &str| plain_name(text).contains(wanted);
        self.label.as_ref().is_some_and(|label| {
            contains(&label.title)
                || contains(&game_name(label, l))
                || label.players.iter().any(|player| contains(&player.name))
                || self.names(people).iter().any(|name| contains(name))
        })
    }

    /// Reads the whole table, and returns what is then known of it, and the summary to store, if it can be read. `None`
    /// if the table is gone.
    ///
    /// # Errors
    /// If the storage does not answer.
    pub async fn look(&self, store: &dyn Storage) -> Result<Option<(Known, Option<StoredSummary>)>, StorageError> {
        let Some(stored) = store.load(&self.id).await? else { return Ok(None) };
        Ok(Some(match read_stored(&stored).await {
            Err(error) => (Known::Broken(error), None),
            Ok((file, report)) => {
                let summary = Summary::of(report, &file.log);
                let text = serde_json::to_string(&summary).unwrap_or_default();
                let stored = StoredSummary { id: stored.id, length: summary.length, text: text.clone() };
                (Known::Summary(SummaryText::new(text)), Some(stored))
            }
        }))
    }
}

/// The name of a table's game; a game of people's own has the one that they gave it.
pub fn game_name(label: &Label, l: Lang) -> String {
    let known = || games::find(&label.game).map_or(&*label.game, |game| (game.name)(l));
    label.own().unwrap_or_else(known).to_owned()
}

/// All tables, the newest first.
///
/// # Errors
/// If the storage does not answer.
pub async fn entries(store: &dyn Storage) -> Result<Vec<Entry>, StorageError> {
    let (heads, summaries) = (store.heads(), store.summaries());
    let (heads, summaries) = (heads.await?, summaries.await?);
    let mut entries: Vec<Entry> = heads.iter().map(|(id, head)| Entry::new(id, head)).collect();
    entries.sort_by(|one, other| one.id.cmp(&other.id));
    for (id, text) in summaries {
        if let Ok(at) = entries.binary_search_by(|entry| (*entry.id).cmp(&id))
            && entries[at].label.is_some()
        {
            entries[at].known = Known::Summary(SummaryText::new(text));
        }
    }
    newest_first(&mut entries);
    Ok(entries)
}

/// Sorts tables by when they were played.
pub fn newest_first(entries: &mut [Entry]) {
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.label.as_ref().map(|label| label.created)));
}
