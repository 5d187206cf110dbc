//! The whole game tree as arrays: what full-tree iterations and best responses run on.
//!
//! Nodes are in breadth-first order, children of a node side by side, so that one pass forward computes reach
//! probabilities and one pass backward computes values, without recursion and without the rules of the game.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use super::keys::{self, Keys, ROOT};
use super::{Refusal, RefusalKind};
use crate::budget::Limit;
use crate::game::{Game, Moves, Player, Turn, View};

/// No information set, or no earlier choice.
pub(super) const NONE: u32 = u32::MAX;

/// A history of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The first child.
    pub(super) first: u32,
    /// The number of children: 0 at the end of the game. At a decision, the second player's choice changes fastest.
    pub(super) children: u32,
    /// The information set of each player that chooses here, or [`NONE`]; both are `NONE` at chance turns.
    pub(super) sets: [u32; 2],
    /// The probability of this chance outcome; 1 after a decision.
    pub(super) weight: f64,
    /// The payoff of the first player at the end of the game.
    pub(super) payoff: f64,
}

impl Node {
    pub(super) fn is_chance(&self) -> bool {
        self.sets == [NONE; 2]
    }

    pub(super) fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.children) as usize
    }
}

/// An information set: the histories that the player to choose cannot distinguish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    pub(super) player: u8,
    /// The first of its actions among those of all sets.
    pub(super) offset: u32,
    pub(super) actions: u32,
    pub(super) key: u64,
    /// The player's last action before, by its place among those of all sets, or [`NONE`].
    before: u32,
}

impl Set {
    pub(super) fn slots(&self) -> std::ops::Range<usize> {
        self.offset as usize..(self.offset + self.actions) as usize
    }
}

/// The game tree below a position, for two players.
pub struct GameTree<G: Game> {
    pub(super) nodes: Vec<Node>,
    pub(super) sets: Vec<Set>,
    /// The actions of all sets.
    moves: Vec<G::Move>,
    /// What the player sees at each set, if that is kept.
    views: Vec<View<G::State>>,
    ids: FxHashMap<u64, u32>,
    /// The sum of both players' payoffs.
    pub(super) sum: f64,
    depth: u32,
}

/// How large a tree may become, and what is kept of it.
#[derive(Clone, Copy, Debug)]
pub struct TreeOptions {
    /// The most nodes.
    pub nodes: usize,
    /// Keep what the player sees at every information set.
    pub views: bool,
}

/// Why there is no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The game does not have a tree of the kind that is needed.
    Refused(Refusal),
    /// The caller ended it.
    Ended(Limit),
}

impl From<Refusal> for NoTree {
    fn from(refusal: Refusal) -> Self {
        NoTree::Refused(refusal)
    }
}

/// Bytes of a node with all that a search keeps of it, information sets and positions waiting to be expanded included.
pub(super) const NODE_BYTES: usize = 160;

/// A position that is to be expanded.
struct Pending<S> {
    node: u32,
    state: S,
    path: u64,
    depth: u32,
    /// The last action of each player.
    before: [u32; 2],
}

impl<G: Game> GameTree<G> {
    /// The tree of `game` below `root`. `check` is called after every call of the rules, and may end it.
    ///
    /// Rejected are games of other than two players or without constant sum, trees that are too large, and games whose
    /// information states forget what a player knew or did before (imperfect recall).
    pub fn build(
        game: &G,
        root: &G::State,
        options: TreeOptions,
        check: &mut dyn FnMut() -> Option<Limit>,
    ) -> Result<Self, NoTree> {
        keys::check(game, "a game tree")?;
        let info = game.info();
        let leaf = Node { first: 0, children: 0, sets: [NONE; 2], weight: 1.0, payoff: 0.0 };
        let mut tree = GameTree {
            nodes: vec![leaf],
            sets: Vec::new(),
            moves: Vec::new(),
            views: Vec::new(),
            ids: FxHashMap::default(),
            sum: info.constant_sum.unwrap_or(0.0),
            depth: 0,
        };
        let keys = Keys::of(game);
        let mut called = || check().map_or(Ok(()), |limit| Err(NoTree::Ended(limit)));
        let mut moves = Moves::new();
        let mut open = VecDeque::new();
        open.push_back(Pending { node: 0, state: root.clone(), path: ROOT, depth: 0, before: [NONE; 2] });
        while let Some(pending) = open.pop_front() {
            tree.depth = tree.depth.max(pending.depth);
            moves.clear();
            let turn = game.turn(&pending.state, &mut moves);
            called()?;
            let mut before = pending.before;
            let [rows, columns] = match turn {
                Turn::Over => {
                    tree.nodes[pending.node as usize].payoff = game.payoff(&pending.state, Player(0));
                    called()?;
                    continue;
                }
                Turn::Chance => [moves.len(), 1],
                Turn::Player(player) => {
                    tree.add_choice(game, &keys, &pending, player, &moves, options.views)?;
                    if player.0 == 0 { [moves.len(), 1] } else { [1, moves.len()] }
                }
                Turn::Joint => {
                    for player in [Player(0), Player(1)] {
                        tree.add_choice(game, &keys, &pending, player, moves.section(player.index()), options.views)?;
                    }
                    [moves.section(0).len(), moves.section(1).len()]
                }
            };
            let count = rows * columns;
            if tree.nodes.len() + count > options.nodes.min(NONE as usize) {
                let text = format!("the tree of `{}` has more than {} nodes", info.name, options.nodes);
                return Err(Refusal::new(RefusalKind::TooLarge, text).into());
            }
            let first = tree.nodes.len() as u32;
            let node = &mut tree.nodes[pending.node as usize];
            (node.first, node.children) = (first, count as u32);
            let sets = node.sets;
            for index in 0..count {
                let choice = [index / columns, index % columns];
                let mut state = pending.state.clone();
                let mut weight = 1.0;
                match turn {
                    Turn::Joint => {
                        game.play_joint(&mut state, &[moves.section(0)[choice[0]], moves.section(1)[choice[1]]]);
                    }
                    Turn::Chance => {
                        weight = moves.weight(index);
                        game.play(&mut state, moves[index]);
                    }
                    _ => game.play(&mut state, moves[index]),
                }
                called()?;
                for (player, set) in sets.into_iter().enumerate().filter(|(_, set)| *set != NONE) {
                    before[player] = tree.sets[set as usize].offset + choice[player] as u32;
                }
                let (node, path) = (tree.nodes.len() as u32, keys::step(pending.path, index));
                tree.nodes.push(Node { weight, ..leaf });
                open.push_back(Pending { node, state, path, depth: pending.depth + 1, before });
            }
        }
        Ok(tree)
    }

    /// Notes that a player chooses among `moves` at a node: in a new information set, or in a known one.
    fn add_choice(
        &mut self,
        game: &G,
        keys: &Keys<'_, G>,
        pending: &Pending<G::State>,
        player: Player,
        moves: &[G::Move],
        keep: bool,
    ) -> Result<(), Refusal> {
        let key = keys.key(&pending.state, pending.path, player);
        let before = pending.before[player.index()];
        let next = self.sets.len() as u32;
        let id = *self.ids.entry(key).or_insert(next);
        self.nodes[pending.node as usize].sets[player.index()] = id;
        if id < next {
            let set = &self.sets[id as usize];
            let name = game.info().name;
            if set.player != player.0 || self.moves[set.slots()] != *moves {
                let text = format!("`{name}` has different moves in positions that the player cannot distinguish");
                return Err(Refusal::new(RefusalKind::Other, text));
            }
            if set.before != before {
                let text = format!("the information states of `{name}` forget earlier moves (imperfect recall)");
                return Err(Refusal::new(RefusalKind::Other, text));
            }
            return Ok(());
        }
        let offset = self.moves.len() as u32;
        self.sets.push(Set { player: player.0, offset, actions: moves.len() as u32, key, before });
        self.moves.extend_from_slice(moves);
        if keep {
            self.views.push(View::of(game, &pending.state, player));
        }
        Ok(())
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The length of the longest game, in turns.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The number of information sets.
    pub fn information_sets(&self) -> usize {
        self.sets.len()
    }

    /// The number of actions of all information sets.
    pub(super) fn slots(&self) -> usize {
        self.moves.len()
    }

    /// The player that chooses at an information set.
    pub fn player(&self, set: usize) -> Player {
        Player(self.sets[set].player)
    }

    /// The moves at an information set.
    pub fn moves(&self, set: usize) -> &[G::Move] {
        &self.moves[self.sets[set].slots()]
    }

    /// What the player sees at an information set, if that was [kept](TreeOptions::views).
    pub fn view(&self, set: usize) -> Option<&View<G::State>> {
        self.views.get(set)
    }

    /// The information set with this key.
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.ids.get(&key).map(|&set| set as usize)
    }
}
