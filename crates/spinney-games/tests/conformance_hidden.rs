//! The searches for hidden information: information-set search is exact on open trees; all play games that hide something
//! legally and within their budgets, never see what they may not, and answer the same on any number of threads.

use spinney::budget::Budget;
use spinney::erased::AnyGame;
use spinney::game::{Game, Moves, PerfectInformation, Player, Turn, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::belief_search::{self, BeliefSearch};
use spinney::search::cfr::{Cfr, CfrConfig, Mccfr, MccfrConfig};
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig};
use spinney::search::greedy::Greedy;
use spinney::search::ismcts::{self, Ismcts, Observers};
use spinney::search::mcts::{self, Mcts};
use spinney::search::parameter::Configure;
use spinney::search::pimc::{self, Pimc};
use spinney_games::bridge_play::{BridgePlay, Options};
use spinney_games::connect_four::ConnectFour;
use spinney_games::kuhn_poker::KuhnPoker;
use spinney_games::leduc_poker::LeducPoker;
use spinney_games::scotland_yard::{self, ScotlandYard};
use spinney_games::scotland_yard_grid::{self, ScotlandYardGrid};
use spinney_games::tree::RandomTree;
use spinney_testkit::conformance::{Claim, Claims, Made, Probed, Suite};

/// Exact with perfect information except for joint turns, which it rejects.
const TURNS: Claims = Claims { joint: Claim::Refuses, mixed: Claim::Refuses, hidden: Claim::Plays, ..Claims::exact() };

/// Plays what hides something, and promises nothing about how well.
const HIDDEN: Claims = Claims { unsampled: Claim::Refuses, ..Claims::legal() };

fn bridge(cards: usize) -> BridgePlay {
    BridgePlay::new(Options { cards, ..Options::default() }).unwrap()
}

/// Three rounds with two detectives.
fn yard() -> ScotlandYard {
    let options = scotland_yard::Options { detectives: 2, log: Some(3), ..scotland_yard::Options::default() };
    ScotlandYard::new(options).unwrap()
}

fn chase() -> ScotlandYardGrid {
    ScotlandYardGrid::new(scotland_yard_grid::Options::new(4, 2, 6)).unwrap()
}

#[test]
fn information_set_search_is_exact_on_open_trees() {
    for (observers, threads, expand) in [(Observers::Single, 1, 1), (Observers::Multi, 1, 1), (Observers::Single, 2, 5)]
    {
        let config = ismcts::Config { observers, threads, expand, ..ismcts::Config::default() };
        let summary = Suite::new(TURNS, 20_000, 0.12)
            .run(RandomTree::forest(11, 144), |game| Ok(Box::new(Ismcts::new(game, config.clone())?)));
        assert!(summary.passed(), "{observers:?} on {threads} threads: {summary}");
        assert!(summary.exact > 100, "{summary}");
    }
}

/// Games are erased, so that every search is compiled once for all of them.
fn run<G: Game + 'static>(game: impl Fn() -> G, make: impl for<'g> Fn(&'g Probed<AnyGame>) -> Made<'g, AnyGame>) {
    // Every game is also put to the search in disguise; here it hides something anyway.
    let games = (0..3).map(|number| (format!("game {number}"), AnyGame::new(game())));
    let summary = Suite::new(HIDDEN, 2_000, 0.0).run(games, make).expect_passed();
    assert!(summary.decisions >= 6, "{summary}");
}

fn pimc_of(game: &Probed<AnyGame>) -> Made<'_, AnyGame> {
    let config = pimc::Config { determinizations: 10, threads: 1 };
    Ok(Box::new(Pimc::new(game, config, |open| Ok(Box::new(Mcts::new(open, mcts::Config::default())?)))?))
}

fn ismcts_of(game: &Probed<AnyGame>, observers: Observers) -> Made<'_, AnyGame> {
    Ok(Box::new(Ismcts::new(game, ismcts::Config { observers, ..ismcts::Config::default() })?))
}

fn beliefs_of(game: &Probed<AnyGame>) -> Made<'_, AnyGame> {
    Ok(Box::new(BeliefSearch::new(game, belief_search::Config::default())?))
}

#[test]
fn games_that_hide_something_are_played_legally_and_within_the_budget() {
    run(|| KuhnPoker, beliefs_of);
    run(|| bridge(4), beliefs_of);
    run(|| KuhnPoker, |game| ismcts_of(game, Observers::Single));
    run(|| KuhnPoker, |game| ismcts_of(game, Observers::Multi));
    run(|| KuhnPoker, pimc_of);
    run(|| KuhnPoker, |game| Ok(Box::new(Cfr::new(game, CfrConfig::default())?)));
    run(|| KuhnPoker, |game| Ok(Box::new(Mccfr::new(game, MccfrConfig::default())?)));
    run(|| LeducPoker, |game| Ok(Box::new(Mccfr::new(game, MccfrConfig::default())?)));
    run(|| LeducPoker, |game| ismcts_of(game, Observers::Multi));
    run(|| LeducPoker, pimc_of);
    run(|| LeducPoker, beliefs_of);
    run(|| bridge(4), |game| ismcts_of(game, Observers::Single));
    run(|| bridge(4), |game| ismcts_of(game, Observers::Multi));
    run(|| bridge(4), pimc_of);
    run(|| bridge(4), |game| Ok(Box::new(Greedy::new(game)?)));
    run(yard, |game| ismcts_of(game, Observers::Single));
    run(yard, |game| ismcts_of(game, Observers::Multi));
    run(yard, pimc_of);
    run(yard, |game| Ok(Box::new(Greedy::new(game)?)));
    run(chase, |game| ismcts_of(game, Observers::Single));
    run(chase, |game| ismcts_of(game, Observers::Multi));
    run(chase, pimc_of);
    run(chase, |game| Ok(Box::new(Greedy::new(game)?)));
}

#[test]
fn what_cannot_be_played_is_refused() {
    let solver = |open| Ok(Box::new(Exhaustive::new(open, ExhaustiveConfig::default())?) as _);
    let game = ConnectFour::default();
    let refusal = Pimc::new(&game, pimc::Config::default(), solver).err().unwrap();
    assert!(refusal.to_string().contains("pimc is for hidden information"), "{refusal}");
    let none = pimc::Config { determinizations: 0, ..pimc::Config::default() };
    assert!(Pimc::new(&KuhnPoker, none, |open| Ok(Box::new(Mcts::new(open, mcts::Config::default())?))).is_err());
    assert!(Greedy::new(KuhnPoker).is_err(), "no tactics, and an evaluation would need open cards");
    let mut config = ismcts::Config::default();
    config.set("playout", "sensible").unwrap();
    assert!(Ismcts::new(bridge(5), config.clone()).is_ok());
    let refusal = Ismcts::new(KuhnPoker, config).err().unwrap();
    assert!(refusal.to_string().contains("known: auto, uniform"), "{refusal}");
}

type Maker = fn(&BridgePlay) -> Box<dyn Search<&BridgePlay> + '_>;

fn makers() -> [(&'static str, Maker); 6] {
    fn pimc(game: &BridgePlay, threads: usize) -> Box<dyn Search<&BridgePlay> + '_> {
        let config = pimc::Config { determinizations: 12, threads };
        let solver = |open| Ok(Box::new(Exhaustive::new(open, ExhaustiveConfig::default())?) as _);
        Box::new(Pimc::new(game, config, solver).unwrap())
    }
    fn ismcts(game: &BridgePlay, observers: Observers) -> Box<dyn Search<&BridgePlay> + '_> {
        Box::new(Ismcts::new(game, ismcts::Config { observers, ..ismcts::Config::default() }).unwrap())
    }
    [
        ("pimc", |game| pimc(game, 1)),
        ("pimc on three threads", |game| pimc(game, 3)),
        ("ismcts single", |game| ismcts(game, Observers::Single)),
        ("ismcts multi", |game| ismcts(game, Observers::Multi)),
        ("greedy", |game| Box::new(Greedy::new(game).unwrap())),
        ("beliefs", |game| Box::new(BeliefSearch::new(game, belief_search::Config::default()).unwrap())),
    ]
}

/// Positions of random games in which a player has a choice.
fn choices(game: &BridgePlay, games: u64) -> Vec<(<BridgePlay as Game>::State, Player)> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = Random::new(seed);
        let mut state = game.start(&mut rng);
        let mut moves = Moves::new();
        while let Turn::Player(player) = game.turn(&state, &mut moves) {
            if moves.len() > 1 {
                found.push((state, player));
            }
            game.play(&mut state, moves[rng.below(moves.len())]);
            moves.clear();
        }
    }
    found
}

#[test]
fn a_decision_does_not_depend_on_what_is_not_seen() {
    let game = bridge(4);
    let hidden = game.capabilities().hidden.unwrap();
    let answer = |search: &mut dyn Search<&BridgePlay>, state: &_, player| {
        let view = View::of(&game, state, player);
        search.search(&view, &Budget::simulations(3_000), &mut Random::new(9)).with_seconds(0.0)
    };
    for (state, player) in choices(&game, 3) {
        let view = View::of(&game, &state, player);
        let other = hidden.sample(view.state(), player, &mut Random::new(77));
        for (name, make) in makers() {
            let report = answer(&mut *make(&game), &state, player);
            assert_eq!(report, answer(&mut *make(&game), &other, player), "{name}");
        }
    }
}

#[test]
fn the_number_of_threads_does_not_change_what_deals_are_worth() {
    let game = bridge(3);
    let makers = makers();
    for (state, player) in choices(&game, 5) {
        let view = View::of(&game, &state, player);
        let answers = [0, 1].map(|maker| {
            let report = (makers[maker].1)(&game).search(&view, &Budget::default(), &mut Random::new(4));
            (report.best, report.value, report.candidates)
        });
        assert_eq!(answers[0], answers[1]);
    }
}

#[test]
fn deals_are_averaged_exactly() {
    // West has one unknown card; the declarer's last two tricks depend on where the cards lie.
    let game = bridge(4);
    for (state, player) in choices(&game, 2) {
        let view = View::of(&game, &state, player);
        let report = (makers()[0].1)(&game).search(&view, &Budget::default(), &mut Random::new(21));
        // The same determinizations, solved one by one.
        let seed = Random::new(21).next();
        let hidden = game.capabilities().hidden.unwrap();
        for candidate in &report.candidates {
            let values = (0..12).map(|deal| {
                let mut deal = hidden.sample(view.state(), player, &mut Random::derive(seed, deal));
                game.play(&mut deal, candidate.mv);
                let solution = spinney::search::exhaustive::solve(&PerfectInformation(&game), &deal, 10_000_000);
                solution.map_or_else(|_| game.payoff(&deal, player), |solution| solution.value_of(player))
            });
            let mean = values.sum::<f64>() / 12.0;
            assert!((candidate.mean.unwrap() - mean).abs() < 1e-9, "{candidate:?}, by hand {mean}");
            assert_eq!(candidate.visits, 12);
        }
        assert_eq!(report.best, Some(report.candidates[0].mv));
        assert!(report.candidates.iter().all(|other| other.mean <= report.value));
    }
}

#[test]
fn dominated_bets_of_kuhn_poker_are_avoided() {
    use spinney::game::capabilities::Notation;
    for (text, player, best) in
        [("KQ check bet", 0, "call"), ("JQ check bet", 0, "fold"), ("QK bet", 1, "call"), ("QJ bet", 1, "fold")]
    {
        let state = KuhnPoker.read_state(text).unwrap();
        let view = View::of(&KuhnPoker, &state, Player(player));
        let solver = |open| Ok(Box::new(Exhaustive::new(open, ExhaustiveConfig::default())?) as _);
        let multi = ismcts::Config { observers: Observers::Multi, ..ismcts::Config::default() };
        let searches: [Box<dyn Search<&KuhnPoker>>; 4] = [
            Box::new(BeliefSearch::new(&KuhnPoker, belief_search::Config::default()).unwrap()),
            Box::new(Pimc::new(&KuhnPoker, pimc::Config::default(), solver).unwrap()),
            Box::new(Ismcts::new(&KuhnPoker, ismcts::Config::default()).unwrap()),
            Box::new(Ismcts::new(&KuhnPoker, multi).unwrap()),
        ];
        for mut search in searches {
            let report = search.search(&view, &Budget::simulations(2_000), &mut Random::new(2));
            assert_eq!(KuhnPoker.write_move(&state, report.best.unwrap()), best, "{text}");
        }
    }
}

#[test]
fn memory_is_kept_within_bounds() {
    let game = bridge(13);
    let state = game.start(&mut Random::new(3));
    let view = View::of(&game, &state, Player(1));
    for observers in [Observers::Single, Observers::Multi] {
        let mut search = Ismcts::new(&game, ismcts::Config { observers, ..ismcts::Config::default() }).unwrap();
        let budget = Budget::simulations(20_000).with_memory(100_000);
        let report = search.search(&view, &budget, &mut Random::new(1));
        assert_eq!(report.simulations, 20_000);
        assert!(report.bytes <= 100_000, "{}", report.bytes);
        assert!(report.notes.iter().any(|note| note.contains("memory")), "{:?}", report.notes);
    }
}
