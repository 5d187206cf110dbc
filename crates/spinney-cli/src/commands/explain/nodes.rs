//! Alpha-beta for people and programs: a line per node with its window, intervals at chance turns, cut-offs with the
//! reason.

use serde_json::json;
use spinney::budget::{Budget, Limit};
use spinney::erased::AnyState;
use spinney::random::Random;
use spinney::search::minimax::{CutReason, Event, NodeKind, Relation};
use spinney_agents::NamedGame;
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
            "pv": trace.line,
            "nodes": trace.nodes,
            "leaves": trace.leaves,
            "leaves_without_pruning": trace.all_leaves,
            "ended_by": trace.ended_by,
        }))?);
    }
    terminal.picture(&game.draw(&position, None))?;
    let mover = unless_drawn(&game, &position, seat);
    terminal.line(format!("{mover}{agent}, seed {seed}; values are payoffs of {seat}, windows are (α, β)"))?;
    terminal.line("")?;
    let mut path = Vec::new();
    let mut events = trace.events.iter().peekable();
    while let Some(event) = events.next() {
        let leaf = match (event, events.peek()) {
            (
                Event::Enter { ply, mv: Some(mv), probability, kind, .. },
                Some(Event::Leave { ply: left, value, relation }),
            ) if ply == left => Some(leaf(*ply, mv, *probability, *kind, (*relation, *value))),
            _ => None,
        };
        if leaf.is_some() {
            events.next();
        }
        terminal.line(leaf.unwrap_or_else(|| line(event, &mut path)))?;
    }
    terminal.line("")?;
    Ok(summary(&trace).into_iter().try_for_each(|line| terminal.line(line))?)
}

/// Whose turn it is, as the beginning of a line; nothing if the drawing of the position says it already.
pub(super) fn unless_drawn(game: &NamedGame, position: &AnyState, seat: &str) -> String {
    let text = format!("{seat} to move");
    if game.draw(position, None).to_text().contains(&text) { String::new() } else { format!("{text}, ") }
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
fn leaf(ply: usize, name: &str, probability: Option<f64>, kind: NodeKind, found: (Relation, f64)) -> String {
    let how = match kind {
        NodeKind::Horizon => " by evaluation",
        NodeKind::CutOff => " by evaluation, beyond the cut-off",
        NodeKind::Known => " from the table",
        _ => "",
    };
    let (relation, found) = (sign(found.0), value(found.1));
    format!("{}{}{name} {relation} {found}{how}", "  ".repeat(ply), outcome(probability))
}

fn sign(relation: Relation) -> char {
    match relation {
        Relation::Exact => '=',
        Relation::AtLeast => '≥',
        Relation::AtMost => '≤',
    }
}

/// A node of the path as it was entered.
struct Entered {
    name: String,
    kind: NodeKind,
    alpha: f64,
    beta: f64,
}

/// One event as a line; `path` holds the nodes from the root to the one that it is about.
fn line(event: &Event<String>, path: &mut Vec<Entered>) -> String {
    let indent = "  ".repeat(event.ply());
    let text = match event {
        Event::Enter { ply, mv, probability, kind, alpha, beta, probe, extended } => {
            path.truncate(*ply);
            let name = mv.clone().unwrap_or_else(|| "root".to_owned());
            path.push(Entered { name, kind: *kind, alpha: *alpha, beta: *beta });
            let kind = match kind {
                NodeKind::Max => "max",
                NodeKind::Min => "min",
                NodeKind::Chance => "chance",
                NodeKind::QuiescenceMax => "max beyond the horizon",
                NodeKind::QuiescenceMin => "min beyond the horizon",
                NodeKind::Horizon | NodeKind::Over | NodeKind::CutOff | NodeKind::Known => "",
            };
            let probe = if *probe { ", one move only" } else { "" };
            let extended = if *extended { ", extended" } else { "" };
            format!("{}{}  {kind} {}{probe}{extended}", outcome(*probability), path[*ply].name, window(*alpha, *beta))
        }
        Event::Interval { low, high, .. } => format!("  so far in [{}, {}]", value(*low), value(*high)),
        Event::Cut { ply, reason, value: found, against, skipped } => {
            let why = why_cut(*reason, *found, *against, &path[..=*ply]);
            format!("  cut: {why}; pruned: {}", skipped.join(" "))
        }
        Event::Late { depth, skipped, .. } => {
            let left = if *depth == 1 { "1 decision" } else { &format!("{depth} decisions") };
            format!("  late moves, {left} from the horizon; pruned: {}", skipped.join(" "))
        }
        Event::StandPat { value: found, .. } => format!("  stand pat {}", value(*found)),
        Event::Leave { ply, value: found, relation } => {
            format!("{} {} {}", path[*ply].name, sign(*relation), value(*found))
        }
    };
    indent + &text
}

/// Why the rest of the last node of a path was pruned.
fn why_cut(reason: CutReason, number: f64, bound: f64, path: &[Entered]) -> String {
    let (found, against) = (value(number), value(bound));
    let is_min = matches!(path.last().map(|node| node.kind), Some(NodeKind::Min | NodeKind::QuiescenceMin));
    let compared = if is_min { format!("{found} ≤ α = {against}") } else { format!("{found} ≥ β = {against}") };
    let other = if is_min { "max" } else { "min" };
    match reason {
        CutReason::Alpha | CutReason::Beta if number == bound => {
            format!("{compared}: {other} already has as much above and need not come here")
        }
        CutReason::Alpha | CutReason::Beta => format!("{compared}: {other} has better above and will not come here"),
        CutReason::MeanBelow | CutReason::MeanAbove => format!("{compared}: {}", why_mean(reason, &against, path)),
        CutReason::SearchWindow => format!("{compared}: that is all this window asks for"),
        CutReason::BestPayoff => {
            format!("{found} is the best payoff that {} can get", if is_min { "min" } else { "max" })
        }
        CutReason::ChanceBelow => format!("at most {found} ≤ α = {against}, whatever the rest is worth"),
        CutReason::ChanceAbove => format!("at least {found} ≥ β = {against}, whatever the rest is worth"),
    }
}

/// What the mean of the nearest chance node of a path needs of the outcome below it.
fn why_mean(reason: CutReason, against: &str, path: &[Entered]) -> String {
    let below = reason == CutReason::MeanBelow;
    let chance = path.windows(2).rev().find(|pair| pair[0].kind == NodeKind::Chance);
    let needed = chance.map(|pair| (&pair[1].name, if below { pair[0].alpha } else { pair[0].beta }));
    match needed.filter(|(_, mean)| mean.is_finite()) {
        Some((name, mean)) if below => {
            format!("too little even for the mean: {name} would have to exceed {against} to reach {}", value(mean))
        }
        Some((name, mean)) => {
            format!("too much even for the mean: {name} would have to stay below {against} to reach {}", value(mean))
        }
        None => "beyond the bounds of the outcomes".to_owned(),
    }
}

/// The answer, and how much was pruned.
fn summary(trace: &Trace) -> Vec<String> {
    let answer = match (&trace.best, trace.value) {
        (Some(best), Some(found)) => format!("answer: {best}, value {}", value(found)),
        _ => "no answer yet".to_owned(),
    };
    let of = trace.all_leaves.map_or(String::new(), |all| format!(" of {all}"));
    let mut lines = vec![answer];
    lines.extend(variation(&trace.line));
    lines.push(format!("{} nodes, {}{of} leaves visited", trace.nodes, trace.leaves));
    if trace.ended_by == Limit::Simulations {
        lines.push("stopped early: more nodes by --nodes N".to_owned());
    }
    lines
}

/// The principal variation, if it is longer than the answer.
pub(super) fn variation(line: &[String]) -> Option<String> {
    (line.len() > 1).then(|| format!("PV: {}", line.join(" ")))
}
