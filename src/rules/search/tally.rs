//! The score of each section, added up part by part of the query.

use super::fields::{Fields, TITLE, worth};

/// The score of each section, part by part of the query.
pub(super) struct Tally {
    sum: Vec<f32>,
    pub(super) fields: Vec<Fields>,
    /// The weight of the parts of the query that were found in it.
    cover: Vec<f32>,
    /// How much of its title was typed, in the measure of [`Index::titles`](super::index::Index::titles).
    title: Vec<[f32; 2]>,
    /// For the current part of the query: the value of each section's best match, and how much of its title that
    /// covers.
    open: Vec<(f32, f32)>,
    /// Whether the current part is made of words (0) or letters (1), and its weight.
    kind: usize,
    weight: f32,
    /// The weight of all parts so far.
    total: f32,
}

impl Tally {
    pub(super) fn new(sections: usize) -> Tally {
        Tally {
            sum: vec![0.0; sections],
            fields: vec![0; sections],
            cover: vec![0.0; sections],
            title: vec![[0.0; 2]; sections],
            open: vec![(0.0, 0.0); sections],
            kind: 0,
            weight: 0.0,
            total: 0.0,
        }
    }

    /// Begins the next part of the query.
    pub(super) fn part(&mut self, kind: usize, weight: f32) {
        self.kind = kind;
        self.weight = weight;
        self.total += weight;
    }

    /// Adds an occurrence of the current part, which it `fits` so well.
    pub(super) fn add(&mut self, section: u16, fields: Fields, rarity: f32, fits: f32) {
        let section = usize::from(section);
        self.fields[section] |= fields;
        let value = worth(fields) * rarity * fits;
        if value > self.open[section].0 {
            self.open[section].0 = value;
        }
        if fields & TITLE != 0 {
            let open = &mut self.open[section];
            open.1 = open.1.max(rarity * fits);
        }
    }

    /// Ends the current part: adds each section's best match.
    pub(super) fn close(&mut self) {
        for (section, open) in self.open.iter_mut().enumerate() {
            if open.0 > 0.0 {
                self.sum[section] += open.0;
                self.cover[section] += self.weight;
                self.title[section][self.kind] += open.1;
                *open = (0.0, 0.0);
            }
        }
    }

    /// The score of a section, whose title has the weight `titles`.
    pub(super) fn score(&self, section: usize, titles: &[f32; 2]) -> f32 {
        if self.total <= 0.0 || self.sum[section] <= 0.0 {
            return 0.0;
        }
        let cover = self.cover[section] / self.total;
        let share = |kind: usize| (self.title[section][kind] / titles[kind].max(1.0)).min(1.0);
        self.sum[section] * (0.1 + 0.9 * cover) * (1.0 + 0.5 * share(0).max(share(1)))
    }
}
