//! What random playouts show of a game before it is played: whether several choose at once, whether goals add up.

use std::time::Duration;

use spinney::game::{Deaf, Game, GameInfo, Moves, PayoffRange};
use spinney::random::Random;

use super::{Choosers, RuleSheet};
use crate::limits::{Limits, Watch};

/// Steps in all, and per playout; the interpreter gets fewer.
const STEPS: usize = 4_000;
const STEPS_INTERPRETED: usize = 60;
/// No more time than this, however slow the game is.
const TIME: Duration = Duration::from_secs(2);
const PLAYOUTS: usize = 100;

/// What was seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Probe {
    /// Some state let several roles choose.
    pub(super) simultaneous: bool,
    /// Playouts that came to their end.
    pub(super) finished: usize,
    /// What the goals added up to in each of them, if always the same.
    pub(super) sum: Option<i32>,
    /// The least and the greatest goal.
    pub(super) least: i32,
    pub(super) greatest: i32,
}

impl Probe {
    /// What is known before: everything is possible.
    pub(super) fn first_info(name: &str, roles: Vec<String>) -> GameInfo {
        let joint = roles.len() > 1;
        let one = GameInfo::one_player(name, Some(PayoffRange::new(0.0, 100.0)));
        GameInfo { seats: roles, joint, ..one }
    }

    /// Plays at random for a while; always the same way, unless the limits end it early.
    pub(super) fn run(sheet: &RuleSheet, limits: Limits) -> Probe {
        let watch = Watch::start(Limits { time: limits.time.min(TIME), ..limits });
        let mut probe = Probe::default();
        let mut rng = Random::new(0);
        let mut left = if sheet.network().is_some() { STEPS } else { STEPS_INTERPRETED };
        let mut state = sheet.start_state();
        let start = state.clone();
        let mut sums = None;
        'playouts: for _ in 0..PLAYOUTS {
            state.clone_from(&start);
            loop {
                if left == 0 || state.broken || watch.check("probing", 0).is_err() {
                    break 'playouts;
                }
                left -= 1;
                probe.simultaneous |= matches!(sheet.choosers(&state), Choosers::Several);
                if !sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut Deaf) {
                    break;
                }
            }
            let goals: Vec<i32> = sheet.goals(&state).iter().map(|goal| goal.unwrap_or(0)).collect();
            let sum = goals.iter().sum();
            sums = if probe.finished == 0 || sums == Some(sum) { Some(sum) } else { None };
            probe.finished += 1;
            probe.least = goals.iter().copied().min().unwrap_or(0).min(probe.least);
            probe.greatest = goals.iter().copied().max().unwrap_or(0).max(probe.greatest);
        }
        // A few playouts would say too little.
        probe.sum = if probe.finished >= 20 { sums } else { None };
        probe
    }

    /// Writes down what kind of game it is.
    pub(super) fn complete(&self, info: &mut GameInfo) {
        info.joint = self.simultaneous;
        if info.players() == 2 && !self.simultaneous {
            info.constant_sum = self.sum.map(f64::from);
        }
        if self.least < 0 || self.greatest > 100 {
            info.range = None;
        }
    }
}
