//! What all workers of a search share, fixed for its duration: game, configuration, tree, and what follows from them.

use super::tree::{Field, Fields, Slot, Together, Tree};
use std::sync::atomic::{AtomicU64, Ordering};

use super::amaf::GraveTables;
use super::answer::RootTable;
use super::config::{Amaf, Answer, Backup, Config, ENDLESS_CAP, JointRule, Playout, Prune, Selection, Unvisited};
use super::joint::JointTable;
use super::transpositions::Transpositions;
use crate::budget::Meter;
use crate::game::{Game, GameInfo, PayoffRange, Payoffs};
use crate::search::facts::Facts;

/// Facts derived once from the game and the configuration.
pub(crate) struct Plan {
    pub(crate) players: usize,
    /// The offset subtracted from payoffs: the low end of the expected range, or 0.
    pub(crate) low: f64,
    /// The width of the expected payoff range, by which values are normalised; `None` if it is learnt. An observed range
    /// may turn out too narrow, so nothing may be proven by it.
    pub(crate) width: Option<f64>,
    /// The best shifted payoff by the declared rules; `None` if they declare no range. The only bound that proves.
    pub(crate) top: Option<f64>,
    /// The shifted payoffs of two players add up to this.
    pub(crate) pair_sum: Option<f64>,
    /// The exploration constant.
    pub(crate) c: f64,
    /// Proven values are kept.
    pub(crate) solver: bool,
    /// Proven nodes keep a value per player, since none follows from another's.
    pub(crate) vectors: bool,
    /// Playouts are cut after this many turns.
    pub(crate) cap: u32,
    /// The game's own playout policy.
    pub(crate) policy: Option<usize>,
    /// Dominated moves are pruned below the root.
    pub(crate) prune: bool,
    /// And at the root: a single player looks for one good line, not for the value of every move.
    pub(crate) prune_root: bool,
    /// Playouts report their moves.
    pub(crate) listens: bool,
    /// The best line is kept.
    pub(crate) best_line: bool,
    /// Which root move is the answer, with `auto` resolved.
    pub(crate) answer: Answer,
    /// Nodes keep sums of squares.
    pub(crate) squares: bool,
    /// Nodes keep their best value.
    pub(crate) best: bool,
    /// Nodes keep a value backed up from their best child.
    pub(crate) backed: bool,
    /// Nodes keep codes of their moves.
    pub(crate) codes: bool,
    /// Nodes keep AMAF statistics beside their own.
    pub(crate) amaf: bool,
    /// Joint turns may occur.
    pub(crate) joint: bool,
    /// Children are chosen by UCB1 with nothing on top, every child having been tried first.
    pub(crate) plain: bool,
    /// Nodes keep visits and values only, so that several simulations can be added together.
    pub(crate) bursts: bool,
}

impl Plan {
    pub(crate) fn new(game: &Facts<'_>, config: &Config) -> Self {
        let info = &game.info;
        let range = config.range.or(info.expected_range());
        let low = range.map_or(0.0, |range| range.low);
        let players = info.players();
        let pair_sum = info.constant_sum.filter(|_| players == 2).map(|sum| sum - 2.0 * low);
        let policy = match &config.playout {
            Playout::Named(name) => game.policies.iter().position(|policy| policy.name == *name),
            Playout::Auto => game.preferred,
            _ => None,
        };
        let bounded = info.longest.is_some();
        let prune = match config.prune {
            Prune::Auto => game.prefers_pruning,
            Prune::On => true,
            Prune::Off => false,
        };
        Plan {
            prune,
            prune_root: players == 1,
            players,
            low,
            width: range.map(PayoffRange::width),
            top: info.range.map(|declared| declared.high - low),
            pair_sum,
            c: config.exploration(),
            // With an overridden range a proven "best payoff" might not be the best of the game.
            solver: config.solver && !info.joint && config.range.is_none(),
            vectors: config.solver && !info.joint && players > 1 && pair_sum.is_none(),
            cap: match config.playout_cap {
                0 if bounded => u32::MAX,
                0 => ENDLESS_CAP,
                cap => cap,
            },
            policy,
            listens: config.listens(info),
            best_line: players == 1 && !info.chance,
            answer: match config.answer {
                Answer::Auto if players == 1 && !info.chance => Answer::BestLine,
                Answer::Auto => Answer::MostVisits,
                answer => answer,
            },
            squares: config.needs_squares(),
            best: config.select == Selection::SpMcts || players == 1,
            backed: config.backup != Backup::Mean,
            codes: config.amaf != Amaf::None,
            amaf: !matches!(config.amaf, Amaf::None | Amaf::Cutoff),
            joint: info.joint,
            bursts: !config.listens(info)
                && !info.joint
                && !config.needs_squares()
                && config.select != Selection::SpMcts
                && config.backup == Backup::Mean,
            plain: config.select == Selection::Ucb1
                && config.amaf == Amaf::None
                && config.backup == Backup::Mean
                && config.unvisited == Unvisited::First
                && !config.transpositions,
        }
    }

    /// The side tables that this plan needs.
    pub(crate) fn fields(&self, info: &GameInfo, config: &Config) -> Fields {
        let regret = info.joint && config.joint == JointRule::RegretMatching;
        let fields = Fields::default()
            .with(Field::Squares, self.squares)
            .with(Field::Best, self.best)
            .with(Field::Backed, self.backed)
            .with(Field::AmafVisits, self.amaf)
            .with(Field::AmafSum, self.amaf)
            .with(Field::AmafSquares, self.squares && config.amaf.explores())
            .with(Field::Code, self.codes)
            .with(Field::Prior, info.chance || config.select == Selection::Puct)
            .with(Field::Regret, regret)
            .with(Field::Strategy, regret);
        if regret || self.vectors { fields.with_player_sums(self.players) } else { fields }
    }

    /// The shifted value of the same outcome for `to`, given the one for `from`, where one follows from the other.
    #[inline]
    pub(crate) fn turn_value(&self, value: f64, from: usize, to: usize) -> f64 {
        match self.pair_sum {
            Some(sum) if from != to => sum - value,
            _ => value,
        }
    }
}

/// The payoff range seen so far, shifted, for games that declare none.
pub(crate) struct Seen {
    low: AtomicU64,
    high: AtomicU64,
}

impl Default for Seen {
    fn default() -> Self {
        Seen { low: AtomicU64::new(f64::INFINITY.to_bits()), high: AtomicU64::new(f64::NEG_INFINITY.to_bits()) }
    }
}

impl Seen {
    fn note(&self, value: f64) {
        self.high.raise::<Together>(value);
        if value < self.low.get() {
            // A lost race leaves a slightly narrow range until the next low value; nothing depends on it.
            self.low.store(value.to_bits(), Ordering::Relaxed);
        }
    }

    /// The width seen; 1 until two different payoffs were seen.
    fn width(&self) -> f64 {
        let width = self.high.get() - self.low.get();
        if width > 0.0 && width.is_finite() { width } else { 1.0 }
    }

    fn low(&self) -> f64 {
        let low = self.low.get();
        if low.is_finite() { low } else { 0.0 }
    }
}

/// Tables that workers share beside the tree.
#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) seen: Seen,
    pub(crate) joint: JointTable,
    pub(crate) transpositions: Transpositions,
    pub(crate) grave: GraveTables,
    /// The simulations of the tree, counted under Cutoff only.
    pub(crate) cutoff: AtomicU64,
}

/// Everything a worker reads.
pub(crate) struct Context<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) config: &'a Config,
    pub(crate) plan: &'a Plan,
    pub(crate) tree: &'a Tree<G::Move>,
    pub(crate) shared: &'a Shared,
    pub(crate) root: &'a G::State,
    /// Whose decision the root is.
    pub(crate) root_player: usize,
    /// The budget.
    pub(crate) meter: &'a Meter,
    /// Root statistics of earlier runs of the same search.
    pub(crate) past: Option<&'a RootTable<G::Move>>,
}

impl<G: Game> Context<'_, G> {
    /// The width of the payoff range: what exploration constants are multiplied by.
    #[inline(always)]
    pub(crate) fn width(&self) -> f64 {
        match self.plan.width {
            Some(width) => width,
            None => self.shared.seen.width(),
        }
    }

    /// The low end of shifted values: 0 where the range is declared.
    #[inline]
    pub(crate) fn shifted_low(&self) -> f64 {
        if self.plan.width.is_some() { 0.0 } else { self.shared.seen.low() }
    }

    /// The shifted payoffs of a finished game.
    #[inline(always)]
    pub(crate) fn payoffs(&self, state: &G::State) -> Payoffs {
        self.shift(|player| self.game.payoff(state, player))
    }

    /// Shifted values of all players.
    #[inline(always)]
    pub(crate) fn shift(&self, value: impl Fn(crate::game::Player) -> f64) -> Payoffs {
        let mut payoffs = [0.0; crate::game::MAX_PLAYERS];
        for (seat, payoff) in payoffs.iter_mut().enumerate().take(self.plan.players) {
            *payoff = value(crate::game::Player(seat as u8)) - self.plan.low;
            if self.plan.width.is_none() {
                self.shared.seen.note(*payoff);
            }
        }
        payoffs
    }
}
