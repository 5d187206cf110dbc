//! Candidates that are assumed and followed until the board contradicts itself, the last resort.

use super::notes::values;
use super::{Contradiction, Notes, Step, Technique};

/// How many candidates [`nested`] and [`deep`] may look at, on all boards together.
const WORK: usize = 300_000_000;

/// How many boards may still be looked at, and what ends it before.
struct Allowance<'a> {
    boards: usize,
    stop: &'a mut dyn FnMut() -> bool,
}

impl<'a> Allowance<'a> {
    /// Plenty for 9×9, a few seconds for 25×25.
    fn new(notes: &Notes, stop: &'a mut dyn FnMut() -> bool) -> Self {
        Allowance { boards: WORK / (notes.geometry().cells * notes.geometry().side), stop }
    }

    /// Takes a board from what is left, unless there is none.
    fn take(&mut self) -> Option<()> {
        if (self.stop)() {
            self.boards = 0;
        }
        self.boards = self.boards.checked_sub(1)?;
        Some(())
    }
}

/// Why an assumption fails.
struct Failure {
    /// What was filled in on the way, the assumed candidate first.
    filled: Vec<(usize, u8)>,
    /// Where it shows.
    contradiction: Contradiction,
}

/// What singles make of a board.
enum Outcome {
    /// The board contradicts itself.
    Failed(Contradiction),
    /// More cells than allowed were filled.
    Cut,
    /// No single is left.
    Quiet,
}

/// Fills singles, those that are there at the same time first, and records them.
fn fill_singles(notes: &mut Notes, most: usize, filled: &mut Vec<(usize, u8)>) -> Outcome {
    let geometry = notes.geometry();
    let mut found: Vec<(usize, u8)> = Vec::new();
    loop {
        found.clear();
        for cell in 0..geometry.cells {
            let mask = notes.candidates(cell);
            if mask.count_ones() == 1 {
                found.extend(values(mask).map(|value| (cell, value)));
            }
        }
        for unit in 0..geometry.units.len() {
            for value in 1..=geometry.side as u8 {
                let places = notes.places(unit, value);
                if places.count_ones() == 1 {
                    found.push((usize::from(geometry.units[unit][places.trailing_zeros() as usize]), value));
                }
            }
        }
        if found.is_empty() {
            return Outcome::Quiet;
        }
        for &(cell, value) in &found {
            if notes.grid().values()[cell] == value {
                continue;
            }
            if filled.len() >= most {
                return Outcome::Cut;
            }
            filled.push((cell, value));
            if let Err(contradiction) = notes.place(cell, value) {
                return Outcome::Failed(contradiction);
            }
        }
    }
}

/// Assumes a candidate and fills singles.
fn assume(notes: &mut Notes, (cell, value): (usize, u8), most: usize) -> Result<Outcome, Failure> {
    let mut filled = vec![(cell, value)];
    let outcome = match notes.place(cell, value) {
        Err(contradiction) => Outcome::Failed(contradiction),
        Ok(()) => fill_singles(notes, most, &mut filled),
    };
    match outcome {
        Outcome::Failed(contradiction) => Err(Failure { filled, contradiction }),
        other => Ok(other),
    }
}

/// All candidates, those of cells with few of them first.
fn by_choice(notes: &Notes) -> Vec<(usize, u8)> {
    let mut cells: Vec<usize> = (0..notes.geometry().cells).filter(|&cell| notes.candidates(cell) != 0).collect();
    cells.sort_by_key(|&cell| notes.candidates(cell).count_ones());
    cells.into_iter().flat_map(|cell| values(notes.candidates(cell)).map(move |value| (cell, value))).collect()
}

/// A candidate that fails by singles alone, after as few of them as possible.
pub(super) fn plain(notes: &Notes, stop: &mut dyn FnMut() -> bool) -> Option<Step> {
    let candidates = by_choice(notes);
    for first_limit in [6, 16, usize::MAX] {
        let mut most = first_limit;
        let mut best = None;
        for &candidate in &candidates {
            if stop() {
                return None;
            }
            if let Err(failure) = assume(&mut notes.clone(), candidate, most) {
                most = failure.filled.len() - 1;
                best = Some((candidate, failure));
            }
            if most == 0 {
                break;
            }
        }
        if let Some((candidate, failure)) = best {
            return refuted(notes, Technique::Trial, candidate, failure);
        }
    }
    None
}

/// A candidate that fails by singles and by plain trials inside.
pub(super) fn nested(notes: &Notes, stop: &mut dyn FnMut() -> bool) -> Option<Step> {
    let mut branches: Vec<((usize, u8), Notes)> = by_choice(notes)
        .into_iter()
        .take_while(|_| !stop())
        .filter_map(|candidate| {
            let mut branch = notes.clone();
            assume(&mut branch, candidate, usize::MAX).ok()?;
            (!branch.is_solved()).then_some((candidate, branch))
        })
        .collect();
    // The assumption that fills most cells is the most likely one to fail.
    branches.sort_by_key(|(_, branch)| std::cmp::Reverse(branch.grid().filled()));
    let mut allowance = Allowance::new(notes, stop);
    branches.into_iter().find_map(|(candidate, mut branch)| {
        let contradiction = fails_by_trials(&mut branch, &mut allowance)?;
        let failure = Failure { filled: vec![candidate], contradiction };
        refuted(notes, Technique::NestedTrial, candidate, failure)
    })
}

/// Takes all candidates that fail by singles until nothing changes or the board contradicts itself.
fn fails_by_trials(branch: &mut Notes, allowance: &mut Allowance<'_>) -> Option<Contradiction> {
    loop {
        let mut changed = false;
        for (cell, value) in by_choice(branch) {
            if !branch.has(cell, value) {
                continue;
            }
            allowance.take()?;
            if assume(&mut branch.clone(), (cell, value), usize::MAX).is_ok() {
                continue;
            }
            changed = true;
            if let Err(contradiction) = branch.eliminate(cell, value) {
                return Some(contradiction);
            }
            if let Outcome::Failed(contradiction) = fill_singles(branch, usize::MAX, &mut Vec::new()) {
                return Some(contradiction);
            }
        }
        if !changed || branch.is_solved() {
            return None;
        }
    }
}

/// A candidate that is in no solution at all.
pub(super) fn deep(notes: &Notes, stop: &mut dyn FnMut() -> bool) -> Option<Step> {
    // What is in a solution need not be tried.
    let mut possible = vec![0u32; notes.geometry().cells];
    let mut allowance = Allowance::new(notes, stop);
    for (cell, value) in by_choice(notes) {
        if possible[cell] & super::notes::bit(value) != 0 {
            continue;
        }
        let mut branch = notes.clone();
        let found = match assume(&mut branch, (cell, value), usize::MAX) {
            Err(_) => None,
            Ok(_) => solution(branch, &mut allowance),
        };
        if allowance.boards == 0 {
            return None;
        }
        let Some(solution) = found else {
            let (eliminations, because) = ([(cell, value)], vec![cell]);
            return Step::eliminating(notes, Technique::DeepTrial, eliminations, because, Vec::new(), || {
                format!("no solution has {} in {}", notes.sign(value), notes.geometry().cell_name(cell))
            });
        };
        for (cell, &value) in solution.grid().values().iter().enumerate() {
            possible[cell] |= super::notes::bit(value);
        }
    }
    None
}

/// A solution, if there is one and the number of boards suffices.
fn solution(notes: Notes, allowance: &mut Allowance<'_>) -> Option<Notes> {
    allowance.take()?;
    let open = (0..notes.geometry().cells).filter(|&cell| notes.candidates(cell) != 0);
    let Some(cell) = open.min_by_key(|&cell| notes.candidates(cell).count_ones()) else {
        return Some(notes);
    };
    values(notes.candidates(cell)).find_map(|value| {
        let mut branch = notes.clone();
        assume(&mut branch, (cell, value), usize::MAX).ok()?;
        solution(branch, allowance)
    })
}

/// What follows from an assumption is written out up to this number of placements.
const MOST_WRITTEN: usize = 12;

fn refuted(notes: &Notes, technique: Technique, candidate: (usize, u8), failure: Failure) -> Option<Step> {
    let geometry = notes.geometry();
    let cells = failure.filled.iter().map(|&(cell, _)| cell).collect();
    Step::eliminating(notes, technique, [candidate], cells, Vec::new(), || {
        let end = failure.contradiction;
        let write = |&(cell, value): &(usize, u8)| format!("{}={}", geometry.cell_name(cell), notes.sign(value));
        let follows: Vec<String> = failure.filled[1..].iter().map(write).collect();
        let assumed = format!("if {} were {}", geometry.cell_name(candidate.0), notes.sign(candidate.1));
        match (technique, &follows[..]) {
            (Technique::NestedTrial, _) => {
                format!("{assumed}, trials would remove candidates until {end}")
            }
            (_, []) => format!("{assumed}, {end} at once"),
            (_, [..]) if follows.len() <= MOST_WRITTEN => {
                format!("{assumed}, then {} would follow, until {end}", follows.join(", "))
            }
            _ => {
                let (shown, more) = (follows[..MOST_WRITTEN].join(", "), follows.len() - MOST_WRITTEN);
                format!("{assumed}, then {shown} and {more} more would follow, until {end}")
            }
        }
    })
}
