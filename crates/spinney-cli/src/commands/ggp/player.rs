//! `spinney ggp player`.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};

use serde::Serialize;
use spinney::budget::StopFlag;
use spinney_agents::agents::check;
use spinney_agents::spec::Spec;
use spinney_serve::http::{Limits, serve};
use spinney_serve::player::{Config, DEFAULT_AGENT, Event, Log, Margin, Player};
use tokio::net::TcpListener;

use super::runtime;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::{Output, Seed, cores, duration, memory, threads, warn_if_slow};
use crate::terminal::Terminal;

/// Serve a player that game managers can reach
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney ggp player
  spinney ggp player --port 9148 --name hazel --agent mcts:select=ucb1 --threads 1
  spinney ggp player --bind 0.0.0.0 --json

It answers INFO, PING, PREVIEW, START, PLAY, STOP and ABORT until Ctrl-C. An answer is sent a margin before the end of \
its clock: a second, at most a tenth of the clock. Anyone who reaches the port can start a match, so it is open to \
this machine only, unless --bind says otherwise.")]
pub(crate) struct Args {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 9147)]
    port: u16,
    /// The address to listen at; 0.0.0.0 is reached from other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    bind: IpAddr,
    /// The agent that plays
    #[arg(long, value_name = "A", default_value = DEFAULT_AGENT)]
    agent: String,
    /// How long before the end of a clock an answer is sent [default: 1s, at most a tenth of the clock]
    #[arg(long, value_name = "T", value_parser = duration, allow_hyphen_values = true)]
    margin: Option<Duration>,
    /// The name by which it introduces itself, one word
    #[arg(long, value_name = "NAME", default_value = "spinney", value_parser = word)]
    name: String,
    /// Let the agent think while others do, if it can
    #[arg(long)]
    ponder: bool,
    /// How much longer than its clocks a match may be silent before it is given up
    #[arg(long, value_name = "T", default_value = "2m", value_parser = duration, allow_hyphen_values = true)]
    patience: Duration,
    /// Worker threads of a search [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Memory of a search, for example 64MiB or 1GiB
    #[arg(long, value_name = "SIZE", value_parser = memory, allow_hyphen_values = true)]
    memory: Option<usize>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
}

/// A name as the protocol can carry it.
fn word(text: &str) -> Result<String, String> {
    let good = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    match text.len() {
        1..=64 if text.chars().all(good) => Ok(text.to_owned()),
        _ => Err("expected one word of letters, digits, `-`, `_` and `.`".to_owned()),
    }
}

/// An event in JSON.
#[derive(Serialize)]
struct Entry<'a> {
    /// Seconds since the start of the program.
    time: f64,
    #[serde(flatten)]
    event: &'a Event,
}

/// What the thread that prints is given.
enum Line {
    Event(f64, Event),
    /// Everything before this one is printed.
    Flush(SyncSender<()>),
}

/// Events that wait to be printed; if nobody reads them, the rest is lost.
const WAITING: usize = 1_000;
/// How long the last events may take to be printed.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Prints events on a thread of its own, so that a reader who stalls does not hold up an answer.
struct Printer {
    sender: SyncSender<Line>,
}

impl Printer {
    /// A closed pipe ends the player, as Ctrl-C does.
    fn new(output: Output, stop: StopFlag) -> Self {
        let (sender, lines) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut terminal = Terminal::new(output);
            for line in lines {
                let printed = match line {
                    Line::Event(time, event) if terminal.is_json() => terminal.object(&Entry { time, event: &event }),
                    Line::Event(time, event) => terminal.line(format!("{time:9.3}  {event}")),
                    Line::Flush(done) => {
                        let _ = done.send(());
                        Ok(())
                    }
                };
                if printed.is_err() {
                    stop.raise();
                }
            }
        });
        Printer { sender }
    }

    fn log(&self) -> Log {
        let (sender, began) = (self.sender.clone(), Instant::now());
        Arc::new(move |event| {
            let _ = sender.try_send(Line::Event(began.elapsed().as_secs_f64(), event));
        })
    }

    fn flush(&self) {
        let (done, printed) = sync_channel(1);
        if self.sender.try_send(Line::Flush(done)).is_ok() {
            let _ = printed.recv_timeout(LAST_WORDS);
        }
    }
}

/// How often the flag that Ctrl-C raises is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// Waits for Ctrl-C.
pub(super) async fn raised(stop: StopFlag) {
    while !stop.is_raised() {
        tokio::time::sleep(LOOK).await;
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let agent = Spec::agent(&args.agent)?;
    check(&agent)?;
    warn_if_slow(args.output);
    let seed = args.seed.resolve();
    let config = Config {
        name: args.name.clone(),
        memory: args.memory,
        margin: args.margin.map_or_else(Margin::default, Margin::of),
        ponder: args.ponder,
        patience: args.patience,
        ..Config::new(agent.clone(), args.threads.unwrap_or_else(cores), seed)
    };
    interrupt::listen()?;
    let stop = interrupt::begin();
    let printer = Printer::new(args.output, stop.clone());
    let log = printer.log();
    let runtime = runtime()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind((args.bind, args.port)).await;
        let listener = listener.map_err(|error| {
            Failure::Failed(format!("cannot listen at {} port {}: {error}; try --port 0", args.bind, args.port))
        })?;
        let address = listener.local_addr()?.to_string();
        log(Event::Listening { address, name: args.name.clone(), agent: agent.to_string(), seed });
        let player = Player::new(config, Arc::clone(&log));
        Ok(serve(listener, player, Limits::default(), raised(stop)).await?)
    });
    runtime.shutdown_background();
    printer.flush();
    served
}
