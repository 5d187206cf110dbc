//! Puzzles per second of processor time, in interleaved rounds.

use std::hint::black_box;

use cpu_time::ProcessTime;

use crate::solvers::ALL;

/// How long each solver runs in a round, in seconds of processor time.
const SLICE: f64 = 0.1;

/// The heading of the table.
pub(crate) const HEADING: &str = "\
set            puzzles  solver        puzzles/CPU s  spinney is faster by
                                             median      median   (range)";

/// Seconds of processor time for all puzzles that many times over.
fn time(count: fn(&[u8; 81]) -> usize, puzzles: &[[u8; 81]], times: usize) -> f64 {
    let start = ProcessTime::now();
    for _ in 0..times {
        for cells in puzzles {
            black_box(count(black_box(cells)));
        }
    }
    start.elapsed().as_secs_f64()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints the speed of each solver, and the ratio of ours to it round by round.
pub(crate) fn measure(name: &str, puzzles: &[[u8; 81]], rounds: usize) {
    let times = ALL.each_ref().map(|solver| {
        let once = time(solver.count, puzzles, 1).max(1e-6);
        (SLICE / once).ceil() as usize
    });
    let mut rates = vec![Vec::with_capacity(rounds); ALL.len()];
    for _ in 0..rounds {
        for (index, solver) in ALL.iter().enumerate() {
            let seconds = time(solver.count, puzzles, times[index]);
            rates[index].push((times[index] * puzzles.len()) as f64 / seconds);
        }
    }
    for (index, solver) in ALL.iter().enumerate() {
        let mut ratios: Vec<f64> = rates[0].iter().zip(&rates[index]).map(|(own, other)| own / other).collect();
        let ratio = median(&mut ratios);
        let (least, greatest) = (ratios[0], ratios[ratios.len() - 1]);
        let (rate, count) = (median(&mut rates[index].clone()), puzzles.len());
        println!("{name:<14} {count:>7}  {:<12} {rate:>14.0}  {ratio:>10.2}   ({least:.2}-{greatest:.2})", solver.name);
    }
}
