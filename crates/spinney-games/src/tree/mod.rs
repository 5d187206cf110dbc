//! The game `tree`: an explicit game tree, written as text.
//!
//! Textbook examples, counterexamples and the test suite of every search are trees. The one below is the standard
//! example of minimax: the root belongs to player 0, which maximises, the level below to player 1, which minimises.
//!
//! ```
//! use spinney_games::tree::TreeGame;
//! let game = TreeGame::parse("((3 12 8) (2 4 6) (14 5 2))").unwrap();
//! assert_eq!(game.to_string(), "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))");
//! ```
//!
//! # Syntax
//!
//! | text | meaning |
//! | --- | --- |
//! | `7`, `-0.5` | a leaf: player 0 gets it, player 1 (if there is one) its negative |
//! | `[1 0 2]` | a leaf with a payoff for every player; all leaves pay the same number of players |
//! | `(X Y …)` | a turn of the player after the nearest player above (chance and joint nodes do not count); the root is player 0's |
//! | `(max X …)`, `(min X …)` | a turn of player 0, of player 1 |
//! | `(p0 X …)` … `(p7 X …)` | a turn of the named player |
//! | `(chance 0.5: X 0.5: Y)` | a chance node; whole numbers are weights (`1: X 2: Y`), anything else must add up to 1 |
//! | `(joint 2x3 X …)` | players 0 and 1 move simultaneously: 2 × 3 cells row by row, the last player's move changing fastest; other players have one move |
//! | `name=X` | names the move to `X` (after the probability, if there is one); otherwise moves are `a`, `b`, … `z`, `aa`, … |
//! | `(min ~2 X …)`, `(~[1 0] X …)` | the heuristic value of the node, for searches whose horizon it is at: like a leaf |
//! | `!X`, `!name=X` | a noisy move, which quiescence search follows beyond the horizon |
//! | `; …` | a remark up to the end of the line |
//!
//! If the leaves are plain numbers and no turn is player 1's, it is a single-player game.

mod build;
mod draw;
mod error;
mod horizon;
mod layout;
mod notation;
mod options;
mod parse;
mod picture;
mod random;

pub use build::{NodeKind, TreeBuilder};
pub use error::{Fault, LeafForm, Place, TreeError};
pub use options::Options;
pub use random::{Payout, RandomTree};

use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::{Random, mix};

/// An explicit tree. A position is the index of a node; a move is the number of a child, or, on a joint turn, of the
/// player's own choice.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeGame {
    /// All nodes; a parent stands before its children, the root at 0.
    nodes: Vec<Node>,
    /// The children of all nodes, side by side.
    children: Vec<u32>,
    /// The probability of each entry of `children`, or nothing if the tree has no chance.
    weights: Vec<f64>,
    /// The payoffs of all leaves, `players` entries each.
    payoffs: Vec<f64>,
    /// The moves per player of joint nodes, `players` entries each.
    shapes: Vec<u32>,
    /// The given name of the move into each node.
    labels: Vec<Option<Box<str>>>,
    /// The heuristic value of each node, `players` entries each, or nothing if the tree has none.
    evaluations: Vec<Option<Box<[f64]>>>,
    /// Whether the move into each node is noisy, or nothing if none is.
    noisy: Vec<bool>,
    players: usize,
    /// The leaves were written as plain numbers.
    plain: bool,
    height: u32,
    widest: u32,
    range: PayoffRange,
    constant_sum: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    kind: Kind,
    /// Where the children begin in `TreeGame::children`.
    from: u32,
    /// The number of children.
    len: u32,
    /// The node above; the root is its own parent.
    parent: u32,
    /// The place among the parent's children.
    slot: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// Payoffs begin at this index of `TreeGame::payoffs`.
    Leaf(u32),
    Player(Player),
    Chance,
    /// The shape begins at this index of `TreeGame::shapes`.
    Joint(u32),
}

impl TreeGame {
    /// Reads a tree; the [module](self) describes the syntax.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        parse::parse(text)
    }

    /// The number of nodes, leaves included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always `false`: a tree has a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn node(&self, state: u32) -> Node {
        self.nodes[state as usize]
    }

    fn children(&self, state: u32) -> &[u32] {
        let node = self.node(state);
        &self.children[node.from as usize..][..node.len as usize]
    }

    fn leaf_payoffs(&self, from: u32) -> &[f64] {
        &self.payoffs[from as usize..][..self.players]
    }

    fn shape(&self, from: u32) -> &[u32] {
        &self.shapes[from as usize..][..self.players]
    }

    fn seats(&self) -> Vec<String> {
        match (self.players, self.plain) {
            (1, _) => vec!["player".to_owned()],
            (2, true) => vec!["max".to_owned(), "min".to_owned()],
            (n, _) => (0..n).map(|seat| format!("p{seat}")).collect(),
        }
    }
}

impl Game for TreeGame {
    type State = u32;
    type Move = u32;

    fn info(&self) -> GameInfo {
        GameInfo {
            seats: self.seats(),
            chance: !self.weights.is_empty(),
            joint: !self.shapes.is_empty(),
            constant_sum: self.constant_sum,
            longest: Some(self.height),
            widest: Some(self.widest),
            ..GameInfo::one_player("tree", Some(self.range))
        }
    }

    fn start(&self, _: &mut Random) -> u32 {
        0
    }

    fn turn(&self, state: &u32, moves: &mut Moves<u32>) -> Turn {
        let node = self.node(*state);
        match node.kind {
            Kind::Leaf(_) => Turn::Over,
            Kind::Player(player) => {
                moves.extend(0..node.len);
                Turn::Player(player)
            }
            Kind::Chance => {
                for slot in 0..node.len {
                    moves.push_weighted(slot, self.weights[(node.from + slot) as usize]);
                }
                Turn::Chance
            }
            Kind::Joint(shape) => {
                for &choices in self.shape(shape) {
                    moves.extend(0..choices);
                    moves.end_section();
                }
                Turn::Joint
            }
        }
    }

    fn play(&self, state: &mut u32, mv: u32) {
        *state = self.children(*state)[mv as usize];
    }

    fn play_joint(&self, state: &mut u32, moves: &[u32]) {
        let Kind::Joint(shape) = self.node(*state).kind else {
            unreachable!("a joint move on a turn that is not joint")
        };
        let cell = self.shape(shape).iter().zip(moves).fold(0, |cell, (choices, mv)| cell * choices + mv);
        *state = self.children(*state)[cell as usize];
    }

    fn payoff(&self, state: &u32, player: Player) -> f64 {
        let Kind::Leaf(from) = self.node(*state).kind else { unreachable!("the payoff of an unfinished game") };
        self.payoffs[from as usize + player.index()]
    }

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, u32, u32> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            evaluate: if self.evaluations.is_empty() { None } else { Some(self) },
            tactics: if self.noisy.is_empty() { None } else { Some(self) },
            ..Capabilities::none()
        }
    }
}

impl Key for TreeGame {
    fn key(&self, state: &u32) -> u64 {
        mix(u64::from(*state))
    }
}

#[cfg(test)]
mod tests;
