//! Light playouts: random stones that never fill an own single-point eye; a player with no other move passes.

use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Player, Recorder};
use spinney::random::Random;

use super::{Go, PASS, Point, State};

const POLICIES: &[PolicyName] =
    &[PolicyName { name: "light", summary: "random, but own eyes are not filled and passes are the last resort" }];

impl Playouts for Go {
    fn policies(&self) -> &'static [PolicyName] {
        POLICIES
    }

    fn preferred(&self) -> Option<usize> {
        Some(0)
    }

    fn play_out(
        &self,
        _policy: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<Point>,
    ) -> bool {
        for _ in 0..cap {
            if self.is_over(state) {
                return true;
            }
            let mv = self.light(state, rng);
            if !recorder.record(Some(Player(state.player)), mv) {
                return false;
            }
            if mv == PASS {
                state.pass();
            } else {
                self.put(state, mv);
            }
        }
        self.is_over(state)
    }
}

impl Go {
    /// The first acceptable point, from a random index in the list of empty points on.
    #[inline(always)]
    fn light(&self, state: &State, rng: &mut Random) -> Point {
        let board = &state.board;
        let empties = board.empties();
        if empties == 0 {
            return PASS;
        }
        let first = rng.below(empties);
        let mut index = first;
        loop {
            let point = board.nth_empty(index);
            let will_do = point != state.ko
                && !board.is_eye(point, state.player)
                && board.is_no_suicide(point, state.player)
                && !self.repeats(state, point);
            if will_do {
                return point;
            }
            index += 1;
            if index == empties {
                index = 0;
            }
            if index == first {
                return PASS;
            }
        }
    }
}
