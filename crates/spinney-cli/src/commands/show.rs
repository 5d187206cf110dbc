//! `spinney show`.

use std::path::PathBuf;

use serde_json::{Map, Value, json};
use spinney::game::Player;
use spinney_agents::named::Choices;
use spinney_agents::rule_sheets::BuildTime;

use crate::failure::Failure;
use crate::options::{Output, Seed};
use crate::out_file;
use crate::place::{Place, find_seat, payoffs_in_words, to_move};
use crate::terminal::Terminal;

/// Draw a position, as text or SVG, with its legal moves
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney show connect-four --moves \"4 4\"
  spinney show samegame:board=3 --mark 4,0
  spinney show othello --svg board.svg
  spinney show scotland-yard --seat detectives")]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// As the player of this seat observes it [default: in full]
    #[arg(long, value_name = "SEAT", conflicts_with = "mark")]
    seat: Option<String>,
    /// Mark what this move would change, in games that can show it
    #[arg(long, value_name = "MOVE", allow_hyphen_values = true)]
    mark: Option<String>,
    /// Write the picture to this file as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (spec, game) = args.place.open(args.output, BuildTime::default())?;
    let seed = args.seed.resolve();
    let position = args.place.position(&game, seed)?;
    let observer = args.seat.as_deref().map(|name| find_seat(game.info(), name)).transpose()?;
    let choices = game.choices(&position);
    let drawing = match &args.mark {
        Some(_) if matches!(choices, Choices::Joint(_)) => {
            return Err(Failure::usage("--mark: all players move simultaneously here"));
        }
        Some(mv) => game.draw_move(&position, game.read_move(&position, Player(0), mv)?),
        None => game.draw(&position, observer),
    };
    let seen = observer.map_or_else(|| position.clone(), |observer| game.observation(&position, observer));
    let secret = observer.is_some_and(|observer| game.info().hidden && !is_turn_of(&choices, observer));
    let mut terminal = Terminal::new(args.output);
    if let Some(path) = &args.svg {
        out_file::write(path, drawing.to_svg(&spec.to_string()))?;
    }
    if terminal.is_json() {
        let mut object = Map::new();
        object.insert("game".to_owned(), spec.to_string().into());
        object.insert("position".to_owned(), game.write(&seen).into());
        object.insert("to_move".to_owned(), to_move(game.info(), &choices));
        object.insert("moves".to_owned(), if secret { Value::Null } else { moves(&choices) });
        if let Choices::Over(payoffs) = &choices {
            object.insert("payoffs".to_owned(), payoffs.clone().into());
        }
        object.insert("seed".to_owned(), seed.into());
        terminal.object(&object)?;
        return Ok(());
    }
    terminal.picture(&drawing)?;
    terminal.line(format!("position: {}", game.write(&seen)))?;
    let seats = &game.info().seats;
    match &choices {
        _ if secret => terminal.line("moves: another player's, not shown")?,
        Choices::Over(payoffs) => terminal.line(format!("over: {}", payoffs_in_words(game.info(), payoffs)))?,
        Choices::Player(_, moves) => terminal.line(format!("moves: {}", moves.join(" ")))?,
        Choices::Joint(lists) => {
            for (seat, moves) in seats.iter().zip(lists) {
                terminal.line(format!("moves of {seat}: {}", moves.join(" ")))?;
            }
        }
        Choices::Chance(outcomes) => {
            let outcomes: Vec<_> = outcomes.iter().map(|(mv, weight)| format!("{mv} ({weight:.3})")).collect();
            terminal.line(format!("outcomes: {}", outcomes.join(" ")))?;
        }
    }
    if game.info().random_start && !args.place.is_given() {
        terminal.line(format!("seed: {seed}"))?;
    }
    Ok(())
}

/// Whether a player chooses here, or everything is known.
fn is_turn_of(choices: &Choices, observer: Player) -> bool {
    match choices {
        Choices::Player(player, _) => *player == observer,
        Choices::Chance(_) => false,
        Choices::Joint(_) | Choices::Over(_) => true,
    }
}

/// The legal moves: a list of texts; a list per seat for simultaneous moves; with probabilities on a chance turn.
fn moves(choices: &Choices) -> Value {
    match choices {
        Choices::Over(_) => json!([]),
        Choices::Player(_, moves) => json!(moves),
        Choices::Joint(lists) => json!(lists),
        Choices::Chance(outcomes) => {
            outcomes.iter().map(|(mv, weight)| json!({ "move": mv, "probability": weight })).collect()
        }
    }
}
