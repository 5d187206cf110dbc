//! Playing cards.

use super::Colour;
use super::scene::{Item, Label, Mark, Outline, Point, Stroke};

/// The width and height of a card in pixels.
pub const CARD: (f32, f32) = (44.0, 62.0);

/// What must be seen of a card to know it, from its left edge.
pub const INDEX: f32 = 26.0;

fn outline((left, top): Point) -> Outline {
    Outline::Rect(left, top, CARD.0, CARD.1, 5.0)
}

/// A card face up by its upper left corner: its rank and, if it has one, its suit below it, so that [`INDEX`] pixels of
/// a card that lies under another one suffice. The outline comes first.
pub fn card(rank: &str, suit: Option<char>, colour: Colour, (left, top): Point) -> Vec<Item> {
    let middle = left + CARD.0 / 2.0;
    let mut items: Vec<Item> = vec![Mark::filled(outline((left, top)), Colour::White).edged(Colour::Quiet, 1.0).into()];
    match suit {
        None => items.push(Label::middle(rank, (middle, top + CARD.1 / 2.0), 30.0, colour).bold().into()),
        Some(suit) => {
            items.push(Label::middle(rank, (left + INDEX / 2.0, top + 15.0), 18.0, colour).bold().into());
            items.push(Label::middle(suit, (left + INDEX / 2.0, top + 34.0), 18.0, colour).into());
            items.push(Label::middle(suit, (left + CARD.0 - 9.0, top + CARD.1 - 12.0), 16.0, colour).into());
        }
    }
    items
}

/// A card face down by its upper left corner. The outline comes first.
pub fn card_back((left, top): Point) -> Vec<Item> {
    let inner = Outline::Rect(left + 4.0, top + 4.0, CARD.0 - 8.0, CARD.1 - 8.0, 3.0);
    let (x, y, w, h) = (left + CARD.0 / 2.0, top + CARD.1 / 2.0, 11.0, 18.0);
    let diamond = Outline::Polygon(vec![(x, y - h), (x + w, y), (x, y + h), (x - w, y)]);
    vec![
        Mark::filled(outline((left, top)), Colour::White).edged(Colour::Quiet, 1.0).into(),
        Mark::filled(inner, Colour::Blue).into(),
        Mark::drawn(diamond, Stroke::solid(Colour::White, 2.0)).faded(0.8).into(),
    ]
}
