//! Large-neighbourhood repair of a line: what comes after a move of it is searched anew by rollouts that learn, and kept
//! if it is no worse.

use super::Findings;
use super::nrpa::{self, Run};
use super::rollout::{Rollout, adapt};
use crate::budget::{Limit, Meter};
use crate::game::Game;
use crate::random::Random;

/// How a line is repaired.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How the rest is searched.
    pub search: nrpa::Config,
    /// Steps by which a policy learns the rest as it was before it is searched anew.
    pub warm: u32,
    /// Temperature, points.
    pub heat: f64,
}

/// A line with the states on its way.
pub(crate) struct Line<'l, G: Game> {
    game: &'l G,
    states: Vec<G::State>,
    pub(crate) rollout: Rollout<G::Move>,
}

impl<'l, G: Game> Line<'l, G> {
    pub(crate) fn new(game: &'l G, start: &G::State, rollout: Rollout<G::Move>) -> Self {
        let mut line = Line { game, states: vec![start.clone()], rollout };
        line.catch_up();
        line
    }

    fn catch_up(&mut self) {
        for index in self.states.len() - 1..self.rollout.moves.len() {
            let mut state = self.states[index].clone();
            self.game.play(&mut state, self.rollout.moves[index]);
            self.states.push(state);
        }
    }

    /// Repairs until the meter says so.
    pub(crate) fn repair(&mut self, config: &Config, findings: &Findings<'_, G::Move>, until: &Meter, mut rng: Random) -> Limit {
        let mut run = Run::new(self.game, &config.search, findings, until, rng.split());
        let begun = until.used(findings.simulations());
        loop {
            let used = (until.used(findings.simulations()) - begun) / (1.0 - begun).max(1e-9);
            let temperature = config.heat * (1.0 - used).max(0.0);
            let at = rng.below(self.rollout.moves.len().saturating_sub(1).max(1));
            run.start_from(self.states[at].clone(), &self.rollout.moves[..at]);
            let (found, ended) = run.once(|policy, changes| {
                for _ in 0..config.warm {
                    adapt(policy, &self.rollout, at, config.search.alpha, changes);
                }
            });
            if found.value >= self.rollout.value + temperature * rng.unit().max(1e-300).ln() {
                self.rollout.splice(at, found);
                self.states.truncate(at + 1);
                self.catch_up();
            }
            if let Some(limit) = ended {
                return limit;
            }
        }
    }
}
