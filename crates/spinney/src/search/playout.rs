//! Playouts that end by their deadline: what all searches that play out share.

use std::fmt::Debug;
use std::hash::Hash;

use crate::budget::{Limit, Meter, Pace, Signal};
use crate::game::{Game, Moves, Player, Recorder};
use crate::random::Random;

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Played {
    /// At the end of the game, after this many turns (at least; a policy of the game counts moves).
    Over(u32),
    /// It was cut: the cap was reached first.
    Cut,
    /// The budget ended it. Its state is worth nothing.
    Stopped(Limit),
}

/// The context of a playout beside the game and the state: the caller's buffers and its budget.
pub(crate) struct Course<'c, M> {
    pub(crate) scratch: &'c mut Moves<M>,
    pub(crate) rng: &'c mut Random,
    pub(crate) pace: &'c mut Pace,
    pub(crate) meter: &'c Meter,
}

impl<M: Copy + Eq + Hash + Debug + Send + Sync + 'static> Course<'_, M> {
    /// Plays uniformly at random until the game is over, for `cap` turns at most. `report` is called if a report is
    /// requested meanwhile.
    #[inline]
    pub(crate) fn at_random<G: Game<Move = M>, L: Recorder<M>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        cap: u32,
        recorder: &mut L,
        mut report: impl FnMut(),
    ) -> Played {
        let mut turns = 0;
        while turns < cap {
            // The number of steps before the next check: they cost nothing extra.
            let from = turns;
            let until = cap.min(turns.saturating_add(self.pace.left()));
            while turns < until {
                if !game.random_step(state, self.scratch, self.rng, recorder) {
                    // A game that is over has its result, whatever the clock says; the next step sees the end.
                    let _ = self.pace.steps(turns - from, self.meter);
                    return self.over(turns);
                }
                turns += 1;
            }
            match self.pace.steps(turns - from, self.meter) {
                Signal::GoOn => {}
                Signal::Report => report(),
                Signal::End(limit) => return Played::Stopped(limit),
            }
        }
        Played::Cut
    }

    /// Plays by a policy of the game, or at random without one.
    #[inline]
    pub(crate) fn by_policy<G: Game<Move = M>, L: Recorder<M>>(
        &mut self,
        game: &G,
        policy: Option<usize>,
        state: &mut G::State,
        cap: u32,
        recorder: &mut L,
        report: impl FnMut(),
    ) -> Played {
        let Some(policy) = policy else { return self.at_random(game, state, cap, recorder, report) };
        let Some(playouts) = game.capabilities().playouts else {
            return self.at_random(game, state, cap, recorder, report);
        };
        let look_at = self.pace.left();
        let mut timed =
            Timed { recorder, pace: self.pace, meter: self.meter, turns: 0, counted: 0, look_at, stopped: None };
        let over = playouts.play_out(policy, state, cap, self.rng, &mut timed);
        let (turns, uncounted, stopped) = (timed.turns, timed.turns - timed.counted, timed.stopped);
        let _ = self.pace.steps(uncounted, self.meter);
        match (stopped, over) {
            (Some(limit), _) => Played::Stopped(limit),
            (None, true) => self.over(turns),
            (None, false) => Played::Cut,
        }
    }

    /// The end of the game, unless it is one of a step that the rules gave up on.
    #[inline]
    fn over(&self, turns: u32) -> Played {
        if self.meter.was_cut() { Played::Stopped(Limit::Time) } else { Played::Over(turns) }
    }
}

/// Counts moves on their way to a recorder, and stops the playout when the budget ends.
struct Timed<'t, L> {
    recorder: &'t mut L,
    pace: &'t mut Pace,
    meter: &'t Meter,
    turns: u32,
    /// Turns reported to the pace, and those at which it checks again.
    counted: u32,
    look_at: u32,
    stopped: Option<Limit>,
}

impl<L> Timed<'_, L> {
    /// Checks the budget; returns whether the playout may continue.
    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        // A request for a report persists: the search handles it after the playout.
        if let Signal::End(limit) = self.pace.steps(self.turns - self.counted, self.meter) {
            self.stopped = Some(limit);
        }
        self.counted = self.turns;
        self.look_at = self.turns + self.pace.left();
        self.stopped.is_none()
    }
}

impl<M, L: Recorder<M>> Recorder<M> for Timed<'_, L> {
    #[inline]
    fn record(&mut self, player: Option<Player>, mv: M) -> bool {
        self.turns += 1;
        if self.turns >= self.look_at && !self.look() {
            return false;
        }
        self.recorder.record(player, mv)
    }
}
