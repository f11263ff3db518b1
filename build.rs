//! Turns each Fluent message into a Rust function, so that a missing key, language or argument does not compile, and an
//! unused message is dead code. Also compiles the rules into the one file that the app reads (`build/rules.rs`) and
//! into plain pages (`build/pages.rs`), and joins each game's styles to the two style sheets (`build/styles.rs`).
//! `build/phrases.rs` marks where Japanese texts may be broken. What the app loads goes to `assets/generated`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey};

#[path = "build/pages.rs"]
mod pages;
#[path = "build/phrases.rs"]
mod phrases;
#[path = "build/rules.rs"]
mod rules;
#[path = "build/styles.rs"]
mod styles;

type Messages = BTreeMap<String, Pattern<String>>;

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
    let mut messages = messages_of(Path::new("src"));
    let own = messages_of(Path::new("build"));
    let say = |lang: &str, key: &str| {
        let pattern = [&own, &messages].into_iter().find_map(|all| all.get(lang)?.get(key));
        pattern.unwrap_or_else(|| panic!("{key} is missing in {lang}"))
    };
    for (name, text) in pages::write(&rules, &styles.main, say) {
        write(&Path::new(PAGES).join(name), &text);
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for message in messages.get_mut("ja").into_iter().flat_map(BTreeMap::values_mut) {
        phrases::mark(message);
    }
    let code = match (messages.get("en"), messages.get("ja")) {
        (Some(en), Some(ja)) => functions(en, ja),
        _ => String::new(),
    };
    fs::write(out.join("strings.rs"), code).expect("the output folder can be written");
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

/// Every message in the Fluent files of a folder and the folders in it, by language and key.
fn messages_of(folder: &Path) -> BTreeMap<&'static str, Messages> {
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

/// The code of a function for each message.
fn functions(en: &Messages, ja: &Messages) -> String {
    let mut code = String::new();
    for key in en.keys().chain(ja.keys()) {
        assert!(en.contains_key(key), "{key} is missing in English");
        assert!(ja.contains_key(key), "{key} is missing in Japanese");
    }
    for (key, pattern) in en {
        let mut args = Vec::new();
        let english = parts(pattern, en, &mut args);
        let known = args.len();
        let japanese = parts(&ja[key], ja, &mut args);
        assert!(
            known == args.len(),
            "{key}: the Japanese text uses {:?}, which the English one does not",
            &args[known..]
        );
        let name = key.replace('-', "_");
        if args.is_empty() {
            let plain = |pattern| plain(pattern).unwrap_or_else(|| panic!("{key}: a select without an argument"));
            writeln!(code, "pub(crate) fn {name}(l: Lang) -> &'static str {{ match l {{ Lang::En => {:?}, Lang::Ja => {:?} }} }}", plain(pattern), plain(&ja[key]))
        } else {
            let list = args.iter().map(|arg| format!("{arg}: impl Into<Arg<'a>>")).collect::<Vec<_>>().join(", ");
            let values = args.iter().map(|arg| format!("{arg}.into()")).collect::<Vec<_>>().join(", ");
            writeln!(
                code,
                "pub(crate) fn {name}<'a>(l: Lang, {list}) -> String {{ say(l, match l {{ Lang::En => {english}, Lang::Ja => {japanese} }}, &[{values}]) }}"
            )
        }
        .expect("writing to a string cannot fail");
    }
    code
}

/// The text of a message without arguments; `None` if it has any.
fn plain(pattern: &Pattern<String>) -> Option<String> {
    pattern
        .elements
        .iter()
        .map(|element| match element {
            PatternElement::TextElement { value } => Some(value.clone()),
            PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
                Some(value.clone())
            }
            PatternElement::Placeable { .. } => None,
        })
        .collect()
}

/// The code of the pieces of a message (`Segment` in src/i18n/mod.rs). Adds the names of its arguments to `args`.
fn parts(pattern: &Pattern<String>, all: &Messages, args: &mut Vec<String>) -> String {
    let parts = pattern.elements.iter().map(|element| match element {
        PatternElement::TextElement { value } => format!("Segment::Text({value:?})"),
        PatternElement::Placeable { expression } => placeable(expression, all, args),
    });
    format!("&[{}]", parts.collect::<Vec<_>>().join(", "))
}

/// The index of an argument, which is added if it is new.
fn argument(name: &str, args: &mut Vec<String>) -> usize {
    args.iter().position(|arg| arg == name).unwrap_or_else(|| {
        args.push(name.to_owned());
        args.len() - 1
    })
}

fn placeable(expression: &Expression<String>, all: &Messages, args: &mut Vec<String>) -> String {
    match expression {
        Expression::Inline(InlineExpression::VariableReference { id }) => {
            format!("Segment::Arg({})", argument(&id.name, args))
        }
        Expression::Inline(InlineExpression::StringLiteral { value }) => format!("Segment::Text({value:?})"),
        Expression::Select { selector: InlineExpression::VariableReference { id }, variants } => {
            let at = argument(&id.name, args);
            let mut cases = Vec::new();
            let mut other = None;
            for variant in variants {
                let text = parts(&variant.value, all, args);
                if variant.default {
                    other = Some(text);
                } else {
                    let key = match &variant.key {
                        VariantKey::NumberLiteral { value } => format!("Case::Number({value})"),
                        VariantKey::Identifier { name } if name == "one" => "Case::One".to_owned(),
                        VariantKey::Identifier { name } => format!("Case::Word({name:?})"),
                    };
                    cases.push(format!("({key}, {text} as &[Segment])"));
                }
            }
            let other = other.expect("the parser insists on a default");
            format!("Segment::Choice({at}, &[{}], {other})", cases.join(", "))
        }
        other => panic!("not supported in this project's Fluent files: {other:?}"),
    }
}
