use proptest::prelude::*;
use spinney::game::capabilities::{Evaluate, Notation, Render, Tactics};

use super::*;

fn parse(text: &str) -> TreeGame {
    TreeGame::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The fault, and the character (from 1) of a one-line text at which it is reported.
fn fault(text: &str) -> (Fault, usize) {
    let error = TreeGame::parse(text).expect_err(text);
    let place = error.place.expect("parsed trees have places");
    assert_eq!(place.line, 1);
    (error.fault, place.column)
}

#[test]
fn the_textbook_tree_is_a_zero_sum_game_of_two() {
    let game = parse("((3 12 8) (2 4 6) (14 5 2))");
    let info = game.info();
    assert_eq!(info.seats, ["max", "min"]);
    assert_eq!(info.range, Some(PayoffRange::new(-14.0, 14.0)));
    assert_eq!((info.constant_sum, info.longest, info.widest), (Some(0.0), Some(2), Some(3)));
    let mut moves = Moves::new();
    assert_eq!(game.turn(&0, &mut moves), Turn::Player(Player(0)));
    let leaf = game.read_state("b/c").unwrap();
    assert_eq!((game.payoff(&leaf, Player(0)), game.payoff(&leaf, Player(1))), (6.0, -6.0));
    assert_eq!(game.write_state(&leaf), "b/c");
}

#[test]
fn the_number_of_players_follows_from_the_tree() {
    for (text, players) in [
        ("7", 1),
        ("(3 5)", 1),
        ("(max (max 1 2) 3)", 1),
        ("([1] ([2] [3]))", 1),
        ("(max (1 2) 3)", 2),
        ("(min 1 2)", 2),
        ("(joint 1x2 1 2)", 2),
        ("([1 0 2] ([0 0 0] [1 1 1]))", 3),
    ] {
        assert_eq!(parse(text).info().players(), players, "{text}");
    }
}

#[test]
fn plain_lists_alternate_past_chance() {
    let game = parse("(max (chance 1: (1 2) 3: (p0 (4 5))))");
    assert_eq!(game.to_string(), "(max (chance 0.25: (min 1 2) 0.75: (max (min 4 5))))");
    let three = parse("([1 0 2] ([0 0 0] ([1 1 1] ([2 2 2]))))");
    assert_eq!(three.to_string(), "(p0 [1 0 2] (p1 [0 0 0] (p2 [1 1 1] (p0 [2 2 2]))))");
}

#[test]
fn a_joint_turn_chooses_its_cell_row_by_row() {
    let game = parse("(joint 2x3 1 2 3 4 5 6)");
    let mut moves = Moves::new();
    assert_eq!(game.turn(&0, &mut moves), Turn::Joint);
    assert_eq!((moves.section(0), moves.section(1)), (&[0, 1][..], &[0, 1, 2][..]));
    let mut state = 0;
    game.play_joint(&mut state, &[1, 2]);
    assert_eq!((game.payoff(&state, Player(0)), game.write_state(&state)), (6.0, "b,c".to_owned()));
    assert_eq!(game.read_state("b,c"), Ok(state));
    // In a three-player game, the player that the shape leaves out has one move.
    let three = parse("(joint 2x1 [1 0 0] [0 1 0])");
    assert_eq!(three.to_string(), "(joint 2x1x1 [1 0 0] [0 1 0])");
}

#[test]
fn names_of_moves_and_positions() {
    let game = parse("(left=(1 2) (chance 0.5: heads=3 0.5: 4)) ; a remark");
    assert_eq!(game.read_move(&0, " left "), Ok(0));
    assert_eq!(game.write_state(&game.read_state("b/heads").unwrap()), "b/heads");
    assert_eq!(game.read_state("."), Ok(0));
    let error = game.read_state("left/z").unwrap_err().to_string();
    assert_eq!(error, "no `z` below `left`; below it: a b");
    let error = game.read_move(&0, "up").unwrap_err().to_string();
    assert_eq!(error, "`up` is not a move here; there are: left b");
    let names: Vec<_> = [0, 25, 26, 27, 701, 702].map(notation::default_name).to_vec();
    assert_eq!(names, ["a", "z", "aa", "ab", "zz", "aaa"]);
}

#[test]
fn heuristic_values_and_noisy_moves() {
    let text = "(max ~1 !take=(min ~-2 3 !-4) (chance ~0 0.5: 1 0.5: 2))";
    let game = parse(text);
    assert_eq!(game.to_string(), text);
    assert_eq!(parse("(~1 !take=(~-2 3 ! -4) (chance ~0 1: 1 1: 2))"), game);
    let taken = game.read_state("take").unwrap();
    assert_eq!((game.evaluate(&taken, Player(0)), game.evaluate(&taken, Player(1))), (-2.0, 2.0));
    let noisy = |state: u32| [0, 1].map(|mv| game.is_noisy(&state, mv));
    assert_eq!((noisy(0), noisy(taken)), ([true, false], [false, true]));
    let text = game.draw(&0).to_text();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[..4], [".: max ~1  ◀", "├─ !take: min ~-2", "│  ├─ a: 3", "│  └─ !b: -4"]);
    // A node without a value of its own is worth the same to all.
    let three = parse("(p0 ~[1 2 3] [6 0 0] (p1 [0 6 0] [0 0 6]))");
    let values = |state: u32| [0, 1, 2].map(|seat| three.evaluate(&state, Player(seat)));
    assert_eq!((values(0), values(2)), ([1.0, 2.0, 3.0], [2.0; 3]));
    assert_eq!(three.to_string(), "(p0 ~[1 2 3] [6 0 0] (p1 [0 6 0] [0 0 6]))");
    let plain = parse("(1 2)");
    assert!(plain.capabilities().evaluate.is_none() && plain.capabilities().tactics.is_none());
}

#[test]
fn faults_of_heuristic_values_and_noisy_moves() {
    assert_eq!(fault("(max ~x 1 2)"), (Fault::Evaluation("x".into()), 7));
    assert_eq!(fault("(1 (~9 2 3))"), (Fault::EvaluationRange { low: -3.0, high: 3.0 }, 4));
    assert_eq!(fault("(~[1 1] [1 0] [0 1])"), (Fault::EvaluationSum(1.0), 1));
    assert_eq!(
        fault("(~1 [1 0] [0 1])"),
        (Fault::EvaluationForm { expected: LeafForm::Vector(2), found: LeafForm::Number }, 1)
    );
    assert_eq!(fault("(~[1 1 2)"), (Fault::NeverClosed('['), 3));
    assert_eq!(fault("(chance 1: !1 1: 2)"), (Fault::Noisy, 13));
    assert_eq!(fault("!(1 2)"), (Fault::Noisy, 2));
    assert_eq!(fault("(1 !)"), (Fault::Dangling("!".into()), 4));
    assert_eq!(fault("(~a=1 2)"), (Fault::Name("~a".into()), 5));
    let mut tree = TreeBuilder::new();
    tree.open(NodeKind::Turn).evaluation_number(1.0).number(1.0).number(2.0).close();
    assert_eq!(tree.finish().unwrap_err().fault, Fault::LeafEvaluation);
}

#[test]
fn every_fault_is_reported_where_it_is() {
    assert_eq!(fault(""), (Fault::NoTree, 1));
    assert_eq!(fault("((1 2) (3 4)"), (Fault::NeverClosed('('), 1));
    assert_eq!(fault("(1 2))"), (Fault::ClosesNothing(')'), 6));
    assert_eq!(fault("(1 2) 3"), (Fault::AfterTheEnd, 7));
    assert_eq!(fault("(1 ())"), (Fault::EmptyNode, 4));
    assert_eq!(fault("(max)"), (Fault::EmptyNode, 1));
    assert_eq!(fault("(mx 1)"), (Fault::UnknownKind("mx".into()), 2));
    assert_eq!(fault("(1 max)"), (Fault::Word("max".into()), 4));
    assert_eq!(fault("(1 inf)"), (Fault::Word("inf".into()), 4));
    assert_eq!(fault("([1 2] [1 2 3])").1, 8);
    assert_eq!(fault("(5 [1 2])").0, Fault::MixedPayoffs { expected: LeafForm::Number, found: LeafForm::Vector(2) });
    assert_eq!(fault("(1 [])"), (Fault::EmptyPayoffs, 4));
    assert_eq!(fault("([1 2)"), (Fault::NeverClosed('['), 2));
    assert_eq!(fault("([0 0 0 0 0 0 0 0 0])"), (Fault::TooManyPlayers(9), 2));
    assert_eq!(fault("(1 (p2 3))"), (Fault::NoSuchPlayer { player: 2, players: 1 }, 4));
    assert_eq!(fault("(p255 ([1 2]))").0, Fault::NoSuchPlayer { player: 255, players: 2 });
    assert_eq!(fault("(chance 0.5: 1 0.4: 2)"), (Fault::ProbabilitySum(0.9), 1));
    assert_eq!(fault("(chance -1: 1 2: 2)"), (Fault::Probability("-1".into()), 9));
    assert_eq!(fault("(chance 1: 1 2)"), (Fault::NoProbability, 14));
    assert_eq!(fault("(max 1: 1 2)"), (Fault::UnwantedProbability, 9));
    assert_eq!(fault("(chance 1: 2 1:)"), (Fault::Dangling("1:".into()), 14));
    assert_eq!(fault("(a= 1 b=)"), (Fault::Dangling("b=".into()), 7));
    assert_eq!(fault("(a =1)"), (Fault::UnknownKind("a".into()), 2));
    assert_eq!(fault("(1 =1)"), (Fault::Stray('='), 4));
    assert_eq!(fault("(x=1 x=2)"), (Fault::NameTwice("x".into()), 8));
    assert_eq!(fault("(b=1 2)"), (Fault::NameTwice("b".into()), 6));
    assert_eq!(fault("(a/b=1)"), (Fault::Name("a/b".into()), 6));
    assert_eq!(fault("(joint 2y2 1)"), (Fault::Shape("2y2".into()), 8));
    assert_eq!(fault("(joint 1x1 a=1)"), (Fault::JointName, 14));
    let wrong = Fault::JointChildren { shape: "2x2".into(), expected: 4, found: 3 };
    assert_eq!(fault("(5 (joint 2x2 1 2 3))"), (wrong, 4));
    assert!(matches!(fault("(joint 4000000000x4000000000x4000000000 [1 2 3])").0, Fault::JointChildren { .. }));
}

#[test]
fn errors_show_the_line_with_a_caret() {
    let error = TreeGame::parse("(max 1\n  (min 2 x))").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 10: `x` is not a number; kinds of nodes (max, min, chance, joint, p0 … p7) stand right after \
         `(`\n    (min 2 x))\n           ^"
    );
    let long = format!("({} x {})", "1 ".repeat(500), "2 ".repeat(500));
    let shown = TreeGame::parse(&long).unwrap_err().to_string();
    assert!(shown.lines().all(|line| line.chars().count() < 120), "{shown}");
    let (line, caret) = (shown.lines().nth(1).unwrap(), shown.lines().nth(2).unwrap());
    assert_eq!(line.chars().nth(caret.chars().count() - 1), Some('x'));
}

#[test]
fn depth_does_not_overflow_the_stack() {
    const DEPTH: usize = 100_000;
    let text = format!("{}1{}", "(".repeat(DEPTH), ")".repeat(DEPTH));
    let game = parse(&text);
    assert_eq!((game.len(), game.info().longest), (DEPTH + 1, Some(DEPTH as u32)));
    assert_eq!(parse(&game.to_string()), game);
    let leaf = DEPTH as u32;
    assert_eq!(game.read_state(&game.write_state(&leaf)), Ok(leaf));
    let lines = game.draw(&0).to_text().lines().count();
    assert!(lines < 50, "{lines}");
    assert!(TreeGame::parse(&"(".repeat(DEPTH)).is_err());
}

#[test]
fn the_drawing_marks_the_current_node() {
    let game = parse("((3 12) (chance 1: 2 1: up=4))");
    let drawing = game.draw(&game.read_state("b").unwrap());
    let text = drawing.to_text();
    let expected = [
        ".: max",
        "├─ a: min",
        "│  ├─ a: 3",
        "│  └─ b: 12",
        "└─ b: chance  ◀",
        "   ├─ 0.500 a: 2",
        "   └─ 0.500 up: 4",
        "chance node",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    assert_eq!(drawing.caption, ["chance node"]);
}

#[test]
fn equal_payoffs_still_make_a_range() {
    let info = parse("([2] [2])").info();
    assert_eq!((info.range, info.constant_sum), (Some(PayoffRange::new(2.0, 3.0)), None));
    assert_eq!(parse("([1 2] [2 1])").info().constant_sum, Some(3.0));
    assert_eq!(parse("([1 2] [2 2])").info().constant_sum, None);
}

fn recipes() -> impl Strategy<Value = RandomTree> {
    let payout = prop_oneof![
        (1u32..10).prop_map(|most| Payout::Any { most }),
        (1u32..10).prop_map(|most| Payout::ZeroSum { most }),
        Just(Payout::WinDrawLoss),
    ];
    (1usize..=4, any::<bool>(), any::<bool>(), 1u32..5, 2u32..5, payout).prop_map(
        |(players, chance, joint, depth, branching, payout)| RandomTree {
            players,
            chance,
            joint,
            depth,
            branching,
            payout,
        },
    )
}

proptest! {
    #[test]
    fn written_trees_read_back(recipe in recipes(), seed: u64) {
        let game = recipe.grow(&mut Random::new(seed));
        prop_assert_eq!(&game, &recipe.grow(&mut Random::new(seed)));
        prop_assert_eq!(game.info().players(), recipe.players);
        let text = game.to_string();
        let again = parse(&text);
        prop_assert_eq!(again.to_string(), text);
        // Thirds and the like may differ in the last bit once written, nothing else may.
        prop_assert_eq!(&again.nodes, &game.nodes);
        prop_assert_eq!(&again.payoffs, &game.payoffs);
        for state in 0..game.len() as u32 {
            prop_assert_eq!(game.read_state(&game.write_state(&state)), Ok(state));
        }
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "[-()\\[\\]:=;/a-z0-9.xp \n]{0,60}") {
        if let Err(error) = TreeGame::parse(&text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn no_nearly_right_text_makes_the_parser_panic(words in prop::collection::vec(
        prop_oneof![
            Just("("), Just(")"), Just("[1 2]"), Just("3"), Just("(max "), Just("(chance "), Just("0.5: "), Just("1: "),
            Just("(joint 2x2 "), Just("(p1 "), Just("x="), Just("[]"), Just("é")
        ], 0..20)) {
        let _ = TreeGame::parse(&words.concat()).map_err(|error| error.to_string());
    }
}
