//! `uct`: the formula alone, and trees from paper.

use super::{in_order, objects, squeezed, stderr_of, stdout};

#[test]
fn uct_works_out_the_example_of_the_article() {
    let args = ["uct", "3/6", "10/12", "1/2", "--visits", "20", "--c", "1"];
    let lines = squeezed(&stdout(&args));
    let expected = ["3/6 0.500 0.707 1.207", "10/12 0.833 0.500 1.333", "1/2 0.500 1.224 1.724 ◄ highest"];
    assert_eq!(lines[2..], expected);
    assert_eq!(objects(&args)[0]["children"][2]["eligible"], true);
    // A child that was never visited counts 1; below the third node it is more than the one that was.
    let article = ["--agent", "mcts:select=article"];
    let root = squeezed(&stdout(&[&["uct", "3/6", "10/12", "1/2", "0/0", "--visits", "20"], &article[..]].concat()));
    assert_eq!(root[4..], ["1/2 0.500 1.224 1.724 ◄ highest", "0/0 1.000 0.000 1.000"]);
    let below = squeezed(&stdout(&[&["uct", "0/1", "0/0", "--visits", "2"], &article[..]].concat()));
    assert_eq!(below[2..], ["0/1 0.000 0.833 0.833", "0/0 1.000 0.000 1.000 ◄ highest"]);
    assert!(stderr_of(&["uct", "3"], 2).contains("V/N"));
    assert!(stderr_of(&["uct", "9/2"], 2).contains("from 0 to n"));
}

#[test]
fn uct_shows_the_choice_of_the_opponent() {
    let children = ["uct", "1.5/2", "0.5/1", "0/0", "--visits", "4", "--agent"];
    let lowest = squeezed(&stdout(&[&children[..], &["mcts:select=article", "--opponent"]].concat()));
    assert_eq!(lowest[2..], ["1.5/2 0.750 0.833 1.583", "0.5/1 0.500 1.177 1.677", "0/0 1.000 0.000 1.000 ◄ lowest"]);
    // With any other rule each node counts for the player who moved there, who takes the highest.
    let own = squeezed(&stdout(&[&children[..], &["mcts:c=1", "--opponent"]].concat()));
    assert_eq!(own[4], "0/0 ◄ unvisited first");
}

/// The tree of the lecture, in which 5/9 is the root.
const FIGURE: &str = "5/9 (4/6 (0/1 4/5 (1/2 3/3)) 0/1 1/2 (0/1 1/1))";

#[test]
fn a_tree_from_paper_is_read_and_gets_a_cycle() {
    let look = squeezed(&stdout(&["uct", FIGURE]));
    assert_eq!(look[1..4], ["root 5/9", "├─ a 4/6", "│ ├─ a 0/1"]);
    assert!(!look.iter().any(|line| line.starts_with("4. update")));
    let cycle = squeezed(&stdout(&["uct", FIGURE, "--agent", "mcts:select=article", "--result", "1"]));
    let mut rest = cycle.iter();
    for part in [
        "at the root, N = 9: the player to move takes the highest value",
        "c 1/2 0.500 1.048 1.548 ◄ highest",
        "at c, N = 2: the opponent takes the lowest value",
        "a 0/1 0.000 0.833 0.833 ◄ lowest",
        "2. expansion: c a gets a child",
        "root: 5/9 → 6/10",
        "c: 1/2 → 2/3",
        "a: 0/1 → 1/2",
        "new: 0/0 → 1/1",
        "root 6/10",
    ] {
        assert!(rest.any(|line| line == part), "{part} is missing from {cycle:#?}");
    }
    let object = &objects(&["uct", FIGURE, "--agent", "mcts:select=article", "--result", "0"])[0];
    assert_eq!((&object["tree_after"]["visits"], &object["tree_after"]["sum"]), (&10.into(), &5.0.into()));
    assert_eq!((&object["selection"][1]["takes"], &object["selection"][1]["chosen"]), (&"lowest".into(), &"a".into()));
    // By any other rule v counts for the player who moved there.
    let own = &objects(&["uct", "9/10 (x=1/4 y=3/6)", "--agent", "mcts:c=1", "--result", "1"])[0];
    assert_eq!(own["update"][0]["after"], serde_json::json!([9.0, 11]), "the root counts for the opponent");
    assert_eq!(own["update"][1]["after"], serde_json::json!([4.0, 7]));
}

#[test]
fn wrong_trees_are_refused() {
    let refusal = |tree: &str| stderr_of(&["uct", tree], 2);
    for (tree, part) in [
        ("5/9 (4/6", "brackets"),
        ("5/9 )(", "brackets"),
        ("(1/2)", "brackets"),
        ("5/9 ()", "brackets"),
        ("1/1 2/2 (1/1)", "one root"),
        ("5/9 (4)", "no node"),
        ("5/9 (7/6)", "from 0 to n"),
        ("5/9 (a=1/2 a=1/3)", "called `a`"),
    ] {
        assert!(refusal(tree).contains(part), "{tree}: {}", refusal(tree));
    }
    assert!(stderr_of(&["uct", "1/2", "--result", "1"], 2).contains("tree"));
    assert!(stderr_of(&["uct", FIGURE, "--result", "2"], 2).contains("0 to 1"));
    for option in [&["--opponent"][..], &["--visits", "3"]] {
        let error = stderr_of(&[&["uct", FIGURE], option].concat(), 2);
        assert!(error.contains("--visits and --opponent") && error.contains("in turn"), "{error}");
    }
}

/// The article's figure 3. It takes an undeveloped child of node 3, the highest; by its own rule the opponent chooses there,
/// and takes the lowest.
#[test]
fn the_third_figure_contradicts_the_rule_of_the_article() {
    let figure = ["uct", "14/20 (3/6 10/12 1/2 (0/1 0/0 0/0) 0/0)", "--agent", "mcts:select=article"];
    in_order(
        &stdout(&figure),
        &[
            "c 1/2 0.500 1.224 1.724 ◄ highest",
            "d 0/0 1.000 0.000 1.000",
            "at c, N = 2: the opponent takes the lowest value",
            "a 0/1 0.000 0.833 0.833 ◄ lowest",
            "b 0/0 1.000 0.000 1.000",
        ],
    );
}

/// The means alone lead down the lecture's figure to 3/3; the root of any rule but the article's counts for the opponent.
#[test]
fn the_tree_of_the_lecture_without_exploration() {
    let cycle = squeezed(&stdout(&["uct", FIGURE, "--c", "0", "--result", "1"]));
    for part in ["b 3/3 1.000 0.000 1.000 ◄ highest", "2. expansion: a b b gets a child", "root: 5/9 → 5/10"] {
        assert!(cycle.iter().any(|line| line == part), "{part} is missing from {cycle:#?}");
    }
}
