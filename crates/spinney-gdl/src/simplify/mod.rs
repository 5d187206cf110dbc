//! Simplification: from ground rules to a small circuit of gates.
//!
//! An atom is an `or` of its instances, an instance an `and` of its literals. While gates are created, constants are
//! folded, equal gates are merged, common factors are pulled out, and the fact that a role makes exactly one move turns
//! an `or` over most of its moves into the negation of the rest. Facts that never change become constants. Then chains
//! of gates with a single reader are merged, and gates that no output needs are dropped.

mod circuit;
mod phases;
mod structure;
mod tidy;

pub use circuit::{Circuit, Gate, Signal};
pub use phases::Phases;
pub use structure::Structure;

use crate::components::components;
use crate::ground::Grounding;
use crate::limits::{Refusal, Watch};
use crate::program::{DOES, GOAL, LEGAL, NEXT, Program, TERMINAL, TRUE};
use crate::terms::TermId;

const STAGE: &str = "simplifying";

/// A circuit with the meaning of its inputs and outputs.
#[derive(Debug)]
pub struct Simplified {
    /// The gates. The first are: never, then the facts, then the moves.
    pub gates: Vec<Gate>,
    /// The facts that change.
    pub facts: Vec<TermId>,
    /// Facts that hold in every state.
    pub always: Vec<TermId>,
    /// The moves with their roles, role by role.
    pub moves: Vec<(u8, TermId)>,
    /// By fact: whether it holds in the initial state.
    pub initial: Vec<bool>,
    /// By fact: its value in the next state.
    pub next: Vec<Signal>,
    /// By move: whether it is legal.
    pub legal: Vec<Signal>,
    /// The game is over.
    pub terminal: Signal,
    /// By role: its goal values and their conditions.
    pub goals: Vec<Vec<(i32, Signal)>>,
    /// The number of gates that the ground rules would have without simplification.
    pub gates_before: usize,
    /// Whose turn it is, if that is proven. Then idle moves have no input, and exactly one of all real moves is made.
    pub phases: Option<Phases>,
}

impl Simplified {
    /// Facts that change independently of the moves, and all combinations of their values; `None` if there are too
    /// many.
    pub(crate) fn clocks(&self) -> Option<(Vec<usize>, Vec<Vec<bool>>)> {
        let clocks = structure::clocks(self);
        let configurations = phases::run_clocks(self, &clocks)?;
        let facts: Vec<usize> = (0..clocks.len()).filter(|&fact| clocks[fact]).collect();
        let values = |on: &Vec<bool>| facts.iter().map(|&fact| on[fact]).collect();
        Some((facts.clone(), configurations.iter().map(values).collect()))
    }
}

/// Simplifies a grounding.
pub fn simplify(program: &Program, grounding: &Grounding, watch: &Watch) -> Result<Simplified, Refusal> {
    let assembly = Assembly::new(program, grounding, watch)?;
    let (simplified, kept) = assembly.simplify(None)?;
    let Some(mut phases) = phases::find(&simplified, &structure::clocks(&simplified)) else { return Ok(simplified) };
    // Facts by their numbers before constants were dropped.
    phases.waits.iter_mut().flatten().for_each(|fact| *fact = kept[*fact as usize] as u32);
    let (mut simplified, kept) = assembly.simplify(Some(&phases))?;
    let renumber = |fact: &u32| kept.binary_search(&(*fact as usize)).ok().map(|number| number as u32);
    let waits = phases.waits.iter().map(|facts| facts.iter().map(renumber).collect()).collect::<Option<_>>();
    simplified.phases = Some(Phases { waits: waits.expect("clocks that decide about phases change"), ..phases });
    Ok(simplified)
}

/// The ground rules by head, in an order in which they can be turned into gates.
struct Assembly<'a> {
    grounding: &'a Grounding,
    watch: &'a Watch,
    /// Places of instances by head: where each head's begin, and the places.
    starts: Vec<u32>,
    places: Vec<u32>,
    /// Atoms that depend on each other, after what they depend on.
    components: Vec<Vec<u32>>,
    /// By component: it has a cycle.
    recursive: Vec<bool>,
    /// `true` atoms.
    facts: Vec<u32>,
    initial: Vec<bool>,
    /// `does` atoms, role by role.
    moves: Vec<(u8, u32)>,
    /// By atom: the number of the fact or the move.
    input: Vec<u32>,
    /// By atom: the number of legal moves that need it, if there are many.
    common: Vec<Option<u32>>,
    program: &'a Program,
}

/// An atom that at least this many legal moves need is kept apart from their other conditions.
const COMMON: u32 = 16;

/// By atom: the number of legal moves (or of atoms that legal moves are instances of) that it is a condition of, if
/// there are many.
fn common_conditions(grounding: &Grounding) -> Vec<Option<u32>> {
    let mut counts = vec![0u32; grounding.atoms.len()];
    // Relations of which legal moves are instances, such as `(legal ?r ?m) <= (possible ?r ?m)`.
    let mut like_legal = vec![LEGAL];
    for instance in grounding.instances.iter() {
        let relation = |atom: u32| grounding.atoms[atom as usize].relation;
        if let ([only], []) = (instance.positive, instance.negative)
            && relation(instance.head) == LEGAL
            && !matches!(relation(*only), TRUE | DOES)
            && !like_legal.contains(&relation(*only))
        {
            like_legal.push(relation(*only));
        }
    }
    for instance in grounding.instances.iter() {
        if like_legal.contains(&grounding.atoms[instance.head as usize].relation) {
            instance.positive.iter().for_each(|&atom| counts[atom as usize] += 1);
        }
    }
    counts.into_iter().map(|count| (count >= COMMON).then_some(count)).collect()
}

/// A circuit before the final cleanup.
struct Built {
    circuit: Circuit,
    next: Vec<Signal>,
    legal: Vec<Signal>,
    terminal: Signal,
    goals: Vec<Vec<(i32, Signal)>>,
}

impl<'a> Assembly<'a> {
    fn new(program: &'a Program, grounding: &'a Grounding, watch: &'a Watch) -> Result<Self, Refusal> {
        let atoms = grounding.atoms.len();
        let mut starts = vec![0u32; atoms + 1];
        for instance in grounding.instances.iter() {
            starts[instance.head as usize + 1] += 1;
        }
        for at in 0..atoms {
            starts[at + 1] += starts[at];
        }
        let mut fill = starts.clone();
        let mut places = vec![0; grounding.instances.len()];
        for place in grounding.instances.places() {
            let head = grounding.instances.at(place).head as usize;
            places[fill[head] as usize] = place;
            fill[head] += 1;
        }
        watch.check(STAGE, grounding.bytes() + places.len() * 4)?;

        let is_input = |atom: u32| matches!(grounding.atoms[atom as usize].relation, TRUE | DOES);
        let mut depends: Vec<Vec<u32>> = vec![Vec::new(); atoms];
        for instance in grounding.instances.iter() {
            let negative = instance.negative.iter().filter_map(|&mention| grounding.mentions[mention as usize]);
            let list = &mut depends[instance.head as usize];
            list.extend(instance.positive.iter().copied().chain(negative).filter(|&atom| !is_input(atom)));
        }
        for list in &mut depends {
            list.sort_unstable();
            list.dedup();
        }
        let components = components(atoms, |atom| &depends[atom]);
        let recursive = components
            .iter()
            .map(|component| component.len() > 1 || depends[component[0] as usize].binary_search(&component[0]).is_ok())
            .collect();

        let of = |relation| (0..atoms as u32).filter(move |&atom| grounding.atoms[atom as usize].relation == relation);
        let facts: Vec<u32> = of(TRUE).collect();
        let mut moves: Vec<(u8, u32)> = of(DOES)
            .map(|atom| {
                let role = grounding.arguments(atom)[0];
                (grounding.roles.iter().position(|&other| other == role).expect("only roles do") as u8, atom)
            })
            .collect();
        moves.sort_unstable();
        let mut input = vec![0; atoms];
        for (number, &atom) in facts.iter().enumerate() {
            input[atom as usize] = number as u32;
        }
        for (number, &(_, atom)) in moves.iter().enumerate() {
            input[atom as usize] = number as u32;
        }
        let mut initial = vec![false; facts.len()];
        for &atom in &grounding.initial {
            initial[input[atom as usize] as usize] = true;
        }
        Ok(Assembly {
            common: common_conditions(grounding),
            grounding,
            watch,
            starts,
            places,
            components,
            recursive,
            facts,
            initial,
            moves,
            input,
            program,
        })
    }

    /// The circuit, with facts that never change as constants, and which facts are left.
    fn simplify(&self, phases: Option<&Phases>) -> Result<(Simplified, Vec<usize>), Refusal> {
        let mut constants: Vec<Option<bool>> = vec![None; self.facts.len()];
        // Facts that turn out to be constant may make others so; a few rounds find nearly all.
        const ROUNDS: usize = 4;
        for round in 1.. {
            let built = self.build(&constants, phases)?;
            let mut found = false;
            let known = constants.clone();
            for (fact, &next) in built.next.iter().enumerate().filter(|(fact, _)| known[*fact].is_none()) {
                let held = self.initial[fact];
                if next == built.circuit.fact(fact as u32) || next == if held { Signal::TRUE } else { Signal::FALSE } {
                    constants[fact] = Some(held);
                    found = true;
                }
            }
            if !found || round == ROUNDS {
                // Constants that no gate uses yet stay ordinary facts.
                return Ok(self.finish(built, &known));
            }
        }
        unreachable!("the last round returns")
    }

    /// Makes the gates, with some facts known to be constant.
    fn build(&self, constants: &[Option<bool>], phases: Option<&Phases>) -> Result<Built, Refusal> {
        let grounding = self.grounding;
        // Of the moves of a group exactly one is made: of those of a role, or of all real ones.
        let groups = (0..self.moves.len()).map(|mv| match phases {
            None => Some(self.moves[mv].0),
            Some(phases) => phases.real[mv].then_some(0),
        });
        let mut circuit = Circuit::new(self.facts.len(), groups.collect());
        let mut signals = vec![Signal::FALSE; grounding.atoms.len()];
        for (number, &atom) in self.facts.iter().enumerate() {
            signals[atom as usize] = match constants[number] {
                Some(true) => Signal::TRUE,
                Some(false) => Signal::FALSE,
                None => circuit.fact(number as u32),
            };
        }
        for (number, &(_, atom)) in self.moves.iter().enumerate() {
            signals[atom as usize] = circuit.does(number as u32);
            let Some(phases) = phases else { continue };
            let role = usize::from(self.moves[number].0);
            let mut ways = Vec::new();
            if phases.real[number] {
                ways.push(circuit.does(number as u32));
            }
            if phases.idle[role] == Some(number as u32) {
                ways.extend(phases.waits[role].iter().map(|&fact| circuit.fact(fact)));
            }
            signals[atom as usize] = circuit.or(ways);
        }
        for &atom in &self.facts {
            if let Some(moves) = self.common[atom as usize] {
                circuit.mark_common(signals[atom as usize], moves);
            }
        }
        let mut since_check = 0;
        for (component, &recursive) in self.components.iter().zip(&self.recursive) {
            since_check += component.iter().map(|&atom| 1 + self.places_of(atom).len()).sum::<usize>();
            if since_check > 4096 {
                since_check = 0;
                self.watch.check(STAGE, grounding.bytes() + circuit.gates.len() * 150)?;
            }
            if recursive {
                for &atom in component {
                    signals[atom as usize] = circuit.reserve();
                }
                for &atom in component {
                    let products = self.products(atom, &signals);
                    let sum = circuit.sum_of_products(products);
                    circuit.close(signals[atom as usize], vec![sum]);
                }
                continue;
            }
            let atom = component[0] as usize;
            if !matches!(grounding.atoms[atom].relation, TRUE | DOES) {
                let mut products = self.products(component[0], &signals);
                products.iter_mut().for_each(|product| circuit.open_up(product));
                signals[atom] = circuit.sum_of_products(products);
                if grounding.atoms[atom].relation != NEXT {
                    signals[atom] = circuit.set_apart(signals[atom]);
                }
                if let Some(moves) = self.common[atom] {
                    circuit.mark_common(signals[atom], moves);
                }
            }
        }
        Ok(self.outputs(circuit, &signals))
    }

    fn places_of(&self, atom: u32) -> &[u32] {
        &self.places[self.starts[atom as usize] as usize..self.starts[atom as usize + 1] as usize]
    }

    /// The instances of an atom as products of signals; those that can never hold are left out.
    fn products(&self, atom: u32, signals: &[Signal]) -> Vec<Vec<Signal>> {
        let grounding = self.grounding;
        let product = |&place: &u32| {
            let instance = grounding.instances.at(place);
            let positive = instance.positive.iter().map(|&atom| signals[atom as usize]);
            let negative = instance.negative.iter().filter_map(|&mention| grounding.mentions[mention as usize]);
            let mut product: Vec<Signal> = positive.chain(negative.map(|atom| !signals[atom as usize])).collect();
            product.sort_unstable();
            product.dedup();
            product.retain(|&signal| signal != Signal::TRUE);
            let never = product.first() == Some(&Signal::FALSE) || product.windows(2).any(|pair| pair[0] == !pair[1]);
            (!never).then_some(product)
        };
        self.places_of(atom).iter().filter_map(product).collect()
    }

    fn outputs(&self, circuit: Circuit, signals: &[Signal]) -> Built {
        let grounding = self.grounding;
        let mut built = Built {
            next: vec![Signal::FALSE; self.facts.len()],
            legal: vec![Signal::FALSE; self.moves.len()],
            terminal: Signal::FALSE,
            goals: vec![Vec::new(); grounding.roles.len()],
            circuit,
        };
        // `next` and `legal` atoms find their inputs by their terms.
        let by_term: rustc_hash::FxHashMap<&[TermId], u32> = (self.facts.iter().copied())
            .chain(self.moves.iter().map(|&(_, atom)| atom))
            .map(|atom| (grounding.arguments(atom), self.input[atom as usize]))
            .collect();
        for (atom, &signal) in signals.iter().enumerate() {
            let arguments = grounding.arguments(atom as u32);
            match grounding.atoms[atom].relation {
                NEXT => built.next[by_term[arguments] as usize] = signal,
                LEGAL => {
                    if let Some(&mv) = by_term.get(arguments) {
                        built.legal[mv as usize] = signal;
                    }
                }
                TERMINAL => built.terminal = signal,
                GOAL => {
                    let role = grounding.roles.iter().position(|&role| role == arguments[0]);
                    let value = grounding.terms.write(&self.program.symbols, arguments[1]).parse();
                    if let (Some(role), Ok(value)) = (role, value)
                        && signal != Signal::FALSE
                    {
                        built.goals[role].push((value, signal));
                    }
                }
                _ => {}
            }
        }
        built.goals.iter_mut().for_each(|goals| goals.sort_unstable());
        built
    }

    /// Drops constant facts and gates without readers; returns the remaining facts.
    fn finish(&self, built: Built, constants: &[Option<bool>]) -> (Simplified, Vec<usize>) {
        let grounding = self.grounding;
        let term = |fact: usize| grounding.arguments(self.facts[fact])[0];
        let kept: Vec<usize> = (0..self.facts.len()).filter(|&fact| constants[fact].is_none()).collect();
        let always = (0..self.facts.len()).filter(|&fact| constants[fact] == Some(true)).map(term);
        let simplified = Simplified {
            facts: kept.iter().copied().map(term).collect(),
            always: always.collect(),
            moves: self.moves.iter().map(|&(role, atom)| (role, grounding.arguments(atom)[1])).collect(),
            initial: kept.iter().map(|&fact| self.initial[fact]).collect(),
            next: kept.iter().map(|&fact| built.next[fact]).collect(),
            legal: built.legal,
            terminal: built.terminal,
            goals: built.goals,
            gates: built.circuit.gates,
            gates_before: grounding.atoms.len() + grounding.instances.len(),
            phases: None,
        };
        (tidy::tidy(simplified, &kept, self.facts.len()), kept)
    }
}
