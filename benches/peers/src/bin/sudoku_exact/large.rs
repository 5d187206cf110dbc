//! Large boards one by one.

use cpu_time::ProcessTime;
use spinney_games::sudoku::{Grid, exact};

/// Prints, for each board, its givens, its number of solutions up to 2, decisions, and seconds of processor time.
///
/// The solution must be one, and be the only one where the index of the set says so, if there is an index.
pub(crate) fn measure(name: &str, puzzles: &[Grid], index: Option<&str>) -> Result<(), String> {
    let unique: Vec<bool> = index.unwrap_or("").lines().map(|line| line.ends_with("; unique")).collect();
    println!("{name}: number  givens  solutions  decisions  CPU s");
    let (mut total, mut most) = (0.0f64, 0.0f64);
    for (at, grid) in puzzles.iter().enumerate() {
        let start = ProcessTime::now();
        let found = exact::search(grid, 2, &mut || false);
        let seconds = start.elapsed().as_secs_f64();
        if unique.get(at).is_some_and(|&unique| unique != (found.count == 1)) {
            return Err(format!("{name}, board {}: the index disagrees with {} solutions", at + 1, found.count));
        }
        if !found.first.is_none_or(|first| first.is_solved() && first.extends(grid)) {
            return Err(format!("{name}, board {}: not a solution", at + 1));
        }
        let count = ["0", "1", "2+"][found.count];
        println!("{:>6} {:>7} {count:>10} {:>10} {seconds:>8.4}", at + 1, grid.filled(), found.nodes);
        (total, most) = (total + seconds, most.max(seconds));
    }
    println!("{} boards, {total:.3} s in total, {most:.3} s for the slowest", puzzles.len());
    Ok(())
}
