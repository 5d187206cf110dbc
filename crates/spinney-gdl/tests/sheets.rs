//! Every public sheet can be loaded and played: by the network, or by the interpreter that steps in by itself. The sheets
//! lie beside the project; without them the test says so and passes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use spinney::game::{Game, Moves, NoRecorder};
use spinney::random::Random;
use spinney_gdl::game::{LoadOptions, RuleSheet};
use spinney_gdl::limits::Limits;

fn sheets() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/gdl");
    let Ok(entries) = fs::read_dir(folder) else {
        println!("skipped: no public sheets beside the project");
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut sheets: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "kif")).collect();
    sheets.sort();
    sheets
}

#[test]
fn every_public_sheet_can_be_played() {
    let sheets = sheets();
    if sheets.is_empty() {
        return;
    }
    assert_eq!(sheets.len(), 118);
    // Short, so that the largest ones fall back soon.
    let limits = Limits { time: Duration::from_secs(5), memory: 1 << 30 };
    let mut interpreted = Vec::new();
    for path in &sheets {
        let name = path.file_stem().expect("a file").to_string_lossy();
        let text = fs::read_to_string(path).expect("a text");
        let sheet = RuleSheet::load(&name, &text, &LoadOptions { limits, ..LoadOptions::default() })
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        if sheet.network().is_none() {
            let why = sheet.report().fallback.as_ref().or(sheet.report().faster.as_ref());
            assert!(why.is_some() && !sheet.remarks().is_empty(), "{name} says why");
            interpreted.push(name.clone().into_owned());
        }
        let mut rng = Random::new(1);
        let mut state = sheet.start_state();
        for _ in 0..3 {
            assert!(
                sheet.is_terminal(&state) || (0..sheet.roles().len()).all(|role| !sheet.legal(&state, role).is_empty())
            );
            if !sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
                break;
            }
        }
    }
    println!("interpreted: {interpreted:?}");
    // A slow machine may not ground all that a fast one does in this time.
    assert!(interpreted.len() <= 12, "{interpreted:?}");
}

/// Two wheels with a table of successors up to `numbers`: the network has a gate for every number, the interpreter looks
/// up one.
fn counters(numbers: usize) -> String {
    let mut text = "(role p) (init (left 0)) (init (right 0)) (init (step 0))
        (<= (legal p (turn left)) (true (left ?x)))
        (<= (legal p (turn right)) (true (right ?x)))
        (<= (next (left ?y)) (does p (turn left)) (true (left ?x)) (succ ?x ?y))
        (<= (next (left ?x)) (does p (turn right)) (true (left ?x)))
        (<= (next (right ?y)) (does p (turn right)) (true (right ?x)) (succ ?x ?y))
        (<= (next (right ?x)) (does p (turn left)) (true (right ?x)))
        (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
        (<= terminal (true (step 10)))
        (<= (goal p 100) (true (left ?x)) (true (right ?y)) (sum ?x ?y ?z) (succ ?z ?u))
        (<= (sum ?x 0 ?x) (succ ?x ?y))
        (<= (sum ?x ?y ?z) (succ ?v ?y) (succ ?u ?z) (sum ?x ?v ?u))\n"
        .to_owned();
    for number in 0..numbers {
        text += &format!("(succ {number} {})\n", number + 1);
    }
    text
}

/// The limit is for everything before the first move, however the stages share it; and there is an engine in the end.
#[test]
fn the_limit_of_a_load_is_a_limit() {
    let text = counters(2_000);
    for seconds in [2.0, 5.0] {
        let limits = Limits { time: Duration::from_secs_f64(seconds), memory: 1 << 30 };
        let began = Instant::now();
        let sheet = RuleSheet::load("counters", &text, &LoadOptions { limits, ..LoadOptions::default() });
        let took = began.elapsed().as_secs_f64();
        // Other tests run beside this one.
        assert!(took < 1.2 * seconds, "{took} s of {seconds}");
        let sheet = sheet.unwrap_or_else(|error| panic!("{seconds} s: {error}"));
        let (mut state, mut rng, mut steps) = (sheet.start_state(), Random::new(1), 0);
        while sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
            steps += 1;
        }
        assert_eq!((steps, sheet.goals(&state)), (10, vec![Some(100)]));
    }
}
