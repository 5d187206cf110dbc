//! Text to tree: one pass over the characters that drives a [`TreeBuilder`] and remembers where each node began. It
//! keeps its own stack, so that the depth of the nesting does not matter.

use super::TreeGame;
use super::build::{NodeKind, TreeBuilder};
use super::error::{Fault, Place, TreeError};

/// A fault and the byte at which it was found.
type At<T> = Result<T, (Fault, usize)>;

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Result<TreeGame, TreeError> {
    let mut parser = Parser { text, at: 0, builder: TreeBuilder::new(), begins: Vec::new(), open: Vec::new() };
    let located = |(fault, at): (Fault, usize)| TreeError { fault, place: Some(Place::find(text, at)) };
    parser.run().map_err(located)?;
    let Parser { builder, begins, .. } = parser;
    builder.build().map_err(|(fault, node)| located((fault, begins.get(node).copied().unwrap_or(text.len()))))
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    builder: TreeBuilder,
    /// Where each node began.
    begins: Vec<usize>,
    /// Where the open parentheses stand.
    open: Vec<usize>,
}

impl<'t> Parser<'t> {
    fn run(&mut self) -> At<()> {
        // A probability or name whose subtree has not come yet.
        let mut pending: Option<usize> = None;
        loop {
            self.skip_blanks();
            let at = self.at;
            let next = self.text[at..].chars().next();
            if let (Some(from), None | Some(')')) = (pending, next) {
                return Err((Fault::Dangling(self.text[from..at].trim_end().to_owned()), from));
            }
            if self.open.is_empty() && !self.begins.is_empty() && next.is_some_and(|c| c != ')') {
                return Err((Fault::AfterTheEnd, at));
            }
            match next {
                None => break,
                Some('(') => self.open_node()?,
                Some(')') => self.close_node()?,
                Some('[') => self.payoff_leaf()?,
                Some('!') => {
                    self.at += 1;
                    self.builder.noisy();
                    pending = pending.or(Some(at));
                    continue;
                }
                Some(c @ (']' | ':' | '=')) => {
                    return Err((if c == ']' { Fault::ClosesNothing(c) } else { Fault::Stray(c) }, at));
                }
                Some(_) => {
                    if self.word_or_prefix()? {
                        pending = pending.or(Some(at));
                        continue;
                    }
                }
            }
            pending = None;
        }
        match self.open.last() {
            Some(&at) => Err((Fault::NeverClosed('('), at)),
            None if self.begins.is_empty() => Err((Fault::NoTree, self.at)),
            None => Ok(()),
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// The characters up to the next blank or mark; may be empty.
    fn word(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let ends = |c: char| c.is_whitespace() || "()[]:=;".contains(c);
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn open_node(&mut self) -> At<()> {
        self.begins.push(self.at);
        self.open.push(self.at);
        self.at += 1;
        self.skip_blanks();
        let at = self.at;
        let word = self.word();
        let prefix = self.text[self.at..].starts_with([':', '=']);
        if word.is_empty() || prefix || word.starts_with(['!', '~']) || number(word).is_some() {
            self.at = at;
            if !prefix {
                self.evaluation()?;
            }
            self.builder.open(NodeKind::Turn);
            return Ok(());
        }
        let kind = match word {
            "max" => NodeKind::Player(0),
            "min" => NodeKind::Player(1),
            "chance" => NodeKind::Chance,
            "joint" => NodeKind::Joint(self.shape()?),
            _ => match word.strip_prefix('p').and_then(|digits| digits.parse().ok()) {
                Some(player) => NodeKind::Player(player),
                None => return Err((Fault::UnknownKind(word.to_owned()), at)),
            },
        };
        self.evaluation()?;
        self.builder.open(kind);
        Ok(())
    }

    /// Reads the heuristic value of the node that is about to be opened, if there is one.
    fn evaluation(&mut self) -> At<()> {
        self.skip_blanks();
        if !self.text[self.at..].starts_with('~') {
            return Ok(());
        }
        self.at += 1;
        if self.text[self.at..].starts_with('[') {
            let payoffs = self.payoff_vector()?;
            self.builder.evaluation(&payoffs);
            return Ok(());
        }
        let at = self.at;
        let word = self.word();
        let value = number(word).ok_or_else(|| (Fault::Evaluation(word.to_owned()), at))?;
        self.builder.evaluation_number(value);
        Ok(())
    }

    fn shape(&mut self) -> At<Vec<u32>> {
        self.skip_blanks();
        let at = self.at;
        let word = self.word();
        let sides: Option<Vec<u32>> = word.split('x').map(|side| side.parse().ok().filter(|&n| n > 0)).collect();
        sides.ok_or_else(|| (Fault::Shape(word.to_owned()), at))
    }

    fn close_node(&mut self) -> At<()> {
        if self.open.pop().is_none() {
            return Err((Fault::ClosesNothing(')'), self.at));
        }
        self.at += 1;
        self.builder.close();
        Ok(())
    }

    fn payoff_leaf(&mut self) -> At<()> {
        let begin = self.at;
        let payoffs = self.payoff_vector()?;
        self.begins.push(begin);
        self.builder.leaf(&payoffs);
        Ok(())
    }

    /// The numbers in brackets.
    fn payoff_vector(&mut self) -> At<Vec<f64>> {
        let begin = self.at;
        self.at += 1;
        let mut payoffs = Vec::new();
        loop {
            self.skip_blanks();
            let at = self.at;
            match self.text[at..].chars().next() {
                None => return Err((Fault::NeverClosed('['), begin)),
                Some(']') => break,
                Some(c @ (':' | '=')) => return Err((Fault::Stray(c), at)),
                Some('(' | ')' | '[') => return Err((Fault::NeverClosed('['), begin)),
                Some(_) => {
                    let word = self.word();
                    payoffs.push(number(word).ok_or_else(|| (Fault::Word(word.to_owned()), at))?);
                }
            }
        }
        self.at += 1;
        Ok(payoffs)
    }

    /// Reads a leaf, or what may stand before a subtree; `true` if the latter.
    fn word_or_prefix(&mut self) -> At<bool> {
        let at = self.at;
        let word = self.word();
        match self.text[self.at..].chars().next() {
            Some(':') => {
                let weight = number(word).filter(|&weight| weight > 0.0);
                self.builder.weight(weight.ok_or_else(|| (Fault::Probability(word.to_owned()), at))?);
            }
            Some('=') => {
                self.builder.label(word);
            }
            _ => {
                let value = number(word).ok_or_else(|| (Fault::Word(word.to_owned()), at))?;
                self.begins.push(at);
                self.builder.number(value);
                return Ok(false);
            }
        }
        self.at += 1;
        Ok(true)
    }
}

/// A finite number.
fn number(word: &str) -> Option<f64> {
    // A zero has no sign.
    word.parse().ok().filter(|value: &f64| value.is_finite()).map(|value| value + 0.0)
}
