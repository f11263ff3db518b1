//! A connection as bytes, for a home that is not in memory while nothing comes.

use std::time::Duration;

use takujo_wire::VERSIONS;

use super::{Doing, Joined, Talk};
use crate::address::Tables;
use crate::limits::{Limits, Pace};

/// The version of the bytes. One of another version is woken by none.
const SLEEP: u8 = 1;

impl Talk {
    /// It as bytes, 47 to 119 of them; `None` while it waits for a reply, or has news.
    #[must_use]
    pub fn sleep(&self) -> Option<Vec<u8>> {
        if !matches!(self.doing, Doing::Nothing) || !self.news.is_empty() {
            return None;
        }
        let mut bytes = vec![SLEEP, self.version];
        for time in [self.begun, self.heard, self.pace.at] {
            bytes.extend(time.as_secs().to_be_bytes());
            bytes.extend(time.subsec_nanos().to_be_bytes());
        }
        bytes.extend(self.pace.left.to_be_bytes());
        match &self.tables {
            Tables::All => bytes.push(0),
            Tables::Partition(first) => bytes.extend([1, *first]),
            Tables::One(table) => {
                bytes.push(2);
                bytes.extend(table);
            }
        }
        if let Some(Joined { table, hash, next, known }) = &self.joined {
            bytes.extend(table);
            bytes.extend(hash);
            bytes.extend(next.to_be_bytes());
            bytes.extend(known.to_be_bytes());
        }
        Some(bytes)
    }

    /// The connection that these bytes are, from then on within these limits. `may_lag` as in [`Talk::new`]. `None` for
    /// bytes that [`Talk::sleep`] did not make.
    #[must_use]
    pub fn wake(bytes: &[u8], limits: Limits, may_lag: bool) -> Option<Self> {
        let mut rest = bytes;
        let [kind, version] = take(&mut rest)?;
        if kind != SLEEP || !VERSIONS.contains(&version) {
            return None;
        }
        let [begun, heard, at] = [time(&mut rest)?, time(&mut rest)?, time(&mut rest)?];
        let left = f64::from_be_bytes(take(&mut rest)?);
        let tables = match take(&mut rest)? {
            [0] => Tables::All,
            [1] => Tables::Partition(take::<1>(&mut rest)?[0]),
            [2] => Tables::One(take(&mut rest)?),
            _ => return None,
        };
        let joined = if rest.is_empty() {
            None
        } else {
            let (table, hash) = (take(&mut rest)?, take(&mut rest)?);
            let [next, known] = [take(&mut rest)?, take(&mut rest)?].map(u32::from_be_bytes);
            Some(Joined { table, hash, next, known })
        };
        let mut pace = Pace::new(limits.messages, at);
        pace.left = left;
        let (doing, news) = (Doing::Nothing, Vec::new());
        rest.is_empty().then_some(Self { limits, may_lag, tables, version, begun, heard, pace, joined, doing, news })
    }
}

/// The next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, left) = rest.split_first_chunk()?;
    *rest = left;
    Some(*taken)
}

fn time(rest: &mut &[u8]) -> Option<Duration> {
    let (secs, nanos) = (u64::from_be_bytes(take(rest)?), u32::from_be_bytes(take(rest)?));
    // More would be a further second, and a panic if there is none.
    (nanos < 1_000_000_000).then(|| Duration::new(secs, nanos))
}
