//! Text files of users: read with a limit, so that a wrong name such as `/dev/zero` fails at once.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The most bytes of a file of positions, moves or records.
pub const MOST_BYTES: u64 = 64 << 20;

/// Why there is no text.
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
    /// Bytes that are no text.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_file_is_rejected_at_the_limit() {
        assert_eq!(read_text(std::io::repeat(b' '), 1 << 20), Err(TextFileError::TooBig { most: 1 << 20 }));
        assert_eq!(TextFileError::TooBig { most: 1 << 20 }.to_string(), "it is larger than 1 MiB");
    }

    #[test]
    fn text_is_utf8_without_a_byte_order_mark() {
        assert_eq!(read_text("\u{feff}é".as_bytes(), 10), Ok("é".to_owned()));
        assert_eq!(read_text(&b"a\n\n\xff"[..], 10), Err(TextFileError::NotText { line: 3 }));
    }

    #[test]
    fn long_texts_are_quoted_in_part() {
        assert_eq!(quote("b2"), "b2");
        assert_eq!(quote(&"é".repeat(1000)), "é".repeat(80) + "… (1000 characters)");
    }
}
