//! What was entered and chosen.

use serde::{Deserialize, Serialize};
use takujo_core::games::any::old::choices::{ChoicesAlong, OldChoices, TrackChoice};
use takujo_core::games::any::old::grid::{GridFault, OldGrid, Separator};
use takujo_core::games::any::old::reading::OldReading;

/// The text, and how it is read.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct OldForm {
    pub(super) text: String,
    /// The separator that was chosen, if one was.
    chosen: Option<Separator>,
    choices: OldChoices,
    /// What follows from these.
    #[serde(skip)]
    pub(super) separator: Separator,
    #[serde(skip)]
    pub(super) reading: OldReading,
}

impl OldForm {
    /// The text as a grid.
    pub(super) fn grid(&self) -> Result<OldGrid, GridFault> {
        OldGrid::read(&self.text, self.separator)
    }

    /// Takes another text. What was chosen holds for it too; everything else is proposed. `known` are the names of the
    /// people whom the app knows; also in what follows.
    pub(super) fn enter(&mut self, text: String, known: &[String]) {
        self.text = text;
        self.propose(known);
    }

    /// Takes the text of a file, for which nothing is chosen yet.
    pub(super) fn open(&mut self, text: String, known: &[String]) {
        *self = OldForm { text, ..OldForm::default() };
        self.propose(known);
    }

    pub(super) fn separate(&mut self, separator: Separator, known: &[String]) {
        self.chosen = Some(separator);
        self.propose(known);
    }

    pub(super) fn choose(&mut self, known: &[String], change: impl FnOnce(&mut OldChoices)) {
        change(&mut self.choices);
        self.propose(known);
    }

    /// Chooses something that holds only while a round is what it is now.
    pub(super) fn choose_along(&mut self, known: &[String], change: impl FnOnce(&mut ChoicesAlong)) {
        let rounds = self.reading.rounds;
        self.choose(known, |choices| change(choices.along_mut(rounds)));
    }

    /// Whether the name of whoever has this track is typed.
    pub(super) fn is_typed(&self, track: usize, heading: &str) -> bool {
        let chosen = self.choices.along(self.reading.rounds).seated(track, heading);
        matches!(chosen, Some(TrackChoice::Typed(_)))
    }

    /// Works out what follows from what was entered and chosen.
    pub(super) fn propose(&mut self, known: &[String]) {
        self.separator = self.chosen.unwrap_or_else(|| Separator::of(&self.text));
        let grid = self.grid();
        self.reading = OldReading::propose(&grid.unwrap_or_default(), known, &self.choices);
    }
}

#[cfg(test)]
mod tests {
    use takujo_core::games::any::old::along::RoundsAre;

    use super::*;

    fn people(form: &OldForm) -> Vec<&str> {
        form.reading.people.iter().map(|person| person.as_deref().unwrap_or("-")).collect()
    }

    #[test]
    fn only_what_was_chosen_holds_for_another_text() {
        let mut form = OldForm::default();
        form.enter("Ann;Bob\n1;2\n3;4".to_owned(), &[]);
        form.choose(&[], |choices| choices.empty_is_zero = true);
        form.enter("Bob;Ann\n1;2\n3;\n5;7".to_owned(), &[]);
        assert_eq!((people(&form), form.reading.empty_is_zero), (vec!["Bob", "Ann"], true));
        // A corrected cell makes totals of the last line.
        form.enter("Bob;Ann\n1;2\n3;5\n4;7".to_owned(), &[]);
        assert!(form.reading.sums);
        form.choose_along(&[], |choices| choices.sums = Some(false));
        form.enter("Bob;Ann\n1;2\n3;6\n4;8".to_owned(), &[]);
        assert!(!form.reading.sums);
        form.enter("Bob,Ann\n1,2\n3,6\n4,8".to_owned(), &[]);
        assert_eq!((form.separator, people(&form)), (Separator::Comma, vec!["Bob", "Ann"]));
    }

    #[test]
    fn somebody_stays_while_their_heading_does() {
        let mut form = OldForm::default();
        form.enter("Ann;Bob\n1;2\n3;5".to_owned(), &[]);
        form.choose_along(&[], |choices| choices.seat(1, "Bob", TrackChoice::Typed("Cy".to_owned())));
        form.enter("Ann;Bob\n1;2\n3;6".to_owned(), &[]);
        assert_eq!((people(&form), form.is_typed(1, "Bob")), (vec!["Ann", "Cy"], true));
        form.enter("Bob;Ann\n1;2\n3;6".to_owned(), &[]);
        assert_eq!((people(&form), form.is_typed(1, "Ann")), (vec!["Bob", "Ann"], false));
        form.choose(&[], |choices| choices.rounds = Some(RoundsAre::Columns));
        assert_eq!(form.reading.people.len(), 3);
        form.separate(Separator::Tab, &[]);
        form.enter("Ann;Bob\n1;2".to_owned(), &[]);
        assert_eq!(form.separator, Separator::Tab);
    }

    #[test]
    fn for_a_file_nothing_is_chosen_yet() {
        let mut form = OldForm::default();
        form.enter("Ann;Bob\n1;2\n3;5".to_owned(), &[]);
        form.choose(&[], |choices| choices.empty_is_zero = true);
        form.choose_along(&[], |choices| choices.seat(1, "Bob", TrackChoice::Unused));
        form.separate(Separator::Semicolon, &[]);
        form.open("Ann,Bob\n1,2\n3,5".to_owned(), &[]);
        assert_eq!((people(&form), form.reading.empty_is_zero), (vec!["Ann", "Bob"], false));
    }

    #[test]
    fn what_was_entered_can_be_kept() {
        let mut form = OldForm::default();
        form.enter("Ann;Bob\n1;2\n3;5".to_owned(), &[]);
        form.choose_along(&[], |choices| choices.seat(1, "Bob", TrackChoice::Typed("Cy".to_owned())));
        let kept = serde_json::to_string(&form).unwrap();
        let mut again: OldForm = serde_json::from_str(&kept).unwrap();
        again.propose(&[]);
        assert_eq!(again, form);
    }
}
