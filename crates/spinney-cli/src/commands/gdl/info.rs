//! `spinney gdl info`.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use spinney_agents::quantity::{write_count, write_duration, write_size};
use spinney_gdl::analyse::{Analysis, analyse_within};
use spinney_gdl::game::{DegreeReport, LoadReport};
use spinney_gdl::ground::Way;
use spinney_gdl::limits::{Limits, Watch};

use super::sheet::{LoadArgs, read};
use crate::failure::Failure;
use crate::options::{Output, whole};
use crate::terminal::Terminal;

/// Describe rule sheets: roles, kind, sizes, times, and what analysis finds out
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney gdl info games/tic-tac-toe.kif
  spinney gdl info games/connect-four.kif --json

The kind is what random playouts show: turn-based if no two roles ever have a choice at the same time. Phases are facts on \
which the moves of a role hinge as a whole. Clocks are facts that change by themselves. A latch is a fact that stays once \
it holds (on), or does not come back (off). Of an exclusive group exactly one fact held in every state that was seen. \
Degrees, how nearly a goal is reached, are computed from trees of its rules, without relations that are too large. Factors are groups of facts that have nothing to do with each other. Long lists are cut for people and whole in --json.")]
pub(crate) struct Args {
    /// The rule sheets; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The source of randomness of the playouts that are looked at
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    load: LoadArgs,
    #[command(flatten)]
    output: Output,
}

/// The part of the time limit that the playouts have at least.
const LEAST_SHARE: u32 = 10;

/// The description of a rule sheet.
#[derive(Serialize)]
struct Description<'a> {
    file: String,
    name: &'a str,
    roles: &'a [String],
    #[serde(flatten)]
    report: &'a LoadReport,
    degrees: &'a DegreeReport,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut terminal = Terminal::new(args.output);
    let mut result = Ok(());
    for file in &args.files {
        match describe(file, args, &mut terminal) {
            Err(Failure::Io(error)) => return Err(Failure::Io(error)),
            Err(failure) => {
                failure.report();
                result = Err(Failure::Said);
            }
            Ok(()) => {}
        }
    }
    result
}

fn describe(file: &Path, args: &Args, terminal: &mut Terminal) -> Result<(), Failure> {
    let source = read(file)?;
    let limits = args.load.limits();
    let watch = Watch::start(limits);
    let sheet = args.load.load(&source, terminal)?;
    let spinner = terminal.spinner(format!("analysing {}", source.label));
    // What loading left of the time, and some of it in any case.
    let least = limits.time / LEAST_SHARE;
    let watch = if watch.left() < least { Watch::start(Limits { time: least, ..limits }) } else { watch };
    let analysis = analyse_within(&sheet, args.seed, &watch);
    spinner.finish_and_clear();
    let description = Description {
        file: file.display().to_string(),
        name: &source.name,
        roles: sheet.roles(),
        report: sheet.report(),
        degrees: sheet.degree_report(),
        analysis: &analysis,
    };
    if terminal.is_json() {
        terminal.object(&description)?;
    } else {
        print(terminal, &description)?;
    }
    Ok(())
}

/// The most entries of a list that a person is shown.
const SHOWN: usize = 8;

/// A list, cut if it is long.
fn list(entries: &[String], separator: &str) -> String {
    let mut text = entries[..entries.len().min(SHOWN)].join(separator);
    if entries.len() > SHOWN {
        text += &format!("{separator}… and {} more", entries.len() - SHOWN);
    }
    text
}

/// Groups of facts a line each, cut if they are many.
fn groups(groups: &[Vec<String>]) -> Vec<String> {
    let mut lines: Vec<String> = groups.iter().take(SHOWN).map(|group| list(group, " ")).collect();
    if groups.len() > SHOWN {
        lines.push(format!("… and {} more", groups.len() - SHOWN));
    }
    lines
}

fn print(terminal: &mut Terminal, description: &Description<'_>) -> io::Result<()> {
    let Description { file, name, roles, report, degrees, analysis } = description;
    terminal.line(format!("{name} ({file})"))?;
    let mut lines = vec![("roles", roles.join(", "))];
    lines.extend(as_seen(roles, analysis));
    lines.extend(as_built(report));
    lines.push(("degrees", of_goals(degrees)));
    lines.extend(as_found(analysis));
    lines.extend(report.warnings.iter().map(|warning| ("warning", warning.message.clone())));
    lines.iter().try_for_each(|(title, text)| terminal.line(format!("  {title:<11}  {text}")))
}

/// What random playouts showed.
fn as_seen(roles: &[String], analysis: &Analysis) -> [(&'static str, String); 3] {
    let Analysis { playouts, finished, mean_length, longest, mean_branching, .. } = analysis;
    let unfinished = match playouts - finished {
        0 => String::new(),
        unfinished => format!("; {unfinished} broken off"),
    };
    let goals = roles.iter().zip(&analysis.goals).map(|(role, goal)| format!("{role} {goal:.1}"));
    [
        ("kind", analysis.kind.to_owned()),
        (
            "playouts",
            format!(
                "{playouts} at random: {mean_length:.1} steps on average, {longest} at most, {mean_branching:.1} \
                 joint moves a step{unfinished}"
            ),
        ),
        ("mean goals", goals.collect::<Vec<_>>().join(", ")),
    ]
}

/// The engine and its sizes.
fn as_built(report: &LoadReport) -> Vec<(&'static str, String)> {
    let [rules, terms, facts, moves, instances] =
        [report.rules, report.terms, report.facts, report.moves, report.instances].map(|n| write_count(n as u64));
    let [gates, before, edges, recursive] =
        [report.gates, report.gates_before, report.edges, report.recursive_gates].map(|n| write_count(n as u64));
    let [state, all] = [report.state_bytes, report.bytes].map(|bytes| write_size(bytes as u64));
    let fallback = report.fallback.as_ref().or(report.faster.as_ref()).map_or(String::new(), |why| format!(": {why}"));
    let stages = report.stages.iter().map(|stage| format!("{} {}", stage.stage, write_duration(stage.seconds)));
    let mut lines = vec![("engine", format!("{}{fallback}", report.engine))];
    if report.gates > 0 {
        let way = match report.way {
            Some(Way::Parts) => " (rules taken apart)",
            Some(Way::OnDemand) => " (rules taken apart, on demand)",
            Some(Way::Whole) | None => "",
        };
        lines.push((
            "sheet",
            format!("{rules} rules, {terms} terms, {facts} facts, {moves} moves, {instances} instances{way}"),
        ));
        lines.push((
            "network",
            format!("{gates} gates ({before} before simplifying), {edges} edges, {recursive} in recursion"),
        ));
        lines.push(("memory", format!("{state} a state, {all} in all")));
    } else {
        lines.push(("sheet", format!("{rules} rules")));
    }
    lines.push(("times", stages.collect::<Vec<_>>().join(", ")));
    lines
}

/// The trees that degrees of goals are computed from.
fn of_goals(degrees: &DegreeReport) -> String {
    let DegreeReport { goals, nodes, facts, recursive, left_out, conditions_left_out, bytes, .. } = degrees;
    let goal = |goal: &Option<i32>| goal.map_or("none".to_owned(), |goal| goal.to_string());
    let goals: Vec<String> = goals.iter().map(goal).collect();
    let [nodes, facts, conditions] = [*nodes, *facts, *conditions_left_out].map(|n| write_count(n as u64));
    let recursion = match recursive {
        0 => String::new(),
        atoms => format!(", {} atoms in recursion", write_count(*atoms as u64)),
    };
    let without = match &left_out[..] {
        [] => String::new(),
        relations => format!("; without {} (in {conditions} places)", list(relations, ", ")),
    };
    if degrees.goals.iter().all(Option::is_none) {
        return format!("none: the goals give no numbers, or need rules that are too large{without}");
    }
    format!("of {}: {nodes} nodes, {facts} facts{recursion}, {}{without}", goals.join(", "), write_size(*bytes as u64))
}

/// What analysis found out.
fn as_found(analysis: &Analysis) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    for (title, entries) in [
        ("phases", &analysis.phases),
        ("clocks", &analysis.clocks),
        ("latches on", &analysis.latches_on),
        ("latches off", &analysis.latches_off),
    ] {
        lines.extend((!entries.is_empty()).then(|| (title, list(entries, ", "))));
    }
    // A single factor is the game itself.
    let factors = if analysis.factors.len() > 1 { &analysis.factors[..] } else { &[] };
    for (title, all) in [("exclusive", &analysis.exclusive[..]), ("factors", factors)] {
        lines.extend(groups(all).into_iter().enumerate().map(|(at, group)| (if at == 0 { title } else { "" }, group)));
    }
    lines
}
