//! The picture of the table: the four hands around the trick.

use spinney::drawing::{CARD, Colour, INDEX, Item, Label, Place, Point, Scene, Text, card, card_back};

use super::cards::{EAST, HANDS, NORTH, RANKS, SOUTH, WEST, rank_of, suit_of, write_card};
use super::{BridgePlay, State};

/// The suits as they are printed on cards, in the order of their lanes.
const SYMBOLS: [char; 4] = ['♠', '♥', '♦', '♣'];
/// Between two hands, and for the name of one.
const GAP: f32 = 16.0;
const NAME: f32 = 22.0;

/// A card face up.
fn face(number: u8, corner: Point) -> Vec<Item> {
    let (suit, rank) = (suit_of(number), RANKS[usize::from(rank_of(number))]);
    let colour = if matches!(suit, 1 | 2) { Colour::Red } else { Colour::Black };
    let rank = if rank == 'T' { "10".to_owned() } else { rank.to_string() };
    card(&rank, Some(SYMBOLS[suit]), colour, corner)
}

impl BridgePlay {
    /// The table with its text.
    pub(super) fn picture(&self, state: &State, text: Vec<String>) -> Scene {
        let fan = CARD.0 + INDEX * (self.cards as f32 - 1.0);
        let (row, trick) = (CARD.1 + NAME, 3.0 * CARD.0 + 2.0 * GAP);
        let wide = 2.0 * fan + trick + 2.0 * GAP;
        let tall = 3.0 * row + 4.0 * GAP + CARD.1;
        let mut scene = Scene::new(wide, tall);
        scene.text = Text::Lines(text);
        let middle = (tall - row) / 2.0;
        for hand in [NORTH, WEST, EAST, SOUTH] {
            let (left, top) = match hand {
                NORTH => ((wide - fan) / 2.0, 0.0),
                WEST => (0.0, middle),
                EAST => (wide - fan, middle),
                _ => ((wide - fan) / 2.0, tall - row),
            };
            let next = !self.is_over(state) && state.next_hand() == hand;
            let name = if next { format!("{} to play", HANDS[hand]) } else { HANDS[hand].to_owned() };
            let name = Label::start(name, (left, top + NAME / 2.0 - 2.0), 15.0, Colour::Ink);
            scene.push(if next { name.bold() } else { name });
            self.add_hand(state, hand, (left, top + NAME), &mut scene);
        }
        let centre = (wide / 2.0, row + (tall - 2.0 * row) / 2.0);
        for (place, &played) in state.trick[..usize::from(state.len)].iter().enumerate() {
            let (right, down) = match (usize::from(state.leader) + place) % 4 {
                NORTH => (0.0, -1.0),
                EAST => (1.0, 0.0),
                SOUTH => (0.0, 1.0),
                _ => (-1.0, 0.0),
            };
            let x = centre.0 + right * (CARD.0 + 6.0) - CARD.0 / 2.0;
            let y = centre.1 + down * (CARD.1 / 2.0 + 4.0) - CARD.1 / 2.0;
            scene.extend(face(played, (x, y)));
        }
        scene
    }

    /// The cards of a hand, as backs if they are concealed.
    fn add_hand(&self, state: &State, hand: usize, (left, top): Point, scene: &mut Scene) {
        let (cards, count) = (state.hand(hand), self.cards_left(state, hand));
        let corner = |index: usize| (left + index as f32 * INDEX, top);
        if cards.count_ones() < count {
            scene.extend((0..count as usize).flat_map(|index| card_back(corner(index))));
            return;
        }
        let by_suit = (0..4).flat_map(|suit| (0..13).rev().map(move |rank| (suit * 16 + rank) as u8));
        for (index, number) in by_suit.filter(|&number| cards >> number & 1 == 1).enumerate() {
            let name = write_card(number);
            let title = format!("{name}, {}", HANDS[hand]);
            scene.push(Place { id: name, title, items: face(number, corner(index)) });
        }
    }
}
