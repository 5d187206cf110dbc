//! Goofspiel, the game of pure strategy: two players bid cards for prizes, simultaneously (M. Flood's game of the 1930s;
//! S. M. Ross, "Goofspiel – the game of pure strategy", Journal of Applied Probability 8, 1971).
//!
//! Each player has the cards 1 to N, and so has the pile of prizes. In every round a prize is turned up, both players
//! bid a card at the same time, and the higher card wins the prize. Bids are spent and seen by both, so the game has
//! perfect information with simultaneous moves.

mod drawing;
mod notation;
mod options;

use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::{Random, mix_pair};

pub use options::{Options, Order, Scoring, Ties};

use crate::registry::Builtin;

/// The largest number of cards.
const MOST_CARDS: usize = 13;
/// The most cards with which all turns are solved within a second.
const MOST_SOLVED: u8 = 5;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Goofspiel {
    cards: u8,
    order: Order,
    scoring: Scoring,
    ties: Ties,
}

impl Default for Goofspiel {
    fn default() -> Self {
        let Options { cards, order, scoring, ties } = Options::default();
        Goofspiel { cards: cards as u8, order, scoring, ties }
    }
}

/// Some of the cards 1 to 13.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cards(u16);

impl Cards {
    /// The cards 1 to `count`.
    fn up_to(count: u8) -> Self {
        Cards(((1u32 << count) - 1) as u16)
    }

    fn list(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        (1..=MOST_CARDS as u8).filter(move |&card| self.has(card))
    }

    fn has(self, card: u8) -> bool {
        self.0 & Self::bit(card) != 0
    }

    fn without(self, card: u8) -> Self {
        Cards(self.0 & !Self::bit(card))
    }

    fn with(self, card: u8) -> Self {
        Cards(self.0 | Self::bit(card))
    }

    fn len(self) -> u32 {
        self.0.count_ones()
    }

    fn sum(self) -> u16 {
        self.list().map(u16::from).sum()
    }

    fn bit(card: u8) -> u16 {
        if card == 0 { 0 } else { 1 << (card - 1) }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    hands: [Cards; 2],
    /// Prizes that have not been turned up.
    pile: Cards,
    /// The prize that is bid for; 0 if it is still to be turned up, or after the last round.
    prize: u8,
    /// Points of earlier rounds that the next winner gets as well.
    carried: u16,
    scores: [u16; 2],
}

impl Goofspiel {
    /// Goofspiel with these options; rejected if there are no cards, or too many.
    pub fn new(options: Options) -> Result<Self, String> {
        let Options { cards, order, scoring, ties } = options;
        if !(1..=MOST_CARDS).contains(&cards) {
            return Err(format!("{cards} cards are not possible: expected 1 to {MOST_CARDS}"));
        }
        Ok(Goofspiel { cards: cards as u8, order, scoring, ties })
    }

    /// All points of the game.
    fn points(&self) -> f64 {
        f64::from(Cards::up_to(self.cards).sum())
    }

    /// The prize that is turned up without chance: the next one in order, or the last one.
    fn known_prize(&self, pile: Cards) -> Option<u8> {
        match self.order {
            Order::Ascending => pile.list().next(),
            Order::Descending => pile.list().next_back(),
            Order::Random if pile.len() == 1 => pile.list().next(),
            Order::Random => None,
        }
    }

    /// Turns up the next prize where that is no chance turn.
    fn turn_up(&self, state: &mut State) {
        if let Some(prize) = self.known_prize(state.pile) {
            state.prize = prize;
            state.pile = state.pile.without(prize);
        }
    }
}

impl State {
    fn is_over(&self) -> bool {
        self.hands[0].len() == 0
    }
}

impl Builtin for Goofspiel {
    const NAME: &'static str = "goofspiel";
    const SUMMARY: &'static str = "bid cards for prizes, both players simultaneously";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        Goofspiel::new(options)
    }

    // Good play is mixed. Up to five cards every turn is solved exactly within a second.
    fn advice(&self) -> &'static [&'static str] {
        const TREE: &str = "mcts:joint=regret-matching";
        if self.cards <= MOST_SOLVED { &["exhaustive", TREE] } else { &[TREE] }
    }
}

impl Game for Goofspiel {
    type State = State;
    /// A card to bid, or the prize that is turned up.
    type Move = u8;

    fn info(&self) -> GameInfo {
        let cards = u32::from(self.cards);
        let range = match self.scoring {
            Scoring::Win => PayoffRange::new(0.0, 1.0),
            Scoring::Difference => PayoffRange::new(-self.points(), self.points()),
        };
        let chance = self.order == Order::Random && cards > 1;
        GameInfo {
            chance,
            joint: true,
            longest: Some(if chance { 2 * cards - 1 } else { cards }),
            widest: Some(cards),
            ..GameInfo::two_player(Self::NAME, range)
        }
    }

    fn start(&self, _: &mut Random) -> State {
        let all = Cards::up_to(self.cards);
        let mut state = State { hands: [all; 2], pile: all, prize: 0, carried: 0, scores: [0; 2] };
        self.turn_up(&mut state);
        state
    }

    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        if state.is_over() {
            return Turn::Over;
        }
        if state.prize == 0 {
            let weight = 1.0 / f64::from(state.pile.len());
            state.pile.list().for_each(|prize| moves.push_weighted(prize, weight));
            return Turn::Chance;
        }
        for hand in state.hands {
            moves.extend(hand.list());
            moves.end_section();
        }
        Turn::Joint
    }

    /// Turns up a prize.
    fn play(&self, state: &mut State, prize: u8) {
        state.prize = prize;
        state.pile = state.pile.without(prize);
    }

    fn play_joint(&self, state: &mut State, bids: &[u8]) {
        for (hand, &bid) in state.hands.iter_mut().zip(bids) {
            *hand = hand.without(bid);
        }
        let stake = state.carried + u16::from(state.prize);
        state.carried = 0;
        match bids[0].cmp(&bids[1]) {
            std::cmp::Ordering::Greater => state.scores[0] += stake,
            std::cmp::Ordering::Less => state.scores[1] += stake,
            std::cmp::Ordering::Equal if self.ties == Ties::Carry => state.carried = stake,
            std::cmp::Ordering::Equal => {}
        }
        state.prize = 0;
        self.turn_up(state);
    }

    fn payoff(&self, state: &State, player: Player) -> f64 {
        let [own, other] = [player.index(), 1 - player.index()].map(|seat| f64::from(state.scores[seat]));
        match self.scoring {
            Scoring::Difference => own - other,
            Scoring::Win if own == other => 0.5,
            Scoring::Win => f64::from(u8::from(own > other)),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, State, u8> {
        Capabilities { notation: Some(self), render: Some(self), key: Some(self), ..Capabilities::none() }
    }
}

impl Key for Goofspiel {
    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.hands;
        let cards = u64::from(first.0) | u64::from(second.0) << 16 | u64::from(state.pile.0) << 32;
        let [own, other] = state.scores.map(u64::from);
        mix_pair(cards, own | other << 8 | u64::from(state.carried) << 16 | u64::from(state.prize) << 24)
    }
}
