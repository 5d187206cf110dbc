//! From text to a game: the stages in order, timed, with the interpreter as a fallback.

use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use spinney::game::MAX_PLAYERS;

use super::RuleSheet;
use super::choose_engine::{Chosen, Loading};
use super::drawing::Layout;
use super::engine::{Engine, Grounded};
use super::probe::{Probe, Proven, written_goals};
use crate::check::check_within;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ground::{Grounding, Way, ground};
use crate::limits::{Limits, Refusal, Watch};
use crate::program::{Program, ROLE, Rule};
use crate::simplify::{Simplified, simplify};

/// Rules with more conditions times variables are rejected: planning them would exceed any limit.
const MOST_ENTANGLED: usize = 4_000_000;

/// The engine of a rule sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EngineChoice {
    /// The network if the rule sheet can be grounded within the limits, otherwise the interpreter.
    #[default]
    Auto,
    /// The network; an error if that is impossible.
    Network,
    /// The interpreter.
    Interpreter,
}

/// Options for loading a rule sheet.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOptions {
    /// The limits.
    pub limits: Limits,
    /// The engine.
    pub engine: EngineChoice,
    /// How rules are transformed before grounding; automatic if `None`.
    pub way: Option<Way>,
}

/// Why a rule sheet cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LoadError {
    /// It is not valid GDL.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<Diagnostic>),
    /// It exceeds the limits.
    #[error("{0}")]
    Refused(#[from] Refusal),
}

/// The duration of a stage.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StageTime {
    /// The stage.
    pub stage: &'static str,
    /// Seconds by the wall clock.
    pub seconds: f64,
}

/// How a rule sheet was loaded.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct LoadReport {
    /// `network` or `interpreter`.
    pub engine: &'static str,
    /// Why there is no network, so that the rule sheet is interpreted.
    pub fallback: Option<String>,
    /// Why the interpreter was preferred to a network: how fast both are.
    pub faster: Option<String>,
    /// The checker's warnings.
    pub warnings: Vec<Diagnostic>,
    /// The stages in order.
    pub stages: Vec<StageTime>,
    /// Rules after `or` and `not` were unfolded.
    pub rules: usize,
    /// Ground terms.
    pub terms: usize,
    /// Facts that can hold, including those that always do.
    pub facts: usize,
    /// Moves of all roles together.
    pub moves: usize,
    /// Ground rules.
    pub instances: usize,
    /// How rules were transformed before grounding; `None` for the interpreter.
    pub way: Option<Way>,
    /// The number of gates that the ground rules would have without simplification.
    pub gates_before: usize,
    /// Gates of the network.
    pub gates: usize,
    /// Edges of the network.
    pub edges: usize,
    /// Gates that depend on themselves within a step.
    pub recursive_gates: usize,
    /// Memory of one state.
    pub state_bytes: usize,
    /// Memory of the network.
    pub bytes: usize,
}

/// Runs the stages up to the circuit.
pub(crate) fn circuit(
    program: &Program,
    way: Option<Way>,
    watch: &Watch,
    times: &mut Times,
) -> Result<(Grounding, Simplified), Refusal> {
    let grounding = ground(program, way, watch)?;
    times.end("ground");
    let simplified = simplify(program, &grounding, watch)?;
    times.end("simplify");
    Ok((grounding, simplified))
}

/// A stopwatch for stages.
#[derive(Clone)]
pub(crate) struct Times {
    since: Instant,
    stages: Vec<StageTime>,
}

impl Times {
    pub(crate) fn start() -> Self {
        Times { since: Instant::now(), stages: Vec::new() }
    }

    pub(super) fn end(&mut self, stage: &'static str) {
        let now = Instant::now();
        self.stages.push(StageTime { stage, seconds: (now - self.since).as_secs_f64() });
        self.since = now;
    }
}

impl RuleSheet {
    /// Loads a game from a rule sheet.
    pub fn load(name: &str, text: &str, options: &LoadOptions) -> Result<RuleSheet, LoadError> {
        let (loading, report, times) = begin(name, text, options)?;
        let chosen = loading.engine(report, times)?;
        Ok(loading.sheet(chosen))
    }
}

/// The first stages: everything before an engine is chosen.
pub(super) fn begin(name: &str, text: &str, options: &LoadOptions) -> Result<(Loading, LoadReport, Times), LoadError> {
    let mut times = Times::start();
    let watch = Watch::start(options.limits);
    let checked = check_within(text, &watch)?;
    let Some(program) = checked.program else {
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        return Err(LoadError::Invalid(checked.diagnostics.into_iter().filter(is_error).collect()));
    };
    times.end("check");
    let entangled = |rule: &&Rule| rule.body.len() * rule.variables as usize > MOST_ENTANGLED;
    if let Some(rule) = program.rules.iter().find(entangled) {
        let (line, conditions, variables) = (rule.line, rule.body.len(), rule.variables);
        let reason = format!("the rule in line {line} has {conditions} conditions with {variables} variables");
        return Err(Refusal::Unfit { stage: "loading", reason }.into());
    }
    let roles = program.rules.iter().filter(|rule| rule.head.relation == ROLE).count();
    if roles > MAX_PLAYERS {
        let reason = format!("{roles} roles; 1 to {MAX_PLAYERS} are possible");
        return Err(Refusal::Unfit { stage: "loading", reason }.into());
    }
    let report = LoadReport { warnings: checked.diagnostics, rules: program.rules.len(), ..LoadReport::default() };
    let loading = Loading { name: name.to_owned(), program: Arc::new(program), options: *options, watch };
    Ok((loading, report, times))
}

impl Loading {
    /// The rule sheet with an engine, classified by what it shows.
    pub(super) fn sheet(&self, chosen: Chosen) -> RuleSheet {
        let Chosen { engine, mut report, mut times } = chosen;
        report.engine = if matches!(engine, Engine::Network(_)) { "network" } else { "interpreter" };
        let mut sheet = self.unprobed(engine, report);
        sheet.probe = Probe::run(&sheet, &self.watch);
        let proven = match &sheet.engine {
            Engine::Network(grounded) => Proven { goals: Some(grounded.network.goal_values()), sum: grounded.sum },
            Engine::Interpreter { .. } => Proven { goals: written_goals(&sheet.program), sum: None },
        };
        // The proof covers only states that a step leads to.
        let sum = proven.sum.filter(|_| !sheet.is_terminal(&sheet.start_state()));
        sheet.probe.complete(&mut sheet.info, Proven { sum, ..proven });
        sheet.layout = Layout::recognise(&sheet);
        times.end("probe");
        sheet.report.stages = times.stages;
        sheet
    }
}

pub(super) fn grounded(
    program: &Program,
    way: Option<Way>,
    watch: &Watch,
    times: &mut Times,
    report: &mut LoadReport,
) -> Result<Grounded, Refusal> {
    let (grounding, simplified) = circuit(program, way, watch, times)?;
    let grounded = Grounded::new(&simplified, &grounding.roles, &grounding.terms, &program.symbols);
    watch.check("laying out the network", grounded.network.bytes())?;
    times.end("network");
    report.terms = grounding.terms.len();
    report.facts = simplified.facts.len() + simplified.always.len();
    report.moves = simplified.moves.len();
    report.instances = grounding.instances.len();
    report.way = Some(grounding.way);
    report.gates_before = simplified.gates_before;
    (report.gates, report.edges, report.recursive_gates) = grounded.network.sizes();
    report.state_bytes = grounded.network.start().bytes();
    report.bytes = grounded.network.bytes();
    Ok(grounded)
}
