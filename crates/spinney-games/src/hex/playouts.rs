//! Playouts that keep bridges: when the last stone intrudes into a bridge, the other cell of the bridge is taken. Other
//! moves are random. The pattern is that of MoHex (Arneson, Hayward & Henderson, *Monte Carlo Tree Search in Hex*,
//! 2010).

use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Game, Player, Recorder};
use spinney::random::Random;

use super::{AROUND, Hex, PLACES, RED, STRIDE, State};

const POLICIES: &[PolicyName] =
    &[PolicyName { name: "bridges", summary: "reply to an intrusion into a bridge, else random" }];

impl Hex {
    /// The empty places that save a bridge into which the last stone has intruded, and their number. Around the last
    /// stone such a place lies between two stones of the player to move. (The corners of the border, which have no
    /// owner, do not.)
    #[inline(always)]
    pub(super) fn saving(&self, state: &State) -> ([u16; 3], usize) {
        let own = RED << state.player;
        let around = AROUND.map(|step| (usize::from(state.last) + step) % PLACES);
        let known = around.map(|place| state.at(place));
        let (mut found, mut count) = ([0; 3], 0);
        for index in 0..6 {
            let (before, after) = (known[(index + 5) % 6], known[(index + 1) % 6]);
            // No two such places are adjacent, so there are at most three.
            if known[index] == 0 && before & after & own != 0 {
                found[count % 3] = around[index] as u16;
                count += 1;
            }
        }
        (found, count)
    }

    /// The cell of a place on the board.
    #[inline(always)]
    fn cell(&self, place: u16) -> usize {
        let (row, column) = (usize::from(place) / STRIDE, usize::from(place) % STRIDE);
        (row - 1) * self.options.size + column - 1
    }
}

impl Playouts for Hex {
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
        recorder: &mut dyn Recorder<u16>,
    ) -> bool {
        for _ in 0..cap {
            if state.won {
                return true;
            }
            let (saving, count) = if state.last == 0 { ([0; 3], 0) } else { self.saving(state) };
            let cell = match count {
                0 if self.can_swap(state) && rng.below(self.cells.into()) == 0 => {
                    if !recorder.record(Some(Player(state.player)), self.swap_move()) {
                        return false;
                    }
                    self.play(state, self.swap_move());
                    continue;
                }
                0 => self.draw(state, rng),
                1 => self.cell(saving[0]),
                _ => self.cell(saving[rng.below(count)]),
            };
            if !recorder.record(Some(Player(state.player)), cell as u16) {
                return false;
            }
            self.put(state, cell);
        }
        state.won
    }
}
