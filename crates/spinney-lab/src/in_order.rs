//! Work on several threads whose results are handed on in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use spinney::budget::StopFlag;

/// Does pieces of work `0..count` on up to `jobs` threads. `work` gets the number of the thread and that of the piece.
///
/// `on_result` is called for every result as soon as all before it are there. If it breaks, or if a piece fails, the
/// flag is raised: whatever is running ends, and nothing else begins. What has arrived by then is handed on in the end,
/// gaps or not. Returns the first failure.
pub(crate) fn in_order<T: Send, E: Send>(
    count: usize,
    jobs: usize,
    stop: &StopFlag,
    work: impl Fn(usize, usize) -> Result<T, E> + Sync,
    on_result: &mut dyn FnMut(T) -> ControlFlow<()>,
) -> Option<E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for job in 0..jobs.clamp(1, count.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count || stop.is_raised() {
                        return;
                    }
                    let result = work(job, index);
                    let failed = result.is_err();
                    if sender.send(result.map(|result| (index, result))).is_err() || failed {
                        return;
                    }
                }
            });
        }
        drop(sender);
        collect(&receiver, stop, on_result)
    })
}

fn collect<T, E>(
    receiver: &mpsc::Receiver<Result<(usize, T), E>>,
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
            if on_result(result).is_break() {
                stop.raise();
            }
        }
    }
    for result in waiting.into_values() {
        let _ = on_result(result);
    }
    failure
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let mut seen = Vec::new();
        let work = |_, index: usize| Ok::<_, String>(index * index);
        let failure = in_order(50, 4, &StopFlag::default(), work, &mut |result| {
            seen.push(result);
            ControlFlow::Continue(())
        });
        assert_eq!(failure, None);
        assert_eq!(seen, (0..50).map(|index| index * index).collect::<Vec<_>>());
    }

    #[test]
    fn a_failure_ends_it_and_keeps_what_is_done() {
        let stop = StopFlag::default();
        let mut seen = Vec::new();
        let work = |_, index: usize| if index == 3 { Err("three") } else { Ok(index) };
        let failure = in_order(50, 1, &stop, work, &mut |result| {
            seen.push(result);
            ControlFlow::Continue(())
        });
        assert_eq!((failure, seen, stop.is_raised()), (Some("three"), vec![0, 1, 2], true));
    }
}
