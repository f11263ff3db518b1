//! What is wrong with an old evening, in words.

use super::along::RoundsAre;
use super::fault::{NameFault, OldWrong};
use super::grid::{GridFault, MAX_COLUMNS, MAX_LETTERS, MAX_LINES, MAX_TEXT, Spot};
use super::points::CellFault;
use super::reading::parts_of;
use crate::domain::seats::MAX_NAME;
use crate::games::any::game::MOST_POINTS;
use crate::i18n::{Lang, t};
use crate::table::coming_words::seat_error;

/// How much of a cell is repeated, in characters.
const SHOWN: usize = 24;

/// Why text is not read.
pub fn grid_words(fault: GridFault, l: Lang) -> String {
    match fault {
        GridFault::Text => t::old_fault_text(l, MAX_TEXT / 1024),
        GridFault::Lines => t::old_fault_lines(l, MAX_LINES),
        GridFault::Columns(line) => t::old_fault_columns(l, line, MAX_COLUMNS),
        GridFault::Letters(Spot { line, column }) => t::old_fault_letters(l, line, column, MAX_LETTERS),
        GridFault::Encoding => t::old_fault_encoding(l).to_owned(),
    }
}

/// What is wrong with how a grid is read, where this is a round.
pub fn wrong_words(wrong: &OldWrong, rounds: RoundsAre, l: Lang) -> String {
    match wrong {
        OldWrong::Cell(Spot { line, column }, fault, cell) => {
            let mut shown: String = cell.chars().take(SHOWN).collect();
            if shown.len() < cell.len() {
                shown.push('…');
            }
            match fault {
                CellFault::Empty => t::old_fault_empty(l, *line, *column),
                CellFault::NoNumber => t::old_fault_number(l, *line, *column, shown),
                CellFault::Decimals => t::old_fault_decimals(l, *line, *column, shown),
                CellFault::Unclear => t::old_fault_unclear(l, *line, *column, shown),
            }
        }
        OldWrong::Points(Spot { line, column }, parts) => {
            t::old_fault_points(l, *line, *column, parts.arg(MOST_POINTS))
        }
        OldWrong::Sum { spot: Spot { line, column }, written, counted } => {
            let parts = parts_of([written, counted].into_iter());
            let shown = |tenths: i64| parts.number(tenths / i64::from(10 / parts.of_one()));
            t::old_fault_sum(l, *line, *column, shown(*written), shown(*counted))
        }
        OldWrong::People(error) => seat_error(l, error),
        OldWrong::Name(Spot { line, column }, fault) => {
            let words = match fault {
                NameFault::Missing => t::old_fault_unnamed(l).to_owned(),
                NameFault::Long => t::new_name_long(l, MAX_NAME),
                NameFault::Twice => t::old_fault_twice(l).to_owned(),
            };
            match rounds {
                RoundsAre::Lines => t::old_column(l, *column, words),
                RoundsAre::Columns => t::old_line(l, *line, words),
            }
        }
        OldWrong::NoRounds => t::old_fault_rounds(l).to_owned(),
        OldWrong::Refused(spot) => match rounds {
            RoundsAre::Lines => t::old_fault_refused_line(l, spot.line),
            RoundsAre::Columns => t::old_fault_refused_column(l, spot.column),
        },
    }
}
