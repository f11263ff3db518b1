//! Each game of the registry is complete.

use std::path::PathBuf;

use takujo::games::GAMES;
use takujo_core::i18n::Lang;

#[test]
fn every_game_has_its_rules_texts_save_and_tests() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    for game in GAMES {
        let (core, screens) = (root.join("core/src/games").join(game.id), root.join("src/games").join(game.id));
        // "Any other game" has no rules of its own.
        let rules: &[&str] = if game.id == "any" { &[] } else { &["rules.en.md", "rules.ja.md"] };
        let of_core = ["mod.rs", "play.rs", "strings.en.ftl", "strings.ja.ftl"].iter().chain(rules);
        let of_core = of_core.map(|file| core.join(file));
        let of_screens = ["mod.rs", "page.rs", "style.css"].iter().map(|file| screens.join(file));
        for file in of_core.chain(of_screens) {
            assert!(file.is_file(), "{} is missing", file.display());
        }
        if !rules.is_empty() {
            assert!(
                root.join(format!("core/tests/{}_rules.rs", game.id)).is_file(),
                "{} has no tests of its rules",
                game.id
            );
        }
        let tests = ["tests/saves/{}-1.json", "tests/e2e/{}.test.mjs", "tests/e2e/games/{}.mjs"];
        for file in tests.map(|path| path.replace("{}", game.id)) {
            assert!(root.join(&file).is_file(), "{file} is missing");
        }
        for l in Lang::ALL {
            assert!(!(game.name)(l).is_empty());
            assert!(!(game.tagline)(l).is_empty());
        }
        let style = std::fs::read_to_string(root.join("assets/generated/main.css")).unwrap();
        assert!(style.contains(&format!(".accent-{} {{", game.id)), "{} has no colour in its style.css", game.id);
    }
}

#[test]
fn ids_are_stable_text_and_unique() {
    for (at, game) in GAMES.iter().enumerate() {
        assert!(game.id.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", game.id);
        assert!(GAMES.iter().skip(at + 1).all(|other| other.id != game.id), "{} twice", game.id);
    }
}
