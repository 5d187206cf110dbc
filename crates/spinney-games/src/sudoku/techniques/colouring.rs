//! Units with two places for a value each, coloured in turns: just one of the two colours has the value.

use super::notes::sees;
use super::one_value::pairs;
use super::step::cell_names;
use super::{Notes, Step, Technique};

/// A colour that sees itself goes; so does a cell that sees both colours.
pub(super) fn simple(notes: &Notes) -> Option<Step> {
    let geometry = notes.geometry();
    (1..=geometry.side as u8).find_map(|value| {
        let links = pairs(notes, 0..geometry.units.len(), value);
        let mut coloured = vec![false; geometry.cells];
        links.iter().find_map(|&(_, [start, _])| {
            if coloured[start] {
                return None;
            }
            let (colours, units) = component(start, &links);
            colours.iter().flatten().for_each(|&cell| coloured[cell] = true);
            wrap(notes, value, &colours, &units).or_else(|| trap(notes, value, &colours, &units))
        })
    })
}

/// The cells of both colours and the units that link them, from one cell on.
fn component(start: usize, links: &[(usize, [usize; 2])]) -> ([Vec<usize>; 2], Vec<usize>) {
    let mut colours = [vec![start], Vec::new()];
    let mut units = Vec::new();
    let mut open = vec![(start, 0)];
    while let Some((cell, colour)) = open.pop() {
        for &(unit, ends) in links.iter().filter(|(_, ends)| ends.contains(&cell)) {
            units.push(unit);
            let other = if ends[0] == cell { ends[1] } else { ends[0] };
            if !colours.iter().any(|cells| cells.contains(&other)) {
                colours[1 - colour].push(other);
                open.push((other, 1 - colour));
            }
        }
    }
    colours.iter_mut().for_each(|cells| cells.sort_unstable());
    units.sort_unstable();
    units.dedup();
    (colours, units)
}

fn wrap(notes: &Notes, value: u8, colours: &[Vec<usize>; 2], units: &[usize]) -> Option<Step> {
    let geometry = notes.geometry();
    colours.iter().find_map(|colour| {
        let two = colour.iter().flat_map(|&one| colour.iter().map(move |&other| [one, other]));
        let both = two.into_iter().find(|&[one, other]| one < other && sees(geometry, one, other))?;
        let eliminations = colour.iter().map(|&cell| (cell, value));
        Step::eliminating(notes, Technique::SimpleColouring, eliminations, colours.concat(), units.to_vec(), || {
            let (all, both, value) = (cell_names(geometry, colour), cell_names(geometry, &both), notes.sign(value));
            format!("{all} are all {value} or none of them is, and {both} cannot both be {value}")
        })
    })
}

fn trap(notes: &Notes, value: u8, colours: &[Vec<usize>; 2], units: &[usize]) -> Option<Step> {
    let geometry = notes.geometry();
    let eliminations = (0..geometry.cells).filter(|&cell| {
        let sees_colour = |colour: &Vec<usize>| colour.iter().any(|&other| sees(geometry, cell, other));
        colours.iter().all(sees_colour) && !colours.iter().any(|colour| colour.contains(&cell))
    });
    let eliminations = eliminations.map(|cell| (cell, value));
    Step::eliminating(notes, Technique::SimpleColouring, eliminations, colours.concat(), units.to_vec(), || {
        let (one, other) = (cell_names(geometry, &colours[0]), cell_names(geometry, &colours[1]));
        format!("either {one} must be {} or {other}", notes.sign(value))
    })
}
