//! The pages, and the fenced blocks in them.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A page of Markdown.
pub(crate) struct Page {
    /// Where it lies, from the root.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Every page: those in the root, in `docs/` and beside the crates.
pub(crate) fn all() -> Vec<Page> {
    let root = root();
    let mut paths = Vec::new();
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    for folder in [root.clone(), root.join("docs")].into_iter().chain(crates) {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(entries.filter(|path| path.extension().is_some_and(|ext| ext == "md")));
    }
    paths.sort();
    let page = |path: PathBuf| Page {
        name: path.strip_prefix(&root).unwrap().to_string_lossy().into_owned(),
        text: fs::read_to_string(&path).unwrap(),
    };
    paths.into_iter().map(page).collect()
}

impl Page {
    /// Writes the page back if `text` differs.
    pub(crate) fn replace(&self, text: &str) {
        if text != self.text {
            fs::write(root().join(&self.name), text).unwrap();
        }
    }
}

/// The language of the block that a line opens, if it opens or closes one.
pub(crate) fn fence(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("```").map(str::trim)
}

#[test]
fn every_block_names_its_language() {
    for page in all() {
        let mut inside = false;
        for (number, line) in page.text.lines().enumerate() {
            if let Some(language) = fence(line) {
                assert!(inside || !language.is_empty(), "{}:{}: a block without language", page.name, number + 1);
                inside = !inside;
            }
        }
        assert!(!inside, "{}: a block is not closed", page.name);
    }
}
