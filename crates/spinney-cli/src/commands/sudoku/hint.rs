//! `spinney sudoku hint`.

use std::io;

use spinney_lab::sudoku::{Hint, Reach, SEVERAL, StepRow, hint, name_wrong};

use super::input::Input;
use super::rows::counted;
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, count};
use crate::terminal::Terminal;

/// Show the next step of a puzzle, or all steps to the solution
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney sudoku hint puzzle.sdk
  spinney sudoku hint puzzle.sdk --vague
  spinney sudoku hint puzzle.sdk --step 12
  spinney sudoku hint puzzle.sdk --path

Every step is by the easiest technique that makes progress, and none relies on the puzzle having only one solution. \
The drawing has all candidates before the step. A warning says if the puzzle has several solutions or none, or if a placed \
digit is wrong. In a file with sections [Puzzle] and [State], the hint is for the state.")]
#[command(group = clap::ArgGroup::new("reach").args(["vague", "step", "path"]))]
pub(crate) struct Args {
    #[command(flatten)]
    input: Input,
    /// Name the technique only
    #[arg(long)]
    vague: bool,
    /// Show this step instead of the first
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    step: Option<u64>,
    /// List all steps to the solution
    #[arg(long, visible_alias = "all")]
    path: bool,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let reach = match args.step {
        Some(step) => Reach::Step(usize::try_from(step).unwrap_or(usize::MAX)),
        None if args.path => Reach::All,
        None => Reach::Next,
    };
    let tasks = args.input.read()?;
    let stop = interrupt::begin();
    interrupt::listen()?;
    let mut terminal = Terminal::new(args.output);
    let mut failure = Ok(());
    let mut finished = 0;
    for task in tasks.iter().take_while(|_| !stop.is_raised()) {
        let hint = hint(task, reach, &stop);
        finished += usize::from(!hint.stopped);
        if terminal.is_json() {
            terminal.object(&hint)?;
        } else {
            if tasks.len() > 1 {
                terminal.line(format!("{}:", hint.origin))?;
            }
            print(&mut terminal, args, &hint)?;
        }
        failure = warn(args, &hint, tasks.len() == 1);
    }
    if finished < tasks.len() && !args.output.quiet {
        complain("stopped", format!("after {}", counted(finished, "puzzle")));
    }
    failure
}

/// Says what is the matter with a puzzle. Fails if it is the only one and has no step.
fn warn(args: &Args, hint: &Hint, single: bool) -> Result<(), Failure> {
    let place = if single { String::new() } else { format!("{}: ", hint.origin) };
    if hint.solutions == Some(SEVERAL) && !args.output.quiet {
        complain("warning", format!("{place}the puzzle has several solutions"));
    }
    if let Some(wrong) = name_wrong(&hint.wrong) {
        complain("warning", format!("{place}{wrong}"));
    }
    match &hint.error {
        Some(error) if single && hint.steps.is_empty() => Err(Failure::Failed(hint.origin.locate(error))),
        Some(error) => {
            complain(if hint.steps.is_empty() { "error" } else { "warning" }, format!("{place}{error}"));
            Ok(())
        }
        None if single && hint.steps.is_empty() => Err(Failure::Said),
        None => Ok(()),
    }
}

fn print(terminal: &mut Terminal, args: &Args, hint: &Hint) -> io::Result<()> {
    for step in &hint.steps {
        if args.vague {
            terminal.line(format!("{}: level {}, difficulty {:.1}", step.technique, step.level, step.difficulty))?;
        } else if args.path {
            terminal.paragraph(&format!("{:>3}. {}{}", step.number, step.explanation, follows(step)))?;
        } else {
            print_step(terminal, step)?;
        }
    }
    if args.path && hint.solved {
        terminal.line(format!("solved in {}", counted(hint.steps.len(), "step")))?;
    }
    Ok(())
}

fn print_step(terminal: &mut Terminal, step: &StepRow) -> io::Result<()> {
    terminal.line(step.picture.trim_end_matches('\n'))?;
    let marks: Vec<String> = step.legend().iter().map(|(mark, meaning)| format!("{mark} {meaning}")).collect();
    terminal.line(format!("  {}", marks.join("   ")))?;
    terminal.line(format!("step {}, level {}, difficulty {:.1}", step.number, step.level, step.difficulty))?;
    terminal.paragraph(&format!("{}{}", step.explanation, follows(step)))
}

/// The values that a step places; its sentence names candidates that go, but not these.
fn follows(step: &StepRow) -> String {
    step.placements.iter().map(|placed| format!(" {placed}")).collect()
}
