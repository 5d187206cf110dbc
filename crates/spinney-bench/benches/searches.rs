//! Tree search on connect four under several rules, with the floor beside them.
//!
//! ```text
//! cargo bench -p spinney-bench
//! ```

#![allow(missing_docs, reason = "criterion's macros write public items")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use spinney::budget::Budget;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::mcts::{Amaf, Config, Mcts, Selection};
use spinney_bench::floor;
use spinney_games::connect_four::ConnectFour;

/// Simulations of a search.
const SIMULATIONS: u64 = 5_000;

fn rules() -> [(&'static str, Config); 5] {
    let rule = Config::default;
    [
        ("default", rule()),
        ("plain", Config::plain()),
        ("rave", Config { amaf: Amaf::Rave, ..rule() }),
        ("grave", Config { amaf: Amaf::Grave, ..rule() }),
        ("tuned", Config { select: Selection::Ucb1Tuned, ..rule() }),
    ]
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("connect-four");
    group.throughput(Throughput::Elements(SIMULATIONS));
    let mut seed = 0;
    group.bench_function("floor", |bencher| {
        bencher.iter(|| {
            seed += 1;
            floor::connect_four::search(SIMULATIONS, seed).best
        });
    });
    let game = ConnectFour::default();
    let mut rng = Random::new(1);
    let start = View::of(&game, &game.start(&mut rng), Player(0));
    let budget = Budget::simulations(SIMULATIONS);
    for (name, config) in rules() {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut search = Mcts::new(&game, config.clone()).expect("these rules play connect four");
                search.search(&start, &budget, &mut rng).best
            });
        });
    }
    group.finish();
}

criterion_group!(benches, searches);
criterion_main!(benches);
