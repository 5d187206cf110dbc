//! Text notation: a move is a card, a chance outcome the prize. A position is what each player holds, the prize, the
//! pile and the scores, such as `1,2,4 2,3,4 prize:3 pile:1,2 score:4-0`; `carried:N` follows where points are carried
//! over. Nothing is `-`.

use spinney::game::capabilities::{Notation, NotationError};

use super::{Cards, Goofspiel, MOST_CARDS, Order, State, Ties};

const FORM: &str = "expected the hands, prize, pile and score, such as `1,2,4 2,3,4 prize:3 pile:1,2 score:4-0`";

/// Cards as text.
pub(super) fn write_cards(cards: Cards) -> String {
    let list: Vec<String> = cards.list().map(|card| card.to_string()).collect();
    if list.is_empty() { "-".to_owned() } else { list.join(",") }
}

fn read_cards(text: &str) -> Option<Cards> {
    if text == "-" {
        return Some(Cards::default());
    }
    text.split(',').try_fold(Cards::default(), |cards, card| {
        let card: u8 = card.parse().ok()?;
        let fits = (1..=MOST_CARDS as u8).contains(&card) && !cards.has(card);
        fits.then(|| cards.with(card))
    })
}

fn read_prize(text: &str) -> Option<u8> {
    match text {
        "-" => Some(0),
        _ => text.parse().ok().filter(|prize| (1..=MOST_CARDS as u8).contains(prize)),
    }
}

fn read(text: &str) -> Option<State> {
    let mut words = text.split_whitespace();
    let mut next = |prefix: &str| words.next()?.strip_prefix(prefix);
    let hands = [read_cards(next("")?)?, read_cards(next("")?)?];
    let prize = read_prize(next("prize:")?)?;
    let pile = read_cards(next("pile:")?)?;
    let (first, second) = next("score:")?.split_once('-')?;
    let scores = [first.parse().ok()?, second.parse().ok()?];
    let carried = match words.next() {
        Some(word) => word.strip_prefix("carried:")?.parse().ok()?,
        None => 0,
    };
    words.next().is_none().then_some(State { hands, pile, prize, carried, scores })
}

impl Notation for Goofspiel {
    fn write_move(&self, _: &State, mv: u8) -> String {
        mv.to_string()
    }

    fn write_state(&self, state: &State) -> String {
        let prize = if state.prize == 0 { "-".to_owned() } else { state.prize.to_string() };
        let [first, second] = state.hands.map(write_cards);
        let [own, other] = state.scores;
        let carried = if state.carried > 0 { format!(" carried:{}", state.carried) } else { String::new() };
        format!("{first} {second} prize:{prize} pile:{} score:{own}-{other}{carried}", write_cards(state.pile))
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let state = read(text).ok_or_else(|| NotationError::new(FORM))?;
        self.check(&state).map_err(NotationError::new)?;
        Ok(state)
    }
}

impl Goofspiel {
    /// The rule that a position violates, if any.
    fn check(&self, state: &State) -> Result<(), String> {
        let all = Cards::up_to(self.cards);
        let up = Cards::default().with(state.prize);
        if [state.hands[0], state.hands[1], state.pile, up].iter().any(|cards| cards.0 & !all.0 != 0) {
            return Err(format!("there are only the cards 1 to {}", self.cards));
        }
        let left = state.hands[0].len();
        if state.hands[1].len() != left {
            return Err("both players hold the same number of cards".to_owned());
        }
        if state.pile.has(state.prize) {
            return Err("the prize is no longer in the pile".to_owned());
        }
        if state.pile.len() + up.len() != left {
            return Err("there are as many prizes to win as each player holds cards".to_owned());
        }
        let before = if state.prize == 0 { state.pile } else { state.pile.with(state.prize) };
        let expected = self.known_prize(before).unwrap_or(state.prize);
        if expected != state.prize {
            return Err(match self.order {
                Order::Random => "the last prize is turned up at once".to_owned(),
                _ => format!("the prize that is due is {expected}"),
            });
        }
        if self.order != Order::Random && !self.is_end_of_order(before) {
            return Err("prizes are turned up in order".to_owned());
        }
        let spent = Cards(all.0 & !before.0);
        if !is_division(spent, state.scores, (self.ties == Ties::Carry).then_some(state.carried)) {
            return Err("the prizes that were won do not add up to these scores".to_owned());
        }
        if self.ties == Ties::Discard && state.carried > 0 {
            return Err("nothing is carried over with ties=discard".to_owned());
        }
        Ok(())
    }

    /// Whether these prizes are the last ones of the order.
    fn is_end_of_order(&self, prizes: Cards) -> bool {
        let low = Cards::up_to(prizes.len() as u8);
        match self.order {
            Order::Ascending => {
                prizes.0 == Cards::up_to(self.cards).0 & !Cards::up_to(self.cards - prizes.len() as u8).0
            }
            _ => prizes == low,
        }
    }
}

/// Whether prizes can be divided among the players and the rest so that the players have these points, and the rest has
/// these if its points are given.
fn is_division(prizes: Cards, scores: [u16; 2], rest: Option<u16>) -> bool {
    let sum = prizes.sum();
    let Some(over) = scores[0].checked_add(scores[1]).and_then(|points| sum.checked_sub(points)) else { return false };
    if rest.is_some_and(|rest| rest != over) {
        return false;
    }
    // Every pair of sums that some of the prizes give.
    let mut sums = vec![(0, 0)];
    for prize in prizes.list().map(u16::from) {
        let more: Vec<(u16, u16)> = sums.iter().flat_map(|&(a, b)| [(a, b), (a + prize, b), (a, b + prize)]).collect();
        sums = more;
        sums.sort_unstable();
        sums.dedup();
    }
    sums.contains(&(scores[0], scores[1]))
}
