//! `spinney uct`.

use serde_json::json;
use spinney::search::mcts::Config;
use spinney::search::mcts::explain::{Arm, Chooses, Takes, weigh_children};
use spinney_agents::agents::mcts_config;
use spinney_agents::spec::Spec;
use spinney_lab::explain::{PaperChoice, PaperTree};

use super::explain::{number, tree_lines};
use crate::failure::Failure;
use crate::options::{Output, number as read_number, whole};
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Work out the selection rule on numbers: v/n + c·sqrt(ln N / n)
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney uct 3/6 10/12 1/2 --visits 20 --c 1
  spinney uct 3/6 10/12 0/0 --visits 20 --agent mcts:select=ucb1-tuned
  spinney uct 1.5/2 0.5/1 0/0 --visits 4 --agent mcts:select=article --opponent
  spinney uct \"5/9 (4/6 (0/1 4/5 (1/2 3/3)) 0/1 1/2 (0/1 1/1))\" --agent mcts:select=article --result 1

The rule is the one that searches use, with payoffs from 0 to 1. Without --visits, N is the sum of all n. A tree, \
written as a node with its children in brackets behind it, is walked down by the rule, the levels being the two \
players' in turn; with --result one whole cycle is run on it. v counts for the player who chooses among the children, \
with select=article for the player to move at the root, whose opponent then takes the lowest value.")]
pub(crate) struct Args {
    /// The children: sum of payoffs and visits of each; or one tree, such as "5/9 (4/6 (0/1 4/5) 0/1 1/2)"
    #[arg(value_name = "V/N|TREE", required = true)]
    numbers: Vec<String>,
    /// N, the visits of the node above them [default: the sum of all n]
    #[arg(long, value_name = "N", value_parser = visits, allow_negative_numbers = true)]
    visits: Option<u32>,
    /// The exploration constant [default: the agent's]
    #[arg(long, value_name = "C", value_parser = read_number, allow_hyphen_values = true)]
    c: Option<f64>,
    /// The agent whose rule it is
    #[arg(long, value_name = "A", default_value = "mcts")]
    agent: String,
    /// The opponent of the player to move at the root chooses
    #[arg(long)]
    opponent: bool,
    /// Run a cycle on the tree: the simulation ends with this payoff, 0 to 1, of the player to move at the root
    #[arg(long, value_name = "R", value_parser = payoff, allow_hyphen_values = true)]
    result: Option<f64>,
    #[command(flatten)]
    output: Output,
}

fn child(text: &str) -> Result<(f64, u32), Failure> {
    let parts = text.split_once('/').and_then(|(v, n)| Some((v.trim().parse().ok()?, n.trim().parse().ok()?)));
    parts.ok_or_else(|| Failure::usage(format!("`{text}`: expected V/N, for example 3/6, or a tree")))
}

fn payoff(text: &str) -> Result<f64, String> {
    read_number(text).ok().filter(|payoff| (0.0..=1.0).contains(payoff)).ok_or("payoffs are from 0 to 1".to_owned())
}

fn visits(text: &str) -> Result<u32, String> {
    match whole(text)? {
        0 => Err("at least 1 is needed".to_owned()),
        visits => Ok(visits),
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut config = mcts_config(&Spec::agent(&args.agent)?)?;
    config.c = args.c.or(config.c);
    let mut terminal = Terminal::new(args.output);
    if args.numbers.iter().any(|text| text.contains('(')) {
        return run_tree(args, &config, &mut terminal);
    }
    if args.result.is_some() {
        return Err(Failure::usage("--result needs a tree, such as \"5/9 (4/6 0/1 1/2)\""));
    }
    let children = args.numbers.iter().map(|text| child(text)).collect::<Result<Vec<_>, _>>()?;
    let all = children.iter().fold(0u32, |all, child| all.saturating_add(child.1));
    let visits = args.visits.unwrap_or(all).max(1);
    let chooses = if args.opponent { Chooses::Opponent } else { Chooses::RootPlayer };
    let arms = weigh_children(&config, chooses, visits, &children).map_err(Failure::usage)?;
    if terminal.is_json() {
        let children: Vec<_> = arms.iter().map(in_json).collect();
        let agent = &args.agent;
        return Ok(terminal
            .object(&json!({"agent": agent, "c": config.exploration(), "visits": visits, "children": children}))?);
    }
    terminal.line(format!("N = {visits}, c = {}", config.exploration()))?;
    let lowest = args.opponent && takes_lowest(&config);
    Ok(terminal
        .table(&table(arms.iter().map(|arm| (None, arm)), if lowest { Takes::Lowest } else { Takes::Highest }))?)
}

fn takes_lowest(config: &Config) -> bool {
    config.select == spinney::search::mcts::Selection::Article
}

/// Walks down a tree, and runs a cycle on it if there is a result.
fn run_tree(args: &Args, config: &Config, terminal: &mut Terminal) -> Result<(), Failure> {
    if args.visits.is_some() || args.opponent {
        return Err(Failure::usage(
            "--visits and --opponent are for a list of children: a tree has its own visits, and its levels belong to the \
             players in turn",
        ));
    }
    let mut tree = PaperTree::read(&args.numbers.join(" ")).map_err(|error| Failure::usage(error.to_string()))?;
    let before = tree.view(config);
    let choices = tree.select(config).map_err(Failure::usage)?;
    let changes = args.result.map(|payoff| tree.update(config, &choices, payoff));
    if terminal.is_json() {
        let selection: Vec<_> = choices.iter().map(choice_in_json).collect();
        let after = changes.as_ref().map(|_| tree.view(config));
        let updated = changes.as_ref().map(|changes| {
            let one = |change: &spinney_lab::explain::PaperChange| {
                json!({"node": change.name, "before": change.before, "after": change.after})
            };
            changes.iter().map(one).collect::<Vec<_>>()
        });
        return Ok(terminal.object(&json!({
            "agent": args.agent, "c": config.exploration(), "tree": before, "selection": selection, "result": args.result,
            "update": updated, "tree_after": after,
        }))?);
    }
    terminal.line(format!("the tree, c = {}", config.exploration()))?;
    tree_lines(&before).iter().try_for_each(|line| terminal.line(format!("   {line}")))?;
    terminal.line("1. selection")?;
    for choice in &choices {
        let place = if choice.path.is_empty() { "the root".to_owned() } else { choice.path.join(" ") };
        let (who, takes) = match (choice.path.len() % 2, choice.takes) {
            (0, _) => ("the player to move", "highest"),
            (_, Takes::Lowest) => ("the opponent", "lowest"),
            _ => ("the opponent", "highest"),
        };
        terminal.line(format!("   at {place}, N = {}: {who} takes the {takes} value", choice.visits))?;
        let rows = choice.children.iter().map(|(name, arm)| (Some(name.as_str()), arm));
        table(rows, choice.takes).lines().iter().try_for_each(|line| terminal.line(format!("     {line}")))?;
    }
    let Some(changes) = changes else { return Ok(()) };
    // Several nodes may have the same name: the path tells them apart.
    let way: Vec<_> = choices.iter().map(chosen).collect();
    let leaf = if way.is_empty() { "the root".to_owned() } else { way.join(" ") };
    terminal.line(match changes.len() > choices.len() + 1 {
        true => format!("2. expansion: {leaf} gets a child"),
        false => format!("2. expansion: {leaf} is visited for the first time"),
    })?;
    terminal.line(format!("3. simulation: {} for the player to move", number(args.result.unwrap_or_default())))?;
    terminal.line("4. update")?;
    for change in &changes {
        let name = if change.name.is_empty() { "root" } else { &change.name };
        let share = |(sum, visits): (f64, u32)| format!("{}/{visits}", number(sum));
        terminal.line(format!("   {name}: {} → {}", share(change.before), share(change.after)))?;
    }
    terminal.line("5. the tree now")?;
    Ok(tree_lines(&tree.view(config)).iter().try_for_each(|line| terminal.line(format!("   {line}")))?)
}

fn chosen(choice: &PaperChoice) -> &str {
    &choice.children[choice.chosen].0
}

fn choice_in_json(choice: &PaperChoice) -> serde_json::Value {
    let children = choice.children.iter().map(|(name, arm)| {
        let mut row = in_json(arm);
        row["node"] = name.as_str().into();
        row
    });
    json!({
        "path": choice.path,
        "visits": choice.visits,
        "takes": choice.takes,
        "children": children.collect::<Vec<_>>(),
        "chosen": chosen(choice),
    })
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

fn table<'a>(arms: impl Iterator<Item = (Option<&'a str>, &'a Arm<u16>)>, takes: Takes) -> TextTable {
    let columns = [
        ("node", Align::Left),
        ("v/n", Align::Right),
        ("value", Align::Right),
        ("exploration", Align::Right),
        ("uct", Align::Right),
        ("", Align::Left),
    ];
    let mut table = TextTable::new(&columns);
    let three = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:.3}"));
    for (name, arm) in arms {
        let mark = match (arm.eligible, arm.uct) {
            (true, Some(_)) if takes == Takes::Lowest => "◄ lowest",
            (true, Some(_)) => "◄ highest",
            (true, None) => "◄ unvisited first",
            (false, _) => "",
        };
        let share = format!("{}/{}", number(arm.stats.sum), arm.stats.visits);
        let (value, explore, uct) = (three(arm.value), three(arm.exploration), three(arm.uct));
        table.row(vec![name.unwrap_or("").to_owned(), share, value, explore, uct, mark.to_owned()]);
    }
    table
}
