//! Perfect-information Monte Carlo (Levy 1989; Ginsberg 2001): many determinizations of the view are
//! sampled, a search for perfect information values every root move in each, and the move with the best mean is chosen.
//!
//! The method is strong where play reveals much and hidden facts matter late, as in bridge. It has two known limits:
//! *strategy fusion*, since each determinization is solved as if the hidden information were known and different play
//! could be chosen for each, and *non-locality*, since determinizations are sampled without regard to whether the
//! others would have let them arise (Frank and Basin 1998; Long et al. 2010 measure when that matters).

pub mod explain;

use serde::{Deserialize, Serialize};

use super::parameter::{Configure, Parameter, ParameterError, read};
use super::random::own_moves;
use super::{Refusal, RefusalKind, Search};
use crate::budget::{Budget, Limit, Meter, Watch};
use crate::game::{Game, PerfectInformation, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};
use crate::search::threads;

/// The configuration; the search that solves each determinization is passed to the constructor of [`Pimc`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Determinizations (sampled states) for a decision.
    pub determinizations: u32,
    /// Threads that share the determinizations. The result does not depend on their number unless time ends the search.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { determinizations: 100, threads: 1 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row(
                "determinizations",
                self.determinizations.to_string(),
                "1 …",
                "sampled states that are solved for a decision",
            ),
            row("threads", self.threads.to_string(), "1 …", "threads that share the determinizations"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            // The former name is still accepted.
            "determinizations" | "deals" => self.determinizations = read(key, value, "a whole number, 1 or more")?,
            "threads" => self.threads = read(key, value, "a whole number, 1 or more")?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// A search that solves determinizations, which have perfect information.
pub type Solver<'s, G> = Box<dyn Search<PerfectInformation<G>> + 's>;

/// Perfect-information Monte Carlo.
pub struct Pimc<'s, G: Game> {
    game: G,
    samples: u32,
    /// One solver per thread.
    solvers: Vec<Solver<'s, G>>,
}

/// The result of one determinization.
struct Solved {
    /// Its number, from 0.
    number: u64,
    /// The value of every root move that the solver valued.
    values: Vec<Option<f64>>,
    simulations: u64,
    unit: Unit,
    nodes: u64,
    bytes: u64,
    depth: u32,
    ended_by: Limit,
}

impl<'s, G: Game + Clone> Pimc<'s, G> {
    /// A search for `game` whose determinizations are solved by what `make` makes, or the reason why it cannot be.
    pub fn new(
        game: G,
        config: Config,
        make: impl Fn(PerfectInformation<G>) -> Result<Solver<'s, G>, Refusal>,
    ) -> Result<Self, Refusal> {
        let info = game.info();
        if !info.hidden {
            return Err(Refusal::new(
                RefusalKind::PerfectInformation,
                format!("pimc is for hidden information; `{}` has perfect information", info.name),
            ));
        }
        if game.capabilities().hidden.is_none() {
            let name = &info.name;
            return Err(Refusal::missing_capability(format!(
                "`{name}` has hidden information and no capability to sample positions"
            )));
        }
        if config.determinizations == 0 || config.threads == 0 {
            return Err(Refusal::out_of_range("determinizations and threads must be at least 1"));
        }
        let solvers = (0..config.threads).map(|_| make(PerfectInformation(game.clone()))).collect::<Result<_, _>>()?;
        Ok(Pimc { game, samples: config.determinizations, solvers })
    }
}

impl<G: Game> Pimc<'_, G> {
    /// The determinizations of a decision; a single move needs none.
    fn planned(&self, moves: &[G::Move], budget: &Budget) -> u64 {
        let wanted = if moves.len() < 2 { 0 } else { u64::from(self.samples) };
        wanted.min(budget.simulations.unwrap_or(u64::MAX))
    }
}

/// One search's task, as all threads read it.
struct Task<'t, G: Game> {
    game: &'t G,
    view: &'t View<G::State>,
    moves: &'t [G::Move],
    budget: &'t Budget,
    meter: &'t Meter,
    seed: u64,
    /// Determinizations to be solved.
    samples: u64,
    threads: u64,
}

impl<G: Game> Task<'_, G> {
    /// Solves the determinizations, a share of them on every solver's thread.
    fn solve_all(&self, solvers: &mut [Solver<'_, G>]) -> Vec<Solved> {
        let mut shares: Vec<_> = solvers.iter_mut().map(|solver| (solver, Vec::new())).collect();
        threads::on_each(self.meter, &mut shares, |thread, (solver, solved)| {
            *solved = self.solve_share(thread as u64, &mut ***solver);
        });
        let mut samples: Vec<_> = shares.into_iter().flat_map(|(_, solved)| solved).collect();
        // Sums are taken in the order of the determinizations, so that rounding does not depend on the threads.
        samples.sort_by_key(|sample| sample.number);
        samples
    }

    /// Solves every determinization of one thread, or those that there is time for.
    fn solve_share(&self, thread: u64, solver: &mut (dyn Search<PerfectInformation<G>> + '_)) -> Vec<Solved> {
        let own: Vec<u64> = (thread..self.samples).step_by(self.threads as usize).collect();
        let mut solved = Vec::with_capacity(own.len());
        for (place, &sample) in own.iter().enumerate() {
            let left = self.budget.time.map(|time| time.saturating_sub(self.meter.elapsed()));
            if self.meter.stop_flag().is_raised() || left.is_some_and(|left| left.is_zero()) {
                break;
            }
            let budget = Budget {
                simulations: self
                    .budget
                    .simulations
                    .map(|most| most / self.samples + u64::from(sample < most % self.samples)),
                time: left.map(|left| left / (own.len() - place) as u32),
                memory: self.budget.memory.map(|bytes| bytes / self.threads as usize),
                // A solver's report on one determinization is not a report of this search.
                watch: Watch::default(),
                stop: self.meter.stop_flag().clone(),
                ..self.budget.clone()
            };
            solved.push(self.solve(sample, solver, &budget));
            if thread == 0 && self.meter.report_wanted() {
                self.publish(&solved);
            }
        }
        solved
    }

    /// Publishes the results of the determinizations solved by one thread.
    #[cold]
    fn publish(&self, solved: &[Solved]) {
        let candidates = rank(self.game, self.view, self.moves, solved.iter());
        let simulations = solved.iter().map(|sample| sample.simulations).sum();
        let report = Report::of_candidates(candidates).with_work(simulations, unit(solved.iter()));
        self.meter.publish(report.with_end(Limit::Running, 0.0));
    }

    /// Draws the determinization of this number, with the generator that its search uses.
    fn sample(&self, number: u64) -> (G::State, Random) {
        let mut rng = Random::derive(self.seed, number);
        let hidden = self.game.capabilities().hidden.expect("checked when the search was made");
        let state = hidden.sample(self.view.state(), self.view.observer(), &mut rng);
        (state, rng)
    }

    fn solve(&self, sample: u64, solver: &mut (dyn Search<PerfectInformation<G>> + '_), budget: &Budget) -> Solved {
        let (state, mut rng) = self.sample(sample);
        let view = View::of(&PerfectInformation(self.game), &state, self.view.observer());
        solver.reset();
        let report = solver.search(&view, budget, &mut rng);
        let value = |mv: &G::Move| {
            let candidate = report.candidates.iter().find(|candidate| candidate.mv == *mv)?;
            candidate.proven.or(candidate.mean)
        };
        Solved {
            number: sample,
            values: self.moves.iter().map(value).collect(),
            simulations: report.simulations,
            unit: report.unit,
            nodes: report.nodes,
            bytes: report.bytes,
            depth: report.depth,
            ended_by: report.ended_by,
        }
    }
}

impl<G: Game> Search<G> for Pimc<'_, G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let moves = own_moves(&self.game, position);
        let planned = if moves.len() < 2 { 0 } else { u64::from(self.samples) };
        let task = Task {
            game: &self.game,
            view: position,
            moves: &moves,
            budget,
            meter: &meter,
            seed: rng.next(),
            samples: self.planned(&moves, budget),
            threads: self.solvers.len() as u64,
        };
        let samples = task.solve_all(&mut self.solvers);
        let candidates = rank(&self.game, position, &moves, samples.iter());
        let most = |of: fn(&Solved) -> u64| samples.iter().map(of).max().unwrap_or(0);
        let ended_by = samples.iter().map(|sample| sample.ended_by).find(|&by| by != Limit::Finished);
        let mut report = Report::of_candidates(candidates)
            .with_work(samples.iter().map(|sample| sample.simulations).sum(), unit(samples.iter()))
            .with_size(
                most(|sample| sample.nodes),
                most(|sample| sample.bytes) * task.threads,
                most(|sample| sample.depth.into()) as u32,
            )
            .with_end(ended_by.unwrap_or(Limit::Finished), 0.0);
        if (samples.len() as u64) < planned {
            report.notes.push(format!("{} of {planned} determinizations were solved", samples.len()));
            report.ended_by = meter.exceeded(task.samples).unwrap_or(report.ended_by);
        }
        report.seconds = meter.elapsed().as_secs_f64();
        report
    }

    fn reset(&mut self) {
        self.solvers.iter_mut().for_each(|solver| solver.reset());
    }
}

/// What the solver counts.
fn unit<'s>(mut samples: impl Iterator<Item = &'s Solved>) -> Unit {
    samples.next().map_or(Unit::Simulations, |sample| sample.unit)
}

/// The root moves with their means over the determinizations that valued them, the best first. Solvers may leave out
/// equivalent moves; a move that was valued by less than half of the determinizations of the others comes last. Equal
/// means are ordered by the game's tactics.
fn rank<'d, G: Game>(
    game: &G,
    position: &View<G::State>,
    moves: &[G::Move],
    samples: impl Iterator<Item = &'d Solved> + Clone,
) -> Vec<Candidate<G::Move>> {
    let candidate = |(index, &mv): (usize, &G::Move)| {
        let values = samples.clone().filter_map(|sample| sample.values[index]);
        let (visits, sum) = values.fold((0, 0.0), |(visits, sum), value| (visits + 1, sum + value));
        Candidate::new(mv).with_mean(visits, sum / visits as f64)
    };
    let mut candidates: Vec<_> = moves.iter().enumerate().map(candidate).collect();
    let most = candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
    let tactics = game.capabilities().tactics;
    candidates.sort_by_cached_key(|candidate| {
        let counts = 2 * candidate.visits >= most;
        // Means are rounded so that the order of additions does not decide.
        let mean = candidate.mean.map_or(i64::MIN, |mean| (mean * 1e9).round() as i64);
        let rank = tactics.map_or(0, |tactics| tactics.rank(position.state(), candidate.mv));
        std::cmp::Reverse((counts, mean, rank))
    });
    candidates
}
