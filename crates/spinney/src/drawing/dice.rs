//! Dice.

use super::Colour;
use super::scene::{Item, Mark, Outline, Point};

/// A die that shows a number from 1 to 6, around a point; with another number it is blank.
pub fn die(number: u8, (x, y): Point, radius: f32, colour: Colour) -> Vec<Item> {
    let outline = Outline::Rect(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius * 0.3);
    let mut items: Vec<Item> = vec![Mark::filled(outline, colour).edged(Colour::Quiet, radius / 12.0).into()];
    let pips: &[(f32, f32)] = match number {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        6 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => &[],
    };
    let pip = |&(right, down): &(f32, f32)| {
        let middle = (x + right * radius * 0.5, y + down * radius * 0.5);
        Mark::filled(Outline::Circle(middle.0, middle.1, radius * 0.17), colour.letters()).into()
    };
    items.extend(pips.iter().map(pip));
    items
}
