//! Alpha-beta searches told node by node, in notation.

use std::sync::Arc;

use spinney::budget::{Budget, Limit};
use spinney::game::{Game, Moves, Open, Player, Turn};
use spinney::random::Random;
use spinney::search::minimax::Event;
use spinney::search::minimax::explain::{self, count_leaves};

use super::refuse_hidden;
use crate::agents::{AgentError, told_config};
use crate::spec::Spec;
use crate::table::notation_of;

/// What a search did, from the root down, and what came of it.
#[derive(Clone, Debug)]
pub struct ToldSearch {
    /// Who decides at the root; values are his payoffs.
    pub player: Option<Player>,
    /// Everything that happened, in order.
    pub events: Vec<Event<String>>,
    /// The value of the root.
    pub value: Option<f64>,
    /// The best move.
    pub best: Option<String>,
    /// Positions entered.
    pub nodes: u64,
    /// Positions that were evaluated, or in which the game was over.
    pub leaves: u64,
    /// The leaves of plain minimax to the same depth, if they are not too many to count.
    pub all_leaves: Option<u64>,
    /// What ended the search.
    pub ended_by: Limit,
}

/// The most leaves that are counted for comparison.
const COUNTED: u64 = 1_000_000;

/// Runs the search that a spec names and tells everything it does.
pub(crate) fn tell<G: Game>(
    game: Arc<G>,
    spec: &Spec,
    root: &G::State,
    budget: &Budget,
    rng: &mut Random,
) -> Result<ToldSearch, AgentError> {
    let config = told_config(spec)?;
    refuse_hidden(&*game, spec)?;
    let game = &Open(game);
    let told = explain::trace(game, &config, root, budget, rng)
        .map_err(|reason| AgentError::Refused { agent: spec.to_string(), reason })?;
    let write = |state: &G::State, mv: G::Move| notation_of(game).write_move(state, mv);
    // The positions of the path, by ply.
    let mut path = vec![root.clone()];
    let events = told.events.into_iter().map(|event| match event {
        Event::Enter { ply, mv, probability, kind, alpha, beta, probe } => {
            let mut text = None;
            if let (Some(mv), true) = (mv, ply > 0) {
                path.truncate(ply);
                let mut state = path[ply - 1].clone();
                text = Some(write(&state, mv));
                game.play(&mut state, mv);
                path.push(state);
            }
            Event::Enter { ply, mv: text, probability, kind, alpha, beta, probe }
        }
        Event::Cut { ply, reason, value, against, skipped } => {
            let skipped = skipped.into_iter().map(|mv| write(&path[ply], mv)).collect();
            Event::Cut { ply, reason, value, against, skipped }
        }
        Event::Interval { ply, low, high } => Event::Interval { ply, low, high },
        Event::Leave { ply, value, relation } => Event::Leave { ply, value, relation },
    });
    let player = match game.turn(root, &mut Moves::new()) {
        Turn::Player(player) => Some(player),
        _ => None,
    };
    Ok(ToldSearch {
        player,
        events: events.collect(),
        value: told.value,
        best: told.best.map(|mv| write(root, mv)),
        nodes: told.nodes,
        leaves: told.leaves,
        all_leaves: count_leaves(game, root, config.depth.unwrap_or(u32::MAX), COUNTED),
        ended_by: told.ended_by,
    })
}
