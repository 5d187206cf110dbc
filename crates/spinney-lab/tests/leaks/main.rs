//! Nothing hidden gets out: whole games in lockstep that differ only in what a seat must not know. Everything that the
//! seat gets must be the same in both, by every way out of a [session](spinney_lab::session) and of the engine.
//!
//! Every game of the registry with hidden information is in here by itself. That the test sees a leak is tested with one
//! planted in each way out.

mod engine;
mod lockstep;
mod planted;

use spinney::game::Player;
use spinney_agents::games::{list_games, open};
use spinney_agents::{NamedGame, Spec};

use lockstep::{Lockstep, Outcome};
use planted::{Cards, Leak};

/// The names of the games with hidden information.
fn hidden_games() -> Vec<&'static str> {
    let hidden = list_games().into_iter().filter(|entry| entry.facts.as_ref().is_some_and(|facts| facts.hidden));
    hidden.map(|entry| entry.name).collect()
}

/// Plays games in lockstep for every seat.
fn check(make: &dyn Fn() -> NamedGame) -> Result<Vec<Outcome>, String> {
    let seats: Vec<Player> = make().info().all_players().collect();
    seats.iter().map(|&seat| Lockstep::new(make, seat).play()).collect()
}

#[test]
fn nothing_hidden_gets_out_of_any_game() {
    let games = hidden_games();
    assert!(games.len() >= 4, "the registry has games with hidden information");
    for name in games {
        let outcomes = check(&|| open(&Spec::plain(name)).unwrap()).unwrap_or_else(|leak| panic!("{name}: {leak}"));
        // Where nothing is hidden from a seat, there is nothing to compare; but then it is hidden from another one.
        let different: u32 = outcomes.iter().map(|outcome| outcome.different).sum();
        assert!(different > 30, "{name}: only {different} pairs of different positions were compared");
        let searched: u32 = outcomes.iter().map(|outcome| outcome.searches).sum();
        assert!(searched > 8, "{name}: only {searched} searches were compared");
        let trees: u32 = outcomes.iter().map(|outcome| outcome.trees).sum();
        assert!(trees > 4, "{name}: only {trees} trees were compared");
    }
}

#[test]
fn an_honest_game_passes_and_each_planted_leak_is_found() {
    let make = |leak| move || NamedGame::new(Cards { leak }).unwrap();
    check(&make(None)).unwrap();
    for leak in Leak::ALL {
        let found = check(&make(Some(leak))).expect_err(&format!("{leak:?} is not found"));
        assert!(found.starts_with(leak.way()), "{leak:?} was found as: {found}");
    }
}

#[test]
fn nothing_hidden_gets_out_of_the_engine() {
    for name in hidden_games() {
        engine::check(&Spec::plain(name), 4).unwrap_or_else(|leak| panic!("{name}: {leak}"));
    }
}
