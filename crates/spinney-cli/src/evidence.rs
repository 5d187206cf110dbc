//! The evidence of a search as text: a table of the root's moves and the principal variation.

use std::io;

use spinney::report::{Candidate, Report, Unit};
use spinney_agents::quantity::{write_count, write_duration, write_size};

use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// How many moves of the root are shown.
const SHOWN: usize = 20;

/// A value in the game's unit.
pub(crate) fn value(value: Option<f64>) -> String {
    value.map_or(String::new(), three)
}

/// Three digits; zero has no sign.
fn three(value: f64) -> String {
    let text = format!("{value:.3}");
    if text == "-0.000" { "0.000".to_owned() } else { text }
}

/// The decision in one line.
pub(crate) fn answer(report: &Report<String>) -> String {
    let mut parts = vec![report.best.clone().unwrap_or_default()];
    let proven = if report.proven { " (proven)" } else { "" };
    parts.extend(report.value.map(|value| format!("value {}{proven}", three(value))));
    if report.simulations > 0 {
        parts.push(format!("{} {}", write_count(report.simulations), report.unit));
    }
    parts.push(write_duration(report.seconds));
    parts.join(" · ")
}

/// The moves of the root, the principal variation, the size of the tree and the notes of the search.
pub(crate) fn show(terminal: &mut Terminal, report: &Report<String>) -> io::Result<()> {
    terminal.table(&candidates(&report.candidates, report.unit))?;
    if report.candidates.len() > SHOWN {
        terminal.line(format!("  … and {} more", report.candidates.len() - SHOWN))?;
    }
    if !report.pv.is_empty() {
        terminal.line(format!("  pv: {}", report.pv.join(" ")))?;
    }
    if report.nodes > 0 {
        let (nodes, bytes) = (write_count(report.nodes), write_size(report.bytes));
        terminal.line(format!("  tree: {nodes} nodes, {bytes}, depth {}", report.depth))?;
    }
    report.notes.iter().try_for_each(|note| terminal.line(format!("  note: {note}")))
}

fn candidates(candidates: &[Candidate<String>], unit: Unit) -> TextTable {
    let work = match unit {
        Unit::Nodes => "nodes",
        _ => "visits",
    };
    let mut table = TextTable::new(&[
        ("move", Align::Left),
        (work, Align::Right),
        ("mean", Align::Right),
        ("proven", Align::Right),
        ("mean at most", Align::Right),
        ("proven at most", Align::Right),
        ("best", Align::Right),
        ("AMAF visits", Align::Right),
        ("AMAF mean", Align::Right),
        ("probability", Align::Right),
    ]);
    for candidate in candidates.iter().take(SHOWN) {
        table.row(vec![
            candidate.mv.clone(),
            write_count(candidate.visits),
            value(candidate.mean),
            value(candidate.proven),
            value(candidate.mean_at_most),
            value(candidate.proven_at_most),
            value(candidate.best),
            candidate.amaf_visits.map_or(String::new(), write_count),
            value(candidate.amaf_mean),
            value(candidate.probability),
        ]);
    }
    table
}
