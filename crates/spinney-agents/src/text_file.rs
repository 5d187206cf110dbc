//! Text from users: read with a limit, and quoted in part.

use std::io::{BufRead, Read};

pub use spinney_games::text_file::{MOST_BYTES_OF_BOARDS, TextFileError, read_file, read_text};

/// The most bytes of a file of positions, moves or records.
pub const MOST_BYTES: u64 = 64 << 20;

/// A text as a message quotes it: cut after 80 characters.
pub fn quote(text: &str) -> String {
    const SHOWN: usize = 80;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} characters)", &text[..end], text.chars().count()),
        None => text.to_owned(),
    }
}

/// A message with its overlong words shortened: whatever a user has written is quoted in part.
pub fn shorten(message: &str) -> String {
    const LONGEST: usize = 300;
    let ends = |last: char| last.is_whitespace() || "`'\";:,.?!)".contains(last);
    let word = |word: &str| match word.char_indices().nth(LONGEST) {
        Some(_) => {
            let inner = word.trim_end_matches(ends);
            quote(inner) + &word[inner.len()..]
        }
        None => word.to_owned(),
    };
    message.split_inclusive(char::is_whitespace).map(word).collect()
}

/// Reads a line without its line break, up to a limit in bytes; `None` at the end.
pub fn read_line(from: &mut impl BufRead, most: u64) -> Result<Option<String>, TextFileError> {
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(TextFileError::TooBig { most });
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned()))
}
