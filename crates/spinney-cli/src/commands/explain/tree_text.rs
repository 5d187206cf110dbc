//! The tree as text: one line per node, `move v/n`.

use spinney::search::TreeView;

use super::print::number;

/// The lines of the tree, the root first.
pub(in crate::commands) fn lines(tree: &TreeView<String>) -> Vec<String> {
    let mut lines = vec![label(tree)];
    add_children(tree, "", &mut lines);
    lines
}

fn label(node: &TreeView<String>) -> String {
    let name = node.mv.as_deref().unwrap_or("root");
    let proven = node.stats.proven.map_or(String::new(), |value| format!(" proven {}", number(value)));
    format!("{name} {}/{}{proven}", number(node.stats.sum), node.stats.visits)
}

fn add_children(node: &TreeView<String>, indent: &str, lines: &mut Vec<String>) {
    let last = node.children.len() + usize::from(node.more > 0);
    for (position, child) in node.children.iter().enumerate() {
        let (branch, below) = if position + 1 < last { ("├─ ", "│  ") } else { ("└─ ", "   ") };
        lines.push(format!("{indent}{branch}{}", label(child)));
        add_children(child, &format!("{indent}{below}"), lines);
    }
    if node.more > 0 {
        lines.push(format!("{indent}└─ and {} more", node.more));
    }
}
