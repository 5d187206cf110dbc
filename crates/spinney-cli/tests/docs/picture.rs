//! The pictures of the README: the output of a real search as a terminal would show it, and a board.

use std::fmt::Write;
use std::fs;

use super::commands::Shown;
use super::page::root;
use super::updating;

/// The commands whose output is shown, and the files that show it.
const TERMINALS: &[(&str, &str)] = &[(
    "docs/images/search.svg",
    "$ spinney search connect-four --position 4745445535 --agent alpha-beta --threads 1 --seed 1",
)];
const BOARDS: &[(&str, &str)] = &[
    ("docs/images/connect-four.svg", "$ spinney show connect-four --moves \"4 4 4 4 3 2 5\" --svg board.svg"),
    ("docs/images/othello.svg", "$ spinney show othello --moves \"d3 c3 c4 e3\" --svg board.svg"),
];

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A terminal window with this text.
fn terminal(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (widest * 8 + 40, lines.len() * 19 + 56);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\">\n<title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1d2021\"/>\n",
        escape(lines[0])
    );
    for (place, colour) in ["#cc6666", "#d0a850", "#7a9a5a"].iter().enumerate() {
        let _ = writeln!(svg, "<circle cx=\"{}\" cy=\"18\" r=\"5\" fill=\"{colour}\"/>", 20 + place * 18);
    }
    svg += "<g font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"13\" xml:space=\"preserve\">\n";
    for (place, line) in lines.iter().enumerate() {
        let colour = if line.starts_with("$ ") { "#b8bb26" } else { "#ebdbb2" };
        let y = 50 + place * 19;
        let _ = writeln!(svg, "<text x=\"20\" y=\"{y}\" fill=\"{colour}\">{}</text>", escape(line));
    }
    svg + "</g>\n</svg>\n"
}

#[test]
fn pictures_show_real_output() {
    for (file, line) in TERMINALS {
        let path = root().join(file);
        let output = Shown::read(line).unwrap().run().unwrap();
        if updating() {
            fs::write(&path, terminal(&format!("{line}\n{output}"))).unwrap();
        }
        let picture = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(picture.contains(&escape(line)), "{file} shows another command than `{line}`");
    }
    for (file, line) in BOARDS {
        let path = root().join(file);
        let board = line.replace("board.svg", &format!("\"{}\"", path.display()));
        if updating() {
            Shown::read(&board).unwrap().run().unwrap();
        }
        assert!(fs::read_to_string(&path).is_ok_and(|svg| svg.contains("</svg>")), "{file} is missing");
    }
}
