//! Drawing: hexagons whose rows slant to the right, with an edge in the colour of the player that it belongs to. In text,
//! stones that connect the two sides are capital letters; in SVG they are marked.

use spinney::drawing::{
    Body, Colour, Curve, Drawing, Label, Mark, Outline, Piece, Place, Point, Scene, Shape, Stroke, Text,
};
use spinney::game::capabilities::Render;

use super::{AROUND, BLUE, FIRST, Hex, PLACES, RED, SIDES, State};
use crate::grid;

/// From the middle of a hexagon to its corners.
const RADIUS: f32 = 22.0;
/// The space for labels and edges.
const MARGIN: f32 = 30.0;

/// A corner of the hexagon around a point, from the top clockwise.
fn corner((x, y): Point, number: usize) -> Point {
    let angle = std::f32::consts::FRAC_PI_3 * number as f32;
    (x + RADIUS * angle.sin(), y - RADIUS * angle.cos())
}

impl Hex {
    fn middle(column: usize, row: usize) -> Point {
        let width = RADIUS * 3f32.sqrt();
        let x = MARGIN + width * (column as f32 + row as f32 / 2.0 + 0.5);
        (x, MARGIN + RADIUS * (1.5 * row as f32 + 1.0))
    }

    /// The board of letters; capitals are marked.
    fn picture(&self, letter: impl Fn(usize) -> char, text: Vec<String>) -> Scene {
        let size = self.options.size;
        let end = Self::middle(size - 1, size - 1);
        let mut scene = Scene::new(end.0 + RADIUS + MARGIN, end.1 + RADIUS + MARGIN);
        let mut edge = |colour, cell: &dyn Fn(usize) -> (usize, usize), corners: [usize; 3]| {
            let side = (0..size).flat_map(|index| {
                let (column, row) = cell(index);
                let [one, two, three] = corners.map(|number| corner(Self::middle(column, row), number));
                [(one, Curve::Line(two)), (two, Curve::Line(three))]
            });
            scene.push(Mark::drawn(Outline::Path(side.collect()), Stroke::solid(colour, 11.0)));
        };
        edge(Colour::Red, &|index| (index, 0), [5, 0, 1]);
        edge(Colour::Red, &|index| (index, size - 1), [4, 3, 2]);
        edge(Colour::Blue, &|index| (0, index), [5, 4, 3]);
        edge(Colour::Blue, &|index| (size - 1, index), [0, 1, 2]);
        for cell in 0..size * size {
            let middle = Self::middle(cell % size, cell / size);
            let (name, letter) = (self.write_cell(cell), letter(cell));
            let ground = if letter.is_ascii_uppercase() { Colour::Mark } else { Colour::Panel };
            let hexagon = Outline::Polygon((0..6).map(|number| corner(middle, number)).collect());
            let (contents, colour) = match letter.to_ascii_lowercase() {
                'r' => ("red", Some(Colour::Red)),
                'b' => ("blue", Some(Colour::Blue)),
                _ => ("empty", None),
            };
            let outline = Mark::filled(hexagon, ground).edged(Colour::Edge, 1.5);
            let stone = colour.map(|colour| Piece { letter, shape: Shape::Disc, colour }.items(middle, 14.0));
            scene.push(Place::new(&*name, format!("{name}, {contents}"), outline).with(stone.into_iter().flatten()));
        }
        for index in 0..size {
            let (x, y) = Self::middle(index, 0);
            let label = grid::write_cell(index, 0)[..1].to_owned();
            scene.push(Label::middle(label, (x - 6.0, y - RADIUS - 18.0), 15.0, Colour::Ink));
            let (x, y) = Self::middle(0, index);
            scene.push(Label::middle((index + 1).to_string(), (x - RADIUS - 16.0, y), 15.0, Colour::Ink));
        }
        scene.text = Text::Lines(text);
        scene
    }

    /// The places of the stones of a colour that are joined with its first side.
    fn chain(&self, state: &State, own: u8) -> [bool; PLACES] {
        let mut chain = [false; PLACES];
        let sides = |place: usize, side: u8| state.at(place) & own != 0 && state.at(place) & side != 0;
        let inside = |place: usize| (0..usize::from(self.cells)).any(|cell| self.place(cell) == place);
        let mut open: Vec<usize> = (0..PLACES).filter(|&place| sides(place, FIRST) && !inside(place)).collect();
        while let Some(place) = open.pop() {
            for next in AROUND.map(|step| (place + step) % PLACES) {
                if state.at(next) & own != 0 && !chain[next] && inside(next) {
                    chain[next] = true;
                    open.push(next);
                }
            }
        }
        chain
    }
}

impl Render for Hex {
    fn draw(&self, state: &State) -> Drawing {
        let size = self.options.size;
        let mover = usize::from(state.player);
        let winner = RED << (1 - mover);
        let chain = if state.won { self.chain(state, winner) } else { [false; PLACES] };
        let letter = |cell: usize| {
            let place = self.place(cell);
            let letter = match state.at(place) & (RED | BLUE) {
                RED => 'r',
                BLUE => 'b',
                _ => '.',
            };
            if chain[place] { letter.to_ascii_uppercase() } else { letter }
        };
        let margin = size.to_string().len();
        let labels: String = (0..size).map(|column| format!(" {}", &grid::write_cell(column, 0)[..1])).collect();
        let mut lines = vec![format!("{:margin$}{labels}", "")];
        for row in 0..size {
            let cells: String = (0..size).map(|column| format!(" {}", letter(row * size + column))).collect();
            lines.push(format!("{:row$}{:>margin$}{cells}", "", row + 1));
        }
        let status = match state.won {
            true => format!("{} has won", SIDES[1 - mover]),
            false => format!("{} to move", SIDES[mover]),
        };
        let caption = format!("{status}; red joins top and bottom, blue left and right");
        Drawing { body: Body::Scene(self.picture(letter, lines)), caption: vec![caption] }
    }
}
