//! Reports: at the end of a search, and of one that is still running.

use super::answer::{RootTable, principal_variation};
use super::config::Answer;
use super::context::Context;
use super::tree::ROOT;
use super::worker::BestLine;
use crate::budget::Limit;
use crate::game::{Game, Moves, Turn};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};

/// Publishes the current results of the tree. Unfinished simulations of other threads may be counted in part. The
/// generator of the search is not touched, so that a watched search returns the same result.
#[cold]
#[inline(never)]
pub(crate) fn publish<G: Game>(
    context: &Context<'_, G>,
    simulations: u64,
    depth: u32,
    line: Option<&BestLine<G::Move>>,
) {
    let mut table = RootTable::default();
    if let Some(past) = context.past {
        table.add_table(past);
    }
    table.add(context.tree, context.plan, context.config, context.root_player);
    let mut report = match table.is_empty() {
        true => Report::of_moves(root_moves(context)),
        false => Report::new(None),
    };
    report = report
        .with_work(simulations, Unit::Simulations)
        .with_size(context.tree.len() as u64, context.tree.bytes() as u64, depth)
        .with_end(Limit::Running, 0.0);
    let proven = context.tree.node(ROOT).is_proven();
    fill(&mut report, context, &table, proven, line, &mut Random::new(simulations));
    if report.best.is_none() {
        report = report.with_best(root_moves(context).first().copied(), None);
    }
    context.meter.publish(report.checked_by(context.game));
}

/// The moves of the player at the root.
fn root_moves<G: Game>(context: &Context<'_, G>) -> Vec<G::Move> {
    let mut moves = Moves::new();
    match context.game.turn(context.root, &mut moves) {
        Turn::Joint => moves.section(context.root_player).to_vec(),
        _ => moves.to_vec(),
    }
}

/// Writes the candidates of a table into a report, and the answer if there is one. `proven` says whether a root is.
pub(super) fn fill<G: Game>(
    report: &mut Report<G::Move>,
    context: &Context<'_, G>,
    table: &RootTable<G::Move>,
    proven: bool,
    line: Option<&BestLine<G::Move>>,
    rng: &mut Random,
) {
    if table.is_empty() {
        return;
    }
    let row = table.choose(context.plan.answer, context.width(), rng);
    report.candidates = table.candidates(context.plan);
    let known = report.simulations > 0 || report.candidates.iter().any(|candidate| candidate.visits > 0);
    let Some(best) = row.map(|row| table.mv(row)).filter(|_| known) else { return };
    let chosen = report.candidates.iter().find(|candidate| candidate.mv == best);
    report.best = Some(best);
    report.value = chosen.and_then(|candidate| candidate.proven.or(candidate.mean));
    report.proven = proven || chosen.is_some_and(|candidate| is_best_possible(context, candidate));
    report.pv = principal_variation(context.tree, context.plan, best);
    if let Some(line) = line {
        prefer_best_line(report, context, line);
    }
}

fn is_best_possible<G: Game>(context: &Context<'_, G>, candidate: &Candidate<G::Move>) -> bool {
    let top = context.plan.top;
    candidate.proven.is_some_and(|value| top.is_some_and(|top| value - context.plan.low >= top))
}

/// Single-player searches return the best line ever seen, whatever the rule of the answer if no line can be better.
fn prefer_best_line<G: Game>(report: &mut Report<G::Move>, context: &Context<'_, G>, best: &BestLine<G::Move>) {
    let perfect = context.plan.top.is_some_and(|top| best.value >= top);
    if perfect || context.plan.answer == Answer::BestLine {
        report.best = best.moves.first().copied().or(report.best);
        report.value = Some(best.value + context.plan.low);
    }
    if report.best == best.moves.first().copied() {
        report.pv = best.moves.clone();
    }
}
