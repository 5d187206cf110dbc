//! A search on a thread of its own, while the caller does something else.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use spinney::budget::Budget;
use spinney::erased::{AnyMove, AnyState};
use spinney::random::Random;
use spinney::report::Report;
use spinney_agents::{NamedGame, Seat, SeatError};

use super::Tick;

/// The time from one tick to the next.
const TICK: Duration = Duration::from_millis(5);

/// Lets an agent search, and calls `tick` until it has ended.
pub fn search_watched(
    game: &NamedGame,
    seat: &mut Seat,
    state: &AnyState,
    budget: &Budget,
    rng: &mut Random,
    tick: Tick<'_>,
) -> Result<Report<AnyMove>, SeatError> {
    let player = seat.player();
    let watch = &budget.watch;
    watch.clear();
    let latest = || {
        watch.ask();
        watch.latest::<AnyMove>().map(|report| game.write_report(state, player, report))
    };
    std::thread::scope(|scope| {
        let (ended, ending) = channel::<()>();
        let thread = scope.spawn(move || {
            let _ended = ended;
            seat.search(state, budget, rng)
        });
        while let Err(RecvTimeoutError::Timeout) = ending.recv_timeout(TICK) {
            tick(&latest);
        }
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
