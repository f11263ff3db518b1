//! The file survives power cuts and failing disks: nothing acknowledged is lost, and it always opens again.
//!
//! The disk here is a list of what was written since the last sync. At a cut some of it gets to the platter, in any
//! order, and a write may be torn; what was synced is there.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex};

use redb::{Builder, DatabaseError, StorageBackend};
use takujo_host::log::{Appended, Failed, LogStore, file::File};

/// A generator whose numbers come back with the seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

#[derive(Debug, Clone)]
enum Change {
    Write(u64, Vec<u8>),
    Length(u64),
}

fn apply(platter: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Length(length) => platter.resize(*length as usize, 0),
        Change::Write(offset, bytes) => {
            let end = *offset as usize + bytes.len();
            if platter.len() < end {
                platter.resize(end, 0);
            }
            platter[*offset as usize..end].copy_from_slice(bytes);
        }
    }
}

#[derive(Debug, Default)]
struct State {
    /// What a program reads.
    now: Vec<u8>,
    /// What is there after a cut for certain.
    platter: Vec<u8>,
    /// What is not.
    pending: Vec<Change>,
    /// Changes until the disk is off, and those until it fails once.
    until_off: Option<usize>,
    until_failure: Option<(usize, io::ErrorKind)>,
    off: bool,
    changes: usize,
}

#[derive(Debug, Clone, Default)]
struct Disk(Arc<Mutex<State>>);

impl Disk {
    /// Counts one change, and says whether it comes to pass.
    fn changes(state: &mut State) -> io::Result<()> {
        if state.off {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        state.changes += 1;
        if let Some(left) = &mut state.until_off {
            if *left == 0 {
                state.off = true;
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            *left -= 1;
        }
        match &mut state.until_failure {
            Some((0, kind)) => {
                let kind = *kind;
                state.until_failure = None;
                return Err(kind.into());
            }
            Some((left, _)) => *left -= 1,
            None => {}
        }
        Ok(())
    }

    /// The power is gone and comes again.
    fn cut(&self, random: &mut Random) {
        let mut state = self.0.lock().unwrap();
        let mut pending = std::mem::take(&mut state.pending);
        // In any order: each is swapped with one before it.
        for at in (1..pending.len()).rev() {
            pending.swap(at, random.below(at + 1));
        }
        let arrives = random.below(pending.len() + 1);
        let mut platter = std::mem::take(&mut state.platter);
        for (place, mut change) in pending.into_iter().enumerate() {
            if place > arrives {
                break;
            }
            if let Change::Write(_, bytes) = &mut change
                && place == arrives
            {
                // Torn between two sectors.
                let sectors = bytes.len() / 512;
                bytes.truncate(random.below(sectors + 1) * 512);
            }
            apply(&mut platter, &change);
        }
        *state = State { now: platter.clone(), platter, ..State::default() };
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().unwrap().now.len() as u64)
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.0.lock().unwrap();
        if state.off {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let range = offset as usize..offset as usize + out.len();
        out.copy_from_slice(state.now.get(range).ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        Self::changes(&mut state)?;
        state.now.resize(len as usize, 0);
        state.pending.push(Change::Length(len));
        Ok(())
    }
    fn sync_data(&self) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        Self::changes(&mut state)?;
        state.pending.clear();
        state.platter = state.now.clone();
        Ok(())
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.0.lock().unwrap();
        Self::changes(&mut state)?;
        let change = Change::Write(offset, data.to_vec());
        apply(&mut state.now, &change);
        state.pending.push(change);
        Ok(())
    }
    fn close(&self) -> io::Result<()> {
        Ok(())
    }
}

fn open(disk: &Disk) -> Result<File, Failed> {
    let disk = disk.clone();
    File::opened_by(move || -> Result<_, DatabaseError> {
        // Small, so that the file of a test is.
        Builder::new().set_cache_size(1 << 20).create_with_backend(disk.clone())
    })
}

/// What is known to be in each log.
type Known = HashMap<[u8; 16], Vec<Vec<u8>>>;

/// The entries that are there: all that are known, and at most the one whose answer never came.
async fn found(store: &File, known: &mut Known, why: &str) {
    for (table, known) in known {
        let mut entries = Vec::new();
        while let Some(entry) = store.entry(*table, entries.len() as u32).await.unwrap() {
            entries.push(entry);
        }
        assert!(entries.starts_with(known), "{why}: {} are known, {} are there", known.len(), entries.len());
        assert!(entries.len() <= known.len() + 1, "{why}: only one append of a table was under way");
        assert_eq!(
            store.last(*table).await.unwrap().map(|(length, _)| length as usize),
            Some(entries.len()).filter(|length| *length > 0)
        );
        *known = entries;
    }
}

/// Appends until it fails or `most` are in; what is acknowledged is known.
async fn play(store: &File, known: &mut Known, random: &mut Random, most: usize) -> usize {
    for done in 0..most {
        let table = [random.below(3) as u8; 16];
        let log = known.entry(table).or_default();
        let entry: Vec<u8> = (0..random.below(3000)).map(|_| random.next() as u8).collect();
        match store.append(table, log.len() as u32, entry.clone()).await {
            Ok(Appended::Length(length)) => {
                log.push(entry);
                assert_eq!(length as usize, log.len());
            }
            Ok(Appended::Conflict(_)) => panic!("a conflict with nobody"),
            Err(_) => return done,
        }
    }
    most
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_power_cut_all_that_was_acknowledged_is_there() {
    let cuts = std::env::var("TAKUJO_CUTS").ok().and_then(|cuts| cuts.parse().ok()).unwrap_or(150);
    let mut random = Random(0x7a6b_756a_6f00_0001);
    let (disk, mut known) = (Disk::default(), Known::new());
    for cut in 0..cuts {
        // Also while it is opened.
        disk.0.lock().unwrap().until_off = Some(random.below(60));
        if let Ok(store) = open(&disk) {
            found(&store, &mut known, &format!("before cut {cut}")).await;
            play(&store, &mut known, &mut random, 1000).await;
        }
        disk.cut(&mut random);
        let store = open(&disk).unwrap_or_else(|Failed(why)| panic!("after cut {cut} it does not open: {why}"));
        found(&store, &mut known, &format!("after cut {cut}")).await;
        if cut % 10 == 9 {
            for (table, log) in known.drain() {
                store.remove(table, log.len() as u32).await.unwrap();
            }
        }
        store.close().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_fails_once_at_any_call_loses_nothing() {
    for kind in [io::ErrorKind::StorageFull, io::ErrorKind::Other] {
        let mut calls = 0;
        for fails in 0.. {
            let mut random = Random(99);
            let (disk, mut known) = (Disk::default(), Known::new());
            let store = open(&disk).unwrap();
            {
                let mut state = disk.0.lock().unwrap();
                (state.changes, state.until_failure) = (0, Some((fails, kind)));
            }
            let done = play(&store, &mut known, &mut random, 12).await;
            if done == 12 {
                calls = fails;
                break;
            }
            // The next write opens the file anew; what the failed one left is there whole or not at all.
            while store.append([200; 16], 0, b"again".to_vec()).await.is_err() {}
            found(&store, &mut known, &format!("{kind:?} at call {fails}")).await;
            assert_eq!(play(&store, &mut known, &mut random, 5).await, 5, "{kind:?} at call {fails}");
            found(&store, &mut known, &format!("{kind:?} at call {fails}, later")).await;
        }
        assert!(calls > 20, "only {calls} calls");
    }
}
