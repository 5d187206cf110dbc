//! Drawing: the cards, the pot, the bets of each round, and the player to act.

use spinney::drawing::{Body, CARD, Colour, Drawing, Item, Label, Point, Scene, Text, card, card_back};
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
        let rounds = self.rounds(state);
        lines.extend(rounds.iter().cloned());
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
        let mut scene = picture(state, &rounds);
        scene.text = Text::Lines(lines);
        Drawing { body: Body::Scene(scene), caption: vec![status] }
    }
}

impl LeducPoker {
    /// The actions so far, a line for every round that has begun.
    fn rounds(&self, state: &State) -> Vec<String> {
        let rounds = state.betting.rounds().into_iter().enumerate().filter(|(_, actions)| !actions.is_empty());
        let line = |(round, actions): (usize, Vec<_>)| {
            let actions: Vec<String> = actions.into_iter().map(|mv| self.write_move(state, mv)).collect();
            format!("round {} {}", round + 1, actions.join(" "))
        };
        rounds.map(line).collect()
    }
}

/// The cards of both players with the public card between them, the chips of each player, and the actions below.
fn picture(state: &State, rounds: &[String]) -> Scene {
    const WIDE: f32 = 120.0;
    const LINE: f32 = 20.0;
    let mut scene = Scene::new(3.0 * WIDE, CARD.1 + 96.0);
    let spent = state.betting.spent();
    let places = [("first", Some(0)), ("board", None), ("second", Some(1))];
    for (column, (name, player)) in places.into_iter().enumerate() {
        let middle = WIDE * (column as f32 + 0.5);
        let corner = (middle - CARD.0 / 2.0, 26.0);
        scene.push(Label::middle(name, (middle, 12.0), 15.0, Colour::Ink).bold());
        let shown = player.map_or(state.board, |player| state.cards[player]);
        match (shown, player) {
            (Some(shown), _) => scene.extend(face(shown, corner)),
            (None, Some(_)) if state.dealt => scene.extend(card_back(corner)),
            _ => {}
        }
        if let Some(player) = player {
            let chips = format!("{} in the pot", spent[player]);
            scene.push(Label::middle(chips, (middle, CARD.1 + 42.0), 15.0, Colour::Quiet));
        }
    }
    for (round, line) in rounds.iter().enumerate() {
        let y = CARD.1 + 64.0 + round as f32 * LINE;
        scene.push(Label::start(line, (0.0, y), 15.0, Colour::Ink));
    }
    scene
}

/// A card face up.
fn face(number: u8, corner: Point) -> Vec<Item> {
    let text = card_text(Some(number));
    let (rank, suit) = text.split_at(1);
    let (suit, colour) = if suit == "h" { ('♥', Colour::Red) } else { ('♠', Colour::Black) };
    card(rank, Some(suit), colour, corner)
}
