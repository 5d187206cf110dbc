//! The text of a rule sheet.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The most bytes of a sheet.
const MOST: u64 = 16 << 20;

/// A rule sheet as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the game: that of the file, without folder and ending.
    pub name: String,
    /// The sheet as the user named it.
    pub label: String,
    /// What is written in it.
    pub text: String,
}

/// Why there is no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is no such file.
    #[error("cannot read {label}: there is no such file")]
    Missing {
        /// The file.
        label: String,
    },
    /// There is no such file, but perhaps one without what follows a comma.
    #[error("cannot read {label}: there is no such file; what may follow a comma are {known}")]
    Options {
        /// The file.
        label: String,
        /// The keys of the options.
        known: String,
    },
    /// A folder.
    #[error("cannot read {label}: it is a folder, and a rule sheet is a file")]
    Folder {
        /// The folder.
        label: String,
    },
    /// Far too much.
    #[error("cannot read {label}: it is bigger than {} MB, and no rule sheet is", MOST >> 20)]
    TooBig {
        /// The file.
        label: String,
    },
    /// Bytes that are no text.
    #[error("cannot read {label}: line {line} is not UTF-8 text")]
    NoText {
        /// The file.
        label: String,
        /// Where, counted from 1.
        line: usize,
    },
    /// Anything else.
    #[error("cannot read {label}: {reason}")]
    Unreadable {
        /// The file.
        label: String,
        /// What the system said.
        reason: String,
    },
}

impl Source {
    /// Reads a file.
    pub fn file(path: &Path) -> Result<Self, SourceError> {
        let label = path.display().to_string();
        let name = path.file_stem().map_or_else(|| label.clone(), |stem| stem.to_string_lossy().into_owned());
        let failed = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => SourceError::Missing { label: label.clone() },
            ErrorKind::IsADirectory => SourceError::Folder { label: label.clone() },
            _ => SourceError::Unreadable { label: label.clone(), reason: error.to_string() },
        };
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(SourceError::Folder { label });
        }
        Self::read(&name, &label, file)
    }

    /// Reads a sheet from somewhere else.
    pub fn read(name: &str, label: &str, from: impl Read) -> Result<Self, SourceError> {
        let (name, label) = (name.to_owned(), label.to_owned());
        let mut bytes = Vec::new();
        if let Err(error) = from.take(MOST + 1).read_to_end(&mut bytes) {
            return Err(SourceError::Unreadable { label, reason: error.to_string() });
        }
        if bytes.len() as u64 > MOST {
            return Err(SourceError::TooBig { label });
        }
        match String::from_utf8(bytes) {
            // A mark of byte order is no part of the text.
            Ok(text) => match text.strip_prefix('\u{feff}') {
                Some(rest) => Ok(Source { name, label, text: rest.to_owned() }),
                None => Ok(Source { name, label, text }),
            },
            Err(error) => {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
                Err(SourceError::NoText { label, line })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<Source, SourceError> {
        Source::read("x", "x.kif", bytes)
    }

    #[test]
    fn a_sheet_is_utf8_text_of_a_sensible_size() {
        assert_eq!(read("(role é)".as_bytes()).unwrap().text, "(role é)");
        assert_eq!(read("\u{feff}(role x)".as_bytes()).unwrap().text, "(role x)");
        assert_eq!(read(b"(role x)\n\n\xff").unwrap_err(), SourceError::NoText { label: "x.kif".to_owned(), line: 3 });
        let big = Source::read("x", "x.kif", std::io::repeat(b' ')).unwrap_err();
        assert_eq!(big.to_string(), "cannot read x.kif: it is bigger than 16 MB, and no rule sheet is");
    }

    #[test]
    fn files_that_are_none_are_named() {
        let says = |path: &str| Source::file(Path::new(path)).unwrap_err().to_string();
        assert_eq!(says("no/such.kif"), "cannot read no/such.kif: there is no such file");
        assert_eq!(says("src"), "cannot read src: it is a folder, and a rule sheet is a file");
        assert_eq!(says(""), "cannot read : there is no such file");
        let this = Source::file(Path::new("src/rule_sheets/source.rs")).unwrap();
        assert_eq!((this.name.as_str(), this.label.as_str()), ("source", "src/rule_sheets/source.rs"));
    }
}
