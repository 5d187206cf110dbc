//! Patterns of one value in lines and boxes.

use super::super::geometry::Geometry;
use super::notes::sees;
use super::step::{cell_names, unit_names};
use super::{Notes, Step, Technique};

/// Every cell that sees both of two cells, with the value.
pub(super) fn seen_by_both(
    geometry: &'static Geometry,
    [one, other]: [usize; 2],
    value: u8,
) -> impl Iterator<Item = (usize, u8)> {
    let peers = geometry.peers[one].iter().map(|&cell| usize::from(cell));
    peers.filter(move |&cell| sees(geometry, cell, other)).map(move |cell| (cell, value))
}

/// The units with just two places for the value, and these cells.
pub(super) fn pairs(notes: &Notes, units: std::ops::Range<usize>, value: u8) -> Vec<(usize, [usize; 2])> {
    units
        .filter(|&unit| notes.places(unit, value).count_ones() == 2)
        .filter_map(|unit| Some((unit, notes.cells_for(unit, value).try_into().ok()?)))
        .collect()
}

/// Two parallel lines with two places for a value each, one of them in a common line.
pub(super) fn skyscraper(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    let side = geometry.side;
    (1..=side as u8).flat_map(|value| [(value, 0), (value, 1)]).find_map(|(value, kind)| {
        let lines = pairs(notes, kind * side..(kind + 1) * side, value);
        let two =
            lines.iter().enumerate().flat_map(|(index, line)| lines[..index].iter().map(move |other| (other, line)));
        two.into_iter().find_map(|(&(one, in_one), &(other, in_other))| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().find_map(|(a, b)| {
                let (base, ends) = ([in_one[a], in_other[b]], [in_one[1 - a], in_other[1 - b]]);
                let floor = geometry.units_of[base[0]][1 - kind];
                let crooked = geometry.units_of[ends[0]][1 - kind] != geometry.units_of[ends[1]][1 - kind];
                if geometry.units_of[base[1]][1 - kind] != floor || !crooked {
                    return None;
                }
                let units = vec![one, other, usize::from(floor)];
                joined(notes, Technique::Skyscraper, value, base, ends, units)
            })
        })
    })
}

/// A row and a column with two places for a value each, one of them in a common box.
pub(super) fn kite(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    let side = geometry.side;
    (1..=side as u8).find_map(|value| {
        let (rows, columns) = (pairs(notes, 0..side, value), pairs(notes, side..2 * side, value));
        let two = rows.iter().flat_map(|row| columns.iter().map(move |column| (row, column)));
        two.into_iter().find_map(|(&(row, in_row), &(column, in_column))| {
            [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().find_map(|(a, b)| {
                let (base, ends) = ([in_row[a], in_column[b]], [in_row[1 - a], in_column[1 - b]]);
                let square = geometry.units_of[base[0]][2];
                let four =
                    base[0] != base[1] && ends[0] != ends[1] && !base.contains(&ends[0]) && !base.contains(&ends[1]);
                if geometry.units_of[base[1]][2] != square || !four {
                    return None;
                }
                joined(notes, Technique::TwoStringKite, value, base, ends, vec![row, column, usize::from(square)])
            })
        })
    })
}

/// Two units with two places, whose cells `base` see each other, so that one of the `ends` has the value.
fn joined(
    notes: &Notes,
    technique: Technique,
    value: u8,
    base: [usize; 2],
    ends: [usize; 2],
    units: Vec<usize>,
) -> Option<Step> {
    let geometry = notes.geometry();
    let mut because = [base, ends].concat();
    because.sort_unstable();
    let sign = notes.sign(value);
    let text = format!(
        "{} have two places for {sign} each and not both of {} can be {sign}, which makes one of {} {sign}",
        unit_names(geometry, &units[..2]),
        cell_names(geometry, &base),
        cell_names(geometry, &ends)
    );
    Step::eliminating(notes, technique, seen_by_both(geometry, ends, value), because, units, || text)
}

/// A box whose places for a value lie in one row and one column, and a line with two places that meets one of them.
pub(super) fn empty_rectangle(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    let side = geometry.side;
    for value in 1..=side as u8 {
        let lines = pairs(notes, 0..2 * side, value);
        for square in 2 * side..3 * side {
            let cells = notes.cells_for(square, value);
            if cells.len() < 3 || cells.len() >= 2 * geometry.box_size {
                continue;
            }
            let (rows, columns) = (lines_of(geometry, square, 0), lines_of(geometry, square, 1));
            for [row, column] in rows.iter().flat_map(|&row| columns.iter().map(move |&column| [row, column])) {
                let in_line = |cell: usize, line: usize| geometry.units_of[cell].contains(&(line as u16));
                let cross = cells.iter().all(|&cell| in_line(cell, row) || in_line(cell, column));
                if !cross || [row, column].iter().any(|&line| cells.iter().all(|&cell| in_line(cell, line))) {
                    continue;
                }
                for &(line, ends) in &lines {
                    // The line runs across the one arm outside the box; the other arm loses a candidate.
                    let (arm, other) = if line < side { (column, row) } else { (row, column) };
                    let Some(near) = ends.into_iter().find(|&cell| in_line(cell, arm) && !in_line(cell, square)) else {
                        continue;
                    };
                    let far = if near == ends[0] { ends[1] } else { ends[0] };
                    let across = geometry.units_of[far][usize::from(line < side)];
                    let targets = geometry.units[other].iter().copied().filter(|&cell| {
                        geometry.units_of[usize::from(cell)].contains(&across) && !in_line(usize::from(cell), square)
                    });
                    let targets = targets.map(|cell| (usize::from(cell), value)).filter(|&(cell, _)| cell != far);
                    let because = [&cells[..], &ends].concat();
                    let step = Step::eliminating(
                        notes,
                        Technique::EmptyRectangle,
                        targets,
                        because,
                        vec![square, line],
                        || {
                            format!(
                                "the places for {} in {} lie in {} and {}, and {} is the only other place than {} in {}",
                                notes.sign(value),
                                geometry.unit_name(square),
                                geometry.unit_name(row),
                                geometry.unit_name(column),
                                geometry.cell_name(far),
                                geometry.cell_name(near),
                                geometry.unit_name(line)
                            )
                        },
                    );
                    if step.is_some() {
                        return step;
                    }
                }
            }
        }
    }
    None
}

/// The rows (0) or columns (1) through a box.
fn lines_of(geometry: &Geometry, square: usize, kind: usize) -> Vec<usize> {
    let mut lines: Vec<usize> =
        geometry.units[square].iter().map(|&cell| usize::from(geometry.units_of[usize::from(cell)][kind])).collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}
