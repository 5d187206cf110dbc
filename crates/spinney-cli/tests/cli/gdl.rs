//! `gdl`: rule sheets as such.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{objects, spinney, stderr_of, stdout};

/// A rule sheet of the repository.
pub(super) fn sheet(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name).with_extension("kif");
    path.to_str().unwrap().to_owned()
}

/// A rule sheet as a game.
pub(super) fn game(name: &str) -> String {
    format!("gdl:{}", sheet(name))
}

/// A file that is removed when this is dropped.
pub(super) struct Temporary(PathBuf);

impl Temporary {
    pub(super) fn new(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("spinney-gdl-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        Temporary(path)
    }

    pub(super) fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// One role counts to 3; nothing more is needed.
const COUNTER: &str = "(role p) (init (n 0)) (follows 0 1) (follows 1 2) (follows 2 3)
(<= (legal p go) (true (n ?x)) (distinct ?x 3))
(<= (next (n ?y)) (does p go) (true (n ?x)) (follows ?x ?y))
(<= terminal (true (n 3)))
(<= (goal p 100) (true (n 3)))
";

/// The number grows for ever, and so do the facts that there can be.
const ENDLESS: &str = "(role p) (init (n 0)) (legal p go) (legal p stay)
(<= (next (n (s ?x))) (does p go) (true (n ?x)))
(<= (next (n ?x)) (does p stay) (true (n ?x)))
(<= terminal (true (n stop)))
(goal p 50)
";

/// More moves than there is time to write down, for any engine.
fn exploding() -> String {
    let values: String = (0..60).map(|value| format!("(v {value})")).collect();
    let variables = "?a ?b ?c ?d ?e ?f";
    format!(
        "(role p) (init s) {values}
(<= (legal p (go {variables})) (v ?a) (v ?b) (v ?c) (v ?d) (v ?e) (v ?f))
(<= (next t) (does p (go {variables})))
(<= terminal (true t))
(goal p 50)
"
    )
}

/// No rule says how the game continues from `b`.
const STUCK: &str = "(role p) (init a) (<= (legal p go) (true a)) (<= (legal p stop) (true a))
(<= (next b) (does p go)) (<= (next c) (does p stop))
(<= terminal (true c))
(goal p 50)
";

/// `?x` is bound by nothing.
const UNSAFE: &str = "(role p)\n(init a)\n(legal p go)\n(<= (next ?x) (true a))\n(<= terminal (true b))\n(goal p 0)\n";

#[test]
fn valid_sheets_pass_the_check() {
    let (one, other) = (sheet("tic-tac-toe"), sheet("pursuit"));
    let text = stdout(&["gdl", "check", &one, &other]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with(&format!("{one}: ok, ")), "{text}");
    assert!(lines.iter().all(|line| line.contains(" rules, 0 warnings")), "{text}");
    let object = &objects(&["gdl", "check", &one])[0];
    assert_eq!((&object["file"], &object["ok"]), (&json!(one), &json!(true)));
    assert_eq!((&object["errors"], &object["warnings"]), (&json!([]), &json!([])));
    assert!(object["rules"].as_u64().unwrap() > 20, "{object}");
}

#[test]
fn every_sheet_of_the_repository_is_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let sheets: Vec<String> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "kif"))
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    assert!(sheets.len() >= 8, "{sheets:?}");
    let all: Vec<&str> = ["gdl", "check"].into_iter().chain(sheets.iter().map(String::as_str)).collect();
    assert!(objects(&all).iter().all(|object| object["ok"] == true && object["warnings"] == json!([])));
}

#[test]
fn an_invalid_sheet_is_told_with_the_place_and_fails() {
    let (wrong, right) = (Temporary::new("unsafe.kif", UNSAFE), Temporary::new("counter.kif", COUNTER));
    let run = spinney(&["gdl", "check", wrong.path(), right.path()]).assert().code(1);
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(error.contains("line 4") && error.contains("?x") && error.contains(wrong.path()), "{error}");
    assert!(text.contains("1 error, ") && text.contains("counter.kif: ok, "), "{text}");
    let run = spinney(&["gdl", "check", wrong.path(), "--json"]).assert().code(1);
    let object: Value = serde_json::from_slice(&run.get_output().stdout).unwrap();
    assert_eq!((&object["ok"], &object["errors"][0]["line"]), (&json!(false), &json!(4)), "{object}");
    for field in ["severity", "line", "column", "message", "excerpt"] {
        assert!(object["errors"][0].get(field).is_some(), "{object}");
    }
    assert!(run.get_output().stderr.is_empty());
    // The other commands say the same, and so does a game.
    let game = format!("gdl:{}", wrong.path());
    for args in
        [&["gdl", "info", wrong.path()][..], &["gdl", "bench", wrong.path()], &["search", &game], &["show", &game]]
    {
        let error = stderr_of(args, 1);
        assert!(error.contains("is not a valid rule sheet") && error.contains("line 4"), "{args:?}: {error}");
    }
}

#[test]
fn what_is_no_sheet_is_refused_with_code_1() {
    let folder = std::env::temp_dir();
    let junk = Temporary::new("junk.kif", b"(role x)\n\xff\xfe\x00\x01");
    let empty = Temporary::new("empty.kif", "");
    let open = Temporary::new("open.kif", "(role x\n");
    for (path, reason) in [
        ("no/such/sheet.kif", "there is no such file"),
        (folder.to_str().unwrap(), "it is a folder"),
        (junk.path(), "line 2 is not UTF-8"),
        (empty.path(), "empty"),
        (open.path(), "line 1"),
    ] {
        let game = format!("gdl:{path}");
        for args in [
            &["gdl", "check", path][..],
            &["gdl", "info", path],
            &["gdl", "bench", path, "--seconds", "10ms"],
            &["gdl", "trace", path],
            &["gdl", "perft", path, "--depth", "1"],
            &["gdl", "print", path, "--stage", "read"],
            &["show", &game],
            &["solve", &game],
        ] {
            // Reading alone finds nothing wrong with an empty sheet.
            if args.contains(&"read") && path == empty.path() {
                continue;
            }
            let error = stderr_of(args, 1);
            assert!(error.contains(reason) && !error.contains("panicked"), "{args:?}: {error}");
        }
    }
}

#[test]
fn bad_usage_is_answered_with_code_2() {
    let (path, game) = (sheet("tic-tac-toe"), game("tic-tac-toe"));
    for (args, reason) in [
        (&["gdl"][..], "Usage"),
        (&["gdl", "check"], "FILE"),
        (&["gdl", "chekc", &path], "check"),
        (&["gdl", "perft", &path], "--depth"),
        (&["gdl", "print", &path], "--stage"),
        (&["gdl", "print", &path, "--stage", "grind"], "ground"),
        (&["gdl", "info", &path, "--engine", "steam"], "interpreter"),
        (&["gdl", "info", &path, "--time-limit", "0"], "some time"),
        (&["gdl", "info", &path, "--memory-limit", "lots"], "1GiB"),
        (&["gdl", "bench", &path, "--seconds", "soon"], "50ms"),
        (&["gdl", "trace", &path, "--playouts", "0"], "at least 1"),
        (&["search", "gdl"], "gdl:PATH"),
        (&["search", "gld:x.kif"], "did you mean `gdl`?"),
        (&["search", &format!("{game},engine=steam")], "auto, network, interpreter"),
        (&["solve", &self::game("three-in-line")], "several players"),
        (&["bench", &game], "this takes a built-in game, not a rule sheet"),
        (&["fit", &game], "`tic-tac-toe` has no named features to weigh"),
    ] {
        let error = stderr_of(args, 2);
        assert!(error.contains(reason) && !error.contains("panicked"), "{args:?}: {error}");
    }
    let error = stderr_of(&["show", &format!("{game},engin=network")], 1);
    assert!(error.contains("no such file; options after a comma are engine, time, memory"), "{error}");
}

#[test]
fn info_describes_a_sheet_for_people_and_programs() {
    let text = stdout(&["gdl", "info", &sheet("tic-tac-toe")]);
    for part in ["roles        x, o", "turn-based", "network", "gates", "times", "mean goals", "exclusive"] {
        assert!(text.contains(part), "{part} is missing from {text}");
    }
    for (name, kind, roles) in [
        ("tic-tac-toe", "turn-based", vec!["x", "o"]),
        ("pursuit", "simultaneous", vec!["fox", "hare"]),
        ("sliding", "single-player", vec!["slider"]),
        ("three-in-line", "turn-based", vec!["red", "green", "blue"]),
    ] {
        let object = &objects(&["gdl", "info", &sheet(name)])[0];
        assert_eq!((&object["name"], &object["kind"], &object["roles"]), (&json!(name), &json!(kind), &json!(roles)));
        assert_eq!(object["engine"], "network");
        for field in ["rules", "facts", "moves", "gates", "gates_before", "edges", "state_bytes", "bytes", "playouts"] {
            assert!(object[field].as_u64().unwrap() > 0, "{field}: {object}");
        }
        for field in ["stages", "latches_on", "latches_off", "exclusive", "phases", "factors", "warnings"] {
            assert!(object[field].is_array(), "{field}: {object}");
        }
        assert_eq!(object["goals"].as_array().unwrap().len(), roles.len());
    }
}

#[test]
fn long_lists_are_cut_for_people() {
    let text = stdout(&["gdl", "info", &sheet("connect-four")]);
    assert!(text.contains(", … and 76 more") && text.lines().all(|line| line.chars().count() < 400), "{text}");
}

#[test]
fn a_sheet_may_come_from_standard_input() {
    for args in [&["gdl", "check", "-"][..], &["gdl", "info", "-"], &["gdl", "perft", "-", "--depth", "2"]] {
        spinney(args).write_stdin(COUNTER).assert().success();
    }
    let run = spinney(&["gdl", "trace", "-", "--json"]).write_stdin(COUNTER).assert().success();
    assert_eq!(String::from_utf8_lossy(&run.get_output().stdout).lines().count(), 4);
    // A sheet may stand in one pair of parentheses, as players are sent it.
    spinney(&["gdl", "check", "-"]).write_stdin(format!("({COUNTER})")).assert().success();
}

#[test]
fn endless_sheets_are_given_up_or_interpreted_in_time() {
    let endless = Temporary::new("endless.kif", ENDLESS);
    let error = stderr_of(&["gdl", "info", endless.path(), "--engine", "network", "--time-limit", "1s"], 1);
    assert!(error.contains(endless.path()) && error.contains("1 s"), "{error}");
    let error = stderr_of(&["gdl", "print", endless.path(), "--stage", "ground", "--time-limit", "1s"], 1);
    assert!(error.contains("1 s"), "{error}");
    let error = stderr_of(&["gdl", "info", endless.path(), "--engine", "network", "--memory-limit", "10MiB"], 1);
    assert!(error.contains("10 MB"), "{error}");
    let exploding = Temporary::new("exploding.kif", exploding());
    let error = stderr_of(&["gdl", "info", exploding.path(), "--time-limit", "1s"], 1);
    assert!(error.contains("takes longer than 1 s"), "{error}");
    let object = &objects(&["gdl", "bench", endless.path(), "--time-limit", "1s", "--seconds", "50ms"])[0];
    assert_eq!(object["engine"], "interpreter", "{object}");
    let game = format!("gdl:{},time=1s", endless.path());
    let run = spinney(&["search", &game, "--simulations", "20"]).assert().success();
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(error.contains("note: ") && error.contains("interpreted"), "{error}");
    let run = spinney(&["search", &game, "--simulations", "20", "--quiet"]).assert().success();
    assert!(run.get_output().stderr.is_empty());
}

#[test]
fn bench_measures_beside_the_reference() {
    let quick = ["--seconds", "30ms", "--quiet"];
    let (one, other) = (sheet("tic-tac-toe"), sheet("pursuit"));
    let rows = objects(&[&["gdl", "bench", &one, &other][..], &quick].concat());
    let [first, second, total] = &rows[..] else { panic!("{rows:?}") };
    for row in [first, second] {
        for field in ["playouts_per_cpu_second", "states_per_cpu_second", "seconds", "ground_seconds"] {
            assert!(row[field].as_f64().unwrap() > 0.0, "{field}: {row}");
        }
        assert!(row["facts"].as_u64().unwrap() > 0 && row["gates"].as_u64().unwrap() > 0, "{row}");
    }
    assert_eq!((&first["game"], &first["engine"]), (&json!("tic-tac-toe"), &json!("network")));
    assert_eq!((&first["reference"], &second["reference"]), (&json!(89533.0), &Value::Null));
    let (ratio, mean) = (first["ratio"].as_f64().unwrap(), total["geometric_mean"].as_f64().unwrap());
    assert!((ratio / mean - 1.0).abs() < 1e-9 && second["ratio"].is_null(), "{rows:?}");
    assert_eq!((&total["sheets"], &total["compared"]), (&json!(2), &json!(1)));
    assert_eq!((&total["lowest_game"], &total["stopped"]), (&json!("tic-tac-toe"), &json!(false)));
    let text = stdout(&[&["gdl", "bench", &one, "--engine", "interpreter"][..], &quick].concat());
    assert!(text.contains("interpreter") && text.contains("geometric mean"), "{text}");
}

#[test]
fn the_sheet_of_connect_four_stands_beside_the_built_in_game() {
    let rows = objects(&["gdl", "bench", &sheet("connect-four"), "--seconds", "50ms", "--quiet"]);
    let [ours, other, times] = ["playouts_per_cpu_second", "built_in_per_cpu_second", "times_sheet"]
        .map(|field| rows[0][field].as_f64().unwrap());
    assert!((other / ours / times - 1.0).abs() < 1e-6 && times > 0.0, "{rows:?}");
    let text = stdout(&["gdl", "bench", &sheet("connect-four"), "--seconds", "50ms", "--quiet"]);
    assert!(text.contains("the built-in game, on the same board: "), "{text}");
}

#[test]
fn a_sheet_that_cannot_be_measured_loses_no_other_row() {
    let wrong = Temporary::new("unsafe-bench.kif", UNSAFE);
    let args = ["gdl", "bench", wrong.path(), &sheet("tic-tac-toe"), "--seconds", "20ms", "--quiet", "--json"];
    let run = spinney(&args).assert().code(1);
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((rows.len(), &rows[1]["sheets"], &rows[1]["failed"]), (2, &json!(1), &json!(1)), "{text}");
}

#[test]
fn traces_have_the_format_of_the_reference() {
    let text = stdout(&["gdl", "trace", &sheet("tic-tac-toe"), "--playouts", "3", "--seed", "7"]);
    assert!(text.starts_with(
        "{\"game\":\"tic-tac-toe\",\"playout\":0,\"step\":0,\"roles\":[\"x\",\"o\"],\"state\":[\"(turn x)\"],\
         \"terminal\":false,\"goals\":[50,50],\"legal\":[[\"(mark 1 1)\",\"(mark 1 2)\","
    ));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for pair in lines.windows(2) {
        let over = pair[0]["terminal"] == true;
        assert_eq!(pair[0].get("move").is_none() && pair[0].get("legal").is_none(), over);
        assert_eq!(pair[1].get("roles").is_some(), over, "a new playout begins");
        for (role, mv) in pair[0]["move"].as_array().into_iter().flatten().enumerate() {
            assert!(pair[0]["legal"][role].as_array().unwrap().contains(mv));
        }
    }
    let last = lines.last().unwrap();
    assert_eq!((&last["playout"], &last["terminal"]), (&json!(2), &json!(true)));
    let same = ["gdl", "trace", &sheet("tic-tac-toe"), "--playouts", "3", "--seed", "7", "--engine", "interpreter"];
    assert_eq!(stdout(&same), text, "both engines play by the same rules");
    let drawn = spinney(&["gdl", "trace", &sheet("tic-tac-toe")]).assert().success();
    assert!(String::from_utf8_lossy(&drawn.get_output().stderr).contains("note: seed "));
}

#[test]
fn a_playout_ends_where_somebody_cannot_move() {
    let stuck = Temporary::new("stuck.kif", STUCK);
    let run = spinney(&["gdl", "trace", stuck.path(), "--playouts", "20", "--seed", "1"]).assert().success();
    let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ended = lines.iter().filter(|line| line["state"] == json!(["b"])).count();
    assert!(ended > 0 && lines.len() == 40, "{text}");
    let said = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(said.contains(&format!("{ended} of the playouts ended where a role had no legal move")), "{said}");
    let rows = objects(&["gdl", "perft", stuck.path(), "--depth", "2"]);
    assert_eq!(rows.iter().map(|row| row["nodes"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 0]);
    spinney(&["search", &format!("gdl:{}", stuck.path()), "--simulations", "20"]).assert().success();
}

#[test]
fn perft_counts_joint_moves() {
    let rows = objects(&["gdl", "perft", &sheet("tic-tac-toe"), "--depth", "6"]);
    let nodes: Vec<u64> = rows.iter().map(|row| row["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [1, 9, 72, 504, 3024, 15120, 54720]);
    let over: Vec<u64> = rows.iter().map(|row| row["terminal"].as_u64().unwrap()).collect();
    assert_eq!(over, [0, 0, 0, 0, 0, 1440, 5328]);
    for engine in ["network", "interpreter"] {
        let rows = objects(&["gdl", "perft", &sheet("pursuit"), "--depth", "2", "--engine", engine]);
        // In its corner each has two ways and may stay.
        assert_eq!((&rows[1]["nodes"], &rows[1]["engine"]), (&json!(9), &json!(engine)));
    }
    let text = stdout(&["gdl", "perft", &sheet("tic-tac-toe"), "--depth", "4"]);
    assert!(text.contains("terminal") && text.contains("3,024"), "{text}");
}

#[test]
fn every_stage_can_be_printed() {
    for stage in ["read", "check", "ground", "simplify", "network"] {
        let args = ["gdl", "print", &sheet("tic-tac-toe"), "--stage", stage];
        let text = stdout(&args);
        assert!(text.lines().count() > 10, "{stage}: {text}");
        let object = &objects(&args)[0];
        assert_eq!((&object["stage"], object["text"].as_str().unwrap()), (&json!(stage), text.as_str()));
    }
    let text = stdout(&["gdl", "print", &sheet("tic-tac-toe"), "--stage", "ground"]);
    assert!(text.contains("(stone 3 3 o)") && !text.contains('?'), "no variables are left: {text}");
}

#[test]
fn every_part_of_gdl_has_help_with_an_example() {
    let help = stdout(&["gdl", "--help"]);
    for command in ["check", "info", "bench", "trace", "perft", "print"] {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is missing from {help}");
        let own = stdout(&["gdl", command, "--help"]);
        assert!(own.contains("Example") && own.contains(&format!("spinney gdl {command}")), "{own}");
    }
}

/// Rows that stand are printed before Ctrl-C ends the measurement.
#[cfg(unix)]
#[test]
fn an_interrupted_measurement_keeps_its_rows() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let path = sheet("tic-tac-toe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_spinney"))
        .args(["gdl", "bench", &path, &path, &path, "--seconds", "1s", "--json", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let total: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!((&total["stopped"], first.starts_with('{')), (&json!(true), true));
    assert!(total["sheets"].as_u64().unwrap() < 3, "{total}");
}

/// A rule sheet that takes long to build does not delay Ctrl-C.
#[cfg(unix)]
#[test]
fn an_interrupted_measurement_does_not_wait_for_a_sheet() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let large = Temporary::new("large.kif", exploding());
    let child = Command::new(env!("CARGO_BIN_EXE_spinney"))
        .args(["gdl", "bench", large.path(), "--time-limit", "10m", "--json", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let begin = Instant::now();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
    let total: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&total["sheets"], &total["stopped"]), (&json!(0), &json!(true)));
}
