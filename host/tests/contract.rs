//! What every store of logs promises, asked of each of them.

#[cfg(feature = "nats")]
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use futures_util::StreamExt;
use takujo_host::log::file::{Bounds, File};
use takujo_host::log::{Appended, LogStore, Space, memory::Memory};
use tokio::time::timeout;

const A: [u8; 16] = [1; 16];
const B: [u8; 16] = [2; 16];

/// `other` is another host of the same store.
async fn keeps_the_promise(store: Arc<dyn LogStore>, other: Arc<dyn LogStore>) {
    // A log is appended to at its end and nowhere else.
    assert_eq!(store.last(A).await.unwrap(), None);
    assert_eq!(store.append(A, 1, b"early".to_vec()).await.unwrap(), Appended::Conflict(0));
    assert_eq!(store.append(A, 0, b"zero".to_vec()).await.unwrap(), Appended::Length(1));
    assert_eq!(store.append(A, 0, b"again".to_vec()).await.unwrap(), Appended::Conflict(1));
    assert_eq!(store.append(A, 1, b"one".to_vec()).await.unwrap(), Appended::Length(2));
    assert_eq!(store.last(A).await.unwrap(), Some((2, b"one".to_vec())));
    assert_eq!(store.entry(A, 0).await.unwrap(), Some(b"zero".to_vec()));
    assert_eq!(store.entry(A, 2).await.unwrap(), None);

    // Tables know nothing of each other.
    assert_eq!(store.last(B).await.unwrap(), None);
    assert_eq!(store.append(B, 0, b"other".to_vec()).await.unwrap(), Appended::Length(1));

    // Whoever follows sees what is there and what comes, in order, from where they asked.
    let mut whole = store.follow(A, 0);
    let mut later = store.follow(A, 2);
    for expected in 2..200 {
        let entry = expected.to_string().into_bytes();
        assert_eq!(store.append(A, expected, entry).await.unwrap(), Appended::Length(expected + 1));
    }
    for place in 0..200_u32 {
        let want = match place {
            0 => b"zero".to_vec(),
            1 => b"one".to_vec(),
            _ => place.to_string().into_bytes(),
        };
        assert_eq!(timeout(Duration::from_secs(30), whole.next()).await.unwrap().unwrap().unwrap(), want);
        if place >= 2 {
            assert_eq!(timeout(Duration::from_secs(30), later.next()).await.unwrap().unwrap().unwrap(), want);
        }
    }
    assert!(timeout(Duration::from_millis(50), whole.next()).await.is_err(), "an entry that nobody appended");

    // Of many who expect the same, one wins, and its entry is the one that is there.
    for expected in 200..220 {
        let racers = (0..8_u8).map(|racer| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { (racer, store.append(A, expected, vec![racer]).await.unwrap()) })
        });
        let mut won = Vec::new();
        for racer in racers.collect::<Vec<_>>() {
            if let (racer, Appended::Length(length)) = racer.await.unwrap() {
                assert_eq!(length, expected + 1);
                won.push(racer);
            }
        }
        assert_eq!(won.len(), 1);
        assert_eq!(store.entry(A, expected).await.unwrap(), Some(won));
    }

    // Another host finds what this one appended, however far back, and each sees what the other appends.
    assert_eq!(other.entry(A, 180).await.unwrap(), Some(b"180".to_vec()));
    let mut followings = [other.follow(A, 150), other.follow(A, 219), store.follow(A, 220)];
    assert_eq!(other.append(A, 220, b"theirs".to_vec()).await.unwrap(), Appended::Length(221));
    assert_eq!(store.append(A, 221, b"ours".to_vec()).await.unwrap(), Appended::Length(222));
    for (following, from) in followings.iter_mut().zip([150, 219, 220]) {
        for place in from..222_u32 {
            let entry = timeout(Duration::from_secs(30), following.next()).await.unwrap().unwrap().unwrap();
            assert_eq!(store.entry(A, place).await.unwrap(), Some(entry), "{place} from {from}");
        }
        assert!(timeout(Duration::from_millis(50), following.next()).await.is_err(), "an entry that nobody appended");
    }

    // Silent tables are found; a removed one is as if it had never been.
    let mut silent = store.silent(Duration::ZERO).await.unwrap();
    silent.sort_unstable();
    assert_eq!(silent, [(A, 222), (B, 1)]);
    assert!(store.silent(Duration::from_secs(3600)).await.unwrap().is_empty());
    // Nothing is removed of a table that was played on.
    let before = store.entry(A, 3).await.unwrap().unwrap();
    store.remove(A, 221).await.unwrap();
    assert_eq!(store.last(A).await.unwrap(), Some((222, b"ours".to_vec())));
    store.shorten(A, 221).await.unwrap();
    assert_eq!(store.entry(A, 3).await.unwrap(), Some(before));
    // What is shortened keeps its end, and its name is taken.
    store.shorten(A, 222).await.unwrap();
    let (length, last) = store.last(A).await.unwrap().unwrap();
    assert_eq!(last, b"ours");
    assert_eq!(store.append(A, 0, b"new".to_vec()).await.unwrap(), Appended::Conflict(length));
    store.shorten(A, length).await.unwrap();
    assert_eq!(store.last(A).await.unwrap(), Some((length, b"ours".to_vec())));
    store.remove(A, length).await.unwrap();
    assert_eq!(store.last(A).await.unwrap(), None);
    assert_eq!(store.entry(A, 3).await.unwrap(), None);
    assert_eq!(store.append(A, 222, b"stale".to_vec()).await.unwrap(), Appended::Conflict(0));
    assert_eq!(store.append(A, 0, b"new".to_vec()).await.unwrap(), Appended::Length(1));
    assert_eq!(store.entry(A, 0).await.unwrap(), Some(b"new".to_vec()));
    assert_eq!(store.last(B).await.unwrap(), Some((1, b"other".to_vec())));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory() {
    let store = Memory::default();
    keeps_the_promise(Arc::new(store.clone()), Arc::new(store)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.redb");
    let store = File::open(&path, Bounds::default()).unwrap();
    keeps_the_promise(Arc::new(store.clone()), Arc::new(store.clone())).await;
    assert!(File::open(&path, Bounds::default()).is_err(), "two hosts share a file");
}

#[tokio::test]
async fn a_file_is_there_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.redb");
    let store = File::open(&path, Bounds::default()).unwrap();
    assert_eq!(store.append(A, 0, b"kept".to_vec()).await.unwrap(), Appended::Length(1));
    drop(store);
    // The writing thread lets go of the file when it sees that nobody is left.
    let store = loop {
        match File::open(&path, Bounds::default()) {
            Ok(store) => break store,
            Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    };
    assert_eq!(store.last(A).await.unwrap(), Some((1, b"kept".to_vec())));
}

#[cfg(feature = "nats")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn jetstream() {
    let server = common::Nats::start().await;
    let connect = || takujo_host::log::jetstream::JetStream::connect(&server.url);
    keeps_the_promise(Arc::new(connect().await.unwrap()), Arc::new(connect().await.unwrap())).await;
}

/// A file on a disk that is full while it is told so.
#[derive(Debug)]
struct Disk {
    file: redb::backends::FileBackend,
    full: Arc<AtomicBool>,
}

impl Disk {
    fn room(&self) -> std::io::Result<()> {
        if self.full.load(Relaxed) { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

impl redb::StorageBackend for Disk {
    fn len(&self) -> std::io::Result<u64> {
        self.file.len()
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> std::io::Result<()> {
        self.file.read(offset, out)
    }
    fn set_len(&self, len: u64) -> std::io::Result<()> {
        self.room()?;
        self.file.set_len(len)
    }
    fn sync_data(&self) -> std::io::Result<()> {
        self.room()?;
        self.file.sync_data()
    }
    fn write(&self, offset: u64, data: &[u8]) -> std::io::Result<()> {
        self.room()?;
        self.file.write(offset, data)
    }
    fn close(&self) -> std::io::Result<()> {
        self.file.close()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_was_full_is_written_to_once_it_has_room_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.redb");
    let full = Arc::new(AtomicBool::new(false));
    let store = File::opened_by({
        let full = Arc::clone(&full);
        move || {
            let file = std::fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
            let disk = Disk { file: redb::backends::FileBackend::new(file)?, full: Arc::clone(&full) };
            redb::Builder::new().create_with_backend(disk)
        }
    })
    .unwrap();
    let mut length = 0;
    for time in 0..5_u8 {
        for _ in 0..3 {
            length += 1;
            assert_eq!(store.append(A, length - 1, vec![time]).await.unwrap(), Appended::Length(length));
        }
        store.check().await.unwrap();
        full.store(true, Relaxed);
        for _ in 0..3 {
            assert!(store.append(A, length, b"lost".to_vec()).await.is_err());
        }
        assert!(store.check().await.is_err(), "what was refused is known");
        // Longer than the outcome of the last write counts as the answer.
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert!(store.check().await.is_err(), "what would be refused is known");
        full.store(false, Relaxed);
        if time % 2 == 1 {
            tokio::time::sleep(Duration::from_millis(1100)).await;
            store.check().await.unwrap();
        } else {
            // Phones read first.
            let reads = async {
                while store.last(A).await.is_err() {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            };
            timeout(Duration::from_secs(30), reads).await.expect("it is read again without a write");
        }
    }
    assert_eq!(store.append(A, length, b"after".to_vec()).await.unwrap(), Appended::Length(length + 1));
    let entries: Vec<_> = store.follow(A, 0).take(length as usize + 1).map(Result::unwrap).collect().await;
    let wanted = (0..5_u8).flat_map(|time| [vec![time], vec![time], vec![time]]).chain([b"after".to_vec()]);
    assert_eq!(entries, wanted.collect::<Vec<_>>(), "nothing acknowledged is lost, nothing refused is there");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_takes_what_it_may_and_shrinks_once_tables_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.redb");
    let entry = || vec![7; 8 << 10];
    let store = Arc::new(File::open(&path, Bounds { free: 0, bytes: 40 << 20 }).unwrap());
    let fill = async |table: [u8; 16], entries: u32| {
        for expected in 0..entries {
            assert_eq!(store.append(table, expected, entry()).await.unwrap(), Appended::Length(expected + 1));
        }
    };
    assert_eq!(store.space(), Space::Enough);
    futures_util::future::join_all((0..48).map(|table| fill([table; 16], 96))).await;
    // 36 of 40 MiB.
    assert_eq!(store.space(), Space::Tight);
    futures_util::future::join_all((48..54).map(|table| fill([table; 16], 96))).await;
    assert_eq!(store.space(), Space::None);
    let figures = store.figures().unwrap();
    assert_eq!((figures.tables, figures.bytes), (54, 54 * 96 * (8 << 10)));
    let full = path.metadata().unwrap().len();
    for table in 0..40 {
        store.remove([table; 16], 96).await.unwrap();
    }
    assert_eq!(store.space(), Space::Enough);
    store.tidy().await.unwrap();
    let small = path.metadata().unwrap().len();
    assert!(small < full / 2, "{small} of {full} bytes are left");
    assert_eq!(store.entry([50; 16], 95).await.unwrap(), Some(entry()));
    // Nothing more to gain.
    store.tidy().await.unwrap();
    assert_eq!(store.append([50; 16], 96, entry()).await.unwrap(), Appended::Length(97));
    store.close().await.unwrap();
    assert!(store.append([50; 16], 97, entry()).await.is_err());
    let again = File::open(&path, Bounds::default()).unwrap();
    assert_eq!(again.last([50; 16]).await.unwrap(), Some((97, entry())));
}
