//! Go on 9x9 with chains as rings of stones, pseudo-liberties and a list of empty points, all in bytes. Playouts are
//! light: no own single-point eye is filled, and a player with no other move passes. Simple ko, no suicide, area
//! scoring with a komi of 7.5.

use super::uct::{self, Board};
use super::{Answer, Tally, Wyrand};

const SIZE: usize = 9;
const STRIDE: u8 = SIZE as u8 + 1;
const CELLS: usize = 128;
const POINTS: usize = SIZE * SIZE;
const PASS: u8 = 0;
/// The board is scored after this many moves.
const LONGEST: u16 = (2 * POINTS + 10 * SIZE) as u16;

const BORDER: u8 = 0;
const EMPTY: u8 = 1;
const BLACK: u8 = 8;
const WHITE: u8 = 64;
/// Where the sum of four neighbours counts empty points, and stones of black and white.
const EMPTIES: u32 = 7;
const STONES: [u32; 2] = [7 << 3, 15 << 6];

/// Plays `count` light playouts from the start.
pub fn playouts(count: u64, seed: u64) -> Tally {
    let mut rng = Wyrand::new(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let mut position = Position::START;
        position.finish(&mut rng);
        tally.add(u32::from(position.number), position.result());
    }
    tally
}

/// Searches from the start with a fresh tree. The result is a point: ten times its row from the top, plus its column,
/// both from 1; or 0 for a pass.
pub fn search(simulations: u64, seed: u64) -> Answer {
    uct::search(Position::START, simulations, seed)
}

#[derive(Clone, Copy)]
struct Position {
    contents: [u8; CELLS],
    head: [u8; CELLS],
    next: [u8; CELLS],
    size: [u8; CELLS],
    place: [u8; CELLS],
    liberties: [u16; CELLS],
    empty: [u8; POINTS],
    empties: u8,
    stones: [u8; 2],
    ko: u8,
    passes: u8,
    /// 0 is black, 1 white.
    player: u8,
    number: u16,
}

#[inline(always)]
fn at(point: u8) -> usize {
    usize::from(point) & (CELLS - 1)
}

#[inline(always)]
fn beside(point: u8) -> [u8; 4] {
    [point - 1, point + 1, point - STRIDE, point + STRIDE]
}

#[inline(always)]
fn stone(player: u8) -> u8 {
    if player == 0 { BLACK } else { WHITE }
}

impl Position {
    const START: Self = Self::start();

    const fn start() -> Self {
        let mut position = Position {
            contents: [BORDER; CELLS],
            head: [0; CELLS],
            next: [0; CELLS],
            size: [0; CELLS],
            place: [0; CELLS],
            liberties: [0; CELLS],
            empty: [0; POINTS],
            empties: POINTS as u8,
            stones: [0, 0],
            ko: 0,
            passes: 0,
            player: 0,
            number: 0,
        };
        let mut index = 0;
        while index < POINTS {
            let point = (index / SIZE + 1) * STRIDE as usize + index % SIZE + 1;
            position.contents[point] = EMPTY;
            position.empty[index] = point as u8;
            position.place[point] = index as u8;
            index += 1;
        }
        position
    }

    #[inline(always)]
    fn sum(&self, point: u8) -> u32 {
        beside(point).into_iter().map(|next| u32::from(self.contents[at(next)])).sum()
    }

    #[inline(always)]
    fn is_legal(&self, point: u8) -> bool {
        point != self.ko && (self.sum(point) & EMPTIES != 0 || self.breathes(point))
    }

    fn breathes(&self, point: u8) -> bool {
        let own = stone(self.player);
        beside(point).into_iter().any(|next| {
            let contents = self.contents[at(next)];
            let head = self.head[at(next)];
            let contacts: u16 = beside(point).into_iter().map(|other| u16::from(self.head[at(other)] == head)).sum();
            contents != BORDER && (self.liberties[at(head)] > contacts) == (contents == own)
        })
    }

    #[inline(always)]
    fn is_eye(&self, point: u8) -> bool {
        self.sum(point) & !STONES[usize::from(self.player)] == 0 && {
            let other = stone(1 - self.player);
            let (mut others, mut border) = (0, 0);
            for next in [point - STRIDE - 1, point - STRIDE + 1, point + STRIDE - 1, point + STRIDE + 1] {
                others += u8::from(self.contents[at(next)] == other);
                border |= u8::from(self.contents[at(next)] == BORDER);
            }
            others + border < 2
        }
    }

    #[inline(always)]
    fn put(&mut self, point: u8) {
        let (own, other) = (stone(self.player), stone(1 - self.player));
        self.empties -= 1;
        let last = self.empty[usize::from(self.empties)];
        let place = self.place[at(point)];
        self.empty[usize::from(place)] = last;
        self.place[at(last)] = place;
        self.contents[at(point)] = own;
        self.stones[usize::from(self.player)] += 1;
        let mut empties = 0;
        for next in beside(point) {
            let head = at(self.head[at(next)]);
            self.liberties[head] = self.liberties[head].wrapping_sub(1);
            empties += u16::from(self.contents[at(next)] == EMPTY);
        }
        self.head[at(point)] = point;
        self.next[at(point)] = point;
        self.size[at(point)] = 1;
        self.liberties[at(point)] = empties;
        let (mut captured, mut taken) = (0, 0);
        for next in beside(point) {
            let (contents, head) = (self.contents[at(next)], self.head[at(next)]);
            if contents == own {
                self.join(at(self.head[at(point)]), at(head));
            } else if contents == other && self.liberties[at(head)] == 0 {
                captured += self.capture(head);
                taken = next;
            }
        }
        let head = at(self.head[at(point)]);
        let alone = self.size[head] == 1 && self.liberties[head] == 1;
        self.ko = if captured == 1 && alone { taken } else { 0 };
        self.passes = 0;
    }

    #[inline(always)]
    fn join(&mut self, one: usize, other: usize) {
        if one == other {
            return;
        }
        let (large, small) = if self.size[one] >= self.size[other] { (one, other) } else { (other, one) };
        self.liberties[large] += self.liberties[small];
        self.size[large] += self.size[small];
        let mut stone = small;
        loop {
            self.head[stone] = large as u8;
            stone = at(self.next[stone]);
            if stone == small {
                break;
            }
        }
        self.next.swap(large, small);
    }

    fn capture(&mut self, head: u8) -> u8 {
        let count = self.size[at(head)];
        self.stones[usize::from(1 - self.player)] -= count;
        let mut stone = head;
        for _ in 0..count {
            self.contents[at(stone)] = EMPTY;
            self.head[at(stone)] = 0;
            self.place[at(stone)] = self.empties;
            self.empty[usize::from(self.empties)] = stone;
            self.empties += 1;
            for next in beside(stone) {
                let head = at(self.head[at(next)]);
                self.liberties[head] = self.liberties[head].wrapping_add(1);
            }
            stone = self.next[at(stone)];
        }
        count
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.passes >= 2 || self.number >= LONGEST
    }

    #[inline(always)]
    fn make(&mut self, mv: u8) {
        if mv == PASS {
            self.ko = 0;
            self.passes += 1;
        } else {
            self.put(mv);
        }
        self.player ^= 1;
        self.number += 1;
    }

    /// The first acceptable point, from a random index in the list of empty points on.
    #[inline(always)]
    fn light(&self, rng: &mut Wyrand) -> u8 {
        let empties = usize::from(self.empties);
        if empties == 0 {
            return PASS;
        }
        let first = rng.draws().below(empties as u32) as usize;
        let mut index = first;
        loop {
            let point = self.empty[index];
            if !self.is_eye(point) && self.is_legal(point) {
                return point;
            }
            index += 1;
            if index == empties {
                index = 0;
            }
            if index == first {
                return PASS;
            }
        }
    }

    #[inline(always)]
    fn finish(&mut self, rng: &mut Wyrand) {
        while !self.is_over() {
            let mv = self.light(rng);
            self.make(mv);
        }
    }

    /// 1 if black has won, else -1: there are no draws with half a point of komi.
    #[inline(always)]
    fn result(&self) -> i32 {
        if f64::from(self.area()) > 7.5 { 1 } else { -1 }
    }

    /// Points of black less those of white.
    #[inline(always)]
    fn area(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        for &point in &self.empty[..usize::from(self.empties)] {
            let sum = self.sum(point);
            if sum & EMPTIES != 0 {
                return self.area_by_regions();
            }
            area += i32::from(sum & STONES[1] == 0) - i32::from(sum & STONES[0] == 0);
        }
        area
    }

    #[cold]
    fn area_by_regions(&self) -> i32 {
        let mut area = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        let mut seen = [false; CELLS];
        let mut open = [0; POINTS];
        for &start in &self.empty[..usize::from(self.empties)] {
            if std::mem::replace(&mut seen[at(start)], true) {
                continue;
            }
            open[0] = start;
            let (mut found, mut looked, mut touched) = (1, 0, 0);
            while looked < found {
                for next in beside(open[looked]) {
                    touched |= self.contents[at(next)];
                    if self.contents[at(next)] == EMPTY && !std::mem::replace(&mut seen[at(next)], true) {
                        open[found] = next;
                        found += 1;
                    }
                }
                looked += 1;
            }
            let (black, white) = (touched & BLACK != 0, touched & WHITE != 0);
            area += found as i32 * (i32::from(black && !white) - i32::from(white && !black));
        }
        area
    }
}

impl Board for Position {
    const MAX_PLIES: usize = LONGEST as usize;

    #[inline(always)]
    fn over(&self) -> Option<i32> {
        // The player to move next is not the one that has just moved.
        self.is_over().then(|| if self.player == 1 { self.result() } else { -self.result() })
    }

    #[inline(always)]
    fn each_move(&self, rng: &mut Wyrand, mut add: impl FnMut(u8)) {
        let mut moves = [PASS; POINTS + 1];
        let mut count = 1;
        for &point in &self.empty[..usize::from(self.empties)] {
            if self.is_legal(point) {
                moves[count] = point;
                count += 1;
            }
        }
        for left in (1..=count).rev() {
            let drawn = rng.draws().below(left as u32) as usize;
            add(moves[drawn]);
            moves[drawn] = moves[left - 1];
        }
    }

    #[inline(always)]
    fn step(&mut self, mv: u8) {
        self.make(mv);
    }

    #[inline(always)]
    fn playout(mut self, rng: &mut Wyrand) -> i32 {
        let just_moved = 1 - self.player;
        self.finish(rng);
        if just_moved == 0 { self.result() } else { -self.result() }
    }

    fn name(mv: u8) -> u8 {
        mv
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_playouts_have_the_known_statistics() {
        let tally = playouts(20_000, 1);
        assert!((110.2..111.8).contains(&tally.mean_plies()), "{tally:?}");
        assert!((0.40..0.44).contains(&tally.first_win_share()), "{tally:?}");
    }

    #[test]
    fn the_search_answers_a_legal_opening() {
        let answer = search(2_000, 1);
        assert_eq!(answer.root_visits.len(), 82);
        assert_eq!(answer.root_visits.iter().map(|(_, visits)| visits).sum::<u32>(), 2_000);
    }

    #[test]
    fn the_search_captures_and_wins() {
        // The board is white's but for the black stones that have one liberty left, at 11.
        let mut position = Position::START;
        for index in 0..POINTS {
            let point = Position::START.empty[index];
            if point != 11 && point != 99 && point != 97 {
                position.player = u8::from(point > 80);
                position.put(point);
            }
        }
        position.player = 1;
        position.number = 80;
        assert_eq!(uct::search(position, 500, 1).best, 11);
    }
}
