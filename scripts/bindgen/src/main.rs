//! Makes the script through which a program for the web and the browser call each other: `takujo-bindgen PROGRAM FOLDER
//! NAME` writes `NAME.js` and `NAME_bg.wasm`.
//!
//! `wasm-bindgen-cli` does the same with the same library, but takes three times as long to compile, because of a test
//! server that is not used here. Its version would also have to be kept the same as the app's, which here the lock file
//! does.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, folder, name] = &args[..] else { return Err("usage: takujo-bindgen PROGRAM FOLDER NAME".into()) };
    // The names of functions stay, because scripts/split.mjs finds functions by them.
    Bindgen::new()
        .input_path(program)
        .web(true)?
        .typescript(false)
        .demangle(false)
        .keep_debug(true)
        .keep_lld_exports(true)
        .omit_default_module_path(false)
        .out_name(name)
        .generate(folder)?;
    Ok(())
}
