//! `fit`.

use super::{objects, spinney, stderr_of, stdout};

const TINY: [&str; 8] = ["fit", "connect-four", "--games", "10", "--simulations", "20", "--seed", "3"];

#[test]
fn a_table_of_weights_and_losses() {
    let text = stdout(&TINY);
    for part in ["feature", "missing-1", "old", "new", "games kept aside", "10 games of mcts", "seed 3"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn the_object_has_the_same_numbers_on_any_number_of_threads() {
    let run = |threads| objects(&[&TINY[..], &["--threads", threads]].concat());
    let alone = run("1");
    assert_eq!(alone, run("2"));
    let object = &alone[0];
    assert_eq!((&object["games"], &object["seed"], &object["stopped"]), (&10.into(), &3.into(), &false.into()));
    assert!(object["features"].as_array().unwrap().len() >= 5);
    for field in ["positions", "before", "after"] {
        assert!(object["training"][field].is_number() && object["validation"][field].is_number(), "{object}");
    }
}

#[test]
fn the_file_is_toml_with_a_weight_per_feature() {
    let file = std::env::temp_dir().join(format!("spinney-fit-{}.toml", std::process::id()));
    let path = file.to_str().unwrap();
    let text = stdout(&[&TINY[..], &["--out", path]].concat());
    assert!(text.contains("written to"), "{text}");
    let written = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(written.starts_with("# connect-four: fitted to 10 games of mcts"), "{written}");
    let weights: spinney::evaluation::Weights = written.parse().unwrap();
    assert!(weights.get("missing-1").is_some());
}

#[test]
fn what_cannot_be_fitted_is_refused() {
    assert!(stderr_of(&["fit", "tree:(1 2)"], 2).contains("no named features"));
    assert!(stderr_of(&["fit", "otello"], 2).contains("did you mean `othello`?"));
    assert!(stderr_of(&["fit", "othello", "--agent", "mtcs"], 2).contains("did you mean `mcts`?"));
    assert!(stderr_of(&["fit", "othello", "--l2=-1"], 2).contains("0 to a million"));
    spinney(&["fit", "othello", "--games", "0"]).assert().code(2);
    let folder = std::env::temp_dir();
    let unwritable = [&TINY[..], &["--out", folder.to_str().unwrap()]].concat();
    assert!(stderr_of(&unwritable, 1).contains("cannot write"));
}

/// A single-player game that counts points is fitted by ridge regression, to lines of a single-player agent.
#[test]
fn points_of_one_player_are_fitted() {
    let tiny = ["fit", "samegame:rows=6,cols=6,colours=3", "--games", "10", "--simulations", "20", "--seed", "3"];
    let text = stdout(&tiny);
    for part in
        ["clearable", "rms error", "games kept aside", "10 games of nrpa:level=2, 20 simulations a line; seed 3"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let object = &objects(&tiny)[0];
    assert_eq!((&object["measure"], &object["agent"]), (&"rms-error".into(), &"nrpa:level=2".into()));
    let [before, after] = ["before", "after"].map(|loss| object["training"][loss].as_f64().unwrap());
    assert!(after < before, "{object}");
    let file = std::env::temp_dir().join(format!("spinney-fit-points-{}.toml", std::process::id()));
    let path = file.to_str().unwrap();
    stdout(&[&tiny[..], &["--out", path]].concat());
    // What was written is what a search takes.
    let agent = format!("beam:playouts=0,weights=@{path}");
    let solved = stdout(&["solve", tiny[1], "--agent", &agent, "--simulations", "500", "--seed", "1"]);
    std::fs::remove_file(&file).unwrap();
    assert!(solved.contains(" in "), "{solved}");
}

/// Weights that predict the games kept aside worse than the old ones are written only with a warning.
#[test]
fn worse_weights_are_warned_of() {
    let mut seen = [false; 2];
    for seed in 1..20 {
        let seed = seed.to_string();
        let args = ["fit", "othello", "--games", "5", "--simulations", "2", "--l2", "0", "--seed", &seed, "--json"];
        let run = spinney(&args).assert().success();
        let [out, error] =
            [&run.get_output().stdout, &run.get_output().stderr].map(|text| String::from_utf8(text.clone()).unwrap());
        let object: serde_json::Value = serde_json::from_str(&out).unwrap();
        let [before, after] = ["before", "after"].map(|key| object["validation"][key].as_f64().unwrap());
        assert_eq!(error.contains("the new weights are worse"), after > before, "{out}{error}");
        seen[usize::from(after > before)] = true;
        if seen[1] {
            return;
        }
    }
    panic!("no seed gave worse weights");
}
