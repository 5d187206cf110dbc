//! The one implementation of [`Table`].

use std::sync::Arc;

use spinney::budget::Budget;
use spinney::drawing::{Body, Drawing};
use spinney::game::skills::{Notation, NotationError};
use spinney::game::{Game, GameInfo, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney::search::{Search, Step};
use spinney_games::registry::PlayerOf;

use super::position::{Held, Position, state_of, state_of_mut};
use super::seat::GameSeat;
use super::{Choices, Seat, Table, TableError};
use crate::agents::{self, AgentError};
use crate::explain::{self, Explain, ToldSearch};
use crate::spec::Spec;

/// A game of type `G` as a [`Table`].
pub struct GameTable<G: Game> {
    game: Arc<G>,
    info: GameInfo,
    build: Build<G>,
    /// Players that the game brings along.
    players: Vec<PlayerOf<G>>,
    remarks: fn(&G) -> Vec<String>,
}

/// Makes an agent for a game.
type Build<G> = fn(Arc<G>, &Spec) -> Result<Box<dyn Search<Arc<G>>>, AgentError>;

impl<G: Game + 'static> GameTable<G> {
    /// A table for a game; refused if the game has no notation.
    pub fn new(game: G) -> Result<Self, TableError> {
        Self::with_agents(game, agents::build_solo)
    }

    /// A table without the agents for a single player, which then need not be compiled.
    pub fn of_several(game: G) -> Result<Self, TableError> {
        Self::with_agents(game, agents::build)
    }

    fn with_agents(game: G, build: Build<G>) -> Result<Self, TableError> {
        let info = game.info();
        if game.skills().notation.is_none() {
            return Err(TableError::NoNotation(info.name));
        }
        Ok(GameTable { game: Arc::new(game), info, build, players: Vec::new(), remarks: |_| Vec::new() })
    }

    /// The same table with players that the game brings along.
    pub fn with_players(self, players: Vec<PlayerOf<G>>) -> Self {
        GameTable { players, ..self }
    }

    /// The same table with what somebody should know who plays here; asked again whenever it is told.
    pub fn with_remarks(self, remarks: fn(&G) -> Vec<String>) -> Self {
        GameTable { remarks, ..self }
    }

    /// The game itself, for a search of one's own.
    pub fn game(&self) -> Arc<G> {
        Arc::clone(&self.game)
    }

    /// Seats a search that is not in the registry, under any name.
    pub fn seat(&self, search: Box<dyn Search<Arc<G>>>, name: &str, player: Player) -> Box<dyn Seat> {
        Box::new(GameSeat::new(self.game(), search, name.to_owned(), player, self.info.hidden))
    }
}

/// The notation of a game that sits at a table.
pub(crate) fn notation<G: Game>(game: &G) -> &dyn Notation<State = G::State, Move = G::Move> {
    game.skills().notation.expect("GameTable::new refuses games without notation")
}

/// Reads one step by the rules: what it does must be legal in `state`.
pub(super) fn read_step<G: Game>(game: &G, state: &G::State, step: &Step<String>) -> Result<Step<G::Move>, TableError> {
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    match (turn, step) {
        (Turn::Player(to_move), Step::Move(player, text)) if to_move == *player => {
            Ok(Step::Move(to_move, read_among(game, state, &moves, text)?))
        }
        (Turn::Chance, Step::Chance(text)) => Ok(Step::Chance(read_among(game, state, &moves, text)?)),
        (Turn::Joint, Step::Joint(texts)) if texts.len() == moves.sections() => {
            let read = |(seat, text): (usize, &String)| read_section(game, state, moves.section(seat), text);
            Ok(Step::Joint(texts.iter().enumerate().map(read).collect::<Result<_, _>>()?))
        }
        _ => Err(TableError::WrongTurn(wrong_turn(&game.info(), turn))),
    }
}

fn wrong_turn(info: &GameInfo, turn: Turn) -> String {
    match turn {
        Turn::Over => "the game is over".to_owned(),
        Turn::Player(player) => format!("it is the turn of {}", info.seats[player.index()]),
        Turn::Joint => format!("all {} players move at once here", info.players()),
        Turn::Chance => "it is nature's turn".to_owned(),
    }
}

/// A move by the game's own reader, which may be lenient, but must find a listed move.
fn read_among<G: Game>(game: &G, state: &G::State, moves: &[G::Move], text: &str) -> Result<G::Move, NotationError> {
    let mv = notation(game).read_move(state, text)?;
    if moves.contains(&mv) { Ok(mv) } else { Err(NotationError::new(format!("`{text}` is no legal move here"))) }
}

/// A move of one player of a joint turn. The game's reader does not know whose move is meant, so the texts are
/// compared: letter by letter, or else without regard to case.
fn read_section<G: Game>(game: &G, state: &G::State, moves: &[G::Move], text: &str) -> Result<G::Move, NotationError> {
    let write = |&mv: &G::Move| notation(game).write_move(state, mv);
    let text = text.trim();
    let exactly = || moves.iter().find(|mv| write(mv) == text);
    let roughly = || moves.iter().find(|mv| write(mv).eq_ignore_ascii_case(text));
    exactly().or_else(roughly).copied().ok_or_else(|| {
        let legal: Vec<_> = moves.iter().take(12).map(write).collect();
        let more = if moves.len() > 12 { format!(" … ({} in all)", moves.len()) } else { String::new() };
        NotationError::new(format!("`{text}` is no legal move here; legal: {}{more}", legal.join(" ")))
    })
}

/// Plays a step that [`read_step`] has read.
pub(super) fn play_step<G: Game>(game: &G, state: &mut G::State, step: &Step<G::Move>) {
    match step {
        Step::Move(_, mv) | Step::Chance(mv) => game.play(state, *mv),
        Step::Joint(moves) => game.play_joint(state, moves),
    }
}

impl<G: Game + 'static> Table for GameTable<G> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn remarks(&self) -> Vec<String> {
        (self.remarks)(&self.game)
    }

    fn start(&self, rng: &mut Random) -> Box<dyn Position> {
        Box::new(Held(self.game.start(rng)))
    }

    fn read(&self, text: &str) -> Result<Box<dyn Position>, TableError> {
        Ok(Box::new(Held(notation(&*self.game).read_state(text)?)))
    }

    fn write(&self, position: &dyn Position) -> String {
        notation(&*self.game).write_state(state_of(position))
    }

    fn see(&self, position: &dyn Position, observer: Player) -> Box<dyn Position> {
        Box::new(Held(View::of(&*self.game, state_of(position), observer).state().clone()))
    }

    fn told(&self, position: &dyn Position, mv: &str, observer: Player) -> Result<String, TableError> {
        let state: &G::State = state_of(position);
        let mut moves = Moves::new();
        // On a turn of several the game's reader does not know whose move is meant; such moves hide nothing.
        if self.game.turn(state, &mut moves) == Turn::Joint {
            return Ok(mv.to_owned());
        }
        let mv = read_among(&*self.game, state, &moves, mv)?;
        Ok(notation(&*self.game).tell_move(state, mv, observer))
    }

    fn draw(&self, position: &dyn Position, observer: Option<Player>) -> Drawing {
        let state: &G::State = state_of(position);
        let view = observer.map(|observer| View::of(&*self.game, state, observer));
        let seen = view.as_ref().map_or(state, View::state);
        match self.game.skills().render {
            Some(render) => render.draw(seen),
            None => Drawing { body: Body::Lines(vec![notation(&*self.game).write_state(seen)]), caption: Vec::new() },
        }
    }

    fn draw_move(&self, position: &dyn Position, mv: &str) -> Result<Drawing, TableError> {
        let state: &G::State = state_of(position);
        let mut moves = Moves::new();
        match (self.game.turn(state, &mut moves), self.game.skills().render) {
            (Turn::Over, _) => Err(TableError::WrongTurn("the game is over".to_owned())),
            (Turn::Joint, _) => Err(TableError::WrongTurn("all players move at once here".to_owned())),
            (_, Some(render)) => Ok(render.draw_move(state, read_among(&*self.game, state, &moves, mv)?)),
            (_, None) => {
                read_among(&*self.game, state, &moves, mv).map(|_| self.draw(position, None)).map_err(Into::into)
            }
        }
    }

    fn turn(&self, position: &dyn Position) -> Turn {
        self.game.turn(state_of(position), &mut Moves::new())
    }

    fn choices(&self, position: &dyn Position) -> Choices {
        let state: &G::State = state_of(position);
        let mut moves = Moves::new();
        let turn = self.game.turn(state, &mut moves);
        let write = |&mv: &G::Move| notation(&*self.game).write_move(state, mv);
        match turn {
            Turn::Over => {
                Choices::Over(self.info.all_players().map(|player| self.game.payoff(state, player)).collect())
            }
            Turn::Player(player) => Choices::Player(player, moves.iter().map(write).collect()),
            Turn::Joint => Choices::Joint(
                (0..moves.sections()).map(|seat| moves.section(seat).iter().map(write).collect()).collect(),
            ),
            Turn::Chance => {
                Choices::Chance(moves.iter().enumerate().map(|(index, mv)| (write(mv), moves.weight(index))).collect())
            }
        }
    }

    fn read_move(&self, position: &dyn Position, player: Player, text: &str) -> Result<String, TableError> {
        let state: &G::State = state_of(position);
        let mut moves = Moves::new();
        let mv = match self.game.turn(state, &mut moves) {
            Turn::Joint => read_section(&*self.game, state, moves.section(player.index()), text)?,
            Turn::Over => return Err(TableError::WrongTurn("the game is over".to_owned())),
            _ => read_among(&*self.game, state, &moves, text)?,
        };
        Ok(notation(&*self.game).write_move(state, mv))
    }

    fn play(&self, position: &mut dyn Position, step: &Step<String>) -> Result<(), TableError> {
        let state: &mut G::State = state_of_mut(position);
        let step = read_step(&*self.game, state, step)?;
        play_step(&*self.game, state, &step);
        Ok(())
    }

    fn draw_outcome(&self, position: &dyn Position, rng: &mut Random) -> Option<String> {
        let state: &G::State = state_of(position);
        let mut moves = Moves::new();
        matches!(self.game.turn(state, &mut moves), Turn::Chance)
            .then(|| notation(&*self.game).write_move(state, moves[moves.draw_weighted(rng)]))
    }

    fn payoffs(&self, position: &dyn Position) -> Option<Vec<f64>> {
        let state: &G::State = state_of(position);
        let over = matches!(self.game.turn(state, &mut Moves::new()), Turn::Over);
        over.then(|| self.info.all_players().map(|player| self.game.payoff(state, player)).collect())
    }

    fn suspicions(&self) -> &'static [&'static str] {
        self.game.skills().belief_prior.map_or(&[], |belief_prior| belief_prior.categories())
    }

    fn sighting(&self, position: &dyn Position, tally: &mut dyn FnMut(usize, bool)) -> u32 {
        self.game.skills().belief_prior.map_or(0, |belief_prior| belief_prior.sighting(state_of(position), tally))
    }

    fn solved(&self, position: &dyn Position) -> Option<bool> {
        Some(self.game.skills().prospects?.is_solved(state_of(position)))
    }

    fn agent(&self, spec: &Spec, player: Player) -> Result<Box<dyn Seat>, AgentError> {
        let search = agents::build_own(&self.players, self.game(), spec, self.build)?;
        Ok(self.seat(search, &spec.to_string(), player))
    }

    fn explain(
        &self,
        spec: &Spec,
        position: &dyn Position,
        merge: bool,
        rng: &mut Random,
    ) -> Result<Box<dyn Explain>, AgentError> {
        explain::explain(self.game(), spec, state_of(position), merge, rng)
    }

    fn tell(
        &self,
        spec: &Spec,
        position: &dyn Position,
        budget: &Budget,
        rng: &mut Random,
    ) -> Result<ToldSearch, AgentError> {
        explain::tell(self.game(), spec, state_of(position), budget, rng)
    }
}
