//! `games`, `agents`, `completions`, `man` and help.

use super::{objects, spinney, stdout};

#[test]
fn games_are_listed_for_people_and_programs() {
    assert!(stdout(&["games"]).contains("tic-tac-toe"));
    let games = objects(&["games"]);
    let game = games.iter().find(|game| game["name"] == "tic-tac-toe").unwrap();
    assert_eq!(game["players"], 2);
    assert_eq!(game["chance"], false);
    assert_eq!(game["hidden"], false);
    assert_eq!(game["longest"], 9);
    assert!(game["parameters"].is_array());
    let described = stdout(&["games", "connect-four"]);
    assert!(described.contains("width") && described.contains("default"), "{described}");
}

#[test]
fn agents_are_listed_with_every_parameter() {
    let list = stdout(&["agents"]);
    assert!(["mcts", "random", "human"].iter().all(|name| list.contains(name)), "{list}");
    let agents = objects(&["agents", "mcts"]);
    assert_eq!(agents.len(), 1);
    let parameters = agents[0]["parameters"].as_array().unwrap();
    let c = parameters.iter().find(|parameter| parameter["name"] == "c").unwrap();
    assert!(["default", "range", "meaning"].iter().all(|key| c[*key].is_string()));
}

#[test]
fn every_command_has_help_with_an_example() {
    let help = stdout(&["--help"]);
    for command in [
        "games",
        "agents",
        "show",
        "search",
        "solve",
        "sudoku",
        "check",
        "explain",
        "uct",
        "play",
        "match",
        "fit",
        "gdl",
        "bench",
        "completions",
        "man",
    ] {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is missing from {help}");
        let own = stdout(&[command, "--help"]);
        assert!(own.contains("Example") && own.contains(&format!("spinney {command}")), "{own}");
    }
}

#[test]
fn completions_and_manual_pages_are_written() {
    assert!(stdout(&["completions", "bash"]).contains("_spinney"));
    assert!(stdout(&["man"]).contains(".TH spinney"));
    let directory = std::env::temp_dir().join(format!("spinney-man-{}", std::process::id()));
    spinney(&["man"]).arg(&directory).assert().success();
    let page = std::fs::read_to_string(directory.join("spinney-search.1")).unwrap();
    assert!(page.contains("simulations"));
    std::fs::remove_dir_all(directory).unwrap();
}

/// Nothing is wider than a terminal, and no line of a paragraph is broken twice.
#[test]
fn lists_and_help_fit_the_terminal() {
    let widest = |args: &[&str], columns: &str| {
        let run = spinney(args).env("COLUMNS", columns).assert().success();
        let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        (text.lines().map(|line| line.chars().count()).max().unwrap_or(0), text)
    };
    for columns in ["80", "100"] {
        for args in [
            &["games"][..],
            &["agents"],
            &["agents", "mcts"],
            &["games", "samegame"],
            &["match", "--help"],
            &["solve", "--help"],
            &["sudoku", "--help"],
            &["sudoku", "count", "--help"],
        ] {
            let (width, text) = widest(args, columns);
            assert!(width <= columns.parse().unwrap(), "{args:?}: {width} columns\n{text}");
        }
    }
    for command in ["match", "solve", "sudoku", "check", "explain", "fit", "bench"] {
        let (_, help) = widest(&[command, "--help"], "100");
        let (_, prose) = help.rsplit_once("\n\n").unwrap();
        let lines: Vec<&str> = prose.trim_end().lines().collect();
        let full = lines[..lines.len() - 1].iter().all(|line| line.chars().count() > 60);
        assert!(full, "a paragraph is wrapped once only: {prose}");
    }
}
