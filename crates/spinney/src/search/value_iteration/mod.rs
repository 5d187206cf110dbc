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

use self::graph::{Frontier, Graph};
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

/// Solves the game from the position on. The table is kept for the positions that follow: once it is solved they are
/// looked up, and until then the work goes on.
pub struct ValueIteration<G: Game> {
    game: G,
    config: Config,
    table: Option<Table<G::State>>,
}

/// The positions, and those that are still to be listed.
struct Table<S> {
    graph: Graph,
    frontier: Frontier<S>,
    /// The bounds have been set for all positions; the sweeps have begun.
    bounded: bool,
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

    /// The number of a position in the table; a new table is begun if it has none.
    fn number(&mut self, state: &G::State) -> usize {
        let key = self.game.capabilities().key.expect("checked when the search was made").key(state);
        if let Some(number) = self.table.as_ref().and_then(|table| table.graph.find(key)) {
            return number;
        }
        let frontier = Frontier::from([(state.clone(), 0)]);
        self.table = Some(Table { graph: Graph::new(key), frontier, bounded: false });
        0
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
        let root = self.number(position.state());
        if let Some(mut table) = self.table.take() {
            let bounded = table.graph.is_solved() || self.solve(&mut table, &meter, budget.memory, &mut report);
            report.nodes = table.graph.len() as u64;
            report.bytes = table.graph.bytes() as u64;
            report.depth = table.graph.depth;
            if bounded {
                answer(&self.game, &self.config, &table.graph, root, position, &meter, &mut report);
            }
            self.table = Some(table);
        }
        report.seconds = meter.elapsed().as_secs_f64();
        report.checked_by(&self.game)
    }

    fn reset(&mut self) {
        self.table = None;
    }
}

impl<G: Game> ValueIteration<G> {
    /// Lists the positions and bounds their values. Returns `false` if nothing is known of them.
    fn solve(
        &self,
        table: &mut Table<G::State>,
        meter: &Meter,
        memory: Option<usize>,
        report: &mut Report<G::Move>,
    ) -> bool {
        let Table { graph, frontier, bounded } = table;
        let before = graph.expanded() as u64;
        let most = meter.simulations_left(0).saturating_add(before).min(self.config.nodes);
        let publish = |report: &Report<G::Move>, nodes: u64, bytes: usize| {
            let mut live = report.clone().with_end(Limit::Running, 0.0).with_work(nodes - before, Unit::Nodes);
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
        let ended = graph.explore(&self.game, frontier, stop);
        let (nodes, bytes) = (graph.expanded() as u64, graph.bytes());
        report.simulations = nodes - before;
        if !*bounded && !graph.bound(self.game.info().range) {
            report.notes.push("nothing is known of the payoffs beyond the positions that were listed".to_owned());
            report.ended_by = ended.unwrap_or(Limit::Finished);
            return false;
        }
        *bounded = ended.is_none();
        let swept = sweep::sweep(graph, self.config.epsilon, || {
            if meter.report_wanted() {
                publish(report, nodes, bytes);
            }
            meter.interrupted()
        });
        if let Some(limit) = ended {
            report.notes.push(format!(
                "{nodes} positions were listed before the budget ended; what lies beyond counts as unknown"
            ));
            report.ended_by = limit;
        } else if let Err(limit) = swept {
            report.notes.push("the sweeps were ended by the budget".to_owned());
            report.ended_by = limit;
        }
        graph.mark_solved(ended.is_none() && swept.is_ok());
        true
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
    let grace = Grace::new(meter, report.simulations);
    for (index, candidate) in report.candidates.iter_mut().enumerate() {
        // A position that was not listed has the bounds of all payoffs, and so have those after it.
        let (low, high) = bounds(table.successors(root).get(index).map_or(root, |&next| next as usize));
        candidate.proven = (high - low <= exact).then_some((low + high) / 2.0);
        let evaluate = || {
            let evaluation = game.capabilities().evaluate.filter(|_| !grace.is_over())?;
            let mut after = position.state().clone();
            game.play(&mut after, candidate.mv);
            Some(evaluation.evaluate(&after, player).clamp(low, high))
        };
        candidate.mean = candidate.proven.or_else(evaluate).or(Some((low + high) / 2.0));
    }
    let (low, high) = bounds(root);
    report.proven = high - low <= exact;
    // Bounds are claims, too.
    if !game.is_flawed() {
        note_precision(report, table, low, high);
    }
    let value = |candidate: &Candidate<G::Move>| candidate.mean.unwrap_or(f64::NEG_INFINITY);
    report.candidates.sort_by(|a, b| value(b).total_cmp(&value(a)));
    report.best = report.candidates.first().map(|candidate| candidate.mv);
    let estimate = report.candidates.first().filter(|_| !report.proven).and_then(|candidate| candidate.mean);
    report.value = estimate.or(Some((low + high) / 2.0));
    report.pv = line(game, table, root, position.state(), &grace);
    // Where bounds are wide, the evaluation may prefer another move than their middles do.
    if report.pv.first() != report.best.as_ref() {
        report.pv = report.best.into_iter().collect();
    }
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
