//! The database: its name, what is in it, and how it is opened or created.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, JsString};
use takujo_core::storage::StorageError;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, IdbDatabase, IdbOpenDbRequest};

use super::answers::{answered, completed, settled, thrown};

/// What the database's name begins with. The path of the app follows, because other sites may share the host, even this
/// app under another path.
pub(super) const DATABASE: &str = "takujo";
pub(super) const HEADS: &str = "heads";
pub(super) const RECORDS: &str = "records";
pub(super) const VALUES: &str = "values";
pub(super) const STORES: [&str; 3] = [HEADS, RECORDS, VALUES];

/// The path of the app's folder.
pub(super) fn folder(window: &web_sys::Window) -> String {
    let path = window.location().pathname().unwrap_or_default();
    let end = path.rfind('/').map_or(0, |slash| slash + 1);
    path[..end].to_owned()
}

/// The whole content of a database: the keys and values of each store, in the order of [`STORES`].
pub(super) type Everything = [(JsValue, JsValue); 3];

/// The result of opening a database.
pub(super) enum Opened {
    /// It is open.
    Ready(IdbDatabase),
    /// There is none with that name.
    Missing,
}

/// Opens a database. If it does not exist, creates it with `contents`, all of them or nothing; without `contents` it is
/// not created.
pub(super) async fn open_database(name: &str, contents: Option<Everything>) -> Result<Opened, StorageError> {
    let window = web_sys::window().ok_or(StorageError::Refused)?;
    let factory = window.indexed_db().ok().flatten().ok_or(StorageError::Refused)?;
    let request: IdbOpenDbRequest = thrown(factory.open_with_u32(name, 1))?;
    let missing = Rc::new(Cell::new(false));
    let (upgraded, unmade) = (request.clone(), missing.clone());
    let upgrade = Closure::once_into_js(move |_: Event| {
        let fill = |database: IdbDatabase, contents: Everything| -> Result<(), JsValue> {
            for (name, (keys, values)) in STORES.into_iter().zip(contents) {
                let store = database.create_object_store(name)?;
                for (key, value) in Array::from(&keys).iter().zip(Array::from(&values)) {
                    store.put_with_key(&value, &key)?;
                }
            }
            Ok(())
        };
        let database = upgraded.result().and_then(|result| result.dyn_into::<IdbDatabase>());
        unmade.set(contents.is_none());
        let filled = match (database, contents) {
            (Ok(database), Some(contents)) => fill(database, contents),
            _ => Err(JsValue::NULL),
        };
        if let (Err(_), Some(transaction)) = (filled, upgraded.transaction()) {
            // Makes the request fail, so that nothing is created.
            let _ = transaction.abort();
        }
    });
    request.set_onupgradeneeded(upgrade.dyn_ref());
    match settled(answered(&request)).await {
        _ if missing.get() => Ok(Opened::Missing),
        Err(error) => Err(error),
        Ok(_) => {
            let database = thrown(request.result())?.dyn_into().map_err(|_| StorageError::Broken)?;
            Ok(Opened::Ready(database))
        }
    }
}

/// The content of the database that all paths shared in an older version; empty if there is none.
pub(super) async fn shared_contents() -> Result<Everything, StorageError> {
    let Opened::Ready(database) = open_database(DATABASE, None).await? else {
        return Ok(std::array::from_fn(|_| (Array::new().into(), Array::new().into())));
    };
    let names: Array = STORES.into_iter().map(JsString::from).collect();
    let transaction = thrown(database.transaction_with_str_sequence(&names))?;
    let mut asked = Vec::new();
    for name in STORES {
        let store = thrown(transaction.object_store(name))?;
        asked.push((thrown(store.get_all_keys())?, thrown(store.get_all())?));
    }
    settled(completed(&transaction)).await?;
    let mut contents: Everything = Default::default();
    for (content, (keys, values)) in contents.iter_mut().zip(asked) {
        *content = (thrown(keys.result())?, thrown(values.result())?);
    }
    database.close();
    Ok(contents)
}
