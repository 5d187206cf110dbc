//! Nothing hidden gets out of any command: two positions that a seat cannot tell apart give the same output for it.

use spinney::random::Random;
use spinney_agents::games::{list_games, open};
use spinney_agents::spec::Spec;
use spinney_testkit::twins::twins_at_turn;

use super::explain::Scratch;
use super::spinney;

/// Standard output, less what depends on the clock.
fn output(args: &[&str], input: &str) -> String {
    let run = spinney(args).write_stdin(input.as_bytes()).assert().success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    text.lines().map(without_times).collect::<Vec<_>>().join("\n")
}

fn without_times(line: &str) -> String {
    if let Ok(mut object) = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(line) {
        object.retain(|key, _| !["seconds", "cpu_seconds", "simulations_per_second"].contains(&key.as_str()));
        return serde_json::to_string(&object).unwrap();
    }
    let clocked = line.contains(" a second, ");
    // Times stand at the end of a decision: `· 12 µs`.
    let kept = line.rfind(" · ").filter(|&at| line[at..].ends_with('s')).map_or(line, |at| &line[..at]);
    if clocked { String::new() } else { kept.to_owned() }
}

#[test]
fn no_command_tells_two_positions_apart_that_look_the_same() {
    let hidden = list_games().into_iter().filter(|entry| entry.facts.as_ref().is_some_and(|facts| facts.hidden));
    let mut compared = 0;
    for name in hidden.map(|entry| entry.name) {
        let game = open(&Spec::plain(name)).unwrap();
        let seats = game.info().seats.clone();
        for (seat, player) in seats.iter().zip(game.info().all_players()) {
            let Some(twins) = twins_at_turn(game.any(), player, 4, &mut Random::new(3))
                .or_else(|| twins_at_turn(game.any(), player, 0, &mut Random::new(3)))
            else {
                continue;
            };
            let positions = twins.map(|state| game.write(&state));
            let players: Vec<_> = seats.iter().map(|other| if other == seat { "human" } else { "random" }).collect();
            let players = players.join(",");
            let budget = ["--simulations", "50", "--threads", "1", "--seed", "1", "--quiet"];
            for (what, args, input) in [
                ("show", vec!["show", name, "--seat", seat, "--seed", "1"], ""),
                ("show --json", vec!["show", name, "--seat", seat, "--seed", "1", "--json"], ""),
                ("search", [&["search", name], &budget[..]].concat(), ""),
                ("search --json", [&["search", name, "--json"], &budget[..]].concat(), ""),
                (
                    "play",
                    [&["play", name, "--players", &players], &budget[..]].concat(),
                    "moves\nhint\nwhy\nundo\nnonsense\nquit\n",
                ),
            ] {
                let [one, two] = positions.each_ref().map(|position| {
                    let args = [&args[..], &["--position", position]].concat();
                    output(&args, input)
                });
                assert_eq!(one, two, "{name}, {seat}, {what}: {positions:?}");
                compared += 1;
            }
            for ending in ["json", "dot"] {
                let file = Scratch::new(&format!("leaks.{ending}"));
                let [one, two] = positions.each_ref().map(|position| {
                    let args = ["search", name, "--agent", "mcts", "--tree", file.path(), "--position", position];
                    spinney(&[&args, &budget[..]].concat()).assert().success();
                    std::fs::read_to_string(file.path()).unwrap()
                });
                assert_eq!(one, two, "{name}, {seat}, tree.{ending}: {positions:?}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 35, "{compared}");
}
