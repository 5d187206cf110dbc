//! A rule sheet that is not played as its rules say: nothing about it is proven, by any search.

use std::sync::Arc;

use spinney::AnyGame;
use spinney::budget::{Budget, NoClock, Watch};
use spinney::game::{Game, Moves, NoRecorder, PerfectInformation, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig, solve};
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::explain::{Ending, Explainer};
use spinney::search::mcts::{self, Mcts, Parallel};
use spinney::search::minimax::{self, AlphaBeta, Minimax, MinimaxConfig};
use spinney::search::proof::{AndOr, AndOrConfig, DfPn, DfPnConfig};
use spinney::search::single_player::portfolio::{self, Portfolio};
use spinney::search::value_iteration::{self, ValueIteration};
use spinney::search::{Refusal, Search, TreeLimits, TreeView};
use spinney_gdl::game::{EngineChoice, LoadOptions, MoveId, RuleSheet};
use spinney_gdl::limits::Limits;

/// Enough that no probe finds the special one.
const NUMBERS: u32 = 500;
const SPECIAL: &str = "(pick n401)";

fn numbers() -> String {
    (0..NUMBERS).map(|number| format!("(number n{number})\n")).collect()
}

fn load(text: &str) -> RuleSheet {
    RuleSheet::load("sheet", text, &LoadOptions::default()).expect("a sheet")
}

/// Ann picks a number and gets 25, bob 75. After one number out of many they play matching pennies instead, of which
/// each wins half of the games: so that number is best, and worth 50. One after the other, ann would lose.
fn hidden_pennies() -> RuleSheet {
    load(&format!(
        "(role ann) (role bob) (init start) {}
         (<= (legal ann (pick ?n)) (true start) (number ?n))
         (<= (legal bob wait) (true start))
         (<= (legal ?r (show ?side)) (role ?r) (true pennies) (side ?side)) (side heads) (side tails)
         (<= (next pennies) (does ann (pick n401)))
         (<= (next picked) (does ann (pick ?n)) (distinct ?n n401))
         (<= (next (shown ?r ?side)) (does ?r (show ?side)))
         (<= equal (true (shown ann ?side)) (true (shown bob ?side)))
         (<= unequal (true (shown ann heads)) (true (shown bob tails)))
         (<= unequal (true (shown ann tails)) (true (shown bob heads)))
         (<= terminal (true picked)) (<= terminal equal) (<= terminal unequal)
         (<= (goal ann 25) (true picked)) (<= (goal bob 75) (true picked))
         (<= (goal ann 100) equal) (<= (goal bob 0) equal)
         (<= (goal ann 0) unequal) (<= (goal bob 100) unequal)",
        numbers()
    ))
}

/// One player picks a number; after one of many there is no legal move, though the game is not over.
fn hidden_dead_end() -> RuleSheet {
    load(&format!(
        "(role ann) (init start) {}
         (<= (legal ann (pick ?n)) (true start) (number ?n))
         (<= (next stuck) (does ann (pick n401)))
         (<= (next picked) (does ann (pick ?n)) (distinct ?n n401))
         (<= terminal (true picked))
         (<= (goal ann 50) (true picked)) (<= (goal ann 100) (true stuck))",
        numbers()
    ))
}

/// One player picks a number; the state after one of many, or its goal, takes more memory than the limits allow.
fn hidden_explosion(when: &str, what: &str) -> RuleSheet {
    let limits = Limits { memory: 16 << 20, ..Limits::default() };
    let options = LoadOptions { engine: EngineChoice::Interpreter, limits, ..LoadOptions::default() };
    let text = format!(
        "(role ann) (init start) {}
         (<= (legal ann (pick ?n)) (true start) (number ?n))
         (<= (next picked) (does ann (pick ?n)))
         (<= (next special) (does ann (pick n401)))
         {what}
         (<= terminal (true picked))
         (<= (goal ann 50) (true picked) (not (true special)))
         (<= many (number ?a) (number ?b) (number ?c) (number ?d) (number ?e) (sum ?a ?b ?c ?d ?e))
         (<= (sum ?a ?b ?c ?d ?e) {when} (number ?a) (number ?b) (number ?c) (number ?d) (number ?e) (distinct ?a ?b))",
        numbers()
    );
    RuleSheet::load("sheet", &text, &options).expect("a sheet")
}

type Boxed<'g> = Box<dyn Search<&'g RuleSheet> + 'g>;
type Make = for<'g> fn(&'g RuleSheet) -> Result<Boxed<'g>, Refusal>;

fn boxed<'g, S: Search<&'g RuleSheet> + 'g>(made: Result<S, Refusal>) -> Result<Boxed<'g>, Refusal> {
    made.map(|search| Box::new(search) as Boxed<'g>)
}

fn mcts_on(threads: usize, parallel: Parallel) -> mcts::Config {
    mcts::Config { threads, parallel, ..mcts::Config::default() }
}

/// Every search that can claim proofs.
const PROVERS: [(&str, Make); 12] = [
    ("mcts", |game| boxed(Mcts::new(game, mcts::Config::default()))),
    ("mcts, shared tree", |game| boxed(Mcts::new(game, mcts_on(2, Parallel::Tree)))),
    ("mcts, a tree per thread", |game| boxed(Mcts::new(game, mcts_on(2, Parallel::Root)))),
    ("mcts, parallel leaves", |game| boxed(Mcts::new(game, mcts_on(2, Parallel::Leaf)))),
    ("alpha-beta", |game| boxed(AlphaBeta::new(game, minimax::Config::default()))),
    ("minimax", |game| boxed(Minimax::new(game, MinimaxConfig::default()))),
    ("df-pn", |game| boxed(DfPn::new(game, DfPnConfig::default()))),
    ("and-or", |game| boxed(AndOr::new(game, AndOrConfig::default()))),
    ("exhaustive", |game| boxed(Exhaustive::new(game, ExhaustiveConfig::default()))),
    ("value-iteration", |game| boxed(ValueIteration::new(game, value_iteration::Config::default()))),
    ("ismcts", |game| boxed(Ismcts::new(game, ismcts::Config { solver: true, ..ismcts::Config::default() }))),
    ("portfolio", |game| boxed(Portfolio::new(game, portfolio::Config::default()))),
];

const NOTHING: &str = "nothing is proven";

fn assert_no_claim(name: &str, report: &Report<MoveId>) {
    assert!(!report.proven, "{name}: {report:?}");
    let claim = report.candidates.iter().find(|one| one.proven.is_some() || one.proven_at_most.is_some());
    assert!(claim.is_none(), "{name}: {claim:?}");
    let claims = ["asked", "exact within", "at least", "lies between"];
    assert!(!report.notes.iter().any(|note| claims.iter().any(|claim| note.contains(claim))), "{name}: {report:?}");
    assert!(report.notes.iter().any(|note| note.contains(NOTHING)), "{name}: {:?}", report.notes);
}

fn proofs_in<M>(tree: &TreeView<M>) -> usize {
    usize::from(tree.stats.proven.is_some()) + tree.children.iter().map(proofs_in).sum::<usize>()
}

/// Runs every prover on a fresh game, whose flaw it finds itself; returns those that accept it.
fn run_all(sheet: fn() -> RuleSheet) -> Vec<&'static str> {
    let mut accepted = Vec::new();
    for (name, make) in PROVERS {
        let game = sheet();
        assert!(!game.is_flawed(), "loading shows nothing");
        let state = game.start_state();
        let view = View::of(&game, &state, Player(0));
        let Ok(mut search) = make(&game) else { continue };
        accepted.push(name);
        let report = search.search(&view, &Budget::simulations(12_000), &mut Random::new(1));
        assert!(game.is_flawed(), "{name} finds the state that is not played by the rules");
        assert_no_claim(name, &report);
        let tree = search.tree(&TreeLimits::default());
        assert_eq!(tree.map_or(0, |tree| proofs_in(&tree)), 0, "{name}: the tree claims nothing");
        // What was kept from the first search claims nothing either.
        let again = search.search(&view, &Budget::simulations(100), &mut Random::new(2));
        assert_no_claim(name, &again);
        assert!(game.remarks().iter().any(|remark| remark.contains(NOTHING)), "{:?}", game.remarks());
    }
    accepted
}

#[test]
fn simultaneous_moves_that_no_playout_showed_prove_nothing() {
    let info = hidden_pennies().info();
    assert!(!info.joint, "the playouts do not show the simultaneous moves");
    assert_eq!(info.constant_sum, Some(100.0), "the sum does not depend on that");
    let accepted = run_all(hidden_pennies);
    assert_eq!(accepted.len(), 11, "{accepted:?}");
}

#[test]
fn a_role_without_moves_proves_nothing() {
    let accepted = run_all(hidden_dead_end);
    assert!(accepted.contains(&"portfolio") && accepted.contains(&"df-pn"), "{accepted:?}");
}

#[test]
fn a_state_that_cannot_be_computed_proves_nothing() {
    let game = hidden_explosion("(does ann (pick n401))", "(<= (next huge) many)");
    let mut state = game.start_state();
    let mv = game.capabilities().notation.expect("notation").read_move(&state, SPECIAL).expect("a move");
    game.play(&mut state, mv);
    assert!(game.is_flawed() && game.turn(&state, &mut Moves::new()) == Turn::Over);
    let start = game.start_state();
    let key = game.capabilities().key.expect("keys");
    assert_ne!(key.key(&state), key.key(&start), "an end is not the state before it");
}

#[test]
fn goals_that_cannot_be_computed_prove_nothing() {
    let game = hidden_explosion("(true special)", "(<= (goal ann 100) many)");
    let mut state = game.start_state();
    let mv = game.capabilities().notation.expect("notation").read_move(&state, SPECIAL).expect("a move");
    game.play(&mut state, mv);
    assert_eq!(game.turn(&state, &mut Moves::new()), Turn::Over);
    assert!(!game.is_flawed(), "the state itself is fine");
    assert_eq!(game.payoff(&state, Player(0)), 0.0);
    assert!(game.is_flawed(), "its goals are not");
}

#[test]
fn reports_of_a_running_search_claim_nothing_about_a_game_that_is_not_played_by_its_rules() {
    for (name, make) in PROVERS {
        let game = hidden_pennies();
        let state = game.start_state();
        let view = View::of(&game, &state, Player(0));
        let Ok(mut search) = make(&game) else { continue };
        search.search(&view, &Budget::simulations(12_000), &mut Random::new(1));
        let watch = Watch::default();
        let clock = Arc::new(NoClock);
        let budget = Budget { watch: watch.clone(), clock, ..Budget::simulations(12_000) };
        search.reset();
        watch.ask();
        search.search(&view, &budget, &mut Random::new(1));
        if let Some(report) = watch.latest::<MoveId>() {
            assert_no_claim(name, &report);
        }
    }
}

#[test]
fn a_trace_claims_nothing_about_a_game_that_is_not_played_by_its_rules() {
    let game = hidden_pennies();
    let state = game.start_state();
    let view = View::of(&game, &state, Player(0));
    let mut explainer = Explainer::new(&game, mcts::Config::default(), &view, &mut Random::new(1)).expect("accepted");
    let mut searched = 0;
    for _ in 0..3 * NUMBERS {
        let cycle = explainer.cycle();
        if !game.is_flawed() {
            continue;
        }
        let stats = cycle.update.iter().flat_map(|change| [change.before, change.after]);
        let arms = cycle.selection.iter().flat_map(|choice| &choice.candidates).map(|arm| arm.stats);
        assert!(stats.chain(arms).all(|stats| stats.proven.is_none()));
        assert_eq!(proofs_in(&cycle.tree), 0);
        assert_ne!(cycle.simulation.ending, Ending::Proven);
        searched += usize::from(cycle.simulation.ending == Ending::Searched);
    }
    assert!(game.is_flawed() && !explainer.is_proven());
    let answer = explainer.answer().expect("an answer");
    assert!(!answer.proven && answer.candidates.iter().all(|candidate| candidate.proven.is_none()));
    println!("{searched} cycles ended where everything was searched; complete: {}", explainer.is_complete());
}

#[test]
fn wrappers_pass_on_that_a_game_is_not_played_by_its_rules() {
    let game = AnyGame::new(hidden_pennies());
    assert!(!game.is_flawed());
    let state = game.start(&mut Random::new(1));
    assert!(solve(&game, &state, 100_000).is_err(), "no exact solution of another game");
    assert!(game.is_flawed() && game.revealed().is_flawed() && PerfectInformation(&game).is_flawed());
}

/// Random playouts make simultaneous moves as the rules say, so they are no flaw.
#[test]
fn playouts_alone_do_not_depart_from_the_rules() {
    let game = hidden_pennies();
    let mut state = game.start_state();
    let mv = game.capabilities().notation.expect("notation").read_move(&state, SPECIAL).expect("a move");
    game.play(&mut state, mv);
    while game.random_step(&mut state, &mut Moves::new(), &mut Random::new(1), &mut NoRecorder) {}
    assert!(!game.is_flawed());
}

#[test]
fn turn_based_sheets_keep_their_proofs() {
    for (name, steps) in [("tic-tac-toe", 4), ("last-match", 1)] {
        let path = format!("{}/../../games/{name}.kif", env!("CARGO_MANIFEST_DIR"));
        let game = load(&std::fs::read_to_string(path).expect("a text"));
        assert!(game.network().is_some_and(|network| network.active(network.start()).is_some()), "{name}: phases");
        let mut state = game.start_state();
        let mut moves = Moves::new();
        // Near the end, so that every search gets there.
        for _ in 0..steps {
            moves.clear();
            game.turn(&state, &mut moves);
            game.play(&mut state, moves[0]);
        }
        moves.clear();
        let Turn::Player(player) = game.turn(&state, &mut moves) else { panic!("{name} goes on") };
        let exact = solve(&game, &state, 1_000_000).expect("small").value_of(player);
        for (search_name, make) in PROVERS {
            let Ok(mut search) = make(&game) else { continue };
            let view = View::of(&game, &state, player);
            let report = search.search(&view, &Budget::simulations(50_000), &mut Random::new(1));
            assert!(report.proven, "{search_name} proves {name}: {report:?}");
            assert_eq!(report.value, Some(exact), "{search_name}, {name}");
        }
        assert!(!game.is_flawed() && game.remarks().is_empty());
    }
}

#[test]
fn an_idle_move_that_may_be_illegal_is_no_phase() {
    // Bob may wait only until ann has gone; then he is stuck, though the game is not over.
    let sheet = load(
        "(role ann) (role bob) (init (turn ann))
         (<= (legal ann stop) (true (turn ann))) (<= (legal ann go) (true (turn ann)))
         (<= (legal bob wait) (true (turn ann)) (not (true gone)))
         (<= (legal bob left) (true (turn bob))) (<= (legal bob right) (true (turn bob)))
         (<= (legal ann idle) (true (turn bob)))
         (<= (next (turn ann)) (true (turn bob))) (<= (next (turn bob)) (true (turn ann)))
         (<= (next gone) (does ann go)) (<= (next gone) (true gone))
         (<= (next (at ?n)) (true (at ?m)) (succ ?m ?n)) (init (at 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
         (<= terminal (true (at 4)))
         (<= (goal ann 100) (true gone)) (<= (goal ann 0) (not (true gone)))
         (<= (goal bob 0) (true gone)) (<= (goal bob 100) (not (true gone)))",
    );
    let mut state = sheet.start_state();
    let mut play = |text: &str| {
        let mv = sheet.capabilities().notation.expect("notation").read_move(&state, text).expect("a move");
        sheet.play(&mut state, mv);
    };
    play("go");
    play("left");
    assert_eq!(sheet.turn(&state, &mut Moves::new()), Turn::Over, "bob has no legal move");
    assert!(sheet.is_flawed());
}

#[test]
fn a_position_that_the_proofs_do_not_cover_is_rejected() {
    let path = format!("{}/../../games/tic-tac-toe.kif", env!("CARGO_MANIFEST_DIR"));
    let sheet = load(&std::fs::read_to_string(path).expect("a text"));
    let notation = sheet.capabilities().notation.expect("notation");
    let start = notation.write_state(&sheet.start_state());
    assert!(notation.read_state(&start).is_ok());
    let whose = sheet.facts(&sheet.start_state()).into_iter().find(|fact| fact.contains(&sheet.roles()[0]));
    let whose = whose.expect("whose turn it is");
    assert!(notation.read_state(&start.replace(&whose, "")).is_err(), "it is nobody's turn");
    let other = whose.replace(&sheet.roles()[0], &sheet.roles()[1]);
    assert!(notation.read_state(&start.replace(&whose, &other)).is_ok(), "it is the other's turn");
    let both = format!("{start} {other}");
    let error = notation.read_state(&both).expect_err("it is the turn of both").to_string();
    assert!(error.contains(&whose) && error.contains(&other), "{error}");
}
