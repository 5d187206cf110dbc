//! Drivers: who runs the simulations, and until when. One thread, or several by tree, root or leaf parallelism, all
//! over the same phases.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use super::core::Core;
use super::node::Alone;
use super::simulate::play_out;
use super::tree::ROOT;
use super::worker::{Ending, Reached, Worker};
use crate::budget::{Limit, Meter};
use crate::game::{Game, Payoffs};

/// How often the clock is read.
const TICK: Duration = Duration::from_micros(500);

/// A tree takes no more simulations than this, so that visits never overflow.
const MOST_VISITS: u32 = u32::MAX - (1 << 20);

/// The end of a search that no budget foresaw: the root is proven, or has as many visits as it can count.
fn natural_end<G: Game>(core: &Core<'_, G>) -> Option<Limit> {
    let root = core.tree.node(ROOT);
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
    /// The tree is full and wants room, by growing or recycling.
    Full,
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
    core: &Core<'_, G>,
    worker: &mut Worker<G>,
    meter: &Meter,
    recycles: bool,
    done: &mut u64,
) -> Pause {
    let mut pace = Pace::new(meter);
    loop {
        if let Some(limit) = meter.exceeded(*done) {
            return Pause::End(limit);
        }
        let batch = pace.batch.min(meter.simulations_left(*done));
        for _ in 0..batch {
            worker.simulate::<Alone>(core);
            *done += 1;
            // After every simulation: the length of a batch follows the clock, the end of a search must not.
            if let Some(limit) = natural_end(core) {
                return Pause::End(limit);
            }
            if core.tree.is_full() && (recycles || core.tree.can_grow()) {
                return Pause::Full;
            }
        }
        pace.adapt(meter);
    }
}

/// The most simulations that a worker of a shared tree claims at a time.
const CLAIM: u64 = 16;

/// Runs simulations of all workers on one shared tree.
pub(crate) fn shared<G: Game>(
    core: &Core<'_, G>,
    workers: &mut [Worker<G>],
    meter: &Meter,
    recycles: bool,
    done: &mut u64,
) -> Pause {
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
            worker.burst(core, mine as u32);
            finished.fetch_add(mine, Ordering::Relaxed);
            pace.adapt(meter);
            if let Some(limit) = natural_end(core) {
                end(Pause::End(limit));
            } else if let Some(limit) = meter.exceeded(before + mine) {
                end(Pause::End(limit));
            } else if core.tree.is_full() && (recycles || core.tree.can_grow()) {
                end(Pause::Full);
            }
        }
    };
    std::thread::scope(|scope| {
        let (first, others) = workers.split_first_mut().expect("there is at least one worker");
        for worker in others {
            scope.spawn(|| run(worker));
        }
        run(first);
    });
    *done = finished.into_inner();
    pause.into_inner().expect("no panic while holding the lock").unwrap_or(Pause::End(Limit::Finished))
}

/// A playout handed to a helper thread of leaf parallelism.
struct Desk<G: Game> {
    job: Mutex<(Option<G::State>, Option<Payoffs>)>,
    /// 0 idle, 1 job waiting, 2 result waiting, 3 go home.
    flag: AtomicUsize,
}

const WAITING: usize = 1;
const READY: usize = 2;
const HOME: usize = 3;

/// Runs simulations on one tree, with a playout per thread at every leaf.
pub(crate) fn leaf<G: Game>(
    core: &Core<'_, G>,
    workers: &mut [Worker<G>],
    meter: &Meter,
    recycles: bool,
    done: &mut u64,
) -> Pause {
    let (first, others) = workers.split_first_mut().expect("there is at least one worker");
    let desks: Vec<Desk<G>> =
        others.iter().map(|_| Desk { job: Mutex::new((None, None)), flag: AtomicUsize::new(0) }).collect();
    std::thread::scope(|scope| {
        for (desk, worker) in desks.iter().zip(others.iter_mut()) {
            scope.spawn(|| help(core, desk, worker));
        }
        let pause = lead(core, first, &desks, meter, recycles, done);
        for desk in &desks {
            desk.flag.store(HOME, Ordering::Release);
        }
        pause
    })
}

fn lead<G: Game>(
    core: &Core<'_, G>,
    worker: &mut Worker<G>,
    desks: &[Desk<G>],
    meter: &Meter,
    recycles: bool,
    done: &mut u64,
) -> Pause {
    loop {
        if let Some(limit) = meter.exceeded(*done) {
            return Pause::End(limit);
        }
        match worker.descend::<Alone>(core) {
            Reached::Over(payoffs) => worker.finish::<Alone>(core, &payoffs, Ending::Leaf),
            Reached::Proven(payoffs) => worker.finish::<Alone>(core, &payoffs, Ending::Proven),
            Reached::Leaf(state) => {
                let helpers = desks.len().min(meter.simulations_left(*done + 1) as usize);
                play_out_together(core, worker, &desks[..helpers], state);
                *done += helpers as u64;
            }
        }
        *done += 1;
        if let Some(limit) = natural_end(core) {
            return Pause::End(limit);
        }
        if core.tree.is_full() && (recycles || core.tree.can_grow()) {
            return Pause::Full;
        }
    }
}

/// One playout here and one at every desk, all backed up along the same path.
fn play_out_together<G: Game>(core: &Core<'_, G>, worker: &mut Worker<G>, desks: &[Desk<G>], mut state: G::State) {
    for desk in desks {
        desk.job.lock().expect("no panic while holding the lock").0 = Some(state.clone());
        desk.flag.store(WAITING, Ordering::Release);
    }
    let tree_moves = worker.trace.moves.len();
    let outcome = play_out::<Alone, G>(core, worker, &mut state);
    worker.finish::<Alone>(core, &outcome.payoffs, outcome.ending);
    // The helpers' moves stay with them: here only their results count.
    worker.trace.moves.truncate(tree_moves);
    for desk in desks {
        let mut turns = 0u32;
        while desk.flag.load(Ordering::Acquire) != READY {
            wait(&mut turns);
        }
        if let Some(payoffs) = desk.job.lock().expect("no panic while holding the lock").1.take() {
            worker.finish::<Alone>(core, &payoffs, Ending::Cut);
        }
    }
}

fn help<G: Game>(core: &Core<'_, G>, desk: &Desk<G>, worker: &mut Worker<G>) {
    let mut turns = 0u32;
    loop {
        match desk.flag.load(Ordering::Acquire) {
            WAITING => {
                let mut job = desk.job.lock().expect("no panic while holding the lock");
                if let Some(mut state) = job.0.take() {
                    worker.trace.moves.clear();
                    job.1 = Some(play_out::<Alone, G>(core, worker, &mut state).payoffs);
                }
                drop(job);
                turns = 0;
                // The leader may have sent everybody home meanwhile.
                let _ = desk.flag.compare_exchange(WAITING, READY, Ordering::AcqRel, Ordering::Relaxed);
            }
            HOME => return,
            _ => wait(&mut turns),
        }
    }
}

/// Spins for a moment, then lets others run.
fn wait(turns: &mut u32) {
    *turns += 1;
    if *turns < 1_000 { std::hint::spin_loop() } else { std::thread::yield_now() }
}
