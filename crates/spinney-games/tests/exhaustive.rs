//! Exhaustive search on trees whose values are known by hand.

use spinney::budget::{Budget, Limit};
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig, Solution, solve};
use spinney_games::tree::{RandomTree, TreeGame};

fn game(text: &str) -> TreeGame {
    TreeGame::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

fn solved(text: &str) -> Solution<u32> {
    solve(&game(text), &0, 1_000_000).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

fn search(text: &str, budget: &Budget) -> Report<u32> {
    let game = game(text);
    let view = View::of(&game, &0, Player(0));
    Exhaustive::new(&game, ExhaustiveConfig::default()).unwrap().search(&view, budget, &mut Random::new(1))
}

#[test]
fn values_by_hand() {
    for (text, value, best) in [
        ("((3 12 8) (2 4 6) (14 5 2))", &[3.0, -3.0][..], vec![0]),
        ("(max 1 (max 5 2) 5)", &[5.0], vec![1, 2]),
        ("(chance 1: (max 4 0) 3: 8)", &[7.0], vec![]),
        ("(max 5 (chance 0.5: (min 0 4) 0.5: 12))", &[6.0, -6.0], vec![1]),
        ("(p0 (p1 [5 1 0] [1 2 0]) (p2 [9 9 0] [3 0 1]))", &[3.0, 0.0, 1.0], vec![1]),
        ("(joint 2x2 3 1 2 0)", &[1.0, -1.0], vec![0]),
        // The prisoner's dilemma: cooperation is strictly dominated.
        ("(joint 2x2 [2 2] [0 3] [3 0] [1 1])", &[1.0, 1.0], vec![1]),
    ] {
        let solution = solved(text);
        assert_eq!(&solution.value[..value.len()], value, "{text}");
        assert_eq!(solution.best_moves(Player(0)), best, "{text}");
        assert!(!solution.mixed && !solution.is_ambiguous(), "{text}");
    }
}

#[test]
fn rock_paper_scissors_is_mixed() {
    let solution = solved("(max -1 (joint 3x3 0 -1 1 1 0 -1 -1 1 0))");
    assert!(solution.mixed);
    assert!(solution.value[0].abs() < 1e-9);
    let joint = solved("(joint 3x3 0 -1 1 1 0 -1 -1 1 0)");
    assert_eq!((joint.turn, joint.best_moves(Player(1))), (Turn::Joint, vec![]));
    for choice in &joint.choices {
        assert!((choice.probability - 1.0 / 3.0).abs() < 1e-9 && (choice.loss - 1.0).abs() < 1e-9, "{choice:?}");
    }
}

#[test]
fn ties_of_several_players_are_bounded() {
    // Player 1 is indifferent below a, and its choice decides whether a or b is better for player 0.
    let solution = solved("(p0 (p1 [5 0 1] [1 0 2]) [3 0 0])");
    assert!(solution.is_ambiguous());
    assert_eq!(solution.value[..3], [5.0, 0.0, 1.0]);
    assert_eq!((&solution.low[..3], &solution.high[..3]), (&[3.0, 0.0, 0.0][..], &[5.0, 0.0, 2.0][..]));
    assert_eq!(solution.best_moves(Player(0)), [0, 1]);
    // Here the tie does not matter.
    assert!(!solved("(p0 (p1 [2 0 1] [1 0 2]) [3 0 0])").is_ambiguous());
}

#[test]
fn games_without_exact_value_are_refused() {
    // The battle of the sexes has two equilibria.
    let refusal = solve(&game("(joint 2x2 [2 1] [0 0] [0 0] [1 2])"), &0, 100).unwrap_err();
    assert!(refusal.to_string().contains("no exact value"), "{refusal}");
    let refusal = solve(&game("((1 2) (3 4))"), &0, 5).unwrap_err();
    assert!(refusal.to_string().contains("within 5 positions"), "{refusal}");
    assert!(solve(&game("((1 2) (3 4))"), &0, 6).is_ok());
}

#[test]
fn depth_does_not_overflow_the_stack() {
    const DEPTH: usize = 100_000;
    let game = game(&format!("{}1{}", "(".repeat(DEPTH), ")".repeat(DEPTH)));
    let solution = solve(&game, &0, 1_000_000).unwrap();
    assert_eq!((solution.value[0], solution.depth as usize, solution.nodes as usize), (1.0, DEPTH, DEPTH));
}

#[test]
fn a_report_has_the_line_and_proven_values() {
    let report = search("((3 12 8) (2 4 6) (14 5 2))", &Budget::default());
    assert_eq!((report.best, report.value, report.proven), (Some(0), Some(3.0), true));
    assert_eq!((report.pv, report.simulations, report.depth), (vec![0, 0], 12, 2));
    assert_eq!(report.ended_by, Limit::Finished);
    let proven: Vec<_> = report.candidates.iter().map(|candidate| (candidate.mv, candidate.proven)).collect();
    assert_eq!(proven, [(0, Some(3.0)), (1, Some(2.0)), (2, Some(2.0))]);
}

#[test]
fn a_short_budget_answers_by_what_is_known() {
    let report = search("((1 2) (7 8) (9 10))", &Budget::simulations(7));
    assert_eq!((report.best, report.value, report.proven), (Some(1), Some(7.0), false));
    assert_eq!((report.simulations, report.ended_by), (7, Limit::Simulations));
    assert_eq!(report.notes, ["not exact: ended after 7 positions"]);
    assert_eq!(search("((1 2) (7 8))", &Budget::simulations(0)).best, Some(0));
}

#[test]
fn an_equilibrium_is_drawn_by_its_probabilities() {
    let game = game("(joint 2x2 2 -1 -2 2)");
    let mut search = Exhaustive::new(&game, ExhaustiveConfig::default()).unwrap();
    let mut rng = Random::new(5);
    let view = View::of(&game, &0, Player(1));
    let first = (0..7000).filter(|_| search.search(&view, &Budget::default(), &mut rng).best == Some(0)).count();
    // Column 0 is played with probability 3/7; the standard deviation is about 41.
    assert!((2750..3250).contains(&first), "{first}");
}

/// Backward induction as a textbook writes it, choosing at random between equally good moves. Not for joint turns.
fn textbook(game: &TreeGame, state: u32, rng: &mut Random) -> Vec<f64> {
    let players = game.info().players();
    let mut moves = Moves::new();
    let turn = game.turn(&state, &mut moves);
    let mut after = |mv: u32| {
        let mut next = state;
        game.play(&mut next, mv);
        textbook(game, next, rng)
    };
    let values: Vec<Vec<f64>> = moves.iter().map(|&mv| after(mv)).collect();
    match turn {
        Turn::Over => (0..players).map(|seat| game.payoff(&state, Player(seat as u8))).collect(),
        Turn::Player(player) => {
            let best = values.iter().map(|value| value[player.index()]).fold(f64::NEG_INFINITY, f64::max);
            let ties: Vec<_> = values.iter().filter(|value| value[player.index()] > best - 1e-9).collect();
            ties[rng.below(ties.len())].clone()
        }
        Turn::Chance => {
            let mean = |seat: usize| values.iter().enumerate().map(|(i, value)| moves.weight(i) * value[seat]).sum();
            (0..players).map(mean).collect()
        }
        Turn::Joint => panic!("a joint turn"),
    }
}

#[test]
fn the_bounds_hold_for_every_choice_between_equals() {
    let mut rng = Random::new(11);
    let (mut compared, mut ambiguous) = (0, 0);
    for (name, game) in RandomTree::forest(3, 600).filter(|(_, game)| !game.info().joint) {
        let solution = solve(&game, &0, 1_000_000).unwrap();
        compared += 1;
        ambiguous += usize::from(solution.is_ambiguous());
        for _ in 0..20 {
            for (seat, value) in textbook(&game, 0, &mut rng).into_iter().enumerate() {
                let within = solution.low[seat] - 1e-9..=solution.high[seat] + 1e-9;
                assert!(within.contains(&value), "{name}: {value} of player {seat} is not in {within:?}");
            }
        }
    }
    assert!(compared > 300 && ambiguous > 20, "{compared} {ambiguous}");
}
