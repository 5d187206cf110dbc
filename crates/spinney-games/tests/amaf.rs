//! All moves as first: which children a simulation counts for, and by what numbers they are compared.

use spinney::budget::Budget;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::report::Candidate;
use spinney::search::Search;
use spinney::search::mcts::explain::Explainer;
use spinney::search::mcts::{Amaf, Config, Mcts, Selection, Unvisited};
use spinney_games::hex::Hex;
use spinney_games::tic_tac_toe::TicTacToe;

const SEED: u64 = 5;

/// The candidates after this many simulations from the start.
fn candidates<G: Game + Clone>(game: &G, config: &Config, simulations: u64) -> Vec<Candidate<G::Move>> {
    let view = View::of(game, &game.start(&mut Random::new(0)), Player(0));
    let mut mcts = Mcts::new(game.clone(), config.clone()).unwrap();
    mcts.search(&view, &Budget::simulations(simulations), &mut Random::new(SEED)).candidates
}

fn with(amaf: Amaf) -> Config {
    Config { amaf, solver: false, ..Config::default() }
}

/// After one simulation only the played child has a visit; X has made three to five moves, which are siblings of it.
#[test]
fn the_played_child_is_not_its_own_sibling() {
    let game = TicTacToe::default();
    for (amaf, counted) in [
        (Amaf::Alpha, 0),
        (Amaf::SomeFirst, 0),
        (Amaf::Permutation, 0),
        // Gelly and Silver count every move from the node on.
        (Amaf::Rave, 1),
    ] {
        let found = candidates(&game, &with(amaf), 1);
        let (played, others): (Vec<_>, Vec<_>) = found.iter().partition(|candidate| candidate.visits > 0);
        assert_eq!(played.len(), 1);
        assert_eq!(played[0].amaf_visits, Some(counted), "{amaf:?}");
        let siblings = others.iter().filter(|candidate| candidate.amaf_visits == Some(1)).count();
        assert!((2..=4).contains(&siblings), "{amaf:?}: {siblings}");
    }
}

/// No moves of the playout: only what the tree itself has.
#[test]
fn some_first_counts_only_the_first_moves_of_the_playout() {
    let game = TicTacToe::default();
    let none = candidates(&game, &Config { amaf_first: 0, ..with(Amaf::SomeFirst) }, 1);
    assert!(none.iter().all(|candidate| candidate.amaf_visits == Some(0)));
    // O's reply and X's move after it.
    let two = candidates(&game, &Config { amaf_first: 2, ..with(Amaf::SomeFirst) }, 1);
    assert_eq!(two.iter().map(|candidate| candidate.amaf_visits.unwrap()).sum::<u64>(), 1);
}

/// Cutoff has one set of data. While it lasts a simulation also counts for siblings, so that there are more visits
/// than simulations; afterwards it counts for its own path only.
#[test]
fn cutoff_has_one_set_of_data() {
    let game = TicTacToe::default();
    let visits = |cutoff, simulations| -> u64 {
        let found = candidates(&game, &Config { amaf_cutoff: cutoff, ..with(Amaf::Cutoff) }, simulations);
        assert!(found.iter().all(|candidate| candidate.amaf_visits.is_none()));
        found.iter().map(|candidate| candidate.visits).sum()
    };
    assert_eq!(visits(0, 50), 50, "standard updates only");
    let first = visits(1, 1);
    assert!((3..=5).contains(&first), "{first}: the child and its siblings");
    assert_eq!(visits(1, 50), first + 49, "then standard updates only");
    assert!(visits(50, 50) >= 3 * 50);
}

/// Hex has no draws, so the sum of squares is the sum, and the terms follow from the report: with alpha = 1 the value is
/// AMAF's, with the exploration of UCB-Tuned on AMAF's own visits and variance.
#[test]
fn ucb_tuned_takes_the_variance_of_the_amaf_data() {
    let game = Hex::default();
    let config = Config {
        select: Selection::Ucb1Tuned,
        c: 1.0,
        alpha: 1.0,
        unvisited: Unvisited::Urgency(0.5),
        ..with(Amaf::Alpha)
    };
    let found = candidates(&game, &config, 200);
    let view = View::of(&game, &game.start(&mut Random::new(0)), Player(0));
    let mut explainer = Explainer::new(game, config, &view, &mut Random::new(SEED)).unwrap();
    for _ in 0..200 {
        explainer.cycle();
    }
    let next = explainer.cycle();
    let all: u64 = found.iter().filter_map(|candidate| candidate.amaf_visits).sum();
    let mut compared = 0;
    for arm in &next.selection[0].candidates {
        let Some(data) = found.iter().find(|candidate| candidate.mv == arm.mv) else { continue };
        let (Some(visits @ 1..), Some(mean)) = (data.amaf_visits, data.amaf_mean) else { continue };
        let ratio = (all as f64).ln() / visits as f64;
        let bound = mean - mean * mean + (2.0 * ratio).sqrt();
        let expected = mean + (ratio * bound.min(0.25)).sqrt();
        assert!((arm.uct.unwrap() - expected).abs() < 1e-9, "{:?}: {:?} instead of {expected}", arm.mv, arm.uct);
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

/// UCB-Tuned has no constant of its own; a later key may give it one.
#[test]
fn ucb_tuned_is_written_without_a_constant() {
    use spinney::search::parameter::Configure;
    let config = |pairs: &[(&str, &str)]| {
        let mut config = Config::default();
        pairs.iter().for_each(|(key, value)| config.set(key, value).unwrap());
        config.c
    };
    assert_eq!(config(&[("select", "ucb1-tuned")]), 1.0);
    assert_eq!(config(&[("select", "ucb1-tuned"), ("c", "0.3")]), 0.3);
    assert_eq!(config(&[("select", "ucb1")]), Config::default().c);
}
