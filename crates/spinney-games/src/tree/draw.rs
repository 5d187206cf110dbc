//! The tree drawn with lines, the current node marked.

use spinney::drawing::{Body, Drawing, PlaceId};
use spinney::game::Player;
use spinney::game::capabilities::{Notation, Render};

use super::{Kind, TreeGame};

/// A drawing has no more lines than this.
const MOST_LINES: usize = 120;
/// Nodes further below the top of the drawing are left out.
const MOST_LEVELS: usize = 24;

impl Render for TreeGame {
    /// The whole tree, or what lies below the current node if the tree is large.
    fn draw(&self, state: &u32) -> Drawing {
        let small = self.len() <= MOST_LINES && self.height as usize <= MOST_LEVELS;
        let lines = self.draw_below(if small { 0 } else { *state }, *state);
        let seats = self.seats();
        let caption = match self.node(*state).kind {
            Kind::Leaf(_) => format!("the game is over: {}", self.kind_name(*state)),
            Kind::Player(player) => format!("{} to move", seats[player.index()]),
            Kind::Chance => "chance node".to_owned(),
            Kind::Joint(_) => "all players move simultaneously".to_owned(),
        };
        Drawing { body: Body::Scene(self.picture(*state, lines)), caption: vec![caption] }
    }

    /// The node that the move leads to; the name of the move where all players move simultaneously.
    fn clicks(&self, state: &u32, mv: u32, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        match self.node(*state).kind {
            Kind::Joint(_) => Vec::new(),
            _ => vec![vec![self.write_state(&self.children(*state)[mv as usize])]],
        }
    }
}

impl TreeGame {
    fn draw_below(&self, top: u32, marked: u32) -> Vec<String> {
        let mut lines = Vec::new();
        // Nodes to draw, each with the prefix of its line and whether it is the last child.
        let mut todo = vec![(top, String::new(), true)];
        while let Some((state, prefix, last)) = todo.pop() {
            if lines.len() + 1 >= MOST_LINES {
                lines.push("…".to_owned());
                break;
            }
            let (branch, trunk) = match (state == top, last) {
                (true, _) => ("", ""),
                (_, true) => ("└─ ", "   "),
                _ => ("├─ ", "│  "),
            };
            let chance = self.probability(state).map_or(String::new(), |p| format!("{p:.3} "));
            let name = if state == top { self.write_state(&state) } else { self.step_name(state) };
            let noisy = if self.is_noisy_step(state) { "!" } else { "" };
            let mark = if state == marked { "  ◀" } else { "" };
            let children = self.children(state);
            let cut = prefix.chars().count() / 3 + 1 >= MOST_LEVELS && !children.is_empty();
            let more = if cut { " …" } else { "" };
            lines.push(format!("{prefix}{branch}{chance}{noisy}{name}: {}{more}{mark}", self.kind_name(state)));
            if !cut {
                let below = format!("{prefix}{trunk}");
                let last = children.len().saturating_sub(1);
                let nodes = children.iter().enumerate().take(MOST_LINES);
                todo.extend(nodes.map(|(slot, &child)| (child, below.clone(), slot == last)).rev());
            }
        }
        lines
    }
}
