//! Games behind one type: [`AnyGame`] is a [`Game`] whose moves are small numbers and whose positions are behind a
//! pointer.
//!
//! Whatever drives several games uses it: matches, protocols, pages, other languages. Every generic search runs on it
//! unchanged. Nothing is text here: where a person or a protocol reads, the game's
//! [`Notation`](crate::game::capabilities::Notation) is asked.
//!
//! - **Moves.** An [`AnyMove`] is the number of a move in the game's vocabulary: every move that was ever listed has one
//!   number, equal moves of different positions have the same, and it is legal to play it wherever the move is legal.
//!   Numbers are given out in the order of asking, so they may differ between two runs; what must not depend on that
//!   (statistics of moves, learnt policies) asks for the [code](crate::game::capabilities::Codes) of a move, which every
//!   `AnyGame` has.
//! - **Cost.** A turn is a virtual call, a lock and a look-up per move; a random step is a virtual call. Where that is
//!   too much, a search of the game's own types is made to look like one of `AnyGame` by [`AnyGame::adapt`].

mod adapt;
mod capabilities;
mod facts;
mod keys;
mod rules;
mod state;
mod vocabulary;

use std::sync::Arc;

use rules::{Erased, Rules};

pub use self::state::AnyState;
use crate::game::{Capabilities, Game, GameInfo, Moves, Player, Recorder, Turn};
use crate::random::Random;

/// A move of an [`AnyGame`]: its number in the game's vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyMove(u32);

impl AnyMove {
    /// The number, for tables by move.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// Any game, as one type. Cloning shares the rules.
///
/// ```
/// # use spinney::game::{GameInfo, PayoffRange};
/// # struct Coin;
/// # impl Game for Coin {
/// #     type State = Option<u8>;
/// #     type Move = u8;
/// #     fn info(&self) -> GameInfo { GameInfo::two_player("coin", PayoffRange::new(0.0, 1.0)) }
/// #     fn start(&self, _: &mut Random) -> Option<u8> { None }
/// #     fn turn(&self, s: &Option<u8>, moves: &mut Moves<u8>) -> Turn {
/// #         if s.is_some() { return Turn::Over; }
/// #         moves.extend([0, 1]);
/// #         Turn::Player(Player(0))
/// #     }
/// #     fn play(&self, s: &mut Option<u8>, mv: u8) { *s = Some(mv) }
/// #     fn payoff(&self, s: &Option<u8>, player: Player) -> f64 { f64::from(s.unwrap() != player.0) }
/// # }
/// use spinney::erased::AnyGame;
/// use spinney::game::{Game, Moves, Player, Turn};
/// use spinney::random::Random;
///
/// let game = AnyGame::new(Coin);
/// let mut state = game.start(&mut Random::new(1));
/// let mut moves = Moves::new();
/// assert_eq!(game.turn(&state, &mut moves), Turn::Player(Player(0)));
/// game.play(&mut state, moves[1]);
/// assert_eq!(game.payoff(&state, Player(0)), 1.0);
/// ```
#[derive(Clone)]
pub struct AnyGame {
    rules: Arc<dyn Rules>,
    /// Players see everything, whatever the rules hide.
    revealed: bool,
}

impl AnyGame {
    /// A game with its types erased.
    pub fn new<G: Game + 'static>(game: G) -> Self {
        Self::of(Arc::new(game))
    }

    /// The same for a game that is shared already.
    pub fn of<G: Game + 'static>(game: Arc<G>) -> Self {
        AnyGame { rules: Arc::new(Erased::new(game)), revealed: false }
    }

    /// The same game with perfect information: it declares no hidden information and conceals nothing. The two games
    /// share positions and moves.
    pub fn revealed(&self) -> Self {
        AnyGame { revealed: true, ..self.clone() }
    }

    /// The game with its own type, if it is a `G`.
    pub fn downcast<G: Game + 'static>(&self) -> Option<Arc<G>> {
        self.erased::<G>().map(|erased| Arc::clone(&erased.game))
    }

    /// The position with its own type, if the game is a `G`.
    pub fn state<'s, G: Game + 'static>(&self, state: &'s AnyState) -> Option<&'s G::State> {
        self.erased::<G>().map(|_| &state.held::<G::State, G::Move>().state)
    }

    fn erased<G: Game + 'static>(&self) -> Option<&Erased<G>> {
        (&*self.rules as &dyn std::any::Any).downcast_ref()
    }

    /// Every step that is possible, with its player: what a match or a protocol asks for first.
    pub fn options(&self, state: &AnyState) -> (Turn, Moves<AnyMove>) {
        let mut moves = Moves::new();
        (self.turn(state, &mut moves), moves)
    }

    /// The payoffs of all players, in seat order, if the game is over; a zero has no sign.
    pub fn payoffs(&self, state: &AnyState) -> Option<Vec<f64>> {
        let over = self.turn(state, &mut Moves::new()) == Turn::Over;
        over.then(|| (0..self.rules.players()).map(|seat| self.payoff(state, Player(seat as u8)) + 0.0).collect())
    }
}

impl Game for AnyGame {
    type State = AnyState;
    type Move = AnyMove;

    fn info(&self) -> GameInfo {
        let info = self.rules.info();
        GameInfo { hidden: info.hidden && !self.revealed, ..info }
    }

    fn start(&self, rng: &mut Random) -> AnyState {
        self.rules.start(rng)
    }

    fn turn(&self, state: &AnyState, moves: &mut Moves<AnyMove>) -> Turn {
        self.rules.turn(state, moves)
    }

    fn play(&self, state: &mut AnyState, mv: AnyMove) {
        self.rules.play(state, mv);
    }

    fn payoff(&self, state: &AnyState, player: Player) -> f64 {
        self.rules.payoff(state, player)
    }

    fn play_joint(&self, state: &mut AnyState, moves: &[AnyMove]) {
        self.rules.play_joint(state, moves);
    }

    fn random_step<L: Recorder<AnyMove>>(
        &self,
        state: &mut AnyState,
        _: &mut Moves<AnyMove>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        self.rules.any_random_step(state, rng, recorder)
    }

    fn is_flawed(&self) -> bool {
        self.rules.is_flawed()
    }

    fn capabilities(&self) -> Capabilities<'_, AnyState, AnyMove> {
        let capabilities = self.rules.any_capabilities();
        if self.revealed { Capabilities { hidden: None, ..capabilities } } else { capabilities }
    }
}
