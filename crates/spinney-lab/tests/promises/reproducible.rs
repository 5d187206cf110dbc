//! One thread and one seed give one result, bit for bit, under every rule. Two runs within one process also differ in
//! whatever the standard library seeds at random, hash maps above all; and the second runs by a clock that leaps.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use spinney::budget::{Budget, Clock};
use spinney::game::Game;
use spinney::report::Report;
use spinney_agents::NamedGame;

use crate::{open_game, search, search_within};

/// A machine so busy that a millisecond passes whenever the clock is read.
#[derive(Default)]
struct BusyMachine(AtomicU64);

impl Clock for BusyMachine {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// Every selection rule with every AMAF variant that goes with it. Thompson sampling and the article's rule have none.
fn rules() -> Vec<String> {
    let amaf = [
        "",
        ",amaf=alpha",
        ",amaf=some-first,amaf-first=5",
        ",amaf=cutoff,amaf-cutoff=100",
        ",amaf=rave,rave-schedule=mse",
        ",amaf=rave,rave-schedule=k",
        ",amaf=grave,grave-ref=20",
        ",amaf=permutation",
    ];
    let mut rules: Vec<String> = ["ucb1", "ucb1-tuned", "ucb-v", "sp-mcts", "puct"]
        .iter()
        .flat_map(|select| amaf.map(|amaf| format!("mcts:select={select}{amaf}")))
        .collect();
    rules.extend(["mcts:select=thompson", "mcts:select=article"].map(str::to_owned));
    rules
}

/// Everything that the report says, floating-point numbers with all their digits.
fn written(table: &NamedGame, agent: &str, simulations: u64, seed: u64) -> String {
    format!("{:?}", search(table, agent, simulations, seed).unwrap_or_else(|error| panic!("{error}")))
}

fn written_when_busy(table: &NamedGame, agent: &str, simulations: u64, seed: u64) -> String {
    let budget = Budget { clock: Arc::new(BusyMachine::default()), ..Budget::simulations(simulations) };
    let report: Report<String> = search_within(table, agent, &budget, seed).unwrap_or_else(|error| panic!("{error}"));
    format!("{report:?}")
}

fn assert_reproducible(game: &str, agents: impl IntoIterator<Item = String>, simulations: u64) {
    let table = open_game(game);
    for agent in agents {
        let first = written(&table, &agent, simulations, 7);
        assert_eq!(first, written_when_busy(&table, &agent, simulations, 7), "{agent} on {game}");
    }
}

#[test]
fn every_rule_with_every_playout() {
    let playouts = ["uniform", "mast", "nst", "history"];
    let agents = rules().into_iter().flat_map(|rule| playouts.map(|playout| format!("{rule},playout={playout}")));
    assert_reproducible("connect-four", agents, 250);
}

#[test]
fn every_rule_of_a_game_for_one() {
    // Tables of hash maps matter most where lines are remembered and restarted.
    let tree = "tree:(max (max 1 (max 5 2 (max 7 3))) (max 4 (max 6 9 (max 2 8))) (max 3 (max 0 (max 5 1))))";
    let rules = rules().into_iter().filter(|rule| !rule.contains("article"));
    let agents =
        rules.flat_map(|rule| ["", ",answer=best-line,restarts=3", ",solver=false"].map(|also| rule.clone() + also));
    assert_reproducible(tree, agents, 200);
}

#[test]
fn every_option_beside_the_rule() {
    let agents = [
        "mcts:transpositions=true",
        "mcts:transpositions=true,amaf=rave",
        "mcts:prune=on,merge=true",
        "mcts:widen-k=1.5,widen-a=0.6",
        "mcts:unvisited=0.9",
        "mcts:unvisited=parent-0.1",
        "mcts:select=puct,prior=evaluate",
        "mcts:playout-cap=6,evaluate=true",
        "mcts:backup=max",
        "mcts:backup=0.5",
        "mcts:answer=secure",
        "mcts:answer=best-mean",
        "mcts:expand=7,restarts=3",
        "flat",
        "flat:select=uniform",
        "random",
    ];
    for game in ["connect-four", "tic-tac-toe", "othello"] {
        assert_reproducible(game, agents.map(str::to_owned), 200);
    }
}

#[test]
fn chance_and_many_players() {
    let trees = [
        "tree:(max (chance 1: (min 3 9) 2: (min 4 1)) (chance 0.5: 2 0.5: (min 8 0)))",
        "tree:(p0 (p1 (p2 [1 0 2] [0 3 1]) [2 2 2]) (p2 [0 1 0] (p1 [3 0 0] [1 1 4])))",
        "tree:(max (joint 2x2 1 -1 -1 1) (joint 2x3 3 0 1 2 5 4))",
    ];
    let agents =
        ["mcts", "mcts:select=thompson", "mcts:amaf=grave", "mcts:playout=nst", "mcts:solver=false", "exhaustive"];
    for tree in trees {
        assert_reproducible(tree, agents.map(str::to_owned), 300);
    }
    assert_reproducible(trees[2], ["mcts:joint=regret-matching".to_owned()], 300);
}

/// A tree that is recycled over and over stays reproducible. The least memory is 4 MiB.
#[test]
fn used_up_memory() {
    let table = open_game("connect-four");
    let run = || {
        let start = table.start(&mut spinney::random::Random::new(0));
        let spec = spinney_agents::Spec::plain("mcts");
        let mut seat = table.seat(&spec, spinney::game::Player(0)).unwrap();
        let budget = spinney::budget::Budget::simulations(150_000).with_memory(4 << 20);
        let report = seat.search(&start, &budget, &mut spinney::random::Random::new(7)).unwrap();
        assert!(report.notes.iter().any(|note| note.contains("memory was used up")), "{:?}", report.notes);
        let report = table.write_report(&start, spinney::game::Player(0), report);
        format!("{:?}", report.with_seconds(0.0))
    };
    assert_eq!(run(), run());
}

#[test]
fn another_seed_gives_another_tree() {
    let table = open_game("connect-four");
    assert_ne!(written(&table, "mcts", 300, 7), written(&table, "mcts", 300, 8));
}
