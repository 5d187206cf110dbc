//! Drawing: hands, scores, the prize and the pile. The picture has a column for every card, so that a click on a card
//! bids it, or turns it up as the next prize.

use spinney::drawing::{Body, CARD, Colour, Drawing, Item, Label, Mark, Outline, Place, Scene, Text, card};
use spinney::game::capabilities::Render;

use super::notation::write_cards;
use super::{Goofspiel, State};

impl Render for Goofspiel {
    fn draw(&self, state: &State) -> Drawing {
        let hand = |seat: usize, name: &str| {
            format!("{name:<7}{:>3} points  holds {}", state.scores[seat], write_cards(state.hands[seat]))
        };
        let prize = if state.prize == 0 { "-".to_owned() } else { state.prize.to_string() };
        let carried = if state.carried > 0 { format!(" + {} carried", state.carried) } else { String::new() };
        let lines = vec![
            hand(0, "first"),
            hand(1, "second"),
            format!("prize  {prize}{carried}"),
            format!("pile   {}", write_cards(state.pile)),
        ];
        let [first, second] = state.scores;
        let status = match () {
            () if !state.is_over() && state.prize == 0 => "a prize is to be turned up",
            () if !state.is_over() => "both players bid",
            () if first > second => "first has won",
            () if second > first => "second has won",
            () => "a draw",
        };
        let mut scene = self.picture(state);
        scene.text = Text::Lines(lines);
        Drawing { body: Body::Scene(scene), caption: vec![status.to_owned()] }
    }
}

/// Distances in pixels: from card to card, from row to row, and the labels at the left.
const STEP: f32 = 50.0;
const ROW: f32 = 78.0;
const NAMES: f32 = 110.0;

/// The rows of cards.
const ROWS: [&str; 3] = ["first", "pile", "second"];

impl Goofspiel {
    /// Three rows, the first player's hand, the pile and the second player's hand; what is spent leaves a gap. The prize
    /// is the card of the pile with a frame.
    fn picture(&self, state: &State) -> Scene {
        let mut scene = Scene::new(NAMES + STEP * f32::from(self.cards), ROW * 3.0);
        let [first, second] = state.scores.map(|points| format!("{points} points"));
        let pile = match (state.prize, state.carried) {
            (0, 0) => String::new(),
            (0, carried) => format!("{carried} carried"),
            (prize, 0) => format!("prize {prize}"),
            (prize, carried) => format!("prize {prize} + {carried}"),
        };
        for (row, below) in [first, pile, second].into_iter().enumerate() {
            let top = row as f32 * ROW;
            scene.push(Label::start(ROWS[row], (8.0, top + 24.0), 15.0, Colour::Ink).bold());
            scene.push(Label::start(below, (8.0, top + 46.0), 15.0, Colour::Quiet));
        }
        for number in 1..=self.cards {
            let shown = [state.hands[0].has(number), state.pile.has(number), state.hands[1].has(number)];
            let is_prize = state.prize == number;
            let mut items: Vec<Item> = Vec::new();
            for row in (0..3).filter(|&row| shown[row] || row == 1 && is_prize) {
                let corner = (NAMES + STEP * f32::from(number - 1), row as f32 * ROW + 6.0);
                items.extend(card(&number.to_string(), None, Colour::Black, corner));
                if row == 1 && is_prize {
                    let frame = Outline::Rect(corner.0 - 2.0, corner.1 - 2.0, CARD.0 + 4.0, CARD.1 + 4.0, 7.0);
                    items.push(Mark::drawn(frame, spinney::drawing::Stroke::solid(Colour::Orange, 4.0)).into());
                }
            }
            if !items.is_empty() {
                let holds = |row: usize| (shown[row] && !(row == 1 && is_prize)).then_some(ROWS[row]);
                let mut held: Vec<&str> = (0..3).filter_map(holds).collect();
                held.extend(is_prize.then_some("prize"));
                scene.push(Place { id: number.to_string(), title: format!("{number}: {}", held.join(", ")), items });
            }
        }
        scene
    }
}
