//! One cycle as data: generic in the move, and mappable to notation.

use serde::Serialize;

use crate::game::{Game, Player};
use crate::search::claims::Claims;
use crate::search::tree_view::{Stats, TreeView};

/// A child as the selection rule sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arm<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// n, v and v/n before this cycle.
    #[serde(flatten)]
    pub stats: Stats,
    /// The value term of the rule; for an unvisited child its default; `None` where the rule needs none.
    pub value: Option<f64>,
    /// The exploration term.
    pub exploration: Option<f64>,
    /// Their sum, by which the rule chooses.
    pub uct: Option<f64>,
    /// The probability of a chance outcome.
    pub probability: Option<f64>,
    /// Whether the rule could have chosen it now: one of the best, or one of the unvisited that come first.
    pub eligible: bool,
}

/// Which value the rule takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Takes {
    /// The highest.
    Highest,
    /// The lowest: the opponent under the article's rule.
    Lowest,
    /// One drawn at random: chance, or Thompson sampling.
    Draw,
}

/// Why a child was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// It has the highest value.
    Highest,
    /// It has the lowest value.
    Lowest,
    /// It is one of several with the best value.
    Tie,
    /// It was not visited before, and unvisited children come first.
    Unvisited,
    /// It was drawn: by chance, or by the rule itself.
    Drawn,
    /// Chosen by the script against the rule.
    Forced,
}

/// What decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decider {
    /// The rule left no choice.
    Rule,
    /// Random choice among the moves that the rule allows.
    Chance,
    /// The script, among the moves that the rule allows or against it.
    Script,
}

/// What happened at one node on the way down.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Choice<M> {
    /// Moves from the root.
    pub depth: usize,
    /// N, the visits of the node before this cycle.
    pub visits: u32,
    /// Whose choice it is; `None` for chance.
    pub player: Option<Player>,
    /// Whose payoffs the sums and values of the candidates are.
    pub payoff_of: Player,
    /// Which value is taken.
    pub takes: Takes,
    /// Every child, in the order in which the game lists its moves.
    pub candidates: Vec<Arm<M>>,
    /// The position of the chosen one among them.
    pub chosen: usize,
    /// Why it was chosen.
    pub why: Why,
    /// What decided.
    pub by: Decider,
    /// The node got its children in this very cycle.
    pub fresh: bool,
}

impl<M> Choice<M> {
    /// The chosen child.
    pub fn arm(&self) -> &Arm<M> {
        &self.candidates[self.chosen]
    }
}

/// A node that got its children.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Expanded<M> {
    /// Moves from the root.
    pub depth: usize,
    /// The player to move there; `None` for chance.
    pub player: Option<Player>,
    /// The moves that lead to the children.
    pub moves: Vec<M>,
}

/// A move of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played<M> {
    /// The player that made it; `None` for chance.
    pub player: Option<Player>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
}

/// How a simulation came to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The game is over at the leaf itself.
    Over,
    /// The value of the leaf is proven.
    Proven,
    /// Everything below the leaf was searched. That proves nothing, since play has
    /// [departed from the declared rules](crate::game::Game::is_flawed).
    Searched,
    /// The playout reached the end of the game.
    Playout,
    /// The playout was cut.
    Cut,
}

/// From the leaf to a result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Simulation<M> {
    /// The moves of the playout.
    pub moves: Vec<Played<M>>,
    /// What every player got, in seat order.
    pub payoffs: Vec<f64>,
    /// How it ended.
    pub ending: Ending,
}

/// The effect of the back-up on a node of the path.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change<M> {
    /// The move that leads to the node; `None` at the root.
    #[serde(rename = "move")]
    pub mv: Option<M>,
    /// The player that made it; `None` at the root and for chance.
    pub mover: Option<Player>,
    /// Whose payoffs the sums are.
    pub payoff_of: Player,
    /// Before.
    pub before: Stats,
    /// After.
    pub after: Stats,
}

/// One cycle: selection, expansion, simulation, update, and the tree that it leaves behind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cycle<M> {
    /// Counted from 1.
    pub number: u64,
    /// The nodes of the path from the root on, and the choices there.
    pub selection: Vec<Choice<M>>,
    /// The nodes of the path that got children: one at most, unless equal positions share nodes.
    pub expansion: Vec<Expanded<M>>,
    /// The playout.
    pub simulation: Simulation<M>,
    /// The nodes of the path, the root first.
    pub update: Vec<Change<M>>,
    /// The tree afterwards.
    pub tree: TreeView<M>,
}

impl<M> Cycle<M> {
    /// The same cycle; without proofs that do not hold.
    pub(super) fn checked_by<G: Game>(mut self, game: &G) -> Self {
        let claims = Claims::of(game);
        if claims == Claims::All {
            return self;
        }
        let proven = self.update.last().and_then(|change| change.before.proven);
        if self.simulation.ending == Ending::Proven && !proven.is_some_and(|value| claims.allow(value)) {
            self.simulation.ending = Ending::Searched;
        }
        let arms = self.selection.iter_mut().flat_map(|choice| &mut choice.candidates).map(|arm| &mut arm.stats);
        let changes = self.update.iter_mut().flat_map(|change| [&mut change.before, &mut change.after]);
        arms.chain(changes).for_each(|stats| stats.claim(claims));
        self.tree = self.tree.checked_by(game);
        self
    }
}

impl<M: Copy> Cycle<M> {
    /// The moves in the tree.
    pub fn path(&self) -> Vec<M> {
        self.selection.iter().map(|choice| choice.arm().mv).collect()
    }

    /// All moves: in the tree and of the playout.
    pub fn moves(&self) -> Vec<M> {
        self.path().into_iter().chain(self.simulation.moves.iter().map(|played| played.mv)).collect()
    }

    /// The same cycle with every move replaced, for front ends that speak notation. `f` is given the position before
    /// a move, and returns the new move and the position after it.
    pub fn map<S: Clone, T>(self, root: &S, f: &mut impl FnMut(&S, M) -> (T, S)) -> Cycle<T> {
        let path = self.path();
        let mut states = vec![root.clone()];
        for &mv in &path {
            states.push(f(&states[states.len() - 1], mv).1);
        }
        let selection = self.selection.into_iter().map(|choice| choice.map(|mv, at| f(&states[at], mv).0)).collect();
        let expansion = self.expansion.into_iter().map(|node| Expanded {
            depth: node.depth,
            player: node.player,
            moves: node.moves.into_iter().map(|mv| f(&states[node.depth], mv).0).collect(),
        });
        let expansion = expansion.collect();
        let update = self.update.into_iter().enumerate().map(|(depth, change)| Change {
            mv: change.mv.map(|mv| f(&states[depth - 1], mv).0),
            mover: change.mover,
            payoff_of: change.payoff_of,
            before: change.before,
            after: change.after,
        });
        let update = update.collect();
        let mut state = states[path.len()].clone();
        let moves = self.simulation.moves.into_iter().map(|played| {
            let (mv, after) = f(&state, played.mv);
            state = after;
            Played { player: played.player, mv }
        });
        let moves = moves.collect();
        Cycle {
            number: self.number,
            selection,
            expansion,
            simulation: Simulation { moves, payoffs: self.simulation.payoffs, ending: self.simulation.ending },
            update,
            tree: self.tree.map(root, f),
        }
    }
}

impl<M> Choice<M> {
    /// The same choice with its moves replaced; `f` is also given the depth.
    pub fn map<T>(self, mut f: impl FnMut(M, usize) -> T) -> Choice<T> {
        let candidates = self.candidates.into_iter().map(|arm| Arm {
            mv: f(arm.mv, self.depth),
            stats: arm.stats,
            value: arm.value,
            exploration: arm.exploration,
            uct: arm.uct,
            probability: arm.probability,
            eligible: arm.eligible,
        });
        Choice {
            depth: self.depth,
            visits: self.visits,
            player: self.player,
            payoff_of: self.payoff_of,
            takes: self.takes,
            candidates: candidates.collect(),
            chosen: self.chosen,
            why: self.why,
            by: self.by,
            fresh: self.fresh,
        }
    }
}
