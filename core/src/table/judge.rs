//! Which letters of a shared log count: those whose records the rules of the game allow, within the bounds of a save.

use crate::domain::ledger::Op;
use crate::domain::session::{Head, LoadError, MAX_COUNTED, MAX_RECORDS, Record, Session, open, read_head};
use crate::live::link::{Judge, Leave, Over};
use crate::play::Play;

/// The [`Judge`] of a table of the game `G`.
pub struct Referee<G: Play> {
    /// The first setup, and the session that follows from what counts.
    table: Option<(Head, Session<G>)>,
    /// How many states the records that count had computed, see [`MAX_COUNTED`].
    counted: usize,
}

impl<G: Play> Default for Referee<G> {
    fn default() -> Referee<G> {
        Referee { table: None, counted: 0 }
    }
}

/// Whether the same records give the same points at both tables, which have the same people.
fn counts_alike<G: Play>(one: &Session<G>, other: &Session<G>) -> bool {
    let (starts, seats) = (|session: &Session<G>| session.ledger.states().first().cloned(), &one.seats);
    starts(one) == starts(other) && G::scoring(seats, &one.options) == G::scoring(seats, &other.options)
}

impl<G: Play> Judge for Referee<G> {
    fn begin(&mut self, head: &str, before: Option<&str>) -> Result<(), Over> {
        *self = Referee::default();
        let opened = read_head(head).and_then(|head| Ok((open::<G>(&head, [])?, head)));
        let (session, head) = opened.map_err(|error| match error {
            LoadError::Newer(_) => Over::Version,
            _ => Over::Other,
        })?;
        let is_same = |before: Head| {
            let people = (&before.players, before.starter) == (&head.players, head.starter);
            people && open::<G>(&before, []).is_ok_and(|before| counts_alike(&before, &session))
        };
        if before.is_some_and(|before| !read_head(before).is_ok_and(is_same)) {
            return Err(Over::Other);
        }
        self.table = Some((head, session));
        Ok(())
    }

    fn may_follow(&self, head: &str) -> bool {
        let (Some((first, session)), Ok(head)) = (&self.table, read_head(head)) else { return false };
        let Ok(opened) = open::<G>(&head, []) else { return false };
        let alike = Head {
            id: first.id.clone(),
            // Each phone has its own.
            title: first.title.clone(),
            created: first.created,
            deleted: first.deleted,
            uncounted: first.uncounted,
            options: first.options.clone(),
            ..head
        };
        alike == *first && counts_alike(&opened, session)
    }

    fn take(&mut self, records: &[String], leave: Leave) -> bool {
        let Some((_, session)) = &mut self.table else { return false };
        // So whoever hosts the table can always take back what others have entered.
        let most = |bound: usize| if leave.fills { bound } else { bound / 10 * 9 };
        if session.ledger.length() + records.len() > most(MAX_RECORDS) {
            return false;
        }
        let Some(ops) = records.iter().map(|text| Some(Record::<G::Event>::read(text)?.op)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        // People and winners are put right on the phone that has the table alone, which then brings that along.
        if !leave.puts_right && ops.iter().any(|op| matches!(op, Op::Insert { .. } | Op::Winner { .. })) {
            return false;
        }
        // What is refused changes nothing; several are all taken or none.
        let before = (ops.len() > 1).then(|| session.ledger.clone());
        let mut counted = self.counted;
        for op in ops {
            counted = counted.saturating_add(session.ledger.cost(&op));
            if counted > most(MAX_COUNTED) || session.ledger.push(op).is_err() {
                before.into_iter().for_each(|before| session.ledger = before);
                return false;
            }
        }
        self.counted = counted;
        true
    }
}
