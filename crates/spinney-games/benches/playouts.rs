//! Random games from the start through the `Game` contract.
//!
//! ```text
//! cargo bench -p spinney-games
//! ```

#![allow(missing_docs, reason = "criterion's macros write public items")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use spinney::game::{Game, Moves, NoRecorder, Player};
use spinney::random::Random;
use spinney_games::breakthrough::Breakthrough;
use spinney_games::connect_four::ConnectFour;
use spinney_games::draughts::Draughts;
use spinney_games::hex::Hex;
use spinney_games::othello::Othello;
use spinney_games::scotland_yard::ScotlandYard;
use spinney_games::scotland_yard_grid::ScotlandYardGrid;
use spinney_games::tic_tac_toe::TicTacToe;

/// Playouts per iteration.
const COUNT: u64 = 100;

fn play_out<G: Game>(criterion: &mut Criterion, game: &G) {
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(COUNT));
    let mut rng = Random::new(1);
    let mut scratch = Moves::new();
    group.bench_function(game.info().name, |bencher| {
        bencher.iter(|| {
            let mut sum = 0.0;
            for _ in 0..COUNT {
                let mut state = game.start(&mut rng);
                while game.random_step(&mut state, &mut scratch, &mut rng, &mut NoRecorder) {}
                sum += game.payoff(&state, Player(0));
            }
            sum
        });
    });
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    play_out(criterion, &TicTacToe::default());
    play_out(criterion, &ConnectFour::default());
    play_out(criterion, &Othello);
    play_out(criterion, &Breakthrough::default());
    play_out(criterion, &Draughts::default());
    play_out(criterion, &Hex::default());
    play_out(criterion, &ScotlandYard::default());
    play_out(criterion, &ScotlandYardGrid::default());
}

criterion_group!(benches, playouts);
criterion_main!(benches);
