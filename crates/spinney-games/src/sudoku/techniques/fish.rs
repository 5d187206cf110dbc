//! Lines whose places for a value lie in as many crossing lines, with or without additional places in one box.

use super::combine::groups;
use super::notes::ones;
use super::step::unit_names;
use super::{Notes, Step, Technique};

/// The cell where the `line`-th row and the `cross`-th column meet, or the other way round.
fn meet(side: usize, in_rows: bool, line: usize, cross: usize) -> usize {
    if in_rows { line * side + cross } else { cross * side + line }
}

/// The parallel lines with between two and `most` places for the value.
fn lines(notes: &Notes, in_rows: bool, value: u8, most: usize) -> Vec<(usize, u32)> {
    let side = notes.geometry().side;
    let first = if in_rows { 0 } else { side };
    (0..side)
        .map(|line| (line, notes.places(first + line, value)))
        .filter(|(_, places)| (2..=most as u32).contains(&places.count_ones()))
        .collect()
}

/// The numbers of the lines as units: `base` in one direction and the crossing `cover` in the other one.
fn as_units(side: usize, in_rows: bool, base: &[usize], cover: u32) -> (Vec<usize>, Vec<usize>) {
    let (first, crossing) = if in_rows { (0, side) } else { (side, 0) };
    (base.iter().map(|line| first + line).collect(), ones(cover).map(|line| crossing + line).collect())
}

/// A fish of `size` lines.
pub(super) fn plain(notes: &Notes, technique: Technique, size: usize) -> Option<Step> {
    let geometry = notes.geometry();
    let side = geometry.side;
    (1..=side as u8).flat_map(|value| [(value, true), (value, false)]).find_map(|(value, in_rows)| {
        let items = lines(notes, in_rows, value, size);
        groups(&items, size, size, &mut |base, cover| {
            let rest = (0..side).filter(|line| !base.contains(line));
            let eliminations =
                rest.flat_map(|line| ones(cover).map(move |cross| (meet(side, in_rows, line, cross), value)));
            let (base_units, cover_units) = as_units(side, in_rows, base, cover);
            let mut because: Vec<usize> = base_units.iter().flat_map(|&unit| notes.cells_for(unit, value)).collect();
            because.sort_unstable();
            let units = [&base_units[..], &cover_units[..]].concat();
            Step::eliminating(notes, technique, eliminations, because, units, || {
                let (base, cover) = (unit_names(geometry, &base_units), unit_names(geometry, &cover_units));
                format!("the places for {} in {base} all lie in {cover}", notes.sign(value))
            })
        })
    })
}

/// A fish of `size` lines with additional places in one box.
pub(super) fn finned(notes: &Notes, technique: Technique, size: usize) -> Option<Step> {
    let geometry = notes.geometry();
    let (side, box_size) = (geometry.side, geometry.box_size);
    let room = size + box_size;
    (1..=side as u8).flat_map(|value| [(value, true), (value, false)]).find_map(|(value, in_rows)| {
        let items = lines(notes, in_rows, value, room);
        groups(&items, size, room, &mut |base, union| {
            let extra = (union.count_ones() as usize).checked_sub(size).filter(|&extra| extra > 0)?;
            (0..box_size).find_map(|chute| {
                let within = union >> (chute * box_size) & ((1 << box_size) - 1);
                (1..1u32 << box_size)
                    .filter(|fins| fins & !within == 0 && fins.count_ones() as usize == extra)
                    .find_map(|fins| {
                        finned_with(notes, technique, (value, in_rows), base, union, fins << (chute * box_size))
                    })
            })
        })
    })
}

/// The finned fish with these crossing lines as fins, if its fins lie in one box and it takes a candidate.
fn finned_with(
    notes: &Notes,
    technique: Technique,
    (value, in_rows): (u8, bool),
    base: &[usize],
    union: u32,
    fins: u32,
) -> Option<Step> {
    let geometry = notes.geometry();
    let side = geometry.side;
    let cover = union & !fins;
    let (base_units, cover_units) = as_units(side, in_rows, base, cover);
    let fin_cells = base.iter().flat_map(|&line| ones(fins).map(move |cross| meet(side, in_rows, line, cross)));
    let fin_cells: Vec<usize> = fin_cells.filter(|&cell| notes.has(cell, value)).collect();
    let square = geometry.units_of[*fin_cells.first()?][2];
    if fin_cells.iter().any(|&cell| geometry.units_of[cell][2] != square) {
        return None;
    }
    let rest = (0..side).filter(|line| !base.contains(line));
    let targets = rest.flat_map(|line| ones(cover).map(move |cross| meet(side, in_rows, line, cross)));
    let targets = targets.filter(|&cell| geometry.units_of[cell][2] == square).map(|cell| (cell, value));
    let mut because: Vec<usize> = base_units.iter().flat_map(|&unit| notes.cells_for(unit, value)).collect();
    because.sort_unstable();
    let units = [&base_units[..], &cover_units[..], &[usize::from(square)]].concat();
    Step::eliminating(notes, technique, targets, because, units, || {
        let (base, cover) = (unit_names(geometry, &base_units), unit_names(geometry, &cover_units));
        let square = geometry.unit_name(usize::from(square));
        format!("the places for {} in {base} lie in {cover} or in {square}", notes.sign(value))
    })
}
