//! `spinney engine`.

use std::io::{Write, stdin, stdout};

use spinney_agents::text_file::{MOST_BYTES, read_line};
use spinney_lab::engine::{Defaults, Engine, Next, Reply};

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

Requests: new, move, show, search, quit; docs/engine.md describes them. The program ends when its input does.")]
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
        seed: args.common.seed(),
    };
    let mut engine = Engine::new(defaults);
    let mut broken = None;
    let mut out = |reply: &Reply| {
        if let Err(error) = print(reply) {
            broken.get_or_insert(error);
        }
    };
    out(&engine.greeting());
    let mut input = stdin().lock();
    // Bytes that are not UTF-8 become a request that is rejected.
    let unreadable = |error| Failure::Failed(format!("cannot read the next request: {error}"));
    while let Some(line) = read_line(&mut input, MOST_BYTES).map_err(unreadable)? {
        if engine.answer(&line, &mut out) == Next::Quit {
            break;
        }
    }
    broken.map_or(Ok(()), |error| Err(error.into()))
}

/// One line, flushed: the other program waits for it.
fn print(reply: &Reply) -> std::io::Result<()> {
    let mut out = stdout().lock();
    serde_json::to_writer(&mut out, reply)?;
    out.write_all(b"\n")?;
    out.flush()
}
