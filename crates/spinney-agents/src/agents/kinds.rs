//! The list of agents.

use std::sync::LazyLock;

use spinney::search::belief_search::BeliefSearch;
use spinney::search::cfr::{Cfr, Mccfr};
use spinney::search::exhaustive::Exhaustive;
use spinney::search::flat::Flat;
use spinney::search::general::GeneralPlayer;
use spinney::search::greedy::Greedy;
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{self, Mcts};
use spinney::search::mini_player::MiniPlayer;
use spinney::search::minimax::{AlphaBeta, Minimax};
use spinney::search::parameter::NoParameters;
use spinney::search::proof::{AndOr, DfPn};
use spinney::search::random::RandomMover;
use spinney::search::single_player::anneal::Anneal;
use spinney::search::single_player::beam::Beam;
use spinney::search::single_player::goal_beam::GoalBeam;
use spinney::search::single_player::nested::Nested;
use spinney::search::single_player::nrpa::Nrpa;
use spinney::search::single_player::portfolio::Portfolio;
use spinney::search::single_player::sampling::Sampling;
use spinney::search::value_iteration::ValueIteration;

use super::maker::Maker;
use super::{ALPHA_BETA, CADIA, CFR, GGP, ISMCTS, MCCFR, MCTS, MINI_PLAYER, MINIMAX, PIMC, SOLVER, listed, pimc};

/// Which games an agent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plays {
    /// Perfect-information games, and sampled states of others as the inner search of `pimc`.
    PerfectInformation,
    /// Games of any kind; the search itself rejects what it cannot play.
    Any,
    /// Single-player games.
    SinglePlayer,
}

/// One kind of agent.
pub(super) struct Kind {
    pub(super) name: &'static str,
    pub(super) summary: &'static str,
    pub(super) plays: Plays,
    pub(super) maker: Maker,
    /// What the name means in games with hidden information, if that is another search.
    pub(super) hidden: Option<Maker>,
}

/// Every kind of agent, the recommended one first.
pub(super) fn kinds() -> &'static [Kind] {
    use Plays::{Any, PerfectInformation, SinglePlayer};
    static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
        let kind = |name, summary, plays, maker| Kind { name, summary, plays, maker, hidden: None };
        vec![
            Kind {
                hidden: Some(Maker::from_default(ismcts::Config::advised, Ismcts::new)),
                ..kind(
                    MCTS,
                    "Monte-Carlo tree search, every step of it replaceable; information-set search if information is hidden",
                    PerfectInformation,
                    Maker::new(Mcts::new),
                )
            },
            Kind {
                hidden: Some(Maker::new(BeliefSearch::new)),
                ..kind(
                    ALPHA_BETA,
                    "depth-limited minimax with the usual speed-ups; over beliefs if information is hidden",
                    PerfectInformation,
                    Maker::new(AlphaBeta::new),
                )
            },
            kind(
                MINIMAX,
                "plain minimax, max^n and expectiminimax to a depth: the reference implementation",
                PerfectInformation,
                Maker::new(Minimax::new),
            ),
            kind(
                MINI_PLAYER,
                "the general game player of the MiNI-Player slides: a strategy of its own for every simulation",
                PerfectInformation,
                Maker::new(MiniPlayer::new),
            ),
            kind(
                GGP,
                "the strongest general game player: the best search for each kind of game, small games solved",
                PerfectInformation,
                Maker::new(GeneralPlayer::new),
            ),
            kind(
                CADIA,
                "tree search as CadiaPlayer's settings have it, the general game player to compare with: GRAVE and MAST",
                PerfectInformation,
                Maker::preset(mcts::Config::cadia, Mcts::new),
            ),
            kind(
                "flat",
                "flat Monte-Carlo: playouts after every move, no tree",
                PerfectInformation,
                Maker::new(Flat::new),
            ),
            kind(
                "df-pn",
                "depth-first proof-number search: proves wins, draws and losses",
                PerfectInformation,
                Maker::new(DfPn::new),
            ),
            kind(
                "and-or",
                "depth-first AND/OR search with a table: the textbook method to prove a result",
                PerfectInformation,
                Maker::new(AndOr::new),
            ),
            kind(
                "exhaustive",
                "searches the whole game: exact if it is small enough",
                PerfectInformation,
                Maker::new(Exhaustive::new),
            ),
            kind(
                "value-iteration",
                "exact values of games with chance and cycles, if there are few positions",
                PerfectInformation,
                Maker::new(ValueIteration::new),
            ),
            kind(
                PIMC,
                "perfect-information Monte Carlo: solves sampled states, for hidden information",
                Any,
                pimc::maker(),
            ),
            kind(
                ISMCTS,
                "information-set Monte-Carlo tree search, for hidden information",
                Any,
                Maker::new(Ismcts::new),
            ),
            kind(
                CFR,
                "counterfactual regret minimisation on the whole tree: equilibria of two-player games",
                Any,
                Maker::new(Cfr::new),
            ),
            kind(
                MCCFR,
                "Monte-Carlo counterfactual regret minimisation, where the whole tree is too large",
                Any,
                Maker::new(Mccfr::new),
            ),
            kind(
                "greedy",
                "no search: the best move by the game's tactics or evaluation",
                Any,
                Maker::new(|game, _: NoParameters| Greedy::new(game)),
            ),
            kind(
                "random",
                "a uniformly random legal move: the baseline",
                Any,
                Maker::new(|game, _: NoParameters| RandomMover::new(game)),
            ),
            kind(
                SOLVER,
                "a portfolio for single-player games: a race of nrpa, a repair of its best line, and beams that learn from it",
                SinglePlayer,
                Maker::new(Portfolio::new),
            ),
            kind(
                "nrpa",
                "nested rollout policy adaptation: playouts that learn, for single-player games",
                SinglePlayer,
                Maker::new(Nrpa::new),
            ),
            kind(
                "anneal",
                "simulated annealing of a line, for single-player games",
                SinglePlayer,
                Maker::new(Anneal::new),
            ),
            kind(
                "beam",
                "beam search, positions rated by playouts or as learnt from the best line, for single-player games",
                SinglePlayer,
                Maker::new(Beam::new),
            ),
            kind(
                "goal-beam",
                "beam search by how nearly the goal of a rule sheet is reached, for single-player games",
                SinglePlayer,
                Maker::new(GoalBeam::new),
            ),
            kind("nested", "nested Monte-Carlo search, for single-player games", SinglePlayer, Maker::new(Nested::new)),
            kind(
                "iterative-sampling",
                "playouts from the start, for single-player games: the control without a tree",
                SinglePlayer,
                Maker::new(Sampling::new),
            ),
        ]
    });
    &KINDS
}

pub(super) fn find_kind(name: &str) -> Option<&'static Kind> {
    let name = listed(name);
    kinds().iter().find(|kind| kind.name == name)
}

/// The agents that can be the inner search of `pimc`.
pub(super) fn inner_agents() -> impl Iterator<Item = &'static str> {
    kinds().iter().filter(|kind| kind.plays == Plays::PerfectInformation).map(|kind| kind.name)
}
