//! A run of nested rollout policy adaptation that can stop after any playout and continue later.

use super::findings::Findings;
use super::nrpa::Config;
use super::policy::Policy;
use super::rollout::{Changes, Follower, Leanings, Rollout, adapt};
use crate::budget::{Limit, Meter, Pace};
use crate::game::capabilities::roll_by_listing;
use crate::game::{Game, Player};
use crate::random::{Random, mix};

/// A search of one level that is under way.
struct Level<M> {
    policy: Policy,
    /// The best line so far.
    best: Rollout<M>,
    /// Searches of the level below that are done.
    done: u32,
    /// How often the best value was found again.
    again: u32,
}

impl<M> Level<M> {
    /// Takes in the result of a search of the level below.
    fn take(&mut self, found: &mut Rollout<M>) {
        if found.value > self.best.value {
            self.again = 0;
        } else if found.value == self.best.value {
            self.again += 1;
        }
        if found.value >= self.best.value {
            std::mem::swap(found, &mut self.best);
        }
    }

    fn is_through(&self, config: &Config) -> bool {
        self.done >= config.iterations || (config.repetitions > 0 && self.again >= config.repetitions)
    }

    fn begin(&mut self) {
        self.best.clear();
        self.done = 0;
        self.again = 0;
    }
}

/// A run by one rule of the game.
pub(crate) struct Learner<'g, G: Game> {
    game: &'g G,
    config: &'g Config,
    rule: usize,
    start: &'g G::State,
    rng: Random,
    /// From level 1 on.
    levels: Vec<Level<G::Move>>,
    /// The last playout.
    last: Rollout<G::Move>,
    /// Playouts since level 1 was adapted.
    waiting: u32,
    changes: Changes,
    leanings: Leanings,
    /// The best value of all playouts.
    best: f64,
}

impl<'g, G: Game> Learner<'g, G> {
    /// A run that has not begun.
    pub(crate) fn new(game: &'g G, config: &'g Config, rule: usize, start: &'g G::State, rng: Random) -> Self {
        let level = || Level { policy: Policy::new(config.bits), best: Rollout::default(), done: 0, again: 0 };
        Learner {
            game,
            config,
            rule,
            start,
            rng,
            levels: (0..config.level).map(|_| level()).collect(),
            last: Rollout::default(),
            waiting: 0,
            changes: Changes::default(),
            leanings: Leanings::new(config.bias, config.bits + 1),
            best: f64::NEG_INFINITY,
        }
    }

    /// The best value so far.
    pub(crate) fn best(&self) -> f64 {
        self.best
    }

    /// Continues until the findings or this meter end it; the meter counts the simulations from here on. A completed
    /// search of the highest level begins again.
    pub(crate) fn go(&mut self, findings: &Findings<'_, G::Move>, meter: &Meter) -> Limit {
        let mut simulations = 0;
        let mut pace = findings.pace();
        loop {
            if let Some(limit) = meter.exceeded(simulations).or_else(|| findings.claim(1)) {
                return limit;
            }
            simulations += 1;
            if let Err(limit) = self.play_out(findings, &mut pace) {
                findings.take_back();
                return limit;
            }
            findings.found(self.last.value, self.last.moves.iter().copied());
            self.best = self.best.max(self.last.value);
            self.learn();
        }
    }

    /// Takes the last playout in.
    fn learn(&mut self) {
        self.levels[0].take(&mut self.last);
        self.waiting += 1;
        if self.waiting < self.config.playouts {
            return;
        }
        self.waiting = 0;
        let top = self.levels.len() - 1;
        let mut at = 0;
        loop {
            let level = &mut self.levels[at];
            adapt(&mut level.policy, &level.best, self.config.alpha, &mut self.changes);
            level.done += 1;
            if !level.is_through(self.config) {
                break;
            }
            // This search is complete: the level above learns from it, and it begins again from the policy of that
            // level.
            if at == top {
                level.begin();
                level.policy.clear();
                break;
            }
            let (below, above) = self.levels.split_at_mut(at + 1);
            above[0].take(&mut below[at].best);
            below[at].begin();
            at += 1;
        }
        for index in (0..at).rev() {
            let (below, above) = self.levels.split_at_mut(index + 1);
            below[index].policy.copy_from(&above[0].policy);
        }
    }

    /// One playout by the learnt policy; `Err` if the budget ended before the game did.
    fn play_out(&mut self, findings: &Findings<'_, G::Move>, pace: &mut Pace) -> Result<(), Limit> {
        let mut state = self.start.clone();
        self.last.clear();
        let Level { policy, best, .. } = &self.levels[0];
        let mut guide = Follower {
            policy,
            leanings: &mut self.leanings,
            rng: &mut self.rng,
            least: best.value,
            rollout: &mut self.last,
            findings,
            pace,
            stopped: None,
        };
        let capabilities = self.game.capabilities();
        let ended = match capabilities.guided {
            Some(guided) => guided.roll(self.rule, &mut state, &mut guide),
            None => {
                let code = |state: &G::State, mv: G::Move| match capabilities.codes {
                    Some(codes) => codes.code(state, mv),
                    None => hash_of(&mv),
                };
                roll_by_listing(self.game, code, &mut state, &mut guide)
            }
        };
        if let Some(limit) = guide.stopped {
            return Err(limit);
        }
        if ended {
            self.last.value = self.game.payoff(&state, Player(0));
        }
        Ok(())
    }
}

fn hash_of(mv: &impl std::hash::Hash) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    mv.hash(&mut hasher);
    mix(hasher.finish())
}
