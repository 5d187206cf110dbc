//! Monte-Carlo tree search passes the conformance suite under every rule of its family, on one thread and on several.

use spinney::search::mcts::{Config, Mcts};
use spinney::search::parameter::Configure;
use spinney_games::tree::RandomTree;
use spinney_testkit::conformance::{Claim, Claims, Suite};

/// A configuration from `key=value` pairs.
fn config(text: &str) -> Config {
    let mut config = Config::default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        config.set(key, value).expect("a known parameter");
    }
    config
}

/// Puts a configuration to `trees` random trees. Values are means over a search that also explores, so they may be off
/// by some hundredths of the payoff range.
fn check(claims: Claims, trees: usize, text: &str) {
    check_with(10_000, claims, trees, text);
}

fn check_with(simulations: u64, claims: Claims, trees: usize, text: &str) {
    let config = config(text);
    let summary = Suite::new(claims, simulations, 0.12)
        .run(RandomTree::forest(11, trees), |game| Ok(Box::new(Mcts::new(game, config.clone())?)));
    assert!(summary.passed(), "mcts:{text}: {summary}");
}

/// Exact but for joint turns without a pure equilibrium, on which decoupled rules do not converge.
const PURE: Claims = Claims { mixed: Claim::Plays, ..Claims::exact() };

#[test]
fn the_default_is_exact() {
    check_with(100_000, PURE, 288, "");
}

#[test]
fn regret_matching_is_exact_where_play_must_be_mixed() {
    check_with(100_000, Claims::exact(), 288, "joint=regret-matching");
}

#[test]
fn every_selection_rule_is_exact() {
    for text in ["select=ucb1-tuned", "select=ucb-v", "select=puct", "select=thompson", "c=0.3", "c=1.4"] {
        check(PURE, 72, text);
    }
    for text in ["unvisited=1", "unvisited=parent-0.1", "select=puct,unvisited=parent", "solver=false"] {
        check(PURE, 72, text);
    }
}

#[test]
fn sp_mcts_is_exact_for_one_player() {
    // Its bonus for the best payoff ever seen is for players that neither an opponent nor chance can keep from it.
    let (several, chance) = (Claim::Plays, Claim::Plays);
    let claims = Claims { two_players: several, many_players: several, chance, ..PURE };
    check(claims, 144, "select=sp-mcts");
}

#[test]
fn every_amaf_variant_is_exact() {
    for text in ["alpha,alpha=0.2", "some-first,alpha=0.2", "cutoff", "rave", "rave,rave-schedule=k", "grave"] {
        check(PURE, 72, &format!("amaf={text}"));
    }
    let turns = Claims { chance: Claim::Refuses, joint: Claim::Refuses, ..PURE };
    check(turns, 72, "amaf=permutation,alpha=0.2");
}

#[test]
fn every_playout_and_expansion_is_exact() {
    for text in ["playout=mast", "playout=nst", "playout=history", "expand=20", "widen-k=1", "restarts=3"] {
        check(PURE, 72, text);
    }
}

#[test]
fn look_ahead_and_kept_statistics_are_exact() {
    for text in ["lookahead=5", "lookahead=2,playout=mast", "playout=nst,playout-keep=0.5", "lookahead=3,amaf=grave"] {
        check(PURE, 72, text);
    }
}

#[test]
fn every_backup_and_answer_is_exact() {
    let refused = Claim::Refuses;
    let claims = Claims { many_players: refused, general_sum: refused, chance: refused, joint: refused, ..PURE };
    for text in ["backup=max", "backup=0.5"] {
        check(claims, 144, text);
    }
    check(Claims { joint: refused, ..PURE }, 72, "transpositions=true");
    for text in ["answer=best-mean", "answer=secure", "reuse=false"] {
        check(PURE, 72, text);
    }
}

#[test]
fn every_kind_of_parallel_search_is_exact() {
    let claims = Claims { reproducible: false, ..PURE };
    for text in ["parallel=tree", "parallel=root", "parallel=leaf", "parallel=tree,amaf=grave"] {
        check(claims, 72, &format!("threads=2,{text}"));
    }
}
