//! Text notation. Cards are suit and rank, `SA`, `HT`, `D2`. A position is the four hands in PBN form, the leader of
//! the current trick and the cards played to it, and the tricks of declarer and defence:
//!
//! ```text
//! N:AK.QJ.. .T9.AK. QJ..QJ. T9.AK.. lead W HA won 0-0
//! ```
//!
//! `out E:S` means that East has shown out of spades. If the bidding limits the hands, `gone N:… … … …` lists the cards
//! that each hand has played in earlier tricks. A concealed hand is `-`.

use spinney::game::capabilities::{Notation, NotationError};

use super::cards::{HANDS, SUITS, lane, read_card, read_hands, read_seat, suit_of, write_card, write_hand};
use super::options::ANY;
use super::{BridgePlay, State};

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
        let trick = state.trick[..usize::from(state.len)].iter().fold(0u64, |all, &card| all | 1 << card);
        state.dealt.map(|dealt| dealt & state.played & !trick)
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

    /// Assigns the cards of earlier tricks to hands.
    fn read_gone(&self, state: &mut State, gone: [u64; 4]) -> Result<(), NotationError> {
        let tricks = u32::from(state.won[0] + state.won[1]);
        let earlier = self.gone_of_all(state);
        for (hand, cards) in gone.into_iter().enumerate() {
            if cards.count_ones() != tricks || cards & !earlier != 0 {
                let name = HANDS[hand];
                return Err(NotationError::new(format!("gone: {name} must have played {tricks} cards that are gone")));
            }
            state.dealt[hand] |= cards;
        }
        Ok(())
    }

    /// The cards of earlier tricks.
    fn gone_of_all(&self, state: &State) -> u64 {
        (0..4).fold(self.pack, |gone, hand| gone & !state.dealt[hand])
    }
}

/// The fields after the hands.
struct Fields<'t> {
    leader: usize,
    trick: Vec<u8>,
    won: [u8; 2],
    out: Option<&'t str>,
    gone: Option<[u64; 4]>,
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
                "gone" => fields.gone = Some(read_hands(words.by_ref().take(4)).map_err(NotationError::new)?),
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
        let hand = |hand: usize| match state.hand(hand) {
            cards if cards.count_ones() < self.cards_left(state, hand) => "-".to_owned(),
            cards => write_hand(cards),
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
        if self.has_limits() && state.won != [0, 0] && !self.is_over(state) {
            text += &format!(" gone N:{}", self.gone(state).map(write_hand).join(" "));
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let mut words = text.split_whitespace();
        let hands = read_hands(words.by_ref().take(4)).map_err(|reason| {
            let unseen = text.split_whitespace().take(4).any(|hand| hand.ends_with('-'));
            let unseen = if unseen { " (all four hands are needed: `-` is for hands that are not seen)" } else { "" };
            NotationError::new(reason + unseen)
        })?;
        let mut state = State { dealt: hands, ..State::EMPTY };
        let fields = self.read_fields(words)?;
        let (leader, trick) = (fields.leader, fields.trick);
        state.won = fields.won;
        let tricks = u32::from(state.won[0] + state.won[1]);
        for (hand, name) in HANDS.into_iter().enumerate() {
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
        let earlier = self.gone_of_all(&state);
        match fields.gone {
            Some(gone) => self.read_gone(&mut state, gone)?,
            None if self.has_limits() && tricks > 0 && tricks < self.cards => {
                return Err(NotationError::new("where hands have limits, `gone N:…` must list what each has played"));
            }
            None => {}
        }
        state.played |= earlier;
        if state.played == 0 && state.leader != State::EMPTY.leader {
            return Err(NotationError::new("West leads to the first trick"));
        }
        Ok(state)
    }
}
