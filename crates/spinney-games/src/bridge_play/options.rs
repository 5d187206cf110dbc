//! The parameters: cards per hand, trumps, the deal, and constraints on each hand from the bidding.

use std::fmt;

use spinney::search::parameter::{Configure, Parameter, ParameterError, read};

use super::cards::{SUITS, lane, points, read_hands, write_hand};
use crate::registry::read_size;

/// A range of numbers, both ends included.
pub(super) type Span = (u8, u8);

/// Constraints on a hand as it was dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// High-card points.
    pub(super) points: Span,
    /// Cards of each suit.
    pub(super) lengths: [Span; 4],
}

/// No constraints.
pub(super) const ANY: Limits = Limits { points: (0, 40), lengths: [(0, 13); 4] };

impl Limits {
    /// Whether a complete hand satisfies the constraints.
    pub(super) fn fit(&self, hand: u64) -> bool {
        let within = |value: u32, (low, high): Span| (u32::from(low)..=u32::from(high)).contains(&value);
        within(points(hand), self.points)
            && (0..4).all(|suit| within((hand & lane(suit)).count_ones(), self.lengths[suit]))
    }

    fn read(text: &str) -> Option<Self> {
        let mut limits = ANY;
        if text.eq_ignore_ascii_case("any") {
            return Some(limits);
        }
        for part in text.split('/') {
            let (what, span) = part.trim().split_once(':')?;
            let what = what.trim().to_ascii_lowercase();
            if what == "hcp" {
                limits.points = read_span(span, 40)?;
            } else {
                let names = ["spades", "hearts", "diamonds", "clubs"];
                let suit = names.iter().position(|name| what == *name || what == name[..1])?;
                limits.lengths[suit] = read_span(span, 13)?;
            }
        }
        Some(limits)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.points != ANY.points {
            parts.push(format!("hcp:{}-{}", self.points.0, self.points.1));
        }
        for (suit, span) in SUITS.iter().zip(self.lengths).filter(|(_, span)| *span != (0, 13)) {
            parts.push(format!("{}:{}-{}", suit.to_ascii_lowercase(), span.0, span.1));
        }
        f.write_str(if parts.is_empty() { "any" } else { "" })?;
        f.write_str(&parts.join("/"))
    }
}

/// Parses `5-7`, `5+` or `5`.
fn read_span(text: &str, most: u8) -> Option<Span> {
    let text = text.trim();
    let number = |text: &str| text.parse::<u8>().ok().filter(|&number| number <= most);
    let (low, high) = match (text.split_once('-'), text.strip_suffix('+')) {
        (Some((low, high)), _) => (number(low)?, number(high)?),
        (None, Some(low)) => (number(low)?, most),
        (None, None) => (number(text)?, number(text)?),
    };
    (low <= high).then_some((low, high))
}

/// The source of deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// A new random deal in every game.
    Random,
    /// The deal generated from this seed.
    Seed(u64),
    /// These hands, North first and then in the order of play.
    Hands([u64; 4]),
}

/// The parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Cards per hand; the pack has this many of the highest ranks of each suit.
    pub cards: usize,
    /// The suit of trumps, 0 for spades to 3 for clubs.
    pub trump: Option<usize>,
    /// The source of deals.
    pub deal: Deal,
    /// Constraints from the bidding for each hand, North first and then in the order of play.
    pub limits: [Limits; 4],
}

impl Default for Options {
    fn default() -> Self {
        Options { cards: 13, trump: None, deal: Deal::Random, limits: [ANY; 4] }
    }
}

const LIMITS: &str = "any, or such as hcp:12-14/s:5-7/h:0-3";

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let limits = |index: usize| self.limits[index].to_string();
        let trump = self.trump.map_or("none".to_owned(), |suit| SUITS[suit].to_ascii_lowercase().to_string());
        let deal = match self.deal {
            Deal::Random => "random".to_owned(),
            Deal::Seed(seed) => seed.to_string(),
            Deal::Hands(hands) => format!("N:{}", hands.map(write_hand).join(" ")),
        };
        vec![
            row("cards", self.cards.to_string(), "1 … 13", "cards per hand, and ranks per suit from the ace down"),
            row("trump", trump, "none, s, h, d, c", "the suit of trumps"),
            row("deal", deal, "random, a seed, or N:AK.QJ.T9.87 …", "the cards of the four hands"),
            row("north", limits(0), LIMITS, "constraints from the bidding on dummy's hand"),
            row("east", limits(1), LIMITS, "constraints from the bidding on East's hand"),
            row("south", limits(2), LIMITS, "constraints from the bidding on the declarer's hand"),
            row("west", limits(3), LIMITS, "constraints from the bidding on West's hand"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let wrong = |expected: String| ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected };
        match key {
            "cards" => self.cards = read_size(key, value, 13)?,
            "trump" => {
                self.trump = match value.to_ascii_lowercase().as_str() {
                    "none" | "nt" => None,
                    letter => Some(
                        SUITS
                            .iter()
                            .position(|suit| suit.to_ascii_lowercase().to_string() == letter)
                            .ok_or_else(|| wrong("none, s, h, d or c".to_owned()))?,
                    ),
                }
            }
            "deal" => {
                self.deal = match value.trim() {
                    "random" => Deal::Random,
                    text if text.contains(':') => Deal::Hands(read_hands(text.split_whitespace()).map_err(wrong)?),
                    text => Deal::Seed(read(key, text, "random, a seed, or N:AK.QJ.T9.87 and three more hands")?),
                }
            }
            "north" | "east" | "south" | "west" => {
                let hand = ["north", "east", "south", "west"].iter().position(|name| *name == key).unwrap_or(0);
                self.limits[hand] = Limits::read(value).ok_or_else(|| wrong(LIMITS.to_owned()))?;
            }
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        let limits = Limits::read("hcp:12-14/s:5+/hearts:3").unwrap();
        assert_eq!(limits.to_string(), "hcp:12-14/s:5-13/h:3-3");
        assert_eq!(Limits::read(&limits.to_string()), Some(limits));
        assert_eq!(Limits::read("any"), Some(ANY));
        for wrong in ["", "hcp", "hcp:14-12", "s:14", "x:3", "hcp:3,4"] {
            assert_eq!(Limits::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_hand_fits_its_limits() {
        let hand = super::super::cards::read_hand("AKQJ2.A2.32.432").unwrap();
        assert_eq!(points(hand), 14);
        assert!(Limits::read("hcp:14/s:5/h:2").unwrap().fit(hand));
        assert!(!Limits::read("hcp:15+").unwrap().fit(hand) && !Limits::read("c:4+").unwrap().fit(hand));
    }
}
