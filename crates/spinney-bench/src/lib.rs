//! `spinney bench`: the speed of playouts and searches on this machine, compared with the [floor]: hand-written loops
//! that show how fast a game could be.
//!
//! Our loop and the floor's alternate (ours, floor, ours, floor, …), so that a busy machine affects both alike. Rates
//! are per second of CPU time of the working thread; a rate is the median over the rounds, a share of the floor the
//! median of the rounds' shares.
//!
//! | row | what is timed |
//! | --- | --- |
//! | `playouts` | `while game.random_step(…)` from the start, through the `Game` contract; go by its policy `light` |
//! | `simulations` | plain UCB1 (c = √2, no proofs), one thread, a fresh tree for every search, built and dropped within; the same playouts |
//! | `nodes` | alpha-beta with its default settings, one thread, a fresh table for every search |
//! | `playouts` of samegame | also its tabu playouts, beside a plain implementation |
//! | `threads` | simulations in the same wall time with one thread and with several: needs an idle machine |

mod contenders;
pub mod floor;
mod plain;
mod rounds;
pub mod rule_sheets;
mod threads;

use std::ops::ControlFlow;
use std::time::Duration;

use serde::Serialize;
use spinney::budget::StopFlag;
use spinney::search::mcts::Parallel;
use spinney_agents::{GameError, NamedGame, Spec, games};
use spinney_games::registry::{self, OpenError};

use self::contenders::{Descents, Floor, Rival, Searches, Unit};
use self::rounds::{Race, race};

/// The name by which the comparison of threads is measured alone.
pub const THREADS: &str = "threads";

/// What is measured, and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// One game, or `None` for all.
    pub subject: Subject,
    /// Simulations of a search.
    pub simulations: u64,
    /// The duration of the rounds per row; there are at least [`LEAST_ROUNDS`].
    pub time: Duration,
    /// Threads of the rows that compare one thread with several; 1 leaves them out.
    pub threads: usize,
    /// Ends the measurement after the current round.
    pub stop: StopFlag,
}

/// The minimum number of rounds of a row that is not stopped, however little time there is.
pub const LEAST_ROUNDS: usize = rounds::LEAST;

/// The subject of the rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Every game that needs no parameter text, and threads.
    All,
    /// One game.
    Game(Spec),
    /// The comparison of threads.
    Threads,
}

/// The quantity that a row measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// Random games from the start.
    Playouts,
    /// Simulations of plain UCB1.
    Simulations,
    /// Nodes of alpha-beta.
    Nodes,
    /// Simulations with several threads.
    Threads,
}

/// One measurement.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The game as its spec.
    pub game: String,
    /// What was measured.
    pub what: What,
    /// Playouts or simulations per second of CPU time.
    pub per_cpu_second: f64,
    /// The same for the floor, where the game has one.
    pub floor_per_cpu_second: Option<f64>,
    /// Our share of the floor's rate.
    pub floor_share: Option<f64>,
    /// Nodes of the last tree.
    pub nodes: Option<u64>,
    /// Bytes of its nodes.
    pub bytes_per_node: Option<f64>,
    /// The size of a node in bytes.
    pub node_bytes: Option<usize>,
    /// The game's own playout policy; `None` for uniform play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<&'static str>,
    /// Rounds that were timed.
    pub rounds: usize,
    /// Simulations of a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub simulations: Option<u64>,
    /// For rows with a straightforward implementation: its rate.
    #[serde(flatten)]
    pub baseline: Option<Baseline>,
    /// For rows with threads: their number, their mode and the result.
    #[serde(flatten)]
    pub team: Option<Team>,
}

/// A straightforward implementation of the same work.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Baseline {
    /// Its rate per second of CPU time.
    pub plain_per_cpu_second: f64,
    /// Our rate divided by it.
    pub times_plain: f64,
}

/// Several threads compared with one.
#[derive(Clone, Debug, Serialize)]
pub struct Team {
    /// Their number.
    pub threads: usize,
    /// The mode of parallelism; `None` for a single thread.
    pub parallel: Option<Parallel>,
    /// Simulations per second of wall time.
    pub per_second: f64,
    /// Simulations in the same wall time, relative to one thread.
    pub ratio: f64,
}

/// Runs the measurements. `on_row` is called with every row when it is complete; if it breaks, the measurement ends.
/// Stopping keeps the completed rounds.
pub fn run(plan: &Plan, on_row: &mut dyn FnMut(Row) -> ControlFlow<()>) -> Result<(), GameError> {
    for spec in plan.games() {
        let mut flow = GameBench { plan, spec: &spec, game: open_builtin(&spec)? }.run(on_row);
        if flow.is_continue() && spec.to_string() == plain::GAME {
            flow = plain::compare(plan).map_or(flow, &mut *on_row);
        }
        if flow.is_break() || plan.stop.is_raised() {
            return Ok(());
        }
    }
    if plan.compares_threads() {
        let _ = threads::compare(plan).into_iter().try_for_each(on_row);
    }
    Ok(())
}

/// Opens a game; rule sheets are measured separately.
fn open_builtin(spec: &Spec) -> Result<NamedGame, GameError> {
    if spec.name == spinney_agents::rule_sheets::NAME {
        let reason = "this takes a built-in game, not a rule sheet".to_owned();
        return Err(OpenError::Impossible { game: spec.name.clone(), reason }.into());
    }
    games::open(spec)
}

impl Plan {
    fn games(&self) -> Vec<Spec> {
        match &self.subject {
            // A game that takes a parameter text is as fast as that text is small.
            Subject::All => {
                let games = registry::games().into_iter().filter(|entry| entry.raw_parameter.is_none());
                games.map(|entry| Spec::plain(entry.name)).collect()
            }
            Subject::Game(spec) => vec![spec.clone()],
            Subject::Threads => Vec::new(),
        }
    }

    fn compares_threads(&self) -> bool {
        let asked = match &self.subject {
            Subject::All | Subject::Threads => true,
            Subject::Game(spec) => spec.to_string() == threads::GAME,
        };
        asked && self.threads > 1
    }
}

/// Measures one game.
struct GameBench<'a> {
    plan: &'a Plan,
    spec: &'a Spec,
    game: NamedGame,
}

impl GameBench<'_> {
    fn run(&self, on_row: &mut dyn FnMut(Row) -> ControlFlow<()>) -> ControlFlow<()> {
        let floor = Floor::of(self.spec);
        self.playouts(floor).map_or(ControlFlow::Continue(()), &mut *on_row)?;
        self.simulations(floor).map_or(ControlFlow::Continue(()), &mut *on_row)?;
        self.nodes(floor).map_or(ControlFlow::Continue(()), on_row)
    }

    fn playouts(&self, floor: Option<Floor>) -> Option<Row> {
        let policy = contenders::policy(self.spec);
        let natives = self.game.natives()?;
        let ours = Rival::new(Unit::Playouts, |count, seed| natives.play_out(&self.game, policy, count, seed));
        let floor = floor.map(|floor| Rival::new(Unit::Playouts, move |count, seed| floor.play_out(count, seed)));
        let race = race(ours, floor, self.plan.time, &self.plan.stop)?;
        Some(self.row(What::Playouts, &race))
    }

    fn simulations(&self, floor: Option<Floor>) -> Option<Row> {
        let simulations = self.plan.simulations;
        let mut searches = Searches::new(&self.game, contenders::policy(self.spec), simulations)?;
        let node_bytes = searches.node_bytes();
        let unit = Unit::Searches { simulations };
        let floor = floor.map(|floor| Rival::new(unit, move |count, seed| floor.search(count, simulations, seed)));
        let ours = Rival::new(unit, |count, seed| searches.run(count, seed));
        let race = race(ours, floor, self.plan.time, &self.plan.stop)?;
        let (nodes, bytes) = searches.last_tree();
        Some(Row {
            nodes: Some(nodes),
            bytes_per_node: (nodes > 0).then(|| bytes as f64 / nodes as f64),
            node_bytes: Some(node_bytes),
            simulations: Some(simulations),
            ..self.row(What::Simulations, &race)
        })
    }

    fn nodes(&self, floor: Option<Floor>) -> Option<Row> {
        let nodes = self.plan.simulations;
        let descents = Descents::new(&self.game, nodes)?;
        let unit = Unit::Searches { simulations: nodes };
        let floor = floor.and_then(|floor| floor.descents(nodes)).map(|work| Rival::new(unit, work));
        let race =
            race(Rival::new(unit, |count, seed| descents.run(count, seed)), floor, self.plan.time, &self.plan.stop)?;
        Some(Row { simulations: Some(nodes), policy: None, ..self.row(What::Nodes, &race) })
    }

    fn row(&self, what: What, race: &Race) -> Row {
        Row {
            floor_per_cpu_second: race.floor,
            floor_share: race.share,
            policy: contenders::policy(self.spec),
            ..Row::new(self.spec.to_string(), what, race.ours, race.rounds)
        }
    }
}

impl Row {
    /// A row without the optional fields.
    fn new(game: String, what: What, per_cpu_second: f64, rounds: usize) -> Self {
        Row {
            game,
            what,
            per_cpu_second,
            floor_per_cpu_second: None,
            floor_share: None,
            nodes: None,
            bytes_per_node: None,
            node_bytes: None,
            policy: None,
            rounds,
            simulations: None,
            baseline: None,
            team: None,
        }
    }
}
