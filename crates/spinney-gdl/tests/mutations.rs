//! Sheets with random damage end in a list of errors or load within the limits, and the engines agree about the rest.
//!
//! `SPINNEY_GDL_COSTS=1 cargo test --test mutations -- --nocapture` shows what each of them costs,
//! `SPINNEY_GDL_MUTANTS=1000` tries more of them, and `SPINNEY_GDL_MUTANT=hex-7` prints one.

mod damage;
mod meter;
mod robustness;

use std::fs;
use std::path::{Path, PathBuf};

use damage::damage;
use spinney::random::Random;
use spinney_gdl::game::EngineChoice;

/// How often each sheet is damaged unless something else is asked for.
const MUTANTS: u64 = 40;
/// One in this many mutants is also played by both engines.
const PLAYED: u64 = 4;
/// One in this many of the public rule sheets is taken, and none that is larger than this.
const PUBLIC: usize = 8;
const LARGEST: usize = 12_000;

/// Damages a sheet in many ways.
fn try_mutants(path: &Path) {
    let name = path.file_stem().expect("a file").to_string_lossy().into_owned();
    let text = fs::read_to_string(path).expect("a sheet");
    let asked = std::env::var("SPINNEY_GDL_MUTANTS").ok().and_then(|number| number.parse().ok());
    for number in 0..asked.unwrap_or(MUTANTS) {
        let mut rng = Random::derive(number, name.bytes().map(u64::from).sum());
        let mut mutant = text.clone();
        for _ in 0..=rng.below(3) {
            mutant = damage(&mutant, &mut rng);
        }
        let label = format!("{name}-{number}");
        if std::env::var("SPINNEY_GDL_MUTANT").is_ok_and(|wanted| wanted == label) {
            println!("{mutant}");
        }
        let _ = meter::load(&label, &mutant, EngineChoice::Auto);
        robustness::run("reader", mutant.as_bytes());
        robustness::run("checker", mutant.as_bytes());
        if number % PLAYED == 0 {
            robustness::run("grounder", mutant.as_bytes());
        }
    }
}

/// The sheets of a folder in the order of their names.
fn sheets(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("skipped: there is no {}", folder.display());
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kif"));
    paths.sort();
    paths
}

#[test]
fn our_sheets_with_damage() {
    let paths = sheets("../../games");
    assert!(paths.len() >= 11);
    paths.iter().for_each(|path| try_mutants(path));
}

#[test]
fn public_sheets_with_damage() {
    let mut paths = sheets("../../../shared/data/gdl");
    paths.retain(|path| path.metadata().is_ok_and(|file| file.len() as usize <= LARGEST));
    paths.iter().step_by(PUBLIC).for_each(|path| try_mutants(path));
}
