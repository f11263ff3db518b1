//! The cards, and the runs at the top of the pile: what may be played on it, and why.
//!
//! Only cards with a category and an area are part of this. A Reverse clears the pile, and so does whoever takes a +2
//! stack, so neither ever lies between two of them.

use serde::{Deserialize, Serialize};

use crate::domain::seats::tidy_name;

/// Consecutive cards of one category that make a set (000 §13).
pub const CATEGORY_SET: u8 = 4;
/// Consecutive cards of one area that make a set (000 §13).
pub const AREA_SET: u8 = 3;
/// Longest label of a category or an area, in characters.
pub const MAX_LABEL: usize = 24;

/// The kind of sight on a card, one of four (000 §7; names as suggested in §25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// Hot springs.
    HotSprings,
    /// Seas, lakes and rivers: the blue category of 000 §17.
    LakesRivers,
    /// Parks and forests.
    ParksForests,
    /// Castles and structures.
    CastlesStructures,
}

impl Category {
    /// All four, in the order of the text.
    pub const ALL: [Category; 4] =
        [Category::HotSprings, Category::LakesRivers, Category::ParksForests, Category::CastlesStructures];

    /// Stable text id, as in saves.
    pub fn id(self) -> &'static str {
        match self {
            Category::HotSprings => "hot_springs",
            Category::LakesRivers => "lakes_rivers",
            Category::ParksForests => "parks_forests",
            Category::CastlesStructures => "castles_structures",
        }
    }

    /// The category with this [`id`](Category::id).
    pub fn from_id(id: &str) -> Option<Category> {
        Category::ALL.into_iter().find(|category| category.id() == id)
    }
}

/// The part of Japan on a card, one of six (000 §7). The text names two of them; the others have numbers until the
/// table names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// Hokkaido (000 §12).
    Hokkaido,
    /// Kinki, orange (000 §16).
    Kinki,
    /// Not named in the text.
    Area3,
    /// Not named in the text.
    Area4,
    /// Not named in the text.
    Area5,
    /// Not named in the text.
    Area6,
}

impl Area {
    /// All six.
    pub const ALL: [Area; 6] = [Area::Hokkaido, Area::Kinki, Area::Area3, Area::Area4, Area::Area5, Area::Area6];

    /// Stable text id, as in saves.
    pub fn id(self) -> &'static str {
        match self {
            Area::Hokkaido => "hokkaido",
            Area::Kinki => "kinki",
            Area::Area3 => "area3",
            Area::Area4 => "area4",
            Area::Area5 => "area5",
            Area::Area6 => "area6",
        }
    }

    /// The area with this [`id`](Area::id).
    pub fn from_id(id: &str) -> Option<Area> {
        Area::ALL.into_iter().find(|area| area.id() == id)
    }
}

/// A card with a category and an area. The text does not say how many of each exist, so equal cards may follow each
/// other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Card {
    /// Its category.
    pub category: Category,
    /// Its area.
    pub area: Area,
}

impl Card {
    /// All 24 possible cards, by category: the 4 x 6 grid.
    pub fn all() -> impl Iterator<Item = Card> {
        Category::ALL.into_iter().flat_map(|category| Area::ALL.into_iter().map(move |area| Card { category, area }))
    }
}

/// The table's names for categories and areas. Where one is empty, the app's own is shown, in the current language.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Labels {
    /// In the order of [`Category::ALL`].
    pub categories: [String; 4],
    /// In the order of [`Area::ALL`].
    pub areas: [String; 6],
}

/// Why a label is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelFault {
    /// Extra white space or control characters.
    Untidy,
    /// More than [`MAX_LABEL`] characters.
    Long,
    /// The same as an earlier category, or an earlier area.
    Twice,
}

impl Labels {
    /// The table's name for `category`; empty for the app's own.
    pub fn category(&self, category: Category) -> &str {
        &self.categories[category as usize]
    }

    /// The table's name for `area`; empty for the app's own.
    pub fn area(&self, area: Area) -> &str {
        &self.areas[area as usize]
    }

    /// Checks every label.
    ///
    /// # Errors
    /// The first label that cannot be used, categories first.
    pub fn check(&self) -> Result<(), (SetOf, LabelFault)> {
        for (at, category) in Category::ALL.into_iter().enumerate() {
            check_label(&self.categories, at).map_err(|fault| (SetOf::Category(category), fault))?;
        }
        for (at, area) in Area::ALL.into_iter().enumerate() {
            check_label(&self.areas, at).map_err(|fault| (SetOf::Area(area), fault))?;
        }
        Ok(())
    }
}

fn check_label(labels: &[String], at: usize) -> Result<(), LabelFault> {
    let label = &labels[at];
    if tidy_name(label) != *label {
        return Err(LabelFault::Untidy);
    }
    if label.chars().count() > MAX_LABEL {
        return Err(LabelFault::Long);
    }
    if !label.is_empty() && labels[..at].contains(label) {
        return Err(LabelFault::Twice);
    }
    Ok(())
}

/// What a run or set consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetOf {
    /// Cards of one category: [`CATEGORY_SET`] make a set.
    Category(Category),
    /// Cards of one area: [`AREA_SET`] make a set.
    Area(Area),
}

impl SetOf {
    /// Number of cards in a set of this kind.
    pub fn size(self) -> u8 {
        match self {
            SetOf::Category(_) => CATEGORY_SET,
            SetOf::Area(_) => AREA_SET,
        }
    }
}

/// A run that a play extends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// What it consists of.
    pub of: SetOf,
    /// Its length before the play, at least 1.
    pub from: u8,
    /// Its length after the play, at most a set.
    pub to: u8,
}

impl Growth {
    /// Whether the run is now a set.
    pub fn completes(self) -> bool {
        self.to >= self.of.size()
    }
}

/// Why a play is legal: the runs it extends, at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fit {
    /// The category run, if every card played is of that category.
    pub category: Option<Growth>,
    /// The area run, if every card played is of that area.
    pub area: Option<Growth>,
}

impl Fit {
    /// The sets the play completes: none, one, or one of each kind.
    pub fn sets(self) -> impl Iterator<Item = SetOf> {
        self.category.into_iter().chain(self.area).filter(|growth| growth.completes()).map(|growth| growth.of)
    }

    /// Whether the play completes a set, which clears the pile (000 §14).
    pub fn completes(self) -> bool {
        self.sets().next().is_some()
    }
}

/// Why cards may not be played on the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Misfit {
    /// The card, or the first of two, shares neither category nor area with the top card (000 §8, §10).
    NoMatch {
        /// The card on top.
        top: Card,
    },
    /// The two cards would not complete a set (000 §15, §17).
    NoSet {
        /// Length that the last card's category run would have; a set is [`CATEGORY_SET`].
        category: u8,
        /// Length that the last card's area run would have; a set is [`AREA_SET`].
        area: u8,
    },
    /// The first of the two cards completes a set by itself, so it must be played alone (000 §21).
    FirstCompletes {
        /// What it completes.
        why: Fit,
        /// Whether the two cards are legal in the other order.
        other_way: bool,
    },
}

/// The effect of playing one card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaidCard {
    /// Why it is legal.
    pub why: Fit,
    /// The runs afterwards; `None` if a set was completed and the pile is cleared.
    pub left: Option<Runs>,
}

/// The sets that the next play could complete.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Openings {
    /// Those that one card completes; two are not allowed for them (000 §21).
    pub one: Vec<SetOf>,
    /// Those that two cards complete (000 §15, §16, §19).
    pub two: Vec<SetOf>,
}

/// The top of the pile: its top card, and how many cards from the top share its category and its area.
///
/// A completed set clears the pile, so the category run is 1 to 3 and the area run 1 or 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runs {
    top: Card,
    category: u8,
    area: u8,
}

impl Runs {
    /// The runs of a pile of a single card, just turned up.
    pub fn new(top: Card) -> Runs {
        Runs { top, category: 1, area: 1 }
    }

    /// The top card.
    pub fn top(self) -> Card {
        self.top
    }

    /// Length of the category run, top card included: 1 to 3.
    pub fn category(self) -> u8 {
        self.category
    }

    /// Length of the area run, top card included: 1 or 2.
    pub fn area(self) -> u8 {
        self.area
    }

    /// The sets that the next play could complete.
    pub fn openings(self) -> Openings {
        let mut openings = Openings::default();
        let runs = [(SetOf::Category(self.top.category), self.category), (SetOf::Area(self.top.area), self.area)];
        for (of, run) in runs {
            match of.size().saturating_sub(run) {
                1 => openings.one.push(of),
                2 => openings.two.push(of),
                _ => {}
            }
        }
        openings
    }

    /// Plays one card (000 §8).
    ///
    /// # Errors
    /// [`Misfit::NoMatch`].
    pub fn one(self, card: Card) -> Result<LaidCard, Misfit> {
        let runs = self.then(card);
        let why = Fit {
            category: (card.category == self.top.category).then_some(Growth {
                of: SetOf::Category(card.category),
                from: self.category,
                to: runs.category,
            }),
            area: (card.area == self.top.area).then_some(Growth {
                of: SetOf::Area(card.area),
                from: self.area,
                to: runs.area,
            }),
        };
        if why.category.is_none() && why.area.is_none() {
            return Err(Misfit::NoMatch { top: self.top });
        }
        Ok(LaidCard { why, left: (!why.completes()).then_some(runs) })
    }

    /// Plays two cards, the lower one first. That is only legal if the second completes a set of which both are part;
    /// the pile is cleared then (000 §15). Nothing has to check that the first is part of it: a run that the first card
    /// breaks is only one card long when the second is played, so the second cannot complete it.
    ///
    /// # Errors
    /// Any [`Misfit`].
    pub fn two(self, cards: [Card; 2]) -> Result<Fit, Misfit> {
        let [first, second] = cards;
        let played = self.one(first)?;
        let Some(between) = played.left else {
            let other_way =
                self.one(second).is_ok_and(|played| played.left.is_some()) && self.two([second, first]).is_ok();
            return Err(Misfit::FirstCompletes { why: played.why, other_way });
        };
        let after = between.then(second);
        let over =
            |growth: Option<Growth>, same: bool, to: u8| growth.filter(|_| same).map(|growth| Growth { to, ..growth });
        let why = Fit {
            category: over(played.why.category, second.category == first.category, after.category),
            area: over(played.why.area, second.area == first.area, after.area),
        };
        if why.completes() { Ok(why) } else { Err(Misfit::NoSet { category: after.category, area: after.area }) }
    }

    /// The runs with `card` on top, legal or not.
    fn then(self, card: Card) -> Runs {
        let run = |same: bool, length: u8| if same { length.saturating_add(1) } else { 1 };
        Runs {
            top: card,
            category: run(card.category == self.top.category, self.category),
            area: run(card.area == self.top.area, self.area),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runs of every possible pile.
    fn every_runs() -> Vec<Runs> {
        Card::all()
            .flat_map(|top| {
                (1..CATEGORY_SET).flat_map(move |category| (1..AREA_SET).map(move |area| Runs { top, category, area }))
            })
            .collect()
    }

    #[test]
    fn ids_round_trip_and_match_the_saves() {
        for category in Category::ALL {
            assert_eq!(Category::from_id(category.id()), Some(category));
            assert_eq!(serde_json::to_value(category).unwrap(), category.id());
        }
        for area in Area::ALL {
            assert_eq!(Area::from_id(area.id()), Some(area));
            assert_eq!(serde_json::to_value(area).unwrap(), area.id());
        }
        assert_eq!(Category::from_id("kinki"), None);
        assert_eq!(Area::from_id("hot_springs"), None);
        assert_eq!(Card::all().count(), 24);
    }

    #[test]
    fn a_card_goes_on_exactly_when_it_shares_category_or_area_with_the_top() {
        for runs in every_runs() {
            for card in Card::all() {
                let shares = card.category == runs.top.category || card.area == runs.top.area;
                assert_eq!(runs.one(card).is_ok(), shares, "{card:?} on {runs:?}");
            }
        }
    }

    /// The rule said another way, for every pile and every pair of cards: both share the top card's area with a run of
    /// 1, or its category with a run of 2, and the first does not complete a set alone.
    #[test]
    fn two_cards_go_on_exactly_when_the_two_complete_a_set() {
        for runs in every_runs() {
            for first in Card::all() {
                let alone = (runs.category == 3 && first.category == runs.top.category)
                    || (runs.area == 2 && first.area == runs.top.area);
                for second in Card::all() {
                    let by_area = runs.area == 1 && first.area == runs.top.area && second.area == runs.top.area;
                    let by_category = runs.category == 2
                        && first.category == runs.top.category
                        && second.category == runs.top.category;
                    let legal = !alone && (by_area || by_category);
                    let played = runs.two([first, second]);
                    assert_eq!(played.is_ok(), legal, "{first:?} {second:?} on {runs:?}");
                    if let Ok(why) = played {
                        let sets: Vec<SetOf> = why.sets().collect();
                        assert_eq!(sets.contains(&SetOf::Area(runs.top.area)), by_area);
                        assert_eq!(sets.contains(&SetOf::Category(runs.top.category)), by_category);
                    }
                }
            }
        }
    }

    #[test]
    fn an_opening_is_there_exactly_when_some_cards_use_it() {
        for runs in every_runs() {
            let openings = runs.openings();
            let mut one: Vec<SetOf> =
                Card::all().filter_map(|card| runs.one(card).ok()).flat_map(|played| played.why.sets()).collect();
            one.sort();
            one.dedup();
            assert_eq!(openings.one, one, "{runs:?}");
            let mut two: Vec<SetOf> = Card::all()
                .flat_map(|first| Card::all().map(move |second| [first, second]))
                .filter_map(|cards| runs.two(cards).ok())
                .flat_map(Fit::sets)
                .collect();
            two.sort();
            two.dedup();
            assert_eq!(openings.two, two, "{runs:?}");
        }
    }

    #[test]
    fn the_order_of_two_cards_matters_and_the_refusal_says_so() {
        let card = |category, area| Card { category, area };
        let runs = Runs { top: card(Category::HotSprings, Area::Kinki), category: 3, area: 1 };
        let same_category = card(Category::HotSprings, Area::Kinki);
        let other_category = card(Category::ParksForests, Area::Kinki);
        assert!(matches!(
            runs.two([same_category, other_category]),
            Err(Misfit::FirstCompletes { other_way: true, .. })
        ));
        assert!(runs.two([other_category, same_category]).is_ok());
        assert!(matches!(
            runs.two([same_category, same_category]),
            Err(Misfit::FirstCompletes { other_way: false, .. })
        ));
    }

    #[test]
    fn runs_stay_below_a_set() {
        for runs in every_runs() {
            for left in Card::all().filter_map(|card| runs.one(card).ok()).filter_map(|played| played.left) {
                assert!((1..CATEGORY_SET).contains(&left.category) && (1..AREA_SET).contains(&left.area));
            }
        }
    }

    #[test]
    fn each_label_fault_is_named() {
        let mut labels = Labels::default();
        assert_eq!(labels.check(), Ok(()));
        labels.categories[1] = "湖・川".to_owned();
        labels.areas[1] = "近畿".to_owned();
        assert_eq!(labels.check(), Ok(()));
        assert_eq!(labels.category(Category::LakesRivers), "湖・川");
        assert_eq!(labels.area(Area::Kinki), "近畿");
        labels.areas[2] = "近畿".to_owned();
        assert_eq!(labels.check(), Err((SetOf::Area(Area::Area3), LabelFault::Twice)));
        labels.areas[2] = " 近畿".to_owned();
        assert_eq!(labels.check(), Err((SetOf::Area(Area::Area3), LabelFault::Untidy)));
        labels.categories[3] = "x".repeat(MAX_LABEL + 1);
        assert_eq!(labels.check(), Err((SetOf::Category(Category::CastlesStructures), LabelFault::Long)));
    }
}
