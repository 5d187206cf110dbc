//! Which position of which game a command is about.

use clap::Args;
use spinney::erased::AnyState;
use spinney::game::{Game, GameInfo, Player};
use spinney::random::Random;
use spinney_agents::NamedGame;
use spinney_agents::games::open_within;
use spinney_agents::named::{Choices, replay};
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::spec::{Spec, split_moves};
use spinney_agents::text_file::quote;

use crate::failure::{Failure, complain};
use crate::options::Output;
use crate::terminal::Terminal;

/// A game, and a position of it.
#[derive(Args, Clone, Debug)]
pub(crate) struct Place {
    /// The game: NAME or NAME:key=value,… (`spinney games` lists them)
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The position, as `spinney show` writes it [default: the start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play from there, separated by spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl Place {
    /// Opens the game and prints its warnings on standard error.
    pub(crate) fn open(&self, output: Output, time: BuildTime) -> Result<(Spec, NamedGame), Failure> {
        let (spec, game) = open_game(&self.game, output, time)?;
        print_remarks(&game, output, 0);
        Ok((spec, game))
    }

    /// Whether a position or moves were given.
    pub(crate) fn is_given(&self) -> bool {
        self.position.is_some() || self.moves.is_some()
    }

    /// The moves as given.
    pub(crate) fn moves(&self) -> &str {
        self.moves.as_deref().unwrap_or("")
    }

    /// The position: as given or a start drawn by the seed, with the moves played.
    pub(crate) fn position(&self, game: &NamedGame, seed: u64) -> Result<AnyState, Failure> {
        let mut position = match &self.position {
            Some(text) => read_position(game, text)?,
            None => game.start(&mut Random::derive(seed, 0)),
        };
        replay(game, &mut position, &split_moves(self.moves())?)?;
        Ok(position)
    }

    /// The same, where a game is to be played: nothing may be left out of the position.
    pub(crate) fn full_position(&self, game: &NamedGame, seed: u64) -> Result<AnyState, Failure> {
        let position = self.position(game, seed)?;
        game.check_complete(&position)?;
        Ok(position)
    }
}

/// Opens the game that a text names, with a progress line on a terminal: a large rule sheet takes a while.
pub(crate) fn open_game(text: &str, output: Output, time: BuildTime) -> Result<(Spec, NamedGame), Failure> {
    let spec = Spec::game(text)?;
    let spinner = Terminal::new(output).spinner(format!("opening {}", quote(text)));
    let game = open_within(&spec, time);
    spinner.finish_and_clear();
    Ok((spec, game?))
}

/// Prints the warnings of a game on standard error, except for those that were printed before.
pub(crate) fn print_remarks(game: &NamedGame, output: Output, printed: usize) {
    if !output.quiet {
        game.remarks().iter().skip(printed).for_each(|remark| complain("note", remark));
    }
}

/// The player of a seat that a user names.
pub(crate) fn find_seat(info: &GameInfo, name: &str) -> Result<Player, Failure> {
    match info.seats.iter().position(|seat| seat.eq_ignore_ascii_case(name)) {
        Some(place) => Ok(Player(place as u8)),
        None => Err(Failure::usage(format!("no seat `{name}`; seats: {}", info.seats.join(", ")))),
    }
}

/// Reads a position; the error quotes it.
pub(crate) fn read_position(game: &NamedGame, text: &str) -> Result<AnyState, Failure> {
    game.read(text).map_err(|error| Failure::usage(format!("position `{}`: {error}", quote(text))))
}

/// The payoff of every seat, in words.
pub(crate) fn payoffs_in_words(info: &GameInfo, payoffs: &[f64]) -> String {
    // A zero has no sign.
    let one = |(seat, payoff): (&String, &f64)| format!("{seat} {}", payoff + 0.0);
    info.seats.iter().zip(payoffs).map(one).collect::<Vec<_>>().join(", ")
}

/// The player to move in JSON: the name of a seat, the names of all if moves are simultaneous, `chance`, or null at the
/// end.
pub(crate) fn to_move(info: &GameInfo, choices: &Choices) -> serde_json::Value {
    match choices {
        Choices::Over(_) => serde_json::Value::Null,
        Choices::Player(Player(seat), _) => info.seats[usize::from(*seat)].as_str().into(),
        Choices::Joint(_) => info.seats.clone().into(),
        Choices::Chance(_) => "chance".into(),
    }
}
