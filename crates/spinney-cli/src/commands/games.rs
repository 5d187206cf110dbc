//! `spinney games`.

use spinney::search::parameter::Parameter;
use spinney::spelling::UnknownName;
use spinney_agents::games::{Facts, GameEntry, list_games};
use spinney_agents::spec::Spec;

use crate::failure::Failure;
use crate::options::Output;
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// List the games, or describe one
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  spinney games\n  spinney games connect-four")]
pub(crate) struct Args {
    /// Describe this game with its parameters
    name: Option<String>,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut terminal = Terminal::new(args.output);
    let mut games = list_games();
    if let Some(name) = &args.name {
        let known: Vec<_> = games.iter().map(|game| game.name).collect();
        if !known.contains(&name.as_str()) {
            return Err(Failure::usage(UnknownName::new("game", name, known)));
        }
        games.retain(|game| game.name == name);
    }
    if terminal.is_json() {
        games.iter().try_for_each(|game| terminal.object(game))?;
    } else if args.name.is_some() {
        games.iter().try_for_each(|game| describe(&mut terminal, game))?;
    } else {
        terminal.table(&overview(&games))?;
        terminal.line("\n`spinney games NAME` lists the parameters of a game.")?;
    }
    Ok(())
}

fn overview(games: &[GameEntry]) -> TextTable {
    let mut table = TextTable::new(&[
        ("game", Align::Left),
        ("players", Align::Right),
        ("longest", Align::Right),
        ("widest", Align::Right),
        ("", Align::Left),
    ]);
    for game in games {
        let fact = |read: fn(&Facts) -> String| game.facts.as_ref().map_or(String::new(), read);
        table.row(vec![
            game.name.to_owned(),
            fact(|facts| facts.players.to_string()),
            fact(|facts| facts.longest.map_or(String::new(), |turns| turns.to_string())),
            fact(|facts| facts.widest.map_or(String::new(), |moves| moves.to_string())),
            match fact(|facts| traits(facts).join(", ")).as_str() {
                "" => game.summary.to_owned(),
                traits => format!("{}; {traits}", game.summary),
            },
        ]);
    }
    table
}

fn traits(facts: &Facts) -> Vec<&'static str> {
    let all = [
        (facts.chance, "chance"),
        (facts.joint, "simultaneous moves"),
        (facts.hidden, "hidden information"),
        (facts.random_start, "random start"),
    ];
    all.into_iter().filter(|one| one.0).map(|one| one.1).collect()
}

fn describe(terminal: &mut Terminal, game: &GameEntry) -> Result<(), Failure> {
    terminal.paragraph(&format!("{}: {}", game.name, game.summary))?;
    if let Some(facts) = &game.facts {
        let bound = |what: &str, bound: Option<u32>| bound.map(|most| format!("{what} {most}"));
        let mut parts = vec![format!("seats: {}", facts.seats.join(", "))];
        parts.extend(traits(facts).into_iter().map(str::to_owned));
        parts.extend(bound("turns at most", facts.longest));
        parts.extend(bound("moves a turn at most", facts.widest));
        parts.extend(facts.range.map(|range| format!("payoffs {} to {}", range.low, range.high)));
        terminal.paragraph(&format!("  {}", parts.join("; ")))?;
    }
    if let Some((default, others)) = game.advice.split_first() {
        let others: Vec<_> = others.iter().map(Spec::to_string).collect();
        let others =
            if others.is_empty() { String::new() } else { format!("; settings of others: {}", others.join("; ")) };
        terminal.paragraph(&format!("  default agent: {default}{others}"))?;
    }
    if let Some(raw) = game.raw_parameter {
        terminal.line(format!("  written {}:{}, as one text", game.name, raw.to_uppercase()))?;
    }
    terminal.table(&parameters(&game.parameters))?;
    Ok(())
}

/// A table of parameters.
pub(super) fn parameters(parameters: &[Parameter]) -> TextTable {
    let mut table = TextTable::new(&[
        ("parameter", Align::Left),
        ("default", Align::Left),
        ("range", Align::Left),
        ("meaning", Align::Left),
    ]);
    for parameter in parameters {
        let texts = [parameter.name, &parameter.default, parameter.range, parameter.meaning];
        table.row(texts.map(str::to_owned).to_vec());
    }
    table
}
