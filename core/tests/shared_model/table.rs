//! The table and its log: what letters say, which of them count, and what the host keeps.

use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, LazyLock, Mutex};

use sha2::{Digest, Sha256};
use takujo_core::live::letter::{By, Charter, Post, SignedCharter, TableLetter, Writers};
use takujo_core::live::link::{Errand, Follower, Judge, Leave, Over, SharedBefore};
use takujo_core::live::sign::{PublicKey, Signer};
use takujo_wire::{Refusal, Right, Tell};

/// The fingerprint of a value, as long as those that the checker takes of states.
pub type Print = [u8; 8];

/// A part of the state that seldom changes, with a fingerprint of all that its `Debug` shows.
#[derive(Clone)]
pub struct Kept<T> {
    value: Arc<T>,
    pub print: Print,
}

impl<T: Debug> Kept<T> {
    pub fn new(value: T) -> Kept<T> {
        let digest = Sha256::digest(format!("{value:?}"));
        Kept { value: Arc::new(value), print: *digest.first_chunk().unwrap() }
    }
}

impl<T> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> PartialEq for Kept<T> {
    fn eq(&self, other: &Kept<T>) -> bool {
        self.print == other.print
    }
}

impl<T> Hash for Kept<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.print.hash(state);
    }
}

impl<T: Debug> Debug for Kept<T> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(out)
    }
}

// What follows is all that knows who signs what.

/// Who plays, and after it what may change later.
pub const SETUP: &str = "Ann, Bob";
/// The same table, with another name for a card.
pub const RENAMED: &str = "Ann, Bob; the fox is called Red";
/// How many entries a log has once it is open.
pub const OPENED: u32 = 2;
/// What somebody who means harm is called.
const EVE: &str = "e";
/// A legal record by them.
pub const HARMFUL: &str = "e2";

const TABLE: takujo_wire::Table = [1; 16];
/// What whoever hosts the table signs with, and somebody who means harm.
static KEYS: LazyLock<[Signer; 2]> = LazyLock::new(|| [Signer::new(&[1; 32]), Signer::new(&[2; 32])]);

fn authority() -> (takujo_wire::Table, PublicKey) {
    (TABLE, KEYS[0].public())
}

/// What whoever hosts the table decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decree {
    /// A card gets another name.
    Rename,
    /// The entries of this phone do not count any more.
    ShutOut(&'static str),
    /// Those of all phones count.
    LetIn,
}

/// What a phone is called that has this number.
pub fn name(number: u8) -> String {
    number.to_string()
}

/// Who has written what a phone with this right writes.
pub fn by(right: Right, number: u8) -> By {
    if right == Right::Host { By::Host } else { By::Phone(name(number)) }
}

/// The charter that a table begins with.
pub fn first_charter(writers: Writers) -> SignedCharter {
    let head = SETUP.to_owned();
    Charter { number: 1, writers, secret: [0; 32], admitted: None, head }.signed(&TABLE, &KEYS[0])
}

/// The one that follows this one by a decree.
pub fn next_charter(last: &SignedCharter, decree: Decree) -> TableLetter {
    let mut charter = Charter { number: last.charter.number + 1, ..last.charter.clone() };
    match decree {
        Decree::Rename => RENAMED.clone_into(&mut charter.head),
        Decree::LetIn => charter.admitted = None,
        Decree::ShutOut(phone) => {
            let all = ["0", "1", "2", EVE].into_iter().filter(|other| *other != phone);
            charter.admitted = Some(all.map(str::to_owned).collect());
        }
    }
    TableLetter::Charter(charter.signed(&TABLE, &KEYS[0]))
}

/// What a phone knows of the table by its link, and what it is called.
pub fn by_link(number: u8) -> SharedBefore<House> {
    SharedBefore { authority: Some(authority()), phone: name(number), ..SharedBefore::default() }
}

/// Lets a phone hear what the host said, with the letter in it.
pub fn hear(link: &mut Follower<House>, tell: &Tell, post: Option<Post>) -> Vec<Errand> {
    link.heard(tell, post)
}

/// What somebody who means harm appends; `None` is what no phone can open.
pub fn harm(writers: Writers) -> Vec<Option<Post>> {
    let log = |phone: &str, records: &[&str]| {
        let records = records.iter().map(|record| (*record).to_owned()).collect();
        TableLetter::Log { phone: phone.to_owned(), records }
    };
    let forged = Charter { number: 9, writers: Writers::All, secret: [0; 32], admitted: None, head: "Eve".to_owned() };
    let letters = [
        Some(log(EVE, &[HARMFUL])),
        Some(TableLetter::Charter(forged.signed(&TABLE, &KEYS[1]))),
        // The second half of it is not legal.
        Some(log("", &[HARMFUL, "null"])),
        None,
        // In the name of another.
        Some(log("0", &[HARMFUL])),
        Some(log(EVE, &["null"])),
        // What counted before.
        Some(TableLetter::Charter(first_charter(writers))),
        // What would count where nothing is signed.
        Some(TableLetter::Head("Eve".to_owned())),
        Some(TableLetter::Writers(Writers::All)),
    ];
    let post = |letter: TableLetter| Post { text: letter.write(), by: By::Phone(EVE.to_owned()) };
    letters.map(|letter| letter.map(post)).to_vec()
}

/// Whether whoever hosts the table has signed this. To ask again costs nothing.
fn is_decreed(signed: &SignedCharter) -> bool {
    static KNOWN: LazyLock<Mutex<HashMap<String, bool>>> = LazyLock::new(Mutex::default);
    let by_host = || signed.is_by(&TABLE, &KEYS[0].public());
    *KNOWN.lock().unwrap().entry(signed.write()).or_insert_with(by_host)
}

/// What counts of a log, by what `docs/live.md` says.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    pub charter: Option<SignedCharter>,
    /// The setup.
    pub head: Option<String>,
    pub records: Vec<String>,
}

impl Sum {
    /// Adds a letter.
    fn add(&mut self, Post { text, by }: &Post) {
        match TableLetter::read(text) {
            Some(TableLetter::Charter(next)) => {
                let number = self.charter.as_ref().map_or(0, |charter| charter.charter.number);
                if is_decreed(&next) && next.charter.number > number {
                    self.head = Some(next.charter.head.clone());
                    self.charter = Some(next);
                }
            }
            Some(TableLetter::Log { phone, records }) => {
                let Some(SignedCharter { charter, .. }) = &self.charter else { return };
                let may = match by {
                    By::Host => true,
                    By::Anyone => false,
                    By::Phone(name) => {
                        charter.writers == Writers::All
                            && (phone.is_empty() || phone == *name)
                            && charter.admitted.as_ref().is_none_or(|admitted| admitted.contains(name))
                    }
                };
                let all = [self.records.as_slice(), &records].concat();
                if may && (self.records.len()..all.len()).all(|at| allowed(all[..at].iter(), &all[at])) {
                    self.records = all;
                }
            }
            _ => {}
        }
    }
}

/// The people in a setup.
fn people(setup: &str) -> &str {
    setup.split(';').next().unwrap_or_default()
}

// Up to here.

/// The records in a letter.
pub fn records_in(text: &str) -> Vec<String> {
    if let Some(TableLetter::Log { records, .. }) = TableLetter::read(text) { records } else { Vec::new() }
}

/// Whether the rules allow this record after those: a player and a card, which may not be the one that another player
/// has just played.
pub fn allowed<'a>(mut before: impl DoubleEndedIterator<Item = &'a String>, record: &str) -> bool {
    let last = before.next_back().map_or(("", ""), |last| last.split_at(1));
    record.len() == 2 && (last.0 == &record[..1] || last.1 != &record[1..])
}

/// A judge that knows a game with one rule.
#[derive(Clone, Debug, Default)]
pub struct House {
    setup: Option<String>,
    last: Vec<String>,
}

impl Judge for House {
    fn begin(&mut self, head: &str, before: Option<&str>) -> Result<(), Over> {
        *self = House::default();
        if before.is_some_and(|before| people(before) != people(head)) {
            return Err(Over::Other);
        }
        self.setup = Some(head.to_owned());
        Ok(())
    }

    fn may_follow(&self, head: &str) -> bool {
        self.setup.as_deref().is_some_and(|setup| people(setup) == people(head))
    }

    fn take(&mut self, records: &[String], _: Leave) -> bool {
        let mut last = self.last.clone();
        for record in records {
            if !allowed(last.iter(), record) {
                return false;
            }
            last = vec![record.clone()];
        }
        self.last = last;
        true
    }
}

/// An entry of the log.
#[derive(Clone, Debug)]
pub enum Entry {
    /// Who may do what from here on.
    Rights {
        /// Whether only whoever hosts may write.
        locked: bool,
    },
    /// A sealed letter.
    Letter {
        /// How often the host had lost entries before. With its place it tells a letter’s bytes from any other’s:
        /// nobody who does not replay them appends the same bytes again.
        age: u8,
        /// What is in it; `None` if no phone can open it.
        post: Option<Post>,
        /// Whether it gives back what the host had lost.
        back: bool,
    },
}

impl Entry {
    /// How a phone with this right is told of it, and the letter in it.
    pub fn tell(&self, position: u32, right: Right) -> (Tell, Option<Post>) {
        match self {
            Entry::Rights { locked } => (Tell::Changed { position, right, locked: *locked }, None),
            Entry::Letter { age, post, .. } => {
                (Tell::Entry { position, record: vec![*age, position as u8] }, post.clone())
            }
        }
    }
}

/// The host: compare and append.
#[derive(Clone, Debug)]
pub struct Host {
    pub log: Vec<Entry>,
    /// How often it has lost entries.
    age: u8,
    /// What it had before the last loss, if somebody remembers.
    pub lost: Vec<Entry>,
    /// What counts of it.
    pub sum: Sum,
}

impl Host {
    /// A table was opened on it.
    pub fn new(writers: Writers) -> Host {
        let mut host = Host { log: Vec::new(), age: 0, lost: Vec::new(), sum: Sum::default() };
        host.add(Entry::Rights { locked: false });
        let charter = TableLetter::Charter(first_charter(writers));
        host.add_letter(Some(Post { text: charter.write(), by: By::Host }), false);
        host
    }

    pub fn length(&self) -> u32 {
        u32::try_from(self.log.len()).unwrap()
    }

    /// Whether only whoever hosts may write.
    pub fn is_locked(&self) -> bool {
        let rights = |entry: &Entry| if let Entry::Rights { locked } = entry { Some(*locked) } else { None };
        self.log.iter().rev().find_map(rights).unwrap_or_default()
    }

    /// Whether a phone with this right may append, as `decide` in `host/rules/src/table.rs` has it.
    pub fn refuses(&self, right: Right) -> Option<Refusal> {
        match right {
            Right::Watch => Some(Refusal::NotAllowed),
            Right::Write if self.is_locked() => Some(Refusal::Locked),
            Right::Write | Right::Host => None,
        }
    }

    /// Comes back with only the first entries.
    pub fn lose(&mut self, length: u32, remembered: bool) {
        let log = std::mem::take(&mut self.log);
        let lost = if remembered { log.clone() } else { Vec::new() };
        *self = Host { log: Vec::new(), age: self.age + 1, lost, sum: Sum::default() };
        log.into_iter().take(length as usize).for_each(|entry| self.add(entry));
    }

    /// Adds a sealed letter.
    pub fn add_letter(&mut self, post: Option<Post>, back: bool) {
        self.add(Entry::Letter { age: self.age, post, back });
    }

    /// Adds an entry, whoever it is from.
    pub fn add(&mut self, entry: Entry) {
        if let Entry::Letter { post: Some(post), .. } = &entry {
            self.sum.add(post);
        }
        self.log.push(entry);
    }
}
