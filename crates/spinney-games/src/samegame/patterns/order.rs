//! One order of moves that do not affect each other.
//!
//! Removing a group changes the columns it lies in, so a group elsewhere is unaffected if a column lies between them. Of
//! two such moves the one further right comes first. A line in this order can be put together from any other by swaps of
//! neighbours, and a beam of such lines has no two that differ by swaps alone.
//!
//! The trace of a line has, for every column, when it was changed last, counted in moves.

use spinney::game::capabilities::Trace;

use crate::samegame::cells::{Cells, LANE};
use crate::samegame::{Move, State};

/// Where a group lies that is removed.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The first column and the last.
    pub(super) columns: (i32, i32),
    /// How many of them become empty.
    pub(super) lost: i32,
}

impl Place {
    pub(super) fn new(state: &State, cells: Cells, columns: (i32, i32)) -> Self {
        let occupied = state.stones.occupied();
        let is_emptied = |&column: &i32| cells.column(column as u32) == occupied.column(column as u32);
        Place { columns, lost: (columns.0..=columns.1).filter(is_emptied).count() as i32 }
    }
}

/// Whether a move in these columns ought to have been made before some move further left.
#[inline(always)]
pub(super) fn is_late(trace: &Trace, (from, to): (i32, i32)) -> bool {
    let (low, high) = ((from - 1).max(0) as usize, (to as usize + 2).min(trace.len()));
    let near = trace[low..high].iter().copied().max().unwrap_or(0);
    trace[..low].iter().any(|&time| time > near)
}

/// The trace after a move. Where a column closes, those beside it are changed as well.
#[inline(always)]
pub(super) fn after(trace: &Trace, Place { columns: (from, to), lost }: Place) -> Trace {
    let (from, to, lost) = (from as usize, to as usize, lost as usize);
    let now = trace.iter().copied().max().unwrap_or(0).saturating_add(1);
    let mut after = *trace;
    after[from..=to].fill(now);
    if lost > 0 {
        let last = after.len() - 1;
        after[from.saturating_sub(1)] = now;
        after[(to + 1).min(last)] = now;
        after.copy_within(to + 1.., to + 1 - lost);
        after[last + 1 - lost..].fill(0);
    }
    after
}

/// A line in order: a move that is late changes places with the one before it, which does not affect it.
pub(super) fn in_order(start: &State, line: &[Move]) -> Vec<Move> {
    let mut line = line.to_vec();
    // Every swap removes one pair in the wrong order.
    for _ in 0..line.len() * line.len() {
        let Some((at, last, next)) = first_late(start, &line) else { break };
        let moved = |mv: Move, columns: i32| Move((i32::from(mv.0) + LANE as i32 * columns) as u8);
        // Columns that close move those to the right of them.
        let (earlier, later) = (line[at], line[at - 1]);
        (line[at - 1], line[at]) = match next.columns.1 < last.columns.0 {
            true => (earlier, moved(later, -next.lost)),
            false => (moved(earlier, last.lost), later),
        };
    }
    line
}

/// The first move that is late: its index, the place of the move before it, and its own.
fn first_late(start: &State, line: &[Move]) -> Option<(usize, Place, Place)> {
    let (mut state, mut trace) = (*start, Trace::default());
    let mut last = None;
    for (at, &mv) in line.iter().enumerate() {
        let cells = state.stones.links().group(mv.0);
        let column = |cell: u8| i32::from(cell) / LANE as i32;
        let next = Place::new(&state, cells, (column(cells.first()), column(cells.last())));
        if let Some(last) = last
            && is_late(&trace, next.columns)
        {
            return Some((at, last, next));
        }
        state.remove(cells);
        trace = after(&trace, next);
        last = Some(next);
    }
    None
}
