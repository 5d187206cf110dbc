//! Lines of moves: how a position is reached, or a solution checked, by the rules alone.

use spinney::game::{Player, Turn};
use spinney::search::Step;

use super::{Position, Table, TableError};

/// The move of a line that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {} of the line: {error}", .at + 1)]
pub struct LineError {
    /// Its index in the line, counted from 0.
    pub at: usize,
    /// Why not.
    pub error: TableError,
}

/// Plays a line of moves. They come in the order in which they are made: on a joint turn one per player, in seat order;
/// on a chance turn the outcome. On an error the position is the one before the move that cannot be played.
pub fn replay(table: &dyn Table, position: &mut dyn Position, moves: &[String]) -> Result<(), LineError> {
    let mut at = 0;
    while at < moves.len() {
        let (step, taken) = match table.turn(position) {
            Turn::Over => {
                let error = TableError::WrongTurn(format!("`{}` cannot be played: the game is over", moves[at]));
                return Err(LineError { at, error });
            }
            Turn::Player(player) => (Step::Move(player, moves[at].clone()), 1),
            Turn::Chance => (Step::Chance(moves[at].clone()), 1),
            Turn::Joint => joint(table, position, moves, at)?,
        };
        table.play(position, &step).map_err(|error| LineError { at, error })?;
        at += taken;
    }
    Ok(())
}

/// The joint step that begins at `at`, and how many moves of the line it takes.
fn joint(
    table: &dyn Table,
    position: &dyn Position,
    moves: &[String],
    at: usize,
) -> Result<(Step<String>, usize), LineError> {
    let players = table.info().players();
    let mut joint = Vec::with_capacity(players);
    for seat in 0..players {
        let Some(text) = moves.get(at + seat) else {
            let name = &table.info().seats[seat];
            let error = TableError::WrongTurn(format!("the line ends within a joint turn: no move of {name}"));
            return Err(LineError { at: at + seat, error });
        };
        let mv = table.read_move(position, Player(seat as u8), text);
        joint.push(mv.map_err(|error| LineError { at: at + seat, error })?);
    }
    Ok((Step::Joint(joint), players))
}
