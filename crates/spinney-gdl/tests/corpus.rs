//! Every file of the fuzzers' corpus passes the checks of its target.

mod robustness;

use std::fs;
use std::path::Path;

/// Runs a target on all its files; how many there are.
fn replay(target: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a corpus").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    for file in &files {
        println!("{}", file.display());
        robustness::run(target, &fs::read(file).expect("a file"));
    }
    files.len()
}

#[test]
fn reader() {
    assert!(replay("reader") >= 9);
}

#[test]
fn checker() {
    assert!(replay("checker") >= 6);
}

#[test]
fn grounder() {
    assert!(replay("grounder") >= 17);
}
