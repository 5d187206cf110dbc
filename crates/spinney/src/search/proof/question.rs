//! One question about a game, and the rules as a proof search sees them.

use crate::budget::{Limit, Meter, Pace, Signal};
use crate::game::capabilities::{Key, Tactics};
use crate::game::{Game, Moves, Player, Turn};
use crate::random::mix;
use crate::report::{Report, Unit};

/// Can `player` get at least `least`, whatever the others and chance do?
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub player: Player,
    pub least: f64,
    /// Distinguishes the keys of this question from those of others.
    pub salt: u64,
}

impl Question {
    pub(super) fn new(player: Player, least: f64) -> Self {
        Question { player, least, salt: mix(least.to_bits() ^ mix(player.0.into())) }
    }
}

/// Whose choice a position is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The player's own: one good move is enough.
    Or,
    /// Another player's, or chance: every move must be good.
    And,
}

/// The role of a position in a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// The game is over, and the player got enough or not.
    Over(bool),
    /// A player or chance chooses.
    Open(Kind),
}

/// The payoffs that finished games gave to one player, in order. The answer to a question is one of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen(Vec<f64>);

impl Seen {
    fn add(&mut self, payoff: f64) {
        if let Err(place) = self.0.binary_search_by(|seen| seen.total_cmp(&payoff)) {
            self.0.insert(place, payoff);
        }
    }

    /// The least payoff that is not below `bound`.
    pub(super) fn at_least(&self, bound: f64) -> Option<f64> {
        self.0.iter().copied().find(|&payoff| payoff >= bound)
    }

    /// The greatest payoff below `bound`.
    pub(super) fn below(&self, bound: f64) -> Option<f64> {
        self.0.iter().rev().copied().find(|&payoff| payoff < bound)
    }

    /// The middle one of the payoffs above `low` and not above `high`; of two the greater.
    pub(super) fn between(&self, low: f64, high: f64) -> Option<f64> {
        let from = self.0.partition_point(|&payoff| payoff <= low);
        let to = self.0.partition_point(|&payoff| payoff <= high);
        (from < to).then(|| self.0[from + (to - from) / 2])
    }
}

/// The rules of a game, with its optional knowledge.
pub(super) struct Rules<'g, G: Game> {
    pub game: &'g G,
    key: Option<&'g dyn Key<State = G::State, Move = G::Move>>,
    tactics: Option<&'g dyn Tactics<State = G::State, Move = G::Move>>,
    /// Mirror images and rotations count as equal.
    symmetry: bool,
    /// Positions can repeat on a path, and keys can detect it.
    pub repeats: bool,
}

impl<'g, G: Game> Rules<'g, G> {
    pub(super) fn new(game: &'g G, symmetry: bool) -> Self {
        let capabilities = game.capabilities();
        let repeats = game.info().longest.is_none() && capabilities.key.is_some();
        Rules { game, key: capabilities.key, tactics: capabilities.tactics, symmetry, repeats }
    }

    /// Whether equal positions are recognised.
    pub(super) fn has_keys(&self) -> bool {
        self.key.is_some()
    }

    /// The key of the root of a search.
    pub(super) fn root_key(&self, state: &G::State) -> u64 {
        self.key.map_or(0, |key| self.key_of(key, state))
    }

    #[inline]
    fn key_of(&self, key: &dyn Key<State = G::State, Move = G::Move>, state: &G::State) -> u64 {
        let symmetric = if self.symmetry { key.symmetric_key(state) } else { None };
        symmetric.unwrap_or_else(|| key.key(state))
    }

    /// The key of a position. Without the capability it is the key of the path, so that the game is searched as a tree.
    #[inline]
    pub(super) fn key_after(&self, parent: u64, mv: usize, state: &G::State) -> u64 {
        match self.key {
            Some(key) => self.key_of(key, state),
            None => mix(parent ^ mix(mv as u64 + 1)),
        }
    }

    /// Visits a position: whether it answers the question, or whose choice it is among which moves.
    #[inline]
    pub(super) fn look(
        &self,
        state: &G::State,
        question: &Question,
        moves: &mut Moves<G::Move>,
        seen: &mut Seen,
    ) -> Sight {
        moves.clear();
        match self.game.turn(state, moves) {
            Turn::Over => {
                let payoff = self.game.payoff(state, question.player);
                seen.add(payoff);
                Sight::Over(payoff >= question.least)
            }
            Turn::Player(player) => {
                if let Some(tactics) = self.tactics
                    && moves.len() > 1
                {
                    tactics.prune_dominated(state, moves);
                }
                Sight::Open(if player == question.player { Kind::Or } else { Kind::And })
            }
            // Joint turns are rejected when a search is made.
            Turn::Chance | Turn::Joint => Sight::Open(Kind::And),
        }
    }

    /// How promising a move looks.
    #[inline]
    pub(super) fn rank(&self, state: &G::State, mv: G::Move) -> i32 {
        self.tactics.map_or(0, |tactics| tactics.rank(state, mv))
    }

    /// Whether [`rank`](Self::rank) is available.
    pub(super) fn has_ranks(&self) -> bool {
        self.tactics.is_some()
    }

    /// The position after a move.
    #[inline]
    pub(super) fn after(&self, state: &G::State, mv: G::Move) -> G::State {
        let mut next = state.clone();
        self.game.play(&mut next, mv);
        next
    }
}

/// The work done so far under a budget.
pub(super) struct Work<M> {
    pub meter: Meter,
    pace: Pace,
    most: u64,
    pub nodes: u64,
    /// Why the work had to end in the middle of a position, if it had to.
    pub ended: Option<Limit>,
    /// The results so far, to be published when a report is requested.
    pub standing: Option<Report<M>>,
}

impl<M: Clone + Send + 'static> Work<M> {
    pub(super) fn new(meter: Meter) -> Self {
        let pace = Pace::new(&meter);
        Work { most: meter.simulations_left(0), meter, pace, nodes: 0, ended: None, standing: None }
    }

    /// Counts one more position, or returns why it must not be visited.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), Limit> {
        if self.nodes >= self.most {
            return Err(Limit::Simulations);
        }
        self.step()?;
        self.nodes += 1;
        Ok(())
    }

    /// Counts a step of the rules that is no position of its own, or returns why it is the last.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Limit> {
        match self.pace.step(&self.meter) {
            Signal::GoOn => Ok(()),
            Signal::Report => {
                self.publish();
                Ok(())
            }
            Signal::End(limit) => {
                self.ended = Some(limit);
                Err(limit)
            }
        }
    }

    #[cold]
    fn publish(&self) {
        if let Some(standing) = &self.standing {
            let report = standing.clone().with_work(self.nodes, Unit::Nodes).with_end(Limit::Running, 0.0);
            self.meter.publish(report);
        }
    }

    pub(super) fn seconds(&self) -> f64 {
        self.meter.elapsed().as_secs_f64()
    }
}
