//! Text notation: moves are `roll` and `hold`, outcomes the faces `1` … `6`. A position is the two scores, the turn
//! total and the player to move, with `rolling` at a chance node: `40-37 +12 first`.

use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, Moves};

use super::{HOLD, Pig, ROLL, State};

pub(super) const SEATS: [&str; 2] = ["first", "second"];

impl Notation for Pig {
    fn write_move(&self, _: &State, mv: u8) -> String {
        match mv {
            ROLL => "roll".to_owned(),
            HOLD => "hold".to_owned(),
            face => face.to_string(),
        }
    }

    fn read_move(&self, state: &State, text: &str) -> Result<u8, NotationError> {
        let text = text.trim();
        let mut moves = Moves::new();
        self.turn(state, &mut moves);
        let named = moves.iter().find(|&&mv| self.write_move(state, mv).eq_ignore_ascii_case(text));
        named.copied().ok_or_else(|| {
            let refuse = match () {
                () if moves.is_empty() => "cannot be played: the game is over",
                () if state.rolling => "is not a face of the die: expected 1 to 6",
                () if text.eq_ignore_ascii_case("hold") => "needs a turn total: there is nothing to keep yet",
                () if text.eq_ignore_ascii_case("roll") => "cannot be played: to hold wins",
                () => "is not a move: expected roll or hold",
            };
            NotationError::new(format!("`{text}` {refuse}"))
        })
    }

    fn write_state(&self, state: &State) -> String {
        let [first, second] = state.scores;
        let rolling = if state.rolling { " rolling" } else { "" };
        format!("{first}-{second} +{} {}{rolling}", state.total, SEATS[usize::from(state.player)])
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let form = || NotationError::new("expected scores, turn total and player, such as `40-37 +12 first`");
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&[scores, total, player], rolling) = match words.as_slice() {
            [rest @ .., "rolling"] => (<&[&str; 3]>::try_from(rest).map_err(|_| form())?, true),
            rest => (<&[&str; 3]>::try_from(rest).map_err(|_| form())?, false),
        };
        let number = |text: &str| text.parse::<u16>().map_err(|_| form());
        let (first, second) = scores.split_once('-').ok_or_else(form)?;
        let seat = SEATS.iter().position(|seat| *seat == player).ok_or_else(form)?;
        let state = State {
            scores: [number(first)?, number(second)?],
            total: number(total.strip_prefix('+').ok_or_else(form)?)?,
            player: seat as u8,
            rolling,
        };
        self.check(&state)?;
        Ok(state)
    }
}

impl Pig {
    /// The rule that a position violates, if any.
    fn check(&self, state: &State) -> Result<(), NotationError> {
        let refuse = |reason: String| Err(NotationError::new(reason));
        let target = self.target;
        let most = u32::from(target) + 5;
        let counted = |player: usize| match usize::from(state.player) == player {
            true => u32::from(state.scores[player]) + u32::from(state.total),
            false => u32::from(state.scores[player]),
        };
        if (0..2).any(|player| counted(player) > most) {
            return refuse(format!("no score can exceed {most} points: the game ends at {target}"));
        }
        if state.scores.contains(&1) || state.total == 1 {
            return refuse("one point cannot be made: a 1 loses the turn".to_owned());
        }
        if state.rolling && self.can_win(state) {
            return refuse("a player that can win by holding does not roll".to_owned());
        }
        let Some(winner) = self.winner(state) else { return Ok(()) };
        let lost = state.scores[1 - winner.index()] >= target;
        if lost || state.rolling || state.total > 0 || winner.0 == state.player {
            return refuse("the game continued after it was won".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spinney::random::Random;

    #[test]
    fn positions_and_moves_are_read() {
        let game = Pig::default();
        let mut state = game.start(&mut Random::new(0));
        assert_eq!(game.write_state(&state), "0-0 +0 first");
        assert_eq!(
            game.read_move(&state, "hold").unwrap_err().0,
            "`hold` needs a turn total: there is nothing to keep yet"
        );
        for text in ["roll", "6", "ROLL", "4", "hold", "roll"] {
            let mv = game.read_move(&state, text).unwrap();
            game.play(&mut state, mv);
        }
        assert_eq!(game.write_state(&state), "10-0 +0 second rolling");
        assert_eq!(game.read_state("10-0 +0 second rolling"), Ok(state));
        game.play(&mut state, 1);
        assert_eq!(game.write_state(&state), "10-0 +0 first");
    }

    #[test]
    fn positions_that_cannot_arise_are_refused() {
        let refusal = |text: &str| Pig::default().read_state(text).unwrap_err().0;
        assert!(refusal("1-0 +0 first").starts_with("one point"));
        assert!(refusal("100-0 +3 second").starts_with("the game continued"));
        assert!(refusal("0-0 +106 first").starts_with("no score can exceed 105"));
        assert!(refusal("300-0 +0 second").starts_with("no score"));
        assert!(refusal("60-0 +40 first rolling").starts_with("a player that can win"));
        for text in ["", "0-0", "0-0 +0", "0-0 +0 third", "0 0 +0 first", "0-0 +0 first falling"] {
            assert!(refusal(text).starts_with("expected"), "{text}");
        }
    }
}
