//! Which boards of a game are solved.

use spinney_agents::Spec;

/// Whole numbers in the order in which they were written, none twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(Vec<u64>);

/// The boards of a game that are solved one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Series {
    /// The game as it is.
    One,
    /// Boards by number: the parameter `board`.
    Boards(Numbers),
    /// Random boards: the parameter `seed`.
    Seeds(Numbers),
}

/// A board to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The game with everything that makes it this board.
    pub spec: Spec,
    /// Its number among the boards of the game.
    pub number: Option<u64>,
    /// The number of a random board.
    pub seed: Option<u64>,
}

/// An error in a series.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SeriesError {
    /// A part that is neither a number nor a range.
    #[error("`{0}` is neither a number nor a range of numbers, such as 7 or 1-20")]
    Range(String),
    /// A number twice.
    #[error("{0} is given twice")]
    Twice(u64),
    /// The game names what the series would set.
    #[error("`{game}` sets {key} already, so there is no series of it")]
    Set {
        /// The game.
        game: String,
        /// The parameter.
        key: &'static str,
    },
}

/// The longest range.
const LONGEST: u64 = 100_000;

impl Numbers {
    /// Reads `7`, `1-20`, `3,7,12` and `1-3,8`.
    pub fn read(text: &str) -> Result<Self, SeriesError> {
        let mut list = Vec::new();
        for part in text.split(',') {
            let (from, to) = part.split_once('-').unwrap_or((part, part));
            let number = |text: &str| text.trim().parse::<u64>().ok();
            match (number(from), number(to)) {
                (Some(from), Some(to)) if from <= to && to - from < LONGEST => list.extend(from..=to),
                _ => return Err(SeriesError::Range(part.trim().to_owned())),
            }
        }
        let mut sorted = list.clone();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(SeriesError::Twice(pair[0])),
            None => Ok(Numbers(list)),
        }
    }
}

impl Series {
    /// The boards of this series of a game.
    pub fn of(&self, game: &Spec) -> Result<Vec<Board>, SeriesError> {
        let (key, numbers) = match self {
            Series::One => return Ok(vec![Board::new(game.clone())]),
            Series::Boards(Numbers(numbers)) => ("board", numbers),
            Series::Seeds(Numbers(numbers)) => ("seed", numbers),
        };
        if game.value(key).is_some() {
            return Err(SeriesError::Set { game: game.to_string(), key });
        }
        let board = |number: &u64| {
            let mut spec = game.clone();
            spec.parameters.insert(0, (key.to_owned(), number.to_string()));
            Board::new(spec)
        };
        Ok(numbers.iter().map(board).collect())
    }
}

impl Board {
    /// The board of a game that is one already.
    fn new(spec: Spec) -> Self {
        let number = |key| spec.value(key).and_then(|text| text.parse().ok());
        Board { number: number("board"), seed: number("seed"), spec }
    }

    /// The number by which boards of a series differ, for the seeds of searches: independent of what else is solved.
    pub(super) fn stream(&self) -> u64 {
        self.number.or(self.seed).unwrap_or(0).wrapping_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_order() {
        assert_eq!(Numbers::read("7"), Ok(Numbers(vec![7])));
        assert_eq!(Numbers::read("12, 1-3"), Ok(Numbers(vec![12, 1, 2, 3])));
        for wrong in ["", "1,", "3-1", "a", "1-", "-3", "1-1000000", "1.5"] {
            assert!(matches!(Numbers::read(wrong), Err(SeriesError::Range(_))), "{wrong}");
        }
        assert_eq!(Numbers::read("1-5,3"), Err(SeriesError::Twice(3)));
    }

    #[test]
    fn a_series_sets_what_the_game_leaves_open() {
        let game = Spec::game("samegame:penalty=none").unwrap();
        let series = Series::Boards(Numbers(vec![3, 9]));
        let boards = series.of(&game).unwrap();
        let specs: Vec<_> = boards.iter().map(|board| board.spec.to_string()).collect();
        assert_eq!(specs, ["samegame:board=3,penalty=none", "samegame:board=9,penalty=none"]);
        assert_eq!(boards.iter().map(Board::stream).collect::<Vec<_>>(), [4, 10]);
        let game = Spec::game("samegame:board=3").unwrap();
        assert_eq!(series.of(&game), Err(SeriesError::Set { game: "samegame:board=3".to_owned(), key: "board" }));
        assert_eq!(Series::One.of(&game).unwrap()[0].stream(), 4, "as the same board of a series");
    }
}
