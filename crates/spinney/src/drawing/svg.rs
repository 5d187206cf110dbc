//! The SVG of a [`Drawing`]: self-contained, in the light or dark theme of the reader.
//!
//! All class names begin with `sp-`, so that the drawing can be embedded in a page.

use std::fmt::Write;

use super::{Board, Body, Cell, Colour, Drawing, Piece, Shape, network};

/// The side of a cell in pixels.
const CELL: usize = 40;
/// The height of a line of text.
pub(super) const LINE: usize = 22;
/// Around everything.
pub(super) const PADDING: usize = 8;
/// About the width of a letter of the caption.
pub(super) const LETTER: usize = 9;

/// What looks the same in both themes.
const SHAPES: &str = "\
.sp-drawing{font-family:system-ui,sans-serif;font-size:15px}\
.sp-cell{shape-rendering:crispEdges}\
.sp-lines{font-family:ui-monospace,monospace;white-space:pre}\
.sp-middle{text-anchor:middle;dominant-baseline:central}\
.sp-hint{opacity:.5}\
.sp-open{fill:none;stroke-width:5;stroke-linecap:round}\
.sp-letter{stroke-width:.5;font-size:22px;font-weight:600}";

/// Letters on pieces of any colour: white with a dark rim. Only pictures with such letters have this rule.
const SIGNS: &str = ".sp-sign{fill:#fff;stroke:#212529;stroke-width:3px;paint-order:stroke;font-weight:600}";

/// Cells that may contain a hidden piece. Only drawings with such cells have this rule.
const SHADE: &str = ".sp-shade{fill:#f76707}";

/// A class with its property, and its colour in the light and in the dark theme. Plain rules instead of variables:
/// programs that are no browsers understand them too.
const COLOURS: [(&str, &str, &str, &str); 15] = [
    ("sp-paper", "fill", "#fff", "#161b22"),
    ("sp-cell", "fill", "#f1f3f5", "#21262d"),
    ("sp-cell", "stroke", "#adb5bd", "#484f58"),
    ("sp-marked", "fill", "#ffe066", "#7a5c00"),
    ("sp-text", "fill", "#1f2328", "#e6edf3"),
    ("sp-hint", "fill", "#495057", "#8b949e"),
    ("sp-solid", "stroke", "#495057", "#8b949e"),
    ("sp-letter", "stroke", "#495057", "#8b949e"),
    ("sp-black", "", "#212529", "#0d1117"),
    ("sp-white", "", "#fff", "#f0f6fc"),
    ("sp-red", "", "#d6336c", "#f783ac"),
    ("sp-yellow", "", "#f08c00", "#ffd43b"),
    ("sp-green", "", "#2f9e44", "#69db7c"),
    ("sp-blue", "", "#1971c2", "#74c0fc"),
    ("sp-violet", "", "#7048e8", "#b197fc"),
];

/// The style sheet: shapes, the light theme, and the dark one.
fn style(with_signs: bool, with_shades: bool, with_map: bool) -> String {
    let theme = |dark: bool| -> String {
        let rules = COLOURS.iter().map(|(class, property, light, night)| {
            let colour = if dark { night } else { light };
            match *property {
                // A piece is filled with its colour, or drawn with it if it is open.
                "" => format!(".{class}{{fill:{colour}}}.sp-open.{class}{{fill:none;stroke:{colour}}}"),
                property => format!(".{class}{{{property}:{colour}}}"),
            }
        });
        rules.collect()
    };
    let signs = if with_signs { SIGNS } else { "" };
    let shade = if with_shades { SHADE } else { "" };
    let map = if with_map { network::STYLE } else { "" };
    format!("{SHAPES}{signs}{shade}{}{map}@media(prefers-color-scheme:dark){{{}}}", theme(false), theme(true))
}

pub(super) fn write(drawing: &Drawing, title: &str) -> String {
    let mut body = String::new();
    let (width, height) = match &drawing.body {
        Body::Board(board) => draw_board(&mut body, board),
        Body::Network(network) => network::draw(&mut body, network),
        Body::Lines(lines) => draw_lines(&mut body, lines, PADDING, "sp-text sp-lines"),
    };
    let (caption_width, bottom) = draw_lines(&mut body, &drawing.caption, height, "sp-text");
    let (width, height) = (width.max(caption_width) + PADDING, bottom + PADDING);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sp-drawing\" role=\"img\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<style>{}</style>\n\
         <rect class=\"sp-paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
        escape(title),
        style(body.contains("\"sp-sign "), body.contains("\"sp-shade\""), matches!(drawing.body, Body::Network(_)))
    )
}

/// Adds lines of text below `top`; returns their right and lower extent.
pub(super) fn draw_lines(out: &mut String, lines: &[String], top: usize, class: &str) -> (usize, usize) {
    let mut right = 0;
    for (index, line) in lines.iter().enumerate() {
        let y = top + index * LINE + LINE * 3 / 4;
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{PADDING}\" y=\"{y}\">{}</text>", escape(line));
        right = right.max(PADDING + line.chars().count() * LETTER);
    }
    (right, top + lines.len() * LINE)
}

/// Adds a board; returns its right and lower extent.
fn draw_board(out: &mut String, board: &Board) -> (usize, usize) {
    let widest = board.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let left = PADDING + widest * LETTER + if widest > 0 { PADDING } else { 0 };
    let columns = board.columns.max(1);
    for (index, cell) in board.cells.iter().enumerate() {
        draw_cell(out, cell, left + index % columns * CELL, PADDING + index / columns * CELL);
    }
    let rows = board.cells.len().div_ceil(columns);
    let mut bottom = PADDING + rows * CELL;
    for (row, label) in board.row_labels.iter().enumerate() {
        draw_middle(out, "sp-text", left / 2, PADDING + row * CELL + CELL / 2, label);
    }
    for (column, label) in board.column_labels.iter().enumerate() {
        draw_middle(out, "sp-text", left + column * CELL + CELL / 2, bottom + LINE / 2, label);
    }
    if !board.column_labels.is_empty() {
        bottom += LINE;
    }
    (left + columns * CELL, bottom)
}

pub(super) fn draw_middle(out: &mut String, class: &str, x: usize, y: usize, text: &str) {
    let _ = writeln!(out, "<text class=\"{class} sp-middle\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text));
}

fn draw_cell(out: &mut String, cell: &Cell, left: usize, top: usize) {
    let class = if cell.marked { "sp-cell sp-marked" } else { "sp-cell" };
    let _ = writeln!(out, "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\"/>");
    if let Some(shade) = cell.shade {
        // Even the least likely place remains distinguishable from the others.
        let opacity = 0.15 + 0.55 * shade.clamp(0.0, 1.0);
        let place = format!("x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\"");
        let _ = writeln!(out, "<rect class=\"sp-shade\" {place} opacity=\"{opacity:.2}\"/>");
    }
    let (x, y) = (left + CELL / 2, top + CELL / 2);
    match &cell.piece {
        Some(piece) => draw_piece(out, piece, cell.marked, x, y),
        None if cell.hint => {
            let _ = writeln!(out, "<circle class=\"sp-hint\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>");
        }
        None => {}
    }
}

/// Adds a piece around its middle.
fn draw_piece(out: &mut String, piece: &Piece, marked: bool, x: usize, y: usize) {
    let (colour, near, far) = (colour_name(piece.colour), CELL / 4, CELL / 2);
    let (left, top) = (x - near, y - near);
    let _ = match piece.shape {
        Shape::Disc => writeln!(out, "<circle class=\"sp-solid sp-{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"15\"/>"),
        Shape::Ring => writeln!(out, "<circle class=\"sp-open sp-{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"11\"/>"),
        Shape::Block => {
            // A block fills its cell, so a marked one is smaller, to leave room for the mark. Its letter distinguishes
            // it without colours.
            let half = if marked { 12 } else { 17 };
            let (left, top, side) = (x - half, y - half, 2 * half);
            let size = format!("width=\"{side}\" height=\"{side}\" rx=\"4\"");
            let _ = writeln!(out, "<rect class=\"sp-solid sp-{colour}\" x=\"{left}\" y=\"{top}\" {size}/>");
            draw_middle(out, "sp-sign", x, y, piece.letter.encode_utf8(&mut [0; 4]));
            Ok(())
        }
        Shape::Cross => {
            let path = format!("M{left} {top}l{far} {far}m0-{far}l-{far} {far}");
            writeln!(out, "<path class=\"sp-open sp-{colour}\" d=\"{path}\"/>")
        }
        Shape::Letter => {
            let letter = escape(piece.letter.encode_utf8(&mut [0; 4]));
            writeln!(out, "<text class=\"sp-letter sp-middle sp-{colour}\" x=\"{x}\" y=\"{y}\">{letter}</text>")
        }
    };
}

pub(super) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
        Colour::Red => "red",
        Colour::Yellow => "yellow",
        Colour::Green => "green",
        Colour::Blue => "blue",
        Colour::Violet => "violet",
    }
}

/// Text that can stand between tags or in an attribute; characters that XML does not allow become `�`.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if letter.is_control() && letter != '\t' && letter != '\n' => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::examples;
    use super::*;

    #[test]
    fn a_board_has_all_its_parts() {
        let svg = examples::board().to_svg("3x2 <board>");
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sp-drawing\" role=\"img\""));
        assert!(svg.contains("<title>3x2 &lt;board&gt;</title>"));
        assert!(svg.contains("prefers-color-scheme:dark"));
        assert_eq!(svg.matches("<rect class=\"sp-cell").count(), 6);
        assert_eq!(svg.matches("sp-cell sp-marked").count(), 3);
        for part in
            ["<path class=\"sp-open sp-", "r=\"11\"", "r=\"15\"", "class=\"sp-hint\"", ">&lt;</text>", "x &amp; y"]
        {
            assert!(svg.contains(part), "{part} is missing in {svg}");
        }
    }

    #[test]
    fn blocks_have_their_letter_and_leave_room_for_the_mark() {
        let piece = Piece { letter: '3', shape: Shape::Block, colour: Colour::Blue };
        let draw = |marked| {
            let mut svg = String::new();
            draw_cell(&mut svg, &Cell { piece: Some(piece.clone()), marked, ..Cell::default() }, 0, 0);
            svg
        };
        for (marked, side) in [(false, 34), (true, 24)] {
            let svg = draw(marked);
            assert!(svg.contains(">3</text>") && svg.contains(&format!("width=\"{side}\"")), "{svg}");
            assert_eq!(svg.contains("sp-marked"), marked);
        }
    }

    #[test]
    fn the_likelier_the_darker() {
        let opacity = |shade| {
            let mut svg = String::new();
            draw_cell(&mut svg, &Cell { shade, ..Cell::default() }, 0, 0);
            svg.split_once("opacity=\"").map(|(_, rest)| rest[..4].parse::<f64>().unwrap())
        };
        assert_eq!(opacity(None), None);
        assert!(opacity(Some(0.0)) > Some(0.0) && opacity(Some(0.0)) < opacity(Some(0.5)));
        assert!(opacity(Some(0.5)) < opacity(Some(1.0)) && opacity(Some(1.0)) < Some(1.0));
        let mut drawing = examples::board();
        assert!(!drawing.to_svg("plain").contains("sp-shade"));
        let Body::Board(board) = &mut drawing.body else { unreachable!("the example is a board") };
        board.cells[2].shade = Some(1.0);
        assert_eq!(drawing.to_svg("shaded").matches("sp-shade").count(), 2, "a rule and a cell");
    }

    #[test]
    fn lines_are_escaped() {
        let svg = examples::lines().to_svg("lines");
        assert!(svg.contains(">a  &lt;b&gt;</text>"), "{svg}");
        assert_eq!(escape("a\u{1}\"'&"), "a\u{fffd}&quot;&#39;&amp;");
    }
}
