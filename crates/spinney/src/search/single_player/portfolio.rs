//! A portfolio of the other searches, the strongest in measurements: a race of [learning rollouts](super::nrpa).
//!
//! The game's rules for offering moves enter the race, the most promising first, each with a run of its own; their
//! number is limited by the budget needed to compare them. After each of three heats the best third continues, but
//! never fewer than there are threads. Then the best line is repaired by [annealing](super::anneal) at low temperature.
//! A small part of the budget goes to exhaustive search: at first from the start, which proves small games, and in the
//! end from the last moves of the best line backwards. Long budgets are divided into independent rounds of all this.

use super::anneal::repair;
use super::beam::learnt::{LEAST, climb};
use super::beam::{Strata, widest};
use super::exact::{Exact, polish};
use super::learner::Learner;
use super::{AUTO, Findings, begin_with, check, conduct, nrpa};
use crate::budget::{Budget, Limit, Meter};
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{
    COUNT, Configure, Parameter, ParameterError, read, read_number, read_positive, read_share,
};
use crate::search::sorting::sort_descending;
use crate::search::threads;
use crate::search::{Refusal, Search};

/// Rounds that a budget is divided into at most.
const MOST_ROUNDS: u64 = 1_000_000;
/// Playouts of the first round where no limit is known.
const FIRST_ROUND: u64 = 1_000_000;
/// Heats of a race.
const HEATS: u64 = 3;
/// One in this many runs continues.
const CUT: usize = 3;
/// One part in this many of the budget goes to a proof.
const PROOF: u64 = 100;
/// Where the race ends, and where the repair of its best line ends and the last moves are searched exhaustively, as
/// shares of a round.
const RACED: f64 = 0.67;
const REPAIRED: f64 = 0.97;
/// Playouts by which the speed is measured.
const TRIAL: u64 = 200;

/// The configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Searches of the level below in one of any level; chosen by the budget if not given.
    pub iterations: Option<u32>,
    /// How much the game's own bias counts.
    pub bias: f32,
    /// Playouts of a run before it is compared with others: runs for which the budget has less do not enter.
    pub least: u64,
    /// Playouts of a round: longer budgets are divided, since several tries find more than one that is longer.
    pub round: u64,
    /// The share of the budget for beams that learn from the best line.
    pub learnt: f64,
    /// Worker threads.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { iterations: None, bias: 0.3, least: 60_000, round: 3_000_000, learnt: 0.4, threads: 1 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let iterations = self.iterations.map_or(AUTO.to_owned(), |iterations| iterations.to_string());
        vec![
            row("iterations", iterations, "auto, 1 …", "searches of the level below in one of any level"),
            row("bias", self.bias.to_string(), "any number", "how much the game's own bias counts"),
            row("least", self.least.to_string(), "1 …", "playouts of a run before it is compared with others"),
            row("round", self.round.to_string(), "1 …", "playouts of a round; longer budgets have several"),
            row(
                "learnt",
                self.learnt.to_string(),
                "0-1",
                "share of the budget for beams that learn from the best line",
            ),
            row("threads", self.threads.to_string(), "1 …", "worker threads"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "iterations" => self.iterations = if value == AUTO { None } else { Some(read(key, value, COUNT)?) },
            "bias" => self.bias = read_number(key, value)? as f32,
            "least" => self.least = read(key, value, COUNT)?,
            "round" => self.round = read(key, value, COUNT)?,
            "learnt" => self.learnt = read_share(key, value)?,
            "threads" => self.threads = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// A portfolio of single-player searches.
pub struct Portfolio<G: Game> {
    game: G,
    config: Config,
    /// Lines to begin with.
    known: Vec<Vec<G::Move>>,
}

impl<G: Game> Portfolio<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        check(&game.info(), "portfolio")?;
        let portfolio = Portfolio { game, config, known: Vec::new() };
        portfolio.learning(1).check()?;
        if portfolio.config.least == 0 || portfolio.config.round == 0 {
            return Err(Refusal::out_of_range("least and round are at least 1"));
        }
        Ok(portfolio)
    }

    /// A race of about this many playouts, a repair and a polish, from the start of the meter to its end.
    fn round(
        &self,
        start: &G::State,
        rules: &[usize],
        findings: &Findings<'_, G::Move>,
        meter: &Meter,
        playouts: u64,
        rng: &mut Random,
    ) {
        Race { portfolio: self, findings, start, rules }.run(meter, playouts, rng);
        repair(&self.game, start, self.config.threads, findings, meter, REPAIRED, rng);
        polish(&self.game, start, findings, meter);
        // Shares of very few playouts come to nothing.
        if findings.simulations() == 0 {
            let config = self.learning(playouts);
            Learner::new(&self.game, &config, rules[0], start, rng.split()).go(findings, meter);
        }
    }

    /// A part of the search with findings of its own, which are then taken over.
    fn part(&self, findings: &Findings<'_, G::Move>, meter: &Meter, work: impl FnOnce(&Findings<'_, G::Move>)) {
        let own = findings.part(meter);
        work(&own);
        let (simulations, value, line) = own.into_best();
        findings.absorb(simulations, value, line);
    }

    /// How rollouts learn in runs of about this many playouts.
    fn learning(&self, playouts: u64) -> nrpa::Config {
        let fitting = (UNFINISHED * playouts as f64).cbrt() as u32;
        let iterations = self.config.iterations.unwrap_or(fitting.clamp(FEWEST, MOST));
        nrpa::Config { iterations, bias: self.config.bias, threads: self.config.threads, ..nrpa::Config::default() }
    }
}

/// Runs find most when the budget ends them in the middle: they are planned for this many times the playouts they have.
const UNFINISHED: f64 = 3.3;
/// The fewest iterations of a level, and the most.
const FEWEST: u32 = 10;
const MOST: u32 = 100;

impl<G: Game> Search<G> for Portfolio<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        conduct(&self.game, position, budget, |findings, meter| {
            let start = position.state();
            begin_with(&self.game, start, &self.known, findings);
            let rules = self.game.capabilities().guided.map_or(vec![0], |guided| guided.by_promise());
            // A trial estimates the number of playouts.
            let config = self.learning(TRIAL);
            let mut trial = Learner::new(&self.game, &config, rules[0], start, rng.split());
            trial.go(findings, &meter.only(TRIAL));
            let foreseen = meter.foreseen(findings.simulations(), self.config.threads as u64);
            let proof = foreseen.map_or(FIRST_ROUND, |playouts| playouts / PROOF);
            if let Some(mut exact) = Exact::new(&self.game, findings, &meter.only(proof))
                && exact.below(start, &[])
            {
                findings.prove(&self.game);
                return Limit::Finished;
            }
            // Long budgets are divided into rounds, and followed by beams that learn from their best line. A budget that
            // only a stop flag ends has rounds of growing length, each followed by such beams.
            let widest = widest(&self.game, budget.memory, Strata::Stage);
            let learnt = if self.game.capabilities().patterns.is_some() { self.config.learnt } else { 0.0 };
            if let Some(playouts) = foreseen {
                let learnt = if playouts as f64 * learnt < LEAST as f64 { 0.0 } else { learnt };
                let racing = meter.part(1.0 - learnt, 1.0 - learnt);
                let playouts = (playouts as f64 * (1.0 - learnt)) as u64;
                let rounds = (playouts / self.config.round).clamp(1, MOST_ROUNDS) as u32;
                for number in 0..rounds {
                    let round = racing.round(findings.simulations(), number, rounds);
                    self.part(findings, &round, |own| {
                        self.round(start, &rules, own, &round, playouts / u64::from(rounds), rng);
                    });
                }
            }
            let mut length = FIRST_ROUND.min(self.config.round);
            while findings.over().is_none() {
                let from = findings.line();
                if learnt > 0.0 && !from.is_empty() {
                    let most = if foreseen.is_some() { u64::MAX } else { length };
                    let rest = meter.round_of(findings.simulations(), most);
                    self.part(findings, &rest, |own| {
                        climb(&self.game, start, self.config.threads, widest, own, from, rng);
                    });
                }
                let round = meter.round_of(findings.simulations(), length);
                self.part(findings, &round, |own| self.round(start, &rules, own, &round, length, rng));
                length = (2 * length).min(self.config.round);
            }
            findings.over().unwrap_or(Limit::Finished)
        })
    }

    fn begin_with(&mut self, line: &[G::Move]) -> bool {
        self.known.push(line.to_vec());
        true
    }

    fn reset(&mut self) {
        self.known.clear();
    }
}

/// What all heats of a race have in common.
struct Race<'r, G: Game> {
    portfolio: &'r Portfolio<G>,
    findings: &'r Findings<'r, G::Move>,
    start: &'r G::State,
    rules: &'r [usize],
}

impl<G: Game> Race<'_, G> {
    /// The race, if the whole meter has about this many playouts.
    fn run(&self, meter: &Meter, playouts: u64, rng: &mut Random) {
        let threads = self.portfolio.config.threads;
        let playouts = (playouts as f64 * RACED) as u64;
        let entries = (playouts / (HEATS * self.portfolio.config.least)) as usize;
        let heats = heats(entries.clamp(threads, self.rules.len().max(threads)), threads);
        let share_of_winner: f64 = heats.iter().map(|&runs| 1.0 / runs as f64).sum::<f64>() / heats.len() as f64;
        let config = self.portfolio.learning((playouts as f64 * share_of_winner) as u64);
        let entries = self.rules.iter().cycle().take(heats[0]);
        let mut runs: Vec<_> =
            entries.map(|&rule| Learner::new(&self.portfolio.game, &config, rule, self.start, rng.split())).collect();
        for (heat, &count) in heats.iter().enumerate() {
            sort_descending(&mut runs, Learner::best);
            runs.truncate(count);
            let until = |heat: usize| RACED * heat as f64 / heats.len() as f64;
            self.heat(&mut runs, meter, until(heat), until(heat + 1));
            if self.findings.over().is_some() {
                return;
            }
        }
    }

    /// One heat: every run continues for its share of the part of the budget between `from` and `to`.
    fn heat(&self, runs: &mut [Learner<'_, G>], meter: &Meter, from: f64, to: f64) {
        let (threads, count) = (self.portfolio.config.threads, runs.len());
        let mut lanes: Vec<Vec<&mut Learner<'_, G>>> = (0..threads).map(|_| Vec::new()).collect();
        for (index, run) in runs.iter_mut().enumerate() {
            lanes[index % threads].push(run);
        }
        threads::on_each(meter, &mut lanes, |_, lane| {
            let own = lane.len();
            for (place, run) in lane.iter_mut().enumerate() {
                let end = from + (to - from) * (place + 1) as f64 / own as f64;
                let share = (to - from) / count as f64;
                run.go(self.findings, &meter.part(share, end));
            }
        });
    }
}

/// How many runs there are in each heat.
fn heats(entries: usize, threads: usize) -> Vec<usize> {
    let mut heats = vec![entries];
    while heats.len() < HEATS as usize && heats[heats.len() - 1] > threads {
        heats.push(heats[heats.len() - 1].div_ceil(CUT).max(threads));
    }
    heats
}
