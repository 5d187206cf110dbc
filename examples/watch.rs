//! A search can be watched while it runs, and ended at any moment. `cargo run --example watch`
use std::thread;
use std::time::Duration;

use spinney::budget::{Budget, Limit};
use spinney::game::capabilities::Notation;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::live::{self, Finished};
use spinney::search::mcts::{Config, Mcts};
use spinney_games::connect_four::ConnectFour;

pub(crate) fn main() {
    let game = ConnectFour::default();
    let start = game.start(&mut Random::new(1));
    let write = |mv| game.write_move(&start, mv);
    let search = Mcts::new(ConnectFour::default(), Config { threads: 2, ..Config::default() }).expect("it plays that");

    // No limit but the stop flag, and memory; the search runs on a thread of its own.
    let budget = Budget::default().with_memory(64 << 20);
    let view = View::of(&game, &start, Player(0));
    let handle = live::start(search, view, budget, Random::new(1)).expect("a thread for the search");
    for _ in 0..4 {
        thread::sleep(Duration::from_millis(25));
        if let Some(report) = handle.report() {
            let best = report.best.map(write).unwrap_or_default();
            println!("column {best} after {} {}, still searching", report.simulations, report.unit);
        }
    }

    handle.stop();
    let Finished { report, .. } = handle.join().expect("the rules do not panic");
    assert_eq!(report.ended_by, Limit::Stopped);
    println!("column {} after {} simulations", report.best.map(write).unwrap_or_default(), report.simulations);
    println!("tree of {} nodes, {} KiB, {} deep", report.nodes, report.bytes >> 10, report.depth);
    for candidate in &report.candidates {
        let mean = candidate.mean.unwrap_or(f64::NAN);
        println!("  column {}: {:>7} visits, mean {mean:.3}", write(candidate.mv), candidate.visits);
    }
}
