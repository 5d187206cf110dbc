//! GDL rule sheets as games: `gdl:PATH` wherever a game is asked for.

mod options;
mod source;

use spinney_gdl::diagnostic::Diagnostic;
use spinney_gdl::game::{LoadError, LoadOptions, RuleSheet};

pub use options::{ENGINES, SheetOptions, read_engine};
pub use source::{Source, SourceError};

use crate::named::GameError;
use crate::spec::Spec;

/// The name of the game that a rule sheet describes.
pub const NAME: &str = "gdl";

/// The game in one line.
pub const SUMMARY: &str = "any game of a rule sheet in GDL, the Game Description Language";

/// The parameter that is the whole text after the colon.
pub const FILE: &str = "file";

/// Why there is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// There is no text.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The text is no rule sheet.
    #[error("{label} is not a valid rule sheet\n{}", lines(.errors))]
    Invalid {
        /// The sheet as the user named it.
        label: String,
        /// What is wrong with it.
        errors: Vec<Diagnostic>,
    },
    /// The sheet cannot be played within the limits.
    #[error("{label}: {reason}")]
    Refused {
        /// The sheet as the user named it.
        label: String,
        /// What was too much.
        reason: String,
    },
}

fn lines(errors: &[Diagnostic]) -> String {
    errors.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

impl SheetError {
    /// What became of a sheet that could not be loaded.
    pub fn of(source: &Source, error: LoadError) -> Self {
        let label = source.label.clone();
        match error {
            LoadError::Invalid(errors) => SheetError::Invalid { label, errors },
            LoadError::Refused(refusal) => SheetError::Refused { label, reason: refusal.to_string() },
        }
    }
}

/// Makes a game of a sheet.
pub fn load(source: &Source, options: &LoadOptions) -> Result<RuleSheet, SheetError> {
    RuleSheet::load(&source.name, &source.text, options).map_err(|error| SheetError::of(source, error))
}

/// Opens the sheet that a game spec names.
pub fn open(spec: &Spec) -> Result<RuleSheet, GameError> {
    let options = SheetOptions::read(spec)?;
    let source = Source::file(&options.file).map_err(|error| SheetError::from(hint(error, &options)))?;
    Ok(load(&source, &options.load)?)
}

/// Of a file that is not there: a comma in its name may have been meant to begin an option.
fn hint(error: SourceError, options: &SheetOptions) -> SourceError {
    match error {
        SourceError::Missing { label } if options.file.to_string_lossy().contains(',') => {
            SourceError::Options { label, known: options::KEYS.join(", ") }
        }
        error => error,
    }
}
