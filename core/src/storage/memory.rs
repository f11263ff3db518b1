//! Storage that lasts until the program ends: for tests, and for a browser that refuses to store anything.

use std::cell::RefCell;

use super::{
    Append, Batch, Cut, SUMMARIES, Storage, StorageError, Stored, StoredSummary, Task, draft_key, in_bin, keys_of,
    summarized, summary_key,
};

/// Storage in memory. Uses sorted lists instead of maps, because nearly every browser downloads this code and never
/// runs it.
#[derive(Default)]
pub struct Memory {
    tables: RefCell<Vec<Stored>>,
    values: RefCell<Vec<(String, String)>>,
}

/// The index of a table, or the index at which it would be inserted.
fn find(tables: &[Stored], id: &str) -> Result<usize, usize> {
    tables.binary_search_by(|table| table.id.as_str().cmp(id))
}

fn find_value(values: &[(String, String)], key: &str) -> Result<usize, usize> {
    values.binary_search_by(|(other, _)| other.as_str().cmp(key))
}

fn done<T: 'static>(result: Result<T, StorageError>) -> Task<T> {
    Box::pin(std::future::ready(result))
}

impl Memory {
    fn forget(&self, key: &str) {
        let mut values = self.values.borrow_mut();
        if let Ok(at) = find_value(&values, key) {
            values.remove(at);
        }
    }

    fn put(&self, key: &str, value: &str) {
        let mut values = self.values.borrow_mut();
        match find_value(&values, key) {
            Ok(at) => value.clone_into(&mut values[at].1),
            Err(at) => values.insert(at, (key.to_owned(), value.to_owned())),
        }
    }

    fn head(&self, id: &str, head: &str) {
        let mut tables = self.tables.borrow_mut();
        match find(&tables, id) {
            Ok(at) => head.clone_into(&mut tables[at].head),
            Err(at) => tables.insert(at, Stored { id: id.to_owned(), head: head.to_owned(), log: Vec::new() }),
        }
    }

    fn add(&self, append: &Append) -> Result<(), StorageError> {
        let mut tables = self.tables.borrow_mut();
        let table = find(&tables, &append.id).ok().map(|at| &mut tables[at]);
        let table = table.filter(|table| !in_bin(&table.head)).ok_or(StorageError::Deleted)?;
        if table.log.len() < append.at {
            return Err(StorageError::Broken);
        }
        if table.log.len() > append.at || table.log.last() != append.before.as_ref() {
            return Err(StorageError::Conflict);
        }
        table.log.extend_from_slice(&append.records);
        self.forget(&summary_key(&append.id));
        if let Some(draft) = &append.draft {
            self.put(&draft_key(&append.id), draft);
        }
        Ok(())
    }

    fn cut(&self, cut: &Cut) -> Result<(), StorageError> {
        let mut tables = self.tables.borrow_mut();
        let at = find(&tables, &cut.id).map_err(|_| StorageError::Deleted)?;
        let log = &mut tables[at].log;
        if log.len() != cut.at || log.last() != cut.before.as_ref() {
            return Err(StorageError::Conflict);
        }
        self.forget(&summary_key(&cut.id));
        match cut.keep {
            Some(keep) => log.truncate(keep),
            None => {
                tables.remove(at);
                self.forget(&draft_key(&cut.id));
            }
        }
        Ok(())
    }

    fn try_put_all(&self, batch: &Batch) -> Result<(), StorageError> {
        for table in &batch.tables {
            let mut tables = self.tables.borrow_mut();
            match find(&tables, &table.id) {
                Ok(_) => return Err(StorageError::Conflict),
                Err(at) => tables.insert(at, table.clone()),
            }
            self.forget(&summary_key(&table.id));
            self.forget(&draft_key(&table.id));
        }
        batch.heads.iter().for_each(|(id, head)| self.head(id, head));
        batch.appends.iter().try_for_each(|append| self.add(append))?;
        batch.cuts.iter().try_for_each(|cut| self.cut(cut))?;
        batch.values.iter().for_each(|(key, value)| self.put(key, value));
        Ok(())
    }
}

impl Storage for Memory {
    fn heads(&self) -> Task<Vec<(String, String)>> {
        done(Ok(self.tables.borrow().iter().map(|table| (table.id.clone(), table.head.clone())).collect()))
    }

    fn load(&self, id: &str) -> Task<Option<Stored>> {
        let tables = self.tables.borrow();
        done(Ok(find(&tables, id).ok().map(|at| tables[at].clone())))
    }

    fn put_head(&self, id: &str, head: &str) -> Task<()> {
        self.head(id, head);
        done(Ok(()))
    }

    fn put_all(&self, batch: &Batch) -> Task<()> {
        let before = (self.tables.borrow().clone(), self.values.borrow().clone());
        let stored = self.try_put_all(batch);
        if stored.is_err() {
            (*self.tables.borrow_mut(), *self.values.borrow_mut()) = before;
        }
        done(stored)
    }

    fn append(&self, append: &Append) -> Task<()> {
        done(self.add(append))
    }

    fn summaries(&self) -> Task<Vec<(String, String)>> {
        let values = self.values.borrow();
        let found = values.iter().filter(|(key, _)| key.starts_with(SUMMARIES));
        done(Ok(found.map(|(key, text)| (summarized(key), text.clone())).collect()))
    }

    fn put_summaries(&self, summaries: &[StoredSummary]) -> Task<()> {
        let tables = self.tables.borrow();
        for StoredSummary { id, length, text } in summaries {
            if find(&tables, id).is_ok_and(|at| tables[at].log.len() == *length) {
                self.put(&summary_key(id), text);
            }
        }
        done(Ok(()))
    }

    fn remove(&self, id: &str) -> Task<()> {
        let mut tables = self.tables.borrow_mut();
        if let Ok(at) = find(&tables, id) {
            tables.remove(at);
        }
        keys_of(id).iter().for_each(|key| self.forget(key));
        done(Ok(()))
    }

    fn read(&self, key: &str) -> Task<Option<String>> {
        let values = self.values.borrow();
        done(Ok(find_value(&values, key).ok().map(|at| values[at].1.clone())))
    }

    fn write(&self, key: &str, value: &str) -> Task<()> {
        self.put(key, value);
        done(Ok(()))
    }
}
