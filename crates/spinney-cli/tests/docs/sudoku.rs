//! The tables of the thesis on Sudoku, from the runs of every setting (records/sudoku-thesis.csv).

use std::collections::BTreeMap;
use std::fs;

use spinney_lab::statistics::wilson;

use super::page::root;
use super::thesis::{head, number, row};

const PLAYOUTS: [(&str, &str); 2] = [("random", "random"), ("pseudo-random", "pseudo-random")];
const RULES: [(&str, &str); 4] =
    [("tuned", "UCB-Tuned"), ("0.1", "UCTK = 0.1"), ("0.2", "UCTK = 0.2"), ("0.4", "UCTK = 0.4")];

/// The runs of a setting.
struct Runs {
    runs: u64,
    solved: u64,
    /// Simulations of the solved runs.
    median: Option<f64>,
    /// Simulations of all runs.
    simulations: f64,
    cpu_seconds: f64,
}

impl Runs {
    fn read() -> BTreeMap<String, Runs> {
        let text = fs::read_to_string(root().join("records/sudoku-thesis.csv")).unwrap();
        let rows = text.lines().skip(1).map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let [setting, runs, solved, median, _, simulations, cpu_seconds] = fields[..] else {
                panic!("{line}: seven fields")
            };
            let runs = Runs {
                runs: runs.parse().unwrap(),
                solved: solved.parse().unwrap(),
                median: median.parse().ok(),
                simulations: simulations.parse().unwrap(),
                cpu_seconds: cpu_seconds.parse().unwrap(),
            };
            (setting.to_owned(), runs)
        });
        rows.collect()
    }

    /// Solved runs of all with the interval of the rate, the median simulations of the solved ones, and milliseconds a
    /// run.
    fn cells(&self) -> [String; 3] {
        let [low, high] = wilson(self.solved as f64, self.runs).map(|rate| rate * 100.0);
        let solved = format!("{} of {} [{low:.0}, {high:.0}] %", self.solved, self.runs);
        let median = self.median.map_or_else(|| "–".to_owned(), number);
        [solved, median, number(self.cpu_seconds / self.runs as f64 * 1e3)]
    }
}

fn cells_of(all: &BTreeMap<String, Runs>, setting: &str) -> [String; 3] {
    all.get(setting).map_or_else(|| ["not measured".to_owned(), String::new(), String::new()], Runs::cells)
}

/// All settings of one puzzle; the third was not tried with AMAF.
fn puzzle(all: &BTreeMap<String, Runs>, puzzle: &str) -> String {
    let with_amaf = puzzle != "3";
    let mut titles = vec!["playouts", "selection", "solved", "simulations", "ms a run"];
    if with_amaf {
        titles.extend(["α-AMAF: solved", "simulations", "ms a run"]);
    }
    let mut table = head(&titles);
    for (playout, name) in PLAYOUTS {
        for (at, (rule, title)) in RULES.into_iter().enumerate() {
            let mut cells = vec![if at == 0 { name.to_owned() } else { String::new() }, title.to_owned()];
            cells.extend(cells_of(all, &format!("{puzzle}-{playout}-{rule}")));
            if with_amaf {
                cells.extend(cells_of(all, &format!("{puzzle}-{playout}-{rule}-amaf")));
            }
            table += &row(&cells);
        }
    }
    table
}

/// Puzzle 3 with UCTK = 0.2, started anew after a number of simulations.
fn restarts(all: &BTreeMap<String, Runs>) -> String {
    let mut table = head(&["playouts", "anew after", "solved", "simulations", "ms a run"]);
    for (playout, name) in PLAYOUTS {
        for (at, after) in [20_000, 70_000, 200_000, 700_000].into_iter().enumerate() {
            let mut cells =
                vec![if at == 0 { name.to_owned() } else { String::new() }, number(f64::from(after))];
            cells.extend(cells_of(all, &format!("3-{playout}-0.2-after-{after}")));
            table += &row(&cells);
        }
    }
    table
}

/// What the thesis leaves open, in other readings: random playouts, UCTK = 0.2.
fn readings(all: &BTreeMap<String, Runs>) -> String {
    let titles = ["reading", "puzzle 2: solved", "simulations", "ms a run", "puzzle 3: solved", "simulations", "ms a run"];
    let mut table = head(&titles);
    for (title, suffix) in [
        ("as above: `cell=near,reward=simulated`", ""),
        ("`cell=random`", "-cell-random"),
        ("`cell=fewest`", "-cell-fewest"),
        ("`reward=solved`", "-reward-solved"),
        ("`reward=share`", "-reward-share"),
    ] {
        let mut cells = vec![title.to_owned()];
        cells.extend(["2", "3"].iter().flat_map(|puzzle| cells_of(all, &format!("{puzzle}-random-0.2{suffix}"))));
        table += &row(&cells);
    }
    table
}

/// The table with this name.
pub(crate) fn table(name: &str) -> String {
    let all = Runs::read();
    match name {
        "puzzle-1" | "puzzle-2" | "puzzle-3" => puzzle(&all, &name["puzzle-".len()..]),
        "restarts" => restarts(&all),
        "readings" => readings(&all),
        _ => panic!("no table `sudoku-thesis {name}`"),
    }
}

/// The findings of the thesis that the page calls confirmed hold in the runs, and those that it refutes do not.
#[test]
fn the_findings_are_those_of_the_runs() {
    let all = Runs::read();
    let sum = |ends: &dyn Fn(&str) -> bool| {
        let runs = all.iter().filter(|(name, _)| ends(name)).map(|(_, runs)| runs);
        runs.fold((0, 0, 0.0), |(solved, all, time), runs| (solved + runs.solved, all + runs.runs, time + runs.cpu_seconds))
    };
    let of = |puzzle: &str, amaf: bool, rule: &str| {
        let (puzzle, rule) = (puzzle.to_owned(), rule.to_owned());
        sum(&move |name: &str| {
            let parts: Vec<&str> = name.trim_end_matches("-amaf").rsplitn(2, '-').collect();
            let plain = [format!("{puzzle}-random"), format!("{puzzle}-pseudo-random")];
            plain.iter().any(|plain| plain == parts[1])
                && (rule.is_empty() || rule == parts[0])
                && name.ends_with("-amaf") == amaf
        })
    };
    let (solved, runs, _) = of("1", false, "");
    assert_eq!(solved, runs, "puzzle 1 is always solved without AMAF");
    for puzzle in ["1", "2"] {
        let (plain, amaf) = (of(puzzle, false, ""), of(puzzle, true, ""));
        assert!(amaf.0 <= plain.0 && amaf.2 > plain.2, "AMAF does not pay on puzzle {puzzle}: {plain:?} {amaf:?}");
    }
}
