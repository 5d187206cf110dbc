//! Reading puzzles from text in any of the formats.

use super::super::grid::Grid;
use super::alphabet::is_empty;
use super::line::{self, Cell, Context, Heading, Scan, Sign};
use super::{AREAS, Alphabet, Puzzle, SIDES, TextError, box_size};

/// Reads all puzzles of a text in any of the formats.
///
/// Digits that clash are no error here. If there are several errors, the first one in the text is reported.
pub fn read_all(text: &str) -> Result<Vec<Puzzle>, TextError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Line feeds with or without a carriage return before them, or carriage returns alone.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let lines: Vec<&str> = text.split(end).map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let mut reader = Reader::default();
    reader.context.dashes = lines.iter().any(|line| is_content(line) && line::uses_dashes(line));
    let end = reader.read(&lines);
    // What waits for its state comes before whatever ended it.
    reader.decode_waiting()?;
    end?;
    if reader.puzzles.is_empty() {
        return Err(TextError::new(1, 1, "there is no puzzle in this text"));
    }
    Ok(reader.puzzles)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Puzzle,
    State,
}

/// The cells of a board before their alphabet is known.
#[derive(Debug)]
struct Board {
    side: usize,
    cells: Vec<Cell>,
    line: usize,
    title: Option<String>,
    section: Option<Section>,
}

/// A grid of which some rows have been read.
#[derive(Debug)]
struct Rows {
    board: Board,
    /// The number of rows so far.
    count: usize,
    /// The line of the last row.
    last: usize,
    /// Whether a blank line came after it.
    gap: bool,
    /// Whether it began right after the last row of another grid of this size.
    joined: bool,
}

#[derive(Debug, Default)]
struct Reader {
    context: Context,
    puzzles: Vec<Puzzle>,
    /// The board of a section [Puzzle], which may have a state. All others are decoded as soon as they are complete:
    /// their cells take far more memory than the puzzles.
    waiting: Option<Board>,
    rows: Option<Rows>,
    title: Option<String>,
    /// The section that waits for its grid, and its place.
    section: Option<(Section, usize, usize)>,
    /// The side of the grid that has just ended, if nothing has come since.
    ended: Option<usize>,
    /// The line of the last 4×4 puzzle on one line.
    small: Option<usize>,
}

/// Whether a line is neither blank nor a comment, a section or a heading.
fn is_content(text: &str) -> bool {
    let trimmed = text.trim();
    !trimmed.is_empty() && !trimmed.starts_with(['#', '[']) && line::heading(trimmed).is_none()
}

impl Reader {
    fn read(&mut self, lines: &[&str]) -> Result<(), TextError> {
        for (index, &text) in lines.iter().enumerate() {
            let number = index + 1;
            let trimmed = text.trim();
            if trimmed.is_empty() {
                self.ended = None;
                if let Some(rows) = &mut self.rows {
                    rows.gap = true;
                }
            } else if let Some(comment) = trimmed.strip_prefix('#') {
                self.comment(comment);
            } else if trimmed.starts_with('[') {
                self.finish()?;
                let column = text.chars().take_while(|sign| sign.is_whitespace()).count() + 1;
                self.open(trimmed, number, column)?;
            } else if let Some(heading) = line::heading(trimmed) {
                self.finish()?;
                match heading {
                    Heading::Title(title) => self.title = Some(title),
                    Heading::Columns(column) => self.context.column = column,
                }
            } else if let Scan::Cells { cells, whole, ruled } = line::scan(text, number, self.context)? {
                let small = !whole && cells.len() == 16 && self.rows.is_none() && !ruled && self.is_small(lines, index);
                self.small = small.then_some(number);
                let whole = whole || small;
                if whole { self.whole(cells, number)? } else { self.row(cells, number)? }
            }
        }
        self.finish()?;
        self.close()
    }

    /// Takes the description from a comment such as `#DThe hard one`, but not from `#Difficult`.
    fn comment(&mut self, comment: &str) {
        let description = comment.strip_prefix('D').filter(|rest| !rest.starts_with(char::is_lowercase));
        if let Some(title) = description.map(str::trim).filter(|title| !title.is_empty()) {
            self.title = Some(title.to_owned());
        }
    }

    fn open(&mut self, text: &str, line: usize, column: usize) -> Result<(), TextError> {
        self.close()?;
        let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
            return Err(TextError::new(line, column, "the name of a section does not end in ']'"));
        };
        let section = match name.trim().to_ascii_lowercase().as_str() {
            "puzzle" => Section::Puzzle,
            "state" => Section::State,
            _ => return Err(TextError::new(line, column, format!("the section {text} is unknown"))),
        };
        if section == Section::State && self.waiting.is_none() {
            return Err(TextError::new(line, column, "the section [State] does not follow a section [Puzzle]"));
        }
        self.section = Some((section, line, column));
        Ok(())
    }

    /// Checks that the last section had a grid.
    fn close(&mut self) -> Result<(), TextError> {
        match self.section.take() {
            Some((_, line, column)) => Err(TextError::new(line, column, "this section has no grid")),
            None => Ok(()),
        }
    }

    /// Checks that no grid lacks rows.
    fn finish(&mut self) -> Result<(), TextError> {
        self.ended = None;
        let Some(Rows { board, count, last, joined, .. }) = self.rows.take() else { return Ok(()) };
        let side = board.side;
        if joined && 2 * count <= side {
            let column = board.cells.first().map_or(1, |cell| cell.column);
            return Err(TextError::new(board.line, column, format!("a row too many; the grid has {side} rows")));
        }
        Err(TextError::new(last + 1, 1, format!("the grid ends after {count} of {side} rows")))
    }

    fn board(&mut self, side: usize, line: usize) -> Board {
        let section = self.section.take().map(|(section, ..)| section);
        Board { side, cells: Vec::new(), line, title: self.title.take(), section }
    }

    /// Takes a whole puzzle on one line.
    fn whole(&mut self, cells: Vec<Cell>, line: usize) -> Result<(), TextError> {
        self.finish()?;
        let side = SIDES[AREAS.iter().position(|&area| area >= cells.len()).unwrap_or(0)];
        let board = self.board(side, line);
        self.take(Board { cells, ..board })
    }

    fn row(&mut self, cells: Vec<Cell>, line: usize) -> Result<(), TextError> {
        let (found, surplus) = (cells.len(), |side: usize| cells.get(side).map(|cell| cell.column));
        if self.rows.as_ref().is_some_and(|rows| {
            rows.gap
                && (rows.count % box_size(rows.board.side) != 0 || rows.board.side != found && SIDES.contains(&found))
        }) {
            self.finish()?;
        }
        let mut rows = match self.rows.take() {
            Some(rows) => rows,
            None if SIDES.contains(&found) => {
                let joined = self.ended.take() == Some(found);
                Rows { board: self.board(found, line), count: 0, last: line, gap: false, joined }
            }
            None => return Err(line::wrong_count(&cells, line)),
        };
        let side = rows.board.side;
        if let Some(column) = surplus(side) {
            let message = format!("the row is too long: {found} cells instead of {side}");
            return Err(TextError::new(line, column, message));
        }
        if found < side {
            let message = format!("the row is too short: {found} cells instead of {side}");
            return Err(TextError::new(line, line::after(&cells), message));
        }
        self.context.numbers |= cells.iter().any(|cell| matches!(cell.sign, Sign::Number(_)));
        rows.board.cells.extend(cells);
        rows.count += 1;
        (rows.last, rows.gap) = (line, false);
        if rows.count < side {
            self.context.side = Some(side);
            self.rows = Some(rows);
        } else {
            let Context { dashes, column, .. } = self.context;
            self.context = Context { dashes, column, ..Context::default() };
            self.take(rows.board)?;
            self.ended = Some(side);
        }
        Ok(())
    }

    /// Takes a complete board; a state joins the puzzle before it.
    fn take(&mut self, board: Board) -> Result<(), TextError> {
        if board.section == Some(Section::State) {
            if let Some(puzzle) = self.waiting.take() {
                self.puzzles.push(decode(puzzle, Some(board))?);
            }
            return Ok(());
        }
        self.decode_waiting()?;
        if board.section == Some(Section::Puzzle) {
            self.waiting = Some(board);
        } else {
            self.puzzles.push(decode(board, None)?);
        }
        Ok(())
    }

    fn decode_waiting(&mut self) -> Result<(), TextError> {
        if let Some(board) = self.waiting.take() {
            self.puzzles.push(decode(board, None)?);
        }
        Ok(())
    }

    /// Whether 16 cells on a line are a 4×4 puzzle and not a row of a 16×16 one.
    ///
    /// They are a row if most of the filled lines of 16 cells from here on have a sign that no 4×4 puzzle has, if
    /// any has a number of several digits, or if there are 16 such lines without a digit and no 4×4 puzzle before them.
    fn is_small(&self, lines: &[&str], index: usize) -> bool {
        let (mut count, mut large, mut filled, mut numbers) = (0, 0, 0, false);
        for (at, text) in lines.iter().enumerate().skip(index) {
            if count == 17 || !is_content(text) {
                break;
            }
            let row = match line::scan(text, at + 1, self.context) {
                Ok(Scan::Rule) => continue,
                Ok(Scan::Cells { cells, whole: false, .. }) if cells.len() == 16 => cells,
                _ => break,
            };
            let is = |wanted: fn(char) -> bool| {
                row.iter().any(|cell| {
                    matches!(cell.sign, Sign::Number(_)) || matches!(cell.sign, Sign::Char(sign) if wanted(sign))
                })
            };
            count += 1;
            numbers |= row.iter().any(|cell| matches!(cell.sign, Sign::Number(_)));
            large += usize::from(is(|sign| !is_empty(sign, 4) && !matches!(sign, '1'..='4')));
            filled += usize::from(is(|sign| !is_empty(sign, 4)));
        }
        let rows =
            numbers || (count > 1 && 2 * large > filled) || (count == 16 && filled == 0 && self.small != Some(index));
        !rows
    }
}

/// The puzzle of a board, and of its state if it has one.
fn decode(board: Board, state: Option<Board>) -> Result<Puzzle, TextError> {
    let signs = board.cells.iter().chain(state.iter().flat_map(|state| &state.cells));
    let code = Code::detect(board.side, signs);
    let grid = code.decode(&board)?;
    let mut puzzle = Puzzle { grid, alphabet: code.alphabet, line: board.line, givens: None, title: board.title };
    let Some(state) = state else { return Ok(puzzle) };
    if state.side != board.side {
        let (side, column) = (board.side, state.cells.first().map_or(1, |cell| cell.column));
        let message = format!("the section [State] is not {side}×{side} like the section [Puzzle]");
        return Err(TextError::new(state.line, column, message));
    }
    let givens = std::mem::replace(&mut puzzle.grid, code.decode(&state)?);
    for (index, (&given, cell)) in givens.values().iter().zip(&state.cells).enumerate() {
        let placed = puzzle.grid.values()[index];
        if given != 0 && placed != 0 && given != placed {
            let (given, placed) = (code.alphabet.write(given), code.alphabet.write(placed));
            let message = format!("{placed} in the section [State] where {given} is given");
            return Err(TextError::new(cell.line, cell.column, message));
        }
        puzzle.grid.set(index, given.max(placed));
    }
    puzzle.givens = Some(givens);
    puzzle.title = puzzle.title.or(state.title);
    Ok(puzzle)
}

/// How the values of a board are written.
struct Code {
    side: usize,
    alphabet: Alphabet,
    /// Whether they are decimal numbers.
    decimal: bool,
}

impl Code {
    fn detect<'a>(side: usize, cells: impl Iterator<Item = &'a Cell> + Clone) -> Code {
        let decimal = cells.clone().any(|cell| matches!(cell.sign, Sign::Number(_)));
        let signs = cells.filter_map(|cell| match cell.sign {
            Sign::Char(sign) => Some(sign),
            Sign::Number(_) => None,
        });
        let alphabet = if decimal { Alphabet::Numeric } else { Alphabet::detect(side, signs) };
        Code { side, alphabet, decimal }
    }

    fn decode(&self, board: &Board) -> Result<Grid, TextError> {
        let mut values = Vec::with_capacity(board.cells.len());
        for cell in &board.cells {
            values.push(self.value(cell)?);
        }
        Ok(Grid::from_values(box_size(board.side), values))
    }

    fn value(&self, cell: &Cell) -> Result<u8, TextError> {
        let side = self.side;
        let error = |message| Err(TextError::new(cell.line, cell.column, message));
        match cell.sign {
            Sign::Number(number) => match u8::try_from(number) {
                Ok(value) if usize::from(value) <= side => Ok(value),
                _ => error(format!("the number {number} is out of range: the digits of this puzzle are 1 to {side}")),
            },
            Sign::Char(sign) => match self.alphabet.read(sign, side) {
                Some(_) if self.decimal && sign.is_ascii_alphabetic() => {
                    error(format!("the letter {sign:?} is out of place among decimal numbers"))
                }
                Some(value) => Ok(value),
                None if is_empty(sign, side) => Ok(0),
                None => {
                    let digits = self.alphabet.describe(side);
                    error(format!("{sign:?} is out of range: the digits of this {side}×{side} puzzle are {digits}"))
                }
            },
        }
    }
}
