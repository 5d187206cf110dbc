//! A small SAT solver: conflict-driven clause learning with two watched literals (Marques-Silva and Sakallah 1999;
//! Moskewicz et al. 2001), for formulas that are easy or not worth the time.

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit(pub(super) u32);

impl Lit {
    /// The variable that is always true, and its negation.
    pub(super) const TRUE: Lit = Lit(0);
    pub(super) const FALSE: Lit = Lit(1);

    fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

const NO_REASON: u32 = u32::MAX;
const NOT_QUEUED: u32 = u32::MAX;
/// How fast old conflicts lose weight, and when weights are scaled down.
const DECAY: f64 = 0.95;
const HUGE: f64 = 1e100;
/// Conflicts before the first restart; each interval is longer by half.
const RESTART: u64 = 100;

/// Clauses over variables, and a search for values that satisfy all of them.
pub(super) struct Solver {
    clauses: Vec<Vec<Lit>>,
    /// By literal: clauses that watch it, to be visited when it becomes false.
    watches: Vec<Vec<u32>>,
    /// By variable: 1 is true, -1 false, 0 open.
    values: Vec<i8>,
    saved: Vec<bool>,
    levels: Vec<u32>,
    reasons: Vec<u32>,
    activity: Vec<f64>,
    step: f64,
    /// Scratch of [`learn`](Self::learn): by variable, all off between two calls.
    seen: Vec<bool>,
    /// Open variables, the most active first: a heap, and the place of each variable in it.
    heap: Vec<u32>,
    places: Vec<u32>,
    trail: Vec<Lit>,
    /// Where the levels begin on the trail.
    starts: Vec<usize>,
    next: usize,
    contradiction: bool,
    /// Clauses visited so far, a measure of time.
    pub(super) work: u64,
}

impl Solver {
    pub(super) fn new() -> Self {
        let mut solver = Solver {
            clauses: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            saved: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            activity: Vec::new(),
            step: 1.0,
            seen: Vec::new(),
            heap: Vec::new(),
            places: Vec::new(),
            trail: Vec::new(),
            starts: Vec::new(),
            next: 0,
            contradiction: false,
            work: 0,
        };
        let always = solver.variable();
        debug_assert_eq!(always, Lit::TRUE);
        solver.add(vec![Lit::TRUE]);
        solver
    }

    /// A new variable.
    pub(super) fn variable(&mut self) -> Lit {
        let variable = self.values.len() as u32;
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.push(0);
        self.saved.push(false);
        self.levels.push(0);
        self.reasons.push(NO_REASON);
        self.activity.push(0.0);
        self.places.push(NOT_QUEUED);
        self.enqueue(variable);
        Lit(variable << 1)
    }

    fn value(&self, lit: Lit) -> i8 {
        let value = self.values[lit.variable()];
        if lit.0 & 1 == 1 { -value } else { value }
    }

    /// Adds a clause: one of the literals is true. Before the search only.
    pub(super) fn add(&mut self, mut clause: Vec<Lit>) {
        clause.sort_unstable();
        clause.dedup();
        if clause.windows(2).any(|pair| pair[0] == !pair[1]) || clause.iter().any(|&lit| self.value(lit) == 1) {
            return;
        }
        clause.retain(|&lit| self.value(lit) == 0);
        match clause[..] {
            [] => self.contradiction = true,
            [only] => self.assign(only, NO_REASON),
            _ => {
                self.attach(clause);
            }
        }
    }

    fn attach(&mut self, clause: Vec<Lit>) -> u32 {
        let number = self.clauses.len() as u32;
        self.watches[clause[0].index()].push(number);
        self.watches[clause[1].index()].push(number);
        self.clauses.push(clause);
        number
    }

    fn assign(&mut self, lit: Lit, reason: u32) {
        let variable = lit.variable();
        self.values[variable] = if lit.0 & 1 == 1 { -1 } else { 1 };
        self.levels[variable] = self.starts.len() as u32;
        self.reasons[variable] = reason;
        self.trail.push(lit);
    }

    /// Whether the clauses are unsatisfiable; `None` if the work limit is reached.
    pub(super) fn is_contradictory(&mut self, most_work: u64) -> Option<bool> {
        if self.contradiction {
            return Some(true);
        }
        let (mut conflicts, mut until) = (0, RESTART);
        loop {
            match self.propagate() {
                Some(_) if self.starts.is_empty() => return Some(true),
                Some(conflict) => {
                    conflicts += 1;
                    self.learn(conflict);
                }
                None if self.work > most_work => return None,
                None if conflicts >= until => {
                    until = conflicts + until / 2;
                    self.undo(0);
                }
                None => {
                    let Some(variable) = self.most_active() else { return Some(false) };
                    self.starts.push(self.trail.len());
                    self.assign(Lit(variable << 1 | u32::from(!self.saved[variable as usize])), NO_REASON);
                }
            }
        }
    }

    /// Unit propagation; returns a conflicting clause, if there is one.
    fn propagate(&mut self) -> Option<u32> {
        while let Some(&lit) = self.trail.get(self.next) {
            self.next += 1;
            let wrong = !lit;
            let mut watching = std::mem::take(&mut self.watches[wrong.index()]);
            let mut kept = 0;
            let mut at = 0;
            let mut conflict = None;
            while at < watching.len() {
                let number = watching[at];
                at += 1;
                self.work += 1 + self.clauses[number as usize].len() as u64 / 8;
                let clause = &mut self.clauses[number as usize];
                if clause[0] == wrong {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                let value = |lit: Lit| {
                    let value = self.values[lit.variable()];
                    if lit.0 & 1 == 1 { -value } else { value }
                };
                if value(other) != 1
                    && let Some(place) = (2..clause.len()).find(|&place| value(clause[place]) != -1)
                {
                    clause.swap(1, place);
                    let watched = clause[1];
                    self.watches[watched.index()].push(number);
                    continue;
                }
                watching[kept] = number;
                kept += 1;
                match value(other) {
                    1 => {}
                    -1 => {
                        conflict = Some(number);
                        break;
                    }
                    _ => self.assign(other, number),
                }
            }
            watching.copy_within(at.., kept);
            watching.truncate(kept + watching.len() - at);
            self.watches[wrong.index()] = watching;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Learns the first unique implication point of a conflict, backtracks and assigns its consequence.
    fn learn(&mut self, conflict: u32) {
        let level = self.starts.len() as u32;
        let mut seen = std::mem::take(&mut self.seen);
        seen.resize(self.values.len(), false);
        let mut marked = Vec::new();
        let mut learnt = vec![Lit::TRUE];
        let mut open = 0;
        let mut reason = conflict;
        let mut at = self.trail.len();
        let point = loop {
            for place in 0..self.clauses[reason as usize].len() {
                let lit = self.clauses[reason as usize][place];
                let variable = lit.variable();
                // The literal that a clause has assigned is true; the others are false.
                if self.value(lit) == 1 || self.levels[variable] == 0 || std::mem::replace(&mut seen[variable], true) {
                    continue;
                }
                marked.push(variable);
                self.bump(variable);
                if self.levels[variable] == level {
                    open += 1;
                } else {
                    learnt.push(lit);
                }
            }
            loop {
                at -= 1;
                if seen[self.trail[at].variable()] && self.levels[self.trail[at].variable()] == level {
                    break;
                }
            }
            open -= 1;
            if open == 0 {
                break self.trail[at];
            }
            reason = self.reasons[self.trail[at].variable()];
        };
        self.work += marked.len() as u64;
        marked.into_iter().for_each(|variable| seen[variable] = false);
        self.seen = seen;
        learnt[0] = !point;
        self.step /= DECAY;
        if learnt.len() == 1 {
            self.undo(0);
            self.assign(!point, NO_REASON);
            return;
        }
        // The second watch is the literal that was assigned last of the others.
        let second = (1..learnt.len()).max_by_key(|&place| self.levels[learnt[place].variable()]).unwrap_or(1);
        learnt.swap(1, second);
        self.undo(self.levels[learnt[1].variable()]);
        let number = self.attach(learnt);
        self.assign(!point, number);
    }

    /// Undoes all assignments above a level.
    fn undo(&mut self, level: u32) {
        let Some(&start) = self.starts.get(level as usize) else { return };
        for lit in self.trail.split_off(start) {
            let variable = lit.variable();
            self.saved[variable] = lit.0 & 1 == 0;
            self.values[variable] = 0;
            self.enqueue(variable as u32);
        }
        self.starts.truncate(level as usize);
        self.next = start;
    }

    fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.step;
        if self.activity[variable] > HUGE {
            self.activity.iter_mut().for_each(|activity| *activity /= HUGE);
            self.step /= HUGE;
        }
        if self.places[variable] != NOT_QUEUED {
            self.rise(self.places[variable] as usize);
        }
    }

    fn enqueue(&mut self, variable: u32) {
        if self.places[variable as usize] == NOT_QUEUED {
            self.places[variable as usize] = self.heap.len() as u32;
            self.heap.push(variable);
            self.rise(self.heap.len() - 1);
        }
    }

    /// The open variable with the highest activity in recent conflicts.
    fn most_active(&mut self) -> Option<u32> {
        loop {
            let last = self.heap.len().checked_sub(1)?;
            self.exchange(0, last);
            let variable = self.heap.pop()?;
            self.places[variable as usize] = NOT_QUEUED;
            self.sink(0);
            if self.values[variable as usize] == 0 {
                return Some(variable);
            }
        }
    }

    fn exchange(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.places[self.heap[a] as usize] = a as u32;
        self.places[self.heap[b] as usize] = b as u32;
    }

    fn weight(&self, place: usize) -> f64 {
        self.activity[self.heap[place] as usize]
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 && self.weight(place) > self.weight((place - 1) / 2) {
            self.exchange(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let children = (2 * place + 1..2 * place + 3).filter(|&child| child < self.heap.len());
            let Some(best) = children.reduce(|a, b| if self.weight(b) > self.weight(a) { b } else { a }) else {
                return;
            };
            if self.weight(best) <= self.weight(place) {
                return;
            }
            self.exchange(place, best);
            place = best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney::random::Random;

    #[test]
    fn pigeons_do_not_fit_into_fewer_holes() {
        for (pigeons, holes) in [(4, 4), (5, 4), (6, 5)] {
            let mut solver = Solver::new();
            let at: Vec<Vec<Lit>> = (0..pigeons).map(|_| (0..holes).map(|_| solver.variable()).collect()).collect();
            at.iter().for_each(|holes| solver.add(holes.clone()));
            for (a, b) in (0..pigeons).flat_map(|b| (0..b).map(move |a| (a, b))) {
                at[a].iter().zip(&at[b]).for_each(|(&one, &other)| solver.add(vec![!one, !other]));
            }
            assert_eq!(solver.is_contradictory(10_000_000), Some(pigeons > holes), "{pigeons} into {holes}");
        }
    }

    #[test]
    fn random_clauses_are_judged_as_by_trying_all_values() {
        let mut rng = Random::new(1);
        let mut contradictory = 0;
        for _ in 0..500 {
            const VARIABLES: usize = 8;
            let clause = |rng: &mut Random| -> Vec<(usize, bool)> {
                (0..1 + rng.below(3)).map(|_| (rng.below(VARIABLES), rng.below(2) == 0)).collect()
            };
            let clauses: Vec<_> = (0..10 + rng.below(25)).map(|_| clause(&mut rng)).collect();
            let holds = |values: usize| {
                clauses.iter().all(|clause| clause.iter().any(|&(at, wanted)| (values >> at & 1 == 1) == wanted))
            };
            let expected = !(0..1 << VARIABLES).any(holds);
            let mut solver = Solver::new();
            let lits: Vec<Lit> = (0..VARIABLES).map(|_| solver.variable()).collect();
            for clause in &clauses {
                solver.add(clause.iter().map(|&(at, wanted)| if wanted { lits[at] } else { !lits[at] }).collect());
            }
            assert_eq!(solver.is_contradictory(1_000_000), Some(expected), "{clauses:?}");
            contradictory += u32::from(expected);
        }
        assert!((50..450).contains(&contradictory), "{contradictory} of 500");
    }
}
