//! The caller's buffer that [`Game::turn`](super::Game::turn) fills.

use std::ops::Deref;

use crate::random::Random;

/// A list of moves that is filled again and again without allocating.
///
/// It reads as a slice. Joint turns divide it into one section per player; chance turns give each entry a weight.
#[derive(Clone, Debug)]
pub struct Moves<M> {
    list: Vec<M>,
    /// Probabilities, parallel to `list`; empty unless the turn is a chance turn.
    weights: Vec<f64>,
    /// End of each player's section; empty unless the turn is a joint turn.
    ends: Vec<u32>,
    /// Scratch of [`Moves::draw_joint`].
    joint: Vec<M>,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Moves { list: Vec::new(), weights: Vec::new(), ends: Vec::new(), joint: Vec::new() }
    }
}

impl<M: Copy> Moves<M> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the list and keeps its memory.
    #[inline]
    pub fn clear(&mut self) {
        self.list.clear();
        if !self.weights.is_empty() {
            self.weights.clear();
        }
        if !self.ends.is_empty() {
            self.ends.clear();
        }
    }

    /// Makes room for this many more moves.
    pub fn reserve(&mut self, moves: usize) {
        self.list.reserve(moves);
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.list.push(mv);
    }

    /// Adds several moves.
    #[inline]
    pub fn extend(&mut self, moves: impl IntoIterator<Item = M>) {
        self.list.extend(moves);
    }

    /// Keeps the moves that `keep` approves of, in their order. Only for turns of one player.
    #[inline]
    pub fn retain(&mut self, keep: impl FnMut(&M) -> bool) {
        debug_assert!(self.weights.is_empty() && self.ends.is_empty(), "a turn of one player");
        self.list.retain(keep);
    }

    /// Adds a chance outcome with its probability. The probabilities of a turn add up to 1.
    #[inline]
    pub fn push_weighted(&mut self, mv: M, weight: f64) {
        self.list.push(mv);
        self.weights.push(weight);
    }

    /// Ends the section of the next player on a joint turn: call it once per player, in seat order.
    #[inline]
    pub fn end_section(&mut self) {
        self.ends.push(self.list.len() as u32);
    }

    /// The moves of one player on a joint turn.
    #[inline]
    pub fn section(&self, player: usize) -> &[M] {
        let from = if player == 0 { 0 } else { self.ends[player - 1] as usize };
        &self.list[from..self.ends[player] as usize]
    }

    /// The number of sections: players on a joint turn, 0 on any other.
    #[inline]
    pub fn sections(&self) -> usize {
        self.ends.len()
    }

    /// The probability of the chance outcome at `index`.
    #[inline]
    pub fn weight(&self, index: usize) -> f64 {
        self.weights[index]
    }

    /// The index of a chance outcome, drawn by the weights.
    #[inline]
    pub fn draw_weighted(&self, rng: &mut Random) -> usize {
        let mut left = rng.unit();
        for (index, weight) in self.weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        self.list.len() - 1
    }

    /// Adds every move to another list as `f` translates it, with weights and sections.
    pub fn map_into<T: Copy>(&self, to: &mut Moves<T>, f: impl FnMut(M) -> T) {
        to.list.extend(self.list.iter().copied().map(f));
        to.weights.extend_from_slice(&self.weights);
        to.ends.extend_from_slice(&self.ends);
    }

    /// One uniformly random move for every player of a joint turn.
    pub fn draw_joint(&mut self, rng: &mut Random) -> &[M] {
        self.joint.clear();
        let mut from = 0;
        for &end in &self.ends {
            let end = end as usize;
            self.joint.push(self.list[from + rng.below(end - from)]);
            from = end;
        }
        &self.joint
    }
}

impl<M> Deref for Moves<M> {
    type Target = [M];
    #[inline]
    fn deref(&self) -> &[M] {
        &self.list
    }
}
