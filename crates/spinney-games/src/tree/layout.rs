//! The arrays of a tree: nodes, payoffs and shapes in their final places, and what follows from them.

use spinney::game::{MAX_PLAYERS, PayoffRange};

use super::error::Fault;
use super::{Kind, Node, TreeGame};

/// How far the sum of probabilities may be from 1, and payoffs from a constant sum.
pub(super) const ROUNDING: f64 = 1e-9;

impl TreeGame {
    pub(super) fn empty(players: usize, plain: bool) -> Self {
        TreeGame {
            nodes: Vec::new(),
            children: Vec::new(),
            weights: Vec::new(),
            payoffs: Vec::new(),
            shapes: Vec::new(),
            labels: Vec::new(),
            evaluations: Vec::new(),
            noisy: Vec::new(),
            players,
            plain,
            height: 0,
            widest: 0,
            range: PayoffRange::new(0.0, 1.0),
            constant_sum: None,
        }
    }

    pub(super) fn add_leaf(&mut self, payoffs: &[f64]) -> Kind {
        let from = self.payoffs.len() as u32;
        self.payoffs.extend_from_slice(payoffs);
        Kind::Leaf(from)
    }

    /// Players that the shape leaves out get one move each.
    pub(super) fn add_shape(&mut self, shape: &[u32]) -> Result<Kind, Fault> {
        if shape.is_empty() || shape.contains(&0) {
            return Err(Fault::Shape(format!("{shape:?}")));
        } else if shape.len() > MAX_PLAYERS {
            return Err(Fault::TooManyPlayers(shape.len()));
        } else if shape.len() > self.players {
            return Err(Fault::NoSuchPlayer { player: shape.len() - 1, players: self.players });
        }
        let from = self.shapes.len();
        self.shapes.extend_from_slice(shape);
        self.shapes.resize(from + self.players, 1);
        Ok(Kind::Joint(from as u32))
    }

    /// Lays the children of every node side by side, in the order in which they were given.
    pub(super) fn link(&mut self) {
        for index in 1..self.nodes.len() {
            let parent = self.nodes[index].parent as usize;
            self.nodes[index].slot = self.nodes[parent].len;
            self.nodes[parent].len += 1;
        }
        let mut from = 0;
        for node in &mut self.nodes {
            node.from = from;
            from += node.len;
        }
        self.children = vec![0; from as usize];
        for index in 1..self.nodes.len() {
            let Node { parent, slot, .. } = self.nodes[index];
            self.children[(self.nodes[parent as usize].from + slot) as usize] = index as u32;
        }
    }

    /// Fills in height, width, payoff range and constant sum.
    pub(super) fn measure(&mut self) {
        let mut heights = vec![0; self.nodes.len()];
        for index in (1..self.nodes.len()).rev() {
            let parent = self.nodes[index].parent as usize;
            heights[parent] = heights[parent].max(heights[index] + 1);
        }
        self.height = heights[0];
        let width = |node: &Node| match node.kind {
            Kind::Joint(shape) => self.shape(shape).iter().sum(),
            _ => node.len,
        };
        self.widest = self.nodes.iter().map(width).max().unwrap_or(0);
        let low = self.payoffs.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self.payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.range = PayoffRange::new(low, if low < high { high } else { low + 1.0 });
        let sum = |payoffs: &[f64]| payoffs.iter().sum::<f64>();
        let first = sum(&self.payoffs[..self.players]);
        let rounding = ROUNDING * (1.0 + low.abs().max(high.abs()));
        let constant = self.payoffs.chunks(self.players).all(|payoffs| (sum(payoffs) - first).abs() <= rounding);
        self.constant_sum = (self.players > 1 && constant).then_some(first);
    }
}
