//! Conflict-driven clause learning (Marques-Silva and Sakallah 1996): a search over truth values that learns a clause
//! from every dead end. The constraints are groups of variables of which exactly one is true. It knows nothing of
//! Sudoku.
//!
//! The parts are the usual ones of such solvers (Eén and Sörensson 2003): assignments, watched clauses, the analysis of
//! conflicts, an order of decisions, restarts.

mod analysis;
mod assignment;
mod clauses;
mod groups;
mod order;
mod pace;

use spinney::random::Random;

use analysis::Analysis;
use assignment::{Assignment, Literal, Reason};
use clauses::Clauses;
use groups::Groups;
use order::Order;
use pace::Pace;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All variables are assigned and all constraints hold.
    Solution,
    /// There is no further solution.
    None,
    /// It was stopped, or there is no more room for clauses.
    Stopped,
}

/// A search over the variables `0..n`.
#[derive(Debug)]
pub(super) struct Solver {
    assignment: Assignment,
    groups: Groups,
    clauses: Clauses,
    analysis: Analysis,
    order: Order,
    pace: Pace,
    /// By variable: the value that it had last, which it gets again when it is decided.
    phases: Vec<bool>,
    /// The number of literals on the trail whose consequences have been drawn.
    head: usize,
    /// Whether the constraints contradict each other.
    failed: bool,
    /// The number of conflicts that clauses are forgotten at next, and the step to the one after.
    reduce_at: u64,
    reduce_step: u64,
    /// The number of decisions so far.
    pub(super) decisions: u64,
    conflicts: u64,
}

/// Decisions or conflicts between two questions whether to stop.
const POLL: u64 = 8;
/// How much less the conflicts before the last one count in the order of decisions.
const DECAY: f64 = 0.95;
/// Conflicts before the first reduction of learnt clauses, and how many more there are before each further one.
const FIRST_REDUCTION: u64 = 2_000;
const REDUCTION_STEP: u64 = 300;

impl Solver {
    /// The constraints: exactly one variable of each group is true.
    pub(super) fn new(variables: usize, groups: &[Vec<usize>]) -> Solver {
        let mut solver = Solver {
            assignment: Assignment::new(variables),
            groups: Groups::new(variables, groups),
            clauses: Clauses::new(variables),
            analysis: Analysis::new(variables),
            order: Order::new(variables),
            pace: Pace::new(),
            phases: vec![false; variables],
            head: 0,
            failed: false,
            reduce_at: FIRST_REDUCTION,
            reduce_step: FIRST_REDUCTION,
            decisions: 0,
            conflicts: 0,
        };
        let mut clause = Vec::new();
        for group in groups {
            clause.clear();
            clause.extend(group.iter().map(|&variable| Literal::positive(variable)));
            solver.add(&clause);
        }
        solver
    }

    /// Adds a clause before the search.
    fn add(&mut self, clause: &[Literal]) {
        match clause {
            [] => self.failed = true,
            &[fact] => match self.assignment.value(fact) {
                0 => self.assignment.assign(fact, Reason::NOTHING),
                value => self.failed |= value < 0,
            },
            _ => {
                self.clauses.add(clause);
            }
        }
    }

    /// Makes the search random, to be called before it: variables are decided in random order, and made true first.
    pub(super) fn randomise(&mut self, rng: &mut Random) {
        self.order.shuffle(rng);
        self.phases.fill(true);
    }

    /// Whether a variable is true in the solution.
    pub(super) fn is_true(&self, variable: usize) -> bool {
        self.assignment.value(Literal::positive(variable)) > 0
    }

    /// Searches for a solution, or for the next one after [`exclude`](Solver::exclude).
    pub(super) fn search(&mut self, stop: &mut dyn FnMut() -> bool) -> Outcome {
        let mut steps = 0;
        while !self.failed {
            if let Some(conflict) = self.propagate() {
                self.learn(conflict);
            } else if self.pace.restarts() {
                self.return_to(0);
                self.reduce();
            } else {
                let Some(literal) = self.choose() else {
                    return Outcome::Solution;
                };
                self.decisions += 1;
                self.assignment.decide(literal);
            }
            steps += 1;
            if steps % POLL == 0 && (stop() || self.clauses.is_full()) {
                return Outcome::Stopped;
            }
        }
        Outcome::None
    }

    /// Excludes the solution that was found from the search: other decisions must be made.
    pub(super) fn exclude(&mut self) {
        let levels = self.assignment.levels.iter().rev();
        let clause: Vec<Literal> = levels.map(|&start| !self.assignment.trail[start as usize]).collect();
        if clause.is_empty() {
            self.failed = true;
            return;
        }
        self.return_to(clause.len() - 1);
        let reason = match clause.len() {
            1 => Reason::NOTHING,
            _ => Reason::clause(self.clauses.add(&clause)),
        };
        self.assignment.assign(clause[0], reason);
    }

    /// Draws all consequences, until there is a conflict.
    fn propagate(&mut self) -> Option<(Reason, Option<Literal>)> {
        while let Some(&literal) = self.assignment.trail.get(self.head) {
            self.head += 1;
            if let Some(implied) = self.groups.propagate(literal, &mut self.assignment) {
                return Some((Reason::literal(!literal), Some(implied)));
            }
            if let Some(clause) = self.clauses.propagate(!literal, &mut self.assignment) {
                return Some((Reason::clause(clause), None));
            }
        }
        None
    }

    fn learn(&mut self, conflict: (Reason, Option<Literal>)) {
        self.conflicts += 1;
        if self.assignment.level() == 0 {
            self.failed = true;
            return;
        }
        self.analysis.run(conflict, &self.assignment, &mut self.clauses, &mut self.order);
        self.return_to(self.analysis.level);
        let clause = &self.analysis.clause;
        let reason = match clause.len() {
            1 => Reason::NOTHING,
            _ => Reason::clause(self.clauses.learn(clause, self.analysis.lbd)),
        };
        self.assignment.assign(clause[0], reason);
        self.order.decay(DECAY);
        self.pace.note(self.analysis.lbd);
    }

    /// Takes back all levels above this one.
    fn return_to(&mut self, level: usize) {
        let Some(&length) = self.assignment.levels.get(level) else {
            return;
        };
        while self.assignment.trail.len() > length as usize {
            if let Some(literal) = self.assignment.retract() {
                self.phases[literal.variable()] = literal.is_positive();
                self.order.insert(literal.variable());
            }
        }
        self.assignment.levels.truncate(level);
        self.head = length as usize;
    }

    /// Forgets clauses if it is time.
    fn reduce(&mut self) {
        if self.conflicts < self.reduce_at {
            return;
        }
        self.reduce_step += REDUCTION_STEP;
        self.reduce_at = self.conflicts + self.reduce_step;
        if self.propagate().is_some() {
            self.failed = true;
            return;
        }
        self.clauses.reduce(&self.assignment);
    }

    fn choose(&mut self) -> Option<Literal> {
        loop {
            let variable = self.order.pop()?;
            let literal = Literal::positive(variable);
            if self.assignment.value(literal) == 0 {
                return Some(if self.phases[variable] { literal } else { !literal });
            }
        }
    }
}
