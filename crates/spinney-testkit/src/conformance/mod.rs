//! A conformance suite for searches, which every built-in search passes.
//!
//! A search states its [claims](Claims). The [`Suite`] runs it on small games, solves them by [exhaustive
//! search](spinney::search::exhaustive) and compares. The checks are:
//!
//! - with enough budget the result is a best move, and the reported value is right, for every player to move;
//! - values reported as proven are exact, and nothing is about a game whose play has [departed from its
//!   rules](spinney::Game::is_flawed);
//! - the best move, the candidates and the first move of the principal variation are legal, even with an empty budget;
//! - no more simulations are made than the budget has, and the search ends soon after its deadline, where steps are slow
//!   within one step. Time is faked: [`Probed`] advances a clock by one tick with every call of the rules, so the check
//!   does not depend on the machine;
//! - a search that is asked for reports publishes them, and its result is the same;
//! - games that the search cannot play are rejected with a reason;
//! - the same seed gives the same report, and so does a search that was reset;
//! - a search that is advanced by the moves of the game satisfies all of this to the end of the game.
//!
//! ```
//! use spinney_testkit::conformance::{Claims, Suite};
//! use spinney::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn};
//! use spinney::random::Random;
//! use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig};
//! use spinney::search::random::RandomMover;
//!
//! /// Take one, two or three counters; the player that takes the last one wins.
//! struct Nim(u8);
//!
//! impl Game for Nim {
//!     type State = (u8, u8); // counters left, player to move
//!     type Move = u8;
//!     fn info(&self) -> GameInfo {
//!         GameInfo::two_player("nim", PayoffRange::new(0.0, 1.0))
//!     }
//!     fn start(&self, _: &mut Random) -> (u8, u8) {
//!         (self.0, 0)
//!     }
//!     fn turn(&self, s: &(u8, u8), moves: &mut Moves<u8>) -> Turn {
//!         moves.extend(1..=s.0.min(3));
//!         if s.0 == 0 { Turn::Over } else { Turn::Player(Player(s.1)) }
//!     }
//!     fn play(&self, s: &mut (u8, u8), mv: u8) {
//!         *s = (s.0 - mv, 1 - s.1);
//!     }
//!     fn payoff(&self, s: &(u8, u8), player: Player) -> f64 {
//!         f64::from(u8::from(player.0 != s.1))
//!     }
//! }
//!
//! let games = || (5..9).map(|counters| (format!("nim {counters}"), Nim(counters)));
//! let suite = Suite::new(Claims::exact(), 10_000, 0.01);
//! suite.run(games(), |game| Ok(Box::new(Exhaustive::new(game, ExhaustiveConfig::default())?))).expect_passed();
//!
//! let summary = suite.run(games(), |game| Ok(Box::new(RandomMover::new(game)?)));
//! assert!(!summary.passed());
//! ```

mod claims;
mod flawed;
mod probe;
mod summary;
mod trial;

use std::time::Duration;

pub use claims::{Claim, Claims};
pub use probe::{Probed, SLOW_TICK, TICK};
pub use summary::{Check, Failure, Summary};

use spinney::game::Game;
use spinney::search::{Refusal, Search};

/// The result of a search factory for a game: the search, or the reason why it cannot play.
pub type Made<'g, G> = Result<Box<dyn Search<&'g Probed<G>> + 'g>, Refusal>;

/// One step (listing the moves and playing one) more than the current step, and the list of moves for the report.
const SLOW_CALLS: u64 = 5;

/// The suite with its settings.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The claims of the search.
    pub claims: Claims,
    /// "Enough budget" for one decision.
    pub simulations: u64,
    /// The tolerance for the loss of a move and for a reported value, as a share of the game's payoff range.
    pub tolerance: f64,
    /// The seed of everything random.
    pub seed: u64,
    /// Continues to the end of each game with the same search; otherwise only the start is tested.
    pub play_on: bool,
    /// How long a search may overrun its deadline, in the fake time of [`Probed`].
    pub slack: Duration,
    /// The calls of the rules by which a search may overrun its deadline where every call is slow, beside the payoffs of
    /// all players; four times as many for searches that are not reproducible, which run on several threads.
    pub slow_calls: u64,
    /// The exact solution may visit up to this many positions; larger games are only checked for legal play.
    pub solve_limit: u64,
}

impl Suite {
    /// A suite that plays every game to its end and lets searches overrun a deadline by 2,000 ticks.
    pub fn new(claims: Claims, simulations: u64, tolerance: f64) -> Self {
        Suite {
            claims,
            simulations,
            tolerance,
            seed: 1,
            play_on: true,
            slack: TICK * 2_000,
            slow_calls: SLOW_CALLS,
            solve_limit: 1_000_000,
        }
    }

    /// Runs searches made by `make` on every game. The names of the games appear in failures; for generated games the
    /// whole game as text is a good name.
    pub fn run<G: Game>(
        &self,
        games: impl IntoIterator<Item = (String, G)>,
        make: impl for<'g> Fn(&'g Probed<G>) -> Made<'g, G>,
    ) -> Summary {
        let mut summary = Summary::default();
        for (name, game) in games {
            trial::run(self, &name, game, &make, &mut summary);
        }
        summary
    }
}
