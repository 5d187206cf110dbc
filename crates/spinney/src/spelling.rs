//! Misspelt names: every list of names (games, agents, parameters) rejects an unknown one by [`UnknownName`], which
//! suggests the nearest.

use std::fmt;

/// A name that is not in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// What kind of name it is, such as `game` or `parameter`.
    pub kind: &'static str,
    /// Whose list it is, such as ``agent `mcts` ``; `None` for a list that belongs to nothing.
    pub owner: Option<String>,
    /// The name as given.
    pub name: String,
    /// The name that was probably meant.
    pub nearest: Option<String>,
    /// Every known name.
    pub known: Vec<String>,
}

impl UnknownName {
    /// Rejects a name that is not among the known ones.
    pub fn new<'c>(kind: &'static str, name: &str, known: impl IntoIterator<Item = &'c str>) -> Self {
        Self::among(kind, name, known.into_iter().map(str::to_owned).collect())
    }

    fn among(kind: &'static str, name: &str, known: Vec<String>) -> Self {
        let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        UnknownName { kind, owner: None, name: name.to_owned(), nearest, known }
    }

    /// The same for a list that belongs to something.
    #[must_use]
    pub fn of(self, owner: impl Into<String>) -> Self {
        UnknownName { owner: Some(owner.into()), ..self }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { kind, name, .. } = self;
        match &self.owner {
            Some(owner) => write!(f, "{owner} has no {kind} `{name}`")?,
            None => write!(f, "no {kind} `{name}`")?,
        }
        if let Some(nearest) = &self.nearest {
            write!(f, ", did you mean `{nearest}`?")?;
        }
        match self.known.as_slice() {
            [] => write!(f, "; there are no {kind}s"),
            known => write!(f, "; {kind}s: {}", known.join(", ")),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The candidate that `word` was most probably meant to be, or `None` if none is close enough to suggest.
///
/// A candidate that begins with the word (or the other way round) is close, and so is one within a third of its
/// length in edits. Case does not count; among equals the first wins.
///
/// ```
/// use spinney::spelling::nearest;
/// assert_eq!(nearest("conect-four", ["connect-four", "othello"]), Some("connect-four"));
/// assert_eq!(nearest("zzz", ["connect-four", "othello"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let lower = candidate.to_lowercase();
            let edits = edit_distance(&word, &lower);
            let is_prefix = word.len() >= 2 && (lower.starts_with(&word) || word.starts_with(&lower));
            let allowed = (lower.chars().count() / 3).max(1);
            (is_prefix || edits <= allowed).then_some((edits, candidate))
        })
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// The least number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b` (optimal
/// string alignment).
pub fn edit_distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().collect();
    let b: Vec<char> = b.chars().collect();
    let mut before = vec![0; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            let replaced = above[j] + usize::from(a[i] != b[j]);
            row[j + 1] = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, edits) in
            [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("othelo", "othello", 1)]
        {
            assert_eq!(edit_distance(a, b), edits, "{a} {b}");
            assert_eq!(edit_distance(b, a), edits, "{b} {a}");
        }
    }

    #[test]
    fn an_unknown_name_is_rejected_with_the_list() {
        let error = UnknownName::new("game", "otelo", ["othello", "go"]);
        assert_eq!(error.to_string(), "no game `otelo`, did you mean `othello`?; games: othello, go");
        let error = UnknownName::new("parameter", "x", []).of("agent `random`");
        assert_eq!(error.to_string(), "agent `random` has no parameter `x`; there are no parameters");
    }

    #[test]
    fn suggestions() {
        let games = ["tic-tac-toe", "connect-four", "othello"];
        assert_eq!(nearest("tictactoe", games), Some("tic-tac-toe"));
        assert_eq!(nearest("Othelo", games), Some("othello"));
        assert_eq!(nearest("connect", games), Some("connect-four"));
        assert_eq!(nearest("chess", games), None);
        assert_eq!(nearest("", games), None);
    }
}
