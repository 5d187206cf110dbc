//! The minimax family: adversarial search to a horizon.
//!
//! - [`Minimax`] (`plain.rs`) looks at everything: minimax, max^n, expectiminimax. The oracle.
//! - [`AlphaBeta`] gives the same values and leaves out what cannot matter: fail-soft alpha-beta, principal-variation
//!   search, MTD(f), aspiration windows, iterative deepening, a transposition table, move ordering, quiescence, Star1
//!   and Star2 at chance turns, several threads on one table.
//!
//! Values are payoffs of the player who decides at the root, in the game's unit. Everybody else minimises them: exact
//! for one player and for two with a constant sum, *paranoid* for more.
//!
//! Sources: Knuth and Moore 1975; Fishburn 1983; Marsland 1986; Plaat et al. 1996; Ballard 1983; Sturtevant and Korf
//! 2000; Schadd and Winands 2011. The files name theirs.

mod average;
mod config;
mod descend;
pub mod explain;
mod horizon;
pub(super) mod order;
mod parameters;
mod plain;
mod root;
pub(super) mod table;
mod watch;
mod worker;

use std::sync::atomic::Ordering;

pub use config::{Bounds, Chance, Config, Order, Others, Values, Variant};
pub use plain::{Minimax, MinimaxConfig};
pub use watch::{CutReason, Event, NodeKind, Relation, Unwatched, Watch};

use self::root::{Root, RootMove};
use self::table::{BUCKET, Bound, TO_THE_END, Table};
use self::worker::{Setting, Worker};
use super::random::own_moves;
use super::{Refusal, Search};
use crate::budget::{Budget, Grace, Meter};
use crate::evaluation::Evaluator;
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};

/// Tables up to this size are cleared in place when a new game begins.
const CLEARED: usize = 4 << 20;

/// Nodes a second that a table has room for.
const FAST: f64 = 4e6;
/// Bytes of the table for each of them.
const ROOM: u64 = 24;
/// However short a search is, its table has this many bytes, unless less is allowed.
const LEAST_TABLE: usize = 1 << 20;

/// Alpha-beta search for games of type `G`.
pub struct AlphaBeta<G: Game> {
    game: G,
    config: Config,
    /// Kept between the moves of a game: what was searched for one move helps the next.
    table: Option<Table>,
    /// Values are those of the game, where others know no less than the one who decides.
    claims_proofs: bool,
}

impl<G: Game> AlphaBeta<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        config.check(&game)?;
        Ok(AlphaBeta { game, config, table: None, claims_proofs: true })
    }

    /// The same search, which calls nothing proven: for a player who knows more than the others.
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
    if !config.table || game.skills().key.is_none() {
        return;
    }
    let most = budget.memory.unwrap_or(config.memory);
    // A table that fits the search is faster than a larger one: it stays nearer to the processor.
    let by_time = budget.time.map_or(u64::MAX, |time| (time.as_secs_f64() * FAST) as u64);
    let nodes = budget.simulations.unwrap_or(u64::MAX).min(by_time);
    let wanted = usize::try_from(nodes.saturating_mul(ROOM)).unwrap_or(usize::MAX).max(LEAST_TABLE);
    let bytes = most.min(wanted).max(BUCKET) / BUCKET * BUCKET;
    match table {
        Some(table) if table.bytes() == bytes => table.next_search(),
        table => *table = Some(Table::new(bytes)),
    }
}

/// Whether everybody else's loss is the hero's gain, so that values are those of the game itself.
fn is_exact<G: Game>(game: &G) -> bool {
    let info = game.info();
    info.players() == 1 || (info.players() == 2 && info.constant_sum.is_some())
}

/// Searches with `threads` threads: the others share the table with the one that answers.
fn run<G: Game, W: Watch<G::Move>>(
    setting: &Setting<'_, G>,
    state: &G::State,
    root: &mut Root<G::Move>,
    meter: &Meter,
    rng: &mut Random,
    watch: W,
) -> Totals<W> {
    let threads = setting.config.threads;
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|thread| {
                let (part, mut rng) = (meter.share(thread as u64, threads as u64), rng.split());
                let mut moves: Vec<G::Move> = root.moves.iter().map(|entry| entry.mv).collect();
                rng.shuffle(&mut moves);
                scope.spawn(move || {
                    let mut worker = Worker::new(setting, state, part, Unwatched);
                    worker.deepen(&mut Root::new(moves), 1 + thread as u32 % 2);
                    (worker.nodes, worker.deepest)
                })
            })
            .collect();
        let mut worker = Worker::new(setting, state, meter.share(0, threads as u64), watch);
        worker.deepen(root, 1);
        setting.halt.store(true, Ordering::Relaxed);
        let mut totals =
            Totals { nodes: worker.nodes, leaves: worker.leaves, deepest: worker.deepest, watch: worker.watch };
        for helper in helpers {
            let (nodes, deepest) = helper.join().expect("a thread of the search panicked");
            totals.nodes += nodes;
            totals.deepest = totals.deepest.max(deepest);
        }
        totals
    })
}

/// What a search did in all.
struct Totals<W> {
    nodes: u64,
    leaves: u64,
    deepest: usize,
    watch: W,
}

/// The moves of the root in the order in which they are looked at first: at random, so that equals are chosen at
/// random, or by the game's ranks.
fn root_moves<G: Game>(game: &G, config: &Config, position: &View<G::State>, rng: &mut Random) -> Vec<G::Move> {
    let mut moves = Moves::new();
    game.turn(position.state(), &mut moves);
    let tactics = game.skills().tactics;
    if let (Some(tactics), true, Values::Best) = (tactics, config.sift, config.values) {
        tactics.sift(position.state(), &mut moves);
    }
    let mut moves = moves.to_vec();
    if config.order != Order::NONE {
        rng.shuffle(&mut moves);
    }
    if let (Some(tactics), true) = (tactics, config.order.game) {
        moves.sort_by_key(|&mv| std::cmp::Reverse(tactics.rank(position.state(), mv)));
    }
    moves
}

impl<G: Game> Search<G> for AlphaBeta<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        prepare_table(&self.game, &self.config, budget, &mut self.table);
        let evaluator = match Evaluator::new(&self.game, self.config.weights.as_ref()) {
            Ok(evaluator) => evaluator,
            Err(refusal) => unreachable!("refused when the search was made: {refusal}"),
        };
        let legal = own_moves(&self.game, position);
        let mut root = Root::new(match legal.is_empty() {
            true => Vec::new(),
            false => root_moves(&self.game, &self.config, position, rng),
        });
        let flat = evaluator.is_flat();
        let mut setting = Setting::new(&self.game, &self.config, position.observer(), evaluator, self.table.as_ref());
        setting.exact &= self.claims_proofs;
        let mut totals = Totals { nodes: 0, leaves: 0, deepest: 0, watch: Unwatched };
        if !root.moves.is_empty() {
            totals = run(&setting, position.state(), &mut root, &meter, rng, Unwatched);
        }
        let answer = answer(&root, setting.low);
        let mut line = answer.map_or(Vec::new(), |best| best.line.clone());
        extend_line(&setting, position.state(), &mut line, &Grace::new(&meter, totals.nodes));
        let exact = setting.exact;
        let proven = exact && root.value.is_some_and(|found| found.complete);
        let mut notes = vec![format!("{} leaves", totals.leaves)];
        if flat && !proven {
            notes.push("the game has no evaluation: positions at the horizon all count alike".to_owned());
        }
        if !is_exact(&self.game) {
            notes.push(
                "not the value of the game: all others are supposed to play against the one who decides".to_owned(),
            );
        }
        let bytes = self.table.as_ref().map_or(0, |table| table.bytes() as u64);
        let mut report = Report::new(answer.map(|best| best.mv))
            .with_candidates(candidates(&root, &legal, exact))
            .with_work(totals.nodes, Unit::Nodes)
            .with_size(totals.nodes, bytes, root.depth.max(totals.deepest as u32))
            .with_end(root.ended_by, meter.elapsed().as_secs_f64());
        report.value = root.value.map(|found| found.value);
        report.proven = proven;
        report.line = line;
        report.notes = notes;
        report
    }

    fn reset(&mut self) {
        match &mut self.table {
            // Larger ones are handed back: fresh memory comes zeroed as it is touched.
            Some(table) if table.bytes() <= CLEARED => table.clear(),
            table => *table = None,
        }
    }
}

/// What the root moves show in the middle of a search: the last finished iteration.
fn standing<G: Game>(setting: &Setting<'_, G>, root: &Root<G::Move>) -> Report<G::Move> {
    let exact = setting.exact;
    let answer = answer(root, setting.low);
    let mut report = Report::new(answer.map(|best| best.mv)).with_candidates(candidates(root, &[], exact)).with_size(
        0,
        setting.table.map_or(0, |table| table.bytes() as u64),
        root.depth,
    );
    report.value = root.value.map(|found| found.value);
    report.proven = exact && root.value.is_some_and(|found| found.complete);
    report.line = answer.map_or(Vec::new(), |best| best.line.clone());
    report
}

/// The answer: the best move; in a lost game the one that looked best before the loss was seen.
fn answer<M: Copy + PartialEq>(root: &Root<M>, worst: f64) -> Option<&RootMove<M>> {
    let lost = root.value.is_some_and(|found| found.value <= worst);
    let hope = root.hope.filter(|_| lost).and_then(|hope| root.moves.iter().find(|entry| entry.mv == hope));
    hope.or(root.moves.first())
}

/// Every legal move with what is known of it; moves that were sifted out are last.
fn candidates<M: Copy + PartialEq>(root: &Root<M>, legal: &[M], exact: bool) -> Vec<Candidate<M>> {
    let known = root.moves.iter().map(|entry| {
        let value = (entry.bound == Some(Bound::Exact)).then_some(entry.value);
        Candidate {
            visits: entry.nodes,
            mean: value,
            proven: value.filter(|_| exact && entry.complete),
            at_most: (entry.bound == Some(Bound::Upper)).then_some(entry.value),
            ..Candidate::new(entry.mv)
        }
    });
    let sifted = legal.iter().filter(|mv| root.moves.iter().all(|entry| entry.mv != **mv));
    known.chain(sifted.map(|&mv| Candidate::new(mv))).collect()
}

/// The longest line that is reported.
const LONGEST_LINE: usize = 64;

/// Goes on with a line where the search took a value from the table: by the best moves that the table knows.
fn extend_line<G: Game>(setting: &Setting<'_, G>, root: &G::State, line: &mut Vec<G::Move>, grace: &Grace<'_>) {
    let (Some(table), false) = (setting.table, setting.config.merge || setting.many) else { return };
    let mut state = root.clone();
    for &mv in line.iter() {
        if grace.is_over() {
            return;
        }
        setting.game.play(&mut state, mv);
    }
    let mut moves = Moves::new();
    while line.len() < LONGEST_LINE && !grace.is_over() {
        moves.clear();
        let Turn::Player(_) = setting.game.turn(&state, &mut moves) else { return };
        if let (Some(tactics), true) = (setting.tactics, setting.config.sift) {
            tactics.sift(&state, &mut moves);
        }
        let Some(entry) = table.probe(setting.table_key(&state, false)) else { return };
        let reliable = entry.bound == Bound::Exact || entry.depth == TO_THE_END;
        let Some(&mv) = entry.best.filter(|_| reliable).and_then(|best| moves.get(usize::from(best))) else { return };
        line.push(mv);
        setting.game.play(&mut state, mv);
    }
}

/// The player to move, where one player moves.
fn mover<G: Game>(game: &G, state: &G::State) -> Option<Player> {
    match game.turn(state, &mut Moves::new()) {
        Turn::Player(player) => Some(player),
        _ => None,
    }
}
