//! The screens of the hanafuda game: `play_round` shows where a round is.

mod below;
mod components;
mod deal;
mod do_forfeit;
mod look_up;
mod next_round;
mod page;
mod pay;
mod plant;
mod play_round;
mod put_right;
mod set_options;
mod settle;
mod take_turn;
