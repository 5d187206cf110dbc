//! Cells that can be filled at once.

use super::notes::values;
use super::{Notes, Step, Technique};

/// The last empty cell of a unit.
pub(super) fn full_house(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    (0..geometry.units.len()).find_map(|unit| {
        let mut empty =
            geometry.units[unit].iter().map(|&cell| usize::from(cell)).filter(|&cell| notes.candidates(cell) != 0);
        let cell = empty.next().filter(|_| empty.next().is_none())?;
        let value = values(notes.candidates(cell)).next()?;
        let (name, of) = (geometry.cell_name(cell), geometry.unit_name(unit));
        let reason = format!("{name} is the last empty cell of {of} and must be {}", notes.sign(value));
        Some(Step::placing(Technique::FullHouse, (cell, value), vec![cell], vec![unit], reason))
    })
}

/// A value with one place in a box.
pub(super) fn hidden_in_box(notes: &Notes) -> Option<Step> {
    let side = notes.geometry().side;
    hidden(notes, Technique::HiddenSingleBox, 2 * side..3 * side)
}

/// A value with one place in a row or a column.
pub(super) fn hidden_in_line(notes: &Notes) -> Option<Step> {
    hidden(notes, Technique::HiddenSingleLine, 0..2 * notes.geometry().side)
}

fn hidden(notes: &Notes, technique: Technique, mut units: std::ops::Range<usize>) -> Option<Step> {
    let geometry = notes.geometry();
    units.find_map(|unit| {
        let value = (1..=geometry.side as u8).find(|&value| notes.places(unit, value).count_ones() == 1)?;
        let cell = *notes.cells_for(unit, value).first()?;
        let reason = {
            let (name, of) = (geometry.cell_name(cell), geometry.unit_name(unit));
            format!("{} can only go to {name} in {of}", notes.sign(value))
        };
        Some(Step::placing(technique, (cell, value), vec![cell], vec![unit], reason))
    })
}

/// A cell with one candidate.
pub(super) fn naked(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    let cell = (0..geometry.cells).find(|&cell| notes.candidates(cell).count_ones() == 1)?;
    let value = values(notes.candidates(cell)).next()?;
    let reason = format!("{} can only be {}", geometry.cell_name(cell), notes.sign(value));
    Some(Step::placing(Technique::NakedSingle, (cell, value), vec![cell], Vec::new(), reason))
}
