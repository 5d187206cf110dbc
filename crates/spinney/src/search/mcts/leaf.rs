//! Leaf parallelism: one thread owns the tree, and all threads play out every leaf that it reaches (Cazenave &
//! Jouandeau 2007).
//!
//! Handing a leaf to another thread and back takes some microseconds, as long as many playouts of a fast game. So every
//! thread makes a batch of playouts of a leaf. A thread that has to wait looks for its turn a few times, since putting it to
//! sleep and waking it takes longer still; then it sleeps until it is woken, so that a busy machine loses little. A channel
//! that is closed ends the other side: the helpers at the end of the search, all threads after a panic in one of them.

use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::context::Context;
use super::drive::{Bounds, Pause};
use super::live;
use super::simulate::play_out;
use super::tree::Alone;
use super::worker::{Ending, Reached, Worker};
use crate::budget::Limit;
use crate::game::{Game, Payoffs};
use crate::search::threads::{self, Job};

/// Looks for one's turn before going to sleep: some microseconds.
const LOOKS: u32 = 1_000;

/// Playouts of one leaf: written by the leader, completed with their results by the helper.
struct Task<S> {
    state: S,
    playouts: u64,
    results: Vec<Payoffs>,
}

/// Where leader and helper exchange tasks. The channels say whose turn it is, so that no thread waits for the lock.
type Slot<S> = Mutex<Option<Task<S>>>;

/// A helper thread as the leader sees it.
struct Helper<'s, S> {
    slot: &'s Slot<S>,
    begin: SyncSender<()>,
    finished: Receiver<()>,
    /// The memory of the last results.
    results: Vec<Payoffs>,
}

/// Runs simulations on one tree, with a batch of playouts per thread at every leaf.
pub(crate) fn leaf<G: Game>(
    context: &Context<'_, G>,
    workers: &mut [Worker<G>],
    bounds: Bounds<'_>,
    done: &mut u64,
) -> Pause {
    let (first, others) = workers.split_first_mut().expect("there is at least one worker");
    let slots: Vec<Slot<G::State>> = others.iter().map(|_| Mutex::new(None)).collect();
    let mut helpers = Vec::new();
    let mut jobs: Vec<Job<'_>> = Vec::new();
    for (slot, worker) in slots.iter().zip(others) {
        let (begin, begun) = sync_channel(1);
        let (finish, finished) = sync_channel(1);
        helpers.push(Helper { slot, begin, finished, results: Vec::new() });
        // The helper's ends of the channels are dropped with the job, which tells the leader of a panic.
        jobs.push(Box::new(move || help(context, worker, slot, &begun, &finish)));
    }
    let mut pause = Pause::End(Limit::Stopped);
    jobs.insert(0, Box::new(|| pause = lead(context, first, helpers, bounds, done)));
    threads::run(bounds.meter, jobs);
    pause
}

/// Waits for the other side. Returns `false` if it is gone.
fn wait(turn: &Receiver<()>) -> bool {
    for _ in 0..LOOKS {
        match turn.try_recv() {
            Ok(()) => return true,
            Err(TryRecvError::Empty) => std::hint::spin_loop(),
            Err(TryRecvError::Disconnected) => return false,
        }
    }
    turn.recv().is_ok()
}

/// Plays out the leaves in its slot, until one of the channels is closed.
fn help<G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    slot: &Slot<G::State>,
    begun: &Receiver<()>,
    finish: &SyncSender<()>,
) {
    while wait(begun) {
        if let Some(task) = &mut *lock(slot) {
            for _ in 0..task.playouts {
                worker.trace.moves.clear();
                let mut state = task.state.clone();
                let Some(outcome) = play_out(context, worker, &mut state) else { break };
                task.results.push(outcome.payoffs);
                if worker.must_stop(context) {
                    break;
                }
            }
        }
        if finish.send(()).is_err() {
            return;
        }
    }
}

/// What a panic left in a slot is not used: the channels are closed then.
fn lock<S>(slot: &Slot<S>) -> MutexGuard<'_, Option<Task<S>>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

fn lead<G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    mut helpers: Vec<Helper<'_, G::State>>,
    bounds: Bounds<'_>,
    done: &mut u64,
) -> Pause {
    loop {
        if let Some(pause) = bounds.reached(*done) {
            return pause;
        }
        let reached = worker.descend::<Alone>(context);
        if context.meter.was_cut() {
            return bounds.interrupted();
        }
        match reached {
            Reached::Over(payoffs) => {
                worker.finish::<Alone>(context, &payoffs, Ending::Leaf);
                *done += 1;
            }
            Reached::Proven(payoffs) => {
                worker.finish::<Alone>(context, &payoffs, Ending::Proven);
                *done += 1;
            }
            Reached::Leaf(state) => {
                let left = bounds.meter.simulations_left(*done);
                match play_out_together(context, worker, &mut helpers, &state, left) {
                    Some(playouts) => *done += playouts,
                    None => return Pause::End(Limit::Stopped),
                }
            }
            Reached::Stopped => return bounds.interrupted(),
        }
        if bounds.meter.report_wanted() {
            live::publish(context, *done, worker.depth, worker.best.as_ref());
        }
        if let Some(pause) = bounds.after(context) {
            return pause;
        }
    }
}

/// A batch of playouts here and one by every helper, up to `left` in all, each backed up along the same path. Returns how
/// many came to their end before the budget did, or `None` if a helper has panicked.
fn play_out_together<G: Game>(
    context: &Context<'_, G>,
    worker: &mut Worker<G>,
    helpers: &mut [Helper<'_, G::State>],
    state: &G::State,
    left: u64,
) -> Option<u64> {
    let batch = u64::from(context.config.leaf_playouts);
    let own = batch.min(left);
    let mut planned = own;
    for helper in helpers.iter_mut() {
        let playouts = batch.min(left - planned);
        planned += playouts;
        let results = std::mem::take(&mut helper.results);
        *lock(helper.slot) = Some(Task { state: state.clone(), playouts, results });
        helper.begin.send(()).ok()?;
    }
    let tree_moves = worker.trace.moves.len();
    let mut finished = 0;
    for _ in 0..own {
        let mut state = state.clone();
        let Some(outcome) = play_out(context, worker, &mut state) else { break };
        finished += 1;
        worker.finish::<Alone>(context, &outcome.payoffs, outcome.ending);
        worker.trace.moves.truncate(tree_moves);
        if worker.must_stop(context) {
            break;
        }
    }
    for helper in helpers {
        if !wait(&helper.finished) {
            return None;
        }
        helper.results = lock(helper.slot).take()?.results;
        finished += helper.results.len() as u64;
        for payoffs in helper.results.drain(..) {
            // The moves of these playouts stay with the helper: here only their results count.
            worker.finish::<Alone>(context, &payoffs, Ending::Cut);
        }
    }
    Some(finished)
}
