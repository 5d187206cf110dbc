//! All plays of a roll, each resulting position once, found with masks of points.
//!
//! *Doubles*: steps are taken from the furthest point on, an order that every set of equal steps allows, so that each
//! set is found once; different sets lead to different positions.
//!
//! *Two numbers*, `a` the higher: pairs of a step by `a` and a step by `b`. Two pairs lead to the same position only if
//! they are the same pair in the other order, or bear off the same two checkers, or carry one checker from `s` to `s -
//! a - b` (perhaps by moving another from the point between) without a hit on the way that the other lacks. Each case
//! is handled, so no positions are compared or sorted.

use spinney::bits::Bits;
use spinney::game::Moves;

use super::{BAR, NO_MOVE, Play, State, step};

const BAR_BIT: u32 = 1 << BAR;
/// The points 1 to 6.
const HOME: u32 = 0b111_1110;

/// The points that the mover occupies and those that the opponent has made, both from the mover's side; they determine
/// the legal steps.
#[derive(Clone, Copy)]
struct Side<'s> {
    men: &'s [u8; 26],
    held: u32,
    blocked: u32,
    /// Blots of the opponent.
    blots: u32,
}

/// The points from which a checker can move by a die.
#[inline(always)]
pub(super) fn movable(held: u32, blocked: u32, die: u8) -> u32 {
    if held & BAR_BIT != 0 {
        return if blocked >> (BAR - usize::from(die)) & 1 == 0 { BAR_BIT } else { 0 };
    }
    let within = held & !(blocked << die) & !((2 << die) - 1);
    if held & !HOME != 0 {
        return within;
    }
    // Bearing off: by the exact number, or from the furthest point if all are nearer.
    let exact = held & 1 << die;
    let nearer = if held >> die == 0 && held != 0 { 1 << held.ilog2() } else { 0 };
    within | exact | nearer
}

/// The points occupied after a step that leaves `left` checkers behind.
#[inline(always)]
fn held_after(held: u32, from: u32, die: u8, left: u8) -> u32 {
    let kept = if left == 0 { held & !(1 << from) } else { held };
    match from.checked_sub(die.into()) {
        Some(to) if to > 0 => kept | 1 << to,
        _ => kept,
    }
}

/// Lists every play of the roll.
pub(super) fn list(state: &State, moves: &mut Moves<Play>) {
    let (own, other) = (usize::from(state.player), usize::from(1 - state.player));
    let blocked = State::seen_from_other_side(state.made[other]);
    let side = Side {
        men: &state.men[own],
        held: state.held[own],
        blocked,
        blots: State::seen_from_other_side(state.held[other]) & !blocked,
    };
    match state.dice {
        [high, low] if high == low => doubles(&side, high, moves),
        [high, low] => pairs(&side, high, low, moves),
    }
    if moves.is_empty() {
        moves.push(NO_MOVE);
    }
}

fn doubles(side: &Side, die: u8, moves: &mut Moves<Play>) {
    let mut search = Doubles { men: *side.men, blocked: side.blocked, die, longest: 1 };
    search.extend(side.held, BAR_BIT | (BAR_BIT - 1), 0, NO_MOVE, moves);
}

struct Doubles {
    men: [u8; 26],
    blocked: u32,
    die: u8,
    /// The largest number of steps so far; only plays of this length are kept.
    longest: u32,
}

impl Doubles {
    /// Adds steps from the points of `allowed` that are no further away than the last one.
    fn extend(&mut self, held: u32, allowed: u32, count: u32, play: Play, moves: &mut Moves<Play>) {
        let from = movable(held, self.blocked, self.die) & allowed;
        if count == 4 || from == 0 {
            if count > self.longest {
                moves.clear();
                self.longest = count;
            }
            if count == self.longest {
                moves.push(play);
            }
            return;
        }
        if count == 3 {
            if self.longest < 4 {
                moves.clear();
                self.longest = 4;
            }
            moves.extend(Bits(from.into()).map(|from| play | step(from, self.die) << 24));
            return;
        }
        for from in Bits(from.into()) {
            let at = from as usize;
            let to = at.saturating_sub(self.die.into());
            self.men[at] -= 1;
            self.men[to] += 1;
            let after = held_after(held, from, self.die, self.men[at]);
            self.extend(after, (2 << from) - 1, count + 1, play | step(from, self.die) << (8 * count), moves);
            self.men[at] += 1;
            self.men[to] -= 1;
        }
    }
}

/// For each point, the points from which the second die can be played after the first was played from there.
type Seconds = [u32; 32];

#[inline(always)]
fn seconds(side: &Side, first: u8, second: u8) -> (u32, Seconds) {
    let from = movable(side.held, side.blocked, first);
    let mut table = [0; 32];
    let mut any = 0;
    for from in Bits(from.into()) {
        let held = held_after(side.held, from, first, side.men[from as usize] - 1);
        table[from as usize] = movable(held, side.blocked, second);
        any |= table[from as usize];
    }
    (any, table)
}

fn pairs(side: &Side, high: u8, low: u8, moves: &mut Moves<Play>) {
    let (any, after_high) = seconds(side, high, low);
    let (any_other, after_low) = seconds(side, low, high);
    if any | any_other == 0 {
        // Only one number can be played: the higher, if possible.
        let die = if movable(side.held, side.blocked, high) != 0 { high } else { low };
        moves.extend(Bits(movable(side.held, side.blocked, die).into()).map(|from| step(from, die)));
        return;
    }
    let (a, b) = (u32::from(high), u32::from(low));
    let has = |table: &Seconds, first: u32, second: u32| table[first as usize] >> second & 1 == 1;
    // Whether the two steps carry a checker, or the equivalent of one, from one point by both numbers.
    let carries = |from_high: u32, from_low: u32| from_high == from_low + a || from_low == from_high + b;
    for first in Bits(side.held.into()) {
        for second in Bits(after_high[first as usize].into()).filter(|&second| !carries(first, second)) {
            moves.push(step(first, high) | step(second, low) << 8);
        }
        for second in Bits(after_low[first as usize].into()).filter(|&second| !carries(second, first)) {
            let reordered = has(&after_high, second, first);
            let both_off = first <= b && second <= b && has(&after_high, first, second);
            if !reordered && !both_off {
                moves.push(step(first, low) | step(second, high) << 8);
            }
        }
        let by_high = first > a && has(&after_high, first, first - a);
        let by_low = first > b && has(&after_low, first, first - b);
        if by_high {
            moves.push(step(first, high) | step(first - a, low) << 8);
        }
        let hit = |number: u32| side.blots >> (first - number) & 1 == 1;
        if by_low && (!by_high || hit(a) || hit(b)) {
            moves.push(step(first, low) | step(first - b, high) << 8);
        }
    }
}
