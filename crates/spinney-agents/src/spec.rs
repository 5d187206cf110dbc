//! Specs: how a game or an agent is named with its parameters, `NAME[:key=value,…]`.
//!
//! Values may contain commas, spaces and colons inside parentheses, brackets or quotes. Games that want it so, such as
//! `tree:((3 12 8) (2 4 6))` and `gdl:path/to/rules.kif`, take everything after the colon as one text.
//!
//! # Alternatives
//!
//! Where agents are compared, a value may be several, separated by `|`: `mcts:c=0.1|0.2,expand=10|20` is four agents.
//!
//! # Lists of players
//!
//! `--players` joins agent specs by commas, and agent specs contain commas themselves. The rule is: **a piece of the
//! form `key=value` belongs to the agent before it; any other piece starts a new agent.** So
//! `mcts:c=0.2,expand=20,random` is two players, `mcts:c=0.2,expand=20` and `random`.

use std::fmt;

use serde::{Serialize, Serializer};
use spinney_games::registry;

use crate::rule_sheets;

/// A name with parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// What comes before the colon.
    pub name: String,
    /// The keys and values after it, in the order in which they were written.
    pub parameters: Vec<(String, String)>,
    /// The only parameter was written as `NAME:TEXT`, without its key.
    pub raw: bool,
}

/// Why a text is not a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// Nothing where a name should be.
    #[error("`{0}`: a name is missing; write NAME or NAME:key=value,…")]
    NoName(String),
    /// A parameter without `=` or without a key.
    #[error("`{spec}`: `{piece}` is not a parameter; write key=value")]
    NoParameter {
        /// The whole spec.
        spec: String,
        /// The piece that is wrong.
        piece: String,
    },
    /// A key twice.
    #[error("`{spec}`: `{key}` is given twice")]
    Twice {
        /// The whole spec.
        spec: String,
        /// The key.
        key: String,
    },
    /// Nothing between two bars.
    #[error("`{spec}`: `{piece}` lacks an alternative; write key=value|value")]
    NoAlternative {
        /// The whole spec.
        spec: String,
        /// The parameter.
        piece: String,
    },
    /// A bracket or quote without its partner.
    #[error("`{spec}`: `{open}` is not closed")]
    Unclosed {
        /// The whole spec.
        spec: String,
        /// The bracket or quote.
        open: char,
    },
}

impl Spec {
    /// A name without parameters.
    pub fn plain(name: &str) -> Self {
        Spec { name: name.to_owned(), parameters: Vec::new(), raw: false }
    }

    /// The value of a key, if it is given.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.parameters.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Reads a game: as [`Spec::agent`], but games that take a raw text keep it whole. So does a name that no game has:
    /// who opens it can say so, and which one may have been meant.
    pub fn game(text: &str) -> Result<Self, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if let Some(key) = raw_key(name.trim()).filter(|_| text.contains(':')) {
            return Ok(Self::raw(name, key, rest));
        }
        Self::agent(text).or_else(|error| match error {
            SpecError::NoParameter { .. } if !is_game(name.trim()) => Ok(Self::raw(name, "text", rest)),
            error => Err(error),
        })
    }

    /// A game whose whole text is one parameter.
    fn raw(name: &str, key: &str, text: &str) -> Self {
        let text = unquote(text.trim()).to_owned();
        Spec { name: name.trim().to_owned(), parameters: vec![(key.to_owned(), text)], raw: true }
    }

    /// Reads an agent, `NAME[:key=value,…]`.
    pub fn agent(text: &str) -> Result<Self, SpecError> {
        let (mut spec, values) = Self::pieces(text)?;
        spec.parameters.extend(values.into_iter().map(|(key, value)| (key, unquote(value).to_owned())));
        Ok(spec)
    }

    /// Reads agents whose values may be alternatives, `NAME:key=value|value,…`: all combinations, the last parameter
    /// changing first.
    pub fn alternatives(text: &str) -> Result<Vec<Self>, SpecError> {
        let (spec, values) = Self::pieces(text)?;
        let mut specs = vec![spec];
        for (key, value) in values {
            let alternatives = split(value, '|')?;
            if alternatives.len() > 1 && alternatives.contains(&"") {
                let piece = format!("{key}={value}");
                return Err(SpecError::NoAlternative { spec: text.trim().to_owned(), piece });
            }
            let with = |spec: &Spec, value: &str| {
                let mut spec = spec.clone();
                spec.parameters.push((key.clone(), unquote(value).to_owned()));
                spec
            };
            specs = specs.iter().flat_map(|spec| alternatives.iter().map(|value| with(spec, value))).collect();
        }
        Ok(specs)
    }

    /// The name, and the keys with their values as they were written.
    fn pieces(text: &str) -> Result<(Self, Vec<Written<'_>>), SpecError> {
        let text = text.trim();
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name.trim(), Some(rest)),
            None => (text, None),
        };
        if name.is_empty() || name.contains(['=', ',']) {
            return Err(SpecError::NoName(text.to_owned()));
        }
        let mut values: Vec<Written<'_>> = Vec::new();
        for piece in rest.map_or(Ok(Vec::new()), |rest| split(rest, ','))? {
            let wrong = || SpecError::NoParameter { spec: text.to_owned(), piece: piece.to_owned() };
            let (key, value) = piece.split_once('=').ok_or_else(wrong)?;
            let (key, value) = (key.trim(), value.trim());
            if key.is_empty() {
                return Err(wrong());
            }
            if values.iter().any(|(known, _)| known == key) {
                return Err(SpecError::Twice { spec: text.to_owned(), key: key.to_owned() });
            }
            values.push((key.to_owned(), value));
        }
        Ok((Spec::plain(name), values))
    }

    /// Reads a list of agents by the rule at the head of this [module](self).
    pub fn players(text: &str) -> Result<Vec<Self>, SpecError> {
        let mut agents: Vec<String> = Vec::new();
        for piece in split(text, ',')? {
            match agents.last_mut() {
                Some(agent) if continues(piece) => {
                    // The first parameter follows a colon, the others a comma.
                    agent.push(if agent.contains(':') { ',' } else { ':' });
                    agent.push_str(piece);
                }
                _ => agents.push(piece.to_owned()),
            }
        }
        agents.iter().map(|agent| Spec::agent(agent)).collect()
    }
}

/// A key, and its value as it was written.
type Written<'t> = (String, &'t str);

/// The key of the parameter that a game takes as raw text, if it does.
fn raw_key(game: &str) -> Option<&'static str> {
    if game == rule_sheets::NAME {
        return Some(rule_sheets::FILE);
    }
    registry::games().into_iter().find(|entry| entry.name == game)?.raw_parameter
}

/// Whether there is a game of this name.
fn is_game(name: &str) -> bool {
    name == rule_sheets::NAME || registry::games().iter().any(|entry| entry.name == name)
}

/// Whether a piece of a player list is `key=value`, and so belongs to the agent before it.
fn continues(piece: &str) -> bool {
    piece.find(['=', ':']).is_some_and(|at| piece[at..].starts_with('='))
}

/// Takes one pair of quotes off a text that is quoted as a whole.
fn unquote(text: &str) -> &str {
    ['"', '\'']
        .into_iter()
        .find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote).filter(|inside| !inside.contains(quote)))
        .unwrap_or(text)
}

/// Splits at a separator that is outside all brackets and quotes; pieces come trimmed.
fn split(text: &str, separator: char) -> Result<Vec<&str>, SpecError> {
    let mut pieces = Vec::new();
    let mut open: Vec<char> = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        if let Some(&quote @ ('"' | '\'')) = open.last() {
            if c == quote {
                open.pop();
            }
            continue;
        }
        match (c, open.last()) {
            ('"' | '\'' | '(' | '[', _) => open.push(c),
            (')', Some('(')) | (']', Some('[')) => {
                open.pop();
            }
            _ if c == separator && open.is_empty() => {
                pieces.push(text[from..at].trim());
                from = at + c.len_utf8();
            }
            _ => {}
        }
    }
    if let Some(&open) = open.first() {
        return Err(SpecError::Unclosed { spec: text.to_owned(), open });
    }
    pieces.push(text[from..].trim());
    Ok(pieces)
}

/// Splits a line into moves: at white space outside brackets and quotes. Moves that contain spaces are quoted, or
/// bracketed by their own notation: `d3 "taxi 45" (mark 1 1)` is three moves.
pub fn split_moves(line: &str) -> Result<Vec<String>, SpecError> {
    let line: String = line.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    Ok(split(&line, ' ')?.into_iter().filter(|mv| !mv.is_empty()).map(|mv| unquote(mv).to_owned()).collect())
}

impl fmt::Display for Spec {
    /// The spec as the user would write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if let (true, [(_, text)]) = (self.raw, self.parameters.as_slice()) {
            return write!(f, ":{text}");
        }
        for (index, (key, value)) in self.parameters.iter().enumerate() {
            let separator = if index == 0 { ':' } else { ',' };
            let is_whole = |separator| split(value, separator).is_ok_and(|pieces| pieces.len() == 1);
            let quote = if is_whole(',') && is_whole('|') { "" } else { "\"" };
            write!(f, "{separator}{key}={quote}{value}{quote}")?;
        }
        Ok(())
    }
}

impl Serialize for Spec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
