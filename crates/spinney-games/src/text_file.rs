//! Text from users: read with a limit, so that a file such as `/dev/zero` is rejected.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The most bytes of a file of boards: sets of a million puzzles are common.
pub const MOST_BYTES_OF_BOARDS: u64 = 256 << 20;

/// Why a text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextFileError {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// A folder.
    #[error("it is a folder, not a file")]
    Folder,
    /// More bytes than the limit.
    #[error("it is larger than {} MiB", .most >> 20)]
    TooBig {
        /// The limit in bytes.
        most: u64,
    },
    /// Text in another encoding.
    #[error("it is UTF-16; save it as UTF-8")]
    Utf16,
    /// Bytes that are not text.
    #[error("line {line} is not UTF-8 text")]
    NotText {
        /// Where, counted from 1.
        line: usize,
    },
    /// Anything else.
    #[error("{0}")]
    Unreadable(String),
}

impl From<std::io::Error> for TextFileError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => TextFileError::Missing,
            ErrorKind::IsADirectory => TextFileError::Folder,
            _ => TextFileError::Unreadable(error.to_string()),
        }
    }
}

/// The text of a file, up to a limit in bytes.
pub fn read_file(path: &Path, most: u64) -> Result<String, TextFileError> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(TextFileError::Folder);
    }
    read_text(file, most)
}

/// The text that comes from anywhere else, such as standard input. A byte order mark is left out.
pub fn read_text(from: impl Read, most: u64) -> Result<String, TextFileError> {
    let mut bytes = Vec::new();
    from.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(TextFileError::TooBig { most });
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(TextFileError::Utf16);
    }
    match String::from_utf8(bytes) {
        Ok(mut text) => {
            if text.starts_with('\u{feff}') {
                text.remove(0);
            }
            Ok(text)
        }
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            Err(TextFileError::NotText { line: 1 + good.iter().filter(|byte| **byte == b'\n').count() })
        }
    }
}

/// The text of a file of boards that an option of a game names, or why there is none.
pub(crate) fn read_boards(path: &str) -> Result<String, String> {
    read_file(Path::new(path), MOST_BYTES_OF_BOARDS).map_err(|error| format!("{path}: {error}"))
}
