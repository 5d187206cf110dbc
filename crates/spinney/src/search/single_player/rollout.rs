//! A playout by a learnt policy, written down so that the policy can learn from it.

use super::findings::Findings;
use super::policy::Policy;
use crate::budget::{Limit, Pace};
use crate::game::capabilities::{Guide, Offer, Weight};
use crate::random::Random;

/// A line of moves with everything that was offered on the way.
#[derive(Clone, Debug)]
pub(crate) struct Rollout<M> {
    /// The value of the line.
    pub(crate) value: f64,
    /// The moves.
    pub(crate) moves: Vec<M>,
    /// The codes of the moves.
    codes: Vec<u64>,
    /// The moves offered at every step, one step after the other: codes, and the factors of their bias.
    offers: Vec<(u64, f32)>,
    /// Where the offers of every step end.
    ends: Vec<u32>,
}

impl<M> Default for Rollout<M> {
    fn default() -> Self {
        Rollout { value: f64::MIN, moves: Vec::new(), codes: Vec::new(), offers: Vec::new(), ends: Vec::new() }
    }
}

impl<M> Rollout<M> {
    pub(crate) fn clear(&mut self) {
        self.value = f64::MIN;
        self.moves.clear();
        self.codes.clear();
        self.offers.clear();
        self.ends.clear();
    }
}

/// A cache of the game's bias by code: the game is queried again only for codes that were evicted.
pub(crate) struct Leanings {
    /// How much the bias counts; 0 for not at all.
    scale: f32,
    /// The upper halves of codes with what their bias multiplies a weight by.
    slots: Vec<(u32, f32)>,
}

impl Leanings {
    /// Room for 2^bits codes.
    pub(crate) fn new(scale: f32, bits: u32) -> Self {
        Leanings { scale, slots: if scale == 0.0 { Vec::new() } else { vec![(0, 1.0); 1 << bits] } }
    }

    #[inline(always)]
    fn of(&mut self, code: u64, bias: &dyn Fn() -> f32) -> f32 {
        if self.scale == 0.0 {
            return 1.0;
        }
        let place = code as usize & (self.slots.len() - 1);
        let (slot, tag) = (&mut self.slots[place], (code >> 32) as u32 | 1);
        if slot.0 != tag {
            *slot = (tag, (self.scale * bias()).exp());
        }
        slot.1
    }
}

/// Steers a playout by a policy and writes it down.
pub(crate) struct Follower<'p, M> {
    pub(crate) policy: &'p Policy,
    pub(crate) leanings: &'p mut Leanings,
    pub(crate) rng: &'p mut Random,
    /// The payoff below which a playout is of no use.
    pub(crate) least: f64,
    pub(crate) rollout: &'p mut Rollout<M>,
    pub(crate) findings: &'p Findings<'p, M>,
    pub(crate) pace: &'p mut Pace,
    /// Why the playout had to be given up, if the budget ended.
    pub(crate) stopped: Option<Limit>,
}

impl<M: Copy + Send + 'static> Guide<M> for Follower<'_, M> {
    #[inline]
    fn weigh(&mut self, code: u64, bias: &dyn Fn() -> f32) -> Weight {
        let lean = self.leanings.of(code, bias);
        Weight { lean, full: self.policy.factor(code) * lean }
    }

    #[inline]
    fn choose(&mut self, offers: &[Offer<M>]) -> Option<usize> {
        self.stopped = self.findings.step(self.pace);
        if self.stopped.is_some() {
            return None;
        }
        let mut total = 0.0;
        for offer in offers {
            total += offer.weight.full;
            self.rollout.offers.push((offer.code, offer.weight.lean));
        }
        let mut draw = self.rng.unit() as f32 * total;
        let mut chosen = offers.len() - 1;
        for (index, offer) in offers.iter().enumerate() {
            draw -= offer.weight.full;
            if draw < 0.0 {
                chosen = index;
                break;
            }
        }
        self.rollout.moves.push(offers[chosen].mv);
        self.rollout.codes.push(offers[chosen].code);
        self.rollout.ends.push(self.rollout.offers.len() as u32);
        Some(chosen)
    }

    fn least(&self) -> f64 {
        self.least
    }
}

/// Buffers of [`adapt`].
#[derive(Default)]
pub(crate) struct Changes(Vec<(u64, f32)>);

/// Changes of a weight below this are not worth a place in the table.
const LEAST_CHANGE: f32 = 1e-3;

/// Makes the moves of a line more likely by a step of `alpha` along the gradient of its probability.
pub(crate) fn adapt<M>(policy: &mut Policy, line: &Rollout<M>, alpha: f32, changes: &mut Changes) {
    changes.0.clear();
    let mut begin = 0;
    for (&end, &code) in line.ends.iter().zip(&line.codes) {
        let offers = &line.offers[begin..end as usize];
        begin = end as usize;
        if offers.len() < 2 {
            continue;
        }
        let first = changes.0.len();
        let mut total = 0.0;
        for &(code, lean) in offers {
            let factor = policy.factor(code) * lean;
            total += factor;
            changes.0.push((code, factor));
        }
        let mut kept = first;
        for index in first..changes.0.len() {
            let (here, factor) = changes.0[index];
            let down = alpha * factor / total;
            let up = if here == code { alpha } else { 0.0 };
            if (up - down).abs() > LEAST_CHANGE {
                changes.0[kept] = (here, up - down);
                kept += 1;
            }
        }
        changes.0.truncate(kept);
    }
    for &(code, change) in &changes.0 {
        policy.scale(code, change.exp());
    }
}
