//! Interleaved timing, and what is reported of it.

use cpu_time::ProcessTime;
use serde::Serialize;

use crate::contenders::{Contender, Role};

/// The column that opens best.
const CENTRE: u8 = 3;

/// One contender's rates: a row of the table, an object of the JSON lines.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Line {
    /// The contender.
    pub(crate) name: &'static str,
    /// What it is compared as.
    pub(crate) role: Role,
    /// Simulations per search.
    pub(crate) simulations: u64,
    /// Searches timed.
    pub(crate) rounds: usize,
    /// Simulations per second of processor time, in the median search.
    pub(crate) median: f64,
    /// The same, in the fastest search.
    pub(crate) best: f64,
    /// Median over the floor's.
    pub(crate) of_floor: f64,
    /// Median over that of the fastest peer.
    pub(crate) of_fastest_peer: f64,
    /// Searches that answered the centre column.
    pub(crate) centre: usize,
}

/// Times every contender once per round, round after round, after one that is not counted.
pub(crate) fn measure(contenders: &[Contender], rounds: usize, simulations: u64) -> Vec<Line> {
    let mut rates = vec![Vec::with_capacity(rounds); contenders.len()];
    let mut centre = vec![0; contenders.len()];
    for round in 0..=rounds {
        for (index, contender) in contenders.iter().enumerate() {
            let start = ProcessTime::now();
            let answer = (contender.search)(simulations, round as u64);
            settle();
            let seconds = start.elapsed().as_secs_f64();
            if let Some(column) = answer
                && round > 0
            {
                rates[index].push(simulations as f64 / seconds);
                centre[index] += usize::from(column == CENTRE);
            }
        }
    }
    let mut lines: Vec<Line> = contenders
        .iter()
        .zip(rates)
        .zip(centre)
        .filter(|((_, rates), _)| !rates.is_empty())
        .map(|((contender, mut rates), centre)| {
            rates.sort_by(f64::total_cmp);
            Line {
                name: contender.name,
                role: contender.role,
                simulations,
                rounds: rates.len(),
                median: median(&rates),
                best: rates[rates.len() - 1],
                of_floor: 0.0,
                of_fastest_peer: 0.0,
                centre,
            }
        })
        .collect();
    let floor = fastest(&lines, Role::Floor);
    let peer = fastest(&lines, Role::Peer);
    for line in &mut lines {
        line.of_floor = line.median / floor;
        line.of_fastest_peer = line.median / peer;
    }
    lines
}

/// Makes the allocator finish what the search has freed, so that each contender pays for its own tree.
///
/// The allocator of glibc puts small freed blocks aside and merges them when a large block is next asked for. Without
/// this the contender after one with a node per allocation paid for the other's tree: 17 % of its time.
fn settle() {
    // One large block starts the merging; each of them sorts a limited number of the merged blocks.
    for _ in 0..64 {
        std::hint::black_box(Vec::<u8>::with_capacity(1 << 20));
    }
}

/// The middle of sorted numbers.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

/// The highest median of a role.
fn fastest(lines: &[Line], role: Role) -> f64 {
    lines.iter().filter(|line| line.role == role).map(|line| line.median).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[1.0, 2.0, 9.0]), 2.0);
        assert_eq!(median(&[1.0, 2.0, 4.0, 9.0]), 3.0);
    }

    #[test]
    fn absent_contenders_are_left_out_and_ratios_are_right() {
        let contenders = [
            Contender { name: "floor", role: Role::Floor, search: |_, _| Some(3) },
            Contender { name: "absent", role: Role::Own, search: |_, _| None },
            Contender { name: "peer", role: Role::Peer, search: |_, _| Some(0) },
        ];
        let lines = measure(&contenders, 3, 1_000);
        assert_eq!(lines.iter().map(|line| line.name).collect::<Vec<_>>(), ["floor", "peer"]);
        assert_eq!((lines[0].of_floor, lines[1].of_fastest_peer), (1.0, 1.0));
        assert_eq!((lines[0].centre, lines[1].centre), (3, 0));
    }
}
