//! Which engine plays a rule sheet: the network, the interpreter, or by measurement whichever is faster.
//!
//! Most rule sheets are grounded in milliseconds, and their networks are far faster than the interpreter. Where grounding
//! takes long, the interpreter is prepared meanwhile: it is what plays if grounding comes to nothing, and it may be the
//! faster engine, since tables of numbers make networks large and cost the interpreter nothing.

use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use spinney::budget::Budget;
use spinney::game::{Game, Moves, NoRecorder};
use spinney::random::Random;

use super::engine::Engine;
use super::load::{LoadOptions, LoadReport, Times, grounded};
use super::probe::Probe;
use super::{EngineChoice, Flaw, RuleSheet};
use crate::degree::may_have_degrees;
use crate::interpret::Interpreter;
use crate::limits::{Refusal, Watch};
use crate::program::Program;

/// The time in which a network is taken without a look at the interpreter.
pub(super) const AT_ONCE: Duration = Duration::from_millis(250);
/// The share of the time that grounding may take, where the interpreter steps in after it.
pub(super) const GROUNDING: f64 = 0.8;
/// How long each engine is measured.
const MEASURED: Duration = Duration::from_millis(150);
/// The interpreter has to be this many times as fast: a network also knows more about the game.
const CLEARLY: f64 = 1.5;
/// The stack of the thread that grounds.
pub(super) const STACK: usize = 16 << 20;
/// The result of a thread that panicked.
pub(super) const LOST: Refusal = Refusal::Lost { stage: "grounding" };

/// An engine, and how it came about.
pub(super) struct Chosen {
    pub(super) engine: Engine,
    pub(super) report: LoadReport,
    pub(super) times: Times,
}

impl Chosen {
    /// The interpreter in place of a network, for this reason.
    pub(super) fn replaced(self, interpreter: Engine, why: String) -> Chosen {
        let (warnings, rules) = (self.report.warnings, self.report.rules);
        let report = LoadReport { warnings, rules, faster: Some(why), ..LoadReport::default() };
        Chosen { engine: interpreter, report, times: self.times }
    }
}

/// A rule sheet that is loaded.
#[derive(Clone)]
pub(super) struct Loading {
    pub(super) name: String,
    pub(super) program: Arc<Program>,
    pub(super) options: LoadOptions,
    pub(super) watch: Watch,
}

impl Loading {
    /// The engine that the options ask for.
    pub(super) fn engine(&self, report: LoadReport, mut times: Times) -> Result<Chosen, Refusal> {
        match self.options.engine {
            EngineChoice::Auto => self.auto(report, times),
            EngineChoice::Network => self.network(&self.watch, report, times),
            EngineChoice::Interpreter => {
                let engine = self.interpreter()?;
                times.end("interpreter");
                Ok(Chosen { engine, report, times })
            }
        }
    }

    pub(super) fn network(&self, watch: &Watch, mut report: LoadReport, mut times: Times) -> Result<Chosen, Refusal> {
        let grounded = grounded(&self.program, self.options.way, watch, &mut times, &mut report)?;
        Ok(Chosen { engine: Engine::Network(Arc::new(grounded)), report, times })
    }

    pub(super) fn interpreter(&self) -> Result<Engine, Refusal> {
        let (interpreter, start) = Interpreter::within(Arc::clone(&self.program), self.options.limits, &self.watch)?;
        Ok(Engine::Interpreter { interpreter: Arc::new(interpreter), start })
    }

    fn auto(&self, report: LoadReport, mut times: Times) -> Result<Chosen, Refusal> {
        let grounding = self.watch.part(GROUNDING);
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let (first_report, first_times) = (report.clone(), times.clone());
            let work = move || {
                // The receiver waits until the end.
                let _ = sender.send(self.network(&grounding, first_report, first_times));
            };
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_err() {
                return self.network(&self.watch, report, times);
            }
            let (built, interpreted) = match receiver.recv_timeout(AT_ONCE.min(self.watch.left())) {
                Ok(Ok(chosen)) => return Ok(chosen),
                Ok(Err(refusal)) => (Err(refusal), self.interpreter()),
                Err(_) => {
                    let interpreted = self.interpreter();
                    // The thread sends nothing only if it panics, and the scope hands that on.
                    (receiver.recv().unwrap_or_else(|_| Err(LOST)), interpreted)
                }
            };
            match (built, interpreted) {
                (Ok(chosen), Err(_)) => Ok(chosen),
                (Ok(chosen), Ok(engine)) => Ok(self.faster(chosen, engine)),
                (Err(refusal), interpreted) => {
                    times.end("ground");
                    let report = LoadReport { fallback: Some(refusal.to_string()), ..report };
                    Ok(Chosen { engine: interpreted?, report, times })
                }
            }
        })
    }

    /// The faster of a network and the interpreter in random playouts.
    fn faster(&self, mut network: Chosen, interpreter: Engine) -> Chosen {
        let why = self.is_faster(&interpreter, &network.engine);
        network.times.end("measure");
        match why {
            None => network,
            Some(why) => network.replaced(interpreter, why),
        }
    }

    /// Why the interpreter should be preferred to a network, if it should: how fast both are in random playouts.
    pub(super) fn is_faster(&self, interpreter: &Engine, network: &Engine) -> Option<String> {
        let (of_network, of_interpreter) = (self.measure(network), self.measure(interpreter));
        (of_interpreter >= CLEARLY * of_network).then(|| {
            format!(
                "the interpreter makes {of_interpreter:.0} steps a second in random playouts, the network {of_network:.0}"
            )
        })
    }

    /// A rule sheet that has not been probed.
    pub(super) fn unprobed(&self, engine: Engine, report: LoadReport) -> RuleSheet {
        RuleSheet {
            roles: engine.roles(),
            info: Probe::first_info(&self.name, engine.roles()),
            program: Arc::clone(&self.program),
            engine,
            report,
            probe: Probe::default(),
            layout: None,
            flaw: Flaw::default(),
            may_have_degrees: may_have_degrees(&self.program),
            degrees: OnceLock::new(),
        }
    }

    /// Steps of random playouts a second, goals included.
    fn measure(&self, engine: &Engine) -> f64 {
        let sheet = self.unprobed(engine.clone(), LoadReport::default());
        let time = MEASURED.min(self.watch.left() / 4);
        // A step that takes longer is cut, and ends the measurement.
        let _steps = Budget::time(self.watch.left() / 4).limit_steps();
        let (mut rng, mut steps, began) = (Random::new(0), 0u64, Instant::now());
        'measuring: loop {
            let mut state = sheet.start_state();
            while sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
                steps += 1;
                if state.broken || began.elapsed() >= time {
                    break 'measuring;
                }
            }
            let _ = sheet.goals(&state);
            if state.broken || steps == 0 || began.elapsed() >= time {
                break;
            }
        }
        steps as f64 / began.elapsed().as_secs_f64().max(1e-9)
    }
}
