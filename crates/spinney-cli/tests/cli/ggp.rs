//! `spinney ggp`: a player and a host, over the loopback.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::gdl::sheet;
use super::{objects, stderr_of, stdout};

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("spinney-ggp-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A player on a free port, ended with this.
struct Player {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
    url: String,
}

impl Player {
    fn new(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
        command.args(["ggp", "player", "--port", "0", "--json", "--quiet", "--threads", "1"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let listening: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(listening["event"], "listening", "{line}");
        let url = format!("http://{}", listening["address"].as_str().unwrap());
        Player { child, out, url }
    }

    /// Ends it by Ctrl-C; returns the events that it printed.
    #[cfg(unix)]
    fn end(mut self) -> Vec<Value> {
        interrupt(&self.child);
        let mut text = String::new();
        self.out.read_to_string(&mut text).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
#[cfg(unix)]
fn a_player_and_a_host_meet() {
    let player = Player::new(&["--name", "hazel", "--agent", "mcts", "--seed", "1"]);
    let folder = Folder::new("match");
    let (out, svg) = (folder.file(""), folder.file("board.svg"));
    let players = format!("{},local:random", player.url);
    let host =
        ["ggp", "host", &sheet("tic-tac-toe"), "--players", &players, "--start-clock", "5", "--play-clock", "200ms"];
    let more = ["--scramble", "--games", "2", "--seed", "3", "--out", &out, "--svg", &svg];
    let rows = objects(&[&host[..], &more].concat());
    let [first, second, total] = &rows[..] else { panic!("{rows:?}") };
    assert_eq!(first["players"][0]["name"], "hazel");
    assert_eq!(second["players"][1]["name"], "hazel", "seats rotate");
    assert_eq!((&first["scrambled"], &first["end"]["complete"]), (&json!(true), &json!(true)));
    let marks = rows[..2].iter().flat_map(|record| record["steps"].as_array().unwrap());
    assert!(marks.into_iter().all(|step| step["marks"] == json!([null, null])), "{rows:?}");
    assert_eq!((&total["games"], &total["stopped"], &total["seed"]), (&json!(2), &json!(false), &json!(3)));
    assert!(total["players"][0]["elo"].is_f64() && total["players"][0]["games"] == 2, "{total}");
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));

    let record = folder.file("match-00001.json");
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
    assert_eq!(&kept, first);
    let replayed = &objects(&["ggp", "replay", &record])[0];
    assert_eq!((&replayed["agrees"], &replayed["goals"]), (&json!(true), &first["end"]["goals"]));
    let text = stdout(&["ggp", "replay", &record]);
    assert!(text.contains("step 1: x (mark") && text.contains("x to move"), "{text}");
    let text = stdout(&["ggp", "replay", &record, "--check"]);
    assert!(text.ends_with("the record agrees with its rules\n") && text.lines().count() == 2, "{text}");
    let wrong = std::fs::read_to_string(&record).unwrap().replacen("(turn x)", "(turn z)", 1);
    std::fs::write(&record, wrong).unwrap();
    let error = stderr_of(&["ggp", "replay", &record], 1);
    assert!(error.contains("departs from its rules: step 1: the state is not that of the rules"), "{error}");

    // Finished matches are not played again.
    std::fs::remove_file(folder.file("match-00002.json")).unwrap();
    let wrong = stderr_of(&[&host[..], &["--scramble", "--games", "2", "--out", &out]].concat(), 2);
    assert!(wrong.contains("--resume continues it"), "{wrong}");
    let more = ["--scramble", "--games", "2", "--out", &out, "--resume"];
    let rows = objects(&[&host[..], &more].concat());
    assert_eq!((rows.len(), &rows[0]["match"], &rows[1]["games"]), (2, &second["match"], &json!(2)), "{rows:?}");

    let events = player.end();
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    assert_eq!((of("start"), of("loaded"), of("stop"), of("warning")), (3, 3, 3, 0), "{events:?}");
    assert!(events.iter().all(|event| event["time"].is_f64()));
}

#[test]
#[cfg(unix)]
fn an_interrupted_host_keeps_what_is_finished() {
    let folder = Folder::new("stopped");
    let out = folder.file("");
    let sheet = sheet("last-match");
    let host = ["ggp", "host", &sheet, "--players", "local:random,local:random", "--out", &out, "--json", "--quiet"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
    let mut child = command.args(host).args(["--games", "1M"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    out.read_line(&mut text).unwrap();
    interrupt(&child);
    out.read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let total = rows.last().unwrap();
    assert_eq!((&total["stopped"], &total["games"]), (&json!(true), &json!(rows.len() - 1)));
    let files = std::fs::read_dir(&folder.0).unwrap().count();
    assert_eq!(files, rows.len(), "the plan, and a file for each match");
}

#[test]
fn mistakes_are_explained() {
    let sheet = sheet("tic-tac-toe");
    for (arguments, code, expected) in [
        (&["host", &sheet, "--players", "local:random"][..], 2, "2 players are needed for the roles x, o, not 1"),
        (&["host", &sheet, "--players", "a,b,c"], 2, "--round-robin lets more players take turns"),
        (&["host", &sheet, "--players", "https://a,b"], 2, "there is no encryption in the protocol"),
        (&["host", &sheet, "--players", "local:mctz,b"], 2, "did you mean `mcts`?"),
        (&["host", "nothing.kif", "--players", "a,b"], 1, "there is no such file"),
        (&["host", &sheet, "--players", "a,b", "--resume"], 2, "--out"),
        (&["player", "--agent", "mcts:amaff=rave"], 2, "did you mean `amaf`?"),
        (&["player", "--name", "two words"], 2, "expected one word"),
        (&["player", "--bind", "here"], 2, "--bind"),
        (&["replay", "nothing.json"], 1, "nothing.json"),
        (&["replay", &sheet], 1, "not a match record"),
    ] {
        let error = stderr_of(&[&["ggp"], arguments].concat(), code);
        assert!(error.contains(expected), "{arguments:?}: {error}");
    }
}

#[test]
fn a_port_that_is_taken_is_an_error() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let error = stderr_of(&["ggp", "player", "--port", &port], 1);
    assert!(
        error.contains(&format!("cannot listen at 127.0.0.1 port {port}")) && error.contains("--port 0"),
        "{error}"
    );
}
