//! The trees of the lecture on game search: their values, and exactly which leaves pruning leaves out.

use spinney::budget::Budget;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::minimax::explain::{Trace, trace};
use spinney::search::minimax::{
    AlphaBeta, Bounds, Chance, Config, CutReason, Event, Minimax, MinimaxConfig, NodeKind, Variant,
};
use spinney_games::tree::{NodeKind as Node, TreeBuilder, TreeGame};

fn game(text: &str) -> TreeGame {
    TreeGame::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn traced(game: &TreeGame, config: &Config) -> Trace<u32> {
    trace(game, config, &0, &Budget::default(), &mut Random::new(1)).unwrap()
}

/// The values of all leaves that were looked at, in order.
fn leaves(traced: &Trace<u32>) -> Vec<f64> {
    let pairs = traced.events.iter().zip(&traced.events[1..]);
    let leaf = |(event, next): (&Event<u32>, &Event<u32>)| match (event, next) {
        (Event::Enter { kind: NodeKind::Over, .. }, Event::Leave { value, .. }) => Some(*value),
        _ => None,
    };
    pairs.filter_map(leaf).collect()
}

/// The value of every root move by plain minimax.
fn values(text: &str) -> Vec<f64> {
    let game = game(text);
    let view = View::of(&game, &0, Player(0));
    let report =
        Minimax::new(&game, MinimaxConfig::default()).unwrap().search(&view, &Budget::default(), &mut Random::new(1));
    let mut candidates = report.candidates;
    candidates.sort_by_key(|candidate| candidate.mv);
    candidates.into_iter().map(|candidate| candidate.mean.unwrap()).collect()
}

fn close(found: &[f64], expected: &[f64]) {
    let same = found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(same, "{found:?} instead of {expected:?}");
}

#[test]
fn alpha_beta_skips_the_leaves_that_theory_says() {
    let traced = traced(&game("((3 12 8) (2 4 6) (14 5 2))"), &Config::textbook());
    assert_eq!((traced.value, traced.best, traced.leaves), (Some(3.0), Some(0), 7));
    assert_eq!(leaves(&traced), [3.0, 12.0, 8.0, 2.0, 14.0, 5.0, 2.0], "4 and 6 are left out");
    assert_eq!(cuts(&traced), [(1, CutReason::Alpha, 2.0, 3.0, vec![1, 2])]);
}

#[test]
fn the_order_of_moves_decides_how_much_is_skipped() {
    let traced = traced(&game("((3 12 8) (2 4 6) (2 5 14))"), &Config::textbook());
    assert_eq!(leaves(&traced), [3.0, 12.0, 8.0, 2.0, 2.0], "the third move is refuted by its first reply");
}

/// The cut-offs of a trace, each with its ply.
fn cuts(traced: &Trace<u32>) -> Vec<(usize, CutReason, f64, f64, Vec<u32>)> {
    let cut = |event: &Event<u32>| match event {
        Event::Cut { ply, reason, value, against, skipped } => Some((*ply, *reason, *value, *against, skipped.clone())),
        _ => None,
    };
    traced.events.iter().filter_map(cut).collect()
}

/// Max, min and max again: at least 5 is too much for min, at most 2 is too little for max.
#[test]
fn cut_offs_of_both_kinds() {
    let traced = traced(&game("(((1 4) (5 9)) ((2 1) (7 8)))"), &Config::textbook());
    assert_eq!((traced.value, traced.best, traced.leaves), (Some(4.0), Some(0), 5));
    assert_eq!(leaves(&traced), [1.0, 4.0, 5.0, 2.0, 1.0], "9, 7 and 8 are left out");
    let expected = [(2, CutReason::Beta, 5.0, 4.0, vec![1]), (1, CutReason::Alpha, 2.0, 4.0, vec![1])];
    assert_eq!(cuts(&traced), expected);
}

/// Without chance only the order of the leaves decides.
#[test]
fn the_choice_stays_when_values_keep_their_order() {
    for (text, expected) in [("((1 2) (2 4))", [1.0, 2.0]), ("((1 20) (20 400))", [1.0, 20.0])] {
        close(&values(text), &expected);
        let traced = traced(&game(text), &Config::textbook());
        assert_eq!((traced.best, traced.value), (Some(1), Some(expected[1])), "{text}");
    }
}

#[test]
fn dice() {
    close(&values("((chance 1:(min 2 4) 1:(min 7 4)) (chance 1:(min 6 0) 1:(min 5 -2)))"), &[3.0, -1.0]);
}

/// With chance the scale of the values matters, not only their order.
#[test]
fn the_choice_flips_when_values_keep_their_order() {
    let small = "((chance 0.9:2 0.1:3) (chance 0.9:1 0.1:4))";
    let large = "((chance 0.9:20 0.1:30) (chance 0.9:1 0.1:400))";
    close(&values(small), &[2.1, 1.3]);
    close(&values(large), &[21.0, 40.9]);
    for (text, best) in [(small, 0), (large, 1)] {
        for chance in [Chance::Full, Chance::Star1, Chance::Star2] {
            assert_eq!(traced(&game(text), &Config { chance, ..Config::textbook() }).best, Some(best));
        }
    }
}

/// The last interval of a chance node in a trace.
fn last_interval(traced: &Trace<u32>) -> (f64, f64) {
    let interval = |event: &Event<u32>| match event {
        Event::Interval { low, high, .. } => Some((*low, *high)),
        _ => None,
    };
    traced.events.iter().rev().find_map(interval).expect("a chance node")
}

#[test]
fn bounds_on_the_leaves_prune_more() {
    let game = game("((chance 1:(min 2 2) 1:(min 2 1)) (chance 1:(min 0 1) 1:(min 1 1)))");
    let with = |bounds, chance| traced(&game, &Config { bounds, chance, ..Config::textbook() });
    let bounds = Bounds::Range(spinney::game::PayoffRange::new(-2.0, 2.0));
    let (full, unbounded, bounded) =
        (with(Bounds::None, Chance::Full), with(Bounds::None, Chance::Star1), with(bounds, Chance::Star1));
    for traced in [&full, &unbounded, &bounded] {
        assert_eq!((traced.value, traced.best), (Some(1.5), Some(0)));
    }
    assert_eq!(leaves(&full).len(), 8);
    assert_eq!(leaves(&unbounded), [2.0, 2.0, 2.0, 1.0, 0.0, 1.0, 1.0], "only the last leaf cannot matter");
    assert_eq!(leaves(&bounded), [2.0, 2.0, 2.0, 1.0, 0.0], "after the 0 the rest is at most (0 + 2) / 2 = 1 < 1.5");
    assert_eq!(last_interval(&unbounded), (f64::NEG_INFINITY, 0.5), "from [0, 0] and [−∞, 1]");
    assert_eq!(last_interval(&bounded), (-2.0, 1.0), "from [−2, 0] and [−2, 2]");
    let probed = with(bounds, Chance::Star2);
    assert_eq!((probed.value, last_interval(&probed)), (Some(1.5), (-2.0, 1.0)));
}

/// A bound that the mean of a chance turn sets says nothing about a better move of the player above.
#[test]
fn cuts_name_what_set_the_bound() {
    let dice = game("((chance 1:(min 2 2) 1:(min 2 1)) (chance 1:(min 0 1) 1:(min 1 1)))");
    let unbounded = traced(&dice, &Config { bounds: Bounds::None, ..Config::textbook() });
    assert_eq!(cuts(&unbounded), [(2, CutReason::MeanBelow, 1.0, 3.0, vec![1])], "3 is what a mean of 1.5 needs");
    // Below the chance turn a max node cuts by a better move of the min node above it, not by the mean.
    let inner = game("(0 (chance 1:(min (max 1 2) (max 3 4))))");
    let inner = traced(&inner, &Config { bounds: Bounds::None, ..Config::textbook() });
    assert!(cuts(&inner).contains(&(3, CutReason::Beta, 3.0, 2.0, vec![1])), "{:?}", cuts(&inner));
    // A null window asks only on which side of it the value is.
    let scouted = game("(((1 4) (5 9)) ((6 1) (7 8)))");
    let reasons = |config| cuts(&traced(&scouted, &config)).into_iter().map(|cut| cut.1).collect::<Vec<_>>();
    assert!(!reasons(Config::textbook()).contains(&CutReason::SearchWindow));
    assert!(reasons(Config { search: Variant::Pvs, ..Config::textbook() }).contains(&CutReason::SearchWindow));
}

/// A tree of `branching`^`depth` leaves with this value, in which the first move is always a best one.
fn well_ordered(tree: &mut TreeBuilder, branching: u32, depth: u32, max: bool, value: f64, rng: &mut Random) {
    if depth == 0 {
        tree.number(value);
        return;
    }
    tree.open(Node::Player(u8::from(!max)));
    for place in 0..branching {
        let worse = if place == 0 { 0.0 } else { 1.0 + rng.below(9) as f64 };
        let value = if max { value - worse } else { value + worse };
        well_ordered(tree, branching, depth - 1, !max, value, rng);
    }
    tree.close();
}

/// Knuth and Moore 1975: with the best move first, alpha-beta looks at b^⌈m/2⌉ + b^⌊m/2⌋ − 1 of b^m leaves.
#[test]
fn well_ordered_trees_need_the_root_of_the_leaves() {
    for (branching, depth) in [(2u32, 8u32), (3, 7), (6, 6), (10, 4), (20, 3)] {
        let mut tree = TreeBuilder::new();
        well_ordered(&mut tree, branching, depth, true, 0.0, &mut Random::new(5));
        let game = tree.finish().unwrap();
        let least = u64::from(branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1);
        let textbook = traced(&game, &Config::textbook());
        assert_eq!((textbook.value, textbook.leaves), (Some(0.0), least), "{branching}^{depth}");
        let pvs = traced(&game, &Config { search: Variant::Pvs, ..Config::textbook() });
        assert_eq!((pvs.value, pvs.leaves), (Some(0.0), least), "{branching}^{depth} by PVS");
    }
}

/// On real games ordering brings alpha-beta near the root of minimax: connect four, seven moves deep.
#[test]
fn ordering_brings_connect_four_near_the_root() {
    let game = spinney_games::connect_four::ConnectFour::new(Default::default()).unwrap();
    let start = game.start(&mut Random::new(1));
    let view = View::of(&game, &start, Player(0));
    let nodes = |config: Config| {
        let config = Config { depth: Some(7), quiescence: 0, prune: false, ..config };
        let report = AlphaBeta::new(&game, config).unwrap().search(&view, &Budget::default(), &mut Random::new(1));
        report.simulations as f64
    };
    let (plain, least) = (7f64.powi(7), 7f64.powi(4) + 7f64.powi(3) - 1.0);
    let listed = nodes(Config::textbook());
    let ordered = nodes(Config { table: false, ..Config::default() });
    let best = nodes(Config::default());
    println!("{plain} leaves, at least {least}; nodes as listed {listed}, ordered {ordered}, with the table {best}");
    assert!(listed < plain / 10.0 && ordered < listed / 2.0 && best < ordered, "{listed} {ordered} {best}");
    // The nodes of all depths from 1 to 7 together.
    assert!(best < 4.0 * least, "{best} nodes, the least possible are {least}");
}
