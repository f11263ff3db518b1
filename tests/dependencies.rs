//! The app's dependencies: permitted licences, crates.io only, and no crate twice in what a phone downloads.
//!
//! cargo-deny applies the same deny.toml but takes minutes to build. This takes seconds, needs only cargo, and looks at
//! the web bundle by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

/// Duplicates that come with Dioxus 0.7 itself. Any other pair is weight that somebody added.
const TWICE: [&str; 2] = ["const-serialize", "rustc-hash"];

fn metadata(args: &[&str]) -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let command = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--no-default-features"])
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(command.status.success(), "{}", String::from_utf8_lossy(&command.stderr));
    serde_json::from_slice(&command.stdout).unwrap()
}

fn web() -> Value {
    metadata(&["--features", "web", "--filter-platform", "wasm32-unknown-unknown"])
}

/// The licences allowed by deny.toml.
fn allowed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml")).unwrap();
    let list = text.split_once("allow = [").unwrap().1.split_once(']').unwrap().0;
    list.split(',').map(|name| name.trim().trim_matches('"').to_owned()).filter(|name| !name.is_empty()).collect()
}

/// Whether an SPDX expression can be met: one side of an OR, both of an AND, which binds tighter. `/` is an old form of
/// OR.
fn fits(expression: &str, allowed: &BTreeSet<String>) -> bool {
    fn either(text: &mut &str, allowed: &BTreeSet<String>) -> bool {
        let mut met = both(text, allowed);
        while let Some(rest) = text.strip_prefix(" OR ") {
            *text = rest;
            met |= both(text, allowed);
        }
        met
    }
    fn both(text: &mut &str, allowed: &BTreeSet<String>) -> bool {
        let mut met = one(text, allowed);
        while let Some(rest) = text.strip_prefix(" AND ") {
            *text = rest;
            met &= one(text, allowed);
        }
        met
    }
    fn one(text: &mut &str, allowed: &BTreeSet<String>) -> bool {
        if let Some(rest) = text.strip_prefix('(') {
            *text = rest;
            let met = either(text, allowed);
            *text = text.strip_prefix(')').expect("a bracket that closes");
            return met;
        }
        let end = [" OR ", " AND ", ")"].iter().filter_map(|stop| text.find(stop)).min().unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        *text = rest;
        allowed.contains(name.trim())
    }
    let tidy = expression.replace(" / ", " OR ").replace('/', " OR ");
    let mut rest = tidy.as_str();
    let met = either(&mut rest, allowed);
    assert!(rest.is_empty(), "{expression}: not understood from {rest:?} on");
    met
}

#[test]
fn licences_are_read_right() {
    let allowed = ["MIT", "Zlib"].map(str::to_owned).into();
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(GPL-3.0 OR MIT) AND Zlib", true),
        ("GPL-3.0 OR MIT AND Zlib", true),
        ("MIT WITH an-exception", false),
    ] {
        assert_eq!(fits(expression, &allowed), met, "{expression}");
    }
}

#[test]
fn every_crate_has_a_licence_that_allows_the_app_and_comes_from_crates_io() {
    let host = metadata(&["--filter-platform", "x86_64-unknown-linux-gnu"]);
    let allowed = allowed();
    for graph in [web(), host] {
        for package in graph["packages"].as_array().unwrap() {
            let name = &package["name"];
            let licence = package["license"].as_str().unwrap_or("none named");
            assert!(fits(licence, &allowed), "{name}: {licence} is not among the licences of deny.toml");
            let own = ["takujo", "takujo-bindgen", "takujo-host", "takujo-wire"].iter().any(|own| name == own)
                && package["source"].is_null();
            let crates_io = package["source"] == "registry+https://github.com/rust-lang/crates.io-index";
            assert!(own || crates_io, "{name} comes from {}", package["source"]);
        }
    }
}

/// Everything that ends up in the bundle: ordinary dependencies, without build-time ones. Asked of `cargo tree`, because
/// `cargo metadata` gives crates the features that other members of the workspace want.
#[test]
fn no_crate_is_bundled_twice() {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let tree = Command::new(cargo)
        .args(["tree", "--locked", "--package", "takujo", "--no-default-features", "--features", "web"])
        .args([
            "--target",
            "wasm32-unknown-unknown",
            "--edges",
            "normal,no-proc-macro",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(tree.stdout).unwrap();
    // "name v1.2.3", and "(*)" where it was listed before.
    let crates: BTreeSet<(&str, &str)> = tree
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, rest)| (name, rest.split(' ').next().unwrap_or(rest)))
        .collect();
    let mut versions: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in crates {
        *versions.entry(name).or_default() += 1;
    }
    let has = |name| versions.contains_key(name);
    assert!(has("dioxus-web") && !has("proptest") && !has("takujo-host"), "the wrong graph");
    let twice: Vec<&str> = versions.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name).collect();
    assert_eq!(twice, TWICE, "twice in the bundle");
}
