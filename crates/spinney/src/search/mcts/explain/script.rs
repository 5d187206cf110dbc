//! Cycles by script: the moves are given, and the rule checks them.

use super::super::expand::{Expansion, expand};
use super::super::node::{Alone, LEAF};
use super::super::solver;
use super::super::tree::ROOT;
use super::super::worker::{self, Reached};
use super::cycle::{Choice, Cycle, Decider};
use super::weigh::{Look, Reading};
use super::{Draft, Explainer, tell_descent, tell_simulation};
use crate::game::{Game, Moves, Payoffs, Turn};

/// Why a script cannot be followed. `at` is the index of the move in the script.
#[derive(Clone, Debug, PartialEq)]
pub enum ScriptError<M> {
    /// The moves end before the game does.
    TooShort {
        /// Where a move is missing.
        at: usize,
    },
    /// The cycle is over before the moves are: the game has ended, or the node is proven.
    TooLong {
        /// The first move too many.
        at: usize,
        /// Whether it is a proof that ends the cycle.
        proven: bool,
    },
    /// The tree has no such child.
    NoChild {
        /// The move.
        at: usize,
        /// The children that there are.
        children: Vec<M>,
    },
    /// The rule chooses another child.
    AgainstRule {
        /// The move.
        at: usize,
        /// All candidates; the script's one is marked as chosen.
        choice: Box<Choice<M>>,
    },
}

impl<G: Game> Explainer<G> {
    /// Runs one cycle whose moves are given from the root to the end of the game; they must be legal one after the
    /// other. Down the tree each must be a child that the rule may choose: one with the best value, or any unvisited
    /// one where those come first. With `force` any child will do, and the cycle says where the rule was overruled.
    ///
    /// After an error the tree may have grown without a visit: the explainer should not be used further.
    pub fn follow(&mut self, script: &[G::Move], force: bool) -> Result<Cycle<G::Move>, ScriptError<G::Move>> {
        let reached = self.guide(script, force)?;
        let core = self.ground.core();
        let used = self.worker.trace.moves.len();
        let descent = tell_descent(&core, &self.worker, &self.expanded, Decider::Script);
        let (payoffs, ending) = match reached {
            Reached::Over(payoffs) => (payoffs, worker::Ending::Leaf),
            Reached::Proven(payoffs) => (payoffs, worker::Ending::Proven),
            Reached::Leaf(state) => self.play_script(state, script)?,
        };
        let at = self.worker.trace.moves.len();
        if at < script.len() {
            return Err(ScriptError::TooLong { at, proven: ending == worker::Ending::Proven });
        }
        let simulation = tell_simulation(&self.ground.core(), &self.worker, used, &payoffs, ending);
        let before = self.stats_of_path();
        Ok(self.finish(Draft { descent, simulation, before }, &payoffs, ending))
    }

    /// The descent of the search, with the script in the place of the choice.
    fn guide(&mut self, script: &[G::Move], force: bool) -> Result<Reached<G::State>, ScriptError<G::Move>> {
        let (core, worker) = (self.ground.core(), &mut self.worker);
        let mut state = core.root.clone();
        let mut index = ROOT;
        let mut reading = Reading::default();
        worker.path.clear();
        worker.trace.moves.clear();
        worker.trace.codes.clear();
        worker.trace.marks.clear();
        for at in 0.. {
            worker.path.push(index);
            worker.trace.marks.push(at as u32);
            let node = core.tree.node(index);
            if index != ROOT
                && let Some(payoffs) = solver::proven(&core, index)
            {
                return Ok(Reached::Proven(payoffs));
            }
            if node.first() == LEAF {
                if (node.visits() < core.config.expand && index != ROOT) || core.tree.is_full() {
                    break;
                }
                match expand::<Alone, G>(&core, worker, node, &state) {
                    Expansion::Done => {}
                    Expansion::Over(payoffs) => return Ok(Reached::Over(payoffs)),
                    Expansion::Not => break,
                }
            }
            let look = Look::at(&core, index, &state, reading.reference(&core, index), worker.simulations);
            let Some(&mv) = script.get(at) else { return Err(ScriptError::TooShort { at }) };
            let Some(arm) = look.arms.iter().find(|arm| arm.mv == mv) else {
                return Err(ScriptError::NoChild { at, children: look.arms.iter().map(|arm| arm.mv).collect() });
            };
            if !arm.eligible && !force {
                let choice = look.chosen(mv, at, false, Decider::Script);
                return Err(ScriptError::AgainstRule { at, choice: Box::new(choice) });
            }
            let first = node.first();
            let block = core.tree.children(node, first);
            let position = block.nodes.iter().position(|child| child.mv() == mv).unwrap_or(0);
            worker.trace.moves.push((look.player, mv));
            core.game.play(&mut state, mv);
            index = first + position as u32;
        }
        Ok(Reached::Leaf(state))
    }

    /// The playout by the rest of the script.
    fn play_script(
        &mut self,
        mut state: G::State,
        script: &[G::Move],
    ) -> Result<(Payoffs, worker::Ending), ScriptError<G::Move>> {
        let core = self.ground.core();
        let from = self.worker.trace.moves.len();
        let mut moves = Moves::new();
        for at in from.. {
            moves.clear();
            let player = match core.game.turn(&state, &mut moves) {
                Turn::Over => break,
                Turn::Player(player) => Some(player),
                Turn::Chance | Turn::Joint => None,
            };
            let Some(&mv) = script.get(at) else { return Err(ScriptError::TooShort { at }) };
            self.worker.trace.moves.push((player, mv));
            core.game.play(&mut state, mv);
        }
        let ending = match self.worker.trace.moves.len() == from {
            true => worker::Ending::Leaf,
            false => worker::Ending::Playout,
        };
        Ok((core.payoffs::<Alone>(&state), ending))
    }
}
