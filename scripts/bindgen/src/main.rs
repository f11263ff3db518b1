//! Makes the script between a program for the web and the browser: `takujo-bindgen PROGRAM FOLDER NAME` writes `NAME.js`
//! and `NAME_bg.wasm`.
//!
//! `wasm-bindgen-cli` does the same by the same library, but takes three times as long to compile, for a server of tests that
//! nobody uses here; and its version would have to be kept that of the app, which a lock file does by itself.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, folder, name] = &args[..] else { return Err("usage: takujo-bindgen PROGRAM FOLDER NAME".into()) };
    // The names of functions stay as they are: scripts/split.mjs finds functions by them.
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
