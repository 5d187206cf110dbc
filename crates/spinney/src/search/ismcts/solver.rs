//! Proven wins and losses (MCTS-Solver, Winands, Björnsson and Saito 2008), where the position is known.
//!
//! One tree of moves that begins in one position is a tree of positions, so results are backed up as with perfect
//! information. The players' information differs: a player that has not observed a hidden move cannot choose by it.
//! Therefore a winning move makes a won position only for a player that still knows the position there, having known it
//! at the root and distinguished every move since from all others. That all moves lose requires no knowledge of the
//! losing player.
//!
//! For two players with a constant sum and a declared range of payoffs, without chance.

use super::tree::Tree;
use super::worker::{Core, NOBODY, Passed};
use crate::game::{Game, GameInfo, MAX_PLAYERS, Moves, Player, View};

/// Nothing is proven of a move.
pub(super) const OPEN: u8 = 0;
/// The player that chooses it wins.
pub(super) const WON: u8 = 1;
/// The player that chooses it loses.
pub(super) const LOST: u8 = 2;

/// The players that know the position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Knowing([bool; MAX_PLAYERS]);

impl Knowing {
    /// The players that know `state` for certain.
    pub(super) fn of<G: Game>(game: &G, info: &GameInfo, state: &G::State) -> Self {
        let mut possible = Vec::new();
        let mut knowing = Knowing::default();
        for player in info.all_players() {
            knowing.0[player.index()] = game.capabilities().hidden.is_none_or(|hidden| {
                possible.clear();
                hidden.possible_states(View::of(game, state, player).state(), player, &mut possible)
                    && possible.len() == 1
            });
        }
        knowing
    }

    pub(super) fn knows(self, player: Player) -> bool {
        self.0[player.index()]
    }

    /// `mover` makes `mv`, one of the `moves`: a player that cannot distinguish it from another loses track of the
    /// position.
    pub(super) fn follow<G: Game>(
        &mut self,
        core: &Core<'_, G>,
        state: &G::State,
        mover: Player,
        mv: G::Move,
        moves: &Moves<G::Move>,
    ) {
        let Some(hidden) = core.capabilities.hidden else { return };
        for watcher in core.info.all_players().filter(|&watcher| watcher != mover) {
            if !self.knows(watcher) {
                continue;
            }
            let seen = hidden.observation_key(state, mv, watcher);
            let alike = |other: &&G::Move| **other != mv && hidden.observation_key(state, **other, watcher) == seen;
            self.0[watcher.index()] = !moves.iter().any(|other| alike(&other));
        }
    }

    /// Moves were left out, so the observations of the other players are unknown.
    pub(super) fn doubt_all_but(&mut self, mover: Player) {
        self.0.iter_mut().enumerate().filter(|(seat, _)| *seat != mover.index()).for_each(|(_, knows)| *knows = false);
    }
}

/// The values of a proven win and a proven loss to the choosing player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Results {
    pub won: f64,
    pub lost: f64,
}

/// The results that can be proven, if any: by what the rules declare, never by observation.
pub(super) fn results(info: &GameInfo) -> Option<Results> {
    let (range, sum) = (info.range?, info.constant_sum?);
    let provable = info.players() == 2 && !info.chance;
    // The loser's payoff is the sum less the winner's, which need not be the low end of the range.
    provable.then_some(Results { won: range.high, lost: sum - range.high })
}

/// The game ended after the moves of `path` with a win of `winner`: marks the consequences. Returns whether the root is
/// proven.
pub(super) fn climb<M: Copy>(tree: &mut Tree<M>, path: &[Passed], winner: Player) -> bool {
    let mut winner = winner.0;
    for passed in path.iter().rev() {
        if passed.chooser == NOBODY {
            return false;
        }
        let won = passed.chooser == winner;
        tree.edge(passed.place).prove(if won { WON } else { LOST });
        let proven = if won {
            passed.knows
        } else {
            let edges = tree.edges(passed.node);
            edges.len() == passed.legal as usize && edges.iter().all(|edge| edge.proof() == LOST)
        };
        if !proven {
            return false;
        }
        winner = if won { passed.chooser } else { winner };
    }
    !path.is_empty()
}

/// The place in the list of a move that wins immediately; none is looked for after `must_stop`.
pub(super) fn decisive<G: Game>(
    core: &Core<'_, G>,
    state: &G::State,
    mover: Player,
    moves: &Moves<G::Move>,
    scratch: &mut Moves<G::Move>,
    mut must_stop: impl FnMut() -> bool,
) -> Option<usize> {
    let high = core.info.range?.high;
    let mut stopped = false;
    moves.iter().position(|&mv| {
        stopped = stopped || must_stop();
        if stopped {
            return false;
        }
        let mut next = state.clone();
        core.game.play(&mut next, mv);
        scratch.clear();
        core.game.turn(&next, scratch) == crate::game::Turn::Over && core.game.payoff(&next, mover) >= high
    })
}
