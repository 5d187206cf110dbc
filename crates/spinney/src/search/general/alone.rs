//! Games of one player: several searches look for a line to the end, one after the other, and the best line of the game
//! is followed until a better one is found.

use super::Config;
use crate::budget::{Budget, Limit};
use crate::game::{Game, View};
use crate::random::Random;
use crate::report::{Report, Unit};
use crate::search::random::own_moves;
use crate::search::single_player::goal_beam::{self, GoalBeam};
use crate::search::single_player::nested::{self, Nested};
use crate::search::single_player::portfolio::{self, Portfolio};
use crate::search::{Refusal, Search, Step};

/// Where each search of a decision ends, as shares of its budget.
const ENDS: [f64; 3] = [0.4, 0.75, 1.0];

/// A player of puzzles.
pub(super) struct Alone<G: Game + Clone> {
    game: G,
    /// Missing where the rules have no goal to go by.
    beam: Option<GoalBeam<G>>,
    nested: Nested<G>,
    portfolio: Portfolio<G>,
    /// The best line from the position that the game is in, with its payoff.
    line: Option<(f64, Vec<G::Move>)>,
    /// The key of the position in which the line was found, until the game goes on.
    found_at: Option<u64>,
}

impl<G: Game + Clone> Alone<G> {
    pub(super) fn new(game: G, config: &Config) -> Result<Self, Refusal> {
        let threads = config.threads;
        let nested = nested::Config { threads, ..nested::Config::default() };
        let portfolio = portfolio::Config { threads, ..portfolio::Config::default() };
        Ok(Alone {
            beam: GoalBeam::new(game.clone(), goal_beam::Config::default()).ok(),
            nested: Nested::new(game.clone(), nested)?,
            portfolio: Portfolio::new(game.clone(), portfolio)?,
            game,
            line: None,
            found_at: None,
        })
    }

    /// The searches in the order in which they search.
    fn searches(&mut self) -> Vec<(&'static str, &mut dyn Search<G>)> {
        let mut searches: Vec<(&'static str, &mut dyn Search<G>)> = Vec::new();
        if let Some(beam) = &mut self.beam {
            searches.push(("goal-beam", beam));
        }
        searches.push(("nested", &mut self.nested));
        searches.push(("portfolio", &mut self.portfolio));
        searches
    }

    pub(super) fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let top = self.game.info().range.map_or(f64::INFINITY, |range| range.high);
        let moves = own_moves(&self.game, position);
        if !self.fits(position, &moves) {
            self.line = None;
        }
        let mut proven = self.line.as_ref().is_some_and(|(value, _)| *value >= top);
        let (mut done, mut ended_by, mut found_by) = (0, Limit::Finished, None);
        let mut best = self.line.take();
        let searches = self.searches();
        let count = searches.len();
        for (at, (name, search)) in searches.into_iter().enumerate() {
            if proven || moves.is_empty() {
                break;
            }
            // The last shares, where some search is missing.
            let end = ENDS[ENDS.len() - count + at];
            let part = Budget {
                time: budget.time.map(|time| time.mul_f64(end).saturating_sub(meter.elapsed())),
                simulations: budget.simulations.map(|most| ((most as f64 * end) as u64).saturating_sub(done)),
                ..budget.clone()
            };
            if let Some((_, line)) = &best {
                search.begin_with(line);
            }
            let report = search.search(position, &part, rng);
            search.reset();
            (done, ended_by, proven) = (done + report.simulations, report.ended_by, report.proven);
            let known = best.as_ref().map_or(f64::NEG_INFINITY, |(value, _)| *value);
            if let Some(value) = report.value.filter(|&value| value > known && !report.pv.is_empty()) {
                best = Some((value, report.pv));
                found_by = Some(name);
            }
            if report.ended_by == Limit::Stopped || meter.was_cut() {
                break;
            }
        }
        self.line = best;
        self.found_at = Some(self.key(position).unwrap_or_default());
        self.report(moves, rng, proven)
            .with_work(done, Unit::Simulations)
            .with_end(ended_by, meter.elapsed().as_secs_f64())
            .with_finder(found_by)
            .checked_unpruned(&self.game)
    }

    fn report(&self, moves: Vec<G::Move>, rng: &mut Random, proven: bool) -> Report<G::Move> {
        let any = (!moves.is_empty()).then(|| moves[rng.below(moves.len())]);
        let mut report = Report::of_moves(moves).with_best(any, None);
        if let Some((value, line)) = &self.line {
            report = report.with_best(line.first().copied(), Some(*value));
            report.pv.clone_from(line);
            report.proven = proven;
        }
        report
    }

    /// Whether the line begins here: it was found here, or the game has followed it to here.
    fn fits(&self, position: &View<G::State>, moves: &[G::Move]) -> bool {
        let Some((_, line)) = &self.line else { return true };
        let first = line.first().is_some_and(|mv| moves.contains(mv));
        first && self.found_at.is_none_or(|key| Some(key) == self.key(position))
    }

    fn key(&self, position: &View<G::State>) -> Option<u64> {
        self.game.capabilities().key.map(|capability| capability.key(position.state()))
    }

    pub(super) fn advance(&mut self, step: &Step<G::Move>) {
        let next = step.moves().first().copied();
        self.found_at = None;
        self.line = self.line.take().filter(|(_, line)| line.first().copied() == next).map(|(value, mut line)| {
            line.remove(0);
            (value, line)
        });
    }

    pub(super) fn reset(&mut self) {
        (self.line, self.found_at) = (None, None);
        self.searches().into_iter().for_each(|(_, search)| search.reset());
    }
}

impl<M> Report<M> {
    /// The same report with a note on the search that found its line.
    fn with_finder(mut self, found_by: Option<&str>) -> Self {
        self.notes.extend(found_by.map(|name| format!("the best line was found by {name}")));
        self
    }
}
