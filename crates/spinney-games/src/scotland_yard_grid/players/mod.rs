//! The players of the thesis that this game is known from, as faithfully as its published description allows. They know
//! this game only; better players are among the searches for all games.
//!
//! What is published: tree search with one random guess of Mr. X's place for each decision, by a random walk from where he
//! was last seen; rewards for winning and losing with 2·√(ln n / visits), or by distances with X + 200·√(ln n / V);
//! alpha-beta over three rounds with (3 − h)·50 − d·h, −min distance and −max distance / n, the agents' plan being made
//! anew at each sighting and followed in between, while Mr. X searches anew at each move.
//!
//! What is open, and how it is read here:
//!
//! | open | read as | else |
//! | --- | --- | --- |
//! | the walk | uniformly random steps on the board, until one ends where no agent stands; before the first sighting, any free cell | `guess=possible`: a cell where he can be by all that was seen |
//! | how often is guessed | for every agent's move anew | |
//! | what a tree is about | the guess is taken for the truth: in the tree everybody sees everybody. Mr. X guesses nothing | |
//! | whether Mr. X runs into agents | in trees and playouts as by the rules: he may, and loses | `dodge=true`: never |
//! | win and loss | 1 and 0 for the side to move | `loss=-1` |
//! | the move played | the most visited | `final=mean` |
//! | moves in (100 − moves)·50 | rounds of the game up to the catch | `count=search`: from the search on |
//! | the penalties for distance | each move of an agent costs its distance to Mr. X after it | `penalty=`: so many times that |
//! | Mr. X's reward and evaluation | what is good for the agents is as bad for him | |
//! | h, d | rounds before that of the catch, the first being 0; distance of each other agent to Mr. X at the catch, d·h on average | `first=1` |
//! | how the parts go together | the first at a catch, else the sum of the other two | `near=`, `far=`: weights of the two |
//! | n in −max distance / n | the number of agents | `by=size` |
//! | an escape in alpha-beta | as any other end of the search | |
//! | equal moves in alpha-beta | one of them at random | `ties=first`: in the order up, down, left, right |
//! | a plan that has come to its end, or before the first sighting | made anew from a guess as above | |
//!
//! The thesis's second a move is taken for 3,000 simulations: a search without any limit does so many. Alpha-beta looks as
//! far as it is told, whatever the number of simulations; only time and the stop flag end it early.

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

/// Where the agents think that Mr. X is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guess {
    /// A random walk from where he was last seen.
    #[default]
    Walk,
    /// A cell where he can be by all that was seen.
    Possible,
}

const GUESSES: [(&str, Guess); 2] = [("walk", Guess::Walk), ("possible", Guess::Possible)];

/// The value of a name, or what would be right.
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
    /// The pieces as the observer takes them to be: as they are, but for a guess where Mr. X is not known.
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

    /// The end of a random walk from the last sighting, of as many steps as there were moves since.
    fn walk(&self, board: &Board, rng: &mut Random) -> u16 {
        // There may be no such walk, if an agent stands on the only cell that it can lead to.
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
