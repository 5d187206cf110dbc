//! Alpha-beta for people and programs: a line per node with its window, intervals at chance turns, cut-offs with the
//! reason.

use serde_json::json;
use spinney::budget::{Budget, Limit};
use spinney::random::Random;
use spinney::search::minimax::{CutReason, Event, NodeKind, Relation};
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::spec::Spec;
use spinney_lab::explain::{Trace, trace};

use super::Args;
use super::print::number;
use crate::failure::Failure;
use crate::terminal::Terminal;

/// Nodes without `--nodes`.
pub(super) const NODES: u64 = 1000;

pub(super) fn run(args: &Args, mut agent: Spec, terminal: &mut Terminal) -> Result<(), Failure> {
    if args.cycles.is_some() {
        return Err(Failure::usage("--cycles is for mcts; alpha-beta takes --nodes"));
    }
    let (spec, game) = args.place.open(args.output, BuildTime::default())?;
    let seed = args.seed.resolve();
    let position = args.place.position(&game, seed)?;
    if args.merge && agent.value("merge").is_none() {
        agent.parameters.push(("merge".to_owned(), "true".to_owned()));
    }
    let budget = Budget::simulations(args.nodes.unwrap_or(NODES));
    let trace = trace(&game, &agent, &position, &budget, &mut Random::derive(seed, 1))?;
    let seat = trace.player.map_or("", |player| &game.info().seats[player.index()]);
    if terminal.is_json() {
        terminal.object(&json!({
            "step": "start",
            "game": spec.to_string(),
            "position": game.write(&position),
            "agent": agent.to_string(),
            "seats": game.info().seats,
            "player": trace.player,
            "seed": seed,
        }))?;
        trace.events.iter().try_for_each(|event| terminal.object(event))?;
        return Ok(terminal.object(&json!({
            "step": "answer",
            "best": trace.best,
            "value": trace.value,
            "nodes": trace.nodes,
            "leaves": trace.leaves,
            "leaves_without_pruning": trace.all_leaves,
            "ended_by": trace.ended_by,
        }))?);
    }
    terminal.picture(&game.draw(&position, None))?;
    terminal.line(format!("{seat} to move, {agent}, seed {seed}; values are payoffs of {seat}, windows are (α, β)"))?;
    terminal.line("")?;
    let mut names = Vec::new();
    let mut events = trace.events.iter().peekable();
    while let Some(event) = events.next() {
        let leaf = match (event, events.peek()) {
            (
                Event::Enter { ply, mv: Some(mv), probability, kind, .. },
                Some(Event::Leave { ply: left, value, .. }),
            ) if ply == left => Some(leaf(*ply, mv, *probability, *kind, *value)),
            _ => None,
        };
        if leaf.is_some() {
            events.next();
        }
        terminal.line(leaf.unwrap_or_else(|| line(event, &mut names)))?;
    }
    terminal.line("")?;
    Ok(summary(&trace).into_iter().try_for_each(|line| terminal.line(line))?)
}

/// A value, a bound or an infinity.
pub(super) fn value(x: f64) -> String {
    match x {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "−∞".to_owned(),
        x => number(x).replace('-', "−"),
    }
}

fn window(alpha: f64, beta: f64) -> String {
    match alpha.is_finite() && beta == alpha.next_up() {
        true => format!("(only whether above {})", value(alpha)),
        false => format!("({}, {})", value(alpha), value(beta)),
    }
}

pub(super) fn outcome(probability: Option<f64>) -> String {
    probability.map_or(String::new(), |probability| format!("with {}: ", number(probability)))
}

/// A node without anything below it.
fn leaf(ply: usize, name: &str, probability: Option<f64>, kind: NodeKind, found: f64) -> String {
    let how = match kind {
        NodeKind::Horizon => " by evaluation",
        NodeKind::CutOff => " by evaluation, beyond the cut-off",
        NodeKind::Known => " from the table",
        _ => "",
    };
    format!("{}{}{name} = {}{how}", "  ".repeat(ply), outcome(probability), value(found))
}

/// One event as a line; `names` holds the names of the nodes on the path.
fn line(event: &Event<String>, names: &mut Vec<String>) -> String {
    let indent = "  ".repeat(event.ply());
    let text = match event {
        Event::Enter { ply, mv, probability, kind, alpha, beta, probe, extended } => {
            names.truncate(*ply);
            names.push(mv.clone().unwrap_or_else(|| "root".to_owned()));
            let kind = match kind {
                NodeKind::Max => "max",
                NodeKind::Min => "min",
                NodeKind::Chance => "chance",
                NodeKind::Horizon => "beyond the horizon",
                NodeKind::Over | NodeKind::CutOff | NodeKind::Known => "",
            };
            let probe = if *probe { ", one move only" } else { "" };
            let extended = if *extended { ", extended" } else { "" };
            format!("{}{}  {kind} {}{probe}{extended}", outcome(*probability), names[*ply], window(*alpha, *beta))
        }
        Event::Interval { low, high, .. } => format!("  so far in [{}, {}]", value(*low), value(*high)),
        Event::Cut { reason, value: found, against, skipped, .. } => {
            let (found, against) = (value(*found), value(*against));
            let why = match reason {
                CutReason::Beta => format!("{found} ≥ β = {against}: min has better above and will not come here"),
                CutReason::Alpha => format!("{found} ≤ α = {against}: max has better above and will not come here"),
                CutReason::BestPayoff => format!("{found} is the best payoff of the game"),
                CutReason::ChanceBelow => format!("at most {found} ≤ α = {against}, whatever the rest is worth"),
                CutReason::ChanceAbove => format!("at least {found} ≥ β = {against}, whatever the rest is worth"),
            };
            format!("  cut: {why}; left out: {}", skipped.join(" "))
        }
        Event::Late { depth, skipped, .. } => {
            let left = if *depth == 1 { "1 decision" } else { &format!("{depth} decisions") };
            format!("  late moves, {left} from the horizon; left out: {}", skipped.join(" "))
        }
        Event::Leave { ply, value: found, relation } => {
            let relation = match relation {
                Relation::Exact => "=",
                Relation::AtLeast => "≥",
                Relation::AtMost => "≤",
            };
            format!("{} {relation} {}", names[*ply], value(*found))
        }
    };
    indent + &text
}

/// The answer, and how much was left out.
fn summary(trace: &Trace) -> Vec<String> {
    let answer = match (&trace.best, trace.value) {
        (Some(best), Some(found)) => format!("answer: {best}, value {}", value(found)),
        _ => "no answer yet".to_owned(),
    };
    let of = trace.all_leaves.map_or(String::new(), |all| format!(" of {all}"));
    let mut lines = vec![answer, format!("{} nodes, {}{of} leaves looked at", trace.nodes, trace.leaves)];
    if trace.ended_by == Limit::Simulations {
        lines.push("stopped early: more nodes by --nodes N".to_owned());
    }
    lines
}
