//! One line of a text: what kind it is and which cells it holds.

use super::alphabet::is_empty;
use super::{AREAS, Alphabet, SIDES, TextError, csv};

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// A single character.
    Char(char),
    /// A decimal number of several digits.
    Number(u32),
}

/// A cell and its place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub sign: Sign,
    pub line: usize,
    pub column: usize,
}

/// What is known about the text around a line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// Whether `-` marks empty cells somewhere in the text.
    pub dashes: bool,
    /// The side of the grid of which some rows have been read.
    pub side: Option<usize>,
    /// Whether this grid is written in decimal numbers.
    pub numbers: bool,
    /// The number of the column with the puzzles, if a header row names it.
    pub column: Option<usize>,
}

/// What a line with or without cells holds.
#[derive(Debug)]
pub(super) enum Scan {
    /// A rule between rows of boxes.
    Rule,
    /// Cells: a row or a whole puzzle.
    Cells {
        cells: Vec<Cell>,
        /// Whether they are a whole puzzle for certain.
        whole: bool,
        /// Whether boxes are set apart by vertical lines.
        ruled: bool,
    },
}

/// A line that names the puzzle or the columns that follow.
pub(super) enum Heading {
    Title(String),
    /// A header row, and the number of the column with the puzzles if it names one.
    Columns(Option<usize>),
}

/// A sign with its column in the text.
pub(super) type Placed = (usize, char);

/// Words that begin a heading.
const HEADINGS: [&str; 12] = [
    "grid", "puzzle", "puzzles", "sudoku", "board", "game", "example", "problem", "level", "number", "quiz", "quizzes",
];

fn is_cell(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '.' | '_' | '*' | '-')
}

fn is_vertical(sign: char) -> bool {
    matches!(sign, '|' | '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '║')
}

fn is_drawing(sign: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&sign)
}

pub(super) fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, '|' | '+' | '=' | ':' | ',' | ';') || is_drawing(sign)
}

fn ends_field(sign: char) -> bool {
    sign.is_whitespace() || matches!(sign, ',' | ';')
}

/// Whether this is the number of cells of a row or of a puzzle.
fn is_size(count: usize) -> bool {
    SIDES.contains(&count) || AREAS.contains(&count)
}

fn first_field(text: &str) -> &str {
    text.trim().split(ends_field).next().unwrap_or_default()
}

/// Whether a word can only be a whole puzzle: of 4×4 it has no sign but those of its values and of empty cells, of other
/// sizes some digit or dot.
fn is_puzzle(mut word: impl Iterator<Item = char> + Clone) -> bool {
    let count = word.clone().count();
    let is_open = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | '_' | '*');
    AREAS.contains(&count)
        && word.clone().all(is_cell)
        && match count {
            16 => word.all(|sign| is_empty(sign, 4) || matches!(sign, '1'..='4')),
            _ => word.any(is_open),
        }
}

/// What may stand between a label and its puzzle.
fn ends_label(sign: char) -> bool {
    ends_field(sign) || sign == ':'
}

/// Whether a line with digits on it has `-` for empty cells.
pub(super) fn uses_dashes(text: &str) -> bool {
    let field = first_field(text);
    let cells =
        if AREAS.contains(&field.chars().count()) { field } else { text.split([',', ';']).next().unwrap_or_default() };
    cells.contains('-')
        && cells.contains(|sign: char| sign.is_ascii_alphanumeric())
        && cells.chars().all(|sign| is_cell(sign) || is_separator(sign))
}

/// The heading on this line, if it is one.
pub(super) fn heading(text: &str) -> Option<Heading> {
    let text = text.trim();
    if let Some(column) = csv::puzzle_column(text) {
        return Some(Heading::Columns(Some(column)));
    }
    let length = text.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(text.len());
    let (word, rest) = text.split_at(length);
    let word = word.to_ascii_lowercase();
    if length < 2 || word.bytes().all(|sign| sign == b'x') || is_row(text) || AREAS.contains(&first_field(text).len()) {
        return None;
    }
    if text.split(ends_label).any(|word| is_puzzle(word.chars())) {
        return None;
    }
    if rest.starts_with([',', ';']) && !text.contains(|sign: char| sign.is_ascii_digit()) {
        return Some(Heading::Columns(None));
    }
    let number = rest.trim_matches(|sign: char| !sign.is_alphanumeric());
    let numbered = !number.is_empty() && number.bytes().all(|sign| sign.is_ascii_digit());
    // `AB12` can be the beginning of a row, `Grid 12` cannot.
    let apart = rest.starts_with(|sign: char| sign.is_whitespace() || matches!(sign, '#' | ':'));
    if (HEADINGS.contains(&word.as_str()) && (rest.is_empty() || !rest.starts_with('.'))) || (numbered && apart) {
        return Some(Heading::Title(text.trim_end_matches(':').trim_end().to_owned()));
    }
    None
}

/// Whether the line has the right number of cells for a row and nothing but digits and empty cells in them.
fn is_row(text: &str) -> bool {
    let cells = || text.chars().filter(|&sign| !is_separator(sign));
    let side = cells().count();
    SIDES.contains(&side)
        && cells().all(|sign| {
            is_empty(sign, side) || Alphabet::all_for(side).iter().any(|alphabet| alphabet.read(sign, side).is_some())
        })
}

/// The cells on a line that is neither blank nor a comment, a section or a heading.
pub(super) fn scan(text: &str, line: usize, context: Context) -> Result<Scan, TextError> {
    let mut signs: Vec<Placed> = text.chars().enumerate().map(|(index, sign)| (index + 1, sign)).collect();
    while signs.last().is_some_and(|(_, sign)| sign.is_whitespace()) {
        signs.pop();
    }
    let blank = signs.iter().take_while(|(_, sign)| sign.is_whitespace()).count();
    let signs = &signs[blank..];
    if is_rule(signs, context) {
        return Ok(Scan::Rule);
    }
    if let Some(field) = csv::puzzle_field(signs, context.column) {
        // Amid the rows of a grid, only a whole puzzle is told from a row.
        if AREAS.contains(&field.signs.len()) || context.side.is_none() {
            return whole_field(&field, line);
        }
    }
    let length = signs.iter().position(|&(_, sign)| ends_field(sign)).unwrap_or(signs.len());
    let field = &signs[..length];
    if !field.iter().any(|&(_, sign)| is_separator(sign)) {
        let followed = length < signs.len();
        if AREAS.contains(&length) && (length > 25 || followed) {
            check_foreign(field, line)?;
            return Ok(Scan::Cells { cells: singles(field, line), whole: true, ruled: false });
        }
        if length > 25 && context.side.is_none() {
            check_foreign(field, line)?;
            return Err(wrong_count(&singles(field, line), line));
        }
    }
    if context.side.is_none()
        && let Some(field) = labelled(signs)
    {
        return Ok(Scan::Cells { cells: singles(field, line), whole: true, ruled: false });
    }
    let ruled = signs.iter().any(|&(_, sign)| is_vertical(sign));
    if let Some(cells) = comma_fields(signs, line) {
        return Ok(Scan::Cells { cells, whole: false, ruled });
    }
    check_foreign(signs, line)?;
    let cells = row_cells(signs, line, context);
    let whole = cells.len() > 25 && AREAS.contains(&cells.len());
    Ok(Scan::Cells { cells, whole, ruled })
}

/// The puzzle behind a label such as `easy` or `Grid 7:`, which has a letter at least.
fn labelled(signs: &[Placed]) -> Option<&[Placed]> {
    let mut words = signs.split(|&(_, sign)| ends_label(sign)).filter(|word| !word.is_empty());
    let label = words.next()?;
    let puzzle = words.find(|word| is_puzzle(word.iter().map(|&(_, sign)| sign)))?;
    label.iter().any(|(_, sign)| sign.is_alphabetic()).then_some(puzzle)
}

/// The puzzle in a field.
fn whole_field(field: &csv::Field, line: usize) -> Result<Scan, TextError> {
    check_foreign(&field.signs, line)?;
    let cells = singles(&field.signs, line);
    if AREAS.contains(&cells.len()) {
        return Ok(Scan::Cells { cells, whole: true, ruled: false });
    }
    let column = cells.get(nearest(&AREAS, cells.len())).map(|surplus| surplus.column);
    let column = column.unwrap_or(if cells.is_empty() { field.column } else { after(&cells) });
    let message = format!("{} cells in this field; a puzzle on one line has 16, 81, 256 or 625", cells.len());
    Err(TextError::new(line, column, message))
}

/// The size that is nearest to this number of cells.
fn nearest(sizes: &[usize], count: usize) -> usize {
    sizes.iter().copied().min_by_key(|size| size.abs_diff(count)).unwrap_or(count)
}

/// The error for cells that are neither a row nor a whole puzzle.
pub(super) fn wrong_count(cells: &[Cell], line: usize) -> TextError {
    let count = cells.len();
    let column = match cells.get(nearest(if count <= 30 { &SIDES } else { &AREAS }, count)) {
        Some(surplus) => surplus.column,
        None => after(cells),
    };
    let message = format!(
        "{count} cells on this line; a row has 4, 9, 16 or 25 of them, and a puzzle on one line 16, 81, 256 or 625"
    );
    TextError::new(line, column, message)
}

/// The column after the last of these cells.
pub(super) fn after(cells: &[Cell]) -> usize {
    cells.last().map_or(1, |cell| {
        let width = match cell.sign {
            Sign::Char(_) => 1,
            Sign::Number(number) => number.to_string().len(),
        };
        cell.column + width
    })
}

fn is_rule(signs: &[Placed], context: Context) -> bool {
    let all = || signs.iter().map(|&(_, sign)| sign).filter(|sign| !sign.is_whitespace());
    if !all().all(|sign| matches!(sign, '-' | '+' | '=' | '|' | '*' | ':' | '.' | '\'') || is_drawing(sign)) {
        return false;
    }
    let count = |wanted: char| all().filter(|&sign| sign == wanted).count();
    let (dots, stars, dashes) = (count('.'), count('*'), count('-'));
    let drawn = all().any(|sign| is_drawing(sign) && !is_vertical(sign)) || count('=') > 0;
    if drawn || (count('+') > 0 && (dots + stars == 0 || dashes > 0)) {
        return true;
    }
    let fits = |cells: usize| context.side.map_or_else(|| is_size(cells), |side| side == cells);
    let (first, last) = (all().next(), all().next_back());
    let long = signs.windows(3).any(|three| three.iter().all(|&(_, sign)| sign == '-'));
    match (dots, stars, dashes) {
        (0, 0, 0) => true,
        (0, 0, _) => count('\'') > 0 || !(context.dashes && fits(dashes)),
        (0, _, 0) => !fits(stars),
        (0, _, _) => first == Some('*') && last == Some('*') && long,
        (_, _, 0) => false,
        (_, _, _) => {
            first == last && matches!(first, Some('.' | '\'' | ':')) && long && !(context.dashes && fits(dots + dashes))
        }
    }
}

fn check_foreign(signs: &[Placed], line: usize) -> Result<(), TextError> {
    match signs.iter().find(|&&(_, sign)| !is_cell(sign) && !is_separator(sign)) {
        Some(&(column, sign)) => {
            Err(TextError::new(line, column, format!("the character {sign:?} does not belong in a puzzle")))
        }
        None => Ok(()),
    }
}

fn singles(signs: &[Placed], line: usize) -> Vec<Cell> {
    let cells = signs.iter().filter(|(_, sign)| is_cell(*sign));
    cells.map(|&(column, sign)| Cell { sign: Sign::Char(sign), line, column }).collect()
}

/// A cell of one sign, or of a decimal number, or of one sign for an empty cell repeated.
fn token_cell(token: &[Placed], line: usize) -> Option<Cell> {
    let &(column, first) = token.first()?;
    let sign = if token.len() == 1 {
        Sign::Char(Some(first).filter(|&sign| is_cell(sign))?)
    } else if token.len() <= 6 && token.iter().all(|(_, sign)| sign.is_ascii_digit()) {
        let number = token.iter().filter_map(|(_, sign)| sign.to_digit(10)).fold(0, |sum, digit| 10 * sum + digit);
        Sign::Number(number)
    } else if token.len() == 2 && matches!(first, '.' | '_' | '*' | '-') && token[1].1 == first {
        Sign::Char('.')
    } else {
        return None;
    };
    Some(Cell { sign, line, column })
}

/// Whether the tokens are groups of cells of equal length which are a row or a puzzle together.
fn is_grouped<'a>(mut tokens: impl ExactSizeIterator<Item = &'a [Placed]>) -> bool {
    let count = tokens.len();
    let length = tokens.next().map_or(0, <[Placed]>::len);
    length > 1 && is_size(count * length) && tokens.all(|token| token.len() == length)
}

/// The cells of a row with a comma or a semicolon between each two; nothing between them is an empty cell.
fn comma_fields(signs: &[Placed], line: usize) -> Option<Vec<Cell>> {
    let mark = signs.iter().map(|&(_, sign)| sign).find(|sign| matches!(sign, ',' | ';'))?;
    let mut fields: Vec<&[Placed]> = signs.split(|&(_, sign)| sign == mark).collect();
    if !SIDES.contains(&fields.len()) && fields.last().is_some_and(|field| field.is_empty()) {
        fields.pop();
    }
    if !SIDES.contains(&fields.len()) || is_grouped(fields.iter().copied()) {
        return None;
    }
    let mut column = signs.first().map_or(1, |&(column, _)| column);
    let mut cells = Vec::with_capacity(fields.len());
    for field in fields {
        let token: Vec<Placed> = field.iter().copied().filter(|(_, sign)| !sign.is_whitespace()).collect();
        let contiguous = token.windows(2).all(|two| two[0].0 + 1 == two[1].0);
        cells.push(match token.len() {
            0 => Cell { sign: Sign::Char('.'), line, column },
            _ if contiguous => token_cell(&token, line)?,
            _ => return None,
        });
        column += field.len() + 1;
    }
    Some(cells)
}

/// The cells of a row of single signs or of decimal numbers.
fn row_cells(signs: &[Placed], line: usize, context: Context) -> Vec<Cell> {
    let cells = singles(signs, line);
    let tokens: Vec<&[Placed]> =
        signs.split(|&(_, sign)| is_separator(sign)).filter(|token| !token.is_empty()).collect();
    if tokens.len() < 4 || tokens.len() == cells.len() || is_grouped(tokens.iter().copied()) {
        return cells;
    }
    let fits = |count: usize| context.side.map_or_else(|| is_size(count), |side| side == count);
    if fits(cells.len()) && !SIDES.contains(&tokens.len()) && !context.numbers {
        return cells;
    }
    if context.side == Some(cells.len()) && !fits(tokens.len()) && !context.numbers {
        return cells;
    }
    let numbers: Option<Vec<Cell>> = tokens.iter().map(|token| token_cell(token, line)).collect();
    numbers.unwrap_or(cells)
}
