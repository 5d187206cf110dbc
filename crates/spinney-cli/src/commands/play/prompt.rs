//! User input: a move in the game's notation, or a command.

use spinney::erased::AnyMove;
use spinney::game::Player;
use spinney::spelling::nearest;
use spinney_lab::session::UndoError;

use super::console::Console;
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
pub(super) fn interpret(console: &mut Console, player: Player, text: &str) -> Result<Option<Reply>, Failure> {
    let error = match console.session.read_move(player, text) {
        Ok(mv) => return Ok(Some(Reply::Move(mv))),
        Err(error) => error,
    };
    match text.to_lowercase().as_str() {
        "" => console.say("Type a move, or `help`.")?,
        "moves" => console.say(console.session.moves(player).join(" "))?,
        "hint" => console.hint(player)?,
        "why" => console.why()?,
        "undo" => match console.undo(player) {
            Ok(()) => return Ok(Some(Reply::Changed)),
            Err(UndoError::Nothing) => console.say("There is nothing to undo.")?,
            Err(UndoError::Revealing) => {
                console
                    .say("Others have moved since, so that cannot be undone: you would know more than you did then.")?;
            }
        },
        "help" | "?" => {
            console.say("Type a move as `moves` lists it, or one of these:")?;
            for (name, meaning) in COMMANDS {
                console.say(format!("  {name:<6} {meaning}"))?;
            }
        }
        "quit" | "exit" | "q" => return Ok(Some(Reply::Quit)),
        typed => {
            console.say(error.to_string())?;
            let known = COMMANDS.iter().map(|command| command.0);
            if let Some(command) = nearest(typed, known).filter(|_| typed.len() > 2) {
                console.say(format!("Did you mean the command `{command}`?"))?;
            }
        }
    }
    Ok(None)
}
