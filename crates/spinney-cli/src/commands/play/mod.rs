//! `spinney play`.

mod console;
mod last_move;
mod prompt;

use spinney_agents::agents::HUMAN;
use spinney_agents::spec::Spec;
use spinney_lab::matches::MatchError;

use crate::failure::Failure;
use crate::interrupt;
use crate::options::Common;
use crate::place::{Place, print_remarks};
use console::Console;

/// Play in the terminal, against agents or each other
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney play tic-tac-toe
  spinney play connect-four --players random,human --time 2s

Type a move as the board writes it, or a command: moves, hint, why, undo, help, quit.")]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Who plays, one per seat: `human` or an agent [default: human against the first agent of the list]
    #[arg(long, value_name = "A,B")]
    players: Option<String>,
    /// The agent that gives hints [default: the one that the game advises]
    #[arg(long, value_name = "A")]
    hint: Option<String>,
    #[command(flatten)]
    common: Common,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    args.common.refuse_json("play")?;
    let (spec, game) = args.place.open(args.common.output, args.common.build_time_for_game())?;
    let info = game.info();
    let players: Vec<_> = match &args.players {
        Some(text) => Spec::players(text)?.iter().map(|player| game.advised(player)).collect(),
        None => {
            let seat = |seat| if seat == 0 { Spec::plain(HUMAN) } else { game.default_agent() };
            (0..info.players()).map(seat).collect()
        }
    };
    if players.len() != info.players() {
        let (game, seats, given) = (info.name.clone(), info.seats.clone(), players.len());
        return Err(MatchError::Players { game, seats, given }.into());
    }
    if let Some(human) = players.iter().find(|player| player.name == HUMAN && !player.parameters.is_empty()) {
        return Err(Failure::usage(format!("`{human}`: a human has no parameters")));
    }
    let hint = game.advised(&args.hint.as_deref().map_or(Ok(game.default_agent()), Spec::agent)?);
    let seed = args.common.seed();
    let start = args.place.full_position(&game, seed)?;
    args.common.warn_if_slow();
    interrupt::listen()?;
    // Checked now, not at the first hint.
    for player in info.all_players().filter(|player| players[player.index()].name == HUMAN) {
        game.seat_with_threads(&hint, player, args.common.threads())?;
    }
    let printed = game.remarks().len();
    let mut console = Console::new(game, &players, hint, start, seed, args.common)?;
    console.greet(&spec)?;
    console.run()?;
    print_remarks(console.game(), args.common.output, printed);
    Ok(())
}
