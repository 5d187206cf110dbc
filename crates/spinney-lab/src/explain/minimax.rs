//! Plain minimax traced step by step, in notation.

use spinney::budget::{Budget, Limit};
use spinney::erased::AnyState;
use spinney::game::{Game, Player, Turn};
use spinney::search::minimax::Step;
use spinney::search::minimax::explain;
use spinney_agents::agents::minimax_config;
use spinney_agents::{AgentError, NamedGame, Spec};

use super::reject_hidden;

/// What plain minimax did, from the root down, and what came of it.
#[derive(Clone, Debug)]
pub struct MinimaxTrace {
    /// The player to move at the root.
    pub player: Option<Player>,
    /// Whether one number says it all: the payoff of that player, which all others minimise. Otherwise every player
    /// maximises its own payoff.
    pub minimax: bool,
    /// Everything that happened, in order.
    pub steps: Vec<Step<String>>,
    /// The value of the root, for every player.
    pub payoffs: Option<Vec<f64>>,
    /// The first of the best moves and the expected continuation.
    pub line: Vec<String>,
    /// Positions entered below the root.
    pub nodes: u64,
    /// Positions that were evaluated, or in which the game was over.
    pub leaves: u64,
    /// What ended the search.
    pub ended_by: Limit,
}

/// Runs plain minimax as a spec configures it for the player to move, and traces every node and every comparison. The
/// budget limits the nodes.
pub fn trace_minimax(
    game: &NamedGame,
    spec: &Spec,
    root: &AnyState,
    budget: &Budget,
) -> Result<MinimaxTrace, AgentError> {
    let config = minimax_config(spec)?;
    reject_hidden(game, spec)?;
    let traced = explain::trace_minimax(game.any(), &config, root, budget)
        .map_err(|reason| AgentError::Refused { agent: spec.to_string(), reason })?;
    // The positions of the path, by ply.
    let mut path = vec![root.clone()];
    let steps = traced.steps.into_iter().map(|step| match step {
        Step::Enter { ply, mv, probability, kind, player } => {
            let mv = mv.filter(|_| ply > 0).map(|mv| {
                path.truncate(ply);
                let mut state = path[ply - 1].clone();
                let text = game.write_move(&state, mv);
                game.play(&mut state, mv);
                path.push(state);
                text
            });
            Step::Enter { ply, mv, probability, kind, player }
        }
        Step::Compare { ply, player, mv, payoffs, best, best_payoffs, taken } => {
            let write = |mv| game.write_move(&path[ply], mv);
            let (mv, best) = (write(mv), best.map(write));
            Step::Compare { ply, player, mv, payoffs, best, best_payoffs, taken }
        }
        Step::Average { ply, mv, probability, payoffs, sum } => {
            let mv = game.write_move(&path[ply], mv);
            Step::Average { ply, mv, probability, payoffs, sum }
        }
        Step::Leave { ply, payoffs } => Step::Leave { ply, payoffs },
    });
    let steps = steps.collect();
    let player = match game.whose_turn(root) {
        Turn::Player(player) => Some(player),
        _ => None,
    };
    let info = game.info();
    let line = player.map_or_else(Vec::new, |player| game.write_line(root, player, &traced.line));
    Ok(MinimaxTrace {
        player,
        minimax: info.players() == 1 || (info.players() == 2 && info.constant_sum.is_some()),
        steps,
        payoffs: traced.payoffs,
        line,
        nodes: traced.nodes,
        leaves: traced.leaves,
        ended_by: traced.ended_by,
    })
}
