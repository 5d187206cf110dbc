//! Rule sheets for tests: loaded from text, and found in folders.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

use spinney_gdl::game::{EngineChoice, LoadOptions, RuleSheet};

pub(crate) fn load(text: &str, engine: EngineChoice) -> RuleSheet {
    RuleSheet::load("sheet", text, &LoadOptions { engine, ..LoadOptions::default() }).expect("a rule sheet")
}

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// The rule sheets of a folder, by name.
pub(crate) fn sheets_of(name: &str) -> Vec<(String, String)> {
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

/// Our own rule sheets, and the public ones where they are at hand.
pub(crate) fn every_sheet() -> impl Iterator<Item = (String, String)> {
    sheets_of("games").into_iter().chain(sheets_of("../shared/data/gdl"))
}
