//! The people of an open table, as the sheet in which they come and go needs them.

use crate::domain::game::{seated, seating};
use crate::domain::parts::Parts;
use crate::domain::seating::{ComingRule, Seated, Seating};
use crate::domain::session::Session;
use crate::i18n::Lang;
use crate::play::Play;

/// The people of a table.
#[derive(Clone, PartialEq)]
pub struct TablePeople {
    /// Who sits there before the change; `None` if they are the same to the end.
    pub seated: Option<Seated>,
    /// What each would leave with.
    pub totals: Vec<i32>,
    /// What whoever sat there first began with.
    pub start: i32,
    /// What they may do.
    pub comings: Option<ComingRule>,
    /// Whether the lowest total wins.
    pub lowest_wins: bool,
    /// What points are split into.
    pub parts: Parts,
    /// How many people play at least.
    pub least: usize,
    /// How many people play at most.
    pub most: usize,
    /// The change that is being corrected.
    pub was: Option<Seating>,
    /// Whether a round is half entered.
    pub half: bool,
    /// Whether several people score together.
    pub in_sides: bool,
}

/// Whether something of this draft could be taken back.
pub fn is_begun<G: Play>(session: &Session<G>, draft: Option<G::Draft>) -> bool {
    draft.is_some_and(|mut draft| G::undo_draft(&mut draft, &session.seats, &session.options).is_some())
}

/// The people of a table before a new change, or before the one that is corrected.
pub(super) fn people_of<G: Play>(session: &Session<G>, entry: Option<usize>, draft: Option<G::Draft>) -> TablePeople {
    let (states, entries) = (session.ledger.states(), session.ledger.entries());
    let state = entry.and_then(|entry| states.get(entry)).unwrap_or_else(|| session.ledger.state());
    let totals = |state: &G::State| G::COMINGS.map(|comings| (comings.totals)(state)).unwrap_or_default();
    let scoring = G::scoring(&session.seats, &session.options);
    TablePeople {
        seated: seated::<G>(state).cloned(),
        totals: totals(state),
        start: states.first().map(totals).and_then(|totals| totals.first().copied()).unwrap_or(0),
        comings: G::COMINGS.map(|comings| comings.may),
        lowest_wins: scoring.lowest_wins,
        parts: scoring.parts,
        least: *G::SEATS.start(),
        most: *G::SEATS.end(),
        was: entry.and_then(|entry| entries.get(entry)).and_then(seating::<G>).cloned(),
        half: is_begun(session, draft),
        in_sides: scoring.is_in_sides(),
    }
}

/// What is wrong with a change of seats, as the correction of an entry or a new one; `None` if nothing is. Whether the
/// entries after a corrected one still fit is not asked.
pub(super) fn why_not<G: Play>(
    session: &Session<G>,
    entry: Option<usize>,
    seating: Seating,
    l: Lang,
) -> Option<String> {
    let state = entry.and_then(|entry| session.ledger.states().get(entry)).unwrap_or_else(|| session.ledger.state());
    let error = G::apply(state, &(G::COMINGS?.event)(seating)).err()?;
    Some((G::WORDS.explain)(&error, &session.seats, &session.options, l).text)
}
