//! Values locked in the cells that a box and a line have in common.

use super::{Notes, Step, Technique};

/// The places of a value in a box lie in one line.
pub(super) fn pointing(notes: &Notes) -> Option<Step> {
    let side = notes.geometry().side;
    locked(notes, Technique::Pointing, 2 * side..3 * side, &[0, 1])
}

/// The places of a value in a line lie in one box.
pub(super) fn claiming(notes: &Notes) -> Option<Step> {
    locked(notes, Technique::Claiming, 0..2 * notes.geometry().side, &[2])
}

fn locked(notes: &Notes, technique: Technique, mut units: std::ops::Range<usize>, kinds: &[usize]) -> Option<Step> {
    let geometry = notes.geometry();
    units.find_map(|unit| {
        (1..=geometry.side as u8).find_map(|value| {
            let count = notes.places(unit, value).count_ones() as usize;
            if !(2..=geometry.box_size).contains(&count) {
                return None;
            }
            let cells = notes.cells_for(unit, value);
            kinds.iter().find_map(|&kind| {
                let other = geometry.units_of[cells[0]][kind];
                if cells.iter().any(|&cell| geometry.units_of[cell][kind] != other) {
                    return None;
                }
                let other = usize::from(other);
                let rest = notes.cells_for(other, value).into_iter().filter(|cell| !cells.contains(cell));
                let eliminations = rest.map(|cell| (cell, value));
                Step::eliminating(notes, technique, eliminations, cells.clone(), vec![unit, other], || {
                    let (from, to) = (geometry.unit_name(unit), geometry.unit_name(other));
                    format!("in {from}, {} can only go to cells of {to}", notes.sign(value))
                })
            })
        })
    })
}
