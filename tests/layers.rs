//! The layers within the core and within the app: a module uses only what is below it, no files use each other in a circle,
//! and every type has a name of its own. That the core uses nothing of the app, and no Dioxus, is for the compiler to say.
//! Also: what opens a shared table is not left to chance, and nothing is too large to be read at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers of the core, from the bottom up. Modules in the same row do not use each other.
const CORE: &[&[&str]] = &[
    &["domain", "i18n", "rule"],
    &["entry"],
    &["live", "storage"],
    &["keep", "play"],
    &["table"],
    &["games"],
    &["lib"],
];
/// The same of the app.
const APP: &[&[&str]] = &[
    &["storage"],
    &["device"],
    &["room", "route", "ui"],
    &["state"],
    &["lazy"],
    &["play"],
    &["rules"],
    &["shell"],
    &["table"],
    &["games"],
    &["pages"],
    &["app"],
    &["lib", "main"],
];

/// The folders of both crates.
const CRATES: [&str; 2] = ["core/src", "src"];

/// Names that every game may use for its own types: those of `Game`, its cards, its draft and what is wrong with it,
/// its form and its calculator. No game uses another's.
const ROLES: [&str; 9] = ["Options", "State", "Event", "Error", "Card", "Draft", "Fault", "OptionsForm", "Calculation"];

/// How many lines a file has at most, without the tests in it.
const FILE: usize = 600;
/// How many lines a function has at most.
const FUNCTION: usize = 90;
/// How many props a component has at most.
const PROPS: usize = 9;
/// Functions that are tables, however long they are: the file and the name.
const TABLES: [(&str, &str); 1] = [("core/src/games/any/usual.rs", "options")];

/// A file of the core or the app.
struct File {
    /// Its name in messages.
    name: String,
    /// Its module path: `["ui", "pad"]`; empty for the root.
    module: Vec<String>,
    /// Its text without comments and tests. `super` in an inline module is removed, since it means the file itself.
    code: String,
    /// Its text up to the tests in it.
    text: String,
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// A file with this path in the folder `src`.
fn file(src: &str, path: &Path, text: &str) -> File {
    let mut module: Vec<String> =
        path.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if module.last().is_some_and(|last| last == "mod") || module == ["lib"] {
        module.pop();
    }
    let untested = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
    File { name: format!("{src}/{}", path.display()), module, code: code(text), text: untested }
}

/// The relevant text of a file. Relies on rustfmt: a block closes at the indentation at which it opens.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut inner: Option<(String, bool)> = None;
    let mut before = "";
    for line in text.lines() {
        let bare = line.trim_start();
        if bare.starts_with("//") {
            continue;
        }
        let indent = &line[..line.len() - bare.len()];
        if inner.as_ref().is_some_and(|(end, _)| line == end) {
            inner = None;
            continue;
        }
        match &inner {
            Some((_, true)) => {}
            Some((_, false)) => code.push_str(&line.replace("super::", "self::")),
            None if bare.contains("mod ") && bare.ends_with('{') && !bare.contains('(') => {
                inner = Some((format!("{indent}}}"), before == "#[cfg(test)]"));
            }
            None => code.push_str(line),
        }
        code.push('\n');
        before = bare;
    }
    code
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Finds the paths in a tree like `a::{b, c::d as e}` at the start of a text; returns where the tree ends.
fn tree(text: &str, before: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = before.to_vec();
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let space = rest.len() - rest.trim_start().len();
        let rest = &rest[space..];
        if rest.starts_with('{') {
            at += space + 1;
            loop {
                at += tree(&text[at..], &path, found);
                let rest = text[at..].trim_start();
                at = text.len() - rest.len() + 1;
                if !rest.starts_with(',') {
                    return at;
                }
            }
        }
        let word: String = rest.chars().take_while(|c| is_word(*c) || *c == '*').collect();
        if word.is_empty() {
            return at;
        }
        at += space + word.len();
        path.push(word);
        if !text[at..].starts_with("::") {
            let rest = &text[at..];
            if let Some(name) = rest.strip_prefix(" as ") {
                at += 4 + name.chars().take_while(|c| is_word(*c)).count();
            }
            found.push(path);
            return at;
        }
        at += 2;
    }
}

/// Every path named in a file, and whether it is only re-exported (`pub use`).
fn paths(file: &File, folders: &BTreeSet<&[String]>) -> Vec<(bool, Vec<String>)> {
    let mut all = Vec::new();
    let is_folder = folders.contains(&file.module[..]);
    let mut take = |at: usize, from: &[String], passed: bool| {
        let mut found = Vec::new();
        tree(&file.code[at..], from, &mut found);
        all.extend(found.into_iter().map(|path| (passed, path)));
    };
    for (at, _) in file.code.match_indices("crate::").chain(file.code.match_indices("super::")) {
        if file.code[..at].ends_with(is_word) || file.code[..at].ends_with("super::") {
            continue;
        }
        let line = file.code[..at].rfind('\n').map_or(0, |end| end + 1);
        let passed = file.code[line..at].trim_start() == "pub use ";
        let mut at = at;
        let mut from: Vec<String> = Vec::new();
        if file.code[at..].starts_with("crate::") {
            at += "crate::".len();
        } else {
            from = file.module.clone();
            while file.code[at..].starts_with("super::") {
                from.pop();
                at += "super::".len();
            }
        }
        take(at, &from, passed);
    }
    // In a folder's file, its own modules can be named without `self`.
    for (at, _) in file.code.match_indices("use ").filter(|_| is_folder) {
        let line = file.code[..at].rfind('\n').map_or(0, |end| end + 1);
        let start = file.code[line..at].trim_start();
        let path = &file.code[at + 4..];
        if (start.is_empty() || start.starts_with("pub"))
            && !path.starts_with("crate::")
            && !path.starts_with("super::")
        {
            take(at + 4, &file.module, start.starts_with("pub"));
        }
    }
    all
}

/// Which files each file uses.
fn arrows(files: &[File]) -> Vec<BTreeSet<usize>> {
    let of_module: BTreeMap<&[String], usize> = files
        .iter()
        .enumerate()
        .filter(|(_, file)| file.name != "src/main.rs")
        .map(|(at, file)| (&file.module[..], at))
        .collect();
    let folders: BTreeSet<&[String]> =
        files.iter().filter_map(|file| file.module.split_last()).map(|(_, folder)| folder).collect();
    let named: Vec<Vec<(bool, Vec<String>)>> = files.iter().map(|file| paths(file, &folders)).collect();
    let macros: BTreeMap<String, usize> = files
        .iter()
        .enumerate()
        .flat_map(|(at, file)| {
            let defined = file.code.split("#[macro_export]\nmacro_rules! ").skip(1);
            defined.map(move |rest| (rest.chars().take_while(|c| is_word(*c)).collect(), at))
        })
        .collect();
    // The file that defines what a path names, following re-exports.
    let place = |path: &[String]| {
        let mut path = path.to_vec();
        for _ in 0..8 {
            let deepest = (0..=path.len()).rev().find(|depth| of_module.contains_key(&path[..*depth])).unwrap();
            let file = of_module[&path[..deepest]];
            let Some(item) = path.get(deepest) else { return Some(file) };
            if deepest == 0 {
                return macros.get(item).copied();
            }
            let passed = named[file].iter().find(|(passed, to)| *passed && to.last() == Some(item) && *to != path);
            match passed {
                Some((_, to)) => path = [to, &path[deepest + 1..]].concat(),
                None => return Some(file),
            }
        }
        None
    };
    let used = |at: usize| {
        let mut used: BTreeSet<usize> =
            named[at].iter().filter(|(passed, _)| !passed).filter_map(|(_, path)| place(path)).collect();
        used.remove(&at);
        used
    };
    (0..files.len()).map(used).collect()
}

fn layer(file: &File) -> usize {
    let top = file.module.first().map_or("lib", String::as_str);
    let layers = if file.name.starts_with("core/") { CORE } else { APP };
    layers.iter().position(|layer| layer.contains(&top)).unwrap_or_else(|| panic!("{}: in no layer", file.name))
}

/// Every dependency that goes up, within a row, or between games.
fn upward(files: &[File]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (from, used) in arrows(files).into_iter().enumerate() {
        for to in used {
            let (below, above) = (&files[from], &files[to]);
            let depth =
                if below.module.first().is_some_and(|top| top == "games") { below.module.len().min(2) } else { 1 };
            let same = below.module.get(..depth) == above.module.get(..depth);
            if !same && layer(above) >= layer(below) {
                wrong.push(format!("{} uses {}, which does not lie below it", below.name, above.name));
            }
        }
    }
    wrong
}

/// Every circle, by the files it runs through.
fn circles(files: &[File]) -> Vec<String> {
    fn visit(
        at: usize,
        arrows: &[BTreeSet<usize>],
        way: &mut Vec<usize>,
        done: &mut BTreeSet<usize>,
        found: &mut Vec<Vec<usize>>,
    ) {
        if let Some(start) = way.iter().position(|other| *other == at) {
            return found.push(way[start..].to_vec());
        }
        if done.contains(&at) {
            return;
        }
        way.push(at);
        for next in &arrows[at] {
            visit(*next, arrows, way, done, found);
        }
        way.pop();
        done.insert(at);
    }
    let (mut done, mut found) = (BTreeSet::new(), Vec::new());
    let arrows = arrows(files);
    for at in 0..files.len() {
        visit(at, &arrows, &mut Vec::new(), &mut done, &mut found);
    }
    let names = |circle: Vec<usize>| {
        circle.iter().chain(circle.first()).map(|at| &*files[*at].name).collect::<Vec<_>>().join(" -> ")
    };
    found.into_iter().map(names).collect()
}

/// The types and components defined in a file.
fn defined(file: &File) -> Vec<&str> {
    let mut names = Vec::new();
    let mut component = false;
    for line in file.code.lines() {
        let item = line
            .strip_prefix("pub(crate) ")
            .or(line.strip_prefix("pub(super) "))
            .or(line.strip_prefix("pub "))
            .unwrap_or(line);
        let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
        let kind = kinds.into_iter().chain(component.then_some("fn ")).find_map(|kind| item.strip_prefix(kind));
        names.extend(kind.and_then(|rest| rest.split(|c| !is_word(c)).next()));
        component = line == "#[component]" || (component && line.starts_with("#["));
    }
    names
}

/// Every name used for two types.
fn twice(files: &[File]) -> Vec<String> {
    let mut by_name: BTreeMap<&str, Vec<&File>> = BTreeMap::new();
    for file in files {
        for name in defined(file) {
            by_name.entry(name).or_default().push(file);
        }
    }
    by_name.retain(|name, files| {
        let games: BTreeSet<&[String]> =
            files.iter().filter(|file| file.module[0] == "games").filter_map(|file| file.module.get(..2)).collect();
        files.len() > 1 && !(ROLES.contains(name) && games.len() == files.len())
    });
    let line = |(name, files): (&str, Vec<&File>)| {
        let files: Vec<&str> = files.iter().map(|file| &*file.name).collect();
        format!("{name}: {}", files.join(", "))
    };
    by_name.into_iter().map(line).collect()
}

/// A function as it is written, by its lines.
struct Function<'a> {
    name: &'a str,
    component: bool,
    lines: Vec<&'a str>,
}

impl Function<'_> {
    /// How many parameters it has. Relies on rustfmt: they are in one line, or each ends a line of its own.
    fn params(&self) -> usize {
        if !self.lines[0].ends_with('(') {
            return self.lines[0].split(") ->").next().unwrap().matches(": ").count();
        }
        let indent = |line: &str| line.len() - line.trim_start().len();
        let params = self.lines[1..].iter().take_while(|line| indent(line) > indent(self.lines[0]));
        let is_end = |line: &&&str| indent(line) == indent(self.lines[0]) + 4 && line.ends_with(',');
        params.filter(is_end).filter(|line| !line.trim_start().starts_with("//")).count()
    }
}

/// The functions of a file that have a body of several lines.
fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    let mut component = false;
    for (at, line) in lines.iter().enumerate() {
        let bare = line.trim_start();
        let indent = &line[..line.len() - bare.len()];
        // What may be before `fn`: words, and a place in brackets as in `pub(in super::super)`.
        let name = bare.split_once("fn ").filter(|(before, _)| {
            let words = before.split([' ', '(', ')']).filter(|word| !word.is_empty());
            let known = ["pub", "crate", "super", "in", "super::super", "const", "async"];
            words.into_iter().all(|word| known.contains(&word))
        });
        let name = name.and_then(|(_, rest)| rest.split(|c| !is_word(c)).next());
        if let Some(name) = name.filter(|_| !line.ends_with(['}', ';'])) {
            let is_end = |line: &&str| {
                line.strip_prefix(indent).is_some_and(|end| end == "}" || (end.starts_with(')') && end.ends_with(';')))
            };
            let length = lines[at..].iter().position(is_end).map_or(lines.len() - at, |end| end + 1);
            found.push(Function { name, component, lines: lines[at..at + length].to_vec() });
        }
        component = bare == "#[component]" || (component && bare.starts_with("#["));
    }
    found
}

/// Everything that is larger than it may be.
fn too_large(files: &[File]) -> Vec<String> {
    let mut wrong = Vec::new();
    for File { name: file, text, .. } in files {
        let lines = text.lines().count();
        if lines > FILE {
            wrong.push(format!("{file} has {lines} lines, more than {FILE}"));
        }
        for function in functions(text).into_iter().filter(|function| !TABLES.contains(&(file, function.name))) {
            let (name, lines, props) = (function.name, function.lines.len(), function.params());
            if lines > FUNCTION {
                wrong.push(format!("{file}: {name} has {lines} lines, more than {FUNCTION}"));
            }
            if function.component && props > PROPS {
                wrong.push(format!("{file}: {name} has {props} props, more than {PROPS}"));
            }
        }
    }
    wrong
}

/// Whether a file is a test module or in one, with `#[cfg(test)] mod random;` above it.
fn is_test(file: &File, files: &[File]) -> bool {
    let is_declared = |module: &[String]| {
        module.split_last().is_some_and(|(name, folder)| {
            let declared = format!("#[cfg(test)]\nmod {name};\n");
            files.iter().any(|above| above.module == folder && above.code.contains(&declared))
        })
    };
    (1..=file.module.len()).any(|depth| is_declared(&file.module[..depth]))
}

/// Every file of a crate's `src` except test modules.
fn ours(src: &str) -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(src);
    let mut paths = Vec::new();
    rust_files(&folder, &mut paths);
    let read = |path: &PathBuf| file(src, path.strip_prefix(&folder).unwrap(), &fs::read_to_string(path).unwrap());
    let mut files: Vec<File> = paths.iter().map(read).collect();
    let tests: Vec<bool> = files.iter().map(|file| is_test(file, &files)).collect();
    let mut tests = tests.into_iter();
    files.retain(|_| tests.next() == Some(false));
    files
}

#[test]
fn a_module_uses_only_what_lies_below_it() {
    for src in CRATES {
        let wrong = upward(&ours(src));
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    for src in CRATES {
        let circles = circles(&ours(src));
        assert!(circles.is_empty(), "{}", circles.join("\n"));
    }
}

#[test]
fn no_two_types_have_one_name() {
    let files: Vec<File> = CRATES.into_iter().flat_map(ours).collect();
    let wrong = twice(&files);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_too_large_to_be_read_at_once() {
    let files: Vec<File> = CRATES.into_iter().flat_map(ours).collect();
    let wrong = too_large(&files);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Nobody may guess what opens a shared table, and `chance` can be guessed: a few of its numbers give away the next.
#[test]
fn secrets_are_not_left_to_chance() {
    let shared =
        |name: &str| ["src/room/", "src/table/live/", "core/src/live/"].iter().any(|folder| name.starts_with(folder));
    let files: Vec<File> = CRATES.into_iter().flat_map(ours).filter(|file| shared(&file.name)).collect();
    assert!(files.iter().any(|file| file.code.contains("device::secret")), "the secrets are made elsewhere");
    let wrong: Vec<&str> = files
        .iter()
        .filter(|file| file.code.contains("chance") || file.code.contains("SmallRng"))
        .map(|file| &*file.name)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join(", "));
}

#[test]
fn upward_paths_and_circles_are_found_however_they_are_written() {
    let files = |texts: &[(&str, &str)]| -> Vec<File> {
        let root = ("lib.rs", "pub mod device;\npub mod table;\npub mod ui;\n");
        [&[root], texts].concat().iter().map(|(path, text)| file("src", Path::new(path), text)).collect()
    };
    let table = ("table/mod.rs", "mod handle;\n\npub use handle::Table;\n");
    let handle = ("table/handle.rs", "use crate::ui::Pad;\npub struct Table;\n");
    for pad in [
        "use crate::table::Table;\n",
        "use crate::device::Socket;\nuse crate::{device::now, table::{Table as Other}};\n",
        "use super::table::handle::{self, Table};\n",
        "fn open() -> crate::table::Table {}\n",
        "mod inner {\n    use crate::table::Table;\n}\n",
    ] {
        let files = files(&[("ui.rs", pad), table, handle, ("device.rs", "")]);
        assert_eq!(upward(&files), ["src/ui.rs uses src/table/handle.rs, which does not lie below it"], "{pad}");
        assert_eq!(circles(&files), ["src/ui.rs -> src/table/handle.rs -> src/ui.rs"], "{pad}");
    }
    for pad in [
        "// use crate::table::Table;\n",
        "/// See [`crate::table::Table`].\npub struct Pad;\n",
        "#[cfg(test)]\nmod tests {\n    use crate::table::Table;\n}\n",
    ] {
        let files = files(&[("ui.rs", pad), table, handle, ("device.rs", "")]);
        assert!(upward(&files).is_empty() && circles(&files).is_empty(), "{pad}");
    }
    let uses_below = ("table/mod.rs", "mod handle;\nuse handle::Table;\npub struct Tab;\n");
    let folder = files(&[uses_below, ("table/handle.rs", "use super::Tab;\npub struct Table;\n")]);
    assert_eq!(circles(&folder), ["src/table/mod.rs -> src/table/handle.rs -> src/table/mod.rs"]);
}

#[test]
fn functions_and_props_are_counted_however_they_are_written() {
    let text = "\
#[component]
pub(super) fn Pad<T: Clone>(
    at: usize,
    /// Which keys it has, in order,
    keys: Vec<(usize, usize)>,
    #[props(default)] wrong: bool,
    onkey: EventHandler<
        usize,
    >,
) -> Element {
    let go = |(a, b): (usize, usize)| a + b;
}

trait Keys {
    const fn key(&self) -> usize;
    async fn all(
        &self,
    );
}

#[component]
#[allow(non_snake_case)]
fn Key(at: usize, text: String) -> Element {
    rsx! {}
}

impl Keys {
    fn one(&self) -> usize { 1 }
    // A fn in words.
    fn two(&self) -> usize
    where
        Self: Sized,
    {
        2
    }
}
";
    let found = functions(text).iter().map(|f| (f.name, f.component, f.lines.len(), f.params())).collect::<Vec<_>>();
    let expected = [("Pad", true, 11, 4), ("all", false, 3, 1), ("Key", true, 3, 2), ("two", false, 6, 0)];
    assert_eq!(found, expected);
    let long = |lines: usize| format!("fn long() {{\n{}}}\n", "    step();\n".repeat(lines - 2));
    let files = |lines: usize| [file("src", Path::new("ui.rs"), &long(lines))];
    assert!(too_large(&files(FUNCTION)).is_empty());
    assert_eq!(too_large(&files(FUNCTION + 1)), ["src/ui.rs: long has 91 lines, more than 90"]);
}
