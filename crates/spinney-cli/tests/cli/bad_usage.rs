//! Mistakes: exit code 2, what was wrong, and what would be right.

use super::stderr_of;

fn refused(args: &[&str], parts: &[&str]) {
    let error = stderr_of(args, 2);
    assert!(parts.iter().all(|part| error.contains(part)), "{parts:?} in {error}");
    assert!(!error.contains("panicked"), "{error}");
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    refused(&["search", "tictactoe"], &["did you mean `tic-tac-toe`?"]);
    refused(&["show", "othelo"], &["did you mean `othello`?"]);
    refused(&["games", "conect-four"], &["did you mean `connect-four`?"]);
    refused(&["agents", "randon"], &["did you mean `random`?"]);
    refused(&["search", "tic-tac-toe", "--agent", "mtcs"], &["did you mean `mcts`?", "random"]);
    refused(&["search", "tic-tac-toe", "--agent", "mcts:expnd=3"], &["did you mean `expand`?"]);
    refused(&["search", "connect-four:widht=8"], &["did you mean `width`?"]);
    refused(&["match", "tic-tac-toe", "--players", "random,rndom"], &["did you mean `random`?"]);
    refused(&["serach", "tic-tac-toe"], &["search"]);
}

#[test]
fn impossible_budgets_are_refused() {
    let search = |option, value| ["search", "tic-tac-toe", option, value];
    refused(&search("--simulations", "0"), &["at least 1"]);
    refused(&search("--simulations", "ten"), &["200k"]);
    refused(&search("--time", "0"), &["some time"]);
    refused(&search("--time", "-1s"), &[]);
    refused(&search("--time", "2 parsecs"), &["1m30s"]);
    refused(&search("--memory", "1"), &["1.0 MiB"]);
    refused(&search("--memory", "lots"), &["64MiB"]);
    refused(&search("--threads", "0"), &["at least 1"]);
    refused(&search("--threads", "1M"), &["at most 1024"]);
    refused(&search("--seed", "x"), &[]);
    refused(&["match", "tic-tac-toe", "--players", "random,random", "--games", "0"], &["at least 1"]);
}

#[test]
fn wrong_values_positions_and_moves_say_what_is_expected() {
    refused(&["search", "tic-tac-toe", "--agent", "mcts:c=high"], &["c=high"]);
    refused(&["search", "connect-four:width=900"], &["width=900"]);
    refused(&["show", "tic-tac-toe", "--position", "nonsense"], &["nonsense"]);
    refused(&["show", "tic-tac-toe", "--moves", "a1 a1"], &["move 2 of the line"]);
    refused(&["show", "tic-tac-toe", "--moves", "(a1"], &["not closed"]);
    refused(&["search", "tic-tac-toe", "--seat", "z"], &["seats: x, o"]);
    refused(&["search", "tic-tac-toe", "--agent", "human"], &["human"]);
    refused(&["search", "tic-tac-toe:"], &["key=value"]);
    refused(&[], &["Usage"]);
}
