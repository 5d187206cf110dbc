//! Text notation. Cards are suit and rank, `SA`, `HT`, `D2`. A position is the four hands in PBN form, the leader of
//! the current trick and the cards played to it, and the tricks of declarer and defence:
//!
//! ```text
//! N:AK.QJ.. .T9.AK. QJ..QJ. T9.AK.. lead W HA won 0-0
//! ```
//!
//! `out E:S` means that East has shown out of spades. A concealed hand is `-`. If one is, or if the bidding limits the
//! hands, `gone` lists the cards of earlier tricks: `gone N:… … … …` by the hands that played them, or `gone AK.Q..` where
//! that is not known.

use spinney::game::capabilities::{Notation, NotationError};

use super::cards::{
    HANDS, SUITS, lane, read_card, read_hand, read_hands, read_hands_or_unseen, read_seat, suit_of, write_card,
    write_hand,
};
use super::options::ANY;
use super::{BridgePlay, State};

impl State {
    /// The cards of the current trick.
    fn on_table(&self) -> u64 {
        self.trick[..usize::from(self.len)].iter().fold(0, |all, &card| all | 1 << card)
    }
}

impl BridgePlay {
    /// The suits that hands have shown out of, where that is informative: the hand has cards left, and so has the suit.
    fn telling_voids(&self, state: &State) -> [Vec<usize>; 4] {
        let unplayed = self.pack & !state.played;
        [0, 1, 2, 3].map(|hand| {
            let matters = |suit: &usize| {
                state.voids >> (4 * hand + suit) & 1 == 1
                    && unplayed & lane(*suit) != 0
                    && self.cards_left(state, hand) > 0
            };
            (0..4).filter(matters).collect()
        })
    }

    /// The cards that each hand has played to earlier tricks.
    fn gone(&self, state: &State) -> [u64; 4] {
        state.dealt.map(|dealt| dealt & state.played & !state.on_table())
    }

    fn has_limits(&self) -> bool {
        self.limits.iter().any(|limits| *limits != ANY)
    }

    /// Adds the current trick to a position between tricks.
    fn lay_trick(&self, state: &mut State, leader: usize, trick: &[u8]) -> Result<(), NotationError> {
        state.leader = leader as u8;
        for &card in trick {
            let hand = state.next_hand();
            let fault = |what: String| NotationError::new(format!("{} in the trick {what}", write_card(card)));
            if self.pack >> card & 1 == 0 {
                return Err(fault("is not in the pack".to_owned()));
            }
            if (0..4).any(|other| state.dealt[other] >> card & 1 == 1) {
                return Err(fault("is also in a hand, or played twice".to_owned()));
            }
            if state.len > 0 && suit_of(card) != suit_of(state.trick[0]) {
                let led = suit_of(state.trick[0]);
                if state.hand(hand) & lane(led) != 0 {
                    return Err(fault(format!("does not follow suit, but {} holds {}", HANDS[hand], SUITS[led])));
                }
            }
            spinney::game::Game::play(self, state, card);
        }
        Ok(())
    }

    fn read_out(&self, state: &mut State, text: &str) -> Result<(), NotationError> {
        for part in text.split(',') {
            let fault = |what: &str| NotationError::new(format!("`{part}` {what}; write such as out E:SH,W:D"));
            let (seat, suits) = part.split_once(':').ok_or_else(|| fault("names no hand"))?;
            let hand = read_seat(seat).ok_or_else(|| fault("names no hand"))?;
            for letter in suits.chars() {
                let suit = SUITS.iter().position(|&known| known == letter.to_ascii_uppercase());
                let suit = suit.ok_or_else(|| fault("names no suit"))?;
                if state.hand(hand) & lane(suit) != 0 {
                    return Err(fault("is not true: the hand holds that suit"));
                }
                state.voids |= 1 << (4 * hand + suit);
            }
        }
        Ok(())
    }

    /// Adds the cards of earlier tricks to a position; by hand, where that is known.
    fn read_gone(&self, state: &mut State, gone: Option<Gone>, unseen: bool) -> Result<(), NotationError> {
        let tricks = u32::from(state.won[0] + state.won[1]);
        let in_play = state.dealt.iter().fold(0, |all, hand| all | hand);
        let by_hand = matches!(gone, Some(Gone::ByHand(_)));
        let earlier = match gone {
            Some(Gone::ByHand(hands)) => {
                if let Some(hand) = (0..4).find(|&hand| hands[hand].count_ones() != tricks) {
                    let name = HANDS[hand];
                    return Err(NotationError::new(format!(
                        "gone: {name} has played {tricks} cards before this trick"
                    )));
                }
                (0..4).for_each(|hand| state.dealt[hand] |= hands[hand]);
                hands.iter().fold(0, |all, hand| all | hand)
            }
            Some(Gone::Together(cards)) => cards,
            None if unseen && tricks > 0 => {
                return Err(NotationError::new(
                    "where a hand is not seen, `gone` must list the cards of earlier tricks",
                ));
            }
            None if unseen => 0,
            None => self.pack & !in_play,
        };
        if self.has_limits() && !by_hand && tricks > 0 && tricks < self.cards {
            return Err(NotationError::new("where hands have limits, `gone N:…` must list what each has played"));
        }
        if earlier.count_ones() != 4 * tricks || earlier & in_play != 0 || earlier & !self.pack != 0 {
            let due = 4 * tricks;
            return Err(NotationError::new(format!("gone: {due} cards of the pack that are in no hand must be gone")));
        }
        state.played |= earlier;
        Ok(())
    }

    /// Whether a hand holds cards that are not known.
    fn is_unseen(&self, state: &State, hand: usize) -> bool {
        state.hand(hand).count_ones() < self.cards_left(state, hand)
    }

    /// Whether all hands are known.
    pub(super) fn sees_all(&self, state: &State) -> bool {
        (0..4).all(|hand| !self.is_unseen(state, hand))
    }
}

/// The cards of earlier tricks.
enum Gone {
    /// By the hand that played them.
    ByHand([u64; 4]),
    /// All of them.
    Together(u64),
}

/// The fields after the hands.
struct Fields<'t> {
    leader: usize,
    trick: Vec<u8>,
    won: [u8; 2],
    out: Option<&'t str>,
    gone: Option<Gone>,
}

impl BridgePlay {
    /// Parses the fields after the hands.
    fn read_fields<'t>(&self, mut words: impl Iterator<Item = &'t str>) -> Result<Fields<'t>, NotationError> {
        let leader = usize::from(State::EMPTY.leader);
        let mut fields = Fields { leader, trick: Vec::new(), won: [0; 2], out: None, gone: None };
        while let Some(word) = words.next() {
            let fault = |what: &str| NotationError::new(format!("`{word}`: {what}"));
            match word {
                "lead" => {
                    fields.leader = words.next().and_then(read_seat).ok_or_else(|| fault("expected N, E, S or W"))?
                }
                "won" => {
                    let won = words.next().and_then(|word| word.split_once('-'));
                    let won = won.and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
                    let possible =
                        |won: &[u8; 2]| won.iter().map(|&tricks| u32::from(tricks)).sum::<u32>() <= self.cards;
                    fields.won = won.filter(possible).ok_or_else(|| fault("expected the tricks, such as 2-1"))?;
                }
                "out" => fields.out = Some(words.next().ok_or_else(|| fault("expected such as E:SH,W:D"))?),
                "gone" => {
                    let first = words.next().ok_or_else(|| fault("expected cards, such as AK.Q.."))?;
                    let gone = match first.contains(':') {
                        true => read_hands(std::iter::once(first).chain(words.by_ref().take(3))).map(Gone::ByHand),
                        false => read_hand(first).map(Gone::Together),
                    };
                    fields.gone = Some(gone.map_err(NotationError::new)?);
                }
                card if fields.trick.len() < 3 => {
                    fields.trick.push(read_card(card).ok_or_else(|| fault("expected a card, lead, won, out or gone"))?);
                }
                _ => return Err(fault("a trick on the table has at most three cards")),
            }
        }
        Ok(fields)
    }
}

impl Notation for BridgePlay {
    fn write_move(&self, _: &State, mv: u8) -> String {
        write_card(mv)
    }

    fn write_state(&self, state: &State) -> String {
        let hand = |hand: usize| match self.is_unseen(state, hand) {
            true => "-".to_owned(),
            false => write_hand(state.hand(hand)),
        };
        let hands = [0, 1, 2, 3].map(hand).join(" ");
        let mut text = format!("N:{hands} lead {}", &HANDS[usize::from(state.leader)][..1]);
        for &card in &state.trick[..usize::from(state.len)] {
            text += " ";
            text += &write_card(card);
        }
        text += &format!(" won {}-{}", state.won[0], state.won[1]);
        let out: Vec<String> = (0..4)
            .zip(self.telling_voids(state))
            .filter(|(_, suits)| !suits.is_empty())
            .map(|(hand, suits)| {
                format!("{}:{}", &HANDS[hand][..1], suits.into_iter().map(|suit| SUITS[suit]).collect::<String>())
            })
            .collect();
        if !out.is_empty() {
            text += &format!(" out {}", out.join(","));
        }
        if (self.has_limits() || !self.sees_all(state)) && state.won != [0, 0] && !self.is_over(state) {
            let (gone, tricks) = (self.gone(state), u32::from(state.won[0] + state.won[1]));
            text += &match gone.iter().all(|hand| hand.count_ones() == tricks) {
                true => format!(" gone N:{}", gone.map(write_hand).join(" ")),
                false => format!(" gone {}", write_hand(state.played & !state.on_table())),
            };
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let mut words = text.split_whitespace();
        let hands = read_hands_or_unseen(words.by_ref().take(4)).map_err(NotationError::new)?;
        let mut state = State { dealt: hands.map(Option::unwrap_or_default), ..State::EMPTY };
        let fields = self.read_fields(words)?;
        let (leader, trick) = (fields.leader, fields.trick);
        state.won = fields.won;
        let tricks = u32::from(state.won[0] + state.won[1]);
        for (hand, name) in HANDS.into_iter().enumerate().filter(|(hand, _)| hands[*hand].is_some()) {
            let in_trick = (hand + 4 - leader) % 4 < trick.len();
            let (held, due) = (state.dealt[hand].count_ones(), self.cards - tricks);
            if held + u32::from(in_trick) != due || state.dealt[hand] & !self.pack != 0 {
                return Err(NotationError::new(format!(
                    "{name} must hold {due} cards of the {} highest ranks, less what lies in the trick",
                    self.cards
                )));
            }
        }
        self.lay_trick(&mut state, leader, &trick)?;
        if let Some(out) = fields.out {
            self.read_out(&mut state, out)?;
        }
        self.read_gone(&mut state, fields.gone, hands.contains(&None))?;
        if state.played == 0 && state.leader != State::EMPTY.leader {
            return Err(NotationError::new("West leads to the first trick"));
        }
        Ok(state)
    }
}
