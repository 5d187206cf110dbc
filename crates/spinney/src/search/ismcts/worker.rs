//! One simulation: draw a full position, descend, expand, play out, back up.

use std::hash::{Hash, Hasher};

use super::config::{Config, Observers};
use super::tree::{Edge, NOWHERE, Tree};
use crate::game::skills::Hidden;
use crate::game::{Deaf, Game, GameInfo, MAX_PLAYERS, Moves, Payoffs, Player, Turn, View};
use crate::random::{Random, mix};

/// The chooser of an edge that nobody chose: nature, or a player whom the owner of the tree only watches.
const NOBODY: u8 = u8::MAX;

/// What all workers read.
pub(super) struct Core<'s, G: Game> {
    pub game: &'s G,
    pub info: &'s GameInfo,
    pub config: &'s Config,
    pub policy: Option<usize>,
    pub view: &'s View<G::State>,
}

/// An edge on the way down.
struct Passed {
    tree: u8,
    place: u32,
    chooser: u8,
}

/// Trees, generator and scratch of one thread.
pub(super) struct Worker<G: Game> {
    /// One tree, or one per player.
    pub trees: Vec<Tree<G::Move>>,
    rng: Random,
    /// The place in each tree of the position at hand.
    at: [u32; MAX_PLAYERS],
    path: Vec<Passed>,
    moves: Moves<G::Move>,
    /// Places of the edges of the listed moves.
    places: Vec<u32>,
    /// Listed moves without an edge.
    untried: Vec<u32>,
    /// Payoffs seen, or declared.
    low: f64,
    high: f64,
    /// The deepest place reached.
    pub depth: u32,
    pub cut: u64,
}

impl<G: Game> Worker<G> {
    pub(super) fn new(core: &Core<'_, G>, memory: usize, rng: Random) -> Self {
        let trees = match core.config.observers {
            Observers::Single => 1,
            Observers::Multi => core.info.players(),
        };
        let (low, high) = core.info.range.map_or((f64::MAX, f64::MIN), |range| (range.low, range.high));
        Worker {
            trees: (0..trees).map(|_| Tree::new(memory / trees)).collect(),
            rng,
            at: [0; MAX_PLAYERS],
            path: Vec::new(),
            moves: Moves::new(),
            places: Vec::new(),
            untried: Vec::new(),
            low,
            high,
            depth: 0,
            cut: 0,
        }
    }

    /// One simulation.
    pub(super) fn simulate(&mut self, core: &Core<'_, G>) {
        let game = core.game;
        let hidden = game.skills().hidden;
        let observer = core.view.observer();
        let mut state = match hidden {
            Some(hidden) => hidden.sample(core.view.state(), observer, &mut self.rng),
            None => core.view.state().clone(),
        };
        self.at = [0; MAX_PLAYERS];
        self.path.clear();
        let mut depth = 0;
        let payoffs = loop {
            self.moves.clear();
            let (mv, mover) = match game.turn(&state, &mut self.moves) {
                Turn::Over => break payoffs(core, |player| game.payoff(&state, player)),
                Turn::Chance => (self.moves[self.moves.draw_weighted(&mut self.rng)], None),
                Turn::Joint => break self.play_out(core, &mut state),
                Turn::Player(mover) => match self.choose(core, hidden, &state, mover) {
                    Some(mv) => (mv, Some(mover)),
                    None => break self.play_out(core, &mut state),
                },
            };
            self.descend(core, hidden, &state, mover, mv);
            game.play(&mut state, mv);
            depth += 1;
            if self.at[..self.trees.len()].iter().all(|&at| at == NOWHERE) {
                break self.play_out(core, &mut state);
            }
        };
        self.depth = self.depth.max(depth);
        self.back_up(&payoffs);
    }

    /// The mover's choice in his tree; `None` if the tree ends here.
    fn choose(
        &mut self,
        core: &Core<'_, G>,
        hidden: Option<&dyn Hidden<State = G::State, Move = G::Move>>,
        state: &G::State,
        mover: Player,
    ) -> Option<G::Move> {
        let tree_index = if self.trees.len() == 1 { 0 } else { mover.index() };
        let node = self.at[tree_index];
        if node == NOWHERE {
            return None;
        }
        self.places.clear();
        self.untried.clear();
        let tree = &mut self.trees[tree_index];
        let multi = core.config.observers == Observers::Multi;
        let (from, _) = tree.span(node);
        let mut hint = 0;
        for (index, &mv) in self.moves.iter().enumerate() {
            let label = label_of::<G>(hidden.filter(|_| multi), state, mv, mover);
            match tree.find(node, label, hint) {
                Some(place) => {
                    tree.edge(place).available += 1;
                    hint = place as usize - from + 1;
                    self.places.push(place);
                }
                None => {
                    self.untried.push(index as u32);
                    self.places.push(NOWHERE);
                }
            }
        }
        if !self.untried.is_empty() {
            let index = self.untried[self.rng.below(self.untried.len())] as usize;
            let mv = self.moves[index];
            let label = label_of::<G>(hidden.filter(|_| multi), state, mv, mover);
            if tree.add(node, Edge::new(label, mv)).is_some() {
                return Some(mv);
            }
        }
        let c = core.config.c * if self.high > self.low { self.high - self.low } else { 1.0 };
        let best = best_place(tree, &self.places, c)?;
        Some(self.moves[best])
    }

    /// Takes every tree along the edge of what its owner notices of `mv`.
    fn descend(
        &mut self,
        core: &Core<'_, G>,
        hidden: Option<&dyn Hidden<State = G::State, Move = G::Move>>,
        state: &G::State,
        mover: Option<Player>,
        mv: G::Move,
    ) {
        let single = self.trees.len() == 1;
        for (index, tree) in self.trees.iter_mut().enumerate() {
            let node = self.at[index];
            if node == NOWHERE {
                continue;
            }
            // With a single tree its owner is whoever moves, and for nature's draws the one who decides.
            let (owner, eyes) = match (core.config.observers, mover) {
                (Observers::Single, Some(mover)) => (mover, None),
                (Observers::Single, None) => (core.view.observer(), hidden),
                (Observers::Multi, _) => (Player(index as u8), hidden),
            };
            let label = label_of::<G>(eyes, state, mv, owner);
            let found = tree.find(node, label, 0).or_else(|| tree.add(node, Edge::new(label, mv)));
            let Some(place) = found else {
                self.at[index] = NOWHERE;
                continue;
            };
            let chooser = mover.filter(|mover| single || mover.index() == index).map_or(NOBODY, |mover| mover.0);
            self.path.push(Passed { tree: index as u8, place, chooser });
            let grown = tree.edge(place).visits >= core.config.expand;
            self.at[index] = if grown { tree.child(place) } else { NOWHERE };
        }
    }

    fn play_out(&mut self, core: &Core<'_, G>, state: &mut G::State) -> Payoffs {
        let (game, cap) = (core.game, core.config.playout_cap);
        let over = match (core.policy, game.skills().playouts) {
            (Some(policy), Some(playouts)) => playouts.play_out(policy, state, cap, &mut self.rng, &mut Deaf),
            _ => {
                (0..cap).any(|_| !game.random_step(state, &mut self.moves, &mut self.rng, &mut Deaf)) || {
                    self.moves.clear();
                    game.turn(state, &mut self.moves) == Turn::Over
                }
            }
        };
        if over {
            return payoffs(core, |player| game.payoff(state, player));
        }
        self.cut += 1;
        match game.skills().evaluate {
            Some(skill) => payoffs(core, |player| skill.evaluate(state, player)),
            None => {
                let known = self.high >= self.low;
                payoffs(core, |_| if known { (self.low + self.high) / 2.0 } else { 0.0 })
            }
        }
    }

    fn back_up(&mut self, payoffs: &Payoffs) {
        for passed in &self.path {
            let edge = self.trees[usize::from(passed.tree)].edge(passed.place);
            edge.visits = edge.visits.saturating_add(1);
            if passed.chooser != NOBODY {
                let payoff = payoffs[usize::from(passed.chooser)];
                edge.sum += payoff;
                (self.low, self.high) = (self.low.min(payoff), self.high.max(payoff));
            }
        }
    }
}

/// What `owner` notices of a move: the move itself if he sees everything.
#[inline]
fn label_of<G: Game>(
    eyes: Option<&dyn Hidden<State = G::State, Move = G::Move>>,
    state: &G::State,
    mv: G::Move,
    owner: Player,
) -> u64 {
    match eyes {
        Some(hidden) => hidden.glimpse(state, mv, owner),
        None => {
            let mut hasher = rustc_hash::FxHasher::default();
            mv.hash(&mut hasher);
            mix(hasher.finish())
        }
    }
}

/// One payoff per player.
fn payoffs<G: Game>(core: &Core<'_, G>, payoff: impl Fn(Player) -> f64) -> Payoffs {
    let mut payoffs = [0.0; MAX_PLAYERS];
    for (seat, slot) in payoffs.iter_mut().enumerate().take(core.info.players()) {
        *slot = payoff(Player(seat as u8));
    }
    payoffs
}

/// The greatest `mean + c·√(ln available / visits)` among the edges that exist.
fn best_place<M: Copy>(tree: &mut Tree<M>, places: &[u32], c: f64) -> Option<usize> {
    let mut best = None;
    let mut best_score = f64::NEG_INFINITY;
    let (mut count, mut log) = (0, 0.0);
    for (index, &place) in places.iter().enumerate().filter(|(_, place)| **place != NOWHERE) {
        let edge = tree.edge(place);
        if edge.available != count {
            (count, log) = (edge.available, f64::from(edge.available).ln());
        }
        let visits = f64::from(edge.visits);
        let score = if edge.visits == 0 { f64::MAX } else { edge.sum / visits + c * (log / visits).sqrt() };
        if score > best_score {
            (best, best_score) = (Some(index), score);
        }
    }
    best
}
