//! Takes in a file: first decides what of it is new here, then stores all of that at once. An import can be taken back.
//! Also makes a table of the sound beginning of a damaged one.

use std::collections::BTreeMap;

use dioxus::prelude::*;
use serde_json::Value;
use takujo_core::domain::seats::typed_name;
use takujo_core::domain::session::{File, Head, LoadError, SessionFile, read_head};
use takujo_core::i18n::{Lang, t};
use takujo_core::storage::{Append, Batch, Cut, Storage, StorageError, Stored, draft_key};

use crate::device;
use crate::games::{self, GAMES};
use crate::shell::load_error;
use crate::state::{App, KeptChanges};

/// How often it is tried if another window changes one of the tables meanwhile.
const TRIES: usize = 3;
/// After how many tables the browser may draw the page.
const STEP: usize = 20;

/// What is needed to take an import back.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Imported {
    tables: Vec<ImportedTable>,
    kept: KeptChanges,
}

/// A table as an import left it, and as it was before.
#[derive(Debug, Clone, PartialEq)]
struct ImportedTable {
    id: String,
    head: String,
    /// Number of its records, and the last of them.
    length: usize,
    last: Option<String>,
    /// Its head and number of records before; `None` if it was not here.
    before: Option<(String, usize)>,
}

/// The last import, as long as it can be taken back.
pub(super) static IMPORTED: GlobalSignal<Option<Imported>> = Signal::global(|| None);

/// Takes back an import, except for what somebody has changed since. Returns how many tables stay because of that.
///
/// # Errors
/// Why nothing was taken back.
pub(super) async fn take_back(app: App, imported: &Imported) -> Result<usize, StorageError> {
    let store = app.store();
    let mut tries = 0;
    loop {
        let (batch, stay) = imported.inverse(&*store).await?;
        tries += 1;
        match app.take_back(batch, &imported.kept).await {
            Ok(()) => return Ok(stay),
            Err(StorageError::Conflict | StorageError::Deleted) if tries < TRIES => {}
            Err(error) => return Err(error),
        }
    }
}

impl Imported {
    /// What to store to take the tables back, and how many stay as they are.
    async fn inverse(&self, store: &dyn Storage) -> Result<(Batch, usize), StorageError> {
        let (mut batch, mut stay) = (Batch::default(), 0);
        for (at, table) in self.tables.iter().enumerate() {
            if at % STEP == 0 {
                device::pause(0).await;
            }
            let now = store.load(&table.id).await?;
            let as_left = |now: &Stored| {
                now.head == table.head && now.log.len() == table.length && now.log.last() == table.last.as_ref()
            };
            // A round that is being entered at a table would be lost with it.
            let begun = table.before.is_none() && store.read(&draft_key(&table.id)).await?.is_some();
            if begun || !now.is_some_and(|now| as_left(&now)) {
                stay += 1;
                continue;
            }
            let (id, at, before) = (table.id.clone(), table.length, table.last.clone());
            match &table.before {
                None => batch.cuts.push(Cut { id, at, before, keep: None }),
                Some((head, length)) => {
                    if *head != table.head {
                        batch.heads.push((id.clone(), head.clone()));
                    }
                    if *length < table.length {
                        batch.cuts.push(Cut { id, at, before, keep: Some(*length) });
                    }
                }
            }
        }
        Ok((batch, stay))
    }
}

/// How far an import has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Progress {
    /// How much of the work is done, in percent.
    pub percent: usize,
    /// Whether somebody wants it stopped.
    pub stop: bool,
}

/// The import under way, if there is one, whatever page is shown.
pub(super) static IMPORTING: GlobalSignal<Option<Progress>> = Signal::global(|| None);

/// Shows how far the import has come, and lets the browser draw it. Returns false if somebody wants it stopped.
async fn go_on(done: usize, all: usize) -> bool {
    if let Some(progress) = &mut *IMPORTING.write() {
        progress.percent = 100 * done / all.max(1);
    }
    device::pause(0).await;
    IMPORTING.peek().is_none_or(|progress| !progress.stop)
}

/// What became of the tables of a file, by number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct TakenIn {
    /// They were not here.
    new: usize,
    /// Everything of them was here already.
    known: usize,
    /// They were here, and the file has more of them.
    longer: usize,
    /// They were in the bin.
    restored: usize,
    /// They went on differently here, so the file's are stored beside them.
    copies: usize,
    /// They cannot be read, and this is why.
    faults: Vec<LoadError>,
}

impl TakenIn {
    /// What was done, in words.
    pub(super) fn text(&self, l: Lang) -> String {
        let mut text = vec![t::history_imported(l, self.new, self.known)];
        if self.restored > 0 {
            text.push(t::history_import_restored(l, self.restored));
        }
        if self.longer > 0 {
            text.push(t::history_import_longer(l, self.longer));
        }
        if self.copies > 0 {
            text.push(t::history_import_copies(l, self.copies));
        }
        let mut faults: Vec<String> = self.faults.iter().map(|error| refused(l, error)).collect();
        faults.dedup();
        text.append(&mut faults);
        text.join(if l == Lang::Ja { "" } else { " " })
    }
}

/// Why a file or a table was not taken in.
pub(super) fn refused(l: Lang, error: &LoadError) -> String {
    t::history_refused(l, load_error(l, error))
}

/// Takes in everything of a file. `None` if somebody stopped it, so that nothing was stored.
///
/// # Errors
/// Why nothing was stored.
pub(super) async fn take_in(app: App, file: File) -> Result<Option<TakenIn>, StorageError> {
    let (sessions, kept) = match file {
        File::Session(session) => (vec![Ok(session)], BTreeMap::new()),
        File::Bundle { sessions, kept } => (sessions, kept),
    };
    let mut readable = Vec::new();
    let mut faults = Vec::new();
    let count = sessions.len();
    for (at, session) in sessions.into_iter().enumerate() {
        if at % STEP == 0 && !go_on(at, 2 * count).await {
            return Ok(None);
        }
        if let Ok(session) = &session {
            games::load(&session.head.game).await;
        }
        match session.and_then(|session| check(&session).map(|()| session)) {
            Ok(session) => readable.push(session),
            Err(error) => faults.push(error),
        }
    }
    for game in GAMES.iter().filter(|game| game.value.is_some_and(|key| kept.contains_key(key))) {
        game.screens.load().await;
    }
    let store = app.store();
    let mut tries = 0;
    loop {
        let mut plan = Intake::default();
        for (at, session) in readable.iter().enumerate() {
            if at % STEP == 0 && !go_on(count + at, 2 * count).await {
                return Ok(None);
            }
            plan.add(&*store, session).await?;
        }
        let of_games = GAMES.iter().filter_map(|game| {
            let (key, screens) = (game.value?, game.screens.get()?);
            Some((key, (screens.value?.merge)(app.value(key), kept.get(key).cloned()?)?))
        });
        tries += 1;
        if !go_on(2 * count, 2 * count).await {
            return Ok(None);
        }
        match app.take_in(plan.batch(), &kept, of_games.collect()).await {
            Ok(kept) => {
                let imported = Imported { tables: plan.changed(), kept };
                *IMPORTED.write() = Some(imported).filter(|imported| *imported != Imported::default());
                return Ok(Some(TakenIn { faults, ..plan.done }));
            }
            Err(StorageError::Conflict | StorageError::Deleted) if tries < TRIES => {}
            Err(error) => return Err(error),
        }
    }
}

/// Whether a table can be taken in: its game has to be loaded.
fn check(session: &SessionFile) -> Result<(), LoadError> {
    // Names in which nothing is visible are not let in, but whoever has one already keeps it.
    if session.head.players.iter().any(|player| typed_name(&player.name).is_empty()) {
        return Err(LoadError::Setup);
    }
    games::report_file(session).map(drop)
}

/// What a file changes.
#[derive(Default)]
struct Intake {
    /// The tables that the file touches, by id: as they are, and as they will be.
    tables: BTreeMap<String, (Option<Stored>, Option<Stored>)>,
    done: TakenIn,
}

/// How a table of the file relates to the one here with the same id.
enum Likeness {
    /// One log is the beginning of the other, or they are equal: the table with everything of both, and whether it
    /// became longer and whether it came out of the bin.
    Joined(Stored, bool, bool),
    /// They went on differently, or are different tables: something that only the file's has.
    Apart(String),
}

impl Intake {
    /// Decides what becomes of a table of the file.
    async fn add(&mut self, store: &dyn Storage, session: &SessionFile) -> Result<(), StorageError> {
        let mut id = session.head.id.clone();
        // The id becomes part of addresses, so it has to be plain.
        let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !plain || !(1..=64).contains(&id.len()) {
            id = other_id(&id, "");
        }
        let mut copy = false;
        loop {
            let there = match self.tables.get(&id) {
                Some((_, there)) => there.clone(),
                None => {
                    let there = store.load(&id).await?;
                    self.tables.insert(id.clone(), (there.clone(), there.clone()));
                    there
                }
            };
            let (now, count) = match there.as_ref().map(|there| compare(there, session)) {
                None => {
                    let head = Head { id: id.clone(), ..session.head.clone() };
                    let head = serde_json::to_string(&head).map_err(|_| StorageError::Broken)?;
                    let log = session.log.iter().map(Value::to_string).collect();
                    let count = if copy { &mut self.done.copies } else { &mut self.done.new };
                    (Stored { id: id.clone(), head, log }, count)
                }
                Some(Likeness::Joined(now, _, true)) => (now, &mut self.done.restored),
                Some(Likeness::Joined(now, true, false)) => (now, &mut self.done.longer),
                Some(Likeness::Joined(now, false, false)) => (now, &mut self.done.known),
                Some(Likeness::Apart(first)) => {
                    // The same way of going on always gives the same id, so that a file taken in twice makes one copy.
                    id = other_id(&id, &first);
                    copy = true;
                    continue;
                }
            };
            *count += 1;
            if let Some((_, after)) = self.tables.get_mut(&id) {
                *after = Some(now);
            }
            return Ok(());
        }
    }

    /// The tables that are changed.
    fn changed(&self) -> Vec<ImportedTable> {
        let changed = |(before, after): &(Option<Stored>, Option<Stored>)| {
            let after = after.as_ref().filter(|after| before.as_ref() != Some(after))?;
            Some(ImportedTable {
                id: after.id.clone(),
                head: after.head.clone(),
                length: after.log.len(),
                last: after.log.last().cloned(),
                before: before.as_ref().map(|before| (before.head.clone(), before.log.len())),
            })
        };
        self.tables.values().filter_map(changed).collect()
    }

    /// What to store.
    fn batch(&self) -> Batch {
        let mut batch = Batch::default();
        for (before, after) in self.tables.values() {
            let Some(after) = after else { continue };
            let Some(before) = before else {
                batch.tables.push(after.clone());
                continue;
            };
            if after.head != before.head {
                batch.heads.push((after.id.clone(), after.head.clone()));
            }
            if let Some(records @ [_, ..]) = after.log.get(before.log.len()..) {
                batch.appends.push(Append {
                    id: after.id.clone(),
                    at: before.log.len(),
                    before: before.log.last().cloned(),
                    records: records.to_vec(),
                    draft: None,
                });
            }
        }
        batch
    }
}

/// Compares a table that is here with one of the file that has the same id.
fn compare(there: &Stored, session: &SessionFile) -> Likeness {
    let theirs = &session.head;
    let setup = || Likeness::Apart(format!("{} {} {:?}", theirs.game, theirs.created, theirs.players));
    let Ok(ours) = read_head(&there.head) else { return setup() };
    let about = |head: &Head| (head.game.clone(), head.created, head.players.clone(), head.starter);
    if about(&ours) != about(theirs) {
        return setup();
    }
    let same =
        |(text, record): (&String, &Value)| serde_json::from_str::<Value>(text).is_ok_and(|ours| ours == *record);
    if let Some(at) = there.log.iter().zip(&session.log).position(|pair| !same(pair)) {
        return Likeness::Apart(session.log[at].to_string());
    }
    let more = session.log.get(there.log.len()..).unwrap_or_default();
    let longer = !more.is_empty();
    // The options may have changed on either side since, so the rest has to fit those here.
    let joined = SessionFile { head: ours.clone(), log: session.log.clone() };
    if longer && games::report_file(&joined).is_err() {
        return setup();
    }
    let mut now = there.clone();
    now.log.extend(more.iter().map(Value::to_string));
    let restored = ours.deleted.is_some() && (longer || theirs.deleted.is_none());
    if restored {
        match serde_json::to_string(&Head { deleted: None, ..ours }) {
            Ok(head) => now.head = head,
            Err(_) => return setup(),
        }
    }
    Likeness::Joined(now, longer, restored)
}

/// Stores the first `records` records of a damaged table as a table of its own, and leaves the damaged one as it is.
/// Returns the id of the new one, which is the same each time.
///
/// # Errors
/// Why that was not possible.
pub(super) async fn open_until(store: &dyn Storage, id: &str, records: usize) -> Result<String, StorageError> {
    let mut stored = store.load(id).await?.ok_or(StorageError::Deleted)?;
    let head = read_head(&stored.head).map_err(|_| StorageError::Broken)?;
    stored.log.truncate(records);
    stored.id = other_id(id, &records.to_string());
    let head = Head { id: stored.id.clone(), deleted: None, ..head };
    stored.head = serde_json::to_string(&head).map_err(|_| StorageError::Broken)?;
    match store.create(&stored, None).await {
        // It was made before.
        Ok(()) | Err(StorageError::Conflict) => Ok(stored.id),
        Err(error) => Err(error),
    }
}

/// An id for a table that cannot have `id`, because the one here went on differently from `first`. Always the same for
/// the same.
fn other_id(id: &str, first: &str) -> String {
    // FNV-1a, in 64 bits.
    let hash = id
        .bytes()
        .chain([0])
        .chain(first.bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let stem: String = id.chars().filter(char::is_ascii_alphanumeric).take(40).collect();
    format!("{stem}-{hash:016x}")
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use proptest::prelude::*;

    use super::*;
    use takujo_core::domain::session::{Bundle, VERSION, read_file};
    use takujo_core::storage::Memory;

    /// Memory never waits.
    fn now<T>(task: impl Future<Output = T>) -> T {
        match pin!(task).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => done,
            Poll::Pending => panic!("the storage waits"),
        }
    }

    /// A frozen save with this many of its records.
    fn save(records: usize) -> SessionFile {
        let Ok(File::Session(mut session)) = read_file(include_str!("../../tests/saves/any-1.json")) else { panic!() };
        assert!(records <= session.log.len());
        session.log.truncate(records);
        session
    }

    /// The same, and then another record than in the save.
    fn apart(records: usize) -> SessionFile {
        let mut session = save(records);
        session.log.push(serde_json::json!({"at": "2026-11-22T00:00:00Z", "op": "append", "event": {"type": "next"}}));
        session
    }

    fn take(store: &Memory, files: &[SessionFile]) -> TakenIn {
        let mut plan = Intake::default();
        for session in files {
            now(plan.add(store, session)).unwrap();
        }
        now(store.put_all(&plan.batch())).unwrap();
        plan.done
    }

    fn everything(store: &Memory) -> Vec<Stored> {
        now(store.heads()).unwrap().into_iter().map(|(id, _)| now(store.load(&id)).unwrap().unwrap()).collect()
    }

    /// An import, and what takes it back.
    fn take_noted(store: &Memory, files: &[SessionFile]) -> Imported {
        let mut plan = Intake::default();
        for session in files {
            now(plan.add(store, session)).unwrap();
        }
        now(store.put_all(&plan.batch())).unwrap();
        Imported { tables: plan.changed(), kept: KeptChanges::default() }
    }

    /// Like [`now`], for what only pauses in between.
    fn at_last<T>(task: impl Future<Output = T>) -> T {
        let mut task = pin!(task);
        loop {
            if let Poll::Ready(done) = task.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                return done;
            }
        }
    }

    fn undo(store: &Memory, imported: &Imported) -> usize {
        let (batch, stay) = at_last(imported.inverse(store)).unwrap();
        now(store.put_all(&batch)).unwrap();
        stay
    }

    /// A file, by number: the same table longer or shorter, gone apart, or deleted; or another table.
    fn any_file(kind: usize, records: usize) -> SessionFile {
        let mut session = if kind % 3 == 1 { apart(records) } else { save(records) };
        if kind % 3 == 2 {
            session.head.id = "another".to_owned();
        }
        session.head.deleted = (kind >= 6).then_some(session.head.created);
        session
    }

    proptest! {
        /// Whatever is here and whatever comes, an import that is taken back leaves everything as it was.
        #[test]
        fn an_import_taken_back_leaves_nothing(
            here in prop::collection::vec((0_usize..9, 0_usize..6), 0..5),
            binned in any::<bool>(),
            comes in prop::collection::vec((0_usize..9, 0_usize..6), 1..5),
        ) {
            let store = Memory::default();
            let files = |list: Vec<(usize, usize)>| list.into_iter().map(|(kind, records)| any_file(kind, records)).collect::<Vec<_>>();
            take(&store, &files(here));
            let id = save(0).head.id;
            if binned && now(store.load(&id)).unwrap().is_some() {
                bin(&store, &id);
            }
            let before = everything(&store);
            let comes = files(comes);
            let imported = take_noted(&store, &comes);
            let after = everything(&store);
            prop_assert_eq!(undo(&store, &imported), 0);
            prop_assert_eq!(&everything(&store), &before);
            // And it can be taken in again, with the same result.
            take(&store, &comes);
            prop_assert_eq!(everything(&store), after);
        }

        /// What is exported and taken in elsewhere is the same there.
        #[test]
        fn a_file_with_everything_is_the_same_elsewhere(here in prop::collection::vec((0_usize..9, 0_usize..6), 0..6)) {
            let store = Memory::default();
            take(&store, &here.into_iter().map(|(kind, records)| any_file(kind, records)).collect::<Vec<_>>());
            let sessions = everything(&store).into_iter().map(|table| {
                let log = table.log.iter().map(|record| serde_json::from_str(record).unwrap()).collect();
                SessionFile::new(read_head(&table.head).unwrap(), log)
            });
            let bundle = Bundle { takujo: VERSION, sessions: sessions.collect(), kept: BTreeMap::new() };
            let Ok(File::Bundle { sessions, .. }) = read_file(&serde_json::to_string(&bundle).unwrap()) else { panic!() };
            let elsewhere = Memory::default();
            take(&elsewhere, &sessions.into_iter().map(Result::unwrap).collect::<Vec<_>>());
            let heads = |store: &Memory| everything(store).into_iter().map(|table| (read_head(&table.head).unwrap(), table.log)).collect::<Vec<_>>();
            prop_assert_eq!(heads(&elsewhere), heads(&store));
        }
    }

    #[test]
    fn what_was_played_on_since_stays() {
        let store = Memory::default();
        take(&store, &[save(2)]);
        let (other, third) =
            (any_file(2, 3), SessionFile { head: Head { id: "third".to_owned(), ..save(0).head }, ..save(1) });
        let imported = take_noted(&store, &[save(4), other.clone(), third]);
        // A tap at the first, and half a round at the second.
        let last = now(store.load(&save(0).head.id)).unwrap().unwrap().log.pop();
        let records = vec!["x".to_owned()];
        now(store.append(&Append { id: save(0).head.id, at: 4, before: last, records, draft: None })).unwrap();
        now(store.write(&draft_key(&other.head.id), "half")).unwrap();
        assert_eq!(undo(&store, &imported), 2);
        let lengths: Vec<usize> = everything(&store).iter().map(|table| table.log.len()).collect();
        assert_eq!(lengths, [5, 3], "the third is gone");
    }

    fn logs(store: &Memory) -> Vec<(String, usize, bool)> {
        let table = |(id, head): (String, String)| {
            let log = now(store.load(&id)).unwrap().unwrap().log;
            (id, log.len(), read_head(&head).unwrap().deleted.is_some())
        };
        now(store.heads()).unwrap().into_iter().map(table).collect()
    }

    fn bin(store: &Memory, id: &str) {
        let head = read_head(&now(store.load(id)).unwrap().unwrap().head).unwrap();
        let head = Head { deleted: Some(head.created), ..head };
        now(store.put_head(id, &serde_json::to_string(&head).unwrap())).unwrap();
    }

    #[test]
    fn a_backup_taken_in_again_changes_nothing_and_a_longer_one_goes_on() {
        let store = Memory::default();
        let id = save(0).head.id;
        assert_eq!(take(&store, &[save(3)]), TakenIn { new: 1, ..TakenIn::default() });
        for older in [3, 2, 0] {
            assert_eq!(take(&store, &[save(older)]), TakenIn { known: 1, ..TakenIn::default() });
        }
        assert_eq!(take(&store, &[save(5)]), TakenIn { longer: 1, ..TakenIn::default() });
        assert_eq!(logs(&store), [(id, 5, false)]);
        assert_eq!(
            now(store.load(&save(0).head.id)).unwrap().unwrap().log,
            save(5).log.iter().map(Value::to_string).collect::<Vec<_>>()
        );
    }

    #[test]
    fn what_went_on_differently_is_one_copy_however_often_it_is_taken_in() {
        let store = Memory::default();
        take(&store, &[save(4)]);
        assert_eq!(take(&store, &[apart(2)]), TakenIn { copies: 1, ..TakenIn::default() });
        for _ in 0..3 {
            assert_eq!(take(&store, &[apart(2)]), TakenIn { known: 1, ..TakenIn::default() });
        }
        // The copy goes on as any table does, here and in the file.
        let mut longer = apart(2);
        longer.log.push(longer.log[2].clone());
        assert_eq!(take(&store, &[longer.clone()]), TakenIn { longer: 1, ..TakenIn::default() });
        assert_eq!(take(&store, &[apart(2), longer]), TakenIn { known: 2, ..TakenIn::default() });
        // Another way to go on from there is another copy.
        assert_eq!(take(&store, &[apart(3)]), TakenIn { copies: 1, ..TakenIn::default() });
        let mut lengths: Vec<usize> = logs(&store).into_iter().map(|(_, length, _)| length).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [4, 4, 4]);
    }

    #[test]
    fn a_deleted_table_comes_back_and_only_from_a_file_where_it_is_not_deleted() {
        let store = Memory::default();
        let id = save(0).head.id;
        take(&store, &[save(3)]);
        bin(&store, &id);
        let deleted = |mut session: SessionFile| {
            session.head.deleted = Some(session.head.created);
            session
        };
        assert_eq!(take(&store, &[deleted(save(3))]), TakenIn { known: 1, ..TakenIn::default() });
        assert_eq!(logs(&store), [(id.clone(), 3, true)]);
        assert_eq!(take(&store, &[save(2)]), TakenIn { restored: 1, ..TakenIn::default() });
        assert_eq!(logs(&store), [(id.clone(), 3, false)]);
        assert_eq!(
            take(&store, &[deleted(save(3))]),
            TakenIn { known: 1, ..TakenIn::default() },
            "nor does it go away"
        );
        bin(&store, &id);
        assert_eq!(take(&store, &[save(5)]), TakenIn { restored: 1, ..TakenIn::default() });
        assert_eq!(logs(&store), [(id, 5, false)]);
    }

    #[test]
    fn a_damaged_table_stays_as_it_is_beside_the_one_of_the_backup() {
        let store = Memory::default();
        take(&store, &[save(3)]);
        let mut damaged = now(store.load(&save(0).head.id)).unwrap().unwrap();
        damaged.log[1] = String::new();
        now(store.remove(&damaged.id)).unwrap();
        now(store.create(&damaged, None)).unwrap();
        assert_eq!(take(&store, &[save(3)]), TakenIn { copies: 1, ..TakenIn::default() });
        assert_eq!(take(&store, &[save(3)]), TakenIn { known: 1, ..TakenIn::default() });
        assert_eq!(now(store.load(&damaged.id)).unwrap(), Some(damaged));
    }

    #[test]
    fn what_can_be_read_of_a_damaged_table_is_a_table_of_its_own() {
        let store = Memory::default();
        take(&store, &[save(5)]);
        let mut damaged = now(store.load(&save(0).head.id)).unwrap().unwrap();
        damaged.log[3] = String::new();
        now(store.remove(&damaged.id)).unwrap();
        now(store.create(&damaged, None)).unwrap();
        let id = now(open_until(&store, &damaged.id, 3)).unwrap();
        let opened = now(store.load(&id)).unwrap().unwrap();
        assert_eq!((opened.log.len(), read_head(&opened.head).unwrap().id), (3, id.clone()));
        now(store.append(&Append {
            id: id.clone(),
            at: 3,
            before: opened.log.last().cloned(),
            records: vec!["x".to_owned()],
            draft: None,
        }))
        .unwrap();
        assert_eq!(now(open_until(&store, &damaged.id, 3)), Ok(id.clone()), "not opened twice, nor written over");
        assert_eq!(now(store.load(&id)).unwrap().unwrap().log.len(), 4);
        assert_eq!(now(store.load(&damaged.id)).unwrap(), Some(damaged));
    }

    #[test]
    fn a_file_may_name_one_table_twice_and_any_id() {
        let store = Memory::default();
        let named = |id: &str| {
            let mut session = save(2);
            session.head.id = id.to_owned();
            session
        };
        let odd = named("../../#/<img>");
        assert_eq!(
            take(&store, &[save(2), save(4), apart(2), odd.clone()]),
            TakenIn { new: 2, longer: 1, copies: 1, ..TakenIn::default() }
        );
        assert_eq!(take(&store, &[odd, named("")]), TakenIn { new: 1, known: 1, ..TakenIn::default() });
        for (id, ..) in logs(&store) {
            assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') && id.len() <= 64, "{id}");
        }
        // Another table that happens to have the same id.
        let mut other = save(2);
        other.head.players[0].name = "Zoe".to_owned();
        assert_eq!(take(&store, &[other.clone()]), TakenIn { copies: 1, ..TakenIn::default() });
        assert_eq!(take(&store, &[other]), TakenIn { known: 1, ..TakenIn::default() });
    }
}
