//! The text of a rule sheet.

use std::io::Read;
use std::path::Path;

use crate::text_file::{self, TextFileError};

/// The largest size of a rule sheet in bytes.
const MOST: u64 = 16 << 20;

/// A rule sheet as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name of the game: that of the file, without folder and ending.
    pub name: String,
    /// The rule sheet as the user named it.
    pub label: String,
    /// Its text.
    pub text: String,
}

/// Why a rule sheet cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// There is no such file.
    #[error("cannot read {label}: there is no such file")]
    Missing {
        /// The file.
        label: String,
    },
    /// There is no such file; perhaps the part after a comma was meant as an option.
    #[error("cannot read {label}: there is no such file; options after a comma are {known}")]
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
    /// More bytes than the limit.
    #[error("cannot read {label}: it is larger than {} MiB, the limit for rule sheets", MOST >> 20)]
    TooBig {
        /// The file.
        label: String,
    },
    /// Bytes that are not text.
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
        /// The reason given by the system.
        reason: String,
    },
}

impl Source {
    /// Reads a file.
    pub fn file(path: &Path) -> Result<Self, SourceError> {
        let label = path.display().to_string();
        let name = path.file_stem().map_or_else(|| label.clone(), |stem| stem.to_string_lossy().into_owned());
        let text = text_file::read_file(path, MOST).map_err(|error| SourceError::of(&label, error))?;
        Ok(Source { name, label, text })
    }

    /// Reads a rule sheet from elsewhere, such as standard input.
    pub fn read(name: &str, label: &str, from: impl Read) -> Result<Self, SourceError> {
        let text = text_file::read_text(from, MOST).map_err(|error| SourceError::of(label, error))?;
        Ok(Source { name: name.to_owned(), label: label.to_owned(), text })
    }
}

impl SourceError {
    fn of(label: &str, error: TextFileError) -> Self {
        let label = label.to_owned();
        match error {
            TextFileError::Missing => SourceError::Missing { label },
            TextFileError::Folder => SourceError::Folder { label },
            TextFileError::TooBig { .. } => SourceError::TooBig { label },
            TextFileError::NotText { line } => SourceError::NoText { label, line },
            TextFileError::Utf16 => SourceError::Unreadable { label, reason: error.to_string() },
            TextFileError::Unreadable(reason) => SourceError::Unreadable { label, reason },
        }
    }
}
