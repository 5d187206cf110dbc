//! What playouts have shown of a rule sheet guides searches and proves nothing; what is declared is proven.

use spinney::budget::Budget;
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig};
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{self, Mcts};
use spinney::search::minimax::{self, AlphaBeta, Minimax, MinimaxConfig};
use spinney::search::proof::{AndOr, AndOrConfig, DfPn, DfPnConfig};
use spinney::search::value_iteration::{self, ValueIteration};
use spinney::search::{Refusal, Search};
use spinney_gdl::game::{LoadOptions, MoveId, RuleSheet};

const NUMBERS: u32 = 1_000;

/// Bob takes, and both get 50; or he trusts ann, who picks a number. One of very many pays both 100, the others 50 each.
fn trust() -> RuleSheet {
    let mut text = "
        (role bob) (role ann)
        (init (turn bob))
        (<= (legal bob take) (true (turn bob)))
        (<= (legal bob trust) (true (turn bob)))
        (<= (legal ann wait) (true (turn bob)))
        (<= (legal ann (pick ?n)) (true (turn ann)) (number ?n))
        (<= (legal bob wait) (true (turn ann)))
        (<= (next (turn ann)) (does bob trust))
        (<= (next settled) (does bob take))
        (<= (next (picked ?n)) (does ann (pick ?n)))
        (<= done (true settled))
        (<= done (true (picked ?n)))
        (<= terminal done)
        (<= (goal ?r 100) (role ?r) (true (picked n777)))
        (<= (goal ?r 50) (role ?r) (not (true (picked n777))))
        "
    .to_owned();
    (0..NUMBERS).for_each(|number| text += &format!("(number n{number})\n"));
    RuleSheet::load("trust", &text, &LoadOptions::default()).expect("a sheet")
}

type Made<'g> = Result<Box<dyn Search<&'g RuleSheet> + 'g>, Refusal>;

/// Every search that can claim proofs.
fn provers(game: &RuleSheet) -> Vec<(&'static str, Made<'_>)> {
    fn boxed<'g, S: Search<&'g RuleSheet> + 'g>(made: Result<S, Refusal>) -> Made<'g> {
        made.map(|search| Box::new(search) as Box<dyn Search<&'g RuleSheet> + 'g>)
    }
    let two = mcts::Config { threads: 2, ..mcts::Config::default() };
    vec![
        ("mcts", boxed(Mcts::new(game, mcts::Config::default()))),
        ("mcts, two threads", boxed(Mcts::new(game, two))),
        ("alpha-beta", boxed(AlphaBeta::new(game, minimax::Config::default()))),
        ("minimax", boxed(Minimax::new(game, MinimaxConfig::default()))),
        ("df-pn", boxed(DfPn::new(game, DfPnConfig::default()))),
        ("and-or", boxed(AndOr::new(game, AndOrConfig::default()))),
        ("exhaustive", boxed(Exhaustive::new(game, ExhaustiveConfig::default()))),
        ("value-iteration", boxed(ValueIteration::new(game, value_iteration::Config::default()))),
        ("ismcts", boxed(Ismcts::new(game, ismcts::Config::default()))),
    ]
}

/// Proven values of take and trust, as far as there are any.
fn proven(report: &Report<MoveId>, of: MoveId) -> Option<f64> {
    report.candidates.iter().find(|candidate| candidate.mv == of).and_then(|candidate| candidate.proven)
}

#[test]
fn a_sum_that_was_only_observed_proves_nothing() {
    let game = trust();
    let info = game.info();
    assert_eq!(info.constant_sum, None, "the sheet has no constant sum");
    assert_eq!(info.observed.constant_sum, Some(100.0), "the playouts do not show the exception");
    assert_eq!(info.range.map(|range| (range.low, range.high)), Some((0.0, 100.0)), "goals are written in the rules");
    let state = game.start_state();
    let view = View::of(&game, &state, Player(0));
    let moves = game.capabilities().notation.expect("notation");
    let mv = |text: &str| moves.read_move(&state, text).expect("a move");
    let (take, trust) = (mv("take"), mv("trust"));
    for (name, made) in provers(&game) {
        let Ok(mut search) = made else {
            println!("{name} refuses the game");
            continue;
        };
        for seed in 1..=2 {
            let budget = Budget::simulations(10_000);
            let report = search.search(&view, &budget, &mut Random::new(seed));
            println!("{name}: {:?} value {:?} proven {}", report.best, report.value, report.proven);
            assert!(proven(&report, take).is_none_or(|value| value == 50.0), "{name}: take is worth 50");
            assert!(proven(&report, trust).is_none_or(|value| value == 100.0), "{name}: trust is worth 100");
            if report.proven {
                assert_eq!((report.best, report.value), (Some(trust), Some(100.0)), "{name}");
            }
            search.reset();
        }
    }
}

fn load(text: &str) -> RuleSheet {
    RuleSheet::load("sheet", text, &LoadOptions::default()).expect("a sheet")
}

#[test]
fn sums_of_ordinary_rule_sheets_are_proven() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough", "hex", "last-match"] {
        let path = format!("{}/../../games/{name}.kif", env!("CARGO_MANIFEST_DIR"));
        let sheet = load(&std::fs::read_to_string(path).expect("a text"));
        assert_eq!(sheet.info().constant_sum, Some(100.0), "{name}");
    }
}

/// Two players take turns; each step adds a mark. The game ends after three marks.
fn marks(goals: &str) -> RuleSheet {
    load(&format!(
        "(role a) (role b) (init (turn a)) (init (marks 0))
         (succ 0 1) (succ 1 2) (succ 2 3)
         (<= (legal ?r (mark ?x)) (true (turn ?r)) (kind ?x)) (kind x) (kind o)
         (<= (legal ?r wait) (role ?r) (not (true (turn ?r))))
         (<= (next (turn a)) (true (turn b)))
         (<= (next (turn b)) (true (turn a)))
         (<= (next (marks ?n)) (true (marks ?m)) (succ ?m ?n))
         (<= (next (has ?r ?x)) (does ?r (mark ?x)))
         (<= (next (has ?r ?x)) (true (has ?r ?x)))
         (<= terminal (true (marks 3)))
         {goals}"
    ))
}

#[test]
fn a_sum_that_fails_in_one_state_is_not_declared() {
    let won = "(<= won (true (has a x)) (true (has b x)))";
    let fair = marks(&format!(
        "{won} (<= (goal a 100) won) (<= (goal b 0) won) (<= (goal a 40) (not won)) (<= (goal b 60) (not won))"
    ));
    assert_eq!(fair.info().constant_sum, Some(100.0));
    let unfair = marks(&format!(
        "{won} (<= (goal a 100) won) (<= (goal b 0) won) (<= (goal a 40) (not won)) (<= (goal b 60) (not won) (true (has a o)))
         (<= (goal b 50) (not won) (not (true (has a o))))"
    ));
    assert_eq!(unfair.info().constant_sum, None, "40 and 50, if a marks x only and b does not");
    let missing = marks(&format!("{won} (<= (goal a 100) won) (<= (goal b 0) won)"));
    assert_eq!(missing.info().constant_sum, None, "nobody has a goal unless it is won");
    let double = marks(&format!(
        "{won} (<= (goal a 100) won) (<= (goal b 0) won) (<= (goal a 0) (true (has a o))) (<= (goal b 100) (true (has a o)))"
    ));
    assert_eq!(double.info().constant_sum, None, "several goals at once, or none");
}

#[test]
fn a_role_without_moves_does_not_break_a_declared_sum() {
    // A can mark x once; then no role has a mark left, though the game is not over.
    let sheet = load(
        "(role a) (role b) (init (turn a))
         (<= (legal a stop) (true (turn a)))
         (<= (legal a go) (true (turn a)))
         (<= (legal b wait) (true (turn a)))
         (<= (next stopped) (does a stop))
         (<= (next gone) (does a go))
         (<= terminal (true stopped))
         (<= (goal a 100) (true stopped))
         (<= (goal b 0) (true stopped))",
    );
    assert_eq!(sheet.info().constant_sum, Some(100.0));
    let mut state = sheet.start_state();
    let go = sheet.capabilities().notation.expect("notation").read_move(&state, "go").expect("a move");
    sheet.play(&mut state, go);
    assert_eq!(sheet.turn(&state, &mut Moves::new()), Turn::Over);
    assert_eq!([0, 1].map(|seat| sheet.payoff(&state, Player(seat))), [50.0, 50.0]);
}
