//! How a command fails, and with which exit code: 1 for failures, 2 for bad usage.

use std::io;
use std::process::ExitCode;

use spinney_agents::SeatError;
use spinney_agents::agents::AgentError;
use spinney_agents::named::{GameError, LineError};
use spinney_agents::rule_sheets::SheetError;
use spinney_agents::spec::SpecError;
use spinney_agents::text_file::shorten;
use spinney_lab::explain::LessonError;
use spinney_lab::matches::MatchError;
use spinney_lab::records::RecordError;
use spinney_lab::session::HintError;
use spinney_lab::solve::{SeriesError, SolveError};
use spinney_lab::sudoku::{ReadError, SudokuError};
use spinney_serve::host::{FolderError, HostError};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Bad usage.
    #[error("{0}")]
    Usage(String),
    /// A failure in spite of correct usage.
    #[error("{0}")]
    Failed(String),
    /// A failure whose message has been printed already.
    #[error("")]
    Said,
    /// An error of reading or writing.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Failure {
    /// Bad usage with this message.
    pub(crate) fn usage(message: impl ToString) -> Self {
        Failure::Usage(message.to_string())
    }

    /// Prints the message on standard error and returns the exit code. A closed pipe, as by `head`, is not a failure.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Said => {}
            _ => complain("error", self),
        }
        ExitCode::from(if matches!(self, Failure::Usage(_)) { 2 } else { 1 })
    }
}

/// A line on standard error. If that fails too, nothing can be done.
pub(crate) fn complain(kind: &str, message: impl std::fmt::Display) {
    use io::Write;
    let _ = writeln!(io::stderr(), "{kind}: {}", shorten(&message.to_string()));
}

/// Prints an error of the argument parser, or the help that was asked for, and returns the exit code.
pub(crate) fn report_usage(error: &clap::Error) -> ExitCode {
    use io::{IsTerminal, Write};
    if !error.use_stderr() {
        // Help and version; a closed pipe is not a failure.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.render();
    let text = if io::stderr().is_terminal() { text.ansi().to_string() } else { text.to_string() };
    let _ = write!(io::stderr(), "{}", shorten(&text));
    ExitCode::from(2)
}

macro_rules! usage_errors {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Failure::usage(error)
            }
        })*
    };
}
usage_errors!(AgentError, SeriesError, SpecError, LineError);

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        match error {
            GameError::Sheet(error) => error.into(),
            error => Failure::usage(error),
        }
    }
}

/// A missing or invalid rule sheet is a failure, not bad usage.
impl From<SheetError> for Failure {
    fn from(error: SheetError) -> Self {
        Failure::Failed(error.to_string())
    }
}

impl From<SeatError> for Failure {
    fn from(error: SeatError) -> Self {
        Failure::Failed(error.to_string())
    }
}

impl From<HintError> for Failure {
    fn from(error: HintError) -> Self {
        match error {
            HintError::Agent(error) => error.into(),
            HintError::Seat(error) => error.into(),
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Failure::Failed(error.to_string())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Open(error) => (*error).into(),
            SolveError::Players(_)
            | SolveError::Chance(_)
            | SolveError::Agent(_)
            | SolveError::Refused(_)
            | SolveError::BeginsAnew(_) => Failure::usage(error),
            _ => Failure::Failed(error.to_string()),
        }
    }
}

/// Puzzles that cannot be read are a failure, not bad usage, wherever they come from.
impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Failure::Failed(error.to_string())
    }
}

impl From<SudokuError> for Failure {
    fn from(error: SudokuError) -> Self {
        match error {
            SudokuError::Solve(error) => error.into(),
            error => Failure::usage(error),
        }
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Self {
        match error {
            HostError::Game(error) => error.into(),
            HostError::Agent(error) => error.into(),
        }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Self {
        match error {
            FolderError::Record(_) => Failure::Failed(error.to_string()),
            error => Failure::usage(error),
        }
    }
}

impl From<LessonError> for Failure {
    fn from(error: LessonError) -> Self {
        Failure::Failed(error.to_string())
    }
}

impl From<MatchError> for Failure {
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Players { .. } | MatchError::Budgets { .. } | MatchError::Agent(_) | MatchError::Over => {
                Failure::usage(error)
            }
            MatchError::Seat { .. } => Failure::Failed(error.to_string()),
        }
    }
}
