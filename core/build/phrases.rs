//! Marks where a Japanese text may be broken into lines: between phrases, never within a word. Browsers that cannot
//! find phrases by themselves need this, and finding them here, with BudouX, adds no code to the app. The marks are
//! invisible characters in the texts; `i18n::unmarked` takes them out again.

use fluent_syntax::ast::{Expression, Pattern, PatternElement};

/// A line may be broken here; nothing is shown (zero width space).
pub const BREAK: char = '\u{200b}';
/// A line may not be broken here; nothing is shown (word joiner).
pub const JOINER: char = '\u{2060}';
/// Stands for whatever a message inserts, while its phrases are looked for.
const INSERTED: &str = "A";

/// Words that the phrase finder would break.
const WORDS: [&str; 39] = [
    "お手元",
    "お願い",
    "ここ",
    "しおり",
    "そのほか",
    "その他",
    "どおり",
    "とっておき",
    "ふりがな",
    "もう一度",
    "やり直",
    "引き分け",
    "引き終",
    "間に合",
    "掛け算",
    "配り直",
    "元に戻",
    "終わり方",
    "手のひら",
    "真ん中",
    "捨て札",
    "選び終",
    "配り終",
    "読み込",
    "か月",
    "勝ち数",
    "持ち点",
    "決め手",
    "決め方",
    "配り方",
    "並べ方",
    "遊び方",
    "確かめ方",
    "読み取",
    "切り替",
    "切り札",
    "組み替",
    "食い違",
    "早い者勝ち",
];

/// Marks the ends of all phrases in a message and its variants, except at its own end.
pub fn mark(message: &mut Pattern<String>) {
    let whole: String = message.elements.iter().map(shown).collect();
    let marks = marks(&whole);
    let mut start = 0;
    for element in &mut message.elements {
        let length = shown(element).len();
        match element {
            PatternElement::TextElement { value } => {
                let here = marks.iter().rev().filter_map(|(end, mark)| Some((end.checked_sub(start)?, *mark)));
                for (end, mark) in here.filter(|(end, _)| (1..=length).contains(end)) {
                    value.insert(end, mark);
                }
            }
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                variants.iter_mut().for_each(|variant| mark(&mut variant.value));
            }
            PatternElement::Placeable { .. } => {}
        }
        start += length;
    }
}

/// The same for a text of the rules with its markup (see `build/rules.rs`): marks the words that are shown.
pub fn mark_rule(text: &str) -> String {
    // Control characters and the targets of links are not shown.
    let mut target = false;
    let shown = text.char_indices().filter(|(_, letter)| {
        target = *letter == '\u{2}' || (target && *letter != '\u{3}');
        !target && !letter.is_control()
    });
    let (at, words): (Vec<usize>, Vec<char>) = shown.unzip();
    let words: String = words.into_iter().collect();
    let marks = marks(&words);
    let mut marked = text.to_owned();
    // Each mark is put behind its letter, beginning with the last, so that earlier positions stay right.
    let letters: Vec<(usize, char)> = words.char_indices().collect();
    for (nth, (start, letter)) in letters.into_iter().enumerate().rev() {
        if let Some((_, mark)) = marks.iter().find(|(end, _)| *end == start + letter.len_utf8()) {
            marked.insert(at[nth] + letter.len_utf8(), *mark);
        }
    }
    marked
}

/// The marks of a text and where they go, in order: at the ends of its phrases. Browsers also break after a quotation,
/// so if no phrase ends there, the mark joins what follows to it.
fn marks(text: &str) -> Vec<(usize, char)> {
    let mut marks: Vec<(usize, char)> = ends(text).into_iter().map(|end| (end, BREAK)).collect();
    let quotes = text.match_indices('」').map(|(at, quote)| at + quote.len());
    let joined = quotes.filter(|end| text[*end..].starts_with(|next| ('ぁ'..='ん').contains(&next)));
    let joined: Vec<_> = joined.filter(|end| marks.iter().all(|(other, _)| other != end)).collect();
    marks.extend(joined.into_iter().map(|end| (end, JOINER)));
    marks.sort_unstable();
    marks
}

/// Where the phrases of a text end, except at its own end.
fn ends(text: &str) -> Vec<usize> {
    let phrases = budoux::parse(budoux::models::default_japanese_model(), text);
    let ends = phrases.iter().scan(0, |end, phrase| {
        *end += phrase.len();
        Some(*end)
    });
    ends.filter(|end| *end < text.len() && may_break(text, *end)).collect()
}

fn shown(element: &PatternElement<String>) -> &str {
    match element {
        PatternElement::TextElement { value } => value,
        PatternElement::Placeable { .. } => INSERTED,
    }
}

/// Whether the phrase finder is right to end a phrase here. Also false where a line can be broken anyway, so that
/// nothing needs to be marked.
fn may_break(text: &str, at: usize) -> bool {
    let (left, right) = text.split_at(at);
    let (Some(before), Some(after)) = (left.chars().next_back(), right.chars().next()) else { return false };
    let joins = |letter: char| "\u{2060}〜・ー+−×=/·".contains(letter);
    let breaks_anyway = before.is_whitespace() || after.is_whitespace() || "、。！？".contains(before);
    let held =
        WORDS.iter().any(|word| text.match_indices(word).any(|(start, word)| start < at && at < start + word.len()));
    !joins(before) && !joins(after) && !breaks_anyway && !"、。！？：」）…".contains(after) && !held
}
