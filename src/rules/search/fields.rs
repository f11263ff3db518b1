//! Where in a section something occurs, and what that is worth.

/// Where in a section a word occurs, as a bit set.
pub(super) type Fields = u8;

pub(super) const TITLE: Fields = 1;
pub(super) const KEYWORDS: Fields = 2;
pub(super) const ANSWER: Fields = 4;
pub(super) const BODY: Fields = 8;

/// What an occurrence is worth, by field in the order of the bits.
const WORTH: [f32; 4] = [5.0, 4.0, 2.5, 1.0];

pub(super) fn worth(fields: Fields) -> f32 {
    WORTH.iter().enumerate().filter(|(bit, _)| fields & (1 << bit) != 0).map(|(_, worth)| worth).sum()
}
