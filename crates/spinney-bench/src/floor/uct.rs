//! Plain UCT: Kocsis and Szepesvári, *Bandit based Monte-Carlo Planning*, ECML 2006.
//!
//! Written once for the games, which differ only in the inlined functions of [`Board`], or of [`Bitboard`] where moves
//! are bits of words. A node is 16 bytes, the children of a node are contiguous in one array, and a node is expanded on
//! its second visit. Its children are created in random order and tried in that order once each; afterwards UCB1
//! decides. The earlier child wins a tie, so ties are broken at random as well.

use std::sync::LazyLock;

use spinney::bits::isolate_nth;

use super::{Answer, Wyrand};

/// The exploration constant `c` of `mean + c · √(ln N / n)`, for results in 0..1.
const EXPLORATION: f32 = std::f32::consts::SQRT_2;

/// The part of the bound that depends on the parent alone: 4 c² ln N. Results are counted in -1..1, twice as wide as the
/// 0..1 of the formula, so the width of the bound is doubled too.
fn width(visits: i32) -> f32 {
    4.0 * EXPLORATION * EXPLORATION * (visits as f32).ln()
}

/// [`width`] for the nodes with few visits, which are most of them.
type Widths = [f32; 1024];

static WIDTHS: LazyLock<Widths> = LazyLock::new(|| std::array::from_fn(|visits| width(visits as i32)));

/// A position of a two-player game in which the players alternate and a move fits into a byte.
pub(super) trait Board: Copy {
    /// The maximum length of a game.
    const MAX_PLIES: usize;

    /// The result for the player that has just moved (1, 0 or -1) if the game is over.
    fn over(&self) -> Option<i32>;

    /// Calls `add` with every move, in random order.
    fn each_move(&self, rng: &mut Wyrand, add: impl FnMut(u8));

    /// Plays a move.
    fn step(&mut self, mv: u8);

    /// Plays a random playout and returns the result for the player that has just moved.
    fn playout(self, rng: &mut Wyrand) -> i32;

    /// The name of a move in an [`Answer`].
    fn name(mv: u8) -> u8;
}

/// A [`Board`] whose moves are bits of one word or of several.
pub(super) trait Bitboard: Copy {
    /// The maximum length of a game.
    const MAX_PLIES: usize;

    /// Words of moves: `[u64; N]`.
    type Moves: AsRef<[u64]> + AsMut<[u64]>;

    /// The result for the player that has just moved (1, 0 or -1) if the game is over.
    fn over(&self) -> Option<i32>;

    /// The legal moves, one bit each. None in a game that is not over is a forced pass.
    fn moves(&self) -> Self::Moves;

    /// Plays one of [`moves`](Self::moves), a bit of a word, or zero to pass.
    fn play(&mut self, word: usize, bit: u64);

    /// Plays a random playout and returns the result for the player that has just moved.
    fn playout(self, rng: &mut Wyrand) -> i32;

    /// The name of a move in an [`Answer`].
    fn name(square: u8) -> u8;
}

impl<B: Bitboard> Board for B {
    const MAX_PLIES: usize = B::MAX_PLIES;

    #[inline(always)]
    fn over(&self) -> Option<i32> {
        Bitboard::over(self)
    }

    #[inline(always)]
    fn each_move(&self, rng: &mut Wyrand, mut add: impl FnMut(u8)) {
        let mut moves = self.moves();
        let mut draws = rng.draws();
        let all: u32 = moves.as_ref().iter().map(|word| word.count_ones()).sum();
        for left in (1..=all).rev() {
            // 121^6 is below 2^42.
            if left.is_multiple_of(6) {
                draws = rng.draws();
            }
            let mut n = draws.below(left);
            for (index, word) in moves.as_mut().iter_mut().enumerate() {
                let here = word.count_ones();
                if n < here {
                    let bit = isolate_nth(*word, n);
                    *word ^= bit;
                    add((64 * index as u32 + bit.trailing_zeros()) as u8);
                    break;
                }
                n -= here;
            }
        }
        if all == 0 {
            add(PASS);
        }
    }

    #[inline(always)]
    fn step(&mut self, mv: u8) {
        if mv == PASS { self.play(0, 0) } else { self.play(usize::from(mv / 64), 1 << (mv % 64)) }
    }

    #[inline(always)]
    fn playout(self, rng: &mut Wyrand) -> i32 {
        Bitboard::playout(self, rng)
    }

    fn name(mv: u8) -> u8 {
        <B as Bitboard>::name(mv)
    }
}

/// The move of a [`Bitboard`] that passes.
const PASS: u8 = u8::MAX;

/// The status of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    /// Never visited.
    New,
    /// Visited once and not expanded.
    Leaf,
    /// Has children.
    Inner,
    /// The game ends here: lost, drawn or won by the player that moved here.
    Lost,
    Drawn,
    Won,
}

#[derive(Clone, Copy)]
struct Node {
    visits: i32,
    /// Sum of the results of the player that moved here: 1 a win, 0 a draw, -1 a loss.
    score: i32,
    /// Index of the first child.
    first: u32,
    /// The move that leads here.
    square: u8,
    children: u8,
    /// Children that were visited at least once.
    tried: u8,
    kind: Kind,
}

const _: () = assert!(size_of::<Node>() == 16);

impl Node {
    fn new(square: u8) -> Self {
        Node { visits: 0, score: 0, first: 0, square, children: 0, tried: 0, kind: Kind::New }
    }
}

/// Searches from `start`, which must not be over.
pub(super) fn search<B: Board>(start: B, simulations: u64, seed: u64) -> Answer {
    let mut rng = Wyrand::new(seed);
    let mut nodes = vec![Node::new(PASS)];
    expand(&mut nodes, 0, start, &mut rng);
    let mut path = Vec::with_capacity(B::MAX_PLIES + 1);
    let widths: &Widths = &WIDTHS;
    for _ in 0..simulations {
        simulate(&mut nodes, start, &mut path, &mut rng, widths);
    }
    answer::<B>(&nodes)
}

/// One simulation: select, expand, play out, back up.
#[inline(always)]
fn simulate<B: Board>(nodes: &mut Vec<Node>, start: B, path: &mut Vec<u32>, rng: &mut Wyrand, widths: &Widths) {
    let mut board = start;
    let mut at = 0;
    path.clear();
    path.push(0);
    let result = loop {
        let node = nodes[at];
        match node.kind {
            Kind::Inner => {}
            Kind::Leaf => expand(nodes, at, board, rng),
            Kind::New => break first_visit(&mut nodes[at], board, rng),
            Kind::Lost => break -1,
            Kind::Drawn => break 0,
            Kind::Won => break 1,
        }
        at = select(nodes, at, widths);
        path.push(at as u32);
        board.step(nodes[at].square);
    };
    let mut result = result;
    for &at in path.iter().rev() {
        let node = &mut nodes[at as usize];
        node.visits += 1;
        node.score += result;
        result = -result;
    }
}

/// Creates the children of a node in random order.
#[inline(always)]
fn expand<B: Board>(nodes: &mut Vec<Node>, at: usize, board: B, rng: &mut Wyrand) {
    let first = nodes.len() as u32;
    board.each_move(rng, |mv| nodes.push(Node::new(mv)));
    let children = nodes.len() as u32 - first;
    let node = &mut nodes[at];
    node.first = first;
    node.children = children as u8;
    node.kind = Kind::Inner;
}

/// Determines the status of a node, and its first result.
#[inline(always)]
fn first_visit<B: Board>(node: &mut Node, board: B, rng: &mut Wyrand) -> i32 {
    match board.over() {
        Some(result) => {
            node.kind = match result {
                1 => Kind::Won,
                0 => Kind::Drawn,
                _ => Kind::Lost,
            };
            result
        }
        None => {
            node.kind = Kind::Leaf;
            board.playout(rng)
        }
    }
}

/// The child to descend into: the next untried one, else the one with the highest upper bound.
#[inline(always)]
fn select(nodes: &mut [Node], at: usize, widths: &Widths) -> usize {
    let node = &mut nodes[at];
    let first = node.first as usize;
    if node.tried < node.children {
        node.tried += 1;
        return first + usize::from(node.tried) - 1;
    }
    let visits = node.visits;
    let width = widths.get(visits as usize).copied().unwrap_or_else(|| width(visits));
    let count = usize::from(node.children);
    let mut best = 0;
    let mut best_bound = f32::NEG_INFINITY;
    for (index, child) in nodes[first..first + count].iter().enumerate() {
        let inverse = 1.0 / child.visits as f32;
        let bound = child.score as f32 * inverse + (width * inverse).sqrt();
        if bound > best_bound {
            best_bound = bound;
            best = index;
        }
    }
    first + best
}

/// The most visited move of the root.
fn answer<B: Board>(nodes: &[Node]) -> Answer {
    let root = nodes[0];
    let children = &nodes[root.first as usize..][..usize::from(root.children)];
    let mut root_visits: Vec<(u8, u32)> = children.iter().map(|n| (B::name(n.square), n.visits as u32)).collect();
    root_visits.sort_unstable();
    let best = children.iter().max_by_key(|n| n.visits).map_or(0, |n| B::name(n.square));
    Answer { best, nodes: nodes.len(), root_visits }
}

/// Counts the move sequences of a length; the games' tests compare it with published numbers.
#[cfg(test)]
pub(super) fn perft<B: Board>(board: B, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if board.over().is_some() {
        return 0;
    }
    let mut total = 0;
    board.each_move(&mut Wyrand::new(1), |mv| {
        let mut next = board;
        next.step(mv);
        total += perft(next, depth - 1);
    });
    total
}
