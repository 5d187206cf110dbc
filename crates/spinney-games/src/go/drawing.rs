//! Drawing: black and white stones on the intersections, the last move marked, columns and rows named as in GTP.

use spinney::drawing::{
    Board, Body, Cell, Colour, Curve, Drawing, Label, Mark, Outline, Piece, Place, Scene, Shape, Stroke, Text,
};
use spinney::game::capabilities::Render;

use super::board::stone;
use super::notation::{SEATS, letter};
use super::{Go, State};

/// Between two lines.
const STEP: f32 = 36.0;
/// The margin of the board beyond its outermost lines, and that for the labels.
const MARGIN: f32 = 24.0;
const LABELS: f32 = 26.0;

/// The lines that have star points, by the size of the board.
fn star_lines(size: usize) -> Vec<usize> {
    match size {
        0..7 => Vec::new(),
        7..9 => vec![2, size - 3],
        9..13 => vec![2, size / 2, size - 3],
        _ => vec![3, size / 2, size - 4],
    }
}

/// Star points: where star lines cross, without the sides' middles of small boards; none that is between two lines.
fn stars(size: usize) -> Vec<(usize, usize)> {
    let lines = star_lines(size);
    let between = |&line: &usize| size % 2 == 1 || line != size / 2;
    let lines: Vec<usize> = lines.into_iter().filter(between).collect();
    let is_side = |&(column, row): &(usize, usize)| (column == size / 2) != (row == size / 2);
    let all = lines.iter().flat_map(|&column| lines.iter().map(move |&row| (column, row)));
    all.filter(|star| size >= 15 || !is_side(star)).collect()
}

impl Go {
    fn picture(&self, board: Board) -> Scene {
        let size = self.options.size;
        let at = |line: usize| LABELS + MARGIN + line as f32 * STEP;
        let side = 2.0 * MARGIN + (size - 1) as f32 * STEP;
        let mut scene = Scene::new(LABELS + side, LABELS + side);
        let wood = Outline::Rect(LABELS, LABELS, side, side, 4.0);
        scene.push(Mark::filled(wood, Colour::Wood).edged(Colour::Groove, 1.0));
        let last = size - 1;
        let across = (0..size).map(|line| ((at(0), at(line)), Curve::Line((at(last), at(line)))));
        let down = (0..size).map(|line| ((at(line), at(0)), Curve::Line((at(line), at(last)))));
        scene.push(Mark::drawn(Outline::Path(across.chain(down).collect()), Stroke::solid(Colour::Groove, 1.2)));
        let star = |(column, row)| Mark::filled(Outline::Circle(at(column), at(row), 4.0), Colour::Groove);
        scene.extend(stars(size).into_iter().map(star));
        for line in 0..size {
            let middle = LABELS / 2.0;
            scene.push(Label::middle(&board.column_labels[line], (at(line), middle), 15.0, Colour::Ink));
            scene.push(Label::middle(&board.row_labels[line], (middle, at(line)), 15.0, Colour::Ink));
        }
        for (index, cell) in board.cells.iter().enumerate() {
            let (x, y) = (at(index % size), at(index / size));
            let outline = Mark::invisible(Outline::Circle(x, y, STEP / 2.0));
            let (name, stone) = (board.name(index), cell.piece.as_ref());
            let contents = stone.map_or("empty", |piece| SEATS[usize::from(piece.letter == 'o')]);
            let mut place = Place::new(name.clone(), format!("{name}, {contents}"), outline);
            if let Some(stone) = stone {
                let edge = Stroke::solid(Colour::Groove, 1.0);
                let disc = Mark { stroke: Some(edge), ..Mark::filled(Outline::Circle(x, y, 17.0), stone.colour) };
                place = place.with([disc]);
                if cell.marked {
                    let ring = Outline::Circle(x, y, 8.0);
                    place = place.with([Mark::drawn(ring, Stroke::solid(stone.colour.letters(), 2.5))]);
                }
            }
            scene.push(place);
        }
        scene.text = Text::Board(board);
        scene
    }
}

impl Render for Go {
    fn draw(&self, state: &State) -> Drawing {
        let size = self.options.size;
        let cells = self.points.iter().map(|&point| Cell {
            piece: match state.board.contents(point) {
                contents if contents == stone(0) => {
                    Some(Piece { letter: 'x', shape: Shape::Disc, colour: Colour::Black })
                }
                contents if contents == stone(1) => {
                    Some(Piece { letter: 'o', shape: Shape::Disc, colour: Colour::White })
                }
                _ => None,
            },
            marked: point == state.last[0],
            ..Cell::default()
        });
        let margin = self.margin(state);
        let mover = SEATS[usize::from(state.player)];
        let status = match (self.is_over(state), margin) {
            (true, 0.0) => "a draw".to_owned(),
            (true, _) => format!("{} has won", SEATS[usize::from(margin < 0.0)]),
            (false, _) if state.passes == 1 => {
                format!("{mover} to move, {} has passed", SEATS[usize::from(1 - state.player)])
            }
            (false, _) => format!("{mover} to move"),
        };
        let (leader, lead) = if margin < 0.0 { ("white", -margin) } else { ("black", margin) };
        Drawing {
            body: Body::Scene(self.picture(Board {
                columns: size,
                cells: cells.collect(),
                column_labels: (0..size).map(|column| letter(column).to_string()).collect(),
                row_labels: (1..=size).rev().map(|row| row.to_string()).collect(),
            })),
            caption: vec![format!("{status}; by area {leader} leads by {lead} (komi {})", self.options.komi)],
        }
    }
}
