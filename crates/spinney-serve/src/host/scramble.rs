//! Rule sheets in other words: the same game, so that no player can profit from knowing a name.

use std::collections::{HashMap, HashSet};

use spinney::random::Random;

use crate::kif::{Token, tokens};

/// The words of the language, which stay.
const KEYWORDS: [&str; 14] = [
    "<=", "role", "init", "true", "next", "legal", "does", "goal", "terminal", "base", "input", "distinct", "not", "or",
];

/// The role that the host plays; its name is known to players.
pub const RANDOM: &str = "random";

/// The words of a match and of its rule sheet.
#[derive(Clone, Debug, Default)]
pub struct Scrambler {
    to: HashMap<String, String>,
    from: HashMap<String, String>,
}

impl Scrambler {
    /// Other words for everything in a rule sheet but keywords, numbers and the role `random`.
    pub fn new(sheet: &str, rng: &mut Random) -> Self {
        let mut scrambler = Scrambler::default();
        let known: HashSet<String> = words(sheet).map(str::to_ascii_lowercase).collect();
        for word in words(sheet).filter(|word| !stays(word)) {
            if scrambler.to.contains_key(word) {
                continue;
            }
            let other = loop {
                let other = random_word(rng);
                if !known.contains(&other) && !stays(&other) && !scrambler.from.contains_key(&other) {
                    break other;
                }
            };
            scrambler.from.insert(other.clone(), word.to_owned());
            let sigil = if word.starts_with('?') { "?" } else { "" };
            scrambler.to.insert(word.to_owned(), format!("{sigil}{other}"));
        }
        scrambler
    }

    /// A text in the words of the match.
    pub fn scramble(&self, text: &str) -> String {
        translate(text, |word| self.to.get(word).cloned())
    }

    /// A text in the words of the rule sheet. Words that the match does not know stay; letter case does not matter for
    /// those that the scrambler has made.
    pub fn unscramble(&self, text: &str) -> String {
        translate(text, |word| self.from.get(word).or_else(|| self.from.get(&word.to_ascii_lowercase())).cloned())
    }
}

/// Names, variables and numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    tokens(text).filter_map(|(_, token)| match token {
        Token::Word(word) => Some(word),
        _ => None,
    })
}

fn stays(word: &str) -> bool {
    word == RANDOM
        || word.parse::<f64>().is_ok_and(f64::is_finite)
        || KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word))
}

/// The text on one line with some of its words replaced; comments are left out.
fn translate(text: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    for (_, token) in tokens(text) {
        if token != Token::Close && !out.is_empty() && !out.ends_with('(') {
            out.push(' ');
        }
        match token {
            Token::Open => out.push('('),
            Token::Close => out.push(')'),
            Token::Word(word) => match other(word) {
                Some(other) => out.push_str(&other),
                None => out.push_str(word),
            },
        }
    }
    out
}

/// A word of a few syllables.
fn random_word(rng: &mut Random) -> String {
    const CONSONANTS: &[u8] = b"bcdfghjklmnprstvwz";
    const VOWELS: &[u8] = b"aeiou";
    let mut word = String::new();
    for _ in 0..2 + rng.below(2) {
        for letters in [CONSONANTS, VOWELS] {
            word.push(char::from(letters[rng.below(letters.len())]));
        }
    }
    word.push(char::from(CONSONANTS[rng.below(CONSONANTS.len())]));
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_but_keywords_and_numbers_is_replaced() {
        let sheet = "(ROLE x) ; a comment\n(role random)(<= (legal ?p (Mark 1 -2)) (true (cell ?p mark)) (or (not x)))";
        let scrambler = Scrambler::new(sheet, &mut Random::new(1));
        let scrambled = scrambler.scramble(sheet);
        let plain = translate(sheet, |_| None);
        assert_eq!(plain, "(ROLE x) (role random) (<= (legal ?p (Mark 1 -2)) (true (cell ?p mark)) (or (not x)))");
        let pairs = words(&plain).zip(words(&scrambled));
        for (before, after) in pairs {
            let same = ["ROLE", "role", "random", "<=", "legal", "1", "-2", "true", "or", "not"].contains(&before);
            assert_eq!(before == after, same, "{before} {after}");
            assert_eq!(before.starts_with('?'), after.starts_with('?'));
        }
        assert_eq!(scrambler.unscramble(&scrambler.scramble("(Mark 1 mark)")), "(Mark 1 mark)");
        assert_eq!(scrambler.unscramble(&scrambler.scramble("(Mark 1 x)").to_uppercase()), "(Mark 1 x)");
        assert_eq!(scrambler.unscramble("(unknown 1)"), "(unknown 1)");
    }

    #[test]
    fn without_scrambling_words_stay() {
        assert_eq!(Scrambler::default().scramble("( role\tx )"), "(role x)");
    }
}
