//! Every text is used somewhere, and English has typographic apostrophes and quotes. The build (`core/build.rs`) checks that
//! each text exists in both languages with the same arguments.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
}

fn sources() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("core/src")
}

/// The keys of all texts in English; the build refuses a Japanese file with different ones.
fn keys() -> BTreeSet<String> {
    let mut found = Vec::new();
    files(&sources(), ".en.ftl", &mut found);
    let text: String = found.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let keys = text.lines().filter_map(|line| line.split_once(" = ").map(|(key, _)| key.to_owned()));
    keys.filter(|key| key.starts_with(|c: char| c.is_ascii_lowercase())).collect()
}

#[test]
fn no_key_is_unused() {
    let mut found = Vec::new();
    let app = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    for folder in [&sources(), &app] {
        files(folder, ".rs", &mut found);
    }
    let code: String = found.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let used: BTreeSet<&str> = code
        .split("t::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
        .collect();
    let keys = keys();
    assert!(keys.len() > 500, "only {} texts: are these the right files?", keys.len());
    for key in keys {
        assert!(used.contains(key.replace('-', "_").as_str()), "{key} is shown nowhere");
    }
}

#[test]
fn english_has_curly_apostrophes_and_quotes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for (folder, ending) in [("core/src", ".en.ftl"), ("core/src", ".en.md"), ("src", ".en.md"), ("build", ".en.ftl")] {
        files(&root.join(folder), ending, &mut found);
    }
    assert!(found.len() > 14, "only {} files: are these the right ones?", found.len());
    let mut straight = String::new();
    for file in found {
        let text = std::fs::read_to_string(&file).unwrap();
        for (at, line) in text.lines().enumerate() {
            // Fluent itself needs straight quotes in braces.
            let shown = line.replace("{\"\"}", "").replace("{ \"\" }", "");
            if shown.contains(['\'', '"']) {
                straight.push_str(&format!("\n{}:{}: {line}", file.strip_prefix(root).unwrap().display(), at + 1));
            }
        }
    }
    assert!(straight.is_empty(), "straight apostrophes or quotes:{straight}");
}

/// The texts with several arguments, and these in the order in which the English text first names them, which is that of the
/// parameters of their functions.
fn arguments() -> String {
    let mut found = Vec::new();
    files(&sources(), ".en.ftl", &mut found);
    let mut texts: Vec<(String, Vec<String>)> = Vec::new();
    for file in found {
        for line in std::fs::read_to_string(file).unwrap().lines().filter(|line| !line.starts_with('#')) {
            if let Some((key, _)) = line.split_once(" =").filter(|_| line.starts_with(|c: char| c.is_ascii_lowercase()))
            {
                texts.push((key.to_owned(), Vec::new()));
            }
            let Some((_, named)) = texts.last_mut() else { continue };
            for after in line.split('$').skip(1) {
                let name =
                    after.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-').next().unwrap().to_owned();
                if !named.contains(&name) {
                    named.push(name);
                }
            }
        }
    }
    texts.retain(|(_, named)| named.len() > 1);
    texts.sort();
    texts.iter().map(|(key, named)| format!("{key}\t{}\n", named.join(" "))).collect()
}

/// A reworded text that names its arguments in another order would still compile, and show each in the other's place.
#[test]
fn no_text_changes_the_order_of_its_arguments_unseen() {
    let (known, now) = (include_str!("arguments.tsv"), arguments());
    let changed: Vec<&str> = now.lines().filter(|line| !known.lines().any(|old| old == *line)).collect();
    let gone: Vec<&str> = known.lines().filter(|line| !now.lines().any(|new| new == *line)).collect();
    assert!(
        changed.is_empty() && gone.is_empty(),
        "look at each call of these texts, then correct tests/arguments.tsv:\nnow {changed:#?}\nbefore {gone:#?}"
    );
}
