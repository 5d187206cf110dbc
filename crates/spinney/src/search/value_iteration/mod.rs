//! Value iteration: exact values of games with chance and cycles, if their positions are few (Bellman 1957; for two
//! players Shapley 1953 and Condon 1992).
//!
//! The reachable positions are listed by key and split into strongly connected components. The components are processed
//! from the ends of the game backwards (Tarjan 1972 finds them in that order). A position that is on no cycle gets its
//! value directly; the others are swept in place (Gauss–Seidel), until nothing changes any more:
//!
//! ```text
//! V(s) = max or min over moves of V(s'),   or the mean over chance outcomes
//! ```
//!
//! Two tables are swept, one from the least payoff upwards and one from the greatest downwards. The value lies between
//! them after every sweep (interval iteration, Haddad and Monmege 2018), so a value is reported as proven only if both
//! agree within `epsilon`. Infinite play counts as some payoff that the game can end with; where it matters which, the
//! two do not meet, and the report says so.

mod graph;
mod sweep;

use self::graph::Graph;
use super::parameter::{Configure, Parameter, ParameterError, read};
use super::random::own_moves;
use super::{Refusal, RefusalKind, Search};
use crate::budget::{Budget, Grace, Limit, Meter, Pace, Signal};
use crate::game::{Game, GameInfo, Moves, Player, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};

/// The configuration of [`ValueIteration`].
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The maximum number of positions, whatever the budget.
    pub nodes: u64,
    /// Sweeps until the bounds are this close, as a share of the payoff range.
    pub epsilon: f64,
}

impl Default for Config {
    fn default() -> Self {
        Config { nodes: 10_000_000, epsilon: 1e-10 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("nodes", self.nodes.to_string(), "1 …", "the maximum number of positions"),
            row(
                "epsilon",
                format!("{:e}", self.epsilon),
                "0 < … < 1",
                "sweeps until the bounds of a value are this close, as a share of the payoff range",
            ),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "nodes" => self.nodes = read(key, value, "a whole number")?,
            "epsilon" => self.epsilon = read(key, value, "a number between 0 and 1")?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Solves the game from the position on. A solved table is kept for the positions that follow.
pub struct ValueIteration<G> {
    game: G,
    config: Config,
    table: Option<Graph>,
}

impl<G: Game> ValueIteration<G> {
    /// Value iteration for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        check(&game.info(), game.capabilities().key.is_some())?;
        if !(config.epsilon > 0.0 && config.epsilon < 1.0) || config.nodes == 0 {
            return Err(Refusal::out_of_range("epsilon must lie between 0 and 1, and nodes be at least 1"));
        }
        Ok(ValueIteration { game, config, table: None })
    }

    /// The index of a position in the table of an earlier search that solved everything.
    fn known(&self, state: &G::State) -> Option<usize> {
        let key = self.game.capabilities().key?.key(state);
        self.table.as_ref().filter(|table| table.is_solved())?.find(key)
    }
}

fn check(info: &GameInfo, has_key: bool) -> Result<(), Refusal> {
    let name = &info.name;
    if info.hidden {
        Err(Refusal::new(
            RefusalKind::HiddenInformation,
            format!("value iteration needs perfect information; `{name}` has hidden information"),
        ))
    } else if info.joint {
        Err(Refusal::new(
            RefusalKind::SimultaneousMoves,
            format!("value iteration needs a turn-based game; `{name}` has simultaneous moves"),
        ))
    } else if info.players() > 2 || info.players() == 2 && info.constant_sum.is_none() {
        let kind = if info.players() > 2 { RefusalKind::Players } else { RefusalKind::GeneralSum };
        Err(Refusal::new(kind, "value iteration needs one player, or two with constant sum"))
    } else if !has_key {
        Err(Refusal::missing_capability(format!("value iteration needs hash keys of positions; `{name}` has none")))
    } else {
        Ok(())
    }
}

impl<G: Game> Search<G> for ValueIteration<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, _: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let moves = own_moves(&self.game, position);
        let mut report = Report::of_moves(moves.iter().copied()).with_work(0, Unit::Nodes);
        if moves.is_empty() {
            return report;
        }
        let root = match self.known(position.state()) {
            Some(root) => root,
            None => {
                self.solve(position.state(), &meter, budget.memory, &mut report);
                0
            }
        };
        if let Some(table) = &self.table {
            report.nodes = table.len() as u64;
            report.bytes = table.bytes() as u64;
            report.depth = table.depth;
            answer(&self.game, &self.config, table, root, position, &meter, &mut report);
        }
        report.seconds = meter.elapsed().as_secs_f64();
        report.checked_by(&self.game)
    }

    fn reset(&mut self) {
        self.table = None;
    }
}

impl<G: Game> ValueIteration<G> {
    /// Lists the positions, bounds their values and keeps the table.
    fn solve(&mut self, start: &G::State, meter: &Meter, memory: Option<usize>, report: &mut Report<G::Move>) {
        self.table = None;
        let most = self.config.nodes;
        let most = meter.simulations_left(0).min(most);
        let publish = |report: &Report<G::Move>, nodes: u64, bytes: usize| {
            let mut live = report.clone().with_end(Limit::Running, 0.0).with_work(nodes, Unit::Nodes);
            (live.nodes, live.bytes) = (nodes, bytes as u64);
            meter.publish(live.checked_by(&self.game));
        };
        let mut pace = Pace::new(meter);
        let stop = |nodes: u64, bytes: usize| {
            if nodes >= most || memory.is_some_and(|memory| bytes >= memory) {
                return Some(Limit::Simulations);
            }
            match pace.step(meter) {
                Signal::GoOn => None,
                Signal::Report => {
                    publish(report, nodes, bytes);
                    None
                }
                Signal::End(limit) => Some(limit),
            }
        };
        let mut graph = Graph::new();
        let ended = graph.explore(&self.game, start, stop);
        report.simulations = graph.expanded() as u64;
        let (nodes, bytes) = (report.simulations, graph.bytes());
        let swept = match graph.bound(self.game.info().range) {
            true => sweep::sweep(&mut graph, self.config.epsilon, || {
                if meter.report_wanted() {
                    publish(report, nodes, bytes);
                }
                meter.interrupted()
            }),
            false => {
                report.notes.push("nothing is known of the payoffs beyond the positions that were listed".to_owned());
                report.ended_by = ended.unwrap_or(Limit::Finished);
                return;
            }
        };
        if let Some(limit) = ended {
            report.notes.push(format!(
                "{} positions were listed before the budget ended; what lies beyond counts as unknown",
                graph.expanded()
            ));
            report.ended_by = limit;
        } else if let Err(limit) = swept {
            report.notes.push("the sweeps were ended by the budget".to_owned());
            report.ended_by = limit;
        }
        graph.mark_solved(ended.is_none() && swept.is_ok());
        self.table = Some(graph);
    }
}

/// Writes values and the principal variation from the table.
fn answer<G: Game>(
    game: &G,
    config: &Config,
    table: &Graph,
    root: usize,
    position: &View<G::State>,
    meter: &Meter,
    report: &mut Report<G::Move>,
) {
    let player = position.observer();
    let sum = game.info().constant_sum.unwrap_or(0.0);
    let exact = table.width() * config.epsilon;
    // The bounds of a position as the player sees them.
    let bounds = |node: usize| {
        let (low, high) = table.bounds(node);
        if player == Player(0) { (low, high) } else { (sum - high, sum - low) }
    };
    for (candidate, &next) in report.candidates.iter_mut().zip(table.successors(root)) {
        let (low, high) = bounds(next as usize);
        candidate.mean = Some((low + high) / 2.0);
        candidate.proven = (high - low <= exact).then_some((low + high) / 2.0);
    }
    let (low, high) = bounds(root);
    report.value = Some((low + high) / 2.0);
    report.proven = high - low <= exact;
    // Bounds are claims, too.
    if !game.is_flawed() {
        note_precision(report, table, low, high);
    }
    let value = |candidate: &Candidate<G::Move>| candidate.mean.unwrap_or(f64::NEG_INFINITY);
    report.candidates.sort_by(|a, b| value(b).total_cmp(&value(a)));
    report.best = report.candidates.first().map(|candidate| candidate.mv);
    report.pv = line(game, table, root, position.state(), &Grace::new(meter, report.simulations));
}

/// Notes how exact the value of the root is.
fn note_precision<M>(report: &mut Report<M>, table: &Graph, low: f64, high: f64) {
    if report.proven && table.sweeps() > 0 {
        let sweeps = table.sweeps();
        report.notes.push(format!("exact within {:.1e}: cycles were swept up to {sweeps} times", high - low));
    } else if !report.proven {
        report.notes.push(format!("not exact: the value lies between {low} and {high}"));
        if table.is_solved() {
            report.notes.push("play can be infinite, which has no value by the rules".to_owned());
        }
    }
}

/// Best play up to the first chance turn, or to the first repetition.
fn line<G: Game>(game: &G, table: &Graph, root: usize, start: &G::State, grace: &Grace<'_>) -> Vec<G::Move> {
    let (mut node, mut state) = (root, start.clone());
    let mut line = Vec::new();
    let mut seen = vec![root];
    let mut moves = Moves::new();
    while let Some(index) = table.best(node) {
        moves.clear();
        game.turn(&state, &mut moves);
        line.push(moves[index]);
        if grace.is_over() {
            break;
        }
        game.play(&mut state, moves[index]);
        node = table.successors(node)[index] as usize;
        if seen.contains(&node) || line.len() >= 64 {
            break;
        }
        seen.push(node);
    }
    line
}
