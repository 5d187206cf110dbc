//! One thread of an alpha-beta search: its inputs, its memory, and how nodes are counted and left.

use std::sync::atomic::{AtomicBool, Ordering};

use super::config::{Bounds, Config};
use super::order::{History, Picker};
use super::selective::cutoff_bounds;
use super::table::{Bound, Entry, TO_THE_END, Table};
use super::trace::{Event, Tracer, Via};
use crate::budget::{Limit, Meter, Pace, Signal};
use crate::evaluation::Evaluator;
use crate::game::capabilities::Tactics;
use crate::game::{Game, Moves, Player};
use crate::random::mix;
use crate::report::{Report, Unit};

/// Games of up to this many moves a turn list them quickly.
const FEW: u32 = 64;

/// Values of games with chance that differ by less than this share of the payoff range are not told apart by rounding.
const GRAIN: f64 = 1e-12;

/// What all threads of a search read.
pub(super) struct Setting<'s, G: Game> {
    pub game: &'s G,
    pub config: &'s Config,
    /// The player that decides at the root; all values are payoffs of this player.
    pub hero: Player,
    pub evaluator: Evaluator<'s, G>,
    pub table: Option<&'s Table>,
    /// No payoff lies beyond these.
    pub low: f64,
    pub high: f64,
    /// The same, as far as chance turns may rely on it.
    pub star: [f64; 2],
    /// What rounding at chance turns cannot tell apart; 0 without chance.
    pub grain: f64,
    /// More than two players.
    pub many: bool,
    /// Values are those of the game itself.
    pub exact: bool,
    /// Whether any option of selective search is on: one look for all of them.
    pub selective: bool,
    /// Evaluations up to the first and from the second on end a branch.
    pub cutoff: Option<[f64; 2]>,
    /// No turn has more than [`FEW`] moves.
    few: bool,
    /// Ends all threads.
    pub halt: AtomicBool,
}

impl<'s, G: Game> Setting<'s, G> {
    pub(super) fn new(
        game: &'s G,
        config: &'s Config,
        hero: Player,
        evaluator: Evaluator<'s, G>,
        table: Option<&'s Table>,
    ) -> Self {
        let info = game.info();
        let (low, high) = info.range.map_or((f64::NEG_INFINITY, f64::INFINITY), |range| (range.low, range.high));
        let star = match config.bounds {
            Bounds::Game => [low, high],
            Bounds::None => [f64::NEG_INFINITY, f64::INFINITY],
            Bounds::Range(range) => [range.low, range.high],
        };
        Setting {
            game,
            config,
            hero,
            evaluator,
            table: table.filter(|_| game.capabilities().key.is_some()),
            exact: super::is_exact(game),
            low,
            high,
            grain: if info.chance { GRAIN * info.range.map_or(1.0, |range| range.width().max(1.0)) } else { 0.0 },
            star,
            many: info.players() > 2,
            selective: config.is_selective(),
            cutoff: cutoff_bounds(&info, config.cutoff),
            few: info.widest.is_some_and(|widest| widest <= FEW),
            halt: AtomicBool::new(false),
        }
    }

    /// Whether moves are listed before the table is asked. A game with tactics and few moves is first asked for forced
    /// moves, since a position with one move needs no table; meanwhile the bucket is on its way. Other games may list their
    /// moves slowly, and are not asked if the table knows the value.
    #[inline(always)]
    pub(super) fn lists_first(&self) -> bool {
        self.tactics().is_some() && self.few
    }

    /// What the game knows of moves. It is asked for anew at every use: where the game's list of capabilities is a constant, the
    /// compiler sees which code is meant, and calls through a stored `dyn` reference become plain ones.
    #[inline(always)]
    pub(super) fn tactics(&self) -> Option<&'s dyn Tactics<State = G::State, Move = G::Move>> {
        self.game.capabilities().tactics
    }

    /// The table key of a position. It depends on the deciding player, and on whether the one reply of best-reply
    /// search is spent.
    #[inline(always)]
    pub(super) fn table_key(&self, state: &G::State, spent: bool) -> u64 {
        let Some(key) = self.game.capabilities().key else { return 0 };
        let merged = if self.config.merge { key.symmetric_key(state) } else { None };
        let salt = u64::from(self.hero.0) << 1 | u64::from(spent);
        mix(merged.unwrap_or_else(|| key.key(state)) ^ salt << 56)
    }
}

/// A value as the hero's payoff, and whether no horizon had a part in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub value: f64,
    pub complete: bool,
}

/// The values that matter to the nodes above: the hero has `alpha` already, and the others do not allow
/// `beta`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: f64,
    pub beta: f64,
}

impl Window {
    pub(super) const OPEN: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// A non-empty window, despite rounding.
    pub(super) fn open(alpha: f64, beta: f64) -> Self {
        Window { alpha, beta: beta.max(alpha.next_up()) }
    }

    /// How `value` relates to the true value if a search with this window returned it.
    pub(super) fn bound(self, value: f64) -> Bound {
        if value <= self.alpha {
            Bound::Upper
        } else if value >= self.beta {
            Bound::Lower
        } else {
            Bound::Exact
        }
    }
}

/// The data of every ply of the path.
pub(super) struct Level<G: Game> {
    pub state: G::State,
    pub moves: Moves<G::Move>,
    pub picker: Picker,
    pub killers: [Option<G::Move>; 2],
    /// The expected continuation from here.
    pub line: Vec<G::Move>,
    /// Keys of the positions after moves that were searched, when mirror images are merged.
    pub seen: Vec<u64>,
}

impl<G: Game> Level<G> {
    pub(super) fn new(state: G::State) -> Self {
        Level {
            state,
            moves: Moves::new(),
            picker: Picker::default(),
            killers: [None; 2],
            line: Vec::new(),
            seen: Vec::new(),
        }
    }
}

/// One thread of a search.
pub(super) struct Worker<'s, G: Game, T> {
    pub setting: &'s Setting<'s, G>,
    pub meter: Meter,
    /// Levels of the path from the root.
    pub levels: Vec<Level<G>>,
    pub history: History,
    /// Positions entered.
    pub nodes: u64,
    /// Positions that were evaluated, or in which the game was over.
    pub leaves: u64,
    /// The depth of the search under way.
    pub iteration: u32,
    /// The moves on the path to each level that cost no depth; kept up to date only where some may.
    pub extensions: Vec<u32>,
    /// Set when the search has to end; everything returned from then on is void.
    pub stopped: Option<Limit>,
    /// The deepest ply reached.
    pub deepest: usize,
    /// How the node was reached that is entered next; kept up to date only for a trace.
    pub via: Via<G::Move>,
    most_nodes: u64,
    /// The number of nodes at which the budget is checked next.
    next_check: u64,
    pace: Pace,
    /// The nodes that were reported to the pace.
    paced: u64,
    /// The latest results of the root moves, to be published when a report is requested.
    pub standing: Option<Report<G::Move>>,
    /// The nodes at which that was written.
    pub standing_at: u64,
    pub tracer: T,
}

/// The stop flag of the other threads is checked once in this many nodes.
const HALT: u32 = 64;

impl<'s, G: Game, T: Tracer<Event<G::Move>>> Worker<'s, G, T> {
    pub(super) fn new(setting: &'s Setting<'s, G>, root: &G::State, meter: Meter, tracer: T) -> Self {
        Worker {
            setting,
            most_nodes: meter.simulations_left(0),
            next_check: 0,
            pace: Pace::new(&meter),
            paced: 0,
            standing: None,
            standing_at: 0,
            meter,
            levels: vec![Level::new(root.clone())],
            history: History::new(),
            nodes: 0,
            leaves: 0,
            iteration: 0,
            extensions: Vec::new(),
            stopped: None,
            deepest: 0,
            via: Via::ROOT,
            tracer,
        }
    }

    /// Counts a node; returns `false` if the search has to end instead.
    #[inline(always)]
    pub(super) fn count(&mut self, ply: usize) -> bool {
        if self.nodes >= self.next_check && !self.may_go_on() {
            return false;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        true
    }

    /// Checks the budget. Once the search is stopped, every node checks again.
    #[cold]
    fn may_go_on(&mut self) -> bool {
        self.next_check = 0;
        if self.stopped.is_none() {
            self.stopped = self.look();
        }
        if self.stopped.is_none() {
            self.next_check = (self.nodes + u64::from(self.pace.left().min(HALT))).min(self.most_nodes);
        }
        self.stopped.is_none()
    }

    /// Why the search has to end now, if it has to. Publishes a report if one is requested.
    fn look(&mut self) -> Option<Limit> {
        if self.nodes >= self.most_nodes {
            return Some(Limit::Simulations);
        }
        if self.setting.halt.load(Ordering::Relaxed) {
            return Some(Limit::Stopped);
        }
        // The node that is about to be counted is a step, too.
        let steps = self.nodes + 1 - self.paced;
        self.paced += steps;
        match self.pace.steps(steps as u32, &self.meter) {
            Signal::GoOn => None,
            Signal::Report => {
                self.publish();
                None
            }
            Signal::End(limit) => Some(limit),
        }
    }

    /// Publishes the last finished iteration, with the nodes counted up to now.
    #[cold]
    fn publish(&self) {
        if let Some(standing) = &self.standing {
            let mut report = standing.clone().with_work(self.nodes, Unit::Nodes).with_end(Limit::Running, 0.0);
            report.nodes = self.nodes;
            report.depth = report.depth.max(self.deepest as u32);
            self.meter.publish(report.checked_by(self.setting.game));
        }
    }

    /// Puts the position after a move into the level below.
    #[inline]
    pub(super) fn play(&mut self, ply: usize, mv: G::Move) {
        if self.levels.len() == ply + 1 {
            self.levels.push(Level::new(self.levels[ply].state.clone()));
        }
        let [above, below] = &mut self.levels[ply..ply + 2] else { unreachable!("two levels") };
        below.state.clone_from(&above.state);
        self.setting.game.play(&mut below.state, mv);
    }

    /// The principal variation from `ply` is `mv` and its continuation.
    pub(super) fn set_line(&mut self, ply: usize, mv: G::Move) {
        let (above, below) = self.levels.split_at_mut(ply + 1);
        let line = &mut above[ply].line;
        line.clear();
        line.push(mv);
        if let Some(below) = below.first() {
            line.extend_from_slice(&below.line);
        }
    }

    /// The game is over.
    pub(super) fn over(&mut self, ply: usize) -> Found {
        self.leaves += 1;
        let value = self.setting.game.payoff(&self.levels[ply].state, self.setting.hero);
        Found { value, complete: true }
    }

    /// The horizon.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, ply: usize) -> Found {
        self.leaves += 1;
        Found { value: self.value_by_evaluation(ply), complete: false }
    }

    /// The evaluation of the position in level `ply`.
    #[inline(always)]
    pub(super) fn value_by_evaluation(&self, ply: usize) -> f64 {
        let (setting, state) = (self.setting, &self.levels[ply].state);
        match (&setting.evaluator, setting.game.capabilities().evaluate) {
            // Requested again, so that the compiler resolves the code.
            (Evaluator::Own(_), Some(own)) => own.evaluate(state, setting.hero),
            (evaluator, _) => evaluator.value(state, setting.hero),
        }
    }

    /// The horizon, for a game that knows without a list of moves that there is nothing to follow. A trace says more about
    /// its nodes, so it does without this.
    #[inline(always)]
    pub(super) fn evaluate_if_quiet(&mut self, ply: usize) -> Option<Found> {
        let setting = self.setting;
        let (false, Evaluator::Own(_), Some(own)) =
            (T::ENABLED, &setting.evaluator, setting.game.capabilities().evaluate)
        else {
            return None;
        };
        let level = &mut self.levels[ply];
        let value = own.evaluate_if_quiet(&level.state, setting.hero)?;
        level.line.clear();
        self.leaves += 1;
        Some(Found { value, complete: false })
    }

    /// The value of the table, if it decides the node within the window; else its best move.
    #[inline]
    pub(super) fn recall(&self, key: u64, depth: u32, window: Window) -> Result<Found, Option<u16>> {
        let Some(entry) = self.setting.table.and_then(|table| table.probe(key)) else { return Err(None) };
        let deep_enough = entry.depth == TO_THE_END || u32::from(entry.depth) >= depth;
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value >= window.beta,
            Bound::Upper => entry.value <= window.alpha,
        };
        if deep_enough && decides {
            return Ok(Found { value: entry.value, complete: entry.depth == TO_THE_END });
        }
        Err(entry.best)
    }

    /// Stores the value of a node in the table.
    #[inline]
    pub(super) fn remember(&self, key: u64, depth: u32, found: Found, bound: Bound, best: Option<usize>) {
        let Some(table) = self.setting.table else { return };
        let depth = if found.complete { TO_THE_END } else { depth.min(u32::from(TO_THE_END) - 1) as u8 };
        let best = best.and_then(|best| u16::try_from(best).ok());
        table.store(key, Entry { value: found.value, bound, depth, best });
    }
}
