//! What the searches promise: the same answer for the same seed, reasons for what they cannot do, and sense.

mod refusals;
mod reproducible;
#[path = "../small_games/mod.rs"]
mod small_games;
mod strength;

use spinney::budget::Budget;
use spinney::game::{Player, Turn};
use spinney::random::Random;
use spinney::report::Report;
use spinney_lab::agents::AgentError;
use spinney_lab::spec::Spec;
use spinney_lab::table::{Table, open};

fn table(game: &str) -> Box<dyn Table> {
    open(&Spec::game(game).unwrap()).unwrap()
}

/// One decision at the start of a game, as `spinney search --threads 1` makes it.
fn search(table: &dyn Table, agent: &str, simulations: u64, seed: u64) -> Result<Report<String>, AgentError> {
    search_within(table, agent, &Budget::simulations(simulations), seed)
}

fn search_within(table: &dyn Table, agent: &str, budget: &Budget, seed: u64) -> Result<Report<String>, AgentError> {
    let start = table.start(&mut Random::derive(seed, 0));
    let Turn::Player(player) = table.turn(&*start) else { panic!("the tests begin with a player's turn") };
    let mut seat = table.agent(&Spec::agent(agent).unwrap(), player)?;
    let report = seat.search(&*start, budget, &mut Random::derive(seed, 1)).unwrap();
    Ok(report.with_seconds(0.0))
}

/// Why an agent cannot sit down.
fn refusal(table: &dyn Table, agent: &str) -> String {
    match table.agent(&Spec::agent(agent).unwrap(), Player(0)) {
        Err(AgentError::Refused { reason, .. }) => reason.to_string(),
        Err(other) => panic!("{agent}: {other}"),
        Ok(_) => panic!("{agent} was not refused by {}", table.info().name),
    }
}
