//! The explainer traces the search itself: the same generator gives the same tree, and a traced cycle can be followed.

use spinney::budget::Budget;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::mcts::explain::{Cycle, Explainer, Why};
use spinney::search::mcts::{Amaf, Backup, Config, Mcts, Playout, Selection, Unvisited};
use spinney::search::{Search, TreeLimits};
use spinney_games::connect_four::ConnectFour;
use spinney_games::tic_tac_toe::TicTacToe;

/// Every rule, and what can be put on top.
fn configs() -> Vec<Config> {
    let plain = Config::default;
    let mut configs = vec![plain(), Config::article(), Config { unvisited: Unvisited::First, ..Config::article() }];
    for select in [Selection::Ucb1Tuned, Selection::UcbV, Selection::SpMcts, Selection::Puct, Selection::Thompson] {
        configs.push(Config { select, ..plain() });
    }
    for amaf in [Amaf::Alpha, Amaf::Rave, Amaf::Grave, Amaf::Permutation] {
        configs.push(Config { amaf, grave_ref: 5, ..plain() });
    }
    configs.extend([
        Config { unvisited: Unvisited::Urgency(0.6), ..plain() },
        Config { unvisited: Unvisited::Parent(0.1), ..plain() },
        Config { widen_k: 1.0, ..plain() },
        Config { expand: 3, solver: false, ..plain() },
        Config { backup: Backup::Max, ..plain() },
        Config { transpositions: true, ..plain() },
        Config { playout: Playout::Mast, ..plain() },
    ]);
    configs
}

fn explainer<G: Game>(game: G, config: &Config) -> Explainer<G> {
    let start = game.start(&mut Random::new(0));
    let view = View::of(&game, &start, Player(0));
    Explainer::new(game, config.clone(), &view, &mut Random::new(7)).unwrap()
}

fn check_choices<M: Copy + PartialEq + std::fmt::Debug>(cycle: &Cycle<M>, config: &Config) {
    for choice in &cycle.selection {
        assert!(choice.arm().eligible && choice.why != Why::Forced, "{config:?} {choice:?}");
        for arm in &choice.candidates {
            if let (Some(value), Some(exploration), Some(uct)) = (arm.value, arm.exploration, arm.uct) {
                assert!((value + exploration - uct).abs() < 1e-9);
            }
        }
    }
    let last = cycle.update.last().unwrap();
    assert_eq!(last.after.visits, last.before.visits + 1);
    assert_eq!(cycle.update.len(), cycle.selection.len() + 1);
}

#[test]
fn the_same_generator_builds_the_tree_of_the_search() {
    let all = TreeLimits { visits: 0, ..TreeLimits::default() };
    for config in configs() {
        let mut explainer = explainer(ConnectFour::default(), &config);
        let game = ConnectFour::default();
        let view = View::of(&game, &game.start(&mut Random::new(0)), Player(0));
        let mut mcts = Mcts::new(game, config.clone()).unwrap();
        let report = mcts.search(&view, &Budget::simulations(120), &mut Random::new(7));
        for _ in 0..120 {
            check_choices(&explainer.cycle(), &config);
        }
        assert_eq!(Some(explainer.tree(&all)), mcts.tree_view(&all), "{config:?}");
        assert_eq!(explainer.answer().map(|answer| answer.best.mv), report.best);
    }
}

#[test]
fn a_told_cycle_can_be_followed_by_script() {
    for config in configs().into_iter().filter(|config| !config.transpositions) {
        let (mut free, mut guided) =
            (explainer(TicTacToe::default(), &config), explainer(TicTacToe::default(), &config));
        for _ in 0..60 {
            if free.is_proven() {
                break;
            }
            let traced = free.cycle();
            let followed = guided.follow(&traced.moves(), false).unwrap();
            assert_eq!((&followed.update, &followed.simulation), (&traced.update, &traced.simulation), "{config:?}");
            let arms = |cycle: &Cycle<u8>| -> Vec<_> {
                cycle.selection.iter().map(|choice| (choice.candidates.clone(), choice.chosen, choice.why)).collect()
            };
            assert_eq!(arms(&followed), arms(&traced), "{config:?}");
        }
    }
}

#[test]
fn limits_cut_the_tree_and_say_how_much() {
    let mut explainer = explainer(TicTacToe::default(), &Config::default());
    for _ in 0..200 {
        explainer.cycle();
    }
    let narrow = explainer.tree(&TreeLimits { depth: 1, children: 4, ..TreeLimits::default() });
    assert_eq!((narrow.children.len(), narrow.more, narrow.count()), (4, 5, 5));
    assert!(narrow.children.iter().all(|child| child.children.is_empty() && child.more > 0));
    let visits: Vec<u32> = narrow.children.iter().map(|child| child.stats.visits).collect();
    assert!(visits.is_sorted_by(|a, b| a >= b), "{visits:?}");
    assert_eq!(explainer.tree(&TreeLimits { nodes: 7, ..TreeLimits::default() }).count(), 7);
    let busy = explainer.tree(&TreeLimits { visits: 10, ..TreeLimits::default() });
    assert!(busy.count() < 100 && busy.children.iter().all(|child| child.stats.visits >= 10));
}
