//! What an agent reached on many boards.
//!
//! Agents meet the same boards, and boards differ far more than agents do: so agents are compared by the differences
//! board by board, not by their means. Of several runs, a board counts with its mean, since the boards are what a result
//! is meant to hold for. Intervals are Student's, over boards.

use std::collections::BTreeMap;

use serde::Serialize;
use spinney::report::Unit;

use super::Row;
use crate::statistics::Mean;
use spinney_agents::Spec;

/// What an agent reached on all boards that it has finished.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentSummary {
    /// The sum of the scores; of several runs, the sum of the boards' means.
    pub total: f64,
    /// The sum of every run.
    pub totals: Vec<f64>,
    /// The sum of every board's best score of all runs.
    pub best_total: f64,
    /// Boards finished at least once.
    pub boards: usize,
    /// Searches finished: boards times runs.
    pub searches: usize,
    /// Of these, how many the game calls solved.
    pub solved: usize,
    /// Searches that were stopped before the budget was spent; they count in no other field.
    pub unfinished: usize,
    /// The mean score of a board.
    pub mean: Option<f64>,
    /// Its 95 % interval over boards, from two on.
    pub ci95: Option<[f64; 2]>,
    /// The mean difference to the first agent on the boards that both have finished; nothing for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// Its 95 % interval over boards, from two on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference_ci95: Option<[f64; 2]>,
    /// The work of all searches.
    pub simulations: u64,
    /// What is counted.
    pub unit: Unit,
    /// Seconds on the wall, all searches added up.
    pub seconds: f64,
    /// Seconds of processor time, if they are known of every search.
    pub cpu_seconds: Option<f64>,
    /// The agent.
    pub agent: Spec,
}

impl AgentSummary {
    /// Sums up, agent by agent.
    pub(super) fn of_all(agents: &[Spec], rows: &[Row]) -> Vec<Self> {
        (0..agents.len()).map(|agent| Self::of(agent, &agents[agent], rows)).collect()
    }

    fn of(index: usize, agent: &Spec, rows: &[Row]) -> Self {
        let (mine, stopped): (Vec<&Row>, Vec<&Row>) =
            rows.iter().filter(|row| row.work.agent == index).partition(|row| !row.solution.stopped);
        let of_first = |row: &Row| {
            let same = |other: &&Row| other.work == super::Work { agent: 0, ..row.work } && !other.solution.stopped;
            rows.iter().find(same).map(|other| row.solution.score - other.solution.score)
        };
        let scores = by_board(mine.iter().map(|row| (row.work.board, row.solution.score)));
        let paired = mine.iter().filter_map(|row| Some((row.work.board, of_first(row)?)));
        let differences = if index == 0 { BTreeMap::new() } else { by_board(paired) };
        let means = |boards: &BTreeMap<usize, Vec<f64>>| boards.values().map(|scores| mean(scores)).collect::<Mean>();
        let best = |scores: &Vec<f64>| scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let runs = mine.iter().map(|row| row.work.run + 1).max().unwrap_or(0);
        let total_of = |run: usize| {
            let of_run = mine.iter().filter(|row| row.work.run == run);
            of_run.map(|row| row.solution.score).sum::<f64>() + 0.0
        };
        AgentSummary {
            // An empty sum of floating-point numbers is -0.
            total: scores.values().map(|scores| mean(scores)).sum::<f64>() + 0.0,
            totals: (0..runs).map(total_of).collect(),
            best_total: scores.values().map(best).sum::<f64>() + 0.0,
            boards: scores.len(),
            searches: mine.len(),
            solved: mine.iter().filter(|row| row.solution.solved == Some(true)).count(),
            unfinished: stopped.len(),
            mean: means(&scores).mean(),
            ci95: means(&scores).interval(),
            difference: means(&differences).mean(),
            difference_ci95: means(&differences).interval(),
            simulations: mine.iter().map(|row| row.solution.simulations).sum(),
            unit: mine.first().or(stopped.first()).map_or_else(Unit::default, |row| row.solution.unit),
            seconds: mine.iter().map(|row| row.solution.seconds).sum(),
            cpu_seconds: mine.iter().map(|row| row.solution.cpu_seconds).sum(),
            agent: agent.clone(),
        }
    }
}

/// The numbers of each board.
fn by_board(rows: impl Iterator<Item = (usize, f64)>) -> BTreeMap<usize, Vec<f64>> {
    let mut boards: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (board, number) in rows {
        boards.entry(board).or_default().push(number);
    }
    boards
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[cfg(test)]
mod tests {
    use super::super::{Solution, Work};
    use super::*;

    fn row(board: usize, agent: usize, score: f64, stopped: bool) -> Row {
        let solution = Solution {
            line: Vec::new(),
            score,
            solved: Some(score > 10.0),
            proven: false,
            simulations: 5,
            unit: Unit::Simulations,
            nodes: 0,
            restarts: 0,
            seconds: 1.0,
            cpu_seconds: (agent == 0).then_some(0.5),
            stopped,
            notes: Vec::new(),
        };
        Row { work: Work { board, agent, run: 0 }, solution }
    }

    /// R: t.test(c(1, 2, 6), paired differences) has the mean 3 and the interval [-3.572, 9.572].
    #[test]
    fn differences_are_paired_board_by_board() {
        let scores = [[100.0, 101.0], [10.0, 12.0], [1.0, 7.0]];
        let mut rows = Vec::new();
        for (board, scores) in scores.iter().enumerate() {
            rows.extend([row(board, 0, scores[0], false), row(board, 1, scores[1], false)]);
        }
        // A board that the first has finished alone, and one that was stopped.
        rows.extend([row(3, 0, 50.0, false), row(3, 1, 900.0, true)]);
        let agents = [Spec::plain("nrpa"), Spec::plain("beam")];
        let [first, second] = &AgentSummary::of_all(&agents, &rows)[..] else { panic!("two agents") };
        assert_eq!((first.boards, first.solved, first.total, first.difference), (4, 2, 161.0, None));
        assert_eq!((first.cpu_seconds, second.cpu_seconds), (Some(2.0), None));
        assert_eq!((second.boards, second.unfinished, second.total), (3, 1, 120.0));
        assert_eq!((second.mean, second.difference), (Some(40.0), Some(3.0)));
        let [low, high] = second.difference_ci95.unwrap();
        assert!((low + 3.572).abs() < 1e-3 && (high - 9.572).abs() < 1e-3, "{low} {high}");
        let [low, high] = second.ci95.unwrap();
        assert!(low < -80.0 && high > 160.0, "boards differ more than agents do: {low} {high}");
    }

    /// Two boards twice: 10 and 14, 100 and 98.
    #[test]
    fn boards_count_with_the_mean_of_their_runs() {
        let mut rows = vec![row(0, 0, 10.0, false), row(1, 0, 100.0, false)];
        for (board, score) in [(0, 14.0), (1, 98.0)] {
            let again = row(board, 0, score, false);
            rows.push(Row { work: Work { run: 1, ..again.work }, ..again });
        }
        let summary = &AgentSummary::of_all(&[Spec::plain("nrpa")], &rows)[0];
        assert_eq!((summary.boards, summary.searches, summary.solved), (2, 4, 3));
        assert_eq!((summary.total, summary.best_total, summary.mean), (111.0, 114.0, Some(55.5)));
        assert_eq!(summary.totals, [110.0, 112.0]);
    }

    #[test]
    fn nothing_finished_has_no_mean() {
        let summary = &AgentSummary::of_all(&[Spec::plain("nrpa")], &[row(0, 0, 3.0, true)])[0];
        assert_eq!((summary.boards, summary.unfinished, summary.mean, summary.ci95), (0, 1, None, None));
    }
}
