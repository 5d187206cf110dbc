//! `spinney engine`.

use std::io::{Write, stdin, stdout};
use std::sync::mpsc::{SyncSender, sync_channel};

use spinney_agents::text_file::{MOST_BYTES, read_line};
use spinney_lab::engine::{Defaults, Engine, Line, Response};

use crate::failure::Failure;
use crate::interrupt;
use crate::options::Common;
use crate::place::{open_game, print_remarks};

/// Let another program play: one JSON object per line in and out
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  echo '{\"do\":\"new\",\"seats\":{\"mr-x\":\"client\"}}' | spinney engine scotland-yard --time 100ms
  node examples/engine-client.mjs scotland-yard-grid agents

Requests: new, move, chance, undo, hint, show, search, stop, quit; docs/engine.md describes them. The program ends when its input does.")]
pub(crate) struct Args {
    /// The game that is played unless a request names another
    #[arg(value_name = "GAME")]
    game: String,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (spec, game) = open_game(&args.game, args.common.output, args.common.build_time_for_game())?;
    print_remarks(&game, args.common.output, 0);
    args.common.warn_if_slow();
    interrupt::listen()?;
    let defaults = Defaults {
        game: spec,
        budget: args.common.budget(Default::default()),
        time: args.common.given_time(),
        threads: args.common.threads(),
        seed: args.common.given_seed(),
    };
    let mut broken = None;
    let mut out = |response: &Response| {
        if let Err(error) = print(response) {
            broken.get_or_insert(error);
        }
    };
    let (sender, lines) = sync_channel(LINES);
    std::thread::spawn(move || read(&sender));
    Engine::new(defaults).run(&lines, &mut out).map_err(Failure::Failed)?;
    broken.map_or(Ok(()), |error| Err(error.into()))
}

/// Lines that are read ahead.
const LINES: usize = 64;

/// Reads lines until the input ends, so that requests are seen while a search runs. Bytes that are not UTF-8 become a
/// request that is rejected.
fn read(sender: &SyncSender<Line>) {
    let mut input = stdin().lock();
    loop {
        let line = match read_line(&mut input, MOST_BYTES) {
            Ok(None) => return,
            Ok(Some(line)) => Ok(line),
            Err(error) => Err(format!("cannot read the next request: {error}")),
        };
        let failed = line.is_err();
        if sender.send(line).is_err() || failed {
            return;
        }
    }
}

/// One line, flushed: the other program waits for it.
fn print(response: &Response) -> std::io::Result<()> {
    let mut out = stdout().lock();
    serde_json::to_writer(&mut out, response)?;
    out.write_all(b"\n")?;
    out.flush()
}
