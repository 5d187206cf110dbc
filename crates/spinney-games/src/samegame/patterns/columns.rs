//! The columns of a board and the ratings of their patterns.

use spinney::evaluation::ranking::{Ranking, STAGES, Staged};

use super::tables::TABLES;
use crate::samegame::packed::Column;
use crate::samegame::stones::Stones;

#[inline(always)]
pub(super) fn add(sum: &mut Staged, weights: &Staged, amount: f32) {
    for stage in 0..STAGES {
        sum[stage] += amount * weights[stage];
    }
}

/// The columns of a board from the left, with an empty one before and after them.
pub(super) struct Columns {
    columns: [Column; 18],
    pub(super) count: i32,
}

impl Columns {
    pub(super) fn new(stones: &Stones, goal: u8) -> Self {
        let mut columns = [0; 18];
        let mut count = 0;
        while count < 16 && stones.occupied().column(count) != 0 {
            columns[count as usize + 1] = stones.packed(count, goal);
            count += 1;
        }
        Columns { columns, count: count as i32 }
    }

    #[inline(always)]
    pub(super) fn at(&self, column: i32) -> Column {
        self.columns[(column + 1) as usize]
    }

    /// The columns after a removal of cells in those from `from` to `to`, of which `lost` have become empty.
    #[inline(always)]
    pub(super) fn after(&self, stones: &Stones, goal: u8, (from, to): (i32, i32), lost: i32) -> Columns {
        let mut columns = self.columns;
        for column in from..=to - lost {
            columns[column as usize + 1] = stones.packed(column as u32, goal);
        }
        if lost > 0 {
            columns.copy_within((to + 2) as usize.., (to + 2 - lost) as usize);
            columns[(18 - lost) as usize..].fill(0);
        }
        Columns { columns, count: self.count - lost }
    }

    /// The columns whose patterns of three columns depend on one of the columns `from` to `to`.
    #[inline(always)]
    pub(super) fn beside(&self, from: i32, to: i32) -> std::ops::RangeInclusive<i32> {
        (from - 1).max(0)..=(to + 1).min(self.count - 1)
    }

    #[inline(always)]
    pub(super) fn tall(&self, column: i32, visit: impl FnMut(usize)) {
        TABLES.tall(self.at(column), visit);
    }

    /// A column and the one before it.
    #[inline(always)]
    pub(super) fn pair(&self, column: i32, visit: impl FnMut(usize)) {
        TABLES.pair([self.at(column - 1), self.at(column)], visit);
    }

    /// A column and both of its neighbours.
    #[inline(always)]
    pub(super) fn triple(&self, column: i32, visit: impl FnMut(usize)) {
        TABLES.triple([self.at(column - 1), self.at(column), self.at(column + 1)], visit);
    }
}

/// The ratings of the parts of a board, by column.
pub(super) struct Parts {
    tall: [Staged; 16],
    pairs: [Staged; 17],
    triples: [Staged; 16],
    whole: Staged,
}

impl Parts {
    #[inline(always)]
    pub(super) fn new(columns: &Columns, ranking: &Ranking) -> Self {
        let nothing = [0.0; STAGES];
        let mut parts = Parts { tall: [nothing; 16], pairs: [nothing; 17], triples: [nothing; 16], whole: nothing };
        for column in 0..columns.count {
            let at = column as usize;
            columns.tall(column, |pattern| add(&mut parts.tall[at], ranking.weights(pattern), 1.0));
            columns.triple(column, |pattern| add(&mut parts.triples[at], ranking.weights(pattern), 1.0));
            add(&mut parts.whole, &parts.tall[at], 1.0);
            add(&mut parts.whole, &parts.triples[at], 1.0);
        }
        for column in 0..=columns.count {
            let pair = &mut parts.pairs[column as usize];
            columns.pair(column, |pattern| add(pair, ranking.weights(pattern), 1.0));
            add(&mut parts.whole, pair, 1.0);
        }
        parts
    }

    /// The rating of all patterns that do not depend on one of the columns `from` to `to`.
    #[inline(always)]
    pub(super) fn without(&self, columns: &Columns, from: i32, to: i32) -> Staged {
        let mut sum = self.whole;
        (from..=to).for_each(|column| add(&mut sum, &self.tall[column as usize], -1.0));
        (from..=to + 1).for_each(|column| add(&mut sum, &self.pairs[column as usize], -1.0));
        columns.beside(from, to).for_each(|column| add(&mut sum, &self.triples[column as usize], -1.0));
        sum
    }
}
