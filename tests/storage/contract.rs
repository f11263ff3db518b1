//! What every storage must do. Built into `tests/storage.rs` for native storages and into `tests/browser` for the
//! browser's.

use super::{Append, Batch, Cut, Storage, StorageError, Stored, StoredSummary, draft_key};

pub fn table(id: &str, log: &[&str]) -> Stored {
    Stored {
        id: id.to_owned(),
        head: format!("head of {id}"),
        log: log.iter().map(|record| (*record).to_owned()).collect(),
    }
}

pub fn append(id: &str, at: usize, before: Option<&str>, records: &[&str]) -> Append {
    Append {
        id: id.to_owned(),
        at,
        before: before.map(str::to_owned),
        records: records.iter().map(|record| (*record).to_owned()).collect(),
        draft: None,
    }
}

/// Panics if this storage breaks the contract. It must be empty.
pub async fn contract(store: &dyn Storage) {
    assert_eq!(store.heads().await, Ok(vec![]));
    assert_eq!(store.load("a").await, Ok(None));
    assert_eq!(store.create(&table("a", &[]), None).await, Ok(()));
    assert_eq!(store.create(&table("b", &["0", "1"]), None).await, Ok(()));
    assert_eq!(store.create(&table("b", &["x"]), None).await, Err(StorageError::Conflict), "never written over");
    assert_eq!(store.load("b").await, Ok(Some(table("b", &["0", "1"]))));

    assert_eq!(store.append(&append("a", 0, None, &["first"])).await, Ok(()));
    let other = store.append(&append("a", 0, None, &["other"])).await;
    assert_eq!(other, Err(StorageError::Conflict), "another window was first");
    let after = store.append(&append("a", 1, Some("other"), &["x"])).await;
    assert_eq!(after, Err(StorageError::Conflict), "and this came after that");
    let gap = store.append(&append("a", 2, Some("gap"), &["gap"])).await;
    assert_eq!(gap, Err(StorageError::Broken), "no gap in a log");
    assert_eq!(store.append(&append("a", 1, Some("first"), &["second"])).await, Ok(()));
    assert_eq!(store.load("a").await, Ok(Some(table("a", &["first", "second"]))));
    assert_eq!(store.load("b").await, Ok(Some(table("b", &["0", "1"]))), "logs do not mix");

    // Several records together with a draft: all or nothing.
    let draft = |text: &str| Some(text.to_owned());
    let all = Append { draft: draft("half"), ..append("b", 2, Some("1"), &["2", "3"]) };
    assert_eq!(store.append(&all).await, Ok(()));
    assert_eq!(store.append(&Append { draft: draft("no"), ..all }).await, Err(StorageError::Conflict));
    let reaching = Append { draft: draft("no"), ..append("b", 1, Some("0"), &["1", "2"]) };
    assert_eq!(store.append(&reaching).await, Err(StorageError::Conflict), "what lies there is never written over");
    assert_eq!(store.load("b").await, Ok(Some(table("b", &["0", "1", "2", "3"]))));
    assert_eq!(store.read(&draft_key("b")).await, Ok(draft("half")));
    assert_eq!(store.append(&append("b", 4, Some("3"), &["4"])).await, Ok(()));
    assert_eq!(store.read(&draft_key("b")).await, Ok(draft("half")), "left as it is");

    // Nothing can be added to a table in the bin, or to a missing one.
    let head = |deleted: &str| {
        let players = r#"[{"name":"Ann","mark":0},{"name":"Bob","mark":1}]"#;
        format!(
            r#"{{"takujo":1,"id":"b","game":"any","created":"2026-01-01T00:00:00Z",{deleted}"players":{players},"starter":0,"options":{{}}}}"#
        )
    };
    assert_eq!(store.put_head("b", &head(r#""deleted":"2026-01-02T00:00:00Z","#)).await, Ok(()));
    assert_eq!(store.append(&append("b", 5, Some("4"), &["5"])).await, Err(StorageError::Deleted));
    assert_eq!(store.put_head("b", &head("")).await, Ok(()));
    assert_eq!(store.append(&append("b", 5, Some("4"), &["5"])).await, Ok(()), "brought back");
    assert_eq!(store.append(&append("c", 0, None, &["0"])).await, Err(StorageError::Deleted));
    assert_eq!(store.remove("b").await, Ok(()));
    assert_eq!(store.read(&draft_key("b")).await, Ok(None), "what was being entered goes with its table");
    assert_eq!(store.write(&draft_key("b"), "left behind").await, Ok(()));
    assert_eq!(store.create(&table("b", &[]), None).await, Ok(()));
    assert_eq!(store.read(&draft_key("b")).await, Ok(None), "nothing is entered yet at a new table");

    assert_eq!(store.put_head("a", "renamed").await, Ok(()));
    let mut heads = store.heads().await.unwrap();
    heads.sort();
    assert_eq!(heads, [("a".to_owned(), "renamed".to_owned()), ("b".to_owned(), "head of b".to_owned())]);

    assert_eq!(store.remove("a").await, Ok(()));
    assert_eq!(store.load("a").await, Ok(None));
    assert_eq!(store.create(&table("a", &[]), Some("half")).await, Ok(()));
    assert_eq!(store.load("a").await, Ok(Some(table("a", &[]))), "its old log is gone with it");
    assert_eq!(store.read(&draft_key("a")).await, Ok(Some("half".to_owned())));

    assert_eq!(store.read("settings").await, Ok(None));
    assert_eq!(store.write("settings", "1").await, Ok(()));
    assert_eq!(store.write("settings", "2").await, Ok(()));
    assert_eq!(store.read("settings").await, Ok(Some("2".to_owned())));

    summaries_last_until_the_log_changes(store).await;
    a_batch_is_stored_as_a_whole_or_not_at_all(store, &head("")).await;
    what_was_added_is_taken_away_unless_it_changed(store).await;

    // A call has begun when it returns, so calls take effect in the order in which they are made, whichever is awaited
    // first.
    assert_eq!(store.create(&table("d", &[]), None).await, Ok(()));
    let first = store.append(&append("d", 0, None, &["0"]));
    let second = store.append(&append("d", 1, Some("0"), &["1"]));
    assert_eq!((second.await, first.await), (Ok(()), Ok(())));
    drop(store.append(&append("d", 2, Some("1"), &["2"])));
    let wrong = store.append(&append("d", 3, Some("other"), &["3"]));
    let behind = store.append(&append("d", 4, Some("3"), &["4"]));
    assert_eq!((wrong.await, behind.await), (Err(StorageError::Conflict), Err(StorageError::Broken)), "nor a gap");
    assert_eq!(store.load("d").await, Ok(Some(table("d", &["0", "1", "2"]))));
    assert_eq!(store.remove("d").await, Ok(()));
}

async fn summaries_last_until_the_log_changes(store: &dyn Storage) {
    let summary = |id: &str, length, text: &str| StoredSummary { id: id.to_owned(), length, text: text.to_owned() };
    let all = async || {
        let mut all = store.summaries().await.unwrap();
        all.sort();
        all
    };
    let pairs = |expected: &[(&str, &str)]| -> Vec<(String, String)> {
        expected.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect()
    };
    for key in ["summary", "summary;", "summarz"] {
        assert_eq!(store.write(key, "not a summary").await, Ok(()));
    }
    assert_eq!(store.create(&table("e", &["0", "1"]), None).await, Ok(()));
    assert_eq!(store.create(&table("f", &[]), None).await, Ok(()));
    assert_eq!(all().await, pairs(&[]));
    assert_eq!(store.put_summaries(&[]).await, Ok(()));
    let some = [summary("e", 2, "two"), summary("none", 0, "no table"), summary("f", 0, "empty")];
    assert_eq!(store.put_summaries(&some).await, Ok(()));
    assert_eq!(all().await, pairs(&[("e", "two"), ("f", "empty")]));
    assert_eq!(store.put_summaries(&[summary("e", 1, "one"), summary("e", 3, "three")]).await, Ok(()));
    assert_eq!(store.append(&append("e", 1, Some("0"), &["x"])).await, Err(StorageError::Conflict));
    assert_eq!(store.put_head("e", "renamed").await, Ok(()));
    assert_eq!(all().await, pairs(&[("e", "two"), ("f", "empty")]), "of this log, which nothing has changed");

    // A tap made while a summary was computed wins, whichever of the two is awaited first.
    let tap = store.append(&append("e", 2, Some("1"), &["2"]));
    let late = store.put_summaries(&[summary("e", 2, "two")]);
    assert_eq!((late.await, tap.await), (Ok(()), Ok(())));
    assert_eq!(all().await, pairs(&[("f", "empty")]));
    assert_eq!(store.put_summaries(&[summary("e", 3, "three")]).await, Ok(()));
    assert_eq!(store.append(&append("f", 0, None, &["0"])).await, Ok(()));
    assert_eq!(all().await, pairs(&[("e", "three")]));
    for key in ["live:e", "row:e", "waiting:e", "live:f"] {
        assert_eq!(store.write(key, "a secret").await, Ok(()));
    }
    assert_eq!(store.remove("e").await, Ok(()));
    for key in ["live:e", "row:e", "waiting:e"] {
        assert_eq!(store.read(key).await, Ok(None), "{key} goes with its table");
    }
    assert_eq!(store.read("live:f").await, Ok(Some("a secret".to_owned())));
    assert_eq!(store.create(&table("e", &["other", "1", "2"]), None).await, Ok(()));
    assert_eq!(all().await, pairs(&[]), "it goes with its table");
    assert_eq!((store.remove("e").await, store.remove("f").await), (Ok(()), Ok(())));
}

/// `head` is a head that can be read.
async fn a_batch_is_stored_as_a_whole_or_not_at_all(store: &dyn Storage, head: &str) {
    let value = |key: &str, text: &str| (key.to_owned(), text.to_owned());
    let deleted = head.replace(r#""players""#, r#""deleted":"2026-01-02T00:00:00Z","players""#);
    assert_eq!(store.create(&table("i", &["0"]), Some("half")).await, Ok(()));
    assert_eq!(store.create(&table("j", &["0", "1"]), None).await, Ok(()));
    assert_eq!(store.put_head("j", &deleted).await, Ok(()));
    let all = async || {
        let mut heads = store.heads().await.unwrap();
        heads.sort();
        let mut logs = Vec::new();
        for (id, _) in &heads {
            logs.push(store.load(id).await.unwrap().unwrap().log);
        }
        let mut values = Vec::new();
        for key in ["settings", "people", "draft:i", "draft:k"] {
            values.push(store.read(key).await.unwrap());
        }
        (heads, logs, values)
    };
    let before = all().await;
    let batch = Batch {
        tables: vec![table("k", &["0", "1"]), table("l", &[])],
        heads: vec![value("j", head), value("i", "renamed")],
        appends: vec![append("j", 2, Some("1"), &["2", "3"]), append("l", 0, None, &["0"])],
        cuts: Vec::new(),
        values: vec![value("settings", "3"), value("people", "[]"), value(&draft_key("k"), "half")],
    };
    // If anything does not fit, nothing of the batch is stored.
    let with = |change: &dyn Fn(&mut Batch)| {
        let mut batch = batch.clone();
        change(&mut batch);
        batch
    };
    for (why, batch) in [
        (StorageError::Conflict, with(&|batch| batch.tables.push(table("i", &[])))),
        (StorageError::Conflict, with(&|batch| batch.tables.push(table("k", &[])))),
        (StorageError::Conflict, with(&|batch| batch.appends.push(append("i", 0, None, &["other"])))),
        (StorageError::Conflict, with(&|batch| batch.appends.push(append("i", 1, Some("other"), &["1"])))),
        (StorageError::Broken, with(&|batch| batch.appends.push(append("i", 2, Some("1"), &["2"])))),
        (StorageError::Deleted, with(&|batch| batch.appends.push(append("none", 0, None, &["0"])))),
        (StorageError::Deleted, with(&|batch| batch.heads.clear())),
    ] {
        assert_eq!(store.put_all(&batch).await, Err(why));
        assert_eq!(all().await, before, "{why:?}");
    }
    assert_eq!(store.put_all(&Batch::default()).await, Ok(()));
    assert_eq!(all().await, before);
    // The draft of an earlier table with that id is not the new one's.
    assert_eq!(store.write(&draft_key("l"), "left behind").await, Ok(()));
    assert_eq!(store.put_all(&batch).await, Ok(()));
    let stored = async |id: &str| store.load(id).await.unwrap().map(|stored| (stored.head, stored.log));
    let log = |log: &[&str]| log.iter().map(|record| (*record).to_owned()).collect::<Vec<_>>();
    assert_eq!(stored("i").await, Some(("renamed".to_owned(), log(&["0"]))));
    assert_eq!(stored("j").await, Some((head.to_owned(), log(&["0", "1", "2", "3"]))));
    assert_eq!(stored("k").await, Some(("head of k".to_owned(), log(&["0", "1"]))));
    assert_eq!(stored("l").await, Some(("head of l".to_owned(), log(&["0"]))));
    for (key, expected) in [("settings", "3"), ("people", "[]"), ("draft:i", "half"), ("draft:k", "half")] {
        assert_eq!(store.read(key).await, Ok(Some(expected.to_owned())), "{key}");
    }
    assert_eq!(store.read(&draft_key("l")).await, Ok(None));
    assert_eq!(store.append(&append("j", 4, Some("3"), &["4"])).await, Ok(()));
    assert_eq!(store.write("settings", "2").await, Ok(()));
    for id in ["i", "j", "k", "l"] {
        assert_eq!(store.remove(id).await, Ok(()));
    }
}

async fn what_was_added_is_taken_away_unless_it_changed(store: &dyn Storage) {
    let cut = |id: &str, at, before: Option<&str>, keep| Cut {
        id: id.to_owned(),
        at,
        before: before.map(str::to_owned),
        keep,
    };
    let cuts = |cuts: Vec<Cut>| Batch { cuts, ..Batch::default() };
    assert_eq!(store.create(&table("m", &["0", "1", "2"]), Some("half")).await, Ok(()));
    assert_eq!(store.create(&table("n", &["0", "1"]), Some("half")).await, Ok(()));
    assert_eq!(store.create(&table("o", &[]), None).await, Ok(()));
    let summary = StoredSummary { id: "n".to_owned(), length: 2, text: "two".to_owned() };
    assert_eq!(store.put_summaries(&[summary]).await, Ok(()));
    for (why, bad) in [
        (StorageError::Conflict, cut("n", 2, Some("other"), Some(1))),
        (StorageError::Conflict, cut("n", 1, Some("0"), Some(0))),
        (StorageError::Conflict, cut("n", 3, Some("1"), None)),
        (StorageError::Conflict, cut("o", 1, Some("0"), None)),
        (StorageError::Deleted, cut("none", 0, None, None)),
    ] {
        assert_eq!(store.put_all(&cuts(vec![cut("m", 3, Some("2"), None), bad])).await, Err(why));
        assert_eq!(store.load("m").await, Ok(Some(table("m", &["0", "1", "2"]))), "all or nothing");
        assert_eq!(store.load("n").await, Ok(Some(table("n", &["0", "1"]))));
    }
    let batch = Batch {
        heads: vec![("n".to_owned(), "as before".to_owned())],
        cuts: vec![cut("m", 3, Some("2"), None), cut("n", 2, Some("1"), Some(1)), cut("o", 0, None, None)],
        values: vec![("people".to_owned(), "[1]".to_owned())],
        ..Batch::default()
    };
    assert_eq!(store.put_all(&batch).await, Ok(()));
    assert_eq!((store.load("m").await, store.load("o").await), (Ok(None), Ok(None)));
    assert_eq!(store.read(&draft_key("m")).await, Ok(None));
    assert_eq!(
        store.load("n").await.map(|n| n.map(|n| (n.head, n.log))),
        Ok(Some(("as before".to_owned(), vec!["0".to_owned()])))
    );
    assert_eq!(store.read(&draft_key("n")).await, Ok(Some("half".to_owned())), "what is being entered stays");
    assert_eq!(store.summaries().await, Ok(Vec::new()), "it told of more");
    assert_eq!(store.read("people").await, Ok(Some("[1]".to_owned())));
    assert_eq!(store.remove("n").await, Ok(()));
}
