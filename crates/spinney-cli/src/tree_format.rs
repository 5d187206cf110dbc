//! `--tree FILE`: in which format, and the writing itself.

use std::path::Path;

use spinney_lab::tree_file::TreeFile;

use crate::failure::Failure;
use crate::out_file;

/// The format of a tree file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TreeFormat {
    /// For programs.
    Json,
    /// For Graphviz.
    Dot,
}

impl TreeFormat {
    /// The format that a file name asks for.
    pub(crate) fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("json") => Ok(TreeFormat::Json),
            Some("dot" | "gv") => Ok(TreeFormat::Dot),
            _ => Err(Failure::usage(format!("--tree {}: the name must end in .json or .dot", path.display()))),
        }
    }

    /// Writes the file.
    pub(crate) fn write(self, path: &Path, tree: &TreeFile) -> Result<(), Failure> {
        let text = match self {
            TreeFormat::Json => serde_json::to_string(tree).map_err(std::io::Error::from)? + "\n",
            TreeFormat::Dot => tree.to_dot(),
        };
        out_file::write(path, text)
    }
}
