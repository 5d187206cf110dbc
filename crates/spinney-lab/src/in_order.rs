//! Work on several threads whose results are handed on in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::Duration;

use spinney::budget::StopFlag;

/// How many pieces may have begun after the one whose result is due: where printing takes longer than the work, or a piece
/// much longer than those after it, the workers wait, so that few results have to be kept.
const MOST_AHEAD: u64 = 1_024;
/// How often a waiting worker looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// Does pieces of work `0..count`, each worker on a thread of its own; a single one works on the calling thread. A worker
/// gets the number of a piece. It returns nothing for a piece without a result.
///
/// `on_result` is called for every result as soon as all before it are there. If it breaks, or if a piece fails, the
/// flag is raised: whatever is running ends, and nothing else begins. What has arrived by then is handed on in the end,
/// gaps or not. Returns the first failure.
pub(crate) fn in_order<W, T, E>(
    count: u64,
    mut workers: Vec<W>,
    stop: &StopFlag,
    on_result: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Option<E>
where
    W: FnMut(u64) -> Result<Option<T>, E> + Send,
    T: Send,
    E: Send,
{
    if let [worker] = &mut workers[..] {
        return alone(count, worker, stop, on_result);
    }
    let next = AtomicU64::new(0);
    let window = Window::default();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for mut worker in workers {
            let (sender, next, window) = (sender.clone(), &next, &window);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || !window.admits(index, stop) {
                        return;
                    }
                    let result = worker(index);
                    let failed = result.is_err();
                    if sender.send(result.map(|result| (index, result))).is_err() || failed {
                        return;
                    }
                }
            });
        }
        drop(sender);
        collect(&receiver, &window, stop, on_result)
    })
}

/// Which pieces may begin.
#[derive(Default)]
struct Window {
    /// The piece whose result is due.
    due: Mutex<u64>,
    moved: Condvar,
}

impl Window {
    /// Waits until this piece may begin; `false` if it is not to.
    fn admits(&self, index: u64, stop: &StopFlag) -> bool {
        let mut due = self.due.lock().unwrap_or_else(PoisonError::into_inner);
        while index >= *due + MOST_AHEAD && !stop.is_raised() {
            due = self.moved.wait_timeout(due, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        !stop.is_raised()
    }

    fn move_to(&self, due: u64) {
        *self.due.lock().unwrap_or_else(PoisonError::into_inner) = due;
        self.moved.notify_all();
    }
}

fn alone<T, E>(
    count: u64,
    worker: &mut impl FnMut(u64) -> Result<Option<T>, E>,
    stop: &StopFlag,
    on_result: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Option<E> {
    for index in 0..count {
        if stop.is_raised() {
            break;
        }
        match worker(index) {
            Ok(Some(result)) => {
                if on_result(result).is_break() {
                    stop.raise();
                }
            }
            Ok(None) => {}
            Err(error) => {
                stop.raise();
                return Some(error);
            }
        }
    }
    None
}

fn collect<T, E>(
    receiver: &mpsc::Receiver<Result<(u64, Option<T>), E>>,
    window: &Window,
    stop: &StopFlag,
    on_result: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Option<E> {
    let mut waiting = BTreeMap::new();
    let mut due = 0;
    let mut failure = None;
    for result in receiver {
        match result {
            Ok((index, result)) => {
                waiting.insert(index, result);
            }
            Err(error) => {
                failure.get_or_insert(error);
                stop.raise();
            }
        }
        while let Some(result) = waiting.remove(&due) {
            due += 1;
            if result.is_some_and(|result| on_result(result).is_break()) {
                stop.raise();
            }
        }
        window.move_to(due);
    }
    for result in waiting.into_values().flatten() {
        let _ = on_result(result);
    }
    failure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_workers() {
        for workers in [1, 4] {
            let mut seen = Vec::new();
            // Every third piece has no result.
            let work = |index: u64| Ok::<_, String>((!index.is_multiple_of(3)).then_some(index));
            let failure = in_order(50, vec![work; workers], &StopFlag::default(), &mut |result| {
                seen.push(result);
                ControlFlow::Continue(())
            });
            assert_eq!(failure, None);
            assert_eq!(seen, (0..50).filter(|index: &u64| !index.is_multiple_of(3)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_worker_keeps_what_is_its_own() {
        let work = |mut done: u64| {
            move |_| {
                done += 1;
                Ok::<_, String>(Some(done))
            }
        };
        let mut sum = 0;
        in_order(100, vec![work(0), work(1_000)], &StopFlag::default(), &mut |done| {
            sum += u64::from(done == 1 || done == 1_001);
            ControlFlow::Continue(())
        });
        assert!((1..=2).contains(&sum), "no worker begins twice: {sum}");
    }

    #[test]
    fn a_failure_ends_it_and_keeps_what_is_done() {
        let stop = StopFlag::default();
        let mut seen = Vec::new();
        let work = |index| if index == 3 { Err("three") } else { Ok(Some(index)) };
        let failure = in_order(50, vec![work], &stop, &mut |result| {
            seen.push(result);
            ControlFlow::Continue(())
        });
        assert_eq!((failure, seen, stop.is_raised()), (Some("three"), vec![0, 1, 2], true));
        let failure = in_order(50, vec![work; 3], &StopFlag::default(), &mut |_| ControlFlow::Continue(()));
        assert_eq!(failure, Some("three"));
    }

    #[test]
    fn workers_wait_for_a_piece_that_takes_long() {
        let ahead = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let work = |index| {
            if index == 0 {
                std::thread::sleep(Duration::from_millis(300));
                ahead.store(done.load(Ordering::Relaxed), Ordering::Relaxed);
            }
            done.fetch_add(1, Ordering::Relaxed);
            Ok::<_, ()>(Some(index))
        };
        let mut due = 0;
        in_order(50_000, vec![work; 3], &StopFlag::default(), &mut |index| {
            assert_eq!(index, due);
            due += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(due, 50_000);
        let ahead = ahead.into_inner();
        assert!((1..MOST_AHEAD).contains(&ahead), "{ahead}");
    }

    #[test]
    fn workers_wait_until_their_results_are_taken() {
        let done = AtomicU64::new(0);
        let work = |_| Ok::<_, ()>(Some(done.fetch_add(1, Ordering::Relaxed)));
        let mut ahead = None;
        in_order(1_000_000, vec![work; 3], &StopFlag::default(), &mut |_| {
            // The first result takes long.
            let _ = ahead.get_or_insert_with(|| {
                std::thread::sleep(std::time::Duration::from_millis(300));
                done.load(Ordering::Relaxed)
            });
            ControlFlow::Break(())
        });
        assert!(ahead < Some(500_000), "{ahead:?}");
    }

    #[test]
    fn a_break_begins_nothing_else() {
        for workers in [1, 3] {
            let stop = StopFlag::default();
            let mut seen = 0;
            let failure = in_order(1_000_000, vec![|index| Ok::<_, ()>(Some(index)); workers], &stop, &mut |_| {
                seen += 1;
                if seen == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((failure, stop.is_raised()), (None, true));
            assert!(seen < 1_000_000, "{seen}");
        }
    }
}
