//! Counts connections until they are dropped, and what else their addresses use up, as the limits have it.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub use takujo_host_rules::Limits;
use takujo_host_rules::{Addresses, Counted};
use takujo_wire::Refusal;

use crate::log::lock;

/// Counts by address, shared by all connections.
#[derive(Clone)]
pub(crate) struct Counts {
    addresses: Arc<Mutex<Addresses>>,
    begun: Instant,
}

/// One connection to a table, counted until it is dropped.
pub(crate) struct Place {
    counts: Counts,
    address: IpAddr,
}

/// One connection of any kind, counted until it is dropped.
pub(crate) struct Socket {
    counts: Counts,
    address: IpAddr,
}

impl Counts {
    pub fn new(limits: Limits) -> Self {
        Self { addresses: Arc::new(Mutex::new(Addresses::new(limits))), begun: Instant::now() }
    }

    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Counts a connection in, whatever it is for; `None` if its address has as many as it may.
    pub fn socket(&self, address: IpAddr) -> Option<Socket> {
        let may = lock(&self.addresses).connect(address, self.now());
        may.then(|| Socket { counts: self.clone(), address })
    }

    /// Counts a connection to a table in.
    pub fn enter(&self, address: IpAddr) -> Result<Place, Refusal> {
        lock(&self.addresses).enter(address, self.now())?;
        Ok(Place { counts: self.clone(), address })
    }

    /// How many connections to tables there are.
    pub fn connections(&self) -> u32 {
        lock(&self.addresses).connections()
    }
}

impl Place {
    /// Counts what the phone does.
    pub fn count(&self, counted: Counted) -> Result<(), Refusal> {
        lock(&self.counts.addresses).count(self.address, counted, self.counts.now())
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        lock(&self.counts.addresses).disconnect(self.address);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.counts.addresses).leave(self.address);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_dropped_gives_its_share_back() {
        let limits = Limits { of_an_address: 1, sockets_of_an_address: 1, tables: 1, ..Limits::default() };
        let counts = Counts::new(limits);
        let address = "192.0.2.1".parse().unwrap();
        let (socket, place) = (counts.socket(address).unwrap(), counts.enter(address).ok().unwrap());
        assert!(counts.socket(address).is_none() && counts.enter(address).is_err());
        assert_eq!(counts.connections(), 1);
        assert_eq!(place.count(Counted::Table), Ok(()));
        drop((socket, place));
        assert_eq!(counts.connections(), 0);
        assert!(counts.socket(address).is_some());
        // What was used up is of the address, not of the connection.
        let again = counts.enter(address).ok().unwrap();
        assert_eq!(again.count(Counted::Table), Err(Refusal::TooManyTables(1)));
    }
}
