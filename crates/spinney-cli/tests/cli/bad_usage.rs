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
    refused(&search("--time", "-1s"), &["`-1s` is not a duration"]);
    refused(&search("--simulations", "-5"), &["`-5` is not a whole number"]);
    refused(&search("--seed", "-1"), &["`-1` is not a whole number"]);
    refused(&search("--threads", "-2"), &["`-2` is not a whole number"]);
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
    refused(&["show", "tic-tac-toe", "--moves", "-1"], &["`-1` is not a cell"]);
    refused(&["show", "scotland-yard:reveals=3-2-1"], &["reveals=3-2-1", "ascending"]);
    refused(&["uct", "3/6", "--visits", "0"], &["at least 1"]);
    refused(&["uct", "3/6", "--c", "-1"], &["0 or more"]);
    refused(
        &["search", "tic-tac-toe", "--simulations", "99999999999999999999"],
        &["the largest is 18446744073709551615"],
    );
    refused(&["search", "tic-tac-toe", "--agent", "human"], &["human"]);
    refused(&["search", "tic-tac-toe:"], &["key=value"]);
    refused(&[], &["Usage"]);
}

#[test]
fn what_the_library_says_of_a_number_is_not_shown_raw() {
    for args in [
        &["search", "tic-tac-toe", "--seed", "x"][..],
        &["uct", "1/2", "--c", "x"],
        &["fit", "go", "--opening", "x"],
        &["match", "tic-tac-toe", "--players", "random,random", "--plies", "x"],
        &["gdl", "perft", "x.kif", "--depth", "x"],
    ] {
        let error = stderr_of(args, 2);
        assert!(!error.contains("invalid digit") && !error.contains("invalid float"), "{error}");
    }
}

#[test]
fn a_long_text_is_quoted_in_part() {
    let long = "x".repeat(100_000);
    for option in ["--position", "--moves"] {
        let error = stderr_of(&["show", "tic-tac-toe", option, &long], 2);
        assert!(error.len() < 500 && error.contains("xxx… (100000 characters)"), "{}", &error[..500.min(error.len())]);
    }
    let (agent, game) = (format!("mcts:c={long}"), format!("connect-four:{long}=1"));
    for args in [
        &["search", &long][..],
        &["show", &game],
        &["search", "go", "--agent", &long],
        &["search", "go", "--agent", &agent],
        &["search", "go", "--time", &long],
        &["search", "go", "--seat", &long],
        &["uct", &long],
        &[&long],
    ] {
        let error = stderr_of(args, 2);
        assert!(error.len() < 1_000 && error.contains("xxx… (1000"), "{}", &error[..500.min(error.len())]);
    }
}

/// A file without end is rejected, wherever a file is read.
#[cfg(unix)]
#[test]
fn files_are_read_up_to_a_limit() {
    let zero = "/dev/zero";
    for args in [
        &["explain", "tic-tac-toe", "--lesson", zero][..],
        &["check", "tic-tac-toe", "--solutions", zero],
        &["check", "--records", zero],
        &["gdl", "check", zero],
        &["search", "connect-four", "--agent", "alpha-beta:weights=@/dev/zero"],
        &["show", "samegame:file=/dev/zero"],
    ] {
        let output = super::spinney(args).assert().failure().get_output().stderr.clone();
        let error = String::from_utf8(output).unwrap();
        assert!(error.contains("larger than"), "{args:?}: {error}");
        assert!(error.contains(zero), "{args:?}: {error}");
    }
}

#[test]
fn a_file_without_boards_says_so() {
    let file = std::env::temp_dir().join(format!("spinney-no-boards-{}.txt", std::process::id()));
    std::fs::write(&file, "").unwrap();
    refused(&["show", &format!("samegame:file={}", file.display())], &["has no boards"]);
    std::fs::remove_file(file).unwrap();
}
