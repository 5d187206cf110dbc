//! A position: the values so far, what every empty cell can still take, and propagation after each placement.

use super::geometry::Geometry;
use super::grid::Grid;
use super::sets::bit;

/// No cell.
pub(super) const NOWHERE: u16 = u16::MAX;

/// What follows from a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// Nothing: the value is only excluded from the row, the column and the box. A cell that cannot be filled is noticed
    /// only when it is its turn.
    None,
    /// The position is dead as soon as a cell has no candidate left.
    Check,
    /// Cells with one candidate left (naked singles) and values with one place left in a unit (hidden singles) are
    /// filled in.
    Singles,
    /// The same, and locked candidates: a value whose places in a unit share another unit is excluded from the rest of
    /// that one.
    Locked,
    /// The same, and subsets of any size: candidates that are part of no way to fill a unit, its other rules left aside.
    Subsets,
}

impl Propagation {
    /// Whether it needs to know how many places a value has in a unit.
    fn tracks_places(self) -> bool {
        !matches!(self, Propagation::None | Propagation::Check)
    }
}

/// A position.
#[derive(Debug)]
pub struct State {
    pub(super) geometry: &'static Geometry,
    /// The value of every cell; 0 is empty.
    pub(super) values: Vec<u8>,
    /// What every empty cell can still take, bit v − 1 for the value v; 0 for filled cells.
    pub(super) candidates: Vec<u32>,
    /// How many cells of a unit can still take a value, by `unit * side + value − 1`; 0 once it is placed, and where
    /// propagation does not look for hidden singles.
    pub(super) places: Vec<u8>,
    /// The empty cells, in no particular order, and where each cell stands in that list.
    pub(super) empty: Vec<u16>,
    pub(super) position: Vec<u16>,
    /// The cell of the last move.
    pub(super) last: u16,
    /// Whether some cell or value has no possibility left, or a collision was met.
    pub(super) dead: bool,
    /// What could not be filled when the position was found to be dead: a cell, or after all cells a value in a unit,
    /// numbered as `places`.
    pub(super) conflict: Option<u16>,
    /// Cells filled by a playout of the game since it began.
    pub(super) simulated: u16,
    /// Placements whose consequences have not been drawn yet.
    pub(super) queue: Vec<(u16, u8)>,
    /// Units whose places have become fewer since they were looked at, a bit each.
    pub(super) changed: u128,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            geometry: self.geometry,
            values: self.values.clone(),
            candidates: self.candidates.clone(),
            places: self.places.clone(),
            empty: self.empty.clone(),
            position: self.position.clone(),
            last: self.last,
            dead: self.dead,
            conflict: self.conflict,
            simulated: self.simulated,
            queue: Vec::new(),
            changed: 0,
        }
    }

    /// Copies without allocating.
    fn clone_from(&mut self, other: &State) {
        self.geometry = other.geometry;
        self.values.clone_from(&other.values);
        self.candidates.clone_from(&other.candidates);
        self.places.clone_from(&other.places);
        self.empty.clone_from(&other.empty);
        self.position.clone_from(&other.position);
        (self.last, self.dead, self.conflict) = (other.last, other.dead, other.conflict);
        self.simulated = other.simulated;
        self.queue.clear();
    }
}

impl State {
    /// The position with these values, and what follows from them. It is dead if they clash or if propagation shows that
    /// there is no solution; then it has these values and no others.
    pub(super) fn new(grid: &Grid, propagation: Propagation) -> State {
        let state = State::with_consequences(grid, propagation);
        match state.dead && propagation != Propagation::None {
            true => State { conflict: state.conflict, ..State::new(grid, Propagation::None).with_flags(NOWHERE, true) },
            false => state,
        }
    }

    /// All values are placed one by one.
    fn with_consequences(grid: &Grid, propagation: Propagation) -> State {
        let geometry = grid.geometry();
        let all = (1u32 << geometry.side) - 1;
        let places = if propagation.tracks_places() { geometry.side as u8 } else { 0 };
        let mut state = State {
            geometry,
            values: vec![0; geometry.cells],
            candidates: vec![all; geometry.cells],
            places: vec![places; geometry.units.len() * geometry.side],
            empty: (0..geometry.cells as u16).collect(),
            position: (0..geometry.cells as u16).collect(),
            last: NOWHERE,
            dead: false,
            conflict: None,
            simulated: 0,
            queue: Vec::new(),
            changed: 0,
        };
        for (cell, &value) in grid.values().iter().enumerate() {
            if value == 0 || state.values[cell] == value {
                continue;
            }
            if state.candidates[cell] & bit(value) == 0 {
                state.dead = true;
            }
            if state.values[cell] == 0 {
                state.place(cell, value, propagation);
            }
        }
        state.last = NOWHERE;
        state
    }

    /// The same position after a move to this cell, and known to be dead or not.
    pub(super) fn with_flags(mut self, last: u16, dead: bool) -> State {
        self.last = last;
        self.dead |= dead;
        self
    }

    /// The rows, columns and boxes.
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The values, row by row; 0 is an empty cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// What a cell can still take, bit v − 1 for the value v; 0 for filled cells.
    #[inline]
    pub fn candidates(&self, cell: usize) -> u32 {
        self.candidates[cell]
    }

    /// The empty cells, in no particular order.
    #[inline]
    pub fn empty(&self) -> &[u16] {
        &self.empty
    }

    /// How many cells of a unit can still take a value.
    #[inline]
    pub(super) fn places(&self, unit: usize, value: u8) -> u8 {
        self.places[unit * self.geometry.side + usize::from(value) - 1]
    }

    /// Whether the board is full and keeps the rules.
    #[inline]
    pub fn is_solved(&self) -> bool {
        self.empty.is_empty() && !self.dead
    }

    /// Whether it is known that the position has no solution.
    #[inline]
    pub fn is_dead(&self) -> bool {
        self.dead
    }

    /// Notes that a cell cannot be filled.
    pub(super) fn collide(&mut self, cell: u16) {
        self.last = cell;
        self.fail(usize::from(cell));
    }

    /// Notes what cannot be filled; numbered as `conflict`.
    #[cold]
    pub(super) fn fail(&mut self, what: usize) {
        self.conflict = Some(what as u16);
        self.dead = true;
    }

    /// How many empty cells, and values in units, have no possibility left.
    pub(super) fn impossible(&self) -> usize {
        let stuck = self.empty.iter().filter(|&&cell| self.candidates[usize::from(cell)] == 0).count();
        let all = (1u32 << self.geometry.side) - 1;
        let open = |cell: &u16| match self.values[usize::from(*cell)] {
            0 => self.candidates[usize::from(*cell)],
            value => bit(value),
        };
        let missing =
            |cells: &Vec<u16>| (all & !cells.iter().fold(0, |set, cell| set | open(cell))).count_ones() as usize;
        stuck + self.geometry.units.iter().map(missing).sum::<usize>()
    }

    /// Fills an empty cell, and whatever follows by propagation.
    #[inline]
    pub(super) fn place(&mut self, cell: usize, value: u8, propagation: Propagation) {
        self.last = cell as u16;
        if !propagation.tracks_places() {
            let stuck = self.fill(cell, value);
            self.dead |= stuck && propagation == Propagation::Check;
            return;
        }
        self.queue.clear();
        self.queue.push((cell as u16, value));
        self.changed = 0;
        loop {
            self.draw_singles();
            if self.dead || self.changed == 0 || propagation == Propagation::Singles {
                return;
            }
            let unit = self.changed.trailing_zeros() as usize;
            self.changed &= self.changed - 1;
            self.lock(unit);
            if propagation == Propagation::Subsets && !self.dead {
                self.fit_subsets(unit);
            }
        }
    }

    /// Fills a cell without drawing any consequences, and returns whether another one cannot be filled any more.
    #[inline]
    fn fill(&mut self, cell: usize, value: u8) -> bool {
        let geometry = self.geometry;
        self.take_from_list(cell);
        self.values[cell] = value;
        self.candidates[cell] = 0;
        let mut stuck = false;
        for peer in geometry.peers[cell].iter().map(|&peer| usize::from(peer)) {
            self.candidates[peer] &= !bit(value);
            stuck |= self.candidates[peer] == 0 && self.values[peer] == 0;
        }
        stuck
    }

    /// Takes a cell from the list of empty ones.
    #[inline]
    pub(super) fn take_from_list(&mut self, cell: usize) {
        let at = usize::from(self.position[cell]);
        self.empty.swap_remove(at);
        if let Some(&moved) = self.empty.get(at) {
            self.position[usize::from(moved)] = at as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sets;
    use super::*;

    fn grid(text: &str) -> Grid {
        let box_size = if text.len() == 16 { 2 } else { 3 };
        Grid::from_values(box_size, text.bytes().map(|byte| if byte == b'.' { 0 } else { byte - b'0' }).collect())
    }

    const EASY: &str = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

    #[test]
    fn singles_solve_an_easy_puzzle() {
        let givens = grid(EASY);
        let state = State::new(&givens, Propagation::Singles);
        assert!(state.is_solved());
        let solved = Grid::from_values(3, state.values().to_vec());
        assert!(solved.is_solved() && solved.extends(&givens));
    }

    #[test]
    fn without_propagation_only_the_givens_are_placed() {
        let givens = grid(EASY);
        for propagation in [Propagation::None, Propagation::Check] {
            let state = State::new(&givens, propagation);
            assert_eq!(state.empty().len(), 81 - givens.filled());
            assert!(!state.is_dead() && !state.is_solved());
            assert_eq!(state.candidates(0), bit(4) | bit(5), "1, 2, 3, 6, 7, 8 and 9 are taken");
        }
    }

    #[test]
    fn places_and_candidates_agree_after_propagation() {
        let hard = ".....3.17.15..9..8.6.......1....7.....9...2.....5....4.......2.5..6..34.34.2.....";
        for propagation in [Propagation::Singles, Propagation::Locked] {
            let mut state = State::new(&grid(hard), propagation);
            while !state.is_dead() && !state.empty().is_empty() {
                let geometry = state.geometry();
                for (unit, cells) in geometry.units.iter().enumerate() {
                    for value in 1..=9 {
                        let can = |cell: &&u16| state.candidates(usize::from(**cell)) & bit(value) != 0;
                        assert_eq!(cells.iter().filter(can).count(), usize::from(state.places(unit, value)));
                    }
                }
                let cell = usize::from(state.empty()[0]);
                let value = sets::values(state.candidates(cell)).next().expect("a live position has candidates");
                state.place(cell, value, propagation);
            }
        }
    }

    #[test]
    fn locked_candidates_exclude_what_singles_do_not() {
        // 1 has its places of the first box in the first row only.
        let text = ".........".to_owned() + "234......" + "567......" + &".".repeat(54);
        let singles = State::new(&grid(&text), Propagation::Singles);
        let locked = State::new(&grid(&text), Propagation::Locked);
        let ones = |state: &State| (0..81).filter(|&cell| state.candidates(cell) & bit(1) != 0).count();
        assert!(ones(&locked) < ones(&singles));
    }

    #[test]
    fn clashing_givens_and_cells_without_candidates_are_dead() {
        assert!(State::new(&grid("11.............."), Propagation::Singles).is_dead());
        assert!(State::new(&grid("123....4........"), Propagation::Check).is_dead());
        assert!(!State::new(&grid("123....4........"), Propagation::None).is_dead());
    }
}
