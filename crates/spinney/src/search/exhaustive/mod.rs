//! Exhaustive search: exact values of small games by backward induction (von Neumann 1928, Kuhn 1953).
//!
//! This is the reference implementation that every other search is tested against. One player maximises; two and more
//! each maximise their own payoff (max^n, Luckhardt and Irani 1986), and take the first of equally good moves; chance
//! is averaged by its probabilities; simultaneous moves of two players with a constant sum are a [matrix game](matrix),
//! and other joint turns are solved if elimination of dominated moves solves them.
//!
//! In games of more than two players, or without constant sum, the value can depend on how a player breaks ties between
//! equally good moves. [`Solution`] therefore gives bounds over all tie-breaking rules.

mod joint;
pub mod matrix;
mod solve;

pub use solve::{Choice, Solution, solve};

use self::solve::{Run, Worth, check};
use super::parameter::{Configure, Parameter, ParameterError, read};
use super::random::own_moves;
use super::{Refusal, Search};
use crate::budget::{Budget, Limit, Pace, Signal};
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};

/// The configuration of [`Exhaustive`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExhaustiveConfig {
    /// Gives up after this many positions, whatever the budget.
    pub nodes: u64,
}

impl Default for ExhaustiveConfig {
    fn default() -> Self {
        ExhaustiveConfig { nodes: 50_000_000 }
    }
}

impl Configure for ExhaustiveConfig {
    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter {
            name: "nodes",
            default: self.nodes.to_string(),
            range: "1 …",
            meaning: "gives up after this many positions and returns what is known",
        }]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "nodes" => self.nodes = read(key, value, "a whole number")?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Searches the whole game and returns the exact value. If the budget ends before, it decides by the root moves that it
/// has solved, and the report says so.
pub struct Exhaustive<G> {
    game: G,
    config: ExhaustiveConfig,
}

impl<G: Game> Exhaustive<G> {
    /// An exhaustive search of `game`.
    pub fn new(game: G, config: ExhaustiveConfig) -> Result<Self, Refusal> {
        check(&game.info())?;
        Ok(Exhaustive { game, config })
    }
}

impl<G: Game> Search<G> for Exhaustive<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let most = self.config.nodes;
        let moves = own_moves(&self.game, position);
        let mut report = first_move(&moves);
        let mut run = match Run::new(&self.game, position.state()) {
            Ok(run) if !moves.is_empty() => run,
            Ok(_) => return report,
            Err(refusal) => {
                report.notes.push(refusal.to_string());
                return report;
            }
        };
        let most = meter.simulations_left(0).min(most);
        let mut pace = Pace::new(&meter);
        let ended = run.advance(|run| {
            if run.nodes >= most {
                return Some(Limit::Simulations);
            }
            match pace.step(&meter) {
                Signal::GoOn => None,
                Signal::Report => {
                    let mut report = first_move(&moves).with_end(Limit::Running, 0.0);
                    write_so_far(&mut report, position, run);
                    meter.publish(report.checked_unpruned(&self.game));
                    None
                }
                Signal::End(limit) => Some(limit),
            }
        });
        report.simulations = run.nodes;
        report.depth = run.depth as u32;
        match ended {
            Ok(Some(limit)) => {
                report.ended_by = limit;
                write_so_far(&mut report, position, &run);
            }
            Ok(None) => match run.solution() {
                Ok(solution) => answer(&mut report, position, &solution, rng),
                Err(refusal) => report.notes.push(refusal.to_string()),
            },
            Err(refusal) => report.notes.push(refusal.to_string()),
        }
        report.seconds = meter.elapsed().as_secs_f64();
        report.checked_unpruned(&self.game)
    }
}

/// The report before anything is known.
fn first_move<M: Copy>(moves: &[M]) -> Report<M> {
    Report::of_moves(moves.iter().copied()).with_work(0, Unit::Nodes)
}

/// Writes the results of an unfinished run into a report.
fn write_so_far<G: Game>(report: &mut Report<G::Move>, position: &View<G::State>, run: &Run<'_, G>) {
    report.simulations = run.nodes;
    report.depth = run.depth as u32;
    if let Some((done, line)) = run.so_far() {
        answer_so_far(report, position, done, line);
    }
    report.notes.push(format!("not exact: ended after {} positions", run.nodes));
}

/// Decides by the root moves that are solved.
fn answer_so_far<S: Clone + Send + Sync, M: Copy + PartialEq>(
    report: &mut Report<M>,
    position: &View<S>,
    done: &[Worth],
    line: &[M],
) {
    let seat = position.observer().index();
    for (candidate, worth) in report.candidates.iter_mut().zip(done) {
        candidate.proven = Some(worth.value[seat]);
    }
    if let Some(&best) = line.first() {
        report.best = Some(best);
        report.pv = line.to_vec();
        report.value = report.candidates.iter().find(|candidate| candidate.mv == best).and_then(|best| best.proven);
    }
    best_first(report);
}

/// Decides by the exact solution. On a joint turn the move is drawn from the equilibrium.
fn answer<S: Clone + Send + Sync, M: Copy + PartialEq>(
    report: &mut Report<M>,
    position: &View<S>,
    solution: &Solution<M>,
    rng: &mut Random,
) {
    let player = position.observer();
    let joint = solution.turn == crate::game::Turn::Joint;
    let mut left = rng.unit();
    let mut drawn = None;
    for (candidate, choice) in report.candidates.iter_mut().zip(solution.choices_of(player)) {
        let value = choice.value[player.index()];
        if joint {
            candidate.mean = Some(value);
            candidate.probability = Some(choice.probability);
        } else {
            candidate.proven = Some(value);
        }
        left -= choice.probability;
        if choice.probability > 0.0 && (drawn.is_none() || left + choice.probability > 0.0) {
            drawn = Some(choice.mv);
        }
    }
    report.best = drawn.or(report.best);
    report.pv = if joint { report.best.into_iter().collect() } else { solution.line.clone() };
    report.value = Some(solution.value_of(player));
    report.proven = true;
    if solution.is_ambiguous() {
        report.notes.push("another choice between equally good moves would change the value".to_owned());
    }
    best_first(report);
}

/// Orders the candidates by their values, unknown ones last.
fn best_first<M>(report: &mut Report<M>) {
    let value = |candidate: &Candidate<M>| candidate.proven.or(candidate.mean).unwrap_or(f64::NEG_INFINITY);
    report.candidates.sort_by(|a, b| value(b).total_cmp(&value(a)));
}
