//! What one table, address or connection may use up ([`Limits`]), and what addresses and connections have used up.
//!
//! Time is what has passed since any moment, as long as it is the same one for all that count together.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

use takujo_wire::Refusal;

use crate::table::Room;

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

impl Limits {
    /// How often a connection is looked at, and its phone pinged.
    #[must_use]
    pub fn pings(&self) -> Duration {
        self.patience.min(self.silence / 3)
    }

    pub(crate) fn room(&self) -> Room {
        Room { entries: self.entries, bytes: self.bytes }
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
    since: Duration,
    count: u32,
}

impl Window {
    /// Whether what it counted still matters.
    fn counts(&self, now: Duration, lasts: Duration) -> bool {
        now.saturating_sub(self.since) < lasts && self.count > 0
    }

    /// Counts one more, and says how many there are now.
    fn add(&mut self, now: Duration, lasts: Duration) -> u32 {
        if now.saturating_sub(self.since) >= lasts {
            *self = Self { since: now, count: 0 };
        }
        self.count = self.count.saturating_add(1);
        self.count
    }
}

/// What one address has opened and guessed.
#[derive(Clone, Copy)]
pub struct Spent {
    tables: Window,
    guesses: Window,
}

impl Spent {
    /// Nothing yet.
    #[must_use]
    pub fn new(now: Duration) -> Self {
        let new = Window { since: now, count: 0 };
        Self { tables: new, guesses: new }
    }

    /// Counts what somebody at this address does.
    ///
    /// # Errors
    /// [`Refusal::TooManyTables`] or [`Refusal::TooManyGuesses`] if it is too much.
    pub fn count(&mut self, counted: Counted, limits: &Limits, now: Duration) -> Result<(), Refusal> {
        let (count, limit) = match counted {
            Counted::Table => (self.tables.add(now, HOUR), limits.tables),
            Counted::Guess => (self.guesses.add(now, MINUTE), limits.guesses),
        };
        if count <= limit { Ok(()) } else { Err(counted.refusal(limits)) }
    }

    /// Whether it may be forgotten: none of it matters any more. That is so an hour after the last that was counted, at
    /// the latest.
    #[must_use]
    pub fn is_over(&self, now: Duration) -> bool {
        !self.tables.counts(now, HOUR) && !self.guesses.counts(now, MINUTE)
    }

    /// It as bytes, with the time in milliseconds.
    #[must_use]
    pub fn sleep(&self) -> Vec<u8> {
        let window = |window: &Window| {
            [&(window.since.as_millis() as u64).to_be_bytes()[..], &window.count.to_be_bytes()].concat()
        };
        [window(&self.tables), window(&self.guesses)].concat()
    }

    /// What these bytes are; `None` for those that [`Spent::sleep`] did not make.
    #[must_use]
    pub fn wake(bytes: &[u8]) -> Option<Self> {
        let (tables, guesses) = bytes.split_at_checked(12)?;
        let window = |bytes: &[u8]| {
            let (since, count) = bytes.split_first_chunk()?;
            let since = Duration::from_millis(u64::from_be_bytes(*since));
            Some(Window { since, count: u32::from_be_bytes(count.try_into().ok()?) })
        };
        Some(Self { tables: window(tables)?, guesses: window(guesses)? })
    }
}

struct Use {
    sockets: u32,
    connections: u32,
    spent: Spent,
}

/// What each address has used up. An address is that of a phone; those of one IPv6 /64 count as one.
pub struct Addresses {
    limits: Limits,
    used: HashMap<IpAddr, Use>,
    connections: u32,
}

/// The address that is counted: of IPv6 the /64, because whoever has one such address has 2^64.
#[must_use]
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        v4 => v4,
    }
}

impl Addresses {
    /// Nothing is used up yet.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, used: HashMap::new(), connections: 0 }
    }

    /// What this address has used up; `None` if there is no room for one more.
    fn used(&mut self, address: IpAddr, now: Duration) -> Option<&mut Use> {
        let address = network(address);
        if self.used.len() >= ADDRESSES {
            self.used.retain(|_, used| used.sockets > 0 || used.connections > 0 || !used.spent.is_over(now));
            if self.used.len() >= ADDRESSES && !self.used.contains_key(&address) {
                return None;
            }
        }
        let unused = Use { sockets: 0, connections: 0, spent: Spent::new(now) };
        Some(self.used.entry(address).or_insert(unused))
    }

    /// Counts a connection in, whatever it is for, and says whether it may be: its address may have as many already.
    #[must_use]
    pub fn connect(&mut self, address: IpAddr, now: Duration) -> bool {
        let limit = self.limits.sockets_of_an_address;
        match self.used(address, now) {
            Some(used) if used.sockets < limit => {
                used.sockets += 1;
                true
            }
            _ => false,
        }
    }

    /// Counts a connection out that [`Addresses::connect`] has counted in.
    pub fn disconnect(&mut self, address: IpAddr) {
        if let Some(used) = self.used.get_mut(&network(address)) {
            used.sockets = used.sockets.saturating_sub(1);
        }
    }

    /// Counts a connection to a table in.
    ///
    /// # Errors
    /// [`Refusal::TooManyConnections`] with the limit that is reached.
    pub fn enter(&mut self, address: IpAddr, now: Duration) -> Result<(), Refusal> {
        let (all, of_an_address) = (self.limits.connections, self.limits.of_an_address);
        if self.connections >= all {
            return Err(Refusal::TooManyConnections(all));
        }
        let used = self.used(address, now).ok_or(Refusal::TooManyConnections(all))?;
        if used.connections >= of_an_address {
            return Err(Refusal::TooManyConnections(of_an_address));
        }
        used.connections += 1;
        self.connections += 1;
        Ok(())
    }

    /// Counts a connection out that [`Addresses::enter`] has counted in.
    pub fn leave(&mut self, address: IpAddr) {
        self.connections = self.connections.saturating_sub(1);
        if let Some(used) = self.used.get_mut(&network(address)) {
            used.connections = used.connections.saturating_sub(1);
        }
    }

    /// How many connections to tables there are.
    #[must_use]
    pub fn connections(&self) -> u32 {
        self.connections
    }

    /// Counts what somebody at this address does.
    ///
    /// # Errors
    /// [`Refusal::TooManyTables`] or [`Refusal::TooManyGuesses`] if it is too much, or nobody is connected from there.
    pub fn count(&mut self, address: IpAddr, counted: Counted, now: Duration) -> Result<(), Refusal> {
        match self.used.get_mut(&network(address)) {
            Some(used) => used.spent.count(counted, &self.limits, now),
            None => Err(counted.refusal(&self.limits)),
        }
    }
}

/// What is counted by address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// A table that is about to be opened.
    Table,
    /// A secret that was wrong.
    Guess,
}

impl Counted {
    /// What is said where it is too much.
    #[must_use]
    pub fn refusal(self, limits: &Limits) -> Refusal {
        match self {
            Self::Table => Refusal::TooManyTables(limits.tables),
            Self::Guess => Refusal::TooManyGuesses(limits.guesses),
        }
    }
}

/// Lets messages through at a rate per second, and twice that many at once.
pub(crate) struct Pace {
    rate: f64,
    pub left: f64,
    pub at: Duration,
}

impl Pace {
    pub fn new(rate: u32, now: Duration) -> Self {
        Self { rate: rate.into(), left: f64::from(rate) * 2.0, at: now }
    }

    /// Whether one more may come now.
    pub fn take(&mut self, now: Duration) -> bool {
        let passed = now.saturating_sub(self.at).as_secs_f64();
        self.left = (self.left + passed * self.rate).min(self.rate * 2.0) - 1.0;
        self.at = now;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Duration = Duration::from_secs(7);

    fn addresses<const N: usize>(texts: [&str; N]) -> [IpAddr; N] {
        texts.map(|text| text.parse().unwrap())
    }

    #[test]
    fn an_address_gets_its_share_and_gives_it_back() {
        let mut used = Addresses::new(Limits { connections: 3, of_an_address: 2, ..Limits::default() });
        let [near, neighbour, far] = addresses(["2001:db8::1", "2001:db8::2", "192.0.2.1"]);
        assert_eq!([used.enter(near, START), used.enter(neighbour, START)], [Ok(()), Ok(())]);
        assert_eq!(used.enter(near, START), Err(Refusal::TooManyConnections(2)));
        assert_eq!(used.enter(far, START), Ok(()));
        assert_eq!(used.enter(far, START), Err(Refusal::TooManyConnections(3)));
        used.leave(neighbour);
        assert_eq!(used.connections(), 2);
        assert_eq!(used.enter(near, START), Ok(()));
    }

    #[test]
    fn connections_of_any_kind_are_counted_until_they_end() {
        let mut used = Addresses::new(Limits { sockets_of_an_address: 2, ..Limits::default() });
        let [near, far] = addresses(["192.0.2.1", "192.0.2.2"]);
        assert!(used.connect(near, START) && used.connect(near, START));
        assert!(!used.connect(near, START));
        assert!(used.connect(far, START));
        used.disconnect(near);
        assert!(used.connect(near, START));
    }

    #[test]
    fn tables_are_counted_by_the_hour_and_guesses_by_the_minute() {
        let mut used = Addresses::new(Limits { tables: 2, guesses: 1, ..Limits::default() });
        let [near, far] = addresses(["192.0.2.1", "192.0.2.2"]);
        assert_eq!(used.count(near, Counted::Table, START), Err(Refusal::TooManyTables(2)), "nobody is there");
        assert_eq!([used.enter(near, START), used.enter(near, START), used.enter(far, START)], [Ok(()); 3]);
        let mut count = |address, counted, after: Duration| used.count(address, counted, START + after);
        let (too_many_tables, too_many_guesses) = (Err(Refusal::TooManyTables(2)), Err(Refusal::TooManyGuesses(1)));
        let second = Duration::from_secs(1);
        for (address, counted, after, outcome) in [
            (near, Counted::Table, Duration::ZERO, Ok(())),
            (near, Counted::Guess, Duration::ZERO, Ok(())),
            (near, Counted::Table, second, Ok(())),
            (near, Counted::Guess, MINUTE - second, too_many_guesses),
            (near, Counted::Guess, MINUTE, Ok(())),
            (near, Counted::Guess, MINUTE, too_many_guesses),
            (near, Counted::Table, HOUR - second, too_many_tables),
            (far, Counted::Table, HOUR - second, Ok(())),
            (near, Counted::Table, HOUR, Ok(())),
            // A clock that goes back lets nobody in.
            (near, Counted::Table, Duration::ZERO, Ok(())),
            (near, Counted::Table, Duration::ZERO, too_many_tables),
        ] {
            assert_eq!(count(address, counted, after), outcome, "{counted:?} after {after:?}");
        }
    }

    #[test]
    fn what_was_spent_survives_its_bytes() {
        let limits = Limits { tables: 2, guesses: 1, ..Limits::default() };
        let mut spent = Spent::new(START);
        for (counted, after, outcome) in [
            (Counted::Table, Duration::ZERO, Ok(())),
            (Counted::Guess, Duration::ZERO, Ok(())),
            (Counted::Guess, MINUTE / 2, Err(Refusal::TooManyGuesses(1))),
            (Counted::Guess, MINUTE, Ok(())),
            (Counted::Table, HOUR / 2, Ok(())),
            (Counted::Table, HOUR / 2, Err(Refusal::TooManyTables(2))),
        ] {
            assert_eq!(spent.count(counted, &limits, START + after), outcome, "{counted:?} after {after:?}");
            spent = Spent::wake(&spent.sleep()).unwrap();
            assert!(!spent.is_over(START + after));
        }
        assert!(!spent.is_over(START + HOUR - MINUTE) && spent.is_over(START + HOUR));
        let bytes = spent.sleep();
        assert!(Spent::wake(&bytes[1..]).is_none() && Spent::wake(&[&bytes[..], &[0]].concat()).is_none());
    }

    #[test]
    fn addresses_are_forgotten_once_nothing_of_them_matters() {
        let mut used = Addresses::new(Limits::default());
        let address = |number: usize| IpAddr::from((number as u32).to_be_bytes());
        for number in 0..ADDRESSES {
            assert_eq!(used.enter(address(number), START), Ok(()));
            if number == 5 {
                assert_eq!(used.count(address(number), Counted::Guess, START), Ok(()));
            }
            used.leave(address(number));
        }
        assert_eq!(used.enter(address(ADDRESSES), START), Ok(()));
        assert_eq!(used.used.len(), 2, "whoever guessed, and the new one");
    }

    #[test]
    fn twice_the_rate_may_come_at_once_and_then_the_rate() {
        let mut pace = Pace::new(10, START);
        let mut passed = |after| (0..100).filter(|_| pace.take(START + after)).count();
        assert_eq!(passed(Duration::ZERO), 20);
        // Whoever went on all the same waits for that as well.
        assert_eq!(passed(Duration::from_secs(1)), 0);
        let mut pace = Pace::new(10, START);
        for tenth in 0..1000 {
            assert!(pace.take(START + Duration::from_millis(100) * tenth));
        }
    }
}
