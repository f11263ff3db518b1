//! Machinamitorite: a trick-taking game whose score lies on the backs of the cards.
//!
//! [`trick`] judges the fronts, [`partition`] scores the backs, [`deal`] checks that no card was lost in between.
pub mod deal;
pub mod partition;
pub mod trick;
