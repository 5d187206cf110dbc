//! Groups of variables of which at most one is true. They stand for a clause of each two of their members, which would
//! take much more memory.

use super::assignment::{Assignment, Literal, Reason};

/// The groups, and where each variable is.
#[derive(Debug)]
pub(super) struct Groups {
    /// The members of all groups, one group after the other.
    members: Vec<Literal>,
    /// The groups of all variables, one variable after the other: start and end in `members`.
    ranges: Vec<(u32, u32)>,
    /// By variable, with one more at the end: where its groups begin in `ranges`.
    starts: Vec<u32>,
}

impl Groups {
    /// From the variables of each group.
    pub(super) fn new(variables: usize, groups: &[Vec<usize>]) -> Groups {
        let mut starts = vec![0; variables + 1];
        for &variable in groups.iter().flatten() {
            starts[variable + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut ranges = vec![(0, 0); groups.iter().map(Vec::len).sum()];
        let mut members = Vec::with_capacity(ranges.len());
        for group in groups {
            let range = (members.len() as u32, (members.len() + group.len()) as u32);
            for &variable in group {
                ranges[next[variable] as usize] = range;
                next[variable] += 1;
                members.push(Literal::positive(variable));
            }
        }
        Groups { members, ranges, starts }
    }

    /// Makes the other members of its groups false once a literal holds; the first of them that is true is a conflict,
    /// and its negation is returned.
    #[inline(always)]
    pub(super) fn propagate(&self, literal: Literal, assignment: &mut Assignment) -> Option<Literal> {
        if !literal.is_positive() {
            return None;
        }
        let variable = literal.variable();
        for &(start, end) in &self.ranges[self.starts[variable] as usize..self.starts[variable + 1] as usize] {
            for &member in &self.members[start as usize..end as usize] {
                match assignment.value(member) {
                    0 => assignment.assign(!member, Reason::literal(!literal)),
                    1 if member != literal => return Some(!member),
                    _ => {}
                }
            }
        }
        None
    }
}
