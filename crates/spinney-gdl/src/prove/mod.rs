//! Properties of a whole game, proven from its circuit: the goals of two roles have a constant sum.
//!
//! The proof is by induction over one step. Let the facts of a state be arbitrary (except that facts that change
//! independently of the moves take only the values of their cycle from the start), let the game not be over there, and
//! let one legal move be made. If the state after it is terminal, then the first role has exactly one goal, and the
//! goal of the second role is the sum less that of the first. The negation of that is passed to a [SAT solver](sat); if
//! it finds a contradiction, every terminal state after a step pays the sum. That holds for simultaneous moves and for
//! roles that choose one after the other alike: it depends on nothing that playouts have shown.
//!
//! Two things keep the formula small. There is one query for every role that may have the choice, if the circuit has
//! [phases](crate::simplify::Phases): then no other role makes a real move, and most of the facts that it would have
//! changed stay the same. And equal gates are merged, also those before and after the step, so that everything that the
//! step does not touch is known to be equal, recursive gates included. The remaining recursion is relaxed to any
//! solution of its equations, which include the right one: a contradiction remains one.

mod sat;

use rustc_hash::FxHashMap;

use self::sat::{Lit, Solver};
use crate::components::components;
use crate::simplify::{Gate, Signal, Simplified};

/// Limits on the size of circuits and the number of goal values.
const MOST_INPUTS: usize = 1_500_000;
const MOST_VALUES: usize = 101;
const GREATEST: i32 = 30_000;
/// Clocks with more values in total are left out.
const MOST_CLOCKS: usize = 20_000;
/// The work limit of the solver, in visited clauses; a fraction of a second.
const WORK: u64 = 4_000_000;

/// The sum of the goals of two roles in every terminal state that a step leads to, if it can be proven constant.
pub(crate) fn constant_sum(simplified: &Simplified) -> Option<i32> {
    let [first, second] = &simplified.goals[..] else { return None };
    let least = |goals: &[(i32, Signal)]| goals.iter().map(|goal| goal.0).min();
    let most = |goals: &[(i32, Signal)]| goals.iter().map(|goal| goal.0).max();
    let sum = least(first)? + most(second)?;
    let inputs: usize = simplified.gates.iter().map(|gate| gate.inputs().len()).sum();
    // Values that are written in two ways, or clamped by the layout of the network, are skipped.
    let plain = |goals: &[(i32, Signal)]| {
        goals.windows(2).all(|pair| pair[0].0 < pair[1].0) && goals.iter().all(|goal| goal.0.abs() <= GREATEST)
    };
    let fits = inputs <= MOST_INPUTS && [first, second].iter().all(|goals| goals.len() <= MOST_VALUES && plain(goals));
    if sum != most(first)? + least(second)? || !fits {
        return None;
    }
    let circuit = Layout::of(simplified);
    let roles = simplified.goals.len() as u8;
    let cases: Vec<Option<u8>> = match simplified.phases {
        Some(_) => (0..roles).map(Some).collect(),
        None => vec![None],
    };
    let mut work = WORK;
    cases.iter().all(|&chooser| circuit.holds(sum, chooser, &mut work)).then_some(sum)
}

/// A circuit in an order in which gates come after their inputs, cycles as a whole.
struct Layout<'s> {
    simplified: &'s Simplified,
    components: Vec<Vec<u32>>,
    /// Facts that change independently of the moves, and their values.
    clocks: Option<(Vec<usize>, Vec<Vec<bool>>)>,
}

/// Gates as literals of a solver, equal ones merged.
struct Encoder {
    solver: Solver,
    /// Conjunctions by their inputs.
    known: FxHashMap<Vec<Lit>, Lit>,
    /// Cycles by their number and the inputs from outside.
    cycles: FxHashMap<(u32, Vec<Lit>), Vec<Lit>>,
}

impl<'s> Layout<'s> {
    fn of(simplified: &'s Simplified) -> Self {
        let inputs: Vec<Vec<u32>> =
            simplified.gates.iter().map(|gate| gate.inputs().iter().map(|input| input.gate()).collect()).collect();
        let few = |(facts, values): &(Vec<usize>, Vec<Vec<bool>>)| facts.len() * values.len() <= MOST_CLOCKS;
        Layout {
            simplified,
            components: components(inputs.len(), |gate| &inputs[gate]),
            clocks: simplified.clocks().filter(few),
        }
    }

    /// Whether terminal states pay the sum after every step in which only `chooser`, if it is given, has a choice.
    fn holds(&self, sum: i32, chooser: Option<u8>, work: &mut u64) -> bool {
        let simplified = self.simplified;
        let mut encoder = Encoder { solver: Solver::new(), known: FxHashMap::default(), cycles: FxHashMap::default() };
        let facts: Vec<Lit> = simplified.facts.iter().map(|_| encoder.solver.variable()).collect();
        let moves = self.moves(&mut encoder, chooser);
        self.add_clocks(&mut encoder, &facts);
        let after = Self::goals(simplified).collect::<Vec<_>>();
        let wanted = self.cone(after.iter().copied());
        let changes = (0..facts.len()).filter(|fact| wanted[1 + fact]).map(|fact| simplified.next[fact]);
        let legal = simplified.legal.iter().copied();
        let before =
            self.encode(&mut encoder, &facts, &moves, &self.cone(changes.chain(legal).chain([simplified.terminal])));
        encoder.solver.add(vec![!on(&before, simplified.terminal)]);
        for (mv, &legal) in simplified.legal.iter().enumerate().filter(|(mv, _)| moves[*mv] != Lit::FALSE) {
            encoder.solver.add(vec![!moves[mv], on(&before, legal)]);
        }
        let next: Vec<Lit> = (0..facts.len())
            .map(|fact| if wanted[1 + fact] { on(&before, simplified.next[fact]) } else { Lit::FALSE })
            .collect();
        // Goals and the terminal flag do not depend on moves.
        let nothing = vec![Lit::FALSE; moves.len()];
        let ends = self.encode(&mut encoder, &next, &nothing, &wanted);
        encoder.solver.add(vec![on(&ends, simplified.terminal)]);
        let goals = |role: usize| -> Vec<(i32, Lit)> {
            simplified.goals[role].iter().map(|&(value, signal)| (value, on(&ends, signal))).collect()
        };
        encoder.solver.add_violation(&goals(0), &goals(1), sum);
        let refuted = encoder.solver.is_contradictory(*work) == Some(true);
        *work = work.saturating_sub(encoder.solver.work);
        refuted
    }

    /// Restricts the facts that change independently of the moves to the values that they take.
    fn add_clocks(&self, encoder: &mut Encoder, facts: &[Lit]) {
        let Some((clocks, configurations)) = &self.clocks else { return };
        let solver = &mut encoder.solver;
        let chosen: Vec<Lit> = configurations.iter().map(|_| solver.variable()).collect();
        solver.add(chosen.clone());
        for (configuration, &chosen) in configurations.iter().zip(&chosen) {
            for (&fact, &value) in clocks.iter().zip(configuration) {
                solver.add(vec![!chosen, if value { facts[fact] } else { !facts[fact] }]);
            }
        }
    }

    /// The terminal flag and all goals.
    fn goals(simplified: &Simplified) -> impl Iterator<Item = Signal> {
        simplified.goals.iter().flatten().map(|&(_, signal)| signal).chain([simplified.terminal])
    }

    /// The moves of one step as literals: exactly one of a role is made, or of all roles together if one is given.
    fn moves(&self, encoder: &mut Encoder, chooser: Option<u8>) -> Vec<Lit> {
        let simplified = self.simplified;
        let can_be_made = |mv: usize| match (chooser, &simplified.phases) {
            (Some(chooser), Some(phases)) => simplified.moves[mv].0 == chooser && phases.real[mv],
            _ => true,
        };
        let mut lits = vec![Lit::FALSE; simplified.moves.len()];
        for mv in (0..lits.len()).filter(|&mv| can_be_made(mv)) {
            lits[mv] = encoder.solver.variable();
        }
        for role in 0..simplified.goals.len() as u8 {
            let own = |mv: &usize| simplified.moves[*mv].0 == role && lits[*mv] != Lit::FALSE;
            let own: Vec<Lit> = (0..lits.len()).filter(own).map(|mv| lits[mv]).collect();
            if chooser.is_none_or(|chooser| chooser == role) {
                encoder.solver.add_exactly_one(&own);
            }
        }
        lits
    }

    /// By gate: whether some of the signals depend on it.
    fn cone(&self, signals: impl Iterator<Item = Signal>) -> Vec<bool> {
        let mut reached = vec![false; self.simplified.gates.len()];
        let mut left: Vec<u32> = signals.map(Signal::gate).collect();
        while let Some(gate) = left.pop() {
            if !std::mem::replace(&mut reached[gate as usize], true) {
                left.extend(self.simplified.gates[gate as usize].inputs().iter().map(|input| input.gate()));
            }
        }
        reached
    }

    /// The literals of all gates of a cone, given those of facts and moves.
    fn encode(&self, encoder: &mut Encoder, facts: &[Lit], moves: &[Lit], cone: &[bool]) -> Vec<Lit> {
        let mut lits = vec![Lit::FALSE; self.simplified.gates.len()];
        for (number, component) in (0..).zip(&self.components) {
            let gate = component[0] as usize;
            if !cone[gate] {
                continue;
            }
            let contents = &self.simplified.gates[gate];
            let looped = component.len() > 1 || contents.inputs().iter().any(|input| input.gate() as usize == gate);
            if looped {
                self.encode_cycle(encoder, number, component, &mut lits);
                continue;
            }
            lits[gate] = match contents {
                Gate::Never => Lit::FALSE,
                Gate::Fact(fact) => facts[*fact as usize],
                Gate::Does(mv) => moves[*mv as usize],
                Gate::And(inputs) => encoder.and(inputs.iter().map(|&input| on(&lits, input)).collect()),
                Gate::Or(inputs) => !encoder.and(inputs.iter().map(|&input| !on(&lits, input)).collect()),
            };
        }
        lits
    }

    /// Gates that depend on each other: the same literals again if the inputs from outside are equal.
    fn encode_cycle(&self, encoder: &mut Encoder, number: u32, component: &[u32], lits: &mut [Lit]) {
        let inputs = || component.iter().flat_map(|&gate| self.simplified.gates[gate as usize].inputs());
        let outside = inputs().filter(|input| !component.contains(&input.gate()));
        let key = (number, outside.map(|&input| on(lits, input)).collect::<Vec<_>>());
        let known = encoder.cycles.get(&key).cloned();
        let members = known.clone().unwrap_or_else(|| component.iter().map(|_| encoder.solver.variable()).collect());
        for (&gate, &member) in component.iter().zip(&members) {
            lits[gate as usize] = member;
        }
        if known.is_some() {
            return;
        }
        for (&gate, &member) in component.iter().zip(&members) {
            let contents = &self.simplified.gates[gate as usize];
            let inputs = contents.inputs().iter().map(|&input| on(lits, input));
            match contents {
                Gate::And(_) => encoder.solver.add_and(member, inputs.collect()),
                _ => encoder.solver.add_and(!member, inputs.map(|lit| !lit).collect()),
            }
        }
        encoder.cycles.insert(key, members);
    }
}

/// The literal of a signal.
fn on(lits: &[Lit], signal: Signal) -> Lit {
    let lit = lits[signal.gate() as usize];
    if signal.is_negated() { !lit } else { lit }
}

impl Encoder {
    /// The conjunction of some literals.
    fn and(&mut self, mut inputs: Vec<Lit>) -> Lit {
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|&lit| lit != Lit::TRUE);
        if inputs.contains(&Lit::FALSE) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        match inputs[..] {
            [] => return Lit::TRUE,
            [only] => return only,
            _ => {}
        }
        if let Some(&known) = self.known.get(&inputs) {
            return known;
        }
        let lit = self.solver.variable();
        self.solver.add_and(lit, inputs.clone());
        self.known.insert(inputs, lit);
        lit
    }
}

impl Solver {
    /// `output` is on exactly if all inputs are.
    fn add_and(&mut self, output: Lit, inputs: Vec<Lit>) {
        inputs.iter().for_each(|&input| self.add(vec![!output, input]));
        self.add(inputs.into_iter().map(|input| !input).chain([output]).collect());
    }

    /// Exactly one of some literals is on: a running total that never reaches two (Sinz 2005).
    fn add_exactly_one(&mut self, lits: &[Lit]) {
        self.add(lits.to_vec());
        let mut before = Lit::FALSE;
        for &lit in lits {
            self.add(vec![!lit, !before]);
            let total = self.variable();
            self.add(vec![!lit, total]);
            self.add(vec![!before, total]);
            before = total;
        }
    }

    /// The sum is violated: the first role has no goal or several, or the second role's goal is not the remainder.
    fn add_violation(&mut self, first: &[(i32, Lit)], second: &[(i32, Lit)], sum: i32) {
        let find =
            |goals: &[(i32, Lit)], value| goals.iter().find(|goal| goal.0 == value).map_or(Lit::FALSE, |goal| goal.1);
        let mut ways = Vec::new();
        let mut add_way = |solver: &mut Solver, conditions: &[Lit]| {
            let way = solver.variable();
            conditions.iter().for_each(|&condition| solver.add(vec![!way, condition]));
            ways.push(way);
        };
        add_way(self, &first.iter().map(|goal| !goal.1).collect::<Vec<_>>());
        for (place, &(value, goal)) in first.iter().enumerate() {
            for &(_, other) in &first[..place] {
                add_way(self, &[goal, other]);
            }
            add_way(self, &[goal, !find(second, sum - value)]);
        }
        for &(value, goal) in second {
            add_way(self, &[goal, !find(first, sum - value)]);
        }
        self.add(ways);
    }
}
