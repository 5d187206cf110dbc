//! How nearly goals are reached: values by hand, and the same ones from both engines.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use spinney::game::capabilities::{Degree, GoalDegree};
use spinney::game::{Game, Moves, NoRecorder, Player};
use spinney::random::Random;
use spinney_gdl::game::{EngineChoice, LoadOptions, RuleSheet, SheetState};

fn load(text: &str, engine: EngineChoice) -> RuleSheet {
    RuleSheet::load("sheet", text, &LoadOptions { engine, ..LoadOptions::default() }).expect("a rule sheet")
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The rule sheets of a folder, by name.
fn sheets_of(name: &str) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder(name)) else {
        println!("no rule sheets in {}: skipped", folder(name).display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kif"));
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("a text"))).collect()
}

#[test]
#[ignore = "measures speed"]
fn sizes_and_times() {
    let only = std::env::var("SPINNEY_GDL_GAMES").unwrap_or_default();
    for (name, text) in sheets_of("games").into_iter().chain(sheets_of("../shared/data/gdl")) {
        if !only.is_empty() && !only.split_whitespace().any(|one| one == name) {
            continue;
        }
        let limits = spinney_gdl::limits::Limits { time: Duration::from_secs(20), ..Default::default() };
        let began = Instant::now();
        let sheet = match RuleSheet::load(&name, &text, &LoadOptions { limits, ..LoadOptions::default() }) {
            Ok(sheet) => sheet,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let loading = began.elapsed();
        let began = Instant::now();
        let report = sheet.degree_report();
        let building = began.elapsed();
        let mut states = Vec::new();
        let mut rng = Random::new(1);
        let mut state = sheet.start_state();
        while states.len() < 100 {
            states.push(state.clone());
            if !sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
                state = sheet.start_state();
            }
        }
        let (began, mut count, mut sum) = (Instant::now(), 0u32, 0.0);
        while began.elapsed() < Duration::from_millis(50) {
            for state in &states {
                sum += sheet.degree(state, Player(0)).goal;
                count += 1;
            }
        }
        let each = began.elapsed() / count;
        println!(
            "{name}: load {loading:.1?} build {building:.1?} each {each:.2?} mean {:.3} {report:?}",
            sum / f64::from(count)
        );
    }
}
