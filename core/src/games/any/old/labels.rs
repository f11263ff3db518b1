//! Words over points or in front of them that are nobody's name.

use crate::domain::people::plain_name;
use crate::domain::seats::one_way;
use crate::entry::whole;

/// What the totals are called, in small letters.
const TOTALS: [&str; 20] = [
    "total",
    "totals",
    "sum",
    "sums",
    "result",
    "results",
    "final",
    "summe",
    "gesamt",
    "gesamtsumme",
    "ergebnis",
    "σ",
    "∑",
    "合計",
    "合計点",
    "計",
    "総計",
    "総合計",
    "総得点",
    "トータル",
];
/// What is over numbers of rounds, dates, names and notes, in small letters.
const OTHERS: [&str; 44] = [
    "#",
    "№",
    "no",
    "nr",
    "num",
    "number",
    "nummer",
    "round",
    "rounds",
    "rd",
    "turn",
    "hand",
    "deal",
    "game",
    "runde",
    "runden",
    "spiel",
    "回",
    "回数",
    "回戦",
    "番号",
    "局",
    "戦",
    "手",
    "ラウンド",
    "ゲーム",
    "ターン",
    "date",
    "datum",
    "day",
    "time",
    "日",
    "日付",
    "日時",
    "name",
    "names",
    "player",
    "名前",
    "プレイヤー",
    "note",
    "notes",
    "notiz",
    "メモ",
    "備考",
];

/// A text without what does not matter to these words.
fn plain(cell: &str) -> String {
    let around = |c: char| c.is_whitespace() || ['.', ':'].contains(&c);
    plain_name(&one_way(cell)).trim_matches(around).to_owned()
}

/// Whether this is what totals are called.
pub(super) fn is_total(cell: &str) -> bool {
    TOTALS.contains(&&*plain(cell))
}

/// Whether this is over something else than somebody's points.
pub(super) fn is_label(cell: &str) -> bool {
    is_total(cell) || OTHERS.contains(&&*plain(cell))
}

/// Whether these name rounds: one text with numbers that follow each other in it, or dates.
pub(super) fn are_rounds(headings: &[&str]) -> bool {
    let numbered: Option<Vec<_>> = headings.iter().map(|heading| numbered(heading)).collect();
    let follow =
        numbered.is_some_and(|all| all.windows(2).all(|pair| (pair[0].0 + 1, &pair[0].1) == (pair[1].0, &pair[1].1)));
    headings.len() > 1 && (follow || headings.iter().all(|heading| is_date(heading)))
}

fn is_digit(c: char) -> bool {
    whole(c.encode_utf8(&mut [0; 4])).is_some()
}

/// The first number in a text, and what is around it.
fn numbered(text: &str) -> Option<(u32, [&str; 2])> {
    let (before, rest) = text.split_at(text.find(is_digit)?);
    let (digits, after) = rest.split_at(rest.find(|c| !is_digit(c)).unwrap_or(rest.len()));
    Some((whole(digits)?, [before, after]))
}

/// Whether a text is a day, with or without its year.
fn is_date(text: &str) -> bool {
    let between = |c: char| "-/. 年月日".contains(c);
    let numbers = text.split(|c| !is_digit(c)).filter(|number| !number.is_empty()).count();
    text.chars().all(|c| is_digit(c) || between(c)) && (2..=3).contains(&numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nobodys_name_is_known() {
        assert!(["Total:", " SUMME ", "合計"].into_iter().all(is_total));
        assert!(["Round", "Nr.", "＃", "ラウンド", "Σ"].into_iter().all(is_label));
        assert!(!["Ann", "", "Rounder", "計子"].into_iter().any(is_label));
    }

    #[test]
    fn rounds_are_named_by_number_or_date() {
        for headings in
            [["R1", "R2"], ["第９回", "第１０回"], ["2.3.", "9.3."], ["2026-11-27", "2026-12-04"], ["11月27日", "12/4"]]
        {
            assert!(are_rounds(&headings), "{headings:?}");
        }
        for headings in [["Ann", "Bob"], ["R1", "R3"], ["R1", "S2"], ["2.3.", "Bob"], ["", ""]] {
            assert!(!are_rounds(&headings), "{headings:?}");
        }
        assert!(!are_rounds(&["R1"]));
    }
}
