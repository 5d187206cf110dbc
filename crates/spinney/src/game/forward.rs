//! Forwarding for games that wrap another one: the rules that the wrapper leaves unchanged.

/// The items of `Game` that a wrapper of a `G: Game` forwards unchanged. Wrappers implement the rest (`info`, `turn`,
/// `capabilities`) themselves.
macro_rules! forward_rules {
    ($self:ident => $inner:expr) => {
        type State = G::State;
        type Move = G::Move;
        #[inline(always)]
        fn start(&$self, rng: &mut $crate::random::Random) -> Self::State {
            ($inner).start(rng)
        }
        #[inline(always)]
        fn play(&$self, state: &mut Self::State, mv: Self::Move) {
            ($inner).play(state, mv)
        }
        #[inline(always)]
        fn payoff(&$self, state: &Self::State, player: $crate::game::Player) -> f64 {
            ($inner).payoff(state, player)
        }
        #[inline(always)]
        fn play_joint(&$self, state: &mut Self::State, moves: &[Self::Move]) {
            ($inner).play_joint(state, moves)
        }
        #[inline(always)]
        fn random_step<L: $crate::game::Recorder<Self::Move>>(
            &$self,
            state: &mut Self::State,
            scratch: &mut $crate::game::Moves<Self::Move>,
            rng: &mut $crate::random::Random,
            recorder: &mut L,
        ) -> bool {
            ($inner).random_step(state, scratch, rng, recorder)
        }
        #[inline(always)]
        fn is_flawed(&$self) -> bool {
            ($inner).is_flawed()
        }
    };
}

pub(super) use forward_rules;
