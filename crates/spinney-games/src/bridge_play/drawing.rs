//! Drawing: the four hands, the current trick and the tricks taken.

use spinney::drawing::{Body, Drawing};
use spinney::game::capabilities::Render;

use super::cards::{HANDS, SUITS, write_card, write_suit};
use super::{BridgePlay, State};

impl BridgePlay {
    fn draw_hand(&self, state: &State, hand: usize) -> String {
        let cards = state.hand(hand);
        let left = self.cards_left(state, hand);
        if cards.count_ones() < left {
            return format!("{:<5}  {left} cards", HANDS[hand]);
        }
        let suit = |suit: usize| {
            let ranks = write_suit(cards, suit);
            format!(
                "{} {:<width$}",
                SUITS[suit],
                if ranks.is_empty() { "-" } else { &ranks },
                width = left.min(5) as usize
            )
        };
        format!("{:<5}  {}", HANDS[hand], (0..4).map(suit).collect::<Vec<_>>().join("  ")).trim_end().to_owned()
    }
}

impl Render for BridgePlay {
    fn draw(&self, state: &State) -> Drawing {
        let mut lines: Vec<String> = (0..4).map(|hand| self.draw_hand(state, hand)).collect();
        let played = (0..usize::from(state.len)).map(|place| {
            let hand = (usize::from(state.leader) + place) % 4;
            format!("{} {}", HANDS[hand], write_card(state.trick[place]))
        });
        let trick = played.collect::<Vec<_>>().join(", ");
        if !trick.is_empty() {
            lines.push(format!("trick  {trick}"));
        }
        let trump = self.trump.map_or("no trumps".to_owned(), |suit| format!("trumps {}", SUITS[suit]));
        let who = if self.is_over(state) {
            "the play is over".to_owned()
        } else {
            format!("{} to play", HANDS[state.next_hand()])
        };
        let caption = format!("{who}; {trump}; tricks declarer {}, defence {}", state.won[0], state.won[1]);
        Drawing { body: Body::Scene(self.picture(state, lines)), caption: vec![caption] }
    }
}
