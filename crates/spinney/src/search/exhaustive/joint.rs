//! The value of a joint turn, given the values of all its cells.
//!
//! Two players with a constant sum play a [`Matrix`] game, which has one value. Other joint turns have a value here
//! only if iterated elimination of strictly dominated moves leaves one result; an equilibrium chosen from several would
//! not be *the* value.

use super::matrix::Matrix;
use super::solve::Worth;
use crate::game::Payoffs;
use crate::search::{Refusal, RefusalKind};

/// A solved joint turn.
pub(super) struct JointSolution {
    pub worth: Worth,
    /// The probability of every player's moves.
    pub strategies: Vec<Vec<f64>>,
    /// The payoffs of all players for each of them against the strategies of the others.
    pub values: Vec<Vec<Payoffs>>,
    /// The possible loss of the player from playing it with certainty.
    pub losses: Vec<Vec<f64>>,
    /// The matrix of player 0, if it came to that.
    pub matrix: Option<Matrix>,
    pub pure: bool,
}

/// The cells of a joint turn, the last player's move changing fastest.
pub(super) struct Cells<'w> {
    pub sides: Vec<usize>,
    pub worths: &'w [Worth],
    pub rounding: f64,
}

impl Cells<'_> {
    pub(super) fn solve(&self) -> Result<JointSolution, Refusal> {
        if self.worths.iter().any(|worth| worth.is_ambiguous(self.rounding)) {
            return Err(no_value("ties below it leave open what its cells are worth"));
        }
        if self.sides.len() == 2 && self.is_constant_sum() {
            return Ok(self.solve_matrix());
        }
        let left = self.undominated();
        let first: Vec<usize> = left.iter().map(|moves| moves[0]).collect();
        let value = self.at(&first).value;
        let mut profiles = Profiles::new(left.iter().map(Vec::len).collect());
        while let Some(profile) = profiles.next() {
            let cell: Vec<usize> = profile.iter().zip(&left).map(|(&i, moves)| moves[i]).collect();
            if !self.same(&self.at(&cell).value, &value) {
                return Err(no_value("elimination of dominated moves leaves several results"));
            }
        }
        Ok(self.by_profile(&first))
    }

    fn at(&self, profile: &[usize]) -> &Worth {
        &self.worths[profile.iter().zip(&self.sides).fold(0, |cell, (&mv, &side)| cell * side + mv)]
    }

    fn same(&self, a: &Payoffs, b: &Payoffs) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() <= self.rounding)
    }

    fn is_constant_sum(&self) -> bool {
        let sum = |worth: &Worth| worth.value[0] + worth.value[1];
        self.worths.iter().all(|worth| (sum(worth) - sum(&self.worths[0])).abs() <= 2.0 * self.rounding)
    }

    fn solve_matrix(&self) -> JointSolution {
        let (rows, columns) = (self.sides[0], self.sides[1]);
        let matrix = Matrix::new(rows, columns, self.worths.iter().map(|worth| worth.value[0]).collect());
        let sum = self.worths[0].value[0] + self.worths[0].value[1];
        let solved = matrix.solve();
        let payoffs = |value: f64| {
            let mut payoffs = Payoffs::default();
            payoffs[..2].copy_from_slice(&[value, sum - value]);
            payoffs
        };
        let row_least = |i: usize| (0..columns).map(|j| matrix.at(i, j)).fold(f64::INFINITY, f64::min);
        let column_most = |j: usize| (0..rows).map(|i| matrix.at(i, j)).fold(f64::NEG_INFINITY, f64::max);
        let losses = vec![
            (0..rows).map(|i| (solved.value - row_least(i)).max(0.0)).collect(),
            (0..columns).map(|j| (column_most(j) - solved.value).max(0.0)).collect(),
        ];
        let values = vec![
            matrix.by_row(&solved.columns).into_iter().map(payoffs).collect(),
            matrix.by_column(&solved.rows).into_iter().map(payoffs).collect(),
        ];
        JointSolution {
            worth: Worth::exactly(payoffs(solved.value)),
            strategies: vec![solved.rows, solved.columns],
            values,
            losses,
            matrix: Some(matrix),
            pure: solved.pure,
        }
    }

    /// The moves of every player that survive iterated elimination of moves strictly dominated by another move.
    fn undominated(&self) -> Vec<Vec<usize>> {
        let mut left: Vec<Vec<usize>> = self.sides.iter().map(|&side| (0..side).collect()).collect();
        loop {
            let before: usize = left.iter().map(Vec::len).sum();
            for player in 0..left.len() {
                let dominated = |&mv: &usize| left[player].iter().any(|&by| self.dominates(&left, player, by, mv));
                let kept: Vec<usize> = left[player].iter().copied().filter(|mv| !dominated(mv)).collect();
                left[player] = kept;
            }
            if left.iter().map(Vec::len).sum::<usize>() == before {
                return left;
            }
        }
    }

    fn dominates(&self, left: &[Vec<usize>], player: usize, better: usize, worse: usize) -> bool {
        let sizes = left.iter().enumerate().map(|(p, moves)| if p == player { 1 } else { moves.len() }).collect();
        let mut profiles = Profiles::new(sizes);
        while let Some(profile) = profiles.next() {
            let mut cell: Vec<usize> = profile.iter().zip(left).map(|(&i, moves)| moves[i]).collect();
            cell[player] = better;
            let high = self.at(&cell).value[player];
            cell[player] = worse;
            if high <= self.at(&cell).value[player] + self.rounding {
                return false;
            }
        }
        true
    }

    fn by_profile(&self, profile: &[usize]) -> JointSolution {
        let worth = *self.at(profile);
        let (mut strategies, mut values, mut losses) = (Vec::new(), Vec::new(), Vec::new());
        for (player, &side) in self.sides.iter().enumerate() {
            let value = |mv: usize| {
                let mut cell = profile.to_vec();
                cell[player] = mv;
                self.at(&cell).value
            };
            strategies.push((0..side).map(|mv| f64::from(u8::from(mv == profile[player]))).collect());
            values.push((0..side).map(value).collect());
            losses.push((0..side).map(|mv| (worth.value[player] - value(mv)[player]).max(0.0)).collect());
        }
        JointSolution { worth, strategies, values, losses, matrix: None, pure: true }
    }
}

fn no_value(why: &str) -> Refusal {
    Refusal::new(RefusalKind::NoExactValue, format!("simultaneous moves that have no exact value: {why}"))
}

/// All combinations of one number below each size, the last changing fastest.
pub(super) struct Profiles {
    sizes: Vec<usize>,
    current: Vec<usize>,
    started: bool,
}

impl Profiles {
    pub(super) fn new(sizes: Vec<usize>) -> Self {
        Profiles { current: vec![0; sizes.len()], sizes, started: false }
    }

    pub(super) fn next(&mut self) -> Option<&[usize]> {
        if self.started {
            let place = (0..self.sizes.len()).rev().find(|&i| self.current[i] + 1 < self.sizes[i])?;
            self.current[place] += 1;
            self.current[place + 1..].fill(0);
        }
        self.started = true;
        Some(&self.current)
    }
}
