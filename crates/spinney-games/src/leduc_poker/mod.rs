//! Leduc poker: six cards, two rounds of betting, one public card (F. Southey et al., "Bayes' Bluff: Opponent Modelling in
//! Poker", UAI 2005).
//!
//! The deck has jack, queen and king in two suits. Both players put one chip into the pot and get one card. A round of
//! betting follows, then a public card is dealt, then comes a second round. The first player begins each round. A bet or
//! raise is 2 chips in the first round and 4 in the second, and there are at most two of them in a round. At the
//! showdown a card that pairs with the public card wins, otherwise the higher card; equal cards split the pot. Payoffs
//! are chips.

mod betting;
mod drawing;
mod hidden;
mod notation;

use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::{Random, mix, mix_pair};
use spinney::search::parameter::NoParameters;

use self::betting::{Betting, Next};
use crate::registry::Builtin;

/// The number of cards.
const CARDS: u8 = 6;

/// The most that a player can lose: the ante, two bets of 2 and two of 4.
const MOST: f64 = 13.0;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeducPoker;

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Whether the private cards have been dealt.
    dealt: bool,
    /// The card of each player, as `rank * 2 + suit`; `None` before the deal, or if it is concealed.
    cards: [Option<u8>; 2],
    /// The public card.
    board: Option<u8>,
    betting: Betting,
}

/// Actions of the players, and chance outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Chance outcome: the cards of both players, each `rank * 2 + suit`.
    Deal(u8, u8),
    /// Chance outcome: the public card.
    Board(u8),
    /// No bet.
    Check,
    /// The first bet of a round.
    Bet,
    /// As much as the other player.
    Call,
    /// As much as the other player, and a bet more.
    Raise,
    /// Gives up the pot.
    Fold,
}

impl State {
    const START: State = State { dealt: false, cards: [None; 2], board: None, betting: Betting::START };

    /// What comes next, the deal of cards included.
    fn next(&self) -> Next {
        match self.betting.next() {
            _ if !self.dealt => Next::Deal,
            Next::Board if self.board.is_some() => Next::Act(0),
            next => next,
        }
    }

    /// Cards that are neither in a hand nor on the board, as far as they are known.
    fn unseen(&self) -> impl Iterator<Item = u8> + use<'_> {
        (0..CARDS).filter(|card| self.cards.iter().chain([&self.board]).all(|seen| *seen != Some(*card)))
    }

    /// How good a hand is at the showdown; `None` if a card is concealed.
    fn strength(&self, player: usize) -> Option<u8> {
        let rank = self.cards[player]? / 2;
        Some(if rank == self.board? / 2 { 3 } else { rank })
    }

    /// The payoff of the first player in chips, if the game is over; 0 where it depends on a concealed card.
    fn first_gets(&self) -> Option<f64> {
        let spent = self.betting.spent();
        match self.next() {
            Next::Folded(0) => Some(-f64::from(spent[0])),
            Next::Folded(_) => Some(f64::from(spent[1])),
            Next::Showdown => Some(match (self.strength(0), self.strength(1)) {
                (Some(first), Some(second)) if first > second => f64::from(spent[1]),
                (Some(first), Some(second)) if first < second => -f64::from(spent[0]),
                _ => 0.0,
            }),
            _ => None,
        }
    }
}

impl Builtin for LeducPoker {
    const NAME: &'static str = "leduc-poker";
    const SUMMARY: &'static str = "poker with six cards, two rounds of bets and a public card";
    type Options = NoParameters;

    fn build(_: NoParameters) -> Result<Self, String> {
        Ok(LeducPoker)
    }

    fn advice(&self) -> &'static [&'static str] {
        &["cfr"]
    }
}

impl Game for LeducPoker {
    type State = State;
    type Move = Move;

    fn info(&self) -> GameInfo {
        GameInfo {
            chance: true,
            hidden: true,
            longest: Some(10),
            widest: Some(30),
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(-MOST, MOST))
        }
    }

    fn start(&self, _: &mut Random) -> State {
        State::START
    }

    fn turn(&self, state: &State, moves: &mut Moves<Move>) -> Turn {
        match state.next() {
            Next::Deal => {
                for first in 0..CARDS {
                    for second in (0..CARDS).filter(|&second| second != first) {
                        moves.push_weighted(Move::Deal(first, second), 1.0 / 30.0);
                    }
                }
                Turn::Chance
            }
            Next::Board => {
                let weight = 1.0 / state.unseen().count() as f64;
                state.unseen().for_each(|card| moves.push_weighted(Move::Board(card), weight));
                Turn::Chance
            }
            Next::Act(player) => {
                moves.extend(state.betting.actions());
                Turn::Player(Player(player))
            }
            Next::Folded(_) | Next::Showdown => Turn::Over,
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Deal(first, second) => {
                state.cards = [Some(first), Some(second)];
                state.dealt = true;
            }
            Move::Board(card) => {
                state.board = Some(card);
            }
            action => state.betting.act(action),
        }
    }

    fn payoff(&self, state: &State, player: Player) -> f64 {
        let first = state.first_gets().unwrap_or(0.0);
        if player.0 == 0 { first } else { -first }
    }

    fn capabilities(&self) -> Capabilities<'_, State, Move> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            hidden: Some(self),
            ..Capabilities::none()
        }
    }
}

/// A key of the position.
fn code(state: &State) -> u64 {
    let card = |card: Option<u8>| card.map_or(0, |card| u64::from(card) + 1);
    let cards = card(state.cards[0]) | card(state.cards[1]) << 3 | card(state.board) << 6 | u64::from(state.dealt) << 9;
    mix_pair(cards, state.betting.code())
}

impl Key for LeducPoker {
    fn key(&self, state: &State) -> u64 {
        mix(code(state))
    }
}
