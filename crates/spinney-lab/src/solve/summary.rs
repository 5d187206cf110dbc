//! What an agent reached on many boards.
//!
//! Agents meet the same boards, and boards differ far more than agents do: so agents are compared by the differences
//! board by board, not by their means. Intervals are Student's, over boards.

use serde::Serialize;
use spinney::report::Unit;

use super::Row;
use crate::statistics::Mean;
use spinney_agents::Spec;

/// The sum of all boards that an agent has finished.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AgentSummary {
    /// The sum of the scores.
    pub total: f64,
    /// Boards finished.
    pub boards: usize,
    /// Of these, how many the game calls solved.
    pub solved: usize,
    /// Boards that were stopped before the budget was spent; they count in no other field.
    pub unfinished: usize,
    /// The mean score.
    pub mean: Option<f64>,
    /// Its 95 % interval, from two boards on.
    pub ci95: Option<[f64; 2]>,
    /// The mean difference to the first agent on the boards that both have finished; nothing for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// Its 95 % interval, from two boards on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference_ci95: Option<[f64; 2]>,
    /// The work of all searches.
    pub simulations: u64,
    /// What is counted.
    pub unit: Unit,
    /// Seconds on the wall, all boards added up.
    pub seconds: f64,
    /// Seconds of processor time, if they are known of every board.
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
        let scores = Mean::from_iter(mine.iter().map(|row| row.solution.score));
        let of_first = |row: &Row| {
            let same = |other: &&Row| other.work == super::Work { agent: 0, ..row.work } && !other.solution.stopped;
            rows.iter().find(same).map(|other| row.solution.score - other.solution.score)
        };
        let differences =
            if index == 0 { Mean::default() } else { mine.iter().filter_map(|row| of_first(row)).collect() };
        AgentSummary {
            // An empty sum of floating-point numbers is -0.
            total: mine.iter().map(|row| row.solution.score).sum::<f64>() + 0.0,
            boards: mine.len(),
            solved: mine.iter().filter(|row| row.solution.solved == Some(true)).count(),
            unfinished: stopped.len(),
            mean: scores.mean(),
            ci95: scores.interval(),
            difference: differences.mean(),
            difference_ci95: differences.interval(),
            simulations: mine.iter().map(|row| row.solution.simulations).sum(),
            unit: mine.first().or(stopped.first()).map_or_else(Unit::default, |row| row.solution.unit),
            seconds: mine.iter().map(|row| row.solution.seconds).sum(),
            cpu_seconds: mine.iter().map(|row| row.solution.cpu_seconds).sum(),
            agent: agent.clone(),
        }
    }
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
            seconds: 1.0,
            cpu_seconds: (agent == 0).then_some(0.5),
            stopped,
            notes: Vec::new(),
        };
        Row { work: Work { board, agent }, solution }
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

    #[test]
    fn nothing_finished_has_no_mean() {
        let summary = &AgentSummary::of_all(&[Spec::plain("nrpa")], &[row(0, 0, 3.0, true)])[0];
        assert_eq!((summary.boards, summary.unfinished, summary.mean, summary.ci95), (0, 1, None, None));
    }
}
