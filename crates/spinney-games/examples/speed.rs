//! Throwaway.
use spinney::budget::Budget;
use spinney::game::*;
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::mcts::*;
use spinney::search::parameter::Configure;
use spinney_games::connect_four::ConnectFour;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let sims: u64 = args[1].parse().unwrap();
    let runs: u64 = args[2].parse().unwrap();
    let mut config = Config::default();
    for kv in &args[3..] {
        let (k, v) = kv.split_once('=').unwrap();
        config.set(k, v).unwrap();
    }
    let game = ConnectFour::default();
    for seed in 0..runs {
        let mut rng = Random::new(seed);
        let state = game.start(&mut rng);
        let mut m = Mcts::new(&game, config.clone()).unwrap();
        let t = std::time::Instant::now();
        let r = m.search(&View::of(&&game, &state, Player(0)), &Budget::simulations(sims), &mut rng);
        let s = t.elapsed().as_secs_f64();
        println!(
            "{:.3} M/s best {:?} value {:?} nodes {} bytes {} depth {} visits {:?}",
            r.simulations as f64 / s / 1e6,
            r.best,
            r.value,
            r.nodes,
            r.bytes,
            r.depth,
            r.candidates.iter().map(|c| (c.mv, c.visits)).collect::<Vec<_>>()
        );
    }
    let mut rng = Random::new(1);
    let mut mv = Moves::new();
    let t = std::time::Instant::now();
    let mut w = 0.0;
    for _ in 0..1_000_000 {
        let mut s = game.start(&mut rng);
        while game.random_step(&mut s, &mut mv, &mut rng, &mut Deaf) {}
        w += game.payoff(&s, Player(0));
    }
    println!("playouts {:.3} M/s {}", 1.0 / t.elapsed().as_secs_f64(), w);
}
