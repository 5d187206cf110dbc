//! The move that looks best without any search: the highest [rank](crate::game::skills::Tactics::rank), and among equals
//! with perfect information the best evaluation one turn ahead.

use super::random::own_moves;
use super::{Refusal, Search};
use crate::budget::{Budget, Limit};
use crate::evaluation::Evaluator;
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::{Candidate, Report};

/// Plays what looks best. Ranks are asked of the view, so nothing hidden is used.
pub struct Greedy<G>(G);

impl<G: Game> Greedy<G> {
    /// A greedy player for `game`, or the reason why it cannot be.
    pub fn new(game: G) -> Result<Self, Refusal> {
        let (info, skills) = (game.info(), game.skills());
        if info.joint {
            return Err(Refusal::new(format!("greedy cannot play joint turns, which `{}` has", info.name)));
        }
        if skills.tactics.is_none() && (info.hidden || skills.evaluate.is_none()) {
            let also = if info.hidden { "" } else { " or an evaluation" };
            return Err(Refusal::new(format!("greedy needs a game with tactics{also}; `{}` has none", info.name)));
        }
        Ok(Greedy(game))
    }

    /// What `player` may expect after a move, with perfect information.
    fn value(&self, state: &G::State, mv: G::Move, player: Player) -> f64 {
        let mut after = state.clone();
        self.0.play(&mut after, mv);
        if self.0.turn(&after, &mut Moves::new()) == Turn::Over {
            return self.0.payoff(&after, player);
        }
        Evaluator::new(&self.0, None).map_or(0.0, |evaluator| evaluator.value(&after, player))
    }
}

impl<G: Game> Search<G> for Greedy<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let mut moves = own_moves(&self.0, position);
        let (state, player) = (position.state(), position.observer());
        rng.shuffle(&mut moves);
        let looks_ahead = !self.0.info().hidden && self.0.skills().evaluate.is_some();
        let tactics = self.0.skills().tactics;
        let mut ranked: Vec<(i32, Option<f64>, G::Move)> = moves
            .into_iter()
            .map(|mv| {
                let rank = tactics.map_or(0, |tactics| tactics.rank(state, mv));
                (rank, looks_ahead.then(|| self.value(state, mv, player)), mv)
            })
            .collect();
        ranked.sort_by(|a, b| {
            let value = |value: Option<f64>| value.unwrap_or(0.0);
            b.0.cmp(&a.0).then(value(b.1).total_cmp(&value(a.1)))
        });
        let best = ranked.first();
        Report {
            best: best.map(|best| best.2),
            value: best.and_then(|best| best.1),
            proven: false,
            line: best.map(|best| best.2).into_iter().collect(),
            candidates: ranked.iter().map(|&(_, mean, mv)| Candidate { mean, ..Candidate::new(mv) }).collect(),
            simulations: 0,
            nodes: 0,
            bytes: 0,
            depth: u32::from(looks_ahead),
            seconds: meter.elapsed().as_secs_f64(),
            ended_by: Limit::Finished,
            notes: Vec::new(),
        }
    }
}
