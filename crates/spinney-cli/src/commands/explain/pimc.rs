//! Perfect-information Monte Carlo for people and programs: every determinization with the value of each move in it, and
//! the means so far.

use serde_json::{Value, json};
use spinney::budget::{Budget, Limit};
use spinney::erased::AnyState;
use spinney::random::Random;
use spinney::report::Candidate;
use spinney::search::pimc::explain::Determinization;
use spinney_agents::NamedGame;
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::spec::Spec;
use spinney_lab::explain::{PimcTrace, trace_pimc};

use super::Args;
use super::nodes::{unless_drawn, value};
use crate::failure::Failure;
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Nodes of all determinizations together without `--nodes`.
const NODES: u64 = 1_000_000;

pub(super) fn run(args: &Args, agent: &Spec, terminal: &mut Terminal) -> Result<(), Failure> {
    if args.cycles.is_some() || args.merge {
        return Err(Failure::usage(
            "--cycles and --merge are for mcts; pimc takes pimc:determinizations=N and --nodes",
        ));
    }
    let (spec, game) = args.place.open(args.output, BuildTime::default())?;
    let seed = args.seed.resolve();
    let position = args.place.position(&game, seed)?;
    let budget = Budget::simulations(args.nodes.unwrap_or(NODES));
    // The generator of `spinney search`, so that the two agree.
    let trace = trace_pimc(&game, agent, &position, &budget, &mut Random::derive(seed, 1))?;
    if terminal.is_json() {
        terminal.object(&json!({
            "step": "start",
            "game": spec.to_string(),
            "position": game.write(&trace.seen),
            "agent": agent.to_string(),
            "seats": game.info().seats,
            "player": trace.player,
            "seed": seed,
        }))?;
        for (index, sample) in trace.determinizations.iter().enumerate() {
            terminal.object(&object(&game, &trace, index, sample))?;
        }
        return Ok(terminal.object(&json!({
            "step": "answer",
            "best": trace.candidates.first().map(|best| &best.mv),
            "mean": trace.candidates.first().and_then(|best| best.mean),
            "determinizations": trace.determinizations.len(),
            "candidates": trace.candidates,
        }))?);
    }
    terminal.picture(&game.draw(&trace.seen, None))?;
    let seat = &game.info().seats[trace.player.index()];
    let mover = unless_drawn(&game, &trace.seen, seat);
    terminal.line(format!("{mover}{agent}, seed {seed}; values are payoffs of {seat}"))?;
    for (index, sample) in trace.determinizations.iter().enumerate() {
        terminal.line(format!("\n── determinization {} ──", index + 1))?;
        let text = game.draw(&sample.state, None).to_text();
        text.lines().try_for_each(|line| terminal.line(format!("   {line}").trim_end()))?;
        table(&trace.moves, sample).iter().try_for_each(|line| terminal.line(format!("     {line}")))?;
    }
    terminal.line("")?;
    summary(&trace).iter().try_for_each(|line| terminal.line(line))?;
    Ok(())
}

/// One determinization as `--json` prints it.
fn object(game: &NamedGame, trace: &PimcTrace, index: usize, sample: &Determinization<AnyState>) -> Value {
    let rows = trace.moves.iter().zip(&sample.values).zip(&sample.means);
    let moves: Vec<Value> =
        rows.map(|((mv, value), mean)| json!({ "move": mv, "value": value, "mean": mean })).collect();
    json!({
        "step": "determinization",
        "number": index + 1,
        "position": game.write(&sample.state),
        "moves": moves,
        "ended_by": sample.ended_by,
    })
}

/// The moves with their values in one determinization and their means so far; the best means are marked.
fn table(moves: &[String], sample: &Determinization<AnyState>) -> Vec<String> {
    let mut table =
        TextTable::new(&[("move", Align::Left), ("value", Align::Right), ("mean", Align::Right), ("", Align::Left)]);
    let best = sample.means.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let write = |number: Option<f64>| number.map_or("–".to_owned(), value);
    for ((mv, &found), &mean) in moves.iter().zip(&sample.values).zip(&sample.means) {
        let mark = if mean == Some(best) { "◄ best mean" } else { "" };
        table.row(vec![mv.clone(), write(found), write(mean), mark.to_owned()]);
    }
    table.lines()
}

/// The answer, and how much of it is exact.
fn summary(trace: &PimcTrace) -> Vec<String> {
    let all = trace.determinizations.len();
    let mean = |candidate: &Candidate<String>| candidate.mean.map_or("–".to_owned(), value);
    let mut lines = match &trace.candidates[..] {
        [] => vec!["no move to choose".to_owned()],
        [only] if all == 0 => vec![format!("answer: {}, the only move", only.mv)],
        [best, rest @ ..] => {
            let mut lines =
                vec![format!("answer: {}, {}: mean {} of {all} determinizations", best.mv, reason(trace), mean(best))];
            lines.extend(rest.first().map(|next| format!("  next best: {}, mean {}", next.mv, mean(next))));
            lines
        }
    };
    let cut = trace.determinizations.iter().filter(|sample| sample.ended_by == Limit::Simulations).count();
    if cut > 0 {
        lines.push(format!("{cut} of {all} were not searched to the end: more nodes by --nodes N"));
    }
    lines
}

/// Why the first candidate is the answer. Equal means are ordered by the game's ranks, then as its rules list the moves.
fn reason(trace: &PimcTrace) -> &'static str {
    let best = trace.candidates.first().and_then(|best| best.mean);
    let is_tied = |candidate: &&Candidate<String>| match (candidate.mean, best) {
        (Some(mean), Some(best)) => (mean - best).abs() < 1e-9,
        _ => false,
    };
    let tied: Vec<&String> = trace.candidates.iter().take_while(is_tied).map(|candidate| &candidate.mv).collect();
    let first = trace.moves.iter().find(|mv| tied.contains(mv));
    match tied.len() {
        0 | 1 => "the best on average",
        _ if first == tied.first().copied() => "tied; first move",
        _ => "tied; ranked first by the game",
    }
}
