//! One deduction, and the words for it.

use super::super::geometry::Geometry;
use super::{Notes, Technique};

/// One deduction: what follows, and what shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The cells that take a value.
    pub placements: Vec<(usize, u8)>,
    /// The candidates that go, in ascending order of cells.
    pub eliminations: Vec<(usize, u8)>,
    /// The cells that show it.
    pub because: Vec<usize>,
    /// The units that show it.
    pub units: Vec<usize>,
    /// One sentence for people.
    pub explanation: String,
}

impl Step {
    /// A step that fills one cell.
    pub(super) fn placing(
        technique: Technique,
        (cell, value): (usize, u8),
        because: Vec<usize>,
        units: Vec<usize>,
        reason: String,
    ) -> Step {
        let explanation = format!("{}: {reason}.", title(technique));
        Step { technique, placements: vec![(cell, value)], eliminations: Vec::new(), because, units, explanation }
    }

    /// A step that takes those of these candidates that are there, or nothing if none is.
    pub(super) fn eliminating(
        notes: &Notes,
        technique: Technique,
        candidates: impl IntoIterator<Item = (usize, u8)>,
        because: Vec<usize>,
        units: Vec<usize>,
        reason: impl FnOnce() -> String,
    ) -> Option<Step> {
        let mut eliminations: Vec<(usize, u8)> =
            candidates.into_iter().filter(|&(cell, value)| notes.has(cell, value)).collect();
        if eliminations.is_empty() {
            return None;
        }
        eliminations.sort_unstable();
        eliminations.dedup();
        let result = loss(notes, &eliminations);
        let explanation = format!("{}: {}, so {result}.", title(technique), reason());
        Some(Step { technique, placements: Vec::new(), eliminations, because, units, explanation })
    }
}

fn title(technique: Technique) -> String {
    if matches!(technique, Technique::HiddenSingleBox | Technique::HiddenSingleLine) {
        return "Hidden single".into();
    }
    let name = technique.name();
    name.chars().next().into_iter().flat_map(char::to_uppercase).chain(name.chars().skip(1)).collect()
}

/// "r1c2 and r1c4 cannot be 3, and r1c5 cannot be 3 or 7".
fn loss(notes: &Notes, eliminations: &[(usize, u8)]) -> String {
    let mut groups: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
    for of_cell in eliminations.chunk_by(|one, other| one.0 == other.0) {
        let values: Vec<u8> = of_cell.iter().map(|&(_, value)| value).collect();
        match groups.iter_mut().find(|(others, _)| *others == values) {
            Some((_, cells)) => cells.push(of_cell[0].0),
            None => groups.push((values, vec![of_cell[0].0])),
        }
    }
    let parts: Vec<String> = groups
        .into_iter()
        .map(|(values, cells)| {
            let signs: Vec<char> = values.into_iter().map(|value| notes.sign(value)).collect();
            format!("{} cannot be {}", cell_names(notes.geometry(), &cells), join(&signs, "or"))
        })
        .collect();
    match &parts[..] {
        [init @ .., last] if !init.is_empty() => format!("{}, and {last}", init.join(", ")),
        _ => parts.concat(),
    }
}

/// "1, 2 and 3".
pub(super) fn join<T: ToString>(items: &[T], word: &str) -> String {
    let items: Vec<String> = items.iter().map(T::to_string).collect();
    match &items[..] {
        [init @ .., last] if !init.is_empty() => format!("{} {word} {last}", init.join(", ")),
        _ => items.concat(),
    }
}

/// "r1c1, r1c2 and r1c3".
pub(super) fn cell_names(geometry: &Geometry, cells: &[usize]) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| geometry.cell_name(cell)).collect();
    join(&names, "and")
}

/// "row 1, row 2 and row 3".
pub(super) fn unit_names(geometry: &Geometry, units: &[usize]) -> String {
    let names: Vec<String> = units.iter().map(|&unit| geometry.unit_name(unit)).collect();
    join(&names, "and")
}

#[cfg(test)]
mod tests {
    use super::super::super::grid::Grid;
    use super::super::super::text::Alphabet;
    use super::*;

    #[test]
    fn values_are_written_as_in_the_puzzle() {
        let written = |alphabet| Notes::written(&Grid::empty(4), alphabet).expect("an empty board is consistent");
        assert_eq!(loss(&written(Alphabet::Numeric), &[(0, 1), (0, 16)]), "r1c1 cannot be 1 or G");
        assert_eq!(loss(&written(Alphabet::Hexadecimal), &[(0, 1), (0, 16)]), "r1c1 cannot be 0 or F");
    }

    #[test]
    fn losses_are_grouped() {
        let notes = Notes::new(&Grid::empty(3)).expect("an empty board is consistent");
        assert_eq!(loss(&notes, &[(0, 3), (1, 3)]), "r1c1 and r1c2 cannot be 3");
        let text = "r1c1 and r1c3 cannot be 3, and r1c2 cannot be 3, 4 or 5";
        assert_eq!(loss(&notes, &[(0, 3), (1, 3), (1, 4), (1, 5), (2, 3)]), text);
        assert_eq!(title(Technique::NakedPair), "Naked pair");
    }
}
