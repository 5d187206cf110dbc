//! Bridge, the card play of one deal: the declarer plays its own hand and dummy against two defenders, each of which
//! sees only its own hand and dummy.
//!
//! South is the declarer and North is dummy, which is revealed after West's lead. The suit that is led must be
//! followed; the highest trump takes the trick, or else the highest card of the suit led. The payoff of each side is
//! the number of its tricks. There are two players: `declarer`, and `defence`, which observes from the hand of the
//! defender that is next to play.
//!
//! A shortened deal of n cards per hand is played with the n highest ranks of each suit.

mod cards;
mod drawing;
mod evaluation;
mod hidden;
mod notation;
mod options;
mod picture;
mod sampling;
mod tactics;

pub use options::{Deal, Limits, Options};

use spinney::bits::{Bits, nth_bit};
use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};

use self::cards::{HANDS, WEST, lane, pack, suit_of, write_card};
use crate::registry::Builtin;

/// The rules.
#[derive(Clone, Debug)]
pub struct BridgePlay {
    /// Cards per hand.
    cards: u32,
    trump: Option<usize>,
    /// All cards.
    pack: u64,
    limits: [Limits; 4],
    /// The deal, if it is fixed.
    fixed: Option<State>,
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The cards that each hand was dealt; only those that it has played, if it is concealed.
    dealt: [u64; 4],
    /// All cards played.
    played: u64,
    /// Suits that hands have shown out of: bit `4 · hand + suit`.
    voids: u16,
    /// The trick so far, in the order of play.
    trick: [u8; 4],
    /// Cards in the trick.
    len: u8,
    /// The hand that led.
    leader: u8,
    /// The hand that wins the trick so far, and its card; meaningless between tricks.
    winner: u8,
    winning: u8,
    /// Tricks of each side, the declarer's first.
    won: [u8; 2],
}

impl State {
    /// No cards dealt; West is to lead.
    const EMPTY: State = State {
        dealt: [0; 4],
        played: 0,
        voids: 0,
        trick: [0; 4],
        len: 0,
        leader: WEST as u8,
        winner: 0,
        winning: 0,
        won: [0; 2],
    };

    /// The cards that a hand still holds, as far as they are known.
    #[inline]
    fn hand(&self, hand: usize) -> u64 {
        self.dealt[hand] & !self.played
    }

    /// The hand that plays next.
    #[inline]
    fn next_hand(&self) -> usize {
        usize::from((self.leader + self.len) & 3)
    }

    /// The cards that may be played.
    #[inline]
    fn legal(&self) -> u64 {
        let hand = self.hand(self.next_hand());
        if self.len == 0 {
            return hand;
        }
        let following = hand & lane(suit_of(self.trick[0]));
        if following != 0 { following } else { hand }
    }

    /// The suits that a hand has shown out of.
    fn barred(&self, hand: usize) -> u64 {
        (0..4).filter(|suit| self.voids >> (4 * hand + suit) & 1 == 1).fold(0, |cards, suit| cards | lane(suit))
    }
}

impl BridgePlay {
    /// The game with these parameters, or an error if they are inconsistent.
    pub fn new(options: Options) -> Result<Self, String> {
        let mut game = BridgePlay {
            cards: options.cards as u32,
            trump: options.trump,
            pack: pack(options.cards),
            limits: options.limits,
            fixed: None,
        };
        let seed = if let Deal::Seed(seed) = options.deal { seed } else { 0 };
        let mut start = game.start(&mut Random::new(seed));
        if let Deal::Hands(hands) = options.deal {
            if let Some(hand) = (0..4).find(|&hand| hands[hand].count_ones() != game.cards) {
                let (name, count) = (HANDS[hand], hands[hand].count_ones());
                return Err(format!("{name} has {count} cards instead of {} (parameter cards)", game.cards));
            }
            if let Some(card) = Bits(hands.iter().fold(0, |all, hand| all | hand) & !game.pack).next() {
                let card = write_card(card as u8);
                return Err(format!("{card} is not in the pack of the {} highest ranks", game.cards));
            }
            start = State { dealt: hands, ..State::EMPTY };
        }
        if let Some(hand) = (0..4).find(|&hand| !game.limits[hand].fit(start.dealt[hand])) {
            return Err(match options.deal {
                Deal::Hands(_) => format!("{}'s hand is not {}", HANDS[hand], game.limits[hand]),
                _ => "no deal was found that agrees with what is known of the hands".to_owned(),
            });
        }
        game.fixed = (options.deal != Deal::Random).then_some(start);
        Ok(game)
    }

    /// The number of cards that a hand holds, seen or not.
    fn cards_left(&self, state: &State, hand: usize) -> u32 {
        let tricks = u32::from(state.won[0] + state.won[1]);
        let in_trick = (hand + 4 - usize::from(state.leader)) % 4 < usize::from(state.len);
        self.cards - tricks - u32::from(in_trick)
    }

    #[inline]
    fn is_over(&self, state: &State) -> bool {
        u32::from(state.won[0] + state.won[1]) == self.cards
    }

    /// Whether `card` beats `other`, which was played before it.
    #[inline]
    fn beats(&self, card: u8, other: u8) -> bool {
        if suit_of(card) == suit_of(other) { card > other } else { self.trump == Some(suit_of(card)) }
    }

    /// A key of everything that affects the rest of the play.
    fn position_key(&self, state: &State) -> u64 {
        let [north, east, south, west] = [0, 1, 2, 3].map(|hand| state.hand(hand));
        let trick = state.trick[..usize::from(state.len)].iter().fold(0, |all, &card| all << 8 | u64::from(card));
        let rest = u64::from(state.won[0]) << 32 | u64::from(state.leader) << 40 | u64::from(state.len) << 48 | trick;
        // The hands are disjoint, so three words determine all four.
        let three = mix(north | east)
            ^ mix(north | south).rotate_left(21)
            ^ mix(!(north | east | south | west)).rotate_left(42);
        mix(three ^ mix(rest))
    }
}

impl Default for BridgePlay {
    fn default() -> Self {
        BridgePlay::new(Options::default()).expect("the defaults go together")
    }
}

impl Builtin for BridgePlay {
    const NAME: &'static str = "bridge-play";
    const SUMMARY: &'static str = "the card play of bridge: declarer and dummy against two defenders";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        BridgePlay::new(options)
    }
}

impl Game for BridgePlay {
    type State = State;
    /// The bit of the card: 16 times the suit (spades 0 to clubs 3) plus the rank (two 0 to ace 12).
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo {
            seats: vec!["declarer".to_owned(), "defence".to_owned()],
            hidden: true,
            random_start: self.fixed.is_none(),
            longest: Some(4 * self.cards),
            widest: Some(self.cards),
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, f64::from(self.cards)))
        }
    }

    fn start(&self, rng: &mut Random) -> State {
        self.fixed.unwrap_or_else(|| self.fill(&State::EMPTY, rng))
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        if self.is_over(state) {
            return Turn::Over;
        }
        moves.extend(Bits(state.legal()).map(|card| card as u8));
        Turn::Player(Player(state.next_hand() as u8 & 1))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        let hand = state.next_hand();
        state.dealt[hand] |= 1 << mv;
        state.played |= 1 << mv;
        if state.len == 0 {
            (state.winner, state.winning) = (hand as u8, mv);
        } else {
            if suit_of(mv) != suit_of(state.trick[0]) {
                state.voids |= 1 << (4 * hand + suit_of(state.trick[0]));
            }
            if self.beats(mv, state.winning) {
                (state.winner, state.winning) = (hand as u8, mv);
            }
        }
        state.trick[usize::from(state.len)] = mv;
        state.len += 1;
        if state.len == 4 {
            state.won[usize::from(state.winner & 1)] += 1;
            state.leader = state.winner;
            state.len = 0;
        }
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        f64::from(state.won[player.index()])
    }

    #[inline]
    fn random_step<L: Recorder<u8>>(
        &self,
        state: &mut State,
        _: &mut Moves<u8>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        if self.is_over(state) {
            return false;
        }
        let legal = state.legal();
        let card = nth_bit(legal, rng.below(legal.count_ones() as usize) as u32) as u8;
        recorder.record(Some(Player(state.next_hand() as u8 & 1)), card);
        self.play(state, card);
        true
    }

    fn capabilities(&self) -> Capabilities<'_, State, u8> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            evaluate: Some(self),
            features: Some(self),
            tactics: Some(self),
            playouts: Some(self),
            hidden: Some(self),
            ..Capabilities::none()
        }
    }
}

impl Key for BridgePlay {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        self.position_key(state)
    }

    /// Equal also for positions that differ only in ranks that are no longer distinguishable: in each suit the cards in
    /// play are numbered from the lowest. Of the current trick only the suit led and the winning card count.
    fn symmetric_key(&self, state: &State) -> Option<u64> {
        let hands = [0, 1, 2, 3].map(|hand| state.hand(hand));
        let winning = if state.len > 0 { 1u64 << state.winning } else { 0 };
        let in_play = hands.iter().fold(winning, |all, hand| all | hand);
        let mut words = [0u64; 3];
        for suit in 0..4 {
            for (place, card) in Bits(in_play & lane(suit)).enumerate() {
                let owner = hands.iter().position(|hand| hand >> card & 1 == 1).map_or(0b100, |hand| hand as u64);
                let bit = 16 * suit + place;
                words[0] |= (owner & 1) << bit;
                words[1] |= (owner >> 1 & 1) << bit;
                words[2] |= (owner >> 2 & 1) << bit;
            }
            // Marks the end of the suit.
            words[2] |= 1 << (16 * suit + (in_play & lane(suit)).count_ones() as usize);
        }
        let led = if state.len > 0 { suit_of(state.trick[0]) as u64 + 1 } else { 0 };
        let rest = u64::from(state.won[0]) << 32
            | u64::from(state.leader) << 40
            | u64::from(state.len) << 44
            | led << 48
            | if state.len > 0 { u64::from(state.winner) << 52 } else { 0 };
        Some(mix(mix(words[0]) ^ mix(words[1]).rotate_left(21) ^ mix(words[2]).rotate_left(42) ^ mix(rest)))
    }
}
