//! The betting: which actions were taken, which are possible, and what they cost.

use super::Move;

/// Chips of a bet or raise in each round.
const BETS: [u8; 2] = [2, 4];
/// Bets and raises that are possible in a round.
const MOST_RAISES: u8 = 2;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// The private cards are dealt.
    Deal,
    /// A player acts.
    Act(u8),
    /// The public card is dealt.
    Board,
    /// This player has folded.
    Folded(u8),
    /// The cards are shown.
    Showdown,
}

/// All actions so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Betting {
    /// The actions, three bits each, the latest lowest; a leading 1 marks the length.
    history: u32,
    /// Chips in the pot of each player.
    spent: [u8; 2],
    /// Counted from 0; 2 after the second.
    round: u8,
    /// Actions in this round.
    acted: u8,
    raises: u8,
    folded: Option<u8>,
}

/// The actions by their codes.
const ACTIONS: [Move; 5] = [Move::Check, Move::Bet, Move::Call, Move::Raise, Move::Fold];

impl Betting {
    pub(super) const START: Betting =
        Betting { history: 1, spent: [1, 1], round: 0, acted: 0, raises: 0, folded: None };

    /// Chips in the pot of each player.
    pub(super) fn spent(&self) -> [u8; 2] {
        self.spent
    }

    /// What comes next. Before the second round this is [`Next::Board`] until a player acts, whether the public card is
    /// there or not.
    pub(super) fn next(&self) -> Next {
        match (self.folded, self.round) {
            (Some(player), _) => Next::Folded(player),
            (None, 2) => Next::Showdown,
            (None, 1) if self.acted == 0 => Next::Board,
            _ => Next::Act(self.acted % 2),
        }
    }

    /// The actions of the player to act.
    pub(super) fn actions(&self) -> impl Iterator<Item = Move> + use<> {
        let may_raise = self.raises < MOST_RAISES;
        let all: [(Move, bool); 3] = match self.raises {
            0 => [(Move::Check, true), (Move::Bet, true), (Move::Fold, false)],
            _ => [(Move::Call, true), (Move::Raise, may_raise), (Move::Fold, true)],
        };
        all.into_iter().filter(|(_, possible)| *possible).map(|(action, _)| action)
    }

    /// The player to act acts.
    pub(super) fn act(&mut self, action: Move) {
        let player = usize::from(self.acted % 2);
        let code = ACTIONS.iter().position(|&known| known == action).unwrap_or(0);
        self.history = self.history << 3 | code as u32;
        let last = self.acted > 0;
        self.acted += 1;
        match action {
            Move::Fold => self.folded = Some(player as u8),
            Move::Bet | Move::Raise => {
                self.spent[player] = self.spent[1 - player] + BETS[usize::from(self.round)];
                self.raises += 1;
            }
            _ => {
                self.spent[player] = self.spent[1 - player];
                // A call ends the round, and so does the second check.
                if last {
                    self.round += 1;
                    self.acted = 0;
                    self.raises = 0;
                }
            }
        }
    }

    /// The actions in order, round by round.
    pub(super) fn rounds(&self) -> [Vec<Move>; 2] {
        let length = (31 - self.history.leading_zeros()) / 3;
        let mut rounds: [Vec<Move>; 2] = Default::default();
        let mut replayed = Betting::START;
        for place in (0..length).rev() {
            let action = ACTIONS[(self.history >> (3 * place) & 7) as usize];
            rounds[usize::from(replayed.round.min(1))].push(action);
            replayed.act(action);
        }
        rounds
    }

    /// A number for every sequence of actions.
    pub(super) fn code(&self) -> u64 {
        u64::from(self.history)
    }
}
