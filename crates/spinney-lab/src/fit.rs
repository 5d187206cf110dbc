//! Weights from play: an agent plays itself, quiet positions are stored with the results of their games, and
//! [logistic regression](spinney::evaluation::fit) finds the weights that predict the results best.
//!
//! Every game begins with some random moves, so that games differ. Every fifth game is used for validation: the loss on
//! those shows whether the weights are better than the game's own, beyond what they were fitted to.
//!
//! A single-player game that counts points has no opponents and no payoff range. Its samples come from boards
//! (`single_player.rs`), and [ridge regression](spinney::evaluation::ridge) finds the weights.

mod outcome;
mod single_player;

pub use outcome::{Loss, Measure, Outcome, Row};
pub use single_player::default_agent;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

use spinney::budget::Budget;
use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::evaluation::fit::Samples;
use spinney::game::capabilities::Features;
use spinney::game::{Game, Moves, NoRecorder, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Unit;
use spinney::search::{Search, Step};
use spinney_agents::{AgentError, GameError, NamedGame, Spec, games};

use self::single_player::counts_points;
use crate::in_order::in_order;

/// A game with more turns is left out.
const MOST_TURNS: u32 = 10_000;

/// The samples of a game, and what the agent counts as its work.
type Played = (Samples, Unit);

/// What is to be fitted, and from which games.
pub struct Plan {
    /// The game.
    pub game: Spec,
    /// The agent that plays itself.
    pub agent: Spec,
    /// How many games.
    pub games: u64,
    /// The largest number of random moves at the beginning of each.
    pub opening: u32,
    /// The budget of a move, or of a line in a single-player game. Its stop flag ends the games; the finished ones are
    /// used.
    pub budget: Budget,
    /// The penalty on large weights.
    pub l2: f64,
    /// The only source of randomness.
    pub seed: u64,
    /// How many games are played in parallel.
    pub threads: usize,
}

/// Why nothing was fitted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// There is no such game.
    #[error(transparent)]
    Open(#[from] GameError),
    /// There is no such agent, or not for this game.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The game has nothing to fit.
    #[error("{0}")]
    Game(String),
    /// There was no quiet position.
    #[error("{0} games gave no position to fit to")]
    Nothing(u64),
}

impl Plan {
    /// Opens the game, plays and fits. `on_game` is called after every game.
    pub fn run(&self, on_game: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Outcome, FitError> {
        self.run_on(&games::open(&self.game)?, on_game)
    }

    /// The same on a game that was opened already.
    pub fn run_on(&self, game: &NamedGame, on_game: &mut dyn FnMut() -> ControlFlow<()>) -> Result<Outcome, FitError> {
        let info = game.info();
        let reject = |reason: &str| Err(FitError::Game(format!("`{}` {reason}", info.name)));
        let Some(features) = game.capabilities().features else { return reject("has no named features to weigh") };
        let (played, measure) = if counts_points(info) {
            (self.solve_all(on_game)?, Measure::RmsError)
        } else if info.joint {
            return reject("has simultaneous moves; weights are fitted to games of turns only");
        } else if info.range.is_none() {
            return reject("declares no payoff range, so results are not shares of it");
        } else {
            (self.play_all(game, on_game)?, Measure::LogLoss)
        };
        self.fit(features.features(), features.weights(), played, measure)
    }

    /// Lets the agent play itself, one copy per thread.
    fn play_all(
        &self,
        game: &NamedGame,
        on_game: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<BTreeMap<u64, Played>, FitError> {
        let player = |_| {
            let mut search = game.agent(&self.agent)?;
            Ok::<_, AgentError>(move |number| self.play(game, &mut *search, number))
        };
        let players = (0..self.workers()).map(player).collect::<Result<Vec<_>, _>>()?;
        Ok(self.collect(players, on_game))
    }

    /// How many games are played in parallel.
    fn workers(&self) -> usize {
        self.threads.clamp(1, self.games.clamp(1, 1024) as usize)
    }

    /// Collects the samples of all games, each worker on a thread of its own. They are sorted by the number of the game, so
    /// that the result does not depend on the number of threads.
    fn collect<W: FnMut(u64) -> Option<Played> + Send>(
        &self,
        workers: Vec<W>,
        on_game: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> BTreeMap<u64, Played> {
        let worker = |mut work: W| move |number| Ok(work(number).map(|played| (number, played)));
        let workers = workers.into_iter().map(worker).collect();
        let mut all = BTreeMap::new();
        let failure = in_order(self.games, workers, &self.budget.stop, &mut |(number, played)| {
            all.insert(number, played);
            on_game()
        });
        failure.map_or(all, |never: Infallible| match never {})
    }

    /// Plays one game and measures the features of its quiet positions for the first player; `None` if it was stopped or
    /// did not end.
    fn play(&self, game: &AnyGame, search: &mut dyn Search<AnyGame>, number: u64) -> Option<Played> {
        let mut rng = Random::derive(self.seed, number);
        let features = game.capabilities().features?;
        let mut state = self.open(game, &mut rng);
        let mut moves = Moves::new();
        let mut measured = Vec::new();
        let mut unit = Unit::default();
        let hidden = game.info().hidden;
        search.reset();
        for _ in 0..MOST_TURNS {
            moves.clear();
            let step = match game.turn(&state, &mut moves) {
                Turn::Over => return Some((self.label(game, &state, features, &measured)?, unit)),
                Turn::Joint => return None,
                Turn::Chance => Step::Chance(moves[moves.draw_weighted(&mut rng)]),
                Turn::Player(player) => {
                    if is_quiet(game, &state, &moves) {
                        let mut values = vec![0.0; features.features().len()];
                        features.measure(&state, Player(0), &mut values);
                        measured.push(values);
                    }
                    let report = search.search(&View::of(game, &state, player), &self.budget, &mut rng);
                    if self.budget.stop.is_raised() {
                        return None;
                    }
                    unit = report.unit;
                    Step::Move(player, report.best?)
                }
            };
            if let Step::Move(_, mv) | Step::Chance(mv) = step {
                game.play(&mut state, mv);
            }
            if hidden {
                // One search plays for all players, so what one of them has learnt must not reach another.
                search.reset();
            } else {
                search.advance(&step);
            }
        }
        None
    }

    /// A position after some random moves.
    fn open(&self, game: &AnyGame, rng: &mut Random) -> AnyState {
        let mut scratch = Moves::new();
        for _ in 0..100 {
            let mut state = game.start(rng);
            let length = rng.below(self.opening as usize + 1);
            let alive = (0..length).all(|_| game.random_step(&mut state, &mut scratch, rng, &mut NoRecorder));
            scratch.clear();
            if alive && game.turn(&state, &mut scratch) != Turn::Over {
                return state;
            }
        }
        game.start(rng)
    }

    fn label(
        &self,
        game: &AnyGame,
        state: &AnyState,
        features: &dyn Features<State = AnyState, Move = AnyMove>,
        measured: &[Vec<f64>],
    ) -> Option<Samples> {
        let result = game.info().range?.normalise(game.payoff(state, Player(0)));
        let mut samples = Samples::new(features.features().len());
        measured.iter().for_each(|values| samples.push(values, result));
        Some(samples)
    }
}

/// Whether no move is noisy, such as a capture: an evaluation would miss its effect.
fn is_quiet(game: &AnyGame, state: &AnyState, moves: &[AnyMove]) -> bool {
    game.capabilities().tactics.is_none_or(|tactics| moves.iter().all(|&mv| !tactics.is_noisy(state, mv)))
}

#[cfg(test)]
mod tests {
    use spinney::evaluation::Weights;

    use super::*;

    fn plan(game: &str) -> Plan {
        Plan {
            game: Spec::game(game).unwrap(),
            agent: Spec::agent("mcts").unwrap(),
            games: 20,
            opening: 6,
            budget: Budget::simulations(30),
            l2: 1e-2,
            seed: 1,
            threads: 1,
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_on_any_number_of_threads() {
        let run = |threads| Plan { threads, ..plan("connect-four") }.run(&mut || ControlFlow::Continue(())).unwrap();
        let alone = run(1);
        assert_eq!(alone, run(2));
        assert_eq!(alone.games, 20);
        assert!(alone.training.after < alone.training.before, "{alone:?}");
        assert!(alone.training.positions > 100 && alone.validation.positions > 20, "{alone:?}");
        let text = alone.weights().to_string();
        assert_eq!(text.parse::<Weights>().unwrap(), alone.weights());
    }

    #[test]
    fn a_stop_keeps_what_was_played() {
        let mut played = 0;
        let outcome = plan("othello").run(&mut || {
            played += 1;
            if played == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let outcome = outcome.unwrap();
        assert!(outcome.stopped && (7..20).contains(&outcome.games), "{outcome:?}");
    }

    #[test]
    fn games_without_features_and_unknown_names_are_refused() {
        let refusal = |plan: Plan| plan.run(&mut || ControlFlow::Continue(())).unwrap_err();
        assert!(refusal(plan("tree:(1 2)")).to_string().contains("no named features"));
        assert!(matches!(refusal(plan("otello")), FitError::Open(_)));
        let agent = Spec::agent("mtcs").unwrap();
        assert!(matches!(refusal(Plan { agent, ..plan("othello") }), FitError::Agent(_)));
    }
}
