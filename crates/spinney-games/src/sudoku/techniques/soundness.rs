//! Every step must hold in the solution, and every path must end there.

use super::super::grid::Grid;
use super::*;

pub(super) fn grid(line: &str) -> Grid {
    let box_size = if line.len() == 256 {
        4
    } else if line.len() == 625 {
        5
    } else if line.len() == 16 {
        2
    } else {
        3
    };
    let value = |symbol: char| match symbol {
        '1'..='9' => symbol as u8 - b'0',
        'A'..='P' if box_size == 4 => symbol as u8 - b'A' + 10,
        'A'..='Y' => symbol as u8 - b'A' + 1,
        _ => 0,
    };
    Grid::from_values(box_size, line.chars().map(value).collect())
}

/// The first solution by plain backtracking, which shares nothing with the techniques.
fn solve(values: &mut [u8; 81]) -> bool {
    let allowed = |values: &[u8; 81], cell: usize, value: u8| {
        let (row, column) = (cell / 9, cell % 9);
        (0..9).all(|i| {
            let in_box = (row / 3 * 3 + i / 3) * 9 + column / 3 * 3 + i % 3;
            values[row * 9 + i] != value && values[i * 9 + column] != value && values[in_box] != value
        })
    };
    let options = |cell: usize, values: &[u8; 81]| (1..=9).filter(|&value| allowed(values, cell, value)).count();
    let Some(cell) = (0..81).filter(|&cell| values[cell] == 0).min_by_key(|&cell| options(cell, values)) else {
        return true;
    };
    for value in 1..=9 {
        if allowed(values, cell, value) {
            values[cell] = value;
            if solve(values) {
                return true;
            }
            values[cell] = 0;
        }
    }
    false
}

/// Walks the path and compares every step with the solution.
fn check(line: &str) -> Vec<Step> {
    let grid = grid(line);
    let mut solution: [u8; 81] = grid.values().try_into().expect("81 cells");
    assert!(solve(&mut solution), "{line}");
    let steps = path(&grid).unwrap_or_else(|error| panic!("{line}: {error}"));
    let mut notes = Notes::new(&grid).expect("consistent");
    for step in &steps {
        let right = step.placements.iter().all(|&(cell, value)| solution[cell] == value)
            && step.eliminations.iter().all(|&(cell, value)| solution[cell] != value);
        assert!(right, "{line}: {step:?}");
        assert!(!step.because.is_empty() && step.explanation.ends_with('.'));
        let before = notes.clone();
        notes.apply(step).expect("consistent");
        assert_ne!(before, notes, "{line}: {step:?}");
    }
    assert_eq!(notes.grid().values(), solution);
    // What a technique finds must hold whether or not there is an easier one.
    let mut notes = Notes::new(&grid).expect("consistent");
    for step in &steps {
        for &technique in Technique::ALL.iter().filter(|&&technique| technique < Technique::Trial) {
            if let Some(other) = find(&notes, technique) {
                let right = other.placements.iter().all(|&(cell, value)| solution[cell] == value)
                    && other.eliminations.iter().all(|&(cell, value)| solution[cell] != value);
                assert!(right && other.technique == technique, "{line}: {other:?}");
            }
        }
        notes.apply(step).expect("consistent");
    }
    steps
}

/// Three easy puzzles, four hard ones, two extreme ones and two with 17 givens.
const PUZZLES: [&str; 11] = [
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
    "2...8.3...6..7..84.3.5..2.9...1.54.8.........4.27.6...3.1..7.4.72..4..6...4.1...3",
    "......9.7...42.18....7.5.261..9.4....5.....4....5.7..992.1.8....34.59...5.7......",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "6..3.2....5.....1..........7.26............543.........8.15........4.2........7..",
    ".98.1....2......6.............3.2.5..84.........6.........4.8.93..5...........1..",
    "38.6.......9.......2..3.51......5....3..1..6....4......17.5..8.......9.......7.32",
    "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3",
    "..2...7...1.....6.5......18....37.......49.....41.23....3.2.9...8.....5.6.......2",
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
    ".................1....23.4........2....5.......51.6..7..4.8.....2....3...8.7....5",
];

#[test]
fn every_step_holds_in_the_solution() {
    for line in PUZZLES {
        let steps = check(line);
        assert_eq!(path(&grid(line)), Ok(steps), "the same puzzle has the same path");
    }
}

#[test]
fn a_rating_sums_up_the_path() {
    let ratings = PUZZLES.map(|line| rate(&grid(line)).expect("solvable"));
    assert_eq!((ratings[0].hardest, ratings[0].level), (Technique::HiddenSingleBox, Level::Easy));
    assert_eq!((ratings[7].hardest, ratings[7].level), (Technique::NestedTrial, Level::Extreme));
    for rating in ratings {
        assert_eq!(rating.counts.values().sum::<usize>(), rating.steps);
        assert_eq!(rating.difficulty, rating.hardest.difficulty());
    }
}

#[test]
fn boards_without_a_path_say_why() {
    let error = |grid: &Grid| path(grid).map_err(|error| error.to_string());
    assert!(matches!(path(&Grid::empty(2)), Err(NoPath::Stuck { .. })));
    assert_eq!(path_within(&grid(PUZZLES[0]), 3), Err(NoPath::TooLong { limit: 3 }));
    let mut board = grid(PUZZLES[0]);
    board.set(0, 3);
    let text = "the puzzle has no solution: r1c1 and r1c3 are both 3 in row 1";
    assert_eq!(error(&board), Err(text.into()));
    // Nothing is wrong at first sight, but 5 is not the value of the solution.
    let mut board = grid(PUZZLES[0]);
    board.set(0, 5);
    assert!(matches!(path(&board), Err(NoPath::Contradiction(_))));
    let solved = grid("1234341221434321");
    assert_eq!((path(&solved), rate(&solved)), (Ok(Vec::new()), Err(NoPath::Solved)));
}

#[test]
fn a_search_for_steps_ends_where_it_is_told_to() {
    // The last puzzle needs trials, which are asked for every board.
    for questions in [0, 1, 40, 3_000] {
        let mut asked = 0;
        let rating = rate_until(&grid(PUZZLES[7]), &mut || {
            asked += 1;
            asked > questions
        });
        assert_eq!((rating, asked), (Err(NoPath::Stopped), questions + 1));
    }
    let mut asked = 0;
    let mut count = || {
        asked += 1;
        false
    };
    assert_eq!(rate_until(&grid(PUZZLES[7]), &mut count), rate(&grid(PUZZLES[7])));
    assert!(asked > 3_000, "{asked}");
}

#[test]
fn other_sizes_are_solved() {
    let small = grid(".2343.1221.3432.");
    let large = grid(LARGE);
    for board in [small, large] {
        let mut notes = Notes::new(&board).expect("consistent");
        path(&board).expect("solvable").iter().for_each(|step| notes.apply(step).expect("consistent"));
        assert!(notes.grid().is_solved() && notes.grid().extends(&board));
    }
}

/// A puzzle of 16×16.
const LARGE: &str = "D92.....G...43..4CF.....9D.2.6EB.E.1....F.8BC..AG56.....A3C....1.7G5A8....61....2...C\
    ....B7.......AE.964..G......F9.5.7.4............29....A.C..........645D.1......D....1\
    .C.B7F.....E.C2G...8A9B..9.G52.....EF6.256..F.....D.B.E13.6.D........7A...8BC3....954.";

/// A local check: `SUDOKU_FILES=a.txt,b.txt:30 cargo test --release -- --ignored --nocapture`.
#[test]
#[ignore = "reads puzzles from the files that SUDOKU_FILES names"]
fn files_are_solved_soundly() {
    let files = std::env::var("SUDOKU_FILES").unwrap_or_default();
    for file in files.split(',').filter(|file| !file.is_empty()) {
        let (name, most) = file.split_once(':').unwrap_or((file, "100000"));
        let text = std::fs::read_to_string(name).expect("a file of puzzles");
        let lines: Vec<&str> = text.lines().take(most.parse().expect("a number")).collect();
        let (mut total, mut longest) = (std::time::Duration::ZERO, std::time::Duration::ZERO);
        let mut counts = std::collections::BTreeMap::<Technique, [usize; 2]>::new();
        for line in &lines {
            let started = std::time::Instant::now();
            let rating = rate(&grid(line));
            let time = started.elapsed();
            (total, longest) = (total + time, longest.max(time));
            match rating {
                Ok(rating) => {
                    if line.len() > 81 {
                        println!("  {} {} steps {time:?}", rating.hardest, rating.steps);
                    }
                    counts.entry(rating.hardest).or_default()[0] += 1;
                    rating.counts.iter().for_each(|(&key, count)| counts.entry(key).or_default()[1] += count);
                }
                Err(error) => println!("  {error} {time:?} {line}"),
            }
            if line.len() == 81 && std::env::var("SUDOKU_QUICK").is_err() {
                check(line);
            }
        }
        println!("{name}: {} puzzles, mean {:?}, longest {longest:?}", lines.len(), total / lines.len().max(1) as u32);
        for (technique, [hardest, uses]) in counts {
            println!("  {technique:28} hardest of {hardest:4}, used {uses:5}");
        }
    }
}
