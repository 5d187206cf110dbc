//! Plain minimax for people and programs: a line per node with its value and what it is compared with.

use serde_json::json;
use spinney::budget::{Budget, Limit};
use spinney::search::minimax::{NodeKind, Step};
use spinney_agents::NamedGame;
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::spec::Spec;
use spinney_lab::explain::{MinimaxTrace, trace_minimax};

use super::Args;
use super::nodes::{NODES, outcome, unless_drawn, value, variation};
use crate::failure::Failure;
use crate::terminal::Terminal;

pub(super) fn run(args: &Args, agent: &Spec, terminal: &mut Terminal) -> Result<(), Failure> {
    if args.cycles.is_some() {
        return Err(Failure::usage("--cycles is for mcts; minimax takes --nodes"));
    }
    if args.merge {
        return Err(Failure::usage("--merge is for mcts and alpha-beta; minimax searches every move"));
    }
    let (spec, game) = args.place.open(args.output, BuildTime::default())?;
    let seed = args.seed.resolve();
    let position = args.place.position(&game, seed)?;
    let budget = Budget::simulations(args.nodes.unwrap_or(NODES));
    let trace = trace_minimax(&game, agent, &position, &budget)?;
    if terminal.is_json() {
        terminal.object(&json!({
            "step": "start",
            "game": spec.to_string(),
            "position": game.write(&position),
            "agent": agent.to_string(),
            "seats": game.info().seats,
            "player": trace.player,
        }))?;
        trace.steps.iter().try_for_each(|step| terminal.object(step))?;
        return Ok(terminal.object(&json!({
            "step": "answer",
            "best": trace.line.first(),
            "payoffs": trace.payoffs,
            "pv": trace.line,
            "nodes": trace.nodes,
            "leaves": trace.leaves,
            "ended_by": trace.ended_by,
        }))?);
    }
    terminal.picture(&game.draw(&position, None))?;
    let printer = Printer { game: &game, trace: &trace };
    let mover = unless_drawn(&game, &position, game.mover_name(trace.player));
    printer.lines(&mover, agent).iter().try_for_each(|line| terminal.line(line))?;
    Ok(())
}

/// Writes the steps of a trace as lines.
struct Printer<'a> {
    game: &'a NamedGame,
    trace: &'a MinimaxTrace,
}

impl Printer<'_> {
    /// The head, a line per step, and the answer.
    fn lines(&self, mover: &str, agent: &Spec) -> Vec<String> {
        let seat = self.game.mover_name(self.trace.player);
        let values = match self.trace.minimax {
            true => format!("values are payoffs of {seat}"),
            false => format!("values are payoffs of {}", self.game.info().seats.join(", ")),
        };
        let mut lines = vec![format!("{mover}{agent}; {values}"), String::new()];
        // The node entered last, if nothing below it has been searched.
        let mut entered: Option<(String, &Step<String>)> = None;
        let mut names = Vec::new();
        let steps = &self.trace.steps;
        for (index, step) in steps.iter().enumerate() {
            let indent = "  ".repeat(step.ply());
            match step {
                Step::Enter { ply, mv, probability, .. } => {
                    lines.extend(entered.take().map(|(name, step)| self.opened(&name, step)));
                    let name = mv.clone().unwrap_or_else(|| "root".to_owned());
                    names.truncate(*ply);
                    names.push((name.clone(), *probability));
                    entered = Some((format!("{indent}{}{name}", outcome(*probability)), step));
                }
                Step::Leave { ply, payoffs } => {
                    let how = match entered.take() {
                        Some((_, Step::Enter { kind: NodeKind::Horizon, .. })) => " by evaluation",
                        Some((_, Step::Enter { kind: NodeKind::CutOff, .. })) => " by evaluation, beyond the cut-off",
                        _ => "",
                    };
                    let (name, probability) = &names[*ply];
                    let verdict = steps.get(index + 1).map_or(String::new(), |next| self.verdict(next));
                    let found = self.value(payoffs);
                    lines.push(format!("{indent}{}{name} = {found}{how}{verdict}", outcome(*probability)));
                }
                Step::Compare { .. } | Step::Average { .. } => {}
            }
        }
        lines.extend(entered.take().map(|(name, step)| self.opened(&name, step)));
        lines.push(String::new());
        lines.extend(self.summary());
        lines
    }

    /// A node with others below it.
    fn opened(&self, name: &str, step: &Step<String>) -> String {
        let Step::Enter { kind, player, .. } = step else { return name.to_owned() };
        match kind {
            NodeKind::Chance => format!("{name}  chance"),
            NodeKind::Max if self.trace.minimax => format!("{name}  max"),
            NodeKind::Min if self.trace.minimax => format!("{name}  min"),
            NodeKind::Max | NodeKind::Min => format!("{name}  {}", self.game.mover_name(*player)),
            _ => name.to_owned(),
        }
    }

    /// One number, or the payoffs of all players.
    fn value(&self, payoffs: &[f64]) -> String {
        match (self.trace.minimax, self.trace.player) {
            (true, Some(player)) => value(payoffs[player.index()]),
            _ => format!("[{}]", payoffs.iter().map(|&payoff| value(payoff)).collect::<Vec<_>>().join(" ")),
        }
    }

    /// What the node above makes of a value.
    fn verdict(&self, step: &Step<String>) -> String {
        match step {
            Step::Compare { best: None, .. } => ": best so far".to_owned(),
            Step::Compare { player, payoffs, best: Some(best), best_payoffs: Some(old), taken, .. } => {
                let seat = player.index();
                let equal = payoffs[seat] == old[seat];
                // The number that is compared: of the root's player, which others minimise, or the mover's own.
                let shown = if self.trace.minimax { self.trace.player.unwrap_or(*player) } else { *player };
                let above = if shown == *player { "above" } else { "below" };
                let old = value(old[shown.index()]);
                match (taken, equal) {
                    (true, _) => format!(", {above} {old}: best so far"),
                    (false, true) => format!(", equal to {old}: {best} stays, the first of equal moves"),
                    (false, false) => format!(", not {above} {old}: {best} stays"),
                }
            }
            Step::Average { sum, .. } => format!(", sum {}", self.value(sum)),
            _ => String::new(),
        }
    }

    fn summary(&self) -> Vec<String> {
        let trace = self.trace;
        let answer = match (trace.line.first(), &trace.payoffs) {
            (Some(best), Some(payoffs)) => format!("answer: {best}, value {}", self.value(payoffs)),
            _ => "no answer yet".to_owned(),
        };
        let mut lines = vec![answer];
        lines.extend(variation(&trace.line));
        lines.push(format!("{} nodes, {} leaves visited", trace.nodes, trace.leaves));
        if trace.ended_by == Limit::Simulations {
            lines.push("stopped early: more nodes by --nodes N".to_owned());
        }
        lines
    }
}
