//! What other sets would cost: the answer to "couldn't I have made ...?".

use serde::{Deserialize, Serialize};

use super::best::{best_partition, best_points};
use super::photos::{City, Counts, Photo};
use super::sets::{Partition, SameSize, Set};

/// Most answers given by [`why_not`].
pub const MAX_WHY_NOT: usize = 6;

/// A tempting set that is not in the partition, and the result of taking it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct WhyNot {
    /// The set.
    pub set: Set,
    /// How many of it are forced: 1, or for a trio one more than the partition has.
    pub copies: u8,
    /// The most points if the partition must hold `set` `copies` times.
    pub forced_total: u16,
    /// The most points with nothing forced: [`best_points`].
    pub best: u16,
    /// `best - forced_total`. At 0 it is an equally good alternative.
    pub loses: u16,
    /// The sets of the partition that would have to give up photos for it, in the partition's order. A trio gives one
    /// photo to a same-house set. Empty if left-overs are enough.
    pub used_in: Vec<Set>,
    /// The best partition that holds the forced set, worth `forced_total`.
    pub instead: Partition,
}

/// Answers "why not this set?" for the sets a person would ask about, given a `partition` of `counts`.
///
/// These are: for each house every larger set than the partition has (any, if it has none), and a smaller one only if
/// that costs nothing; and for each city one more trio. The sets with the most points come first, then the ones that
/// lose least; at most [`MAX_WHY_NOT`].
pub fn why_not(counts: &Counts, partition: &Partition) -> Vec<WhyNot> {
    let best = best_points(counts);
    let same = Photo::all().flat_map(|photo| SameSize::LARGEST_FIRST.map(|n| (Set::Same { photo, n }, 1)));
    let trios = City::ALL.into_iter().map(|city| {
        let trio = Set::Trio { city };
        (trio, 1 + partition.sets.iter().filter(|&&set| set == trio).count())
    });
    let mut answers: Vec<WhyNot> = same
        .chain(trios)
        .filter(|(set, _)| matches!(set, Set::Trio { .. }) || !partition.sets.contains(set))
        .filter_map(|(set, copies)| {
            let rest = (0..copies).try_fold(*counts, |rest, _| rest.without(set))?;
            let mut instead = best_partition(&rest);
            instead.sets.extend((0..copies).map(|_| set));
            instead.sets.sort_by_key(Set::reading_order);
            let forced_total = instead.points();
            Some(WhyNot {
                set,
                copies: u8::try_from(copies).ok()?,
                forced_total,
                best,
                loses: best.saturating_sub(forced_total),
                used_in: used_in(set, partition),
                instead,
            })
        })
        .filter(|answer| answer.loses == 0 || !smaller_than_taken(answer.set, partition))
        .collect();
    answers.sort_by_key(|answer| (answer.set.reading_order().0, answer.loses));
    answers.truncate(MAX_WHY_NOT);
    answers
}

fn smaller_than_taken(set: Set, partition: &Partition) -> bool {
    let Set::Same { photo, n } = set else { return false };
    partition.sets.iter().any(|taken| matches!(taken, Set::Same { photo: p, n: m } if *p == photo && *m > n))
}

/// The sets of the partition that must give up photos for one more `set`. Left-overs are used first, and a set of the
/// same house grows before a trio is broken.
fn used_in(set: Set, partition: &Partition) -> Vec<Set> {
    let left = |photo| partition.left_over.get(photo);
    match set {
        Set::Same { photo, n } => {
            let same_house = partition.sets.iter().filter_map(|&taken| match taken {
                Set::Same { photo: p, n } if p == photo => Some((taken, n.cards())),
                _ => None,
            });
            let trios =
                partition.sets.iter().filter(|&&taken| taken == Set::Trio { city: photo.city }).map(|&t| (t, 1));
            let mut missing = n.cards().saturating_sub(left(photo));
            let mut used = Vec::new();
            for (taken, gives) in same_house.chain(trios) {
                if missing > 0 {
                    used.push(taken);
                    missing = missing.saturating_sub(gives);
                }
            }
            used
        }
        Set::Trio { city } => {
            let breaks =
                |taken: &Set| matches!(taken, Set::Same { photo, .. } if photo.city == city && left(*photo) == 0);
            partition.sets.iter().copied().filter(breaks).collect()
        }
    }
}
