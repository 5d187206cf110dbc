//! Placed digits that differ from the only solution of the givens.

use std::fmt;

use serde::Serialize;
use spinney::budget::StopFlag;

use super::exact;
use super::tasks::Task;

/// A value in a cell, both as people write them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellValue {
    /// The cell: `r1c2`.
    pub cell: String,
    /// The value, in the alphabet of the puzzle.
    pub value: char,
}

impl fmt::Display for CellValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.cell, self.value)
    }
}

/// The wrong digits of a puzzle, where the text tells givens from placed digits and the givens have one solution.
pub(super) fn wrong_digits(task: &Task, stop: &StopFlag) -> Vec<CellValue> {
    let Some(givens) = &task.puzzle.givens else { return Vec::new() };
    let exact = exact::solutions(givens, stop);
    let Some(solution) = exact.first.filter(|_| exact.solutions == Some(1)) else { return Vec::new() };
    let geometry = givens.geometry();
    let placed = task.puzzle.grid.values().iter().zip(solution.values()).enumerate();
    let wrong = placed.filter(|&(_, (&placed, &right))| placed != 0 && placed != right);
    wrong
        .map(|(cell, (&placed, _))| CellValue {
            cell: geometry.cell_name(cell),
            value: task.puzzle.alphabet.write(placed),
        })
        .collect()
}

/// Wrong digits in words, unless there are none: `wrong digits: r1c2=3, r4c5=6`.
pub fn name_wrong(wrong: &[CellValue]) -> Option<String> {
    let digits: Vec<String> = wrong.iter().map(CellValue::to_string).collect();
    let plural = if digits.len() == 1 { "" } else { "s" };
    (!digits.is_empty()).then(|| format!("wrong digit{plural}: {}", digits.join(", ")))
}
