//! Lines of moves: how a position is reached, or a solution checked, by the rules alone.

use spinney::erased::{AnyMove, AnyState};
use spinney::game::{Player, Turn};
use spinney::search::Step;

use super::{GameError, NamedGame};

/// The move of a line that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} of the line: {error}", .at + 1)]
pub struct LineError {
    /// Its index in the line, counted from 0.
    pub at: usize,
    /// Why not.
    pub error: Box<GameError>,
}

/// Plays a line of moves, and returns them. They come in the order in which they are made: for simultaneous moves one per
/// player, in seat order; on a chance turn the outcome. On an error the position is the one before the move that cannot
/// be played.
pub fn replay(game: &NamedGame, state: &mut AnyState, moves: &[String]) -> Result<Vec<AnyMove>, LineError> {
    let mut played = Vec::new();
    while let Some(text) = moves.get(played.len()) {
        let at = played.len();
        let read = |player| game.read_move(state, player, text).map_err(|error| LineError { at, error: error.into() });
        let step = match game.whose_turn(state) {
            Turn::Player(player) => Step::Move(player, read(player)?),
            // At the end of the game, reading fails.
            Turn::Chance | Turn::Over => Step::Chance(read(Player(0))?),
            Turn::Joint => Step::Joint(joint(game, state, moves, at)?),
        };
        game.play_step(state, &step);
        played.extend_from_slice(step.moves());
    }
    Ok(played)
}

/// The simultaneous moves that begin at `at`.
fn joint(game: &NamedGame, state: &AnyState, moves: &[String], at: usize) -> Result<Vec<AnyMove>, LineError> {
    let seats = &game.info().seats;
    let read = |(seat, name): (usize, &String)| {
        let at = at + seat;
        let Some(text) = moves.get(at) else {
            let error =
                GameError::WrongTurn(format!("the line ends within a turn of simultaneous moves: no move of {name}"));
            return Err(LineError { at, error: error.into() });
        };
        game.read_move(state, Player(seat as u8), text).map_err(|error| LineError { at, error: error.into() })
    };
    seats.iter().enumerate().map(read).collect()
}
