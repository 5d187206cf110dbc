//! Large boards one by one.

use cpu_time::ProcessTime;
use spinney_games::sudoku::{Grid, exact};

/// Prints, for each board, its givens, its number of solutions up to 2, decisions, and seconds of processor time.
pub(crate) fn measure(name: &str, puzzles: &[Grid]) {
    println!("{name}: number  givens  solutions  decisions  CPU s");
    let (mut total, mut most) = (0.0f64, 0.0f64);
    for (at, grid) in puzzles.iter().enumerate() {
        let start = ProcessTime::now();
        let found = exact::search(grid, 2, &mut || false);
        let seconds = start.elapsed().as_secs_f64();
        let count = ["0", "1", "2+"][found.count];
        println!("{:>6} {:>7} {count:>10} {:>10} {seconds:>8.4}", at + 1, grid.filled(), found.nodes);
        (total, most) = (total + seconds, most.max(seconds));
    }
    println!("{} boards, {total:.3} s in total, {most:.3} s for the slowest", puzzles.len());
}
