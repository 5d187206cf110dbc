//! Files that options such as `--svg`, `--tree` and `--out` write: all alike, missing folders are created.

use std::path::Path;

use crate::failure::Failure;

/// Writes a file, and its folder if there is none.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let written = folder.map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(path, text));
    written.map_err(|error| Failure::Failed(format!("cannot write {}: {error}", path.display())))
}
