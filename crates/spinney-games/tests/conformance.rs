//! Every search passes the conformance suite on random trees, and the suite fails searches that are wrong.
//!
//! A new search is one line of `every_search_keeps_its_claims`.

use std::cell::Cell;

use spinney::budget::{Budget, Watch};
use spinney::game::{Game, Moves, NoRecorder, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::cfr::{Cfr, CfrConfig, Mccfr, MccfrConfig, Sampling};
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig, solve};
use spinney::search::flat::{self, Flat};
use spinney::search::random::RandomMover;
use spinney::search::{Refusal, RefusalKind, Search};
use spinney_games::tree::{RandomTree, TreeGame};
use spinney_testkit::conformance::{Check, Claim, Claims, Made, Probed, Suite, Summary};

/// Runs a search on `trees` random trees with this many simulations per decision.
fn suite(
    claims: Claims,
    trees: usize,
    simulations: u64,
    tolerance: f64,
    make: impl for<'g> Fn(&'g Probed<TreeGame>) -> Made<'g, TreeGame>,
) -> Summary {
    Suite::new(claims, simulations, tolerance).run(RandomTree::forest(7, trees), make)
}

fn exhaustive(game: &Probed<TreeGame>) -> Made<'_, TreeGame> {
    Ok(Box::new(Exhaustive::new(game, ExhaustiveConfig::default())?))
}

#[test]
fn every_search_keeps_its_claims() {
    suite(Claims::exact(), 432, 100_000, 1e-9, exhaustive).expect_passed();
    suite(Claims::legal(), 432, 100, 0.0, |game| Ok(Box::new(RandomMover::new(game)?))).expect_passed();
    suite(OPEN, 432, 100, 0.0, |game| Ok(Box::new(Flat::new(game, flat::Config::default())?))).expect_passed();
    suite(EQUILIBRIA, 432, 1_000, 0.02, |game| Ok(Box::new(Cfr::new(game, CfrConfig::default())?))).expect_passed();
    for (sampling, simulations, tolerance) in [(Sampling::External, 20_000, 0.1), (Sampling::Outcome, 20_000, 0.2)] {
        let config = MccfrConfig { sampling, ..MccfrConfig::default() };
        suite(EQUILIBRIA, 144, simulations, tolerance, |game| Ok(Box::new(Mccfr::new(game, config.clone())?)))
            .expect_passed();
    }
}

/// Two players and a constant sum, whatever else.
const EQUILIBRIA: Claims = Claims {
    one_player: Claim::Refuses,
    many_players: Claim::Refuses,
    general_sum: Claim::Refuses,
    hidden: Claim::Plays,
    ..Claims::exact()
};

/// Plays perfect-information games, without a claim about the quality of its moves.
const OPEN: Claims = Claims { hidden: Claim::Refuses, unsampled: Claim::Refuses, ..Claims::legal() };

#[test]
fn the_trees_cover_what_can_go_wrong() {
    let summary = suite(Claims::exact(), 432, 100_000, 1e-9, exhaustive);
    println!("{summary}");
    assert!(summary.exact > 500, "{summary}");
    assert!(summary.telling > 300, "{summary}");
    assert!(summary.ambiguous > 20, "{summary}");
    assert!(summary.joint > 50, "{summary}");
    assert!(summary.mixed > 20, "{summary}");
    assert!(summary.unsolved > 10, "{summary}");
}

#[test]
fn a_random_player_fails_where_skill_is_claimed() {
    let summary = suite(Claims::exact(), 144, 100, 0.1, |game| Ok(Box::new(RandomMover::new(game)?)));
    assert!(summary.failures_of(Check::BestMove) > 50, "{summary}");
    assert!(summary.failures_of(Check::Value) > 100, "{summary}");
    // It plays games that it should have rejected, but its moves are legal and within its budget.
    assert!(summary.failures_of(Check::Refusal) > 100, "{summary}");
    for check in [
        Check::Legal,
        Check::NoBudget,
        Check::Simulations,
        Check::Time,
        Check::SlowSteps,
        Check::Watch,
        Check::SameSeed,
        Check::Reset,
    ] {
        assert_eq!(summary.failures_of(check), 0, "{summary}");
    }
}

/// A way in which a search can be wrong.
#[derive(Clone, Copy)]
enum Wrong {
    /// Takes the next player's payoff for its own.
    Seat,
    /// Reports the value for player 0, whichever player moves.
    Sign,
    /// Makes one simulation too many.
    Simulations,
    /// Does not look at the clock.
    Clock,
    /// Returns no move without budget.
    Nothing,
    /// Reports something new each time.
    Seed,
    /// Remembers that it has been asked before.
    Reset,
    /// Looks at the clock after a whole playout only.
    Playout,
    /// Publishes no reports.
    Silent,
    /// Searches otherwise when it is watched.
    Watched,
    /// Returns a move that its mixture never plays.
    Unplayed,
    /// Reports a mixture that loses, beside a good move.
    Mixture,
}

/// Exhaustive search with a fault.
struct Faulty<G> {
    inner: Exhaustive<G>,
    game: G,
    wrong: Wrong,
    asked: u32,
    noise: u64,
}

impl<G: Game> Search<G> for Faulty<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let silent = Budget { watch: Watch::default(), ..budget.clone() };
        let is_silent = matches!(self.wrong, Wrong::Silent);
        let mut report = self.inner.search(position, if is_silent { &silent } else { budget }, rng);
        let player = position.observer();
        let next = (player.index() + 1) % self.game.info().players();
        // Where time is short, the faults that need a solution have none.
        let solution = budget.time.is_none().then(|| solve(&self.game, position.state(), 1_000_000));
        match (self.wrong, solution) {
            (Wrong::Seat, Some(Ok(solution))) => {
                let best = solution.choices_of(player).max_by(|a, b| a.value[next].total_cmp(&b.value[next]));
                report.best = best.map(|choice| choice.mv).or(report.best);
                report.pv.clear();
            }
            (Wrong::Sign, Some(Ok(solution))) => report.value = Some(solution.value_of(Player(0))),
            (Wrong::Simulations, _) => report.simulations = budget.simulations.unwrap_or(0) + 1,
            (Wrong::Clock, _) => {
                for _ in 0..budget.simulations.unwrap_or(0) {
                    play_out(&self.game, position.state().clone());
                }
            }
            (Wrong::Playout, _) => {
                // Five playouts hardly count where calls take a microsecond.
                for _ in 0..5 {
                    play_out(&self.game, position.state().clone());
                }
            }
            (Wrong::Unplayed, _) => {
                let unplayed = report.candidates.iter().find(|candidate| candidate.probability == Some(0.0));
                if let Some(unplayed) = unplayed {
                    report.best = Some(unplayed.mv);
                    report.pv.clear();
                }
            }
            (Wrong::Mixture, Some(Ok(solution))) if solution.turn == Turn::Joint => {
                let worst =
                    solution.choices_of(player).max_by(|a, b| a.loss.total_cmp(&b.loss)).map(|choice| choice.mv);
                for candidate in &mut report.candidates {
                    let part = if Some(candidate.mv) == worst { 1.0 } else { 0.0 };
                    candidate.probability = candidate.probability.map(|_| part);
                }
            }
            (Wrong::Watched, _) if budget.watch.published() > 0 => report.nodes += 1,
            (Wrong::Nothing, _) if budget.simulations == Some(0) => report.best = None,
            (Wrong::Seed, _) => report.nodes = self.noise,
            (Wrong::Reset, _) => report.depth += self.asked,
            _ => {}
        }
        self.asked += 1;
        report
    }
}

fn play_out<G: Game>(game: &G, mut state: G::State) {
    let mut scratch = Moves::new();
    let mut rng = Random::new(0);
    while game.random_step(&mut state, &mut scratch, &mut rng, &mut NoRecorder) {}
}

#[test]
fn the_suite_finds_every_fault_and_calls_it_by_its_name() {
    for (wrong, check, also) in [
        (Wrong::Seat, Check::BestMove, None),
        (Wrong::Sign, Check::Value, None),
        (Wrong::Simulations, Check::Simulations, None),
        // The clock is not looked at where steps are slow either.
        (Wrong::Clock, Check::Time, Some(Check::SlowSteps)),
        (Wrong::Nothing, Check::NoBudget, None),
        (Wrong::Seed, Check::SameSeed, None),
        (Wrong::Reset, Check::Reset, None),
        (Wrong::Playout, Check::SlowSteps, None),
        (Wrong::Silent, Check::Watch, None),
        (Wrong::Watched, Check::Watch, None),
        (Wrong::Unplayed, Check::BestMove, None),
        (Wrong::Mixture, Check::BestMove, None),
    ] {
        let noise = Cell::new(0);
        let summary = suite(Claims::exact(), 96, 1000, 0.01, |game| {
            noise.set(noise.get() + 1);
            let inner = Exhaustive::new(game, ExhaustiveConfig::default())?;
            Ok(Box::new(Faulty { inner, game, wrong, asked: 0, noise: noise.get() }))
        });
        assert!(summary.failures_of(check) > 10, "{check:?}: {summary}");
        let found = summary.failures_of(check) + also.map_or(0, |also| summary.failures_of(also));
        assert_eq!(found, summary.failures.len(), "{check:?}: {summary}");
    }
}

#[test]
fn refusals_are_held_against_the_claims() {
    let run = |claim: Claim, reason: &str| {
        suite(Claims { joint: claim, ..Claims::exact() }, 96, 100_000, 0.01, |game| match game.info().joint {
            true => Err(Refusal::new(RefusalKind::SimultaneousMoves, reason)),
            false => exhaustive(game),
        })
    };
    let summary = run(Claim::Refuses, "cannot play simultaneous moves").expect_passed();
    assert!(summary.refused > 20 && summary.refused < summary.games, "{summary}");
    assert!(run(Claim::Exact, "cannot play simultaneous moves").failures_of(Check::Refusal) > 20);
    assert!(run(Claim::Refuses, " ").failures_of(Check::Refusal) > 20);
}

#[test]
fn payoffs_of_others_do_not_lead_astray() {
    // Player 1 moves; a is best for player 0, b for player 2, d for the sum, and c for himself.
    let game = TreeGame::parse("(p1 [9 0 0] [0 1 9] [1 2 1] [9 1 9])").unwrap();
    let suite = Suite::new(Claims::exact(), 1000, 1e-9);
    let summary = suite.run([(game.to_string(), game)], exhaustive).expect_passed();
    assert_eq!((summary.decisions, summary.telling), (1, 1));
}
