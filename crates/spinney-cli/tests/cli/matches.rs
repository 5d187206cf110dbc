//! `match`.

use serde_json::Value;

use super::{objects, spinney, stderr_of, stdout};

const RANDOM: [&str; 7] = ["match", "tic-tac-toe", "--players", "random,random", "--seed", "7", "--swap"];

fn without_time(mut objects: Vec<Value>) -> Vec<Value> {
    objects.iter_mut().for_each(|object| object["seconds"] = Value::Null);
    objects
}

#[test]
fn an_object_per_game_and_then_the_sum() {
    let objects = objects(&[&RANDOM[..], &["--games", "6"]].concat());
    assert_eq!(objects.len(), 7);
    let (games, total) = (&objects[..6], &objects[6]);
    for (index, game) in games.iter().enumerate() {
        assert_eq!(game["game"], index + 1);
        assert_eq!(game["payoffs"].as_array().unwrap().len(), 2);
        assert!(game["moves"].as_array().unwrap().len() >= 5);
    }
    assert_eq!((&total["games"], &total["seed"]), (&6.into(), &7.into()));
    assert!(total["seconds"].is_number() && total["distinct"].is_u64());
    for player in total["players"].as_array().unwrap() {
        for field in ["agent", "seat", "wins", "draws", "losses", "mean", "ci95"] {
            assert!(player.get(field).is_some(), "{field}: {player}");
        }
        let played: u64 = ["wins", "draws", "losses"].iter().map(|key| player[*key].as_u64().unwrap()).sum();
        assert_eq!(played, 6);
    }
}

#[test]
fn one_seed_gives_one_match_on_any_number_of_threads() {
    let run = |threads| {
        let args = ["--games", "8", "--threads", threads, "--simulations", "30"];
        let players = ["match", "tic-tac-toe", "--players", "mcts,random", "--seed", "7"];
        without_time(objects(&[&players[..], &args].concat()))
    };
    let alone = run("1");
    assert_eq!(alone, run("1"));
    assert_eq!(alone, run("2"));
}

#[test]
fn search_beats_chance() {
    let args = ["--players", "mcts:c=0.7,random", "--games", "12", "--swap", "--simulations", "200", "--seed", "1"];
    let objects = objects(&[&["match", "tic-tac-toe"][..], &args].concat());
    let players = &objects.last().unwrap()["players"];
    assert_eq!(players[0]["agent"].as_str().unwrap().split(',').next(), Some("mcts:c=0.7"));
    assert!(players[0]["wins"].as_u64().unwrap() >= 8, "{players}");
    assert_eq!(players[0]["by_seat"].as_array().unwrap().len(), 2);
}

#[test]
fn people_get_a_table_with_intervals() {
    let text = stdout(&[&RANDOM[..], &["--games", "6"]].concat());
    for part in ["win rate", "mean payoff", "6 games", "distinct", "seed 7", "a decision"] {
        assert!(text.contains(part), "{part} is missing from {text}");
    }
}

#[test]
fn a_game_broken_off_at_the_cap_is_said_to_be() {
    let text = stdout(&[&RANDOM[..], &["--games", "2", "--plies", "3"]].concat());
    assert!(text.contains("2 broken off at the cap"), "{text}");
}

/// `spinney match … | head -1` used to be a classic panic of command-line tools.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_the_match_without_complaint() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_spinney"))
        .args(RANDOM)
        .args(["--games", "1M", "--json", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert!(line.starts_with('{') && complaint.is_empty(), "{complaint}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_seat_without_agent_is_bad_usage() {
    let run = spinney(&["match", "tic-tac-toe", "--players", "random"]).assert().code(2);
    let error = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(error.contains("one agent per seat") && error.contains("x, o"), "{error}");
}

#[test]
fn a_finished_position_leaves_nothing_to_play() {
    let args = ["match", "tic-tac-toe", "--moves", "a1 a2 b1 b2 c1", "--players", "random,random"];
    let error = stderr_of(&args, 2);
    assert!(error.contains("nothing to play: the game is over"), "{error}");
}

#[test]
fn agents_of_one_name_are_told_apart() {
    let args = [&RANDOM[..], &["--games", "2"]].concat();
    assert!(stdout(&args).contains("random#2"));
    let objects = objects(&args);
    assert_eq!(objects[0]["agents"], serde_json::json!(["random", "random#2"]));
    assert_eq!(objects[1]["agents"], serde_json::json!(["random#2", "random"]));
    let players = &objects[2]["players"];
    assert_eq!((&players[1]["name"], &players[1]["agent"]), (&"random#2".into(), &"random".into()));
}

/// Six games that are worth the same say nothing of how much a seventh would differ.
#[test]
fn equal_results_have_no_interval_of_the_mean() {
    let args = ["match", "tree:(1)", "--players", "random", "--games", "6", "--seed", "1"];
    let total = objects(&args).pop().unwrap();
    assert_eq!((&total["players"][0]["mean"], &total["players"][0]["ci95"]), (&1.0.into(), &Value::Null));
}

#[test]
fn budgets_name_what_the_agents_count() {
    let budget = |players: &str| {
        let text = stdout(&["match", "tic-tac-toe", "--players", players, "--games", "2", "--simulations", "50"]);
        text.lines().find(|line| line.contains("budget")).unwrap().to_owned()
    };
    assert!(budget("alpha-beta,random").contains("budget 50 nodes a decision"));
    assert!(budget("mcts,random").contains("budget 50 simulations a decision"));
    assert!(budget("mcts,alpha-beta").contains("budget 50 simulations (or nodes) a decision"));
    let objects =
        objects(&["match", "tic-tac-toe", "--players", "alpha-beta,mcts", "--games", "1", "--simulations", "9"]);
    assert_eq!(objects[0]["units"], serde_json::json!(["nodes", "simulations"]));
    let units: Vec<&Value> = objects[1]["players"].as_array().unwrap().iter().map(|player| &player["unit"]).collect();
    assert_eq!(units, ["nodes", "simulations"]);
}

#[test]
fn lengths_are_counted_by_result() {
    let args = [&RANDOM[..], &["--games", "40"]].concat();
    let objects = objects(&args);
    let (games, lengths) = (&objects[..40], &objects[40]["lengths"]);
    assert_eq!(lengths["unit"], "moves");
    for result in lengths["results"].as_array().unwrap() {
        let payoff = |game: &Value| match result["winner"].as_str() {
            Some("x") => game["payoffs"][0] == 1.0,
            Some("o") => game["payoffs"][1] == 1.0,
            _ => game["payoffs"][0] == 0.5,
        };
        let of_result: Vec<_> = games.iter().filter(|game| payoff(game)).collect();
        assert_eq!(result["games"], of_result.len());
        for pair in result["counts"].as_array().unwrap() {
            let count = of_result.iter().filter(|game| game["length"] == pair[0]).count();
            assert_eq!(pair[1], count, "{result}");
        }
    }
    assert!(!stdout(&args).contains("won by x"), "on request only");
    let text = stdout(&[&args[..], &["--lengths"]].concat());
    for part in ["  moves  won by x", "  moves  won by o", "█", "moves on average"] {
        assert!(text.contains(part), "{part} is missing from {text}");
    }
}

#[test]
fn scotland_yard_counts_rounds() {
    let args = ["match", "scotland-yard-grid", "--players", "random,greedy", "--games", "5", "--seed", "1"];
    let objects = objects(&args);
    assert_eq!(objects[5]["lengths"]["unit"], "rounds");
    for game in &objects[..5] {
        // Mr. X and two agents move in a round, the last of which may be cut short by a catch.
        let plies = game["plies"].as_u64().unwrap();
        assert_eq!(game["length"], plies.div_ceil(3), "{game}");
    }
}

#[test]
fn processor_time_is_that_of_one_thread() {
    let args = ["match", "connect-four", "--players", "auto,random", "--games", "2", "--seed", "1", "--processor-time"];
    let error = stderr_of(&[&args[..], &["--time", "1ms", "--threads", "2"]].concat(), 2);
    assert!(error.contains("--threads 1"), "{error}");
    let text = stdout(&[&args[..], &["--time", "1ms", "--threads", "1"]].concat());
    assert!(text.contains("2 games"), "{text}");
    // `auto` is named as what it stands for.
    assert!(text.contains("mcts") && !text.contains("auto"), "{text}");
}

#[test]
fn every_agent_may_have_a_budget_of_its_own() {
    let args = ["match", "tic-tac-toe", "--players", "mcts,mcts", "--games", "4", "--swap", "--seed", "1"];
    let own = |budgets| [&args[..], &["--threads", "1", "--budgets", budgets]].concat();
    let text = stdout(&own("20,300"));
    assert!(text.contains("budgets 20 simulations a decision and 300 simulations a decision"), "{text}");
    for game in &objects(&own("20,300"))[..4] {
        let weak = usize::from(game["agents"][0] != "mcts");
        let simulations = |seat: usize| game["simulations"][seat].as_u64().unwrap();
        assert!(simulations(weak) <= 5 * 20 && simulations(1 - weak) > 100, "{game}");
    }
    assert!(stderr_of(&own("20"), 2).contains("2 agents need as many budgets; 1 given"));
    assert!(stderr_of(&own("20,fast"), 2).contains("expected simulations such as 8k, or a time such as 100ms"));
    assert!(stderr_of(&[&own("20,30")[..], &["--simulations", "5"]].concat(), 2).contains("cannot be used with"));
}
