//! The configuration of alpha-beta search, and what it rejects.

use serde::{Deserialize, Serialize};

use super::selective::check_cutoff;
use crate::evaluation::{Evaluator, Weights};
use crate::game::{Game, GameInfo, MAX_PLAYERS, PayoffRange};
use crate::search::facts::Facts;
use crate::search::{Refusal, RefusalKind};

/// How windows are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Fail-soft alpha-beta with the full window for every move (Knuth and Moore 1975; Fishburn 1983).
    AlphaBeta,
    /// Principal-variation search: moves after the first are searched with a null window (Marsland 1986).
    Pvs,
    /// MTD(f): only null windows, driven by the table (Plaat et al. 1996).
    MtdF,
}

/// What happens at chance turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// Every outcome with an open window: expectiminimax (Michie 1966).
    Full,
    /// Windows for outcomes from the bounds of the others (Ballard 1983).
    Star1,
    /// Star1 after looking at one move of every outcome.
    Star2,
}

/// Which bounds Star1 and Star2 put on what they have not seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bounds {
    /// The payoff range that the game declares.
    Game,
    /// None: an outcome not yet seen may be worth anything.
    None,
    /// These.
    Range(PayoffRange),
}

/// The model of the other players in multi-player games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Others {
    /// All of them play against the deciding player (Sturtevant and Korf 2000).
    Paranoid,
    /// One of them plays against that player, the others make their first-ordered move (best-reply search, Schadd and
    /// Winands 2011, in the form of Esser et al. 2013, which keeps the order of turns).
    BestReply,
}

/// Which root moves get a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// Only the best; the others are known to be no better.
    Best,
    /// All of them.
    All,
}

/// What moves are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The best move of an earlier search, from the table.
    pub hash: bool,
    /// Moves that caused a cut-off in a sister position (Akl and Newborn 1977).
    pub killer: bool,
    /// Moves that caused cut-offs anywhere (Schaeffer 1989).
    pub history: bool,
    /// The game's own ranks, by its [`Tactics`](crate::game::capabilities::Tactics).
    pub game: bool,
}

impl Order {
    /// By everything there is.
    pub const ALL: Order = Order { hash: true, killer: true, history: true, game: true };
    /// As the rules list them.
    pub const NONE: Order = Order { hash: false, killer: false, history: false, game: false };
}

/// Which moves cost no depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extend {
    /// The only move of a turn, by the rules or by the game's own pruning.
    pub forced: bool,
    /// Noisy moves, by the game's [`Tactics`](crate::game::capabilities::Tactics).
    pub noisy: bool,
}

impl Extend {
    /// Every move costs depth.
    pub const NONE: Extend = Extend { forced: false, noisy: false };
}

/// Late-move pruning: the number of moves that are searched with 1, 2, … decisions left. Noisy moves are searched
/// anyway, and so is every move further from the horizon than the list is long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateMoves(pub Vec<u32>);

impl LateMoves {
    /// The number of moves to search with `depth` decisions left.
    #[inline(always)]
    pub(super) fn limit(&self, depth: u32) -> usize {
        self.0.get(depth as usize - 1).map_or(usize::MAX, |&limit| limit as usize)
    }
}

/// The configuration. Every field is a parameter of the agent `alpha-beta`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// How windows are used.
    pub search: Variant,
    /// The search depth in decisions; limited only by the budget if not given. Chance turns are not counted.
    pub depth: Option<u32>,
    /// Iterative deepening; otherwise the search goes directly to `depth`.
    pub deepen: bool,
    /// Keep a transposition table.
    pub table: bool,
    /// Memory of the table in bytes, unless the budget sets it.
    pub memory: usize,
    /// What moves are ordered by.
    pub order: Order,
    /// Prune moves that the game knows to be dominated.
    pub prune: bool,
    /// Noisy moves are followed for up to this number of turns beyond the horizon.
    pub quiescence: u32,
    /// A branch ends where the evaluation gives either side at least this share of the payoff range.
    pub cutoff: Option<f64>,
    /// Near the horizon only the first moves are searched.
    pub late_moves: LateMoves,
    /// Which moves cost no depth.
    pub extend: Extend,
    /// Half the width of the first window around the last value, as a share of the payoff range; 0 is off.
    pub aspiration: f64,
    /// One of several mirror-equal moves represents all.
    pub merge: bool,
    /// What happens at chance turns.
    pub chance: Chance,
    /// What Star1 and Star2 know of outcomes not yet seen.
    pub bounds: Bounds,
    /// What several other players are supposed to do.
    pub others: Others,
    /// Which root moves get a value.
    pub values: Values,
    /// Weights of the evaluation instead of the game's own.
    pub weights: Option<Weights>,
    /// Threads that share the table.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            search: Variant::Pvs,
            depth: None,
            deepen: true,
            table: true,
            memory: 256 << 20,
            order: Order::ALL,
            prune: true,
            quiescence: 8,
            cutoff: None,
            late_moves: LateMoves::default(),
            extend: Extend::NONE,
            aspiration: 0.0,
            merge: false,
            chance: Chance::Star2,
            bounds: Bounds::Game,
            others: Others::Paranoid,
            values: Values::Best,
            weights: None,
            threads: 1,
        }
    }
}

impl Config {
    /// Alpha-beta as a lecture writes it: moves as listed, one search to the depth, nothing remembered.
    pub fn textbook() -> Self {
        Config {
            search: Variant::AlphaBeta,
            deepen: false,
            table: false,
            order: Order::NONE,
            prune: false,
            quiescence: 0,
            chance: Chance::Star1,
            ..Config::default()
        }
    }

    /// Rejects numbers out of range, options that exclude each other, and games that this search cannot play.
    pub fn check<G: Game>(&self, game: &G) -> Result<(), Refusal> {
        self.check_for(&Facts::of(game))?;
        Evaluator::new(game, self.weights.as_ref()).map(drop)
    }

    fn check_for(&self, game: &Facts<'_>) -> Result<(), Refusal> {
        refuse_kind(&game.info, "alpha-beta")?;
        if self.depth.is_some_and(|depth| depth == 0 || depth > MAX_DEPTH) {
            return Err(Refusal::out_of_range(format!("depth: from 1 to {MAX_DEPTH}")));
        }
        if !(0.0..=1.0).contains(&self.aspiration) {
            return Err(Refusal::out_of_range("aspiration: a number from 0 to 1"));
        }
        if self.late_moves.0.contains(&0) || self.late_moves.0.len() > MAX_DEPTH as usize {
            return Err(Refusal::out_of_range("late-moves: at least one move for each number of decisions left"));
        }
        check_cutoff(self.cutoff, self.weights.is_some(), game)?;
        if self.threads == 0 || self.threads > 1024 {
            return Err(Refusal::out_of_range("threads: from 1 to 1024"));
        }
        if self.search == Variant::MtdF && !self.table {
            return Err(Refusal::contradiction("search=mtd-f needs the table"));
        }
        if self.threads > 1 && !self.table {
            return Err(Refusal::contradiction(
                "several threads work together by the table: table=false needs threads=1",
            ));
        }
        if let Bounds::Range(range) = self.bounds
            && (range.width() <= 0.0 || !range.width().is_finite())
        {
            return Err(Refusal::out_of_range("bounds: the low end must be below the high end"));
        }
        game.check_merge(self.merge)
    }
}

/// The greatest depth.
pub(super) const MAX_DEPTH: u32 = 250;

/// Rejects games that no search of this family can play.
pub(super) fn refuse_kind(info: &GameInfo, agent: &str) -> Result<(), Refusal> {
    if info.hidden {
        return Err(Refusal::new(
            RefusalKind::HiddenInformation,
            format!("{agent} searches perfect-information games; `{}` has hidden information", info.name),
        ));
    }
    if info.joint {
        return Err(Refusal::new(
            RefusalKind::SimultaneousMoves,
            format!("{agent} needs players that move in turn; `{}` has simultaneous moves", info.name),
        ));
    }
    if info.players() > MAX_PLAYERS {
        return Err(Refusal::new(
            RefusalKind::Players,
            format!("{agent} plays games of at most {MAX_PLAYERS} players"),
        ));
    }
    Ok(())
}
