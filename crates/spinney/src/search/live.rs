//! Searches that run while the caller does something else, and searches whose rules may panic.
//!
//! [`start`] runs a search on a thread of its own; its [`Handle`] asks for reports, stops it and joins it. Without threads
//! a search can be watched as well: the [`Watch`](crate::budget::Watch) of its budget is asked by the clock, by the rules
//! or by another thread of the caller.
//!
//! A panic in the rules of a game must not take a server or a match down with it. [`guarded`] and [`Handle::join`] return
//! it as a [`SearchError`]. What the search knew is lost then: a new one has to be made.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use threaded::{Finished, Handle, start};

/// Why a search returned no report.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The rules of the game, or the search itself, panicked with this message.
    #[error("the search panicked: {0}")]
    Panicked(String),
}

/// Runs something that calls the rules of a game, and returns a panic as an error. What it worked on must not be used any
/// more after an error.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, SearchError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| SearchError::Panicked(message_of(&*panic)))
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod threaded {
    use std::marker::PhantomData;
    use std::thread::{Builder, JoinHandle};
    use std::time::{Duration, Instant};

    use super::{SearchError, guarded};
    use crate::budget::{Budget, StopFlag, Watch};
    use crate::game::{Game, View};
    use crate::random::Random;
    use crate::report::Report;
    use crate::search::Search;

    /// How long [`Handle::report_within`] sleeps between two looks.
    const NAP: Duration = Duration::from_micros(200);

    /// The result of a search that has ended.
    #[derive(Debug)]
    pub struct Finished<S, M> {
        /// The search, for reuse.
        pub search: S,
        /// The final report.
        pub report: Report<M>,
        /// The generator as the search left it.
        pub rng: Random,
    }

    /// A running search. Dropping it stops the search without waiting for its end.
    pub struct Handle<S, M> {
        watch: Watch,
        stop: StopFlag,
        thread: Option<JoinHandle<Result<Finished<S, M>, SearchError>>>,
        moves: PhantomData<M>,
    }

    /// Runs a search on a thread of its own.
    ///
    /// The budget's watch and stop flag are used by the handle; clones of them that the caller keeps work as well.
    ///
    /// # Errors
    ///
    /// If the system has no more threads.
    pub fn start<G, S>(
        mut search: S,
        view: View<G::State>,
        budget: Budget,
        mut rng: Random,
    ) -> std::io::Result<Handle<S, G::Move>>
    where
        G: Game,
        G::State: 'static,
        S: Search<G> + 'static,
    {
        let (watch, stop) = (budget.watch.clone(), budget.stop.clone());
        watch.clear();
        let work = move || {
            guarded(move || {
                let steps = budget.limit_steps();
                let report = search.search(&view, &budget, &mut rng);
                if steps.was_cut() && !search.survives_cut_steps() {
                    search.reset();
                }
                budget.watch.publish(report.clone());
                Finished { search, report, rng }
            })
        };
        let thread = Builder::new().name("search".to_owned()).spawn(work)?;
        Ok(Handle { watch, stop, thread: Some(thread), moves: PhantomData })
    }

    impl<S, M: Clone + Send + 'static> Handle<S, M> {
        /// The newest report, and asks for the next one. It does not wait: the first call may return `None`, and a later
        /// one what an earlier one asked for. After the end of the search it is the final report.
        pub fn report(&self) -> Option<Report<M>> {
            self.watch.ask();
            self.watch.latest()
        }

        /// Asks for a report and waits until there is a new one, the search has ended, or the time is up. Returns the
        /// newest.
        pub fn report_within(&self, time: Duration) -> Option<Report<M>> {
            let before = self.watch.published();
            let asked = Instant::now();
            self.watch.ask();
            while self.watch.published() == before && !self.has_ended() && asked.elapsed() < time {
                std::thread::sleep(NAP);
            }
            self.watch.latest()
        }

        /// Asks the search to end. It returns what it has found; [`join`](Self::join) waits for that.
        pub fn stop(&self) {
            self.stop.raise();
        }

        /// Whether the search has ended, so that [`join`](Self::join) does not wait.
        pub fn has_ended(&self) -> bool {
            self.thread.as_ref().is_none_or(JoinHandle::is_finished)
        }

        /// Waits for the end of the search.
        pub fn join(mut self) -> Result<Finished<S, M>, SearchError> {
            let ended = self.thread.take().map(JoinHandle::join);
            match ended {
                Some(Ok(result)) => result,
                _ => Err(SearchError::Panicked("the thread of the search ended without a result".to_owned())),
            }
        }
    }

    impl<S, M> Drop for Handle<S, M> {
        fn drop(&mut self) {
            if self.thread.is_some() {
                self.stop.raise();
            }
        }
    }
}
