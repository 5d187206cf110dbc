//! The players of the thesis that introduced this game, as faithfully as its published description allows. They play
//! only this game; the general searches are stronger.
//!
//! What is published: tree search with one random sample of Mr. X's location for each decision, by a random walk from
//! his last sighting; rewards for winning and losing with 2·√(ln n / visits), or by distances with X + 200·√(ln n / V);
//! alpha-beta over three rounds with (3 − h)·50 − d·h, −min distance and −max distance / n. The agents make a new plan
//! at each sighting and follow it in between, while Mr. X searches at each move.
//!
//! What is unspecified, and how it is interpreted here:
//!
//! | unspecified | interpreted as | alternative |
//! | --- | --- | --- |
//! | the walk | uniformly random steps on the board, until one ends where no agent stands; before the first sighting, any free cell | `guess=possible`: one of his possible locations |
//! | how often a location is sampled | for every move of an agent | |
//! | information in the tree | the sample is taken for the truth: the tree has perfect information. Mr. X needs no sample | |
//! | whether Mr. X runs into agents | in trees and playouts as by the rules: he may, and loses | `dodge=true`: never |
//! | win and loss | 1 and 0 for the side to move | `loss=-1` |
//! | the move played | the most visited | `final=mean` |
//! | moves in (100 − moves)·50 | rounds of the game up to the catch | `count=search`: from the search on |
//! | the penalties for distance | each move of an agent costs its distance to Mr. X after it | `penalty=`: a factor |
//! | Mr. X's reward and evaluation | the agents' values negated | |
//! | h, d | rounds before that of the catch, the first being 0; distance of each other agent to Mr. X at the catch, d·h on average | `first=1` |
//! | how the terms combine | the first at a catch, else the sum of the other two | `near=`, `far=`: weights of the two |
//! | n in −max distance / n | the number of agents | `by=size` |
//! | an escape in alpha-beta | as any other leaf | |
//! | equal moves in alpha-beta | one of them at random | `ties=first`: in the order up, down, left, right |
//! | an exhausted plan, or no sighting yet | a new plan from a sample as above | |
//!
//! The thesis's one second per move is taken for 3,000 simulations, the limit of a search without a budget. Alpha-beta
//! always searches to its depth, whatever the number of simulations; only time and the stop flag end it early.

mod alpha_beta;
mod mcts;
mod tree;

pub use alpha_beta::{Divisor, ThesisAlphaBeta, ThesisAlphaBetaConfig, Ties};
pub use mcts::{Count, DistanceConfig, Final, ThesisMcts, ThesisMctsConfig, ThesisMctsDistance};

use spinney::random::Random;
use spinney::search::parameter::ParameterError;

use super::board::Board;
use super::cells::NOWHERE;
use super::{ScotlandYardGrid, State};
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

/// The value of a name, or an error that lists the valid names.
fn named<T: Copy>(names: &[(&str, T)], key: &str, value: &str) -> Result<T, ParameterError> {
    let found = names.iter().find(|(name, _)| *name == value);
    found.map(|(_, found)| *found).ok_or_else(|| ParameterError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: names.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" or "),
    })
}

/// The name of a value.
fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: T) -> String {
    names.iter().find(|(_, named)| *named == value).map_or("", |(name, _)| name).to_owned()
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
