//! Text as a grid of cells: comma, semicolon or tab between them, as spreadsheets write it.

use csv_core::{ReadRecordResult, ReaderBuilder};
use serde::{Deserialize, Serialize};

/// Most bytes of text.
pub const MAX_TEXT: usize = 256 * 1024;
/// Most lines with anything in them.
pub const MAX_LINES: usize = 500;
/// Most cells in a line.
pub const MAX_COLUMNS: usize = 60;
/// Most characters in a cell.
pub const MAX_LETTERS: usize = 200;

/// What stands between the cells of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Separator {
    /// A tab, as copied from a spreadsheet.
    #[default]
    Tab,
    /// A semicolon, as in files where the comma is for decimals.
    Semicolon,
    /// A comma.
    Comma,
}

impl Separator {
    /// All of them; where several fit, the first is meant.
    pub const ALL: [Separator; 3] = [Separator::Tab, Separator::Semicolon, Separator::Comma];

    fn byte(self) -> u8 {
        match self {
            Separator::Tab => b'\t',
            Separator::Semicolon => b';',
            Separator::Comma => b',',
        }
    }

    /// The one that gives the most lines the same number of cells, at least two; how much is in them does not matter.
    pub fn of(text: &str) -> Separator {
        let fits = |separator: &Separator| {
            let lines = split(text, *separator).unwrap_or_default();
            let lengths: Vec<usize> = lines.iter().map(|line| line.cells.len()).filter(|cells| *cells > 1).collect();
            lengths.iter().map(|one| lengths.iter().filter(|other| *other == one).count()).max().unwrap_or(0)
        };
        // Of several with the most, `max_by_key` would give the last.
        Separator::ALL.into_iter().rev().max_by_key(fits).unwrap_or_default()
    }
}

/// Where a cell is in the text, both counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The line of the text in which its line of cells begins.
    pub line: usize,
    /// Its column.
    pub column: usize,
}

/// Why text is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridFault {
    /// More than [`MAX_TEXT`] bytes.
    Text,
    /// More than [`MAX_LINES`] lines.
    Lines,
    /// More than [`MAX_COLUMNS`] cells in this line.
    Columns(usize),
    /// More than [`MAX_LETTERS`] characters in this cell.
    Letters(Spot),
    /// The file is in another encoding than UTF-8.
    Encoding,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct GridLine {
    /// The line of the text in which it begins, counted from 1.
    number: usize,
    cells: Vec<String>,
}

/// Cells in lines. Lines without anything in them are left out; not all are of the same length.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OldGrid {
    lines: Vec<GridLine>,
}

impl OldGrid {
    /// Reads text with any line breaks, with or without a byte order mark. A cell may be in quotes, and then contain
    /// anything, with quotes doubled. White space around a cell is left out, and so are empty cells that end a line.
    ///
    /// # Errors
    /// The first bound that is broken.
    pub fn read(text: &str, separator: Separator) -> Result<OldGrid, GridFault> {
        let mut lines = split(text, separator)?;
        for GridLine { number, cells } in &mut lines {
            cells.truncate(cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1));
            if cells.len() > MAX_COLUMNS {
                return Err(GridFault::Columns(*number));
            }
            if let Some(at) = cells.iter().position(|cell| cell.chars().count() > MAX_LETTERS) {
                return Err(GridFault::Letters(Spot { line: *number, column: at + 1 }));
            }
        }
        Ok(OldGrid { lines })
    }

    /// How many lines there are.
    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    /// How many cells the longest line has.
    pub fn columns(&self) -> usize {
        self.lines.iter().map(|line| line.cells.len()).max().unwrap_or(0)
    }

    /// What is in a cell, by line and column from 0; nothing where a line is too short.
    pub fn cell(&self, line: usize, column: usize) -> &str {
        self.lines.get(line).and_then(|line| line.cells.get(column)).map_or("", String::as_str)
    }

    /// Where a cell is in the text, by line and column from 0.
    pub fn spot(&self, line: usize, column: usize) -> Spot {
        Spot { line: self.lines.get(line).map_or(line + 1, |line| line.number), column: column + 1 }
    }
}

/// The lines with anything in them, with all of their cells.
fn split(text: &str, separator: Separator) -> Result<Vec<GridLine>, GridFault> {
    if text.len() > MAX_TEXT {
        return Err(GridFault::Text);
    }
    // What a decoder writes in place of bytes that are not UTF-8.
    if text.contains('\u{fffd}') {
        return Err(GridFault::Encoding);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut reader = ReaderBuilder::new().delimiter(separator.byte()).build();
    let (mut rest, mut number) = (text.as_bytes(), 1);
    // A line never has more cells than the text has letters, and one.
    let (mut letters, mut ends) = (vec![0; rest.len() + 1], vec![0; rest.len() + 1]);
    let mut lines = Vec::new();
    loop {
        // The reader would skip empty lines without counting them.
        while let [b'\n', after @ ..] = rest {
            (rest, number) = (after, number + 1);
        }
        if rest.is_empty() {
            return Ok(lines);
        }
        let (result, taken, written, cells) = reader.read_record(rest, &mut letters, &mut ends);
        let (record, after) = rest.split_at(taken.min(rest.len()));
        let cells = match result {
            // Without a line break at the end, the reader has to be told that this was all. It never says that it
            // wrote more than there is room for.
            ReadRecordResult::InputEmpty => {
                let (_, _, _, last) = reader.read_record(&[], &mut letters[written..], &mut ends[cells..]);
                cells + last
            }
            _ => cells,
        };
        let cells = cells_of(&letters, ends.get(..cells).unwrap_or_default());
        if cells.iter().any(|cell| !cell.is_empty()) {
            lines.push(GridLine { number, cells });
        }
        if lines.len() > MAX_LINES {
            return Err(GridFault::Lines);
        }
        number += record.iter().filter(|byte| **byte == b'\n').count();
        rest = after;
    }
}

/// The cells that end there among the letters.
fn cells_of(letters: &[u8], ends: &[usize]) -> Vec<String> {
    let mut from = 0;
    let mut cells = Vec::new();
    for end in ends {
        let cell = String::from_utf8_lossy(letters.get(from..*end).unwrap_or_default());
        let cell = cell.trim();
        // With such an apostrophe the app itself keeps a spreadsheet from running a name or a note.
        let run = cell.strip_prefix('\'').filter(|cell| cell.starts_with(['=', '+', '-', '@']));
        cells.push(run.unwrap_or(cell).to_owned());
        from = *end;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Vec<String>> {
        let grid = OldGrid::read(text, Separator::of(text)).unwrap();
        grid.lines.into_iter().map(|line| line.cells).collect()
    }

    #[test]
    fn every_dialect_gives_the_same_cells() {
        for text in [
            "Ann,Bob\n1,-2\n3,4",
            "\u{feff}Ann;Bob\r\n1;-2\r\n3;4\r\n",
            "Ann\tBob\r1\t-2\r\r3\t4\r",
            "\n\n\"Ann\", Bob \n \n,\n1,-2\n\"3\",4\n\n",
        ] {
            assert_eq!(read(text), [["Ann", "Bob"], ["1", "-2"], ["3", "4"]], "{text:?}");
        }
    }

    #[test]
    fn quotes_hold_anything() {
        assert_eq!(read("\"a;\"\"b\"\"\";\"c\nd\"\n1;2"), [["a;\"b\"", "c\nd"], ["1", "2"]]);
        assert_eq!(read("\"open;1\n2;3"), [["open;1\n2;3"]]);
        assert_eq!(read("\"\";1\n\"\";2\""), [["", "1"], ["", "2\""]]);
        assert_eq!(read("'=Ann;'til\n'-1;2"), [["=Ann", "'til"], ["-1", "2"]]);
    }

    #[test]
    fn the_separator_is_the_one_that_makes_even_lines() {
        for (text, separator) in [
            ("", Separator::Tab),
            ("1", Separator::Tab),
            ("1,0;2,0\n3,0;4,0", Separator::Semicolon),
            ("Ann,Bob\n1,2\n\"3;4\",5", Separator::Comma),
            ("a;b,c\n1,2\n3,4", Separator::Comma),
            ("Ann\tBob\n1,5\t2,5", Separator::Tab),
            (&format!("Ann;Bob;Note\n1;2;{}\n3;4;a, b", "long, ".repeat(40)), Separator::Semicolon),
            (&format!("Ann,Bob{}\n1,2\n3,4", ",".repeat(99)), Separator::Comma),
        ] {
            assert_eq!(Separator::of(text), separator, "{text:?}");
        }
    }

    #[test]
    fn a_cell_knows_its_line_of_the_text() {
        let grid = OldGrid::read("\na;\"b\nc\"\r\n\r\n ; \r\nd;e", Separator::Semicolon).unwrap();
        assert_eq!((grid.lines(), grid.columns()), (2, 2));
        assert_eq!(grid.spot(0, 1), Spot { line: 2, column: 2 });
        assert_eq!(grid.spot(1, 0), Spot { line: 6, column: 1 });
        assert_eq!(grid.cell(1, 1), "e");
        assert_eq!((grid.cell(1, 2), grid.cell(9, 9)), ("", ""));
    }

    #[test]
    fn what_is_too_much_is_refused() {
        let read = |text: &str| OldGrid::read(text, Separator::Comma).map(|grid| grid.lines());
        assert_eq!(read(&"x".repeat(MAX_TEXT + 1)), Err(GridFault::Text));
        assert_eq!(read(&"1,2\n".repeat(MAX_LINES)), Ok(MAX_LINES));
        assert_eq!(read(&"1,2\n\n".repeat(MAX_LINES + 1)), Err(GridFault::Lines));
        let line = |cells| vec!["1"; cells].join(",");
        assert_eq!(read(&format!("1\n{}\n2", line(MAX_COLUMNS))), Ok(3));
        assert_eq!(read(&format!("1\n{}\n2", line(MAX_COLUMNS + 1))), Err(GridFault::Columns(2)));
        assert_eq!(read(&format!("1\n{}", line(MAX_COLUMNS + 2))), Err(GridFault::Columns(2)));
        assert_eq!(read(&format!("{}\n1, ,{}", line(MAX_COLUMNS), ",".repeat(900))), Ok(2));
        assert_eq!(read(&format!("1,{}", "卓".repeat(MAX_LETTERS))), Ok(1));
        let spot = Spot { line: 1, column: 2 };
        assert_eq!(read(&format!("1,{}", "卓".repeat(MAX_LETTERS + 1))), Err(GridFault::Letters(spot)));
        assert_eq!(read("\u{fffd}"), Err(GridFault::Encoding));
    }
}
