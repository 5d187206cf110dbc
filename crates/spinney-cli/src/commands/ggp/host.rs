//! `spinney ggp host`.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use spinney::budget::StopFlag;
use spinney_agents::rule_sheets::{SheetError, Source};
use spinney_serve::host::{
    Asked, Folder, Host, MatchError, Moment, Options, Participant, Record, Schedule, Seated, Standings, Step,
};

use super::runtime;
use super::words::{goals_in_words, marks_in_words, standings_table};
use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::options::{Output, Seed, count, duration, threads, warn_if_slow};
use crate::terminal::Terminal;

/// Run matches between players over HTTP
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney ggp host games/tic-tac-toe.kif --players localhost:9147,local:random --start-clock 5 --play-clock 1
  spinney ggp host games/othello.kif --players http://a:9147,http://b:9147 --scramble --games 10 --out matches
  spinney ggp host games/hex.kif --players a:9147,b:9147,c:9147 --round-robin --out league
  spinney ggp host games/hex.kif --players a:9147,b:9147,c:9147 --round-robin --out league --resume

A player is an address, or local:AGENT for an agent of this program; key=value belongs to the agent before it. Seats \
rotate from game to game. A role of the name `random` is played by the host. A move that does not come, or is not legal, \
is replaced by a random one and marked TO, CE or IL. Clocks are in seconds, if they have no unit. Ctrl-C aborts the match \
that is on; finished ones are kept in --out.")]
pub(crate) struct Args {
    /// The rule sheet
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The players: URL,URL,…
    #[arg(long, value_name = "URL,URL")]
    players: String,
    /// The time before the first step
    #[arg(long, value_name = "T", default_value = "30", value_parser = duration, allow_hyphen_values = true)]
    start_clock: Duration,
    /// The time of a step
    #[arg(long, value_name = "T", default_value = "10", value_parser = duration, allow_hyphen_values = true)]
    play_clock: Duration,
    /// Send the rule sheet in advance, with this time to prepare
    #[arg(long, value_name = "T", value_parser = duration, allow_hyphen_values = true)]
    preview_clock: Option<Duration>,
    /// Give players other words than those of the rule sheet
    #[arg(long)]
    scramble: bool,
    /// How many games; with --round-robin how many rounds
    #[arg(long, value_name = "N", default_value = "1", value_parser = count, allow_negative_numbers = true)]
    games: u64,
    /// Let every group of players meet in every seating
    #[arg(long)]
    round_robin: bool,
    /// Keep the record of every finished match in this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Continue the tournament in the folder of --out
    #[arg(long, requires = "out")]
    resume: bool,
    /// Write the board to this file as SVG, after every step
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Worker threads of each local player
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads, allow_negative_numbers = true)]
    threads: usize,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
}

/// How long a player has to say its name.
const INTRODUCTION: Duration = Duration::from_secs(2);

/// The last object of `--json`.
#[derive(Serialize)]
struct Total<'a> {
    game: &'a str,
    #[serde(flatten)]
    standings: &'a Standings,
    stopped: bool,
    seed: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let source = Source::file(&args.file).map_err(SheetError::from)?;
    let players = Participant::list(&args.players).map_err(Failure::usage)?;
    let known = || args.out.as_deref().filter(|_| args.resume).and_then(Folder::seed);
    let seed = args.seed.given().or_else(known).unwrap_or_else(|| args.seed.resolve());
    let options = Options {
        preview_clock: args.preview_clock,
        scramble: args.scramble,
        threads: args.threads,
        ..Options::new(args.start_clock, args.play_clock)
    };
    warn_if_slow(args.output);
    interrupt::listen()?;
    let stop = interrupt::begin();
    let runtime = runtime()?;
    let count = players.len();
    let mut host = Host::new(&source, players, options, seed, runtime.handle().clone(), stop.clone())?;
    if !args.output.quiet {
        host.rules().game().remarks().iter().for_each(|remark| complain("note", remark));
    }
    let schedule = Schedule {
        game: host.game().to_owned(),
        roles: host.rules().roles().to_vec(),
        players: count,
        round_robin: args.round_robin,
        games: args.games,
        seed,
    };
    schedule.check().map_err(Failure::usage)?;
    let folder = args.out.as_deref().map(|path| Folder::open(path, &host, &schedule, args.resume)).transpose()?;
    let said = host.introduce(INTRODUCTION);
    for (player, said) in host.participants().iter().zip(said) {
        if let Err(why) = said {
            complain("warning", format!("{player} does not answer INFO: {why}"));
        }
    }
    let mut show = Show { terminal: Terminal::new(args.output), svg: args.svg.as_deref(), single: schedule.len() == 1 };
    let records = play(&host, &schedule, folder.as_ref(), &mut show, &stop);
    runtime.shutdown_background();
    let (records, stopped) = records?;
    let standings = Standings::of(host.names(), &records);
    let terminal = &mut show.terminal;
    if terminal.is_json() {
        terminal.object(&Total { game: host.game(), standings: &standings, stopped, seed })?;
        return Ok(());
    }
    terminal.table(&standings_table(&standings))?;
    let matches = if standings.games == 1 { "match" } else { "matches" };
    let broken = match standings.unfinished {
        0 => String::new(),
        broken => format!(", {broken} broken off"),
    };
    let stopped = if stopped { ", stopped" } else { "" };
    terminal.line(format!("  {} {matches}{broken}{stopped}; seed {seed}", standings.games))?;
    Ok(())
}

/// Plays what has not been played yet. Returns all records, and whether it was stopped.
fn play(
    host: &Host,
    schedule: &Schedule,
    folder: Option<&Folder>,
    show: &mut Show<'_>,
    stop: &StopFlag,
) -> Result<(Vec<Record>, bool), Failure> {
    let mut records = Vec::new();
    for number in 0..schedule.len() {
        if let Some(record) = folder.map(|folder| folder.finished(number)).transpose()?.flatten() {
            records.push(record.without_states());
            continue;
        }
        if stop.is_raised() {
            return Ok((records, true));
        }
        let mut failed = None;
        let record = host.play(&schedule.fixture(number), &mut |moment| {
            if let Err(error) = show.moment(host, &moment)
                && failed.is_none()
            {
                failed = Some(error);
                // Nobody sees it any more.
                stop.raise();
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let record = match record {
            Ok(record) => record,
            Err(MatchError::Stopped) => return Ok((records, true)),
            Err(error) => return Err(Failure::Failed(error.to_string())),
        };
        if let Some(folder) = folder {
            folder.keep(number, &record)?;
        }
        if show.terminal.is_json() {
            show.terminal.object(&record)?;
        }
        records.push(record.without_states());
    }
    Ok((records, false))
}

/// Shows a match as it goes on.
struct Show<'a> {
    terminal: Terminal,
    svg: Option<&'a Path>,
    /// Whether there is only one match, which is then shown step by step.
    single: bool,
}

impl Show<'_> {
    fn moment(&mut self, host: &Host, moment: &Moment<'_>) -> Result<(), Failure> {
        if let (Moment::Step { state, number, .. }, Some(path)) = (moment, self.svg) {
            let drawing = host.rules().draw(state);
            replace(path, &drawing.to_svg(&format!("{}, step {number}", host.game())))?;
        }
        if self.terminal.is_json() {
            return Ok(());
        }
        let roles = host.rules().roles();
        match moment {
            Moment::Begins { fixture, players } => {
                let pair = |(role, seated): (&String, &Seated)| format!("{role} {}", seated.name);
                let seats: Vec<String> = roles.iter().zip(*players).map(pair).collect();
                self.terminal.line(format!("{}: {}", fixture.id, seats.join(", ")))?;
            }
            Moment::Started { answers } => {
                let strange =
                    |asked: &&Asked| !asked.reply.as_deref().is_some_and(|it| it.eq_ignore_ascii_case("ready"));
                for (role, asked) in roles.iter().zip(*answers) {
                    if let Some(asked) = asked.as_ref().filter(strange) {
                        let reply = asked.reply.as_deref().unwrap_or_default();
                        let mark = asked.mark.as_deref().unwrap_or_default();
                        self.terminal.line(format!("  {role} is not ready: {mark} {reply}"))?;
                    }
                }
            }
            Moment::Step { number, step, state } if self.single => {
                self.terminal.line(format!("step {number}: {}", moves_in_words(roles, step)))?;
                self.terminal.picture(&host.rules().draw(state))?;
            }
            Moment::Step { .. } => {}
            Moment::Ends { end, .. } => {
                let how = if end.complete { "the end" } else { "broken off" };
                self.terminal.line(format!("  {how}: {}", goals_in_words(roles, &end.goals)))?;
            }
        }
        Ok(())
    }
}

/// The moves of a step with the time that they took.
fn moves_in_words(roles: &[String], step: &Step) -> String {
    let one = |role: usize| {
        let seconds = step.seconds[role].map_or(String::new(), |seconds| format!(" ({seconds:.2} s)"));
        format!("{} {}{seconds}{}", roles[role], step.moves[role], marks_in_words(step.marks[role].as_deref()))
    };
    (0..roles.len()).map(one).collect::<Vec<_>>().join(", ")
}

/// Replaces a file as a whole: something may be watching it.
fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let new = path.with_extension("svg.new");
    crate::out_file::write(&new, text)?;
    let fail = |error: io::Error| Failure::Failed(format!("cannot write {}: {error}", path.display()));
    std::fs::rename(&new, path).map_err(fail)
}
