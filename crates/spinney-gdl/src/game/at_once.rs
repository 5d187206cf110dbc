//! Playing before the best engine is there.
//!
//! A competition gives the rules some seconds before the first move, and a network may take longer. So the game begins
//! with the first engine that can play, while the other one is still being made. If that turns out to be the faster one,
//! the caller gets it as a [`RuleSheet`] of its own, and changes over between two moves: states of one engine mean
//! nothing to the other, but their facts as text do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use super::choose_engine::{AT_ONCE, Chosen, GROUNDING, LOST, Loading, STACK};
use super::engine::Engine;
use super::load::{LoadError, LoadOptions, LoadReport, Times, begin};
use super::{EngineChoice, RuleSheet};
use crate::limits::Refusal;

/// The time for the playouts that classify a game which waits to begin.
const PROBE: Duration = Duration::from_millis(300);

/// A faster engine that may come later. If it is dropped, the work on it ends.
pub struct Later {
    coming: Receiver<RuleSheet>,
    arrived: Option<RuleSheet>,
    is_over: bool,
    cancelled: Arc<AtomicBool>,
}

impl Later {
    /// The same game with a faster engine, if that is there now. It comes once at most.
    pub fn take_if_ready(&mut self) -> Option<RuleSheet> {
        self.look();
        self.arrived.take()
    }

    /// The same, but waits for it.
    pub fn take_within(&mut self, time: Duration) -> Option<RuleSheet> {
        if self.arrived.is_none() && !self.is_over {
            match self.coming.recv_timeout(time) {
                Ok(sheet) => self.arrived = Some(sheet),
                Err(RecvTimeoutError::Disconnected) => self.is_over = true,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        self.take_if_ready()
    }

    /// Whether nothing will come any more: the first engine is the faster one, or the other cannot be made in time.
    pub fn is_over(&mut self) -> bool {
        self.look();
        self.is_over && self.arrived.is_none()
    }

    fn look(&mut self) {
        match self.coming.try_recv() {
            Ok(sheet) => self.arrived = Some(sheet),
            Err(TryRecvError::Disconnected) => self.is_over = true,
            Err(TryRecvError::Empty) => {}
        }
    }
}

impl Drop for Later {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl RuleSheet {
    /// Loads a game and returns as soon as some engine can play it. The limits are for both engines, from now on.
    pub fn load_at_once(
        name: &str,
        text: &str,
        options: &LoadOptions,
    ) -> Result<(RuleSheet, Option<Later>), LoadError> {
        if options.engine != EngineChoice::Auto {
            return Ok((RuleSheet::load(name, text, options)?, None));
        }
        let (mut loading, report, times) = begin(name, text, options)?;
        let cancelled = Arc::new(AtomicBool::new(false));
        loading.watch = loading.watch.with_flag(Arc::clone(&cancelled));
        let (first, at_once) = channel();
        let (later, coming) = channel();
        let work = move || Race { loading, report, times, first, later }.run();
        if let Err(error) = thread::Builder::new().name("loading".to_owned()).spawn(work) {
            return Err(Refusal::Unfit { stage: "loading", reason: error.to_string() }.into());
        }
        let sheet = at_once.recv().unwrap_or(Err(LOST))?;
        let mut later = Later { coming, arrived: None, is_over: false, cancelled };
        Ok((sheet, if later.is_over() { None } else { Some(later) }))
    }
}

/// An engine that is ready, or will not come.
enum Event {
    Network(Result<Chosen, Refusal>),
    Interpreter(Result<Chosen, Refusal>),
}

/// Both engines on their way.
struct Race {
    loading: Loading,
    report: LoadReport,
    times: Times,
    /// Where the first engine goes.
    first: Sender<Result<RuleSheet, Refusal>>,
    /// Where the second one goes, if it is the faster one.
    later: Sender<RuleSheet>,
}

impl Race {
    fn run(self) {
        let (events, coming) = channel();
        self.start(events.clone(), |race| {
            let watch = race.loading.watch.part(GROUNDING);
            Event::Network(race.loading.network(&watch, race.report, race.times))
        });
        let begun = coming.recv_timeout(AT_ONCE.min(self.loading.watch.left()));
        if let Ok(Event::Network(Ok(chosen))) = begun {
            return self.begin(chosen);
        }
        self.start(events, |race| Event::Interpreter(race.interpreter()));
        let mut refusal = None;
        let mut network = None;
        for event in begun.into_iter().chain(coming) {
            let (is_network, result) = match event {
                Event::Network(result) => (true, result),
                Event::Interpreter(result) => (false, result),
            };
            match (result, &refusal) {
                (Ok(chosen), None) => {
                    let engine = chosen.engine.clone();
                    match network.replace(engine) {
                        None => self.begin(chosen),
                        Some(first) => return self.compare(&first, chosen),
                    }
                }
                (Ok(chosen), Some(refusal)) => {
                    return self.begin(if is_network { chosen } else { fallback(chosen, refusal) });
                }
                (Err(why), None) if network.is_none() => refusal = Some(why),
                (Err(_), None) => return,
                (Err(why), Some(_)) => {
                    let _ = self.first.send(Err(why));
                    return;
                }
            }
        }
    }

    fn start(&self, events: Sender<Event>, work: impl FnOnce(Part) -> Event + Send + 'static) {
        let part = Part { loading: self.loading.clone(), report: self.report.clone(), times: self.times.clone() };
        let work = move || {
            // Nobody waits for it any more if the other engine is all that was needed.
            let _ = events.send(work(part));
        };
        // Without a thread the event does not come, as after a panic.
        let _ = thread::Builder::new().stack_size(STACK).spawn(work);
    }

    /// The first engine: the game can begin.
    fn begin(&self, chosen: Chosen) {
        let loading = Loading { watch: self.loading.watch.at_most(PROBE), ..self.loading.clone() };
        // Nobody waits for it any more after a panic of the caller only.
        let _ = self.first.send(Ok(loading.sheet(chosen)));
    }

    /// The second engine, which is of use if it is the faster one.
    fn compare(&self, first: &Engine, second: Chosen) {
        let better = match (first, &second.engine) {
            (Engine::Interpreter { .. }, Engine::Network(_)) => {
                self.loading.is_faster(first, &second.engine).is_none().then_some(second)
            }
            _ => {
                let interpreter = second.engine.clone();
                self.loading.is_faster(&interpreter, first).map(|why| second.replaced(interpreter, why))
            }
        };
        if let Some(better) = better {
            // The caller may have dropped the receiver.
            let _ = self.later.send(self.loading.sheet(better));
        }
    }
}

/// What a thread of the race works with.
struct Part {
    loading: Loading,
    report: LoadReport,
    times: Times,
}

impl Part {
    fn interpreter(self) -> Result<Chosen, Refusal> {
        let Part { loading, report, mut times } = self;
        let engine = loading.interpreter()?;
        times.end("interpreter");
        Ok(Chosen { engine, report, times })
    }
}

/// The interpreter, with the reason why there is no network.
fn fallback(chosen: Chosen, why: &Refusal) -> Chosen {
    let report = LoadReport { fallback: Some(why.to_string()), ..chosen.report };
    Chosen { report, ..chosen }
}
