//! A perfect-information tree search (UCT) with uniformly random playouts.

use spinney::budget::{Limit, Meter};
use spinney::random::Random;

use super::super::board::{Board, End, Rules, Targets};
use super::MoveOrder;
use super::config::{Backup, DistanceConfig, Expand, ThesisMctsConfig, Trials, Value};
use super::joint::Joint;
use super::reward::{Reward, Tally};

/// The limit of a search without a budget: the thesis's one second.
const SECOND: u64 = 3_000;

/// A node of the tree.
struct Node {
    /// The move to it: a cell, or a joint move.
    code: u32,
    /// The index of the first child.
    first: u32,
    visits: u32,
    /// The number of children; 0 if it has none yet.
    children: u16,
    /// Sum of the agents' rewards.
    sum: f64,
}

impl Node {
    fn new(code: u32) -> Self {
        Node { code, first: 0, visits: 0, children: 0, sum: 0.0 }
    }

    #[inline]
    fn family(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.children)
    }
}

/// A move of the root.
pub(super) struct Choice {
    /// A cell, or a joint move.
    pub(super) code: u32,
    pub(super) visits: u64,
    /// The mean reward of the side that searches.
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

/// How a tree is searched.
#[derive(Clone, Copy)]
pub(super) struct Method {
    pub(super) reward: Reward,
    moves: MoveOrder,
    backup: Backup,
    expand: Expand,
    value: Value,
    n: Trials,
    c: f64,
    dodge: bool,
}

impl From<ThesisMctsConfig> for Method {
    fn from(config: ThesisMctsConfig) -> Self {
        Method {
            reward: Reward::Result,
            moves: config.moves(),
            backup: config.backup(),
            expand: config.expand(),
            value: Value::Mean,
            n: Trials::Parent,
            c: config.c,
            dodge: config.dodge,
        }
    }
}

impl From<DistanceConfig> for Method {
    fn from(config: DistanceConfig) -> Self {
        let reward = Reward::Distance(config.count);
        Method { reward, value: config.value(), n: config.n(), ..config.tree.into() }
    }
}

/// A search under way.
pub(super) struct Tree<'r> {
    rules: &'r Rules,
    method: Method,
    /// Whether Mr. X searches.
    for_x: bool,
    nodes: Vec<Node>,
    path: Vec<u32>,
    scratch: Vec<Joint>,
    deepest: usize,
}

impl<'r> Tree<'r> {
    pub(super) fn new(rules: &'r Rules, method: Method, root: &Board) -> Self {
        let (nodes, for_x) = (vec![Node::new(0)], root.turn == 0);
        Tree { rules, method, for_x, nodes, path: Vec::new(), scratch: Vec::new(), deepest: 0 }
    }

    /// Searches until the budget is spent.
    pub(super) fn run(mut self, root: &Board, meter: &Meter, endless: bool, memory: usize, rng: &mut Random) -> Found {
        let mut simulations = 0;
        let room = (memory / size_of::<Node>()).min(u32::MAX as usize);
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
            self.expand(0, root, usize::MAX);
        }
        let choices = self.nodes[self.nodes[0].family()].iter().map(|node| Choice {
            code: node.code,
            visits: node.visits.into(),
            mean: {
                let mean = node.sum / f64::from(node.visits.max(1));
                if self.for_x { self.method.reward.turned(mean) } else { mean }
            },
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

    /// The moves of the piece to move.
    #[inline]
    fn targets(&self, board: &Board) -> Targets {
        if self.method.dodge { self.rules.free_near(board, board.mover()) } else { self.rules.targets(board) }
    }

    /// Whether a joint move is to be made.
    #[inline]
    fn is_joint(&self, board: &Board) -> bool {
        board.turn != 0 && self.method.moves == MoveOrder::Joint
    }

    /// Adds the children of a node, if there is room for them.
    fn expand(&mut self, node: usize, board: &Board, room: usize) -> bool {
        let first = self.nodes.len();
        if self.is_joint(board) {
            Joint::list(self.rules, board, &mut self.scratch);
            if first + self.scratch.len() > room {
                return false;
            }
            self.nodes.extend(self.scratch.iter().map(|joint| Node::new(joint.0)));
        } else {
            let targets = self.targets(board);
            if first + targets.len() > room {
                return false;
            }
            self.nodes.extend(targets.iter().map(|&to| Node::new(to.into())));
        }
        self.nodes[node].children = (self.nodes.len() - first) as u16;
        self.nodes[node].first = first as u32;
        true
    }

    /// The child to descend into: an unvisited one, or the one with the highest bound.
    #[inline]
    fn select(&self, node: usize, by_x: bool, rng: &mut Random) -> usize {
        let family = self.nodes[node].family();
        let children = &self.nodes[family.clone()];
        if let Some(untried) = children.iter().position(|child| child.visits == 0) {
            if self.method.expand == Expand::First {
                return family.start + untried;
            }
            let count = children.iter().filter(|child| child.visits == 0).count();
            let mut left = family.filter(|&child| self.nodes[child].visits == 0);
            return left.nth(rng.below(count)).expect("counted just now");
        }
        let trials = if self.method.n == Trials::Parent { node } else { 0 };
        let (log, c) = (f64::from(self.nodes[trials].visits).ln(), self.method.c);
        let minus = if self.method.backup == Backup::Turned { by_x } else { self.for_x };
        let (mut best, mut most) = (family.start, f64::NEG_INFINITY);
        for (child, at) in family.zip(children) {
            let visits = f64::from(at.visits);
            let value = if self.method.value == Value::Mean { at.sum / visits } else { at.sum };
            let value = if minus { self.method.reward.turned(value) } else { value };
            let bound = value + c * (log / visits).sqrt();
            if bound > most {
                (best, most) = (child, bound);
            }
        }
        best
    }

    fn simulate(&mut self, mut board: Board, room: usize, rng: &mut Random) {
        let mut node = 0;
        let mut tally = Tally::default();
        self.path.clear();
        self.path.push(0);
        while board.end == End::Not {
            if self.nodes[node].children == 0 {
                let at_once = node == 0 && self.method.expand == Expand::Random;
                if self.nodes[node].visits == 0 && !at_once || !self.expand(node, &board, room) {
                    break;
                }
            }
            node = self.select(node, board.turn == 0, rng);
            self.path.push(node as u32);
            let turn = board.turn;
            let code = self.nodes[node].code;
            if self.is_joint(&board) {
                let cells = Joint(code).cells(self.rules, &board);
                self.rules.step_together(&mut board, cells);
            } else {
                self.rules.step(&mut board, code as u16);
            }
            if self.method.reward.counts_tree() {
                self.count(&mut tally, &board, turn);
            }
        }
        while board.end == End::Not {
            let turn = board.turn;
            if self.is_joint(&board) {
                let cells = Joint::draw(self.rules, &board, rng, &mut self.scratch);
                self.rules.step_together(&mut board, cells);
            } else {
                let to = self.targets(&board).draw(rng);
                self.rules.step(&mut board, to);
            }
            self.count(&mut tally, &board, turn);
        }
        let reward = self.method.reward.at_end(tally, &board);
        self.deepest = self.deepest.max(self.path.len() - 1);
        for &node in &self.path {
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += reward;
        }
    }

    /// Counts a move at `turn` that led to a position, if it completes the move of its side.
    #[inline]
    fn count(&self, tally: &mut Tally, board: &Board, turn: u8) {
        if turn == 0 || board.turn == 0 || board.end != End::Not {
            self.method.reward.count(tally, self.rules, board, turn == 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use spinney::budget::Budget;
    use spinney::search::parameter::Configure;

    use super::super::super::board::MOST_AGENTS;
    use super::super::super::cells::{OUT, cell};
    use super::*;

    fn method(settings: &[(&str, &str)]) -> Method {
        let mut config = ThesisMctsConfig::default();
        settings.iter().for_each(|(key, value)| config.set(key, value).unwrap());
        config.into()
    }

    fn distance_method(settings: &[(&str, &str)]) -> Method {
        let mut config = DistanceConfig::default();
        settings.iter().for_each(|(key, value)| config.set(key, value).unwrap());
        config.into()
    }

    /// The last round on 2x2: Mr. X on b2 can go to b1 or a2, next to the agent on a1, who goes to a2 or b1 then.
    fn last_round() -> (Rules, Board) {
        let mut agents = [OUT; MOST_AGENTS];
        agents[0] = cell(0, 0);
        (Rules::new(2, 1, 1, 3), Board { x: cell(1, 1), seen: OUT, agents, moved: 0, turn: 0, end: End::Not })
    }

    /// Visits and sums of the first nodes after some simulations.
    fn grown(settings: &[(&str, &str)], simulations: usize) -> Vec<(u32, f64)> {
        let (rules, root) = last_round();
        let mut tree = Tree::new(&rules, method(settings), &root);
        (0..simulations).for_each(|_| tree.simulate(root, usize::MAX, &mut Random::new(1)));
        tree.nodes.iter().map(|node| (node.visits, node.sum)).collect()
    }

    #[test]
    fn a_leaf_is_expanded_at_its_second_visit_and_its_first_child_taken() {
        let visits = |simulations| grown(&[], simulations).iter().map(|node| node.0).collect::<Vec<_>>();
        assert_eq!(visits(1), [1]);
        assert_eq!(visits(2), [2, 1, 0]);
        assert_eq!(visits(3), [3, 1, 1]);
        // One of the two gets children, of which the first is visited.
        let fourth = visits(4);
        assert_eq!((fourth[0], fourth[1] + fourth[2], &fourth[3..]), (4, 3, &[1, 0][..]));
        // A textbook expands the root at once.
        assert_eq!(grown(&[("reading", "textbook")], 1).len(), 3);
    }

    /// Below b1 the agent misses Mr. X by a2 (0 for the agents) and catches him by b1 (1); below a2 the other way
    /// round. Without turning, Mr. X expects the agent to miss him; with turning, to catch him.
    #[test]
    fn results_are_added_without_turning_unless_asked_for() {
        let (rules, root) = last_round();
        for (backup, expected) in [("summed", 0.0..0.2), ("turned", 0.8..1.01)] {
            let tree = Tree::new(&rules, method(&[("backup", backup)]), &root);
            let meter = Budget::simulations(2_000).start();
            let found = tree.run(&root, &meter, false, usize::MAX, &mut Random::new(1));
            assert_eq!(found.choices.iter().map(|choice| choice.visits).sum::<u64>(), 1_999);
            for choice in &found.choices {
                // Mr. X's mean: 1 is an escape.
                assert!(expected.contains(&(1.0 - choice.mean)), "{backup}: {}", choice.mean);
            }
        }
    }

    /// Every result is counted in all nodes of its path: the sums of the children add up to that of their parent, but
    /// for the first playout, which began at the parent itself.
    #[test]
    fn sums_add_up() {
        let nodes = grown(&[], 50);
        assert_eq!((nodes[0].0, nodes[1].0 + nodes[2].0), (50, 49));
        let missing = nodes[0].1 - nodes[1].1 - nodes[2].1;
        assert!([0.0, 1.0].contains(&missing), "{missing}");
    }

    /// Two children of 16 and 4 visits below a root of 20, in a search of 100 simulations.
    fn selected(method: Method, sums: [f64; 2], by_x: bool) -> usize {
        let (rules, root) = last_round();
        let mut tree = Tree::new(&rules, method, &Board { turn: 1, ..root });
        tree.nodes = [(100, 0.0), (20, 0.0), (16, sums[0]), (4, sums[1])]
            .map(|(visits, sum)| Node { visits, sum, ..Node::new(0) })
            .into();
        (tree.nodes[1].first, tree.nodes[1].children) = (2, 2);
        tree.select(1, by_x, &mut Random::new(1)) - 2
    }

    #[test]
    fn the_formulas_by_hand() {
        // 2·sqrt(ln 20 / 16) = 0.865 and 2·sqrt(ln 20 / 4) = 1.731: a lead of 0.875 in the mean decides, 0.75 does not.
        assert_eq!(selected(method(&[]), [14.0, 0.0], false), 0);
        assert_eq!(selected(method(&[]), [12.0, 0.0], false), 1);
        // At Mr. X's node too the agents' reward decides, unless it is turned.
        assert_eq!(selected(method(&[]), [14.0, 0.0], true), 0);
        assert_eq!(selected(method(&[("backup", "turned")]), [14.0, 0.0], true), 1);
        // 200·sqrt(ln 100 / 16) = 107.3 and 200·sqrt(ln 100 / 4) = 214.6: a lead of 107.3 in the sum is needed.
        assert_eq!(selected(distance_method(&[]), [108.0, 0.0], false), 0);
        assert_eq!(selected(distance_method(&[]), [107.0, 0.0], false), 1);
        // With the visits of the parent: 86.5 and 173.1.
        assert_eq!(selected(distance_method(&[("n", "parent")]), [87.0, 0.0], false), 0);
        assert_eq!(selected(distance_method(&[("n", "parent")]), [86.0, 0.0], false), 1);
        // With means the sum must be 16 times as large.
        assert_eq!(selected(distance_method(&[("value", "mean")]), [1_700.0, 0.0], false), 1);
        assert_eq!(selected(distance_method(&[("value", "mean")]), [1_720.0, 0.0], false), 0);
    }
}
