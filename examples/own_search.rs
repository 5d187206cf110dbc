//! A search of one's own, and the suite that says whether it keeps what it claims. `cargo run --example own_search`
//!
//! The search looks one move ahead: it takes the move with the best payoff right away, and otherwise any.
use spinney::budget::{Budget, Limit};
use spinney::game::{Game, Moves, Turn, View};
use spinney::random::Random;
use spinney::report::{Candidate, Report, Unit};
use spinney::search::{Refusal, RefusalKind, Search};
use spinney_games::tree::RandomTree;
use spinney_testkit::conformance::{Claims, Suite};

/// Takes what it can get at once.
struct Greedy<G>(G);

impl<G: Game> Greedy<G> {
    /// Refuses what it cannot play, when it is made.
    fn new(game: G) -> Result<Self, Refusal> {
        let info = game.info();
        if info.joint || info.hidden {
            let kind = if info.hidden { RefusalKind::HiddenInformation } else { RefusalKind::SimultaneousMoves };
            return Err(Refusal::new(
                kind,
                format!("greedy needs turns and perfect information; `{}` has not", info.name),
            ));
        }
        Ok(Greedy(game))
    }

    /// What the observer gets if the game ends after `mv`.
    fn payoff_at_once(&self, position: &View<G::State>, mv: G::Move) -> Option<f64> {
        let mut after = position.state().clone();
        self.0.play(&mut after, mv);
        let over = self.0.turn(&after, &mut Moves::new()) == Turn::Over;
        over.then(|| self.0.payoff(&after, position.observer()))
    }
}

impl<G: Game> Search<G> for Greedy<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, _: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let mut moves = Moves::new();
        self.0.turn(position.state(), &mut moves);
        let mut candidates: Vec<_> = moves.iter().copied().map(Candidate::new).collect();
        let (mut done, mut ended_by) = (0, Limit::Finished);
        for place in 0..candidates.len() {
            if let Some(limit) = meter.exceeded(done) {
                ended_by = limit;
                break;
            }
            if meter.report_wanted() {
                meter.publish(report(candidates.clone(), done).with_end(Limit::Running, 0.0));
            }
            candidates[place].mean = self.payoff_at_once(position, candidates[place].mv);
            candidates[place].visits = 1;
            done += 1;
        }
        report(candidates, done).with_end(ended_by, meter.elapsed().as_secs_f64())
    }
}

/// What is known so far.
fn report<M: Copy>(candidates: Vec<Candidate<M>>, done: u64) -> Report<M> {
    let best = candidates.iter().reduce(|a, b| if b.mean > a.mean { b } else { a });
    let (best, value) = (best.map(|candidate| candidate.mv), best.and_then(|candidate| candidate.mean));
    Report::new(best).with_best(best, value).with_candidates(candidates).with_work(done, Unit::Nodes)
}

pub(crate) fn main() {
    use spinney_testkit::conformance::Claim;
    // It plays, but promises nothing about how well.
    let modest = Claims { joint: Claim::Refuses, hidden: Claim::Refuses, unsampled: Claim::Refuses, ..Claims::legal() };
    let summary = Suite::new(modest, 100, 0.0)
        .run(RandomTree::forest(1, 96), |game| Ok(Box::new(Greedy::new(game)?)))
        .expect_passed();
    println!("what greedy claims, it keeps: {summary}");

    // If it claimed to be exact, the suite would name its mistakes.
    let proud = Claims { joint: Claim::Refuses, ..Claims::exact() };
    let summary = Suite::new(proud, 100, 0.01).run(RandomTree::forest(1, 96), |game| Ok(Box::new(Greedy::new(game)?)));
    println!("an exact search it is not: {} failures", summary.failures.len());
    assert!(!summary.passed());
}
