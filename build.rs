//! Compiles the rules into the one file that the app reads (`build/rules.rs`) and into plain pages (`build/pages.rs`),
//! and joins each game's styles to the two style sheets (`build/styles.rs`). What the app loads goes to
//! `assets/generated`.

use std::path::{Path, PathBuf};
use std::{env, fs};

use messages::messages_of;

#[path = "core/build/messages.rs"]
mod messages;
#[path = "build/pages.rs"]
mod pages;
#[path = "core/build/phrases.rs"]
#[allow(dead_code, reason = "some of it marks the texts, for the core's build script")]
mod phrases;
#[path = "build/rules.rs"]
mod rules;
#[path = "build/styles.rs"]
mod styles;

/// What this script makes for the app to load. It is in the assets folder, because `asset!` accepts no file outside the
/// crate.
const GENERATED: &str = "assets/generated";
/// The rules as plain pages, which scripts/finish.mjs copies to the site.
const PAGES: &str = "assets/generated/rules";

fn main() {
    if env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32") {
        // By default the linker lets equal texts share their bytes. The splitter gives each text to one part of the
        // program, and would take it away from the others.
        println!("cargo::rustc-link-arg-bins=-O0");
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed=core/build");
    println!("cargo::rerun-if-changed=core/src/i18n");
    println!("cargo::rerun-if-changed=core/src/games");
    for asset in ["assets/main.css", "assets/parts.css", GENERATED] {
        println!("cargo::rerun-if-changed={asset}");
    }
    fs::create_dir_all(PAGES).expect("the assets folder can be written");
    let rules = rules::read_all();
    let styles = styles::compile();
    let files = [("rules.txt", &rules::compile(&rules)), ("main.css", &styles.main), ("parts.css", &styles.parts)];
    for (name, text) in files {
        write(&Path::new(GENERATED).join(name), text);
    }
    let messages = messages_of(Path::new("core/src/i18n"));
    let own = messages_of(Path::new("build"));
    let say = |lang: &str, key: &str| {
        let pattern = [&own, &messages].into_iter().find_map(|all| all.get(lang)?.get(key));
        pattern.unwrap_or_else(|| panic!("{key} is missing in {lang}"))
    };
    for (name, text) in pages::write(&rules, &styles.main, say) {
        write(&Path::new(PAGES).join(name), &text);
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("accents.rs"), styles.accents).expect("the output folder can be written");
    fs::write(out.join("emblems.rs"), styles.emblems).expect("the output folder can be written");
}

/// Writes a file as a whole, and only if it has changed: whatever watches it would rebuild otherwise.
fn write(path: &Path, text: &str) {
    if fs::read_to_string(path).ok().as_deref() == Some(text) {
        return;
    }
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}", std::process::id()));
    fs::write(&part, text).expect("the assets folder can be written");
    fs::rename(part, path).expect("the assets folder can be written");
}

/// The names in a folder that end like this, sorted.
fn names_in(folder: &Path, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
    names.sort();
    names
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
