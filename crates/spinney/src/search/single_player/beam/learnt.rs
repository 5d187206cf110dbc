//! Beams that learn from the best line: what its positions have in common, and other positions of the beam have not.
//!
//! A cycle begins with the game's own guess of the weights. Narrow beams follow each other; after each, the positions of
//! the best line so far are compared with random ones of the beam that have equally much left, and the weights adapted
//! until the line stands out ([`Ranking::learn`]). A beam that is blind to the line leaves it early and shows what is
//! wrong with its weights; one that keeps to it varies it. A wide beam ends the cycle. Whatever it finds is the line that
//! the next cycle learns from.

use super::super::{Findings, play_out};
use super::Strata;
use super::run::{Node, Rating, Run, Setting};
use crate::budget::Limit;
use crate::evaluation::ranking::{Counted, Example, Ranking, Stage};
use crate::game::capabilities::{Patterns, ScoreBounds};
use crate::game::{Game, Player};
use crate::random::Random;

/// Narrow beams of a cycle.
const LESSONS: usize = 5;
/// How many times as wide as these the last beam of a cycle is.
const WIDER: usize = 5;
/// Positions that one of the good line is compared with.
const OTHERS: usize = 12;
/// The width of the first beams.
const NARROWEST: usize = 50;
/// A budget of fewer positions than this is not worth a cycle.
pub(in super::super) const LEAST: u64 = 150_000;
/// The cycles that a budget is planned for.
const CYCLES: f64 = 6.0;
/// The narrow beams are planned at most this many times as wide as the first.
const MOST_PLANNED: f64 = 40.0;
/// The factor by which beams become wider after a cycle that has found nothing better.
const GROWTH: f64 = 1.5;

/// Searches by learnt beams until the budget of the findings ends, and returns what ended it. `from` is a good line; if it
/// is empty, a playout comes first, so that there is a line whatever the budget. No beam is wider than `widest`.
pub(in super::super) fn climb<G: Game>(
    game: &G,
    start: &G::State,
    threads: usize,
    widest: usize,
    findings: &Findings<'_, G::Move>,
    from: Vec<G::Move>,
    rng: &mut Random,
) -> Limit {
    let capabilities = game.capabilities();
    let (Some(patterns), Some(score_bounds)) = (capabilities.patterns, capabilities.score_bounds) else {
        return Limit::Finished;
    };
    let teacher = Teacher { value: f64::NEG_INFINITY, positions: Vec::new() };
    let mut climb =
        Climb { game, start, threads, widest, patterns, score_bounds, findings, teacher, examples: Vec::new() };
    climb.take(&from);
    if from.is_empty()
        && let Err(limit) = climb.play_out(rng)
    {
        return limit;
    }
    let mut width = None;
    loop {
        if let Err(limit) = climb.cycle(&mut width, rng) {
            return limit;
        }
    }
}

/// The line that is learnt from.
struct Teacher<S> {
    value: f64,
    /// Its positions from the start to the end; none if there is no line yet.
    positions: Vec<S>,
}

struct Climb<'c, G: Game> {
    game: &'c G,
    start: &'c G::State,
    threads: usize,
    /// The width of the widest beam.
    widest: usize,
    patterns: &'c dyn Patterns<State = G::State, Move = G::Move>,
    score_bounds: &'c dyn ScoreBounds<State = G::State, Move = G::Move>,
    findings: &'c Findings<'c, G::Move>,
    teacher: Teacher<G::State>,
    examples: Vec<Example>,
}

impl<G: Game> Climb<'_, G> {
    /// One cycle, planned for the width if that is not known yet. `Err` when the budget ended, or when a beam has seen
    /// everything.
    fn cycle(&mut self, width: &mut Option<usize>, rng: &mut Random) -> Result<(), Limit> {
        let mut ranking = Ranking::constant((0..self.patterns.patterns()).map(|pattern| self.patterns.guess(pattern)));
        self.examples.clear();
        let before = self.teacher.value;
        for _ in 0..LESSONS {
            let used = self.used();
            self.beam(&ranking, width.unwrap_or(NARROWEST), true, rng)?;
            ranking.learn(&self.examples, rng);
            if width.is_none() {
                *width = Some(self.plan(self.used() - used));
            }
        }
        let narrow = width.unwrap_or(NARROWEST);
        self.beam(&ranking, WIDER * narrow, false, rng)?;
        if self.teacher.value <= before {
            *width = Some((GROWTH * narrow as f64) as usize);
        }
        Ok(())
    }

    /// One beam. Its positions are compared with those of the teacher if asked to.
    fn beam(&mut self, ranking: &Ranking, width: usize, compare: bool, rng: &mut Random) -> Result<(), Limit> {
        let Climb { game, start, threads, patterns, score_bounds, findings, .. } = *self;
        let goal = if self.teacher.positions.is_empty() { 0 } else { patterns.goal_of(&self.teacher.positions) };
        let rating = Rating::Learnt(patterns, ranking, goal);
        let setting = Setting { game, score_bounds, rating, strata: Strata::Stage, rule: 0, threads, findings };
        let mut run = Run::new(&setting, width.min(self.widest));
        let (positions, examples) = (&self.teacher.positions, &mut self.examples);
        let ended = run.go(start, rng, |stage, nodes, rng| {
            let good = positions.iter().find(|state| compare && score_bounds.stage(state) as usize == stage);
            examples.extend(good.and_then(|good| example(patterns, goal, good, nodes, rng)));
        });
        if findings.best() > self.teacher.value {
            self.take(&findings.line());
        }
        match ended {
            Some(limit) => Err(limit),
            None if !run.dropped => Err(Limit::Finished),
            None => Ok(()),
        }
    }

    /// Finds a line by a playout.
    fn play_out(&mut self, rng: &mut Random) -> Result<(), Limit> {
        let policy = self.game.capabilities().playouts.and_then(|playouts| playouts.preferred());
        let (mut end, mut recorded) = (self.start.clone(), Vec::new());
        self.findings.claim(1).map_or(Ok(()), Err)?;
        play_out(self.game, policy, &mut end, rng, &mut recorded, self.findings, &mut self.findings.pace())?;
        let line: Vec<G::Move> = recorded.into_iter().map(|(_, mv)| mv).collect();
        self.findings.found(self.game.payoff(&end, Player(0)), line.iter().copied());
        self.take(&line);
        Ok(())
    }

    /// Makes a line the teacher, its moves in the order in which the beams try them.
    fn take(&mut self, line: &[G::Move]) {
        if line.is_empty() {
            return;
        }
        let mut positions = vec![self.start.clone()];
        for mv in self.patterns.in_order(self.start, line) {
            let mut state = positions[positions.len() - 1].clone();
            self.game.play(&mut state, mv);
            positions.push(state);
        }
        let value = self.game.payoff(&positions[positions.len() - 1], Player(0));
        self.teacher = Teacher { value, positions };
    }

    /// The share of the budget that is used up.
    fn used(&self) -> f64 {
        self.findings.meter().used(self.findings.simulations())
    }

    /// How wide the narrow beams are, if one of the [narrowest](NARROWEST) takes this share of the budget.
    fn plan(&self, share: f64) -> usize {
        let whole = CYCLES * share * (LESSONS + WIDER) as f64;
        let factor = if whole > 0.0 { (1.0 - self.used()) / whole } else { MOST_PLANNED };
        (NARROWEST as f64 * factor.clamp(1.0, MOST_PLANNED)) as usize
    }
}

/// A position of the teacher and random others.
fn example<G: Game>(
    patterns: &dyn Patterns<State = G::State, Move = G::Move>,
    goal: usize,
    good: &G::State,
    nodes: &[Node<G>],
    rng: &mut Random,
) -> Option<Example> {
    let count = |state: &G::State| {
        let mut counted = Counted::new();
        patterns.count(goal, state, &mut |pattern, amount| counted.push((pattern as u32, amount)));
        counted
    };
    let good_patterns = count(good);
    let others: Vec<Counted> = (0..OTHERS.min(nodes.len()))
        .map(|_| count(&nodes[rng.below(nodes.len())].state))
        .filter(|other| *other != good_patterns)
        .collect();
    let stage = Stage::new(patterns.left(good));
    (!others.is_empty()).then_some(Example { stage, good: good_patterns, others })
}
