//! Any game behind text: the type-erased wrapper on which every front end works.
//!
//! A [`Table`] is a game whose positions are opaque values and whose moves are text in the game's notation. It is
//! implemented once, by [`GameTable`], for every [`Game`](spinney::game::Game) with the skill
//! [`Notation`](spinney::game::skills::Notation); [`open`] finds a game by its spec. Agents take a [`Seat`] at a
//! table. A seat is handed the position by the table's owner and looks at it through a
//! [`View`](spinney::game::View) for its own player only.
//!
//! Undo is the caller's: positions are cloned before they are played on.

mod erased;
mod line;
mod position;
mod seat;

use spinney::budget::Budget;
use spinney::drawing::Drawing;
use spinney::game::skills::NotationError;
use spinney::game::{GameInfo, Player, Turn};
use spinney::random::Random;
use spinney::search::Step;
use spinney_games::registry::{self, Builtin, OpenError};
use spinney_gdl::game::RuleSheet;

pub use erased::GameTable;
pub(crate) use erased::notation as notation_of;
pub use line::{LineError, replay};
pub use position::Position;
pub(crate) use position::hold;
pub use seat::{Seat, SeatError};

use crate::agents::AgentError;
use crate::explain::{Explain, ToldSearch};
use crate::games::open_built_in;
use crate::rule_sheets::{self, SheetError};
use crate::spec::Spec;

/// What can be done in a position, as text.
#[derive(Clone, Debug, PartialEq)]
pub enum Choices {
    /// The game is over; what every player gets, in seat order.
    Over(Vec<f64>),
    /// One player chooses.
    Player(Player, Vec<String>),
    /// All players choose at once; a list for each, in seat order.
    Joint(Vec<Vec<String>>),
    /// Nature draws; outcomes with probabilities.
    Chance(Vec<(String, f64)>),
}

/// Why a table cannot be opened, or what is wrong with a text that it was given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The games' registry has no such game, or not with these parameters.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is no such rule sheet, or it cannot be played.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// The game cannot write its moves down.
    #[error("the game `{0}` has no notation, so it can be played by programs only")]
    NoNotation(String),
    /// The text is no position, or no move, of this game.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A step for another kind of turn than this one.
    #[error("{0}")]
    WrongTurn(String),
}

/// A game with its types erased.
///
/// The methods that take a position panic if it comes from a table of another game: that is a mistake of the program,
/// never of its user.
pub trait Table: Send + Sync {
    /// What kind of game this is.
    fn info(&self) -> &GameInfo;

    /// What somebody should know who plays this game: that a rule sheet is interpreted, for example. What is found out
    /// while it is played comes last.
    fn remarks(&self) -> Vec<String>;

    /// A start position.
    fn start(&self, rng: &mut Random) -> Box<dyn Position>;

    /// Reads a position.
    fn read(&self, text: &str) -> Result<Box<dyn Position>, TableError>;

    /// The position as one line of text.
    fn write(&self, position: &dyn Position) -> String;

    /// The position as `observer` sees it.
    fn see(&self, position: &dyn Position, observer: Player) -> Box<dyn Position>;

    /// What `observer` notices of a legal move of another, or of an outcome: the move itself where nothing is hidden.
    fn told(&self, position: &dyn Position, mv: &str, observer: Player) -> Result<String, TableError>;

    /// A picture of the position: as `observer` sees it, or in full.
    fn draw(&self, position: &dyn Position, observer: Option<Player>) -> Drawing;

    /// A picture of the position in full, with what a move of the player to move would change marked, where the game
    /// can show that.
    fn draw_move(&self, position: &dyn Position, mv: &str) -> Result<Drawing, TableError>;

    /// Whose turn it is.
    fn turn(&self, position: &dyn Position) -> Turn;

    /// Whose turn it is, and every legal move as text.
    fn choices(&self, position: &dyn Position) -> Choices;

    /// Reads one move and gives it back as the game writes it. On a joint turn it is a move of `player`; on other
    /// turns `player` does not matter.
    fn read_move(&self, position: &dyn Position, player: Player, text: &str) -> Result<String, TableError>;

    /// Plays a step. A step that is not legal changes nothing.
    fn play(&self, position: &mut dyn Position, step: &Step<String>) -> Result<(), TableError>;

    /// Draws an outcome of a chance turn by its probability; `None` on any other turn.
    fn draw_outcome(&self, position: &dyn Position, rng: &mut Random) -> Option<String>;

    /// What every player gets, in seat order, if the game is over.
    fn payoffs(&self, position: &dyn Position) -> Option<Vec<f64>>;

    /// The categories of places, or other secrets, by which something can be suspected here; none in most games.
    fn suspicions(&self) -> &'static [&'static str];

    /// What the last sighting told: calls `tally` for everything that had been possible just before, with its category
    /// and whether it was real. Answers the number of the sighting, 0 if there was none yet.
    fn sighting(&self, position: &dyn Position, tally: &mut dyn FnMut(usize, bool)) -> u32;

    /// Whether a game of one player that ended here counts as solved, if the game can say.
    fn solved(&self, position: &dyn Position) -> Option<bool>;

    /// Seats an agent.
    fn agent(&self, spec: &Spec, player: Player) -> Result<Box<dyn Seat>, AgentError>;

    /// A search for the player to move that tells each of its cycles. With `merge`, one of several mirror-equal moves
    /// stands for all.
    fn explain(
        &self,
        spec: &Spec,
        position: &dyn Position,
        merge: bool,
        rng: &mut Random,
    ) -> Result<Box<dyn Explain>, AgentError>;

    /// An alpha-beta search for the player to move that tells every node, window and cut-off. The budget limits the
    /// nodes.
    fn tell(
        &self,
        spec: &Spec,
        position: &dyn Position,
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<ToldSearch, AgentError>;
}

/// Opens the game that a spec names.
pub fn open(spec: &Spec) -> Result<Box<dyn Table>, TableError> {
    if spec.name == rule_sheets::NAME {
        return Ok(Box::new(GameTable::new(rule_sheets::open(spec)?)?.with_remarks(RuleSheet::remarks)));
    }
    open_built_in(spec, Opener)?
}

/// Makes a table of whatever game the registry hands over.
struct Opener;

impl registry::Visitor for Opener {
    type Output = Result<Box<dyn Table>, TableError>;

    fn visit<G: Builtin>(self, game: G) -> Self::Output {
        Ok(Box::new(GameTable::of_several(game)?.with_players(G::players())))
    }

    fn visit_solo<G: Builtin>(self, game: G) -> Self::Output {
        Ok(Box::new(GameTable::new(game)?.with_players(G::players())))
    }
}
