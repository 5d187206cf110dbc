//! The rules of a game without its types.

use std::any::Any;
use std::sync::{Arc, PoisonError};

use super::vocabulary::Vocabulary;
use super::{AnyMove, AnyState};
use crate::game::{Capabilities, Game, GameInfo, MAX_PLAYERS, Moves, NoRecorder, Player, Recorder, Turn};
use crate::random::Random;

/// [`Game`] as a trait object, with the methods that have none in its place; [`Erased`] is the only implementation.
pub(super) trait Rules: Game<State = AnyState, Move = AnyMove> + Any {
    /// The number of players.
    fn players(&self) -> usize;
    /// [`Game::random_step`].
    fn any_random_step(&self, state: &mut AnyState, rng: &mut Random, recorder: &mut dyn Recorder<AnyMove>) -> bool;
    /// [`Game::capabilities`].
    fn any_capabilities(&self) -> Capabilities<'_, AnyState, AnyMove>;
}

/// Room for this many moves is made at first.
const FIRST_MOVES: usize = 16;

/// A game with the vocabulary of its moves.
pub(super) struct Erased<G: Game> {
    pub(super) game: Arc<G>,
    vocabulary: Vocabulary<G::Move>,
    players: usize,
}

impl<G: Game + 'static> Erased<G> {
    pub(super) fn new(game: Arc<G>) -> Self {
        let players = game.info().players();
        Erased { game, vocabulary: Vocabulary::new(), players }
    }

    pub(super) fn hold(&self, state: G::State) -> AnyState {
        AnyState::new::<G::State, G::Move>(state)
    }

    pub(super) fn see<'s>(&self, state: &'s AnyState) -> &'s G::State {
        &state.held::<G::State, G::Move>().state
    }

    pub(super) fn see_mut<'s>(&self, state: &'s mut AnyState) -> &'s mut G::State {
        &mut state.held_mut::<G::State, G::Move>().state
    }

    /// The game's own move behind a number.
    pub(super) fn own(&self, mv: AnyMove) -> G::Move {
        self.vocabulary.get(mv).expect("the move belongs to this game")
    }

    /// The number of one of the game's own moves.
    pub(super) fn number(&self, mv: G::Move) -> AnyMove {
        self.vocabulary.number(mv)
    }

    /// Copies a list of the game's own moves with everything that belongs to it.
    pub(super) fn copy(&self, own: &Moves<G::Move>, to: &mut Moves<AnyMove>) {
        own.map_into(to, |mv| self.number(mv));
    }

    /// Lets `f` change a list by the game's own moves.
    pub(super) fn change(&self, moves: &mut Moves<AnyMove>, f: impl FnOnce(&mut Moves<G::Move>)) {
        let mut own = Moves::new();
        moves.map_into(&mut own, |mv| self.own(mv));
        f(&mut own);
        moves.clear();
        self.copy(&own, moves);
    }
}

/// Passes on what is recorded, in numbers.
pub(super) struct Numbering<'a, G: Game> {
    pub(super) erased: &'a Erased<G>,
    pub(super) recorder: &'a mut dyn Recorder<AnyMove>,
}

impl<G: Game + 'static> Recorder<G::Move> for Numbering<'_, G> {
    fn record(&mut self, player: Option<Player>, mv: G::Move) -> bool {
        self.recorder.record(player, self.erased.number(mv))
    }
}

impl<G: Game + 'static> Game for Erased<G> {
    type State = AnyState;
    type Move = AnyMove;

    fn info(&self) -> GameInfo {
        self.game.info()
    }

    fn start(&self, rng: &mut Random) -> AnyState {
        self.hold(self.game.start(rng))
    }

    fn turn(&self, state: &AnyState, moves: &mut Moves<AnyMove>) -> Turn {
        let held = state.held::<G::State, G::Move>();
        let mut own = held.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        own.clear();
        own.reserve(FIRST_MOVES);
        let turn = self.game.turn(&held.state, &mut own);
        self.copy(&own, moves);
        turn
    }

    fn play(&self, state: &mut AnyState, mv: AnyMove) {
        self.game.play(self.see_mut(state), self.own(mv));
    }

    fn payoff(&self, state: &AnyState, player: Player) -> f64 {
        self.game.payoff(self.see(state), player)
    }

    fn play_joint(&self, state: &mut AnyState, moves: &[AnyMove]) {
        let Some(&first) = moves.first() else { return };
        let mut own = [self.own(first); MAX_PLAYERS];
        own.iter_mut().zip(moves).for_each(|(own, &mv)| *own = self.own(mv));
        self.game.play_joint(self.see_mut(state), &own[..moves.len()]);
    }

    fn random_step<L: Recorder<AnyMove>>(
        &self,
        state: &mut AnyState,
        _: &mut Moves<AnyMove>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        self.any_random_step(state, rng, recorder)
    }

    fn is_flawed(&self) -> bool {
        self.game.is_flawed()
    }

    fn capabilities(&self) -> Capabilities<'_, AnyState, AnyMove> {
        self.offered()
    }
}

impl<G: Game + 'static> Rules for Erased<G> {
    fn players(&self) -> usize {
        self.players
    }

    fn any_random_step(&self, state: &mut AnyState, rng: &mut Random, recorder: &mut dyn Recorder<AnyMove>) -> bool {
        let (state, scratch) = state.held_mut::<G::State, G::Move>().parts();
        if recorder.ignores_moves() {
            return self.game.random_step(state, scratch, rng, &mut NoRecorder);
        }
        self.game.random_step(state, scratch, rng, &mut Numbering { erased: self, recorder })
    }

    fn any_capabilities(&self) -> Capabilities<'_, AnyState, AnyMove> {
        self.offered()
    }
}
