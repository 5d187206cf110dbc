//! All moves as first: which children a simulation counts for, and by what numbers they are compared.

mod example;

use spinney::budget::Budget;
use spinney::game::capabilities::Notation;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::report::Candidate;
use spinney::search::mcts::explain::Explainer;
use spinney::search::mcts::{Amaf, Config, Mcts, Selection, Unvisited};
use spinney::search::parameter::Configure;
use spinney::search::{Search, Step};
use spinney_games::hex::Hex;
use spinney_games::samegame::{Options, SameGame};
use spinney_games::tic_tac_toe::TicTacToe;

const SEED: u64 = 5;

const VARIANTS: [Amaf; 7] =
    [Amaf::None, Amaf::Alpha, Amaf::SomeFirst, Amaf::Cutoff, Amaf::Rave, Amaf::Grave, Amaf::Permutation];

/// The candidates after this many simulations from the start.
fn candidates<G: Game + Clone>(game: &G, config: &Config, simulations: u64) -> Vec<Candidate<G::Move>> {
    let view = View::of(game, &game.start(&mut Random::new(0)), Player(0));
    let mut mcts = Mcts::new(game.clone(), config.clone()).unwrap();
    mcts.search(&view, &Budget::simulations(simulations), &mut Random::new(SEED)).candidates
}

/// Moves, visits and means.
fn numbers<M: Copy>(candidates: &[Candidate<M>]) -> Vec<(M, u64, Option<f64>)> {
    candidates.iter().map(|candidate| (candidate.mv, candidate.visits, candidate.mean)).collect()
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
    let config =
        Config { select: Selection::Ucb1Tuned, alpha: 1.0, unvisited: Unvisited::Urgency(0.5), ..with(Amaf::Alpha) };
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

/// UCB-Tuned has no constant of its own; a given one holds for every rule, whatever the order of the options.
#[test]
fn the_constant_depends_on_the_rule() {
    let constant = |options: &[(&str, &str)]| {
        let mut config = Config::default();
        options.iter().for_each(|(key, value)| config.set(key, value).unwrap());
        config.exploration()
    };
    assert_eq!(constant(&[]), 0.4);
    assert_eq!(constant(&[("select", "ucb1-tuned")]), 1.0);
    assert_eq!(constant(&[("select", "article")]), 1.0);
    for rule in ["ucb1", "ucb1-tuned", "article", "puct"] {
        assert_eq!(constant(&[("select", rule), ("c", "0.3")]), 0.3);
        assert_eq!(constant(&[("c", "0.3"), ("select", rule)]), 0.3);
    }
    assert_eq!(constant(&[("select", "ucb1-tuned"), ("select", "ucb1")]), 0.4);
    assert_eq!(constant(&[("c", "0.3"), ("c", "auto"), ("select", "ucb1-tuned")]), 1.0);
    assert_eq!(Config { select: Selection::Ucb1Tuned, ..Config::default() }.exploration(), 1.0);
    assert!(Config::default().set("c", "much").is_err());
}

/// Where equal positions share nodes, children are not tried one by one; an unvisited one comes first all the same.
#[test]
fn every_root_move_is_visited() {
    let game = TicTacToe::default();
    for transpositions in [false, true] {
        for amaf in VARIANTS {
            for alpha in [0.5, 1.0] {
                let config = Config { transpositions, alpha, ..with(amaf) };
                let found = candidates(&game, &config, 300);
                assert_eq!(found.len(), 9);
                let visited = found.iter().filter(|candidate| candidate.visits > 0).count();
                assert_eq!(visited, 9, "{amaf:?}, alpha {alpha}, transpositions {transpositions}");
            }
        }
    }
}

/// With alpha = 0 AMAF is recorded and counts for nothing. Both searches draw the same numbers: playouts of a
/// single-player game always report their moves, and `unvisited` keeps the search without AMAF from its quicker loop.
#[test]
fn alpha_0_is_plain_uct() {
    let game = SameGame::new(Options::standard(1)).unwrap();
    let plain = Config { unvisited: Unvisited::Urgency(0.5), c: Some(0.05), ..with(Amaf::None) };
    let expected = numbers(&candidates(&game, &plain, 1_000));
    for amaf in [Amaf::Alpha, Amaf::SomeFirst, Amaf::Permutation] {
        let found = candidates(&game, &Config { amaf, alpha: 0.0, ..plain.clone() }, 1_000);
        assert!(found.iter().any(|candidate| candidate.amaf_visits > Some(0)));
        assert_eq!(numbers(&found), expected, "{amaf:?}");
        let other = candidates(&game, &Config { amaf, alpha: 0.5, ..plain.clone() }, 1_000);
        assert_ne!(numbers(&other), expected, "{amaf:?}");
    }
}

#[test]
fn some_first_of_more_moves_than_there_are_is_alpha_amaf() {
    let game = Hex::default();
    let some = |amaf_first| candidates(&game, &Config { amaf_first, ..with(Amaf::SomeFirst) }, 500);
    let all = candidates(&game, &with(Amaf::Alpha), 500);
    assert_eq!(some(1_000), all);
    assert_ne!(some(3), all);
}

/// Two runs of 100 simulations, each the first of its tree: all of them count for siblings too.
#[test]
fn cutoff_counts_from_the_start_of_every_restart() {
    let game = TicTacToe::default();
    let visits = |restarts| -> u64 {
        let config = Config { amaf_cutoff: 100, restarts, ..with(Amaf::Cutoff) };
        candidates(&game, &config, 200).iter().map(|candidate| candidate.visits).sum()
    };
    // X makes three to five moves.
    assert!((400..=600).contains(&visits(1)), "{}", visits(1));
    assert!((700..=1_000).contains(&visits(2)), "{}", visits(2));
}

/// A tree that is kept for the next decision goes on counting: after the cut-off a simulation is one visit.
#[test]
fn cutoff_counts_once_for_a_kept_tree() {
    let game = TicTacToe::default();
    let visits = |more, amaf_cutoff| -> u64 {
        let config = Config { amaf_cutoff, ..with(Amaf::Cutoff) };
        let mut rng = Random::new(SEED);
        let mut mcts = Mcts::new(&game, config).unwrap();
        let mut state = game.start(&mut rng);
        mcts.search(&View::of(&game, &state, Player(0)), &Budget::simulations(200), &mut rng);
        for (player, text) in [(Player(0), "a1"), (Player(1), "b2")] {
            let mv = game.read_move(&state, text).unwrap();
            game.play(&mut state, mv);
            mcts.advance(&Step::Move(player, mv));
        }
        let report = mcts.search(&View::of(&game, &state, Player(0)), &Budget::simulations(more), &mut rng);
        report.candidates.iter().map(|candidate| candidate.visits).sum()
    };
    assert_eq!(visits(50, 200) - visits(20, 200), 30);
    assert!(visits(50, 1_000) - visits(20, 1_000) > 50);
}
