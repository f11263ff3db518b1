//! The cost of a keystroke in search: `cargo bench --bench search`. For a slowed browser see
//! `tests/e2e/rules.test.mjs`.

use takujo::rules::book::Book;
use takujo::rules::search::Index;

const TEXT: &str = include_str!("../assets/generated/rules.txt");

fn main() {
    divan::main();
}

#[divan::bench]
fn opening(bencher: divan::Bencher) {
    bencher.bench(|| Index::new(&Book::read(divan::black_box(TEXT))));
}

/// Types every test question letter by letter; the time is for all keystrokes in one language.
#[divan::bench(args = ["en", "ja"])]
fn keystrokes(bencher: divan::Bencher, lang: &str) {
    let index = Index::new(&Book::read(TEXT));
    let tables = std::fs::read_dir("tests/rules_questions").expect("the questions can be read").flatten();
    let text: String =
        tables.map(|table| std::fs::read_to_string(table.path()).expect("a table can be read")).collect();
    let questions = text.lines().filter(|line| line.starts_with(lang)).filter_map(|line| line.split('\t').nth(1));
    let typed: Vec<&str> =
        questions.flat_map(|all| all.char_indices().map(|(at, c)| &all[..at + c.len_utf8()])).collect();
    bencher
        .counter(divan::counter::ItemsCount::new(typed.len()))
        .bench(|| typed.iter().map(|typed| index.search(typed, None).hits.len()).sum::<usize>());
}
