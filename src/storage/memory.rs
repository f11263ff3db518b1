//! Storage that lasts until the program ends.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::{Append, Storage, StorageError, Stored, Task, draft_key, in_bin};

/// Storage in memory.
#[derive(Default)]
pub struct Memory {
    tables: RefCell<BTreeMap<String, Stored>>,
    values: RefCell<BTreeMap<String, String>>,
}

fn done<T: 'static>(result: Result<T, StorageError>) -> Task<T> {
    Box::pin(std::future::ready(result))
}

impl Storage for Memory {
    fn heads(&self) -> Task<Vec<(String, String)>> {
        done(Ok(self.tables.borrow().values().map(|table| (table.id.clone(), table.head.clone())).collect()))
    }

    fn load(&self, id: &str) -> Task<Option<Stored>> {
        done(Ok(self.tables.borrow().get(id).cloned()))
    }

    fn put_head(&self, id: &str, head: &str) -> Task<()> {
        let mut tables = self.tables.borrow_mut();
        let table = tables.entry(id.to_owned()).or_insert_with(|| Stored {
            id: id.to_owned(),
            head: String::new(),
            log: Vec::new(),
        });
        head.clone_into(&mut table.head);
        done(Ok(()))
    }

    fn create(&self, table: &Stored, draft: Option<&str>) -> Task<()> {
        let mut tables = self.tables.borrow_mut();
        if tables.contains_key(&table.id) {
            return done(Err(StorageError::Conflict));
        }
        tables.insert(table.id.clone(), table.clone());
        let mut values = self.values.borrow_mut();
        match draft {
            Some(draft) => values.insert(draft_key(&table.id), draft.to_owned()),
            None => values.remove(&draft_key(&table.id)),
        };
        done(Ok(()))
    }

    fn append(&self, append: &Append) -> Task<()> {
        let mut tables = self.tables.borrow_mut();
        let Some(table) = tables.get_mut(&append.id).filter(|table| !in_bin(&table.head)) else {
            return done(Err(StorageError::Deleted));
        };
        if table.log.len() < append.at {
            return done(Err(StorageError::Broken));
        }
        if table.log.len() > append.at || table.log.last() != append.before.as_ref() {
            return done(Err(StorageError::Conflict));
        }
        table.log.extend_from_slice(&append.records);
        if let Some(draft) = &append.draft {
            self.values.borrow_mut().insert(draft_key(&append.id), draft.clone());
        }
        done(Ok(()))
    }

    fn remove(&self, id: &str) -> Task<()> {
        self.tables.borrow_mut().remove(id);
        self.values.borrow_mut().remove(&draft_key(id));
        done(Ok(()))
    }

    fn read(&self, key: &str) -> Task<Option<String>> {
        done(Ok(self.values.borrow().get(key).cloned()))
    }

    fn write(&self, key: &str, value: &str) -> Task<()> {
        self.values.borrow_mut().insert(key.to_owned(), value.to_owned());
        done(Ok(()))
    }
}
