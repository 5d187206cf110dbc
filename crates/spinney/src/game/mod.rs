//! The contract of a game, which every rule set implements and every search relies on.
//!
//! A [`Game`] value is the *rules* (board size, rule sheet, map); a [`Game::State`] is a *position*, a plain value that
//! is cheap to clone. Five methods are required: [`info`](Game::info), [`start`](Game::start), [`turn`](Game::turn),
//! [`play`](Game::play) and [`payoff`](Game::payoff). Everything else a game may be good at (notation, drawing,
//! evaluation, hash keys, playout policies, hidden information) is a [capability](capabilities): a small trait of its own that the
//! game lists in [`Game::capabilities`].

pub mod capabilities;
mod forward;
mod info;
mod moves;
mod perfect_information;
mod view;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

pub use capabilities::Capabilities;
use forward::forward_rules;
pub use info::{GameInfo, MAX_PLAYERS, Observed, PayoffRange, Payoffs};
pub use moves::Moves;
pub use perfect_information::PerfectInformation;
pub use view::View;

use crate::random::Random;

/// A seat at the table, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Player(pub u8);

impl Player {
    /// The seat as an index into per-player arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The player to act, chance, or the end of the game. Filled together with the caller's [`Moves`] by [`Game::turn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The game is over; [`Game::payoff`] may be called.
    Over,
    /// One player chooses among the listed moves.
    Player(Player),
    /// Several players choose simultaneously; the list has one section per player, in seat order ([`Moves::section`]).
    /// Played by [`Game::play_joint`].
    Joint,
    /// A chance node: the listed outcomes, each with its probability ([`Moves::weight`]).
    Chance,
}

/// Receives every move that is made in a playout. Searches that need no moves pass [`NoRecorder`], which compiles to
/// nothing.
pub trait Recorder<M> {
    /// `player` makes `mv`. For chance outcomes `player` is `None`.
    ///
    /// Returns whether the playout should continue. Single steps ignore it; a [policy of the
    /// game](capabilities::Playouts) gives up as soon as it is `false`, so that a playout does not exceed the search's
    /// deadline.
    fn record(&mut self, player: Option<Player>, mv: M) -> bool;

    /// Whether nothing that is recorded is ever used, so that it need not be worked out.
    #[inline]
    fn ignores_moves(&self) -> bool {
        false
    }
}

/// A [`Recorder`] that does not listen.
pub struct NoRecorder;

impl<M> Recorder<M> for NoRecorder {
    #[inline(always)]
    fn record(&mut self, _: Option<Player>, _: M) -> bool {
        true
    }

    #[inline(always)]
    fn ignores_moves(&self) -> bool {
        true
    }
}

impl<M> Recorder<M> for Vec<(Option<Player>, M)> {
    #[inline]
    fn record(&mut self, player: Option<Player>, mv: M) -> bool {
        self.push((player, mv));
        true
    }
}

/// The rules of a game.
///
/// ```
/// use spinney::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn};
/// use spinney::random::Random;
///
/// /// Take one or two counters; the player that takes the last one wins.
/// struct Nim(u8);
///
/// impl Game for Nim {
///     type State = (u8, u8); // counters left, player to move
///     type Move = u8;
///
///     fn info(&self) -> GameInfo {
///         GameInfo::two_player("nim", PayoffRange::new(0.0, 1.0))
///     }
///     fn start(&self, _: &mut Random) -> (u8, u8) {
///         (self.0, 0)
///     }
///     fn turn(&self, s: &(u8, u8), moves: &mut Moves<u8>) -> Turn {
///         if s.0 == 0 {
///             return Turn::Over;
///         }
///         moves.extend(1..=s.0.min(2));
///         Turn::Player(Player(s.1))
///     }
///     fn play(&self, s: &mut (u8, u8), mv: u8) {
///         *s = (s.0 - mv, 1 - s.1);
///     }
///     fn payoff(&self, s: &(u8, u8), player: Player) -> f64 {
///         f64::from(player.0 != s.1) // the player to move found nothing left
///     }
/// }
/// ```
pub trait Game: Send + Sync {
    /// A position. Cloning is cheap and allocates nothing where the game allows it.
    type State: Clone + Send + Sync;
    /// One player's move, or one chance outcome: small and `Copy`.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// What kind of game this is. Searches read it once, before they start.
    fn info(&self) -> GameInfo;

    /// A start position; games with a fixed start ignore `rng`.
    fn start(&self, rng: &mut Random) -> Self::State;

    /// Returns whose turn it is and lists the moves or chance outcomes, or returns that the game is over.
    ///
    /// `moves` arrives empty. A turn that is not [`Turn::Over`] lists at least one move (for every player, on a joint
    /// turn), without repetition, in an order that depends on the position alone.
    fn turn(&self, state: &Self::State, moves: &mut Moves<Self::Move>) -> Turn;

    /// Plays a move (or chance outcome) that [`turn`](Self::turn) lists for `state`.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// What `player` gets in a finished game, in the game's own unit.
    fn payoff(&self, state: &Self::State, player: Player) -> f64;

    /// Plays a joint turn: one move per player, in seat order. Only games with joint turns write it.
    fn play_joint(&self, _state: &mut Self::State, _moves: &[Self::Move]) {
        unreachable!("a game that returns Turn::Joint implements play_joint");
    }

    /// Plays one uniformly random step (chance by its weights) and returns `true`, or returns `false` if the game is
    /// over. The default lists the moves; a game that can draw one without listing overrides it, keeping the
    /// distribution.
    #[inline]
    fn random_step<L: Recorder<Self::Move>>(
        &self,
        state: &mut Self::State,
        scratch: &mut Moves<Self::Move>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool
    where
        Self: Sized,
    {
        random_step_by_listing(self, state, scratch, rng, recorder)
    }

    /// Whether play has departed from the declared rules in some position visited so far, so that nothing about the
    /// game is proven any more. Once `true`, it stays `true`.
    ///
    /// For games that are not sure to be played as their rules say, such as a rule sheet with a state that cannot be
    /// computed. Searches check it when they write a report ([`Report::checked_by`]), never in their inner loops: every
    /// position that a proof depends on has been visited by then.
    ///
    /// [`Report::checked_by`]: crate::report::Report::checked_by
    fn is_flawed(&self) -> bool {
        false
    }

    /// The capabilities that this game has beyond its rules.
    ///
    /// Searches call this in their inner loops. Write a plain list, and mark the method `#[inline]`, so that the
    /// compiler can resolve each capability and call it directly.
    fn capabilities(&self) -> Capabilities<'_, Self::State, Self::Move>
    where
        Self: Sized,
    {
        Capabilities::none()
    }
}

/// The default of [`Game::random_step`]: list, draw, play.
pub fn random_step_by_listing<G: Game, L: Recorder<G::Move>>(
    game: &G,
    state: &mut G::State,
    scratch: &mut Moves<G::Move>,
    rng: &mut Random,
    recorder: &mut L,
) -> bool {
    scratch.clear();
    match game.turn(state, scratch) {
        Turn::Over => return false,
        Turn::Player(player) => {
            let mv = scratch[rng.below(scratch.len())];
            recorder.record(Some(player), mv);
            game.play(state, mv);
        }
        Turn::Chance => {
            let mv = scratch[scratch.draw_weighted(rng)];
            recorder.record(None, mv);
            game.play(state, mv);
        }
        Turn::Joint => {
            let joint = scratch.draw_joint(rng);
            for (seat, &mv) in joint.iter().enumerate() {
                recorder.record(Some(Player(seat as u8)), mv);
            }
            game.play_joint(state, joint);
        }
    }
    true
}

macro_rules! forward_game {
    ($pointer:ty) => {
        impl<G: Game> Game for $pointer {
            forward_rules!(self => **self);
            #[inline(always)]
            fn info(&self) -> GameInfo {
                (**self).info()
            }
            #[inline(always)]
            fn turn(&self, state: &Self::State, moves: &mut Moves<Self::Move>) -> Turn {
                (**self).turn(state, moves)
            }
            #[inline(always)]
            fn capabilities(&self) -> Capabilities<'_, Self::State, Self::Move> {
                (**self).capabilities()
            }
        }
    };
}
forward_game!(&G);
forward_game!(Arc<G>);
