//! Writes every widget in every state as pages that need no program: `cargo run --example kit -- FOLDER`
//!
//! The pages are what a debug build shows at `#/kit`, drawn without a browser, with the app's own style sheets:
//! `kit.en.html` and `kit.ja.html`. `tests/e2e/kit.test.mjs` photographs the first.

#[path = "../tests/draw/mod.rs"]
mod draw;

use std::path::Path;
use std::rc::Rc;
use std::{env, fs};

use takujo_core::i18n::Lang;
use takujo_core::storage::{Memory, Storage};

fn main() {
    let folder = env::args().nth(1).expect("say where to write them");
    fs::create_dir_all(&folder).expect("a folder can be made");
    for lang in [Lang::En, Lang::Ja] {
        let store = Memory::default();
        // Memory storage answers at once.
        drop(store.write("settings", &format!("{{\"lang\":\"{}\"}}", lang.tag())));
        let page = draw::as_first_screen(&draw::draw("/kit", Rc::new(store), 8, Vec::new()));
        let styles = [include_str!("../assets/generated/main.css"), include_str!("../assets/generated/parts.css")];
        let head = "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">";
        let text = format!(
            "<!doctype html><html lang=\"{}\"><head>{head}<title>Kit</title><style>{}</style></head><body>{page}</body></html>",
            lang.tag(),
            styles.join("\n"),
        );
        fs::write(Path::new(&folder).join(format!("kit.{}.html", lang.tag())), text).expect("a file can be written");
    }
}
