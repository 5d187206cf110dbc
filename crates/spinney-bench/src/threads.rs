//! Threads: simulations in the same wall time, with one thread and with several.
//!
//! CPU time cannot show the gain of threads, so this is the one measurement by wall time, and the one that is distorted
//! by any other load on the machine.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use spinney::budget::Budget;
use spinney::random::Random;
use spinney::search::mcts::{Config, Parallel};
use spinney_agents::{NamedGame, Spec, games};

use super::contenders::first_decision;
use super::rounds::{LEAST, median};
use super::{Plan, Row, Team, What};

/// The game that is searched.
pub(super) const GAME: &str = "connect-four";

/// The minimum duration of the searches of one round.
const LEAST_TIME: Duration = Duration::from_millis(20);

/// The number of rounds that the time of a row is divided into.
const ROUNDS: u32 = 8;

/// One mode of parallelism, and its measurements.
struct Crew {
    threads: usize,
    parallel: Option<Parallel>,
    /// Simulations per second of wall time, by round.
    per_second: Vec<f64>,
    /// Simulations per second of CPU time, by round.
    per_cpu_second: Vec<f64>,
    nodes: u64,
    bytes: u64,
    node_bytes: usize,
}

impl Crew {
    fn new(threads: usize, parallel: Option<Parallel>) -> Self {
        Crew {
            threads,
            parallel,
            per_second: Vec::new(),
            per_cpu_second: Vec::new(),
            nodes: 0,
            bytes: 0,
            node_bytes: 0,
        }
    }

    fn config(&self) -> Config {
        Config { threads: self.threads, parallel: self.parallel.unwrap_or(Parallel::Tree), ..Config::plain() }
    }

    fn search(&mut self, game: &NamedGame, time: Duration, seed: u64) -> Option<()> {
        let position = first_decision(game)?;
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        let report = {
            let mut native = game.natives()?.mcts(game, self.config())?;
            self.node_bytes = native.node_bytes;
            native.search.search(&position, &Budget::time(time), &mut Random::new(seed))
        };
        let (seconds, cpu_seconds) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
        self.per_second.push(report.simulations as f64 / seconds.max(1e-9));
        self.per_cpu_second.push(report.simulations as f64 / cpu_seconds.max(1e-9));
        (self.nodes, self.bytes) = (report.nodes, report.bytes);
        Some(())
    }

    /// The row of this mode; `alone` are the rates of one thread in the same rounds.
    fn row(&mut self, alone: &[f64]) -> Option<Row> {
        let mut ratios: Vec<f64> = self.per_second.iter().zip(alone).map(|(ours, alone)| ours / alone).collect();
        let team = Team {
            threads: self.threads,
            parallel: self.parallel,
            per_second: median(&mut self.per_second.clone())?,
            ratio: median(&mut ratios)?,
        };
        let per_cpu_second = median(&mut self.per_cpu_second)?;
        Some(Row {
            nodes: Some(self.nodes),
            bytes_per_node: (self.nodes > 0).then(|| self.bytes as f64 / self.nodes as f64),
            node_bytes: Some(self.node_bytes),
            team: Some(team),
            ..Row::new(GAME.to_owned(), What::Threads, per_cpu_second, self.per_second.len())
        })
    }
}

/// A row for one thread and one for every mode of parallelism, all in turns.
pub(super) fn compare(plan: &Plan) -> Vec<Row> {
    let Ok(game) = games::open(&Spec::plain(GAME)) else { return Vec::new() };
    let several = [Parallel::Tree, Parallel::Root, Parallel::Leaf].map(|how| Crew::new(plan.threads, Some(how)));
    let mut crews: Vec<Crew> = std::iter::once(Crew::new(1, None)).chain(several).collect();
    let time = (plan.time / ROUNDS).max(LEAST_TIME);
    let rounds = (plan.time.as_secs_f64() / time.as_secs_f64()) as usize;
    for crew in &mut crews {
        if plan.stop.is_raised() || crew.search(&game, LEAST_TIME, 0).is_none() {
            return Vec::new();
        }
        crew.per_second.clear();
        crew.per_cpu_second.clear();
    }
    for round in 0..rounds.max(LEAST) {
        if plan.stop.is_raised() {
            break;
        }
        for crew in &mut crews {
            let _ = crew.search(&game, time, 1 + round as u64);
        }
    }
    let alone = crews[0].per_second.clone();
    crews.iter_mut().filter_map(|crew| crew.row(&alone)).collect()
}
