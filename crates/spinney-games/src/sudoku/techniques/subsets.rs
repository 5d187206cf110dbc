//! Cells of a unit that have as many values between them as they are, seen from the cells or from the values.

use super::combine::groups;
use super::notes::{bit, values};
use super::step::{cell_names, join};
use super::{Notes, Step, Technique};

/// Some cells of a unit with as many candidates between them.
pub(super) fn naked(notes: &Notes, technique: Technique, size: usize) -> Option<Step> {
    let geometry = notes.geometry();
    (0..geometry.units.len()).find_map(|unit| {
        let cells = geometry.units[unit].iter().map(|&cell| usize::from(cell));
        let empty: Vec<usize> = cells.filter(|&cell| notes.candidates(cell) != 0).collect();
        if empty.len() <= size {
            return None;
        }
        let items: Vec<(usize, u32)> = empty
            .iter()
            .map(|&cell| (cell, notes.candidates(cell)))
            .filter(|(_, mask)| (2..=size as u32).contains(&mask.count_ones()))
            .collect();
        groups(&items, size, size, &mut |cells, union| {
            // Cells of a box may lie in one line as well; then both units lose the values.
            let units = geometry.units_of[cells[0]].into_iter().map(usize::from);
            let units: Vec<usize> = units
                .filter(|&unit| cells.iter().all(|&cell| geometry.units_of[cell].contains(&(unit as u16))))
                .collect();
            let rest = units.iter().flat_map(|&unit| geometry.units[unit].iter().map(|&cell| usize::from(cell)));
            let rest = rest.filter(|cell| !cells.contains(cell));
            let eliminations = rest.flat_map(|cell| values(union).map(move |value| (cell, value)));
            Step::eliminating(notes, technique, eliminations, cells.to_vec(), units.clone(), || {
                let held = join(&notes.signs(union), "and");
                format!("{} hold {held} between them", cell_names(geometry, cells))
            })
        })
    })
}

/// Some values of a unit with as many cells between them.
pub(super) fn hidden(notes: &Notes, technique: Technique, size: usize) -> Option<Step> {
    let geometry = notes.geometry();
    (0..geometry.units.len()).find_map(|unit| {
        let items: Vec<(usize, u32)> = (1..=geometry.side as u8)
            .map(|value| (usize::from(value), notes.places(unit, value)))
            .filter(|(_, places)| (2..=size as u32).contains(&places.count_ones()))
            .collect();
        groups(&items, size, size, &mut |kept, places| {
            let mask = kept.iter().fold(0, |mask, &value| mask | bit(value as u8));
            let cells = &geometry.units[unit];
            let cells: Vec<usize> = super::notes::ones(places).map(|position| usize::from(cells[position])).collect();
            let eliminations =
                cells.iter().flat_map(|&cell| values(notes.candidates(cell) & !mask).map(move |value| (cell, value)));
            Step::eliminating(notes, technique, eliminations, cells.clone(), vec![unit], || {
                let (kept, cells) = (join(&notes.signs(mask), "and"), cell_names(geometry, &cells));
                format!("in {}, {kept} can only go to {cells}", geometry.unit_name(unit))
            })
        })
    })
}
