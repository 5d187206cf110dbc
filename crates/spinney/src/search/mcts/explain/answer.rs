//! The answer with its reason.

use serde::Serialize;

use super::super::answer::RootTable;
use super::super::config::Answer;
use super::Explainer;
use crate::game::Game;
use crate::random::Random;
use crate::report::Candidate;
use crate::search::claims::Claims;

/// Why a root move is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerReason {
    /// Its value is proven, and no other move promises more.
    Proven,
    /// Everything below it was searched, and no other move promises more. That proves nothing: play has
    /// [departed from the declared rules](Game::is_flawed), or other moves were left out for the sake of the top payoff.
    Searched,
    /// It has the most visits.
    MostVisits,
    /// It has the best mean.
    BestMean,
    /// It has the best lower bound.
    Secure,
    /// The best line found begins with it.
    BestLine,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explained<M> {
    /// The move, with its evidence.
    pub best: Candidate<M>,
    /// Why.
    pub reason: AnswerReason,
    /// The choice without it.
    pub runner_up: Option<Candidate<M>>,
    /// Every root move, most visited first.
    pub candidates: Vec<Candidate<M>>,
    /// Whether the root is proven.
    pub proven: bool,
    /// Cycles that led to it.
    pub cycles: u64,
}

impl<M: Copy> Explained<M> {
    /// The same answer with its moves replaced.
    pub fn map<T>(self, f: impl Fn(M) -> T) -> Explained<T> {
        Explained {
            best: self.best.map(&f),
            reason: self.reason,
            runner_up: self.runner_up.map(|candidate| candidate.map(&f)),
            candidates: self.candidates.into_iter().map(|candidate| candidate.map(&f)).collect(),
            proven: self.proven,
            cycles: self.cycles,
        }
    }
}

impl<M> Explained<M> {
    /// The same answer without claims of proof that do not hold.
    fn claiming(self, claims: Claims) -> Self {
        let claiming = |candidate: Candidate<M>| candidate.claiming(claims);
        Explained {
            best: claiming(self.best),
            runner_up: self.runner_up.map(claiming),
            candidates: self.candidates.into_iter().map(claiming).collect(),
            ..self
        }
    }
}

impl<G: Game> Explainer<G> {
    /// The current choice of the search; `None` before the first cycle. Means are those of the player to move.
    pub fn answer(&self) -> Option<Explained<G::Move>> {
        let ground = &self.ground;
        let (plan, config) = (&ground.plan, &ground.config);
        let mut table = RootTable::default();
        table.add(&ground.tree, plan, config, ground.root_player);
        let width = ground.context().width();
        // Only mixed strategies of joint turns are drawn.
        let mut rng = Random::new(0);
        let row = table.choose(plan.answer, width, &mut rng)?;
        let candidates = table.candidates(plan);
        let find = |mv| candidates.iter().find(|candidate| candidate.mv == mv).cloned();
        let line = self.worker.best.as_ref().filter(|_| plan.answer == Answer::BestLine);
        let best = find(line.and_then(|line| line.moves.first().copied()).unwrap_or(table.mv(row)))?;
        let rest = table.without(best.mv);
        let runner_up = rest.choose(plan.answer, width, &mut rng).and_then(|row| find(rest.mv(row)));
        let claims = Claims::of(&ground.game);
        let reason = match plan.answer {
            Answer::BestLine if line.is_some() => AnswerReason::BestLine,
            _ if best.proven.is_some_and(|value| !claims.allow(value)) => AnswerReason::Searched,
            _ if best.proven.is_some() => AnswerReason::Proven,
            Answer::Auto | Answer::MostVisits => AnswerReason::MostVisits,
            Answer::BestMean => AnswerReason::BestMean,
            Answer::Secure => AnswerReason::Secure,
            Answer::BestLine => AnswerReason::BestLine,
        };
        let answer = Explained { best, reason, runner_up, candidates, proven: self.is_proven(), cycles: self.cycles };
        Some(answer.claiming(claims))
    }
}
