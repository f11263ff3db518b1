//! What comes from one address: tables opened and secrets guessed, which it may not do at will. Each address has an object of
//! its own, which is asked only when there is something to count, and forgets all an hour after the last.

use std::cell::Cell;
use std::time::Duration;

use takujo_host_rules::{Counted, Limits, Spent};
use takujo_wire::Refusal;
use worker::{DurableObject, Env, Request, Response, Result, State, durable_object};

use crate::{limits, now};

/// Where the count lies in its storage.
const SPENT: &str = "spent";
const HOUR: Duration = Duration::from_secs(3600);

/// The object of an address.
#[durable_object]
pub struct AddressObject {
    state: State,
    limits: Limits,
    /// As it is stored, once it was read.
    spent: Cell<Option<Spent>>,
}

/// Counts something for an address. Where that is not possible, it is too much.
///
/// # Errors
/// If it is too much.
pub(crate) async fn count(env: &Env, address: &str, counted: Counted, limits: &Limits) -> Result<(), Refusal> {
    let ask = async {
        let what = if counted == Counted::Table { "table" } else { "guess" };
        let object = env.durable_object("ADDRESSES")?.get_by_name(address)?;
        object.fetch_with_str(&format!("https://address/{what}")).await
    };
    match ask.await {
        Ok(response) if response.status_code() == 200 => Ok(()),
        _ => Err(counted.refusal(limits)),
    }
}

impl AddressObject {
    async fn read(&self) -> Result<Option<Spent>> {
        if self.spent.get().is_none() {
            let bytes: Option<Vec<u8>> = self.state.storage().get(SPENT).await?;
            self.spent.set(bytes.and_then(|bytes| Spent::wake(&bytes)));
        }
        Ok(self.spent.get())
    }
}

impl DurableObject for AddressObject {
    fn new(state: State, env: Env) -> Self {
        Self { state, limits: limits(&env), spent: Cell::new(None) }
    }

    async fn fetch(&self, request: Request) -> Result<Response> {
        let counted = if request.path() == "/table" { Counted::Table } else { Counted::Guess };
        let stored = self.read().await?;
        let mut spent = stored.unwrap_or_else(|| Spent::new(now()));
        if spent.count(counted, &self.limits, now()).is_err() {
            // Not stored: whoever goes on costs no writing.
            return Response::error("", 429);
        }
        self.spent.set(Some(spent));
        if stored.is_none() {
            self.state.storage().set_alarm(HOUR).await?;
        }
        self.state.storage().put(SPENT, spent.sleep()).await?;
        Response::ok("")
    }

    async fn alarm(&self) -> Result<Response> {
        match self.read().await? {
            Some(spent) if !spent.is_over(now()) => self.state.storage().set_alarm(HOUR).await?,
            _ => {
                self.spent.set(None);
                self.state.storage().delete_all().await?;
            }
        }
        Response::ok("")
    }
}
