//! User input: a move in the game's notation, or a command.

use spinney::erased::AnyMove;
use spinney::game::Player;
use spinney::spelling::nearest;
use spinney_agents::named::Choices;

use super::session::Session;
use crate::failure::Failure;

/// The result of a line of input.
pub(super) enum Reply {
    /// A legal move.
    Move(AnyMove),
    /// A command changed the position.
    Changed,
    /// The person leaves.
    Quit,
}

/// The commands with what they do.
const COMMANDS: [(&str, &str); 6] = [
    ("moves", "lists the legal moves"),
    ("hint", "lets an agent advise you"),
    ("why", "shows what the last search found: its moves with visits and means, and the principal variation"),
    ("undo", "goes back to your last decision"),
    ("help", "lists these commands"),
    ("quit", "leaves; so does the end of input"),
];

/// Interprets a line. A legal move comes first, so that no command can hide a move of the same name. `None`: ask
/// again.
pub(super) fn interpret(session: &mut Session<'_>, player: Player, text: &str) -> Result<Option<Reply>, Failure> {
    let (game, position) = session.game();
    let error = match game.read_move(position, player, text) {
        Ok(mv) => return Ok(Some(Reply::Move(mv))),
        Err(error) => error,
    };
    match text.to_lowercase().as_str() {
        "" => session.say("Type a move, or `help`.")?,
        "moves" => list_moves(session, player)?,
        "hint" => session.hint(player)?,
        "why" => session.why()?,
        "undo" if session.undo() => return Ok(Some(Reply::Changed)),
        "undo" => session.say("There is nothing to undo.")?,
        "help" | "?" => {
            session.say("Type a move as `moves` lists it, or one of these:")?;
            for (name, meaning) in COMMANDS {
                session.say(format!("  {name:<6} {meaning}"))?;
            }
        }
        "quit" | "exit" | "q" => return Ok(Some(Reply::Quit)),
        typed => {
            session.say(error.to_string())?;
            let known = COMMANDS.iter().map(|command| command.0);
            if let Some(command) = nearest(typed, known).filter(|_| typed.len() > 2) {
                session.say(format!("Did you mean the command `{command}`?"))?;
            }
        }
    }
    Ok(None)
}

fn list_moves(session: &mut Session<'_>, player: Player) -> Result<(), Failure> {
    let (game, position) = session.game();
    let moves = match game.choices(position) {
        Choices::Player(_, moves) => moves,
        Choices::Joint(mut lists) => lists.swap_remove(player.index()),
        Choices::Over(_) | Choices::Chance(_) => Vec::new(),
    };
    session.say(moves.join(" "))
}
