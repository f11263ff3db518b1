//! What phones write into a shared log: a letter is text, with a word for its kind and then a field on each line. No
//! field contains a line break: records and heads are JSON on one line, names are tidied.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use takujo_wire::{Hash, Table};

use super::sign::{PublicKey, Purpose, Signature, Signer, is_signed};
use crate::domain::seats::{MAX_NAME, typed_name};

/// Most phones at a table that say who plays on them: several times as many as can sit there. Later ones have no name.
pub const MOST_GUESTS: usize = 60;

/// Somebody at a shared table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// The phone, by its key; a random number where nothing is signed.
    pub phone: String,
    /// What the person is called; may be empty.
    pub name: String,
}

/// What one side scored in a round that is not saved yet, said by the phone of somebody on that side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The phone.
    pub phone: String,
    /// The round and who plays it, see [`super::rows::Rows::place`].
    pub place: String,
    /// The side, from 0.
    pub side: usize,
    /// The contents of its cells.
    pub cells: Vec<String>,
}

/// Who may enter what, chosen when the table is opened to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Writers {
    /// Everyone may enter everything.
    #[default]
    All,
    /// Everyone may enter their own row, and only the table's phone the rest.
    Rows,
    /// Only the table's phone may enter anything.
    One,
}

impl Writers {
    /// All choices, in the order they are shown.
    pub const CHOICES: [Writers; 3] = [Writers::All, Writers::Rows, Writers::One];

    /// Its name in letters and in the storage.
    pub fn word(self) -> &'static str {
        match self {
            Writers::All => "all",
            Writers::Rows => "rows",
            Writers::One => "one",
        }
    }

    /// The choice with this name.
    pub fn read(word: &str) -> Option<Writers> {
        Writers::CHOICES.into_iter().find(|writers| writers.word() == word)
    }
}

/// What whoever hosts a table has decided about it, all at once: of two charters the one with the higher number counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charter {
    /// Its number, from 1.
    pub number: u32,
    /// Who may write; that of the first one counts.
    pub writers: Writers,
    /// What the host keeps of the secret to host, so that any phone can put back a table that the host has lost.
    pub secret: Hash,
    /// The phones whose entries count; `None` if all do that have a link to write.
    pub admitted: Option<Vec<String>>,
    /// The table's setup, as JSON on one line.
    pub head: String,
}

/// A charter with the signature of whoever hosts the table, which is good at any place of its log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedCharter {
    /// What it says.
    pub charter: Charter,
    signature: Signature,
}

impl Charter {
    fn text(&self) -> String {
        let Charter { number, writers, secret, admitted, head } = self;
        let admitted = admitted.as_ref().map_or("*".to_owned(), |phones| phones.join(" "));
        let secret = BASE64_URL_SAFE_NO_PAD.encode(secret);
        format!("{number}\n{}\n{secret}\n{admitted}\n{head}", writers.word())
    }

    /// Signs it for this table.
    pub fn signed(self, table: &Table, signer: &Signer) -> SignedCharter {
        let signature = signer.sign(Purpose::Charter(table), &self.text());
        SignedCharter { charter: self, signature }
    }
}

impl SignedCharter {
    /// Whether whoever hosts this table has signed it.
    pub fn is_by(&self, table: &Table, authority: &PublicKey) -> bool {
        is_signed(authority, Purpose::Charter(table), &self.charter.text(), &self.signature)
    }

    /// As text of five lines and one with the signature before them.
    pub fn write(&self) -> String {
        format!("{}\n{}", BASE64_URL_SAFE_NO_PAD.encode(self.signature), self.charter.text())
    }

    /// Reads what [`SignedCharter::write`] wrote.
    pub fn read(text: &str) -> Option<SignedCharter> {
        let mut lines = text.splitn(6, '\n');
        let signature = BASE64_URL_SAFE_NO_PAD.decode(lines.next()?).ok()?.try_into().ok()?;
        let number = lines.next()?.parse().ok()?;
        let writers = Writers::read(lines.next()?)?;
        let secret = BASE64_URL_SAFE_NO_PAD.decode(lines.next()?).ok()?.try_into().ok()?;
        let admitted = lines.next()?;
        let admitted = (admitted != "*").then(|| admitted.split_whitespace().map(str::to_owned).collect());
        let charter = Charter { number, writers, secret, admitted, head: lines.next()?.to_owned() };
        Some(SignedCharter { charter, signature })
    }
}

/// What an entry of a shared log says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableLetter {
    /// Records of the table's log, at least one, made on one phone by one tap.
    Log {
        /// The phone.
        phone: String,
        /// The records.
        records: Vec<String>,
    },
    /// What whoever hosts the table has decided.
    Charter(SignedCharter),
    /// The table's setup, as JSON, where nothing is signed; the latest counts.
    Head(String),
    /// A phone came, or its person has another name now.
    Guest(Guest),
    /// This phone hosts the table, and signs with the table's key.
    Hosts(String),
    /// Somebody is done with their row.
    Row(Row),
    /// Who may write, where nothing is signed. Only the first such letter counts: it is there before any link is.
    Writers(Writers),
}

impl TableLetter {
    /// The letter as text.
    pub fn write(&self) -> String {
        match self {
            TableLetter::Log { phone, records } => format!("log\n{phone}\n{}", records.join("\n")),
            TableLetter::Charter(charter) => format!("charter\n{}", charter.write()),
            TableLetter::Head(head) => format!("head\n{head}"),
            TableLetter::Guest(Guest { phone, name }) => format!("guest\n{phone}\n{name}"),
            TableLetter::Hosts(phone) => format!("hosts\n{phone}"),
            TableLetter::Row(Row { phone, place, side, cells }) => {
                format!("row\n{phone}\n{place}\n{side}\n{}", cells.join(" "))
            }
            TableLetter::Writers(writers) => format!("writers\n{}", writers.word()),
        }
    }

    /// Reads what [`TableLetter::write`] wrote. Names are as a field would take them, whoever wrote the letter.
    pub fn read(text: &str) -> Option<TableLetter> {
        let (kind, rest) = text.split_once('\n')?;
        match kind {
            "charter" => SignedCharter::read(rest).map(TableLetter::Charter),
            "head" => Some(TableLetter::Head(rest.to_owned())),
            "log" => {
                let (phone, records) = rest.split_once('\n')?;
                Some(TableLetter::Log {
                    phone: phone.to_owned(),
                    records: records.split('\n').map(str::to_owned).collect(),
                })
            }
            "guest" => {
                let (phone, name) = rest.split_once('\n')?;
                let name = typed_name(name).chars().take(MAX_NAME).collect();
                Some(TableLetter::Guest(Guest { phone: phone.to_owned(), name }))
            }
            "hosts" => Some(TableLetter::Hosts(rest.to_owned())),
            "row" => {
                let mut lines = rest.splitn(4, '\n');
                Some(TableLetter::Row(Row {
                    phone: lines.next()?.to_owned(),
                    place: lines.next()?.to_owned(),
                    side: lines.next()?.parse().ok()?,
                    cells: lines.next()?.split_whitespace().map(str::to_owned).collect(),
                }))
            }
            "writers" => Writers::read(rest).map(TableLetter::Writers),
            _ => None,
        }
    }
}

/// Who wrote a letter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum By {
    /// Nobody knows: nothing is signed at this table.
    #[default]
    Anyone,
    /// The phone of this name, which has signed it.
    Phone(String),
    /// Whoever hosts the table.
    Host,
}

impl By {
    /// Whether this is the phone that a letter names, or may speak for it.
    pub fn is(&self, phone: &str) -> bool {
        !matches!(self, By::Phone(signed) if signed != phone)
    }

    /// Whether this may be the phone that a letter names, or names none.
    pub fn may_say(&self, phone: &str) -> bool {
        phone.is_empty() || self.is(phone)
    }
}

/// A letter as it came: its text, and who wrote it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Post {
    /// The text of the letter.
    pub text: String,
    /// Who wrote it.
    pub by: By,
}

impl From<&str> for Post {
    /// A letter of a table at which nothing is signed.
    fn from(text: &str) -> Post {
        Post { text: text.to_owned(), by: By::Anyone }
    }
}

/// Most bytes of records that are put into one letter, less than a host takes.
const FILLED: usize = 6_000;

/// How many of the first of these records go into one letter; at least one, if there are any.
pub fn fitting(records: &[String]) -> usize {
    let mut bytes = 0;
    let fits = records.iter().take_while(|record| {
        bytes += record.len() + 1;
        bytes <= FILLED
    });
    fits.count().max(1).min(records.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charter(admitted: Option<Vec<String>>) -> Charter {
        Charter { number: 3, writers: Writers::All, secret: [5; 32], admitted, head: "{\"takujo\":1}".to_owned() }
    }

    #[test]
    fn a_charter_is_signed_as_a_whole_for_one_table_by_its_host() {
        let (ann, eve) = (Signer::new(&[1; 32]), Signer::new(&[2; 32]));
        let signed = charter(Some(vec!["a".to_owned()])).signed(&[7; 16], &ann);
        assert!(signed.is_by(&[7; 16], &ann.public()));
        assert!(!signed.is_by(&[8; 16], &ann.public()), "of another table");
        assert!(!charter(None).signed(&[7; 16], &eve).is_by(&[7; 16], &ann.public()));
        let text = signed.write();
        for (was, now) in
            [("\n3\n", "\n4\n"), ("all", "one"), ("BQUF", "BQUG"), ("\na\n", "\nb\n"), ("\na\n", "\n*\n"), (":1", ":2")]
        {
            assert!(text.contains(was), "{was:?} in {text:?}");
            let forged = SignedCharter::read(&text.replacen(was, now, 1));
            assert!(!forged.is_some_and(|forged| forged.is_by(&[7; 16], &ann.public())), "{was:?} as {now:?}");
        }
    }

    #[test]
    fn letters_are_read_as_they_are_written() {
        let text = str::to_owned;
        for letter in [
            TableLetter::Log { phone: text("a1"), records: vec![text("{}"), text("[1]")] },
            TableLetter::Head(text("{\"takujo\":1}")),
            TableLetter::Guest(Guest { phone: text("a1"), name: text("美咲 M") }),
            TableLetter::Guest(Guest { phone: text("a1"), name: String::new() }),
            TableLetter::Hosts(text("a1")),
            TableLetter::Row(Row {
                phone: text("a1"),
                place: text("3 Aiko · 美咲"),
                side: 1,
                cells: vec![text("12-3"), text("0")],
            }),
            TableLetter::Row(Row { phone: text("a1"), place: text("0"), side: 0, cells: Vec::new() }),
            TableLetter::Writers(Writers::Rows),
            TableLetter::Charter(charter(None).signed(&[1; 16], &Signer::new(&[2; 32]))),
            TableLetter::Charter(charter(Some(vec![])).signed(&[1; 16], &Signer::new(&[2; 32]))),
            TableLetter::Charter(charter(Some(vec![text("a"), text("b")])).signed(&[1; 16], &Signer::new(&[2; 32]))),
        ] {
            assert_eq!(TableLetter::read(&letter.write()), Some(letter));
        }
        let guest = |name: &str| match TableLetter::read(&format!("guest\na1\n{name}")) {
            Some(TableLetter::Guest(guest)) => guest.name,
            other => panic!("{other:?}"),
        };
        assert_eq!(guest("\u{202e}Eve\n\tand more"), "Eve and more");
        assert_eq!(guest(&"x".repeat(4_000)).len(), MAX_NAME);
        for foreign in ["", "log", "log\na1", "guest\na1", "row\na1\n0\nx\n5", "writers\nnobody", "later\nx"] {
            assert_eq!(TableLetter::read(foreign), None, "{foreign}");
        }
    }
}
