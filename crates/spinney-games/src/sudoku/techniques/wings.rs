//! A few cells with two or three candidates that leave a value to one of them.

use super::super::geometry::Geometry;
use super::notes::{bit, sees, values};
use super::one_value::{pairs, seen_by_both};
use super::step::{cell_names, join};
use super::{Notes, Step, Technique};

/// The cells with this number of candidates.
fn with_candidates(notes: &Notes, count: u32) -> Vec<usize> {
    (0..notes.geometry().cells).filter(|&cell| notes.candidates(cell).count_ones() == count).collect()
}

/// Two of the cells that `pivot` sees, in order.
fn pincers(geometry: &Geometry, cells: &[usize], pivot: usize) -> Vec<[usize; 2]> {
    let near: Vec<usize> = cells.iter().copied().filter(|&cell| sees(geometry, pivot, cell)).collect();
    near.iter().enumerate().flat_map(|(index, &other)| near[..index].iter().map(move |&one| [one, other])).collect()
}

/// A pivot with two candidates and two pincers that share one of them each and a third value with each other.
pub(super) fn xy(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    let cells = with_candidates(notes, 2);
    cells.iter().find_map(|&pivot| {
        pincers(geometry, &cells, pivot).into_iter().find_map(|ends| {
            let [centre, one, other] = [pivot, ends[0], ends[1]].map(|cell| notes.candidates(cell));
            let shared = one & other & !centre;
            if shared == 0 || one == other || (one | other) & !shared != centre {
                return None;
            }
            let value = values(shared).next()?;
            let because = vec![pivot, ends[0], ends[1]];
            let eliminations = seen_by_both(geometry, ends, value);
            Step::eliminating(notes, Technique::XyWing, eliminations, because, Vec::new(), || {
                let either = join(&notes.signs(centre), "or");
                let pivot = geometry.cell_name(pivot);
                format!("whether {pivot} is {either}, one of {} is {}", cell_names(geometry, &ends), notes.sign(value))
            })
        })
    })
}

/// A pivot with three candidates and two pincers that share two of them each, one of them with each other.
pub(super) fn xyz(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    let cells = with_candidates(notes, 2);
    with_candidates(notes, 3).into_iter().find_map(|pivot| {
        pincers(geometry, &cells, pivot).into_iter().find_map(|ends| {
            let [centre, one, other] = [pivot, ends[0], ends[1]].map(|cell| notes.candidates(cell));
            if one == other || one | other != centre {
                return None;
            }
            let value = values(one & other).next()?;
            let because = vec![pivot, ends[0], ends[1]];
            let eliminations = seen_by_both(geometry, ends, value).filter(|&(cell, _)| sees(geometry, cell, pivot));
            let cells = cell_names(geometry, &because);
            Step::eliminating(notes, Technique::XyzWing, eliminations, because, Vec::new(), || {
                let (value, pivot) = (notes.sign(value), geometry.cell_name(pivot));
                format!("one of {cells} is {value} whichever value {pivot} takes")
            })
        })
    })
}

/// Two cells with the same two candidates, joined by a unit with two places for one of them.
pub(super) fn w(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    let cells = with_candidates(notes, 2);
    let two = cells.iter().enumerate().flat_map(|(index, &other)| cells[..index].iter().map(move |&one| [one, other]));
    let alike =
        two.filter(|&[one, other]| notes.candidates(one) == notes.candidates(other) && !sees(geometry, one, other));
    alike.into_iter().find_map(|ends| {
        let both = notes.candidates(ends[0]);
        values(both).find_map(|link| {
            let value = values(both & !bit(link)).next()?;
            // Without a candidate to take there is no need to look for the unit.
            seen_by_both(geometry, ends, value).find(|&(cell, _)| notes.has(cell, value))?;
            pairs(notes, 0..geometry.units.len(), link).into_iter().find_map(|(unit, [a, b])| {
                let joins = |a, b| sees(geometry, a, ends[0]) && sees(geometry, b, ends[1]);
                if [a, b].iter().any(|cell| ends.contains(cell)) || !(joins(a, b) || joins(b, a)) {
                    return None;
                }
                let because = vec![ends[0], ends[1], a, b];
                let eliminations = seen_by_both(geometry, ends, value);
                Step::eliminating(notes, Technique::WWing, eliminations, because, vec![unit], || {
                    let (ends, unit) = (cell_names(geometry, &ends), geometry.unit_name(unit));
                    let (link, value) = (notes.sign(link), notes.sign(value));
                    format!("{ends} cannot both be {link} because {unit} needs it, and one of them is {value}")
                })
            })
        })
    })
}
