//! A state: the facts, and the counters of the whole network for them.

use spinney::game::MAX_PLAYERS;

use super::{Network, bits};

/// A state of a network.
#[derive(Debug, Default)]
pub struct State {
    /// A bit per fact.
    pub(super) facts: Vec<u64>,
    /// A bit per output gate.
    pub(super) outputs: Vec<u64>,
    /// The counters of the gates: not negative while the gate is on.
    pub(super) counters: Vec<i16>,
    /// Gates that depend on themselves: which are on, and how many inputs among themselves are.
    pub(super) looped: Vec<bool>,
    pub(super) inner: Vec<i16>,
    /// The moves that are switched on: one for each role, or one in all.
    pub(super) moves: [u32; MAX_PLAYERS],
    /// Goals at the end.
    pub(super) goals: [Option<i16>; MAX_PLAYERS],
    /// Flips that are still to be propagated: a node, and whether it went on. Empty between steps.
    pub(super) queue: Vec<u32>,
    /// Scratch: values of goal gates, and components to visit.
    pub(super) values: Vec<bool>,
    pub(super) touched: Vec<u32>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = State::default();
        copy.clone_from(self);
        copy
    }

    /// Copies without allocating if there is room.
    fn clone_from(&mut self, source: &Self) {
        self.facts.clone_from(&source.facts);
        self.outputs.clone_from(&source.outputs);
        self.counters.clone_from(&source.counters);
        self.looped.clone_from(&source.looped);
        self.inner.clone_from(&source.inner);
        self.moves = source.moves;
        self.goals = source.goals;
        self.queue.clear();
    }
}

impl State {
    /// The memory used, in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<State>()
            + (self.facts.len() + self.outputs.len()) * 8
            + (self.counters.len() + self.inner.len()) * 2
            + self.looped.len()
    }

    /// The facts as words: equal for equal states.
    #[inline]
    pub fn words(&self) -> &[u64] {
        &self.facts
    }

    #[inline]
    pub(super) fn output(&self, bit: u32) -> bool {
        self.outputs[bit as usize / 64] >> (bit % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn fact(&self, fact: u32) -> bool {
        self.facts[fact as usize / 64] >> (fact % 64) & 1 == 1
    }

    /// Switches to other moves: new ones on, then old ones off, so that an `or` over moves does not flip twice.
    #[inline]
    pub(super) fn switch_moves(&mut self, network: &Network, joint: &[u32]) {
        let first = network.first_move;
        if let Some(active) = network.active(self) {
            // One slot for all roles.
            let mv = joint[usize::from(active)];
            let old = std::mem::replace(&mut self.moves[0], mv);
            if mv != old {
                self.queue.extend_from_slice(&[(first + mv) << 1 | 1, (first + old) << 1]);
            }
        } else {
            for (&mv, &old) in joint.iter().zip(&self.moves) {
                if mv != old {
                    self.queue.push((first + mv) << 1 | 1);
                }
            }
            for (&mv, slot) in joint.iter().zip(&mut self.moves) {
                let old = std::mem::replace(slot, mv);
                if mv != old {
                    self.queue.push((first + old) << 1);
                }
            }
        }
        self.settle(network);
    }

    /// Advances to the state of the `next` bits.
    #[inline]
    pub(super) fn step(&mut self, network: &Network) {
        let first = network.first_fact;
        let from = network.next_word;
        let next = &self.outputs[from..from + self.facts.len()];
        for (at, (word, next)) in self.facts.iter_mut().zip(next).enumerate() {
            let changed = *word ^ next;
            if changed != 0 {
                let base = first + at as u32 * 64;
                self.queue.extend(bits(changed & next).map(|bit| (base + bit) << 1 | 1));
                self.queue.extend(bits(changed & *word).map(|bit| (base + bit) << 1));
                *word = *next;
            }
        }
        self.settle(network);
    }

    /// Switches to other facts.
    pub(super) fn set_facts(&mut self, network: &Network, words: &[u64]) {
        for (at, (word, &wanted)) in self.facts.iter_mut().zip(words).enumerate() {
            let changed = *word ^ wanted;
            let base = network.first_fact + at as u32 * 64;
            self.queue.extend(bits(changed).map(|bit| (base + bit) << 1 | (wanted >> bit & 1) as u32));
            *word = wanted;
        }
        self.settle(network);
    }

    /// Propagates all flips until nothing changes.
    #[inline]
    pub(super) fn settle(&mut self, network: &Network) {
        self.propagate(network);
        if !network.recursion.is_empty() {
            network.recursion.settle(network, self);
        }
    }

    /// Propagates the flips of the queue, first in first out, except for gates that depend on themselves.
    #[inline]
    pub(super) fn propagate(&mut self, network: &Network) {
        let loops = !network.recursion.is_empty();
        let mut at = 0;
        while let Some(&flip) = self.queue.get(at) {
            at += 1;
            let node = (flip >> 1) as usize;
            let delta = (flip as i16 & 1) * 2 - 1;
            let [start, middle] = network.starts[node];
            let end = network.starts[node + 1][0];
            self.add(network, &network.edges[start as usize..middle as usize], delta);
            self.add(network, &network.edges[middle as usize..end as usize], -delta);
            if loops {
                network.recursion.support(node, delta, self);
            }
        }
        self.queue.clear();
    }

    /// Adds to the counters of some gates and records which of them flip.
    #[inline(always)]
    fn add(&mut self, network: &Network, readers: &[u32], delta: i16) {
        for &reader in readers {
            let counter = &mut self.counters[reader as usize];
            let before = *counter;
            *counter = before + delta;
            if (before ^ *counter) < 0 {
                if reader < network.outputs {
                    let (word, bit) = (reader as usize / 64, 1 << (reader % 64));
                    self.outputs[word] ^= bit;
                    // Most outputs have no other reader.
                    if network.silent[word] & bit != 0 {
                        continue;
                    }
                }
                self.queue.push(reader << 1 | u32::from(delta > 0));
            }
        }
    }
}
