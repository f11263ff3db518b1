//! The way through a tree of choices.

use takujo_core::play::{Entering, Move};

/// The moves at a place in the tree of choices: the words of the choice that led there, and what can be chosen. `None`
/// if there is no such place.
pub(super) fn choices<'a, E>(moves: &'a [Move<E>], path: &[usize]) -> Option<(Option<String>, &'a [Move<E>])> {
    path.iter().try_fold((None, moves), |(_, moves), at| match moves.get(*at)? {
        Move { words, does: Entering::Choose(among) } => Some((Some(words.clone()), among.as_slice())),
        Move { does: Entering::Event(_), .. } => None,
    })
}

/// Whose seat was tapped, if one was, and what was chosen after that: an index into the moves at each step.
pub(super) type FlatPath = (Option<usize>, Vec<usize>);
