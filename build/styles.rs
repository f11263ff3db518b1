//! Assembles the two style sheets, `main.css` for every page and `parts.css` for the lazy parts, from the app's own in
//! `assets` and each game's `style.css`. In the latter the line that begins with `.accent-` is the game's colour, which
//! the home page and the plain pages of the rules need too; the rest is loaded with the first lazy part.
//! Also collects the games' emblems, each a path in an `emblem.svg`.

use std::fmt::Write as _;

use super::{names_in, read};

/// The style sheets as the app loads them, and code with what Rust needs of the games' folders.
pub struct Styles {
    /// Styles for the home page.
    pub main: String,
    /// Styles loaded with the first lazy part.
    pub parts: String,
    /// A function that returns a game's colour on light paper, as Rust code.
    pub accents: String,
    /// A function that returns a game's emblem, as Rust code.
    pub emblems: String,
}

/// Reads every style sheet in `assets` and `src/games`.
pub fn compile() -> Styles {
    let mut main = String::new();
    let mut parts = read("assets/parts.css".as_ref());
    let mut emblems = "/// The emblem of a game, like [`shape`]; empty if there is no such game.\n\
        pub fn emblem(game: &str) -> &'static str { match game {\n"
        .to_owned();
    let mut accents = "fn accent(game: &str) -> &'static str { match game {\n".to_owned();
    for game in names_in("src/games".as_ref(), "") {
        let path = format!("src/games/{game}/style.css");
        if !std::path::Path::new(&path).exists() {
            continue;
        }
        let emblem = read(format!("src/games/{game}/emblem.svg").as_ref());
        let drawn = emblem.split_once(" d=\"").and_then(|(_, rest)| rest.split_once('"'));
        let (drawn, _) = drawn.unwrap_or_else(|| panic!("the emblem of {game} has no path"));
        writeln!(emblems, "{game:?} => {drawn:?},").expect("writing to a string cannot fail");
        for line in read(path.as_ref()).lines() {
            let Some(rest) = line.strip_prefix(&format!(".accent-{game} {{ --accent: light-dark(")) else {
                parts.push_str(line);
                parts.push('\n');
                continue;
            };
            main.push_str(line);
            main.push('\n');
            let light = rest.split(',').next().unwrap_or_default();
            writeln!(accents, "{game:?} => {light:?},").expect("writing to a string cannot fail");
        }
    }
    emblems.push_str("_ => \"\" } }\n");
    accents.push_str("_ => INK } }\n");
    main.push_str(&read("assets/main.css".as_ref()));
    Styles { main, parts, accents, emblems }
}
