//! From questions to the exact value.
//!
//! The value of a position is the payoff of some finished game below it. A proof of "at least v" shows that it is at
//! least the least payoff seen that is not below v; a refutation, whose finished games have all been seen, that it is
//! at most the greatest payoff seen below v. The first question is about the best result of the declared range, since
//! most games are about winning; the next ones bisect the payoffs seen between the bounds. When the bounds meet, the
//! value is known.

use super::line;
use super::numbers::Numbers;
use super::question::{Question, Rules, Seen, Sight, Work};
use crate::budget::{Grace, Limit};
use crate::game::{Game, Moves, Player, View};
use crate::report::{Candidate, Report, Unit};
use crate::search::claims::Claims;
use crate::search::random::own_moves;

/// The result of a prover for a question.
pub(super) struct Answer<M> {
    pub numbers: Numbers,
    /// Why it gave up, if it did.
    pub limit: Option<Limit>,
    /// The root moves that it visited.
    pub moves: Vec<Judged<M>>,
}

/// A move of the root.
pub(super) struct Judged<M> {
    pub mv: M,
    pub numbers: Numbers,
    /// Positions visited below it.
    pub effort: u64,
}

/// How large a search has become.
pub(super) struct Size {
    pub nodes: u64,
    pub bytes: u64,
    pub depth: u32,
}

/// Answers questions.
pub(super) trait Prover<G: Game> {
    /// Works on a question until it is decided or the budget ends.
    fn ask(
        &mut self,
        rules: &Rules<'_, G>,
        question: &Question,
        state: &G::State,
        seen: &mut Seen,
        work: &mut Work<G::Move>,
    ) -> Answer<G::Move>;

    /// The result for the position with this key, if it is in the table.
    fn known(&self, question: &Question, key: u64) -> Option<bool>;

    /// Whether some refutation leaned on a repeated position or on a path that was too long.
    fn has_repeated(&self) -> bool;

    fn size(&self) -> Size;
}

/// Bounds of a value.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    fn narrow(&mut self, least: f64, enough: bool, seen: &Seen) {
        if enough {
            self.low = self.low.max(seen.at_least(least).unwrap_or(least));
        } else {
            self.high = self.high.min(seen.below(least).unwrap_or(self.low)).max(self.low);
        }
    }
}

/// A search for the value of one position.
struct Inquiry<'a, G: Game> {
    rules: &'a Rules<'a, G>,
    state: &'a G::State,
    player: Player,
    bounds: Bounds,
    /// Every legal move with the bounds of its value and the positions visited below it.
    moves: Vec<(G::Move, Bounds, u64)>,
    best: Option<G::Move>,
    /// The last question that was proven, and the last one that was refuted.
    proven: Option<Question>,
    refuted: Option<Question>,
    asked: Vec<String>,
}

/// Asks questions until the value is known or the budget is spent.
pub(super) fn solve<G: Game, P: Prover<G>>(
    prover: &mut P,
    rules: &Rules<'_, G>,
    position: &View<G::State>,
    seen: &mut Seen,
    work: &mut Work<G::Move>,
) -> Report<G::Move> {
    let legal = own_moves(rules.game, position);
    let range = rules.game.info().range;
    let bounds =
        range.map_or(Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY }, |r| Bounds { low: r.low, high: r.high });
    let mut inquiry = Inquiry {
        rules,
        state: position.state(),
        player: position.observer(),
        bounds,
        best: legal.first().copied(),
        moves: legal.into_iter().map(|mv| (mv, bounds, 0)).collect(),
        proven: None,
        refuted: None,
        asked: Vec::new(),
    };
    let mut ended_by = Limit::Finished;
    while !inquiry.moves.is_empty() && inquiry.bounds.low < inquiry.bounds.high {
        work.standing = Some(inquiry.report(prover, work, Limit::Running, bounds));
        let least = match inquiry.next(seen, work) {
            Ok(least) => least,
            Err(limit) => {
                ended_by = limit;
                break;
            }
        };
        let question = Question::new(inquiry.player, least);
        let answer = prover.ask(rules, &question, inquiry.state, seen, work);
        let limit = answer.limit;
        inquiry.learn(&question, answer, seen);
        if let Some(limit) = limit {
            ended_by = limit;
            break;
        }
    }
    inquiry.report(prover, work, ended_by, bounds)
}

impl<G: Game> Inquiry<'_, G> {
    /// The payoff of the next question.
    fn next(&self, seen: &mut Seen, work: &mut Work<G::Move>) -> Result<f64, Limit> {
        let Bounds { low, high } = self.bounds;
        if self.asked.is_empty() {
            return if high.is_finite() { Ok(high) } else { self.some_payoff(seen, work) };
        }
        Ok(seen.between(low, high).unwrap_or_else(|| low.next_up()))
    }

    /// The payoff at the end of some game, where the range is not declared.
    fn some_payoff(&self, seen: &mut Seen, work: &mut Work<G::Move>) -> Result<f64, Limit> {
        let question = Question::new(self.player, 0.0);
        let mut moves = Moves::new();
        let mut state = self.state.clone();
        for _ in 0..super::LONGEST_PATH {
            if let Sight::Over(_) = self.rules.look(&state, &question, &mut moves, seen) {
                return Ok(self.rules.game.payoff(&state, self.player));
            }
            self.rules.game.play(&mut state, moves[0]);
            work.step()?;
        }
        Ok(0.0)
    }

    fn learn(&mut self, question: &Question, answer: Answer<G::Move>, seen: &Seen) {
        let verdict = answer.numbers.verdict();
        for judged in &answer.moves {
            if let Some((_, bounds, effort)) = self.moves.iter_mut().find(|(mv, ..)| *mv == judged.mv) {
                *effort += judged.effort;
                if let Some(enough) = judged.numbers.verdict() {
                    bounds.narrow(question.least, enough, seen);
                }
            }
        }
        let least = question.least;
        self.asked.push(match verdict {
            Some(true) => format!("at least {least}? yes"),
            Some(false) => format!("at least {least}? no"),
            None => {
                let Numbers { proof, disproof } = answer.numbers;
                format!("at least {least}? open, proof number {proof}, disproof number {disproof}")
            }
        });
        match verdict {
            Some(true) => {
                let winner = answer.moves.iter().find(|judged| judged.numbers.verdict() == Some(true));
                self.best = winner.map(|judged| judged.mv).or(self.best);
                self.proven = Some(*question);
                self.bounds.narrow(least, true, seen);
            }
            Some(false) => {
                self.guess(&answer.moves);
                self.refuted = Some(*question);
                self.bounds.narrow(least, false, seen);
            }
            None => self.guess(&answer.moves),
        }
    }

    /// Without a proof, the move that lacks least to one is the best so far; of refuted ones the one that was hardest to
    /// refute.
    fn guess(&mut self, moves: &[Judged<G::Move>]) {
        if self.proven.is_none() {
            let best = moves.iter().min_by_key(|judged| (judged.numbers.proof, std::cmp::Reverse(judged.effort)));
            self.best = best.map(|judged| judged.mv).or(self.best);
        }
    }

    fn report<P: Prover<G>>(
        &self,
        prover: &P,
        work: &Work<G::Move>,
        ended_by: Limit,
        declared: Bounds,
    ) -> Report<G::Move> {
        let info = self.rules.game.info();
        // What is proven holds; what is refuted may still happen by chance or in infinite play.
        let exact = |value: f64| value >= declared.high || !(info.chance || prover.has_repeated());
        let Bounds { low, high } = self.bounds;
        let finished = low >= high && self.best.is_some();
        let mut candidates: Vec<Candidate<G::Move>> = self
            .moves
            .iter()
            .map(|(mv, bounds, effort)| Candidate {
                visits: *effort,
                proven: (bounds.low >= bounds.high && exact(bounds.low)).then_some(bounds.low),
                ..Candidate::new(*mv)
            })
            .collect();
        candidates.sort_by_key(|candidate| (Some(candidate.mv) != self.best, std::cmp::Reverse(candidate.visits)));
        let size = prover.size();
        let value = (finished || self.proven.is_some()).then_some(low);
        let mut report = Report::new(self.best)
            .with_best(self.best, value)
            .with_candidates(candidates)
            .with_work(work.nodes, Unit::Nodes)
            .with_size(size.nodes, size.bytes, size.depth)
            .with_end(ended_by, work.seconds());
        report.proven = finished && exact(low);
        if ended_by != Limit::Running {
            let grace = Grace::new(&work.meter, work.nodes);
            report.pv = line::follow(prover, self.rules, self.state, self.best, self.proven, self.refuted, &grace);
        }
        if Claims::of(self.rules.game).allow(low) {
            report.notes = self.notes(finished, exact(low), info.chance);
        }
        report.checked_by(self.rules.game)
    }

    /// The questions with their results, and what they show where the value is not exact.
    fn notes(&self, finished: bool, exact: bool, chance: bool) -> Vec<String> {
        let low = self.bounds.low;
        let mut notes = Vec::new();
        if !self.asked.is_empty() {
            notes.push(format!("asked: {}", self.asked.join("; ")));
        }
        if finished && !exact {
            notes.push(match chance {
                true => format!("{low} is guaranteed for every chance outcome; more is possible, but not guaranteed"),
                false => format!("{low} can be forced; more cannot, if infinite play counts as failure"),
            });
        } else if !finished && self.proven.is_some() {
            notes.push(format!("at least {low} is proven"));
        }
        notes
    }
}
