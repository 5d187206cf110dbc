//! `spinney uct`.

use serde_json::json;
use spinney::search::mcts::explain::{Arm, weigh_children};
use spinney_agents::agents::mcts_config;
use spinney_agents::spec::Spec;

use crate::failure::Failure;
use crate::options::{Output, number, whole};
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Work out the selection rule on numbers: v/n + c·sqrt(ln N / n)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney uct 3/6 10/12 1/2 --visits 20 --c 1
  spinney uct 3/6 10/12 0/0 --visits 20 --agent mcts:select=ucb1-tuned

The rule is the one that searches use, with payoffs from 0 to 1. Without --visits, N is the sum of all n.")]
pub(crate) struct Args {
    /// The children: sum of payoffs and visits of each
    #[arg(value_name = "V/N", required = true, value_parser = child)]
    children: Vec<(f64, u32)>,
    /// N, the visits of the node above them [default: the sum of all n]
    #[arg(long, value_name = "N", value_parser = visits, allow_negative_numbers = true)]
    visits: Option<u32>,
    /// The exploration constant [default: the agent's]
    #[arg(long, value_name = "C", value_parser = number, allow_hyphen_values = true)]
    c: Option<f64>,
    /// The agent whose rule it is
    #[arg(long, value_name = "A", default_value = "mcts")]
    agent: String,
    #[command(flatten)]
    output: Output,
}

fn child(text: &str) -> Result<(f64, u32), String> {
    let parts = text.split_once('/').and_then(|(v, n)| Some((v.trim().parse().ok()?, n.trim().parse().ok()?)));
    parts.ok_or_else(|| "expected V/N, for example 3/6".to_owned())
}

fn visits(text: &str) -> Result<u32, String> {
    match whole(text)? {
        0 => Err("at least 1 is needed".to_owned()),
        visits => Ok(visits),
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut config = mcts_config(&Spec::agent(&args.agent)?)?;
    config.c = args.c.unwrap_or(config.c);
    let all = args.children.iter().fold(0u32, |all, child| all.saturating_add(child.1));
    let visits = args.visits.unwrap_or(all).max(1);
    let arms = weigh_children(&config, visits, &args.children).map_err(Failure::usage)?;
    let mut terminal = Terminal::new(args.output);
    if terminal.is_json() {
        let children: Vec<_> = arms.iter().map(in_json).collect();
        let agent = &args.agent;
        return Ok(terminal.object(&json!({"agent": agent, "c": config.c, "visits": visits, "children": children}))?);
    }
    terminal.line(format!("N = {visits}, c = {}", config.c))?;
    Ok(terminal.table(&table(&arms))?)
}

fn in_json(arm: &Arm<u16>) -> serde_json::Value {
    json!({
        "sum": arm.stats.sum,
        "visits": arm.stats.visits,
        "value": arm.value,
        "exploration": arm.exploration,
        "uct": arm.uct,
        "eligible": arm.eligible,
    })
}

fn table(arms: &[Arm<u16>]) -> TextTable {
    let columns =
        [("v/n", Align::Right), ("value", Align::Right), ("exploration", Align::Right), ("uct", Align::Right)];
    let mut table = TextTable::new(&[&columns[..], &[("", Align::Left)]].concat());
    let three = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:.3}"));
    for arm in arms {
        let mark = match (arm.eligible, arm.uct) {
            (true, Some(_)) => "◄ highest",
            (true, None) => "◄ unvisited first",
            (false, _) => "",
        };
        let share = format!("{}/{}", arm.stats.sum, arm.stats.visits);
        table.row(vec![share, three(arm.value), three(arm.exploration), three(arm.uct), mark.to_owned()]);
    }
    table
}
