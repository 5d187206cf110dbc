//! Ctrl-C: what is finished is printed, what is under way is no result, and a note says so.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::SMALL;

/// The command, interrupted after a while.
fn interrupted(args: &[&str], text: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    command.arg("sudoku").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    interrupt(&child);
    let began = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(began.elapsed() < Duration::from_secs(10), "{args:?} goes on");
    output
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A search without end: its playouts do not solve a large board.
const SEARCH: [&str; 9] = [
    "solve",
    "--agent",
    "iterative-sampling:playout=random",
    "--game",
    "propagate=none,cell=any",
    "--time",
    "1h",
    "--jobs",
    "1",
];

#[test]
fn an_interrupted_batch_says_so_in_every_format() {
    let puzzles = [".".repeat(625), ".".repeat(625)].join("\n");
    for (format, quiet) in [("--csv", false), ("--json", false), ("--csv", true), ("", true), ("", false)] {
        let mut args = SEARCH.to_vec();
        args.extend([format, if quiet { "--quiet" } else { "" }].iter().filter(|arg| !arg.is_empty()));
        let output = interrupted(&args, &puzzles);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(said(&output).contains("stopped: after 0 puzzles\n"), !quiet, "{args:?}: {}", said(&output));
        let text = printed(&output);
        match format {
            "--csv" => {
                let rows: Vec<&str> = text.lines().collect();
                assert!(rows[0].ends_with(",stopped,wrong,error") && rows[1].ends_with(",true,,"), "{text}");
            }
            "--json" => {
                let summary: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
                assert_eq!((&summary["stopped"], &summary["solved"]), (&true.into(), &0.into()));
            }
            _ => assert!(text.contains("solved 0 of 1 puzzle; "), "{text}"),
        }
    }
}

#[test]
fn an_interrupted_count_keeps_what_is_finished() {
    let output = interrupted(&["count", "--limit", "1000000000000"], &[SMALL.to_owned(), ".".repeat(81)].join("\n"));
    assert!(said(&output).contains("stopped: after 1 puzzle\n"), "{}", said(&output));
    assert!(printed(&output).ends_with("2 puzzles: 1 with one solution, 1 with several\n"), "{}", printed(&output));
}

/// A board of 25×25 whose path to the solution takes many seconds.
const HARD_FOR_PEOPLE: &str = "\
    .VP...H..ISKUJ...T..AOR.M.TS.R..WO.N.I...QH..GK...H..QFG..T.XA.B.......SP..E..AY.FN.X....O.WMG.TI..U\
    X..C...Y.SR.W...U...EDH.V.....V...OTBM.D..YUC...H.JE..P....D.ROSU.G...B...T.RO.....G...J.....I.FL.YX\
    ..WU..E.Y..G...OJ..RS...Q..L.SWPU.T.VK......Q...CI....O.TVS..IEFX...L..W.P.RMT..N.BUJ.O.A...K.H.XV..\
    CW..VX.FEHL.....I.M...SK.A..HIKR...JY...UOES.....B.Q...D...MGH.KR.BAYWI.TN..L.I...GH......B..W.DNM..\
    .X.E...MJ...VT.NRC.A.P.......CY.TW.P..ME.L.XG....R.PK.WEV.....X..Y.......AG..M.APSC..OQ......JIYT.E.\
    I.FT.L....VS.EK..O..H......RJ.M......N.Q.....X..IP.U.GB..H....FIPS.N....C.OY.Q.HR.S.KBX.U..M..PNVF..\
    ..N..F.EQVY.C.H.XJ...BGR.";

#[test]
fn an_interrupted_hint_or_rating_is_no_result() {
    for args in [&["hint", "--path", "--json"][..], &["rate", "--json"]] {
        let output = interrupted(args, HARD_FOR_PEOPLE);
        assert!(said(&output).contains("stopped: after 0 puzzles\n"), "{args:?}: {}", said(&output));
        let row: Value = serde_json::from_str(printed(&output).lines().next().unwrap()).unwrap();
        assert_eq!((&row["stopped"], &row["error"]), (&true.into(), &Value::Null), "{args:?}: {row}");
    }
}
