//! Options that mean the same in every command.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use cpu_time::ProcessTime;
use spinney::budget::{Budget, Clock, StopFlag};
use spinney::random::fresh_seed;
use spinney::report::Unit;
use spinney::search::mcts::LEAST_MEMORY;
use spinney_agents::quantity::{
    QuantityError, read_count, read_duration, read_size, write_count, write_duration, write_size,
};
use spinney_agents::rule_sheets::BuildTime;

use crate::failure::{Failure, complain};

/// The format of the output.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Output {
    /// Print one JSON object per line on standard output, and nothing else there
    #[arg(long)]
    pub(crate) json: bool,
    /// No progress bar and no remarks
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// The source of randomness.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Seed {
    /// The only source of randomness; without it, one is drawn and printed
    #[arg(long, value_name = "S", value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: Option<u64>,
}

impl Seed {
    /// The seed as given.
    pub(crate) fn given(self) -> Option<u64> {
        self.seed
    }

    /// The seed as given, or a fresh one, short enough to be typed again.
    pub(crate) fn resolve(self) -> u64 {
        self.seed.unwrap_or_else(fresh_seed)
    }
}

/// The options of every command that searches.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Common {
    /// Simulations per decision, or nodes or iterations where an agent counts those; for example 1000, 200k or 2M
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    simulations: Option<u64>,
    /// Time per decision, for example 2s, 50ms or 1m30s; it also limits the building of a rule sheet [default
    /// without any budget: 1s]
    #[arg(long, value_name = "T", value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Memory of a search, for example 64MiB or 1GiB
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_hyphen_values = true)]
    memory: Option<usize>,
    /// Worker threads; 1 is reproducible [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    pub(crate) output: Output,
}

impl Common {
    /// The seed as given, or a fresh one.
    pub(crate) fn seed(&self) -> u64 {
        self.seed.resolve()
    }

    /// The seed, if it was given.
    pub(crate) fn given_seed(&self) -> Option<u64> {
        self.seed.given()
    }

    /// Worker threads: as given, or all cores.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }

    /// Worker threads: as given, or `default`.
    pub(crate) fn threads_or(&self, default: usize) -> usize {
        self.threads.unwrap_or(default)
    }

    /// Worker threads, if they were given.
    pub(crate) fn given_threads(&self) -> Option<usize> {
        self.threads
    }

    /// The memory of a search, if it was given.
    pub(crate) fn given_memory(&self) -> Option<usize> {
        self.memory
    }

    /// The simulations per decision, if they were given.
    pub(crate) fn given_simulations(&self) -> Option<u64> {
        self.simulations
    }

    /// The time per decision: a second, if nothing else would end a search.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.or_else(|| self.simulations.is_none().then_some(Duration::from_secs(1)))
    }

    /// The time per decision, if it was given.
    pub(crate) fn given_time(&self) -> Option<Duration> {
        self.time
    }

    /// The time limit for building a rule sheet for one decision: only a time that was given limits it.
    pub(crate) fn build_time(&self) -> BuildTime {
        BuildTime::for_decision(self.time)
    }

    /// The same for whole games.
    pub(crate) fn build_time_for_game(&self) -> BuildTime {
        BuildTime::for_game(self.time)
    }

    /// The budget of one decision.
    pub(crate) fn budget(&self, stop: StopFlag) -> Budget {
        Budget { simulations: self.simulations, time: self.time(), memory: self.memory, stop, ..Budget::default() }
    }

    /// The budget of a decision in words, for agents that count their work in these units.
    pub(crate) fn describe(&self, units: &[Unit]) -> String {
        self.describe_for("decision", units)
    }

    /// The same for a budget of a board or a move.
    pub(crate) fn describe_for(&self, what: &str, units: &[Unit]) -> String {
        describe(self.simulations, self.time(), self.memory, what, units)
    }

    /// The same for an agent with a budget of its own.
    pub(crate) fn describe_own(&self, own: OwnBudget, units: &[Unit]) -> String {
        let (simulations, time) = own.limits();
        describe(simulations, time, self.memory, "decision", units)
    }

    /// Warns about a build without optimisation.
    pub(crate) fn warn_if_slow(&self) {
        warn_if_slow(self.output);
    }

    /// Rejects `--json` in an interactive command.
    pub(crate) fn refuse_json(&self, command: &str) -> Result<(), Failure> {
        if self.output.json {
            return Err(Failure::usage(format!(
                "`{command}` is interactive and has no --json; try `search` or `match`"
            )));
        }
        Ok(())
    }
}

/// The number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A budget in words.
fn describe(
    simulations: Option<u64>,
    time: Option<Duration>,
    memory: Option<usize>,
    what: &str,
    units: &[Unit],
) -> String {
    let known = [Unit::Simulations, Unit::Nodes, Unit::Iterations];
    let words: Vec<String> =
        known.into_iter().filter(|unit| units.contains(unit)).map(|unit| unit.to_string()).collect();
    let units = match words.split_first() {
        None => Unit::Simulations.to_string(),
        Some((first, [])) => first.clone(),
        Some((first, others)) => format!("{first} (or {})", others.join(" or ")),
    };
    let mut parts = Vec::new();
    parts.extend(simulations.map(|n| format!("{} {units}", write_count(n))));
    parts.extend(time.map(|time| write_duration(time.as_secs_f64())));
    parts.extend(memory.map(|bytes| write_size(bytes as u64)));
    format!("{} a {what}", parts.join(" or "))
}

/// The time that this process has computed, as a mean over its threads.
struct ProcessorClock {
    threads: u32,
}

impl Clock for ProcessorClock {
    fn now(&self) -> Duration {
        ProcessTime::now().as_duration() / self.threads
    }
}

/// The same budget, its time measured in processor time: that of the whole process, which may run only one search at a
/// time, divided by the threads of the search.
pub(crate) fn by_processor_time(budget: Budget, threads: usize) -> Budget {
    let threads = u32::try_from(threads).unwrap_or(u32::MAX).max(1);
    Budget { clock: Arc::new(ProcessorClock { threads }), ..budget }
}

/// What one agent of several may spend on a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OwnBudget {
    Simulations(u64),
    Time(Duration),
}

impl OwnBudget {
    /// Reads a number of simulations, or a time with its unit.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        match read_count(text) {
            Ok(_) => count(text).map(OwnBudget::Simulations),
            Err(QuantityError::TooLarge { .. }) => Err("that is too large".to_owned()),
            Err(_) => match read_duration(text) {
                Ok(_) => duration(text).map(OwnBudget::Time),
                Err(_) => Err("expected simulations such as 8k, or a time such as 100ms".to_owned()),
            },
        }
    }

    /// The simulations and the time.
    fn limits(self) -> (Option<u64>, Option<Duration>) {
        match self {
            OwnBudget::Simulations(count) => (Some(count), None),
            OwnBudget::Time(time) => (None, Some(time)),
        }
    }

    /// A budget with these limits in place of its own.
    pub(crate) fn of(self, budget: &Budget) -> Budget {
        let (simulations, time) = self.limits();
        Budget { simulations, time, ..budget.clone() }
    }
}

/// Warns about a build without optimisation.
pub(crate) fn warn_if_slow(output: Output) {
    if cfg!(debug_assertions) && !output.quiet {
        complain("warning", "built without optimisation, so searches are many times slower (cargo build --release)");
    }
}

/// A whole number, 0 or more.
pub(crate) fn whole<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = read_count(text).map_err(|error| error.to_string())?;
    T::try_from(number).map_err(|_| format!("at most {} is possible", u32::MAX))
}

/// A finite number, 0 or more.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a finite number, 0 or more".to_owned())
}

/// A count of at least one.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    match read_count(text).map_err(|error: QuantityError| error.to_string())? {
        0 => Err("at least 1 is needed".to_owned()),
        count => Ok(count),
    }
}

/// A number of turns, at least one.
pub(crate) fn turns(text: &str) -> Result<u32, String> {
    u32::try_from(count(text)?).map_err(|_| format!("at most {} is possible", u32::MAX))
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match count(text)? {
        threads @ 1..=1024 => Ok(threads as usize),
        _ => Err("at most 1024 are possible".to_owned()),
    }
}

/// A time that is not zero.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    match read_duration(text).map_err(|error| error.to_string())? {
        Duration::ZERO => Err("some time is needed, for example 50ms".to_owned()),
        time if time > Duration::from_secs(366 * 24 * 3600) => Err("that is more than a year".to_owned()),
        time => Ok(time),
    }
}

/// The memory of a search.
pub(crate) fn memory(text: &str) -> Result<usize, String> {
    match read_size(text).map_err(|error| error.to_string())? {
        bytes if bytes < LEAST_MEMORY => Err(format!(
            "{} is less than a search needs, {}; units are KiB, MiB and GiB",
            write_size(bytes as u64),
            write_size(LEAST_MEMORY as u64)
        )),
        bytes => Ok(bytes),
    }
}
