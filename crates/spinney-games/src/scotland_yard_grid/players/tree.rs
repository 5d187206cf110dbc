//! A plain perfect-information tree search (UCT): one node is added per simulation, playouts are uniformly random.

use spinney::budget::{Limit, Meter};
use spinney::random::Random;

use super::super::board::{Board, End, Rules, Targets};
use super::super::cells::distance;

/// The limit of a search without a budget: the thesis's one second.
const SECOND: u64 = 3_000;

/// A node of the tree.
struct Node {
    /// The destination of the move.
    to: u16,
    /// The number of children; 0 if it has none yet.
    children: u16,
    /// The index of the first child.
    first: u32,
    visits: u32,
    /// Sum of the agents' rewards.
    sum: f64,
}

impl Node {
    fn new(to: u16) -> Self {
        Node { to, children: 0, first: 0, visits: 0, sum: 0.0 }
    }

    fn family(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.children)
    }
}

/// The value of a game to the agents.
#[derive(Clone, Copy)]
pub(super) enum Reward {
    /// 1 for a win and this value for a loss.
    Result { loss: f64 },
    /// (100 − moves)·50 for a catch, −1,000 for an escape, less this factor times the distances.
    Distance { penalty: f64, since: u16 },
}

impl Reward {
    fn of_end(self, board: &Board) -> f64 {
        match (self, board.end == End::Escaped) {
            (Reward::Result { .. }, false) => 1.0,
            (Reward::Result { loss }, true) => loss,
            (Reward::Distance { since, .. }, false) => (100.0 - f64::from(board.moved - since)) * 50.0,
            (Reward::Distance { .. }, true) => -1_000.0,
        }
    }

    /// A mean reward as a payoff of the game, if it corresponds to one.
    pub(super) fn payoff(self, mean: f64) -> Option<f64> {
        match self {
            Reward::Result { loss } => Some((mean - loss) / (1.0 - loss)),
            Reward::Distance { .. } => None,
        }
    }

    /// Mr. X's reward, given the agents' reward.
    fn turned(self, reward: f64) -> f64 {
        match self {
            Reward::Result { loss } => 1.0 + loss - reward,
            Reward::Distance { .. } => -reward,
        }
    }
}

/// A move of the root.
pub(super) struct Choice {
    pub(super) to: u16,
    pub(super) visits: u64,
    /// The mean reward of the player to move.
    pub(super) mean: f64,
}

/// The result of a search.
pub(super) struct Found {
    pub(super) choices: Vec<Choice>,
    pub(super) simulations: u64,
    pub(super) nodes: u64,
    pub(super) bytes: u64,
    pub(super) depth: u32,
    pub(super) ended_by: Limit,
}

/// A search under way.
pub(super) struct Tree<'r> {
    rules: &'r Rules,
    reward: Reward,
    /// The factor of the square root.
    exploration: f64,
    /// Mr. X never runs into an agent, neither in the tree nor in playouts.
    dodge: bool,
    nodes: Vec<Node>,
    path: Vec<usize>,
    deepest: usize,
}

impl<'r> Tree<'r> {
    pub(super) fn new(rules: &'r Rules, reward: Reward, exploration: f64, dodge: bool) -> Self {
        Tree { rules, reward, exploration, dodge, nodes: vec![Node::new(0)], path: Vec::new(), deepest: 0 }
    }

    /// Searches until the budget is spent.
    pub(super) fn run(mut self, root: &Board, meter: &Meter, endless: bool, memory: usize, rng: &mut Random) -> Found {
        let mut simulations = 0;
        let room = (memory / size_of::<Node>()).min(u32::MAX as usize - 8);
        let ended_by = loop {
            if endless && simulations >= SECOND {
                break Limit::Simulations;
            }
            if let Some(limit) = meter.exceeded(simulations) {
                break limit;
            }
            if self.nodes[0].visits == u32::MAX {
                break Limit::Visits;
            }
            self.simulate(*root, room, rng);
            simulations += 1;
        };
        if self.nodes[0].children == 0 {
            self.expand(0, root);
        }
        let turn = root.turn;
        let choices = self.nodes[self.nodes[0].family()].iter().map(|node| Choice {
            to: node.to,
            visits: node.visits.into(),
            mean: self.value(node, turn),
        });
        Found {
            choices: choices.collect(),
            simulations,
            nodes: self.nodes.len() as u64,
            bytes: (self.nodes.capacity() * size_of::<Node>()) as u64,
            depth: self.deepest as u32,
            ended_by,
        }
    }

    /// The mean reward of a node for the side of `turn`.
    fn value(&self, node: &Node, turn: u8) -> f64 {
        let mean = node.sum / f64::from(node.visits.max(1));
        if turn == 0 { self.reward.turned(mean) } else { mean }
    }

    /// The candidate moves.
    #[inline]
    fn targets(&self, board: &Board) -> Targets {
        if self.dodge { self.rules.free_near(board, board.mover()) } else { self.rules.targets(board) }
    }

    fn expand(&mut self, node: usize, board: &Board) {
        let targets = self.targets(board);
        let first = self.nodes.len() as u32;
        self.nodes.extend(targets.iter().map(|&to| Node::new(to)));
        self.nodes[node].first = first;
        self.nodes[node].children = targets.len() as u16;
    }

    /// The child to descend into: an unvisited one, or the one with the highest bound.
    fn select(&self, node: usize, turn: u8, rng: &mut Random) -> usize {
        let family = self.nodes[node].family();
        let untried = family.clone().filter(|&child| self.nodes[child].visits == 0).count();
        if untried > 0 {
            let chosen = rng.below(untried);
            let mut left = family.filter(|&child| self.nodes[child].visits == 0);
            return left.nth(chosen).expect("counted just now");
        }
        let log = f64::from(self.nodes[node].visits).ln();
        let (mut best, mut most) = (family.start, f64::NEG_INFINITY);
        for child in family {
            let at = &self.nodes[child];
            let bound = self.value(at, turn) + self.exploration * (log / f64::from(at.visits)).sqrt();
            if bound > most {
                (best, most) = (child, bound);
            }
        }
        best
    }

    fn simulate(&mut self, mut board: Board, room: usize, rng: &mut Random) {
        let mut node = 0;
        let mut reward = 0.0;
        self.path.clear();
        self.path.push(node);
        while board.end == End::Not {
            if self.nodes[node].children == 0 {
                if self.nodes.len() + 4 > room {
                    break;
                }
                self.expand(node, &board);
            }
            node = self.select(node, board.turn, rng);
            self.path.push(node);
            reward += self.step(&mut board, self.nodes[node].to);
            if self.nodes[node].visits == 0 {
                break;
            }
        }
        while board.end == End::Not {
            let to = self.targets(&board).draw(rng);
            reward += self.step(&mut board, to);
        }
        reward += self.reward.of_end(&board);
        self.deepest = self.deepest.max(self.path.len() - 1);
        for &node in &self.path {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += reward;
        }
    }

    /// Plays a step and returns its reward for the agents.
    #[inline]
    fn step(&self, board: &mut Board, to: u16) -> f64 {
        let by_agent = board.turn != 0;
        self.rules.step(board, to);
        match self.reward {
            Reward::Distance { penalty, .. } if by_agent => -penalty * f64::from(distance(to, board.x)),
            _ => 0.0,
        }
    }
}
