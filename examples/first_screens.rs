//! Writes what the site shows at a shared address until the program runs: `cargo run --example first_screens -- FOLDER`
//!
//! Each file is the app's own page, drawn without a browser for a first-time visitor: `new/nerts.en.html`,
//! `calculate/nerts.en.html`, `rules.en.html`. That of a game's rules, `rules/nerts.en.html`, is the page with nothing
//! in its middle; each section's middle follows as a template. `public/boot.js` shows them.

#[path = "../tests/draw/mod.rs"]
mod draw;

use std::path::Path;
use std::rc::Rc;
use std::{env, fs};

use takujo::games::GAMES;
use takujo::rules::book::Book;
use takujo_core::i18n::Lang;
use takujo_core::storage::{Memory, Storage};

/// The parts of a page before and after its middle.
const MIDDLE: (&str, &str) = ("<main class=\"view\">", "</main>");
/// Turns after which a page has everything it waits for.
const TURNS: usize = 8;

/// The page at an address, for somebody whose system speaks `lang`.
fn screen(path: &str, lang: Lang) -> String {
    let store = Memory::default();
    // Memory storage answers at once.
    drop(store.write("settings", &format!("{{\"lang\":\"{}\"}}", lang.tag())));
    let page = draw::as_first_screen(&draw::draw(path, Rc::new(store), TURNS, Vec::new()));
    assert!(page.contains(MIDDLE.0), "{path}: {page}");
    // Nothing handles taps or typing yet; only links work.
    let page = page.replace("<button", "<button inert=\"\"").replace("<input", "<input inert=\"\" readonly=\"\"");
    let page = page.replace("<select", "<select inert=\"\"").replace("<summary", "<summary inert=\"\"");
    // Radio buttons of one name uncheck each other: the app's own, once they are there too, would uncheck these.
    page.replace(" type=\"radio\" name=\"", " type=\"radio\" data-name=\"")
}

/// The parts of a page: before its middle, the middle, after it.
fn parts(page: &str) -> (&str, &str, &str) {
    let from = page.find(MIDDLE.0).map_or(0, |at| at + MIDDLE.0.len());
    let to = page.rfind(MIDDLE.1).unwrap_or(page.len());
    (&page[..from], &page[from..to], &page[to..])
}

fn main() {
    let folder = env::args().nth(1).expect("say where to write them");
    let write = |address: &str, lang: Lang, text: String| {
        let file = Path::new(&folder).join(format!("{address}.{}.html", lang.tag()));
        fs::create_dir_all(file.parent().expect("a file lies in a folder")).expect("a folder can be made");
        fs::write(file, text).expect("a file can be written");
    };
    let book = Book::read(include_str!("../assets/generated/rules.txt"));
    for lang in [Lang::En, Lang::Ja] {
        for game in GAMES {
            let calculation = game.calculates.then(|| format!("calculate/{}", game.id));
            for address in calculation.into_iter().chain([format!("new/{}", game.id)]) {
                write(&address, lang, screen(&format!("/{address}"), lang));
            }
        }
        write("rules", lang, screen("/rules", lang));
        for game in &book.games {
            let address = format!("rules/{}", game.id);
            let contents = screen(&format!("/{address}"), lang);
            let (before, middle, after) = parts(&contents);
            let mut text = format!("{before}{after}<template data-at=\"\">{middle}</template>");
            for section in &book.sections[game.from..game.to] {
                let page = screen(&format!("/{address}/{}", section.id), lang);
                text += &format!("<template data-at=\"{}\">{}</template>", section.id, parts(&page).1);
            }
            write(&address, lang, text);
        }
    }
}
