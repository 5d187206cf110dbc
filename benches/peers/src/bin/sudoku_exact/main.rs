//! Exact Sudoku: 9×9 beside the crates msolve and sudoku, and the time that each large board takes.
//!
//! ```text
//! cargo run --release -p spinney-peers --bin sudoku_exact -- [--rounds 9] [--large] [--data FOLDER]
//! ```
//!
//! The puzzles are not part of the project. They are looked for in `../shared/data/sudoku` beside the repository.

mod large;
mod rates;
mod solvers;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use spinney_games::sudoku::Grid;
use spinney_games::sudoku::text::read_all;

const USAGE: &str = "usage: sudoku_exact [--rounds <count>] [--large] [--data <folder>]";

/// The sets of 9×9 puzzles.
const SETS: [&str; 4] = ["easy50", "sudoku17-1000", "top95", "hardest"];

struct Options {
    rounds: usize,
    /// Times each large board instead.
    large: bool,
    data: PathBuf,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/sudoku");
    let mut options = Options { rounds: 9, large: false, data };
    while let Some(argument) = arguments.next() {
        let mut next = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--rounds" => {
                let text = next()?;
                let count = text.parse().ok().filter(|count| (1..=1_000).contains(count));
                options.rounds = count.ok_or_else(|| format!("--rounds {text}: not a whole number from 1 to 1000"))?;
            }
            "--data" => options.data = next()?.into(),
            "--large" => options.large = true,
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    Ok(options)
}

/// The puzzles of a file, unless it is absent.
fn puzzles(folder: &Path, name: &str) -> Result<Option<Vec<Grid>>, String> {
    let path = folder.join(format!("{name}.txt"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: there is no {}", path.display());
        return Ok(None);
    };
    let puzzles = read_all(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Some(puzzles.into_iter().map(|puzzle| puzzle.grid).collect()))
}

fn run(options: &Options) -> Result<(), String> {
    if options.large {
        for name in ["16x16", "25x25"] {
            if let Some(puzzles) = puzzles(&options.data, name)? {
                let index = std::fs::read_to_string(options.data.join(format!("{name}.index.txt"))).ok();
                large::measure(name, &puzzles, index.as_deref())?;
            }
        }
        return Ok(());
    }
    println!("{}", rates::HEADING);
    for name in SETS {
        if let Some(puzzles) = puzzles(&options.data, name)? {
            let cells: Vec<[u8; 81]> = puzzles
                .iter()
                .map(|grid| grid.values().try_into().map_err(|_| format!("{name} has a board that is not 9x9")))
                .collect::<Result<_, _>>()?;
            solvers::check(name, &cells)?;
            rates::measure(name, &cells, options.rounds);
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
