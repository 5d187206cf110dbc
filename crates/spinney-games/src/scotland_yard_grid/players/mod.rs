//! The players of the thesis that introduced this game, as faithfully as its published description allows. They play
//! only this game; the general searches are stronger.
//!
//! What is published:
//!
//! - All agents are one player: a move of theirs is one cell for each (`joint.rs`). The game asks for one agent at a
//!   time, so a player decides at the first agent's turn and remembers the rest.
//! - Tree search: Mr. X's place is guessed once per move, by random moves from the last sighting. Descend by the
//!   largest UCT value; expand a leaf that was visited before, and take its first child; add the result to all nodes
//!   of the path, without turning it for the other side; play the most visited move.
//! - Rewards of 1 and 0 with mean + 2·√(ln n / visits), n being the visits of the parent; or by distances with
//!   X + 200·√(ln n / V), where X is the sum of a node's rewards and n the number of simulations.
//! - Alpha-beta over three rounds: (3 − h)·50 − d·h at a catch, else −min distance − max distance / agents, added up
//!   over the nodes of a path. The agents make a plan at each sighting and follow it in between, while Mr. X searches
//!   at each move.
//!
//! That is `reading=stated`, the default. `reading=textbook` is what textbooks do: agents that move one by one in the
//! tree, rewards turned for the other side, unvisited children in random order, means and the parent's visits in the
//! formula, and alpha-beta with the value of the leaf.
//!
//! What is unspecified, and how it is interpreted here:
//!
//! | unspecified | interpreted as | alternative |
//! | --- | --- | --- |
//! | the walk | uniformly random steps on the board, until one ends where no agent stands; before the first sighting, any free cell. A place that follows from what was seen is known | `guess=possible`: one of his possible locations |
//! | information in the tree | the sample is taken for the truth: the tree has perfect information. Mr. X needs no sample | |
//! | whether Mr. X runs into agents | in trees and playouts as by the rules: he may, and loses | `dodge=true`: never |
//! | unvisited children | before all others, in their order: up, down, left, right; the last agent's cell changes first | `expand=random` |
//! | several most visited moves | the first of them, as a program that goes through a list finds it; figure 5.3, agents that step to and fro, speaks for it | `ties=random`, as with a textbook |
//! | a step in the reward by distances | a move of Mr. X, or a joint move; the latter also where agents move one by one | |
//! | the steps of a simulation | those of the random playout | `count=search`: those in the tree too |
//! | moves left in the rule (d + 10)·5 | the moves that the agent still has in the game | |
//! | Mr. X's evaluation in alpha-beta | the agents' values negated | |
//! | h, d | rounds before that of the catch, the first being 0; distance of each other agent to Mr. X at the catch, d·h on average | `first=1` |
//! | nodes of a path in alpha-beta | positions after a move of Mr. X and after a joint move | `moves=one-by-one`: after the move of each agent |
//! | an escape in alpha-beta | as any other node | |
//! | equal moves in alpha-beta | one of them at random | `ties=first`: in the order up, down, left, right |
//! | an exhausted plan, or no sighting yet | a new plan from a sample as above | |
//! | no joint move, since an agent is boxed in by others | the agents move one after the other, as by the rules | |
//!
//! The thesis's one second per move is taken for 3,000 simulations, the limit of a search without a budget. Alpha-beta
//! always searches to its depth, whatever the number of simulations; only time and the stop flag end it early.

mod alpha_beta;
mod config;
mod joint;
mod mcts;
mod plan;
mod reward;
mod tree;

pub use alpha_beta::{Evaluation, ThesisAlphaBeta, ThesisAlphaBetaConfig};
pub use config::{Backup, Count, DistanceConfig, Expand, ThesisMctsConfig, Trials, Value};
pub use mcts::{ThesisMcts, ThesisMctsDistance};

use spinney::budget::Meter;
use spinney::random::Random;
use spinney::report::{Report, Unit};
use spinney::search::parameter::{Parameter, ParameterError, read};

use super::board::Board;
use super::cells::NOWHERE;
use super::{Move, ScotlandYardGrid, State};
use crate::choices::{self, named};
use crate::registry::PlayerOf;

/// The players, for the registry.
pub(super) fn all() -> Vec<PlayerOf<ScotlandYardGrid>> {
    vec![PlayerOf::new::<ThesisMcts>(), PlayerOf::new::<ThesisMctsDistance>(), PlayerOf::new::<ThesisAlphaBeta>()]
}

/// How the agents sample Mr. X's location.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guess {
    /// A random walk from where he was last seen.
    #[default]
    Walk,
    /// A uniformly random one of his possible locations.
    Possible,
}

const GUESSES: [(&str, Guess); 2] = [("walk", Guess::Walk), ("possible", Guess::Possible)];

/// The source of the options in which the thesis differs from textbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As the thesis states.
    Stated,
    /// As textbooks do.
    Textbook,
}

impl Reading {
    /// The first as the thesis states, the second as textbooks do.
    fn either<T>(self, stated: T, textbook: T) -> T {
        match self {
            Reading::Stated => stated,
            Reading::Textbook => textbook,
        }
    }
}

const READINGS: [(&str, Reading); 2] = [("stated", Reading::Stated), ("textbook", Reading::Textbook)];

/// How the agents move in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveOrder {
    /// All together.
    Joint,
    /// One after the other, each with its own node.
    OneByOne,
}

const MOVES: [(&str, MoveOrder); 2] = [("joint", MoveOrder::Joint), ("one-by-one", MoveOrder::OneByOne)];

/// Tie-breaking between equal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Uniformly random.
    Random,
    /// The first in the order up, down, left, right.
    First,
}

const TIES: [(&str, Ties); 2] = [("random", Ties::Random), ("first", Ties::First)];

/// A row of a table of parameters.
fn row(name: &'static str, default: impl ToString, range: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, default: default.to_string(), range, meaning }
}

/// Reads a number, 0 or more.
fn not_negative(key: &str, value: &str) -> Result<f64, ParameterError> {
    let expected = "a number, 0 or more";
    let number: f64 = read(key, value, expected)?;
    if number.is_finite() && number >= 0.0 {
        return Ok(number);
    }
    Err(ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected: expected.to_owned() })
}

/// The report where there is nothing to decide.
fn nothing() -> Report<Move> {
    Report::new(None)
}

/// The report of a move that was decided before.
fn planned(to: u16, unit: Unit, meter: &Meter) -> Report<Move> {
    let mut report = Report::of_moves([Move(to)]).with_work(0, unit).with_seconds(meter.elapsed().as_secs_f64());
    report.notes.push("the move was planned before".to_owned());
    report
}

/// The name of a value.
fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: T) -> String {
    choices::name_of(names, value).to_owned()
}

impl ScotlandYardGrid {
    /// The pieces from the observer's point of view: as they are, but with a sampled cell for Mr. X if his is not
    /// known.
    fn guess(&self, state: &State, guess: Guess, rng: &mut Random) -> Board {
        let mut board = state.board;
        if board.x != NOWHERE {
            return board;
        }
        board.x = match guess {
            Guess::Walk if board.seen != NOWHERE => self.walk(&board, rng),
            Guess::Walk => {
                let free = self.anywhere(&board);
                free.nth(rng.below(free.len(self.rules.size) as usize) as u32)
            }
            Guess::Possible => {
                let places = state.possible.len(self.rules.size) as usize;
                state.possible.nth(rng.below(places) as u32)
            }
        };
        board
    }

    /// The end of a random walk from the last sighting, with one step for each move since.
    fn walk(&self, board: &Board, rng: &mut Random) -> u16 {
        // There may be no such walk, if an agent stands on the only cell that it can reach.
        for _ in 0..1_000 {
            let steps = 0..board.moved % self.rules.reveal;
            let end = steps.fold(board.seen, |place, _| self.rules.near(place).draw(rng));
            if board.agent_on(end).is_none() {
                return end;
            }
        }
        let free = self.anywhere(board);
        free.nth(rng.below(free.len(self.rules.size) as usize) as u32)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use spinney::game::capabilities::Notation;

    use super::super::Options;
    use super::super::cells::{cell, distance};
    use super::*;

    /// Two moves after a sighting on c3: two steps from there, never onto an agent, though other places are possible
    /// for one who avoids agents on the way.
    #[test]
    fn the_walk_starts_at_the_sighting_with_a_step_for_each_move_since() {
        let game = ScotlandYardGrid::new(Options::new(5, 2, 15)).unwrap();
        let text = "x=? agents=c1,a1 moves=5 next=agent-1 seen=c3 possible=c3,b2,d2,b4,d4,a3,e3,c5";
        let state = game.read_state(text).unwrap();
        let mut rng = Random::new(1);
        let guesses = (0..500).map(|_| game.guess(&state, Guess::Walk, &mut rng).x);
        let ends: BTreeSet<u16> = guesses.collect();
        assert!(ends.iter().all(|&end| [0, 2].contains(&distance(end, cell(2, 2)))), "{ends:?}");
        assert!(!ends.contains(&cell(2, 0)), "an agent stands on c1");
        assert_eq!(ends.len(), 8, "back to c3, and the other seven cells two steps away: {ends:?}");
    }

    #[test]
    fn what_is_known_is_not_guessed() {
        let game = ScotlandYardGrid::new(Options::new(5, 2, 15)).unwrap();
        let state = game.read_state("x=b4 agents=c1,a1 moves=5 next=agent-1 seen=c3 possible=c3,b4").unwrap();
        assert_eq!(game.guess(&state, Guess::Walk, &mut Random::new(1)).x, cell(1, 3));
    }
}
