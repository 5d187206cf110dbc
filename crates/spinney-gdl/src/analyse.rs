//! The kind of game that a rule sheet describes: proven from its circuit where possible, otherwise observed in random
//! playouts.

use std::collections::BTreeMap;

use serde::Serialize;
use spinney::budget::Budget;
use spinney::game::{Game, Moves, NoRecorder};
use spinney::random::Random;

use crate::game::RuleSheet;
use crate::limits::Watch;

const PLAYOUTS: usize = 60;
const STEPS: usize = 20_000;
const STEPS_INTERPRETED: usize = 200;
/// Larger networks are not observed fact by fact.
const WATCHED: usize = 20_000;

/// A description of a game.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Analysis {
    /// `single-player`, `turn-based` or `simultaneous`, as observed.
    pub kind: &'static str,
    /// The number of playouts.
    pub playouts: usize,
    /// The number of playouts that ended.
    pub finished: usize,
    /// Their mean length.
    pub mean_length: f64,
    /// The length of the longest.
    pub longest: usize,
    /// The mean number of joint moves.
    pub mean_branching: f64,
    /// The mean goal of each role.
    pub goals: Vec<f64>,
    /// Facts that stay true once they are true (latches): proven.
    pub latches_on: Vec<String>,
    /// Facts that stay false once they are false: proven.
    pub latches_off: Vec<String>,
    /// Groups of facts of which exactly one held in every observed state.
    pub exclusive: Vec<Vec<String>>,
    /// Facts that enable or disable the legal moves of a role as a whole.
    pub phases: Vec<String>,
    /// Facts that change independently of the moves: proven.
    pub clocks: Vec<String>,
    /// Groups of independent facts: proven. A single group means that the game does not decompose.
    pub factors: Vec<Vec<String>>,
}

/// Describes a game. The seed determines the playouts.
pub fn analyse(sheet: &RuleSheet, seed: u64) -> Analysis {
    analyse_within(sheet, seed, &Watch::endless())
}

/// The same. When the watch ends, there are no more playouts, and the one in progress counts as broken off.
pub fn analyse_within(sheet: &RuleSheet, seed: u64, until: &Watch) -> Analysis {
    let mut analysis = Analysis::default();
    if let Some((structure, write)) = sheet.structure() {
        let all = |facts: &[u32]| facts.iter().map(|&fact| write(fact)).collect::<Vec<String>>();
        analysis.latches_on = all(&structure.latches_on);
        analysis.latches_off = all(&structure.latches_off);
        analysis.clocks = all(&structure.clocks);
        analysis.factors = structure.factors.iter().map(|group| all(group)).collect();
    }
    if let Some(network) = sheet.network() {
        let fact = |fact: u32| sheet.structure().map(|(_, write)| write(fact)).unwrap_or_default();
        analysis.phases =
            network.guards().map(|(role, guard)| format!("{} for {}", fact(guard), sheet.roles()[role])).collect();
    }
    watch(sheet, seed, &mut analysis, until);
    analysis
}

fn watch(sheet: &RuleSheet, seed: u64, analysis: &mut Analysis, until: &Watch) {
    let is_late = || until.check("analysing", 0).is_err();
    let _steps = Budget::time(until.left()).limit_steps();
    let mut rng = Random::new(seed);
    let mut left = if sheet.network().is_some() { STEPS } else { STEPS_INTERPRETED };
    let mut groups = Groups::of(sheet);
    let mut simultaneous = false;
    let (mut states, mut branching) = (0usize, 0.0);
    let mut goals = vec![0i64; sheet.roles().len()];
    let start = sheet.start_state();
    let mut state = start.clone();
    while analysis.playouts < PLAYOUTS && left > 0 && !is_late() {
        state.clone_from(&start);
        analysis.playouts += 1;
        let mut length = 0;
        let finished = loop {
            // A step that takes too long is cut, and its state is none of the game.
            if is_late() {
                break false;
            }
            groups.see(sheet, &state);
            let counts: Vec<usize> = sheet.counts(&state);
            if sheet.is_terminal(&state) || counts.contains(&0) {
                break true;
            }
            if left == 0 {
                break false;
            }
            left -= 1;
            simultaneous |= counts.iter().filter(|&&count| count > 1).count() > 1;
            branching += counts.iter().map(|&count| count as f64).product::<f64>();
            states += 1;
            sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
            length += 1;
        };
        if finished {
            let found = sheet.goals(&state);
            if is_late() {
                break;
            }
            analysis.finished += 1;
            analysis.longest = analysis.longest.max(length);
            analysis.mean_length += length as f64;
            for (sum, goal) in goals.iter_mut().zip(found) {
                *sum += i64::from(goal.unwrap_or(0));
            }
        }
    }
    let finished = analysis.finished.max(1) as f64;
    analysis.mean_length /= finished;
    analysis.mean_branching = branching / states.max(1) as f64;
    analysis.goals = goals.iter().map(|&sum| sum as f64 / finished).collect();
    analysis.exclusive = groups.finish();
    analysis.kind = match (sheet.roles().len(), simultaneous) {
        (1, _) => "single-player",
        (_, true) => "simultaneous",
        _ => "turn-based",
    };
}

/// Facts that differ in one argument only, and whether exactly one of them has held so far.
struct Groups {
    members: Vec<Vec<String>>,
    good: Vec<bool>,
    /// The groups of each fact.
    of_fact: BTreeMap<String, Vec<usize>>,
}

impl Groups {
    fn of(sheet: &RuleSheet) -> Self {
        let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let facts = sheet.every_fact();
        for fact in facts.iter().take(if facts.len() > WATCHED { 0 } else { WATCHED }) {
            let tokens: Vec<&str> = fact.trim_matches(['(', ')']).split(' ').collect();
            // Only plain arguments: a fact with nested functions has more parentheses.
            if fact.matches('(').count() != 1 || tokens.len() < 2 {
                continue;
            }
            for place in 1..tokens.len() {
                let mut pattern = tokens.clone();
                pattern[place] = "?";
                groups.entry(pattern.join(" ")).or_default().push(fact.clone());
            }
        }
        let members: Vec<Vec<String>> = groups.into_values().filter(|members| members.len() > 1).collect();
        let mut of_fact: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, members) in members.iter().enumerate() {
            members.iter().for_each(|fact| of_fact.entry(fact.clone()).or_default().push(number));
        }
        Groups { good: vec![true; members.len()], members, of_fact }
    }

    fn see(&mut self, sheet: &RuleSheet, state: &crate::game::SheetState) {
        if self.members.is_empty() {
            return;
        }
        let mut counts = vec![0u32; self.members.len()];
        for fact in sheet.facts(state) {
            for &group in self.of_fact.get(&fact).into_iter().flatten() {
                counts[group] += 1;
            }
        }
        for (good, count) in self.good.iter_mut().zip(counts) {
            *good &= count == 1;
        }
    }

    fn finish(self) -> Vec<Vec<String>> {
        self.members.into_iter().zip(self.good).filter(|(_, good)| *good).map(|(members, _)| members).collect()
    }
}
