//! The handle of an open table: taps become log records, records go to the storage, the view follows the session.

use dioxus::core::Runtime;
use dioxus::prelude::*;
use serde_json::Value;

use crate::device;
use crate::domain::game::Outcome;
use crate::domain::ledger::{Op, Refused, Step};
use crate::domain::seats::Seat;
use crate::domain::session::{Head, LoadError, Record, Session, SessionFile, open, read_head};
use crate::i18n::{Lang, t};
use crate::play::{Play, Problem};
use crate::state::App;
use crate::storage::{Append, StorageError, Stored, draft_key};

/// An open table of the game `G`: a handle, cheap to copy.
pub struct Table<G: Play> {
    pub(super) app: App,
    /// The setup as it is kept.
    pub head: Signal<Head>,
    pub(super) session: Signal<Session<G>>,
    /// How many of its changes were followed by a picture.
    pub(super) deferred: Signal<usize>,
    /// Every record as text, oldest first.
    pub(super) log: Signal<Vec<String>>,
    /// How many of them are on disk.
    pub(super) saved: Signal<usize>,
    /// Whether writing failed: the rest waits for a retry.
    pub(super) stuck: Signal<bool>,
    /// What is being entered and not yet an event, as the game's own JSON; kept like everything that was tapped.
    pub(super) draft: Signal<Option<String>>,
    /// What the last tap could not do.
    pub(super) problem: Signal<Option<Problem>>,
    /// The entry being corrected.
    pub correcting: Signal<Option<usize>>,
}

impl<G: Play> Clone for Table<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Play> Copy for Table<G> {}

impl<G: Play> PartialEq for Table<G> {
    fn eq(&self, other: &Self) -> bool {
        self.session == other.session
    }
}

impl<G: Play> Table<G> {
    /// The session; the component follows it when it changes.
    pub fn session(&self) -> ReadableRef<'_, Signal<Session<G>>> {
        self.session.read()
    }

    /// The session, for what may follow a tap one picture later: the component follows it so. What a tap is looked at for is
    /// drawn sooner then.
    pub fn deferred(&self) -> ReadableRef<'_, Signal<Session<G>>> {
        (self.deferred)();
        self.session.peek()
    }

    fn changed(mut self) {
        self.spawn(async move {
            device::next_paint().await;
            self.deferred += 1;
        });
    }

    /// Takes a tap in: the rules first, then the disk. Gives the new number of entries.
    ///
    /// # Errors
    /// When the rules refuse it; nothing has changed then, and the table says why.
    pub fn push(mut self, op: Op<G::Event>) -> Result<(), Refused<G::Error>> {
        let record = Record { at: device::now(), op };
        let text = serde_json::to_string(&record);
        let at = self.session.peek().ledger.length();
        let before = self.turn_of();
        let pushed = self.session.write().ledger.push(record.op);
        match (&pushed, text) {
            (Ok(()), Ok(text)) => {
                let after = self.turn_of();
                self.changed();
                tapped(self.app, after.is_some() && after != before);
                if self.problem.peek().is_some() {
                    self.problem.set(None);
                }
                self.save(at, text);
                let standing = G::standing(self.session.peek().ledger.state());
                self.app.played(&self.head.peek(), matches!(standing.outcome, Outcome::Won(_)));
            }
            (Ok(()), Err(_)) => self.app.set_trouble(Some(StorageError::Broken)),
            (Err(refused), _) => {
                let problem = self.explain(refused);
                self.problem.set(Some(problem));
            }
        }
        pushed
    }

    /// Whose turn it is, where the game follows turns.
    fn turn_of(&self) -> Option<Seat> {
        G::turn(&self.session.peek(), Lang::En).map(|turn| turn.seat)
    }

    /// Appends an event; says whether the rules took it.
    pub fn append(self, event: G::Event) -> bool {
        self.push(Op::Append { event }).is_ok()
    }

    /// A refusal in words.
    pub fn explain(&self, refused: &Refused<G::Error>) -> Problem {
        let session = self.session.peek();
        let l = self.app.lang();
        match refused {
            Refused::Rule(error) => G::explain(error, &session.seats, &session.options, l),
            Refused::Later { entry, error } => {
                let problem = G::explain(error, &session.seats, &session.options, l);
                Problem { text: t::table_later_entry(l, entry + 1, &problem.text), rule: problem.rule }
            }
            Refused::NoEntry(_) => Problem { text: t::table_no_entry(l).to_owned(), rule: "" },
            Refused::NothingToUndo => Problem { text: t::table_nothing_to_undo(l).to_owned(), rule: "" },
            Refused::NothingToRedo => Problem { text: t::table_nothing_to_redo(l).to_owned(), rule: "" },
        }
    }

    fn save(mut self, at: usize, text: String) {
        let before = self.log.peek().last().cloned();
        self.log.write().push(text.clone());
        if *self.stuck.peek() {
            return self.retry();
        }
        // The transaction begins here, in the tap; only waiting for it is put off.
        let append = Append { id: self.head.peek().id.clone(), at, before, records: vec![text], draft: None };
        let task = self.app.store().append(&append);
        self.spawn(async move {
            match task.await {
                Ok(()) => {
                    let saved = (*self.saved.peek()).max(at + 1);
                    self.saved.set(saved);
                }
                Err(StorageError::Conflict) => self.reload().await,
                Err(error) => {
                    self.stuck.set(true);
                    self.app.set_trouble(Some(error));
                }
            }
        });
    }

    /// Runs a task that lives as long as the table: a tap may close the part of the page it was in.
    fn spawn(&self, task: impl Future<Output = ()> + 'static) {
        Runtime::current().in_scope(self.session.origin_scope(), || spawn(task));
    }

    /// Tries again to write what could not be written.
    pub fn retry(mut self) {
        self.spawn(async move {
            let id = self.head.peek().id.clone();
            loop {
                let at = *self.saved.peek();
                let Some(text) = self.log.peek().get(at).cloned() else { break };
                let before = at.checked_sub(1).and_then(|before| self.log.peek().get(before).cloned());
                let append = Append { id: id.clone(), at, before, records: vec![text], draft: None };
                match self.app.store().append(&append).await {
                    Ok(()) => self.saved.set(at + 1),
                    Err(StorageError::Conflict) => return self.reload().await,
                    Err(error) => return self.app.set_trouble(Some(error)),
                }
            }
            self.stuck.set(false);
            self.app.set_trouble(None);
        });
    }

    /// What is on disk is the truth: shows it. Another window wrote it.
    fn show(mut self, stored: Stored) {
        // Its title and labels may have changed too.
        let head = read_head(&stored.head).unwrap_or_else(|_| self.head.peek().clone());
        let Ok(opened) = open_log::<G>(&head, &stored.log) else {
            return self.app.set_trouble(Some(StorageError::Broken));
        };
        self.saved.set(stored.log.len());
        self.log.set(stored.log);
        self.stuck.set(false);
        self.head.set(head);
        self.session.set(opened);
        self.changed();
    }

    /// Another window has written to this table: follows it, once every tap made here is on the disk or was refused there.
    pub(super) fn follow(self) {
        self.spawn(async move {
            let id = self.head.peek().id.clone();
            while !*self.stuck.peek() {
                if *self.saved.peek() < self.log.peek().len() {
                    device::pause(0).await;
                    continue;
                }
                let Ok(Some(stored)) = self.app.store().load(&id).await else { return };
                // Tapped while it was read: then once more.
                if *self.saved.peek() == self.log.peek().len() {
                    let newer = stored.log.len() > self.log.peek().len();
                    if newer || read_head(&stored.head).as_ref() != Ok(&*self.head.peek()) {
                        self.show(stored);
                    }
                    return;
                }
            }
        });
    }

    /// Another window wrote first: the table says that the last tap is not in what is shown now.
    async fn reload(mut self) {
        let id = self.head.peek().id.clone();
        let Ok(Some(stored)) = self.app.store().load(&id).await else {
            return self.app.set_trouble(Some(StorageError::Broken));
        };
        self.show(stored);
        let l = self.app.lang();
        self.problem.set(Some(Problem { text: t::table_other_window(l).to_owned(), rule: "" }));
    }

    /// What is being entered, if anything.
    pub fn draft<D: serde::de::DeserializeOwned>(&self) -> Option<D> {
        self.draft.read().as_ref().and_then(|text| serde_json::from_str(text).ok())
    }

    /// Keeps what is being entered; `None` when nothing is any more.
    pub fn set_draft<D: serde::Serialize>(self, draft: Option<&D>) {
        self.save_draft(draft.and_then(|draft| serde_json::to_string(draft).ok()));
    }

    pub(super) fn save_draft(mut self, text: Option<String>) {
        self.app.save(&draft_key(&self.head.peek().id), &text);
        self.draft.set(text);
    }

    /// The whole table as a file.
    pub fn file(&self) -> SessionFile {
        let head = self.head.peek().clone();
        let log = self.log.peek().iter().map(|text| serde_json::from_str(text).unwrap_or(Value::Null)).collect();
        SessionFile { head, log }
    }

    /// What an undo would take back, in words.
    pub fn step_text(&self, step: &Step<G::Event>, l: Lang) -> String {
        let session = self.session.peek();
        match step {
            Step::Append(event) => G::describe(event, &session.seats, &session.options, l),
            Step::Correct { entry, now, .. } => {
                t::table_step_correct(l, entry + 1, G::describe(now, &session.seats, &session.options, l))
            }
        }
    }

    /// Changes what the table calls things. Only for options that no state follows from: nothing is counted again.
    pub fn rename(mut self, options: G::Options) {
        let Ok(value) = serde_json::to_value(&options) else { return self.app.set_trouble(Some(StorageError::Broken)) };
        self.session.write().options = options;
        self.changed();
        self.head.write().options = value;
        let head = self.head.peek().clone();
        let Ok(text) = serde_json::to_string(&head) else { return self.app.set_trouble(Some(StorageError::Broken)) };
        let task = self.app.store().put_head(&head.id, &text);
        spawn(async move {
            if let Err(error) = task.await {
                self.app.set_trouble(Some(error));
            }
        });
    }

    /// The app this table is open in.
    pub fn app(&self) -> App {
        self.app
    }
}

/// A tap has counted: it is felt where it has passed the turn on, and the screen stays on.
fn tapped(app: App, turned: bool) {
    let settings = app.settings();
    if turned && settings.buzz {
        device::buzz();
    }
    // A browser that would not do it before may do it in a tap.
    device::stay_awake(settings.awake);
}

/// A table's session from its log as kept. A record that cannot be read is refused like one that breaks a rule.
pub(super) fn open_log<G: Play>(head: &Head, log: &[String]) -> Result<Session<G>, LoadError> {
    let records = log.iter().map(|text| serde_json::from_str::<Value>(text).unwrap_or(Value::Null));
    open::<G>(head, records)
}
