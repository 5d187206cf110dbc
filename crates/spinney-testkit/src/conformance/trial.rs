//! Runs one search on one game.

use std::time::Duration;

use super::{Check, Claim, Failure, Made, Probed, SLOW_TICK, Suite, Summary, TICK};
use crate::trail::write_move;
use spinney::budget::{Budget, Limit, StopFlag, Watch};
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::exhaustive::{Solution, solve};
use spinney::search::{Search, Step};

/// Makes a search for a game.
pub(super) type Maker<'m, G> = dyn for<'g> Fn(&'g Probed<G>) -> Made<'g, G> + 'm;

/// Searches that are not reproducible are taken for searches on up to this many threads.
const THREADS: u64 = 4;

/// A search that calls the rules more often than this has time for a report.
const ENOUGH_CALLS: u64 = 100;

/// Exact values may differ by this share of the payoff range.
const ROUNDING: f64 = 1e-6;
/// Simulations for checks that do not need the right result.
const FEW: u64 = 500;
/// The maximum length of a game; longer ones are abandoned.
const MOST_TURNS: usize = 1000;

/// Runs all checks on one game.
pub(super) fn run<G: Game>(suite: &Suite, name: &str, game: G, make: &Maker<'_, G>, summary: &mut Summary) {
    summary.games += 1;
    let mut probed = Probed::new(game);
    let rng = Random::derive(suite.seed, summary.games as u64);
    let alone = probed.info().players() == 1;
    let mut trial =
        Trial { suite, name, make, summary, rng, alone, position: "the start".to_owned(), moves: Vec::new() };
    probed.set_hidden(true);
    trial.makes(&probed);
    probed.set_hidden(false);
    if trial.makes(&probed) {
        trial.play(&probed);
        probed.set_flawed(true);
        trial.check_flawed(&probed);
    } else {
        trial.summary.refused += 1;
    }
}

pub(super) struct Trial<'a, G> {
    pub(super) suite: &'a Suite,
    name: &'a str,
    pub(super) make: &'a Maker<'a, G>,
    summary: &'a mut Summary,
    pub(super) rng: Random,
    /// Whether it is a single-player game.
    alone: bool,
    /// The current position, for failures.
    position: String,
    /// The moves that lead to it.
    moves: Vec<String>,
}

impl<G: Game> Trial<'_, G> {
    pub(super) fn fail(&mut self, check: Check, detail: impl Into<String>) {
        self.summary.failures.push(Failure {
            check,
            game: self.name.to_owned(),
            position: self.position.clone(),
            moves: self.moves.clone(),
            seed: (self.suite.seed, self.summary.games),
            detail: detail.into(),
        });
    }

    /// Whether a search can be made; fails if that contradicts the claims.
    fn makes(&mut self, probed: &Probed<G>) -> bool {
        let info = probed.info();
        let claim = self.suite.claims.of(&info, probed.capabilities().hidden.is_some());
        let what = if info.hidden { "the game declared to have hidden information" } else { "the game" };
        let made = (self.make)(probed).map(drop);
        match &made {
            Ok(()) if claim == Claim::Refuses => {
                self.fail(Check::Refusal, format!("{what} should have been rejected"));
            }
            Err(refusal) if claim > Claim::Refuses => {
                self.fail(Check::Refusal, format!("{what} was rejected against the claims: {refusal}"));
            }
            Err(refusal) if refusal.to_string().trim().is_empty() => {
                self.fail(Check::Refusal, format!("{what} was rejected without a reason"));
            }
            _ => {}
        }
        made.is_ok()
    }

    /// Requests every decision from the start to the end of the game.
    fn play(&mut self, probed: &Probed<G>) {
        let Ok(mut search) = (self.make)(probed) else { return };
        let mut state = probed.start(&mut self.rng);
        let mut moves = Moves::new();
        let mut decided = false;
        for turn in 0..MOST_TURNS {
            self.position = match probed.capabilities().notation {
                Some(notation) => notation.write_state(&state),
                None => format!("turn {turn}"),
            };
            moves.clear();
            let step = match probed.turn(&state, &mut moves) {
                Turn::Over => return,
                Turn::Chance => Some(Step::Chance(moves[moves.draw_weighted(&mut self.rng)])),
                Turn::Player(player) => self
                    .decide(probed, &mut *search, &state, player, moves.to_vec(), !decided)
                    .map(|mv| Step::Move(player, mv)),
                Turn::Joint => (0..moves.sections())
                    .map(|seat| {
                        let own = moves.section(seat).to_vec();
                        self.decide(probed, &mut *search, &state, Player(seat as u8), own, !decided)
                    })
                    .collect::<Option<Vec<_>>>()
                    .map(Step::Joint),
            };
            // Without a legal move the game cannot continue; the failure has been recorded.
            let Some(step) = step else { return };
            decided |= !matches!(step, Step::Chance(_));
            if decided && !self.suite.play_on {
                return;
            }
            let made = step.moves().iter().map(|&mv| write_move(probed, &state, mv)).collect::<Vec<_>>().join("+");
            self.moves.push(made);
            match &step {
                Step::Move(_, mv) | Step::Chance(mv) => probed.play(&mut state, *mv),
                Step::Joint(joint) => probed.play_joint(&mut state, joint),
            }
            if probed.info().hidden {
                let players = probed.info().all_players();
                players.for_each(|player| search.observe(&View::of(probed, &state, player)));
            } else {
                search.advance(&step);
            }
        }
    }

    /// Requests one decision and checks it; with `all`, also runs the checks that need further searches.
    fn decide(
        &mut self,
        probed: &Probed<G>,
        search: &mut (dyn Search<&Probed<G>> + '_),
        state: &G::State,
        player: Player,
        legal: Vec<G::Move>,
        all: bool,
    ) -> Option<G::Move> {
        let view = View::of(probed, state, player);
        let seed = self.rng.next();
        if all {
            self.check_no_budget(probed, &view, &legal, seed);
            self.check_time(probed, &view, seed);
            self.check_slow_steps(probed, &view, &legal, seed);
            self.check_repetition(probed, &view, &legal, seed);
        }
        let budget = Budget { clock: probed.clock(), ..Budget::simulations(self.suite.simulations) };
        let report = search.search(&view, &budget, &mut Random::new(seed));
        self.summary.decisions += 1;
        if report.simulations > self.suite.simulations {
            let detail = format!("{} simulations of {}", report.simulations, self.suite.simulations);
            self.fail(Check::Simulations, detail);
        }
        if !self.check_legal(Check::Legal, &report, &legal) {
            return None;
        }
        match solve(probed, state, self.suite.solve_limit) {
            Ok(solution) => {
                self.summary.mixed += usize::from(solution.mixed);
                let claims = self.suite.claims;
                let claim = claims.of(&probed.info(), probed.capabilities().hidden.is_some());
                if claim == Claim::Exact && (!solution.mixed || claims.mixed == Claim::Exact) {
                    self.check_exact(probed, &report, &solution, player);
                }
            }
            Err(_) => self.summary.unsolved += 1,
        }
        report.best
    }

    /// Whether the best move is legal; also checks candidates and principal variation.
    fn check_legal(&mut self, check: Check, report: &Report<G::Move>, legal: &[G::Move]) -> bool {
        let Some(best) = report.best else {
            self.fail(check, "no best move");
            return false;
        };
        if !legal.contains(&best) {
            self.fail(check, format!("{best:?} is not among the legal {legal:?}"));
            return false;
        }
        let candidates: Vec<_> = report.candidates.iter().map(|candidate| candidate.mv).collect();
        let repeated = (1..candidates.len()).any(|i| candidates[..i].contains(&candidates[i]));
        if repeated || !candidates.iter().all(|mv| legal.contains(mv)) {
            self.fail(check, format!("the candidates {candidates:?} are not among the legal {legal:?}, or repeated"));
        } else if !candidates.is_empty() && !candidates.contains(&best) {
            self.fail(check, format!("the best move {best:?} is not among the candidates {candidates:?}"));
        }
        // A single-player search may show the best variation that it has seen, whatever move it returns.
        let fits = |mv: G::Move| if self.alone { legal.contains(&mv) } else { mv == best };
        if report.pv.first().is_some_and(|&mv| !fits(mv)) {
            self.fail(check, format!("the principal variation {:?} does not begin with {best:?}", report.pv));
        }
        true
    }

    fn check_exact(
        &mut self,
        probed: &Probed<G>,
        report: &Report<G::Move>,
        solution: &Solution<G::Move>,
        player: Player,
    ) {
        self.summary.exact += 1;
        self.summary.ambiguous += usize::from(solution.is_ambiguous());
        self.summary.joint += usize::from(solution.turn == Turn::Joint);
        let width = probed.info().range.map_or(1.0, |range| range.width());
        let tolerance = self.suite.tolerance * width;
        self.summary.telling += usize::from(is_telling(solution, probed.info().players(), player, tolerance));
        self.check_move(report, solution, player, tolerance);
        let (low, high) = (solution.low[player.index()], solution.high[player.index()]);
        let within = |value: f64, by: f64| (low - by..=high + by).contains(&value);
        match report.value {
            None => self.fail(Check::Value, "no value is reported"),
            Some(value) if !within(value, tolerance) => {
                self.fail(Check::Value, format!("value {value} for {player:?}, exact is {low} to {high}"));
            }
            Some(value) if report.proven && !within(value, ROUNDING * width) => {
                self.fail(Check::Proven, format!("value {value} is called proven, exact is {low} to {high}"));
            }
            Some(_) => {}
        }
        if solution.is_ambiguous() {
            return;
        }
        for choice in solution.choices_of(player) {
            let proven = report.candidates.iter().find(|other| other.mv == choice.mv).and_then(|other| other.proven);
            let exact = choice.value[player.index()];
            if proven.is_some_and(|proven| (proven - exact).abs() > ROUNDING * width) {
                self.fail(Check::Proven, format!("{:?} is called proven {proven:?}, exact is {exact}", choice.mv));
            }
        }
    }

    fn check_move(&mut self, report: &Report<G::Move>, solution: &Solution<G::Move>, player: Player, tolerance: f64) {
        let best = solution.best_moves(player);
        if let Some(matrix) = &solution.matrix {
            let probability = |mv: G::Move| report.candidates.iter().find(|other| other.mv == mv)?.probability;
            let strategy: Vec<f64> = solution.choices_of(player).filter_map(|choice| probability(choice.mv)).collect();
            let value = solution.value_of(Player(0));
            let loss = match player.index() {
                0 if strategy.len() == matrix.rows() => Some(value - matrix.row_guarantee(&strategy)),
                1 if strategy.len() == matrix.columns() => Some(matrix.column_guarantee(&strategy) - value),
                _ => None,
            };
            // A mixture is judged by its guarantee, also where some move would do by itself. The move that is returned
            // has to be one that the mixture plays.
            let is_distribution =
                strategy.iter().all(|&part| part >= 0.0) && (strategy.iter().sum::<f64>() - 1.0).abs() <= ROUNDING;
            let played = report.best.and_then(probability).is_some_and(|part| part > 0.0);
            match loss {
                Some(_) if !is_distribution => {
                    return self.fail(Check::BestMove, format!("{strategy:?} are no probabilities"));
                }
                Some(loss) if loss > tolerance => {
                    let detail = format!("the mixture {strategy:?} loses {loss} against the best reply");
                    return self.fail(Check::BestMove, detail);
                }
                Some(_) if !played => {
                    let detail = format!("{:?} has no probability in the mixture {strategy:?}", report.best);
                    return self.fail(Check::BestMove, detail);
                }
                Some(_) => return,
                None if best.is_empty() => {
                    return self.fail(Check::BestMove, "no probabilities where moves have to be mixed");
                }
                None => {}
            }
        }
        let loss = report.best.and_then(|mv| solution.loss(player, mv));
        if loss.is_none_or(|loss| loss > tolerance) {
            let found = report.best;
            self.fail(Check::BestMove, format!("{found:?} loses {loss:?} for {player:?}, best are {best:?}"));
        }
    }

    fn check_no_budget(&mut self, probed: &Probed<G>, view: &View<G::State>, legal: &[G::Move], seed: u64) {
        let clock = || Budget { clock: probed.clock(), ..Budget::default() };
        let stopped = StopFlag::default();
        stopped.raise();
        let budgets = [
            ("no simulations", Budget { simulations: Some(0), ..clock() }),
            ("no time", Budget { time: Some(Duration::ZERO), ..clock() }),
            ("the stop flag raised", Budget { stop: stopped, ..clock() }),
        ];
        for (what, budget) in budgets {
            let Ok(mut search) = (self.make)(probed) else { return };
            let report = search.search(view, &budget, &mut Random::new(seed));
            if !self.check_legal(Check::NoBudget, &report, legal) {
                self.fail(Check::NoBudget, format!("… with {what}"));
            }
            if budget.simulations.is_some_and(|most| report.simulations > most) {
                self.fail(Check::Simulations, format!("{} simulations with {what}", report.simulations));
            }
        }
    }

    fn check_time(&mut self, probed: &Probed<G>, view: &View<G::State>, seed: u64) {
        let Ok(mut search) = (self.make)(probed) else { return };
        let (clock, time) = (probed.clock(), TICK * 500);
        let allowed = time + self.suite.slack;
        // Ends searches that never read the clock: no simulation runs without calling the rules.
        let simulations = Some(2 + 10 * (allowed.as_nanos() / TICK.as_nanos()) as u64);
        let before = clock.now();
        let budget = Budget { simulations, time: Some(time), clock: clock.clone(), ..Budget::default() };
        let report = search.search(view, &budget, &mut Random::new(seed));
        let taken = clock.now() - before;
        if taken > allowed {
            self.fail(Check::Time, format!("took {taken:?} of {time:?}, allowed are {allowed:?}"));
        } else if report.ended_by == Limit::Time && taken < time {
            self.fail(Check::Time, format!("ended by time after {taken:?} of {time:?}"));
        }
    }

    /// Deadlines in a game whose every step is slow: the search must not exceed them by more than a step or two.
    fn check_slow_steps(&mut self, probed: &Probed<G>, view: &View<G::State>, legal: &[G::Move], seed: u64) {
        for calls in [0, 1, 2, 3, 5, 8, 13, 40, 150] {
            let Ok(mut search) = (self.make)(probed) else { return };
            let budget =
                Budget { clock: probed.slow_clock(), simulations: Some(1_000), ..Budget::time(SLOW_TICK * calls) };
            let before = probed.calls();
            let report = search.search(view, &budget, &mut Random::new(seed));
            let late = (probed.calls() - before).saturating_sub(u64::from(calls));
            let allowed = self.suite.slow_calls + probed.info().players() as u64;
            // On several threads each may be in a step when another one drives the clock past the deadline.
            let allowed = if self.suite.claims.reproducible { allowed } else { THREADS * allowed };
            if late > allowed {
                let detail = format!("{late} slow calls of the rules after a deadline of {calls}; allowed: {allowed}");
                self.fail(Check::SlowSteps, detail);
            }
            if !self.check_legal(Check::SlowSteps, &report, legal) {
                self.fail(Check::SlowSteps, format!("… after a deadline of {calls} slow calls"));
            }
        }
    }

    /// Reports of a running search, requested by the clock whenever it is read. `expected` is the result of the search
    /// without such requests.
    fn check_watch(
        &mut self,
        probed: &Probed<G>,
        view: &View<G::State>,
        legal: &[G::Move],
        seed: u64,
        expected: Option<&Report<G::Move>>,
    ) {
        let Ok(mut search) = (self.make)(probed) else { return };
        let watch = Watch::default();
        let (clock, simulations) = (probed.asking_clock(&watch), Some(self.suite.simulations.min(FEW)));
        let budget = Budget { clock, simulations, watch: watch.clone(), ..Budget::default() };
        watch.ask();
        let before = probed.calls();
        let report = search.search(view, &budget, &mut Random::new(seed)).with_seconds(0.0);
        let calls = probed.calls() - before;
        if expected.is_some_and(|expected| report != *expected) {
            self.fail(Check::Watch, format!("watched, the search returns {report:?} instead of {expected:?}"));
        }
        let enough = report.simulations > 1 && calls > ENOUGH_CALLS;
        match watch.latest::<G::Move>() {
            None if enough => self.fail(Check::Watch, format!("no report in a search of {calls} calls of the rules")),
            None => {}
            Some(live) => {
                self.check_legal(Check::Watch, &live, legal);
                if live.ended_by != Limit::Running || live.simulations > report.simulations {
                    self.fail(Check::Watch, format!("{live:?} is no report of a search that goes on to {report:?}"));
                }
            }
        }
    }

    fn check_repetition(&mut self, probed: &Probed<G>, view: &View<G::State>, legal: &[G::Move], seed: u64) {
        if !self.suite.claims.reproducible {
            return self.check_watch(probed, view, legal, seed, None);
        }
        let budget = Budget { clock: probed.clock(), ..Budget::simulations(self.suite.simulations.min(FEW)) };
        let search = |search: &mut dyn Search<&Probed<G>>| {
            let report = search.search(view, &budget, &mut Random::new(seed));
            report.with_seconds(0.0)
        };
        let (Ok(mut first), Ok(mut second)) = ((self.make)(probed), (self.make)(probed)) else { return };
        let (report, again) = (search(&mut *first), search(&mut *second));
        self.check_watch(probed, view, legal, seed, Some(&report).filter(|_| report == again));
        if report != again {
            self.fail(Check::SameSeed, format!("{report:?} and then {again:?}"));
        }
        first.reset();
        // Memory may be kept, so its size may differ.
        let mut reset = search(&mut *first);
        reset.bytes = report.bytes;
        if reset != report {
            self.fail(Check::Reset, format!("{report:?}, after a reset {reset:?}"));
        }
    }
}

/// Whether maximising another player's payoff leads to a move that loses more than the tolerance.
fn is_telling<M: Copy + PartialEq>(solution: &Solution<M>, players: usize, player: Player, tolerance: f64) -> bool {
    let mut others = (0..players).filter(|&seat| seat != player.index());
    others.any(|seat| {
        let favourite = solution.choices_of(player).max_by(|a, b| a.value[seat].total_cmp(&b.value[seat]));
        favourite.is_some_and(|choice| choice.loss > tolerance)
    })
}
