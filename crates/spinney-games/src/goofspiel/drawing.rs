//! Drawing: hands, scores, the prize and the pile.

use spinney::drawing::{Body, Drawing};
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
        Drawing { body: Body::Lines(lines), caption: vec![status.to_owned()] }
    }
}
