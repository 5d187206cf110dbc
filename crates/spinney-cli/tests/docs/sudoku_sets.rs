//! The tables of tree search and its controls on sets of Sudoku puzzles, from records/sudoku-sets.jsonl (the sums of every
//! set, agent and seed) and records/sudoku-25x25.csv.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use spinney_lab::statistics::Mean;

use super::page::root;
use super::thesis::{head, number, row};

const SETS: [&str; 5] = ["easy50", "top95", "hardest", "sudoku17-1000", "16x16"];
const TREE: &str = "mcts";
const CONTROL: &str = "iterative-sampling";
/// Playouts and what follows from a placement, as they are given and as they are called.
const SETTINGS: [(&str, &str, &str); 3] = [
    (":playout=fewest", "propagate=auto", "`fewest`, singles"),
    (":playout=fewest", "propagate=locked", "`fewest`, locked candidates"),
    ("", "propagate=auto", "`backtrack`, singles"),
];

/// The sums of an agent on a set, a seed each.
struct Sums(Vec<Value>);

impl Sums {
    fn of(set: &str, agent: &str, game: &str) -> Sums {
        let text = fs::read_to_string(root().join("records/sudoku-sets.jsonl")).unwrap();
        let rows = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        Sums(rows.filter(|row| row["set"] == set && row["agent"] == agent && row["game"] == game).collect())
    }

    fn counts(&self, field: &str) -> u64 {
        self.0.iter().map(|row| row["sums"][field].as_u64().unwrap()).sum()
    }

    fn solved(&self) -> String {
        format!("{} of {}", number(self.counts("solved") as f64), number(self.counts("puzzles") as f64))
    }

    /// Median and 99th percentile, means over the seeds, and the worst of all.
    fn spread(&self, field: &str, scale: f64, write: fn(f64) -> String) -> String {
        let all = |name: &'static str| self.0.iter().map(move |row| row["sums"][field][name].as_f64().unwrap() * scale);
        let mean = |name| write(all(name).collect::<Mean>().mean().unwrap());
        let worst = write(all("worst").fold(0.0, f64::max));
        format!("{} / {} / {worst}", mean("median"), mean("percentile_99"))
    }

    /// Processor time of the whole set, for each seed.
    fn times(&self) -> impl Iterator<Item = f64> {
        self.0.iter().map(|row| row["sums"]["cpu_seconds"]["total"].as_f64().unwrap())
    }
}

pub(crate) fn short(value: f64) -> String {
    if value < 10.0 { format!("{value:.2}") } else { number(value) }
}

/// How the sets are solved by tree search with single playouts and by default, and by nested search.
fn sets() -> String {
    let mut table = head(&["set", "search", "solved", "simulations", "milliseconds"]);
    for set in SETS {
        for (at, agent) in ["mcts:playout=fewest", "mcts", "nested"].into_iter().enumerate() {
            let sums = Sums::of(set, agent, "propagate=auto");
            let set = if at == 0 { format!("`{set}`") } else { String::new() };
            let (work, time) = (sums.spread("simulations", 1.0, number), sums.spread("cpu_seconds", 1e3, short));
            table += &row(&[set, format!("`{agent}`"), sums.solved(), work, time]);
        }
    }
    table
}

/// Tree search beside its control.
fn margin() -> String {
    let mut table = head(&["set", "playouts", "tree: solved", "s", "control: solved", "s", "control / tree"]);
    for set in SETS {
        for (at, (agent, game, name)) in SETTINGS.into_iter().enumerate() {
            let [tree, control] = [TREE, CONTROL].map(|search| Sums::of(set, &format!("{search}{agent}"), game));
            let ratio: Mean = tree.times().zip(control.times()).map(|(tree, control)| control / tree).collect();
            let [low, high] = ratio.interval().unwrap();
            let [tree_time, control_time] =
                [&tree, &control].map(|sums| format!("{:.3}", sums.times().collect::<Mean>().mean().unwrap()));
            table += &row(&[
                if at == 0 { format!("`{set}`") } else { String::new() },
                name.to_owned(),
                tree.solved(),
                tree_time,
                control.solved(),
                control_time,
                format!("{:.2} [{low:.2}, {high:.2}]", ratio.mean().unwrap()),
            ]);
        }
    }
    table
}

/// The agents on the largest boards.
const LARGEST: [&str; 3] = [TREE, "mcts:restart-after=0", CONTROL];

/// The largest boards, one by one.
fn largest() -> String {
    let text = fs::read_to_string(root().join("records/sudoku-25x25.csv")).unwrap();
    let mut boards = BTreeMap::<u32, (String, [String; LARGEST.len()])>::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [agent, _, _, board, givens, solved, simulations, seconds] = fields[..] else {
            panic!("{line}: eight fields")
        };
        let seconds: f64 = seconds.parse().unwrap();
        let result = match solved {
            "true" if simulations == "1" => format!("{seconds:.2} s, 1 simulation"),
            "true" => format!("{seconds:.2} s, {} simulations", number(simulations.parse().unwrap())),
            _ => format!("not solved in {seconds:.0} s"),
        };
        let entry = boards.entry(board.parse().unwrap()).or_insert_with(|| (givens.to_owned(), Default::default()));
        let column = LARGEST.iter().position(|name| *name == agent).unwrap_or_else(|| panic!("no column for {agent}"));
        entry.1[column] = result;
    }
    let mut titles = vec!["board", "givens"];
    let agents = LARGEST.map(|agent| format!("`{agent}`"));
    titles.extend(agents.iter().map(String::as_str));
    let mut table = head(&titles);
    for (board, (givens, results)) in boards {
        let mut cells = vec![board.to_string(), givens];
        cells.extend(results);
        table += &row(&cells);
    }
    table
}

/// The table with this name.
pub(crate) fn table(name: &str) -> String {
    match name {
        "sets" => sets(),
        "margin" => margin(),
        "25x25" => largest(),
        _ => panic!("no table `sudoku-sets {name}`"),
    }
}

/// The page says that tree search solves every puzzle of every set within 10 s.
#[test]
fn every_puzzle_of_every_set_is_solved() {
    for set in SETS {
        for (agent, game, name) in SETTINGS {
            let sums = Sums::of(set, &format!("{TREE}{agent}"), game);
            assert_eq!(sums.counts("solved"), sums.counts("puzzles"), "{set}, {name}");
            assert!(sums.0.len() >= 5, "{set}, {name}: {} seeds", sums.0.len());
            let worst = sums.0.iter().map(|row| row["sums"]["cpu_seconds"]["worst"].as_f64().unwrap());
            assert!(worst.fold(0.0, f64::max) < 10.0, "{set}, {name}");
        }
    }
}
