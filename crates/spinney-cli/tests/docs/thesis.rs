//! The tables of the thesis on SameGame, from the scores of all runs (records/samegame-thesis.csv): totals of the 20
//! boards as means over the runs, and paired differences in points a board with their 95 % intervals over boards.

use std::collections::BTreeMap;
use std::fs;

use spinney_lab::statistics::Mean;

use super::page::root;
use super::pages_are_mine;

const PLAYOUTS: [(&str, &str); 3] =
    [("random-tabu", "random tabu"), ("pseudo-random-tabu", "pseudo-random tabu"), ("double-tabu", "double tabu")];
const RULES: [(&str, &str); 4] = [("tuned", "UCB-Tuned"), ("0.1", "C = 0.1"), ("0.2", "C = 0.2"), ("0.4", "C = 0.4")];
/// The published totals, by playout and rule.
const PUBLISHED: [[u32; 4]; 3] =
    [[63_606, 66_091, 67_409, 62_624], [55_228, 64_136, 62_566, 56_244], [61_739, 60_988, 62_910, 62_443]];
const BASE: &str = "random-tabu-0.1-4500";

/// The scores of every setting: a row of 20 boards for each run.
struct Scores(BTreeMap<String, Vec<Vec<f64>>>);

impl Scores {
    fn read() -> Self {
        let text = fs::read_to_string(root().join("records/samegame-thesis.csv")).unwrap();
        let mut scores = BTreeMap::<String, Vec<Vec<f64>>>::new();
        for line in text.lines().skip(1) {
            let mut fields = line.split(',');
            let runs = scores.entry(fields.next().unwrap().to_owned()).or_default();
            assert_eq!(fields.next().unwrap(), (runs.len() + 1).to_string(), "{line}: the seeds are 1, 2, 3");
            runs.push(fields.map(|score| score.parse().unwrap()).collect());
            assert_eq!(runs.last().unwrap().len(), 20, "{line}");
        }
        Scores(scores)
    }

    /// The mean score of each board.
    fn boards(&self, setting: &str) -> Option<Vec<f64>> {
        let runs = self.0.get(setting)?;
        Some((0..20).map(|board| runs.iter().map(|run| run[board]).sum::<f64>() / runs.len() as f64).collect())
    }

    fn total(&self, setting: &str) -> String {
        let Some(boards) = self.boards(setting) else { return "not measured".to_owned() };
        let total = number(boards.iter().sum());
        match self.0[setting].len() {
            3 => total,
            1 => total + " (one run)",
            runs => format!("{total} ({runs} runs)"),
        }
    }

    fn seeds(&self, setting: &str) -> String {
        let runs = self.0.get(setting).into_iter().flatten();
        runs.map(|run| number(run.iter().sum())).collect::<Vec<_>>().join(", ")
    }

    /// By how much a setting is ahead of another, a board.
    fn ahead(&self, setting: &str, other: &str) -> String {
        let (Some(one), Some(two)) = (self.boards(setting), self.boards(other)) else { return String::new() };
        let difference: Mean = one.iter().zip(two).map(|(one, two)| one - two).collect();
        match (difference.mean(), difference.interval()) {
            (Some(mean), Some([low, high])) => format!("{} [{}, {}]", signed(mean), signed(low), signed(high)),
            _ => String::new(),
        }
    }

    /// The best of twelve settings, board by board: a total for each run.
    fn best_of_twelve(&self) -> Vec<f64> {
        let twelve = || PLAYOUTS.iter().flat_map(|(playout, _)| RULES.iter().map(move |(rule, _)| (playout, rule)));
        let score = |run: usize, board: usize| {
            let scores = twelve().map(|(playout, rule)| self.0[&format!("{playout}-{rule}-4500")][run][board]);
            scores.fold(f64::NEG_INFINITY, f64::max)
        };
        (0..3).map(|run| (0..20).map(|board| score(run, board)).sum()).collect()
    }
}

/// A whole number with commas.
pub(crate) fn number(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn signed(value: f64) -> String {
    format!("{}{}", if value < 0.0 { '−' } else { '+' }, number(value))
}

pub(crate) fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | ")).replace("|  |", "| |").replace("|  |", "| |")
}

pub(crate) fn head(cells: &[&str]) -> String {
    format!("| {} |\n|{}\n", cells.join(" | "), " --- |".repeat(cells.len()))
}

/// The settings of a playout with a max, by rule. Under UCB1 only C · max matters.
fn settings(playout: &str, max: u32) -> Vec<String> {
    let setting = |&(rule, _): &(&str, &str)| match (max, rule) {
        (3_000, "0.2") => format!("{playout}-0.1-4500"),
        (3_000, "0.4") => format!("{playout}-0.2-4500"),
        _ => format!("{playout}-{rule}-{}", max - 1_500),
    };
    RULES.iter().map(setting).collect()
}

/// The twelve settings beside the published totals.
fn totals(scores: &Scores) -> String {
    let mut table = head(&[
        "playout",
        "rule",
        "published",
        "ours",
        "seeds 1, 2, 3",
        "to UCB-Tuned, a board",
        "to C = 0.1, a board",
    ]);
    for ((playout, name), published) in PLAYOUTS.iter().zip(PUBLISHED) {
        let settings = settings(playout, 6_000);
        for (at, ((_, rule), setting)) in RULES.iter().zip(&settings).enumerate() {
            table += &row(&[
                if at == 0 { (*name).to_owned() } else { String::new() },
                (*rule).to_owned(),
                number(published[at].into()),
                scores.total(setting),
                scores.seeds(setting),
                scores.ahead(setting, &settings[0]),
                if at > 1 { scores.ahead(setting, &settings[1]) } else { String::new() },
            ]);
        }
    }
    let best = scores.best_of_twelve();
    let seeds = best.iter().map(|&total| number(total)).collect::<Vec<_>>().join(", ");
    let mean = number(best.iter().sum::<f64>() / 3.0);
    let name = "best of the twelve, board by board".to_owned();
    table + &row(&[name, String::new(), "71,076".to_owned(), mean, seeds, String::new(), String::new()])
}

/// Totals with another max.
fn other_max(scores: &Scores, max: u32) -> String {
    let title = format!("max {}", number(max.into()));
    let mut table = head(&[&title, "UCB-Tuned", "C = 0.1", "C = 0.2", "C = 0.4"]);
    for (playout, name) in PLAYOUTS {
        let settings = settings(playout, max);
        let mut cells = vec![name.to_owned()];
        cells.extend(settings.iter().map(|setting| scores.total(setting)));
        table += &row(&cells);
        for (title, other, from) in [("to UCB-Tuned, a board", 0, 1), ("to C = 0.1, a board", 1, 2)] {
            let mut cells = vec![title.to_owned()];
            cells.resize(1 + from, String::new());
            cells.extend(settings[from..].iter().map(|setting| scores.ahead(setting, &settings[other])));
            if cells[1..].iter().any(|cell| !cell.is_empty()) {
                table += &row(&cells);
            }
        }
    }
    table
}

/// Settings side by side, compared with the base.
fn line(scores: &Scores, title: &str, to_base: &str, settings: &[(&str, &str)]) -> String {
    let names: Vec<&str> = [title].into_iter().chain(settings.iter().map(|(name, _)| *name)).collect();
    let total = settings.iter().map(|(_, setting)| scores.total(setting));
    let ahead = settings.iter().map(|(_, setting)| match *setting {
        BASE => String::new(),
        setting => scores.ahead(setting, BASE),
    });
    let cells = |first: &str, rest: &mut dyn Iterator<Item = String>| {
        row(&[first.to_owned()].into_iter().chain(rest).collect::<Vec<_>>())
    };
    head(&names) + &cells("total", &mut total.into_iter()) + &cells(to_base, &mut ahead.into_iter())
}

/// The table with this name.
pub(crate) fn table(name: &str) -> String {
    let scores = Scores::read();
    match name {
        "totals" => totals(&scores),
        "max-3000" => other_max(&scores, 3_000),
        "max-4500" => other_max(&scores, 4_500),
        "playouts" => line(
            &scores,
            "playout",
            "to random tabu, a board",
            &[
                ("random", "random-0.1-4500"),
                ("pseudo-random", "pseudo-random-0.1-4500"),
                ("random tabu", BASE),
                ("pseudo-random tabu", "pseudo-random-tabu-0.1-4500"),
                ("double tabu", "double-tabu-0.1-4500"),
            ],
        ),
        "budget" => line(
            &scores,
            "simulations",
            "to 700,000, a board",
            &[
                ("7,000", "scale-7k"),
                ("21,000", "scale-21k"),
                ("70,000", "scale-70k"),
                ("210,000", "scale-210k"),
                ("700,000", BASE),
            ],
        ),
        "restarts" => line(
            &scores,
            "runs",
            "to one run, a board",
            &[("1", BASE), ("2", "restarts-2"), ("5", "restarts-5"), ("10", "restarts-10"), ("20", "restarts-20")],
        ),
        _ => panic!("no table `samegame-thesis {name}`"),
    }
}

/// What the page says in its sentences: a setting, another one, and how far it is ahead.
#[test]
fn differences_in_sentences_are_those_of_the_runs() {
    let _mine = pages_are_mine();
    let scores = Scores::read();
    let page = fs::read_to_string(root().join("docs/samegame.md")).unwrap();
    let section = page.split_once("## The thesis").unwrap().1;
    let text = section.split_whitespace().collect::<Vec<_>>().join(" ");
    for (setting, other) in [
        ("random-tabu-0.1-4500", "random-tabu-0.2-4500"),
        ("double-tabu-0.2-4500", "double-tabu-0.1-4500"),
        ("random-tabu-0.1-4500", "pseudo-random-tabu-0.1-4500"),
        ("random-tabu-0.1-4500", "double-tabu-0.2-4500"),
        ("random-tabu-0.1-4500", "random-tabu-0.1-1500"),
        ("double-tabu-0.1-4500", "double-tabu-0.1-1500"),
        ("double-tabu-0.2-4500", "double-tabu-0.1-1500"),
        ("double-tabu-0.1-1500", "double-tabu-tuned-1500"),
        ("scale-21k", "scale-7k"),
        ("scale-70k", "scale-21k"),
        ("scale-210k", "scale-70k"),
        ("random-tabu-0.1-4500", "scale-210k"),
    ] {
        let ahead = scores.ahead(setting, other);
        assert!(text.contains(&ahead), "{setting} is ahead of {other} by {ahead}");
    }
}
