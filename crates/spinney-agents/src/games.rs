//! The list of games with what kind of game each is, and how one is opened by its spec.

use serde::Serialize;
use spinney::game::{GameInfo, PayoffRange};
use spinney::search::parameter::{Configure, Parameter};
use spinney::spelling::UnknownName;
use spinney_games::registry::{self, Builtin, OpenError, Visitor};
use spinney_games::sudoku::Sudoku;

use crate::agents::natives::Natives;
use crate::named::{GameError, NamedGame};
use crate::rule_sheets::{self, BuildTime, SheetOptions};
use crate::spec::Spec;

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
    /// The agents that play it best with its default parameters, best first; none where it is `mcts` as it is.
    pub advice: Vec<Spec>,
}

/// What kind of game it is: [`GameInfo`] with the number of players spelt out.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// How many players.
    pub players: usize,
    /// Their seats by name.
    pub seats: Vec<String>,
    /// Some turns are drawn by chance.
    pub chance: bool,
    /// On some turns several players move simultaneously.
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
    let describe = |entry: registry::Entry| {
        let game = open(&Spec::plain(entry.name)).ok();
        GameEntry {
            name: entry.name,
            summary: entry.summary,
            facts: game.as_ref().map(|game| Facts::from(game.info())),
            parameters: entry.parameters,
            raw_parameter: entry.raw_parameter,
            advice: game.map_or_else(Vec::new, |game| game.advice().to_vec()),
        }
    };
    let of_sheets = GameEntry {
        name: rule_sheets::NAME,
        summary: rule_sheets::SUMMARY,
        facts: None,
        parameters: SheetOptions::default().parameters(),
        raw_parameter: Some(rule_sheets::FILE),
        advice: Vec::new(),
    };
    registry::games().into_iter().map(describe).chain([of_sheets]).collect()
}

/// Opens the game that a spec names.
pub fn open(spec: &Spec) -> Result<NamedGame, GameError> {
    open_within(spec, BuildTime::default())
}

/// The same with a time limit for building a rule sheet. A `time` in the spec takes precedence.
pub fn open_within(spec: &Spec, time: BuildTime) -> Result<NamedGame, GameError> {
    if spec.name == rule_sheets::NAME {
        let rule_sheets::Opened { sheet, remark } = rule_sheets::open(spec, time)?;
        return rule_sheets::named(sheet, remark);
    }
    registry::open(&spec.name, &spec.parameters, Opener).map_err(with_sheets)?
}

/// A Sudoku that was made without a spec: a batch of puzzles has no need to write each of them as a text.
pub fn of_sudoku(game: Sudoku) -> Result<NamedGame, GameError> {
    Opener.visit_single_player(game)
}

/// Adds rule sheets to the list of known games.
fn with_sheets(error: OpenError) -> OpenError {
    match error {
        OpenError::UnknownGame(unknown) => {
            let known = unknown.known.iter().map(String::as_str).chain([rule_sheets::NAME]);
            UnknownName::new("game", &unknown.name, known).into()
        }
        error => error,
    }
}

/// Makes a named game of whatever the registry hands over. What each kind of game gets of searches compiled for its own
/// types is what measurement calls hot there; everything else runs on the erased game.
struct Opener;

impl Visitor for Opener {
    type Output = Result<NamedGame, GameError>;

    fn visit<G: Builtin>(self, game: G) -> Self::Output {
        Ok(self.visit_small(game)?.with_natives(Natives::turns::<G>()))
    }

    fn visit_hidden<G: Builtin>(self, game: G) -> Self::Output {
        Ok(self.visit_small(game)?.with_natives(Natives::hidden::<G>()))
    }

    fn visit_cards<G: Builtin>(self, game: G) -> Self::Output {
        Ok(self.visit_small(game)?.with_natives(Natives::cards::<G>()))
    }

    fn visit_single_player<G: Builtin>(self, game: G) -> Self::Output {
        Ok(self.visit_small(game)?.with_natives(Natives::single_player::<G>()))
    }

    fn visit_small<G: Builtin>(self, game: G) -> Self::Output {
        let advice = game.advice();
        Ok(NamedGame::new(game)?.with_advice(advice).with_natives(Natives::playouts::<G>()).with_players(G::players()))
    }
}
