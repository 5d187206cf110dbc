//! Monte-Carlo tree search passes the conformance suite under every rule of its family.

use spinney::conformance::{Claim, Claims, Suite, Summary};
use spinney::search::mcts::{Config, Mcts};
use spinney::search::parameter::Configure;
use spinney_games::tree::RandomTree;

/// A configuration from `key=value` pairs.
fn config(text: &str) -> Config {
    let mut config = Config::default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        config.set(key, value).expect("a known parameter");
    }
    config
}

fn run(claims: Claims, trees: usize, simulations: u64, tolerance: f64, text: &str) -> Summary {
    let config = config(text);
    Suite::new(claims, simulations, tolerance)
        .run(RandomTree::forest(11, trees), |game| Ok(Box::new(Mcts::new(game, config.clone())?)))
}

/// Decoupled rules reach an equilibrium only where it is pure.
fn pure() -> Claims {
    Claims { mixed: Claim::Plays, ..Claims::exact() }
}

#[test]
fn probe() {
    for text in [
        "",
        "select=ucb1-tuned",
        "select=ucb-v",
        "select=sp-mcts",
        "select=puct",
        "select=thompson",
        "solver=false",
        "amaf=alpha,alpha=0.2",
        "amaf=rave",
        "amaf=grave",
        "unvisited=1.0",
        "expand=5",
        "c=0.2",
        "playout=mast",
    ] {
        let summary = run(pure(), 144, 10_000, 0.05, text);
        println!("{text}: {summary}");
    }
}
