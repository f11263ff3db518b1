//! What one player's cards of a round are worth under a wish, step by step. Pure: knows no table and no other round.

use serde::{Deserialize, Serialize};

use super::wish::Wish;

/// Most cards of one kind that a player can enter for a round. The surviving text does not say what is in the deck, so
/// this only catches typing errors: it is five times the largest count in a worked example (4). It also keeps products
/// and totals far inside `i32`: three rounds of 2 to the 20th and a little more.
pub const MAX_PER_KIND: u8 = 20;
/// Printed values range from `-MAX_VALUE` to `MAX_VALUE`: one digit. Our bound, wider than any value in the text.
pub const MAX_VALUE: i8 = 9;

/// A suit of the deck (004 【お願いカード解説】).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardKind {
    /// 晴.
    Sun,
    /// くもり.
    Cloud,
    /// 雨.
    Rain,
    /// 雷.
    Thunder,
    /// 雪.
    Snow,
}

impl CardKind {
    /// All five, in the order in which the text lists their values.
    pub const ALL: [CardKind; 5] = [CardKind::Sun, CardKind::Cloud, CardKind::Rain, CardKind::Thunder, CardKind::Snow];

    /// The stable text id.
    pub fn id(self) -> &'static str {
        match self {
            CardKind::Sun => "sun",
            CardKind::Cloud => "cloud",
            CardKind::Rain => "rain",
            CardKind::Thunder => "thunder",
            CardKind::Snow => "snow",
        }
    }
}

/// One value for each kind of card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ByKind<T> {
    /// For 晴.
    pub sun: T,
    /// For くもり.
    pub cloud: T,
    /// For 雨.
    pub rain: T,
    /// For 雷.
    pub thunder: T,
    /// For 雪.
    pub snow: T,
}

impl<T: Copy> ByKind<T> {
    /// The value for `kind`.
    pub fn get(&self, kind: CardKind) -> T {
        match kind {
            CardKind::Sun => self.sun,
            CardKind::Cloud => self.cloud,
            CardKind::Rain => self.rain,
            CardKind::Thunder => self.thunder,
            CardKind::Snow => self.snow,
        }
    }

    /// Sets the value for `kind`.
    pub fn set(&mut self, kind: CardKind, value: T) {
        match kind {
            CardKind::Sun => self.sun = value,
            CardKind::Cloud => self.cloud = value,
            CardKind::Rain => self.rain = value,
            CardKind::Thunder => self.thunder = value,
            CardKind::Snow => self.snow = value,
        }
    }
}

impl<T> From<[T; 5]> for ByKind<T> {
    /// From values in the order of [`CardKind::ALL`].
    fn from([sun, cloud, rain, thunder, snow]: [T; 5]) -> Self {
        ByKind { sun, cloud, rain, thunder, snow }
    }
}

/// How many cards of each kind a player took in a round, 0 to [`MAX_PER_KIND`] each. The numbers on the cards never
/// matter.
pub type Taken = ByKind<u8>;
/// Points per card of each kind, `-MAX_VALUE` to [`MAX_VALUE`] each.
pub type Values = ByKind<i8>;

impl Taken {
    /// The number of cards.
    pub fn cards(&self) -> u16 {
        CardKind::ALL.iter().map(|kind| u16::from(self.get(*kind))).sum()
    }
}

/// Points per card with 快晴 (004 ●快晴).
pub const CLEAR_SKY: Values = ByKind { sun: 3, cloud: -1, rain: -1, thunder: -2, snow: -2 };
/// Points per card with 曇天, before thunder and snow change the sign (004 ●曇天).
pub const OVERCAST: Values = ByKind { sun: 1, cloud: 1, rain: 1, thunder: 0, snow: 0 };
/// Points per card with 豪雨, besides its product (004 ●豪雨).
pub const DOWNPOUR: Values = ByKind { sun: -1, cloud: 0, rain: 2, thunder: 0, snow: 0 };
/// Points for no trick with 豪雪 (004, where the scan has ●豪俚).
pub const NO_TRICK: i32 = 6;
/// Points per trick with 豪雪 otherwise. The scan has ・3, which we read as -3.
pub const EACH_TRICK: i32 = -3;
/// The factor of each snow in the product of 豪雨 (004 ●豪雨); that of each thunder is 1.
pub const SNOW_FACTOR: i32 = 2;

/// The four wishes scored by values printed on their cards, which the surviving text does not give.
pub const PRINTED_WISHES: [Wish; 4] = [Wish::Sun, Wish::Cloud, Wish::Rain, Wish::Thunderbolt];

/// The values printed on the four wish cards, as far as a table has copied them. Missing ones are never guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PrintedCards {
    /// 晴.
    pub sun: Option<Values>,
    /// くもり.
    pub cloud: Option<Values>,
    /// 雨.
    pub rain: Option<Values>,
    /// 天雷.
    pub thunderbolt: Option<Values>,
}

/// A printed value out of bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrintedError {
    /// On which wish card.
    pub wish: Wish,
    /// For which kind of card.
    pub kind: CardKind,
    /// The value entered, outside `-MAX_VALUE` to [`MAX_VALUE`].
    pub value: i8,
}

impl PrintedCards {
    /// The values on the card of `wish`; `None` if they are not copied, and for the four wishes without printed values.
    pub fn get(&self, wish: Wish) -> Option<&Values> {
        match wish {
            Wish::Sun => self.sun.as_ref(),
            Wish::Cloud => self.cloud.as_ref(),
            Wish::Rain => self.rain.as_ref(),
            Wish::Thunderbolt => self.thunderbolt.as_ref(),
            Wish::HeavySnow | Wish::ClearSky | Wish::Overcast | Wish::Downpour => None,
        }
    }

    /// Points per card with `wish`, besides what else it counts; `None` if they are not copied, and for 豪雪.
    pub fn per_card(&self, wish: Wish) -> Option<Values> {
        match wish {
            Wish::ClearSky => Some(CLEAR_SKY),
            Wish::Overcast => Some(OVERCAST),
            Wish::Downpour => Some(DOWNPOUR),
            _ => self.get(wish).copied(),
        }
    }

    /// Whether `wish` cannot be scored because its card is not copied.
    pub fn lacks(&self, wish: Wish) -> bool {
        PRINTED_WISHES.contains(&wish) && self.get(wish).is_none()
    }

    /// These cards, with those in `newer` replacing them.
    #[must_use]
    pub fn merged(self, newer: PrintedCards) -> PrintedCards {
        PrintedCards {
            sun: newer.sun.or(self.sun),
            cloud: newer.cloud.or(self.cloud),
            rain: newer.rain.or(self.rain),
            thunderbolt: newer.thunderbolt.or(self.thunderbolt),
        }
    }

    /// Checks all values against the bounds.
    ///
    /// # Errors
    /// The first value out of bounds.
    pub fn check(&self) -> Result<(), PrintedError> {
        for wish in PRINTED_WISHES {
            let Some(values) = self.get(wish) else { continue };
            for kind in CardKind::ALL {
                let value = values.get(kind);
                if !(-MAX_VALUE..=MAX_VALUE).contains(&value) {
                    return Err(PrintedError { wish, kind, value });
                }
            }
        }
        Ok(())
    }
}

/// The cards in the text's only example of a printed card: with 天雷 they are worth [`THUNDERBOLT_POINTS`] (004
/// ●晴・くもり・雨・天雷).
pub const THUNDERBOLT_CARDS: Taken = ByKind { sun: 1, cloud: 2, rain: 3, thunder: 2, snow: 1 };
/// What [`THUNDERBOLT_CARDS`] are worth with 天雷.
pub const THUNDERBOLT_POINTS: i32 = 2;

/// The copied 天雷 card does not give the result of the text's example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThunderboltMismatch {
    /// [`THUNDERBOLT_POINTS`].
    pub expected: i32,
    /// What the copied values give.
    pub got: i32,
}

/// Checks a copied 天雷 card against the text's example. Only a warning: what the real card says counts.
///
/// # Errors
/// If the example gives another result.
pub fn check_thunderbolt(card: &Values) -> Result<(), ThunderboltMismatch> {
    let got = by_card(THUNDERBOLT_CARDS, card, true).points;
    if got == THUNDERBOLT_POINTS { Ok(()) } else { Err(ThunderboltMismatch { expected: THUNDERBOLT_POINTS, got }) }
}

/// Cards that do not make whole tricks: a trick has one card from each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotDivisible {
    /// Cards entered.
    pub cards: u16,
    /// Players; the cards should be a multiple of this.
    pub players: usize,
}

/// How many tricks a player took: all cards, cancelled pairs included, divided by the players. Our check; the three
/// worked examples of the text agree with it.
///
/// # Errors
/// If the cards are no multiple of the players, or make more than 255 tricks.
pub fn tricks(taken: &Taken, players: usize) -> Result<u8, NotDivisible> {
    let cards = taken.cards();
    let fault = NotDivisible { cards, players };
    let each = u16::try_from(players).map_err(|_| fault)?;
    if cards.checked_rem(each) != Some(0) {
        return Err(fault);
    }
    u8::try_from(cards / each).map_err(|_| fault)
}

/// What the product of 豪雨 is with neither thunder nor snow. The text does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmptyProduct {
    /// 0, our ruling.
    #[default]
    Zero,
    /// 1, as for any product without factors.
    One,
}

/// One step of a score, in display order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreStep {
    /// Pairs of one thunder and one snow that cancelled each other. That they always do is our reading.
    Cancelled {
        /// How many, at least 1.
        pairs: u8,
    },
    /// Cards of a kind, without cancelled ones.
    PerCard {
        /// Which.
        kind: CardKind,
        /// How many, at least 1.
        count: u8,
        /// Points for each.
        each: i32,
        /// Points for all of them.
        points: i32,
    },
    /// No trick with 豪雪.
    NoTrick {
        /// [`NO_TRICK`].
        points: i32,
    },
    /// Tricks with 豪雪.
    Tricks {
        /// How many, at least 1.
        tricks: u8,
        /// [`EACH_TRICK`].
        each: i32,
        /// Points for all of them.
        points: i32,
    },
    /// The sum of the cards, before 曇天 gives it a sign.
    Sum {
        /// The sum.
        points: i32,
    },
    /// 曇天 changes the sign once for each thunder and each snow; there is at least one of them.
    Sign {
        /// Thunders taken.
        thunder: u8,
        /// Snows taken.
        snow: u8,
        /// Whether their number is odd, so that the sign changes.
        negative: bool,
        /// The sum with that sign: the score.
        points: i32,
    },
    /// The product of 豪雨: a factor 1 for each thunder and 2 for each snow; there is at least one of them.
    Product {
        /// Thunders taken.
        thunder: u8,
        /// Snows taken.
        snow: u8,
        /// 2 to the number of snows.
        points: i32,
    },
    /// 豪雨 with neither thunder nor snow.
    EmptyProduct {
        /// 0 or 1, as the table agreed.
        points: i32,
    },
}

/// A score and its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored {
    /// The points.
    pub points: i32,
    /// The steps, in order. Their points add up to the score, except where 曇天 has a sign: that last step has the score.
    pub steps: Vec<ScoreStep>,
}

impl Scored {
    fn add(&mut self, step: ScoreStep, points: i32) {
        self.points += points;
        self.steps.push(step);
    }

    fn per_card(&mut self, kind: CardKind, count: u8, each: i32) {
        if count > 0 {
            let points = i32::from(count) * each;
            self.add(ScoreStep::PerCard { kind, count, each, points }, points);
        }
    }
}

/// Why a round cannot be scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreError {
    /// More cards of a kind than [`MAX_PER_KIND`].
    TooManyCards {
        /// Which kind.
        kind: CardKind,
        /// How many were entered.
        count: u8,
    },
    /// The cards do not make whole tricks.
    NotDivisible(NotDivisible),
    /// The printed card of this wish is not copied.
    NeedsPrinted(Wish),
    /// A printed value is out of bounds.
    Printed(PrintedError),
}

/// Checks what one player took against the bounds; returns the number of tricks.
///
/// # Errors
/// [`ScoreError::TooManyCards`] or [`ScoreError::NotDivisible`].
pub fn check_taken(taken: &Taken, players: usize) -> Result<u8, ScoreError> {
    for kind in CardKind::ALL {
        let count = taken.get(kind);
        if count > MAX_PER_KIND {
            return Err(ScoreError::TooManyCards { kind, count });
        }
    }
    tricks(taken, players).map_err(ScoreError::NotDivisible)
}

/// What `taken` is worth under `wish`, with this many `players` (004 【お願いカード解説】). `empty` is the product of 豪雨
/// without factors.
///
/// # Errors
/// If the cards are out of bounds or make no whole tricks, any printed value is out of bounds, or the wish's printed
/// card is not copied.
pub fn score(
    wish: Wish,
    taken: &Taken,
    players: usize,
    printed: &PrintedCards,
    empty: EmptyProduct,
) -> Result<Scored, ScoreError> {
    let tricks = check_taken(taken, players)?;
    printed.check().map_err(ScoreError::Printed)?;
    match wish {
        Wish::Sun | Wish::Cloud | Wish::Rain | Wish::Thunderbolt => {
            let values = printed.get(wish).ok_or(ScoreError::NeedsPrinted(wish))?;
            Ok(by_card(*taken, values, true))
        }
        Wish::HeavySnow => Ok(heavy_snow(tricks)),
        Wish::ClearSky => Ok(by_card(*taken, &CLEAR_SKY, false)),
        Wish::Overcast => Ok(overcast(taken)),
        Wish::Downpour => Ok(downpour(taken, empty)),
    }
}

fn by_card(mut taken: Taken, values: &Values, cancel: bool) -> Scored {
    let mut scored = Scored { points: 0, steps: Vec::new() };
    let pairs = taken.thunder.min(taken.snow);
    if cancel && pairs > 0 {
        scored.add(ScoreStep::Cancelled { pairs }, 0);
        taken.thunder -= pairs;
        taken.snow -= pairs;
    }
    for kind in CardKind::ALL {
        scored.per_card(kind, taken.get(kind), i32::from(values.get(kind)));
    }
    scored
}

fn heavy_snow(tricks: u8) -> Scored {
    let (step, points) = if tricks == 0 {
        (ScoreStep::NoTrick { points: NO_TRICK }, NO_TRICK)
    } else {
        let points = i32::from(tricks) * EACH_TRICK;
        (ScoreStep::Tricks { tricks, each: EACH_TRICK, points }, points)
    };
    Scored { points, steps: vec![step] }
}

fn overcast(taken: &Taken) -> Scored {
    let mut scored = Scored { points: 0, steps: Vec::new() };
    for kind in [CardKind::Sun, CardKind::Cloud, CardKind::Rain] {
        scored.per_card(kind, taken.get(kind), i32::from(OVERCAST.get(kind)));
    }
    let (thunder, snow) = (taken.thunder, taken.snow);
    if thunder > 0 || snow > 0 {
        scored.steps.push(ScoreStep::Sum { points: scored.points });
        let negative = thunder % 2 != snow % 2;
        if negative {
            scored.points = -scored.points;
        }
        scored.steps.push(ScoreStep::Sign { thunder, snow, negative, points: scored.points });
    }
    scored
}

fn downpour(taken: &Taken, empty: EmptyProduct) -> Scored {
    let mut scored = Scored { points: 0, steps: Vec::new() };
    let (thunder, snow) = (taken.thunder, taken.snow);
    if thunder > 0 || snow > 0 {
        // At most 2 to the 20th, see `MAX_PER_KIND`.
        let points = SNOW_FACTOR.saturating_pow(u32::from(snow));
        scored.add(ScoreStep::Product { thunder, snow, points }, points);
    } else {
        let points = match empty {
            EmptyProduct::Zero => 0,
            EmptyProduct::One => 1,
        };
        scored.add(ScoreStep::EmptyProduct { points }, points);
    }
    for kind in [CardKind::Sun, CardKind::Cloud, CardKind::Rain] {
        scored.per_card(kind, taken.get(kind), i32::from(DOWNPOUR.get(kind)));
    }
    scored
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_keep_their_ids_and_places() {
        let mut values = Values::from([1, 2, 3, 4, 5]);
        for (kind, value) in CardKind::ALL.into_iter().zip(1..) {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.id());
            assert_eq!(serde_json::to_value(values).unwrap()[kind.id()], value);
            assert_eq!(values.get(kind), value);
            values.set(kind, -value);
            assert_eq!(values.get(kind), -value);
        }
    }

    #[test]
    fn the_highest_score_three_times_is_far_inside_the_bounds() {
        let all = Taken::from([MAX_PER_KIND; 5]);
        let points = score(Wish::Downpour, &all, 5, &PrintedCards::default(), EmptyProduct::One).unwrap().points;
        assert_eq!(points, 1_048_576 - 20 + 40);
        assert!(points.checked_mul(300).is_some());
    }

    #[test]
    fn a_printed_value_of_two_digits_is_refused_and_named() {
        let cards = PrintedCards { rain: Some(Values::from([0, 9, -9, 0, -10])), ..PrintedCards::default() };
        let fault = PrintedError { wish: Wish::Rain, kind: CardKind::Snow, value: -10 };
        assert_eq!(cards.check(), Err(fault));
        assert_eq!(
            score(Wish::Rain, &Taken::default(), 3, &cards, EmptyProduct::Zero),
            Err(ScoreError::Printed(fault))
        );
    }

    #[test]
    fn cards_merge_and_none_is_lost() {
        let old =
            PrintedCards { sun: Some(Values::from([1; 5])), cloud: Some(Values::from([2; 5])), ..Default::default() };
        let new =
            PrintedCards { cloud: Some(Values::from([3; 5])), rain: Some(Values::from([4; 5])), ..Default::default() };
        let merged = old.merged(new);
        assert_eq!(merged.sun, old.sun);
        assert_eq!(merged.cloud, new.cloud);
        assert_eq!(merged.rain, new.rain);
        assert!(merged.lacks(Wish::Thunderbolt));
        assert!(!merged.lacks(Wish::Sun) && !merged.lacks(Wish::HeavySnow));
    }

    #[test]
    fn no_players_make_no_tricks() {
        assert_eq!(tricks(&Taken::default(), 0), Err(NotDivisible { cards: 0, players: 0 }));
        assert_eq!(tricks(&Taken::from([1, 0, 0, 0, 0]), 70_000), Err(NotDivisible { cards: 1, players: 70_000 }));
    }
}
