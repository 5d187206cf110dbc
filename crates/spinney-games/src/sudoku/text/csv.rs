//! Comma-separated values: which field of a line is the puzzle.
//!
//! A header row may name the column. Otherwise it is the first field that looks like a puzzle, right or wrong: a field
//! behind a puzzle that is wrong must not be taken for it, since it is often the solution.

use super::AREAS;
use super::line::{Placed, is_separator};

/// The names of the column with the puzzles, the first one that a header row has.
const NAMES: [&str; 8] = ["puzzle", "puzzles", "quiz", "quizzes", "sudoku", "board", "grid", "problem"];

/// A field without the quotes and the blanks around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// Its signs with their columns.
    pub signs: Vec<Placed>,
    /// The column in which it begins.
    pub column: usize,
}

/// The number of the column with the puzzles, if the line is a header row that names one.
pub(super) fn puzzle_column(text: &str) -> Option<usize> {
    let begins_name = |sign: char| sign.is_alphabetic() || sign == '_';
    let may_begin = |sign: char| begins_name(sign) || sign == '"' || is_mark(sign);
    if !text.starts_with(may_begin) || !is_table_row(text.chars()) {
        return None;
    }
    let signs: Vec<Placed> = text.chars().enumerate().map(|(index, sign)| (index + 1, sign)).collect();
    let name = |field: &Field| field.signs.iter().map(|(_, sign)| sign.to_ascii_lowercase()).collect::<String>();
    let names: Vec<String> = fields(&signs).iter().map(name).collect();
    // An index that has no name is common.
    if !names.iter().all(|name| name.is_empty() || name.starts_with(begins_name)) {
        return None;
    }
    NAMES.iter().find_map(|wanted| names.iter().position(|name| name == wanted))
}

/// The field of a line that is the puzzle, or ought to be. `column` is what the header row says.
pub(super) fn puzzle_field(signs: &[Placed], column: Option<usize>) -> Option<Field> {
    if !is_table_row(signs.iter().map(|&(_, sign)| sign)) {
        return None;
    }
    let mut fields = fields(signs);
    match column.filter(|&column| column < fields.len()) {
        Some(column) => Some(fields.swap_remove(column)),
        None => {
            let at = fields.iter().enumerate().position(|(index, field)| field.looks_like_a_puzzle(index == 0))?;
            Some(fields.swap_remove(at))
        }
    }
}

impl Field {
    fn looks_like_a_puzzle(&self, first: bool) -> bool {
        let count = |is: fn(char) -> bool| self.signs.iter().filter(|&&(_, sign)| is(sign)).count();
        let length = self.signs.len();
        let letters = count(|sign| sign.is_alphabetic() && !matches!(sign, 'X' | 'x'));
        match length {
            _ if count(is_separator) > 0 => false,
            // A board of 4×4 has no letters, but names of 16 characters do.
            16 => first || letters == 0,
            0..=25 => false,
            _ if AREAS.contains(&length) => true,
            // Names and checksums are no boards of 9×9 that lack some cells.
            _ => length > 81 || 4 * letters < length,
        }
    }
}

fn is_mark(sign: char) -> bool {
    matches!(sign, ',' | ';' | '\t')
}

fn is_table_row(mut signs: impl Iterator<Item = char>) -> bool {
    signs.any(|sign| sign == '"' || is_mark(sign))
}

/// The fields of a line, in quotes or not (RFC 4180). The first mark between two of them is the one that counts.
fn fields(signs: &[Placed]) -> Vec<Field> {
    let start = signs.first().map_or(1, |&(column, _)| column);
    let mut fields = vec![Field { signs: Vec::new(), column: start }];
    let mut mark = None;
    let mut quoted = false;
    let mut signs = signs.iter().copied().peekable();
    while let Some((column, sign)) = signs.next() {
        let blank = || fields.last().is_none_or(|field| field.signs.iter().all(|(_, sign)| sign.is_whitespace()));
        if quoted && sign == '"' {
            // Two quotes are one of the text.
            match signs.next_if(|&(_, next)| next == '"') {
                Some(quote) => fields.last_mut().expect("a field").signs.push(quote),
                None => quoted = false,
            }
        } else if !quoted && sign == '"' && blank() {
            quoted = true;
        } else if !quoted && is_mark(sign) && mark.is_none_or(|mark| mark == sign) {
            mark = Some(sign);
            fields.push(Field { signs: Vec::new(), column: column + 1 });
        } else {
            fields.last_mut().expect("a field").signs.push((column, sign));
        }
    }
    for field in &mut fields {
        let is_blank = |&(_, sign): &Placed| sign.is_whitespace();
        let end = field.signs.iter().rposition(|sign| !is_blank(sign)).map_or(0, |last| last + 1);
        field.signs.truncate(end);
        let begin = field.signs.iter().take_while(|sign| is_blank(sign)).count();
        field.signs.drain(..begin);
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::super::{Alphabet, read_all, write_line};
    use super::*;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

    fn read(text: &str) -> Vec<String> {
        let puzzles = read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        puzzles.iter().map(|puzzle| write_line(&puzzle.grid, Alphabet::Numeric)).collect()
    }

    #[test]
    fn fields_may_be_quoted() {
        let signs: Vec<Placed> = "a, \"b,\"\"c\" ;,,d".chars().enumerate().map(|(at, sign)| (at + 1, sign)).collect();
        let found: Vec<(String, usize)> = fields(&signs)
            .iter()
            .map(|field| (field.signs.iter().map(|(_, sign)| sign).collect(), field.column))
            .collect();
        let expected = [("a", 1), ("b,\"c ;", 3), ("", 14), ("d", 15)];
        assert_eq!(found, expected.map(|(text, column)| (text.to_owned(), column)));
    }

    #[test]
    fn the_puzzle_is_in_any_column() {
        let numbered = format!("7,{PUZZLE},{SOLUTION}");
        for text in [
            format!("\"{PUZZLE}\""),
            format!("\"puzzle\"\n\"{PUZZLE}\""),
            format!("\"{PUZZLE}\",\"{SOLUTION}\""),
            format!("id,puzzle,solution\n{numbered}"),
            format!("\"ID\";\"Puzzle\"\n\"7\";\"{PUZZLE}\""),
            format!("id\tpuzzle\n7\t{PUZZLE}"),
            format!(",quizzes,solutions\n0,{PUZZLE},{SOLUTION}"),
            format!("solution,puzzle\n{SOLUTION},{PUZZLE}"),
            format!("file,line,puzzle,solution,error\na-1.txt,1,{PUZZLE},{SOLUTION},\"one, two\"\n"),
            numbered.clone(),
            format!("9e107d9d372bb6826bd81d3542a419d6,{PUZZLE}"),
            format!("many-puzzles.txt with blanks,{PUZZLE}"),
            format!("my-collection-of-hard-sudokus.txt,1,{PUZZLE}"),
        ] {
            assert_eq!(read(&text), [PUZZLE], "{text}");
        }
        assert_eq!(read("1,1.....2..3.....4,1243342143122134"), ["1.....2..3.....4"]);
        // Without enough fields, a line is read as if there was no header row.
        assert_eq!(read(&format!("id,puzzle\n{PUZZLE}\n7,{SOLUTION}")), [PUZZLE, SOLUTION]);
    }

    #[test]
    fn a_solution_is_never_taken_for_a_wrong_puzzle() {
        let cut = &PUZZLE[1..];
        for (text, line, column, part) in [
            (format!("puzzle,solution\n{cut},{SOLUTION}"), 2, 81, "80 cells in this field"),
            (format!("{cut},{SOLUTION}"), 1, 81, "80 cells in this field"),
            (format!("7,\"{cut}\",{SOLUTION}"), 1, 84, "80 cells"),
            (format!("7,{PUZZLE}.,{SOLUTION}"), 1, 84, "82 cells"),
            (format!("id,puzzle\n7,,{SOLUTION}"), 2, 3, "0 cells"),
            (format!("7,?{cut},{SOLUTION}"), 1, 3, "'?'"),
            (format!("7,A{},{SOLUTION}", &cut[1..]), 1, 83, "80 cells"),
            (format!("id,puzzle\n7,A{cut},{SOLUTION}"), 2, 3, "'A' is out of range"),
            ("1..A............,1243342143122134".to_owned(), 1, 4, "'A'"),
        ] {
            let error = read_all(&text).expect_err(&text);
            assert_eq!((error.line, error.column), (line, column), "{error}\n{text}");
            assert!(error.message.contains(part), "{error}\n{text}");
        }
    }
}
