//! What it costs a search to be asked for a report every 10 ms. `cargo run --release -p spinney-peers --bin live_cost`
//!
//! Searches run in turns, watched and not, for the same processor time each; the figure is the median of the ratios of
//! simulations (or nodes) per second of processor time.
use std::thread;
use std::time::Duration;

use cpu_time::ThreadTime;
use spinney::budget::{Budget, Watch};
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::mcts::{self, Mcts};
use spinney::search::minimax::{self, AlphaBeta};
use spinney_games::connect_four::ConnectFour;
use spinney_games::othello::Othello;
use spinney_games::tic_tac_toe::TicTacToe;

/// Simulations a second of processor time of one search, asked for reports or not, and the number of reports.
fn rate<G: Game>(game: &G, search: &mut dyn Search<G>, time: Duration, poll: Option<Duration>) -> (f64, u64) {
    let start = game.start(&mut Random::new(1));
    let view = View::of(game, &start, Player(0));
    let watch = Watch::default();
    let budget = Budget { watch: watch.clone(), ..Budget::time(time) };
    search.reset();
    thread::scope(|scope| {
        if let Some(pause) = poll {
            let (watch, stop) = (watch.clone(), budget.stop.clone());
            let turns = time.as_micros() / pause.as_micros();
            scope.spawn(move || {
                for _ in 0..turns {
                    thread::sleep(pause);
                    watch.ask();
                    // What a page would do with it: look at the newest.
                    let _ = watch.latest::<G::Move>();
                    if stop.is_raised() {
                        return;
                    }
                }
            });
        }
        let clock = ThreadTime::now();
        let report = search.search(&view, &budget, &mut Random::new(1));
        (report.simulations as f64 / clock.elapsed().as_secs_f64(), watch.published())
    })
}

/// The median share of its speed that a search loses.
fn cost<G: Game>(name: &str, game: &G, search: &mut dyn Search<G>, rounds: usize, time: Duration) {
    let poll = Duration::from_millis(10);
    let mut reports = 0;
    let mut ratios: Vec<f64> = (0..rounds)
        .map(|round| {
            let mut watched = 0.0;
            let mut alone = 0.0;
            for watches in [round % 2 == 0, round % 2 != 0] {
                let (speed, published) = rate(game, search, time, watches.then_some(poll));
                if watches {
                    (watched, reports) = (speed, reports + published);
                } else {
                    alone = speed;
                }
            }
            watched / alone
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios[rounds / 2];
    let per_run = reports / rounds as u64;
    println!("{name}: {:.2} % lost, {per_run} reports a run, median of {rounds} rounds", 100.0 * (1.0 - median));
}

pub(crate) fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(9);
    let time = Duration::from_millis(1_000);
    let (small, middle, large) = (TicTacToe::default(), ConnectFour::default(), Othello);
    let unsolved = || mcts::Config { solver: false, ..mcts::Config::default() };
    cost("mcts, tic-tac-toe", &&small, &mut Mcts::new(&small, unsolved()).unwrap(), rounds, time);
    cost("mcts, connect-four", &&middle, &mut Mcts::new(&middle, unsolved()).unwrap(), rounds, time);
    cost("mcts, othello", &&large, &mut Mcts::new(&large, unsolved()).unwrap(), rounds, time);
    let deep = minimax::Config::default;
    cost("alpha-beta, connect-four", &&middle, &mut AlphaBeta::new(&middle, deep()).unwrap(), rounds, time);
    cost("alpha-beta, othello", &&large, &mut AlphaBeta::new(&large, deep()).unwrap(), rounds, time);
}
