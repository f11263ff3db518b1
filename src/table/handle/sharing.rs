//! What an open table does about a log that many phones share: waits for it, uses it, and leaves it.

use std::rc::Rc;

use dioxus::core::spawn_forever;
use dioxus::prelude::*;
use takujo_core::storage::{StorageError, draft_key, live_key, waiting_key};
use takujo_core::table::update::{Access, Effect, Input};

use super::super::live::shared::Shared;
use super::any::AnyTable;
use super::course::{Course, waiting_text};
use crate::play::StoredSharing;
use crate::room::RoomState;

impl AnyTable {
    /// Whether the log is this device's alone.
    pub fn is_alone(&self) -> bool {
        matches!(*self.sharing.peek(), Course::Alone)
    }

    /// From now on the log is a shared one. All its records must be on the disk; new ones wait for
    /// [`AnyTable::attach`].
    pub fn await_shared(mut self) {
        self.sharing.set(Course::Coming(Vec::new()));
    }

    /// Makes the taps of an earlier visit again that are still on their way. They come before any new ones.
    pub fn take_waiting(self, stored: &StoredSharing) {
        if let Some((after, records)) = stored.taps() {
            self.give(Input::Waiting(after, records));
        }
    }

    /// Stores the taps that wait for the shared log, which may not be reached before the app is closed.
    fn keep_waiting(mut self) {
        let waiting = match self.sharing.try_peek().as_deref() {
            Ok(Course::Coming(queue)) => waiting_text(queue),
            _ => None,
        };
        let Some((number, text)) = waiting else { return };
        self.stands(Some(RoomState::away(text.lines().count() - 1)));
        let stored = self.app.store().write(&waiting_key(&self.head.peek().id), &text);
        spawn_forever(async move {
            let Err(error) = stored.await else { return };
            let mut failed = false;
            if let Ok(mut course) = self.sharing.try_write()
                && let Course::Coming(queue) = &mut *course
            {
                let before = queue.len();
                queue.retain(|effect| !matches!(effect, Effect::Append(of, _) if *of == number));
                failed = queue.len() < before;
            }
            // As for any tap that could not be stored: it is said, and tried again.
            if failed {
                self.give(Input::Written(number, Err(error)));
            }
        });
    }

    /// Gives up what is stored of sharing the table, because it cannot be read: the log is this device's alone.
    pub fn go_alone(mut self) {
        if let Course::Coming(queue) = self.sharing.replace(Course::Alone) {
            self.live.set(None);
            queue.into_iter().for_each(|effect| self.run(effect));
            self.give(Input::Alone);
        }
    }

    /// Connects the table to its shared log and hands over what has waited for it.
    pub fn attach(mut self, shared: Rc<dyn Shared>) {
        if self.sharing.try_peek().is_err() {
            return drop(shared.stop());
        }
        let before = self.sharing.replace(Course::With(shared));
        if let Course::Coming(queue) = before {
            queue.into_iter().for_each(|effect| self.run(effect));
        }
    }

    /// Ends the connection to the shared log, and waits for [`AnyTable::attach`] with another one.
    pub fn share_anew(mut self) {
        let Some(shared) = self.shared() else { return self.await_shared() };
        self.sharing.set(Course::Coming(Vec::new()));
        // Refused, so that the table reads the log once there is one.
        for number in shared.stop() {
            self.give(Input::Written(number, Err(StorageError::Conflict)));
        }
    }

    /// The log is this device's alone again.
    pub fn unshare(mut self) {
        let Course::With(shared) = self.sharing.replace(Course::Alone) else { return };
        self.live.set(None);
        self.give(Input::Access(Access::Alone));
        // Refused, so that the table reads the disk and writes there what is missing.
        for number in shared.stop() {
            self.give(Input::Written(number, Err(StorageError::Conflict)));
        }
        let id = self.head.peek().id.clone();
        drop(self.app.store().write(&live_key(&id), ""));
    }

    /// Sets how the shared log stands to its host.
    pub fn stands(mut self, state: Option<RoomState>) {
        // Answers may come after the table was dropped.
        if let Ok(mut live) = self.live.try_write()
            && *live != state
        {
            *live = state;
        }
    }

    /// The shared log, if the table is connected to one.
    pub fn shared(&self) -> Option<Rc<dyn Shared>> {
        match &*self.sharing.peek() {
            Course::With(shared) => Some(shared.clone()),
            Course::Alone | Course::Coming(_) => None,
        }
    }

    /// Leaves an append, a change of the setup or a reading for the shared log. What was tapped and the draft are stored
    /// at once.
    pub(super) fn run_later(mut self, mut effect: Effect) {
        if let Effect::Append(_, append) = &mut effect
            && let Some(draft) = append.draft.take()
        {
            self.answer(self.app.store().write(&draft_key(&append.id), &draft), |done| Input::DraftKept(None, done));
        }
        let tapped = matches!(effect, Effect::Append(..));
        if let Course::Coming(queue) = &mut *self.sharing.write() {
            queue.push(effect);
        }
        if tapped {
            self.keep_waiting();
        }
    }

    /// Runs an append, a change of the setup or a reading on the shared log. The draft and the setup are kept on this
    /// device as well.
    pub(super) fn run_shared(self, effect: Effect, shared: Rc<dyn Shared>) {
        let store = self.app.store();
        let id = self.head.peek().id.clone();
        match effect {
            Effect::Append(number, append) => {
                if let Some(draft) = &append.draft {
                    self.answer(store.write(&draft_key(&id), draft), |done| Input::DraftKept(None, done));
                }
                shared.append(number, append);
            }
            Effect::PutHead(head) => {
                shared.put_head(&head);
                self.answer(store.put_head(&id, &head), Input::HeadKept);
            }
            _ => {
                let load = store.load(&id);
                let stored = async move {
                    let stored = load.await?;
                    let Ok(model) = self.model.try_peek() else { return Ok(None) };
                    if stored.is_none() {
                        // Else the storage was cleared, and play goes on.
                        if model.head.deleted.is_some() {
                            return Ok(None);
                        }
                        self.app.save_again();
                    }
                    let draft = model.drafts.text(model.log.records().len());
                    Ok(Some(shared.load(stored, &model.head, &draft)))
                };
                self.answer(stored, Input::Loaded);
            }
        }
    }
}
