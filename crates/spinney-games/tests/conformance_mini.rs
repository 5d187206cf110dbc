//! The player of the slides passes the conformance suite with every option of its family.

use spinney::search::general::{self, GeneralPlayer};
use spinney::search::mini_player::{Config, MiniPlayer};
use spinney::search::parameter::Configure;
use spinney_games::tree::RandomTree;
use spinney_testkit::conformance::{Claim, Claims, Suite};

/// Exact but for joint turns without a pure equilibrium, on which decoupled rules do not converge.
const PURE: Claims = Claims { mixed: Claim::Plays, ..Claims::exact() };

fn check(claims: Claims, trees: usize, text: &str) {
    let mut config = Config::default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        config.set(key, value).expect("a known parameter");
    }
    let summary = Suite::new(claims, 10_000, 0.12)
        .run(RandomTree::forest(11, trees), |game| Ok(Box::new(MiniPlayer::new(game, config.clone())?)));
    assert!(summary.passed(), "mini-player:{text}: {summary}");
}

#[test]
fn most_visits_are_exact_under_every_strategy_and_transposition() {
    for text in ["", "strategies=random", "strategies=mobility", "strategies=exploration", "transpositions=shared"] {
        check(PURE, 72, &format!("answer=most-visits,{text}"));
    }
    for text in ["transpositions=off", "chooser=ucb", "chooser=squared", "chooser=proportional"] {
        check(PURE, 72, &format!("answer=most-visits,{text}"));
    }
}

#[test]
fn eq_plays_everything() {
    let plays = Claim::Plays;
    let claims = Claims { two_players: plays, many_players: plays, chance: plays, joint: plays, ..PURE };
    check(claims, 72, "answer=eq");
}

#[test]
fn the_general_player_is_exact() {
    let summary = Suite::new(PURE, 10_000, 0.12)
        .run(RandomTree::forest(11, 72), |game| Ok(Box::new(GeneralPlayer::new(game, general::Config::default())?)));
    assert!(summary.passed(), "ggp: {summary}");
}
