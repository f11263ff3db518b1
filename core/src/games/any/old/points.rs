//! Points as people write them into a spreadsheet.

use crate::domain::seats::{one_way, unseen};
use crate::entry::{MINUS, whole};

/// Further signs before what is lost: hyphens and dashes that programs write for a minus, and the triangles of Japanese
/// score sheets.
const LOST: [char; 6] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '▲', '△'];
/// Alone in a cell, these and every minus say that there is nothing.
const DASHES: [char; 7] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2500}'];

/// Why a cell is not points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellFault {
    /// There is nothing in it, or only a dash.
    Empty,
    /// It is not a number.
    NoNumber,
    /// It is a number with more than one decimal.
    Decimals,
    /// It may be thousands or decimals, like 1.234.
    Unclear,
}

/// Reads points, as tenths, in digits of half or full width, with any sign before them. From the second decimal on there
/// may only be zeros; thousands may be set apart where that cannot be read as decimals. The bound of the points is that of
/// [`whole`].
///
/// # Errors
/// Why it cannot be read.
pub fn read_tenths(cell: &str) -> Result<i64, CellFault> {
    let seen: String = one_way(cell).chars().filter(|c| !unseen(*c)).collect();
    let text = seen.trim();
    if text.strip_prefix(MINUS).or_else(|| text.strip_prefix(DASHES)).unwrap_or(text).is_empty() {
        return Err(CellFault::Empty);
    }
    let (below, size) =
        match (text.strip_prefix(MINUS).or_else(|| text.strip_prefix(LOST)), text.strip_prefix(['+', '＋'])) {
            (Some(size), _) => (true, size.trim_start()),
            (None, Some(size)) => (false, size.trim_start()),
            (None, None) => (false, text),
        };
    let (points, tenth) = split(size)?;
    let size = i64::from(whole(&points).ok_or(CellFault::NoNumber)?) * 10 + tenth;
    Ok(if below { -size } else { size })
}

/// The digits before the decimals, without what sets thousands apart, and the first decimal.
fn split(size: &str) -> Result<(String, i64), CellFault> {
    let plain = |c: char| match c {
        '，' => ',',
        '．' => '.',
        '\u{2019}' | '＇' => '\'',
        c if c.is_whitespace() => ' ',
        c => c,
    };
    let size: String = size.chars().map(plain).collect();
    let last = size.rfind([',', '.']);
    let (before, decimals) = match last.and_then(|at| Some((at, size.get(at..)?.chars().next()?))) {
        // The same mark twice sets thousands apart, as in 1,234,567; so does one of another kind before the decimals.
        Some((_, mark)) if size.matches(mark).count() > 1 => return Ok((grouped(&size, mark)?, 0)),
        Some((at, _)) => (size.get(..at).unwrap_or_default(), size.get(at + 1..).unwrap_or_default()),
        None => return Ok((apart(&size)?, 0)),
    };
    if before.is_empty() || !are_digits(decimals) {
        return Err(CellFault::NoNumber);
    }
    // Not with a mark of another kind, and not 0,500 or 1234,500.
    let like_thousands = decimals.chars().count() == 3
        && are_digits(before)
        && (1..=3).contains(&before.chars().count())
        && whole(before) != Some(0);
    let digits = apart(before)?;
    let mut decimals = decimals.chars().map(|digit| whole(digit.encode_utf8(&mut [0; 4])).unwrap_or(0));
    match decimals.next() {
        _ if like_thousands => Err(CellFault::Unclear),
        tenth if decimals.all(|digit| digit == 0) => Ok((digits, i64::from(tenth.unwrap_or(0)))),
        _ => Err(CellFault::Decimals),
    }
}

fn are_digits(text: &str) -> bool {
    // One by one, because there may be more of them than a number can have.
    !text.is_empty() && text.chars().all(|digit| whole(digit.encode_utf8(&mut [0; 4])).is_some())
}

/// Digits with thousands set apart by any one mark, or none.
fn apart(size: &str) -> Result<String, CellFault> {
    match size.chars().find(|c| [' ', '\'', ',', '.'].contains(c)) {
        Some(mark) => grouped(size, mark),
        None => Ok(size.to_owned()),
    }
}

/// Digits with thousands set apart by this mark.
fn grouped(size: &str, mark: char) -> Result<String, CellFault> {
    let groups: Vec<&str> = size.split(mark).collect();
    let fits = |(at, group): (usize, &&str)| {
        let digits = group.chars().count();
        are_digits(group) && if at == 0 { (1..=3).contains(&digits) } else { digits == 3 }
    };
    if groups.iter().enumerate().all(fits) { Ok(groups.concat()) } else { Err(CellFault::NoNumber) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_people_write_them() {
        for (cell, points) in [
            ("0", 0),
            ("12", 12),
            (" +7 ", 7),
            ("＋７", 7),
            ("-5", -5),
            ("\u{2212}5", -5),
            ("－１２", -12),
            ("- 5", -5),
            ("\u{200e}-5", -5),
            ("\u{202a}-5\u{202c}", -5),
            ("\u{2066}5\u{2069}", 5),
            ("\u{2010}5", -5),
            ("\u{2011}5", -5),
            ("\u{2012}5", -5),
            ("–5", -5),
            ("▲５", -5),
            ("△ 5", -5),
            ("007", 7),
            ("5,0", 5),
            ("5.00", 5),
            ("-5.0", -5),
            ("５．０", 5),
            ("0,000", 0),
            ("1234.000", 1234),
            ("1 234", 1234),
            ("1\u{a0}234", 1234),
            ("1\u{202f}234,0", 1234),
            ("1'234", 1234),
            ("1\u{2019}234.00", 1234),
            ("1,234.00", 1234),
            ("1.234,0", 1234),
            ("1,234,567", 1_234_567),
            ("1,234,567.0", 1_234_567),
        ] {
            assert_eq!(read_tenths(cell), Ok(points * 10), "{cell:?}");
        }
    }

    #[test]
    fn one_decimal_is_read_exactly() {
        for (cell, tenths) in [
            ("1.5", 15),
            ("-0,5", -5),
            ("７．５", 75),
            ("0.500", 5),
            ("1234.500", 12_345),
            ("1,234.5", 12_345),
            ("1 234,50", 12_345),
        ] {
            assert_eq!(read_tenths(cell), Ok(tenths), "{cell:?}");
        }
    }

    #[test]
    fn what_is_no_number_with_one_decimal_is_refused() {
        for (cell, fault) in [
            ("", CellFault::Empty),
            (" \u{200b}", CellFault::Empty),
            ("-", CellFault::Empty),
            ("−", CellFault::Empty),
            ("ー", CellFault::Empty),
            (" \u{2013} ", CellFault::Empty),
            ("—", CellFault::Empty),
            ("―", CellFault::Empty),
            ("\u{2066}\u{2069}", CellFault::Empty),
            ("▲", CellFault::NoNumber),
            ("—5", CellFault::NoNumber),
            ("- -", CellFault::NoNumber),
            ("(5)", CellFault::NoNumber),
            ("--5", CellFault::NoNumber),
            ("5-", CellFault::NoNumber),
            ("1o", CellFault::NoNumber),
            ("12 pts", CellFault::NoNumber),
            ("1e3", CellFault::NoNumber),
            ("五", CellFault::NoNumber),
            ("½", CellFault::NoNumber),
            ("2026-11-27", CellFault::NoNumber),
            ("1,", CellFault::NoNumber),
            (".0", CellFault::NoNumber),
            ("1,,0", CellFault::NoNumber),
            ("12 34", CellFault::NoNumber),
            ("1 234 5", CellFault::NoNumber),
            ("1,0 0", CellFault::NoNumber),
            ("99999999999", CellFault::NoNumber),
            ("-0,25", CellFault::Decimals),
            ("1234.501", CellFault::Decimals),
            ("3.0000000000000004", CellFault::Decimals),
            ("-0.30000000000000004", CellFault::Decimals),
            ("1,234.55", CellFault::Decimals),
            ("1.234", CellFault::Unclear),
            ("1,000", CellFault::Unclear),
            ("-12,345", CellFault::Unclear),
        ] {
            assert_eq!(read_tenths(cell), Err(fault), "{cell:?}");
        }
    }
}
