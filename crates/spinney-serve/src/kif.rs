//! KIF text as messages carry it. Nothing here builds a tree or recurses: a message of megabytes, or of a million
//! parentheses, costs one pass.

/// The most items of a list that is split: a message has six, a joint move one per role.
const MOST_ITEMS: usize = 256;

/// Why a text is not a list or not a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KifError {
    /// There is nothing.
    #[error("there is nothing here")]
    Empty,
    /// A word where a list should be.
    #[error("a list in parentheses is expected")]
    NoList,
    /// A parenthesis that is never closed.
    #[error("a `(` is never closed")]
    Open,
    /// A parenthesis that closes nothing.
    #[error("a `)` closes nothing")]
    Closed,
    /// More than one term.
    #[error("there is more than one term")]
    Several,
    /// A list with too many items.
    #[error("a list has more than {MOST_ITEMS} items")]
    Long,
}

/// What a text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// Anything else: a name, a variable, a number.
    Word(&'t str),
}

/// The tokens of a text, each with the byte at which it begins. Comments are left out.
pub(crate) fn tokens(text: &str) -> impl Iterator<Item = (usize, Token<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            let character = text[at..].chars().next()?;
            at += character.len_utf8();
            match character {
                '(' => return Some((start, Token::Open)),
                ')' => return Some((start, Token::Close)),
                ';' => at = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length),
                _ if is_blank(character) => {}
                _ => {
                    let ends = |character: char| matches!(character, '(' | ')' | ';') || is_blank(character);
                    at = text[start..].find(ends).map_or(text.len(), |length| start + length);
                    return Some((start, Token::Word(&text[start..at])));
                }
            }
        }
    })
}

/// A byte order mark may stand where files were concatenated.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

/// The items of a list, each as it is written.
pub fn items(text: &str) -> Result<Vec<&str>, KifError> {
    let (mut items, mut depth, mut start, mut ended) = (Vec::new(), 0usize, 0, false);
    for (at, token) in tokens(text) {
        if ended {
            return Err(if token == Token::Close { KifError::Closed } else { KifError::Several });
        }
        match token {
            Token::Open => {
                depth += 1;
                if depth == 2 {
                    start = at;
                }
            }
            Token::Close => {
                depth = depth.checked_sub(1).ok_or(KifError::Closed)?;
                match depth {
                    0 => ended = true,
                    1 => items.push(&text[start..=at]),
                    _ => {}
                }
            }
            Token::Word(_) if depth == 0 => return Err(KifError::NoList),
            Token::Word(word) if depth == 1 => items.push(word),
            Token::Word(_) => {}
        }
        if items.len() > MOST_ITEMS {
            return Err(KifError::Long);
        }
    }
    match (ended, depth) {
        (true, _) => Ok(items),
        (false, 0) => Err(KifError::Empty),
        (false, _) => Err(KifError::Open),
    }
}

/// One term in the spelling that equal terms share: one space between tokens, none inside of parentheses, no comments.
pub fn normal(text: &str) -> Result<String, KifError> {
    let (mut out, mut depth, mut terms) = (String::with_capacity(text.len().min(256)), 0usize, 0);
    for (_, token) in tokens(text) {
        if depth == 0 {
            terms += 1;
        }
        match token {
            Token::Close => {
                depth = depth.checked_sub(1).ok_or(KifError::Closed)?;
                out.push(')');
                continue;
            }
            _ if terms > 1 => return Err(KifError::Several),
            _ if !out.is_empty() && !out.ends_with('(') => out.push(' '),
            _ => {}
        }
        match token {
            Token::Word(word) => out.push_str(word),
            _ => {
                depth += 1;
                out.push('(');
            }
        }
    }
    match (terms, depth) {
        (0, _) => Err(KifError::Empty),
        (_, 0) => Ok(out),
        _ => Err(KifError::Open),
    }
}

/// Finds the end of a list in bytes that arrive piece by piece.
#[derive(Debug, Default)]
pub struct ListEnd {
    depth: usize,
    begun: bool,
    comment: bool,
}

impl ListEnd {
    /// Takes the next bytes, and returns whether the list has ended.
    pub fn take(&mut self, bytes: &[u8]) -> bool {
        for byte in bytes {
            match byte {
                b'\n' | b'\r' => self.comment = false,
                _ if self.comment => {}
                b';' => self.comment = true,
                b'(' => {
                    self.depth += 1;
                    self.begun = true;
                }
                b')' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if self.begun && self.depth == 0 {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_split_into_its_items() {
        let text = "\u{feff} ( START m.1 ; a comment (\n x (\t(role x) (<= a b)) 10 )";
        assert_eq!(items(text).unwrap(), ["START", "m.1", "x", "(\t(role x) (<= a b))", "10"]);
        assert_eq!(items("(info)").unwrap(), ["info"]);
        assert_eq!(items("()").unwrap(), [""; 0]);
        for (text, error) in [
            ("", KifError::Empty),
            (" ; nothing", KifError::Empty),
            ("info", KifError::NoList),
            ("(info", KifError::Open),
            ("(info))", KifError::Closed),
            ("(info) (info)", KifError::Several),
            (")", KifError::Closed),
        ] {
            assert_eq!(items(text), Err(error), "{text}");
        }
        assert_eq!(items(&format!("({})", "a ".repeat(1000))), Err(KifError::Long));
    }

    #[test]
    fn equal_terms_have_one_spelling() {
        for text in ["(mark 1 (b c))", " ( mark\t1(b c) ) ", "(mark ;x\n 1 (b c))"] {
            assert_eq!(normal(text).unwrap(), "(mark 1 (b c))");
        }
        assert_eq!(normal(" noop ").unwrap(), "noop");
        assert_eq!(normal("(noop)").unwrap(), "(noop)");
        assert_eq!(normal("a b"), Err(KifError::Several));
        assert_eq!(normal("(a) (b)"), Err(KifError::Several));
        assert_eq!(normal("(a"), Err(KifError::Open));
        assert_eq!(normal("a)"), Err(KifError::Closed));
        assert_eq!(normal(" "), Err(KifError::Empty));
    }

    #[test]
    fn a_million_parentheses_cost_one_pass() {
        let deep = "(".repeat(1_000_000);
        assert_eq!(items(&deep), Err(KifError::Open));
        assert_eq!(normal(&deep), Err(KifError::Open));
        let closed = format!("{deep}{}", ")".repeat(1_000_000));
        assert_eq!(items(&closed).unwrap().len(), 1);
        assert_eq!(normal(&closed).unwrap().len(), 2_000_000);
        assert_eq!(items(&")".repeat(1_000_000)), Err(KifError::Closed));
    }

    #[test]
    fn the_end_of_a_list_is_found_in_pieces() {
        let mut end = ListEnd::default();
        assert!(!end.take(b" (play m ; a comment )") && !end.take(b")\n ((mark 1 2"));
        assert!(!end.take(b") noop)") && end.take(b") "));
    }
}
