//! `thesis-mcts` and `thesis-mcts-distance`: tree search on one determinization per decision.

use std::sync::Arc;

use spinney::budget::Budget;
use spinney::game::View;
use spinney::random::Random;
use spinney::report::{Candidate, Report, Unit};
use spinney::search::{Refusal, Search};

use super::super::board::{Board, End};
use super::super::{AGENTS, Move, ScotlandYardGrid, State};
use super::config::{DistanceConfig, ThesisMctsConfig};
use super::joint::Joint;
use super::plan::{LineStep, Plan};
use super::tree::{Choice, Found, Method, Tree};
use super::{Guess, MoveOrder, Ties, nothing, planned};
use crate::registry::OwnPlayer;

/// Tree search on one determinization per decision, with rewards for wins and losses.
pub struct ThesisMcts(Decider);

/// Tree search on one determinization per decision, with rewards by distance.
pub struct ThesisMctsDistance(Decider);

impl OwnPlayer<ScotlandYardGrid> for ThesisMcts {
    const NAME: &'static str = "thesis-mcts";
    const SUMMARY: &'static str = "the thesis's tree search: one determinization per move, rewards for wins";
    type Config = ThesisMctsConfig;

    fn make(game: Arc<ScotlandYardGrid>, config: ThesisMctsConfig) -> Result<Self, Refusal> {
        Ok(ThesisMcts(Decider::new(game, &config, config.into())))
    }
}

impl OwnPlayer<ScotlandYardGrid> for ThesisMctsDistance {
    const NAME: &'static str = "thesis-mcts-distance";
    const SUMMARY: &'static str = "the thesis's tree search with rewards by distance";
    type Config = DistanceConfig;

    fn make(game: Arc<ScotlandYardGrid>, config: DistanceConfig) -> Result<Self, Refusal> {
        Ok(ThesisMctsDistance(Decider::new(game, &config.tree, config.into())))
    }
}

impl Search<Arc<ScotlandYardGrid>> for ThesisMcts {
    fn search(&mut self, position: &View<State>, budget: &Budget, rng: &mut Random) -> Report<Move> {
        self.0.decide(position, budget, rng)
    }
}

impl Search<Arc<ScotlandYardGrid>> for ThesisMctsDistance {
    fn search(&mut self, position: &View<State>, budget: &Budget, rng: &mut Random) -> Report<Move> {
        self.0.decide(position, budget, rng)
    }
}

/// What both players do.
struct Decider {
    game: Arc<ScotlandYardGrid>,
    guess: Guess,
    moves: MoveOrder,
    ties: Ties,
    method: Method,
    /// The rest of the agents' joint move.
    plan: Plan,
}

impl Decider {
    fn new(game: Arc<ScotlandYardGrid>, config: &ThesisMctsConfig, method: Method) -> Self {
        let (guess, moves, ties) = (config.guess, config.moves(), config.ties());
        Decider { game, guess, moves, ties, method, plan: Plan::default() }
    }

    /// Samples Mr. X's location, searches and reports.
    fn decide(&mut self, position: &View<State>, budget: &Budget, rng: &mut Random) -> Report<Move> {
        let meter = budget.start();
        let state = position.state();
        if state.board.end != End::Not || state.mover() != position.observer() {
            return nothing();
        }
        let joint = position.observer() == AGENTS && self.moves == MoveOrder::Joint;
        if let Some(to) = self.plan.find(&state.board).filter(|_| joint) {
            return planned(to, Unit::Simulations, &meter);
        }
        let root = self.game.guess(state, self.guess, rng);
        let tree = Tree::new(&self.game.rules, self.method, &root);
        let memory = budget.memory.unwrap_or(usize::MAX);
        let Found { mut choices, simulations, nodes, bytes, depth, ended_by } =
            tree.run(&root, &meter, budget.is_endless(), memory, rng);
        // The sort keeps the order of moves that were visited equally often.
        if self.ties == Ties::Random {
            rng.shuffle(&mut choices);
        }
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.visits));
        let line = choices.first().map(|choice| self.steps(&root, choice, joint)).unwrap_or_default();
        self.plan.keep(&root, &line);
        let best = line.first().map(|&(_, to)| Move(to));
        let value = choices.first().filter(|choice| choice.visits > 0);
        let mut report = Report::new(best)
            .with_best(best, value.and_then(|choice| self.method.reward.payoff(choice.mean)))
            .with_candidates(self.candidates(&root, &choices, joint))
            .with_work(simulations, Unit::Simulations)
            .with_size(nodes, bytes, depth)
            .with_end(ended_by, meter.elapsed().as_secs_f64());
        report.pv = line.iter().map(|&(_, to)| Move(to)).collect();
        report
    }

    /// The moves of single pieces that a choice is made of.
    fn steps(&self, root: &Board, choice: &Choice, joint: bool) -> Vec<LineStep> {
        if !joint {
            return vec![(root.turn, choice.code as u16)];
        }
        let cells = Joint(choice.code).cells(&self.game.rules, root);
        let moved = (0u8..).zip(cells.iter().zip(&root.agents)).filter(|(_, (to, from))| to != from);
        moved.map(|(agent, (&to, _))| (agent + 1, to)).collect()
    }

    /// The moves of the piece to move. Joint moves are summed up by the first agent's cell, that of the best first.
    fn candidates(&self, root: &Board, choices: &[Choice], joint: bool) -> Vec<Candidate<Move>> {
        let mut sums: Vec<(u16, u64, f64)> = Vec::new();
        for choice in choices {
            let Some(&(_, to)) = self.steps(root, choice, joint).first() else { continue };
            let sum = match sums.iter().position(|sum| sum.0 == to) {
                Some(place) => &mut sums[place],
                None => {
                    sums.push((to, 0, 0.0));
                    sums.last_mut().expect("just pushed")
                }
            };
            sum.1 += choice.visits;
            sum.2 += choice.mean * choice.visits as f64;
        }
        let candidate = |(to, visits, sum): (u16, u64, f64)| {
            let mut candidate = Candidate::new(Move(to));
            candidate.visits = visits;
            candidate.mean = self.method.reward.payoff(sum / visits.max(1) as f64).filter(|_| visits > 0);
            candidate
        };
        sums.into_iter().map(candidate).collect()
    }
}
