//! Searches that are watched while they run: reports, stops, and panics of the rules.

use std::sync::Arc;
use std::time::Duration;

use spinney::budget::{Budget, Limit, Watch};
use spinney::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn, View};
use spinney::random::Random;
use spinney::report::{Report, Unit};
use spinney::search::live::{self, Finished, Handle, SearchError, guarded};
use spinney::search::mcts::{self, Mcts};
use spinney::search::minimax::{self, AlphaBeta};
use spinney::search::{Search, TreeLimits};
use spinney_games::connect_four::ConnectFour;

type Column = <ConnectFour as Game>::Move;

fn connect_four() -> (Arc<ConnectFour>, View<<ConnectFour as Game>::State>) {
    let game = Arc::new(ConnectFour::default());
    let start = game.start(&mut Random::new(1));
    let view = View::of(&game, &start, Player(0));
    (game, view)
}

fn start<S: Search<Arc<ConnectFour>> + 'static>(
    search: S,
    view: &View<<ConnectFour as Game>::State>,
) -> Handle<S, Column> {
    let budget = Budget::default().with_memory(32 << 20);
    live::start(search, view.clone(), budget, Random::new(3)).expect("a thread")
}

/// The newest report, once there is one with more work done than `before`.
fn next<S>(handle: &Handle<S, Column>, before: u64) -> Report<Column> {
    loop {
        if let Some(report) = handle.report_within(Duration::from_millis(50))
            && report.simulations > before
        {
            return report;
        }
        assert!(!handle.has_ended(), "the search ended by itself");
    }
}

fn check(report: &Report<Column>) {
    assert_eq!(report.ended_by, Limit::Running);
    assert!(report.best.is_some_and(|column| column < 7));
    assert_eq!(report.pv.first(), report.best.as_ref());
    assert_eq!(report.candidates.len(), 7);
    assert!(report.candidates.iter().any(|candidate| Some(candidate.mv) == report.best));
    assert!(report.seconds > 0.0);
    for candidate in &report.candidates {
        assert!(candidate.mean.is_none_or(|mean| (0.0..=1.0).contains(&mean)), "{candidate:?}");
    }
}

#[test]
fn a_running_mcts_is_watched_stopped_and_joined() {
    for threads in [1, 2] {
        let (game, view) = connect_four();
        let search = Mcts::new(game, mcts::Config { threads, ..mcts::Config::default() }).unwrap();
        let handle = start(search, &view);
        let mut done = 0;
        for _ in 0..5 {
            let report = next(&handle, done);
            check(&report);
            assert_eq!(report.unit, Unit::Simulations);
            let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
            // On several threads simulations under way are counted as visits, up to a burst per thread.
            let pending = if threads == 1 { 0 } else { 64 };
            assert!(visits + pending >= report.simulations && visits <= report.simulations + pending, "{report:?}");
            done = report.simulations;
        }
        handle.stop();
        let Finished { mut search, report, mut rng } = handle.join().unwrap();
        assert_eq!(report.ended_by, Limit::Stopped);
        assert!(report.simulations >= done);
        // The search and its tree are the caller's again.
        assert!(search.tree(&TreeLimits::default()).is_some());
        let report = search.search(&view, &Budget::simulations(10), &mut rng);
        assert_eq!(report.simulations, 10);
    }
}

#[test]
fn a_running_alpha_beta_is_watched_stopped_and_joined() {
    let (game, view) = connect_four();
    let search = AlphaBeta::new(game, minimax::Config::default()).unwrap();
    let handle = start(search, &view);
    let (mut done, mut depth) = (0, 0);
    for _ in 0..5 {
        let report = next(&handle, done);
        check(&report);
        assert_eq!(report.unit, Unit::Nodes);
        assert!(report.depth >= depth && report.nodes == report.simulations);
        let nodes: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        assert!(nodes <= report.simulations);
        (done, depth) = (report.simulations, report.depth);
    }
    handle.stop();
    let Finished { report, .. } = handle.join().unwrap();
    assert_eq!(report.ended_by, Limit::Stopped);
    assert!(report.simulations >= done);
}

#[test]
fn the_last_report_of_a_handle_is_the_final_one() {
    let (game, view) = connect_four();
    let search = Mcts::new(game, mcts::Config::default()).unwrap();
    let handle = live::start(search, view, Budget::simulations(2_000), Random::new(3)).unwrap();
    while !handle.has_ended() {
        std::thread::yield_now();
    }
    let last = handle.report().unwrap();
    let report = handle.join().unwrap().report;
    assert_eq!(last, report);
    assert_eq!((report.simulations, report.ended_by), (2_000, Limit::Simulations));
}

#[test]
fn a_handle_that_is_dropped_stops_its_search() {
    let (game, view) = connect_four();
    let budget = Budget::default().with_memory(32 << 20);
    let stop = budget.stop.clone();
    drop(live::start(Mcts::new(game, mcts::Config::default()).unwrap(), view, budget, Random::new(3)).unwrap());
    assert!(stop.is_raised());
}

/// Rules that panic in the middle of a game.
struct Broken;

impl Game for Broken {
    type State = u8;
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo::two_player("broken", PayoffRange::new(0.0, 1.0))
    }
    fn start(&self, _: &mut Random) -> u8 {
        0
    }
    fn turn(&self, state: &u8, moves: &mut Moves<u8>) -> Turn {
        assert!(*state < 12, "no rule for the twelfth move");
        moves.extend(0..3);
        Turn::Player(Player(state % 2))
    }
    fn play(&self, state: &mut u8, _: u8) {
        *state += 1;
    }
    fn payoff(&self, _: &u8, _: Player) -> f64 {
        0.0
    }
}

#[test]
fn a_panic_of_the_rules_is_an_error() {
    let view = View::of(&Broken, &0, Player(0));
    let message = "no rule for the twelfth move";
    let search = Mcts::new(Broken, mcts::Config::default()).unwrap();
    let handle = live::start(search, view.clone(), Budget::simulations(1_000), Random::new(1)).unwrap();
    let Err(SearchError::Panicked(text)) = handle.join() else { panic!("the panic was lost") };
    assert!(text.contains(message), "{text}");
    let mut search = AlphaBeta::new(Broken, minimax::Config::default()).unwrap();
    let result = guarded(|| search.search(&view, &Budget::simulations(1_000_000), &mut Random::new(1)));
    let error = result.expect_err("alpha-beta reaches the twelfth move");
    assert!(error.to_string().contains(message), "{error}");
    assert_eq!(guarded(|| 7), Ok(7));
}

/// A watch that was asked before the search began is served without any thread.
#[test]
fn a_watch_needs_no_thread() {
    let (game, view) = connect_four();
    let watch = Watch::default();
    watch.ask();
    let budget = Budget { watch: watch.clone(), ..Budget::simulations(500) };
    Mcts::new(game, mcts::Config::default()).unwrap().search(&view, &budget, &mut Random::new(1));
    assert_eq!(watch.published(), 1);
    check(&watch.latest().expect("a report of connect four"));
}

/// Hidden games show the tree of what the player at the root knows.
#[test]
fn a_hidden_game_shows_its_tree() {
    use spinney::search::ismcts::{Config, Ismcts, Observers};
    use spinney_games::kuhn_poker::KuhnPoker;

    for observers in [Observers::Single, Observers::Multi] {
        let game = KuhnPoker;
        let mut state = game.start(&mut Random::new(1));
        let mut moves = Moves::new();
        let mut rng = Random::new(2);
        let player = loop {
            moves.clear();
            match game.turn(&state, &mut moves) {
                Turn::Player(player) => break player,
                Turn::Chance => game.play(&mut state, moves[moves.draw_weighted(&mut rng)]),
                turn => panic!("{turn:?} at the start"),
            }
        };
        let view = View::of(&game, &state, player);
        let mut search = Ismcts::new(game, Config { observers, ..Config::default() }).unwrap();
        assert!(search.tree(&TreeLimits::default()).is_none());
        let report = search.search(&view, &Budget::simulations(2_000), &mut Random::new(3));
        let tree = search.tree(&TreeLimits::default()).expect("the tree of the last search");
        assert_eq!(u64::from(tree.stats.visits), report.simulations);
        assert_eq!(tree.children.len(), report.candidates.len());
        for (child, candidate) in tree.children.iter().zip(&report.candidates) {
            assert_eq!((child.mv, child.mover), (Some(candidate.mv), Some(player)));
            assert_eq!((u64::from(child.stats.visits), child.stats.mean), (candidate.visits, candidate.mean));
        }
        assert!(tree.count() > 5, "{tree:?}");
    }
}
