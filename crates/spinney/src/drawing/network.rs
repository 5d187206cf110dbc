//! Places connected by lines: a map, as SVG. Places are circles with their label, shaded by probability; lines of one
//! kind are one path.

use std::fmt::Write;

use super::svg::{LETTER, LINE, PADDING, colour_name, draw_lines, draw_middle, escape};
use super::{Colour, Dash, Network, Node, Piece, Shape};

/// The radius of a place.
const RADIUS: f32 = 11.0;

/// Styles for maps only. Line colours are the same in both themes: they are strong enough for either.
pub(super) const STYLE: &str = "\
.sp-line{fill:none;stroke-linecap:round}\
.sp-node{stroke-width:1}\
.sp-label{font-size:10px}\
.sp-shade{fill:#e8590c;stroke:none}\
.sp-target{fill:none;stroke:#1971c2;stroke-width:2;stroke-dasharray:3 3}\
.sp-focus{fill:none;stroke:#e8590c;stroke-width:4}\
.sp-badge{font-size:13px;font-weight:700;fill:#fff}\
.sp-line.sp-red{stroke:#f06595}.sp-line.sp-green{stroke:#2f9e44}.sp-line.sp-yellow{stroke:#f59f00}\
.sp-line.sp-blue{stroke:#1c7ed6}.sp-line.sp-violet{stroke:#7048e8}.sp-line.sp-black{stroke:#868e96}\
.sp-line.sp-white{stroke:#ced4da}\
.sp-badge-black{fill:#212529;stroke:#fff;stroke-width:1.5}.sp-badge-other{fill:#7048e8;stroke:#fff;stroke-width:1.5}";

/// Adds a map with the names of its lines and its table; returns its right and lower extent.
pub(super) fn draw(out: &mut String, network: &Network) -> (usize, usize) {
    let at = |node: &Node| (node.x + PADDING as f32, node.y + PADDING as f32);
    for node in network.nodes.iter().filter(|node| node.shade > 0.0) {
        let ((x, y), opacity) = (at(node), 0.15 + 0.75 * node.shade.min(1.0));
        let _ =
            writeln!(out, "<circle class=\"sp-shade\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"18\" opacity=\"{opacity:.2}\"/>");
    }
    for (kind, (_, stroke)) in network.kinds.iter().enumerate() {
        let mut path = String::new();
        for link in network.links.iter().filter(|link| link.kind == kind) {
            let ((x, y), (to_x, to_y)) = (at(&network.nodes[link.from]), at(&network.nodes[link.to]));
            let _ = write!(path, "M{x:.0} {y:.0}L{to_x:.0} {to_y:.0}");
        }
        draw_path(out, &path, stroke.colour, stroke.width, stroke.dash);
    }
    for node in &network.nodes {
        draw_node(out, node, at(node));
    }
    let mut top = PADDING + network.height.ceil() as usize + LINE;
    for (name, stroke) in &network.kinds {
        let y = top + LINE / 2;
        draw_path(out, &format!("M{PADDING} {y}h40"), stroke.colour, stroke.width, stroke.dash);
        let (x, y) = (PADDING + 50, top + LINE * 3 / 4);
        let _ = writeln!(out, "<text class=\"sp-text\" x=\"{x}\" y=\"{y}\">{}</text>", escape(name));
        top += LINE;
    }
    // Columns need their spaces, and not every program honours that in the style sheet.
    out.push_str("<g xml:space=\"preserve\">\n");
    let (right, bottom) = draw_lines(out, &network.table, top, "sp-text sp-lines");
    out.push_str("</g>\n");
    (right.max(PADDING + network.width.ceil() as usize + LETTER), bottom)
}

fn draw_path(out: &mut String, path: &str, colour: Colour, width: u8, dash: Dash) {
    let dashes = match dash {
        Dash::Solid => String::new(),
        Dash::Dashed => format!(" stroke-dasharray=\"{} {}\"", 2 * width, 2 * width),
        Dash::Dotted => format!(" stroke-dasharray=\"0 {}\"", 2 * width),
    };
    let colour = colour_name(colour);
    let _ = writeln!(out, "<path class=\"sp-line sp-{colour}\" d=\"{path}\" stroke-width=\"{width}\"{dashes}/>");
}

fn draw_node(out: &mut String, node: &Node, (x, y): (f32, f32)) {
    let _ = writeln!(out, "<circle class=\"sp-cell sp-node\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"{RADIUS}\"/>");
    if node.hint {
        let _ = writeln!(out, "<circle class=\"sp-target\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"14\"/>");
    }
    if node.marked {
        let _ = writeln!(out, "<circle class=\"sp-focus\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"17\"/>");
    }
    draw_middle(out, "sp-text sp-label", x as usize, y as usize, &node.label);
    if let Some(piece) = &node.piece {
        draw_badge(out, piece, x + 14.0, y - 14.0);
    }
}

/// A piece beside its place, so that the label can be read.
fn draw_badge(out: &mut String, piece: &Piece, x: f32, y: f32) {
    let class = if piece.colour == Colour::Black { "sp-badge-black" } else { "sp-badge-other" };
    let _ = match piece.shape {
        Shape::Block => writeln!(
            out,
            "<rect class=\"{class}\" x=\"{:.0}\" y=\"{:.0}\" width=\"18\" height=\"18\" rx=\"3\"/>",
            x - 9.0,
            y - 9.0
        ),
        _ => writeln!(out, "<circle class=\"{class}\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"10\"/>"),
    };
    draw_middle(out, "sp-badge", x as usize, y as usize, piece.letter.encode_utf8(&mut [0; 4]));
}

#[cfg(test)]
mod tests {
    use super::super::examples;

    #[test]
    fn a_map_has_all_its_parts() {
        let svg = examples::network().to_svg("a map");
        for part in [
            "<path class=\"sp-line sp-red\" d=\"M18 18L108 58\" stroke-width=\"4\" stroke-dasharray=\"8 8\"/>",
            "class=\"sp-shade\" cx=\"108\" cy=\"58\" r=\"18\" opacity=\"0.52\"",
            "class=\"sp-target\" cx=\"108\"",
            "class=\"sp-focus\" cx=\"18\"",
            ">a&lt;</text>",
            ">bus</text>",
            ">X</text>",
            ">a table</text>",
            ".sp-line{",
        ] {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
        assert!(!examples::board().to_svg("a board").contains(".sp-line{"), "boards need no rules of maps");
    }

    #[test]
    fn a_map_is_a_table_in_text() {
        assert_eq!(examples::network().to_text(), "a table\nx to move\n");
    }
}
