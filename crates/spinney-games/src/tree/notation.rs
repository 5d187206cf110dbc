//! Names of moves, paths as positions, and the tree written back as text.

use std::fmt;

use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, Moves, Turn};

use super::{Kind, TreeGame};

/// The name of the move at `slot` if it was given none: a, b, … z, aa, ab, ….
pub(super) fn default_name(slot: u32) -> String {
    let mut name = Vec::new();
    let mut rest = u64::from(slot) + 1;
    while rest > 0 {
        rest -= 1;
        name.push(b'a' + (rest % 26) as u8);
        rest /= 26;
    }
    name.iter().rev().map(|&letter| char::from(letter)).collect()
}

impl TreeGame {
    /// The name of the step from its parent to this node: a move, an outcome, or the moves of a joint turn.
    pub(super) fn step_name(&self, state: u32) -> String {
        if let Some(label) = &self.labels[state as usize] {
            return label.to_string();
        }
        let node = self.node(state);
        let Kind::Joint(shape) = self.node(node.parent).kind else { return default_name(node.slot) };
        let mut names = Vec::new();
        let mut cell = node.slot;
        for &choices in self.shape(shape).iter().rev() {
            names.push(default_name(cell % choices));
            cell /= choices;
        }
        names.reverse();
        names.join(",")
    }

    /// The word after `(` of an inner node.
    pub(super) fn kind_name(&self, state: u32) -> String {
        let evaluation = self.evaluation_text(state);
        match self.node(state).kind {
            Kind::Leaf(from) => self.payoffs_text(self.leaf_payoffs(from)),
            Kind::Player(player) if self.plain => ["max", "min"][player.index()].to_owned() + &evaluation,
            Kind::Player(player) => format!("p{}{evaluation}", player.0),
            Kind::Chance => format!("chance{evaluation}"),
            Kind::Joint(shape) => {
                let shape = self.shape(shape).iter().map(u32::to_string).collect::<Vec<_>>().join("x");
                format!("joint {shape}{evaluation}")
            }
        }
    }

    /// Payoffs as a leaf writes them.
    pub(super) fn payoffs_text(&self, payoffs: &[f64]) -> String {
        if self.plain {
            return payoffs[0].to_string();
        }
        format!("[{}]", payoffs.iter().map(f64::to_string).collect::<Vec<_>>().join(" "))
    }

    /// The probability of a node that is an outcome of chance.
    pub(super) fn probability(&self, state: u32) -> Option<f64> {
        let node = self.node(state);
        let above = self.node(node.parent);
        (state != 0 && above.kind == Kind::Chance).then(|| self.weights[(above.from + node.slot) as usize])
    }
}

impl Notation for TreeGame {
    fn write_move(&self, state: &u32, mv: u32) -> String {
        match self.node(*state).kind {
            Kind::Joint(_) => default_name(mv),
            _ => {
                self.children(*state).get(mv as usize).map_or_else(|| default_name(mv), |&child| self.step_name(child))
            }
        }
    }

    fn read_move(&self, state: &u32, text: &str) -> Result<u32, NotationError> {
        let text = text.trim();
        let mut moves = Moves::new();
        let turn = self.turn(state, &mut moves);
        // On a joint turn the sections share their names, so the index of the name is the move of the player that has
        // it.
        if let Some(&mv) = moves.iter().find(|&&mv| self.write_move(state, mv) == text) {
            return Ok(mv);
        }
        let mut legal: Vec<_> = moves.iter().map(|&mv| self.write_move(state, mv)).collect();
        if turn == Turn::Joint {
            legal.sort_by_key(|name| (name.len(), name.clone()));
            legal.dedup();
        }
        if legal.is_empty() {
            return Err(NotationError::new(format!("`{text}` cannot be played: this is a leaf")));
        }
        let more = if legal.len() > 12 { format!(" … ({} in all)", legal.len()) } else { String::new() };
        legal.truncate(12);
        Err(NotationError::new(format!("`{text}` is not a move here; there are: {}{more}", legal.join(" "))))
    }

    fn write_state(&self, state: &u32) -> String {
        let mut steps = Vec::new();
        let mut at = *state;
        while at != 0 {
            steps.push(self.step_name(at));
            at = self.node(at).parent;
        }
        if steps.is_empty() {
            return ".".to_owned();
        }
        steps.reverse();
        steps.join("/")
    }

    fn read_state(&self, text: &str) -> Result<u32, NotationError> {
        let text = text.trim();
        let mut at = 0;
        if text == "." {
            return Ok(at);
        }
        for step in text.split('/') {
            let children = self.children(at);
            at = *children.iter().find(|&&child| self.step_name(child) == step).ok_or_else(|| {
                let names: Vec<_> = children.iter().take(12).map(|&child| self.step_name(child)).collect();
                let below = if names.is_empty() { "it is a leaf".to_owned() } else { names.join(" ") };
                NotationError::new(format!("no `{step}` below `{}`; below it: {below}", self.write_state(&at)))
            })?;
        }
        Ok(at)
    }
}

impl fmt::Display for TreeGame {
    /// The tree as text that [`TreeGame::parse`] takes back, every kind of node spelt out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A stack of what is still to be written, so that the depth of the tree does not matter.
        let mut todo = vec![Some(0)];
        while let Some(item) = todo.pop() {
            let Some(state) = item else {
                f.write_str(")")?;
                continue;
            };
            if state != 0 {
                f.write_str(" ")?;
            }
            if let Some(probability) = self.probability(state) {
                write!(f, "{probability}: ")?;
            }
            if self.is_noisy_step(state) {
                f.write_str("!")?;
            }
            if let Some(label) = &self.labels[state as usize] {
                write!(f, "{label}=")?;
            }
            if let Kind::Leaf(from) = self.node(state).kind {
                f.write_str(&self.payoffs_text(self.leaf_payoffs(from)))?;
                continue;
            }
            write!(f, "({}", self.kind_name(state))?;
            todo.push(None);
            todo.extend(self.children(state).iter().rev().map(|&child| Some(child)));
        }
        Ok(())
    }
}
