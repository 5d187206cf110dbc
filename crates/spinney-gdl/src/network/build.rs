//! Lays out a circuit as a network: numbers for gates, edges by source, counters for the initial state.

use rustc_hash::FxHashMap;

use crate::components::components;
use crate::simplify::{Gate, Signal, Simplified};

use super::goals::{GoalGates, Input, Source};
use super::initial::start;
use super::prepare::{reach, split_wide};
use super::recursion::Recursion;
use super::{Guard, Network, Range, State, Turns};

/// A guard does not pay for fewer moves than this.
const GUARDED: usize = 8;
const NOWHERE: u32 = u32::MAX;

/// A gate with its number in the network.
pub(super) struct Placed {
    pub(super) is_and: bool,
    pub(super) inputs: Vec<Signal>,
}

impl Placed {
    fn of(gate: &Gate) -> Self {
        Placed { is_and: matches!(gate, Gate::And(_)), inputs: gate.inputs().to_vec() }
    }

    /// On if the signal is.
    fn buffer(signal: Signal) -> Self {
        match signal {
            Signal::TRUE => Placed { is_and: true, inputs: Vec::new() },
            Signal::FALSE => Placed { is_and: false, inputs: Vec::new() },
            _ => Placed { is_and: true, inputs: vec![signal] },
        }
    }
}

struct Builder<'a> {
    simplified: &'a Simplified,
    gates: Vec<Gate>,
    /// By gate: whether it is propagated; whether it is only pulled for goals.
    pushed: Vec<bool>,
    pulled: Vec<bool>,
    /// Components of gates, dependencies first, and which gates are in a cycle.
    order: Vec<Vec<u32>>,
    looped: Vec<bool>,
    /// By gate: its number in the network.
    place: Vec<u32>,
    placed: Vec<Placed>,
    /// Roles, guards, and stretches of words.
    ranges: Vec<(u8, Option<Signal>, u32, u32)>,
    move_at: Vec<u32>,
    /// By gate: whether it was merged into a guarded legal bit and has no other reader.
    vanished: Vec<bool>,
    /// Numbers that no gate has.
    gaps: usize,
}

pub(super) fn build(simplified: &Simplified) -> Network {
    let gates = split_wide(&simplified.gates);
    let depends: Vec<Vec<u32>> =
        gates.iter().map(|gate| gate.inputs().iter().map(|input| input.gate()).collect()).collect();
    let order = components(gates.len(), |gate| &depends[gate]);
    let mut looped = vec![false; gates.len()];
    for component in &order {
        let first = component[0];
        if component.len() > 1 || depends[first as usize].contains(&first) {
            component.iter().for_each(|&gate| looped[gate as usize] = true);
        }
    }
    let push_roots = simplified.legal.iter().chain(&simplified.next).chain([&simplified.terminal]);
    let pushed = reach(&gates, push_roots.map(|signal| signal.gate()), &[]);
    let goal_roots = simplified.goals.iter().flatten().map(|(_, signal)| signal.gate());
    let pulled = reach(&gates, goal_roots, &pushed);
    let place = vec![NOWHERE; gates.len()];
    let vanished = vec![false; gates.len()];
    let mut builder = Builder {
        simplified,
        gates,
        pushed,
        pulled,
        order,
        looped,
        place,
        placed: Vec::new(),
        ranges: Vec::new(),
        move_at: Vec::new(),
        vanished,
        gaps: 0,
    };
    builder.place_legal();
    let next_word = builder.placed.len() / 64;
    for fact in 0..simplified.facts.len() {
        builder.place_output(simplified.next[fact]);
    }
    builder.align();
    let terminal_bit = builder.placed.len() as u32;
    builder.place_output(simplified.terminal);
    builder.align();
    let outputs = builder.placed.len() as u32;
    builder.place_inner();
    builder.finish(next_word, terminal_bit, outputs)
}

impl Builder<'_> {
    fn is_input(&self, gate: u32) -> bool {
        (gate as usize) < 1 + self.simplified.facts.len() + self.simplified.moves.len()
    }

    fn align(&mut self) {
        while !self.placed.len().is_multiple_of(64) {
            self.placed.push(Placed::buffer(Signal::FALSE));
            self.gaps += 1;
        }
    }

    /// Assigns the next output bit to this signal.
    fn place_output(&mut self, signal: Signal) {
        let gate = signal.gate();
        let free = !self.is_input(gate) && !self.looped[gate as usize] && self.place[gate as usize] == NOWHERE;
        if free && !signal.is_negated() {
            self.place[gate as usize] = self.placed.len() as u32;
            self.placed.push(Placed::of(&self.gates[gate as usize]));
        } else {
            self.placed.push(Placed::buffer(signal));
        }
    }

    /// Legal moves, role by role and guard by guard, each stretch beginning with a new word.
    fn place_legal(&mut self) {
        let guards = self.guards();
        let roles = self.simplified.goals.len() as u8;
        for role in 0..roles {
            let of_role: Vec<u32> = (0..self.simplified.moves.len() as u32)
                .filter(|&mv| self.simplified.moves[mv as usize].0 == role)
                .collect();
            let mut kinds: Vec<Option<Signal>> = of_role.iter().map(|&mv| guards[mv as usize]).collect();
            kinds.sort_unstable();
            kinds.dedup();
            for guard in kinds {
                let first = (self.placed.len() / 64) as u32;
                for &mv in of_role.iter().filter(|&&mv| guards[mv as usize] == guard) {
                    self.move_at.resize(self.placed.len(), 0);
                    self.move_at.push(mv);
                    let signal = self.simplified.legal[mv as usize];
                    let Some(guard) = guard else {
                        self.place_output(signal);
                        continue;
                    };
                    let gate = &self.gates[signal.gate() as usize];
                    let rest: Vec<Signal> = gate.inputs().iter().copied().filter(|&input| input != guard).collect();
                    self.vanished[signal.gate() as usize] = true;
                    match rest[..] {
                        [only] => self.place_output(only),
                        _ => self.placed.push(Placed { is_and: true, inputs: rest }),
                    }
                }
                self.align();
                let end = (self.placed.len() / 64) as u32;
                self.ranges.push((role, guard, first, end));
            }
        }
    }

    /// By move: a signal that many legal moves of the role need and that can be evaluated separately.
    fn guards(&self) -> Vec<Option<Signal>> {
        let mut readers = vec![0u32; self.gates.len()];
        for gate in 0..self.gates.len() {
            if self.pushed[gate] || self.pulled[gate] {
                self.gates[gate].inputs().iter().for_each(|input| readers[input.gate() as usize] += 1);
            }
        }
        let goals = self.simplified.goals.iter().flatten().map(|(_, signal)| signal);
        for signal in self.simplified.legal.iter().chain(&self.simplified.next).chain(goals) {
            readers[signal.gate() as usize] += 1;
        }
        readers[self.simplified.terminal.gate() as usize] += 1;
        let mut counts = FxHashMap::<(u8, Signal), usize>::default();
        let candidates = |mv: usize| {
            let signal = self.simplified.legal[mv];
            let gate = &self.gates[signal.gate() as usize];
            let alone = !signal.is_negated() && readers[signal.gate() as usize] == 1;
            let inputs = if alone && matches!(gate, Gate::And(_)) { gate.inputs() } else { &[] };
            inputs.iter().copied().filter(|input| !input.is_negated() && !self.looped[input.gate() as usize])
        };
        let moves = &self.simplified.moves;
        for (mv, &(role, _)) in moves.iter().enumerate() {
            candidates(mv).for_each(|signal| *counts.entry((role, signal)).or_default() += 1);
        }
        let guard = |(mv, &(role, _)): (usize, &(u8, _))| {
            let best = candidates(mv).max_by_key(|&signal| (counts[&(role, signal)], signal))?;
            (counts[&(role, best)] >= GUARDED).then_some(best)
        };
        moves.iter().enumerate().map(guard).collect()
    }

    /// All other gates in dependency order, those of cycles last.
    fn place_inner(&mut self) {
        for pass in [false, true] {
            for component in 0..self.order.len() {
                for at in 0..self.order[component].len() {
                    let gate = self.order[component][at] as usize;
                    let wanted = self.pushed[gate] && self.looped[gate] == pass && !self.is_input(gate as u32);
                    if wanted && self.place[gate] == NOWHERE && !self.vanished[gate] {
                        self.place[gate] = self.placed.len() as u32;
                        self.placed.push(Placed::of(&self.gates[gate]));
                    }
                }
            }
        }
    }

    fn finish(self, next_word: usize, terminal_bit: u32, outputs: u32) -> Network {
        let simplified = self.simplified;
        let count = self.placed.len();
        let (facts, moves) = (simplified.facts.len(), simplified.moves.len());
        let first_fact = count as u32;
        let first_move = first_fact + facts as u32;
        let node = |gate: u32| match self.is_input(gate) {
            true => first_fact + gate - 1,
            false => self.place[gate as usize],
        };
        let recursion_first =
            self.looped.iter().zip(&self.place).filter(|(looped, place)| **looped && **place != NOWHERE).count();
        let mut recursion = Recursion { first: (count - recursion_first) as u32, ..Recursion::default() };
        recursion.component_of = vec![0; recursion_first];
        for component in &self.order {
            let places: Vec<u32> = component
                .iter()
                .filter(|&&gate| self.looped[gate as usize] && self.place[gate as usize] != NOWHERE)
                .map(|&gate| self.place[gate as usize] - recursion.first)
                .collect();
            if let Some(&first) = places.iter().min() {
                let number = recursion.components.len() as u32;
                places.iter().for_each(|&at| recursion.component_of[at as usize] = number);
                recursion.components.push(first);
            }
        }
        recursion.components.push(recursion_first as u32);

        let nodes = count + facts + moves;
        let mut add: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        let mut take: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        let mut outside: Vec<Vec<u32>> = vec![Vec::new(); nodes];
        let mut inside: Vec<Vec<u32>> = vec![Vec::new(); recursion_first];
        for (target, placed) in self.placed.iter().enumerate() {
            let target = target as u32;
            for &input in &placed.inputs {
                let source = node(input.gate());
                if target < recursion.first {
                    let list = if input.is_negated() { &mut take } else { &mut add };
                    list[source as usize].push(target);
                    continue;
                }
                let component = |node: u32| recursion.component_of[(node - recursion.first) as usize];
                let inner = (recursion.first..first_fact).contains(&source) && component(source) == component(target);
                if inner {
                    debug_assert!(!input.is_negated(), "cycles have no negation");
                    inside[(source - recursion.first) as usize].push(target - recursion.first);
                } else {
                    outside[source as usize].push(target << 1 | u32::from(input.is_negated()));
                }
            }
        }
        let (mut starts, mut edges) = (Vec::with_capacity(nodes + 1), Vec::new());
        let mut silent = vec![0u64; outputs as usize / 64];
        for (node, (add, take)) in add.iter().zip(&take).enumerate() {
            starts.push([edges.len() as u32, (edges.len() + add.len()) as u32]);
            edges.extend_from_slice(add);
            edges.extend_from_slice(take);
            if node < outputs as usize && add.is_empty() && take.is_empty() && outside[node].is_empty() {
                silent[node / 64] |= 1 << (node % 64);
            }
        }
        starts.push([edges.len() as u32; 2]);
        if recursion_first > 0 {
            (recursion.starts, recursion.edges) = flatten(&outside);
        }
        (recursion.inner_starts, recursion.inner_edges) = flatten(&inside);

        let goals = self.goal_gates(&recursion);
        let guard = |signal: Signal| match self.is_input(signal.gate()) {
            true => Guard::Fact(signal.gate() - 1),
            false => Guard::Gate(self.place[signal.gate() as usize]),
        };
        let range = |&(role, signal, first, end): &(u8, Option<Signal>, u32, u32)| Range {
            role,
            guard: signal.map(guard),
            first,
            end,
        };
        let ranges = self.ranges.iter().map(range).collect();
        let mut move_at = self.move_at;
        move_at.resize(next_word * 64, 0);
        let mut network = Network {
            facts: simplified.facts.clone(),
            always: simplified.always.clone(),
            moves: simplified.moves.clone(),
            roles: simplified.goals.len(),
            starts,
            edges,
            silent,
            first_fact,
            first_move,
            outputs,
            gates: count - self.gaps,
            ranges,
            move_at,
            next_word,
            terminal_bit,
            turns: simplified.phases.as_ref().map(|phases| Turns {
                waits: phases.waits.clone(),
                idle: phases.idle.iter().map(|idle| idle.unwrap_or(0)).collect(),
            }),
            recursion,
            goals,
            start: State::default(),
        };
        network.start = start(&network, &self.placed, simplified);
        network
    }

    fn goal_gates(&self, recursion: &Recursion) -> GoalGates {
        let facts = self.simplified.facts.len() as u32;
        let mut goal_place = vec![NOWHERE; self.gates.len()];
        let mut numbered = 0;
        for &gate in self.order.iter().flatten() {
            if self.pulled[gate as usize] && !self.is_input(gate) {
                goal_place[gate as usize] = numbered;
                numbered += 1;
            }
        }
        let input = |signal: Signal| {
            let gate = signal.gate();
            let source = if gate == 0 || (self.is_input(gate) && gate > facts) {
                Source::Never // goals do not depend on moves
            } else if self.is_input(gate) {
                Source::Fact(gate - 1)
            } else if goal_place[gate as usize] != NOWHERE {
                Source::Goal(goal_place[gate as usize])
            } else if self.looped[gate as usize] {
                Source::Looped(self.place[gate as usize] - recursion.first)
            } else {
                Source::Gate(self.place[gate as usize])
            };
            Input { source, negated: signal.is_negated() }
        };
        let mut goals = GoalGates::default();
        for component in &self.order {
            let first = goals.gates.len() as u32;
            for &gate in component.iter().filter(|&&gate| goal_place[gate as usize] != NOWHERE) {
                let contents = &self.gates[gate as usize];
                goals.inputs.extend(contents.inputs().iter().map(|&signal| input(signal)));
                goals.gates.push((matches!(contents, Gate::And(_)), goals.inputs.len() as u32));
            }
            if self.looped[component[0] as usize] && goals.gates.len() as u32 > first {
                goals.cycles.push((first, goals.gates.len() as u32));
            }
        }
        let values = |values: &Vec<(i32, Signal)>| {
            values.iter().map(|&(value, signal)| (value.clamp(-30_000, 30_000) as i16, input(signal))).collect()
        };
        goals.values = self.simplified.goals.iter().map(values).collect();
        goals
    }
}

fn flatten(lists: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0];
    for list in lists {
        starts.push(starts[starts.len() - 1] + list.len() as u32);
    }
    (starts, lists.concat())
}
