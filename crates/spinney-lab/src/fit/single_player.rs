//! Samples of single-player games that count points.
//!
//! Each game is a board, with a seed of its own if the game has an option `seed` that the spec leaves open. An agent
//! searches for a line to the end. At every fourth position of the line a *family* of positions is stored: the one that
//! the line leads to, some after a random move instead, and one after two. So weights are not only fitted to the results
//! of good play.
//!
//! The value of a position is what the agent gets when it starts again *there*, less the points that are certain already.
//! On and off the line it is the same agent with the same budget. If positions on the line had the value of the line,
//! they would look better than their siblings by all the effort that went into the line.
//!
//! A search compares positions of one board and one stage, while results differ most between boards and stages. So most
//! of the family's mean is subtracted from features and results (quasi-demeaning, as for random effects): the weights
//! depend on what distinguishes siblings, and what remains of the means sets the level.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::evaluation::fit::Samples;
use spinney::game::{Game, GameInfo, Moves, NoRecorder, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Unit;
use spinney::search::{Search, Step};
use spinney_agents::games::open;
use spinney_agents::{GameError, NamedGame, Spec, agents};

use super::{FitError, MOST_TURNS, Plan, Played};

/// The option of a game by which boards differ.
const SEED: &str = "seed";
/// The number of moves of a line between two families.
const STRIDE: usize = 4;
/// The share of a family's mean that is subtracted.
const FAMILIAR: f64 = 0.95;
/// Random moves of the positions beside the line, each with the parent of one on it.
const BESIDE: [u32; 4] = [1, 1, 1, 2];

/// The agent that plays if none is named: one that searches for whole lines if the game counts points.
pub fn default_agent(info: &GameInfo) -> Spec {
    if !counts_points(info) {
        return Spec::plain(agents::MCTS);
    }
    let level = ("level".to_owned(), "2".to_owned());
    Spec { parameters: vec![level], ..Spec::plain("nrpa") }
}

/// Whether a game is a single-player game that counts points.
pub(super) fn counts_points(info: &GameInfo) -> bool {
    info.players() == 1 && info.range.is_none() && !info.chance && !info.hidden
}

impl Plan {
    /// Samples of all boards.
    pub(super) fn solve_all(
        &self,
        on_game: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<BTreeMap<u64, Played>, FitError> {
        let vary = self.game.value(SEED).is_none() && self.board(Some(1)).is_ok();
        // What cannot be opened or played is rejected before anything is solved.
        self.board(vary.then_some(1))?.agent(&self.agent)?;
        let solver = |_| {
            move |number| {
                let seed = vary.then(|| Random::derive(self.seed, number).next());
                let game = self.board(seed).ok()?;
                let search = game.agent(&self.agent).ok()?;
                let rng = Random::derive(self.seed, number).split();
                Solver { plan: self, game: &game, search, rng, unit: Unit::default() }.samples()
            }
        };
        Ok(self.collect((0..self.workers()).map(solver).collect(), on_game))
    }

    /// Opens the game, with a seed if one is given.
    fn board(&self, seed: Option<u64>) -> Result<NamedGame, GameError> {
        let mut spec = self.game.clone();
        spec.parameters.extend(seed.map(|seed| (SEED.to_owned(), seed.to_string())));
        open(&spec)
    }
}

/// The features of a position, and its result.
type Sample = (Vec<f64>, f64);

/// Adds the positions of a family, each less most of their mean.
fn add_family(family: &[Sample], features: usize, samples: &mut Samples) {
    let count = family.len().max(1) as f64;
    let mean = |part: &dyn Fn(&Sample) -> f64| FAMILIAR * family.iter().map(part).sum::<f64>() / count;
    let means: Vec<f64> = (0..features).map(|feature| mean(&|sample| sample.0[feature])).collect();
    let result = mean(&|sample| sample.1);
    for (values, points) in family {
        let values: Vec<f64> = values.iter().zip(&means).map(|(value, mean)| value - mean).collect();
        samples.push(&values, points - result);
    }
}

/// An agent on one board.
struct Solver<'a> {
    plan: &'a Plan,
    game: &'a AnyGame,
    search: Box<dyn Search<AnyGame>>,
    rng: Random,
    unit: Unit,
}

impl Solver<'_> {
    /// The samples of the board; `None` if it was stopped.
    fn samples(mut self) -> Option<Played> {
        let mut state = self.plan.open(self.game, &mut self.rng);
        let (line, _) = self.finish(state.clone())?;
        let features = self.game.capabilities().features?.features().len();
        let mut samples = Samples::new(features);
        for (index, &mv) in line.iter().enumerate() {
            let before = state.clone();
            self.game.play(&mut state, mv);
            if index % STRIDE == 0 {
                let mut family = vec![self.sample(&state)?];
                for moves in BESIDE {
                    if let Some(beside) = self.beside(before.clone(), moves) {
                        family.push(self.sample(&beside)?);
                    }
                }
                let family: Vec<Sample> = family.into_iter().flatten().collect();
                add_family(&family, features, &mut samples);
            }
        }
        Some((samples, self.unit))
    }

    /// The position after this number of random moves, if the game lasts as long.
    fn beside(&mut self, mut state: AnyState, moves: u32) -> Option<AnyState> {
        let mut scratch = Moves::new();
        let alive = (0..moves).all(|_| self.game.random_step(&mut state, &mut scratch, &mut self.rng, &mut NoRecorder));
        alive.then_some(state)
    }

    /// The features of a position and what the agent still gets from it, unless the game is over there; `None` if it
    /// was stopped.
    fn sample(&mut self, state: &AnyState) -> Option<Option<Sample>> {
        if self.is_over(state) {
            return Some(None);
        }
        let capabilities = self.game.capabilities();
        let features = capabilities.features?;
        let mut values = vec![0.0; features.features().len()];
        features.measure(state, Player(0), &mut values);
        let so_far = capabilities.score_bounds.map_or(0.0, |score_bounds| score_bounds.so_far(state));
        let (_, payoff) = self.finish(state.clone())?;
        Some(Some((values, payoff - so_far)))
    }

    fn is_over(&self, state: &AnyState) -> bool {
        self.game.turn(state, &mut Moves::new()) == Turn::Over
    }

    /// The line that the agent finds from a position to the end, and its payoff; `None` if it was stopped or never
    /// ended. An agent that does not search to the end is called again after every move.
    fn finish(&mut self, mut state: AnyState) -> Option<(Vec<AnyMove>, f64)> {
        let mut line = Vec::new();
        self.search.reset();
        for _ in 0..MOST_TURNS {
            if self.is_over(&state) {
                return Some((line, self.game.payoff(&state, Player(0))));
            }
            let view = View::of(self.game, &state, Player(0));
            let report = self.search.search(&view, &self.plan.budget, &mut self.rng);
            if self.plan.budget.stop.is_raised() {
                return None;
            }
            self.unit = report.unit;
            let mut end = state.clone();
            report.pv.iter().for_each(|&mv| self.game.play(&mut end, mv));
            if !report.pv.is_empty() && self.is_over(&end) {
                line.extend(report.pv);
                state = end;
                continue;
            }
            let mv = report.best?;
            self.search.advance(&Step::Move(Player(0), mv));
            self.game.play(&mut state, mv);
            line.push(mv);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use spinney::budget::Budget;

    use super::super::{Measure, Outcome};
    use super::*;

    fn plan(game: &str, agent: &str) -> Plan {
        Plan {
            game: Spec::game(game).unwrap(),
            agent: Spec::agent(agent).unwrap(),
            games: 20,
            opening: 2,
            budget: Budget::simulations(60),
            l2: 1e-3,
            seed: 1,
            threads: 1,
        }
    }

    fn run(plan: &Plan) -> Outcome {
        plan.run(&mut || ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn the_error_on_boards_kept_aside_becomes_smaller() {
        // Random boards of another size than the weights of the game were fitted to.
        let plan = Plan { games: 150, ..plan("samegame:rows=8,cols=8,colours=4", "nrpa:level=2,iterations=8") };
        let outcome = run(&plan);
        assert_eq!((outcome.measure, outcome.games), (Measure::RmsError, 150));
        assert!(outcome.training.positions > 1_500 && outcome.validation.positions > 300, "{outcome:?}");
        assert!(outcome.training.after < outcome.training.before, "{outcome:?}");
        assert!(outcome.validation.after < outcome.validation.before, "{outcome:?}");
        assert_eq!(outcome, run(&Plan { threads: 2, ..plan }));
    }

    #[test]
    fn what_a_family_has_in_common_hardly_counts() {
        let family = [(vec![1.0, 10.0], 100.0), (vec![3.0, 10.0], 160.0)];
        let mut samples = Samples::new(2);
        add_family(&family, 2, &mut samples);
        let mut expected = Samples::new(2);
        expected.push(&[1.0 - 0.95 * 2.0, 10.0 - 0.95 * 10.0], 100.0 - 0.95 * 130.0);
        expected.push(&[3.0 - 0.95 * 2.0, 10.0 - 0.95 * 10.0], 160.0 - 0.95 * 130.0);
        assert_eq!(samples, expected);
        add_family(&[], 2, &mut samples);
        assert_eq!(samples.len(), 2);
    }

    #[test]
    fn boards_differ_unless_one_is_named() {
        let all = |game: &str| {
            let plan = Plan { games: 2, opening: 0, ..plan(game, "random") };
            plan.solve_all(&mut || ControlFlow::Continue(())).unwrap()
        };
        let random = all("samegame:rows=5,cols=5,colours=2");
        assert_ne!(random[&0], random[&1]);
        // One row of one colour is one move, whatever is drawn.
        let same = all("samegame:rows=2,cols=1,colours=1,seed=4");
        assert_eq!(same[&0], same[&1]);
        assert_eq!(all("samegame:board=3").len(), 2);
    }

    #[test]
    fn agents_that_do_not_look_to_the_end_play_on() {
        let short = Budget::simulations(5);
        let plan = Plan { games: 2, budget: short, ..plan("samegame:rows=5,cols=5,colours=3", "mcts") };
        assert!(run(&plan).training.positions > 5);
    }

    #[test]
    fn agents_for_lines_play_where_points_are_counted() {
        let agent = |game: &str| default_agent(open(&Spec::game(game).unwrap()).unwrap().info()).to_string();
        assert_eq!((agent("samegame").as_str(), agent("othello").as_str()), ("nrpa:level=2", "mcts"));
        let refused = plan("samegame", "nrpa:level=0").run(&mut || ControlFlow::Continue(()));
        assert!(matches!(refused, Err(FitError::Agent(_))), "{refused:?}");
    }
}
