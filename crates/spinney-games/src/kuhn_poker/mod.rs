//! Kuhn poker: three cards, two players, one bet (H. W. Kuhn, "A simplified two-person poker", 1950).
//!
//! Both players put one chip into the pot and get one of the cards jack, queen, king. The first player checks or bets
//! one chip. A bet is called or folded to; after a check the other player may check, which shows the cards, or bet. The
//! higher card wins the pot. It is the smallest game in which bluffing is optimal: the first player loses 1/18 of a
//! chip per game against optimal play, whatever it does.

mod hidden;
mod notation;

use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::{Random, mix};
use spinney::search::parameter::NoParameters;

use crate::registry::Builtin;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct KuhnPoker;

/// The letters of the cards, from the lowest.
const CARDS: [char; 3] = ['J', 'Q', 'K'];

/// The actions since the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Stage {
    /// The deal, a chance node, is still to come.
    Deal,
    /// The first player is to act.
    Open,
    /// The first player checked; the second player is to act.
    Checked,
    /// The first player bet; the second player is to call or fold.
    Bet,
    /// After a check the second player bet; the first is to call or fold.
    Raised,
    /// Both checked: showdown for the antes.
    Shown,
    /// A bet was called: showdown for two chips each.
    Called,
    /// The second player folded to a bet.
    SecondFolded,
    /// The first player checked and folded to a bet.
    FirstFolded,
    /// The first player checked and called a bet.
    CheckCalled,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The card of each player by its index in [`CARDS`]; `None` before the deal, or if it is concealed.
    cards: [Option<u8>; 2],
    stage: Stage,
}

/// Actions of the players, and chance outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Chance outcome: the players' cards, 0 for the jack to 2 for the king.
    Deal(u8, u8),
    /// No bet.
    Check,
    /// One chip more.
    Bet,
    /// As much as the other.
    Call,
    /// Gives up the pot.
    Fold,
}

impl State {
    /// Whether the cards have been shown.
    fn is_shown(&self) -> bool {
        matches!(self.stage, Stage::Shown | Stage::Called | Stage::CheckCalled)
    }

    /// The payoff of the first player in chips, if the game is over.
    fn first_gets(&self) -> Option<f64> {
        let higher = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        match self.stage {
            Stage::Shown => Some(higher),
            Stage::Called | Stage::CheckCalled => Some(2.0 * higher),
            Stage::SecondFolded => Some(1.0),
            Stage::FirstFolded => Some(-1.0),
            _ => None,
        }
    }
}

impl Builtin for KuhnPoker {
    const NAME: &'static str = "kuhn-poker";
    const SUMMARY: &'static str = "poker with three cards and one bet, the smallest game of bluff";
    type Options = NoParameters;

    fn build(_: NoParameters) -> Result<Self, String> {
        Ok(KuhnPoker)
    }

    fn advice(&self) -> &'static [&'static str] {
        &["cfr"]
    }
}

impl Game for KuhnPoker {
    type State = State;
    type Move = Move;

    fn info(&self) -> GameInfo {
        GameInfo {
            chance: true,
            hidden: true,
            longest: Some(4),
            widest: Some(6),
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(-2.0, 2.0))
        }
    }

    fn start(&self, _: &mut Random) -> State {
        State { cards: [None; 2], stage: Stage::Deal }
    }

    fn turn(&self, state: &State, moves: &mut Moves<Move>) -> Turn {
        match state.stage {
            Stage::Deal => {
                for first in 0..3 {
                    for second in (0..3).filter(|&second| second != first) {
                        moves.push_weighted(Move::Deal(first, second), 1.0 / 6.0);
                    }
                }
                Turn::Chance
            }
            Stage::Open | Stage::Checked => {
                moves.extend([Move::Check, Move::Bet]);
                Turn::Player(Player(u8::from(state.stage == Stage::Checked)))
            }
            Stage::Bet | Stage::Raised => {
                moves.extend([Move::Call, Move::Fold]);
                Turn::Player(Player(u8::from(state.stage == Stage::Bet)))
            }
            _ => Turn::Over,
        }
    }

    fn play(&self, state: &mut State, mv: Move) {
        state.stage = match (state.stage, mv) {
            (Stage::Deal, Move::Deal(first, second)) => {
                state.cards = [Some(first), Some(second)];
                Stage::Open
            }
            (Stage::Open, Move::Check) => Stage::Checked,
            (Stage::Open, _) => Stage::Bet,
            (Stage::Checked, Move::Check) => Stage::Shown,
            (Stage::Checked, _) => Stage::Raised,
            (Stage::Bet, Move::Call) => Stage::Called,
            (Stage::Bet, _) => Stage::SecondFolded,
            (Stage::Raised, Move::Call) => Stage::CheckCalled,
            (Stage::Raised, _) => Stage::FirstFolded,
            (stage, _) => stage,
        };
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
    card(state.cards[0]) | card(state.cards[1]) << 2 | (state.stage as u64) << 4
}

impl Key for KuhnPoker {
    fn key(&self, state: &State) -> u64 {
        mix(code(state))
    }
}
