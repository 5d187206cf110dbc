//! Explained searches and lessons: the numbers of the article, and the errors of wrong scripts.

use std::sync::Arc;

use spinney::game::Game;
use spinney::random::Random;
use spinney::search::TreeView;
use spinney::search::mcts::Viewpoint;
use spinney::search::mcts::explain::{AnswerReason, Choice, Decider, Ending, Takes, Why};
use spinney_agents::Spec;
use spinney_agents::games::open;
use spinney_lab::explain::{Explain, Lesson, LessonError, WrittenCycle, lessons};

/// All cycles of the article's lesson, and its answer.
fn article() -> (Vec<WrittenCycle>, String) {
    let lesson = Lesson::shipped("article").unwrap();
    let mut opened = lesson.open(None).unwrap();
    let traced = (0..lesson.cycles().len()).map(|number| lesson.run(number, &mut opened.explain).unwrap()).collect();
    let answer = opened.explain.answer().unwrap();
    assert_eq!(answer.reason, AnswerReason::MostVisits);
    assert_eq!((answer.best.visits, answer.cycles), (5, 8));
    assert_eq!(answer.runner_up.unwrap().mv, "b1");
    lesson.check_answer(&answer.best.mv).unwrap();
    (traced, answer.best.mv)
}

/// The UCT values at a node, to three decimals; `-` for a move that has none.
fn values(choice: &Choice<String>) -> String {
    let one = |mv: &str| {
        let arm = choice.candidates.iter().find(|arm| arm.mv == mv)?;
        Some(arm.uct.map_or(format!("{mv} -"), |uct| format!("{mv} {uct:.3}")))
    };
    ["a3", "a2", "a1", "b1", "c2", "c1", "c3"].into_iter().filter_map(one).collect::<Vec<_>>().join(" ")
}

/// v and n of the candidates at a node.
fn counted(choice: &Choice<String>) -> String {
    let one = |mv: &str| {
        let arm = choice.candidates.iter().find(|arm| arm.mv == mv)?;
        Some(format!("{mv} {}/{}", arm.stats.sum, arm.stats.visits))
    };
    ["a3", "a2", "a1", "b1", "c2", "c1", "c3"].into_iter().filter_map(one).collect::<Vec<_>>().join(" ")
}

fn path(traced: &WrittenCycle) -> String {
    traced.cycle.selection.iter().map(|choice| choice.arm().mv.as_str()).collect::<Vec<_>>().join(" ")
}

/// The article's b, c, d and e are a3, a2, a1 and b1.
#[test]
fn the_article_comes_out_number_by_number() {
    let (traced, best) = article();
    assert_eq!(best, "a2");
    let expected = [
        ("a3 1.000 a2 1.000 a1 1.000 b1 1.000", "a2", 1.0, Why::Tie),
        ("a3 1.000 a2 1.000 a1 1.000 b1 1.000", "b1", 0.5, Why::Tie),
        ("a3 1.000 a2 1.833 a1 1.000 b1 1.333", "a2", 1.0, Why::Highest),
        ("a3 1.000 a2 1.741 a1 1.000 b1 1.548", "a2", 0.5, Why::Highest),
        ("a3 1.000 a2 1.513 a1 1.000 b1 1.677", "b1", 0.0, Why::Highest),
        ("a3 1.000 a2 1.566 a1 1.000 b1 1.147", "a2", 0.5, Why::Highest),
        ("a3 1.000 a2 1.419 a1 1.000 b1 1.197", "a3", 0.0, Why::Forced),
        ("a3 1.395 a2 1.447 a1 1.000 b1 1.236", "a2", 1.0, Why::Highest),
    ];
    assert_eq!(traced.len(), expected.len());
    for (number, (traced, (root, chosen, result, why))) in traced.iter().zip(expected).enumerate() {
        let cycle = &traced.cycle;
        let choice = &cycle.selection[0];
        assert_eq!(cycle.number, number as u64 + 1);
        assert_eq!(values(choice), root, "cycle {}", number + 1);
        assert_eq!((choice.arm().mv.as_str(), choice.why), (chosen, why), "cycle {}", number + 1);
        assert_eq!(choice.visits, number as u32, "N is the number of cycles before");
        assert_eq!(choice.takes, Takes::Highest);
        assert_eq!(cycle.simulation.payoffs, [result, 1.0 - result]);
    }
    let paths: Vec<String> = traced.iter().map(path).collect();
    assert_eq!(paths, ["a2", "b1", "a2 a1", "a2 c2", "b1 a3", "a2 a1 a3", "a3", "a2 b1"]);
}

/// Cycles 1 and 2: c 1/1 and the root 1/1, e 0.5/1 and the root 1.5/2.
#[test]
fn the_first_cycles_of_the_article_are_counted() {
    let (traced, _) = article();
    let after = |number: usize| -> Vec<(f64, u32)> {
        traced[number - 1].cycle.update.iter().map(|change| (change.after.sum, change.after.visits)).collect()
    };
    assert_eq!((after(1), after(2)), (vec![(1.0, 1), (1.0, 1)], vec![(1.5, 2), (0.5, 1)]));
}

/// Only what the article assumes against its own rule is forced.
#[test]
fn two_choices_of_the_article_are_forced() {
    let (traced, _) = article();
    let forced = |traced: &WrittenCycle| -> Vec<(u64, usize)> {
        let choices = traced.cycle.selection.iter().filter(|choice| choice.why == Why::Forced);
        choices.map(|choice| (traced.cycle.number, choice.depth)).collect()
    };
    assert_eq!(traced.iter().flat_map(forced).collect::<Vec<_>>(), [(6, 1), (7, 0)]);
}

/// The tree that the article assumes after seven cycles, and O's choice in it.
#[test]
fn the_opponent_of_the_article_takes_the_lowest_value() {
    let (traced, _) = article();
    let (root, reply) = (&traced[7].cycle.selection[0], &traced[7].cycle.selection[1]);
    assert_eq!(counted(root), "a3 0/1 a2 3/4 a1 0/0 b1 0.5/2");
    assert_eq!(counted(reply), "a3 0/0 a1 1.5/2 b1 0/0 c2 0.5/1 c1 0/0 c3 0/0", "v is counted for X below a2 too");
    assert_eq!(values(reply), "a3 1.000 a1 1.583 b1 1.000 c2 1.677 c1 1.000 c3 1.000");
    assert_eq!((reply.takes, reply.why, reply.by), (Takes::Lowest, Why::Tie, Decider::Script));
    assert_eq!(reply.arm().mv, "b1", "one of the four that were never visited");
}

#[test]
fn expansion_update_and_tree_of_the_article() {
    let (traced, _) = article();
    let third = &traced[2].cycle;
    assert_eq!((third.expansion.len(), third.expansion[0].depth), (1, 1));
    assert_eq!(third.expansion[0].moves.len(), 6);
    assert!(!third.selection[0].fresh && third.selection[1].fresh);
    let changes: Vec<_> = third.update.iter().map(|change| (change.before.sum, change.after.sum)).collect();
    assert_eq!(changes, [(1.5, 2.5), (1.0, 2.0), (0.0, 1.0)]);
    assert_eq!(traced[4].cycle.simulation.ending, Ending::Playout);
    let tree = &traced[7].cycle.tree;
    let shape = |node: &TreeView<String>| -> Vec<(String, f64, u32)> {
        node.children.iter().map(|c| (c.mv.clone().unwrap(), c.stats.sum, c.stats.visits)).collect()
    };
    let row = |mv: &str, sum, visits| (mv.to_owned(), sum, visits);
    assert_eq!((tree.stats.sum, tree.stats.visits), (4.5, 8));
    assert_eq!(shape(tree), [row("a2", 4.0, 5), row("b1", 0.5, 2), row("a3", 0.0, 1)]);
    assert_eq!(shape(&tree.children[0])[0], row("a1", 1.5, 2));
    // One node a cycle, and the root.
    let nodes = |node: &TreeView<String>| -> usize {
        fn count(node: &TreeView<String>) -> usize {
            1 + node.children.iter().map(count).sum::<usize>()
        }
        count(node)
    };
    assert_eq!(nodes(tree), 9);
    let inner = &tree.children[0];
    let below: u32 = inner.children.iter().map(|child| child.stats.visits).sum();
    assert_eq!(inner.stats.visits, below + 1, "an inner node has one visit more: its own first");
}

#[test]
fn every_shipped_lesson_runs_as_expected() {
    for name in lessons() {
        let lesson = Lesson::shipped(name).unwrap();
        let mut opened = lesson.open(None).unwrap();
        for number in 0..lesson.cycles().len() {
            lesson.run(number, &mut opened.explain).unwrap_or_else(|error| panic!("{error}"));
        }
        lesson.check_answer(&opened.explain.answer().unwrap().best.mv).unwrap();
    }
}

const HEAD: &str = "title = \"t\"\ngame = \"tic-tac-toe\"\nposition = \"..x/.oo/..x\"\n\
    agent = \"mcts:select=article,unvisited=first\"\nmerge = true\n";

/// Runs a lesson made of these cycles until something is wrong.
fn run(cycles: &str) -> Result<Vec<WrittenCycle>, LessonError> {
    let lesson = Lesson::read("my.toml", &format!("{HEAD}{cycles}"))?;
    let mut opened = lesson.open(None)?;
    let traced: Vec<WrittenCycle> =
        (0..lesson.cycles().len()).map(|number| lesson.run(number, &mut opened.explain)).collect::<Result<_, _>>()?;
    lesson.check_answer(&opened.explain.answer().unwrap().best.mv)?;
    Ok(traced)
}

fn error(cycles: &str) -> String {
    run(cycles).err().unwrap_or_else(|| panic!("{cycles} is accepted")).to_string()
}

fn cycle(moves: &str) -> String {
    format!("[[cycle]]\nmoves = \"{moves}\"\n")
}

#[test]
fn a_move_against_the_rule_shows_the_candidates_and_may_be_forced() {
    let twice = cycle("a2 a1 a3 b1 b3") + &cycle("a2 a1 a3 b1 b3");
    let text = error(&twice);
    assert!(text.starts_with("my.toml:9: cycle 2: move 1: the rule takes unvisited moves first, a1 or b1"), "{text}");
    assert!(text.contains("a2 1.000") && text.contains("force = true"), "{text}");
    let traced = run(&(twice + "force = true\n")).unwrap();
    assert_eq!((traced[1].cycle.selection[0].why, traced[1].cycle.selection[0].by), (Why::Forced, Decider::Script));
    assert_ne!(traced[1].cycle.selection[1].why, Why::Forced, "only where the rule is overruled");
}

#[test]
fn wrong_moves_name_file_line_and_cycle() {
    assert!(error(&cycle("a2 a1")).contains("my.toml:7: cycle 1: the moves end after 2"));
    assert!(error(&cycle("a2 c3")).contains("move 2: c3 is taken"));
    assert!(error(&cycle("b1 a2 a1")).contains("move 3: `a1` cannot be played"));
    let mirrored = error(&cycle("a3 a2"));
    assert!(mirrored.contains("no child `a3`") && mirrored.contains("children: a1 b1 a2"), "{mirrored}");
}

#[test]
fn wrong_expectations_say_what_came_out() {
    let with = |lines: &str| cycle("a2 a1 a3 b1 b3") + lines;
    assert!(error(&with("result = 0.5\n")).contains("the result is 1, not 0.5"));
    let second = |expect: &str| with("") + &cycle("a1 b1 a2 a3 b3") + &format!("expect = [{{ {expect} }}]\n");
    assert!(error(&second("values = { a2 = 1.5 }")).contains("the value of a2 at the root is 1.000, not 1.500"));
    assert!(error(&second("values = { b1 = 1.5 }")).contains("unvisited"));
    assert!(error(&second("values = { c9 = 1.5 }")).contains("no candidate `c9`"));
    assert!(error(&second("after = \"a2\", values = { b1 = 1 }")).contains("chooses nothing"));
    assert!(error(&(with("") + "[answer]\nmove = \"b1\"\n")).contains("the answer is a2, not b1"));
}

#[test]
fn bad_files_name_the_line() {
    assert!(error("[[cycle]]\nmove = \"a2\"\n").starts_with("my.toml:7: "), "{}", error("[[cycle]]\nmove = \"a2\"\n"));
    assert!(error("cycle = 3\n").starts_with("my.toml:6: "));
    assert!(error("").contains("at least one [[cycle]]"));
    let read = |text: &str| Lesson::read("my.toml", text).and_then(|lesson| lesson.open(None).map(drop)).unwrap_err();
    let rest = "[[cycle]]\nmoves = \"a1\"\n";
    let game = read(&format!("title = \"t\"\ngame = \"tictactoe\"\n{rest}"));
    assert!(game.line == Some(2) && game.reason.contains("did you mean `tic-tac-toe`?"), "{game}");
    let agent = read(&format!("title = \"t\"\ngame = \"tic-tac-toe\"\nagent = \"random\"\n{rest}"));
    assert!(agent.line == Some(3) && agent.reason.contains("`random` cannot"), "{agent}");
    let position = read(&format!("title = \"t\"\ngame = \"tic-tac-toe\"\n\nposition = \"xx\"\n{rest}"));
    assert_eq!(position.line, Some(4));
}

#[test]
fn merging_needs_mirror_images_and_halves_the_moves() {
    let game = Arc::new(open(&Spec::plain("tic-tac-toe")).unwrap());
    let start = game.start(&mut Random::new(1));
    let mcts = Spec::plain("mcts");
    let candidates = |merge| {
        let mut explain = Explain::new(&game, &mcts, &start, merge, &mut Random::new(1)).unwrap();
        assert_eq!(explain.viewpoint(), Viewpoint::Mover);
        explain.cycle().cycle.selection[0].candidates.len()
    };
    assert_eq!((candidates(false), candidates(true)), (9, 3));
}
