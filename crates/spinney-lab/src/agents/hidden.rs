//! What the plain names mean in games that hide information: `mcts` is information-set search as the game advises it,
//! `alpha-beta` is alpha-beta over beliefs. Each has a table of parameters of its own, beside the one for open games.

use std::sync::Arc;

use spinney::game::Game;
use spinney::search::belief_search::{self, BeliefSearch};
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::parameter::{Configure, Parameter};
use spinney::search::{Refusal, Search};

use super::configure::configure_from;
use super::{ALPHA_BETA, AgentError, configure};
use crate::spec::Spec;

const MCTS: &str = "mcts";

/// A search, or the reason why there is none.
type Made<G> = Result<Box<dyn Search<Arc<G>>>, AgentError>;

/// The parameters of an agent in games that hide information, if they are others than in open games.
pub(super) fn parameters(name: &str) -> Vec<Parameter> {
    match name {
        MCTS => ismcts::Config::default().parameters(),
        ALPHA_BETA => belief_search::Config::default().parameters(),
        _ => Vec::new(),
    }
}

/// Whether a spec is one for games that hide information.
pub(super) fn accepts(spec: &Spec) -> bool {
    match spec.name.as_str() {
        MCTS => configure::<ismcts::Config>(spec).is_ok(),
        ALPHA_BETA => configure::<belief_search::Config>(spec).is_ok(),
        _ => false,
    }
}

/// Makes the agent that a plain name means in a game that hides information; `None` if the name means nothing else here.
pub(super) fn build<G: Game + 'static>(game: &Arc<G>, spec: &Spec) -> Option<Made<G>> {
    let refused = |reason: Refusal| AgentError::Refused { agent: spec.to_string(), reason };
    let game = game.clone();
    match spec.name.as_str() {
        _ if !game.info().hidden => None,
        MCTS => Some(configure_from(ismcts::Config::advised(&game), spec).and_then(|config| {
            match Ismcts::new(game, config) {
                Ok(search) => Ok(Box::new(search) as _),
                Err(reason) => Err(refused(reason)),
            }
        })),
        ALPHA_BETA => Some(configure(spec).and_then(|config| match BeliefSearch::new(game, config) {
            Ok(search) => Ok(Box::new(search) as _),
            Err(reason) => Err(refused(reason)),
        })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use spinney_games::kuhn_poker::KuhnPoker;
    use spinney_games::othello::Othello;

    use super::super::{build, check, find_agent};
    use super::*;

    #[test]
    fn plain_names_have_a_meaning_and_a_table_for_either_kind_of_game() {
        let says = |text: &str| {
            let spec = Spec::agent(text).unwrap();
            let of = |error: AgentError| error.to_string();
            (
                check(&spec).map_err(of),
                build(Arc::new(KuhnPoker), &spec).map(drop).map_err(of),
                build(Arc::new(Othello), &spec).map(drop).map_err(of),
            )
        };
        for plain in ["mcts", "alpha-beta", "mcts:c=0.5", "alpha-beta:depth=3"] {
            assert_eq!(says(plain), (Ok(()), Ok(()), Ok(())), "{plain}");
        }
        for hidden in ["mcts:belief=game,coalition=0.2", "alpha-beta:opponent=greedy"] {
            let (checked, of_hidden, of_open) = says(hidden);
            assert_eq!((checked, of_hidden), (Ok(()), Ok(())), "{hidden}");
            assert!(of_open.unwrap_err().contains("has no parameter"), "{hidden}");
        }
        for open in ["mcts:select=puct", "alpha-beta:search=pvs"] {
            let (checked, of_hidden, of_open) = says(open);
            assert_eq!((checked, of_open), (Ok(()), Ok(())), "{open}");
            assert!(of_hidden.unwrap_err().contains("has no parameter"), "{open}");
        }
        assert!(!find_agent("mcts").unwrap().hidden.is_empty());
        assert!(find_agent("random").unwrap().hidden.is_empty());
    }
}
