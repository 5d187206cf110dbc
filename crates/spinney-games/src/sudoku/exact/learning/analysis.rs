//! What a conflict teaches: the clause of the first unique implication point (Marques-Silva and Sakallah 1996; Zhang et
//! al. 2001), without the literals that follow from its others (Sörensson and Biere 2009).

use super::assignment::{Assignment, Because, Literal, Reason};
use super::clauses::Clauses;
use super::order::Order;

/// What is known about a variable while a conflict is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// Part of the clause, or resolved already.
    Seen,
    /// Follows from literals of the clause.
    Redundant,
    /// Does not follow from them.
    Needed,
}

/// How long a chain of reasons is followed to show that a literal is redundant.
const DEPTH: usize = 200;

/// The working memory of the analysis, and its result.
#[derive(Debug)]
pub(super) struct Analysis {
    marks: Vec<Mark>,
    marked: Vec<u32>,
    /// By level: when it was counted last, for [`count_levels`](Analysis::count_levels).
    counted: Vec<u64>,
    round: u64,
    /// The learnt clause. The first literal is the one that follows from it, the second has the highest level of the
    /// others.
    pub(super) clause: Vec<Literal>,
    /// The level to return to: there the first literal follows.
    pub(super) level: usize,
    /// The number of levels of the literals (LBD, Audemard and Simon 2009).
    pub(super) lbd: u32,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Analysis {
        Analysis {
            marks: vec![Mark::None; variables],
            marked: Vec::new(),
            counted: vec![0; variables + 1],
            round: 0,
            clause: Vec::new(),
            level: 0,
            lbd: 0,
        }
    }

    /// Analyses a conflict: a clause, or two literals, none of which holds.
    pub(super) fn run(
        &mut self,
        conflict: (Reason, Option<Literal>),
        assignment: &Assignment,
        clauses: &mut Clauses,
        order: &mut Order,
    ) {
        self.clause.clear();
        self.clause.push(Literal::positive(0));
        let current = assignment.level() as u32;
        let (mut reason, mut resolved) = conflict;
        let mut open = 0;
        let mut at = assignment.trail.len();
        // In a conflict of two literals, the second one is part of it.
        if let Some(literal) = resolved {
            open += self.see(literal, current, assignment, order);
        }
        loop {
            match reason.get() {
                Because::Nothing => {}
                Because::Literal(literal) => open += self.see(literal, current, assignment, order),
                Because::Clause(clause) => {
                    clauses.note_use(clause, |clauses| self.count_levels(clauses.literals(clause), assignment));
                    for literal in clauses.literals(clause) {
                        if Some(literal) != resolved {
                            open += self.see(literal, current, assignment, order);
                        }
                    }
                }
            }
            let literal = loop {
                at -= 1;
                let literal = assignment.trail[at];
                if self.marks[literal.variable()] != Mark::None && assignment.level_of(literal.variable()) == current {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                self.clause[0] = !literal;
                break;
            }
            (reason, resolved) = (assignment.reason_of(literal.variable()), Some(literal));
        }
        self.minimise(assignment, clauses);
        self.find_level(assignment);
        for variable in self.marked.drain(..) {
            self.marks[variable as usize] = Mark::None;
        }
    }

    /// Adds a literal that does not hold to the clause, or counts it if it is of the current level.
    #[inline(always)]
    fn see(&mut self, literal: Literal, current: u32, assignment: &Assignment, order: &mut Order) -> usize {
        let variable = literal.variable();
        let level = assignment.level_of(variable);
        if level == 0 || self.marks[variable] != Mark::None {
            return 0;
        }
        self.mark(variable, Mark::Seen);
        order.bump(variable);
        if level == current {
            return 1;
        }
        self.clause.push(literal);
        0
    }

    fn mark(&mut self, variable: usize, mark: Mark) {
        if self.marks[variable] == Mark::None {
            self.marked.push(variable as u32);
        }
        self.marks[variable] = mark;
    }

    /// Drops the literals that follow from the others.
    fn minimise(&mut self, assignment: &Assignment, clauses: &Clauses) {
        let mut clause = std::mem::take(&mut self.clause);
        let mut first = true;
        clause.retain(|literal| {
            std::mem::take(&mut first) || !self.follows(literal.variable(), true, 0, assignment, clauses)
        });
        self.clause = clause;
    }

    /// Whether the assignment of a variable follows from literals of the clause alone.
    fn follows(&mut self, variable: usize, top: bool, depth: usize, all: &Assignment, clauses: &Clauses) -> bool {
        if all.level_of(variable) == 0 {
            return true;
        }
        match self.marks[variable] {
            Mark::Seen if !top => return true,
            Mark::Redundant => return true,
            Mark::Needed => return false,
            _ => {}
        }
        let follows = depth < DEPTH
            && match all.reason_of(variable).get() {
                Because::Nothing => false,
                Because::Literal(literal) => self.follows(literal.variable(), false, depth + 1, all, clauses),
                Because::Clause(clause) => clauses.literals(clause).all(|literal| {
                    literal.variable() == variable || self.follows(literal.variable(), false, depth + 1, all, clauses)
                }),
            };
        if !top {
            self.mark(variable, if follows { Mark::Redundant } else { Mark::Needed });
        }
        follows
    }

    /// Moves a literal of the highest level but the current one to the second place.
    fn find_level(&mut self, assignment: &Assignment) {
        let level = |literal: &Literal| assignment.level_of(literal.variable());
        let rest = self.clause[1..].iter().enumerate().max_by_key(|(_, literal)| level(literal));
        self.level = rest.map_or(0, |(_, literal)| level(literal)) as usize;
        if let Some((at, _)) = rest {
            self.clause.swap(1, at + 1);
        }
        let clause = std::mem::take(&mut self.clause);
        self.lbd = self.count_levels(clause.iter().copied(), assignment);
        self.clause = clause;
    }

    /// The number of levels of these literals.
    fn count_levels(&mut self, literals: impl Iterator<Item = Literal>, assignment: &Assignment) -> u32 {
        self.round += 1;
        let mut count = 0;
        for literal in literals {
            let counted = &mut self.counted[assignment.level_of(literal.variable()) as usize];
            if *counted != self.round {
                *counted = self.round;
                count += 1;
            }
        }
        count
    }
}
