//! Many puzzles at the same time.

use std::convert::Infallible;
use std::ops::ControlFlow;

use spinney::budget::StopFlag;

use super::Task;
use crate::in_order::in_order;

/// How many puzzles are worked on at the same time, and what ends it.
#[derive(Clone, Debug)]
pub(super) struct Batch {
    /// The number of threads.
    pub(super) jobs: usize,
    /// When it is raised, running work ends and no other begins.
    pub(super) stop: StopFlag,
}

impl Batch {
    /// Works on all puzzles, and hands the results on in their order as soon as all before are there. If `on_row` breaks,
    /// the rest is left out. No result is kept: a set may have millions of puzzles.
    pub(super) fn run<R: Send>(
        &self,
        tasks: &[Task],
        work: impl Fn(&Task) -> R + Sync,
        on_row: &mut dyn FnMut(R) -> ControlFlow<()>,
    ) {
        let done = self.try_run(tasks, |task| Ok::<R, Infallible>(work(task)), on_row);
        done.unwrap_or_else(|never| match never {});
    }

    /// The same for work that may fail; the first failure ends it.
    pub(super) fn try_run<R: Send, E: Send>(
        &self,
        tasks: &[Task],
        work: impl Fn(&Task) -> Result<R, E> + Sync,
        on_row: &mut dyn FnMut(R) -> ControlFlow<()>,
    ) -> Result<(), E> {
        let worker = |index| work(&tasks[index as usize]).map(Some);
        let workers = vec![worker; self.jobs.clamp(1, tasks.len().max(1))];
        let mut flow = ControlFlow::Continue(());
        let failure = in_order(tasks.len() as u64, workers, &self.stop, &mut |row| {
            if flow.is_continue() {
                flow = on_row(row);
            }
            flow
        });
        failure.map_or(Ok(()), Err)
    }
}
