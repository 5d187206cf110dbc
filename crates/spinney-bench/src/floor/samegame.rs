//! SameGame in a straightforward implementation: a baseline to beat, not a floor.
//!
//! The board is an array of bytes. At every move all groups are listed by flood fill, one of those that are not tabu is
//! drawn, its stones are removed, the stones above fall and empty columns close. No state is kept from one move to the
//! next; buffers are reused, so nothing is allocated.

use super::Wyrand;

/// The most columns and rows.
const SIDE: usize = 16;

/// A board and the points for the groups that were removed.
#[derive(Clone, Debug)]
pub struct Board {
    /// Colours by column and row, columns from the left and rows from the bottom; 0 is empty.
    cells: [[u8; SIDE]; SIDE],
    score: i64,
}

/// Column and row of a stone.
pub type Place = (usize, usize);

/// The groups of a board.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    /// The stones of all groups, group after group.
    stones: Vec<Place>,
    /// Where each group ends.
    ends: Vec<usize>,
}

impl Groups {
    /// The number of groups.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no groups.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The stones of one group, the first of them leftmost and, in its column, lowest.
    pub fn stones(&self, group: usize) -> &[Place] {
        let from = if group == 0 { 0 } else { self.ends[group - 1] };
        &self.stones[from..self.ends[group]]
    }
}

impl Board {
    /// Reads rows from the top, separated by `/`, a digit per stone and a dot per empty cell.
    pub fn read(text: &str) -> Option<Self> {
        let mut board = Board { cells: [[0; SIDE]; SIDE], score: 0 };
        for (row, line) in text.split('/').rev().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                let colour = if letter == '.' { 0 } else { letter.to_digit(10)? };
                *board.cells.get_mut(column)?.get_mut(row)? = colour as u8;
            }
        }
        Some(board)
    }

    /// The most frequent colour; ties go to the lowest.
    pub fn most_frequent(&self) -> u8 {
        let mut counts = [0; 10];
        self.cells.iter().flatten().for_each(|&colour| counts[usize::from(colour)] += 1);
        (1..10).rev().max_by_key(|&colour: &u8| counts[usize::from(colour)]).unwrap_or(1)
    }

    /// Lists the groups of two and more stones; those of a tabu colour only if there are no others.
    pub fn list(&self, tabu: u8, groups: &mut Groups) {
        self.list_if(|colour| colour != tabu, groups);
        if groups.is_empty() {
            self.list_if(|colour| colour == tabu, groups);
        }
    }

    fn list_if(&self, wanted: impl Fn(u8) -> bool, groups: &mut Groups) {
        groups.stones.clear();
        groups.ends.clear();
        let mut seen = [[false; SIDE]; SIDE];
        for column in 0..SIDE {
            for row in 0..SIDE {
                let colour = self.cells[column][row];
                if colour != 0 && !seen[column][row] && wanted(colour) {
                    self.fill((column, row), &mut seen, groups);
                }
            }
        }
    }

    /// Adds the group of a stone, unless the stone is alone.
    fn fill(&self, (column, row): Place, seen: &mut [[bool; SIDE]; SIDE], groups: &mut Groups) {
        let colour = self.cells[column][row];
        let from = groups.stones.len();
        seen[column][row] = true;
        groups.stones.push((column, row));
        let mut next = from;
        while next < groups.stones.len() {
            let (x, y) = groups.stones[next];
            next += 1;
            for (x, y) in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
                if x < SIDE && y < SIDE && !seen[x][y] && self.cells[x][y] == colour {
                    seen[x][y] = true;
                    groups.stones.push((x, y));
                }
            }
        }
        if groups.stones.len() - from < 2 {
            groups.stones.truncate(from);
        } else {
            groups.ends.push(groups.stones.len());
        }
    }

    /// Removes a group.
    pub fn remove(&mut self, group: &[Place]) {
        for &(column, row) in group {
            self.cells[column][row] = 0;
        }
        for column in &mut self.cells {
            let mut height = 0;
            for row in 0..SIDE {
                if column[row] != 0 {
                    column.swap(height, row);
                    height += 1;
                }
            }
        }
        let mut width = 0;
        for column in 0..SIDE {
            if self.cells[column][0] != 0 {
                self.cells.swap(width, column);
                width += 1;
            }
        }
        self.score += (group.len() as i64 - 2).pow(2);
    }

    /// The points at the end: 1,000 for an empty board, (m − 2)² less for m > 2 stones that are left.
    pub fn points(&self) -> i64 {
        match self.cells.iter().flatten().filter(|&&colour| colour != 0).count() as i64 {
            0 => self.score + 1_000,
            1 | 2 => self.score,
            left => self.score - (left - 2).pow(2),
        }
    }
}

/// Plays each of the boards `rounds` times, in turn; the most frequent colour at the start is tabu. Returns the sum of
/// the points.
pub fn playouts(boards: &[Board], rounds: u64, seed: u64) -> i64 {
    let mut rng = Wyrand::new(seed);
    let mut groups = Groups::default();
    let mut sum = 0;
    for _ in 0..rounds {
        for start in boards {
            let mut board = start.clone();
            let tabu = board.most_frequent();
            loop {
                board.list(tabu, &mut groups);
                if groups.is_empty() {
                    break;
                }
                let drawn = rng.draws().below(groups.len() as u32) as usize;
                board.remove(groups.stones(drawn));
            }
            sum += board.points();
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_fall_and_columns_close() {
        let mut board = Board::read("12.../1213./22131").unwrap();
        let mut groups = Groups::default();
        board.list(0, &mut groups);
        let firsts: Vec<Place> = (0..groups.len()).map(|group| groups.stones(group)[0]).collect();
        assert_eq!(firsts, [(0, 0), (0, 1), (2, 0), (3, 0)], "the single stone on the right is no group");
        board.remove(groups.stones(0));
        assert_eq!((board.cells[0][..3].to_vec(), board.cells[1][0], board.score), (vec![1, 1, 0], 1, 4));
        board.list(1, &mut groups);
        assert_eq!((groups.len(), groups.stones(0)[0]), (1, (2, 0)), "the ones are tabu, and a column has closed");
        board.remove(groups.stones(0));
        assert_eq!((board.cells[2][0], board.cells[3][0]), (1, 0));
        board.list(1, &mut groups);
        assert_eq!((groups.len(), groups.stones(0).len()), (1, 5), "nothing else is left");
        board.remove(groups.stones(0));
        assert_eq!(board.points(), 4 + 9 + 1_000);
    }
}
