//! Take one, two or three counters; the player who takes the last one wins.

use spinney::capabilities::{Capabilities, Notation, NotationError};
use spinney::{Game, GameInfo, Moves, PayoffRange, Player, Random, Turn};

pub struct Nim(pub u8);

impl Game for Nim {
    type State = (u8, u8); // counters left, player to move
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo::two_player("nim", PayoffRange::new(0.0, 1.0))
    }

    fn start(&self, _: &mut Random) -> (u8, u8) {
        (self.0, 0)
    }

    fn turn(&self, &(left, player): &(u8, u8), moves: &mut Moves<u8>) -> Turn {
        moves.extend(1..=left.min(3));
        if left == 0 { Turn::Over } else { Turn::Player(Player(player)) }
    }

    fn play(&self, state: &mut (u8, u8), taken: u8) {
        *state = (state.0 - taken, 1 - state.1);
    }

    fn payoff(&self, &(_, player): &(u8, u8), observer: Player) -> f64 {
        f64::from(u8::from(observer.0 != player))
    }

    fn capabilities(&self) -> Capabilities<'_, (u8, u8), u8> {
        Capabilities { notation: Some(self), ..Capabilities::none() }
    }
}

impl Notation for Nim {
    fn write_move(&self, _: &(u8, u8), taken: u8) -> String {
        taken.to_string()
    }

    fn write_state(&self, &(left, player): &(u8, u8)) -> String {
        format!("{left} {player}")
    }

    fn read_state(&self, text: &str) -> Result<(u8, u8), NotationError> {
        let wrong = || NotationError::new(format!("`{text}` is no position; write COUNTERS PLAYER"));
        let (left, player) = text.split_once(' ').ok_or_else(wrong)?;
        let player: u8 = player.parse().map_err(|_| wrong())?;
        if player > 1 { Err(wrong()) } else { Ok((left.parse().map_err(|_| wrong())?, player)) }
    }
}
