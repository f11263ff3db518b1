//! The rules reference: complete, linked, the same in both languages, and found by what people type.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use takujo::games::GAMES;
use takujo::rules::book::{Book, Section, Span, spans};
use takujo::rules::search::Index;

const TEXT: &str = include_str!("../assets/generated/rules.txt");

/// The tables in a folder of `tests`, one file per game, without their headings.
fn lines_of(folder: &str) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the tables are there").flatten();
    let mut texts: Vec<String> =
        files.map(|file| fs::read_to_string(file.path()).expect("a table can be read")).collect();
    texts.sort();
    texts.iter().flat_map(|text| text.lines().skip(1)).map(str::to_owned).collect()
}

/// A question that people typed.
struct Question {
    lang: String,
    typed: String,
    /// The section that answers it.
    answer: String,
    /// Whether it is only asked at a table: it fits every game, so only the table tells which one is meant.
    at_table: bool,
}

fn questions() -> Vec<Question> {
    let line = |line: String| {
        let (lang, typed, answer, at_table) = match line.split('\t').collect::<Vec<_>>()[..] {
            [lang, typed, answer] => (lang, typed, answer, false),
            [lang, typed, answer, "table"] => (lang, typed, answer, true),
            _ => panic!("three columns, or a fourth with the word table: {line}"),
        };
        Question { lang: lang.to_owned(), typed: typed.to_owned(), answer: answer.to_owned(), at_table }
    };
    lines_of("tests/rules_questions").into_iter().map(line).collect()
}

fn place(book: &Book, section: usize) -> String {
    let section = &book.sections[section];
    format!("{}#{}", book.games[section.game].id, section.id)
}

#[test]
fn the_section_that_answers_is_found() {
    let book = Book::read(TEXT);
    let index = Index::new(&book);
    let mut wrong = Vec::new();
    let questions = questions();
    // From the search over all games, and at the table of the game.
    for (lang, table) in [("en", false), ("ja", false), ("en", true), ("ja", true)] {
        let near = |answer: &str| book.game(answer.split('#').next()?).filter(|_| table);
        let asked = questions.iter().filter(|question| question.lang == lang && (table || !question.at_table));
        let asked: Vec<_> = asked.filter(|question| !table || !question.answer.starts_with("glossary#")).collect();
        assert!(asked.len() >= 60 / 2, "{lang}: {} questions", asked.len());
        let lang = if table { format!("{lang} at the table") } else { lang.to_owned() };
        let mut first = 0;
        let mut late = Vec::new();
        for Question { typed: question, answer, .. } in asked.iter().copied() {
            let hits = index.search(question, near(answer)).hits;
            let top: Vec<String> =
                hits.iter().take(3).map(|hit| format!("{} {:.1}", place(&book, hit.section), hit.score)).collect();
            let at = hits.iter().position(|hit| place(&book, hit.section) == *answer);
            if at == Some(0) {
                first += 1;
            } else {
                println!("{lang} {at:?}: {question} -> {answer}, but {}", top.join(", "));
            }
            if at.is_none_or(|at| at > 2) {
                late.push(question);
            }
        }
        println!("{lang}: {first} of {} first", asked.len());
        if !late.is_empty() || first * 10 < asked.len() * 9 {
            wrong.push(format!("{lang}: {first} of {} first; not in the first three: {late:?}", asked.len()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn four_letters_from_any_table_find_the_answer() {
    let book = Book::read(TEXT);
    let index = Index::new(&book);
    for near in (0..book.games.len()).map(Some).chain([None]) {
        for typed in ["reve", "Reve", "revr", "リバース", "りばー", "ﾘﾊﾞｰｽ", "+2"] {
            let hits = index.search(typed, near).hits;
            let top: Vec<String> = hits.iter().take(3).map(|hit| place(&book, hit.section)).collect();
            assert!(top.iter().any(|place| place == "nihon_meisho#reverse-on-plus-two"), "{near:?} {typed}: {top:?}");
        }
    }
}

#[test]
fn kana_kind_width_and_long_marks_change_nothing() {
    let index = Index::new(&Book::read(TEXT));
    for same in [
        ["リバース", "りばーす", "ﾘﾊﾞｰｽ"],
        ["豪雪", "ごうせつ", "ｺﾞｳｾﾂ"],
        ["山札", "やまふだ", "ヤマフダ"],
        ["三人", "3人", "３人"],
        ["+2", "＋２", "プラス2"],
    ] {
        let hits = same.map(|typed| index.search(typed, None).hits);
        assert!(!hits[0].is_empty() && hits[0] == hits[1] && hits[1] == hits[2], "{same:?}");
    }
}

#[test]
fn names_and_nicknames_choose_the_game() {
    let book = Book::read(TEXT);
    let index = Index::new(&book);
    for (typed, game) in [
        ("pounce jokers", "nerts"),
        ("racing demon score", "nerts"),
        ("Nertz tie", "nerts"),
        ("ナーツ 同点", "nerts"),
        ("ﾊﾟｳﾝｽの点数", "nerts"),
        ("machi follow", "machinamitorite"),
        ("まちなみとりて 点", "machinamitorite"),
        ("weather points", "weather"),
        ("meisho pass", "nihon_meisho"),
        ("名所 セット", "nihon_meisho"),
        ("hanafuda win", "hanafuda"),
        ("はなふだ 点", "hanafuda"),
    ] {
        let hits = index.search(typed, None).hits;
        let first = hits.first().map(|hit| place(&book, hit.section)).unwrap_or_default();
        assert!(first.starts_with(game), "{typed}: {first}");
    }
}

#[test]
fn what_matched_is_marked_in_the_text_as_it_is_written() {
    let book = Book::read(TEXT);
    let index = Index::new(&book);
    for (typed, text, marked) in [
        ("revrse", "Can I play a Reverse on a +2?", vec!["Reverse"]),
        ("reve +2", "Can I play a Reverse on a +2?", vec!["Reverse", "+2"]),
        ("ﾘﾊﾞｰｽ", "+2の上にリバースは出せる?", vec!["リバース"]),
        ("やまふだ", "山札がなくなったら?", vec!["山札"]),
        ("scoring", "How is a round scored?", vec!["scored"]),
        ("zzzz", "How is a round scored?", vec![]),
    ] {
        let found = index.search(typed, None);
        let marks = found.marks(&index.see(text)).into_iter();
        let marks: Vec<&str> = marks.map(|(from, to)| &text[from..to]).collect();
        assert_eq!(marks, marked, "{typed}");
    }
}

#[test]
fn no_input_breaks_the_search() {
    let book = Book::read(TEXT);
    let index = Index::new(&book);
    for typed in [
        "",
        " ",
        "+",
        "'",
        "ー",
        "ﾞ",
        "々",
        "A",
        "a",
        "?!",
        "+ +2 ++",
        "\u{1}\u{2}",
        "🂡",
        "ﾞﾟ゛",
        &"あ".repeat(5000),
        &"reverse ".repeat(500),
    ] {
        let found = index.search(typed, Some(0));
        for section in &book.sections {
            found.marks(&index.see(section.words[0].title));
            found.marks(&index.see(section.words[1].answer));
        }
    }
    assert!(index.search("the", None).hits.len() < book.sections.len());
}

#[test]
fn every_game_has_its_rules_and_questions_they_answer() {
    let book = Book::read(TEXT);
    // "Any other game" has no rules of its own: its table opens the search over all games.
    for game in GAMES.iter().filter(|game| game.id != "any") {
        let at = book.games.iter().position(|page| page.id == game.id);
        let sections = book.sections.iter().filter(|section| Some(section.game) == at).count();
        assert!(sections > 5, "{}: {sections} sections", game.id);
        let here = format!("{}#", game.id);
        let asked = questions().iter().filter(|question| question.answer.starts_with(&here)).count();
        assert!(asked >= 6, "{}: {asked} questions in tests/rules_questions", game.id);
    }
}

#[test]
fn every_link_leads_somewhere_and_every_picture_is_there() {
    let book = Book::read(TEXT);
    let mut links = 0;
    for section in &book.sections {
        let here = format!("{}#{}", book.games[section.game].id, section.id);
        for words in &section.words {
            let detail = words.detail.iter().map(|(_, text)| *text);
            let texts = [words.title, words.answer, words.example, words.ruling].into_iter().chain(detail);
            for to in
                texts.flat_map(spans).filter_map(|span| if let Span::Link(to, _) = span { Some(to) } else { None })
            {
                assert!(book.follow(section.game, to).is_some(), "{here}: {to} leads nowhere");
                links += 1;
            }
            assert!(!words.title.is_empty() && !words.answer.is_empty() && !words.keywords.is_empty(), "{here}");
        }
        assert_eq!(section.words[0].ruling.is_empty(), section.words[1].ruling.is_empty(), "{here}");
        assert!(section.picture.is_empty() || book.picture(section.picture).is_some(), "{here}: no picture");
    }
    assert!(links > 300, "{links} links");
    for (id, svg) in &book.pictures {
        assert!(book.sections.iter().any(|section| section.picture == *id), "{id} is shown nowhere");
        assert!(svg.starts_with("<svg") && !svg.contains("style=") && !svg.contains("<script"), "{id}");
    }
}

/// Where the links of a section lead, in one language, in the order written.
fn links_of(section: &Section, lang: usize) -> Vec<&'static str> {
    let words = &section.words[lang];
    let detail = words.detail.iter().map(|(_, text)| *text);
    let texts = [words.title, words.answer, words.example].into_iter().chain(detail);
    texts.flat_map(spans).filter_map(|span| if let Span::Link(to, _) = span { Some(to) } else { None }).collect()
}

#[test]
fn both_languages_of_a_section_link_to_the_same() {
    let book = Book::read(TEXT);
    for section in &book.sections {
        let [en, ja] = [0, 1].map(|lang| {
            let mut links = links_of(section, lang);
            links.sort_unstable();
            links
        });
        assert_eq!(en, ja, "{}#{}", book.games[section.game].id, section.id);
    }
}

/// A glossary entry only shortens what a section of a game says, and links to that section.
#[test]
fn every_glossary_entry_links_to_the_section_it_shortens() {
    let book = Book::read(TEXT);
    let glossary = book.game("glossary").expect("the glossary is there");
    for section in book.sections.iter().filter(|section| section.game == glossary) {
        let sources = |lang| {
            let links = links_of(section, lang).into_iter();
            links.filter(|to| book.follow(glossary, to).is_some_and(|at| book.sections[at].game != glossary))
        };
        let [en, ja] = [0, 1].map(|lang| sources(lang).collect::<Vec<_>>());
        assert!(!en.is_empty(), "glossary#{}: no link to a section of a game", section.id);
        assert_eq!(en, ja, "glossary#{}: the languages name different sections", section.id);
    }
}

#[test]
fn every_fact_of_the_texts_has_its_section() {
    let book = Book::read(TEXT);
    let mut facts = 0;
    let mut rulings = BTreeSet::new();
    for line in lines_of("tests/rules_coverage") {
        let (_, at) = line.split_once('\t').unwrap_or_else(|| panic!("two columns: {line}"));
        let mut marked = false;
        for at in at.split([' ', ',']).filter(|at| !at.is_empty()) {
            let (game, section) = at.split_once('#').unwrap_or_else(|| panic!("game#section: {line}"));
            let found = book.find(game, section).unwrap_or_else(|| panic!("no such section: {line}"));
            marked |= !book.sections[found].words[0].ruling.is_empty();
            if line.starts_with("Ruling") {
                rulings.insert(found);
            }
            facts += 1;
        }
        assert!(marked || !line.starts_with("Ruling"), "not marked as a ruling on the page: {line}");
    }
    assert!(facts >= 300, "{facts} facts");
    for (at, section) in book.sections.iter().enumerate().filter(|(_, section)| !section.words[0].ruling.is_empty()) {
        assert!(rulings.contains(&at), "{}: its ruling is in no table", place(&book, at));
        assert_ne!(book.games[section.game].id, "glossary", "the glossary rules nothing");
    }
}

/// The Rust files in a folder and those in it, one after the other.
fn sources(folder: &Path) -> String {
    let files = fs::read_dir(folder).expect("the folder is there").flatten().map(|file| file.path());
    let text = |path: PathBuf| match path.extension() {
        None => sources(&path),
        Some(ending) if ending == "rs" => fs::read_to_string(path).expect("a source can be read"),
        Some(_) => String::new(),
    };
    files.map(text).collect()
}

#[test]
fn every_switch_is_an_option_of_its_game() {
    let book = Book::read(TEXT);
    let mut switches = 0;
    for section in book.sections.iter().filter(|section| !section.switch.is_empty()) {
        let game = book.games[section.game].id;
        let option = format!("pub {}:", section.switch);
        let found = sources(&Path::new("core/src/games").join(game)).contains(&option);
        assert!(found, "{game}#{}: no option {}", section.id, section.switch);
        switches += 1;
    }
    assert!(switches > 10, "{switches}");
}
