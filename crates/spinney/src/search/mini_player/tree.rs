//! The tree: a node per state, an edge per joint move, statistics of each player's own moves.

use std::mem::size_of;

use super::facts::FactBook;
use super::transpositions::Positions;
use crate::game::{Game, MAX_PLAYERS, Moves, Payoffs, Player, Turn};
use crate::random::Random;

/// The root.
pub(super) const ROOT: u32 = 0;
/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// A player's move at a node, with the results of the simulations in which it was made.
#[derive(Clone, Debug)]
pub(super) struct Arm<M> {
    pub(super) mv: M,
    pub(super) visits: u32,
    /// The payoffs of the player whose move it is.
    pub(super) sum: f64,
    /// The node behind it, where it is the only move of the turn.
    pub(super) child: u32,
}

/// Who moves at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Over,
    One(Player),
    Joint,
    Chance,
}

/// The moves of a turn, by their places in the node's list of arms.
pub(super) type Picks = [u32; MAX_PLAYERS];

/// A state.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    pub(super) kind: Kind,
    /// Every player's moves, player by player.
    pub(super) arms: Vec<Arm<M>>,
    /// Where the moves of each player end, on a joint turn.
    ends: Vec<u32>,
    /// The probabilities of the outcomes, on a chance turn.
    weights: Vec<f64>,
    pub(super) visits: u32,
    /// The payoffs of each player.
    pub(super) sums: Payoffs,
    /// The nodes behind the joint moves that have been made, on a joint turn.
    edges: Vec<(Picks, u32)>,
    /// Where it was reached from first.
    parent: u32,
    via: Picks,
    /// The position that it has in common with other nodes.
    pub(super) position: u32,
}

impl<M: Copy + PartialEq> Node<M> {
    /// The arms of a player, or of the only one that moves.
    pub(super) fn section(&self, player: usize) -> std::ops::Range<usize> {
        match self.kind {
            Kind::Joint => {
                let from = if player == 0 { 0 } else { self.ends[player - 1] as usize };
                from..self.ends[player] as usize
            }
            _ => 0..self.arms.len(),
        }
    }

    /// Every node behind it, with the moves that lead there.
    pub(super) fn children(&self) -> impl Iterator<Item = (Picks, u32)> {
        let alone = |at: usize| {
            let mut picks = [0; MAX_PLAYERS];
            picks[0] = at as u32;
            picks
        };
        let single = self.arms.iter().enumerate().map(move |(at, arm)| (alone(at), arm.child));
        single.filter(|(_, child)| *child != NONE).chain(self.edges.iter().copied())
    }

    /// The node behind these moves.
    pub(super) fn child(&self, picks: &Picks) -> Option<u32> {
        match self.kind {
            Kind::Joint => self.edges.iter().find(|(known, _)| known == picks).map(|&(_, child)| child),
            _ => Some(self.arms[picks[0] as usize].child).filter(|&child| child != NONE),
        }
    }

    fn set_child(&mut self, picks: &Picks, child: u32) {
        match self.kind {
            Kind::Joint => self.edges.push((*picks, child)),
            _ => self.arms[picks[0] as usize].child = child,
        }
    }

    /// The number of moves of a player here: one where it is not to move.
    pub(super) fn choices(&self, player: usize) -> usize {
        match self.kind {
            Kind::Joint => self.section(player).len(),
            Kind::One(to_move) if to_move.index() == player => self.arms.len(),
            _ => 1,
        }
    }

    /// The number of joint moves.
    pub(super) fn joint_moves(&self) -> usize {
        match self.kind {
            Kind::Joint => {
                let sizes = (0..self.ends.len()).map(|player| self.section(player).len());
                sizes.fold(1, |product: usize, size| product.saturating_mul(size))
            }
            _ => self.arms.len(),
        }
    }

    /// A player's mean payoff.
    pub(super) fn mean(&self, player: usize) -> f64 {
        self.sums[player] / f64::from(self.visits.max(1))
    }

    /// The outcome of a chance turn.
    fn draw(&self, rng: &mut Random) -> usize {
        let mut left = rng.unit();
        let drawn = self.weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        drawn.unwrap_or(self.arms.len() - 1)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.arms.capacity() * size_of::<Arm<M>>()
            + (self.ends.capacity() * 4 + self.weights.capacity() * 8)
            + self.edges.capacity() * size_of::<(Picks, u32)>()
    }

    /// Adds a result to the moves of a turn.
    fn add_to_arms(&mut self, picks: &Picks, payoffs: &Payoffs) {
        let add = |arm: &mut Arm<M>, payoff: f64| {
            arm.visits += 1;
            arm.sum += payoff;
        };
        match self.kind {
            Kind::Over => {}
            Kind::Chance => self.arms[picks[0] as usize].visits += 1,
            Kind::One(player) => add(&mut self.arms[picks[0] as usize], payoffs[player.index()]),
            Kind::Joint => {
                for player in 0..self.ends.len() {
                    add(&mut self.arms[picks[player] as usize], payoffs[player]);
                }
            }
        }
    }
}

/// Normalises payoffs to 0…1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    /// The rules do not declare the range: it is the one seen so far.
    pub(super) seen: bool,
}

impl Scale {
    pub(super) fn of(self, payoff: f64) -> f64 {
        if self.high > self.low { ((payoff - self.low) / (self.high - self.low)).clamp(0.0, 1.0) } else { 0.5 }
    }
}

/// The tree.
pub(super) struct Tree<M> {
    pub(super) nodes: Vec<Node<M>>,
    players: usize,
    pub(super) bytes: usize,
    pub(super) positions: Positions,
}

impl<M: Copy + PartialEq> Tree<M> {
    pub(super) fn new(players: usize) -> Self {
        Tree { nodes: Vec::new(), players, bytes: 0, positions: Positions::default() }
    }

    /// A node for a state, not yet in the tree.
    pub(super) fn make<G: Game<Move = M>>(game: &G, state: &G::State, moves: &mut Moves<M>) -> Node<M> {
        moves.clear();
        let kind = match game.turn(state, moves) {
            Turn::Over => Kind::Over,
            Turn::Player(player) => Kind::One(player),
            Turn::Joint => Kind::Joint,
            Turn::Chance => Kind::Chance,
        };
        if kind == Kind::Over {
            moves.clear();
        }
        let mut end = 0;
        let ends = (0..moves.sections()).map(|player| {
            end += moves.section(player).len() as u32;
            end
        });
        Node {
            kind,
            ends: ends.collect(),
            weights: if kind == Kind::Chance {
                (0..moves.len()).map(|at| moves.weight(at)).collect()
            } else {
                Vec::new()
            },
            arms: moves.iter().map(|&mv| Arm { mv, visits: 0, sum: 0.0, child: NONE }).collect(),
            visits: 0,
            sums: [0.0; MAX_PLAYERS],
            edges: Vec::new(),
            parent: NONE,
            via: [0; MAX_PLAYERS],
            position: NONE,
        }
    }

    /// Adds a node behind a move of another.
    pub(super) fn add(&mut self, mut node: Node<M>, parent: Option<(u32, &Picks)>) -> u32 {
        let number = self.nodes.len() as u32;
        self.bytes += node.bytes();
        if let Some((parent, picks)) = parent {
            (node.parent, node.via) = (parent, *picks);
            self.link(parent, picks, number);
        }
        self.nodes.push(node);
        number
    }

    /// Puts an edge to a node that is there already.
    pub(super) fn link(&mut self, parent: u32, picks: &Picks, child: u32) {
        let parent = &mut self.nodes[parent as usize];
        let before = parent.bytes();
        parent.set_child(picks, child);
        self.bytes += parent.bytes() - before;
    }

    /// The moves of the next turn: for each player the greatest Q + C·√(ln N / n), unvisited ones first. Where nodes are
    /// `shared`, Q is the mean of the node behind a move.
    pub(super) fn select(&self, node: u32, c: f64, scale: Scale, shared: bool, rng: &mut Random) -> Picks {
        let node = &self.nodes[node as usize];
        let mut picks = [0; MAX_PLAYERS];
        match node.kind {
            Kind::Over => {}
            Kind::Chance => picks[0] = node.draw(rng) as u32,
            Kind::One(player) => picks[0] = self.best_arm(node, player.index(), c, scale, shared, rng),
            Kind::Joint => {
                for (player, pick) in picks.iter_mut().enumerate().take(self.players) {
                    *pick = self.best_arm(node, player, c, scale, false, rng);
                }
            }
        }
        picks
    }

    fn best_arm(&self, node: &Node<M>, player: usize, c: f64, scale: Scale, shared: bool, rng: &mut Random) -> u32 {
        let log = f64::from(node.visits.max(1)).ln();
        let (mut best, mut most, mut equal) = (0, f64::NEG_INFINITY, 0);
        for at in node.section(player) {
            let arm = &node.arms[at];
            let value = if arm.visits == 0 {
                f64::INFINITY
            } else {
                let mean = match arm.child {
                    child if shared && child != NONE => self.nodes[child as usize].mean(player),
                    _ => arm.sum / f64::from(arm.visits),
                };
                scale.of(mean) + c * (log / f64::from(arm.visits)).sqrt()
            };
            if value > most {
                (best, most, equal) = (at as u32, value, 1);
            } else if value == most {
                equal += 1;
                if rng.below(equal) == 0 {
                    best = at as u32;
                }
            }
        }
        best
    }

    /// Adds a result to every node of a path and to the moves made there, at the last node only if one was `made`; with `propagate` also to the other nodes of the
    /// same positions, and to the moves that lead to those.
    pub(super) fn back_up(&mut self, path: &[(u32, Picks)], made: bool, payoffs: &Payoffs, propagate: bool) {
        for (at, (node, picks)) in path.iter().enumerate() {
            self.add_to(*node, payoffs);
            if made || at + 1 < path.len() {
                self.nodes[*node as usize].add_to_arms(picks, payoffs);
            }
            let position = self.nodes[*node as usize].position;
            if !propagate || position == NONE {
                continue;
            }
            for place in 0..self.positions.nodes_of(position).len() {
                let twin = self.positions.nodes_of(position)[place];
                if path.iter().any(|(on_path, _)| *on_path == twin) {
                    continue;
                }
                self.add_to(twin, payoffs);
                let Node { parent, via, .. } = self.nodes[twin as usize];
                if parent != NONE {
                    self.nodes[parent as usize].add_to_arms(&via, payoffs);
                }
            }
        }
    }

    fn add_to(&mut self, node: u32, payoffs: &Payoffs) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.sums.iter_mut().zip(payoffs).for_each(|(sum, payoff)| *sum += payoff);
    }

    /// Makes the node behind these moves the root, and drops what cannot be reached from there. `false` if there is none.
    pub(super) fn advance(&mut self, moves: &[M]) -> bool {
        let Some(root) = self.nodes.first() else { return false };
        let mut picks = [0; MAX_PLAYERS];
        for (player, mv) in moves.iter().enumerate() {
            let Some(at) = root.section(player).find(|&at| root.arms[at].mv == *mv) else { return false };
            picks[player] = at as u32;
        }
        let Some(child) = root.child(&picks) else { return false };
        self.keep_below(child);
        true
    }

    fn keep_below(&mut self, root: u32) {
        let mut number = vec![NONE; self.nodes.len()];
        let mut order = vec![root];
        number[root as usize] = 0;
        let mut at = 0;
        while at < order.len() {
            for (_, child) in self.nodes[order[at] as usize].children() {
                if number[child as usize] == NONE {
                    number[child as usize] = order.len() as u32;
                    order.push(child);
                }
            }
            at += 1;
        }
        let old = std::mem::take(&mut self.nodes);
        let mut old: Vec<Option<Node<M>>> = old.into_iter().map(Some).collect();
        for node in &order {
            let Some(mut node) = old[*node as usize].take() else { continue };
            let renumber = |child: &mut u32| *child = if *child == NONE { NONE } else { number[*child as usize] };
            node.arms.iter_mut().for_each(|arm| renumber(&mut arm.child));
            node.edges.iter_mut().for_each(|(_, child)| renumber(child));
            renumber(&mut node.parent);
            self.nodes.push(node);
        }
        self.nodes[ROOT as usize].parent = NONE;
        let places = self.positions.renumber(&number);
        for node in &mut self.nodes {
            node.position = places.get(node.position as usize).copied().unwrap_or(NONE);
        }
        self.bytes = self.nodes.iter().map(Node::bytes).sum();
    }

    /// Whether the root is the node of a state.
    pub(super) fn is_of<G: Game<Move = M>>(
        &self,
        game: &G,
        state: &G::State,
        book: &mut FactBook,
        moves: &mut Moves<M>,
    ) -> bool {
        let Some(root) = self.nodes.first() else { return false };
        let node = Self::make(game, state, moves);
        let same = node.kind == root.kind
            && node.ends == root.ends
            && node.arms.iter().map(|arm| arm.mv).eq(root.arms.iter().map(|arm| arm.mv));
        same && (root.position == NONE || self.positions.is(root.position, game, state, &node, book))
    }
}
