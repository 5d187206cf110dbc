//! The text of a [`Drawing`], plain or with the colours of a terminal.

use super::{Board, Body, Cell, Colour, Drawing};

/// What a terminal shows of a picture.
#[derive(Clone, Debug)]
pub enum Text {
    /// A grid of letters.
    Board(Board),
    /// Lines as they are.
    Lines(Vec<String>),
}

impl Default for Text {
    fn default() -> Self {
        Text::Lines(Vec::new())
    }
}

pub(super) fn write(drawing: &Drawing, coloured: bool) -> String {
    let mut lines = match &drawing.body {
        Body::Board(board) => board_lines(board, coloured),
        Body::Lines(lines) => lines.clone(),
        Body::Scene(scene) => match &scene.text {
            Text::Board(board) => board_lines(board, coloured),
            Text::Lines(lines) => lines.clone(),
        },
    };
    lines.extend(drawing.caption.iter().cloned());
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// One line per row, and one of column labels below them.
fn board_lines(board: &Board, coloured: bool) -> Vec<String> {
    let margin = board.row_labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let width = board.column_labels.iter().map(|label| label.chars().count()).max().unwrap_or(1).max(1);
    let mut lines: Vec<String> = board
        .cells
        .chunks(board.columns.max(1))
        .enumerate()
        .map(|(row, cells)| {
            let label = board.row_labels.get(row).map_or("", String::as_str);
            format!("{label:>margin$}{}", row_text(cells, width, coloured))
        })
        .collect();
    if !board.column_labels.is_empty() {
        let labels: String = board.column_labels.iter().map(|label| format!(" {label:>width$}")).collect();
        lines.push(format!("{:margin$}{labels}", ""));
    }
    lines
}

/// The cells with one separator before each and one at the end; a run of marked cells is in brackets.
fn row_text(cells: &[Cell], width: usize, coloured: bool) -> String {
    let mut text = String::new();
    let mut inside = false;
    for cell in cells {
        let separator = match (inside, cell.marked) {
            (false, true) => '[',
            (true, false) => ']',
            _ => ' ',
        };
        inside = cell.marked;
        text.push(separator);
        text.extend(std::iter::repeat_n(' ', width - 1));
        text.push_str(&cell_text(cell, coloured));
    }
    if inside {
        text.push(']');
    }
    text
}

fn cell_text(cell: &Cell, coloured: bool) -> String {
    let letter = match &cell.piece {
        Some(piece) => piece.letter,
        None if cell.hint => '*',
        None => '.',
    };
    let codes = match &cell.piece {
        Some(piece) => colour_codes(piece.colour),
        None if cell.hint => "32",
        None => match cell.shade {
            Some(shade) if shade >= 0.5 => "1;33",
            Some(_) => "33",
            None => "2",
        },
    };
    match coloured {
        true if cell.marked => format!("\x1b[4;{codes}m{letter}\x1b[0m"),
        true => format!("\x1b[{codes}m{letter}\x1b[0m"),
        false => letter.to_string(),
    }
}

/// Black and white bring their own background, so that both can be read on light and on dark terminals.
fn colour_codes(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "1;30;47",
        Colour::White => "1;97;100",
        Colour::Red => "1;31",
        Colour::Yellow | Colour::Orange | Colour::Brown => "1;33",
        Colour::Green => "1;32",
        Colour::Blue => "1;34",
        Colour::Violet => "1;35",
        Colour::Sky => "1;36",
        // Grounds and edges are not the colours of pieces.
        _ => "1",
    }
}

#[cfg(test)]
mod tests {
    use super::super::examples;

    #[test]
    fn plain_text_of_a_board() {
        let expected = "10[x o]*\n 9 . <[b]\n   a b c\nx & y to move\n";
        assert_eq!(examples::board().to_text(), expected);
        assert_eq!(examples::board().to_string(), expected);
    }

    #[test]
    fn colours_change_nothing_but_the_colour() {
        let coloured = examples::board().to_coloured_text();
        assert!(coloured.contains("\x1b[4;1;34mx\x1b[0m"), "{coloured:?}");
        let mut plain = String::new();
        let mut parts = coloured.split("\x1b[");
        plain.push_str(parts.next().unwrap_or_default());
        parts.for_each(|part| plain.push_str(part.split_once('m').expect("a code ends with m").1));
        assert_eq!(plain, examples::board().to_text());
    }

    #[test]
    fn shades_are_colours() {
        let cell = |shade| super::cell_text(&super::Cell { shade, ..Default::default() }, true);
        assert_eq!(
            [None, Some(0.2), Some(0.9)].map(cell),
            ["\x1b[2m.\x1b[0m", "\x1b[33m.\x1b[0m", "\x1b[1;33m.\x1b[0m"]
        );
    }

    #[test]
    fn a_scene_is_its_text() {
        assert_eq!(examples::scene().to_text(), "a table\nx to move\n");
    }

    #[test]
    fn lines_stay_as_they_are() {
        assert_eq!(examples::lines().to_text(), "a  <b>\nc\n");
    }
}
