//! The picture of the board: points, checkers, the bar, the tray of checkers that were borne off, and the dice.

use spinney::drawing::{Colour, Item, Label, Mark, Outline, Piece, Place, Point, Scene, Shape, Text, die};

use super::clicks::{BAR_PLACE, OFF_PLACE};
use super::{BAR, OFF, State};

/// The width of a point, and the radius of a checker.
const WIDE: f32 = 44.0;
const RADIUS: f32 = 19.0;
/// The frame around the board, and the height of the board inside it.
const FRAME: f32 = 24.0;
const HEIGHT: f32 = 440.0;
/// The length of a point.
const LONG: f32 = 182.0;
/// The whole width: twelve points, the bar and the tray.
const WIDTH: f32 = 2.0 * FRAME + 14.0 * WIDE;
/// Checkers above each other; more are counted.
const STACK: u8 = 5;

const PLAYERS: [(char, Colour, &str); 2] = [('x', Colour::White, "x"), ('o', Colour::Black, "o")];

/// Checkers from the edge of the board towards its middle, the number on the last if there are too many.
fn stack(player: usize, count: u8, (x, edge): Point, inwards: f32) -> Vec<Item> {
    let (letter, colour, _) = PLAYERS[player];
    let mut items = Vec::new();
    for number in 0..count.min(STACK) {
        let y = edge + inwards * (RADIUS + 1.0) * (2.0 * f32::from(number) + 1.0) * 0.93;
        items.extend(Piece { letter, shape: Shape::Disc, colour }.items((x, y), RADIUS));
        if number + 1 == STACK && count > STACK {
            items.push(Label::middle(count.to_string(), (x, y), 17.0, colour.letters()).bold().into());
        }
    }
    items
}

/// The left edge of a column of points, from 0 to 11; the bar is between the sixth and the seventh.
fn left_of(column: usize) -> f32 {
    FRAME + (column as f32 + if column >= 6 { 1.0 } else { 0.0 }) * WIDE
}

impl State {
    /// The board from the first player's side, with its text.
    pub(super) fn picture(&self, text: Vec<String>) -> Scene {
        let mut scene = Scene::new(WIDTH, HEIGHT + 2.0 * FRAME);
        scene.text = Text::Lines(text);
        scene.push(Mark::filled(Outline::Rect(0.0, 0.0, WIDTH, HEIGHT + 2.0 * FRAME, 8.0), Colour::Brown));
        for left in [left_of(0), left_of(6)] {
            scene.push(Mark::filled(Outline::Rect(left, FRAME, 6.0 * WIDE, HEIGHT, 0.0), Colour::LightSquare));
        }
        for point in 1..=24 {
            scene.extend([Item::from(self.point(point))]);
            let (column, upper) = column_of(point);
            let y = if upper { FRAME / 2.0 } else { HEIGHT + 1.5 * FRAME };
            scene.push(Label::middle(point.to_string(), (left_of(column) + WIDE / 2.0, y), 14.0, Colour::White));
        }
        scene.push(self.bar());
        scene.push(self.tray());
        if self.dice[0] > 0 {
            // The dice lie on the mover's right: the first player sits below.
            let left = if self.player == 0 { left_of(6) } else { left_of(0) };
            let (_, colour, _) = PLAYERS[usize::from(self.player)];
            for (number, shown) in self.dice.into_iter().enumerate() {
                let x = left + WIDE * (2.25 + 1.5 * number as f32);
                scene.extend(die(shown, (x, FRAME + HEIGHT / 2.0), 20.0, colour));
            }
        }
        scene
    }

    /// A point with its checkers.
    fn point(&self, point: usize) -> Place {
        let (column, upper) = column_of(point);
        let left = left_of(column);
        let (edge, inwards) = if upper { (FRAME, 1.0) } else { (FRAME + HEIGHT, -1.0) };
        let half = Outline::Rect(left, if upper { FRAME } else { FRAME + HEIGHT / 2.0 }, WIDE, HEIGHT / 2.0, 0.0);
        let tip = (left + WIDE / 2.0, edge + inwards * LONG);
        let triangle = Outline::Polygon(vec![(left + 1.0, edge), (left + WIDE - 1.0, edge), tip]);
        let colour = if point.is_multiple_of(2) { Colour::DarkSquare } else { Colour::Wood };
        let counts = [self.men[0][point], self.men[1][25 - point]];
        let player = usize::from(counts[1] > 0);
        let contents = match counts[player] {
            0 => "empty".to_owned(),
            count => format!("{count} of {}", PLAYERS[player].2),
        };
        let place = Place::new(point.to_string(), format!("point {point}, {contents}"), Mark::invisible(half));
        let place = place.with([Mark::filled(triangle, colour).edged(Colour::Groove, 0.5)]);
        place.with(stack(player, counts[player], (left + WIDE / 2.0, edge), inwards))
    }

    /// The bar: checkers of each player in the half that they enter.
    fn bar(&self) -> Place {
        let left = left_of(5) + WIDE;
        let outline = Mark::filled(Outline::Rect(left, FRAME, WIDE, HEIGHT, 0.0), Colour::Brown);
        let title = format!("bar, {} of x, {} of o", self.men[0][BAR], self.men[1][BAR]);
        let (x, middle) = (left + WIDE / 2.0, FRAME + HEIGHT / 2.0);
        let place = Place::new(BAR_PLACE, title, outline.edged(Colour::Groove, 1.0));
        let place = place.with(stack(0, self.men[0][BAR], (x, middle - 12.0), -1.0));
        place.with(stack(1, self.men[1][BAR], (x, middle + 12.0), 1.0))
    }

    /// The checkers that were borne off, seen from the side.
    fn tray(&self) -> Place {
        let left = left_of(11) + WIDE + 6.0;
        let wide = WIDE - 2.0;
        let outline = Mark::filled(Outline::Rect(left, FRAME, wide, HEIGHT, 4.0), Colour::Groove);
        let title = format!("off, {} of x, {} of o", self.men[0][OFF], self.men[1][OFF]);
        let mut items = Vec::new();
        for (player, (_, colour, _)) in PLAYERS.into_iter().enumerate() {
            for number in 0..self.men[player][OFF] {
                let depth = f32::from(number) * 13.0 + 3.0;
                let y = if player == 0 { FRAME + HEIGHT - depth - 12.0 } else { FRAME + depth };
                let checker = Outline::Rect(left + 3.0, y, wide - 6.0, 12.0, 3.0);
                items.push(Mark::filled(checker, colour).edged(Colour::Quiet, 1.0));
            }
        }
        Place::new(OFF_PLACE, title, outline).with(items)
    }
}

/// The column of a point from the left, and whether it is on the upper side.
fn column_of(point: usize) -> (usize, bool) {
    if point > 12 { (point - 13, true) } else { (12 - point, false) }
}
