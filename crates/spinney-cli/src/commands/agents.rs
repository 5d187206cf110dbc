//! `spinney agents`.

use spinney_agents::agents::{AUTO, AgentEntry, HUMAN, find_agent, list_agents};

use super::games::parameters;
use crate::failure::Failure;
use crate::options::Output;
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// List the agents, or describe one with every parameter
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  spinney agents\n  spinney agents random --json")]
pub(crate) struct Args {
    /// Describe this agent with its parameters
    name: Option<String>,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut terminal = Terminal::new(args.output);
    let agents = match &args.name {
        Some(name) => vec![find_agent(name)?],
        None => list_agents(),
    };
    if terminal.is_json() {
        agents.iter().try_for_each(|agent| terminal.object(agent))?;
    } else if args.name.is_some() {
        agents.iter().try_for_each(|agent| describe(&mut terminal, agent))?;
    } else {
        let mut table = TextTable::new(&[("agent", Align::Left), ("", Align::Left)]);
        agents.iter().for_each(|agent| table.row(vec![agent.name.to_owned(), summary(agent)]));
        table.row(vec![AUTO.to_owned(), "the agent that the game advises (`spinney games NAME`)".to_owned()]);
        table.row(vec![HUMAN.to_owned(), "a person at the terminal (`spinney play` only)".to_owned()]);
        terminal.table(&table)?;
        terminal.line("\n`spinney agents NAME` lists the parameters of an agent.")?;
    }
    Ok(())
}

/// What it does, and for which game if it is for one only.
fn summary(agent: &AgentEntry) -> String {
    match agent.game {
        Some(game) => format!("{game} only: {}", agent.summary),
        None => agent.summary.to_owned(),
    }
}

fn describe(terminal: &mut Terminal, agent: &AgentEntry) -> Result<(), Failure> {
    terminal.paragraph(&format!("{}: {}", agent.name, summary(agent)))?;
    if agent.parameters.is_empty() {
        terminal.line("  no parameters")?;
    } else {
        terminal.table(&parameters(&agent.parameters))?;
    }
    if !agent.hidden.is_empty() {
        terminal.line("\nIn games with hidden information:")?;
        terminal.table(&parameters(&agent.hidden))?;
    }
    Ok(())
}
