//! Plain minimax: every move of every player to a fixed depth, without pruning or a table.
//!
//! One player maximises; two players with a constant sum maximise and minimise (Shannon 1950); several players each
//! maximise their own payoff (max^n, Luckhardt and Irani 1986); chance is averaged (expectiminimax, Michie 1966). It
//! is the reference implementation that the other searches of this folder are tested against, and the slowest of them.

use super::config::{MAX_DEPTH, refuse_kind};
use super::parameters::{read_depth, write_depth};
use crate::budget::{Budget, Limit, Meter, Pace, Signal};
use crate::evaluation::{Evaluator, Weights};
use crate::game::{Game, Moves, Payoffs, Player, Turn, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};
use crate::search::parameter::{Configure, Parameter, ParameterError};
use crate::search::random::own_moves;
use crate::search::{Refusal, Search};

/// The configuration of [`Minimax`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MinimaxConfig {
    /// The search depth in decisions; limited only by the budget if not given. Chance turns are not counted.
    pub depth: Option<u32>,
    /// Weights of the evaluation instead of the game's own.
    pub weights: Option<Weights>,
}

impl Configure for MinimaxConfig {
    fn parameters(&self) -> Vec<Parameter> {
        let weights = Weights::write(self.weights.as_ref());
        let row = |name, default, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("depth", write_depth(self.depth), "budget, 1 … 250", "search depth in decisions"),
            row("weights", weights, "game, @FILE", "weights of the evaluation, as TOML"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "depth" => self.depth = read_depth(key, value)?,
            "weights" => self.weights = Weights::read(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Plain minimax, max^n and expectiminimax.
pub struct Minimax<G> {
    game: G,
    config: MinimaxConfig,
}

impl<G: Game> Minimax<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: MinimaxConfig) -> Result<Self, Refusal> {
        refuse_kind(&game.info(), "minimax")?;
        if config.depth.is_some_and(|depth| depth == 0 || depth > MAX_DEPTH) {
            return Err(Refusal::out_of_range(format!("depth: from 1 to {MAX_DEPTH}")));
        }
        Evaluator::new(&game, config.weights.as_ref())?;
        Ok(Minimax { game, config })
    }
}

/// The payoffs of all players, whether they are independent of the horizon, and the principal variation.
#[derive(Clone, Debug)]
struct Worth<M> {
    value: Payoffs,
    complete: bool,
    line: Vec<M>,
}

/// One search to one depth.
struct Run<'g, G: Game> {
    game: &'g G,
    evaluator: &'g Evaluator<'g, G>,
    players: usize,
    meter: &'g Meter,
    pace: Pace,
    most: u64,
    nodes: u64,
    deepest: usize,
    stopped: Option<Limit>,
    /// The last finished iteration.
    standing: Report<G::Move>,
}

impl<G: Game> Run<'_, G> {
    /// The value of a position; `None` if the budget ended.
    fn worth(&mut self, state: Box<G::State>, depth: u32, ply: usize) -> Option<Worth<G::Move>> {
        if self.nodes >= self.most {
            self.stopped = Some(Limit::Simulations);
            return None;
        }
        match self.pace.step(self.meter) {
            Signal::GoOn => {}
            Signal::Report => {
                let report = self.standing.clone().with_end(Limit::Running, 0.0);
                self.meter.publish(report.with_work(self.nodes, Unit::Nodes).checked_by(self.game));
            }
            Signal::End(limit) => {
                self.stopped = Some(limit);
                return None;
            }
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        let mut moves = Moves::new();
        let turn = self.game.turn(&state, &mut moves);
        if turn == Turn::Over || depth == 0 || ply >= 2 * MAX_DEPTH as usize {
            return Some(self.leaf(&state, turn == Turn::Over));
        }
        let below = if turn == Turn::Chance { depth } else { depth - 1 };
        let mut total = Worth { value: [0.0; 8], complete: true, line: Vec::new() };
        let mut best = f64::NEG_INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            let worth = self.worth(next, below, ply + 1)?;
            total.complete &= worth.complete;
            match turn {
                Turn::Player(player) if worth.value[player.index()] > best => {
                    best = worth.value[player.index()];
                    total.value = worth.value;
                    total.line = std::iter::once(mv).chain(worth.line).collect();
                }
                Turn::Chance => {
                    let weight = moves.weight(index);
                    total.value.iter_mut().zip(worth.value).for_each(|(sum, value)| *sum += weight * value);
                }
                _ => {}
            }
        }
        Some(total)
    }

    fn leaf(&self, state: &G::State, over: bool) -> Worth<G::Move> {
        let mut value = Payoffs::default();
        for (seat, payoff) in value[..self.players].iter_mut().enumerate() {
            let player = Player(seat as u8);
            *payoff = if over { self.game.payoff(state, player) } else { self.evaluator.value(state, player) };
        }
        Worth { value, complete: over, line: Vec::new() }
    }
}

impl<G: Game> Search<G> for Minimax<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let seat = position.observer().index();
        let mut candidates: Vec<Candidate<G::Move>> =
            own_moves(&self.game, position).into_iter().map(Candidate::new).collect();
        rng.shuffle(&mut candidates);
        let evaluator = match Evaluator::new(&self.game, self.config.weights.as_ref()) {
            Ok(evaluator) => evaluator,
            Err(refusal) => unreachable!("rejected when the search was made: {refusal}"),
        };
        let players = self.game.info().players();
        let mut report = Report::of_candidates(candidates.clone());
        let mut run = Run {
            game: &self.game,
            evaluator: &evaluator,
            players,
            meter: &meter,
            pace: Pace::new(&meter),
            most: meter.simulations_left(0),
            nodes: 0,
            deepest: 0,
            stopped: None,
            standing: report.clone(),
        };
        let last = self.config.depth.unwrap_or(MAX_DEPTH);
        for depth in if self.config.depth.is_some() { last..=last } else { 1..=last } {
            let mut done = Vec::new();
            for candidate in &candidates {
                let mut next = Box::new(position.state().clone());
                self.game.play(&mut next, candidate.mv);
                let before = run.nodes;
                let Some(worth) = run.worth(next, depth - 1, 1) else { break };
                done.push((worth, run.nodes - before));
            }
            if done.len() < candidates.len() {
                report.ended_by = run.stopped.unwrap_or(Limit::Finished);
                break;
            }
            let complete = done.iter().all(|(worth, _)| worth.complete);
            let mut best = f64::NEG_INFINITY;
            for (candidate, (worth, nodes)) in candidates.iter_mut().zip(done) {
                let value = worth.value[seat];
                candidate.mean = Some(value);
                candidate.proven = worth.complete.then_some(value);
                candidate.visits += nodes;
                if value > best {
                    best = value;
                    report.best = Some(candidate.mv);
                    report.pv = std::iter::once(candidate.mv).chain(worth.line).collect();
                }
            }
            report.value = best.is_finite().then_some(best);
            report.proven = complete && !candidates.is_empty();
            report.depth = depth;
            report.ended_by = if complete { Limit::Finished } else { Limit::Depth };
            if complete {
                break;
            }
            run.standing = report.clone().with_candidates(candidates.clone());
        }
        candidates.sort_by(|a, b| b.mean.unwrap_or(f64::MIN).total_cmp(&a.mean.unwrap_or(f64::MIN)));
        let (ended_by, depth) = (report.ended_by, report.depth.max(run.deepest as u32));
        report
            .with_candidates(candidates)
            .with_work(run.nodes, Unit::Nodes)
            .with_size(run.nodes, 0, depth)
            .with_end(ended_by, meter.elapsed().as_secs_f64())
            .checked_by(&self.game)
    }
}
