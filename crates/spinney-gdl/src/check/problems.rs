//! Collects the problems of a rule sheet.

use crate::diagnostic::{Diagnostic, Severity, Source};

/// The maximum number of errors, and of warnings, that are reported.
const MOST: usize = 100;

/// The maximum length of a message in bytes: names may be of any length.
const LONGEST: usize = 1_000;

/// Errors and warnings in the order they are found.
pub(super) struct Problems<'a> {
    pub(super) source: Source<'a>,
    found: Vec<(usize, Severity, String)>,
    errors: usize,
}

impl<'a> Problems<'a> {
    /// No problems yet.
    pub(super) fn new(text: &'a str) -> Self {
        Problems { source: Source::new(text), found: Vec::new(), errors: 0 }
    }

    /// Reports an error: the rule sheet cannot be used.
    pub(super) fn error(&mut self, at: usize, message: impl Into<String>) {
        self.errors += 1;
        self.found.push((at, Severity::Error, message.into()));
    }

    /// Reports a warning: this may not be what the author meant.
    pub(super) fn warning(&mut self, at: usize, message: impl Into<String>) {
        self.found.push((at, Severity::Warning, message.into()));
    }

    /// The number of errors.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// All problems in the order of the rule sheet, up to the limit.
    pub(super) fn into_diagnostics(mut self) -> Vec<Diagnostic> {
        self.found.sort();
        self.found.dedup();
        let mut counts = [0; 2];
        let mut diagnostics = Vec::new();
        for (at, severity, mut message) in self.found {
            let count = &mut counts[severity as usize];
            *count += 1;
            if *count <= MOST {
                if message.len() > LONGEST {
                    message.truncate(message.floor_char_boundary(LONGEST));
                    message.push('…');
                }
                diagnostics.push(self.source.diagnostic(severity, at, message));
            }
        }
        for (count, severity) in counts.into_iter().zip([Severity::Error, Severity::Warning]) {
            if count > MOST {
                let end = self.source.text().len();
                let more = count - MOST;
                diagnostics.push(self.source.diagnostic(severity, end, format!("there are {more} more {severity}s")));
            }
        }
        diagnostics
    }
}
