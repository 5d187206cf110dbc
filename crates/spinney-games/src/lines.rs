//! Shared code of the games of straight lines: all lines of a board as masks, the end of the game, and a heuristic
//! value of the open lines of an unfinished game.

use spinney::evaluation::logistic;
use spinney::game::Player;

/// The status of a game of lines. The winner is always the player that moved last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Outcome {
    /// The game is not over.
    Open,
    /// The player that moved last has a line.
    Won,
    /// The board is full and no player has a line.
    Drawn,
}

impl Outcome {
    /// The payoff of `player` when `stones` stones have been played, the first of them by player 0.
    #[inline]
    pub fn payoff(self, stones: u8, player: Player) -> f64 {
        match self {
            Outcome::Won if stones & 1 == 1 - player.0 => 1.0,
            Outcome::Won => 0.0,
            _ => 0.5,
        }
    }

    /// The player to move, or how the game ended, in words.
    pub fn caption(self, stones: u8, names: [&str; 2]) -> String {
        let mover = usize::from(stones & 1);
        match self {
            Outcome::Open => format!("{} to move", names[mover]),
            Outcome::Won => format!("{} has won", names[1 - mover]),
            Outcome::Drawn => "a draw".to_owned(),
        }
    }
}

/// The mask of every straight line of `length` cells on a board, `bit` giving the bit of a column and a row.
pub fn all(width: usize, height: usize, length: usize, bit: impl Fn(usize, usize) -> u32) -> Vec<u64> {
    let mut lines = Vec::new();
    let fits = |at: usize, step: isize, size: usize| {
        let last = at as isize + step * (length as isize - 1);
        (0..size as isize).contains(&last)
    };
    // A single cell is the same line in every direction.
    let directions: &[(isize, isize)] = if length == 1 { &[(1, 0)] } else { &[(1, 0), (0, 1), (1, 1), (1, -1)] };
    for &(right, up) in directions {
        for row in (0..height).filter(|&row| fits(row, up, height)) {
            for column in (0..width).filter(|&column| fits(column, right, width)) {
                let cell = |n: isize| ((column as isize + n * right) as usize, (row as isize + n * up) as usize);
                let cells = (0..length as isize).map(cell);
                lines.push(cells.fold(0, |mask, (column, row)| mask | 1 << bit(column, row)));
            }
        }
    }
    lines
}

/// The cells of all complete lines.
pub fn complete(lines: &[u64], stones: u64) -> u64 {
    lines.iter().filter(|&&line| line & !stones == 0).fold(0, |cells, line| cells | line)
}

/// The first player's heuristic value in (0, 1), by the lines in which only one side has stones: each counts the square
/// of its stones, and a logistic curve turns the difference into a value. Exchanging the sides gives 1 minus the value.
pub fn open_line_value(lines: &[u64], first: u64, second: u64) -> f64 {
    let mut score = 0i64;
    for &line in lines {
        let (mine, theirs) = ((line & first).count_ones(), (line & second).count_ones());
        if theirs == 0 {
            score += i64::from(mine * mine);
        } else if mine == 0 {
            score -= i64::from(theirs * theirs);
        }
    }
    logistic(score as f64 * 0.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines() {
        let count = |w, h, k| all(w, h, k, |column, row| (row * w + column) as u32).len();
        assert_eq!(count(3, 3, 3), 8);
        assert_eq!(count(7, 6, 4), 69);
        assert_eq!(count(4, 1, 1), 4);
        assert_eq!(count(5, 2, 3), 6);
    }

    #[test]
    fn prospects_are_symmetric() {
        let lines = all(3, 3, 3, |column, row| (row * 3 + column) as u32);
        assert_eq!(open_line_value(&lines, 0, 0), 0.5);
        let (x, o) = (0b000_010_001, 0b100_000_000);
        assert!((open_line_value(&lines, x, o) + open_line_value(&lines, o, x) - 1.0).abs() < 1e-12);
        assert!(open_line_value(&lines, 0b000_010_000, 0b000_000_010) > 0.5);
    }
}
