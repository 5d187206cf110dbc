//! Parses text in KIF syntax to nested lists of names.
//!
//! The parser is not recursive and rejects lists nested deeper than [`DEEPEST`], so that later stages may recurse.

use crate::diagnostic::{Diagnostic, Severity, Source};

/// The maximum nesting depth of lists.
pub const DEEPEST: usize = 200;

/// A name or a list, and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The contents.
    pub kind: Kind,
    /// The byte of the text at which it begins.
    pub start: usize,
    /// The byte of the text after its last one.
    pub end: usize,
}

/// The contents of an [`Expression`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name as written. Variables begin with `?`.
    Name(String),
    /// A list of at least one expression.
    List(Vec<Expression>),
}

impl Expression {
    /// The name, if it is one.
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            Kind::Name(name) => Some(name),
            Kind::List(_) => None,
        }
    }

    /// The elements, if it is a list.
    pub fn list(&self) -> Option<&[Expression]> {
        match &self.kind {
            Kind::Name(_) => None,
            Kind::List(elements) => Some(elements),
        }
    }

    /// Whether it is a variable.
    pub fn is_variable(&self) -> bool {
        self.name().is_some_and(|name| name.starts_with('?'))
    }
}

/// Parses a rule sheet. If it is wrapped as a whole in a pair of parentheses, it is unwrapped.
pub fn read(text: &str) -> Result<Vec<Expression>, Diagnostic> {
    let mut expressions = read_all(text)?;
    if let [Expression { kind: Kind::List(elements), .. }] = expressions.as_mut_slice()
        && elements.first().is_some_and(|first| first.list().is_some())
    {
        expressions = std::mem::take(elements);
    }
    Ok(expressions)
}

/// Parses one expression, such as a move or a fact.
pub fn read_term(text: &str) -> Result<Expression, Diagnostic> {
    let mut expressions = read_all(text)?.into_iter();
    let complain = |offset, message| Err(Source::new(text).diagnostic(Severity::Error, offset, message));
    match (expressions.next(), expressions.next()) {
        (Some(expression), None) => Ok(expression),
        (None, _) => complain(0, "there is nothing here"),
        (Some(_), Some(second)) => complain(second.start, "there is more than one term"),
    }
}

/// A list that is not closed yet.
struct Open {
    start: usize,
    elements: Vec<Expression>,
}

fn read_all(text: &str) -> Result<Vec<Expression>, Diagnostic> {
    let complain = |offset, message: String| Err(Source::new(text).diagnostic(Severity::Error, offset, message));
    let mut open: Vec<Open> = Vec::new();
    let mut done = Vec::new();
    // A byte order mark may occur where files were concatenated; within a name it would be invisible.
    let is_blank = |character: char| character.is_whitespace() || character == '\u{feff}';
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let start = at;
        at += character.len_utf8();
        match character {
            ';' => at = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length),
            '(' if open.len() == DEEPEST => return complain(start, format!("nested deeper than {DEEPEST}")),
            '(' => open.push(Open { start, elements: Vec::new() }),
            ')' => {
                let Some(closed) = open.pop() else {
                    return complain(start, "this `)` closes nothing".to_owned());
                };
                if closed.elements.is_empty() {
                    return complain(closed.start, "an empty list means nothing".to_owned());
                }
                let expression = Expression { kind: Kind::List(closed.elements), start: closed.start, end: at };
                open.last_mut().map_or(&mut done, |list| &mut list.elements).push(expression);
            }
            _ if is_blank(character) => {}
            _ => {
                let ends = |character: char| matches!(character, '(' | ')' | ';') || is_blank(character);
                at = text[start..].find(ends).map_or(text.len(), |length| start + length);
                let name = &text[start..at];
                if let Some((inside, control)) = name.char_indices().find(|(_, character)| character.is_control()) {
                    let code = u32::from(control);
                    return complain(start + inside, format!("the control character U+{code:04X} is not text"));
                }
                let expression = Expression { kind: Kind::Name(name.to_owned()), start, end: at };
                open.last_mut().map_or(&mut done, |list| &mut list.elements).push(expression);
            }
        }
    }
    // The outermost list is the one that is not closed, unless it wraps the whole rule sheet.
    let wrapped = open.len() > 1 && open[0].elements.first().is_none_or(|first| first.list().is_some());
    match open.get(usize::from(wrapped)) {
        Some(list) => complain(list.start, "this `(` is never closed".to_owned()),
        None => Ok(done),
    }
}
