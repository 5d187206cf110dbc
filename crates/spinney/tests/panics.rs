//! A panic in the rules of a game comes back to the caller, whichever thread it happened on.

use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::ThreadId;

use spinney::budget::{Budget, Limit};
use spinney::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{Config, Mcts, Parallel};
use spinney::search::minimax::{self, AlphaBeta};
use spinney::search::single_player::nested::{self, Nested};

/// What the rules panic with.
#[derive(Debug, PartialEq)]
struct Broken(u32);

/// On which threads the rules may break.
#[derive(Clone, Copy, Debug, PartialEq)]
enum On {
    Any,
    Caller,
    Helper,
}

/// Players add one or two to a count until it is 40. Rules that are armed break when a playout comes to the end for the
/// thousandth time.
struct Count {
    players: u8,
    armed: AtomicBool,
    ends: AtomicU32,
    caller: ThreadId,
    on: On,
}

impl Count {
    fn new(players: u8, on: On) -> Self {
        let caller = std::thread::current().id();
        Count { players, armed: AtomicBool::new(true), ends: AtomicU32::new(0), caller, on }
    }

    fn is_here(&self) -> bool {
        let is_caller = std::thread::current().id() == self.caller;
        self.on == On::Any || is_caller == (self.on == On::Caller)
    }
}

impl Game for Count {
    type State = (u8, u8);
    type Move = u8;

    fn info(&self) -> GameInfo {
        match self.players {
            // More than can be reached, so that no result ends the search.
            1 => GameInfo::one_player("count", Some(PayoffRange::new(0.0, 2.0))),
            _ => GameInfo::two_player("count", PayoffRange::new(0.0, 1.0)),
        }
    }

    fn start(&self, _: &mut Random) -> (u8, u8) {
        (0, 0)
    }

    fn turn(&self, state: &(u8, u8), moves: &mut Moves<u8>) -> Turn {
        if state.0 >= 40 {
            return Turn::Over;
        }
        moves.extend(1..=2);
        Turn::Player(Player(state.1))
    }

    fn play(&self, state: &mut (u8, u8), mv: u8) {
        *state = (state.0 + mv, (state.1 + 1) % self.players);
    }

    fn payoff(&self, state: &(u8, u8), player: Player) -> f64 {
        if self.armed.load(Ordering::Relaxed) && self.is_here() && self.ends.fetch_add(1, Ordering::Relaxed) == 1_000 {
            panic_any(Broken(7));
        }
        f64::from(player.0 == state.1)
    }
}

/// Searches without any limit, so that nothing but the panic ends it, and then once more with rules that hold.
fn breaks_and_recovers(parallel: Parallel, threads: usize, on: On) {
    let game = Count::new(2, on);
    let start = View::of(&game, &(0, 0), Player(0));
    // Without proofs, which would end the search.
    let config = Config { threads, parallel, solver: false, ..Config::default() };
    let mut search = Mcts::new(&game, config).unwrap();
    let mut rng = Random::new(1);
    let result = catch_unwind(AssertUnwindSafe(|| search.search(&start, &Budget::default(), &mut rng)));
    let panic = result.expect_err("the rules have panicked");
    assert_eq!(panic.downcast_ref(), Some(&Broken(7)), "{parallel:?} {on:?}");
    assert!(search.tree_view(&Default::default()).is_none(), "no tree is left that is half done");

    game.armed.store(false, Ordering::Relaxed);
    for reset in [false, true] {
        if reset {
            search.reset();
        }
        let report = search.search(&start, &Budget::simulations(2_000), &mut rng);
        assert_eq!((report.simulations, report.ended_by), (2_000, Limit::Simulations));
        assert_eq!(report.candidates.iter().map(|candidate| candidate.visits).sum::<u64>(), 2_000);
    }
}

#[test]
fn a_panic_of_the_rules_reaches_the_caller_of_a_serial_search() {
    breaks_and_recovers(Parallel::Tree, 1, On::Any);
}

#[test]
fn a_panic_of_the_rules_ends_all_threads_of_a_shared_tree() {
    for on in [On::Caller, On::Helper] {
        breaks_and_recovers(Parallel::Tree, 3, on);
    }
}

#[test]
fn a_panic_of_the_rules_ends_all_trees_of_root_parallelism() {
    breaks_and_recovers(Parallel::Root, 3, On::Any);
}

#[test]
fn a_panic_of_the_rules_ends_all_threads_of_leaf_parallelism() {
    for on in [On::Caller, On::Helper] {
        breaks_and_recovers(Parallel::Leaf, 3, on);
    }
}

/// Searches without any limit on three threads, in which the rules break on one of them.
fn breaks(players: u8, make: impl Fn(&Count) -> Box<dyn Search<&Count> + '_>) {
    for on in [On::Caller, On::Helper] {
        let game = Count::new(players, on);
        let start = View::of(&&game, &(0, 0), Player(0));
        let mut search = make(&game);
        let work = || search.search(&start, &Budget::default(), &mut Random::new(1));
        let panic = catch_unwind(AssertUnwindSafe(work)).expect_err("the rules have panicked");
        assert_eq!(panic.downcast_ref(), Some(&Broken(7)), "{on:?}");
    }
}

#[test]
fn a_panic_of_the_rules_ends_all_threads_of_every_other_search() {
    breaks(2, |game| Box::new(AlphaBeta::new(game, minimax::Config { threads: 3, ..Default::default() }).unwrap()));
    breaks(2, |game| Box::new(Ismcts::new(game, ismcts::Config { threads: 3, ..Default::default() }).unwrap()));
    breaks(1, |game| Box::new(Nested::new(game, nested::Config { threads: 3, ..Default::default() }).unwrap()));
}
