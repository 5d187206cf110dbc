//! Text from users: read with a limit, so that a file such as `/dev/zero` is rejected, and quoted in part.

use std::fs::File;
use std::io::{BufRead, ErrorKind, Read};
use std::path::Path;

/// The most bytes of a file of positions, moves or records.
pub const MOST_BYTES: u64 = 64 << 20;

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

/// A text as a message quotes it: cut after 80 characters.
pub fn quote(text: &str) -> String {
    const SHOWN: usize = 80;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}

/// A message with its overlong words shortened: whatever a user has written is quoted in part.
pub fn shorten(message: &str) -> String {
    const LONGEST: usize = 300;
    let ends = |last: char| last.is_whitespace() || "`'\";:,.?!)".contains(last);
    let word = |word: &str| match word.char_indices().nth(LONGEST) {
        Some(_) => {
            let inner = word.trim_end_matches(ends);
            quote(inner) + &word[inner.len()..]
        }
        None => word.to_owned(),
    };
    message.split_inclusive(char::is_whitespace).map(word).collect()
}

/// Reads a line without its line break, up to a limit in bytes; `None` at the end.
pub fn read_line(from: &mut impl BufRead, most: u64) -> Result<Option<String>, TextFileError> {
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(TextFileError::TooBig { most });
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))
}
