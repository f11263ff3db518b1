//! No crate is twice in what a phone downloads. Cargo-deny (deny.toml) checks licences and sources, but cannot tell the
//! bundle from what builds it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Duplicates that come with Dioxus 0.7 itself. Any other pair is weight that somebody added.
const TWICE: [&str; 2] = ["const-serialize", "rustc-hash"];

/// Everything that ends up in the bundle: ordinary dependencies, without build-time ones. Asked of `cargo tree`,
/// because `cargo metadata` gives crates the features that other members of the workspace want.
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
