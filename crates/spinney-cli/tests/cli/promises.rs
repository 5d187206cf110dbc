//! What the searches promise, through the program: one seed gives one result, errors with exit code 2, proofs.
//!
//! The lab's tests go through every combination in one process; here are a few of each kind, in processes of their
//! own, whose addresses and hash seeds differ.

use super::{objects, stderr_of, stdout};

/// Standard output without the values of the fields that tell time.
fn timeless(args: &[&str]) -> String {
    let mut text = stdout(&[args, &["--json", "--seed", "7", "--threads", "1"]].concat());
    for field in ["seconds", "cpu_seconds", "simulations_per_second"] {
        let name = format!("\"{field}\":");
        let from = text.find(&name).unwrap_or_else(|| panic!("{field}: {text}")) + name.len();
        let to = from + text[from..].find([',', '}']).unwrap();
        text.replace_range(from..to, "");
    }
    text
}

#[test]
fn one_seed_gives_the_same_bytes_in_every_process() {
    let tree = "tree:(max (max 1 (max 5 2)) (max 4 (max 6 9)) 3)";
    for (game, agent) in [
        ("connect-four", "mcts"),
        ("connect-four", "mcts:amaf=grave,playout=nst"),
        ("connect-four", "mcts:select=ucb1-tuned,amaf=permutation"),
        ("othello", "mcts:select=thompson,playout=mast"),
        ("othello", "mcts:transpositions=true,amaf=rave,rave-schedule=k"),
        ("tic-tac-toe", "mcts:select=article"),
        (tree, "mcts:select=sp-mcts,answer=best-line,playout=history"),
        (tree, "exhaustive"),
        ("connect-four", "flat"),
    ] {
        let args = ["search", game, "--agent", agent, "--simulations", "400"];
        assert_eq!(timeless(&args), timeless(&args), "{agent} on {game}");
    }
}

#[test]
fn impossible_combinations_end_with_code_2_and_a_reason() {
    let dice = "tree:(max (chance 1: 2 1: 4) 3)";
    for (game, agent, reason) in [
        ("tic-tac-toe", "mcts:select=article,amaf=alpha", "no AMAF variant"),
        ("tic-tac-toe", "mcts:select=thompson,amaf=grave", "no AMAF variant"),
        ("tic-tac-toe", "mcts:answer=best-line", "single-player"),
        ("connect-four", "mcts:transpositions=true,backup=max", "transpositions"),
        ("connect-four", "mcts:widen-k=1,unvisited=1", "unvisited=first"),
        ("connect-four", "mcts:prior=evaluate", "select=puct"),
        ("connect-four", "mcts:playout=clever", "known: auto, uniform"),
        (dice, "mcts:backup=max", "chance"),
        (dice, "mcts:select=article", "two players"),
        (dice, "mcts:amaf=permutation", "chance"),
    ] {
        let error = stderr_of(&["search", game, "--agent", agent], 2);
        assert!(error.contains(reason) && error.contains(agent), "{agent} on {game}: {error}");
    }
    // A value out of range is a mistake by itself, whatever the game.
    for (agent, reason) in [
        ("mcts:alpha=2", "agent `mcts`: `alpha=2`: expected a number from 0 to 1"),
        ("flat:c=-1", "agent `flat`: `c=-1`: expected a finite number, 0 or more"),
        ("mcts:c=-1", "agent `mcts`: `c=-1`: expected a finite number, 0 or more"),
        ("mcts:c=inf", "agent `mcts`: `c=inf`: expected a finite number, 0 or more"),
        ("mcts:unvisited=2", "agent `mcts`: `unvisited=2`: expected first, a number from 0 (worst) to 1 (best)"),
        ("mcts:expand=0", "agent `mcts`: `expand=0`: expected a whole number, 1 or more"),
        ("mcts:expand=99999999999", "expected a whole number, at most 4294967295"),
    ] {
        let error = stderr_of(&["search", "connect-four", "--agent", agent, "--threads", "2"], 2);
        assert!(error.contains(reason) && !error.contains("threads"), "{agent}: {error}");
    }
    let error = stderr_of(&["search", "tic-tac-toe", "--agent", "mcts:answer=best-line", "--threads", "2"], 2);
    assert!(error.contains("agent `mcts:answer=best-line` cannot be used here"), "{error}");
    let players = "random,mcts:select=article,amaf=alpha";
    assert!(stderr_of(&["match", "tic-tac-toe", "--players", players], 2).contains("no AMAF variant"));
}

#[test]
fn tic_tac_toe_is_proven_a_draw() {
    let object = &objects(&["search", "tic-tac-toe", "--simulations", "5M", "--seed", "1", "--threads", "1"])[0];
    assert_eq!((&object["proven"], &object["value"]), (&true.into(), &0.5.into()), "{object}");
    assert_eq!(object["ended_by"], "finished");
}
