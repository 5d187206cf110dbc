//! The picture of a tree: a triangle for each turn of player 0 (upwards) and player 1 (downwards), a square for other
//! players, a circle for chance, a diamond for simultaneous moves, and a box for each leaf.

use std::collections::HashMap;

use spinney::drawing::{Colour, Curve, Item, Label, Mark, Outline, Place, Point, Scene, Stroke, Text};
use spinney::game::capabilities::Notation;

use super::{Kind, TreeGame};

/// No more nodes than this are drawn, from the top on.
const MOST_NODES: usize = 64;
/// Between two leaves, and between two levels.
const ACROSS: f32 = 58.0;
const DOWN: f32 = 86.0;
/// The size of a node.
const RADIUS: f32 = 19.0;
/// The space above the top.
const TOP: f32 = 26.0;

/// Where a node is: its distance from the left and its level.
struct Layout {
    at: HashMap<u32, Point>,
    /// Nodes whose children are not all drawn.
    cut: Vec<u32>,
    wide: f32,
    levels: f32,
}

impl TreeGame {
    /// The whole tree, or what lies below the current node if the tree is large; with its text.
    pub(super) fn picture(&self, marked: u32, text: Vec<String>) -> Scene {
        let top = if self.len() <= MOST_NODES { 0 } else { marked };
        let layout = self.place_nodes(top);
        let mut scene = Scene::new(
            layout.wide,
            TOP + layout.levels * DOWN + RADIUS + if layout.cut.is_empty() { 4.0 } else { 24.0 },
        );
        scene.text = Text::Lines(text);
        let mut nodes: Vec<u32> = layout.at.keys().copied().collect();
        nodes.sort_unstable();
        for &node in nodes.iter().filter(|node| **node != top) {
            self.add_edge(node, &layout.at, &mut scene);
        }
        for &node in &nodes {
            let (x, y) = layout.at[&node];
            if layout.cut.contains(&node) {
                scene.push(Label::middle("…", (x, y + RADIUS + 10.0), 18.0, Colour::Quiet));
            }
            scene.push(self.node_place(node, (x, y), node == marked));
        }
        scene
    }

    /// Leaves side by side, parents above the middle of their children. Breadth first decides what is drawn.
    fn place_nodes(&self, top: u32) -> Layout {
        let mut drawn: Vec<(u32, usize)> = vec![(top, 0)];
        let mut cut = Vec::new();
        let mut next = 0;
        while let Some(&(node, level)) = drawn.get(next) {
            let children = self.children(node);
            if drawn.len() + children.len() > MOST_NODES.max(1 + children.len() * usize::from(next == 0)) {
                cut.push(node);
            } else {
                drawn.extend(children.iter().map(|&child| (child, level + 1)));
            }
            next += 1;
        }
        let mut layout = Layout { at: HashMap::new(), cut, wide: 0.0, levels: 0.0 };
        self.place_below(top, 0.0, &drawn.iter().copied().collect(), &mut layout);
        layout.wide = layout.wide.max(ACROSS);
        layout
    }

    fn place_below(&self, node: u32, level: f32, drawn: &HashMap<u32, usize>, layout: &mut Layout) {
        layout.levels = layout.levels.max(level);
        let children = self.children(node);
        let children = if children.iter().all(|child| drawn.contains_key(child)) { children } else { &[] };
        for &child in children {
            self.place_below(child, level + 1.0, drawn, layout);
        }
        let x = match (children.first(), children.last()) {
            (Some(first), Some(last)) => (layout.at[first].0 + layout.at[last].0) / 2.0,
            _ => {
                layout.wide += ACROSS;
                layout.wide - ACROSS / 2.0
            }
        };
        layout.at.insert(node, (x, TOP + level * DOWN));
    }

    /// The line from the node above, with the name of the move and the probability of the outcome.
    fn add_edge(&self, node: u32, at: &HashMap<u32, Point>, scene: &mut Scene) {
        let (from, to) = (at[&self.node(node).parent], at[&node]);
        let noisy = if self.is_noisy_step(node) { "!" } else { "" };
        let line = Outline::Path(vec![(from, Curve::Line(to))]);
        scene.push(Mark::drawn(line, Stroke::solid(Colour::Quiet, 1.5)));
        let middle = (from.0 + (to.0 - from.0) * 0.6, from.1 + (to.1 - from.1) * 0.6);
        let chance = self.probability(node).map_or(String::new(), |p| format!(" {}", rounded(p)));
        let label = Label::middle(format!("{noisy}{}{chance}", self.step_name(node)), middle, 13.0, Colour::Ink);
        let wide = label.width() + 4.0;
        // On its own paper, so that the line does not cross it.
        let paper = Outline::Rect(middle.0 - wide / 2.0, middle.1 - 8.0, wide, 16.0, 3.0);
        scene.push(Mark::filled(paper, Colour::Paper).faded(0.85));
        scene.push(label);
    }

    fn node_place(&self, node: u32, (x, y): Point, marked: bool) -> Place {
        let r = RADIUS;
        let polygon = |points: &[Point]| {
            Outline::Polygon(points.iter().map(|&(right, down)| (x + right * r, y + down * r)).collect())
        };
        let (outline, fill, text, size) = match self.node(node).kind {
            Kind::Leaf(from) => {
                let text = self.leaf_payoffs(from).iter().map(|&value| rounded(value)).collect::<Vec<_>>();
                let text = if self.plain { text[0].clone() } else { text.join(" ") };
                let size = 15f32.min(84.0 / text.chars().count().max(1) as f32);
                (Outline::Rect(x - 1.3 * r, y - 0.8 * r, 2.6 * r, 1.6 * r, 4.0), Colour::Panel, text, size)
            }
            Kind::Player(player) if player.0 == 0 => {
                let up = polygon(&[(0.0, -1.15), (1.2, 0.85), (-1.2, 0.85)]);
                (up, Colour::Blue, String::new(), 12.0)
            }
            Kind::Player(player) if player.0 == 1 => {
                let down = polygon(&[(0.0, 1.15), (1.2, -0.85), (-1.2, -0.85)]);
                (down, Colour::Orange, String::new(), 12.0)
            }
            Kind::Player(player) => {
                let square = polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]);
                (square, Colour::Green, format!("p{}", player.0), 14.0)
            }
            Kind::Chance => (Outline::Circle(x, y, r), Colour::White, "?".to_owned(), 16.0),
            Kind::Joint(_) => {
                let diamond = polygon(&[(0.0, -1.15), (1.15, 0.0), (0.0, 1.15), (-1.15, 0.0)]);
                (diamond, Colour::Violet, String::new(), 12.0)
            }
        };
        let edge = if marked { (Colour::Mark, 5.0) } else { (Colour::Quiet, 1.5) };
        let letters = if fill == Colour::Panel { Colour::Ink } else { fill.letters() };
        let path = self.write_state(&node);
        let title = format!("{path}, {}{}", self.kind_name(node), if marked { ", current" } else { "" });
        let place = Place::new(path, title, Mark::filled(outline, fill).edged(edge.0, edge.1));
        place.with([Item::from(Label::middle(text, (x, y), size, letters).bold())])
    }
}

/// A number with up to three decimals.
fn rounded(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
