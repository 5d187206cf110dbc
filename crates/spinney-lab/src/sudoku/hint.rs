//! The next step of a person, or the whole way to the solution.

use serde::Serialize;
use spinney::budget::StopFlag;
use spinney_games::sudoku::techniques::{Contradiction, Notes, Step, next_step_until};
use spinney_games::sudoku::text::{Alphabet, write_marked_candidates};

use super::exact;
use super::tasks::{Origin, Task};
use super::wrong::{CellValue, wrong_digits};

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StepRow {
    /// Its number on the way, from 1.
    pub number: usize,
    /// The technique.
    pub technique: &'static str,
    /// How hard the technique is.
    pub difficulty: f64,
    /// The same in words.
    pub level: &'static str,
    /// The cells that take a value.
    pub placements: Vec<CellValue>,
    /// The candidates that go.
    pub eliminations: Vec<CellValue>,
    /// The cells that show it.
    pub because: Vec<String>,
    /// The units that show it.
    pub units: Vec<String>,
    /// One sentence for people.
    pub explanation: String,
    /// The board before the step with all candidates, the cells of the step marked as the [legend](Self::legend) says.
    #[serde(skip)]
    pub picture: String,
    #[serde(skip)]
    marks: Vec<char>,
}

/// What a person can do next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The puzzle.
    #[serde(flatten)]
    pub origin: Origin,
    /// The number of solutions: 0, 1, 2 for several, nothing if it takes long to find out.
    pub solutions: Option<usize>,
    /// Placed digits that differ from the only solution of the givens.
    pub wrong: Vec<CellValue>,
    /// The steps that were asked for.
    pub steps: Vec<StepRow>,
    /// Whether the last of them solves the puzzle.
    pub solved: bool,
    /// Whether it was stopped from outside.
    pub stopped: bool,
    /// Why there is no step, or none after these.
    pub error: Option<String>,
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The next step only.
    Next,
    /// The step of this number.
    Step(usize),
    /// All steps.
    All,
}

/// What stands behind a cell that takes a value, loses a candidate, or shows why.
const MARKS: [(char, &str); 3] = [('+', "takes a value"), ('-', "loses candidates"), ('*', "shows why")];

/// The next steps of a puzzle. The number of solutions is looked for until the flag is raised, but not for long.
pub fn hint(task: &Task, reach: Reach, stop: &StopFlag) -> Hint {
    let mut hint = Hint {
        origin: task.origin_of(&task.puzzle.grid),
        solutions: Some(0),
        wrong: wrong_digits(task, stop),
        steps: Vec::new(),
        solved: false,
        stopped: false,
        error: task.clash_of(&task.puzzle.grid),
    };
    if hint.error.is_some() {
        return hint;
    }
    hint.solutions = exact::solutions(&task.puzzle.grid, stop).solutions;
    match hint.solutions {
        Some(0) if !hint.wrong.is_empty() => {
            let cells: Vec<String> = hint.wrong.iter().map(CellValue::to_string).collect();
            hint.error = Some(format!("the state has no solution: take back {}", cells.join(" ")));
        }
        Some(0) => hint.error = Some("the puzzle has no solution".to_owned()),
        _ if task.puzzle.grid.is_solved() => hint.error = Some("the board is solved already".to_owned()),
        _ => {
            if let Err(contradiction) = hint.walk(task, reach, stop) {
                hint.error = Some(contradiction.to_string());
            }
        }
    }
    hint
}

impl Hint {
    /// Makes steps, and keeps those that are wanted.
    fn walk(&mut self, task: &Task, reach: Reach, stop: &StopFlag) -> Result<(), Contradiction> {
        let mut notes = Notes::written(&task.puzzle.grid, task.puzzle.alphabet)?;
        let last = match reach {
            Reach::Next => 1,
            Reach::Step(number) => number,
            Reach::All => usize::MAX,
        };
        let mut made = 0;
        while made < last && !notes.is_solved() {
            let step = next_step_until(&notes, &mut || stop.is_raised())?;
            if stop.is_raised() {
                self.stopped = true;
                return Ok(());
            }
            let Some(step) = step else {
                let several = self.solutions == Some(exact::SEVERAL);
                let reason = if several { ": the puzzle has several solutions" } else { "" };
                self.error = Some(format!("no technique applies after {}{reason}", steps(made)));
                return Ok(());
            };
            made += 1;
            if reach == Reach::All || made == last {
                self.steps.push(StepRow::new(made, &notes, &step, task.puzzle.alphabet));
            }
            notes.apply(&step)?;
        }
        self.solved = notes.is_solved();
        if made < last && reach != Reach::All {
            self.error = Some(format!("the puzzle is solved after {}", steps(made)));
        }
        Ok(())
    }
}

impl StepRow {
    /// The marks in the picture and what they mean.
    pub fn legend(&self) -> Vec<(char, &'static str)> {
        MARKS.into_iter().filter(|(mark, _)| self.marks.contains(mark)).collect()
    }

    fn new(number: usize, notes: &Notes, step: &Step, alphabet: Alphabet) -> StepRow {
        let geometry = notes.geometry();
        let write = |list: &[(usize, u8)]| -> Vec<CellValue> {
            let cell = |cell| geometry.cell_name(cell);
            list.iter().map(|&(at, value)| CellValue { cell: cell(at), value: alphabet.write(value) }).collect()
        };
        let marks = marks(step);
        let candidates: Vec<u32> = (0..geometry.cells).map(|cell| notes.candidates(cell)).collect();
        StepRow {
            number,
            technique: step.technique.name(),
            difficulty: step.technique.difficulty(),
            level: step.technique.level().name(),
            placements: write(&step.placements),
            eliminations: write(&step.eliminations),
            because: step.because.iter().map(|&cell| geometry.cell_name(cell)).collect(),
            units: step.units.iter().map(|&unit| geometry.unit_name(unit)).collect(),
            explanation: step.explanation.clone(),
            picture: write_marked_candidates(notes.grid(), &candidates, alphabet, &marks),
            marks: marks.into_iter().map(|(_, mark)| mark).collect(),
        }
    }
}

fn steps(count: usize) -> String {
    format!("{count} step{}", if count == 1 { "" } else { "s" })
}

/// The cells of a step with one mark each.
fn marks(step: &Step) -> Vec<(usize, char)> {
    let [placed, lost, shown] = MARKS.map(|(mark, _)| mark);
    let cells = |list: &[(usize, u8)]| list.iter().map(|&(cell, _)| cell).collect::<Vec<_>>();
    let kinds = [(placed, cells(&step.placements)), (lost, cells(&step.eliminations)), (shown, step.because.clone())];
    let mut marks: Vec<(usize, char)> = Vec::new();
    for (mark, cells) in kinds {
        for cell in cells {
            if marks.iter().all(|&(marked, _)| marked != cell) {
                marks.push((cell, mark));
            }
        }
    }
    marks
}
