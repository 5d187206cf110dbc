//! Files that the options of a game name.

use std::io::Read;

/// The most bytes of a file: sets of a million puzzles are common.
const MOST_BYTES: u64 = 256 << 20;

/// The text of a file, or why there is none.
pub(crate) fn read(path: &str) -> Result<String, String> {
    let mut text = String::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_string(&mut text));
    match read.map_err(|error| error.to_string())? as u64 {
        0..=MOST_BYTES => Ok(text),
        _ => Err(format!("the file is larger than {} MiB", MOST_BYTES >> 20)),
    }
}
