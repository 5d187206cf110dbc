//! Monte-Carlo counterfactual regret minimisation: traversals one after the other, updating the players in turn.

use super::keys::Keys;
use super::table::Table;
use super::walk::{Buffers, Place, Walk};
use super::{Averaging, GameTree, MccfrConfig, Profile};
use crate::budget::{Limit, Meter, Pace, Signal};
use crate::game::{Game, Player};
use crate::random::Random;

/// The state of the traversals: what they have learnt of every information set that they met.
pub struct Sampler {
    config: MccfrConfig,
    pub(super) table: Table,
    traversals: u64,
    /// Games played to their end.
    done: u64,
    deepest: u32,
}

impl Sampler {
    /// Before the first traversal, with up to this many bytes.
    pub fn new(config: MccfrConfig, memory: usize) -> Self {
        Sampler { config, table: Table::new(memory), traversals: 0, done: 0, deepest: 0 }
    }

    /// Traverses the game below `start`, or below a start of the game if it is `None`, until the budget ends. `report` is
    /// called whenever the budget's watch asks.
    pub fn run<G: Game>(
        &mut self,
        game: &G,
        start: Option<&G::State>,
        meter: &Meter,
        rng: &mut Random,
        report: &mut dyn FnMut(&Self, u64),
    ) -> Limit {
        let keys = Keys::of(game);
        let mut pace = Pace::new(meter);
        let mut buffers = Buffers::default();
        let before = self.done;
        let mut counted = 0;
        loop {
            if let Some(limit) = meter.exceeded(self.done - before) {
                return limit;
            }
            let mut wanted = false;
            let mut check = || match pace.step(meter) {
                Signal::End(limit) => Some(limit),
                signal => {
                    wanted |= signal == Signal::Report;
                    None
                }
            };
            let root = start.cloned().unwrap_or_else(|| game.start(rng));
            let weight = match self.config.averaging {
                Averaging::Linear => (self.traversals / 2 + 1) as f64,
                Averaging::Uniform => 1.0,
            };
            let mut walk = Walk {
                game,
                keys: &keys,
                table: &mut self.table,
                rng,
                sampling: self.config.sampling,
                me: Player((self.traversals % 2) as u8),
                weight,
                epsilon: self.config.epsilon,
                check: &mut check,
                buffers: &mut buffers,
                deepest: self.deepest,
                ends: self.done,
                most: before.saturating_add(meter.simulations_left(0)),
            };
            let ended = walk.value(root, Place::ROOT);
            self.deepest = walk.deepest;
            let ends = std::mem::replace(&mut self.done, walk.ends);
            counted += self.done - ends;
            if counted >= 256 {
                meter.progress().count(std::mem::take(&mut counted));
            }
            if let Err(limit) = ended {
                return limit;
            }
            self.traversals += 1;
            if wanted {
                report(self, self.done - before);
            }
        }
    }

    /// Games played to their end so far: one per traversal with outcome sampling, one per sequence of own actions with
    /// external sampling.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The length of the longest game that was met, in turns.
    pub fn depth(&self) -> u32 {
        self.deepest
    }

    /// The number of information sets that were met.
    pub fn information_sets(&self) -> usize {
        self.table.len()
    }

    /// The average strategies on a tree of the same game; uniform at information sets that were never met.
    pub fn average<G: Game>(&self, tree: &GameTree<G>) -> Profile {
        let mut profile = Profile::uniform(tree);
        for (number, set) in tree.sets.iter().enumerate() {
            if let Some(strategy) = self.table.average(set.key).filter(|own| own.len() == set.actions as usize) {
                profile.set(tree, number, &strategy);
            }
        }
        profile
    }
}
