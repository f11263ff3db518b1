//! Every text stands in both languages, is used, and takes the same arguments.
//!
//! The build refuses a missing key already; this says which, and finds the ones nobody shows.

use std::collections::{BTreeMap, BTreeSet};
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
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Keys of a language with the names of their arguments.
fn keys(lang: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut found = Vec::new();
    files(&sources(), &format!(".{lang}.ftl"), &mut found);
    assert!(!found.is_empty());
    let mut keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in found {
        let mut last = String::new();
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let text = match line.split_once(" = ") {
                Some((key, text)) if key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') => {
                    key.clone_into(&mut last);
                    assert!(keys.insert(last.clone(), BTreeSet::new()).is_none(), "{}: {key} twice", file.display());
                    text
                }
                _ => line,
            };
            let args = text.split('$').skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap());
            if let Some(known) = keys.get_mut(&last) {
                known.extend(args.map(str::to_owned));
            }
        }
    }
    keys
}

#[test]
fn both_languages_have_the_same_keys_and_arguments() {
    let (en, ja) = (keys("en"), keys("ja"));
    for (key, args) in &en {
        let other = ja.get(key).unwrap_or_else(|| panic!("{key} is missing in Japanese"));
        let extra: Vec<_> = other.difference(args).collect();
        assert!(extra.is_empty(), "{key}: only the Japanese text has {extra:?}");
    }
    for key in ja.keys() {
        assert!(en.contains_key(key), "{key} is missing in English");
    }
}

#[test]
fn no_key_is_unused() {
    let mut found = Vec::new();
    files(&sources(), ".rs", &mut found);
    let code: String = found.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let used: BTreeSet<&str> = code
        .split("t::")
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
        .collect();
    for key in keys("en").keys() {
        assert!(used.contains(key.replace('-', "_").as_str()), "{key} is shown nowhere");
    }
}
