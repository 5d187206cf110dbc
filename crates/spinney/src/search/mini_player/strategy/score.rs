//! Score counters: relations that hold exactly one number per role in every state, to be raised or lowered as won
//! simulations had them.

use rustc_hash::FxHashMap;

use super::super::facts::{Entry, FactBook};
use crate::game::capabilities::FactSet;
use crate::game::{Game, Payoffs};

/// A relation with the column of the role and the column of the number.
type Group = (u32, usize, usize);

/// A group, a role and its number, as a fact has them.
type Part = (Group, usize, f64);

/// What is known of a group that may be a counter.
#[derive(Clone, Debug, Default)]
struct Counter {
    /// Some state had none or several numbers for some role.
    refuted: bool,
    /// The states in which it was seen.
    states: u64,
    /// By won (0) and lost (1): simulations, and the sum of the final leads.
    final_leads: [(u64, f64); 2],
}

impl Counter {
    /// 1 if won simulations ended with a greater lead than lost ones, −1 if with a smaller one, otherwise 0.
    fn sign(&self) -> f64 {
        let mean = |(count, sum): (u64, f64)| (count > 0).then(|| sum / count as f64);
        match (mean(self.final_leads[0]), mean(self.final_leads[1])) {
            (Some(won), Some(lost)) if won != lost => (won - lost).signum(),
            _ => 0.0,
        }
    }
}

/// The numbers of one state: by group, a number for each role.
type Numbers = FxHashMap<Group, Vec<Vec<f64>>>;

/// Counters, and which way they should go.
pub(in super::super) struct Scores {
    seats: Vec<String>,
    counters: FxHashMap<Group, Counter>,
    states: u64,
    /// The numbers of the last state of the simulation.
    last: Numbers,
    /// Counters with a sign: found when weights were worked out.
    chosen: Vec<(Group, f64)>,
    /// The counter numbers of a fact: groups, roles and numbers.
    parts: FxHashMap<u32, Box<[Part]>>,
}

impl Scores {
    pub(super) fn new(seats: &[String]) -> Self {
        Scores {
            seats: seats.to_vec(),
            counters: FxHashMap::default(),
            states: 0,
            last: Numbers::default(),
            chosen: Vec::new(),
            parts: FxHashMap::default(),
        }
    }

    /// Looks at a state of a simulation.
    pub(super) fn count<G: Game>(&mut self, game: &G, book: &mut FactBook, facts: &FactSet) {
        self.states += 1;
        let mut numbers = Numbers::default();
        let players = self.seats.len();
        self.visit(game, book, facts, |group, role, number| {
            numbers.entry(group).or_insert_with(|| vec![Vec::new(); players])[role].push(number);
        });
        for (&group, by_role) in &numbers {
            let counter = self.counters.entry(group).or_default();
            counter.states += 1;
            counter.refuted |= by_role.iter().any(|numbers| numbers.len() != 1);
        }
        self.last = numbers;
    }

    /// Ends the simulation. A counter is rated by the leads that won and lost roles ended with.
    pub(super) fn end(&mut self, payoffs: Option<&Payoffs>) {
        let last = std::mem::take(&mut self.last);
        let Some(payoffs) = payoffs else { return };
        for role in 0..self.seats.len() {
            let others = (0..self.seats.len()).filter(|&other| other != role).map(|other| payoffs[other]);
            let result = payoffs[role] - others.fold(f64::NEG_INFINITY, f64::max).max(f64::MIN);
            if result == 0.0 || self.seats.len() < 2 {
                continue;
            }
            for (group, by_role) in &last {
                if let (Some(counter), Some(lead)) = (self.counters.get_mut(group), lead(by_role, role)) {
                    let (count, sum) = &mut counter.final_leads[usize::from(result < 0.0)];
                    *count += 1;
                    *sum += lead;
                }
            }
        }
    }

    /// Decides which counters count, and which way.
    pub(super) fn weigh(&mut self) {
        let states = self.states;
        let sound = |counter: &Counter| !counter.refuted && counter.states == states && counter.sign() != 0.0;
        let sound = self.counters.iter().filter(|(_, counter)| sound(counter));
        self.chosen = sound.map(|(&group, counter)| (group, counter.sign())).collect();
        self.chosen.sort_by_key(|&(group, _)| group);
    }

    /// Whether there are any.
    pub(super) fn knows(&self) -> bool {
        !self.chosen.is_empty()
    }

    /// The leads of a role by all counters together.
    pub(in super::super) fn evaluate<G: Game>(
        &mut self,
        game: &G,
        book: &mut FactBook,
        facts: &FactSet,
        role: usize,
    ) -> f64 {
        let chosen = std::mem::take(&mut self.chosen);
        let players = self.seats.len();
        let mut numbers = vec![vec![Vec::new(); players]; chosen.len()];
        self.visit(game, book, facts, |group, role, number| {
            if let Some(at) = chosen.iter().position(|(known, _)| *known == group) {
                numbers[at][role].push(number);
            }
        });
        let leads = chosen.iter().zip(&numbers).filter_map(|(&(_, sign), by_role)| Some(sign * lead(by_role, role)?));
        let sum = leads.sum();
        self.chosen = chosen;
        sum
    }

    /// Calls `f` with every number of a role among the facts.
    fn visit<G: Game>(&mut self, game: &G, book: &mut FactBook, facts: &FactSet, mut f: impl FnMut(Group, usize, f64)) {
        let Scores { parts, seats, .. } = self;
        facts.for_each(|fact| {
            let found = parts.entry(fact).or_insert_with(|| numbers_of(book.entry(game, fact), seats));
            found.iter().for_each(|&(group, role, number)| f(group, role, number));
        });
    }
}

/// The lead of a role over the best of the others: the number itself for one player.
fn lead(by_role: &[Vec<f64>], role: usize) -> Option<f64> {
    let own = *by_role.get(role)?.first()?;
    let others = by_role.iter().enumerate().filter(|(other, _)| *other != role);
    let most = others.filter_map(|(_, numbers)| numbers.first().copied()).reduce(f64::max);
    Some(own - most.unwrap_or(0.0))
}

/// Every pair of a role and a number among the arguments of a fact.
fn numbers_of(entry: &Entry, seats: &[String]) -> Box<[Part]> {
    let arguments = &entry.shape.arguments;
    let mut found = Vec::new();
    for (column, argument) in arguments.iter().enumerate() {
        let Some(role) = seats.iter().position(|seat| seat == argument) else { continue };
        for (place, number) in arguments.iter().enumerate() {
            if let Ok(number) = number.parse::<f64>()
                && number.is_finite()
            {
                found.push(((entry.relation, column, place), role, number));
            }
        }
    }
    found.into()
}
