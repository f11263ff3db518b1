//! The text of the rules in the form in which the build leaves it (see `build/rules.rs`): reading it only splits lines.

use takujo_core::i18n::Lang;

/// All rules: every game and the glossary.
#[derive(Debug, PartialEq)]
pub struct Book {
    /// The games in the order of their ids, then the glossary.
    pub games: Vec<GameRules>,
    /// Every section, game by game.
    pub sections: Vec<Section>,
    /// Pictures: id and SVG.
    pub pictures: Vec<(&'static str, &'static str)>,
    /// Japanese words with their readings.
    pub readings: Vec<(&'static str, &'static str)>,
}

/// The rules of one game.
#[derive(Debug, PartialEq)]
pub struct GameRules {
    /// Stable text id; `glossary` for the glossary.
    pub id: &'static str,
    /// Its names, by language: title, short name, nicknames.
    pub names: [Vec<&'static str>; 2],
    /// Index in [`Book::sections`] of its first section.
    pub from: usize,
    /// Index in [`Book::sections`] after its last section.
    pub to: usize,
}

/// One rule: a question and its answer.
#[derive(Debug, PartialEq)]
pub struct Section {
    /// Index in [`Book::games`].
    pub game: usize,
    /// Stable text id.
    pub id: &'static str,
    /// Its text, by language.
    pub words: [SectionText; 2],
    /// Field name of the option that decides it; empty if none does.
    pub switch: &'static str,
    /// Id of the picture beside the text; empty if there is none.
    pub picture: &'static str,
    /// Whether the game's calculator does what it explains.
    pub calculator: bool,
    /// Whether an open table keeps track of what it explains.
    pub tracker: bool,
}

/// The text of a section in one language, with markup: see [`spans`].
#[derive(Debug, Default, PartialEq)]
pub struct SectionText {
    /// The question, or the term explained.
    pub title: &'static str,
    /// The answer.
    pub answer: &'static str,
    /// An example; empty if there is none.
    pub example: &'static str,
    /// The rest, by paragraphs: whether each is a list item, and its text.
    pub detail: Vec<(bool, &'static str)>,
    /// Why the app decides a point that the game's text leaves open; empty if the text is clear.
    pub ruling: &'static str,
    /// Words for the search that the text does not contain.
    pub keywords: &'static str,
}

impl Section {
    /// Its text in a language.
    pub fn text(&self, l: Lang) -> &SectionText {
        &self.words[l as usize]
    }
}

impl GameRules {
    /// Its short name in a language, or else its title.
    pub fn name(&self, l: Lang) -> &'static str {
        let names = &self.names[l as usize];
        names.get(1).or(names.first()).copied().unwrap_or(self.id)
    }
}

impl Book {
    /// Reads the file that the build made. Skips lines of unknown kinds.
    pub fn read(text: &'static str) -> Book {
        let mut book = Book { games: Vec::new(), sections: Vec::new(), pictures: Vec::new(), readings: Vec::new() };
        for line in text.lines() {
            let Some((kind, rest)) = line.split_once(' ').or((line.len() == 1).then_some((line, ""))) else { continue };
            book.take(kind, rest);
        }
        book
    }

    fn take(&mut self, kind: &str, rest: &'static str) {
        let language = usize::from(kind.ends_with('1'));
        let count = self.sections.len();
        match kind {
            "G" => {
                self.games.push(GameRules { id: rest, names: [Vec::new(), Vec::new()], from: count, to: count });
                return;
            }
            "V" => return self.pictures.extend(rest.split_once('\t')),
            "Y" => return self.readings.extend(rest.split_once('\t')),
            _ => {}
        }
        let game = self.games.len().saturating_sub(1);
        let Some(open) = self.games.last_mut() else { return };
        match kind {
            "N0" | "N1" => open.names[language] = rest.split('\t').collect(),
            "S" => {
                open.to = count + 1;
                self.sections.push(Section {
                    game,
                    id: rest,
                    words: [SectionText::default(), SectionText::default()],
                    switch: "",
                    picture: "",
                    calculator: false,
                    tracker: false,
                });
            }
            _ => {
                let Some(section) = self.sections.last_mut() else { return };
                let words = &mut section.words[language];
                match kind.as_bytes().first() {
                    Some(b'T') => words.title = rest,
                    Some(b'A') => words.answer = rest,
                    Some(b'E') => words.example = rest,
                    Some(b'P') => words.detail.push((false, rest)),
                    Some(b'L') => words.detail.push((true, rest)),
                    Some(b'R') => words.ruling = rest,
                    Some(b'K') => words.keywords = rest,
                    Some(b'W') if rest != "none" => section.switch = rest,
                    Some(b'I') => section.picture = rest,
                    Some(b'C') => section.calculator = true,
                    Some(b'F') => section.tracker = true,
                    _ => {}
                }
            }
        }
    }

    /// Index of the game with this id.
    pub fn game(&self, id: &str) -> Option<usize> {
        self.games.iter().position(|game| game.id == id)
    }

    /// Index in [`Book::sections`] of the section `id` of `game`.
    pub fn find(&self, game: &str, id: &str) -> Option<usize> {
        let game = &self.games[self.game(game)?];
        (game.from..game.to).find(|at| self.sections[*at].id == id)
    }

    /// Where a link in the text of the game `here` leads. `to` is `#section` or `game#section`.
    pub fn follow(&self, here: usize, to: &str) -> Option<usize> {
        let (game, section) = to.split_once('#')?;
        self.find(if game.is_empty() { self.games.get(here)?.id } else { game }, section)
    }

    /// The picture with this id.
    pub fn picture(&self, id: &str) -> Option<&'static str> {
        self.pictures.iter().find(|(other, _)| *other == id).map(|(_, svg)| *svg)
    }
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// Plain text.
    Plain(&'static str),
    /// Emphasised text.
    Strong(&'static str),
    /// A link: its target and its text.
    Link(&'static str, &'static str),
}

impl Span {
    /// The text shown.
    pub fn text(self) -> &'static str {
        match self {
            Span::Plain(words) | Span::Strong(words) | Span::Link(_, words) => words,
        }
    }
}

/// The pieces of a text, in order. `\u{1}` begins and ends emphasis, and `\u{2}target\u{3}words\u{4}` is a link.
pub fn spans(text: &'static str) -> impl Iterator<Item = Span> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let (mark, ends) = match rest.as_bytes()[0] {
                1 => (1, '\u{1}'),
                2 => (2, '\u{4}'),
                _ => (0, ' '),
            };
            if mark == 0 {
                let end = rest.find(['\u{1}', '\u{2}']).unwrap_or(rest.len());
                let words;
                (words, rest) = rest.split_at(end);
                return Some(Span::Plain(words));
            }
            let (inner, after) = rest[1..].split_once(ends).unwrap_or((&rest[1..], ""));
            rest = after;
            if mark == 1 {
                return Some(Span::Strong(inner));
            }
            if let Some((to, words)) = inner.split_once('\u{3}') {
                return Some(Span::Link(to, words));
            }
        }
        None
    })
}

/// A text without its markup.
pub fn plain(text: &'static str) -> String {
    spans(text).map(Span::text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_splits_into_spans() {
        let text = "See \u{2}#score\u{3}scoring\u{4}: \u{1}one\u{1} point.";
        let pieces: Vec<Span> = spans(text).collect();
        assert_eq!(
            pieces,
            [
                Span::Plain("See "),
                Span::Link("#score", "scoring"),
                Span::Plain(": "),
                Span::Strong("one"),
                Span::Plain(" point."),
            ]
        );
        assert_eq!(plain(text), "See scoring: one point.");
        // The build never writes these, but they must not panic.
        assert_eq!(plain("a\u{1}b"), "ab");
        assert_eq!(plain("a\u{2}b"), "a");
    }

    #[test]
    fn a_file_is_read_line_by_line() {
        let book =
            Book::read("?\nT0 lost\nG one\nN0 One\tUno\nN1 一\nS a\nT0 Why?\nT1 なぜ\nL1 x\nW none\nC\nV p\t<svg/>\n");
        assert_eq!(book.games[0].names, [vec!["One", "Uno"], vec!["一"]]);
        assert_eq!(book.find("one", "a"), Some(0));
        assert_eq!(book.follow(0, "#a"), Some(0));
        assert_eq!(book.follow(0, "two#a"), None);
        let section = &book.sections[0];
        assert_eq!((section.text(Lang::En).title, section.text(Lang::Ja).title), ("Why?", "なぜ"));
        assert_eq!(section.text(Lang::Ja).detail, [(true, "x")]);
        assert!(section.calculator && section.switch.is_empty());
        assert_eq!(book.picture("p"), Some("<svg/>"));
    }
}
