//! Who takes part.

use spinney::budget::Budget;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::Search as _;
use spinney::search::mcts::{Config, Mcts};
use spinney_games::connect_four::ConnectFour;

use crate::peers;

/// Searches the empty board with this many simulations and a seed. `None` is no answer: not taking part.
pub(crate) type Search = fn(simulations: u64, seed: u64) -> Option<u8>;

/// What a contender is compared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// The hand-written loop of the lab.
    Floor,
    /// This project.
    Own,
    /// Another library.
    Peer,
}

/// A search with its name.
pub(crate) struct Contender {
    /// The name in the table.
    pub(crate) name: &'static str,
    /// What it is compared as.
    pub(crate) role: Role,
    /// The search.
    pub(crate) search: Search,
}

/// All contenders, in the order of a round.
pub(crate) const ALL: [Contender; 8] = [
    Contender { name: "floor", role: Role::Floor, search: floor },
    Contender { name: "spinney, plain UCB1", role: Role::Own, search: spinney_plain },
    Contender { name: "spinney, default", role: Role::Own, search: spinney_default },
    Contender { name: "arbor 0.2", role: Role::Peer, search: peers::arbor::search },
    Contender { name: "arbor 0.2, own rollout", role: Role::Peer, search: peers::arbor::search_own_rollout },
    Contender { name: "minimax 0.6", role: Role::Peer, search: peers::minimax::search },
    Contender { name: "minimax 0.6, own policy", role: Role::Peer, search: peers::minimax::search_own_policy },
    Contender { name: "mcts 0.3, own rollout", role: Role::Peer, search: peers::mcts::search },
];

/// The speed floor: a hand-written search that knows nothing but this game.
fn floor(simulations: u64, seed: u64) -> Option<u8> {
    Some(spinney_bench::floor::connect_four::search(simulations, seed).best)
}

/// This project's plain UCT through the `Game` contract: UCB1 with √2, expansion on the second visit, uniform
/// playouts, most visits, no proofs.
fn spinney_plain(simulations: u64, seed: u64) -> Option<u8> {
    spinney(simulations, seed, Config::plain())
}

/// This project's search as it comes.
fn spinney_default(simulations: u64, seed: u64) -> Option<u8> {
    spinney(simulations, seed, Config::default())
}

/// A tree that is built and dropped in here.
fn spinney(simulations: u64, seed: u64, config: Config) -> Option<u8> {
    let game = ConnectFour::default();
    let mut rng = Random::new(seed);
    let start = View::of(&game, &game.start(&mut rng), Player(0));
    let mut search = Mcts::new(&game, config).ok()?;
    search.search(&start, &Budget::simulations(simulations), &mut rng).best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_opens_in_the_centre() {
        for contender in &ALL {
            // Some answer by the best mean, which is less steady than the most visits: two of three will do.
            let answers: Vec<_> = (1..=3).filter_map(|seed| (contender.search)(50_000, seed)).collect();
            let centre = answers.iter().filter(|&&column| column == 3).count();
            assert!(centre >= 2, "{}: {answers:?}", contender.name);
        }
    }
}
