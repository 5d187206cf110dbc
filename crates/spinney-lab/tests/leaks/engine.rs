//! The engine's responses about two games that its client cannot tell apart.

use std::sync::mpsc::channel;

use serde_json::{Value, json};
use spinney::budget::Budget;
use spinney::game::{Game as _, Player, Turn};
use spinney::random::Random;
use spinney_agents::{NamedGame, Spec, games};
use spinney_lab::engine::{Defaults, Engine};

/// Compares conversations in positions of random games, for every seat.
pub(crate) fn check(spec: &Spec, positions: u64) -> Result<(), String> {
    let game = games::open(spec).unwrap();
    for seat in game.info().all_players() {
        for seed in 0..positions {
            let Some([first, second]) = twins(&game, seat, seed) else { continue };
            let [one, two] = [&first, &second].map(|position| converse(spec, &game, seat, position));
            if one != two {
                return Err(format!("{first}\n{second}\n{one:#?}\n{two:#?}"));
            }
            assert!(one.len() >= 7 && one.iter().all(|reply| reply["is"] != "error"), "{one:#?}");
        }
    }
    Ok(())
}

/// Two positions at the seat's turn that differ only in what it does not know.
fn twins(game: &NamedGame, seat: Player, seed: u64) -> Option<[String; 2]> {
    let mut rng = Random::new(seed);
    let mut state = game.start(&mut rng);
    let hidden = game.capabilities().hidden?;
    for ply in 0..200 {
        let (turn, moves) = game.options(&state);
        match turn {
            Turn::Over => return None,
            Turn::Player(player) if player == seat && ply as u64 >= 3 * seed => {
                let seen = game.observation(&state, seat);
                let full = game.write(&state);
                let other = (0..30).map(|_| game.write(&hidden.sample(&seen, seat, &mut rng)));
                return other.into_iter().find(|other| *other != full).map(|other| [full.clone(), other]);
            }
            _ => {}
        }
        let mv = moves[rng.below(moves.len())];
        game.play(&mut state, mv);
    }
    None
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
