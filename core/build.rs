//! Turns each Fluent message into a Rust function, so that a missing key, language or argument does not compile, and each
//! section of the rules into a constant, so that a wrong link does not compile either. `build/phrases.rs` marks where
//! Japanese texts may be broken.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fluent_syntax::ast::{Expression, InlineExpression, Pattern, PatternElement, VariantKey};
use messages::{Messages, messages_of};

#[path = "build/messages.rs"]
mod messages;
#[path = "build/phrases.rs"]
#[allow(dead_code, reason = "some of it marks the rules, for the app's build script")]
mod phrases;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src");
    let mut messages = messages_of(Path::new("src"));
    for message in messages.get_mut("ja").into_iter().flat_map(BTreeMap::values_mut) {
        phrases::mark(message);
    }
    let code = match (messages.get("en"), messages.get("ja")) {
        (Some(en), Some(ja)) => functions(en, ja),
        _ => String::new(),
    };
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("strings.rs"), code).expect("the output folder can be written");
    fs::write(out.join("rules.rs"), sections()).expect("the output folder can be written");
}

/// The code of a module for each game with rules, and in it a constant for each section (`Rule` in src/rule.rs).
fn sections() -> String {
    let games = fs::read_dir("src/games").expect("the games can be read").flatten();
    let mut games: Vec<_> = games.filter(|game| game.path().join("rules.en.md").is_file()).collect();
    games.sort_by_key(|game| game.file_name());
    let mut code = String::new();
    for game in games {
        let text = fs::read_to_string(game.path().join("rules.en.md")).expect("the rules can be read");
        let name = game.file_name().to_string_lossy().into_owned();
        let heads = text.lines().filter(|line| line.starts_with("## "));
        let ids = heads.filter_map(|line| line.split_once("{#")?.1.strip_suffix('}'));
        let constants: String = ids
            .map(|id| {
                let constant = id.replace('-', "_").to_uppercase();
                format!("/// Section `{id}`.\npub const {constant}: Rule = Rule(\"{name}/{id}\");\n")
            })
            .collect();
        code += &format!(
            "/// The sections of the rules of `{name}`.\npub mod {name} {{\nuse super::Rule;\n{constants}}}\n"
        );
    }
    code
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
            writeln!(code, "/// The text `{key}`.\npub fn {name}(l: Lang) -> &'static str {{ match l {{ Lang::En => {:?}, Lang::Ja => {:?} }} }}", plain(pattern), plain(&ja[key]))
        } else {
            let list = args.iter().map(|arg| format!("{arg}: impl Into<Arg<'a>>")).collect::<Vec<_>>().join(", ");
            let values = args.iter().map(|arg| format!("{arg}.into()")).collect::<Vec<_>>().join(", ");
            writeln!(
                code,
                "/// The text `{key}`.\npub fn {name}<'a>(l: Lang, {list}) -> String {{ say(l, match l {{ Lang::En => {english}, Lang::Ja => {japanese} }}, &[{values}]) }}"
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
