//! The game `tree` and the two baselines `flat` and `exhaustive`.

use super::{objects, stderr_of, stdout};

const LECTURE: &str = "tree:((3 12 8) (2 4 6) (14 5 2))";

#[test]
fn a_tree_is_drawn_with_or_without_quotes() {
    let plain = stdout(&["show", LECTURE]);
    assert!(plain.contains("├─ a: min") && plain.contains("moves: a b c"), "{plain}");
    assert_eq!(stdout(&["show", "tree:\"((3 12 8) (2 4 6) (14 5 2))\""]), plain);
    assert_eq!(stdout(&["show", "tree"]), plain, "the lecture's tree is the default");
    assert!(stdout(&["games", "tree"]).contains("written tree:TEXT"));
}

#[test]
fn a_mistake_in_a_tree_is_shown_where_it_is() {
    let error = stderr_of(&["show", "tree:((3 12) (2 x))"], 2);
    let lines: Vec<_> = error.lines().collect();
    let at = lines.iter().position(|line| line.contains("`x` is not a number")).expect(&error);
    let (text, caret) = (lines[at + 1], lines[at + 2]);
    assert_eq!(text.find('x'), caret.find('^'), "{error}");
    assert!(stderr_of(&["search", "tree:(1 2"], 2).contains("never closed"));
}

#[test]
fn every_agent_finds_the_move_of_the_lecture() {
    for agent in ["mcts", "exhaustive"] {
        let object = &objects(&["search", LECTURE, "--agent", agent, "--simulations", "2k", "--seed", "1"])[0];
        assert_eq!((&object["best"], &object["value"]), (&"a".into(), &3.0.into()), "{agent}: {object}");
        assert_eq!(object["proven"], true, "{agent}");
        assert_eq!(object["pv"], serde_json::json!(["a", "a"]), "{agent}");
    }
}

/// Flat search takes the best average, since its opponents play at random: 7⅔ after a, 4 after b, 7 after c.
#[test]
fn flat_search_averages_over_replies() {
    for agent in ["flat", "flat:select=uniform"] {
        let object = &objects(&["search", LECTURE, "--agent", agent, "--simulations", "20k", "--seed", "1"])[0];
        assert_eq!(object["best"], "a");
        assert!((object["value"].as_f64().unwrap() - 23.0 / 3.0).abs() < 0.2, "{object}");
        assert_eq!(object["proven"], false);
    }
    let naive = "tree:((0 10 10) (6 6 6))";
    assert_eq!(objects(&["search", naive, "--agent", "flat", "--simulations", "5k"])[0]["best"], "a");
    assert_eq!(objects(&["search", naive, "--agent", "exhaustive"])[0]["best"], "b");
}

#[test]
fn an_unfinished_exhaustive_search_says_so() {
    let object = &objects(&["search", "connect-four", "--agent", "exhaustive", "--simulations", "5k"])[0];
    assert!(object["best"].is_string());
    assert_eq!(object["proven"], false);
    assert!(object["notes"][0].as_str().unwrap().contains("not exact"), "{object}");
}

#[test]
fn matches_are_played_on_trees() {
    let players = ["--players", "exhaustive,exhaustive", "--games", "4", "--seed", "1"];
    let objects = objects(&[&["match", LECTURE][..], &players].concat());
    assert_eq!(objects.len(), 5);
    assert!(objects[..4].iter().all(|game| game["payoffs"] == serde_json::json!([3.0, -3.0])), "{objects:?}");
}
