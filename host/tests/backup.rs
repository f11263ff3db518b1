//! Copies of a file of tables, and files of other versions.

mod common;

use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use common::{HOST, Phone, Process, TABLE, WRITE, append, open};
use redb::{Database, ReadableTable, TableDefinition};
use takujo_host::backup::{Report, backup, check, file_in, restore};
use takujo_host::log::file::{Bounds, File, STORE_VERSION};
use takujo_host::log::{Failed, LogStore};
use takujo_wire::{Ask, Tell};
use tokio::task::block_in_place;

/// What a file of an older version was when a program wrote it.
fn frozen(name: &str, to: &Path) {
    let stores = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores");
    let packed = std::fs::File::open(stores.join(name)).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    std::fs::write(to, bytes).unwrap();
}

/// Three tables with 4, 9 and 12 entries: `host/tests/stores/version-0.redb.gz`.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_version_0_is_read_and_none_of_its_tables_is_old() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.redb");
    frozen("version-0.redb.gz", &path);
    let store = File::open(&path, Bounds::default()).unwrap();
    for (table, length) in [(1, 4), (2, 9), (3, 12)] {
        assert_eq!(store.last([table; 16]).await.unwrap().unwrap().0, length);
        let record = store.entry([table; 16], 3).await.unwrap().unwrap();
        assert!(record.ends_with(format!("table {table}, entry 3").as_bytes()));
    }
    assert_eq!(store.figures().unwrap().tables, 3);
    // They were written long ago by the clock, but no time has passed since that the file has seen.
    assert_eq!(store.silent(Duration::from_secs(60)).await.unwrap(), []);
    assert_eq!(store.silent(Duration::ZERO).await.unwrap().len(), 3);
    store.close().await.unwrap();
    let report = block_in_place(|| check(folder.path(), None).unwrap());
    assert_eq!(report, Report { tables: 3, entries: 25, faults: vec![] });
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused_in_words_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tables.redb");
    let about: TableDefinition<&str, u64> = TableDefinition::new("about");
    {
        let database = Database::create(&path).unwrap();
        let transaction = database.begin_write().unwrap();
        transaction.open_table(about).unwrap().insert("version", STORE_VERSION + 1).unwrap();
        transaction.commit().unwrap();
    }
    let Err(Failed(why)) = File::open(&path, Bounds::default()) else { panic!("it was opened") };
    assert!(why.contains("a newer takujo-host wrote this file"), "{why}");
    let database = Database::open(&path).unwrap();
    let transaction = database.begin_write().unwrap();
    assert_eq!(transaction.open_table(about).unwrap().get("version").unwrap().unwrap().value(), STORE_VERSION + 1);
    assert_eq!(transaction.list_tables().unwrap().count(), 1);
}

fn host(words: &[&str], data: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_takujo-host")).args(words).arg("--data").arg(data).output().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_is_copied_while_it_runs_and_put_back() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "x").unwrap();
    let data = folder.path().join("data");
    let mut process = Process::start(folder.path(), &data, &[]);
    open(process.address, TABLE).await;
    let mut phone = Phone::joined(process.address, TABLE, WRITE).await;
    for length in 1..80 {
        assert_eq!(phone.answer(append(length, b"before")).await, Tell::Appended { length: length + 1 });
    }
    // While it is copied, play goes on.
    let copy = folder.path().join("copy.redb");
    let copying = tokio::task::spawn_blocking({
        let (data, copy) = (data.clone(), copy.clone());
        move || host(&["backup", copy.to_str().unwrap()], &data)
    });
    let mut length = 80;
    while !copying.is_finished() {
        assert_eq!(phone.answer(append(length, b"meanwhile")).await, Tell::Appended { length: length + 1 });
        length += 1;
        // No faster than a host takes it.
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let copied = copying.await.unwrap();
    assert!(copied.status.success(), "{copied:?}");
    let known = block_in_place(|| check(&data, Some(&copy)).unwrap());
    assert_eq!((known.tables, known.faults.len()), (1, 0));
    assert!((80..=u64::from(length)).contains(&known.entries), "{} entries of {length}", known.entries);

    // It can be looked at, but not be replaced, while it runs; no copy is written over another.
    let looked = host(&["check"], &data);
    assert!(looked.status.success(), "{looked:?}");
    assert_eq!(String::from_utf8(looked.stdout).unwrap(), format!("1 tables with {length} entries read\n"));
    for (words, why) in [
        (["restore", copy.to_str().unwrap()], "stop it first"),
        (["backup", copy.to_str().unwrap()], "is there already"),
    ] {
        let refused = host(&words, &data);
        assert!(!refused.status.success());
        assert!(String::from_utf8(refused.stderr).unwrap().contains(why));
    }
    assert_eq!(phone.answer(append(length, b"after")).await, Tell::Appended { length: length + 1 });
    assert!(process.terminate());

    // Put back, the table is as it was then, and what was there is kept beside it.
    let restored = host(&["restore", copy.to_str().unwrap()], &data);
    assert!(restored.status.success(), "{restored:?}");
    let aside = block_in_place(|| check(&data, Some(&data.join("tables.redb.before-restore-1"))).unwrap());
    assert_eq!(aside.entries, u64::from(length) + 1);
    let process = Process::start(folder.path(), &data, &[]);
    let tell = Phone::at(process.address).await.answer(Ask::Join { table: TABLE, secret: HOST, from: 0 }).await;
    assert!(matches!(tell, Tell::Joined { length, .. } if u64::from(length) == known.entries), "{tell:?}");
}

#[test]
fn a_damaged_table_is_named_and_neither_copied_nor_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    std::fs::create_dir(&data).unwrap();
    frozen("version-0.redb.gz", &file_in(&data));
    let good = folder.path().join("good");
    backup(&data, &good).unwrap();
    {
        let database = Database::open(file_in(&data)).unwrap();
        let transaction = database.begin_write().unwrap();
        let entries: TableDefinition<&[u8], &[u8]> = TableDefinition::new("entries");
        let gone = [&[2; 16][..], &5_u32.to_be_bytes()].concat();
        transaction.open_table(entries).unwrap().remove(&gone[..]).unwrap();
        transaction.commit().unwrap();
    }
    let report = check(&data, None).unwrap();
    assert_eq!(report.faults, [format!("table {}: entry 5 is missing", "02".repeat(16))]);
    let Err(Failed(why)) = backup(&data, &copy) else { panic!("it was copied") };
    assert!(why.contains("entry 5 is missing"), "{why}");
    assert!(!copy.exists() && !folder.path().join("copy.new").exists());
    let Err(Failed(why)) = restore(folder.path(), &file_in(&data)) else { panic!("it was put back") };
    assert!(why.contains("entry 5 is missing"), "{why}");
    // The host has a user of its own, where this one may say so.
    let _ = std::os::unix::fs::chown(&data, Some(65534), None);
    restore(&data, &good).unwrap();
    assert_eq!(file_in(&data).metadata().unwrap().uid(), data.metadata().unwrap().uid());
    assert_eq!(check(&data, None).unwrap(), Report { tables: 3, entries: 25, faults: vec![] });
    // The copy can be used again.
    assert_eq!(check(&data, Some(&good)).unwrap().entries, 25);
}
