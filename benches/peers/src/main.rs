//! Plain UCT on connect four beside other libraries: the same rules, one thread, a fresh tree for every search.
//!
//! Rounds are interleaved (A B C, A B C, …), so that a busy machine disturbs everybody alike, and rates are per second
//! of processor time. The destruction of the tree is inside the timed region, with all that the allocator puts off.
//!
//! ```text
//! cargo run --release -p spinney-peers -- [--rounds 7] [--simulations 200000] [--only NAME] [--json]
//! ```

mod board;
mod contenders;
mod peers;
mod rates;

use std::process::ExitCode;

use rates::{Line, measure};

const USAGE: &str = "usage: spinney-peers [--rounds <count>] [--simulations <count>] [--only <name>] [--json]";

struct Options {
    rounds: usize,
    simulations: u64,
    /// Contenders whose name contains this.
    only: String,
    json: bool,
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { rounds: 7, simulations: 200_000, only: String::new(), json: false };
    while let Some(argument) = arguments.next() {
        if argument == "--only" {
            options.only = arguments.next().ok_or("--only needs a name")?;
            continue;
        }
        let mut count = |most: u64| {
            let text = arguments.next().ok_or_else(|| format!("{argument} needs a count"))?;
            let count = text.parse().ok().filter(|count| (1..=most).contains(count));
            count.ok_or_else(|| format!("{argument} {text}: not a whole number from 1 to {most}"))
        };
        match argument.as_str() {
            "--rounds" => options.rounds = count(10_000)? as usize,
            "--simulations" => options.simulations = count(100_000_000)?,
            "--json" => options.json = true,
            _ => return Err(format!("unknown argument {argument}")),
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let chosen: Vec<_> = contenders::ALL.into_iter().filter(|one| one.name.contains(&options.only)).collect();
    let lines = measure(&chosen, options.rounds, options.simulations);
    if options.json {
        for line in &lines {
            println!("{}", serde_json::json!(line));
        }
    } else {
        print_table(&lines, &options);
    }
    ExitCode::SUCCESS
}

fn print_table(lines: &[Line], options: &Options) {
    println!(
        "connect four, empty board, plain UCT, 1 thread, {} simulations per search, {} rounds\n",
        options.simulations, options.rounds
    );
    println!(
        "{:24} {:>12} {:>12} {:>9} {:>9} {:>8}",
        "", "median sim/s", "best sim/s", "of floor", "of peer", "centre"
    );
    for line in lines {
        println!(
            "{:24} {:>10.3} M {:>10.3} M {:>9.2} {:>9.2} {:>4} / {}",
            line.name,
            line.median / 1e6,
            line.best / 1e6,
            line.of_floor,
            line.of_fastest_peer,
            line.centre,
            line.rounds
        );
    }
    println!("\nRates are per second of processor time; ratios compare medians with the floor and the fastest peer;");
    println!("\"centre\" counts the searches that answered the centre column, the best opening.");
}
