//! The screens of Machinamitorite: `enter_hand` and `judge_trick` are the views of a table.

mod calculate;
mod components;
mod count_photos;
mod enter_hand;
mod group_photos;
mod hand_result;
mod judge_trick;
mod lay_trick;
mod options;
mod page;
mod worth;
