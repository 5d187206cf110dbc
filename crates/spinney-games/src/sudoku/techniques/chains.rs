//! Chains of candidates of which one or the next has to be true, and the next two cannot both be.
//!
//! From a candidate that is assumed to be false, links lead to candidates that must be true then. So the first or the
//! last one is true, and what contradicts both of them goes.

use std::collections::VecDeque;

use super::notes::{bit, ones, sees, values};
use super::step::join;
use super::{Notes, Step, Technique};

/// The greatest number of candidates in a chain; a longer one is no help for people.
const LONGEST: usize = 24;

/// A candidate.
type Candidate = (usize, u8);

/// Which links a chain may use.
#[derive(Clone, Copy)]
struct Links {
    /// Cells with two candidates.
    in_cells: bool,
    /// Units with two places for a value.
    in_units: bool,
}

/// The shortest chain of this kind that takes a candidate.
pub(super) fn find(notes: &Notes, technique: Technique) -> Option<Step> {
    let links = Links { in_cells: technique != Technique::XChain, in_units: technique != Technique::XyChain };
    let geometry = notes.geometry();
    let mut search = Search::new(notes, links);
    let mut best: Option<Vec<Candidate>> = None;
    for start in (0..geometry.cells).flat_map(|cell| values(notes.candidates(cell)).map(move |value| (cell, value))) {
        let most = best.as_ref().map_or(LONGEST, |chain| chain.len() - 1);
        if let Some(chain) = search.from(start, most) {
            best = Some(chain);
        }
    }
    let chain = best?;
    let (first, last) = (*chain.first()?, *chain.last()?);
    let mut because: Vec<usize> = chain.iter().map(|&(cell, _)| cell).collect();
    because.dedup();
    Step::eliminating(notes, technique, contradicted(notes, first, last), because, Vec::new(), || {
        let told: Vec<String> = chain
            .iter()
            .enumerate()
            .map(|(index, &(cell, value))| {
                let verb = if index == 0 || index % 2 == 1 { "is" } else { "is not" };
                format!("{} {verb} {}", geometry.cell_name(cell), notes.sign(value))
            })
            .collect();
        format!("either {}, or else {}", told[0], join(&told[1..], "and"))
    })
}

/// The candidates other than these two that neither the first nor the last one can be true with.
fn contradicted(notes: &Notes, first: Candidate, last: Candidate) -> Vec<Candidate> {
    let geometry = notes.geometry();
    let mut result = Vec::new();
    let weak = |(cell, value): Candidate, (other, of_other): Candidate| {
        if cell == other { value != of_other } else { value == of_other && sees(geometry, cell, other) }
    };
    let mut consider = |candidate: Candidate| {
        if candidate != last
            && candidate != first
            && notes.has(candidate.0, candidate.1)
            && (first == last || weak(candidate, last))
        {
            result.push(candidate);
        }
    };
    values(notes.candidates(first.0) & !bit(first.1)).for_each(|value| consider((first.0, value)));
    geometry.peers[first.0].iter().for_each(|&peer| consider((usize::from(peer), first.1)));
    result
}

/// The breadth-first search for chains, with its memory.
struct Search<'a> {
    notes: &'a Notes,
    links: Links,
    /// For every candidate that must be true: the one before the one before it, which must be true or is the start,
    /// and the one before, which must be false.
    before: Vec<Option<(Candidate, Candidate)>>,
    touched: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(notes: &'a Notes, links: Links) -> Search<'a> {
        let geometry = notes.geometry();
        Search { notes, links, before: vec![None; geometry.cells * geometry.side], touched: Vec::new() }
    }

    fn index(&self, (cell, value): Candidate) -> usize {
        cell * self.notes.geometry().side + usize::from(value) - 1
    }

    /// The candidates that must be true if this one is false.
    fn strong(&self, (cell, value): Candidate, result: &mut Vec<Candidate>) {
        result.clear();
        let geometry = self.notes.geometry();
        let mask = self.notes.candidates(cell);
        if self.links.in_cells && mask.count_ones() == 2 {
            result.extend(values(mask & !bit(value)).map(|other| (cell, other)));
        }
        if self.links.in_units {
            for unit in geometry.units_of[cell].into_iter().map(usize::from) {
                let places = self.notes.places(unit, value);
                if places.count_ones() == 2 {
                    let cells = ones(places).map(|position| usize::from(geometry.units[unit][position]));
                    result.extend(cells.filter(|&other| other != cell).map(|other| (other, value)));
                }
            }
        }
    }

    /// The candidates that must be false if this one is true.
    fn weak(&self, (cell, value): Candidate, result: &mut Vec<Candidate>) {
        result.clear();
        let geometry = self.notes.geometry();
        let peers = geometry.peers[cell].iter().map(|&peer| usize::from(peer));
        result.extend(peers.filter(|&peer| self.notes.has(peer, value)).map(|peer| (peer, value)));
        if self.links.in_cells && self.links.in_units {
            result.extend(values(self.notes.candidates(cell) & !bit(value)).map(|other| (cell, other)));
        }
    }

    /// The shortest chain from this candidate that takes another one, with at most `most` candidates.
    fn from(&mut self, start: Candidate, most: usize) -> Option<Vec<Candidate>> {
        for index in self.touched.drain(..) {
            self.before[index] = None;
        }
        let mut open = VecDeque::new();
        let (mut strong, mut weak) = (Vec::new(), Vec::new());
        open.push_back((start, start, 0));
        // The queue holds candidates that are false, the true one that makes them so, and the length up to there.
        while let Some((off, cause, length)) = open.pop_front() {
            if length + 2 > most {
                return None;
            }
            self.strong(off, &mut strong);
            for &on in &strong {
                let index = self.index(on);
                if self.before[index].is_some() {
                    continue;
                }
                self.before[index] = Some((cause, off));
                self.touched.push(index);
                if !contradicted(self.notes, start, on).is_empty() {
                    return Some(self.chain(start, on));
                }
                self.weak(on, &mut weak);
                // Without further strong links a false candidate leads nowhere, and the search finds none for it.
                open.extend(weak.iter().filter(|&&next| next != off).map(|&next| (next, on, length + 2)));
            }
        }
        None
    }

    fn chain(&self, start: Candidate, end: Candidate) -> Vec<Candidate> {
        let mut chain = vec![end];
        let mut at = end;
        while let Some((cause, off)) = self.before[self.index(at)] {
            chain.push(off);
            if off == start && cause == start {
                break;
            }
            chain.push(cause);
            at = cause;
        }
        chain.reverse();
        chain
    }
}
