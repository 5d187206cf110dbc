//! The engine of a rule sheet: the network, or the interpreter for rule sheets that cannot be grounded.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Inner;
use crate::interpret::{Interpreter, Position};
use crate::limits::Refusal;
use crate::network::Network;
use crate::program::Symbols;
use crate::prove::constant_sum;
use crate::simplify::{Simplified, Structure};
use crate::terms::{TermId, Terms};

/// The engine of a rule sheet; clones share it.
#[derive(Clone)]
pub(super) enum Engine {
    /// The network.
    Network(Arc<Grounded>),
    /// The interpreter, with the initial state.
    Interpreter { interpreter: Arc<Interpreter>, start: Position },
}

/// A network with the texts of its facts and moves.
pub(super) struct Grounded {
    pub(super) network: Network,
    pub(super) roles: Vec<String>,
    /// The texts of facts that change, and of those that always hold.
    pub(super) facts: Vec<String>,
    pub(super) always: Vec<String>,
    pub(super) moves: Vec<String>,
    pub(super) fact_by_text: FxHashMap<String, u32>,
    pub(super) structure: Structure,
    /// The sum of the goals of two roles in every terminal state, if it is proven to be constant.
    pub(super) sum: Option<i32>,
    /// By word of facts: those that do not change by themselves.
    pub(super) timeless: Vec<u64>,
    /// The clocks, if whose turn it is or the sum was proven from them.
    clocks: Option<Clocks>,
}

/// Facts that change independently of the moves, and every combination of values that they take.
struct Clocks {
    facts: Vec<usize>,
    values: FxHashSet<Vec<bool>>,
}

impl Grounded {
    pub(super) fn new(simplified: &Simplified, roles: &[TermId], terms: &Terms, symbols: &Symbols) -> Self {
        let write = |&term: &TermId| terms.write(symbols, term);
        let facts: Vec<String> = simplified.facts.iter().map(write).collect();
        let fact_by_text = facts.iter().enumerate().map(|(number, text)| (text.clone(), number as u32)).collect();
        let sum = constant_sum(simplified);
        let proven = sum.is_some() || simplified.phases.is_some();
        let clocks = if proven { simplified.clocks() } else { None };
        let structure = Structure::of(simplified);
        let mut timeless = vec![u64::MAX; facts.len().div_ceil(64)];
        structure.clocks.iter().for_each(|&fact| timeless[fact as usize / 64] &= !(1 << (fact % 64)));
        Grounded {
            network: Network::new(simplified),
            roles: roles.iter().map(write).collect(),
            fact_by_text,
            structure,
            timeless,
            sum,
            clocks: clocks.map(|(facts, values)| Clocks { facts, values: values.into_iter().collect() }),
            facts,
            always: simplified.always.iter().map(write).collect(),
            moves: simplified.moves.iter().map(|(_, mv)| write(mv)).collect(),
        }
    }

    /// Rejects facts of which the proofs do not hold: clocks with values that they never take.
    fn check_clocks(&self, given: &[u32]) -> Result<(), String> {
        let Some(Clocks { facts, values }) = &self.clocks else { return Ok(()) };
        let found: Vec<bool> = facts.iter().map(|&fact| given.contains(&(fact as u32))).collect();
        if values.contains(&found) {
            return Ok(());
        }
        let found = facts.iter().zip(&found).filter(|(_, on)| **on);
        let found: Vec<&str> = found.map(|(&fact, _)| self.facts[fact].as_str()).collect();
        Err(match &found[..] {
            [] => "facts that hold whatever the moves are, such as whose turn it is, are missing".to_owned(),
            _ => format!("these facts, which do not depend on the moves, are never all that hold: {}", found.join(" ")),
        })
    }
}

impl Engine {
    /// The network of a state that has one.
    #[inline]
    pub(super) fn network(&self) -> &Network {
        match self {
            Engine::Network(grounded) => &grounded.network,
            Engine::Interpreter { .. } => unreachable!("states belong to the sheet that made them"),
        }
    }

    pub(super) fn roles(&self) -> Vec<String> {
        match self {
            Engine::Network(grounded) => grounded.roles.clone(),
            Engine::Interpreter { interpreter, .. } => {
                interpreter.roles().iter().map(|&role| interpreter.write(role)).collect()
            }
        }
    }

    pub(super) fn start(&self) -> Inner {
        match self {
            Engine::Network(grounded) => Inner::Network(grounded.network.start().clone()),
            Engine::Interpreter { start, .. } => Inner::Interpreted(start.clone()),
        }
    }

    pub(super) fn advance(&self, position: &Position, joint: &[u32]) -> Result<Position, Refusal> {
        match self {
            Engine::Interpreter { interpreter, .. } => {
                let joint: Vec<TermId> = joint.iter().map(|&mv| TermId(mv)).collect();
                interpreter.next(position, &joint)
            }
            Engine::Network(_) => unreachable!("states belong to the sheet that made them"),
        }
    }

    /// A fact by its number: that of the network, or of a term.
    pub(super) fn write_fact(&self, fact: u32) -> String {
        match self {
            Engine::Network(grounded) => grounded.facts[fact as usize].clone(),
            Engine::Interpreter { interpreter, .. } => interpreter.write(TermId(fact)),
        }
    }

    /// The facts of a state as texts, sorted.
    pub(super) fn facts(&self, inner: &Inner) -> Vec<String> {
        let mut texts: Vec<String> = match (self, inner) {
            (Engine::Network(grounded), Inner::Network(state)) => {
                let changing = grounded.network.facts_of(state).map(|fact| grounded.facts[fact as usize].clone());
                changing.chain(grounded.always.iter().cloned()).collect()
            }
            (Engine::Interpreter { interpreter, .. }, Inner::Interpreted(position)) => {
                position.facts().iter().map(|&fact| interpreter.write(fact)).collect()
            }
            _ => unreachable!("states belong to the sheet that made them"),
        };
        texts.sort_unstable();
        texts
    }

    /// The goals of all roles in any state; `None` where there is none, or more than one.
    pub(super) fn goals(&self, inner: &Inner) -> Result<Vec<Option<i32>>, Refusal> {
        match (self, inner) {
            (Engine::Network(grounded), Inner::Network(state)) => Ok(grounded.network.goals(state)),
            (Engine::Interpreter { interpreter, .. }, Inner::Interpreted(position)) => {
                // Goals that are not numbers do not count, and large ones are clamped, as in the network.
                let value = |values: &Vec<TermId>| {
                    let mut numbers = values.iter().filter_map(|&value| interpreter.write(value).parse::<i32>().ok());
                    let first = numbers.next().map(|number| number.clamp(-30_000, 30_000));
                    first.filter(|_| numbers.next().is_none())
                };
                Ok(interpreter.goals(position)?.iter().map(value).collect())
            }
            _ => unreachable!("states belong to the sheet that made them"),
        }
    }

    pub(super) fn write_move(&self, mv: u32) -> String {
        match self {
            Engine::Network(grounded) => grounded.moves[mv as usize].clone(),
            Engine::Interpreter { interpreter, .. } => interpreter.write(TermId(mv)),
        }
    }

    /// A state with these facts, given as GDL writes them.
    pub(super) fn state_of(&self, facts: &[String]) -> Result<Inner, String> {
        match self {
            Engine::Network(grounded) => {
                let mut numbers = Vec::with_capacity(facts.len());
                for fact in facts {
                    match grounded.fact_by_text.get(fact) {
                        Some(&number) => numbers.push(number),
                        None if grounded.always.contains(fact) => {}
                        None => return Err(format!("`{fact}` can never be true in this game")),
                    }
                }
                if let Some(missing) = grounded.always.iter().find(|fact| !facts.contains(fact)) {
                    return Err(format!("`{missing}` is true in every state of this game"));
                }
                grounded.check_clocks(&numbers)?;
                Ok(Inner::Network(grounded.network.state_of(numbers.into_iter())))
            }
            Engine::Interpreter { interpreter, .. } => {
                let read = |fact: &String| interpreter.read(fact).ok_or_else(|| format!("`{fact}` is not a fact"));
                let facts: Vec<TermId> = facts.iter().map(read).collect::<Result<_, _>>()?;
                interpreter.position(facts).map(Inner::Interpreted).map_err(|refusal| refusal.to_string())
            }
        }
    }
}
