//! The move that looks best without any search: the highest [rank](crate::game::capabilities::Tactics::rank), and among equals
//! of a perfect-information game the best evaluation one turn ahead.

use super::random::own_moves;
use super::{Refusal, RefusalKind, Search};
use crate::budget::{Budget, Limit, Meter, Pace, Signal};
use crate::evaluation::Evaluator;
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::{Candidate, Report};

/// Plays the move with the best rank or evaluation. Ranks are computed from the view, so no hidden information is used.
pub struct Greedy<G>(G);

impl<G: Game> Greedy<G> {
    /// A greedy player for `game`, or the reason why it cannot be.
    pub fn new(game: G) -> Result<Self, Refusal> {
        let (info, capabilities) = (game.info(), game.capabilities());
        if info.joint {
            return Err(Refusal::new(
                RefusalKind::SimultaneousMoves,
                format!("greedy cannot play simultaneous moves, which `{}` has", info.name),
            ));
        }
        if capabilities.tactics.is_none() && (info.hidden || capabilities.evaluate.is_none()) {
            let also = if info.hidden { "" } else { " or an evaluation" };
            return Err(Refusal::missing_capability(format!(
                "greedy needs a game with tactics{also}; `{}` has none",
                info.name
            )));
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
        let looks_ahead = !self.0.info().hidden && self.0.capabilities().evaluate.is_some();
        let tactics = self.0.capabilities().tactics;
        let mut ranked: Vec<Ranked<G::Move>> = moves
            .into_iter()
            .map(|mv| Ranked { rank: tactics.map_or(0, |tactics| tactics.rank(state, mv)), value: None, mv })
            .collect();
        let mut ended_by = Limit::Finished;
        if looks_ahead {
            let mut pace = Pace::new(&meter);
            for place in 0..ranked.len() {
                // The first move is evaluated even without budget.
                match if place == 0 { Signal::GoOn } else { pace.step(&meter) } {
                    Signal::GoOn => {}
                    Signal::Report => meter.publish(report(ranked.clone(), Limit::Running, &meter)),
                    Signal::End(limit) => {
                        ended_by = limit;
                        break;
                    }
                }
                ranked[place].value = Some(self.value(state, ranked[place].mv, player));
            }
        }
        report(ranked, ended_by, &meter)
    }
}

/// A move with how it looks.
#[derive(Clone, Copy)]
struct Ranked<M> {
    rank: i32,
    /// The value one turn ahead; `None` if it was not evaluated.
    value: Option<f64>,
    mv: M,
}

/// The report: the highest rank, then the best value. Moves that were not evaluated before the budget ended come last.
fn report<M: Copy>(mut ranked: Vec<Ranked<M>>, ended_by: Limit, meter: &Meter) -> Report<M> {
    let looked = ranked.iter().any(|entry| entry.value.is_some());
    let unknown = if looked { f64::NEG_INFINITY } else { 0.0 };
    ranked.sort_by(|a, b| {
        let value = |entry: &Ranked<M>| entry.value.unwrap_or(unknown);
        b.rank.cmp(&a.rank).then(value(b).total_cmp(&value(a)))
    });
    let candidate = |entry: &Ranked<M>| Candidate { mean: entry.value, ..Candidate::new(entry.mv) };
    Report::of_candidates(ranked.iter().map(candidate).collect())
        .with_size(0, 0, u32::from(looked))
        .with_end(ended_by, meter.elapsed().as_secs_f64())
}
