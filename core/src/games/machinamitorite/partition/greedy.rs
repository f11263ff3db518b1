//! The partition that most people make: the biggest set first.

use super::photos::{City, Counts, Photo};
use super::sets::{Partition, SameSize, Set, partition_with};

/// The partition made by always taking the biggest set first: every same-house set as large as possible, then trios.
///
/// Shown beside the best one, because most people group like this, and it is often not the best.
pub fn greedy_partition(counts: &Counts) -> Partition {
    let mut rest = *counts;
    let mut sets = Vec::new();
    let mut take_all = |set: Set| {
        while let Some(less) = rest.without(set) {
            rest = less;
            sets.push(set);
        }
    };
    for n in SameSize::LARGEST_FIRST {
        Photo::all().for_each(|photo| take_all(Set::Same { photo, n }));
    }
    City::ALL.into_iter().for_each(|city| take_all(Set::Trio { city }));
    partition_with(counts, sets)
}

/// The points of [`greedy_partition`].
pub fn greedy_points(counts: &Counts) -> u16 {
    greedy_partition(counts).points()
}
