//! GDL rule sheets as games: `gdl:PATH` wherever a game is asked for.

mod build_time;
mod options;
mod source;

use std::path::Path;
use std::sync::Arc;

use spinney_gdl::diagnostic::Diagnostic;
use spinney_gdl::game::{EngineChoice, LoadError, LoadOptions, RuleSheet};

pub use build_time::BuildTime;
pub use options::{ENGINES, SheetOptions, read_engine};
pub use source::{Source, SourceError};

use crate::agents::natives::Natives;
use crate::named::{GameError, NamedGame};
use crate::quantity::write_duration;
use crate::spec::Spec;

/// The name of the game that a rule sheet describes.
pub const NAME: &str = "gdl";

/// The game in one line.
pub const SUMMARY: &str = "any game of a rule sheet in GDL, the Game Description Language";

/// The parameter that is the whole text after the colon.
pub const FILE: &str = "file";

/// Why a rule sheet cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// It cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It is not valid.
    #[error("{label} is not a valid rule sheet\n{}", lines(.errors))]
    Invalid {
        /// The rule sheet as the user named it.
        label: String,
        /// The errors.
        errors: Vec<Diagnostic>,
    },
    /// It cannot be played within the limits.
    #[error("{label}: {reason}")]
    Refused {
        /// The rule sheet as the user named it.
        label: String,
        /// The limit that was exceeded.
        reason: String,
    },
}

fn lines(errors: &[Diagnostic]) -> String {
    errors.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

impl SheetError {
    /// The error of a rule sheet that could not be loaded.
    pub fn of(source: &Source, error: LoadError) -> Self {
        let label = source.label.clone();
        match error {
            LoadError::Invalid(errors) => SheetError::Invalid { label, errors },
            LoadError::Refused(refusal) => SheetError::Refused { label, reason: refusal.to_string() },
        }
    }
}

/// Makes a game of a rule sheet.
pub fn load(source: &Source, options: &LoadOptions) -> Result<RuleSheet, SheetError> {
    RuleSheet::load(&source.name, &source.text, options).map_err(|error| SheetError::of(source, error))
}

/// A rule sheet with its notation and its agents; a remark comes first among its own.
pub fn named(sheet: RuleSheet, remark: Option<String>) -> Result<NamedGame, GameError> {
    let sheet = Arc::new(sheet);
    let game = NamedGame::of(Arc::clone(&sheet))?.with_natives(Natives::turns::<RuleSheet>());
    Ok(game.with_remarks(move || remark.iter().cloned().chain(sheet.remarks()).collect()))
}

/// A rule sheet that was opened by its spec.
pub struct Opened {
    /// The game.
    pub sheet: RuleSheet,
    /// A warning for the user, if the time was too short for the network.
    pub remark: Option<String>,
}

/// Opens the rule sheet that a game spec names. Where the spec neither sets a `time` nor chooses an engine, it must be
/// loaded within `time`. A rule sheet that cannot even be interpreted by then gets the usual limits.
pub fn open(spec: &Spec, time: BuildTime) -> Result<Opened, GameError> {
    let SheetOptions { file, load: options, has_time } = SheetOptions::read(spec)?;
    let source = Source::file(&file).map_err(|error| SheetError::from(hint(error, &file)))?;
    let limit = time.limit().filter(|limit| *limit < options.limits.time);
    let Some(limit) = limit.filter(|_| !has_time && options.engine == EngineChoice::Auto) else {
        return Ok(Opened { sheet: load(&source, &options)?, remark: None });
    };
    let mut hurried = options;
    hurried.limits.time = limit;
    let sheet = match load(&source, &hurried) {
        Err(SheetError::Refused { .. }) => {
            load(&source, &LoadOptions { engine: EngineChoice::Interpreter, ..options })?
        }
        loaded => loaded?,
    };
    let hurry = || format!("`gdl:PATH,time=T` sets another limit than {}", write_duration(limit.as_secs_f64()));
    let remark = (sheet.network().is_none() && sheet.report().faster.is_none()).then(hurry);
    Ok(Opened { sheet, remark })
}

/// If a file is missing, a comma in its name may have been meant to begin an option.
fn hint(error: SourceError, file: &Path) -> SourceError {
    match error {
        SourceError::Missing { label } if file.to_string_lossy().contains(',') => {
            SourceError::Options { label, known: options::KEYS.join(", ") }
        }
        error => error,
    }
}
