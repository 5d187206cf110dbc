//! The tables of the thesis on Sudoku, from the runs of every setting (records/sudoku-thesis.csv).

use std::collections::BTreeMap;
use std::fs;

use spinney_lab::statistics::{student95, wilson};

use super::page::root;
use super::sudoku_sets::short;
use super::thesis::{head, number, row};

const PLAYOUTS: [(&str, &str); 2] = [("random", "random"), ("pseudo-random", "pseudo-random")];
const RULES: [(&str, &str); 4] =
    [("tuned", "UCB-Tuned"), ("0.1", "UCTK = 0.1"), ("0.2", "UCTK = 0.2"), ("0.4", "UCTK = 0.4")];

/// The runs of a setting.
struct Runs {
    runs: u64,
    solved: u64,
    /// Simulations of a run, solved or not: mean and standard deviation.
    simulations: f64,
    deviation: f64,
    cpu_seconds: f64,
}

impl Runs {
    fn read() -> BTreeMap<String, Runs> {
        let text = fs::read_to_string(root().join("records/sudoku-thesis.csv")).unwrap();
        let rows = text.lines().skip(1).map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let [setting, runs, solved, simulations, deviation, cpu_seconds] = fields[..] else {
                panic!("{line}: six fields")
            };
            let runs = Runs {
                runs: runs.parse().unwrap(),
                solved: solved.parse().unwrap(),
                simulations: simulations.parse().unwrap(),
                deviation: deviation.parse().unwrap(),
                cpu_seconds: cpu_seconds.parse().unwrap(),
            };
            (setting.to_owned(), runs)
        });
        rows.collect()
    }

    /// Solved runs of all with the interval of the rate, simulations of a run with Student's interval, and milliseconds a
    /// run.
    fn cells(&self) -> [String; 3] {
        let [low, high] = wilson(self.solved as f64, self.runs).map(|rate| rate * 100.0);
        let solved = format!("{} of {} [{low:.0}, {high:.0}] %", self.solved, self.runs);
        let margin = student95(self.runs - 1) * self.deviation / (self.runs as f64).sqrt();
        let simulations = format!("{} ± {}", number(self.simulations), number(margin));
        [solved, simulations, short(self.cpu_seconds / self.runs as f64 * 1e3)]
    }
}

fn cells_of(all: &BTreeMap<String, Runs>, setting: &str) -> [String; 3] {
    all.get(setting).unwrap_or_else(|| panic!("{setting} is not in records/sudoku-thesis.csv")).cells()
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

const RESTARTS: [u32; 3] = [70_000, 200_000, 700_000];

/// Puzzle 3 with UCTK = 0.2, started anew after a number of simulations: from another first cell, and from the same.
fn restarts(all: &BTreeMap<String, Runs>) -> String {
    let mut table = head(&["playouts", "first cell", "anew after", "solved", "simulations", "ms a run"]);
    for (playout, cell, name, limits) in [
        ("random", "after", "another", &RESTARTS[..]),
        ("pseudo-random", "after", "another", &RESTARTS),
        ("random", "same", "the same", &RESTARTS[..1]),
    ] {
        for (at, &after) in limits.iter().enumerate() {
            let [playouts, cells] = if at == 0 { [playout, name] } else { [""; 2] };
            let mut cells = vec![playouts.to_owned(), cells.to_owned(), number(f64::from(after))];
            cells.extend(cells_of(all, &format!("3-{playout}-0.2-{cell}-{after}")));
            table += &row(&cells);
        }
    }
    table
}

/// Tree search with UCTK = 0.2 beside playouts without a tree, within the same limits.
fn control(all: &BTreeMap<String, Runs>) -> String {
    let titles =
        ["puzzle", "playouts", "tree: solved", "simulations", "ms a run", "control: solved", "simulations", "ms a run"];
    let mut table = head(&titles);
    for puzzle in ["1", "2", "3"] {
        for (at, (playout, name)) in PLAYOUTS.into_iter().enumerate() {
            let mut cells = vec![if at == 0 { puzzle.to_owned() } else { String::new() }, name.to_owned()];
            cells.extend(cells_of(all, &format!("{puzzle}-{playout}-0.2")));
            cells.extend(cells_of(all, &format!("{puzzle}-{playout}-control")));
            table += &row(&cells);
        }
    }
    table
}

/// What the thesis leaves open, in other readings: random playouts, UCTK = 0.2.
fn readings(all: &BTreeMap<String, Runs>) -> String {
    let titles =
        ["reading", "puzzle 2: solved", "simulations", "ms a run", "puzzle 3: solved", "simulations", "ms a run"];
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
        "control" => control(&all),
        "readings" => readings(&all),
        _ => panic!("no table `sudoku-thesis {name}`"),
    }
}

/// The page says which findings of the thesis hold in these runs and which do not.
#[test]
fn the_findings_are_those_of_the_runs() {
    let all = Runs::read();
    let of = |setting: &str| all.get(setting).unwrap_or_else(|| panic!("{setting} is not in the records"));
    let interval = |setting: &str| wilson(of(setting).solved as f64, of(setting).runs);
    let clearly = |better: &str, worse: &str| {
        let ([low, _], [_, high]) = (interval(better), interval(worse));
        assert!(low > high, "{better} {:?}, {worse} {:?}", interval(better), interval(worse));
    };
    for (playout, _) in PLAYOUTS {
        for (rule, _) in RULES {
            let runs = of(&format!("1-{playout}-{rule}"));
            assert_eq!(runs.solved, runs.runs, "Sudoku 1 is always solved without AMAF");
            for puzzle in ["1", "2"] {
                let (plain, amaf) = (format!("{puzzle}-{playout}-{rule}"), format!("{puzzle}-{playout}-{rule}-amaf"));
                clearly(&plain, &amaf);
                assert!(of(&amaf).cpu_seconds > of(&plain).cpu_seconds, "{amaf} takes more time");
            }
        }
    }
    // UCB-Tuned is bad, UCB1 with 0.2 good; with random playouts only.
    clearly("2-random-0.2", "2-random-tuned");
    // With AMAF a run takes 2 to 25 times the processor time.
    let factors = ["1", "2"].into_iter().flat_map(|puzzle| {
        PLAYOUTS.into_iter().flat_map(move |(playout, _)| RULES.map(|(rule, _)| format!("{puzzle}-{playout}-{rule}")))
    });
    for setting in factors {
        let factor = of(&format!("{setting}-amaf")).cpu_seconds / of(&setting).cpu_seconds;
        assert!((2.0..26.0).contains(&factor), "{setting}: {factor}");
    }
    // The same first cell again is not enough for restarts, and the reward and the cell decide.
    let [_, same] = interval("3-random-0.2-same-70000");
    assert!(same < interval("3-random-0.2-after-70000")[0]);
    for puzzle in ["2", "3"] {
        let best = of(&format!("{puzzle}-random-0.2-cell-fewest"));
        assert_eq!(best.solved, best.runs, "the cell with the fewest candidates");
        clearly(&format!("{puzzle}-random-0.2"), &format!("{puzzle}-random-0.2-cell-random"));
        for reward in ["solved", "share"] {
            clearly(&format!("{puzzle}-random-0.2"), &format!("{puzzle}-random-0.2-reward-{reward}"));
        }
    }
    // Random playouts are better on Sudoku 2. On Sudoku 3, where pseudo-random ones are said to pay, they are better, too.
    clearly("2-random-0.2", "2-pseudo-random-0.2");
    assert!(of("3-random-0.2").solved > of("3-pseudo-random-0.2").solved);
    // Without propagation the tree is worth much: on the harder boards its control solves hardly anything.
    for puzzle in ["2", "3"] {
        for (playout, _) in PLAYOUTS {
            clearly(&format!("{puzzle}-{playout}-0.2"), &format!("{puzzle}-{playout}-control"));
        }
    }
    // Restarts solve the hardest, whatever the limit.
    for (playout, _) in PLAYOUTS {
        for after in RESTARTS {
            let runs = of(&format!("3-{playout}-0.2-after-{after}"));
            assert_eq!(runs.solved, runs.runs, "{playout} playouts, anew after {after}");
        }
    }
}
