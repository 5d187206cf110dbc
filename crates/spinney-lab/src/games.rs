//! The list of games, with what kind of game each is.

use serde::Serialize;
use spinney::game::{GameInfo, PayoffRange};
use spinney::search::parameter::{Configure, Parameter};
use spinney::spelling::nearest;
use spinney_games::registry::{self, OpenError, Visitor};

use crate::rule_sheets::{self, SheetOptions};
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

/// Every game, in the order of the registry; games of rule sheets come last.
pub fn list_games() -> Vec<GameEntry> {
    let describe = |entry: registry::Entry| GameEntry {
        name: entry.name,
        summary: entry.summary,
        facts: open(&Spec::plain(entry.name)).ok().map(|table: Box<dyn Table>| Facts::from(table.info())),
        parameters: entry.parameters,
        raw_parameter: entry.raw_parameter,
    };
    let of_sheets = GameEntry {
        name: rule_sheets::NAME,
        summary: rule_sheets::SUMMARY,
        facts: None,
        parameters: SheetOptions::default().parameters(),
        raw_parameter: Some(rule_sheets::FILE),
    };
    registry::games().into_iter().map(describe).chain([of_sheets]).collect()
}

/// Opens a built-in game and hands it to the visitor. Of a name that is unknown it is told that there are rule sheets,
/// too; but they are no built-in games.
pub(crate) fn open_built_in<V: Visitor>(spec: &Spec, visitor: V) -> Result<V::Output, OpenError> {
    if spec.name == rule_sheets::NAME {
        let reason = "this takes a built-in game, not a rule sheet".to_owned();
        return Err(OpenError::Impossible { game: spec.name.clone(), reason });
    }
    registry::open(&spec.name, &spec.parameters, visitor).map_err(|error| match error {
        OpenError::UnknownGame { name, mut known, .. } => {
            known.push(rule_sheets::NAME.to_owned());
            let nearest = nearest(&name, known.iter().map(String::as_str)).map(str::to_owned);
            OpenError::UnknownGame { name, nearest, known }
        }
        error => error,
    })
}
