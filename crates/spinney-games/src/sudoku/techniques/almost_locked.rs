//! Two groups of cells with one candidate more than cells.
//!
//! A group that loses a candidate is locked to the others. If two groups cannot both have one value, at least one of
//! them is locked, so another value that both have is in one of them.

use super::super::geometry::Geometry;
use super::notes::{bit, sees, values};
use super::step::cell_names;
use super::{Notes, Step, Technique};

/// The greatest number of cells in a group on a board with boxes up to 3×3, and on larger ones.
const MOST_CELLS: [usize; 2] = [4, 2];

/// Some cells of a unit with one candidate more than cells.
struct Group {
    cells: Vec<usize>,
    mask: u32,
}

impl Group {
    fn holders<'a>(&'a self, notes: &'a Notes, value: u8) -> impl Iterator<Item = usize> + 'a {
        self.cells.iter().copied().filter(move |&cell| notes.has(cell, value))
    }
}

/// The first two groups, small ones first, that take a candidate.
pub(super) fn find(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    let groups = all_groups(notes);
    (1..groups.len()).find_map(|index| {
        let second = &groups[index];
        groups[..index].iter().find_map(|first| {
            let common = first.mask & second.mask;
            if common.count_ones() < 2 || first.cells.iter().any(|cell| second.cells.contains(cell)) {
                return None;
            }
            values(common).find_map(|link| {
                if !restricted(notes, first, second, link) {
                    return None;
                }
                values(common & !bit(link)).find_map(|value| {
                    let eliminations = seen_by_all(notes, first, second, value);
                    let because = [&first.cells[..], &second.cells].concat();
                    Step::eliminating(notes, Technique::AlmostLockedSets, eliminations, because, Vec::new(), || {
                        let (one, other) = (cell_names(geometry, &first.cells), cell_names(geometry, &second.cells));
                        let (link, value) = (notes.sign(link), notes.sign(value));
                        format!("{link} cannot be both in {one} and in {other}, so {value} is in one of them")
                    })
                })
            })
        })
    })
}

/// Whether the value can be in one of the groups only.
fn restricted(notes: &Notes, first: &Group, second: &Group, value: u8) -> bool {
    let geometry = notes.geometry();
    first.holders(notes, value).all(|one| second.holders(notes, value).all(|other| sees(geometry, one, other)))
}

/// The cells that see all cells of both groups that may have the value.
fn seen_by_all(notes: &Notes, first: &Group, second: &Group, value: u8) -> Vec<(usize, u8)> {
    let geometry = notes.geometry();
    let holders: Vec<usize> = first.holders(notes, value).chain(second.holders(notes, value)).collect();
    let near = geometry.peers[holders[0]].iter().map(|&cell| usize::from(cell));
    let near = near.filter(|&cell| notes.has(cell, value));
    near.filter(|&cell| holders.iter().all(|&holder| sees(geometry, cell, holder))).map(|cell| (cell, value)).collect()
}

/// All groups, small ones first and without repetition.
fn all_groups(notes: &Notes) -> Vec<Group> {
    let geometry: &Geometry = notes.geometry();
    let most = MOST_CELLS[usize::from(geometry.box_size > 3)];
    let mut found: Vec<(Vec<usize>, u32)> = Vec::new();
    for unit in &geometry.units {
        let cells: Vec<usize> =
            unit.iter().map(|&cell| usize::from(cell)).filter(|&c| notes.candidates(c) != 0).collect();
        let items: Vec<(usize, u32)> = cells.iter().map(|&cell| (cell, notes.candidates(cell))).collect();
        for size in 1..=most {
            let _: Option<()> = super::combine::groups(&items, size, size + 1, &mut |keys, mask| {
                if mask.count_ones() as usize == size + 1 {
                    found.push((keys.to_vec(), mask));
                }
                None
            });
        }
    }
    found.sort_by(|one, other| one.0.len().cmp(&other.0.len()).then_with(|| one.0.cmp(&other.0)));
    found.dedup();
    found.into_iter().map(|(cells, mask)| Group { cells, mask }).collect()
}
