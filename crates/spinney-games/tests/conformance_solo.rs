//! Searches for one player pass the conformance suite: exact for one player without chance, and nothing else is
//! played. On small boards of SameGame they find what exhaustive search finds.

use spinney::budget::{Budget, Limit};
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::exhaustive::solve;
use spinney::search::parameter::Configure;
use spinney::search::single_player::anneal::Anneal;
use spinney::search::single_player::beam::Beam;
use spinney::search::single_player::nested::Nested;
use spinney::search::single_player::nrpa::Nrpa;
use spinney::search::single_player::portfolio::Portfolio;
use spinney::search::single_player::sampling::Sampling;
use spinney_games::samegame::{Options, SameGame};
use spinney_games::tree::RandomTree;
use spinney_testkit::conformance::{Claim, Claims, Suite};

const CLAIMS: Claims = Claims {
    two_players: Claim::Refuses,
    many_players: Claim::Refuses,
    general_sum: Claim::Refuses,
    joint: Claim::Refuses,
    chance: Claim::Refuses,
    ..Claims::exact()
};

fn configure<C: Configure>(text: &str) -> C {
    let mut config = C::default();
    for (key, value) in text.split(',').filter_map(|pair| pair.split_once('=')) {
        config.set(key, value).expect("a known parameter");
    }
    config
}

#[test]
fn learning_rollouts_are_exact() {
    for text in ["level=2", "level=1,playouts=4", "level=3,iterations=20", "level=2,repetitions=5"] {
        let summary = Suite::new(CLAIMS, 20_000, 1e-9)
            .run(RandomTree::forest(17, 288), |game| Ok(Box::new(Nrpa::new(game, configure(text))?)));
        assert!(summary.passed(), "nrpa:{text}: {summary}");
        assert!(summary.exact > 20 && summary.refused > 100, "{summary}");
    }
}

#[test]
fn nested_search_is_exact() {
    for text in ["level=1", "level=2", "level=3", "level=2,memory=false"] {
        let summary = Suite::new(CLAIMS, 20_000, 1e-9)
            .run(RandomTree::forest(17, 288), |game| Ok(Box::new(Nested::new(game, configure(text))?)));
        assert!(summary.passed(), "nested:{text}: {summary}");
        assert!(summary.exact > 20 && summary.refused > 100, "{summary}");
    }
}

#[test]
fn iterative_sampling_is_exact() {
    let summary = Suite::new(CLAIMS, 20_000, 1e-9)
        .run(RandomTree::forest(17, 288), |game| Ok(Box::new(Sampling::new(game, configure(""))?)));
    assert!(summary.passed(), "{summary}");
    assert!(summary.exact > 20 && summary.refused > 100, "{summary}");
}

/// A board that exhaustive search can solve.
fn small_board(seed: u64) -> SameGame {
    let options = Options { rows: Some(4), cols: Some(4), colours: Some(3), ..Options::random(seed) };
    SameGame::new(options).unwrap()
}

fn value_of<'g>(game: &'g SameGame, search: &mut dyn Search<&'g SameGame>, simulations: u64) -> f64 {
    let mut rng = Random::new(5);
    let view = View::of(&game, &game.start(&mut rng), Player(0));
    let report = search.search(&view, &Budget::simulations(simulations), &mut rng);
    let mut state = game.start(&mut rng);
    for &mv in &report.pv {
        game.play(&mut state, mv);
    }
    assert_eq!(Some(game.payoff(&state, Player(0))), report.value, "the line is worth what the report says");
    report.value.unwrap()
}

#[test]
fn small_boards_are_solved() {
    for seed in 0..40 {
        let game = small_board(seed);
        let best = solve(&game, &game.start(&mut Random::new(0)), 5_000_000).unwrap().value_of(Player(0));
        let searches: [(&str, Box<dyn Search<&SameGame>>); 6] = [
            ("nrpa", Box::new(Nrpa::new(&game, configure("rule=free,level=2")).unwrap())),
            ("nested", Box::new(Nested::new(&game, configure("level=2,playout=random")).unwrap())),
            ("beam", Box::new(Beam::new(&game, configure("width=100,rule=free")).unwrap())),
            ("beam by evaluation", Box::new(Beam::new(&game, configure("playouts=0,width=2000,rule=free")).unwrap())),
            ("anneal", Box::new(Anneal::new(&game, configure("hot=1,cold=0.1,runs=10")).unwrap())),
            ("portfolio", Box::new(Portfolio::new(&game, configure("")).unwrap())),
        ];
        for (name, mut search) in searches {
            assert_eq!(value_of(&game, &mut *search, 20_000), best, "{name} on the board of seed {seed}");
        }
    }
}

#[test]
fn races_are_exact_and_prove_small_boards() {
    for text in ["", "least=1000", "least=200,threads=2", "least=200,round=2000"] {
        // A line with the top payoff ends all threads at once, wherever they are.
        let claims = Claims { reproducible: !text.contains("threads"), ..CLAIMS };
        let summary = Suite::new(claims, 20_000, 1e-9)
            .run(RandomTree::forest(17, 144), |game| Ok(Box::new(Portfolio::new(game, configure(text))?)));
        assert!(summary.passed(), "portfolio:{text}: {summary}");
        assert!(summary.exact > 10 && summary.refused > 50, "{summary}");
    }
    let game = small_board(3);
    let view = View::of(&&game, &game.start(&mut Random::new(0)), Player(0));
    let report =
        Portfolio::new(&game, configure("")).unwrap().search(&view, &Budget::simulations(100_000), &mut Random::new(1));
    assert!(report.proven && report.ended_by == Limit::Finished, "{report:?}");
}

/// Budgets are kept, whatever ends them, and the results by then are reported.
#[test]
fn races_keep_their_budget() {
    let game = SameGame::new(Options::random(3)).unwrap();
    let view = View::of(&&game, &game.start(&mut Random::new(0)), Player(0));
    let whole = 3_000_000;
    let budgets =
        [(1, 1, whole), (150, 1, whole), (5_000, 1, whole), (5_000, 2, whole), (5_000, 2, 1_000), (999, 1, 10)];
    for (simulations, threads, round) in budgets {
        let mut best = Portfolio::new(&game, configure(&format!("least=300,threads={threads},round={round}"))).unwrap();
        let report = best.search(&view, &Budget::simulations(simulations), &mut Random::new(1));
        assert!(report.simulations == simulations, "{}", report.simulations);
        assert_eq!(report.ended_by, Limit::Simulations);
        assert!(report.value.is_some());
    }
    // Nothing but the flag ends this one, in the middle of a race or of a later one.
    let budget = Budget::default();
    let (stop, progress) = (budget.stop.clone(), budget.progress.clone());
    let report = std::thread::scope(|scope| {
        scope.spawn(move || {
            while progress.simulations() < 5_000 {
                std::thread::yield_now();
            }
            stop.raise();
        });
        Portfolio::new(&game, configure("least=300")).unwrap().search(&view, &budget, &mut Random::new(1))
    });
    assert_eq!(report.ended_by, Limit::Stopped);
    assert!(report.value > Some(1_000.0));
}

/// A memory limit bounds the width; a beam as wide as that still ends with a full line.
#[test]
fn beams_respect_their_budget() {
    let game = SameGame::new(Options::random(3)).unwrap();
    let mut rng = Random::new(5);
    let view = View::of(&&game, &game.start(&mut rng), Player(0));
    for (strata, threads) in [("moves", 1), ("stage", 1), ("moves", 2)] {
        let mut beam =
            Beam::new(&game, configure(&format!("playout=joining-tabu,strata={strata},threads={threads}"))).unwrap();
        let report = beam.search(&view, &Budget::simulations(30_000), &mut Random::new(1));
        assert_eq!(report.simulations, 30_000);
        assert!(report.value > Some(1_500.0), "{strata}: {:?}", report.value);
        let tight = Budget::simulations(30_000).with_memory(1);
        let narrow = beam.search(&view, &tight, &mut Random::new(1));
        assert!(narrow.value < report.value, "a beam of one position finds {:?}", narrow.value);
    }
    assert!(Beam::new(&game, configure("playout=none")).is_err() && Beam::new(&game, configure("rule=none")).is_err());
}

/// Without playouts a beam goes by the evaluation, with weights that can be given; invalid ones are rejected.
#[test]
fn beams_go_by_the_evaluation() {
    let game = SameGame::new(Options::random(3)).unwrap();
    let view = View::of(&&game, &game.start(&mut Random::new(5)), Player(0));
    let value = |text: &str, weights: &str| {
        let mut config: spinney::search::single_player::beam::Config = configure(text);
        config.set("weights", weights).unwrap();
        let mut beam = Beam::new(&game, config).map_err(|refusal| refusal.to_string())?;
        Ok(beam.search(&view, &Budget::simulations(30_000), &mut Random::new(1)).value.unwrap())
    };
    let own = value("playouts=0", "game").unwrap();
    assert!(own > 800.0, "{own}");
    assert_eq!(value("playouts=0,threads=2", "game"), value("playouts=0,threads=2", "game"));
    // A beam that wants single stones is worse.
    let bad = value("playouts=0", "singles = 100\nsingles-late = 100").unwrap();
    assert!(bad < own - 200.0, "{bad} and {own}");
    let refusal: Result<f64, String> = value("playouts=0", "single = 1");
    assert!(refusal.unwrap_err().contains("did you mean `singles`?"));
    assert!(value("playouts=1", "singles = 1").unwrap_err().contains("playouts=0"));
}

/// A beam that learns from its own best line finds more than the same beams by the guess of the weights, and the same
/// with the same seed. It needs patterns.
#[test]
fn beams_learn_from_their_best_line() {
    let game = SameGame::new(Options::random(3)).unwrap();
    let view = View::of(&&game, &game.start(&mut Random::new(5)), Player(0));
    let value = |simulations: u64, threads: usize| {
        let mut config: spinney::search::single_player::beam::Config = configure("learn=true");
        config.threads = threads;
        let mut beam = Beam::new(&game, config).unwrap();
        beam.search(&view, &Budget::simulations(simulations), &mut Random::new(1)).value.unwrap()
    };
    // The first beam, of width 50, looks at up to 11,250 positions.
    let (first, learnt) = (value(12_000, 1), value(150_000, 1));
    assert!(learnt > first + 100.0, "{first} before learning, {learnt} after it");
    assert_eq!(value(20_000, 1), value(20_000, 1));
    assert_eq!(value(20_000, 2), value(20_000, 2));
    assert!(value(1, 1) > -10_000.0, "there is a line after one playout");
    let many = SameGame::new(Options { colours: Some(7), ..Options::random(3) }).unwrap();
    assert!(Beam::new(&many, configure("learn=true")).is_err());
}
