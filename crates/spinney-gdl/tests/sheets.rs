//! Every public sheet can be loaded and played: by the network, or by the interpreter that steps in by itself. The sheets
//! lie beside the project; without them the test says so and passes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
            assert!(sheet.report().fallback.is_some() && !sheet.remarks().is_empty(), "{name} says why");
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
