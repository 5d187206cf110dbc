//! Every search is anytime: ended from another thread, it answers with what it knows. `cargo run --example watch`
use std::thread;
use std::time::Duration;

use spinney::budget::{Budget, Limit, StopFlag};
use spinney::game::skills::Notation;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::mcts::{Config, Mcts};
use spinney_games::connect_four::ConnectFour;

pub(crate) fn main() {
    let game = ConnectFour::default();
    let start = game.start(&mut Random::new(1));
    let mut search = Mcts::new(&game, Config { threads: 2, ..Config::default() }).expect("mcts plays connect four");

    // A budget without end, but for the flag: clones of a flag share it.
    let stop = StopFlag::default();
    let budget = Budget { stop: stop.clone(), ..Budget::default() }.with_memory(64 << 20);
    let report = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            stop.raise();
        });
        search.search(&View::of(&game, &start, Player(0)), &budget, &mut Random::new(1))
    });

    assert_eq!(report.ended_by, Limit::Stopped);
    let write = |mv| game.write_move(&start, mv);
    println!("column {} after {} simulations", report.best.map(write).unwrap_or_default(), report.simulations);
    println!("tree of {} nodes, {} KiB, {} deep", report.nodes, report.bytes >> 10, report.depth);
    for candidate in &report.candidates {
        let mean = candidate.mean.unwrap_or(f64::NAN);
        println!("  column {}: {:>7} visits, mean {mean:.3}", write(candidate.mv), candidate.visits);
    }
}
