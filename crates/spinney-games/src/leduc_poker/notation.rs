//! Text notation: a position is the two private cards, the actions, the public card and the actions after it, such as
//! `JsQh check bet call Kh check`; `deal` before the deal. A concealed card is `?`: `Js? check`.

use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, Moves, Turn};

use super::{CARDS, LeducPoker, Move, State};

/// The letters of ranks and suits, from the lowest.
const RANKS: [char; 3] = ['J', 'Q', 'K'];
const SUITS: [char; 2] = ['h', 's'];

/// A card as text.
pub(super) fn card_text(card: Option<u8>) -> String {
    card.map_or("?".to_owned(), |card| format!("{}{}", RANKS[usize::from(card / 2)], SUITS[usize::from(card % 2)]))
}

/// Reads a card or `?` at the beginning of a text, and returns the rest.
fn read_card(text: &str) -> Option<(Option<u8>, &str)> {
    if let Some(rest) = text.strip_prefix('?') {
        return Some((None, rest));
    }
    let (card, rest) = text.split_at_checked(2)?;
    let found = (0..CARDS).find(|&known| card_text(Some(known)).eq_ignore_ascii_case(card))?;
    Some((Some(found), rest))
}

/// Both private cards.
fn read_cards(text: &str) -> Option<[Option<u8>; 2]> {
    let (first, rest) = read_card(text)?;
    let (second, rest) = read_card(rest)?;
    rest.is_empty().then_some([first, second])
}

const FORM: &str = "write `deal`, or two cards, the actions, the public card and further actions, such as \
                    `JsQh check bet call Kh check`; a concealed card is `?`";

fn error(text: impl std::fmt::Display) -> NotationError {
    NotationError::new(format!("{text}; {FORM}"))
}

impl Notation for LeducPoker {
    fn write_move(&self, _: &State, mv: Move) -> String {
        match mv {
            Move::Deal(first, second) => card_text(Some(first)) + &card_text(Some(second)),
            Move::Board(card) => card_text(Some(card)),
            Move::Check => "check".to_owned(),
            Move::Bet => "bet".to_owned(),
            Move::Call => "call".to_owned(),
            Move::Raise => "raise".to_owned(),
            Move::Fold => "fold".to_owned(),
        }
    }

    fn write_state(&self, state: &State) -> String {
        if !state.dealt {
            return "deal".to_owned();
        }
        let [first, second] = state.betting.rounds();
        let cards: String = state.cards.into_iter().map(card_text).collect();
        let write = |mv: Move| self.write_move(state, mv);
        let board = state.board.map(|card| card_text(Some(card)));
        let words = std::iter::once(cards).chain(first.into_iter().map(write)).chain(board);
        words.chain(second.into_iter().map(write)).collect::<Vec<_>>().join(" ")
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let mut words = text.split_whitespace();
        let mut state = State::START;
        let first = words.next().ok_or_else(|| error("an empty position"))?;
        if first.eq_ignore_ascii_case("deal") {
            return words.next().map_or(Ok(state), |word| Err(error(format!("`{word}` before the deal"))));
        }
        state.cards = read_cards(first).ok_or_else(|| error(format!("`{first}` is not two cards")))?;
        if state.cards[0].is_some() && state.cards[0] == state.cards[1] {
            return Err(error(format!("`{first}` has one card twice")));
        }
        state.dealt = true;
        for word in words {
            if self.turn(&state, &mut Moves::new()) == Turn::Over {
                return Err(error(format!("`{word}` after the end of the game")));
            }
            let mv = self.read_move(&state, word).map_err(error)?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }
}
