//! The examples run, and the game from outside is as short as the README says.

#[path = "../../../examples/one_player.rs"]
mod one_player;
#[path = "../../../examples/outsider.rs"]
mod outsider;
#[path = "../../../examples/own_search.rs"]
mod own_search;
#[path = "../../../examples/watch.rs"]
mod watch;

#[test]
fn examples_run() {
    one_player::main();
    outsider::main();
    own_search::main();
    watch::main();
}

#[test]
fn a_game_takes_under_60_lines() {
    let text = include_str!("../../../examples/outsider.rs");
    let lines = text.lines().take_while(|line| !line.starts_with("// The game ends here")).count();
    assert!((10..60).contains(&lines), "{lines} lines");
}

#[test]
fn the_games_from_outside_meet_every_search() {
    let texts = [include_str!("../../../examples/outsider.rs"), include_str!("../../../examples/one_player.rs")];
    // Players of a single game are for that game only.
    for agent in spinney_agents::agents::list_agents().into_iter().filter(|agent| agent.game.is_none()) {
        let named = format!("\"{}", agent.name);
        let is_there = texts.iter().any(|text| text.contains(&named));
        assert!(is_there, "{} is missing from examples/outsider.rs and examples/one_player.rs", agent.name);
    }
}
