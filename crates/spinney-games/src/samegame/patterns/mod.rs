//! Patterns of a board, from which [beams learn](spinney::search::single_player::beam) how good a position is.
//!
//! Three shapes are looked up everywhere: five cells of a column, two columns of three cells, three columns of two cells.
//! Two of them are the same pattern if they differ by a reflection or by the names of the colours, except for the *goal*,
//! the colour that is to be removed last. Besides there are numbers that concern the whole board. All of these are sums
//! over columns and groups, so after a move only what lies around the removed group is counted again.

mod columns;
mod groups;
mod numbers;
mod order;
mod tables;

use spinney::evaluation::ranking::{Ranking, Stage};
use spinney::game::capabilities::{Patterns, Trace, VisitRated};

use self::columns::{Columns, Parts, add};
use self::groups::{GroupSums, groups_among};
use self::numbers::{NUMBERS, numbers};
use self::order::Place;
use self::tables::TABLES;
use super::cells::Cells;
use super::stones::{MOST_COLOURS, Stones};
use super::{Move, SameGame, State};

/// Colours with higher numbers are in no pattern.
const MOST_PATTERN_COLOURS: usize = 5;

/// Whether the patterns of a board are known.
pub(super) fn has_patterns(stones: &Stones) -> bool {
    stones.counts()[MOST_PATTERN_COLOURS..].iter().all(|&stones| stones == 0)
}

impl Patterns for SameGame {
    fn patterns(&self) -> usize {
        TABLES.count
    }

    fn guess(&self, pattern: usize) -> f32 {
        NUMBERS.get(pattern).map_or(0.0, |&(_, guess)| guess)
    }

    fn goals(&self) -> usize {
        self.start.counts().into_iter().filter(|&stones| stones > 0).count().max(1)
    }

    /// The colour of the largest group.
    fn goal_of(&self, line: &[State]) -> usize {
        let removed = |pair: &[State]| {
            let (before, after) = (pair[0].stones.counts(), pair[1].stones.counts());
            (0..MOST_COLOURS).map(|colour| (before[colour] - after[colour], colour as u8 + 1)).max()
        };
        let largest = line.windows(2).filter_map(removed).max().map_or(self.by_frequency[0], |(_, colour)| colour);
        self.by_frequency.iter().position(|&colour| colour == largest).unwrap_or(0)
    }

    fn left(&self, state: &State) -> f32 {
        state.stones.occupied().len() as f32 / self.start.occupied().len().max(1) as f32
    }

    fn count(&self, goal: usize, state: &State, visit: &mut dyn FnMut(usize, f32)) {
        let goal = self.by_frequency[goal];
        let (stones, links) = (&state.stones, state.stones.links());
        let columns = Columns::new(stones, goal);
        let mut sums = GroupSums::default();
        groups_among(stones, &links, goal, Cells::ALL, |group| sums.add(&group, 1));
        let numbers = numbers(state.score, &stones.counts(), goal, columns.count, &sums);
        numbers.into_iter().enumerate().for_each(|(number, amount)| visit(number, amount));
        let mut visit = |pattern| visit(pattern, 1.0);
        for column in 0..columns.count {
            columns.tall(column, &mut visit);
            columns.triple(column, &mut visit);
        }
        (0..=columns.count).for_each(|column| columns.pair(column, &mut visit));
    }

    fn in_order(&self, start: &State, line: &[Move]) -> Vec<Move> {
        order::in_order(start, line)
    }

    fn rate_moves(
        &self,
        goal: usize,
        ranking: &Ranking,
        state: &State,
        trace: &Trace,
        visit: VisitRated<'_, State, Move>,
    ) -> bool {
        let goal = self.by_frequency[goal];
        let (stones, links) = (&state.stones, state.stones.links());
        let counts = stones.counts();
        let columns = Columns::new(stones, goal);
        let (mut groups, mut sums) = (Vec::with_capacity(64), GroupSums::default());
        groups_among(stones, &links, goal, Cells::ALL, |group| {
            sums.add(&group, 1);
            groups.push(group);
        });
        let parts = Parts::new(&columns, ranking);
        let all = self.start.occupied().len().max(1) as f32;
        let before = stones.occupied().len();
        for group in &groups {
            if order::is_late(trace, group.columns) {
                continue;
            }
            let mut after = *state;
            let mut around = links;
            let changed = after.remove(group.cells);
            after.stones.update_links(&mut around, changed);
            let (from, to) = group.columns;
            // What is left of the touched columns.
            let place = Place::new(state, group.cells, group.columns);
            let lost = place.lost;
            let next = columns.after(&after.stones, goal, group.columns, lost);
            let to_after = to - lost;
            let mut sum = parts.without(&columns, from, to);
            let mut rate = |pattern| add(&mut sum, ranking.weights(pattern), 1.0);
            (from..=to_after).for_each(|column| next.tall(column, &mut rate));
            (from..=to_after + 1).for_each(|column| next.pair(column, &mut rate));
            next.beside(from, to_after).for_each(|column| next.triple(column, &mut rate));
            let mut changed_sums = sums;
            for other in groups.iter().filter(|other| other.columns.1 >= from - 1 && other.columns.0 <= to + 1) {
                changed_sums.add(other, -1);
            }
            let (low, high) = ((from - 1).max(0), (to_after + 1).min(next.count - 1));
            if low <= high {
                let region = Cells::columns(low as u32, high as u32);
                groups_among(&after.stones, &around, goal, region, |group| changed_sums.add(&group, 1));
            }
            let mut counts = counts;
            counts[usize::from(stones.colour(group.first)) - 1] -= group.size;
            let numbers = numbers(after.score, &counts, goal, next.count, &changed_sums);
            for (number, amount) in numbers.into_iter().enumerate() {
                add(&mut sum, ranking.weights(number), amount);
            }
            let rating = Stage::new((before - group.size) as f32 / all).value(&sum);
            visit(Move(group.first), &after, rating, order::after(trace, place));
        }
        !groups.is_empty()
    }
}
