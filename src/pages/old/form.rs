//! What was entered and chosen.

use takujo_core::games::any::old::grid::{GridFault, OldGrid, Separator};
use takujo_core::games::any::old::reading::{OldReading, RoundsAre};

/// The text, and how it is read.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct OldForm {
    pub(super) text: String,
    pub(super) separator: Separator,
    pub(super) reading: OldReading,
    /// The tracks for which a name is typed.
    pub(super) typed: Vec<usize>,
    /// Whether somebody has chosen anything. Then another text does not undo it.
    chosen: bool,
}

/// Whose points a track has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TrackChoice {
    Unused,
    /// Somebody who was offered.
    Offered(String),
    /// Somebody whose name is typed.
    Typed(String),
}

impl OldForm {
    /// The text as a grid.
    pub(super) fn grid(&self) -> Result<OldGrid, GridFault> {
        OldGrid::read(&self.text, self.separator)
    }

    /// Takes another text, and proposes how to read it unless that was chosen and still fits. `known` are the names of
    /// the people whom the app knows; also in what follows.
    pub(super) fn enter(&mut self, text: String, known: &[String]) {
        self.text = text;
        if self.chosen && self.grid().is_ok_and(|grid| self.reading.fits(&grid)) {
            return;
        }
        self.chosen = false;
        self.separator = Separator::of(&self.text);
        self.propose(|grid| OldReading::propose(grid, known));
    }

    pub(super) fn separate(&mut self, separator: Separator, known: &[String]) {
        (self.separator, self.chosen) = (separator, true);
        self.propose(|grid| OldReading::propose(grid, known));
    }

    pub(super) fn turn(&mut self, rounds: RoundsAre, known: &[String]) {
        self.chosen = true;
        self.propose(|grid| OldReading::along(grid, rounds, known));
    }

    pub(super) fn name(&mut self, names: bool, known: &[String]) {
        self.chosen = true;
        let rounds = self.reading.rounds;
        self.propose(|grid| OldReading::named(grid, rounds, names, known));
    }

    /// Changes a choice on which no other depends.
    pub(super) fn choose(&mut self, change: impl FnOnce(&mut OldReading)) {
        self.chosen = true;
        change(&mut self.reading);
    }

    pub(super) fn seat(&mut self, track: usize, choice: TrackChoice) {
        self.chosen = true;
        self.typed.retain(|other| *other != track);
        let Some(person) = self.reading.people.get_mut(track) else { return };
        *person = match choice {
            TrackChoice::Unused => None,
            TrackChoice::Offered(name) => Some(name),
            TrackChoice::Typed(name) => {
                self.typed.push(track);
                Some(name)
            }
        };
    }

    fn propose(&mut self, proposal: impl FnOnce(&OldGrid) -> OldReading) {
        self.typed.clear();
        self.reading = self.grid().map(|grid| proposal(&grid)).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_stays_while_it_fits() {
        let mut form = OldForm::default();
        form.enter("Ann;Bob\n1;2\n3;5".to_owned(), &[]);
        assert_eq!((form.separator, form.reading.people.len()), (Separator::Semicolon, 2));
        form.seat(1, TrackChoice::Typed("Cy".to_owned()));
        form.choose(|reading| reading.empty_is_zero = true);
        form.enter("Ann;Bob\n1;2\n3;\n5;6".to_owned(), &[]);
        assert_eq!(form.reading.people, [Some("Ann".to_owned()), Some("Cy".to_owned())]);
        assert_eq!((form.reading.empty_is_zero, &*form.typed), (true, &[1][..]));
        form.enter("Ann,Bob,Dee\n1,2,9\n3,5,9".to_owned(), &[]);
        assert_eq!(form.reading.people.len(), 3);
        assert_eq!((form.reading.empty_is_zero, form.typed.len()), (false, 0));
        form.name(false, &[]);
        assert_eq!(form.reading.people, vec![Some(String::new()); 3]);
        form.turn(RoundsAre::Columns, &[]);
        assert!(form.reading.fits(&form.grid().unwrap()));
        form.separate(Separator::Tab, &[]);
        assert!(form.reading.fits(&form.grid().unwrap()));
    }
}
