//! A game whose play has departed from its rules: searches claim nothing about it.

use spinney::budget::{Budget, Watch};
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::{TreeLimits, TreeView};

use super::trial::Trial;
use super::{Check, Probed};

/// Simulations, of which small games need fewer for a proof.
const SIMULATIONS: u64 = 2_000;

impl<G: Game> Trial<'_, G> {
    /// Claims in the final report, in the last report of the running search and in the tree.
    pub(super) fn check_flawed(&mut self, probed: &Probed<G>) {
        let Ok(mut search) = (self.make)(probed) else { return };
        let Some((state, player)) = first_decision(probed, &mut self.rng) else { return };
        let watch = Watch::default();
        let simulations = Some(self.suite.simulations.min(SIMULATIONS));
        let budget =
            Budget { simulations, clock: probed.asking_clock(&watch), watch: watch.clone(), ..Budget::default() };
        let report = search.search(&View::of(probed, &state, player), &budget, &mut self.rng);
        let reports = [Some(report), watch.latest::<G::Move>()];
        for report in reports.iter().flatten().filter(|report| claims_proof(report)) {
            self.fail(Check::Flawed, format!("a claim of proof in {report:?}"));
        }
        if search.tree(&TreeLimits::default()).is_some_and(|tree| has_proof(&tree)) {
            self.fail(Check::Flawed, "a claim of proof in the tree");
        }
    }
}

/// The first position with a player to move, and a player that is.
fn first_decision<G: Game>(game: &Probed<G>, rng: &mut Random) -> Option<(G::State, Player)> {
    let mut state = game.start(rng);
    let mut moves = Moves::new();
    loop {
        moves.clear();
        match game.turn(&state, &mut moves) {
            Turn::Over => return None,
            Turn::Player(player) => return Some((state, player)),
            Turn::Joint => return Some((state, Player(0))),
            Turn::Chance => game.play(&mut state, moves[moves.draw_weighted(rng)]),
        }
    }
}

fn claims_proof<M>(report: &Report<M>) -> bool {
    report.proven
        || report.candidates.iter().any(|candidate| candidate.proven.is_some() || candidate.proven_at_most.is_some())
}

fn has_proof<M>(tree: &TreeView<M>) -> bool {
    tree.stats.proven.is_some() || tree.children.iter().any(has_proof)
}
