//! The sections of the rules by name, made from the headings of each game's `rules.en.md` when the core is built: a link
//! to one that is not there does not compile.

/// A section of a game's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule(&'static str);

impl Rule {
    /// Where it is found: the ids of the game and of the section, with a slash between them.
    pub fn place(self) -> &'static str {
        self.0
    }
}

include!(concat!(env!("OUT_DIR"), "/rules.rs"));
