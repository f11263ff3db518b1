//! What one table, address or connection may use up ([`Limits`]), and the counts of what addresses and connections have
//! used up.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use takujo_wire::Refusal;

use crate::log::lock;

/// The limits of a host. Phones at one table often share an address, so those of an address are wide.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Entries of one table.
    pub entries: u32,
    /// Bytes of all records of one table.
    pub bytes: u32,
    /// Tables that one address opens within an hour, attempts included. Hours are counted one after the other, and so
    /// are the minutes of guesses: around the end of one, twice as many may pass.
    pub tables: u32,
    /// Wrong secrets that one address presents within a minute. Right ones pass all the same.
    pub guesses: u32,
    /// Connections of any kind.
    pub sockets: u32,
    /// Connections of any kind from one address, where it is known before anything was read: not behind a proxy.
    pub sockets_of_an_address: u32,
    /// Connections to tables.
    pub connections: u32,
    /// Connections to tables from one address.
    pub of_an_address: u32,
    /// Messages a second from one connection, on average. Twice as many may come at once.
    pub messages: u32,
    /// How long a phone may leave what was sent unread, say nothing before it has joined a table, or take to send the
    /// head of a request. A closed table is deleted after the same time.
    pub patience: Duration,
    /// How long a phone that has joined may say nothing at all, not even answer a ping.
    pub silence: Duration,
    /// How long a table without a new entry is kept.
    pub keep: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 10_000,
            bytes: 4 << 20,
            tables: 60,
            guesses: 30,
            sockets: 20_000,
            sockets_of_an_address: 400,
            connections: 10_000,
            of_an_address: 200,
            messages: 50,
            patience: Duration::from_secs(10),
            silence: Duration::from_secs(60),
            keep: Duration::from_secs(30 * 24 * 3600),
        }
    }
}

/// At most this many addresses are remembered; a further one gets no connection. Whoever has that many could use up the
/// connections as well.
const ADDRESSES: usize = 100_000;

const HOUR: Duration = Duration::from_secs(3600);
const MINUTE: Duration = Duration::from_secs(60);

/// A count that starts anew once a time has passed since it began.
#[derive(Clone, Copy)]
struct Window {
    since: Instant,
    count: u32,
}

impl Window {
    fn now(&mut self, lasts: Duration) -> &mut u32 {
        if self.since.elapsed() >= lasts {
            *self = Self { since: Instant::now(), count: 0 };
        }
        &mut self.count
    }
}

struct Use {
    sockets: u32,
    connections: u32,
    tables: Window,
    guesses: Window,
}

/// What each address has used up.
#[derive(Default)]
struct Inner {
    addresses: HashMap<IpAddr, Use>,
    connections: u32,
}

/// Counts by address.
#[derive(Clone)]
pub(crate) struct Counts {
    limits: Limits,
    inner: Arc<Mutex<Inner>>,
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

/// The address that is counted: of IPv6 the /64, because whoever has one such address has 2^64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

impl Inner {
    /// What this address has used up; `None` if there is no room for one more.
    fn used(&mut self, address: IpAddr) -> Option<&mut Use> {
        if self.addresses.len() >= ADDRESSES {
            self.addresses.retain(|_, used| {
                used.sockets > 0
                    || used.connections > 0
                    || used.tables.since.elapsed() < HOUR && used.tables.count > 0
                    || used.guesses.since.elapsed() < MINUTE && used.guesses.count > 0
            });
            if self.addresses.len() >= ADDRESSES && !self.addresses.contains_key(&address) {
                return None;
            }
        }
        let new = Window { since: Instant::now(), count: 0 };
        let unused = Use { sockets: 0, connections: 0, tables: new, guesses: new };
        Some(self.addresses.entry(address).or_insert(unused))
    }
}

impl Counts {
    pub fn new(limits: Limits) -> Self {
        Self { limits, inner: Arc::default() }
    }

    /// Counts a connection in, whatever it is for; `None` if its address has as many as it may.
    pub fn socket(&self, address: IpAddr) -> Option<Socket> {
        let address = network(address);
        let mut inner = lock(&self.inner);
        let used = inner.used(address)?;
        if used.sockets >= self.limits.sockets_of_an_address {
            return None;
        }
        used.sockets += 1;
        Some(Socket { counts: self.clone(), address })
    }

    /// Counts a connection to a table in.
    pub fn enter(&self, address: IpAddr) -> Result<Place, Refusal> {
        let address = network(address);
        let mut inner = lock(&self.inner);
        let limit = self.limits.connections;
        if inner.connections >= limit {
            return Err(Refusal::TooManyConnections(limit));
        }
        let used = inner.used(address).ok_or(Refusal::TooManyConnections(limit))?;
        if used.connections >= self.limits.of_an_address {
            return Err(Refusal::TooManyConnections(self.limits.of_an_address));
        }
        used.connections += 1;
        inner.connections += 1;
        Ok(Place { counts: self.clone(), address })
    }

    /// How many connections to tables there are.
    pub fn connections(&self) -> u32 {
        lock(&self.inner).connections
    }
}

impl Place {
    fn with<T>(&self, change: impl FnOnce(&mut Use) -> T) -> Option<T> {
        lock(&self.counts.inner).addresses.get_mut(&self.address).map(change)
    }

    /// Counts a table that is about to be opened.
    pub fn table(&self) -> Result<(), Refusal> {
        let limit = self.counts.limits.tables;
        let taken = self.with(|used| {
            let count = used.tables.now(HOUR);
            *count = count.saturating_add(1);
            *count
        });
        if taken.is_some_and(|count| count <= limit) { Ok(()) } else { Err(Refusal::TooManyTables(limit)) }
    }

    /// Counts a secret that was wrong.
    pub fn guessed(&self) -> Result<(), Refusal> {
        let limit = self.counts.limits.guesses;
        let guessed = self.with(|used| {
            let count = used.guesses.now(MINUTE);
            *count = count.saturating_add(1);
            *count
        });
        if guessed.is_some_and(|count| count <= limit) { Ok(()) } else { Err(Refusal::TooManyGuesses(limit)) }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        if let Some(used) = lock(&self.counts.inner).addresses.get_mut(&self.address) {
            used.sockets -= 1;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        lock(&self.counts.inner).connections -= 1;
        self.with(|used| used.connections -= 1);
    }
}

/// Lets messages through at a rate per second, and twice that many at once.
pub(crate) struct Pace {
    rate: f64,
    left: f64,
    at: Instant,
}

impl Pace {
    pub fn new(rate: u32) -> Self {
        Self { rate: rate.into(), left: f64::from(rate) * 2.0, at: Instant::now() }
    }

    /// Whether one more may come now.
    pub fn take(&mut self) -> bool {
        let now = Instant::now();
        self.left = (self.left + (now - self.at).as_secs_f64() * self.rate).min(self.rate * 2.0) - 1.0;
        self.at = now;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_its_share_and_gives_it_back() {
        let counts = Counts::new(Limits { connections: 3, of_an_address: 2, ..Limits::default() });
        let [near, far]: [IpAddr; 2] = ["2001:db8::1", "192.0.2.1"].map(|text| text.parse().unwrap());
        let neighbour = "2001:db8::2".parse().unwrap();
        let first = counts.enter(near).ok().unwrap();
        let _second = counts.enter(neighbour).ok().unwrap();
        assert_eq!(counts.enter(near).err(), Some(Refusal::TooManyConnections(2)));
        let _third = counts.enter(far).ok().unwrap();
        assert_eq!(counts.enter(far).err(), Some(Refusal::TooManyConnections(3)));
        drop(first);
        assert_eq!(counts.connections(), 2);
        assert!(counts.enter(near).is_ok());
    }

    #[test]
    fn sockets_of_an_address_are_counted_until_they_are_dropped() {
        let counts = Counts::new(Limits { sockets_of_an_address: 2, ..Limits::default() });
        let [near, far]: [IpAddr; 2] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse().unwrap());
        let (first, _second) = (counts.socket(near), counts.socket(near));
        assert!(first.is_some());
        assert!(counts.socket(near).is_none());
        assert!(counts.socket(far).is_some());
        drop(first);
        assert!(counts.socket(near).is_some());
    }

    #[test]
    fn tables_and_guesses_are_counted_by_address_not_by_connection() {
        let counts = Counts::new(Limits { tables: 2, guesses: 1, ..Limits::default() });
        let address = "192.0.2.1".parse().unwrap();
        let (one, two) = (counts.enter(address).ok().unwrap(), counts.enter(address).ok().unwrap());
        assert_eq!([one.table(), two.table(), one.table()], [Ok(()), Ok(()), Err(Refusal::TooManyTables(2))]);
        assert_eq!(one.guessed(), Ok(()));
        assert_eq!(two.guessed(), Err(Refusal::TooManyGuesses(1)));
    }

    #[test]
    fn twice_the_rate_may_come_at_once() {
        let mut pace = Pace::new(10);
        let passed = (0..100).filter(|_| pace.take()).count();
        assert!((20..25).contains(&passed), "{passed}");
    }
}
