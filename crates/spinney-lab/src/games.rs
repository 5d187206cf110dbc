//! The list of games, with what kind of game each is.

use serde::Serialize;
use spinney::game::{GameInfo, PayoffRange};
use spinney::search::parameter::Parameter;
use spinney_games::registry;

use crate::spec::Spec;
use crate::table::{Table, open};

/// A game in the list.
#[derive(Clone, Debug, Serialize)]
pub struct GameEntry {
    /// The name in a game spec.
    pub name: &'static str,
    /// The game in one line.
    pub summary: &'static str,
    /// What kind of game it is with its default parameters; `None` if it has to be given some.
    #[serde(flatten)]
    pub facts: Option<Facts>,
    /// The parameters, with their defaults.
    pub parameters: Vec<Parameter>,
    /// Set if the whole text after `NAME:` is this one parameter.
    pub raw_parameter: Option<&'static str>,
}

/// What kind of game it is: [`GameInfo`] with the number of players spelt out.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// How many players.
    pub players: usize,
    /// Their seats by name.
    pub seats: Vec<String>,
    /// Some turns are drawn by nature.
    pub chance: bool,
    /// Some turns are moved by several players at once.
    pub joint: bool,
    /// Some player does not see everything.
    pub hidden: bool,
    /// The start position differs from game to game.
    pub random_start: bool,
    /// The least and the greatest payoff, if declared.
    pub range: Option<PayoffRange>,
    /// The most turns of a game, if there is a bound.
    pub longest: Option<u32>,
    /// The most moves of a turn, if known.
    pub widest: Option<u32>,
}

impl From<&GameInfo> for Facts {
    fn from(info: &GameInfo) -> Self {
        Facts {
            players: info.players(),
            seats: info.seats.clone(),
            chance: info.chance,
            joint: info.joint,
            hidden: info.hidden,
            random_start: info.random_start,
            range: info.range,
            longest: info.longest,
            widest: info.widest,
        }
    }
}

/// Every game, in the order of the registry.
pub fn list_games() -> Vec<GameEntry> {
    let describe = |entry: registry::Entry| GameEntry {
        name: entry.name,
        summary: entry.summary,
        facts: open(&Spec::plain(entry.name)).ok().map(|table: Box<dyn Table>| Facts::from(table.info())),
        parameters: entry.parameters,
        raw_parameter: entry.raw_parameter,
    };
    registry::games().into_iter().map(describe).collect()
}
