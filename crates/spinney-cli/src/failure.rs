//! How a command fails, and with which exit code: 1 for failures, 2 for bad usage.

use std::io;
use std::process::ExitCode;

use spinney_agents::SeatError;
use spinney_agents::agents::AgentError;
use spinney_agents::named::{GameError, LineError};
use spinney_agents::rule_sheets::SheetError;
use spinney_agents::spec::SpecError;
use spinney_lab::explain::LessonError;
use spinney_lab::matches::MatchError;
use spinney_lab::records::RecordError;
use spinney_lab::solve::{SeriesError, SolveError};

/// Why a command did not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The user asked for something that does not exist or makes no sense.
    #[error("{0}")]
    Usage(String),
    /// It was asked rightly and went wrong.
    #[error("{0}")]
    Failed(String),
    /// The command has already said what was wrong.
    #[error("")]
    Said,
    /// Reading or writing went wrong.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Failure {
    /// Bad usage with this message.
    pub(crate) fn usage(message: impl ToString) -> Self {
        Failure::Usage(message.to_string())
    }

    /// Tells the user on standard error, and gives the exit code. That the reader of a pipe has gone away, as `head`
    /// does, is no failure.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Said => {}
            _ => complain("error", self),
        }
        ExitCode::from(if matches!(self, Failure::Usage(_)) { 2 } else { 1 })
    }
}

/// A line on standard error. If even that is gone, there is nobody left to tell.
pub(crate) fn complain(kind: &str, message: impl std::fmt::Display) {
    use io::Write;
    let _ = writeln!(io::stderr(), "{kind}: {message}");
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

/// A rule sheet that is not there or not right is no bad usage: the program was asked rightly.
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

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Failure::Failed(error.to_string())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Open(error) => (*error).into(),
            SolveError::Players(_) | SolveError::Chance(_) | SolveError::Agent(_) => Failure::usage(error),
            _ => Failure::Failed(error.to_string()),
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
            MatchError::Players { .. } | MatchError::Agent(_) | MatchError::Over => Failure::usage(error),
            MatchError::Seat { .. } => Failure::Failed(error.to_string()),
        }
    }
}
