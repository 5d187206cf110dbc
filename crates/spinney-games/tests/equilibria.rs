//! Counterfactual regret minimisation against known equilibria, and best responses against hand-made enumerations.

use std::time::Duration;

use spinney::budget::{Budget, Limit};
use spinney::game::capabilities::Notation;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::cfr::{
    Averaging, Cfr, CfrConfig, Exploitability, GameTree, Goal, Iterations, Mccfr, MccfrConfig, NoTree, Profile,
    Sampler, Sampling, TreeOptions, Variant, best_response,
};
use spinney::search::exhaustive::solve;
use spinney::search::ismcts::{self, Ismcts, Observers};
use spinney::search::{RefusalKind, Search};
use spinney_games::goofspiel::{self, Goofspiel, Order, Scoring, Ties};
use spinney_games::kuhn_poker::KuhnPoker;
use spinney_games::leduc_poker::LeducPoker;
use spinney_games::scotland_yard_grid::ScotlandYardGrid;
use spinney_games::tree::TreeGame;

const WHOLE: TreeOptions = TreeOptions { nodes: 10_000_000, views: true };

fn tree_of<G: Game>(game: &G) -> GameTree<G> {
    let start = game.start(&mut Random::new(0));
    GameTree::build(game, &start, WHOLE, &mut || None).unwrap_or_else(|error| panic!("{error:?}"))
}

/// The average profile after this many iterations.
fn iterated<G: Game>(tree: &GameTree<G>, variant: Variant, iterations: u64) -> Profile {
    let mut run = Iterations::new(tree, variant);
    let goal = Goal { exploitability: 0.0 };
    run.run(tree, &Budget::simulations(iterations).start(), goal, &mut |_, _| ());
    run.average(tree)
}

/// The average profile after this many games.
fn sampled<G: Game>(game: &G, tree: &GameTree<G>, config: MccfrConfig, traversals: u64) -> Profile {
    let mut sampler = Sampler::new(config, 1 << 28);
    let start = game.start(&mut Random::new(0));
    let budget = Budget::simulations(traversals);
    sampler.run(game, Some(&start), &budget.start(), &mut Random::new(1), &mut |_, _| ());
    assert_eq!(sampler.done(), traversals);
    sampler.average(tree)
}

fn exploitability<G: Game>(tree: &GameTree<G>, profile: &Profile) -> f64 {
    Exploitability::of(tree, profile).value()
}

/// The probability of a move at an information state of Kuhn poker, as the player sees it.
fn probability(tree: &GameTree<KuhnPoker>, profile: &Profile, seen: &str, action: &str) -> f64 {
    let text = |set: usize| KuhnPoker.write_state(tree.view(set).unwrap().state());
    let set = (0..tree.information_sets()).find(|&set| text(set) == seen).unwrap();
    let state = tree.view(set).unwrap().state();
    let place = tree.moves(set).iter().position(|&mv| KuhnPoker.write_move(state, mv) == action).unwrap();
    profile.at(tree, set)[place]
}

/// Against an enumeration of all pure strategies that does not use the rules of the game.
#[test]
fn best_responses_to_uniform_play_of_kuhn_poker() {
    let tree = tree_of(&KuhnPoker);
    assert_eq!(tree.information_sets(), 12);
    let uniform = Profile::uniform(&tree);
    assert!((uniform.value(&tree, Player(0)) - 0.125).abs() < 1e-12);
    let found = Exploitability::of(&tree, &uniform);
    assert!((found.best_responses[0] - by_enumeration(0)).abs() < 1e-12, "{found:?}");
    assert!((found.best_responses[1] - by_enumeration(1)).abs() < 1e-12, "{found:?}");
    // OpenSpiel's NashConv of the uniform policy is 0.916667.
    assert!((found.value() - 11.0 / 24.0).abs() < 1e-12, "{found:?}");
}

/// The best of all 64 pure strategies against a uniform one, by the payoffs of Kuhn poker written out: a strategy says for
/// each card what to do at the player's first and second turn (first seat), or after a check and after a bet (second).
fn by_enumeration(seat: usize) -> f64 {
    let payoff = |first: bool, mine: usize, other: usize, my: [bool; 2]| {
        let wins = if mine > other { 1.0 } else { -1.0 };
        match (first, my) {
            // A bet: called for 2, or folded to.
            (true, [true, _]) => 0.5 * 2.0 * wins + 0.5,
            // A check: checked, or bet and then called or folded.
            (true, [false, calls]) => 0.5 * wins + 0.5 * if calls { 2.0 * wins } else { -1.0 },
            // After a check (half of the time): bet, which is called or folded to, or check; after a bet: call or fold.
            (false, [bets, calls]) => {
                0.5 * if bets { 0.5 * 2.0 * wins + 0.5 } else { wins } + 0.5 * if calls { 2.0 * wins } else { -1.0 }
            }
        }
    };
    let value = |code: u32| {
        let mut sum = 0.0;
        for mine in 0..3 {
            for other in (0..3).filter(|&other| other != mine) {
                let my = [0, 1].map(|turn| code >> (2 * mine + turn) & 1 == 1);
                sum += payoff(seat == 0, mine, other, my) / 6.0;
            }
        }
        sum
    };
    (0..64).map(value).fold(f64::MIN, f64::max)
}

#[test]
fn kuhn_poker_is_solved() {
    let tree = tree_of(&KuhnPoker);
    for (variant, iterations, close) in [(Variant::Plus, 1_000, 5e-4), (Variant::Vanilla, 10_000, 5e-3)] {
        let profile = iterated(&tree, variant, iterations);
        let found = Exploitability::of(&tree, &profile);
        assert!(found.value() < close, "{variant:?}: {found:?}");
        let [low, high] = found.bounds();
        assert!(low <= -1.0 / 18.0 && -1.0 / 18.0 <= high && high - low < 2.0 * close, "{variant:?}: {low} to {high}");
        assert!((profile.value(&tree, Player(0)) + 1.0 / 18.0).abs() < close, "{variant:?}");
        // The second player's strategy is unique; the first player's has one parameter.
        let of = |seen: &str, action: &str| probability(&tree, &profile, seen, action);
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.03, "{found}, not {expected}");
        near(of("?J check", "bet"), 1.0 / 3.0);
        near(of("?Q check", "bet"), 0.0);
        near(of("?K check", "bet"), 1.0);
        near(of("?Q bet", "call"), 1.0 / 3.0);
        let alpha = of("J?", "bet");
        near(of("K?", "bet"), 3.0 * alpha);
        near(of("Q? check bet", "call"), alpha + 1.0 / 3.0);
        near(of("Q?", "bet"), 0.0);
    }
}

#[test]
fn sampled_traversals_solve_kuhn_poker() {
    let tree = tree_of(&KuhnPoker);
    for (sampling, traversals, close) in [(Sampling::External, 300_000, 0.02), (Sampling::Outcome, 300_000, 0.06)] {
        let config = MccfrConfig { sampling, ..MccfrConfig::default() };
        let profile = sampled(&KuhnPoker, &tree, config.clone(), traversals);
        let found = Exploitability::of(&tree, &profile);
        println!("{sampling:?}: {}", found.value());
        assert!(found.value() < close, "{sampling:?}: {found:?}");
        assert!((profile.value(&tree, Player(0)) + 1.0 / 18.0).abs() < close, "{sampling:?}");
        let few = exploitability(&tree, &sampled(&KuhnPoker, &tree, config, 100));
        assert!(few > 2.0 * found.value(), "{sampling:?}: {few} after 100 traversals");
    }
    let uniform = MccfrConfig { averaging: Averaging::Uniform, ..MccfrConfig::default() };
    assert!(exploitability(&tree, &sampled(&KuhnPoker, &tree, uniform, 100_000)) < 0.05);
}

/// The value is published as about -0.0856.
#[test]
fn leduc_poker_is_solved() {
    let tree = tree_of(&LeducPoker);
    assert_eq!(tree.information_sets(), 936);
    let uniform = Exploitability::of(&tree, &Profile::uniform(&tree));
    // OpenSpiel's NashConv of the uniform policy is 4.747222.
    assert!((uniform.value() - 4.747_222_222 / 2.0).abs() < 1e-6, "{}", uniform.value());
    let found = Exploitability::of(&tree, &iterated(&tree, Variant::Plus, 300));
    assert!(found.value() < 0.02, "{}", found.value());
    let [low, high] = found.bounds();
    assert!(low < -0.0856 && -0.0856 < high, "{low} to {high}");
    let config = MccfrConfig::default();
    let found = exploitability(&tree, &sampled(&LeducPoker, &tree, config, 200_000));
    assert!(found < 0.7, "{found}");
}

/// Matrix games, with and without a saddle point: value and probabilities of the first player.
#[test]
fn matrix_games_are_solved() {
    for (text, value, strategy) in [
        ("(joint 2x2 1 -1 -1 1)", 0.0, vec![0.5, 0.5]),
        ("(joint 3x3 0 -1 1 1 0 -1 -1 1 0)", 0.0, vec![1.0 / 3.0; 3]),
        ("(joint 2x2 2 0 0 1)", 2.0 / 3.0, vec![1.0 / 3.0, 2.0 / 3.0]),
        ("(joint 2x2 3 1 4 2)", 2.0, vec![0.0, 1.0]),
        ("(chance 0.5: (joint 2x2 1 -1 -1 1) 0.5: (max 3 (min 5 4)))", 2.0, vec![]),
    ] {
        let game = TreeGame::parse(text).unwrap();
        let tree = tree_of(&game);
        for variant in [Variant::Plus, Variant::Vanilla] {
            let profile = iterated(&tree, variant, 4_000);
            let found = Exploitability::of(&tree, &profile);
            assert!(found.value() < 0.02, "{text}, {variant:?}: {found:?}");
            assert!((profile.value(&tree, Player(0)) - value).abs() < 0.02, "{text}, {variant:?}");
            for (place, expected) in strategy.iter().enumerate() {
                assert!((profile.at(&tree, 0)[place] - expected).abs() < 0.03, "{text}: {:?}", profile.at(&tree, 0));
            }
        }
    }
}

#[test]
fn goofspiel_agrees_with_exhaustive_search() {
    for (cards, order, scoring) in [
        (3, Order::Random, Scoring::Difference),
        (4, Order::Descending, Scoring::Difference),
        (4, Order::Ascending, Scoring::Win),
    ] {
        let options = goofspiel::Options { cards, order, scoring, ties: Ties::Discard };
        let game = Goofspiel::new(options).unwrap();
        let tree = tree_of(&game);
        let found = Exploitability::of(&tree, &iterated(&tree, Variant::Plus, 500));
        let width = game.info().range.unwrap().width();
        assert!(found.value() < 0.002 * width, "{cards} {order:?}: {found:?}");
        let start = game.start(&mut Random::new(0));
        let exact = solve(&game, &start, 10_000_000).unwrap().value_of(Player(0));
        let [low, high] = found.bounds();
        assert!(low - 1e-9 <= exact && exact <= high + 1e-9, "{cards} {order:?}: {exact} not in {low} to {high}");
    }
    // Somewhere in a game, where one player is ahead.
    let game = Goofspiel::default();
    let state = game.read_state("1,3,4 2,4,6 prize:3 pile:2,5 score:6-5").unwrap();
    let exact = solve(&game, &state, 10_000_000).unwrap().value_of(Player(0));
    let mut search = Cfr::new(&game, CfrConfig::default()).unwrap();
    let report = search.search(&View::of(&game, &state, Player(0)), &Budget::simulations(2_000), &mut Random::new(1));
    assert!((report.value.unwrap() - exact).abs() < 0.005, "{:?}, exactly {exact}", report.value);
    let mut search = Mccfr::new(&game, MccfrConfig::default()).unwrap();
    let report = search.search(&View::of(&game, &state, Player(0)), &Budget::simulations(20_000), &mut Random::new(1));
    assert!((report.value.unwrap() - exact).abs() < 0.03, "{:?}, exactly {exact}", report.value);
}

/// Agents solve the game from its start, and play their information state: bets of a jack as bluffs, with a probability.
#[test]
fn agents_mix_at_their_information_state() {
    let state = KuhnPoker.read_state("QJ check").unwrap();
    let view = View::of(&KuhnPoker, &state, Player(1));
    let searches: [(Box<dyn Search<&KuhnPoker>>, u64); 2] = [
        (Box::new(Cfr::new(&KuhnPoker, CfrConfig::default()).unwrap()), 2_000),
        (Box::new(Mccfr::new(&KuhnPoker, MccfrConfig::default()).unwrap()), 50_000),
    ];
    for (mut search, budget) in searches {
        let mut bets = 0;
        let mut rng = Random::new(5);
        for _ in 0..300 {
            let report = search.search(&view, &Budget::simulations(budget), &mut rng);
            let of = |action: &str| {
                let found = report.candidates.iter().find(|other| KuhnPoker.write_move(&state, other.mv) == action);
                found.and_then(|candidate| candidate.probability).unwrap()
            };
            assert!((of("bet") - 1.0 / 3.0).abs() < 0.05 && (of("bet") + of("check") - 1.0).abs() < 1e-9);
            // After a check the jack is worth less than the ante: -1, by betting as by checking.
            assert!((report.value.unwrap() + 1.0).abs() < 0.1, "{:?}", report.value);
            bets += u32::from(KuhnPoker.write_move(&state, report.best.unwrap()) == "bet");
            // What was learnt serves all decisions of a game.
            search.observe(&view);
            if bets == 1 {
                search.reset();
            }
            if budget > 10_000 {
                break;
            }
        }
        // Five standard deviations around 100.
        assert!(budget > 10_000 || (60..=140).contains(&bets), "{bets}");
    }
}

#[test]
fn what_has_no_such_tree_is_refused() {
    let three = TreeGame::parse("(p1 [9 0 0] [0 1 9])").unwrap();
    let kind = |error: NoTree| match error {
        NoTree::Refused(refusal) => refusal.kind(),
        NoTree::Ended(limit) => panic!("{limit:?}"),
    };
    let build = |game: &TreeGame, nodes| {
        let start = game.start(&mut Random::new(0));
        GameTree::build(game, &start, TreeOptions { nodes, views: false }, &mut || None).map(drop).map_err(kind)
    };
    assert_eq!(build(&three, 100), Err(RefusalKind::Players));
    let small = TreeGame::parse("(joint 2x2 2 0 0 1)").unwrap();
    assert_eq!(build(&small, 4), Err(RefusalKind::TooLarge));
    assert_eq!(build(&small, 5), Ok(()));
    let refusal = Cfr::new(ScotlandYardGrid::default(), CfrConfig::default()).err().unwrap();
    assert!(refusal.to_string().contains("mccfr"), "{refusal}");
    let general = TreeGame::parse("(p0 [1 1] [0 1])").unwrap();
    assert_eq!(Mccfr::new(&general, MccfrConfig::default()).err().unwrap().kind(), RefusalKind::GeneralSum);
    let wrong = MccfrConfig { epsilon: 0.0, ..MccfrConfig::default() };
    assert_eq!(Mccfr::new(&KuhnPoker, wrong).err().unwrap().kind(), RefusalKind::OutOfRange);
}

/// A random start is sampled, and what does not fit into memory is played at random.
#[test]
fn sampling_needs_no_tree() {
    let game = ScotlandYardGrid::default();
    let state = game.start(&mut Random::new(3));
    let mut search = Mccfr::new(&game, MccfrConfig { sampling: Sampling::Outcome, ..MccfrConfig::default() }).unwrap();
    let budget = Budget::simulations(2_000).with_memory(100_000);
    let report = search.search(&View::of(&game, &state, Player(0)), &budget, &mut Random::new(1));
    assert_eq!(report.simulations, 2_000);
    assert!(report.bytes <= 100_000 && report.notes.iter().any(|note| note.contains("memory")), "{report:?}");
}

/// A best response to an equilibrium gets the value of the game, and no more.
#[test]
fn a_best_response_depends_on_information_alone() {
    let tree = tree_of(&KuhnPoker);
    let profile = iterated(&tree, Variant::Plus, 500);
    let value = best_response(&tree, &profile, Player(1));
    assert!((value - 1.0 / 18.0).abs() < 2e-3, "a responder that saw the other card would get much more: {value}");
}

#[test]
fn deadlines_are_kept() {
    // Six cards have far too many histories.
    let game = Goofspiel::default();
    let mut state = game.start(&mut Random::new(0));
    game.play(&mut state, 4);
    let view = View::of(&game, &state, Player(0));
    let budget = Budget::time(Duration::from_millis(50));
    let clock = std::time::Instant::now();
    // Time must be what ends it: a fast machine has a million nodes within it.
    let config = CfrConfig { nodes: usize::MAX, ..CfrConfig::default() };
    let report = Cfr::new(&game, config).unwrap().search(&view, &budget, &mut Random::new(1));
    assert!(report.notes.iter().any(|note| note.contains("did not fit")), "{:?}", report.notes);
    assert_eq!((report.simulations, report.ended_by), (0, Limit::Time));
    let report = Mccfr::new(&game, MccfrConfig::default()).unwrap().search(&view, &budget, &mut Random::new(1));
    assert!(report.simulations > 0 && report.ended_by == Limit::Time, "{report:?}");
    // Generous, since other tests run beside this one.
    assert!(clock.elapsed() < Duration::from_millis(1_000), "{:?}", clock.elapsed());
}

/// What an agent without probabilities plays at every information set, over several runs.
fn searched<G: Game>(tree: &GameTree<G>, search: &mut dyn Search<G>, simulations: u64, runs: u64) -> Profile {
    let mut profile = Profile::uniform(tree);
    for set in 0..tree.information_sets() {
        let mut weights = vec![0.0; tree.moves(set).len()];
        for run in 0..runs {
            search.reset();
            let mut rng = Random::derive(run, set as u64);
            let report = search.search(tree.view(set).unwrap(), &Budget::simulations(simulations), &mut rng);
            let best = tree.moves(set).iter().position(|&mv| Some(mv) == report.best).unwrap();
            weights[best] += 1.0;
        }
        profile.set(tree, set, &weights);
    }
    profile
}

fn print_table<G: Game>(name: &str, game: &G) {
    let tree = tree_of(game);
    println!("{name}: {} information sets, {} nodes", tree.information_sets(), tree.nodes());
    let show = |what: &str, count: u64, profile: &Profile, clock: std::time::Instant| {
        let (found, seconds) = (Exploitability::of(&tree, profile), clock.elapsed().as_secs_f64());
        let value = profile.value(&tree, Player(0));
        println!("| {what} | {count} | {:.6} | {value:.6} | {:?} | {seconds:.2} s", found.value(), found.bounds());
    };
    for (variant, counts) in [(Variant::Plus, [100, 1_000, 10_000]), (Variant::Vanilla, [100, 1_000, 10_000])] {
        for count in counts.into_iter().filter(|&count| count * tree.nodes() as u64 <= 100_000_000) {
            let clock = std::time::Instant::now();
            show(&format!("{variant:?}"), count, &iterated(&tree, variant, count), clock);
        }
    }
    for sampling in [Sampling::External, Sampling::Outcome] {
        for count in [10_000, 100_000, 1_000_000, 10_000_000] {
            let config = MccfrConfig { sampling, ..MccfrConfig::default() };
            let clock = std::time::Instant::now();
            show(&format!("{sampling:?}"), count, &sampled(game, &tree, config, count), clock);
        }
    }
}

/// Prints the numbers of the table in docs/cfr.md.
#[test]
#[ignore = "measures"]
fn measured() {
    print_table("kuhn-poker", &KuhnPoker);
    let tree = tree_of(&KuhnPoker);
    for (observers, name) in [(Observers::Single, "single"), (Observers::Multi, "multi")] {
        for simulations in [100, 1_000, 10_000] {
            let config = ismcts::Config { observers, ..ismcts::Config::default() };
            let mut search = Ismcts::new(KuhnPoker, config).unwrap();
            let found = Exploitability::of(&tree, &searched(&tree, &mut search, simulations, 20));
            println!("| ismcts {name} | {simulations} | {:.6} | {:?}", found.value(), found.bounds());
        }
    }
    print_table("leduc-poker", &LeducPoker);
    let options = goofspiel::Options { cards: 4, ..goofspiel::Options::default() };
    print_table("goofspiel:cards=4", &Goofspiel::new(options).unwrap());
}
