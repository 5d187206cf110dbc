//! What playouts learn from each other: MAST (Finnsson & Björnsson 2008), NST (Tak, Winands & Björnsson 2012) and
//! history by roulette. Every worker keeps its own tables.

use rustc_hash::FxHashMap;

use super::amaf::{Played, Trace};
use super::config::Playout;
use super::context::Context;
use crate::game::capabilities::default_code;
use crate::game::{Game, Moves, Payoffs, Player};
use crate::random::Random;

/// Visits that a pair of moves needs before NST trusts it.
const TRUSTED_PAIR: f64 = 5.0;

/// Mean payoffs of moves and of pairs of consecutive moves.
#[derive(Default)]
pub(crate) struct PlayoutStats {
    single: FxHashMap<Played, (f64, f64)>,
    pair: FxHashMap<(u64, Played), (f64, f64)>,
}

impl PlayoutStats {
    /// Adds all moves of a simulation.
    pub(crate) fn learn<M: Copy>(&mut self, trace: &Trace<M>, payoffs: &Payoffs, pairs: bool) {
        let mut before = 0;
        for (&(player, _), &code) in trace.moves.iter().zip(&trace.codes) {
            if let Some(Player(player)) = player {
                let value = payoffs[usize::from(player)];
                add(self.single.entry((player, code)).or_default(), value);
                if pairs {
                    add(self.pair.entry((before, (player, code))).or_default(), value);
                }
            }
            before = code;
        }
    }

    /// Keeps this share of every result, and forgets what hardly counts any more.
    pub(crate) fn fade(&mut self, share: f64) {
        let fade = |(visits, sum): &mut (f64, f64)| {
            (*visits, *sum) = (*visits * share, *sum * share);
            *visits >= 0.01
        };
        self.single.retain(|_, entry| fade(entry));
        self.pair.retain(|_, entry| fade(entry));
    }

    /// The mean of a move; unknown moves count as the best, so that they are tried.
    fn mean(&self, played: Played, before: Option<u64>, best: f64) -> f64 {
        let pair = before.and_then(|before| self.pair.get(&(before, played))).filter(|pair| pair.0 >= TRUSTED_PAIR);
        pair.or_else(|| self.single.get(&played)).map_or(best, |(visits, sum)| sum / visits)
    }

    /// Chooses among the listed moves of `player`; returns the position.
    pub(crate) fn choose<G: Game>(
        &self,
        context: &Context<'_, G>,
        state: &G::State,
        player: u8,
        listed: &[G::Move],
        before: Option<u64>,
        rng: &mut Random,
    ) -> usize {
        let epsilon = match context.config.playout {
            Playout::History => 0.0,
            Playout::Mast | Playout::Nst => context.config.epsilon,
            _ => 1.0,
        };
        if listed.len() == 1 || epsilon == 1.0 || (epsilon > 0.0 && rng.unit() < epsilon) {
            return rng.below(listed.len());
        }
        let (low, width) = (context.shifted_low(), context.width());
        let capability = context.game.capabilities().codes;
        let mean = |mv: G::Move| {
            let code = capability.map_or_else(|| default_code(mv), |capability| capability.code(state, mv));
            self.mean((player, code), before, low + width)
        };
        if context.config.playout == Playout::History {
            return roulette(listed, |mv| (mean(mv) - low) / width + 0.01, rng);
        }
        let (mut best, mut best_mean, mut ties) = (0, f64::NEG_INFINITY, 0);
        for (position, &mv) in listed.iter().enumerate() {
            let mean = mean(mv);
            if mean > best_mean {
                (best, best_mean, ties) = (position, mean, 1);
            } else if mean == best_mean {
                ties += 1;
                if rng.below(ties) == 0 {
                    best = position;
                }
            }
        }
        best
    }

    /// Chooses a move for every player of a joint turn.
    pub(crate) fn choose_joint<G: Game>(
        &self,
        context: &Context<'_, G>,
        state: &G::State,
        moves: &Moves<G::Move>,
        rng: &mut Random,
        chosen: &mut Vec<G::Move>,
    ) {
        chosen.clear();
        for player in 0..moves.sections() {
            let listed = moves.section(player);
            chosen.push(listed[self.choose(context, state, player as u8, listed, None, rng)]);
        }
    }
}

fn add(entry: &mut (f64, f64), value: f64) {
    entry.0 += 1.0;
    entry.1 += value;
}

fn roulette<M: Copy>(listed: &[M], weight: impl Fn(M) -> f64, rng: &mut Random) -> usize {
    let weights: Vec<f64> = listed.iter().map(|&mv| weight(mv).max(0.0)).collect();
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    weights
        .iter()
        .position(|weight| {
            left -= weight;
            left < 0.0
        })
        .unwrap_or(listed.len() - 1)
}
