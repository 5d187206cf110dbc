//! The folder of a tournament: its plan, and the record of every finished match, so that it can be continued.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::record::{Record, RecordError, write_whole};
use super::{Host, Schedule};

/// The file of the plan.
const PLAN: &str = "plan.json";

/// What must be the same when a tournament is continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Plan {
    version: u32,
    schedule: Schedule,
    players: Vec<String>,
    rules: String,
    start_clock: f64,
    play_clock: f64,
    preview_clock: Option<f64>,
    scrambled: bool,
}

/// A folder of records.
pub struct Folder {
    path: PathBuf,
}

/// Why a folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It has a tournament already.
    #[error("{0} has a tournament already; --resume continues it")]
    Used(String),
    /// It has none.
    #[error("{0} has no tournament to continue")]
    Empty(String),
    /// It has another one.
    #[error("{path} has another tournament: its {what} differ")]
    Other {
        /// The folder.
        path: String,
        /// What differs.
        what: &'static str,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl Plan {
    fn of(host: &Host, schedule: &Schedule) -> Self {
        let options = host.options();
        Plan {
            version: super::VERSION,
            schedule: schedule.clone(),
            players: host.participants().iter().map(ToString::to_string).collect(),
            rules: host.sheet().to_owned(),
            start_clock: options.start_clock.as_secs_f64(),
            play_clock: options.play_clock.as_secs_f64(),
            preview_clock: options.preview_clock.map(|clock| clock.as_secs_f64()),
            scrambled: options.scramble,
        }
    }

    /// What differs from another plan. More games than before are no difference.
    fn difference(&self, other: &Plan) -> Option<&'static str> {
        let clocks = |plan: &Plan| (plan.start_clock, plan.play_clock, plan.preview_clock);
        let kind = |plan: &Plan| (plan.schedule.round_robin, plan.scrambled, plan.version);
        [
            (self.rules != other.rules, "rules"),
            (self.players != other.players, "players"),
            (clocks(self) != clocks(other), "clocks"),
            (kind(self) != kind(other), "settings"),
            (self.schedule.seed != other.schedule.seed, "seeds"),
        ]
        .into_iter()
        .find_map(|(differs, what)| differs.then_some(what))
    }
}

impl Folder {
    /// The seed of the tournament in a folder, if there is one.
    pub fn seed(path: &Path) -> Option<u64> {
        let text = std::fs::read(path.join(PLAN)).ok()?;
        serde_json::from_slice::<Plan>(&text).ok().map(|plan| plan.schedule.seed)
    }

    /// Begins a tournament in a folder, or continues one.
    pub fn open(path: &Path, host: &Host, schedule: &Schedule, resume: bool) -> Result<Self, FolderError> {
        let (name, file) = (|| path.display().to_string(), path.join(PLAN));
        let plan = Plan::of(host, schedule);
        match (file.exists(), resume) {
            (true, false) => return Err(FolderError::Used(name())),
            (false, true) => return Err(FolderError::Empty(name())),
            (true, true) => {
                let fail = |error| RecordError::File { path: file.display().to_string(), error };
                let text = std::fs::read(&file).map_err(fail)?;
                let form = |error| RecordError::Form { path: file.display().to_string(), error };
                let known: Plan = serde_json::from_slice(&text).map_err(form)?;
                if let Some(what) = known.difference(&plan) {
                    return Err(FolderError::Other { path: name(), what });
                }
            }
            (false, false) => {}
        }
        write_whole(&file, &plan)?;
        Ok(Folder { path: path.to_owned() })
    }

    /// The file of a match, by its number counted from 0.
    pub fn file(&self, number: u64) -> PathBuf {
        self.path.join(format!("match-{:05}.json", number + 1))
    }

    /// The record of a match that was finished before.
    pub fn finished(&self, number: u64) -> Result<Option<Record>, FolderError> {
        let file = self.file(number);
        Ok(if file.exists() { Some(Record::read(&file)?) } else { None })
    }

    /// Keeps the record of a match, whole or not at all.
    pub fn keep(&self, number: u64, record: &Record) -> Result<(), FolderError> {
        Ok(record.write(&self.file(number))?)
    }
}
