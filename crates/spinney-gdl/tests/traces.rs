//! The reference traces, replayed by the network and by the interpreter: states, legal moves, ends and goals must be
//! the same in every state. The traces lie beside the project; without them the tests say so and pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use spinney_gdl::game::{EngineChoice, LoadError, LoadOptions, RuleSheet};
use spinney_gdl::ground::Way;
use spinney_gdl::limits::Limits;

fn data() -> Option<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if data.join("gdl-traces").is_dir() {
        return Some(data);
    }
    println!("skipped: no reference traces beside the project");
    None
}

fn texts(value: &Value) -> Vec<String> {
    let mut texts: Vec<String> =
        value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text").to_owned()).collect();
    texts.sort_unstable();
    texts
}

/// Replays one file; the number of states.
fn replay(sheet: &Path, trace: &Path, engine: EngineChoice, way: Option<Way>) -> usize {
    let name = sheet.file_stem().expect("a file").to_string_lossy().into_owned();
    let text = fs::read_to_string(sheet).expect("the sheet of the trace");
    // Time enough for chess on a busy machine.
    let limits = Limits { time: Duration::from_secs(300), ..Limits::default() };
    let options = LoadOptions { limits, engine, way };
    let game = RuleSheet::load(&name, &text, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut state = game.start_state();
    let mut states = 0;
    for (number, line) in fs::read_to_string(trace).expect("the trace").lines().enumerate() {
        let line: Value = serde_json::from_str(line).expect("an object a line");
        let place = format!("{name}, line {}", number + 1);
        if line["step"] == 0 {
            state = game.start_state();
            assert_eq!(Value::from(game.roles().to_vec()), line["roles"], "{place}");
        }
        assert_eq!(game.facts(&state), texts(&line["state"]), "{place}: state");
        assert_eq!(Value::from(game.is_terminal(&state)), line["terminal"], "{place}: terminal");
        assert_eq!(Value::from(game.goals(&state)), line["goals"], "{place}: goals");
        if let Some(legal) = line["legal"].as_array() {
            for (role, legal) in legal.iter().enumerate() {
                assert_eq!(game.legal(&state, role), texts(legal), "{place}: legal moves of role {role}");
            }
            let joint: Vec<String> = line["move"]
                .as_array()
                .expect("a joint move")
                .iter()
                .map(|mv| mv.as_str().unwrap().to_owned())
                .collect();
            game.play_texts(&mut state, &joint).unwrap_or_else(|error| panic!("{place}: {error}"));
        }
        states += 1;
    }
    states
}

/// Sheets with traces in a folder.
fn pairs(folder: &str) -> Vec<(PathBuf, PathBuf)> {
    let Some(data) = data() else { return Vec::new() };
    let traces = fs::read_dir(data.join("gdl-traces").join(folder)).expect("a folder");
    let mut pairs: Vec<(PathBuf, PathBuf)> = traces
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .map(|trace| {
            let sheet = trace.file_stem().expect("a file").to_owned();
            (data.join("gdl").join(folder).join(sheet).with_extension("kif"), trace)
        })
        .collect();
    pairs.sort();
    pairs
}

fn replay_all(folder: &str, engine: EngineChoice, way: Option<Way>, expected: usize) {
    let pairs = pairs(folder);
    if pairs.is_empty() {
        return;
    }
    assert_eq!(pairs.len(), expected);
    let states: usize = pairs.iter().map(|(sheet, trace)| replay(sheet, trace, engine, way)).sum();
    println!("{states} states of {} traces", pairs.len());
}

#[test]
fn games_by_the_network() {
    replay_all("", EngineChoice::Network, None, 53);
}

/// Most sheets are small enough to be grounded as they stand: here the other ways play them.
#[test]
fn games_by_the_network_on_demand() {
    replay_all("", EngineChoice::Network, Some(Way::OnDemand), 53);
}

#[test]
fn cases_by_the_network_on_demand() {
    replay_all("conformance", EngineChoice::Network, Some(Way::OnDemand), 19);
}

#[test]
fn games_by_the_interpreter() {
    replay_all("", EngineChoice::Interpreter, None, 53);
}

#[test]
fn cases_by_the_network() {
    replay_all("conformance", EngineChoice::Network, None, 19);
}

#[test]
fn cases_by_the_interpreter() {
    replay_all("conformance", EngineChoice::Interpreter, None, 19);
}

#[test]
fn invalid_cases_are_refused_with_the_reason() {
    let Some(data) = data() else { return };
    for name in ["test-invalid-function-arities-differ", "test-invalid-sentence-arities-differ"] {
        let text = fs::read_to_string(data.join("gdl/conformance").join(name).with_extension("kif")).expect("a sheet");
        match RuleSheet::load(name, &text, &LoadOptions::default()) {
            Err(LoadError::Invalid(errors)) => assert!(errors[0].message.contains("argument"), "{}", errors[0]),
            other => panic!("{name}: {:?}", other.map(|_| "loaded")),
        }
    }
}
