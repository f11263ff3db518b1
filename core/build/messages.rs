//! Reads the Fluent files, for both build scripts: the core makes functions of them, and the app puts a few of the texts
//! on pages that need no program.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Pattern};

/// The messages of a language by their keys.
pub type Messages = BTreeMap<String, Pattern<String>>;

/// Every message in the Fluent files of a folder and the folders in it, by language and key.
pub fn messages_of(folder: &Path) -> BTreeMap<&'static str, Messages> {
    let mut messages: BTreeMap<&str, Messages> = BTreeMap::new();
    for file in fluent_files(folder) {
        let name = file.to_string_lossy().into_owned();
        let lang = if name.ends_with(".en.ftl") {
            "en"
        } else if name.ends_with(".ja.ftl") {
            "ja"
        } else {
            panic!("{name}: a Fluent file ends in .en.ftl or .ja.ftl")
        };
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(_, errors)| {
            panic!("{name}: {}", errors.iter().map(|e| format!("{e:?}")).collect::<String>())
        });
        for entry in resource.body {
            let Entry::Message(message) = entry else { continue };
            let key = message.id.name;
            let value = message.value.unwrap_or_else(|| panic!("{name}: {key} has no text"));
            let before = messages.entry(lang).or_default().insert(key.clone(), value);
            assert!(before.is_none(), "{name}: {key} appears twice");
        }
    }
    messages
}

fn fluent_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of the sources can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(fluent_files(&path));
        } else if path.extension().is_some_and(|ending| ending == "ftl") {
            found.push(path);
        }
    }
    found.sort();
    found
}
