//! The engine's responses about two games that its client cannot tell apart.

use std::sync::mpsc::channel;

use serde_json::{Value, json};
use spinney::budget::Budget;
use spinney::game::Player;
use spinney::random::Random;
use spinney_agents::{NamedGame, Spec, games};
use spinney_lab::engine::{Defaults, Engine};
use spinney_testkit::twins::twins_at_turn;

/// Compares conversations in positions of random games, for every seat.
pub(crate) fn check(spec: &Spec, positions: u64) -> Result<(), String> {
    let game = games::open(spec).unwrap();
    for seat in game.info().all_players() {
        for seed in 0..positions {
            let rng = &mut Random::new(seed);
            let Some(twins) = twins_at_turn(game.any(), seat, 3 * seed as u32, rng) else { continue };
            let [first, second] = twins.map(|state| game.write(&state));
            let [one, two] = [&first, &second].map(|position| converse(spec, &game, seat, position));
            if one != two {
                return Err(format!("{first}\n{second}\n{one:#?}\n{two:#?}"));
            }
            assert!(one.len() >= 7 && one.iter().all(|reply| reply["is"] != "error"), "{one:#?}");
        }
    }
    Ok(())
}

/// What the engine says to a client that plays this seat from here.
fn converse(spec: &Spec, game: &NamedGame, seat: Player, position: &str) -> Vec<Value> {
    let defaults =
        Defaults { game: spec.clone(), budget: Budget::simulations(60), time: None, threads: 1, seed: Some(1) };
    let name = &game.info().seats[seat.index()];
    let requests = [
        json!({"do": "new", "seats": {name: "client"}, "position": position}),
        json!({"do": "show"}),
        json!({"do": "show", "as": "svg", "id": 7}),
        json!({"do": "hint", "id": "h"}),
        json!({"do": "hint", "agent": "random"}),
        json!({"do": "search", "position": position, "agent": "mcts"}),
    ];
    let (sender, lines) = channel();
    requests.iter().for_each(|request| sender.send(Ok(request.to_string())).unwrap());
    drop(sender);
    let mut said = Vec::new();
    let mut out = |response: &spinney_lab::engine::Response| said.push(serde_json::to_value(response).unwrap());
    Engine::new(defaults).run(&lines, &mut out).unwrap();
    said
}
