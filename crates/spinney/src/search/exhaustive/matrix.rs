//! Simultaneous moves of two players with a constant sum: the value of a matrix game and an optimal mixed strategy for
//! each side, by the simplex method (Dantzig 1951; Bland's rule against cycling).

/// A matrix game. The entry at row `i` and column `j` is the payoff of the row player, which the column player
/// minimises.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    entries: Vec<f64>,
}

/// The value of a [`Matrix`] and how to get it.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// The value of the game to the row player.
    pub value: f64,
    /// Probabilities of the rows.
    pub rows: Vec<f64>,
    /// Probabilities of the columns.
    pub columns: Vec<f64>,
    /// A single row and a single column do it: the matrix has a saddle point.
    pub pure: bool,
}

/// Differences below this share of the spread of the entries are rounding.
const ROUNDING: f64 = 1e-9;

impl Matrix {
    /// A matrix from its entries, row by row.
    ///
    /// # Panics
    ///
    /// If there are no entries or they do not fill the rows.
    pub fn new(rows: usize, columns: usize, entries: Vec<f64>) -> Self {
        assert!(rows > 0 && columns > 0 && entries.len() == rows * columns, "{rows} × {columns} entries");
        Matrix { rows, columns, entries }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The row player's payoff at row `row` and column `column`.
    pub fn at(&self, row: usize, column: usize) -> f64 {
        self.entries[row * self.columns + column]
    }

    /// The row player's payoff in each column if the rows are played with these probabilities.
    pub fn by_column(&self, rows: &[f64]) -> Vec<f64> {
        (0..self.columns).map(|j| rows.iter().enumerate().map(|(i, p)| p * self.at(i, j)).sum()).collect()
    }

    /// The row player's payoff in each row if the columns are played with these probabilities.
    pub fn by_row(&self, columns: &[f64]) -> Vec<f64> {
        (0..self.rows).map(|i| columns.iter().enumerate().map(|(j, p)| p * self.at(i, j)).sum()).collect()
    }

    /// The least that the row player gets by playing the rows with these probabilities.
    pub fn row_guarantee(&self, rows: &[f64]) -> f64 {
        least(&self.by_column(rows))
    }

    /// The most that the row player gets if the columns are played with these probabilities.
    pub fn column_guarantee(&self, columns: &[f64]) -> f64 {
        greatest(&self.by_row(columns))
    }

    /// The value and an optimal strategy for each side; a pure one if there is any.
    pub fn solve(&self) -> Equilibrium {
        let low = least(&self.entries);
        let spread = greatest(&self.entries) - low;
        self.saddle_point(spread).unwrap_or_else(|| self.simplex(low, spread))
    }

    fn saddle_point(&self, spread: f64) -> Option<Equilibrium> {
        let row_least = (0..self.rows).map(|i| least(&self.entries[i * self.columns..][..self.columns]));
        let (row, maximin) = first_greatest(row_least);
        // The column player minimises, hence the signs.
        let column_most = (0..self.columns).map(|j| -(0..self.rows).map(|i| self.at(i, j)).fold(f64::MIN, f64::max));
        let (column, minimax) = first_greatest(column_most);
        (-minimax - maximin <= ROUNDING * spread).then(|| Equilibrium {
            value: maximin,
            rows: certain(self.rows, row),
            columns: certain(self.columns, column),
            pure: true,
        })
    }

    /// With all entries positive, the column player maximises Σy subject to A·y ≤ 1, y ≥ 0; then the value is 1/Σy, its
    /// strategy y·value, and the row player's the dual solution times the value.
    fn simplex(&self, low: f64, spread: f64) -> Equilibrium {
        let (m, n) = (self.rows, self.columns);
        let width = n + m + 1;
        let mut table = vec![0.0; (m + 1) * width];
        for i in 0..m {
            for j in 0..n {
                table[i * width + j] = (self.at(i, j) - low) / spread + 1.0;
            }
            table[i * width + n + i] = 1.0;
            table[i * width + width - 1] = 1.0;
        }
        table[m * width..m * width + n].fill(-1.0);
        let mut basis: Vec<usize> = (n..n + m).collect();
        while let Some(entering) = (0..n + m).find(|&j| table[m * width + j] < -1e-12) {
            let Some(leaving) = leaving_row(&table, &basis, width, entering) else { break };
            pivot(&mut table, width, leaving, entering);
            basis[leaving] = entering;
        }
        let total = table[m * width + width - 1];
        let mut columns = vec![0.0; n];
        for (i, &variable) in basis.iter().enumerate() {
            if variable < n {
                columns[variable] = table[i * width + width - 1] / total;
            }
        }
        let mut rows: Vec<f64> = (0..m).map(|i| table[m * width + n + i] / total).collect();
        clean(&mut rows);
        clean(&mut columns);
        Equilibrium { value: (1.0 / total - 1.0) * spread + low, rows, columns, pure: false }
    }
}

/// The row with the least ratio, of several the one whose variable has the least number (Bland).
fn leaving_row(table: &[f64], basis: &[usize], width: usize, entering: usize) -> Option<usize> {
    let ratio = |i: usize| table[i * width + width - 1] / table[i * width + entering];
    let rows = (0..basis.len()).filter(|&i| table[i * width + entering] > 1e-12);
    rows.min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(basis[a].cmp(&basis[b])))
}

fn pivot(table: &mut [f64], width: usize, row: usize, column: usize) {
    let divisor = table[row * width + column];
    for entry in &mut table[row * width..][..width] {
        *entry /= divisor;
    }
    let pivot_row = table[row * width..][..width].to_vec();
    for (i, other) in table.chunks_mut(width).enumerate() {
        let factor = other[column];
        if i != row && factor != 0.0 {
            for (entry, pivot) in other.iter_mut().zip(&pivot_row) {
                *entry -= factor * pivot;
            }
        }
    }
}

/// Removes rounding from probabilities.
fn clean(probabilities: &mut [f64]) {
    for p in probabilities.iter_mut() {
        *p = if *p < 1e-12 { 0.0 } else { *p };
    }
    let sum: f64 = probabilities.iter().sum();
    for p in probabilities.iter_mut() {
        *p /= sum;
    }
}

fn certain(length: usize, index: usize) -> Vec<f64> {
    (0..length).map(|i| f64::from(u8::from(i == index))).collect()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn first_greatest(values: impl Iterator<Item = f64>) -> (usize, f64) {
    values.enumerate().fold((0, f64::NEG_INFINITY), |best, (i, v)| if v > best.1 { (i, v) } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn near(found: &[f64], expected: &[f64]) {
        let same = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(same && found.len() == expected.len(), "{found:?}, expected {expected:?}");
    }

    #[test]
    fn rock_paper_scissors_is_even() {
        let solved = Matrix::new(3, 3, vec![0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0]).solve();
        near(&[solved.value], &[0.0]);
        near(&solved.rows, &[1.0 / 3.0; 3]);
        near(&solved.columns, &[1.0 / 3.0; 3]);
        assert!(!solved.pure);
    }

    #[test]
    fn matching_pennies_with_unequal_stakes() {
        // By indifference the row player plays row 0 with (d − c) / (a − b − c + d) = 4/7, the column player column 0
        // with (d − b) / (a − b − c + d) = 3/7; the value is (ad − bc) / (a − b − c + d) = 2/7.
        let solved = Matrix::new(2, 2, vec![2.0, -1.0, -2.0, 2.0]).solve();
        near(&[solved.value], &[2.0 / 7.0]);
        near(&solved.rows, &[4.0 / 7.0, 3.0 / 7.0]);
        near(&solved.columns, &[3.0 / 7.0, 4.0 / 7.0]);
    }

    #[test]
    fn a_saddle_point_is_pure() {
        let solved = Matrix::new(2, 3, vec![3.0, 1.0, 4.0, 2.0, 0.0, 9.0]).solve();
        assert!(solved.pure);
        near(&[solved.value], &[1.0]);
        near(&solved.rows, &[1.0, 0.0]);
        near(&solved.columns, &[0.0, 1.0, 0.0]);
        assert!(Matrix::new(1, 1, vec![5.0]).solve().pure);
    }

    #[test]
    fn both_sides_can_guarantee_the_value_of_random_matrices() {
        let mut rng = Random::new(3);
        for round in 0..2000 {
            let (rows, columns) = (1 + rng.below(8), 1 + rng.below(8));
            // Few distinct entries make degenerate tables, which is where a simplex would cycle.
            let distinct = if round % 2 == 0 { 3 } else { 1000 };
            let scale = [1.0, 1e-3, 1e6][round % 3];
            let entries = (0..rows * columns).map(|_| (rng.below(distinct) as f64 - 1.0) * scale).collect();
            let matrix = Matrix::new(rows, columns, entries);
            let solved = matrix.solve();
            let rounding = 1e-9 * distinct as f64 * scale;
            assert!(matrix.row_guarantee(&solved.rows) >= solved.value - rounding, "{matrix:?} {solved:?}");
            assert!(matrix.column_guarantee(&solved.columns) <= solved.value + rounding, "{matrix:?} {solved:?}");
        }
    }
}
