//! Classifies a rule sheet: what follows from the rules, and what random playouts show.
//!
//! The two are kept apart. The range of payoffs follows from the goal values in the rules, and a constant sum is
//! [proven](crate::prove) or not declared. Observations in playouts go into [`Observed`], which guides searches and
//! proves nothing.

use std::time::Duration;

use spinney::budget::Budget;
use spinney::game::{Game, GameInfo, Moves, NoRecorder, Observed, PayoffRange};
use spinney::random::Random;

use super::{Choosers, RuleSheet};
use crate::limits::Watch;
use crate::program::{GOAL, Program, Term};

/// Maximum number of steps in total, and per playout; lower for the interpreter.
const STEPS: usize = 4_000;
const STEPS_INTERPRETED: usize = 60;
/// The time limit, however slow the game is.
const TIME: Duration = Duration::from_secs(2);
const PLAYOUTS: usize = 100;
/// The minimum number of playouts for a claim about sums.
const ENOUGH: usize = 20;

/// The range of goal values of the language; rule sheets with others exist.
const USUAL: PayoffRange = PayoffRange::new(0.0, 100.0);

/// What follows from the rules.
pub(super) struct Proven {
    /// The least and the greatest goal value.
    pub(super) goals: Option<(i32, i32)>,
    /// The sum of the goals in every terminal state.
    pub(super) sum: Option<i32>,
}

/// Observations in playouts.
#[derive(Clone, Debug, Default)]
pub(super) struct Probe {
    /// Some state had simultaneous moves.
    pub(super) simultaneous: bool,
    /// Playouts that ended.
    pub(super) finished: usize,
    /// The sum of the goals in each of them, if constant.
    pub(super) sum: Option<i32>,
    /// The least and the greatest goal.
    pub(super) least: i32,
    pub(super) greatest: i32,
    /// The longest playout that ended, in steps.
    longest: u32,
    /// The largest number of legal moves of a role.
    widest: u32,
}

impl Probe {
    /// The assumption before playouts: every state may have simultaneous moves.
    pub(super) fn first_info(name: &str, roles: Vec<String>) -> GameInfo {
        let joint = roles.len() > 1;
        GameInfo { seats: roles, joint, ..GameInfo::one_player(name, None) }
    }

    /// Runs random playouts; deterministic, unless the watch ends them early.
    pub(super) fn run(sheet: &RuleSheet, watch: &Watch) -> Probe {
        let watch = watch.at_most(TIME);
        // A step that takes longer is cut, and ends the playouts.
        let steps = Budget::time(watch.left()).limit_steps();
        let mut probe = Probe::default();
        let mut rng = Random::new(0);
        let mut left = if sheet.network().is_some() { STEPS } else { STEPS_INTERPRETED };
        let mut state = sheet.start_state();
        let start = state.clone();
        let mut sums = None;
        'playouts: for _ in 0..PLAYOUTS {
            state.clone_from(&start);
            let mut length = 0;
            loop {
                probe.simultaneous |= matches!(sheet.choosers(&state), Choosers::Several);
                let counts = (0..sheet.roles.len() as u8).map(|role| sheet.count_legal(&state.inner, role) as u32);
                probe.widest = counts.max().unwrap_or(0).max(probe.widest);
                if left == 0 || state.broken || watch.check("probing", 0).is_err() {
                    break 'playouts;
                }
                left -= 1;
                if !sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
                    break;
                }
                length += 1;
            }
            let goals: Vec<i32> = sheet.goals(&state).iter().map(|goal| goal.unwrap_or(0)).collect();
            if steps.was_cut() {
                break;
            }
            let sum = goals.iter().sum();
            sums = if probe.finished == 0 || sums == Some(sum) { Some(sum) } else { None };
            probe.finished += 1;
            probe.longest = probe.longest.max(length);
            probe.least = goals.iter().copied().min().unwrap_or(0).min(probe.least);
            probe.greatest = goals.iter().copied().max().unwrap_or(0).max(probe.greatest);
        }
        probe.sum = sums.filter(|_| probe.finished >= ENOUGH);
        probe
    }

    /// Records the classification.
    pub(super) fn complete(&self, info: &mut GameInfo, proven: Proven) {
        info.joint = self.simultaneous;
        info.range = proven.goals.map(|(least, greatest)| hull(least, greatest));
        info.constant_sum = proven.sum.filter(|_| !self.simultaneous).map(f64::from);
        info.observed = Observed {
            games: self.finished as u32,
            constant_sum: self.sum.map(f64::from),
            range: Some(hull(self.least, self.greatest)),
            longest: (self.finished > 0).then_some(self.longest),
            widest: (self.widest > 0).then_some(self.widest),
        };
    }
}

/// The usual range, widened to what lies beyond it.
fn hull(least: i32, greatest: i32) -> PayoffRange {
    PayoffRange::new(USUAL.low.min(least.into()), USUAL.high.max(greatest.into()))
}

/// The least and the greatest goal value of rules that state every value as a number; `None` if some rule computes it.
pub(super) fn written_goals(program: &Program) -> Option<(i32, i32)> {
    let mut values = (0, 0);
    for rule in program.rules.iter().filter(|rule| rule.head.relation == GOAL) {
        match &rule.head.arguments[..] {
            [_, Term::Constant(value)] => {
                // A value that is not a number does not count as a goal.
                let value = program.symbols.name(*value).parse().unwrap_or(0);
                values = (values.0.min(value), values.1.max(value));
            }
            [_, Term::Function(..)] => {}
            _ => return None,
        }
    }
    Some(values)
}
