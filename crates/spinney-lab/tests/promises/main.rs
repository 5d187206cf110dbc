//! What the searches promise: the same result for the same seed, and reasons for rejections.

mod refusals;
mod reproducible;
#[path = "../small_games/mod.rs"]
mod small_games;
mod strength;

use spinney::budget::Budget;
use spinney::game::{Game, Player, Turn};
use spinney::random::Random;
use spinney::report::Report;
use spinney_agents::NamedGame;
use spinney_agents::Spec;
use spinney_agents::agents::AgentError;
use spinney_agents::games::open;

fn open_game(name: &str) -> NamedGame {
    open(&Spec::game(name).unwrap()).unwrap()
}

/// One decision at the start of a game, as `spinney search --threads 1` makes it.
fn search(game: &NamedGame, agent: &str, simulations: u64, seed: u64) -> Result<Report<String>, AgentError> {
    search_within(game, agent, &Budget::simulations(simulations), seed)
}

fn search_within(game: &NamedGame, agent: &str, budget: &Budget, seed: u64) -> Result<Report<String>, AgentError> {
    let start = game.start(&mut Random::derive(seed, 0));
    let Turn::Player(player) = game.whose_turn(&start) else { panic!("the tests begin with a player's turn") };
    let mut seat = game.seat(&Spec::agent(agent).unwrap(), player)?;
    let report = seat.search(&start, budget, &mut Random::derive(seed, 1)).unwrap();
    Ok(game.write_report(&start, player, report).with_seconds(0.0))
}

/// Why an agent cannot be made.
fn refusal(game: &NamedGame, agent: &str) -> String {
    match game.seat(&Spec::agent(agent).unwrap(), Player(0)) {
        Err(AgentError::Refused { reason, .. }) => reason.to_string(),
        Err(AgentError::Setting(error)) => error.to_string(),
        Err(other) => panic!("{agent}: {other}"),
        Ok(_) => panic!("{agent} was not refused by {}", game.info().name),
    }
}
