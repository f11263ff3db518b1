//! Puts the style sheets together: the app's own in `assets`, and after them what each game has in its `style.css`. A line
//! there that begins with `.accent-` is the game's colour, which the first page shows already; the rest is fetched with the
//! first game.

use std::fmt::Write as _;

use super::{names_in, read};

/// The style sheets as the app loads them, and the function that tells a game's colour on light paper.
pub struct Styles {
    /// What the first page needs.
    pub main: String,
    /// What comes with the first part of the app that is loaded.
    pub parts: String,
    /// Rust.
    pub accents: String,
}

/// Everything under `assets` and `src/games` that is a style sheet.
pub fn compile() -> Styles {
    let [mut main, mut parts] = ["assets/main.css", "assets/parts.css"].map(|path| read(path.as_ref()));
    let mut accents = "fn accent(game: &str) -> &'static str { match game {\n".to_owned();
    for game in names_in("src/games".as_ref(), "") {
        let path = format!("src/games/{game}/style.css");
        if !std::path::Path::new(&path).exists() {
            continue;
        }
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
    accents.push_str("_ => INK } }\n");
    Styles { main, parts, accents }
}
