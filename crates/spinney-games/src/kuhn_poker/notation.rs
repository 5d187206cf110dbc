//! Text notation and drawing: a position is the two cards and the actions, such as `KQ check bet`; `deal` before the
//! deal. A concealed card is `?`.

use spinney::drawing::{Body, CARD, Colour, Drawing, Label, Scene, Text, card, card_back};
use spinney::game::capabilities::{Notation, NotationError, Render};
use spinney::game::{Game, Moves};

use super::{CARDS, KuhnPoker, Move, Stage, State};

pub(super) fn letter(card: Option<u8>) -> char {
    card.map_or('?', |card| CARDS[usize::from(card)])
}

/// Two different cards, of which one or both may be concealed.
fn read_cards(word: &str) -> Option<[Option<u8>; 2]> {
    let mut cards = [None; 2];
    let mut letters = word.chars();
    for card in &mut cards {
        let letter = letters.next()?.to_ascii_uppercase();
        *card = CARDS.iter().position(|&known| known == letter).map(|card| card as u8);
        if card.is_none() && letter != '?' {
            return None;
        }
    }
    (letters.next().is_none() && (cards[0].is_none() || cards[0] != cards[1])).then_some(cards)
}

/// The actions on the way to a stage.
fn history(stage: Stage) -> &'static [Move] {
    match stage {
        Stage::Deal | Stage::Open => &[],
        Stage::Checked => &[Move::Check],
        Stage::Bet => &[Move::Bet],
        Stage::Raised => &[Move::Check, Move::Bet],
        Stage::Shown => &[Move::Check, Move::Check],
        Stage::Called => &[Move::Bet, Move::Call],
        Stage::SecondFolded => &[Move::Bet, Move::Fold],
        Stage::FirstFolded => &[Move::Check, Move::Bet, Move::Fold],
        Stage::CheckCalled => &[Move::Check, Move::Bet, Move::Call],
    }
}

impl Notation for KuhnPoker {
    fn write_move(&self, _: &State, mv: Move) -> String {
        match mv {
            Move::Deal(first, second) => format!("{}{}", letter(Some(first)), letter(Some(second))),
            Move::Check => "check".to_owned(),
            Move::Bet => "bet".to_owned(),
            Move::Call => "call".to_owned(),
            Move::Fold => "fold".to_owned(),
        }
    }

    fn write_state(&self, state: &State) -> String {
        if state.stage == Stage::Deal {
            return "deal".to_owned();
        }
        let mut text: String = state.cards.into_iter().map(letter).collect();
        for &mv in history(state.stage) {
            text += " ";
            text += &self.write_move(state, mv);
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let mut words = text.split_whitespace();
        let mut state = State { cards: [None; 2], stage: Stage::Deal };
        let wanted = "write `deal`, or two of the cards J Q K and what was done, such as `KQ check bet`";
        let first = words.next().ok_or_else(|| NotationError::new(format!("an empty position; {wanted}")))?;
        if first.eq_ignore_ascii_case("deal") {
            return match words.next() {
                None => Ok(state),
                Some(word) => Err(NotationError::new(format!("`{word}` before the deal; {wanted}"))),
            };
        }
        for word in std::iter::once(first).chain(words) {
            if self.turn(&state, &mut Moves::new()) == spinney::game::Turn::Over {
                return Err(NotationError::new(format!("`{word}` after the end of the game")));
            }
            if let Some(cards) = read_cards(word).filter(|_| state.stage == Stage::Deal) {
                state = State { cards, stage: Stage::Open };
                continue;
            }
            let mv = self.read_move(&state, word).map_err(|error| NotationError::new(format!("{error}; {wanted}")))?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }
}

impl Render for KuhnPoker {
    fn draw(&self, state: &State) -> Drawing {
        let status = match (state.stage, state.first_gets()) {
            (Stage::Deal, _) => "to be dealt".to_owned(),
            (_, Some(gets)) => format!("{} wins {}", if gets > 0.0 { "first" } else { "second" }, gets.abs()),
            (Stage::Open, _) => "first to act".to_owned(),
            (Stage::Checked, _) => "second to act".to_owned(),
            (Stage::Bet, _) => "second to call or fold".to_owned(),
            _ => "first to call or fold".to_owned(),
        };
        let body = format!("first {}  second {}", letter(state.cards[0]), letter(state.cards[1]));
        Drawing { body: Body::Scene(picture(state, body)), caption: vec![status] }
    }
}

/// The cards of both players, with the actions so far below them.
fn picture(state: &State, text: String) -> Scene {
    const WIDE: f32 = 140.0;
    let mut scene = Scene::new(2.0 * WIDE, CARD.1 + 54.0);
    let mut actions: [Vec<String>; 2] = Default::default();
    for (number, mv) in history(state.stage).iter().enumerate() {
        actions[number % 2].push(format!("{mv:?}").to_lowercase());
    }
    for (player, name) in ["first", "second"].into_iter().enumerate() {
        let (left, middle) = (WIDE * (player as f32 + 0.5) - CARD.0 / 2.0, WIDE * (player as f32 + 0.5));
        scene.push(Label::middle(name, (middle, 12.0), 15.0, Colour::Ink).bold());
        let corner = (left, 26.0);
        match state.cards[player] {
            Some(shown) => scene.extend(card(&letter(Some(shown)).to_string(), None, Colour::Black, corner)),
            None => scene.extend(card_back(corner)),
        }
        let said = actions[player].join(", ");
        scene.push(Label::middle(said, (middle, CARD.1 + 42.0), 15.0, Colour::Quiet));
    }
    scene.text = Text::Lines(vec![text]);
    scene
}
