//! Everything an open table decides, in one place: [`update`] takes an input and returns the effects to run. It uses no
//! clock, no randomness, no browser and no storage: whoever runs the [`Effect`]s uses those and reports back as
//! [`Input`]s.
//!
//! ```text
//! offer, tap -> update -> Effect::Append -> the storage writes -> Input::Written -> update -> Effect::Draw(Part::Status)
//! ```
//!
//! It treats records as text; [`TableRules`] knows their meaning at this table. So it is not generic, and the program
//! contains it once.
//!
//! What is said here of another window of this device holds for the other phones at a shared table as well.
//!
//! [`Model`] is in `model`, what comes in and goes out in `messages`. Here are the taps; `follow` has what other windows
//! do, `setup` the names and the bin.

use chrono::{DateTime, Utc};

use super::draft::Correction;
use super::log::Presence;
use super::sitting::TableRules;

mod follow;
mod messages;
mod model;
mod setup;
#[cfg(test)]
mod tests;

pub use messages::{Access, Effect, Entered, Input, Part};
use model::Reported;
pub use model::{Dropped, Model, Saving, Told};

impl Model {
    /// Pushes what was tapped. Returns its records, and whether they passed the turn on.
    fn accept(&self, rules: &mut dyn TableRules) -> Result<(Vec<String>, bool), Told> {
        match self.log.presence() {
            Presence::Here if self.access == Access::Watches => Err(Told::Watching),
            Presence::Here => rules.accept().ok_or(Told::Refused),
            Presence::Bin | Presence::Gone => Err(Told::NotHere),
        }
    }

    fn tap(&mut self, rules: &mut dyn TableRules, entered: Entered, effects: &mut Vec<Effect>) {
        let corrected = self.correcting().map(|entry| (entry, rules.entry(entry)));
        let (records, turned) = match self.accept(rules) {
            Ok(accepted) => accepted,
            Err(told) => {
                // The same again may have another reason, which is what is shown.
                if self.told.replace(told) == Some(told) {
                    effects.push(Effect::Draw(Part::Status));
                }
                return;
            }
        };
        self.told = None;
        if let Entered::Done(rest) = entered {
            if self.drafts.correction.is_some() {
                self.end_correction(effects);
            } else if self.drafts.draft != rest {
                self.drafts.draft = rest;
                effects.push(Effect::Draw(Part::Draft));
            }
        }
        // Undoing an insertion moves the entries after it.
        let moved = |(entry, was): (usize, Option<String>)| {
            let beside = [entry.checked_sub(1), entry.checked_add(1)].into_iter().flatten();
            let mut elsewhere = beside.filter(|at| rules.entry(*at) == was);
            self.correcting() == Some(entry) && rules.entry(entry) != was && elsewhere.next().is_some()
        };
        if self.correcting().is_some_and(|entry| !rules.may_correct(entry)) || corrected.is_some_and(moved) {
            self.end_correction(effects);
        }
        effects.extend([Effect::Draw(Part::Session), Effect::Tapped(turned)]);
        self.save(records, effects);
    }

    fn at(&mut self, rules: &dyn TableRules, at: Option<usize>, now: DateTime<Utc>, effects: &mut Vec<Effect>) {
        let open = at.map_or(Reported::NoCorrection, Reported::Correction);
        if std::mem::replace(&mut self.open, open) == open {
            return;
        }
        match at {
            None => {
                if self.drafts.correction.take().is_some() {
                    effects.push(Effect::Draw(Part::Draft));
                }
            }
            Some(entry) if rules.may_correct(entry) => {
                let going_on = |was: &mut Correction| was.entry == entry && !was.is_left(now);
                self.drafts.correction = Some(self.drafts.correction.take_if(going_on).unwrap_or(Correction {
                    entry,
                    draft: None,
                    touched: now.timestamp(),
                }));
                effects.push(Effect::Draw(Part::Draft));
            }
            Some(_) => {
                self.drafts.correction = None;
                effects.extend([Effect::Draw(Part::Draft), Effect::Leave]);
            }
        }
    }
}

/// Processes an input and returns what to do about it.
pub fn update(model: &mut Model, rules: &mut dyn TableRules, input: Input) -> Vec<Effect> {
    let mut effects = Vec::new();
    let status = |model: &Model| {
        let lists = (model.dropped.len(), model.unfit.len(), model.aside.is_some());
        (model.saving(), model.log.saved(), lists, model.told)
    };
    let (before, trouble) = (status(model), model.trouble());
    // A draft that could not be stored is tried again with the next input, not at once.
    let failed = matches!(input, Input::DraftKept(_, Err(_)));
    take(model, rules, input, &mut effects);
    // Drafts are stored with the tap they belong to; while that tap waits, the draft on disk must match the log on
    // disk. A table that is gone has no draft on disk.
    if !model.log.is_stuck()
        && !failed
        && model.log.presence() != Presence::Gone
        && let Some(text) = model.unkept()
    {
        model.kept = Some(text.clone());
        model.sent.0 += 1;
        effects.push(Effect::KeepDraft(model.sent.0, text));
    }
    if (model.log.fault().is_some() || model.has_lost_draft()) && !std::mem::replace(&mut model.waiting, true) {
        effects.push(Effect::Wait);
    }
    if model.trouble() != trouble {
        effects.push(Effect::Trouble(model.trouble()));
    }
    if status(model) != before {
        effects.push(Effect::Draw(Part::Status));
    }
    effects
}

/// Does what an input asks for itself; what follows from any input is for [`update`].
fn take(model: &mut Model, rules: &mut dyn TableRules, input: Input, effects: &mut Vec<Effect>) {
    match input {
        Input::Tap(entered) => model.tap(rules, entered, effects),
        Input::Draft(draft, now) => {
            model.drafts.set(draft, now);
            effects.push(Effect::Draw(Part::Draft));
        }
        Input::At(at, now) => model.at(rules, at, now, effects),
        Input::Tick(now) => {
            if model.drafts.correction.as_ref().is_some_and(|correction| correction.is_left(now)) {
                model.end_correction(effects);
            }
        }
        Input::TapAgain => model.tap_again(rules, effects),
        Input::GoOn => {
            std::mem::swap(&mut model.aside, &mut model.drafts.draft);
            effects.push(Effect::Draw(Part::Draft));
        }
        Input::Dismiss => {
            if !model.dropped.is_empty() {
                model.dropped.clear();
            } else if !model.unfit.is_empty() {
                model.unfit.clear();
            } else if model.aside.take().is_none() {
                model.told = None;
            }
        }
        Input::Rename(options) => model.rename(rules, options, effects),
        Input::Heard => {
            let order = model.log.read();
            model.order(order, effects);
        }
        Input::Retry | Input::Waited => {
            model.waiting &= input != Input::Waited;
            if std::mem::take(&mut model.returns) {
                model.bring_back(effects);
            }
            let draft = model.unkept();
            let order = model.log.retry(draft);
            model.order(order, effects);
        }
        Input::BringBack => model.bring_back(effects),
        Input::Late(record) if model.is_shared() => model.unfit.push(Dropped { record, was: None }),
        Input::Late(_) => {}
        Input::Access(access) => model.access = access,
        Input::Alone => model.told = Some(Told::Alone),
        Input::Asked => model.told = Some(Told::Asked),
        Input::Waiting(after, records) => model.wait(rules, after, records, effects),
        Input::Written(number, result) => {
            match result {
                Ok(()) => model.fault = None,
                Err(_) => model.kept = None,
            }
            let draft = model.unkept();
            let order = model.log.written(number, result, draft);
            model.order(order, effects);
        }
        Input::Loaded(Ok(Some(stored))) => model.loaded(rules, stored, effects),
        Input::Loaded(Ok(None)) => {
            let order = model.log.gone();
            model.order(order, effects);
        }
        Input::Loaded(Err(error)) => model.log.unread(error),
        Input::DraftKept(number, result) => {
            // The disk answers in the order in which it was asked.
            model.sent.1 = model.sent.1.max(number.unwrap_or(0));
            if result.is_err() {
                model.kept = None;
            }
            model.fault = result.err();
        }
        Input::HeadKept(result) => model.head_kept(result, effects),
    }
}
