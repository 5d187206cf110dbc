//! A search tree from paper: v/n of every node, as lectures and articles draw it, and one more cycle of a search on it.
//!
//! A tree is written as a node followed by its children in brackets, `5/9 (4/6 (0/1 4/5) 0/1 1/2)`. A node may have a
//! name, `c=4/6`; otherwise children are called a, b, c and so on. `0/0` is a child that was never visited.
//! The levels belong to the two players in turn.

use spinney::game::Player;
use spinney::search::mcts::explain::{Arm, Chooses, Takes, weigh_children};
use spinney::search::mcts::{Config, Selection, Stats, Viewpoint};
use spinney::search::{Refusal, TreeView};

/// A tree of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperTree {
    root: Node,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    name: String,
    sum: f64,
    visits: u32,
    children: Vec<Node>,
}

/// What is wrong with a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PaperError {
    /// Not a node.
    #[error("`{0}` is no node: expected V/N, such as 3/6, or NAME=V/N")]
    Node(String),
    /// v outside 0…n.
    #[error("{0}: payoffs are from 0 to 1, so v is from 0 to n")]
    Sum(String),
    /// A bracket without its other half, or with nothing before it.
    #[error("the brackets do not match")]
    Brackets,
    /// Several roots, or none.
    #[error("expected one root, with its children in brackets behind it")]
    Roots,
    /// Two children of one name.
    #[error("two children of one node are called `{0}`")]
    Name(String),
    /// A tree that is too deep or too large.
    #[error("at most {MOST_NODES} nodes are possible, and {DEEPEST} levels")]
    Size,
}

/// The largest tree.
const MOST_NODES: usize = 10_000;
const DEEPEST: usize = 100;

/// One node on the way down.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperChoice {
    /// The names of the nodes that lead to it.
    pub path: Vec<String>,
    /// Its visits.
    pub visits: u32,
    /// Which value is taken.
    pub takes: Takes,
    /// The children by name, with their terms.
    pub children: Vec<(String, Arm<u16>)>,
    /// The one that is taken: the first of those that the rule allows.
    pub chosen: usize,
}

/// A node that a cycle has updated.
#[derive(Clone, Debug, PartialEq)]
pub struct PaperChange {
    /// Its name; the root's is empty.
    pub name: String,
    /// v and n before.
    pub before: (f64, u32),
    /// v and n after.
    pub after: (f64, u32),
}

impl PaperTree {
    /// Reads a tree.
    pub fn read(text: &str) -> Result<Self, PaperError> {
        // The open nodes from the root down, each with the children read so far.
        let mut open: Vec<Vec<Node>> = vec![Vec::new()];
        let mut count = 0;
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        for word in spaced.split_whitespace() {
            match word {
                "(" if open.last().is_none_or(|row| row.last().is_none_or(|node| !node.children.is_empty())) => {
                    return Err(PaperError::Brackets);
                }
                "(" => open.push(Vec::new()),
                ")" => {
                    let children = open.pop().filter(|children| !children.is_empty()).ok_or(PaperError::Brackets)?;
                    let above = open.last_mut().and_then(|row| row.last_mut()).ok_or(PaperError::Brackets)?;
                    above.children = children;
                }
                _ => {
                    let row = open.last_mut().ok_or(PaperError::Brackets)?;
                    let node = Node::read(word, row.len())?;
                    if row.iter().any(|other| other.name == node.name) {
                        return Err(PaperError::Name(node.name));
                    }
                    row.push(node);
                    count += 1;
                }
            }
            if count > MOST_NODES || open.len() > DEEPEST {
                return Err(PaperError::Size);
            }
        }
        if open.len() > 1 {
            return Err(PaperError::Brackets);
        }
        match <[Node; 1]>::try_from(open.pop().unwrap_or_default()) {
            Ok([root]) => Ok(PaperTree { root }),
            Err(_) => Err(PaperError::Roots),
        }
    }

    /// The way down by the rule of `config`, from the root to a node without children.
    pub fn select(&self, config: &Config) -> Result<Vec<PaperChoice>, Refusal> {
        let (mut node, mut path, mut choices) = (&self.root, Vec::new(), Vec::new());
        while !node.children.is_empty() {
            let (player, takes) = match path.len() % 2 {
                0 => (Chooses::RootPlayer, Takes::Highest),
                _ if config.select == Selection::Article => (Chooses::Opponent, Takes::Lowest),
                _ => (Chooses::Opponent, Takes::Highest),
            };
            let numbers: Vec<_> = node.children.iter().map(|child| (child.sum, child.visits)).collect();
            let arms = weigh_children(config, player, node.visits.max(1), &numbers)?;
            let chosen = arms.iter().position(|arm| arm.eligible).unwrap_or(0);
            let children = node.children.iter().map(|child| child.name.clone()).zip(arms).collect();
            choices.push(PaperChoice { path: path.clone(), visits: node.visits, takes, children, chosen });
            node = &node.children[chosen];
            path.push(node.name.clone());
        }
        Ok(choices)
    }

    /// Ends a cycle whose way down is `choices`: a leaf that was visited before gets one child, and everything on the
    /// way counts a simulation with this payoff of the player to move at the root.
    pub fn update(&mut self, config: &Config, choices: &[PaperChoice], payoff: f64) -> Vec<PaperChange> {
        let everywhere = Viewpoint::of(config) == Viewpoint::RootPlayer;
        let mut changes = Vec::new();
        let (mut node, mut name) = (&mut self.root, String::new());
        for depth in 0.. {
            let before = (node.sum, node.visits);
            node.sum += if everywhere || depth % 2 == 1 { payoff } else { 1.0 - payoff };
            node.visits += 1;
            changes.push(PaperChange { name, before, after: (node.sum, node.visits) });
            let next = match choices.get(depth) {
                Some(choice) => choice.chosen,
                None if depth == choices.len() && before.1 > 0 => {
                    node.children.push(Node { name: "new".to_owned(), sum: 0.0, visits: 0, children: Vec::new() });
                    0
                }
                None => break,
            };
            node = &mut node.children[next];
            name = node.name.clone();
        }
        changes
    }

    /// The tree as a view, for those who draw it.
    pub fn view(&self, config: &Config) -> TreeView<String> {
        let everywhere = Viewpoint::of(config) == Viewpoint::RootPlayer;
        self.root.view(0, everywhere)
    }
}

impl Node {
    /// Reads a node, the child of this number.
    fn read(word: &str, number: usize) -> Result<Self, PaperError> {
        let (name, numbers) = match word.split_once('=') {
            Some((name, numbers)) => (name.to_owned(), numbers),
            None => (letters(number), word),
        };
        let read = || {
            let (v, n) = numbers.split_once('/')?;
            Some((v.parse::<f64>().ok()?, n.parse::<u32>().ok()?))
        };
        let (sum, visits) = read().filter(|_| !name.is_empty()).ok_or_else(|| PaperError::Node(word.to_owned()))?;
        match (0.0..=f64::from(visits)).contains(&sum) {
            true => Ok(Node { name, sum, visits, children: Vec::new() }),
            false => Err(PaperError::Sum(numbers.to_owned())),
        }
    }

    fn view(&self, depth: usize, everywhere: bool) -> TreeView<String> {
        let mover = (depth > 0).then_some(Player((depth as u8 + 1) % 2));
        let mean = (self.visits > 0).then(|| self.sum / f64::from(self.visits));
        TreeView {
            mv: mover.map(|_| self.name.clone()),
            mover,
            payoff_of: if everywhere { Player(0) } else { Player((depth as u8 + 1) % 2) },
            stats: Stats { visits: self.visits, sum: self.sum, mean, proven: None },
            children: self.children.iter().map(|child| child.view(depth + 1, everywhere)).collect(),
            more: 0,
        }
    }
}

/// a, b, …, z, aa, ab and so on.
fn letters(number: usize) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => letters(more - 1) + &last.to_string(),
    }
}
