//! The pictures of the documentation: the output of a real search as a terminal would show it, and a board of every
//! game.

use std::fmt::Write;
use std::fs;

use spinney_agents::games::list_games;

use super::commands::Shown;
use super::page::{all, root};
use super::updating;

/// The commands whose output is shown, and the files that show it.
const TERMINALS: &[(&str, &str)] = &[(
    "docs/images/search.svg",
    "$ spinney search connect-four --position 4745445535 --agent alpha-beta --threads 1 --seed 1",
)];
const BOARDS: &[(&str, &str)] = &[
    ("docs/images/backgammon.svg", "$ spinney show backgammon --moves \"3-1 '8/5 6/5' 6-4\" --svg board.svg"),
    ("docs/images/breakthrough.svg", "$ spinney show breakthrough --moves \"d2d3 e7e6 d3e4 d7d6\" --svg board.svg"),
    (
        "docs/images/bridge-play-defence.svg",
        "$ spinney show bridge-play:deal=1 --moves \"S5 S4 SQ\" --seat defence --svg board.svg",
    ),
    ("docs/images/bridge-play.svg", "$ spinney show bridge-play:deal=1 --moves \"S5 S4 SQ\" --svg board.svg"),
    ("docs/images/connect-four.svg", "$ spinney show connect-four --moves \"4 4 4 4 3 2 5\" --svg board.svg"),
    (
        "docs/images/draughts.svg",
        "$ spinney show draughts --position W:W18,23,24,K6,27,28,30:B1,3,4,9,12,K22 --svg board.svg",
    ),
    (
        "docs/images/gdl.svg",
        "$ spinney show gdl:games/peg-solitaire.kif --moves \"'(jump 4 2 4 4)' '(jump 2 3 4 3)'\" --svg board.svg",
    ),
    ("docs/images/go.svg", "$ spinney show go --moves \"E5 C7 G7 C3 G3 F6 F5 D6 G6 D5 E6 D4 E7\" --svg board.svg"),
    ("docs/images/goofspiel.svg", "$ spinney show goofspiel --moves \"3 4 2 5 6 1 2\" --svg board.svg"),
    ("docs/images/hex.svg", "$ spinney show hex --moves \"f6 e7 g5 d8 h5 g6 f7 f8 e8 d9\" --svg board.svg"),
    ("docs/images/kuhn-poker.svg", "$ spinney show kuhn-poker --moves \"KQ check bet\" --svg board.svg"),
    (
        "docs/images/leduc-poker.svg",
        "$ spinney show leduc-poker --moves \"JsQh check bet call Qs check\" --seat second --svg board.svg",
    ),
    ("docs/images/othello.svg", "$ spinney show othello --moves \"d3 c3 c4 e3\" --svg board.svg"),
    ("docs/images/pig.svg", "$ spinney show pig --position \"40-37 +12 first\" --svg board.svg"),
    ("docs/images/samegame.svg", "$ spinney show samegame:board=1 --svg board.svg"),
    (
        "docs/images/scotland-yard.svg",
        "$ spinney show scotland-yard --position \"X:? 1:165:5/7/3 2:140:4/8/4 3:25:4/8/4 4:74:7/5/4 5:160:5/7/4 to:2 log:x,t2,x@158,t,x,x2,t,x@141,t possible:133,134,142,158\" --svg board.svg",
    ),
    (
        "docs/images/scotland-yard-grid.svg",
        "$ spinney show scotland-yard-grid --position \"x=? agents=a1,e5 moves=4 next=agent-1 seen=b3 possible=b2,b4,c3\" --svg board.svg",
    ),
    (
        "docs/images/sudoku.svg",
        "$ spinney show sudoku:board=3,propagate=check --moves \"r1c4=8 r1c2=9 r3c3=3 r3c9=2\" --svg board.svg",
    ),
    ("docs/images/tic-tac-toe.svg", "$ spinney show tic-tac-toe --moves \"b2 a1 c3\" --svg board.svg"),
    (
        "docs/images/tree.svg",
        "$ spinney show \"tree:(max (min 3 12 8) (chance 0.5: (min 2 4) 0.5: 6) (min 14 5 2))\" --svg board.svg",
    ),
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
        let shown = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let fresh = std::env::temp_dir().join(format!("spinney-picture-{}.svg", std::process::id()));
        Shown::read(&line.replace("board.svg", &format!("\"{}\"", fresh.display()))).unwrap().run().unwrap();
        assert_eq!(shown, fs::read_to_string(&fresh).unwrap(), "{file} is not what `{line}` draws now");
        fs::remove_file(fresh).unwrap();
    }
}

/// Every game of the list has a picture, and its page shows it. (`tests/docs/links.rs` checks that what pages show exists,
/// and the test above that it is what the program draws.)
#[test]
fn every_game_has_a_picture_on_its_page() {
    let pages = all();
    for game in list_games() {
        let of_game = |line: &str| {
            let shown = line.strip_prefix("$ spinney show ").unwrap_or_default().trim_start_matches('"');
            shown.split([' ', ':', '"']).next() == Some(game.name)
        };
        let pictures: Vec<&str> = BOARDS.iter().filter(|(_, line)| of_game(line)).map(|(file, _)| *file).collect();
        assert!(!pictures.is_empty(), "`{}` has no picture in this list", game.name);
        for picture in pictures {
            let link = picture.strip_prefix("docs/").expect("pictures are in docs");
            // The grid has its page together with the full board.
            let page =
                format!("docs/{}.md", if game.name == "scotland-yard-grid" { "scotland-yard" } else { game.name });
            let page = pages.iter().find(|found| found.name == page).unwrap_or_else(|| panic!("there is no {page}"));
            assert!(page.text.contains(&format!("]({link})")), "{} does not show {link}", page.name);
        }
    }
}

/// The contact sheet shows every picture of a game: its script finds them by their files.
#[test]
fn no_picture_is_without_a_command() {
    let mut files: Vec<String> = fs::read_dir(root().join("docs/images"))
        .unwrap()
        .map(|entry| format!("docs/images/{}", entry.unwrap().file_name().to_string_lossy()))
        .filter(|name| name.ends_with(".svg"))
        .collect();
    files.sort();
    let mut known: Vec<String> = BOARDS.iter().chain(TERMINALS).map(|(file, _)| (*file).to_owned()).collect();
    known.sort();
    assert_eq!(files, known, "a picture in docs/images that no test draws, or one that is missing");
}
