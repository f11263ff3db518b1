//! The setup of an open table: new names in its options, and the way back from the bin.

use serde_json::Value;

use super::messages::{Access, Effect, Part};
use super::model::{Model, Told};
use crate::domain::session::Head;
use crate::storage::{StorageError, Stored};
use crate::table::log::Presence;
use crate::table::sitting::TableRules;

impl Model {
    pub(super) fn rename(&mut self, rules: &mut dyn TableRules, options: Value, effects: &mut Vec<Effect>) {
        if self.log.presence() != Presence::Here {
            return self.told = Some(Told::NotHere);
        }
        if !matches!(self.access, Access::Alone | Access::Hosts) {
            return self.told = Some(Told::Watching);
        }
        if rules.rename(&options) {
            self.head.options = options;
            effects.extend(serde_json::to_string(&self.head.as_written()).ok().map(Effect::PutHead));
            effects.push(Effect::Draw(Part::Session));
        }
    }

    pub(super) fn bring_back(&mut self, effects: &mut Vec<Effect>) {
        let head = Head { deleted: None, ..self.head.clone() };
        let Ok(text) = serde_json::to_string(&head.as_written()) else { return };
        if self.returning {
            return;
        }
        match self.log.presence() {
            Presence::Here => return,
            Presence::Bin => effects.push(Effect::PutHead(text)),
            Presence::Gone => {
                self.log.begun_anew();
                let log = self.log.records().to_vec();
                let draft = self.drafts.text(log.len());
                self.kept = Some(draft.clone());
                effects.push(Effect::Create(Stored { id: head.id, head: text, log }, draft));
            }
        }
        self.returning = true;
    }

    pub(super) fn head_kept(&mut self, result: Result<(), StorageError>, effects: &mut Vec<Effect>) {
        let returning = std::mem::take(&mut self.returning);
        let order = match result {
            Ok(()) if returning => {
                self.head.deleted = None;
                self.fault = None;
                let gone = self.log.presence() == Presence::Gone;
                // Out of the bin: another window may have removed the table meanwhile, and its drafts with it.
                if !gone {
                    self.kept = None;
                }
                let saved = if gone { self.log.records().len() } else { self.log.saved() };
                let draft = self.unkept();
                self.log.brought_back(saved, draft)
            }
            // Another window was first.
            Err(StorageError::Conflict) if returning => {
                self.kept = None;
                self.log.read()
            }
            result => {
                self.returns = returning && result.is_err();
                // Writing the setup of a table that was removed meanwhile brings it back without its drafts.
                self.kept = None;
                return self.fault = result.err();
            }
        };
        self.order(order, effects);
    }
}
