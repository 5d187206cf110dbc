//! Move ordering and pruning: winning steps, forced captures, and men that would be lost.

use spinney::game::Moves;
use spinney::game::capabilities::Tactics;

use super::{Breakthrough, Move, State};

impl Breakthrough {
    /// The cells on which a step of the player to move wins: the last row, or the opponent's last man.
    #[inline]
    pub(super) fn winning_cells(&self, state: &State) -> u64 {
        let last_man = if state.other.is_power_of_two() { state.other } else { 0 };
        self.goal[usize::from(state.player) & 1] | last_man
    }

    /// The opposing men that win by their next step unless they are captured. A man one row from the end always has a
    /// diagonal step onto the last row.
    #[inline]
    pub(super) fn threats(&self, state: &State) -> u64 {
        state.other & self.threshold[usize::from(state.player ^ 1) & 1]
    }

    /// How many rows the cell is from the home row of a player.
    #[inline(always)]
    fn rows_on(&self, cell: u8, player: u8) -> i32 {
        let row = i32::from(self.row_of[usize::from(cell) & 63]);
        if player == 0 { row } else { self.options.height as i32 - 1 - row }
    }
}

impl Tactics for Breakthrough {
    /// At 20 ms per move it wins 0.783 [0.664, 0.869] of 60 games against a search without it.
    fn prefers_pruning(&self) -> bool {
        true
    }

    #[inline(always)]
    fn rank(&self, state: &State, mv: Move) -> i32 {
        let (from, to) = (1u64 << mv.from, 1u64 << mv.to);
        if to & self.winning_cells(state) != 0 {
            return 1_000_000;
        }
        let advance = self.rows_on(mv.to, state.player);
        let mut rank = 10 * advance;
        if state.other & to != 0 {
            // The further the captured man has advanced, the better.
            rank += 1_000 + 100 * self.rows_on(mv.to, state.player ^ 1);
        }
        // A man does not attack its own cell, so a captured one makes no difference.
        let attacked = self.attacks(state.other, state.player ^ 1) & to != 0;
        let covered = self.attacks(state.mover ^ from, state.player) & to != 0;
        match (attacked, covered) {
            (true, false) => rank - 500,
            (true, true) => rank - 50,
            (false, _) => rank,
        }
    }

    fn is_noisy(&self, state: &State, mv: Move) -> bool {
        let player = usize::from(state.player) & 1;
        1u64 << mv.to & (state.other | self.goal[player] | self.threshold[player]) != 0
    }

    #[inline]
    fn is_quiet(&self, state: &State, _: &[Move]) -> bool {
        let player = usize::from(state.player) & 1;
        let [left, straight, right] = self.targets(state);
        (left | straight | right) & (state.other | self.goal[player] | self.threshold[player]) == 0
    }

    /// A winning step is kept alone. If opposing men are about to win, the steps that capture the only one are kept; if
    /// there is none, all steps lose alike and the first is kept.
    fn prune_dominated(&self, state: &State, moves: &mut Moves<Move>) {
        let wins = self.winning_cells(state);
        let threats = self.threats(state);
        let leads_to = |cells: u64| move |mv: &Move| cells >> mv.to & 1 == 1;
        if moves.iter().any(leads_to(wins)) {
            moves.retain(leads_to(wins));
        } else if threats == 0 {
            return;
        } else if threats.is_power_of_two() && moves.iter().any(leads_to(threats)) {
            moves.retain(leads_to(threats));
            return;
        }
        let mut first = true;
        moves.retain(|_| std::mem::take(&mut first));
    }
}
