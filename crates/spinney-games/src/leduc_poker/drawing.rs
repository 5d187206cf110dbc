//! Drawing: the cards, the pot, the bets of each round, and the player to act.

use spinney::drawing::{Body, Drawing};
use spinney::game::capabilities::{Notation, Render};

use super::betting::Next;
use super::notation::card_text;
use super::{LeducPoker, State};

const SEATS: [&str; 2] = ["first", "second"];

impl Render for LeducPoker {
    fn draw(&self, state: &State) -> Drawing {
        let spent = state.betting.spent();
        let hand = |player: usize| {
            let card = if state.dealt { card_text(state.cards[player]) } else { "-".to_owned() };
            format!("{:<7}{card:<3} {:>2} in the pot", SEATS[player], spent[player])
        };
        let mut lines = vec![hand(0), hand(1)];
        lines.extend(state.board.map(|board| format!("board  {}", card_text(Some(board)))));
        for (round, actions) in state.betting.rounds().into_iter().enumerate().filter(|(_, acts)| !acts.is_empty()) {
            let actions: Vec<String> = actions.into_iter().map(|mv| self.write_move(state, mv)).collect();
            lines.push(format!("round {} {}", round + 1, actions.join(" ")));
        }
        let status = match (state.next(), state.first_gets()) {
            (Next::Deal, _) => "to be dealt".to_owned(),
            (Next::Board, _) => "the public card is to be dealt".to_owned(),
            (Next::Act(player), _) => format!("{} to act", SEATS[usize::from(player)]),
            (Next::Folded(player), gets) => {
                let (winner, gets) = (SEATS[usize::from(1 - player)], gets.unwrap_or(0.0).abs());
                format!("{winner} wins {gets}")
            }
            (Next::Showdown, Some(gets)) if gets != 0.0 => {
                format!("{} wins {}", SEATS[usize::from(gets < 0.0)], gets.abs())
            }
            (Next::Showdown, _) => "the pot is split".to_owned(),
        };
        Drawing { body: Body::Lines(lines), caption: vec![status] }
    }
}
