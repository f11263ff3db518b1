//! Figures for Prometheus. No names, addresses or tables: they are answered to anyone.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use takujo_wire::Refusal;

use crate::log::{LogStore, lock};

/// The upper bounds of the histogram of appends, in milliseconds.
const BOUNDS: [u64; 9] = [1, 2, 5, 10, 25, 50, 100, 250, 1000];

/// Counted since the host was started.
#[derive(Default)]
pub(crate) struct Metrics {
    pub tables: AtomicU64,
    pub joins: AtomicU64,
    pub conflicts: AtomicU64,
    pub sent: AtomicU64,
    refusals: Mutex<BTreeMap<&'static str, u64>>,
    appends: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
}

impl Metrics {
    pub fn refused(&self, refusal: Refusal) {
        *lock(&self.refusals).entry(refusal.name()).or_default() += 1;
    }

    /// Counts an entry that got into a log, this long after it arrived.
    pub fn appended(&self, after: Duration) {
        let place = BOUNDS.iter().position(|bound| after <= Duration::from_millis(*bound)).unwrap_or(BOUNDS.len());
        self.appends[place].fetch_add(1, Relaxed);
        self.micros.fetch_add(after.as_micros() as u64, Relaxed);
    }

    /// The text that Prometheus reads.
    pub fn text(&self, connections: u32, store: &dyn LogStore) -> String {
        let mut text = String::new();
        let mut figure = |name: &str, kind: &str, help: &str, value: u64| {
            // Writing to a String cannot fail.
            let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}\n");
        };
        figure("takujo_connections", "gauge", "Phones connected now.", connections.into());
        figure("takujo_tables_opened_total", "counter", "Tables opened.", self.tables.load(Relaxed));
        figure("takujo_joins_total", "counter", "Phones that joined a table.", self.joins.load(Relaxed));
        figure(
            "takujo_conflicts_total",
            "counter",
            "Appends that another was faster than.",
            self.conflicts.load(Relaxed),
        );
        figure("takujo_entries_sent_total", "counter", "Entries sent to phones.", self.sent.load(Relaxed));
        if let Some(heard) = store.heard() {
            let heard_of = "Entries heard from the cluster.";
            figure("takujo_entries_heard_total", "counter", heard_of, heard.entries);
            let needed = "Those of them that a phone here follows.";
            figure("takujo_entries_needed_total", "counter", needed, heard.needed);
            figure("takujo_tables_heard", "gauge", "Tables heard.", heard.tables);
            figure("takujo_partitions_heard", "gauge", "Partitions that they are in.", heard.partitions);
        }
        if let Some(store) = store.figures() {
            figure("takujo_tables", "gauge", "Tables kept.", store.tables);
            figure("takujo_entry_bytes", "gauge", "Bytes of all entries.", store.bytes);
            figure("takujo_file_bytes", "gauge", "Bytes of the file they lie in.", store.file);
            figure("takujo_disk_free_bytes", "gauge", "Bytes free on its disk.", store.free);
            figure("takujo_failed_writes_total", "counter", "Writes that failed.", store.failed);
        }
        let _ =
            text.write_str("# HELP takujo_refusals_total Questions refused.\n# TYPE takujo_refusals_total counter\n");
        // All of them, because Prometheus sees no increase in a figure that was not there before.
        let refusals = lock(&self.refusals);
        for name in Refusal::all().map(Refusal::name) {
            let count = refusals.get(name).copied().unwrap_or_default();
            let _ = writeln!(text, "takujo_refusals_total{{reason=\"{name}\"}} {count}");
        }
        let _ = text.write_str(
            "# HELP takujo_append_seconds From an append's arrival to its answer.\n# TYPE takujo_append_seconds histogram\n",
        );
        let mut total = 0;
        for (count, bound) in self.appends.iter().zip(BOUNDS.iter().map(Some).chain([None])) {
            total += count.load(Relaxed);
            let bound = bound.map_or("+Inf".to_owned(), |millis| (*millis as f64 / 1000.0).to_string());
            let _ = writeln!(text, "takujo_append_seconds_bucket{{le=\"{bound}\"}} {total}");
        }
        let sum = self.micros.load(Relaxed) as f64 / 1e6;
        let _ = write!(text, "takujo_append_seconds_sum {sum}\ntakujo_append_seconds_count {total}\n");
        text
    }
}
