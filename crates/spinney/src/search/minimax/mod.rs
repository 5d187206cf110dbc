//! The minimax family: adversarial search to a horizon.
//!
//! - [`Minimax`] (`plain.rs`) searches everything: minimax, max^n, expectiminimax. The reference
//!   implementation that the rest is tested against.
//! - [`AlphaBeta`] gives the same values and prunes what cannot matter: fail-soft alpha-beta, principal-variation
//!   search, MTD(f), aspiration windows, iterative deepening, a transposition table, move ordering, quiescence, Star1
//!   and Star2 at chance turns, several threads on one table.
//!
//! Values are payoffs of the player that decides at the root, in the game's unit. All other players minimise them:
//! exact for one player and for two with a constant sum, *paranoid* for more.
//!
//! Sources: Knuth and Moore 1975; Fishburn 1983; Marsland 1986; Plaat et al. 1996; Ballard 1983; Sturtevant and Korf
//! 2000; Schadd and Winands 2011. The files name theirs.

mod average;
mod config;
mod cut_reasons;
mod descend;
pub mod explain;
mod horizon;
mod knowledge;
pub(super) mod order;
mod parameters;
mod plain;
mod root;
mod selective;
pub(super) mod table;
mod trace;
mod worker;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

pub use config::{Bounds, Chance, Config, Extend, LateMoves, Order, Others, Values, Variant};
pub use plain::{Minimax, MinimaxConfig};
pub use trace::{CutReason, Event, NoTrace, NodeKind, Relation, Step, Tracer};

use self::root::Root;
use self::table::{Room, Table};
use self::worker::{Setting, Worker};
use super::random::own_moves;
use super::sorting::sort_descending;
use super::threads::{self, Job};
use super::{Refusal, Search};
use crate::budget::{Budget, Meter};
use crate::evaluation::Evaluator;
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::{Report, Unit};

/// Most nodes are at the horizon and are not stored: with 3 bytes per node, a search needs one percent more nodes than
/// with an unlimited table.
const ROOM: Room = Room { nodes_per_second: 1e7, bytes_per_node: 4 };

/// Alpha-beta search for games of type `G`.
pub struct AlphaBeta<G: Game> {
    game: G,
    config: Config,
    /// Kept between the moves of a game, so that the search for one move helps the next.
    table: Option<Table>,
    /// Whether values are those of the game: others know no less than the deciding player.
    claims_proofs: bool,
}

impl<G: Game> AlphaBeta<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        config.check(&game)?;
        Ok(AlphaBeta { game, config, table: None, claims_proofs: true })
    }

    /// The same search, which reports nothing as proven: for a player with more information than the others.
    pub(super) fn without_proofs(mut self) -> Self {
        self.claims_proofs = false;
        self
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }
}

/// Makes a table for a search, or keeps the one there is.
fn prepare_table<G: Game>(game: &G, config: &Config, budget: &Budget, table: &mut Option<Table>) {
    if !config.table || game.capabilities().key.is_none() {
        return;
    }
    ROOM.prepare(table, config.memory, budget);
}

/// Whether the game has a constant sum, so that values are those of the game itself.
fn is_exact<G: Game>(game: &G) -> bool {
    let info = game.info();
    info.players() == 1 || (info.players() == 2 && info.constant_sum.is_some())
}

/// Searches with `threads` threads. The report comes from the first; the others share its table.
fn run<G: Game, T: Tracer<Event<G::Move>> + Send>(
    setting: &Setting<'_, G>,
    state: &G::State,
    root: &mut Root<G::Move>,
    meter: &Meter,
    rng: &mut Random,
    tracer: T,
) -> Totals<T> {
    let threads = setting.config.threads;
    let mut helpers = Vec::new();
    for thread in 1..threads {
        let (part, mut rng) = (meter.share(thread as u64, threads as u64), rng.split());
        let mut moves: Vec<G::Move> = root.moves.iter().map(|entry| entry.mv).collect();
        rng.shuffle(&mut moves);
        helpers.push((part, moves));
    }
    let (nodes, deepest) = (&AtomicU64::new(0), &AtomicUsize::new(0));
    let mut first = None;
    let lead = || {
        let mut worker = Worker::new(setting, state, meter.share(0, threads as u64), tracer);
        worker.deepen(root, 1);
        setting.halt.store(true, Ordering::Relaxed);
        let Worker { nodes, leaves, deepest, tracer, .. } = worker;
        first = Some(Totals { nodes, leaves, deepest, tracer });
    };
    let mut jobs: Vec<Job<'_>> = vec![Box::new(lead)];
    for (thread, (part, moves)) in (1..).zip(helpers) {
        jobs.push(Box::new(move || {
            let mut worker = Worker::new(setting, state, part, NoTrace);
            worker.deepen(&mut Root::new(moves), 1 + thread % 2);
            nodes.fetch_add(worker.nodes, Ordering::Relaxed);
            deepest.fetch_max(worker.deepest, Ordering::Relaxed);
        }));
    }
    threads::run(meter, jobs);
    let mut totals = first.expect("the first thread has ended");
    totals.nodes += nodes.load(Ordering::Relaxed);
    totals.deepest = totals.deepest.max(deepest.load(Ordering::Relaxed));
    totals
}

/// The totals of a search.
struct Totals<T> {
    nodes: u64,
    leaves: u64,
    deepest: usize,
    tracer: T,
}

/// The moves of the root in their initial order: at random, so that ties are broken at random, or by the game's ranks.
fn root_moves<G: Game>(game: &G, config: &Config, position: &View<G::State>, rng: &mut Random) -> Vec<G::Move> {
    let mut moves = Moves::new();
    game.turn(position.state(), &mut moves);
    let tactics = game.capabilities().tactics;
    if let (Some(tactics), true, Values::Best) = (tactics, config.prune, config.values) {
        tactics.prune_dominated(position.state(), &mut moves);
    }
    let mut moves = moves.to_vec();
    if config.order != Order::NONE {
        rng.shuffle(&mut moves);
    }
    if let (Some(tactics), true) = (tactics, config.order.game) {
        sort_descending(&mut moves, |&mv| tactics.rank(position.state(), mv).into());
    }
    moves
}

impl<G: Game> Search<G> for AlphaBeta<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        prepare_table(&self.game, &self.config, budget, &mut self.table);
        let evaluator = match Evaluator::new(&self.game, self.config.weights.as_ref()) {
            Ok(evaluator) => evaluator,
            Err(refusal) => unreachable!("rejected when the search was made: {refusal}"),
        };
        let legal = own_moves(&self.game, position);
        let mut root = Root::new(match legal.is_empty() {
            true => Vec::new(),
            false => root_moves(&self.game, &self.config, position, rng),
        });
        let flat = evaluator.is_flat();
        let mut setting = Setting::new(&self.game, &self.config, position.observer(), evaluator, self.table.as_ref());
        setting.exact &= self.claims_proofs;
        let mut totals = Totals { nodes: 0, leaves: 0, deepest: 0, tracer: NoTrace };
        if !root.moves.is_empty() {
            totals = run(&setting, position.state(), &mut root, &meter, rng, NoTrace);
        }
        let bytes = self.table.as_ref().map_or(0, |table| table.bytes() as u64);
        let mut report = knowledge::report(&setting, &root, &legal);
        let mut notes = vec![format!("{} leaves", totals.leaves)];
        if flat && !report.proven {
            notes.push("the game has no evaluation: positions at the horizon all count alike".to_owned());
        }
        if !is_exact(&self.game) {
            notes.push(
                "not the value of the game: all other players are assumed to play against the one to move".to_owned(),
            );
        }
        let depth = report.depth.max(totals.deepest as u32);
        report.notes = notes;
        report
            .with_work(totals.nodes, Unit::Nodes)
            .with_size(totals.nodes, bytes, depth)
            .with_end(root.ended_by, meter.elapsed().as_secs_f64())
            .checked_by(&self.game)
    }

    fn reset(&mut self) {
        Table::reset(&mut self.table);
    }
}

/// The player to move, where one player moves.
fn mover<G: Game>(game: &G, state: &G::State) -> Option<Player> {
    match game.turn(state, &mut Moves::new()) {
        Turn::Player(player) => Some(player),
        _ => None,
    }
}
