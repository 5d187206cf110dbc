//! A file of the best lines that were ever found, a game each. Every line in it has been replayed by the rules.

use std::path::Path;

use serde::{Deserialize, Serialize};
use spinney::random::Random;

use crate::spec::{Spec, SpecError, split_moves};
use crate::table::{LineError, TableError, open, replay};

/// The best line that was found for a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game as a spec.
    pub game: String,
    /// What the line is worth.
    pub score: f64,
    /// The day on which it was found, `2026-11-15`.
    pub date: String,
    /// Who found it.
    pub agent: String,
    /// The budget of the search.
    pub budget: String,
    /// The seed of the search.
    pub seed: u64,
    /// The moves, separated by spaces.
    pub line: String,
}

/// All records of a file, in its order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The records.
    #[serde(default, rename = "record")]
    pub list: Vec<Record>,
}

/// What is wrong with a file of records, or with a line for it.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        error: std::io::Error,
    },
    /// The file is not of the right form.
    #[error("{path}: {error}")]
    Form {
        /// The file.
        path: String,
        /// What is wrong.
        error: toml::de::Error,
    },
    /// The game is no game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The game cannot be opened.
    #[error(transparent)]
    Game(#[from] TableError),
    /// The line cannot be played.
    #[error("{game}: {error}")]
    Line {
        /// The game.
        game: String,
        /// Which move, and why not.
        error: LineError,
    },
    /// The line does not end the game.
    #[error("{0}: the line ends before the game does")]
    Unfinished(String),
    /// The score is not what the rules say.
    #[error("{game}: the line is worth {right}, not {said}")]
    Score {
        /// The game.
        game: String,
        /// By the rules.
        right: f64,
        /// As given.
        said: f64,
    },
}

impl Record {
    /// Replays the line by the rules alone.
    pub fn check(&self) -> Result<(), RecordError> {
        let game = || self.game.clone();
        let table = open(&Spec::game(&self.game)?)?;
        let mut position = table.start(&mut Random::derive(self.seed, 0));
        let moves = split_moves(&self.line)?;
        replay(&*table, &mut *position, &moves).map_err(|error| RecordError::Line { game: game(), error })?;
        match table.payoffs(&*position) {
            None => Err(RecordError::Unfinished(game())),
            Some(payoffs) if payoffs[0] != self.score => {
                Err(RecordError::Score { game: game(), right: payoffs[0], said: self.score })
            }
            Some(_) => Ok(()),
        }
    }
}

impl Records {
    /// Reads a file; one that is not there has no records.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let name = || path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).map_err(|error| RecordError::Form { path: name(), error }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Records::default()),
            Err(error) => Err(RecordError::File { path: name(), error }),
        }
    }

    /// The record of a game.
    pub fn find(&self, game: &str) -> Option<&Record> {
        self.list.iter().find(|record| record.game == game)
    }

    /// Takes a record in if it is right and better than what was known. Answers whether it was.
    pub fn offer(&mut self, record: Record) -> Result<bool, RecordError> {
        record.check()?;
        match self.list.iter_mut().find(|known| known.game == record.game) {
            Some(known) if known.score >= record.score => return Ok(false),
            Some(known) => *known = record,
            None => self.list.push(record),
        }
        Ok(true)
    }

    /// Writes the file, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let fail = |error| RecordError::File { path: path.display().to_string(), error };
        let text = toml::to_string(self).expect("records have a text");
        let new = path.with_extension("new");
        std::fs::write(&new, text).map_err(fail)?;
        std::fs::rename(&new, path).map_err(fail)
    }
}
