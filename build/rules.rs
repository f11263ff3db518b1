//! Compiles the Markdown of the rules into the one file that `src/rules/book.rs` reads. Each line is a text, and its
//! first letter says of what kind, so reading it only splits lines. Both languages are in one file, because the search,
//! and showing a section in the other language, need both.
//!
//! | line | meaning |
//! |---|---|
//! | `G id` | a game starts; after other letters `0` means English and `1` Japanese |
//! | `N0 title<TAB>short name<TAB>nickname<TAB>...` | the game's names |
//! | `S id` | a section starts |
//! | `T0` `A0` `E0` `P0` `L0` `R0` `K0` | title, answer, example, paragraph, list item, reason for a ruling, keywords |
//! | `W id`, `I id` | the option that decides it, a picture |
//! | `C`, `F` | the game's calculator does this, an open table keeps track of this |
//! | `V id<TAB>svg` | a picture |
//! | `Y written<TAB>reading` | a Japanese word and its reading |
//!
//! Inside a text `\u{1}` starts and ends emphasis, and `\u{2}section\u{3}words\u{4}` is a link.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{names_in, phrases, read};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// Where the rules of each game are.
const TEXTS: &str = "core/src/games";

/// The rules of every game and then the glossary, and their pictures.
pub struct Rules {
    /// Each game's id, and its rules in English and Japanese.
    pub games: Vec<(String, [Page; 2])>,
    /// Each picture's id and SVG.
    pub pictures: Vec<(String, String)>,
}

/// Reads all rules.
pub fn read_all() -> Rules {
    let mut games: Vec<String> = names_in(Path::new(TEXTS), "");
    games.retain(|game| Path::new(TEXTS).join(game).join("rules.en.md").exists());
    let glossary = both("src/rules/glossary");
    let games = games.into_iter().map(|game| (game.clone(), both(&format!("{TEXTS}/{game}/rules"))));
    let mut pictures: Vec<(String, String)> = folders().iter().flat_map(|folder| pictures_in(folder)).collect();
    pictures.sort();
    Rules { games: games.chain([("glossary".to_owned(), glossary)]).collect(), pictures }
}

/// The folders that may have pictures and readings: that of all rules, and that of each game's screens.
fn folders() -> Vec<PathBuf> {
    let games = Path::new("src/games");
    let mut folders: Vec<PathBuf> = names_in(games, "").into_iter().map(|game| games.join(game)).collect();
    folders.retain(|folder| folder.is_dir());
    folders.insert(0, PathBuf::from("src/rules"));
    folders
}

/// The pictures in a folder: id and SVG.
fn pictures_in(folder: &Path) -> Vec<(String, String)> {
    let picture = |name: String| {
        let svg = read(&folder.join(&name)).lines().map(str::trim).collect::<String>();
        (name.trim_end_matches(".svg").to_owned(), svg)
    };
    names_in(folder, ".svg").into_iter().filter(|name| name != "emblem.svg").map(picture).collect()
}

/// The file the app reads.
pub fn compile(rules: &Rules) -> String {
    let mut out = String::new();
    for (game, [en, ja]) in &rules.games {
        out.push_str(&format!("G {game}\nN0 {}\nN1 {}\n", en.names, ja.names));
        for (en, ja) in en.sections.iter().zip(&ja.sections) {
            out.push_str(&format!("S {}\n", en.id));
            for (lang, section) in [en, ja].into_iter().enumerate() {
                for (kind, text) in &section.texts {
                    out.push_str(&format!("{kind}{lang} {text}\n"));
                }
            }
            for fact in &en.facts {
                out.push_str(&format!("{fact}\n"));
            }
        }
    }
    for (id, svg) in &rules.pictures {
        out.push_str(&format!("V {id}\t{svg}\n"));
    }
    for readings in folders().iter().map(|folder| folder.join("readings.tsv")).filter(|file| file.exists()) {
        for line in read(&readings).lines().filter(|line| !line.starts_with('#')) {
            out.push_str(&format!("Y {line}\n"));
        }
    }
    out
}

/// A section in one language.
#[derive(Default)]
pub struct Section {
    /// Stable text id.
    pub id: String,
    /// Lines that depend on the language, each as its kind without the digit, and its text.
    pub texts: Vec<(char, String)>,
    /// Lines that are the same in both languages.
    pub facts: Vec<String>,
}

/// A game's rules in one language.
#[derive(Default)]
pub struct Page {
    /// The title, the short name and the nicknames, separated by tabs.
    pub names: String,
    /// Its sections, in reading order.
    pub sections: Vec<Section>,
}

/// Reads the rules in both languages, which must have the same sections, switches and pictures.
fn both(stem: &str) -> [Page; 2] {
    let [en, ja] = ["en", "ja"].map(|lang| page(&format!("{stem}.{lang}.md"), lang == "en"));
    let ids = |page: &Page| page.sections.iter().map(|section| section.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&en), ids(&ja), "{stem}: the two languages have different sections");
    for (en, ja) in en.sections.iter().zip(&ja.sections) {
        assert_eq!(en.facts, ja.facts, "{stem}#{}: the two languages have different switches or pictures", en.id);
    }
    [en, ja]
}

/// Reads the rules in one language from the file `name`.
fn page(name: &str, english: bool) -> Page {
    let text = read(Path::new(name));
    let mut page = Page::default();
    // Lines that begin with `!` are directives; the rest is ordinary Markdown.
    let (directives, prose): (Vec<_>, Vec<_>) = section_lines(&text).partition(|(_, line)| line.starts_with('!'));
    let prose = prose.into_iter().map(|(_, line)| line).collect::<Vec<_>>().join("\n");
    let mut inline = String::new();
    let mut kind = 'P';
    for event in Parser::new_ext(&prose, Options::ENABLE_HEADING_ATTRIBUTES) {
        match event {
            Event::Start(Tag::Heading { level, id, .. }) => {
                if let Some(id) = id {
                    page.sections.push(Section { id: id.to_string(), ..Section::default() });
                } else {
                    assert!(level == HeadingLevel::H1, "{name}: a section without an id");
                }
            }
            Event::Start(Tag::BlockQuote(_)) => kind = 'E',
            Event::End(TagEnd::BlockQuote(_)) => kind = 'P',
            Event::Start(Tag::List(_) | Tag::Paragraph) => {}
            Event::Start(Tag::Item) => kind = 'L',
            Event::Start(Tag::Strong) | Event::End(TagEnd::Strong) => inline.push('\u{1}'),
            Event::Start(Tag::Link { dest_url, .. }) => inline.push_str(&format!("\u{2}{dest_url}\u{3}")),
            Event::End(TagEnd::Link) => inline.push('\u{4}'),
            Event::Text(text) => inline.push_str(&text),
            Event::SoftBreak => inline.push_str(if english { " " } else { "" }),
            Event::End(TagEnd::Heading(_)) => {
                let text = std::mem::take(&mut inline);
                match page.sections.last_mut() {
                    Some(section) => section.texts.push(('T', text)),
                    None => page.names = text,
                }
            }
            Event::End(TagEnd::Paragraph | TagEnd::Item) => {
                let text = std::mem::take(&mut inline);
                let section = page.sections.last_mut().unwrap_or_else(|| panic!("{name}: text before a section"));
                // The first paragraph is the answer.
                let first = section.texts.iter().all(|(kind, _)| *kind == 'T');
                let text = match kind {
                    'E' => {
                        let (_, example) = text
                            .split_once([':', '\u{ff1a}'])
                            .unwrap_or_else(|| panic!("{name}: an example without \"Example:\": {text}"));
                        sentence(example.trim())
                    }
                    _ => text,
                };
                if !text.is_empty() {
                    section.texts.push((if first { 'A' } else { kind }, text));
                }
                if kind == 'L' {
                    kind = 'P';
                }
            }
            Event::End(TagEnd::List(_)) => kind = 'P',
            other => panic!("{name}: not supported in the rules: {other:?}"),
        }
    }
    for (section, line) in directives {
        let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
        if what == "!names" {
            page.names.extend(rest.split(',').map(|nick| format!("\t{}", nick.trim())));
            continue;
        }
        let found = page.sections.iter_mut().find(|other| other.id == section);
        let section = found.unwrap_or_else(|| panic!("{name}: {line} is in no section"));
        match what {
            "!keywords" => section.texts.push(('K', rest.to_owned())),
            "!picture" => section.facts.push(format!("I {rest}")),
            "!switch" => section.facts.push(format!("W {rest}")),
            "!calculator" => section.facts.push("C".to_owned()),
            "!tracker" => section.facts.push("F".to_owned()),
            "!ruling" => {
                let (why, switch) = rest
                    .strip_prefix("why: ")
                    .and_then(|rest| rest.split_once("; switch: "))
                    .unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(!why.contains(['[', '*']), "{name}: a ruling is plain words: {why}");
                let end = if why.ends_with(['.', '\u{3002}']) { "" } else { "." };
                section.texts.push(('R', sentence(why) + end));
                section.facts.push(format!("W {switch}"));
            }
            _ => panic!("{name}: not a directive: {line}"),
        }
    }
    check(name, &page);
    if !english {
        let texts = page.sections.iter_mut().flat_map(|section| &mut section.texts);
        for (_, text) in texts.filter(|(kind, _)| *kind != 'K') {
            *text = phrases::mark_rule(text);
        }
    }
    page
}

/// The text with a capital at its beginning, because it follows a heading of its own.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Each line with the id of its section.
fn section_lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().scan("", |id, line| {
        if let Some((_, rest)) = line.split_once("{#").filter(|_| line.starts_with("## ")) {
            *id = rest.trim_end_matches('}');
        }
        Some((*id, line))
    })
}

/// Checks that each section has a title, an answer and keywords, and an id of its own.
fn check(name: &str, page: &Page) {
    let mut seen = BTreeSet::new();
    for section in &page.sections {
        let id = &section.id;
        assert!(seen.insert(id), "{name}: {id} appears twice");
        for kind in ['T', 'A', 'K'] {
            let count = section.texts.iter().filter(|(other, _)| *other == kind).count();
            assert!(count == 1, "{name}#{id}: {count} lines of kind {kind}");
        }
        for (_, text) in &section.texts {
            assert!(!text.contains('\n'), "{name}#{id}: more than one line in {text}");
            let nested = text.split('\u{2}').skip(1).filter_map(|link| link.split('\u{4}').next());
            assert!(nested.into_iter().all(|link| !link.contains('\u{1}')), "{name}#{id}: strong words in a link");
        }
    }
}
