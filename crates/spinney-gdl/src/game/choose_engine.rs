//! Which engine plays a rule sheet: the network, the interpreter, or by measurement whichever is faster.
//!
//! Most rule sheets are grounded in milliseconds, and their networks are far faster than the interpreter. Where grounding
//! takes long, the interpreter is prepared meanwhile: it is what plays if grounding comes to nothing, and it may be the
//! faster engine, since tables of numbers make networks large and cost the interpreter nothing.

use std::sync::mpsc::channel;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use spinney::game::{Game, Moves, NoRecorder};
use spinney::random::Random;

use super::engine::Engine;
use super::load::{LoadOptions, LoadReport, Times, grounded};
use super::probe::Probe;
use super::{EngineChoice, Flaw, RuleSheet};
use crate::interpret::Interpreter;
use crate::limits::{Refusal, Watch};
use crate::program::Program;

/// The time in which a network is taken without a look at the interpreter.
const AT_ONCE: Duration = Duration::from_millis(250);
/// The share of the time that grounding may take, where the interpreter steps in after it.
const GROUNDING: f64 = 0.8;
/// How long each engine is measured.
const MEASURED: Duration = Duration::from_millis(150);
/// The interpreter has to be this many times as fast: a network also knows more about the game.
const CLEARLY: f64 = 1.5;
/// The stack of the thread that grounds.
const STACK: usize = 16 << 20;

/// An engine, and how it came about.
pub(super) struct Chosen {
    pub(super) engine: Engine,
    pub(super) report: LoadReport,
    pub(super) times: Times,
}

/// A rule sheet that is loaded.
#[derive(Clone, Copy)]
pub(super) struct Loading<'l> {
    pub(super) name: &'l str,
    pub(super) program: &'l Arc<Program>,
    pub(super) options: &'l LoadOptions,
    pub(super) watch: &'l Watch,
}

impl Loading<'_> {
    /// The engine that the options ask for.
    pub(super) fn engine(self, report: LoadReport, mut times: Times) -> Result<Chosen, Refusal> {
        match self.options.engine {
            EngineChoice::Auto => self.auto(report, times),
            EngineChoice::Network => self.network(self.watch, report, times),
            EngineChoice::Interpreter => {
                let engine = self.interpreter()?;
                times.end("interpreter");
                Ok(Chosen { engine, report, times })
            }
        }
    }

    fn network(self, watch: &Watch, mut report: LoadReport, mut times: Times) -> Result<Chosen, Refusal> {
        let grounded = grounded(self.program, self.options.way, watch, &mut times, &mut report)?;
        Ok(Chosen { engine: Engine::Network(Box::new(grounded)), report, times })
    }

    fn interpreter(self) -> Result<Engine, Refusal> {
        let (interpreter, start) = Interpreter::within(Arc::clone(self.program), self.options.limits, self.watch)?;
        Ok(Engine::Interpreter { interpreter: Box::new(interpreter), start })
    }

    fn auto(self, report: LoadReport, mut times: Times) -> Result<Chosen, Refusal> {
        let grounding = self.watch.part(GROUNDING);
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let (first_report, first_times) = (report.clone(), times.clone());
            let work = move || {
                // The receiver waits until the end.
                let _ = sender.send(self.network(&grounding, first_report, first_times));
            };
            if thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_err() {
                return self.network(self.watch, report, times);
            }
            let (built, interpreted) = match receiver.recv_timeout(AT_ONCE.min(self.watch.left())) {
                Ok(Ok(chosen)) => return Ok(chosen),
                Ok(Err(refusal)) => (Err(refusal), self.interpreter()),
                Err(_) => {
                    let interpreted = self.interpreter();
                    // The thread sends nothing only if it panics, and the scope hands that on.
                    let lost = || Err(Refusal::Unfit { stage: "grounding", reason: "no result".to_owned() });
                    (receiver.recv().unwrap_or_else(|_| lost()), interpreted)
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
    fn faster(self, network: Chosen, interpreter: Engine) -> Chosen {
        let Chosen { engine, report, mut times } = network;
        let (engine, of_network) = self.measure(engine);
        let (interpreter, of_interpreter) = self.measure(interpreter);
        times.end("measure");
        if of_interpreter < CLEARLY * of_network {
            return Chosen { engine, report, times };
        }
        let why = format!(
            "the interpreter makes {of_interpreter:.0} steps a second in random playouts, the network {of_network:.0}"
        );
        let (warnings, rules) = (report.warnings, report.rules);
        let report = LoadReport { warnings, rules, faster: Some(why), ..LoadReport::default() };
        Chosen { engine: interpreter, report, times }
    }

    /// Steps of random playouts a second, goals included.
    fn measure(self, engine: Engine) -> (Engine, f64) {
        let sheet = RuleSheet {
            roles: engine.roles(),
            info: Probe::first_info(self.name, engine.roles()),
            program: Arc::clone(self.program),
            engine,
            report: LoadReport::default(),
            probe: Probe::default(),
            layout: None,
            flaw: Flaw::default(),
            may_have_degrees: false,
            degrees: OnceLock::new(),
        };
        let time = MEASURED.min(self.watch.left() / 4);
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
        let rate = steps as f64 / began.elapsed().as_secs_f64().max(1e-9);
        (sheet.engine, rate)
    }
}
