//! The record of a match, as JSON: everything that is needed to replay it by the rules.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The version of the format.
pub const VERSION: u32 = 1;

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The version of this format.
    pub version: u32,
    /// The version of the program that wrote it.
    pub spinney: String,
    /// The name of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// The name of the game: that of the file of its rule sheet.
    pub game: String,
    /// The rule sheet.
    pub rules: String,
    /// The roles in the order of the rule sheet.
    pub roles: Vec<String>,
    /// The player of each role.
    pub players: Vec<Seated>,
    /// Seconds before the first step.
    pub start_clock: f64,
    /// Seconds of a step.
    pub play_clock: f64,
    /// Seconds of the preview, if there was one.
    pub preview_clock: Option<f64>,
    /// Whether the players got other words than those of the rule sheet.
    pub scrambled: bool,
    /// The seed of the words, of random moves and of the role `random`.
    pub seed: u64,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// The answers to PREVIEW, by role; none without a preview.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub preview: Vec<Option<Asked>>,
    /// The answers to START, by role; null for the role `random`.
    pub start: Vec<Option<Asked>>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The answers to STOP, by role.
    pub stop: Vec<Option<Asked>>,
    /// How it ended.
    pub end: End,
}

/// The player of a role.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seated {
    /// Its name in this match or tournament.
    pub name: String,
    /// The address, or the agent; `None` for the role that the host plays.
    pub player: Option<String>,
    /// Its place in the list of players, counted from 0.
    pub number: Option<usize>,
}

/// A message and its answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// Seconds until the answer, or until the host waited no longer.
    pub seconds: f64,
    /// The answer, shortened if it is long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// `TO`, `CE` or `IL …`: no answer in time, a failed connection, an illegal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The facts of the state before it, sorted.
    pub state: Vec<String>,
    /// The moves that were made, by role, in the words of the rule sheet.
    pub moves: Vec<String>,
    /// Seconds until each answer; null for the role `random`.
    pub seconds: Vec<Option<f64>>,
    /// `TO`, `CE` or `IL …` for each role whose move the host had to draw; null otherwise.
    pub marks: Vec<Option<String>>,
}

/// The last state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// Whether the game is over; otherwise it was broken off at the cap of steps.
    pub complete: bool,
    /// The facts of the state, sorted.
    pub state: Vec<String>,
    /// The goal of every role; null where the rule sheet gives none, or several.
    pub goals: Vec<Option<i32>>,
}

/// Why a file has no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why not.
        error: io::Error,
    },
    /// It is not of the right form.
    #[error("{path}: not a match record: {error}")]
    Form {
        /// The file.
        path: String,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// It is of another version.
    #[error("{path}: a record of version {found}; this program reads version {VERSION}")]
    Version {
        /// The file.
        path: String,
        /// The version of the file.
        found: u32,
    },
}

impl Record {
    /// Reads a record.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let name = || path.display().to_string();
        let text = std::fs::read(path).map_err(|error| RecordError::File { path: name(), error })?;
        let record: Record =
            serde_json::from_slice(&text).map_err(|error| RecordError::Form { path: name(), error })?;
        if record.version != VERSION {
            return Err(RecordError::Version { path: name(), found: record.version });
        }
        Ok(record)
    }

    /// Writes it, whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        write_whole(path, self)
    }

    /// The same record without its rule sheet and states, which is small: enough for a table.
    #[must_use]
    pub fn without_states(mut self) -> Self {
        self.rules.clear();
        self.steps.iter_mut().for_each(|step| step.state = Vec::new());
        self
    }

    /// The marks of a role.
    pub fn marks_of(&self, role: usize) -> impl Iterator<Item = &str> {
        self.steps.iter().filter_map(move |step| step.marks.get(role)?.as_deref())
    }
}

/// Writes a value as JSON, whole or not at all.
pub(super) fn write_whole(path: &Path, value: &impl Serialize) -> Result<(), RecordError> {
    let fail = |error: io::Error| RecordError::File { path: path.display().to_string(), error };
    let mut text = serde_json::to_vec(value).map_err(|error| fail(error.into()))?;
    text.push(b'\n');
    let new = path.with_extension("new");
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fail)?;
    }
    std::fs::write(&new, text).map_err(fail)?;
    std::fs::rename(&new, path).map_err(fail)
}
