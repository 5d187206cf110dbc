//! Drivers: which threads run the simulations, and until when. One thread, or several on a shared tree; [`leaf`] has
//! the driver of leaf parallelism. Root parallelism runs the serial driver on every thread.
//!
//! A panic in the rules of a game ends all threads of a driver and comes back to the caller ([`Panics`]).
//!
//! [`leaf`]: super::leaf

use super::tree::{Alone, ROOT};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::context::Context;
use super::live;
use super::worker::Worker;
use crate::budget::{Limit, Meter};
use crate::game::Game;
use crate::search::threads;

/// How often the clock is read.
const TICK: Duration = Duration::from_micros(500);

/// A tree takes no more simulations than this, so that visits never overflow.
const MOST_VISITS: u32 = u32::MAX - (1 << 20);

/// The end of a search other than by its budget: the root is proven, or its visit counter is full.
pub(crate) fn natural_end<G: Game>(context: &Context<'_, G>) -> Option<Limit> {
    let root = context.tree.node(ROOT);
    if root.is_proven() {
        Some(Limit::Finished)
    } else if root.visits() >= MOST_VISITS {
        Some(Limit::Visits)
    } else {
        None
    }
}

/// Why simulations paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// The search is at its end.
    End(Limit),
    /// The tree is full and needs room, by growing or recycling.
    Full,
}

/// What a driver looks at between simulations.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    /// The budget.
    pub(crate) meter: &'a Meter,
    /// A full tree that cannot grow is to be recycled.
    pub(crate) recycles: bool,
}

impl Bounds<'_> {
    /// Whether to pause before the next simulation.
    pub(crate) fn reached(&self, done: u64) -> Option<Pause> {
        self.meter.exceeded(done).map(Pause::End)
    }

    /// The end of a simulation that the budget did not let finish.
    #[cold]
    pub(crate) fn interrupted(&self) -> Pause {
        Pause::End(self.meter.interrupted().unwrap_or(Limit::Stopped))
    }

    /// Whether to pause after a simulation, because of the state of the tree.
    #[inline(always)]
    pub(crate) fn after<G: Game>(&self, context: &Context<'_, G>) -> Option<Pause> {
        if let Some(limit) = natural_end(context) {
            Some(Pause::End(limit))
        } else if context.tree.is_full() && (self.recycles || context.tree.can_grow()) {
            Some(Pause::Full)
        } else {
            None
        }
    }
}

/// Paces the reading of the clock by the speed of the simulations.
struct Pace {
    batch: u64,
    last: Duration,
}

impl Pace {
    fn new(meter: &Meter) -> Self {
        Pace { batch: 1, last: meter.elapsed() }
    }

    /// After a batch: a longer one if it was short, a shorter one if it was long.
    fn adapt(&mut self, meter: &Meter) {
        let now = meter.elapsed();
        let took = now.saturating_sub(self.last);
        self.last = now;
        if took < TICK / 2 {
            self.batch = (self.batch * 2).min(1 << 14);
        } else if took > TICK {
            self.batch = (self.batch / 2).max(1);
        }
    }
}

/// Runs simulations on one thread.
pub(crate) fn serial<G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    bounds: Bounds<'_>,
    done: &mut u64,
) -> Pause {
    let mut pace = Pace::new(bounds.meter);
    loop {
        if let Some(pause) = bounds.reached(*done) {
            return pause;
        }
        let batch = pace.batch.min(bounds.meter.simulations_left(*done));
        for _ in 0..batch {
            if !worker.simulate::<Alone>(context) {
                return bounds.interrupted();
            }
            *done += 1;
            // After every simulation: the length of a batch follows the clock, the end of a search must not.
            if let Some(pause) = bounds.after(context) {
                return pause;
            }
        }
        pace.adapt(bounds.meter);
        if bounds.meter.report_wanted() {
            live::publish(context, *done, worker.depth, worker.best.as_ref());
        }
    }
}

/// The most simulations that a worker of a shared tree claims at a time.
const CLAIM: u64 = 16;

/// Runs simulations of all workers on one shared tree.
pub(crate) fn shared<G: Game>(
    context: &Context<'_, G>,
    workers: &mut [Worker<G>],
    bounds: Bounds<'_>,
    done: &mut u64,
) -> Pause {
    let meter = bounds.meter;
    let claimed = AtomicU64::new(*done);
    let finished = AtomicU64::new(*done);
    let stop = AtomicBool::new(false);
    let pause: Mutex<Option<Pause>> = Mutex::new(None);
    let end = |why: Pause| {
        pause.lock().expect("no panic while holding the lock").get_or_insert(why);
        stop.store(true, Ordering::Relaxed);
    };
    let run = |worker: &mut Worker<G>| {
        let mut pace = Pace::new(meter);
        while !stop.load(Ordering::Relaxed) {
            let claim = pace.batch.min(CLAIM);
            let before = claimed.fetch_add(claim, Ordering::Relaxed);
            let mine = meter.simulations_left(before).min(claim);
            worker.simulations = before;
            let mine = u64::from(worker.burst(context, mine as u32));
            let done = finished.fetch_add(mine, Ordering::Relaxed) + mine;
            pace.adapt(meter);
            if meter.report_wanted() {
                live::publish(context, done, worker.depth, worker.best.as_ref());
            }
            let over = natural_end(context).map(Pause::End).or_else(|| bounds.reached(before + mine));
            if let Some(why) = over.or_else(|| bounds.after(context)) {
                end(why);
            }
        }
    };
    threads::on_each(meter, workers, |_, worker| run(worker));
    *done = finished.into_inner();
    pause.into_inner().expect("no panic while holding the lock").unwrap_or(Pause::End(Limit::Stopped))
}
