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

/// Tree search and its control.
fn pair(set: &str, agent: &str, game: &str) -> [Sums; 2] {
    [TREE, CONTROL].map(|search| Sums::of(set, &format!("{search}{agent}"), game))
}

/// How many times as long the control takes, seed by seed.
fn margin_of(set: &str, agent: &str, game: &str) -> Mean {
    let [tree, control] = pair(set, agent, game);
    tree.times().zip(control.times()).map(|(tree, control)| control / tree).collect()
}

/// Tree search beside its control.
fn margin() -> String {
    let mut table = head(&["set", "playouts", "tree: solved", "s", "control: solved", "s", "control / tree"]);
    for set in SETS {
        for (at, (agent, game, name)) in SETTINGS.into_iter().enumerate() {
            let [tree, control] = pair(set, agent, game);
            let ratio = margin_of(set, agent, game);
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

/// One search of one of the largest boards.
struct LargeRun {
    agent: String,
    board: u32,
    givens: String,
    solved: bool,
    seconds: f64,
}

fn large_runs() -> Vec<LargeRun> {
    let text = fs::read_to_string(root().join("records/sudoku-25x25.csv")).unwrap();
    let run = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let [agent, _, _, board, givens, solved, _, seconds] = fields[..] else { panic!("{line}: eight fields") };
        LargeRun {
            agent: agent.to_owned(),
            board: board.parse().unwrap(),
            givens: givens.to_owned(),
            solved: solved == "true",
            seconds: seconds.parse().unwrap(),
        }
    };
    text.lines().skip(1).map(run).collect()
}

/// The largest boards, one by one: the processor time of every seed, a dash where a board was not solved.
fn largest() -> String {
    let mut boards = BTreeMap::<u32, (String, [Vec<String>; LARGEST.len()])>::new();
    for run in large_runs() {
        let entry = boards.entry(run.board).or_insert_with(|| (run.givens, Default::default()));
        let column = LARGEST.iter().position(|name| *name == run.agent);
        let column = column.unwrap_or_else(|| panic!("no column for {}", run.agent));
        entry.1[column].push(if run.solved { format!("{:.2}", run.seconds) } else { "–".to_owned() });
    }
    let mut titles = vec!["board", "givens"];
    let agents = LARGEST.map(|agent| format!("`{agent}`"));
    titles.extend(agents.iter().map(String::as_str));
    let mut table = head(&titles);
    for (board, (givens, results)) in boards {
        let mut cells = vec![board.to_string(), givens];
        cells.extend(results.iter().map(|seconds| seconds.join(" / ")));
        table += &row(&cells);
    }
    table
}

/// What the page says of the largest boards is what the runs are.
#[test]
fn the_largest_boards_are_solved_as_the_page_says() {
    let runs = large_runs();
    let of = |agent: &str| runs.iter().filter(|run| run.agent == agent).collect::<Vec<_>>();
    let tree = of(TREE);
    assert!(tree.iter().filter(|run| run.board > 8).all(|run| run.solved), "all instances of Lloyd and Amos");
    let half = tree.iter().filter(|run| run.givens.parse::<u32>().unwrap() >= 312);
    assert!(half.map(|run| run.seconds).fold(0.0, f64::max) < 0.1, "half of the cells and more");
    let text = fs::read_to_string(root().join("docs/sudoku.md")).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let never = |board: &u32| !tree.iter().any(|run| run.board == *board && run.solved);
    let remaining: Vec<String> = (1..=28).filter(never).map(|board: u32| board.to_string()).collect();
    let (last, others) = remaining.split_last().expect("some board remains");
    for said in [
        format!("**Boards {} and {last} remain**", others.join(", ")),
        format!(
            "Of {} runs on boards 1 to 8 it solves {}",
            tree.iter().filter(|run| run.board <= 8).count(),
            hard(&tree)
        ),
        format!("its control {}, and without restarts {}", hard(&of(CONTROL)), hard(&of(LARGEST[1]))),
    ] {
        assert!(text.contains(&said), "docs/sudoku.md does not say: {said}");
    }
}

/// How many runs on the boards with one solution find it.
fn hard(runs: &[&LargeRun]) -> usize {
    runs.iter().filter(|run| run.board <= 8 && run.solved).count()
}

/// What else the page says of the hardest puzzles.
#[test]
fn other_settings_solve_the_hardest_as_the_page_says() {
    let hardest = |agent: &str, game: &str| Sums::of("hardest", agent, game);
    let time = |sums: &Sums| sums.times().collect::<Mean>().mean().unwrap();
    let plain = time(&hardest("mcts:playout=fewest", "propagate=auto"));
    let ratio = |reward| time(&hardest("mcts:playout=fewest", &format!("propagate=auto,reward={reward}"))) / plain;
    let said = [
        format!("it needs {:.1} times the processor time of `share`", ratio("conflicts")),
        format!("the plainest reward, `solved`, {:.1} times", ratio("solved")),
        format!("solves {} of 188", hardest("mcts:playout=fewest,solver=false", "propagate=auto").counts("solved")),
        format!("at its default level {} of 188", hardest("nrpa", "propagate=auto").counts("solved")),
    ];
    assert_eq!(hardest("nrpa:level=1", "propagate=auto").solved(), "940 of 940");
    let text = fs::read_to_string(root().join("docs/sudoku.md")).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in said {
        assert!(text.contains(&said), "docs/sudoku.md does not say: {said}");
    }
}

/// Sets and playouts where the tree is certainly slower or faster than its control.
#[test]
fn the_tree_is_nowhere_clearly_ahead_of_its_control() {
    let certain = |sign: fn([f64; 2]) -> bool| {
        let cells = SETS.iter().flat_map(|set| SETTINGS.map(|setting| (*set, setting)));
        cells.filter(|(set, (agent, game, _))| sign(margin_of(set, agent, game).interval().unwrap())).count()
    };
    let text = fs::read_to_string(root().join("docs/sudoku.md")).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (slower, faster) = (certain(|[_, high]| high < 1.0), certain(|[low, _]| low > 1.0));
    let said = format!("significantly slower than its control in {slower} of the 15 rows, faster in {faster}");
    assert!(text.contains(&said), "docs/sudoku.md does not say: {said}");
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
