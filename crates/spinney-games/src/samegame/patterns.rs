//! Patterns of a board, from which [beams learn](spinney::search::single_player::beam) how good a position is.
//!
//! Three shapes are looked up everywhere: five cells of a column, two columns of three cells, three columns of two cells.
//! Two of them are the same pattern if they differ by a reflection or by the names of the colours, except for the *goal*,
//! the colour that is to be removed last. Besides there are numbers that concern the whole board. All of these are sums
//! over columns and groups, so after a move only what lies around the removed group is counted again.

use std::collections::HashMap;
use std::sync::LazyLock;

use spinney::evaluation::ranking::{Ranking, STAGES, Stage, Staged};
use spinney::game::capabilities::{Patterns, VisitRated};

use super::cells::{Cells, LANE};
use super::packed::{Column, height};
use super::stones::{Links, MOST_COLOURS, Stones};
use super::{Move, SameGame, State, penalty, worth};

/// Colours with higher numbers are in no pattern.
const MOST_PATTERN_COLOURS: usize = 5;

/// Whether the patterns of a board are known.
pub(super) fn has_patterns(stones: &Stones) -> bool {
    stones.counts()[MOST_PATTERN_COLOURS..].iter().all(|&stones| stones == 0)
}

/// The numbers of the whole board, each with the guess of its weight. Points count in hundreds.
const NUMBERS: [(Number, f32); 16] = [
    (Number::Score, 1.0),
    (Number::Present, 1.0),
    (Number::PresentGoal, 0.0),
    (Number::WholeGoal, 1.0),
    (Number::Whole, 0.0),
    (Number::Groups, -0.1),
    (Number::GroupsGoal, 0.0),
    (Number::Singles, -0.3),
    (Number::SinglesGoal, 0.0),
    (Number::Columns, 0.0),
    (Number::Lone, -5.0),
    (Number::Goal, 0.0),
    (Number::WholeMost, 0.0),
    (Number::Most, 0.0),
    (Number::Colours, 0.0),
    (Number::OnlyGoal, 0.0),
];

/// What a number counts; `Goal` is about the goal, the others about the other colours, or about all.
#[derive(Clone, Copy)]
enum Number {
    /// Points so far.
    Score,
    /// (n − 2)² of the groups as they are.
    Present,
    PresentGoal,
    /// (n − 2)² of the colours, as if each were one group.
    WholeGoal,
    Whole,
    /// Groups of two or more.
    Groups,
    GroupsGoal,
    /// Stones without a neighbour of their colour.
    Singles,
    SinglesGoal,
    Columns,
    /// Colours with a single stone.
    Lone,
    /// Tens of stones of the goal.
    Goal,
    /// Of the other colours, the most frequent one: as if it were one group, and tens of its stones.
    WholeMost,
    Most,
    /// Colours on the board.
    Colours,
    /// Whether only the goal can be removed.
    OnlyGoal,
}

/// Entries of a table: all columns of five cells, and all of two times three cells in six states.
const TALL: usize = 8 * 8 * 8 * 8 * 8;
const WIDE: usize = 6 * 6 * 6 * 6 * 6 * 6;
/// What is below the lowest cell of a column of five.
const FLOOR: u64 = 6;

/// The pattern of every entry of the three tables.
struct Tables {
    tall: Vec<u16>,
    pairs: Vec<u16>,
    triples: Vec<u16>,
    /// The number of patterns, numbers of the whole board included.
    count: usize,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

impl Tables {
    fn new() -> Self {
        let mut known: HashMap<(u8, u64), u16> = HashMap::new();
        let mut pattern = |shape: u8, cells: &[&[u8]]| {
            let forward = cells.concat();
            let backward = cells.iter().rev().copied().collect::<Vec<_>>().concat();
            let next = (NUMBERS.len() + known.len()) as u16;
            *known.entry((shape, canonical(&forward).min(canonical(&backward)))).or_insert(next)
        };
        let cells = |number: usize, base: usize, count: u32| -> Vec<u8> {
            (0..count).map(|cell| (number / base.pow(cell) % base) as u8).collect()
        };
        let tall = (0..TALL).map(|entry| pattern(0, &[&cells(entry, 8, 5)])).collect();
        let pairs = (0..WIDE).map(|entry| pattern(1, &[&cells(entry / 216, 6, 3), &cells(entry % 216, 6, 3)]));
        let pairs = pairs.collect();
        let triples = (0..WIDE).map(|entry| {
            pattern(2, &[&cells(entry / 1296, 6, 2), &cells(entry / 36 % 36, 6, 2), &cells(entry % 36, 6, 2)])
        });
        let triples = triples.collect();
        Tables { tall, pairs, triples, count: NUMBERS.len() + known.len() }
    }
}

/// Cells as a number in which the colours are named in the order in which they appear. The goal, 1, keeps its name.
fn canonical(cells: &[u8]) -> u64 {
    let mut names = [0, 1, 0, 0, 0, 0, 6, 7];
    let mut next = 2;
    cells.iter().fold(0, |code, &cell| {
        let name = &mut names[usize::from(cell)];
        if cell != 0 && *name == 0 {
            *name = next;
            next += 1;
        }
        code * 8 + *name
    })
}

/// Three cells as a number to the base of six.
static THREE: [u8; 512] = three();

const fn three() -> [u8; 512] {
    let mut table = [0; 512];
    let mut cells = 0;
    while cells < 512 {
        let (low, middle, high) = (cells & 7, cells >> 3 & 7, cells >> 6);
        if low < 6 && middle < 6 && high < 6 {
            table[cells] = (low + 6 * middle + 36 * high) as u8;
        }
        cells += 1;
    }
    table
}

/// Visits the patterns of one column.
#[inline(always)]
fn tall(column: Column, mut visit: impl FnMut(usize)) {
    let mut rest = column << 3 | FLOOR;
    for _ in 0..=height(column) {
        visit(TABLES.tall[(rest & 0o77777) as usize].into());
        rest >>= 3;
    }
}

/// Visits the patterns of two columns side by side.
#[inline(always)]
fn pair(columns: [Column; 2], mut visit: impl FnMut(usize)) {
    let [mut left, mut right] = columns;
    let three = |column: Column| usize::from(THREE[(column & 0o777) as usize]);
    for _ in 0..height(left | right) {
        visit(TABLES.pairs[216 * three(left) + three(right)].into());
        (left, right) = (left >> 3, right >> 3);
    }
}

/// Visits the patterns of three columns side by side.
#[inline(always)]
fn triple(columns: [Column; 3], mut visit: impl FnMut(usize)) {
    let [mut left, mut middle, mut right] = columns;
    let two = |column: Column| usize::from(THREE[(column & 0o77) as usize]);
    for _ in 0..height(left | middle | right) {
        visit(TABLES.triples[1296 * two(left) + 36 * two(middle) + two(right)].into());
        (left, middle, right) = (left >> 3, middle >> 3, right >> 3);
    }
}

/// Sums over groups: of the other colours, and of the goal.
#[derive(Clone, Copy, Default)]
struct GroupSums {
    points: [i32; 2],
    groups: [i32; 2],
    stones: [i32; 2],
}

impl GroupSums {
    /// Adds a group, or takes it away with a `sign` of −1.
    #[inline(always)]
    fn add(&mut self, group: &Group, sign: i32) {
        let of = usize::from(group.is_goal);
        self.points[of] += sign * worth(group.size);
        self.groups[of] += sign;
        self.stones[of] += sign * group.size as i32;
    }
}

/// A group with the columns it lies in.
struct Group {
    cells: Cells,
    first: u8,
    size: u32,
    is_goal: bool,
    columns: (i32, i32),
}

/// Visits the groups that have one of these cells.
#[inline(always)]
fn groups_among(stones: &Stones, links: &Links, goal: u8, among: Cells, mut visit: impl FnMut(Group)) {
    let mut rest = links.cells().and(among);
    while !rest.is_empty() {
        let cells = links.group(rest.first());
        rest = rest.without(cells);
        let (first, last) = (cells.first(), cells.last());
        let columns = (i32::from(first) / LANE as i32, i32::from(last) / LANE as i32);
        visit(Group { cells, first, size: cells.len(), is_goal: stones.colour(first) == goal, columns });
    }
}

/// The columns of a board from the left, with an empty one before and after them.
struct Columns {
    columns: [Column; 18],
    count: i32,
}

impl Columns {
    fn new(stones: &Stones, goal: u8) -> Self {
        let mut columns = [0; 18];
        let mut count = 0;
        while count < 16 && stones.occupied().column(count) != 0 {
            columns[count as usize + 1] = stones.packed(count, goal);
            count += 1;
        }
        Columns { columns, count: count as i32 }
    }

    #[inline(always)]
    fn at(&self, column: i32) -> Column {
        self.columns[(column + 1) as usize]
    }

    /// The columns after a removal of cells in those from `from` to `to`, of which `lost` have become empty.
    #[inline(always)]
    fn after(&self, stones: &Stones, goal: u8, (from, to): (i32, i32), lost: i32) -> Columns {
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

    /// Visits the patterns that depend on one of the columns `from` to `to`.
    #[inline(always)]
    fn around(&self, from: i32, to: i32, mut visit: impl FnMut(usize)) {
        for column in from..=to {
            tall(self.at(column), &mut visit);
        }
        for column in from..=to + 1 {
            pair([self.at(column - 1), self.at(column)], &mut visit);
        }
        for column in (from - 1).max(0)..=(to + 1).min(self.count - 1) {
            triple([self.at(column - 1), self.at(column), self.at(column + 1)], &mut visit);
        }
    }
}

/// The numbers of the whole board, in the order of [`NUMBERS`].
#[inline(always)]
fn numbers(score: i32, counts: &[u32; MOST_COLOURS], goal: u8, columns: i32, sums: &GroupSums) -> [f32; NUMBERS.len()] {
    let of_goal = counts[usize::from(goal) - 1];
    let (mut stones, mut whole, mut lone, mut most, mut colours) = (0, 0, 0, 0, 0);
    for (index, &count) in counts[..MOST_PATTERN_COLOURS].iter().enumerate() {
        lone += u32::from(count == 1);
        colours += u32::from(count > 0);
        if index + 1 != usize::from(goal) {
            stones += count;
            whole += penalty(count);
            most = most.max(count);
        }
    }
    NUMBERS.map(|(number, _)| match number {
        Number::Score => score as f32 / 100.0,
        Number::Present => sums.points[0] as f32 / 100.0,
        Number::PresentGoal => sums.points[1] as f32 / 100.0,
        Number::WholeGoal => penalty(of_goal) as f32 / 100.0,
        Number::Whole => whole as f32 / 100.0,
        Number::Groups => sums.groups[0] as f32,
        Number::GroupsGoal => sums.groups[1] as f32,
        Number::Singles => stones as f32 - sums.stones[0] as f32,
        Number::SinglesGoal => of_goal as f32 - sums.stones[1] as f32,
        Number::Columns => columns as f32,
        Number::Lone => lone as f32,
        Number::Goal => of_goal as f32 / 10.0,
        Number::WholeMost => penalty(most) as f32 / 100.0,
        Number::Most => most as f32 / 10.0,
        Number::Colours => colours as f32,
        Number::OnlyGoal => f32::from(u8::from(sums.groups[0] == 0)),
    })
}

#[inline(always)]
fn add(sum: &mut Staged, weights: &Staged, amount: f32) {
    for stage in 0..STAGES {
        sum[stage] += amount * weights[stage];
    }
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
        columns.around(0, columns.count - 1, |pattern| visit(pattern, 1.0));
    }

    fn rate_moves(&self, goal: usize, ranking: &Ranking, state: &State, visit: VisitRated<'_, State, Move>) {
        let goal = self.by_frequency[goal];
        let (stones, links) = (&state.stones, state.stones.links());
        let counts = stones.counts();
        let columns = Columns::new(stones, goal);
        let (mut groups, mut sums) = (Vec::with_capacity(64), GroupSums::default());
        groups_among(stones, &links, goal, Cells::ALL, |group| {
            sums.add(&group, 1);
            groups.push(group);
        });
        let mut whole = [0.0; STAGES];
        columns.around(0, columns.count - 1, |pattern| add(&mut whole, ranking.weights(pattern), 1.0));
        let all = self.start.occupied().len().max(1) as f32;
        let occupied = stones.occupied();
        let before = occupied.len();
        for group in &groups {
            let mut after = *state;
            let mut around = links;
            let changed = after.remove(group.cells);
            after.stones.update_links(&mut around, changed);
            let (from, to) = group.columns;
            let mut sum = whole;
            columns.around(from, to, |pattern| add(&mut sum, ranking.weights(pattern), -1.0));
            // What is left of the touched columns.
            let emptied = |&column: &i32| group.cells.column(column as u32) == occupied.column(column as u32);
            let lost = (from..=to).filter(emptied).count() as i32;
            let next = columns.after(&after.stones, goal, group.columns, lost);
            let to_after = to - lost;
            next.around(from, to_after, |pattern| add(&mut sum, ranking.weights(pattern), 1.0));
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
            visit(Move(group.first), &after, rating);
        }
    }
}
