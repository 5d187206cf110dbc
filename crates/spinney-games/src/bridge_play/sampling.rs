//! Determinization: deals the cards that an observer has not seen, uniformly among the deals consistent with its
//! information: the number of cards of each hand, the suits that a hand has shown out of, and the constraints from the
//! bidding.
//!
//! Without bidding constraints the sample is direct. With them, rejection sampling is tried a fixed number of times. If
//! it fails, hands are drawn by counting: a table over suits holds the number of ways to complete a hand for each
//! number of cards and points, and the hand is drawn in proportion. That is exact for two unseen hands, which covers
//! all play after the lead.

use spinney::bits::{Bits, nth_bit};
use spinney::random::Random;

use super::cards::{lane, points};
use super::options::{ANY, Span};
use super::{BridgePlay, State};

/// Direct draws before counting.
const DRAWS: u32 = 40;
/// Counting draws before the constraints are given up as unsatisfiable. Only more than two hands can need a second one.
const COUNTS: u32 = 200;

/// A hand with unseen cards.
#[derive(Clone, Copy)]
struct Need {
    hand: usize,
    cards: u32,
    /// Cards that it cannot have: of suits that it has shown out of.
    barred: u64,
}

impl BridgePlay {
    /// Completes every hand whose cards are not all known.
    pub(super) fn fill(&self, state: &State, rng: &mut Random) -> State {
        let mut needs = [Need { hand: 0, cards: 0, barred: 0 }; 4];
        let mut count = 0;
        for hand in 0..4 {
            let cards = self.cards_left(state, hand).saturating_sub(state.hand(hand).count_ones());
            if cards > 0 {
                needs[count] = Need { hand, cards, barred: state.barred(hand) };
                count += 1;
            }
        }
        let needs = &needs[..count];
        if needs.iter().all(|need| self.limits[need.hand] == ANY) {
            return self.draw(state, needs, rng);
        }
        for _ in 0..DRAWS {
            let drawn = self.draw(state, needs, rng);
            if needs.iter().all(|need| self.limits[need.hand].fit(drawn.dealt[need.hand])) {
                return drawn;
            }
        }
        (0..COUNTS).find_map(|_| self.count(state, needs, rng)).unwrap_or_else(|| self.draw(state, needs, rng))
    }

    /// A uniform draw, without regard to the bidding.
    fn draw(&self, state: &State, needs: &[Need], rng: &mut Random) -> State {
        let mut drawn = *state;
        let mut left = self.unseen(state);
        for (index, need) in needs.iter().enumerate() {
            let others = &needs[index + 1..];
            // Cards that no other hand can have.
            let forced =
                if others.is_empty() { left } else { others.iter().fold(left, |all, other| all & other.barred) };
            let free = left & !forced & !need.barred;
            let wanted = need.cards.saturating_sub(forced.count_ones()).min(free.count_ones());
            let taken = forced | draw_some(free, wanted, rng);
            drawn.dealt[need.hand] |= taken;
            left &= !taken;
        }
        drawn
    }

    /// A draw by counting, which satisfies all constraints; `None` if there is none, given the hands drawn first.
    fn count(&self, state: &State, needs: &[Need], rng: &mut Random) -> Option<State> {
        let mut drawn = *state;
        let mut left = self.unseen(state);
        for (index, need) in needs.iter().enumerate() {
            let taken = match &needs[index + 1..] {
                [] => left,
                [last] => self.table(state, left, need, Some(last)).draw(left, need.cards, rng)?,
                _ => self.table(state, left, need, None).draw(left & !need.barred, need.cards, rng)?,
            };
            drawn.dealt[need.hand] |= taken;
            left &= !taken;
        }
        needs.iter().all(|need| self.limits[need.hand].fit(drawn.dealt[need.hand])).then_some(drawn)
    }

    /// The numbers of ways to fill `need` from `left`, with the remainder going to `rest`.
    fn table(&self, state: &State, left: u64, need: &Need, rest: Option<&Need>) -> Table {
        let known = state.dealt[need.hand];
        let limits = self.limits[need.hand];
        let mut spans = [(0i32, 0i32); 4];
        for (suit, span) in spans.iter_mut().enumerate() {
            let in_suit = |cards: u64| (cards & lane(suit)).count_ones() as i32;
            let all = in_suit(left);
            *span = within(limits.lengths[suit], in_suit(known));
            span.1 = span.1.min(all - in_suit(left & need.barred));
            if let Some(rest) = rest {
                let (low, high) = within(self.limits[rest.hand].lengths[suit], in_suit(state.dealt[rest.hand]));
                let high = if rest.barred & lane(suit) != 0 { 0 } else { high };
                *span = (span.0.max(all - high), span.1.min(all - low));
            }
        }
        let mut total = within(limits.points, points(known) as i32);
        if let Some(rest) = rest {
            let (low, high) = within(self.limits[rest.hand].points, points(state.dealt[rest.hand]) as i32);
            let all = points(left) as i32;
            total = (total.0.max(all - high), total.1.min(all - low));
        }
        Table::new(left, need.cards as usize, spans, total)
    }

    /// The cards that are neither played nor in a hand that is seen.
    fn unseen(&self, state: &State) -> u64 {
        (0..4).fold(self.pack & !state.played, |unseen, hand| unseen & !state.hand(hand))
    }
}

/// The rest of a span after `known` of it.
fn within((low, high): Span, known: i32) -> (i32, i32) {
    (i32::from(low) - known, i32::from(high) - known)
}

/// A uniformly random subset of this many cards.
fn draw_some(set: u64, count: u32, rng: &mut Random) -> u64 {
    let (mut left, mut taken) = (set, 0);
    // If the complement is smaller, it is drawn instead.
    let size = set.count_ones();
    let few = count.min(size - count);
    for drawn in 0..few {
        let bit = 1 << nth_bit(left, rng.below((size - drawn) as usize) as u32);
        taken |= bit;
        left &= !bit;
    }
    if few == count { taken } else { left }
}

const POINTS: usize = 41;

/// How many ways there are to choose cards suit by suit.
struct Table {
    /// By suit, cards and points: the number of subsets of the suit with that many cards and points.
    sets: [[[f64; 11]; 14]; 4],
    /// By suit, cards still to be chosen and points so far: the number of ways to continue from this suit.
    ways: Vec<[[f64; POINTS]; 14]>,
    spans: [(i32, i32); 4],
}

impl Table {
    fn new(cards: u64, count: usize, spans: [(i32, i32); 4], total: (i32, i32)) -> Self {
        let mut table = Table { sets: [[[0.0; 11]; 14]; 4], ways: vec![[[0.0; POINTS]; 14]; 5], spans };
        for (suit, sets) in table.sets.iter_mut().enumerate() {
            for (honours, others) in honour_sets(cards, suit) {
                for small in 0..=others.count_ones() as usize {
                    let size = honours.count_ones() as usize + small;
                    sets[size][points(honours) as usize] += choose(others.count_ones() as usize, small);
                }
            }
        }
        for points in 0..POINTS {
            table.ways[4][0][points] = f64::from(u8::from((total.0..=total.1).contains(&(points as i32))));
        }
        for suit in (0..4).rev() {
            for left in 0..=count {
                for points in 0..POINTS {
                    table.ways[suit][left][points] = table.steps(suit, left, points).map(|(.., ways)| ways).sum();
                }
            }
        }
        table
    }

    /// The numbers of cards and points that can be taken from a suit, with the number of ways to do so and continue.
    fn steps(&self, suit: usize, left: usize, points: usize) -> impl Iterator<Item = (usize, usize, f64)> {
        let (low, high) = self.spans[suit];
        let sizes = low.max(0)..=high.min(left as i32);
        sizes.map(|size| size as usize).flat_map(move |size| {
            let sets = &self.sets[suit][size];
            let worths = (0..11).filter(move |worth| sets[*worth] > 0.0 && points + worth < POINTS);
            worths.map(move |worth| (size, worth, sets[worth] * self.ways[suit + 1][left - size][points + worth]))
        })
    }

    /// Draws `count` of the cards, uniformly among the sets that satisfy the constraints.
    fn draw(&self, cards: u64, count: u32, rng: &mut Random) -> Option<u64> {
        let (mut left, mut worth, mut taken) = (count as usize, 0, 0);
        for suit in 0..4 {
            let steps = || self.steps(suit, left, worth).filter(|(.., ways)| *ways > 0.0);
            let (size, gained) = draw_by_weight(|| steps().map(|(size, worth, ways)| ((size, worth), ways)), rng)?;
            let fitting = || {
                honour_sets(cards, suit)
                    .filter(|(honours, _)| points(*honours) as usize == gained && honours.count_ones() as usize <= size)
                    .map(|(honours, others)| {
                        let small = size - honours.count_ones() as usize;
                        ((honours, others, small), choose(others.count_ones() as usize, small))
                    })
                    .filter(|(_, ways)| *ways > 0.0)
            };
            let (honours, others, small) = draw_by_weight(fitting, rng)?;
            taken |= honours | draw_some(others, small as u32, rng);
            left -= size;
            worth += gained;
        }
        (left == 0).then_some(taken)
    }
}

/// Draws an index in proportion to its weight.
fn draw_by_weight<T, I: Iterator<Item = (T, f64)>>(things: impl Fn() -> I, rng: &mut Random) -> Option<T> {
    let mut left = rng.unit() * things().map(|(_, weight)| weight).sum::<f64>();
    let mut drawn = None;
    for (thing, weight) in things() {
        drawn = Some(thing);
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    drawn
}

/// Every set of honours (ace to jack) among the cards of a suit, with the other cards of the suit.
fn honour_sets(cards: u64, suit: usize) -> impl Iterator<Item = (u64, u64)> + Clone {
    let cards = cards & lane(suit);
    let honours = cards & (0x1e00 << (16 * suit));
    (0..1u32 << honours.count_ones()).map(move |choice| {
        let chosen = Bits(honours).enumerate().filter(|(index, _)| choice >> index & 1 == 1);
        (chosen.fold(0, |set, (_, bit)| set | 1 << bit), cards & !honours)
    })
}

/// The number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> f64 {
    if k > n { 0.0 } else { (0..k).fold(1.0, |ways, i| ways * (n - i) as f64 / (i + 1) as f64).round() }
}
