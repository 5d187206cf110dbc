//! A playout by a learnt policy, written down so that the policy can learn from it.

use super::policy::Policy;
use crate::game::skills::{Guide, Offer};
use crate::random::Random;

/// A line of moves with everything that was offered on the way.
#[derive(Clone, Debug)]
pub(crate) struct Rollout<M> {
    /// What the line is worth.
    pub(crate) value: f64,
    /// The moves.
    pub(crate) moves: Vec<M>,
    /// The codes of the moves.
    codes: Vec<u64>,
    /// What was offered at every step, one step after the other: codes, and what the weights were multiplied by.
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

/// Steers a playout by a policy and writes it down.
pub(crate) struct Follower<'p, M> {
    pub(crate) policy: &'p Policy,
    /// How much the game's own preferences count.
    pub(crate) bias: f32,
    pub(crate) rng: &'p mut Random,
    /// The payoff below which a playout is of no use.
    pub(crate) least: f64,
    pub(crate) rollout: &'p mut Rollout<M>,
}

impl<M: Copy> Guide<M> for Follower<'_, M> {
    #[inline]
    fn weigh(&mut self, code: u64, bias: f32) -> f32 {
        self.policy.factor(code) * lean(self.bias, bias)
    }

    #[inline]
    fn choose(&mut self, offers: &[Offer<M>]) -> usize {
        let mut total = 0.0;
        for offer in offers {
            total += offer.weight;
            self.rollout.offers.push((offer.code, lean(self.bias, offer.bias)));
        }
        let mut draw = self.rng.unit() as f32 * total;
        let mut chosen = offers.len() - 1;
        for (index, offer) in offers.iter().enumerate() {
            draw -= offer.weight;
            if draw < 0.0 {
                chosen = index;
                break;
            }
        }
        self.rollout.moves.push(offers[chosen].mv);
        self.rollout.codes.push(offers[chosen].code);
        self.rollout.ends.push(self.rollout.offers.len() as u32);
        chosen
    }

    fn least(&self) -> f64 {
        self.least
    }
}

/// What a bias multiplies a weight by.
#[inline(always)]
fn lean(scale: f32, bias: f32) -> f32 {
    if scale == 0.0 || bias == 0.0 { 1.0 } else { (scale * bias).exp() }
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
        for &(code, bias) in offers {
            let factor = policy.factor(code) * bias;
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
