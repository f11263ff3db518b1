//! What phones write into a shared log, as text: a word for the kind, then one field a line. No field contains a line
//! break: records and heads are JSON on one line, names are tidied.

/// Somebody at the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guest {
    /// A random name of the phone, made when it joined.
    pub phone: String,
    /// What the person is called; may be empty.
    pub name: String,
}

/// What one side scored in a round that is not saved yet, from the phone of somebody who plays there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The phone.
    pub phone: String,
    /// The round and who plays it.
    pub place: String,
    /// The side, from 0.
    pub side: usize,
    /// What stands in its cells.
    pub cells: Vec<String>,
}

/// Who may write, chosen when a table is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Writers {
    /// Everyone, everything.
    #[default]
    All,
    /// Everyone their own row; the rest is the table's phone's.
    Rows,
    /// Only the table's phone.
    One,
}

impl Writers {
    /// All choices, in the order they are shown.
    pub const CHOICES: [Writers; 3] = [Writers::All, Writers::Rows, Writers::One];

    /// As a word, for storing.
    pub fn word(self) -> &'static str {
        match self {
            Writers::All => "all",
            Writers::Rows => "rows",
            Writers::One => "one",
        }
    }

    /// Reads what [`Writers::word`] wrote.
    pub fn read(word: &str) -> Option<Writers> {
        Writers::CHOICES.into_iter().find(|writers| writers.word() == word)
    }
}

/// An entry of a shared log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableLetter {
    /// Records of the table's log, at least one, made by one phone at once.
    Log {
        /// The phone.
        phone: String,
        /// The records.
        records: Vec<String>,
    },
    /// The table's setup, as JSON; the latest counts.
    Head(String),
    /// A phone came, or its person is called something else now.
    Guest(Guest),
    /// Somebody is done with their row.
    Row(Row),
    /// Who may write. Only the first counts: it is there before the links are.
    Writers(Writers),
}

impl TableLetter {
    /// As text.
    pub fn write(&self) -> String {
        match self {
            TableLetter::Log { phone, records } => format!("log\n{phone}\n{}", records.join("\n")),
            TableLetter::Head(head) => format!("head\n{head}"),
            TableLetter::Guest(Guest { phone, name }) => format!("guest\n{phone}\n{name}"),
            TableLetter::Row(Row { phone, place, side, cells }) => {
                format!("row\n{phone}\n{place}\n{side}\n{}", cells.join(" "))
            }
            TableLetter::Writers(writers) => format!("writers\n{}", writers.word()),
        }
    }

    /// Reads what [`TableLetter::write`] wrote.
    pub fn read(text: &str) -> Option<TableLetter> {
        let (kind, rest) = text.split_once('\n')?;
        match kind {
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
                Some(TableLetter::Guest(Guest { phone: phone.to_owned(), name: name.to_owned() }))
            }
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

/// Most bytes of records that are put into one letter: less than a host takes.
const FILLED: usize = 6_000;

/// How many of the first records go into one letter; one at least.
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

    #[test]
    fn letters_are_read_as_they_are_written() {
        let text = str::to_owned;
        for letter in [
            TableLetter::Log { phone: text("a1"), records: vec![text("{}"), text("[1]")] },
            TableLetter::Head(text("{\"takujo\":1}")),
            TableLetter::Guest(Guest { phone: text("a1"), name: text("美咲 M") }),
            TableLetter::Guest(Guest { phone: text("a1"), name: String::new() }),
            TableLetter::Row(Row {
                phone: text("a1"),
                place: text("3 Aiko · 美咲"),
                side: 1,
                cells: vec![text("12-3"), text("0")],
            }),
            TableLetter::Row(Row { phone: text("a1"), place: text("0"), side: 0, cells: Vec::new() }),
            TableLetter::Writers(Writers::Rows),
        ] {
            assert_eq!(TableLetter::read(&letter.write()), Some(letter));
        }
        for foreign in ["", "log", "log\na1", "guest\na1", "row\na1\n0\nx\n5", "writers\nnobody", "later\nx"] {
            assert_eq!(TableLetter::read(foreign), None, "{foreign}");
        }
    }
}
