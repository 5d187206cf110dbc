//! Flat Monte-Carlo: playouts after every root move, no tree. Moves are tried in turn, or by UCB1.
//!
//! The baseline beside tree search: it never finds a reply that only one move allows, since opponents play at random.

use serde::{Deserialize, Serialize};

use super::parameter::{Configure, Parameter, ParameterError, read_number, read_positive};
use super::playout::{Course, Played};
use super::random::own_moves;
use super::{Refusal, RefusalKind, Search};
use crate::budget::{Budget, Limit, Meter, Pace, Signal};
use crate::game::{Game, Moves, NoRecorder, Turn, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};

/// How playouts are shared out among the root moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allocation {
    /// All alike.
    Uniform,
    /// By UCB1.
    Ucb,
}

/// The configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// How playouts are shared out.
    pub select: Allocation,
    /// Exploration constant of UCB1, on payoffs normalised to 0…1.
    pub c: f64,
    /// A playout is cut after this many turns and counts as the middle of the payoff range.
    pub playout_cap: u32,
}

impl Default for Config {
    fn default() -> Self {
        Config { select: Allocation::Ucb, c: 0.7, playout_cap: 1_000 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let select = if self.select == Allocation::Ucb { "ucb" } else { "uniform" };
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("select", select.to_owned(), "uniform, ucb", "how playouts are allocated to moves"),
            row("c", self.c.to_string(), "0 …", "exploration constant of ucb, on payoffs normalised to 0…1"),
            row("playout-cap", self.playout_cap.to_string(), "1 …", "turns before a playout is cut"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "select" => {
                self.select = match value {
                    "uniform" => Allocation::Uniform,
                    "ucb" => Allocation::Ucb,
                    _ => {
                        return Err(ParameterError::Value {
                            key: key.to_owned(),
                            value: value.to_owned(),
                            expected: "uniform, ucb".to_owned(),
                        });
                    }
                }
            }
            "c" => self.c = read_number(key, value)?,
            "playout-cap" => self.playout_cap = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Flat Monte-Carlo search.
pub struct Flat<G> {
    game: G,
    config: Config,
}

/// One root move.
struct Arm<M> {
    mv: M,
    visits: u64,
    sum: f64,
}

impl<G: Game> Flat<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        if info.hidden {
            return Err(Refusal::new(
                RefusalKind::HiddenInformation,
                format!("flat needs a perfect-information game; `{}` has hidden information", info.name),
            ));
        }
        if !config.c.is_finite() || config.c < 0.0 || config.playout_cap == 0 {
            return Err(Refusal::out_of_range("c must be a finite number, 0 or more, and playout-cap at least 1"));
        }
        Ok(Flat { game, config })
    }

    /// Plays `mv` for the observer (others move at random where moves are simultaneous) and then a random game.
    /// `state` is memory to work in. `Err` if the budget ended before the game did.
    fn sample(
        &self,
        position: &View<G::State>,
        mv: G::Move,
        state: &mut G::State,
        course: &mut Course<'_, G::Move>,
        report: impl FnMut(),
    ) -> Result<f64, Limit> {
        state.clone_from(position.state());
        course.scratch.clear();
        if self.game.turn(state, course.scratch) == Turn::Joint {
            let mut joint = course.scratch.draw_joint(course.rng).to_vec();
            joint[position.observer().index()] = mv;
            self.game.play_joint(state, &joint);
        } else {
            self.game.play(state, mv);
        }
        if let Signal::End(limit) = course.pace.step(course.meter) {
            return Err(limit);
        }
        match course.at_random(&self.game, state, self.config.playout_cap, &mut NoRecorder, report) {
            Played::Over(_) => Ok(self.game.payoff(state, position.observer())),
            Played::Cut => {
                let range = self.game.info().expected_range();
                Ok(range.map_or(0.0, |range| (range.low + range.high) / 2.0))
            }
            Played::Stopped(limit) => Err(limit),
        }
    }
}

/// The report on the arms.
fn report<M: Copy>(arms: &[Arm<M>], done: u64, ended_by: Limit, meter: &Meter) -> Report<M> {
    let mean = |arm: &Arm<M>| if arm.visits == 0 { f64::MIN } else { arm.sum / arm.visits as f64 };
    let best = arms.iter().reduce(|best, next| if mean(next) > mean(best) { next } else { best });
    let (best, value) = best.map_or((None, None), |arm| (Some(arm.mv), (arm.visits > 0).then(|| mean(arm))));
    let mut candidates: Vec<Candidate<M>> =
        arms.iter().map(|arm| Candidate::new(arm.mv).with_mean(arm.visits, mean(arm))).collect();
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
    Report::new(best)
        .with_best(best, value)
        .with_candidates(candidates)
        .with_work(done, Unit::Simulations)
        .with_size(arms.len() as u64, size_of_val(arms) as u64, 1)
        .with_end(ended_by, meter.elapsed().as_secs_f64())
}

/// The arm to try next.
fn next_arm<M>(arms: &[Arm<M>], config: &Config, done: u64, width: f64) -> usize {
    if config.select == Allocation::Uniform || done < arms.len() as u64 {
        return (done % arms.len() as u64) as usize;
    }
    let log = (done as f64).ln();
    let score = |arm: &Arm<M>| {
        let visits = arm.visits as f64;
        arm.sum / visits + config.c * width * (log / visits).sqrt()
    };
    (0..arms.len()).reduce(|best, next| if score(&arms[next]) > score(&arms[best]) { next } else { best }).unwrap_or(0)
}

impl<G: Game> Search<G> for Flat<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let mut arms: Vec<Arm<G::Move>> =
            own_moves(&self.game, position).into_iter().map(|mv| Arm { mv, visits: 0, sum: 0.0 }).collect();
        rng.shuffle(&mut arms);
        let expected = self.game.info().expected_range();
        let (mut low, mut high) = expected.map_or((f64::MAX, f64::MIN), |range| (range.low, range.high));
        let mut scratch = Moves::new();
        let mut state = position.state().clone();
        let mut pace = Pace::new(&meter);
        let mut done = 0;
        let ended_by = loop {
            if arms.len() < 2 {
                break Limit::Finished;
            }
            if let Some(limit) = meter.exceeded(done) {
                break limit;
            }
            if meter.report_wanted() {
                meter.publish(report(&arms, done, Limit::Running, &meter));
            }
            let arm = next_arm(&arms, &self.config, done, if high > low { high - low } else { 1.0 });
            let mut course = Course { scratch: &mut scratch, rng: &mut *rng, pace: &mut pace, meter: &meter };
            let live = || meter.publish(report(&arms, done, Limit::Running, &meter));
            let payoff = match self.sample(position, arms[arm].mv, &mut state, &mut course, live) {
                Ok(payoff) => payoff,
                Err(limit) => break limit,
            };
            (low, high) = (low.min(payoff), high.max(payoff));
            arms[arm].visits += 1;
            arms[arm].sum += payoff;
            done += 1;
        };
        report(&arms, done, ended_by, &meter)
    }
}
