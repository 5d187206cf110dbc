//! How hard puzzles are for people.

use std::collections::BTreeMap;
use std::iter::repeat_n;
use std::ops::ControlFlow;
use std::time::Instant;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use spinney::budget::StopFlag;
use spinney_games::sudoku::Grid;
use spinney_games::sudoku::techniques::{self, Level, NoPath, Technique};

use super::batch::Batch;
use super::count::CountSummary;
use super::exact::{self, SEVERAL, Verdict};
use super::{Origin, Task};
use crate::statistics::Spread;

/// How puzzles are rated.
#[derive(Clone, Debug)]
pub struct Rating {
    /// How many puzzles at the same time.
    pub jobs: usize,
    /// When it is raised, running work ends and no other begins.
    pub stop: StopFlag,
}

/// How hard a puzzle is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateRow {
    /// The puzzle.
    #[serde(flatten)]
    pub origin: Origin,
    /// The number of givens.
    pub givens: usize,
    /// The number of solutions: 0, 1, 2 for several, nothing if it takes long to find out.
    pub solutions: Option<usize>,
    /// The level of the hardest technique.
    #[serde(serialize_with = "level_name")]
    pub level: Option<Level>,
    /// The difficulty of the hardest technique.
    pub difficulty: Option<f64>,
    /// The hardest technique that is needed.
    #[serde(serialize_with = "technique_name")]
    pub hardest: Option<Technique>,
    /// The number of steps.
    pub steps: Option<usize>,
    /// How often each technique is used, the easiest first.
    #[serde(serialize_with = "counts_by_name")]
    pub counts: Vec<(Technique, usize)>,
    /// Seconds on the wall.
    pub seconds: f64,
    /// Whether it was stopped from outside.
    pub stopped: bool,
    /// Why it has no rating, unless it was stopped.
    pub error: Option<String>,
    #[serde(skip)]
    broken: bool,
}

/// How many puzzles are of which level.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RateSummary {
    /// How many have no solution, one or several.
    #[serde(flatten)]
    pub count: CountSummary,
    /// How many puzzles were rated.
    pub rated: usize,
    /// The number of puzzles of each level, the easiest first.
    #[serde(serialize_with = "levels_by_name")]
    pub levels: Vec<(Level, usize)>,
    /// In how many puzzles each technique is the hardest, the easiest first.
    #[serde(serialize_with = "counts_by_name")]
    pub hardest: Vec<(Technique, usize)>,
    /// The difficulty of the rated puzzles.
    pub difficulty: Option<Spread>,
}

impl Rating {
    /// Rates every puzzle by its givens.
    pub fn run(&self, tasks: &[Task], on_row: &mut dyn FnMut(&RateRow) -> ControlFlow<()>) -> RateSummary {
        let batch = Batch { jobs: self.jobs, stop: self.stop.clone() };
        let mut count = CountSummary::default();
        let mut hardest: BTreeMap<Technique, usize> = BTreeMap::new();
        batch.run(tasks, |task| self.rate(task), &mut |row: RateRow| {
            count.add(Verdict::of_few(row.solutions), row.broken, row.stopped);
            if let Some(technique) = row.hardest {
                *hardest.entry(technique).or_default() += 1;
            }
            on_row(&row)
        });
        let of_level =
            |level| hardest.iter().filter(move |(technique, _)| technique.level() == level).map(|(_, count)| count);
        let difficulties = hardest.iter().flat_map(|(technique, &count)| repeat_n(technique.difficulty(), count));
        RateSummary {
            count: count.end(tasks.len()),
            rated: hardest.values().sum(),
            levels: Level::ALL.iter().map(|&level| (level, of_level(level).sum())).collect(),
            difficulty: Spread::of(difficulties),
            hardest: hardest.into_iter().collect(),
        }
    }

    fn rate(&self, task: &Task) -> RateRow {
        let began = Instant::now();
        let givens = task.givens();
        let clash = task.clash_of(givens);
        let mut row = RateRow {
            origin: task.origin_of(givens),
            givens: givens.filled(),
            solutions: Some(0),
            level: None,
            difficulty: None,
            hardest: None,
            steps: None,
            counts: Vec::new(),
            seconds: 0.0,
            stopped: false,
            broken: clash.is_some(),
            error: clash,
        };
        if row.error.is_none() {
            row.solutions = exact::solutions(givens, &self.stop).solutions;
            row.error = match row.solutions {
                Some(0) => Some("the puzzle has no solution".to_owned()),
                Some(SEVERAL) => Some("the puzzle has several solutions".to_owned()),
                _ => self.find_path(givens, &mut row),
            };
        }
        row.seconds = began.elapsed().as_secs_f64();
        row
    }

    /// Fills in the rating. Returns why there is none, unless it was stopped.
    fn find_path(&self, givens: &Grid, row: &mut RateRow) -> Option<String> {
        match techniques::rate_until(givens, &mut || self.stop.is_raised()) {
            Ok(rating) => {
                (row.level, row.difficulty) = (Some(rating.level), Some(rating.difficulty));
                (row.hardest, row.steps) = (Some(rating.hardest), Some(rating.steps));
                row.counts = rating.counts.into_iter().collect();
                None
            }
            Err(NoPath::Stopped) => {
                row.stopped = true;
                None
            }
            Err(reason) => Some(reason.to_string()),
        }
    }
}

fn level_name<S: Serializer>(level: &Option<Level>, serializer: S) -> Result<S::Ok, S::Error> {
    level.map(Level::name).serialize(serializer)
}

fn technique_name<S: Serializer>(technique: &Option<Technique>, serializer: S) -> Result<S::Ok, S::Error> {
    technique.map(Technique::name).serialize(serializer)
}

fn counts_by_name<S: Serializer>(counts: &[(Technique, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    by_name(counts.iter().map(|(technique, count)| (technique.name(), *count)), serializer)
}

fn levels_by_name<S: Serializer>(levels: &[(Level, usize)], serializer: S) -> Result<S::Ok, S::Error> {
    by_name(levels.iter().map(|(level, count)| (level.name(), *count)), serializer)
}

fn by_name<S: Serializer>(
    counts: impl Iterator<Item = (&'static str, usize)>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (name, count) in counts {
        map.serialize_entry(name, &count)?;
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::read_all_of;

    #[test]
    fn a_stopped_rating_is_no_verdict_on_the_puzzle() {
        let tasks = read_all_of(&["1.....2..3.....4".to_owned()]).unwrap();
        let rating = Rating { jobs: 1, stop: StopFlag::default() };
        let row = rating.rate(&tasks[0]);
        assert_eq!((row.level, row.stopped, row.error), (Some(Level::Easy), false, None));
        rating.stop.raise();
        let row = rating.rate(&tasks[0]);
        assert_eq!((row.level, row.stopped, row.error), (None, true, None));
    }
}
