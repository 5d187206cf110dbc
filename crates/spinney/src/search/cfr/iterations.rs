//! Counterfactual regret minimisation on the whole tree: one iteration updates every information set of both players.

use super::best_response::Exploitability;
use super::profile::{Profile, match_regrets};
use super::tree::NONE;
use super::{GameTree, Variant};
use crate::budget::{Limit, Meter, Pace, Signal};
use crate::game::{Game, PayoffRange};

/// Nodes between two looks at the clock.
const CHUNK: usize = 1 << 12;

/// The state of the iterations: regrets and sums of strategies of all actions.
pub struct Iterations {
    variant: Variant,
    done: u64,
    regrets: Vec<f64>,
    /// The current strategies.
    current: Vec<f64>,
    /// Sums of strategies, weighted by the player's own reach: the average strategy.
    sums: Vec<f64>,
    /// Sums of counterfactual values, and per set the sums of the reach of chance and the other player.
    values: Vec<f64>,
    cover: Vec<f64>,
    /// The last exploitability that was computed, and after how many iterations.
    checked: Option<(u64, f64)>,
    pass: Pass,
}

/// What one pass over the tree computes, for one player.
struct Pass {
    /// Per node: the reach of the player, that of chance and the other player, and the value for the player.
    own: Vec<f64>,
    others: Vec<f64>,
    value: Vec<f64>,
    /// Per action: the counterfactual value.
    gain: Vec<f64>,
    /// Per set: the reach of the player, and that of the others.
    reach: Vec<f64>,
    cover: Vec<f64>,
}

/// When iterations end early.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// This exploitability is enough, in the game's unit.
    pub exploitability: f64,
}

impl Goal {
    /// A share of the payoff range.
    pub fn share(share: f64, range: Option<PayoffRange>) -> Self {
        Goal { exploitability: share * range.map_or(1.0, PayoffRange::width) }
    }
}

impl Iterations {
    /// Before the first iteration.
    pub fn new<G: Game>(tree: &GameTree<G>, variant: Variant) -> Self {
        let (nodes, slots, sets) = (tree.nodes.len(), tree.slots(), tree.sets.len());
        let numbers = |count: usize| vec![0.0; count];
        Iterations {
            variant,
            done: 0,
            regrets: numbers(slots),
            current: Profile::uniform(tree).0,
            sums: numbers(slots),
            values: numbers(slots),
            cover: numbers(sets),
            checked: None,
            pass: Pass {
                own: numbers(nodes),
                others: numbers(nodes),
                value: numbers(nodes),
                gain: numbers(slots),
                reach: numbers(sets),
                cover: numbers(sets),
            },
        }
    }

    /// Iterates until the budget ends or the goal is reached. `report` is called whenever the budget's watch asks.
    pub fn run<G: Game>(
        &mut self,
        tree: &GameTree<G>,
        meter: &Meter,
        goal: Goal,
        report: &mut dyn FnMut(&Self, u64),
    ) -> Limit {
        let mut pace = Pace::new(meter);
        let before = self.done;
        loop {
            if let Some(limit) = meter.exceeded(self.done - before) {
                return limit;
            }
            if let Err(limit) = self.step(tree, &mut |steps| match pace.steps(steps, meter) {
                Signal::End(limit) => Some(limit),
                _ => None,
            }) {
                return limit;
            }
            meter.progress().count(1);
            if meter.report_wanted() {
                report(self, self.done - before);
            }
            // The cost of looking is that of an iteration or two, so it is done ever more rarely.
            if self.done >= 16 && self.done.is_power_of_two() {
                let exploitability = Exploitability::of(tree, &self.average(tree)).value();
                self.checked = Some((self.done, exploitability));
                meter.progress().found(-exploitability);
                if exploitability <= goal.exploitability {
                    return Limit::Finished;
                }
            }
        }
    }

    /// One iteration: the players' regrets are updated in turn. If `check` ends it, unfinished updates are dropped.
    pub(super) fn step<G: Game>(
        &mut self,
        tree: &GameTree<G>,
        check: &mut dyn FnMut(u32) -> Option<Limit>,
    ) -> Result<(), Limit> {
        for player in 0..2 {
            self.pass.forward(tree, &self.current, player, check)?;
            self.pass.backward(tree, &self.current, player, check)?;
            self.apply(tree, player);
        }
        self.done += 1;
        Ok(())
    }

    /// Adds what a pass found, and computes new strategies of the player.
    fn apply<G: Game>(&mut self, tree: &GameTree<G>, player: usize) {
        let time = (self.done + 1) as f64;
        let weight = if self.variant == Variant::Plus { time } else { 1.0 };
        for (number, set) in tree.sets.iter().enumerate().filter(|(_, set)| usize::from(set.player) == player) {
            let slots = set.slots();
            let strategy = &mut self.current[slots.clone()];
            let gains = &self.pass.gain[slots.clone()];
            let mean: f64 = strategy.iter().zip(gains).map(|(p, gain)| p * gain).sum();
            self.cover[number] += weight * self.pass.cover[number];
            for (place, slot) in slots.clone().enumerate() {
                let regret = self.regrets[slot] + gains[place] - mean;
                self.regrets[slot] = if self.variant == Variant::Plus { regret.max(0.0) } else { regret };
                self.sums[slot] += weight * self.pass.reach[number] * strategy[place];
                self.values[slot] += weight * gains[place];
            }
            match_regrets(&self.regrets[slots], strategy);
        }
    }

    /// Iterations so far.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The exploitability at the last look, and the iterations until then.
    pub fn checked(&self) -> Option<(u64, f64)> {
        self.checked
    }

    /// The average strategies of both players, which converge to an equilibrium.
    pub fn average<G: Game>(&self, tree: &GameTree<G>) -> Profile {
        Profile::from_weights(tree, &self.sums)
    }

    /// The average strategy at one information set: the probability of every action, and its value given that the set is
    /// reached, averaged over the iterations.
    pub(super) fn at<G: Game>(&self, tree: &GameTree<G>, set: usize) -> (Vec<f64>, Option<Vec<f64>>) {
        let slots = tree.sets[set].slots();
        let mut strategy = self.sums[slots.clone()].to_vec();
        super::profile::normalise(&mut strategy);
        let cover = self.cover[set];
        let values = (cover > 0.0).then(|| self.values[slots].iter().map(|value| value / cover).collect());
        (strategy, values)
    }
}

impl Pass {
    /// Reach probabilities, from the root on.
    fn forward<G: Game>(
        &mut self,
        tree: &GameTree<G>,
        current: &[f64],
        player: usize,
        check: &mut dyn FnMut(u32) -> Option<Limit>,
    ) -> Result<(), Limit> {
        (self.own[0], self.others[0]) = (1.0, 1.0);
        self.cover.fill(0.0);
        for (index, node) in tree.nodes.iter().enumerate() {
            look(index, check)?;
            let (own, others) = (self.own[index], self.others[index]);
            if node.is_chance() {
                for child in node.range() {
                    self.own[child] = own;
                    self.others[child] = others * tree.nodes[child].weight;
                }
                continue;
            }
            if node.sets[player] != NONE {
                self.reach[node.sets[player] as usize] = own;
                self.cover[node.sets[player] as usize] += others;
            }
            let strategies = node.sets.map(|set| strategy(tree, current, set));
            let mut child = node.first as usize;
            for &first in strategies[0] {
                for &second in strategies[1] {
                    let both = [first, second];
                    self.own[child] = own * both[player];
                    self.others[child] = others * both[1 - player];
                    child += 1;
                }
            }
        }
        Ok(())
    }

    /// Values, from the ends of the game back; and the counterfactual values of the player's actions.
    fn backward<G: Game>(
        &mut self,
        tree: &GameTree<G>,
        current: &[f64],
        player: usize,
        check: &mut dyn FnMut(u32) -> Option<Limit>,
    ) -> Result<(), Limit> {
        self.gain.fill(0.0);
        for (index, node) in tree.nodes.iter().enumerate().rev() {
            look(index, check)?;
            if node.children == 0 {
                self.value[index] = if player == 0 { node.payoff } else { tree.sum - node.payoff };
                continue;
            }
            if node.is_chance() {
                self.value[index] = node.range().map(|child| tree.nodes[child].weight * self.value[child]).sum();
                continue;
            }
            let strategies = node.sets.map(|set| strategy(tree, current, set));
            let (own, others) = (strategies[player], strategies[1 - player]);
            let offset = match node.sets[player] {
                NONE => None,
                set => Some(tree.sets[set as usize].offset as usize),
            };
            // The children of the player's action are a row or a column of the table of both players' actions.
            let columns = strategies[1].len();
            let [mine, theirs] = if player == 0 { [columns, 1] } else { [1, columns] };
            let mut value = 0.0;
            for (action, probability) in own.iter().enumerate() {
                let first = node.first as usize + action * mine;
                let worth: f64 =
                    others.iter().enumerate().map(|(other, p)| p * self.value[first + other * theirs]).sum();
                value += probability * worth;
                if let Some(offset) = offset {
                    self.gain[offset + action] += self.others[index] * worth;
                }
            }
            self.value[index] = value;
        }
        Ok(())
    }
}

/// Looks at the clock now and then.
fn look(index: usize, check: &mut dyn FnMut(u32) -> Option<Limit>) -> Result<(), Limit> {
    match index % CHUNK {
        0 => check(CHUNK as u32).map_or(Ok(()), Err),
        _ => Ok(()),
    }
}

/// The strategy at a set; certainty if the player has no choice.
fn strategy<'s, G: Game>(tree: &GameTree<G>, current: &'s [f64], set: u32) -> &'s [f64] {
    if set == NONE { &[1.0] } else { &current[tree.sets[set as usize].slots()] }
}
