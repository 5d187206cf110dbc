//! Capabilities: optional features of a game beyond its rules, each a small trait.
//!
//! A game lists its capabilities in [`Game::capabilities`]; a search that needs a missing one rejects the game and
//! names the capability. Code that is generic in the game can also require a capability in its bounds.

mod facts;
mod hidden;
mod single_player;

pub(crate) use single_player::choices;

pub use facts::{Degree, FactSet, FactShape, GoalDegree, StateFacts};
pub use hidden::{BeliefPrior, Coalition, Hidden, MoveObservation};
pub use single_player::{
    Guide, Guided, Offer, Patterns, ScoreBounds, StableMoveId, Trace, VisitRated, Weight, roll_by_listing,
};

use super::{Game, Moves, Player, Recorder};
use crate::drawing::{Drawing, PlaceId};
use crate::random::Random;

/// A reference to a capability of a game with states `S` and moves `M`.
type Capability<'g, T> = Option<&'g T>;

/// The capabilities of a game. Start from [`Capabilities::none`] and fill in what the game implements:
/// `Capabilities { notation: Some(self), key: Some(self), ..Capabilities::none() }`.
pub struct Capabilities<'g, S, M> {
    /// Text to and from moves and positions.
    pub notation: Capability<'g, dyn Notation<State = S, Move = M> + 'g>,
    /// A drawing of a position.
    pub render: Capability<'g, dyn Render<State = S, Move = M> + 'g>,
    /// Hash keys of positions.
    pub key: Capability<'g, dyn Key<State = S, Move = M> + 'g>,
    /// Codes by which moves of different positions count as the same.
    pub codes: Capability<'g, dyn Codes<State = S, Move = M> + 'g>,
    /// A heuristic value of an unfinished game.
    pub evaluate: Capability<'g, dyn Evaluate<State = S, Move = M> + 'g>,
    /// Named quantities from which a linear evaluation is made.
    pub features: Capability<'g, dyn Features<State = S, Move = M> + 'g>,
    /// Move ordering, noisy moves and pruning.
    pub tactics: Capability<'g, dyn Tactics<State = S, Move = M> + 'g>,
    /// States as sets of facts.
    pub facts: Capability<'g, dyn StateFacts<State = S, Move = M> + 'g>,
    /// How nearly the highest goal of a player is reached.
    pub goal_degree: Capability<'g, dyn GoalDegree<State = S, Move = M> + 'g>,
    /// Named playout policies.
    pub playouts: Capability<'g, dyn Playouts<State = S, Move = M> + 'g>,
    /// Hidden information.
    pub hidden: Capability<'g, dyn Hidden<State = S, Move = M> + 'g>,
    /// Which of the positions that may be are likelier.
    pub belief_prior: Capability<'g, dyn BeliefPrior<State = S, Move = M> + 'g>,
    /// Sides of several pieces that act one after the other.
    pub coalition: Capability<'g, dyn Coalition<State = S, Move = M> + 'g>,
    /// The length of a game in a unit of its own.
    pub length: Capability<'g, dyn Length<State = S, Move = M> + 'g>,
    /// Playouts that a search steers.
    pub guided: Capability<'g, dyn Guided<State = S, Move = M> + 'g>,
    /// Score bounds of a single-player game.
    pub score_bounds: Capability<'g, dyn ScoreBounds<State = S, Move = M> + 'g>,
    /// Names of moves that last while positions change.
    pub stable_move_id: Capability<'g, dyn StableMoveId<State = S, Move = M> + 'g>,
    /// Patterns from which a rating of positions is learnt.
    pub patterns: Capability<'g, dyn Patterns<State = S, Move = M> + 'g>,
}

impl<S, M> Capabilities<'_, S, M> {
    /// No capability at all.
    pub fn none() -> Self {
        Capabilities {
            notation: None,
            render: None,
            key: None,
            codes: None,
            evaluate: None,
            features: None,
            tactics: None,
            facts: None,
            goal_degree: None,
            playouts: None,
            hidden: None,
            belief_prior: None,
            coalition: None,
            length: None,
            guided: None,
            score_bounds: None,
            stable_move_id: None,
            patterns: None,
        }
    }
}

impl<S, M> Clone for Capabilities<'_, S, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, M> Copy for Capabilities<'_, S, M> {}

/// Why a text is not a move or a position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotationError(pub String);

impl NotationError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        NotationError(message.into())
    }
}

/// Text to and from moves and positions.
pub trait Notation: Game {
    /// The move as the field writes it.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Reads a move that is legal in `state`. The default compares with every legal move as written, ignoring case.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, NotationError> {
        let mut moves = Moves::new();
        self.turn(state, &mut moves);
        let text = text.trim();
        if let Some(&mv) = moves.iter().find(|&&mv| self.write_move(state, mv).eq_ignore_ascii_case(text)) {
            return Ok(mv);
        }
        if moves.is_empty() {
            return Err(NotationError::new(format!("`{text}` cannot be played: the game is over")));
        }
        let mut legal: Vec<_> = moves.iter().take(12).map(|&mv| self.write_move(state, mv)).collect();
        if moves.len() > legal.len() {
            legal.push(format!("… ({} in all)", moves.len()));
        }
        Err(NotationError::new(format!("`{text}` is not a legal move here; legal: {}", legal.join(" "))))
    }

    /// Whether a move may be written in other ways than [`write_move`](Self::write_move) does, such as by any cell of a
    /// group.
    fn has_aliases(&self) -> bool {
        false
    }

    /// The position as one line of text that [`read_state`](Self::read_state) parses.
    fn write_state(&self, state: &Self::State) -> String;

    /// Parses a position; one that cannot arise is rejected with the rule that it violates.
    fn read_state(&self, text: &str) -> Result<Self::State, NotationError>;
}

/// A drawing of a position.
pub trait Render: Game {
    /// Describes the position once; the [`Drawing`] turns itself into text or SVG.
    fn draw(&self, state: &Self::State) -> Drawing;

    /// The same with the effects of a legal move marked, where possible.
    fn draw_move(&self, state: &Self::State, _mv: Self::Move) -> Drawing {
        self.draw(state)
    }

    /// The sequences of clicks on places of the drawing that make a legal move, the usual one first: a cell; where a
    /// piece comes from and where it goes; any cell of a group. `chooser` is the player that makes the move, and `None`
    /// for a chance outcome.
    ///
    /// Without any, the move is a click on the place that has the move's text as its name. A
    /// [`ClickMap`](crate::drawing::ClickMap) follows the clicks, and adds buttons for places that the drawing does not
    /// show. The state may be a concealed one, of which the chooser knows everything that it needs for its own moves.
    fn clicks(&self, _state: &Self::State, _mv: Self::Move, _chooser: Option<Player>) -> Vec<Vec<PlaceId>> {
        Vec::new()
    }
}

/// The length of a game in a unit of its own, such as rounds. Without this capability it is counted in moves.
pub trait Length: Game {
    /// The unit in the plural.
    fn unit(&self) -> &'static str;

    /// How many units have begun since the start of the game.
    fn length(&self, state: &Self::State) -> u32;
}

/// Hash keys of positions.
pub trait Key: Game {
    /// A 64-bit key: equal for equal positions (the side to move included), different for different ones but for
    /// accidents.
    fn key(&self, state: &Self::State) -> u64;

    /// A key that is also equal for positions that differ only in what changes by itself, whatever the moves are, such
    /// as a step counter; `None` if nothing does.
    fn timeless_key(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// A key that is also equal for mirror images and rotations, if the game has such.
    fn symmetric_key(&self, _state: &Self::State) -> Option<u64> {
        None
    }
}

/// Codes that identify "the same move" in *different* positions for AMAF, MAST and policy learning. Without this
/// capability the hash of the move is the code.
pub trait Codes: Game {
    /// The code of a move in a position.
    fn code(&self, state: &Self::State, mv: Self::Move) -> u64;

    /// The code of a move where it does not depend on the position; `None` if it does, for all moves alike.
    fn code_anywhere(&self, _mv: Self::Move) -> Option<u64> {
        None
    }
}

/// The code of a move in games without [`Codes`].
#[inline]
pub fn default_code<M: std::hash::Hash>(mv: M) -> u64 {
    use std::hash::BuildHasher;
    rustc_hash::FxBuildHasher.hash_one(mv)
}

/// A heuristic value of an unfinished game.
pub trait Evaluate: Game {
    /// What `player` may expect, in the unit and range of the payoffs.
    fn evaluate(&self, state: &Self::State, player: Player) -> f64;

    /// The same, but only if the game is not over and no legal move is [noisy](Tactics::is_noisy). Searches call this on
    /// the horizon, before they list any moves; a game that knows both without a list overrides it.
    fn evaluate_if_quiet(&self, _state: &Self::State, _player: Player) -> Option<f64> {
        None
    }
}

/// A named quantity of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// How a file of weights names it.
    pub name: &'static str,
    /// A one-line description.
    pub meaning: &'static str,
}

/// Named quantities from which a [linear evaluation](crate::evaluation) is made, with weights that a user can change
/// without recompiling.
pub trait Features: Game {
    /// The features; weights and values are in the order of this list.
    fn features(&self) -> &'static [Feature];

    /// The weights that the game brings along, one per feature.
    fn weights(&self) -> &[f64];

    /// Measures an unfinished game from the point of view of `player`: advantages are positive, and in a two-player
    /// game the features of one player are minus those of the other. `values` arrives with one zero per feature.
    fn measure(&self, state: &Self::State, player: Player, values: &mut [f64]);
}

/// Static knowledge about moves: which to search first, which are noisy, and which can be pruned.
pub trait Tactics: Game {
    /// How promising a legal move looks; searches try higher ranks first. It should cost little.
    fn rank(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }

    /// Whether a position is too unstable to be evaluated before the move is played: captures, promotions. Quiescence
    /// search continues with these moves beyond the horizon.
    fn is_noisy(&self, _state: &Self::State, _mv: Self::Move) -> bool {
        false
    }

    /// Whether none of the listed moves is [noisy](Self::is_noisy). Quiescence search calls this at every position on
    /// the horizon; a game that can decide it without visiting each move overrides it.
    fn is_quiet(&self, state: &Self::State, moves: &[Self::Move]) -> bool {
        !moves.iter().any(|&mv| self.is_noisy(state, mv))
    }

    /// Drops moves that cannot be better than one that stays, such as those that do not stop an immediate loss. At
    /// least one best move stays, so exact searches stay exact (see [`keeps_top_only`](Self::keeps_top_only)).
    fn prune_dominated(&self, _state: &Self::State, _moves: &mut Moves<Self::Move>) {}

    /// Whether [`prune_dominated`](Self::prune_dominated) of a single-player game keeps a best move only where the top of
    /// the payoff range can still be reached. In a puzzle whose every solution fills a certain cell the values of that
    /// cell are enough to find one; but where there is no solution, another cell may have been worth more. Searches then
    /// claim no other proven value than the top payoff.
    fn keeps_top_only(&self) -> bool {
        false
    }

    /// Drops moves that may as well be made later in the turn of the same side. Where several pieces of a side move one
    /// after the other in any order, the same positions arise in many ways; some way to every position at the end of
    /// the turn stays. Depends on public information only, so searches of games with hidden information use it too.
    fn prune_reordered(&self, _state: &Self::State, _moves: &mut Moves<Self::Move>) {}

    /// Drops moves that are rarely good: a heuristic, unlike [`prune_dominated`](Self::prune_dominated), based on the
    /// information of the player to move. At least one move stays.
    fn prune_heuristic(&self, _state: &Self::State, _moves: &mut Moves<Self::Move>) {}

    /// Whether Monte-Carlo tree search plays better with pruned moves: its default. It need not, since positions with
    /// few good moves also look worse to it by their bad ones.
    fn prefers_pruning(&self) -> bool {
        false
    }
}

/// A named playout policy, for lists and messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyName {
    /// How the user chooses it.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
}

/// Playout policies that the game brings along, by name.
pub trait Playouts: Game {
    /// The policies; searches refer to them by position in this list.
    fn policies(&self) -> &'static [PolicyName];

    /// The policy with which searches play best, if one beats uniform play: their default.
    fn preferred(&self) -> Option<usize> {
        None
    }

    /// The same where one player decides. Players with different information may be served best by different policies:
    /// for a player that hides, the others should not see in a playout what is hidden from them.
    fn preferred_by(&self, _player: Player) -> Option<usize> {
        self.preferred()
    }

    /// After how many turns playouts are best cut where one player decides; `None` if they should go to the end.
    fn preferred_cap(&self, _player: Player) -> Option<u32> {
        None
    }

    /// Plays `state` to its end, or for `cap` turns, by one policy. Returns whether the end was reached: `false` also
    /// if the [recorder](Recorder::record) ended the playout.
    fn play_out(
        &self,
        policy: usize,
        state: &mut Self::State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<Self::Move>,
    ) -> bool;
}
