//! The parameters.

use spinney::search::parameter::{Configure, Parameter, ParameterError};

use super::MOST_CARDS;
use crate::choices::{name_of, named};
use crate::registry::read_size;

/// In which order prizes are turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By chance.
    Random,
    /// The lowest first.
    Ascending,
    /// The highest first.
    Descending,
}

/// What the players get at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// 1 for more points than the other player, ½ for as many.
    Win,
    /// The difference of points.
    Difference,
}

/// What becomes of a prize for which both bid the same card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// Nobody gets it.
    Discard,
    /// The next winner gets it as well.
    Carry,
}

const ORDERS: [(&str, Order); 3] =
    [("random", Order::Random), ("ascending", Order::Ascending), ("descending", Order::Descending)];
const SCORINGS: [(&str, Scoring); 2] = [("win", Scoring::Win), ("difference", Scoring::Difference)];
const TIES: [(&str, Ties); 2] = [("discard", Ties::Discard), ("carry", Ties::Carry)];

/// The parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Cards of each player.
    pub cards: usize,
    /// In which order prizes are turned up.
    pub order: Order,
    /// What the players get.
    pub scoring: Scoring,
    /// What becomes of a prize for which both bid the same card.
    pub ties: Ties,
}

impl Default for Options {
    fn default() -> Self {
        Options { cards: 6, order: Order::Random, scoring: Scoring::Win, ties: Ties::Discard }
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("cards", self.cards.to_string(), "1 … 13", "cards of each player, and prizes"),
            row(
                "order",
                name_of(&ORDERS, self.order).to_owned(),
                "random, ascending, descending",
                "the order in which prizes are turned up",
            ),
            row(
                "payoff",
                name_of(&SCORINGS, self.scoring).to_owned(),
                "win, difference",
                "1, ½ or 0 for a win, a draw or a loss; or the difference of points",
            ),
            row(
                "ties",
                name_of(&TIES, self.ties).to_owned(),
                "discard, carry",
                "a prize with equal bids is lost, or the next winner gets it as well",
            ),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "cards" => self.cards = read_size(key, value, MOST_CARDS)?,
            "order" => self.order = named(&ORDERS, key, value)?,
            "payoff" => self.scoring = named(&SCORINGS, key, value)?,
            "ties" => self.ties = named(&TIES, key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
