//! A general game player: for every kind of game the search that measurements call the strongest, and a plan for the time
//! before the first move.
//!
//! Games of several players are searched by Monte-Carlo tree search with proofs, whose playouts look ahead and learn from
//! each other. Before the first move, small games of two players are solved by alpha-beta; where that succeeds, it plays.
//! Games of one player are searched for lines to the end, and the best one is followed.

mod alone;
mod config;

pub use config::Config;

use self::alone::Alone;
use super::mcts::Mcts;
use super::minimax::{self, AlphaBeta};
use super::{Refusal, RefusalKind, Search, Step, TreeLimits, TreeView};
use crate::budget::Budget;
use crate::game::{Game, GameInfo, Moves, Turn, View};
use crate::random::Random;
use crate::report::Report;

/// The share of the time before the first move that goes to solving the game.
const SOLVING: f64 = 0.35;
/// The share of a decision's time in which a solved game's value is proven again.
const PROVING: f64 = 0.6;

/// A player for every game with perfect information.
pub struct GeneralPlayer<G: Game + Clone>(Kind<G>);

#[allow(clippy::large_enum_variant)]
enum Kind<G: Game + Clone> {
    Alone(Alone<G>),
    Several(Several<G>),
}

/// For two players and more.
struct Several<G: Game + Clone> {
    game: G,
    tree: Mcts<G>,
    /// The search that solves small games, where the rules allow it.
    solver: Option<AlphaBeta<G>>,
    /// It has tried, in this game.
    tried: bool,
    /// It has proven the value of the game.
    solved: bool,
}

impl<G: Game + Clone> GeneralPlayer<G> {
    /// A player for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        if info.hidden {
            let reason = format!("ggp needs perfect information; `{}` has hidden information", info.name);
            return Err(Refusal::new(RefusalKind::HiddenInformation, reason));
        }
        if config.threads == 0 {
            return Err(Refusal::out_of_range("threads is at least 1"));
        }
        if info.players() == 1 && !info.chance && !info.joint {
            return Ok(GeneralPlayer(Kind::Alone(Alone::new(game, &config)?)));
        }
        let tree = Mcts::new(game.clone(), config.tree())?;
        let solver = if config.solve && can_be_solved(&game, &info) {
            AlphaBeta::new(game.clone(), minimax::Config { threads: config.threads, ..minimax::Config::default() }).ok()
        } else {
            None
        };
        Ok(GeneralPlayer(Kind::Several(Several { game, tree, solver, tried: false, solved: false })))
    }
}

/// Whether alpha-beta can prove the value of the game: two players, one's gain the other's loss, turn by turn.
fn can_be_solved<G: Game>(game: &G, info: &GameInfo) -> bool {
    let fair = info.players() == 2 && info.constant_sum.is_some() && !info.joint && !info.chance;
    fair && game.capabilities().key.is_some()
}

impl<G: Game + Clone> Several<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let mut done = 0;
        if self.solved
            && let Some(solver) = &mut self.solver
        {
            let share = Budget { time: budget.time.map(|time| time.mul_f64(PROVING)), ..budget.clone() };
            let mut report = solver.search(position, &share, rng);
            if report.proven && !meter.was_cut() {
                report.notes.push("the game is solved from here".to_owned());
                return report;
            }
            // Tree search plays on: another try would cost as much.
            self.solved = false;
            solver.reset();
            done = report.simulations;
        }
        self.tree.search(position, &budget.left(&meter, done), rng)
    }

    fn prepare(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) {
        let meter = budget.start();
        let mut moves = Moves::new();
        let turn = self.game.turn(position.state(), &mut moves);
        if !self.solved
            && !self.tried
            && let (Some(solver), Some(time), Turn::Player(mover)) = (&mut self.solver, budget.time, turn)
        {
            self.tried = true;
            let share = Budget { time: Some(time.mul_f64(SOLVING)), ..budget.clone() };
            let report = solver.search(&View::of(&self.game, position.state(), mover), &share, rng);
            self.solved = report.proven && !meter.was_cut();
            if self.solved {
                return;
            }
            solver.reset();
        }
        self.tree.prepare(position, &budget.left(&meter, 0), rng);
    }
}

impl<G: Game + Clone> Search<G> for GeneralPlayer<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        match &mut self.0 {
            Kind::Alone(alone) => alone.search(position, budget, rng),
            Kind::Several(several) => several.search(position, budget, rng),
        }
    }

    fn advance(&mut self, step: &Step<G::Move>) {
        match &mut self.0 {
            Kind::Alone(alone) => alone.advance(step),
            Kind::Several(several) => {
                several.tree.advance(step);
                if let Some(solver) = &mut several.solver {
                    solver.advance(step);
                }
            }
        }
    }

    /// Tree search does, and what the others keep is thrown away.
    fn survives_cut_steps(&self) -> bool {
        true
    }

    fn reset(&mut self) {
        match &mut self.0 {
            Kind::Alone(alone) => alone.reset(),
            Kind::Several(several) => {
                several.tree.reset();
                (several.tried, several.solved) = (false, false);
                if let Some(solver) = &mut several.solver {
                    solver.reset();
                }
            }
        }
    }

    fn prepare(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) {
        match &mut self.0 {
            Kind::Alone(alone) => drop(alone.search(position, budget, rng)),
            Kind::Several(several) => several.prepare(position, budget, rng),
        }
    }

    fn tree(&self, limits: &TreeLimits) -> Option<TreeView<G::Move>> {
        match &self.0 {
            Kind::Alone(_) => None,
            Kind::Several(several) => several.tree.tree(limits),
        }
    }
}
