//! The strongest way to spend a budget that was measured: a race of [learning rollouts](super::nrpa).
//!
//! Every rule by which the game offers moves enters the race with a run of its own. After each round the worse half
//! leaves, until there are as few runs as threads; those share the rest of the budget.

use super::learner::Learner;
use super::{Findings, check, conduct, nrpa};
use crate::budget::{Budget, Limit, Meter};
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, NUMBER, Parameter, ParameterError, read};
use crate::search::{Refusal, Search};

/// The configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How rollouts learn.
    pub nrpa: nrpa::Config,
    /// The share of the budget for the rounds before the last.
    pub race: f64,
    /// The fewest playouts of a run in the first round. Runs for which nothing is left do not enter.
    pub least: u64,
    /// Worker threads.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { nrpa: nrpa::Config::default(), race: 0.5, least: 500, threads: 1 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("race", self.race.to_string(), "0…1", "share of the budget for the rounds before the last"),
            row("least", self.least.to_string(), "1 …", "fewest playouts of a run in the first round"),
            row("level", self.nrpa.level.to_string(), "1-8", "how deep searches are nested"),
            row(
                "iterations",
                self.nrpa.iterations.to_string(),
                "1 …",
                "searches of the level below in one of any level",
            ),
            row("threads", self.threads.to_string(), "1 …", "worker threads"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "race" => self.race = read(key, value, NUMBER)?,
            "least" => self.least = read(key, value, COUNT)?,
            "threads" => self.threads = read(key, value, COUNT)?,
            _ => return self.nrpa.set(key, value),
        }
        Ok(())
    }
}

/// The strongest way to spend a budget that was measured.
pub struct Best<G> {
    game: G,
    config: Config,
}

impl<G: Game> Best<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        check(&game.info(), "best")?;
        Ok(Best { game, config })
    }
}

impl<G: Game> Search<G> for Best<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let rules = self.game.skills().guided.map_or(vec![0], |guided| guided.by_promise());
        let threads = self.config.threads;
        // As many runs as threads, at least.
        let entries = rules.iter().cycle().take(rules.len().max(threads));
        let runs: Vec<_> = entries
            .map(|&rule| Learner::new(&self.game, &self.config.nrpa, rule, position.state(), rng.split()))
            .collect();
        conduct(&self.game, position, budget, |findings, meter| self.race(runs, findings, meter))
    }
}

impl<G: Game> Best<G> {
    fn race(&self, mut runs: Vec<Learner<'_, G>>, findings: &Findings<'_, G::Move>, meter: &Meter) -> Limit {
        let threads = self.config.threads;
        let rounds = (runs.len() as f64 / threads as f64).log2().ceil().max(0.0) as u32;
        for round in 0..=rounds {
            let (from, to) = match rounds {
                0 => (0.0, 1.0),
                _ if round == rounds => (self.config.race, 1.0),
                _ => {
                    let step = self.config.race / f64::from(rounds);
                    (step * f64::from(round), step * f64::from(round + 1))
                }
            };
            let least = if round == 0 { self.config.least } else { 0 };
            let limit = heat(&mut runs, threads, findings, meter, least, from, to);
            if let Some(limit) = meter.exceeded(findings.simulations()) {
                return limit;
            }
            if round == rounds {
                return limit;
            }
            runs.sort_by(|a, b| b.best().total_cmp(&a.best()));
            runs.truncate((runs.len() / 2).max(threads));
        }
        Limit::Finished
    }
}

/// One round: every run goes on for its share of the part of the budget between `from` and `to`.
fn heat<G: Game>(
    runs: &mut [Learner<'_, G>],
    threads: usize,
    findings: &Findings<'_, G::Move>,
    meter: &Meter,
    least: u64,
    from: f64,
    to: f64,
) -> Limit {
    let count = runs.len();
    let mut lanes: Vec<Vec<&mut Learner<'_, G>>> = (0..threads).map(|_| Vec::new()).collect();
    for (index, run) in runs.iter_mut().enumerate() {
        lanes[index % threads].push(run);
    }
    let work = |lane: Vec<&mut Learner<'_, G>>| {
        let own = lane.len();
        let mut limit = Limit::Finished;
        for (place, run) in lane.into_iter().enumerate() {
            let end = from + (to - from) * (place + 1) as f64 / own as f64;
            limit = run.go(findings, &meter.part((to - from) / count as f64, end));
        }
        limit
    };
    let _ = least;
    std::thread::scope(|scope| {
        let mut lanes = lanes.into_iter();
        let first = lanes.next();
        for lane in lanes {
            let work = &work;
            scope.spawn(move || work(lane));
        }
        first.map_or(Limit::Finished, work)
    })
}
