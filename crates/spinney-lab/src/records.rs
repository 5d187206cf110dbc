//! A file of the best lines that were ever found, a game each. Every line in it has been replayed by the rules.

use std::path::Path;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use spinney::game::Game;
use spinney::random::Random;
use spinney_agents::games::open;
use spinney_agents::named::{GameError, LineError, replay};
use spinney_agents::spec::{Spec, SpecError, split_moves};
use spinney_agents::text_file::{MOST_BYTES, TextFileError, read_file};

/// The best line that was found for a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game as a spec.
    pub game: String,
    /// The score of the line.
    pub score: f64,
    /// The day on which it was found, `2026-11-15`.
    pub date: String,
    /// The agent that found it.
    pub agent: String,
    /// The budget of the search.
    pub budget: String,
    /// The seed of the search.
    pub seed: u64,
    /// The score of the line that the search began with, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
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

/// An error in a file of records, or in a line for it.
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
    /// The file is not text, or too large.
    #[error("{path}: {error}")]
    Text {
        /// The file.
        path: String,
        /// Why not.
        error: TextFileError,
    },
    /// The file is not of the right form.
    #[error("{path}: {error}")]
    Form {
        /// The file.
        path: String,
        /// What is wrong.
        error: Box<toml::de::Error>,
    },
    /// The game cannot be opened.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The game cannot be opened.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The line cannot be played.
    #[error("{game}: {error}")]
    Line {
        /// The game.
        game: String,
        /// Which move, and why not.
        error: Box<LineError>,
    },
    /// The line does not end the game.
    #[error("{0}: the line ends before the game does")]
    Unfinished(String),
    /// The score is not that of the rules.
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
        let name = || self.game.clone();
        let game = open(&Spec::game(&self.game)?)?;
        let mut state = game.start(&mut Random::derive(self.seed, 0));
        let moves = split_moves(&self.line)?;
        replay(&game, &mut state, &moves)
            .map_err(|error| RecordError::Line { game: name(), error: Box::new(error) })?;
        match game.payoffs(&state) {
            None => Err(RecordError::Unfinished(name())),
            Some(payoffs) if payoffs[0] != self.score => {
                Err(RecordError::Score { game: name(), right: payoffs[0], said: self.score })
            }
            Some(_) => Ok(()),
        }
    }
}

impl Records {
    /// Reads a file; one that is not there has no records.
    pub fn read(path: &Path) -> Result<Self, RecordError> {
        let name = || path.display().to_string();
        match read_file(path, MOST_BYTES) {
            Ok(text) => {
                toml::from_str(&text).map_err(|error| RecordError::Form { path: name(), error: Box::new(error) })
            }
            Err(TextFileError::Missing) => Ok(Records::default()),
            Err(error) => Err(RecordError::Text { path: name(), error }),
        }
    }

    /// Reads a file and replays every line in it.
    pub fn read_checked(path: &Path) -> Result<Self, RecordError> {
        let records = Records::read(path)?;
        records.list.iter().try_for_each(Record::check)?;
        Ok(records)
    }

    /// Offers a record to a file, which is written if the record is better. It is read again for that: another run may
    /// have written meanwhile.
    pub fn keep(path: &Path, record: Record) -> Result<bool, RecordError> {
        let mut records = Records::read(path)?;
        let better = records.offer(record)?;
        if better {
            records.write(path)?;
        }
        Ok(better)
    }

    /// The record of a game.
    pub fn find(&self, game: &str) -> Option<&Record> {
        self.list.iter().find(|record| is_same_game(&record.game, game))
    }

    /// Adds a record if it is correct and better than the known one. Returns whether it did.
    pub fn offer(&mut self, record: Record) -> Result<bool, RecordError> {
        record.check()?;
        match self.list.iter_mut().find(|known| is_same_game(&known.game, &record.game)) {
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
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fail)?;
        }
        std::fs::write(&new, text).map_err(fail)?;
        std::fs::rename(&new, path).map_err(fail)
    }
}

/// Whether two texts name the same game: the order of its parameters does not matter.
fn is_same_game(one: &str, other: &str) -> bool {
    let sorted = |text| {
        let mut spec = Spec::game(text).ok()?;
        spec.parameters.sort();
        Some(spec)
    };
    one == other || sorted(one).is_some_and(|one| Some(one) == sorted(other))
}

/// The date in universal time, `2026-11-15`.
pub fn today() -> String {
    let days = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs() / 86_400);
    date(days)
}

/// The date this number of days after the first of January 1970. Years are counted from March, so that a leap day is the last
/// of its year.
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year_of_era + era * 400 + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two columns of two rows in one colour: one move clears them.
    const GAME: &str = "samegame:rows=2,cols=2,colours=1";

    fn record(game: &str, line: &str, score: f64) -> Record {
        let text = |text: &str| text.to_owned();
        let (date, agent, budget) = (text("2026-11-15"), text("nrpa"), text("1s a decision"));
        Record { game: text(game), score, date, agent, budget, seed: 1, from: None, line: text(line) }
    }

    #[test]
    fn only_right_and_better_lines_are_taken() {
        let mut records = Records::default();
        assert!(records.offer(record(GAME, "0,0", 1004.0)).unwrap());
        assert!(!records.offer(record(GAME, "1,1", 1004.0)).unwrap(), "as good is not better");
        let wrong = records.offer(record(GAME, "0,0", 1005.0)).unwrap_err();
        assert_eq!(wrong.to_string(), format!("{GAME}: the line is worth 1004, not 1005"));
        assert!(matches!(records.offer(record(GAME, "", 0.0)), Err(RecordError::Unfinished(_))));
        assert!(matches!(records.offer(record(GAME, "0,0 0,0", 1004.0)), Err(RecordError::Line { .. })));
        assert!(matches!(records.offer(record("samegame:board=21", "0,0", 1.0)), Err(RecordError::Game(_))));
        assert_eq!(records.list, [record(GAME, "0,0", 1004.0)]);
        let other = "samegame:board=1";
        assert!(records.find(other).is_none() && records.find(GAME).is_some());
        assert!(records.find("samegame:colours=1,rows=2,cols=2").is_some(), "in any order");
    }

    #[test]
    fn a_better_line_takes_the_place_of_the_old_one() {
        // Of `11/22/11` the twos in the middle go first, or the pairs one by one.
        let game = "samegame:file=FILE";
        let file = std::env::temp_dir().join(format!("spinney-records-{}.txt", std::process::id()));
        std::fs::write(&file, "11\n22\n11\n").unwrap();
        let game = game.replace("FILE", &file.display().to_string());
        let mut records = Records::default();
        assert!(records.offer(record(&game, "0,0 0,0 0,0", 1000.0)).unwrap());
        assert!(records.offer(record(&game, "0,1 0,0", 1004.0)).unwrap());
        assert!(!records.offer(record(&game, "0,0 0,0 0,0", 1000.0)).unwrap());
        std::fs::remove_file(file).unwrap();
        assert_eq!(records.list.len(), 1);
        assert_eq!(records.find(&game).unwrap().line, "0,1 0,0");
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let folder = std::env::temp_dir().join(format!("spinney-records-{}", std::process::id()));
        let path = folder.join("deep").join("records.toml");
        assert_eq!(Records::read(&path).unwrap(), Records::default(), "no file, no records");
        assert!(Records::keep(&path, record(GAME, "0,0", 1004.0)).unwrap());
        assert!(!Records::keep(&path, record(GAME, "0,0", 1004.0)).unwrap());
        assert_eq!(Records::read_checked(&path).unwrap().list, [record(GAME, "0,0", 1004.0)]);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("1004", "2004")).unwrap();
        assert!(matches!(Records::read_checked(&path), Err(RecordError::Score { .. })));
        std::fs::write(&path, text.replace("score", "points")).unwrap();
        assert!(matches!(Records::keep(&path, record(GAME, "0,0", 1004.0)), Err(RecordError::Form { .. })));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn dates_are_right() {
        let days = [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_772, "2026-11-15")];
        for (days, text) in days {
            assert_eq!(date(days), text);
        }
    }
}
