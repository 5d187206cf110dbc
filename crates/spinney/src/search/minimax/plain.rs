//! Plain minimax: every move of every player to a fixed depth, without pruning or a table.
//!
//! One player maximises; two players with a constant sum maximise and minimise (Shannon 1950); several players each
//! maximise their own payoff (max^n, Luckhardt and Irani 1986); chance is averaged (expectiminimax, Michie 1966). It
//! is the reference implementation that the other searches of this folder are tested against, and the slowest of them.

use super::config::{MAX_DEPTH, refuse_kind};
use super::parameters::{CUTOFF_MEANING, CUTOFF_RANGE, read_cutoff, read_depth, write_cutoff, write_depth};
use super::selective::{check_cutoff, cutoff_bounds};
use super::trace::{NoTrace, NodeKind, Step, Tracer, Via};
use crate::budget::{Budget, Limit, Meter, Pace, Signal};
use crate::evaluation::{Evaluator, Weights};
use crate::game::{Game, Moves, Payoffs, Player, Turn, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};
use crate::search::facts::Facts;
use crate::search::parameter::{Configure, Parameter, ParameterError};
use crate::search::random::own_moves;
use crate::search::{Refusal, Search};

/// The configuration of [`Minimax`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MinimaxConfig {
    /// The search depth in decisions; limited only by the budget if not given. Chance turns are not counted.
    pub depth: Option<u32>,
    /// A branch ends where the evaluation gives either side at least this share of the payoff range.
    pub cutoff: Option<f64>,
    /// Weights of the evaluation instead of the game's own.
    pub weights: Option<Weights>,
}

impl Configure for MinimaxConfig {
    fn parameters(&self) -> Vec<Parameter> {
        let weights = Weights::write(self.weights.as_ref());
        let row = |name, default, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("depth", write_depth(self.depth), "budget, 1 … 250", "search depth in decisions"),
            row("cutoff", write_cutoff(self.cutoff), CUTOFF_RANGE, CUTOFF_MEANING),
            row("weights", weights, "game, @FILE", "weights of the evaluation, as TOML"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "depth" => self.depth = read_depth(key, value)?,
            "cutoff" => self.cutoff = read_cutoff(key, value)?,
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

impl MinimaxConfig {
    /// Rejects numbers out of range, and games that this search cannot play.
    pub fn check<G: Game>(&self, game: &G) -> Result<(), Refusal> {
        refuse_kind(&game.info(), "minimax")?;
        if self.depth.is_some_and(|depth| depth == 0 || depth > MAX_DEPTH) {
            return Err(Refusal::out_of_range(format!("depth: from 1 to {MAX_DEPTH}")));
        }
        check_cutoff(self.cutoff, self.weights.is_some(), &Facts::of(game))?;
        Evaluator::new(game, self.weights.as_ref()).map(drop)
    }
}

impl<G: Game> Minimax<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: MinimaxConfig) -> Result<Self, Refusal> {
        config.check(&game)?;
        Ok(Minimax { game, config })
    }
}

/// The payoffs of all players, whether they are independent of the horizon, and the principal variation.
#[derive(Clone, Debug)]
pub(super) struct Worth<M> {
    pub value: Payoffs,
    pub complete: bool,
    pub line: Vec<M>,
}

/// One search to one depth.
pub(super) struct Run<'g, G: Game, T> {
    game: &'g G,
    evaluator: &'g Evaluator<'g, G>,
    /// The player that decides at the root.
    hero: Player,
    players: usize,
    /// Evaluations up to the first and from the second on end a branch.
    cutoff: Option<[f64; 2]>,
    meter: &'g Meter,
    pace: Pace,
    pub most: u64,
    pub nodes: u64,
    pub leaves: u64,
    deepest: usize,
    pub stopped: Option<Limit>,
    /// The last finished iteration.
    standing: Report<G::Move>,
    pub tracer: T,
}

impl<'g, G: Game, T: Tracer<Step<G::Move>>> Run<'g, G, T> {
    pub(super) fn new(
        game: &'g G,
        config: &MinimaxConfig,
        evaluator: &'g Evaluator<'g, G>,
        hero: Player,
        meter: &'g Meter,
        standing: Report<G::Move>,
        tracer: T,
    ) -> Self {
        let info = game.info();
        Run {
            game,
            evaluator,
            hero,
            players: info.players(),
            cutoff: cutoff_bounds(&info, config.cutoff),
            meter,
            pace: Pace::new(meter),
            most: meter.simulations_left(0),
            nodes: 0,
            leaves: 0,
            deepest: 0,
            stopped: None,
            standing,
            tracer,
        }
    }

    /// The value of a position; `None` if the budget ended.
    pub(super) fn worth(
        &mut self,
        state: Box<G::State>,
        depth: u32,
        ply: usize,
        via: Via<G::Move>,
    ) -> Option<Worth<G::Move>> {
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
        let leaf = match turn {
            Turn::Over => Some(NodeKind::Over),
            _ if depth == 0 || ply >= 2 * MAX_DEPTH as usize => Some(NodeKind::Horizon),
            _ if ply > 0 && self.is_beyond_cutoff(&state) => Some(NodeKind::CutOff),
            _ => None,
        };
        self.trace_enter(ply, via, turn, leaf);
        let worth = match leaf {
            Some(kind) => self.leaf(&state, kind == NodeKind::Over),
            None => self.inner(&state, turn, &moves, depth, ply)?,
        };
        self.record(|players| Step::Leave { ply, payoffs: worth.value[..players].to_vec() });
        Some(worth)
    }

    /// The best move of a player, or the mean over the outcomes of chance.
    fn inner(
        &mut self,
        state: &G::State,
        turn: Turn,
        moves: &Moves<G::Move>,
        depth: u32,
        ply: usize,
    ) -> Option<Worth<G::Move>> {
        let below = if turn == Turn::Chance { depth } else { depth - 1 };
        let mut total = Worth { value: [0.0; 8], complete: true, line: Vec::new() };
        let mut best = f64::NEG_INFINITY;
        for (index, &mv) in moves.iter().enumerate() {
            let mut next = Box::new(state.clone());
            self.game.play(&mut next, mv);
            let probability = (turn == Turn::Chance).then(|| moves.weight(index));
            let via = Via { probability, ..Via::player(mv) };
            let worth = self.worth(next, below, ply + 1, via)?;
            total.complete &= worth.complete;
            match turn {
                Turn::Player(player) => {
                    let taken = worth.value[player.index()] > best;
                    self.trace_compare(ply, player, mv, &worth, &total, taken);
                    if taken {
                        best = worth.value[player.index()];
                        total.value = worth.value;
                        total.line = std::iter::once(mv).chain(worth.line).collect();
                    }
                }
                Turn::Chance => {
                    let weight = moves.weight(index);
                    total.value.iter_mut().zip(worth.value).for_each(|(sum, value)| *sum += weight * value);
                    self.record(|players| Step::Average {
                        ply,
                        mv,
                        probability: weight,
                        payoffs: worth.value[..players].to_vec(),
                        sum: total.value[..players].to_vec(),
                    });
                }
                Turn::Over | Turn::Joint => unreachable!("games with simultaneous moves are rejected"),
            }
        }
        Some(total)
    }

    fn leaf(&mut self, state: &G::State, over: bool) -> Worth<G::Move> {
        self.leaves += 1;
        let mut value = Payoffs::default();
        for (seat, payoff) in value[..self.players].iter_mut().enumerate() {
            let player = Player(seat as u8);
            *payoff = if over { self.game.payoff(state, player) } else { self.evaluator.value(state, player) };
        }
        Worth { value, complete: over, line: Vec::new() }
    }

    /// Records a step, made from the number of players, if there is a trace.
    #[inline(always)]
    fn record(&mut self, step: impl FnOnce(usize) -> Step<G::Move>) {
        if T::ENABLED {
            self.tracer.record(step(self.players));
        }
    }

    /// Whether the evaluation says clearly enough who wins.
    fn is_beyond_cutoff(&self, state: &G::State) -> bool {
        self.cutoff.is_some_and(|[low, high]| {
            let value = self.evaluator.value(state, self.hero);
            value <= low || value >= high
        })
    }

    fn trace_enter(&mut self, ply: usize, via: Via<G::Move>, turn: Turn, leaf: Option<NodeKind>) {
        let (kind, player) = match (leaf, turn) {
            (Some(kind), _) => (kind, None),
            (None, Turn::Player(player)) if player == self.hero => (NodeKind::Max, Some(player)),
            (None, Turn::Player(player)) => (NodeKind::Min, Some(player)),
            (None, _) => (NodeKind::Chance, None),
        };
        self.record(|_| Step::Enter { ply, mv: via.mv, probability: via.probability, kind, player });
    }

    fn trace_compare(
        &mut self,
        ply: usize,
        player: Player,
        mv: G::Move,
        worth: &Worth<G::Move>,
        total: &Worth<G::Move>,
        taken: bool,
    ) {
        self.record(|players| {
            let best = total.line.first().copied();
            Step::Compare {
                ply,
                player,
                mv,
                payoffs: worth.value[..players].to_vec(),
                best,
                best_payoffs: best.map(|_| total.value[..players].to_vec()),
                taken,
            }
        });
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
        let mut report = Report::of_candidates(candidates.clone());
        let mut run =
            Run::new(&self.game, &self.config, &evaluator, position.observer(), &meter, report.clone(), NoTrace);
        let last = self.config.depth.unwrap_or(MAX_DEPTH);
        for depth in if self.config.depth.is_some() { last..=last } else { 1..=last } {
            let mut done = Vec::new();
            for candidate in &candidates {
                let mut next = Box::new(position.state().clone());
                self.game.play(&mut next, candidate.mv);
                let before = run.nodes;
                let Some(worth) = run.worth(next, depth - 1, 1, Via::player(candidate.mv)) else { break };
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
