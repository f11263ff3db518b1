//! What a second device needs to take part: the secret that everything else is made of, and the number of the log. As a
//! link, or typed by hand.

use sha2::{Digest, Sha256};
use takujo_wire::{Right, Table};

use crate::live::ticket::Ticket;

/// The secret of a person's devices.
pub type Root = [u8; 16];

/// Letters and digits without those that look like another: Crockford's base 32.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Letters of a code: 20 bytes.
const LENGTH: usize = 32;

/// Which log a person's devices share. Whoever has it can read and write all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeepCode {
    /// The secret, random.
    pub root: Root,
    /// The number of the log: the next one is begun when this one is nearly full, or the home has lost it.
    pub number: u16,
}

impl KeepCode {
    /// The same secret, and the log so many further on; `None` after the last.
    #[must_use]
    pub fn after(self, more: u16) -> Option<KeepCode> {
        Some(KeepCode { number: self.number.checked_add(more)?, ..self })
    }

    /// What is made of the secret for one purpose, and for this log.
    fn derived(&self, purpose: &str) -> [u8; 32] {
        let bytes = [b"takujo keep ".as_slice(), purpose.as_bytes(), b": ", &self.root, &self.number.to_be_bytes()];
        Sha256::digest(bytes.concat()).into()
    }

    /// The name of the log.
    pub fn table(&self) -> Table {
        let mut table = [0; 16];
        table.copy_from_slice(&self.derived("name")[..16]);
        table
    }

    /// What admits to the log. Every device may do everything.
    pub fn ticket(&self) -> Ticket {
        let (secret, key) = (self.derived("secret"), self.derived("key"));
        Ticket { right: Right::Host, table: self.table(), secret, key, authority: None }
    }

    /// The bytes before the check, and the check, which a typing error changes.
    fn bytes(self) -> [u8; 20] {
        let mut bytes = [0; 20];
        bytes[..16].copy_from_slice(&self.root);
        bytes[16..18].copy_from_slice(&self.number.to_be_bytes());
        let check = Sha256::digest([b"takujo keep code 1: ", &bytes[..18]].concat());
        bytes[18..].copy_from_slice(&check[..2]);
        bytes
    }

    /// As it is shown, typed, and put into a link behind `#/keep/`: eight times four letters and digits.
    pub fn write(self) -> String {
        let (mut text, mut bits, mut left) = (String::new(), 0_u32, 0);
        for byte in self.bytes() {
            (bits, left) = ((bits << 8) | u32::from(byte), left + 8);
            while left >= 5 {
                left -= 5;
                if text.len() % 5 == 4 {
                    text.push('-');
                }
                text.push(char::from(LETTERS[((bits >> left) & 31) as usize]));
            }
        }
        text
    }

    /// Reads a code, however it was typed: in small letters, with other spaces, `O` for `0`, `I` or `L` for `1`. `None`
    /// if a letter is wrong or missing.
    pub fn read(typed: &str) -> Option<KeepCode> {
        let (mut bytes, mut bits, mut left, mut count) = (Vec::new(), 0_u32, 0, 0);
        for letter in typed.chars().filter(|letter| letter.is_alphanumeric()) {
            let letter = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let value = LETTERS.iter().position(|other| char::from(*other) == letter)?;
            (bits, left, count) = ((bits << 5) | value as u32, left + 5, count + 1);
            if left >= 8 {
                left -= 8;
                bytes.push((bits >> left) as u8);
            }
        }
        let bytes: [u8; 20] = bytes.try_into().ok().filter(|_| count == LENGTH)?;
        let (root, rest) = bytes.split_first_chunk()?;
        let code = KeepCode { root: *root, number: u16::from_be_bytes(*rest.first_chunk()?) };
        (code.bytes() == bytes).then_some(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: KeepCode = KeepCode { root: *b"0123456789abcdef", number: 3 };

    #[test]
    fn a_code_is_read_however_it_is_typed() {
        let text = CODE.write();
        assert_eq!(text.len(), 39);
        assert!(text.split('-').all(|four| four.len() == 4), "{text}");
        let typed = text.to_lowercase().replace('-', " ").replace('0', "o").replace('1', "l");
        for typed in [text.clone(), text.replace('-', ""), typed, format!("\u{a0}{text}\n")] {
            assert_eq!(KeepCode::read(&typed), Some(CODE), "{typed}");
        }
    }

    #[test]
    fn a_typing_error_is_noticed() {
        let text = CODE.write().replace('-', "");
        let wrong = |typed: String| assert_eq!(KeepCode::read(&typed), None, "{typed}");
        for at in 0..text.len() {
            let next = LETTERS.iter().position(|letter| *letter == text.as_bytes()[at]).unwrap() + 1;
            wrong(format!("{}{}{}", &text[..at], char::from(LETTERS[next % 32]), &text[at + 1..]));
            wrong(format!("{}{}", &text[..at], &text[at + 1..]));
            if at > 0 && text.as_bytes()[at] != text.as_bytes()[at - 1] {
                wrong(format!("{}{}{}{}", &text[..at - 1], &text[at..=at], &text[at - 1..at], &text[at + 1..]));
            }
        }
        wrong(String::new());
        wrong(format!("{text}0"));
        wrong(text.replace(&text[..1], "ü"));
    }

    #[test]
    fn logs_of_one_secret_have_nothing_in_common() {
        let (one, next) = (CODE.ticket(), CODE.after(1).unwrap().ticket());
        assert!(one.table != next.table && one.secret != next.secret && one.key != next.key);
        let other = KeepCode { root: *b"0123456789abcdeg", ..CODE }.ticket();
        assert!(one.table != other.table && one.secret != other.secret && one.key != other.key);
        assert_eq!(KeepCode { number: u16::MAX, ..CODE }.after(1), None);
    }
}
