//! Makes a table of what can be read of a damaged one.

use takujo_core::domain::session::{Head, read_head};
use takujo_core::storage::{Storage, StorageError};

use super::intake::other_id;

/// Stores the first `records` records of a damaged table as a table of its own, and leaves the damaged one as it is.
/// Returns the id of the new one, which is the same each time.
///
/// # Errors
/// Why that was not possible.
pub(crate) async fn open_until(store: &dyn Storage, id: &str, records: usize) -> Result<String, StorageError> {
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
