//! Diagnostics: a message, its position, and the source line.

use std::fmt;

use serde::Serialize;

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but its author may have meant something else.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        })
    }
}

/// A diagnostic for one position in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The line, counted from 1.
    pub line: u32,
    /// The column in characters, counted from 1.
    pub column: u32,
    /// The message.
    pub message: String,
    /// The line of the text, cut if it is long, and below it a caret under the place.
    pub excerpt: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.severity, self.message)?;
        write!(f, " --> line {}, column {}", self.line, self.column)?;
        for line in self.excerpt.lines() {
            write!(f, "\n  | {line}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

/// The number of characters of a long line that are shown before the position, and from it on.
const BEFORE: usize = 50;
const AFTER: usize = 50;

/// A text and the offsets of its lines. Lines end with LF, CR LF or CR.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Source<'a> {
    /// Finds the lines of a text.
    pub fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |at: usize| {
            bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1).is_none_or(|&next| next != b'\n'))
        };
        let starts = std::iter::once(0).chain((0..bytes.len()).filter(|&at| ends_line(at)).map(|at| at + 1)).collect();
        Source { text, starts }
    }

    /// The text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The line of a byte of the text, counted from 1.
    pub fn line(&self, offset: usize) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32
    }

    /// A diagnostic for the position that begins at a byte of the text; the end of the text is a position, too.
    pub fn diagnostic(&self, severity: Severity, offset: usize, message: impl Into<String>) -> Diagnostic {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.line(offset);
        let start = self.starts[line as usize - 1];
        let end = self.starts.get(line as usize).map_or(self.text.len(), |&next| next);
        let before = &self.text[start..offset];
        // Bytes that do not continue a character.
        let column = before.bytes().filter(|byte| byte & 0xc0 != 0x80).count() + 1;
        let after = self.text[offset..end].trim_end_matches(['\r', '\n']);
        Diagnostic {
            severity,
            line,
            column: column as u32,
            message: message.into(),
            excerpt: excerpt(before, column - 1, after),
        }
    }
}

/// The line and a caret below the first character of `after`. Control characters, including tabs, become blanks, so
/// that the caret is aligned.
fn excerpt(before: &str, length: usize, after: &str) -> String {
    let printable = |character: char| if character.is_control() { ' ' } else { character };
    let mut line = String::new();
    let mut shown = length;
    if length > BEFORE {
        line.push('…');
        shown = BEFORE;
    }
    let from = before.char_indices().rev().nth(shown.wrapping_sub(1)).map_or(before.len(), |(at, _)| at);
    line.extend(before[from..].chars().map(printable));
    let caret = line.chars().count();
    let mut rest = after.chars();
    line.extend(rest.by_ref().take(AFTER).map(printable));
    if rest.next().is_some() {
        line.push('…');
    }
    line.truncate(line.trim_end().len());
    line.push('\n');
    line.extend(std::iter::repeat_n(' ', caret));
    line.push('^');
    line
}
