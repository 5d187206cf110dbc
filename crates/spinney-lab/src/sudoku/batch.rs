//! Many puzzles at the same time.

use std::convert::Infallible;
use std::ops::ControlFlow;

use spinney::budget::StopFlag;

use super::Task;
use crate::in_order::in_order;

/// How many puzzles are worked on at the same time, and what ends it.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The number of threads.
    pub jobs: usize,
    /// When it is raised, running work ends and no other begins.
    pub stop: StopFlag,
}

impl Batch {
    /// Works on all puzzles, and hands the results on in their order as soon as all before are there. If `on_row` breaks,
    /// the rest is left out. Returns all results.
    pub fn run<R: Send>(
        &self,
        tasks: &[Task],
        work: impl Fn(&Task) -> R + Sync,
        on_row: &mut dyn FnMut(&R) -> ControlFlow<()>,
    ) -> Vec<R> {
        let all = self.try_run(tasks, |task| Ok::<R, Infallible>(work(task)), on_row);
        all.unwrap_or_else(|never| match never {})
    }

    /// The same for work that may fail; the first failure ends it.
    pub(super) fn try_run<R: Send, E: Send>(
        &self,
        tasks: &[Task],
        work: impl Fn(&Task) -> Result<R, E> + Sync,
        on_row: &mut dyn FnMut(&R) -> ControlFlow<()>,
    ) -> Result<Vec<R>, E> {
        let mut rows = Vec::with_capacity(tasks.len());
        let mut flow = ControlFlow::Continue(());
        let failure = in_order(tasks.len(), self.jobs, &self.stop, |_, index| work(&tasks[index]), &mut |row| {
            if flow.is_continue() {
                flow = on_row(&row);
            }
            rows.push(row);
            flow
        });
        failure.map_or(Ok(rows), Err)
    }
}
