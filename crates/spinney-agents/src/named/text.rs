//! Positions and moves as text, and drawings.

use spinney::drawing::{Body, ClickMap, Drawing};
use spinney::erased::{AnyMove, AnyState};
use spinney::game::capabilities::{MoveObservation, NotationError};
use spinney::game::{Game, Moves, Player, Turn, View};

use super::{GameError, NamedGame};
use crate::text_file::quote;

/// What can be done in a position, as text.
#[derive(Clone, Debug, PartialEq)]
pub enum Choices {
    /// The game is over; what every player gets, in seat order.
    Over(Vec<f64>),
    /// One player chooses.
    Player(Player, Vec<String>),
    /// All players choose simultaneously; a list for each, in seat order.
    Joint(Vec<Vec<String>>),
    /// A chance turn; outcomes with probabilities.
    Chance(Vec<(String, f64)>),
}

/// Errors list no more legal moves than this.
const LISTED: usize = 12;

/// The most bytes of a game's error about a text.
const LONGEST_ERROR: usize = 1000;

/// A game's error with a long text in it quoted in part.
fn shorten(mut error: NotationError, text: &str) -> NotationError {
    let (text, quoted) = (text.trim(), quote(text.trim()));
    if quoted != text {
        error.0 = error.0.replace(text, &quoted);
    }
    if error.0.len() > LONGEST_ERROR {
        let end = error.0.floor_char_boundary(LONGEST_ERROR);
        error.0.replace_range(end.., "…");
    }
    error
}

impl NamedGame {
    /// Reads a position.
    pub fn read(&self, text: &str) -> Result<AnyState, GameError> {
        Ok(self.notation().read_state(text).map_err(|error| shorten(error, text))?)
    }

    /// Reads a position from which a game can be played: nothing may be left out of it.
    pub fn read_full(&self, text: &str) -> Result<AnyState, GameError> {
        let state = self.read(text)?;
        self.check_complete(&state).map(|()| state)
    }

    /// Rejects a position from which something is left out, so that no game can be played from there.
    pub fn check_complete(&self, state: &AnyState) -> Result<(), GameError> {
        match self.capabilities().hidden {
            Some(hidden) if !hidden.is_complete(state) => {
                let error = "hidden information is left out of the position: a game cannot be played from there";
                Err(NotationError::new(error).into())
            }
            _ => Ok(()),
        }
    }

    /// The position as one line of text.
    pub fn write(&self, state: &AnyState) -> String {
        self.notation().write_state(state)
    }

    /// A move as text.
    pub fn write_move(&self, state: &AnyState, mv: AnyMove) -> String {
        self.notation().write_move(state, mv)
    }

    /// Reads a legal move: of `player` where several move simultaneously; `player` does not matter on other turns.
    pub fn read_move(&self, state: &AnyState, player: Player, text: &str) -> Result<AnyMove, GameError> {
        let (turn, moves) = self.options(state);
        match turn {
            Turn::Joint => Ok(self.read_section(state, moves.section(player.index()), text)?),
            Turn::Over => Err(GameError::WrongTurn(format!("`{}` cannot be played: the game is over", quote(text)))),
            _ => Ok(self.read_among(state, &moves, text)?),
        }
    }

    /// A move by the game's own reader, which may be lenient, but must find a listed move.
    fn read_among(&self, state: &AnyState, moves: &[AnyMove], text: &str) -> Result<AnyMove, NotationError> {
        let mv = self.notation().read_move(state, text).map_err(|error| shorten(error, text))?;
        if moves.contains(&mv) {
            Ok(mv)
        } else {
            Err(NotationError::new(format!("`{}` is not a legal move here", quote(text))))
        }
    }

    /// A move of one player among simultaneous moves. The game's reader does not know whose move is meant, so the texts are
    /// compared: letter by letter, or else without regard to case.
    fn read_section(&self, state: &AnyState, moves: &[AnyMove], text: &str) -> Result<AnyMove, NotationError> {
        let write = |&mv: &AnyMove| self.write_move(state, mv);
        let text = text.trim();
        let exactly = || moves.iter().find(|mv| write(mv) == text);
        let roughly = || moves.iter().find(|mv| write(mv).eq_ignore_ascii_case(text));
        exactly().or_else(roughly).copied().ok_or_else(|| {
            let legal: Vec<_> = moves.iter().take(LISTED).map(write).collect();
            let more = if moves.len() > LISTED { format!(" … ({} in all)", moves.len()) } else { String::new() };
            NotationError::new(format!("`{}` is not a legal move here; legal: {}{more}", quote(text), legal.join(" ")))
        })
    }

    /// What `observer` notices of a legal move of another player, or of a chance outcome: the move itself where nothing
    /// is hidden.
    pub fn observed_move(&self, state: &AnyState, mv: AnyMove, observer: Player) -> String {
        match self.capabilities().hidden.map(|hidden| hidden.observe(state, mv, observer)) {
            Some(MoveObservation::Partial(text)) => text,
            Some(MoveObservation::Full) | None => self.write_move(state, mv),
        }
    }

    /// Whose turn it is.
    pub fn whose_turn(&self, state: &AnyState) -> Turn {
        self.turn(state, &mut Moves::new())
    }

    /// Whose turn it is, and every legal move as text.
    pub fn choices(&self, state: &AnyState) -> Choices {
        let (turn, moves) = self.options(state);
        let write = |&mv: &AnyMove| self.write_move(state, mv);
        match turn {
            Turn::Over => Choices::Over(self.payoffs(state).unwrap_or_default()),
            Turn::Player(player) => Choices::Player(player, moves.iter().map(write).collect()),
            Turn::Joint => Choices::Joint(
                (0..moves.sections()).map(|seat| moves.section(seat).iter().map(write).collect()).collect(),
            ),
            Turn::Chance => {
                Choices::Chance(moves.iter().enumerate().map(|(index, mv)| (write(mv), moves.weight(index))).collect())
            }
        }
    }

    /// The position as `observer` sees it.
    pub fn observation(&self, state: &AnyState, observer: Player) -> AnyState {
        View::of(self.any(), state, observer).state().clone()
    }

    /// A drawing of the position: as `observer` sees it, or in full.
    pub fn draw(&self, state: &AnyState, observer: Option<Player>) -> Drawing {
        let seen = observer.map(|observer| self.observation(state, observer));
        let state = seen.as_ref().unwrap_or(state);
        match self.capabilities().render {
            Some(render) => render.draw(state),
            None => Drawing { body: Body::Lines(vec![self.write(state)]), caption: Vec::new() },
        }
    }

    /// The drawing as `observer` sees it, with the clicks by which `observer` makes its moves; or all of it, with the
    /// moves of the player to move or the outcomes of a chance turn.
    pub fn clicks(&self, state: &AnyState, observer: Option<Player>) -> ClickMap<AnyMove> {
        ClickMap::of(self.any(), state, observer)
    }

    /// A drawing of the position in full, with what a legal move of the player to move would change marked, where the
    /// game can show that.
    pub fn draw_move(&self, state: &AnyState, mv: AnyMove) -> Drawing {
        match (self.whose_turn(state), self.capabilities().render) {
            (Turn::Player(_) | Turn::Chance, Some(render)) => render.draw_move(state, mv),
            _ => self.draw(state, None),
        }
    }

    /// Whether a single-player game that ended here counts as solved, if the game can say.
    pub fn solved(&self, state: &AnyState) -> Option<bool> {
        Some(self.capabilities().score_bounds?.is_solved(state))
    }
}
