//! The two languages of the app: which one to use, every text, and how numbers, dates and names are written.
//!
//! Texts are in `*.en.ftl` and `*.ja.ftl`: those of a game in its folder, all others here (Fluent syntax). `build.rs`
//! turns each message into a function in `t` that takes the language and the message's arguments.

use std::borrow::Cow;

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

/// A language of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// Both, in the order they are offered.
    pub const ALL: [Lang; 2] = [Lang::En, Lang::Ja];

    /// The BCP 47 tag.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Ja => "ja",
        }
    }

    /// The language's own name.
    pub fn name(self) -> &'static str {
        match self {
            Lang::En => "English",
            Lang::Ja => "日本語",
        }
    }

    /// The other language.
    #[must_use]
    pub fn other(self) -> Lang {
        match self {
            Lang::En => Lang::Ja,
            Lang::Ja => Lang::En,
        }
    }

    /// The language for a system that asks for `tags`, most wanted first: the first of them that is one of the two, or
    /// English.
    pub fn best<'a>(tags: impl IntoIterator<Item = &'a str>) -> Lang {
        let of = |tag: &str| {
            let primary = tag.split(['-', '_']).next().unwrap_or_default();
            Lang::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(primary))
        };
        tags.into_iter().find_map(of).unwrap_or_default()
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A date in words; `short` abbreviates an English month.
pub fn date(l: Lang, at: NaiveDate, short: bool) -> String {
    let (year, month, day) = (at.year(), at.month(), at.day());
    match l {
        Lang::En => {
            let name = MONTHS[at.month0() as usize];
            format!("{day} {} {year}", if short { &name[..3] } else { name })
        }
        Lang::Ja => format!("{year}年{month}月{day}日"),
    }
}

/// A day of a month that is named elsewhere, like "26 Nov".
pub fn day(l: Lang, at: NaiveDate) -> String {
    match l {
        Lang::En => format!("{} {}", at.day(), &MONTHS[at.month0() as usize][..3]),
        Lang::Ja => format!("{}月{}日", at.month(), at.day()),
    }
}

/// The month of a day, with its year.
pub fn month(l: Lang, at: NaiveDate) -> String {
    match l {
        Lang::En => format!("{} {}", MONTHS[at.month0() as usize], at.year()),
        Lang::Ja => format!("{}年{}月", at.year(), at.month()),
    }
}

/// A value inserted into a text.
#[derive(Debug, Clone)]
pub enum Arg<'a> {
    /// A number, written with a true minus sign; it also selects the plural form.
    Number(i64),
    /// A name or other text.
    Text(Cow<'a, str>),
}

macro_rules! number_args {
    ($($number:ty),*) => { $(impl From<$number> for Arg<'_> {
        fn from(number: $number) -> Self { Arg::Number(i64::from(number)) }
    })* };
}
number_args!(u8, i8, u16, i32, u32, i64);

impl From<usize> for Arg<'_> {
    fn from(number: usize) -> Self {
        Arg::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Arg::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        Arg::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Arg<'_> {
    fn from(text: String) -> Self {
        Arg::Text(Cow::Owned(text))
    }
}

/// A number as the app writes it, with U+2212 as the minus sign.
pub fn number(value: impl Into<i64>) -> String {
    let value = value.into();
    if value < 0 { format!("\u{2212}{}", value.unsigned_abs()) } else { value.to_string() }
}

/// A number with its sign, for what is added to something; 0 has none.
pub fn signed(value: impl Into<i64>) -> String {
    let value = value.into();
    if value > 0 { format!("+{value}") } else { number(value) }
}

/// A text without the marks between its phrases (`build/phrases.rs`), for where it is not laid out in lines.
pub fn unmarked(text: &str) -> String {
    text.replace(['\u{200b}', '\u{2060}'], "")
}

/// A list of names: "A, B and C", 「A、B、C」, but 「AとB」 for two.
pub fn list(l: Lang, items: &[String]) -> String {
    match (l, items) {
        (Lang::Ja, [_, _]) => items.join("と"),
        (Lang::Ja, _) => items.join("、"),
        (Lang::En, [init @ .., last]) if !init.is_empty() => format!("{} and {last}", init.join(", ")),
        (Lang::En, _) => items.join(""),
    }
}

/// The names of those who play as one side, also within a list of sides: "A and B", 「A・B」.
pub fn pair(l: Lang, items: &[String]) -> String {
    match l {
        Lang::Ja => items.join("・"),
        Lang::En => list(l, items),
    }
}

/// A piece of a message, as the build writes it; numbers are indices of arguments.
enum Segment {
    Text(&'static str),
    Arg(usize),
    Choice(usize, &'static [(Case, &'static [Segment])], &'static [Segment]),
}

/// What chooses a variant of a message, besides the default.
enum Case {
    Number(i64),
    One,
    #[allow(dead_code, reason = "for texts that choose by word; there may be none")]
    Word(&'static str),
}

/// A message as text; called by the functions of `t`.
fn say(l: Lang, parts: &[Segment], args: &[Arg]) -> String {
    let mut text = String::new();
    fill(l, parts, args, &mut text);
    text
}

fn fill(l: Lang, parts: &[Segment], args: &[Arg], text: &mut String) {
    for part in parts {
        match part {
            Segment::Text(plain) => text.push_str(plain),
            Segment::Arg(at) => match args.get(*at) {
                Some(Arg::Number(value)) => text.push_str(&number(*value)),
                Some(Arg::Text(value)) => text.push_str(value),
                None => {}
            },
            Segment::Choice(at, cases, other) => {
                let fits = |key: &Case| match (key, args.get(*at)) {
                    (Case::Number(number), Some(Arg::Number(value))) => number == value,
                    // English uses "one" for exactly 1; Japanese has no plural forms.
                    (Case::One, Some(Arg::Number(value))) => l == Lang::En && *value == 1,
                    (Case::Word(word), Some(Arg::Text(value))) => word == value,
                    _ => false,
                };
                let chosen = cases.iter().find(|(key, _)| fits(key)).map_or(*other, |(_, parts)| *parts);
                fill(l, chosen, args, text);
            }
        }
    }
}

/// Every text of the app: one function per message, generated from the Fluent files.
pub mod t {
    use super::{Arg, Case, Lang, Segment, say};
    include!(concat!(env!("OUT_DIR"), "/strings.rs"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_language_is_used_if_available() {
        assert_eq!(Lang::best(["ja-JP", "en"]), Lang::Ja);
        assert_eq!(Lang::best(["fr", "JA"]), Lang::Ja);
        assert_eq!(Lang::best(["en-GB", "ja"]), Lang::En);
        assert_eq!(Lang::best(["jam"]), Lang::En);
        assert_eq!(Lang::best([]), Lang::En);
    }

    #[test]
    fn a_number_selects_the_plural_form() {
        const PARTS: &[Segment] = &[
            Segment::Arg(0),
            Segment::Text(" card"),
            Segment::Choice(0, &[(Case::One, &[]), (Case::Number(0), &[Segment::Text("s!")])], &[Segment::Text("s")]),
        ];
        let cards = |l, n: i32| say(l, PARTS, &[n.into()]);
        assert_eq!(cards(Lang::En, 1), "1 card");
        assert_eq!(cards(Lang::Ja, 1), "1 cards");
        assert_eq!(cards(Lang::En, 0), "0 cards!");
        assert_eq!(cards(Lang::En, -2), "\u{2212}2 cards");
    }

    #[test]
    fn names_are_listed_as_people_write_them() {
        let names = |count| ["A", "B", "C"].iter().take(count).map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(list(Lang::En, &names(1)), "A");
        assert_eq!(list(Lang::En, &names(2)), "A and B");
        assert_eq!(list(Lang::En, &names(3)), "A, B and C");
        assert_eq!(list(Lang::Ja, &names(2)), "AとB");
        assert_eq!(list(Lang::Ja, &names(3)), "A、B、C");
        assert_eq!(pair(Lang::En, &names(2)), "A and B");
        assert_eq!(pair(Lang::Ja, &names(2)), "A・B");
        assert_eq!(list(Lang::En, &[]), "");
    }
}
