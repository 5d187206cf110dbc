//! Alpha-beta searches traced node by node, in notation.

use spinney::budget::{Budget, Limit};
use spinney::erased::{AnyMove, AnyState};
use spinney::game::{Game, Player, Turn};
use spinney::random::Random;
use spinney::search::minimax::explain::{self, count_leaves};
use spinney::search::minimax::{Event, Extend};
use spinney_agents::agents::trace_config;
use spinney_agents::{AgentError, NamedGame, Spec};

use super::reject_hidden;

/// What a search did, from the root down, and what came of it.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The player to move at the root; values are that player's payoffs.
    pub player: Option<Player>,
    /// Everything that happened, in order.
    pub events: Vec<Event<String>>,
    /// The value of the root.
    pub value: Option<f64>,
    /// The best move.
    pub best: Option<String>,
    /// The best move and the expected continuation.
    pub line: Vec<String>,
    /// Positions entered.
    pub nodes: u64,
    /// Positions that were evaluated, or in which the game was over.
    pub leaves: u64,
    /// The leaves of plain minimax to the same depth, if the search keeps to it and they are not too many to count.
    pub all_leaves: Option<u64>,
    /// What ended the search.
    pub ended_by: Limit,
}

/// The most leaves that are counted for comparison.
const COUNTED: u64 = 1_000_000;

/// Runs the alpha-beta search that a spec names for the player to move, and traces every node, window and cut-off. The
/// budget limits the nodes.
pub fn trace(
    game: &NamedGame,
    spec: &Spec,
    root: &AnyState,
    budget: &Budget,
    rng: &mut Random,
) -> Result<Trace, AgentError> {
    let config = trace_config(spec)?;
    reject_hidden(game, spec)?;
    let traced = explain::trace(game.any(), &config, root, budget, rng)
        .map_err(|reason| AgentError::Refused { agent: spec.to_string(), reason })?;
    let write = |state: &AnyState, mv: AnyMove| game.write_move(state, mv);
    // The positions of the path, by ply.
    let mut path = vec![root.clone()];
    let events = traced.events.into_iter().map(|event| match event {
        Event::Enter { ply, mv, probability, kind, alpha, beta, probe, extended } => {
            let mut text = None;
            if let (Some(mv), true) = (mv, ply > 0) {
                path.truncate(ply);
                let mut state = path[ply - 1].clone();
                text = Some(write(&state, mv));
                game.play(&mut state, mv);
                path.push(state);
            }
            Event::Enter { ply, mv: text, probability, kind, alpha, beta, probe, extended }
        }
        Event::Cut { ply, reason, value, against, skipped } => {
            let skipped = skipped.into_iter().map(|mv| write(&path[ply], mv)).collect();
            Event::Cut { ply, reason, value, against, skipped }
        }
        Event::Late { ply, depth, skipped } => {
            let skipped = skipped.into_iter().map(|mv| write(&path[ply], mv)).collect();
            Event::Late { ply, depth, skipped }
        }
        Event::Interval { ply, low, high } => Event::Interval { ply, low, high },
        Event::StandPat { ply, value } => Event::StandPat { ply, value },
        Event::Leave { ply, value, relation } => Event::Leave { ply, value, relation },
    });
    let player = match game.whose_turn(root) {
        Turn::Player(player) => Some(player),
        _ => None,
    };
    // A search beyond the depth has other leaves than plain minimax.
    let fixed = config.quiescence == 0 && config.extend == Extend::NONE;
    Ok(Trace {
        player,
        events: events.collect(),
        value: traced.value,
        best: traced.best.map(|mv| write(root, mv)),
        line: player.map_or_else(Vec::new, |player| game.write_line(root, player, &traced.line)),
        nodes: traced.nodes,
        leaves: traced.leaves,
        all_leaves: fixed.then(|| count_leaves(game.any(), root, config.depth.unwrap_or(u32::MAX), COUNTED)).flatten(),
        ended_by: traced.ended_by,
    })
}
