//! Random playouts of rule sheets, timed on one thread.
//!
//! A playout begins at the start and takes random steps (`Game::random_step`) until the game is over, or until
//! [`CAP`] steps, which is counted. At its end the payoffs of all roles are read, as a search does. Rates are per second
//! of processor time of the thread that plays. A state is what a step leads to.
//!
//! Connect four exists as a rule sheet and as a built-in game. Where the rule sheet is measured, the built-in game
//! takes turns with it, on a board of the same size: what describing a game costs, beside writing it by hand.

pub mod reference;

use std::hint::black_box;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use serde::Serialize;
use spinney::budget::StopFlag;
use spinney::game::{Game, Moves, NoRecorder, Player, Turn};
use spinney::random::Random;
use spinney_games::connect_four::{self, ConnectFour};
use spinney_gdl::game::RuleSheet;

/// A playout is cut after this number of steps.
pub const CAP: u32 = 10_000;

/// Rounds in which a rule sheet and the built-in game take turns.
const ROUNDS: u32 = 5;

/// The clock is read about this often.
const BATCH: Duration = Duration::from_millis(2);

/// If no playout ends, the measurement is abandoned after this multiple of its time.
const PATIENCE: u32 = 10;

/// The rule sheet that is also a built-in game, and the height of its board.
const BUILT_IN: (&str, usize) = ("connect-four", 6);

/// One rule sheet.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The name of the rule sheet.
    pub game: String,
    /// What plays it: `network` or `interpreter`.
    pub engine: &'static str,
    /// Playouts per second of processor time; 0 if none came to its end.
    pub playouts_per_cpu_second: f64,
    /// Steps per second of processor time.
    pub states_per_cpu_second: f64,
    /// Playouts that were timed.
    pub playouts: u64,
    /// How many of them were broken off at the cap.
    pub capped: u64,
    /// Processor time of the playouts.
    pub seconds: f64,
    /// Time on the wall from the text to a game that can be played.
    pub ground_seconds: f64,
    /// Facts that a state may hold.
    pub facts: usize,
    /// Gates of the network.
    pub gates: usize,
    /// The rate of [another program](mod@reference) on the public rule sheet of this name, if playouts are equally long.
    pub reference: Option<f64>,
    /// Our playouts by those.
    pub ratio: Option<f64>,
    /// The rate of the built-in game, if there is one.
    #[serde(flatten)]
    pub built_in: Option<BuiltIn>,
}

/// The built-in game beside the rule sheet.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BuiltIn {
    /// Its playouts per second of processor time.
    pub built_in_per_cpu_second: f64,
    /// The ratio to the rate of the rule sheet.
    pub times_sheet: f64,
}

/// All sheets that were measured, beside the other program.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Total {
    /// How many.
    pub sheets: u64,
    /// Of how many there is a figure of the other program.
    pub compared: u64,
    /// The geometric mean of our ratios.
    pub geometric_mean: Option<f64>,
    /// The lowest ratio.
    pub lowest: Option<f64>,
    /// The rule sheet that has it.
    pub lowest_game: Option<String>,
}

impl Total {
    /// Sums up.
    pub fn of(rows: &[Row]) -> Self {
        let ratios: Vec<(f64, &Row)> = rows.iter().filter_map(|row| Some((row.ratio?, row))).collect();
        let lowest = ratios.iter().min_by(|one, other| one.0.total_cmp(&other.0));
        let logarithms: f64 = ratios.iter().map(|(ratio, _)| ratio.ln()).sum();
        Total {
            sheets: rows.len() as u64,
            compared: ratios.len() as u64,
            geometric_mean: lowest.map(|_| (logarithms / ratios.len() as f64).exp()),
            lowest: lowest.map(|(ratio, _)| *ratio),
            lowest_game: lowest.map(|(_, row)| row.game.clone()),
        }
    }
}

/// Measures a rule sheet for this processor time. `None` if it is stopped before the first step.
pub fn measure(sheet: &RuleSheet, name: &str, time: Duration, stop: &StopFlag) -> Option<Row> {
    let mut meter = Meter::new(sheet);
    let built_in = built_in(sheet, name);
    let built_in = match &built_in {
        None => {
            meter.run(time, stop);
            None
        }
        Some(game) => {
            let mut other = Meter::new(game);
            for _ in 0..ROUNDS {
                meter.run(time / ROUNDS, stop);
                other.run(time / ROUNDS, stop);
            }
            let rates = meter.playouts_per_second().zip(other.playouts_per_second());
            rates.map(|(ours, other)| BuiltIn { built_in_per_cpu_second: other, times_sheet: other / ours })
        }
    };
    if meter.states == 0 {
        return None;
    }
    let report = sheet.report();
    let rate = meter.playouts_per_second();
    let reference = reference::playouts(name, meter.playouts, meter.states);
    Some(Row {
        game: name.to_owned(),
        engine: report.engine,
        playouts_per_cpu_second: rate.unwrap_or(0.0),
        states_per_cpu_second: meter.states as f64 / meter.seconds(),
        playouts: meter.playouts,
        capped: meter.capped,
        seconds: meter.seconds(),
        ground_seconds: report.stages.iter().map(|stage| stage.seconds).sum(),
        facts: report.facts,
        gates: report.gates,
        reference,
        ratio: reference.zip(rate).map(|(reference, rate)| rate / reference),
        built_in,
    })
}

/// Connect four of the same width, if the rule sheet is connect four.
fn built_in(sheet: &RuleSheet, name: &str) -> Option<ConnectFour> {
    let (known, height) = BUILT_IN;
    let mut moves = Moves::new();
    let turn = sheet.turn(&sheet.start(&mut Random::new(0)), &mut moves);
    if name != known || !matches!(turn, Turn::Player(_)) {
        return None;
    }
    ConnectFour::new(connect_four::Options { width: moves.len(), height, ..connect_four::Options::default() }).ok()
}

/// Plays out one game and keeps count.
struct Meter<'g, G: Game> {
    game: &'g G,
    start: G::State,
    state: G::State,
    scratch: Moves<G::Move>,
    rng: Random,
    players: Range<u8>,
    /// Playouts between two reads of the clock.
    batch: u64,
    playouts: u64,
    states: u64,
    capped: u64,
    time: Duration,
}

impl<'g, G: Game> Meter<'g, G> {
    fn new(game: &'g G) -> Self {
        let mut rng = Random::new(1);
        let start = game.start(&mut rng);
        let (state, scratch, players) = (start.clone(), Moves::new(), 0..game.info().players() as u8);
        Meter {
            game,
            start,
            state,
            scratch,
            rng,
            players,
            batch: 1,
            playouts: 0,
            states: 0,
            capped: 0,
            time: Duration::ZERO,
        }
    }

    fn seconds(&self) -> f64 {
        self.time.as_secs_f64().max(1e-9)
    }

    fn playouts_per_second(&self) -> Option<f64> {
        (self.playouts > 0).then(|| self.playouts as f64 / self.seconds())
    }

    /// Plays out for so much processor time, at least once.
    fn run(&mut self, time: Duration, stop: &StopFlag) {
        let give_up = Instant::now() + (time * PATIENCE).max(Duration::from_secs(1));
        let clock = ThreadTime::now();
        let mut before = Duration::ZERO;
        while !stop.is_raised() && before < time {
            let (mut steps, mut capped) = (0, 0);
            let flow = (0..self.batch).try_for_each(|_| {
                // Where playouts are long, the clock on the wall is looked at within them.
                let patience = (self.batch == 1).then_some((give_up, stop));
                let taken = self.play_out(patience, &mut steps)?;
                capped += u64::from(taken == CAP);
                ControlFlow::Continue(())
            });
            let now = clock.elapsed();
            if flow.is_break() {
                // A playout that was broken off counts for nothing, unless there is nothing else.
                if self.playouts == 0 {
                    (self.states, self.time) = (self.states + steps, self.time + (now - before));
                }
                return;
            }
            self.playouts += self.batch;
            self.states += steps;
            self.capped += capped;
            self.time += now - before;
            if now - before < BATCH {
                self.batch *= 2;
            }
            before = now;
        }
    }

    /// One playout; how many steps it took. Breaks if patience is over.
    fn play_out(&mut self, patience: Option<(Instant, &StopFlag)>, steps: &mut u64) -> ControlFlow<(), u32> {
        self.state.clone_from(&self.start);
        let mut taken = 0;
        while taken < CAP && self.game.random_step(&mut self.state, &mut self.scratch, &mut self.rng, &mut NoRecorder) {
            taken += 1;
            if patience.is_some_and(|(until, stop)| stop.is_raised() || Instant::now() > until) {
                *steps += u64::from(taken);
                return ControlFlow::Break(());
            }
        }
        for player in self.players.clone() {
            black_box(self.game.payoff(&self.state, Player(player)));
        }
        *steps += u64::from(taken);
        ControlFlow::Continue(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(game: &str, ratio: Option<f64>) -> Row {
        Row {
            game: game.to_owned(),
            engine: "network",
            playouts_per_cpu_second: 1.0,
            states_per_cpu_second: 1.0,
            playouts: 1,
            capped: 0,
            seconds: 1.0,
            ground_seconds: 1.0,
            facts: 1,
            gates: 1,
            reference: None,
            ratio,
            built_in: None,
        }
    }

    #[test]
    fn the_sum_is_a_geometric_mean_and_the_lowest() {
        let total = Total::of(&[row("a", Some(8.0)), row("b", None), row("c", Some(2.0))]);
        assert_eq!((total.sheets, total.compared), (3, 2));
        assert!((total.geometric_mean.unwrap() - 4.0).abs() < 1e-12);
        assert_eq!((total.lowest, total.lowest_game.as_deref()), (Some(2.0), Some("c")));
        assert_eq!(Total::of(&[]), Total::default());
    }

    #[test]
    fn playouts_are_counted_and_timed() {
        let game = ConnectFour::default();
        let mut meter = Meter::new(&game);
        meter.run(Duration::from_millis(30), &StopFlag::default());
        let steps = meter.states as f64 / meter.playouts as f64;
        assert!((19.0..24.0).contains(&steps) && meter.capped == 0, "{steps} steps a playout");
        assert!(meter.time >= Duration::from_millis(30) && meter.batch > 1);
    }

    #[test]
    fn a_raised_flag_leaves_nothing() {
        let stop = StopFlag::default();
        stop.raise();
        let game = ConnectFour::default();
        let mut meter = Meter::new(&game);
        meter.run(Duration::from_secs(9), &stop);
        assert_eq!((meter.playouts, meter.states, meter.playouts_per_second()), (0, 0, None));
    }
}
