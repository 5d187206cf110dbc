//! Perfect-information Monte Carlo traced one determinization after the other, in notation.

use spinney::budget::Budget;
use spinney::erased::AnyState;
use spinney::game::{Player, Turn, View};
use spinney::random::Random;
use spinney::report::Candidate;
use spinney::search::pimc::explain::Determinization;
use spinney::search::{Refusal, RefusalKind};
use spinney_agents::agents::explained_pimc;
use spinney_agents::{AgentError, NamedGame, Spec};

/// What a search saw, the states that it sampled, and what came of them.
pub struct PimcTrace {
    /// The player to move; values are that player's payoffs.
    pub player: Player,
    /// The position as that player sees it.
    pub seen: AnyState,
    /// The legal moves, in the order of the rules.
    pub moves: Vec<String>,
    /// The determinizations, with values and means in the order of the moves.
    pub determinizations: Vec<Determinization<AnyState>>,
    /// The moves with their means, the best first.
    pub candidates: Vec<Candidate<String>>,
}

/// Runs the search that a spec names for the player to move, which sees only its own observation of `state`. The budget
/// of simulations is divided among the determinizations.
pub fn trace_pimc(
    game: &NamedGame,
    spec: &Spec,
    state: &AnyState,
    budget: &Budget,
    rng: &mut Random,
) -> Result<PimcTrace, AgentError> {
    let mut search = explained_pimc(game, spec)?;
    let Turn::Player(player) = game.whose_turn(state) else {
        let reason = Refusal::new(RefusalKind::NotToMove, "explain begins where one player is to move");
        return Err(AgentError::Refused { agent: spec.to_string(), reason });
    };
    let view = View::of(game.any(), state, player);
    let traced = search.trace(&view, budget, rng);
    let write = |mv| game.write_move(view.state(), mv);
    Ok(PimcTrace {
        player,
        moves: traced.moves.iter().map(|&mv| write(mv)).collect(),
        determinizations: traced.determinizations,
        candidates: traced.candidates.into_iter().map(|candidate| candidate.map(write)).collect(),
        seen: view.state().clone(),
    })
}
