//! `spinney match`.

use std::io;
use std::ops::ControlFlow;

use serde::Serialize;
use spinney::budget::Budget;
use spinney::report::Unit;
use spinney_agents::quantity::{write_count, write_duration};
use spinney_agents::spec::Spec;
use spinney_lab::matches::{Bin, DEFAULT_PLIES, Lengths, Match, MatchError, Outcome, Results, Summary};
use spinney_lab::sightings::{Category, count as count_sightings};

use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Common, OwnBudget, by_processor_time, count, turns};
use crate::place::{Place, print_remarks};
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Play a match between agents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney match tic-tac-toe --players random,random --games 100 --swap
  spinney match connect-four --players mcts:c=0.2,random --games 20 --swap --simulations 1k --json
  spinney match othello --players mcts,mcts --budgets 8k,1k --games 20 --swap

In --players, key=value belongs to the agent before it, and anything else begins a new agent. If every agent uses one \
thread, which is the default, games are played in parallel on --threads. With --swap the agents change seats from game to \
game and meet the same start and the same luck in every seat. A game that reaches the cap of --plies has no result and \
is counted as unfinished. Win rates count a draw as half a win and come with Wilson's 95 % interval, means with \
Student's. --lengths counts the games of each result by their length: moves, or rounds where the game names them. \
Ctrl-C ends the match and prints the sum of the finished games.")]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// The agents, one per seat: A,B,…
    #[arg(long, value_name = "A,B")]
    players: String,
    /// How many games
    #[arg(long, value_name = "N", default_value = "10", value_parser = count, allow_negative_numbers = true)]
    games: u64,
    /// Let the agents change seats, on the same starts
    #[arg(long)]
    swap: bool,
    /// Break a game off after N turns [default: the bound of the rules, else 10000]
    #[arg(long, value_name = "N", value_parser = turns, allow_negative_numbers = true)]
    plies: Option<u32>,
    /// Show how long the games were, by result
    #[arg(long)]
    lengths: bool,
    /// Let --time count processor time, so that other programs on the machine do not matter; needs --threads 1
    #[arg(long)]
    processor_time: bool,
    /// What each agent may spend on a decision, in the order of --players: simulations or time, such as 8k,300 or 1s,100ms
    #[arg(long, value_name = "B,B", value_delimiter = ',', value_parser = OwnBudget::read,
        conflicts_with_all = ["simulations", "time"])]
    budgets: Vec<OwnBudget>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    /// The budget of a decision, by the clock that was asked for.
    fn budget(&self) -> Result<Budget, Failure> {
        let budget = self.common.budget(interrupt::begin());
        match self.common.threads() {
            _ if !self.processor_time => Ok(budget),
            1 => Ok(by_processor_time(budget, 1)),
            _ => Err(Failure::usage("--processor-time counts all games together; add --threads 1")),
        }
    }

    /// What one decision costs, in words.
    fn describe_budget(&self, units: &[Unit]) -> String {
        match &self.budgets[..] {
            [] => format!("budget {}", self.common.describe(units)),
            own => {
                let own: Vec<String> = own.iter().map(|budget| self.common.describe_own(*budget, units)).collect();
                format!("budgets {}", own.join(" and "))
            }
        }
    }
}

/// The last object of `--json`.
#[derive(Serialize)]
struct Total<'a> {
    game: String,
    #[serde(flatten)]
    summary: &'a Summary,
    #[serde(skip_serializing_if = "<[Category]>::is_empty")]
    sightings: &'a [Category],
    stopped: bool,
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (spec, game) = args.place.open(args.common.output, args.common.build_time_for_game())?;
    let printed = game.remarks().len();
    let seed = args.common.seed();
    let start = if args.place.is_given() { Some(args.place.full_position(&game, seed)?) } else { None };
    args.common.warn_if_slow();
    interrupt::listen()?;
    let budget = args.budget()?;
    let plan = Match {
        game: &game,
        agents: Spec::players(&args.players)?.iter().map(|agent| game.advised(agent)).collect(),
        games: args.games,
        swap: args.swap,
        start,
        seed,
        budgets: args.budgets.iter().map(|own| own.of(&budget)).collect(),
        budget,
        plies: args.plies.or(game.info().longest).unwrap_or(DEFAULT_PLIES),
        threads: args.common.threads(),
    };
    let mut terminal = Terminal::new(args.common.output);
    let mut sightings = Category::all(&game);
    let outcome = play(&plan, &mut sightings, &mut terminal)?;
    // Nothing was played, unless an agent failed in a game.
    if let Some(error) = outcome.failure.as_ref().filter(|error| !matches!(error, MatchError::Seat { .. })) {
        return Err(error.clone().into());
    }
    if terminal.is_json() {
        let game = spec.to_string();
        terminal.object(&Total {
            game,
            summary: &outcome.summary,
            sightings: &sightings,
            stopped: outcome.stopped,
            seed,
        })?;
    } else {
        print(&mut terminal, &outcome, &sightings, args)?;
        let units: Vec<_> = outcome.summary.players.iter().filter_map(|player| player.unit).collect();
        terminal.line(format!("  {}; seed {seed}", args.describe_budget(&units)))?;
    }
    print_remarks(&game, args.common.output, printed);
    outcome.failure.map_or(Ok(()), |error| Err(error.into()))
}

/// Plays, and prints every game as it ends.
fn play(plan: &Match<'_>, sightings: &mut [Category], terminal: &mut Terminal) -> io::Result<Outcome> {
    let bar = terminal.progress(plan.games, "games");
    let mut gone = Ok(());
    let outcome = plan.run(&mut |record| {
        bar.inc(1);
        if !sightings.is_empty() {
            let counts = count_sightings(plan.game, record);
            sightings.iter_mut().zip(counts).for_each(|(category, counts)| category.add(counts));
        }
        if terminal.is_json() {
            gone = terminal.object(&plan.write(record));
        }
        if gone.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    bar.finish_and_clear();
    gone.map(|()| outcome)
}

fn print(terminal: &mut Terminal, outcome: &Outcome, sightings: &[Category], args: &Args) -> io::Result<()> {
    let summary = &outcome.summary;
    let mut table = TextTable::new(&[
        ("agent", Align::Left),
        ("seat", Align::Left),
        ("games", Align::Right),
        ("wins", Align::Right),
        ("draws", Align::Right),
        ("losses", Align::Right),
        ("win rate", Align::Left),
        ("mean payoff", Align::Left),
    ]);
    for player in &summary.players {
        let seat = player.seat.clone().unwrap_or_else(|| "all".to_owned());
        table.row(row(player.name.clone(), seat, &player.results));
        for seat in &player.by_seat {
            table.row(row(String::new(), seat.seat.clone(), &seat.results));
        }
    }
    terminal.table(&table)?;
    print_sightings(terminal, sightings)?;
    if args.lengths {
        print_lengths(terminal, &summary.lengths)?;
    }
    let (games, distinct) = (write_count(summary.games), write_count(summary.distinct));
    terminal.line(format!("  {games} games, {distinct} of them distinct, {}", write_duration(summary.seconds)))?;
    if summary.unfinished > 0 {
        let unfinished = write_count(summary.unfinished);
        terminal.line(format!("  {unfinished} broken off at the cap (--plies); they count in no other column"))?;
    }
    if outcome.stopped || outcome.failure.is_some() {
        complain("stopped", format!("after {games} of {} games", write_count(args.games)));
    }
    Ok(())
}

/// The most bars of a histogram.
const MOST_BARS: u32 = 30;
/// The length of the longest bar.
const LONGEST_BAR: u64 = 50;

/// A histogram for each result.
fn print_lengths(terminal: &mut Terminal, lengths: &Lengths) -> io::Result<()> {
    for result in lengths.results.iter().filter(|result| result.games > 0) {
        let bins = lengths.bins(result, MOST_BARS);
        let most = bins.iter().map(|bin| bin.games).max().unwrap_or(1);
        let title = match &result.winner {
            // A single player and draws.
            _ if lengths.results.len() == 2 => "games".to_owned(),
            Some(winner) => format!("won by {winner}"),
            None => "draws".to_owned(),
        };
        let mut table = TextTable::new(&[(lengths.unit, Align::Right), (&title, Align::Right), ("", Align::Left)]);
        for bin in bins {
            let Bin { from, to, games } = bin;
            let length = if from == to { from.to_string() } else { format!("{from}-{to}") };
            let bar = "█".repeat((games * LONGEST_BAR).div_ceil(most) as usize);
            table.row(vec![length, write_count(games), bar]);
        }
        terminal.table(&table)?;
        let mean = result.mean.map_or(String::new(), |mean| format!(", {mean:.1} {} on average", lengths.unit));
        terminal.line(format!("  {} games{mean}", write_count(result.games)))?;
    }
    Ok(())
}

/// What sightings revealed, in games that have categories of hidden places.
fn print_sightings(terminal: &mut Terminal, sightings: &[Category]) -> io::Result<()> {
    if sightings.iter().all(|category| category.possible == 0) {
        return Ok(());
    }
    let mut table = TextTable::new(&[
        ("before a sighting", Align::Left),
        ("possible", Align::Right),
        ("real", Align::Right),
        ("rate", Align::Left),
    ]);
    for counted in sightings {
        let [possible, real] = [counted.possible, counted.real].map(write_count);
        table.row(vec![counted.category.to_owned(), possible, real, with(counted.rate, counted.rate_ci95)]);
    }
    terminal.table(&table)
}

/// A number with its interval.
fn with(value: Option<f64>, interval: Option<[f64; 2]>) -> String {
    match (value, interval) {
        (Some(value), Some([low, high])) => format!("{value:.3} [{low:.3}, {high:.3}]"),
        (Some(value), None) => format!("{value:.3}"),
        _ => String::new(),
    }
}

fn row(agent: String, seat: String, results: &Results) -> Vec<String> {
    let [games, wins, draws, losses] = [results.games, results.wins, results.draws, results.losses].map(write_count);
    let rate = with(results.win_rate, results.win_rate_ci95);
    vec![agent, seat, games, wins, draws, losses, rate, with(results.mean, results.ci95)]
}
