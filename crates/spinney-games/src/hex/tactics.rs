//! Move ordering and pruning: stones that win or prevent a win, bridges, proximity to the last stone, the centre. No
//! move is noisy: a stone never changes another.

use spinney::game::Moves;
use spinney::game::capabilities::Tactics;

use super::{AROUND, FIRST, Hex, RED, SECOND, State};

impl Hex {
    /// Whether a stone of a player on a cell connects its sides.
    #[inline]
    fn wins(&self, state: &State, cell: usize, player: u8) -> bool {
        state.links(self.place(cell), player).0 == FIRST | SECOND
    }
}

impl Tactics for Hex {
    fn rank(&self, state: &State, mv: u16) -> i32 {
        if mv == self.swap_move() {
            return 0;
        }
        let cell = usize::from(mv);
        if self.wins(state, cell, state.player) {
            return 1_000_000;
        }
        if self.wins(state, cell, state.player ^ 1) {
            return 500_000;
        }
        let size = self.options.size as i32;
        let off_centre = |at: usize| (2 * at as i32 + 1 - size).abs();
        let mut rank = 2 * size - off_centre(cell / self.options.size) - off_centre(cell % self.options.size);
        let place = self.place(cell);
        if state.last != 0 && self.saving(state).0[..].contains(&(place as u16)) {
            rank += 100;
        }
        for (index, step) in AROUND.into_iter().enumerate() {
            let beside = place + step;
            rank += if state.last != 0 && beside % super::PLACES == usize::from(state.last) { 6 } else { 0 };
            // The two places around it that follow each other lead to the end of a bridge.
            let next = AROUND[(index + 1) % 6];
            let bridge = state.at(beside) == 0 && state.at(place + next) == 0;
            let end = state.at(beside.wrapping_add(next));
            rank += if bridge && end & (RED << state.player) != 0 { 8 } else { 0 };
        }
        rank
    }

    /// A winning stone is kept alone. If the opponent could win by its next stone, only that cell is kept; if it could
    /// on two cells, all stones lose alike and the first is kept.
    fn prune_dominated(&self, state: &State, moves: &mut Moves<u16>) {
        // No player wins with fewer stones than a row has, and the last stone is still to come.
        if usize::from(state.stones) < 2 * self.options.size.saturating_sub(1) {
            return;
        }
        for player in [state.player, state.player ^ 1] {
            if let Some(&cell) = moves.iter().find(|&&mv| self.wins(state, mv.into(), player)) {
                moves.retain(|&mv| mv == cell);
                return;
            }
        }
    }
}
