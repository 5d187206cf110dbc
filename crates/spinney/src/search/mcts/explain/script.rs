//! Cycles by script: the moves are given, and the rule checks them.

use super::super::expand::{Expansion, expand};
use super::super::solver;
use super::super::tree::{Alone, ROOT};
use super::super::worker::{self, Reached};
use super::cycle::{Choice, Cycle, Decider};
use super::weigh::{Look, Reading};
use super::{Draft, ENDLESS, Explainer, trace_descent, trace_simulation};
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
        let context = self.ground.context();
        let used = self.worker.trace.moves.len();
        let descent = trace_descent(&context, &self.worker, &self.expanded, Decider::Script);
        let (payoffs, ending) = match reached {
            Reached::Over(payoffs) => (payoffs, worker::Ending::Leaf),
            Reached::Proven(payoffs) => (payoffs, worker::Ending::Proven),
            Reached::Leaf(state) => self.play_script(state, script)?,
            Reached::Stopped => unreachable!("{ENDLESS}"),
        };
        let at = self.worker.trace.moves.len();
        if at < script.len() {
            return Err(ScriptError::TooLong { at, proven: ending == worker::Ending::Proven });
        }
        let simulation = trace_simulation(&self.ground.context(), &self.worker, used, &payoffs, ending);
        let before = self.stats_of_path();
        Ok(self.finish(Draft { descent, simulation, before }, &payoffs, ending))
    }

    /// The descent of the search, with the script in the place of the choice.
    fn guide(&mut self, script: &[G::Move], force: bool) -> Result<Reached<G::State>, ScriptError<G::Move>> {
        let (context, worker) = (self.ground.context(), &mut self.worker);
        let mut state = context.root.clone();
        let mut index = ROOT;
        let mut reading = Reading::default();
        worker.path.clear();
        worker.trace.moves.clear();
        worker.trace.codes.clear();
        worker.trace.marks.clear();
        for at in 0.. {
            worker.path.push(index);
            worker.trace.marks.push(at as u32);
            let node = context.tree.node(index);
            if index != ROOT
                && let Some(payoffs) = solver::proven(&context, index)
            {
                return Ok(Reached::Proven(payoffs));
            }
            if !context.tree.is_expanded(node) {
                if (node.visits() < context.config.expand && index != ROOT) || context.tree.is_full() {
                    break;
                }
                match expand::<Alone, G>(&context, worker, node, &state) {
                    Expansion::Done(_) => {}
                    Expansion::Over(payoffs) => return Ok(Reached::Over(payoffs)),
                    Expansion::Not | Expansion::Stopped => break,
                }
            }
            let reference = reading.reference(&context, index);
            let Some(block) = context.tree.children(node) else { break };
            // A script may begin with any child, so all of them are open.
            while context.tree.open_next::<Alone>(node, &block, block.nodes.len()).is_some() {}
            let Some(look) = Look::at(&context, index, &state, reference) else { break };
            let Some(&mv) = script.get(at) else { return Err(ScriptError::TooShort { at }) };
            let Some(arm) = look.arms.iter().find(|arm| arm.mv == mv) else {
                return Err(ScriptError::NoChild { at, children: look.arms.iter().map(|arm| arm.mv).collect() });
            };
            if !arm.eligible && !force {
                let choice = look.chosen(mv, at, false, Decider::Script);
                return Err(ScriptError::AgainstRule { at, choice: Box::new(choice) });
            }
            let position = block.nodes.iter().position(|child| child.mv() == mv).unwrap_or(0);
            worker.trace.moves.push((look.player, mv));
            context.game.play(&mut state, mv);
            index = block.index(position);
        }
        Ok(Reached::Leaf(state))
    }

    /// The playout by the rest of the script.
    fn play_script(
        &mut self,
        mut state: G::State,
        script: &[G::Move],
    ) -> Result<(Payoffs, worker::Ending), ScriptError<G::Move>> {
        let context = self.ground.context();
        let from = self.worker.trace.moves.len();
        let mut moves = Moves::new();
        for at in from.. {
            moves.clear();
            let player = match context.game.turn(&state, &mut moves) {
                Turn::Over => break,
                Turn::Player(player) => Some(player),
                Turn::Chance | Turn::Joint => None,
            };
            let Some(&mv) = script.get(at) else { return Err(ScriptError::TooShort { at }) };
            self.worker.trace.moves.push((player, mv));
            context.game.play(&mut state, mv);
        }
        let ending = match self.worker.trace.moves.len() == from {
            true => worker::Ending::Leaf,
            false => worker::Ending::Playout,
        };
        Ok((context.payoffs(&state), ending))
    }
}
