//! The tree of a search as a file: JSON for programs, DOT for Graphviz.

use std::fmt::Write;

use serde::Serialize;
use spinney::game::GameInfo;
use spinney::search::TreeView;

/// A tree with what it is the tree of.
#[derive(Clone, Debug, Serialize)]
pub struct TreeFile {
    /// The game.
    pub game: String,
    /// The position at the root.
    pub position: String,
    /// The agent.
    pub agent: String,
    /// The names of the seats, which nodes refer to by number.
    pub seats: Vec<String>,
    /// The root.
    pub tree: TreeView<String>,
}

impl TreeFile {
    /// A tree with the texts that name where it comes from.
    pub fn new(game: &str, position: &str, agent: &str, info: &GameInfo, tree: TreeView<String>) -> Self {
        let (game, position, agent) = (game.to_owned(), position.to_owned(), agent.to_owned());
        TreeFile { game, position, agent, seats: info.seats.clone(), tree }
    }

    /// The tree in the language of Graphviz.
    pub fn to_dot(&self) -> String {
        let title = format!("{} {} by {}", self.game, self.position, self.agent);
        let mut dot = format!("digraph tree {{\n  label={};\n  node [shape=box];\n", quote(&title));
        // A stack, since trees can be deeper than recursion should be.
        let mut left = vec![(&self.tree, None)];
        let mut next = 0usize;
        while let Some((node, parent)) = left.pop() {
            let _ = writeln!(dot, "  n{next} [label={}];", quote(&self.label(node)));
            if let Some(parent) = parent {
                let _ = writeln!(dot, "  n{parent} -> n{next};");
            }
            if node.more > 0 {
                let _ =
                    writeln!(dot, "  m{next} [shape=plaintext, label={}];", quote(&format!("and {} more", node.more)));
                let _ = writeln!(dot, "  n{next} -> m{next} [style=dotted];");
            }
            left.extend(node.children.iter().rev().map(|child| (child, Some(next))));
            next += 1;
        }
        dot.push_str("}\n");
        dot
    }

    fn label(&self, node: &TreeView<String>) -> String {
        let seat = |player: spinney::game::Player| self.seats.get(player.index()).map_or("", String::as_str);
        let name = match (&node.mv, node.mover) {
            (None, _) => "root".to_owned(),
            (Some(mv), Some(mover)) => format!("{} {mv}", seat(mover)),
            (Some(mv), None) => mv.clone(),
        };
        let mut label = format!("{name}\n{} visits", node.stats.visits);
        match (node.stats.proven, node.stats.mean) {
            (Some(value), _) => drop(write!(label, "\n{} {value:.3} proven", seat(node.payoff_of))),
            (None, Some(mean)) => drop(write!(label, "\n{} {mean:.3}", seat(node.payoff_of))),
            (None, None) => {}
        }
        label
    }
}

/// A quoted string of DOT: only quotes and backslashes mean something in it.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn quotes_backslashes_and_line_breaks_are_escaped() {
        assert_eq!(quote("a\"b\\c\nd"), "\"a\\\"b\\\\c\\nd\"");
    }
}
