//! Texts of rectangular boards: cells such as `d3`, and positions as rows of letters separated by `/`.

use spinney::game::capabilities::NotationError;

/// The stones of the two players as bitboards; bit `line * width + column`, lines counted as they are written.
pub type Stones = [u64; 2];

/// Writes a cell: column letter from `a`, row number from 1.
pub fn write_cell(column: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// Reads a cell to column and row, both from 0.
pub fn read_cell(text: &str, width: usize, height: usize) -> Result<(usize, usize), NotationError> {
    let letter = text.chars().next().map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
    let number = text.get(1..).filter(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()));
    let (Some(letter), Some(number)) = (letter, number) else {
        return Err(NotationError::new(format!(
            "`{text}` is not a cell: expected a column letter and a row, such as a1"
        )));
    };
    let column = letter as usize - 'a' as usize;
    let row = number.parse::<usize>().unwrap_or(usize::MAX);
    if column >= width || !(1..=height).contains(&row) {
        let last = write_cell(width - 1, height - 1);
        return Err(NotationError::new(format!("`{text}` is off the board, which goes from a1 to {last}")));
    }
    Ok((column, row - 1))
}

/// Writes a board, with `/` between the lines; `letter` returns the letter for a column and a line.
pub fn write_lines(width: usize, height: usize, letter: impl Fn(usize, usize) -> char) -> String {
    let mut text = String::with_capacity((width + 1) * height);
    for line in 0..height {
        if line > 0 {
            text.push('/');
        }
        text.extend((0..width).map(|column| letter(column, line)));
    }
    text
}

/// Parses the output of [`write_lines`]. Calls `put` for every cell but `.` with column, line and index among the
/// `letters`, which stand in the text as they are or in the other case.
pub fn read_lines(
    text: &str,
    width: usize,
    height: usize,
    letters: [char; 2],
    mut put: impl FnMut(usize, usize, usize),
) -> Result<(), NotationError> {
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != height {
        let message = format!("{} rows instead of {height} (rows are separated by `/`)", lines.len());
        return Err(NotationError::new(message));
    }
    for (index, line) in lines.iter().enumerate() {
        let cells = line.chars().count();
        if cells != width {
            let message = format!("row {} from the top, `{line}`, has {cells} cells instead of {width}", index + 1);
            return Err(NotationError::new(message));
        }
        for (column, letter) in line.chars().enumerate().filter(|&(_, letter)| letter != '.') {
            match letters.iter().position(|known| known.eq_ignore_ascii_case(&letter)) {
                Some(side) => put(column, index, side),
                None => {
                    let [first, second] = letters;
                    let message =
                        format!("`{letter}` in row {} from the top: expected {first}, {second} or .", index + 1);
                    return Err(NotationError::new(message));
                }
            }
        }
    }
    Ok(())
}

/// Writes a board of `x`, `o` and `.`, with `/` between the lines.
pub fn write_board(stones: Stones, width: usize, height: usize) -> String {
    write_lines(width, height, |column, line| {
        let bit = line * width + column;
        match (stones[0] >> bit & 1, stones[1] >> bit & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        }
    })
}

/// Reads what [`write_board`] writes.
pub fn read_board(text: &str, width: usize, height: usize) -> Result<Stones, NotationError> {
    let mut stones = [0, 0];
    read_lines(text, width, height, ['x', 'o'], |column, line, side| stones[side] |= 1 << (line * width + column))?;
    Ok(stones)
}

/// Splits a position into the board and the side to move, its index among `sides`.
pub fn split_side<'t>(text: &'t str, sides: [&str; 2]) -> Result<(&'t str, u8), NotationError> {
    let [first, second] = sides;
    let mut words = text.split_whitespace();
    let (Some(board), Some(side), None) = (words.next(), words.next(), words.next()) else {
        return Err(NotationError::new(format!(
            "expected the board, a space and the side to move, {first} or {second}"
        )));
    };
    let meant = |name: &str| side.eq_ignore_ascii_case(name);
    match sides.iter().position(|name| meant(name)) {
        Some(side) => Ok((board, side as u8)),
        None => Err(NotationError::new(format!("`{side}` is not a side to move: expected {first} or {second}"))),
    }
}

/// Checks that the players have alternated, `x` first.
pub fn check_counts(stones: Stones) -> Result<(), NotationError> {
    let [x, o] = stones.map(u64::count_ones);
    if x == o || x == o + 1 {
        return Ok(());
    }
    Err(NotationError::new(format!("{x} x and {o} o: x begins and they take turns, so x has as many as o or one more")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_round_trip_and_others_are_refused() {
        for column in 0..7 {
            for row in 0..12 {
                assert_eq!(read_cell(&write_cell(column, row), 7, 12), Ok((column, row)));
            }
        }
        for text in ["", "a", "1", "a0", "h1", "a13", "a+1", "ä1", "aa1", "a99999999999999999999999", "a1 "] {
            assert!(read_cell(text, 7, 12).is_err(), "{text}");
        }
    }

    #[test]
    fn boards_round_trip_and_others_are_refused() {
        let text = "x.o/.x./..o";
        assert_eq!(write_board(read_board(text, 3, 3).unwrap(), 3, 3), text);
        let message = |text| read_board(text, 3, 3).unwrap_err().0;
        assert_eq!(message("x.o/.x."), "2 rows instead of 3 (rows are separated by `/`)");
        assert_eq!(message("x.o/.x/..."), "row 2 from the top, `.x`, has 2 cells instead of 3");
        assert_eq!(message("x.o/.x./..?"), "`?` in row 3 from the top: expected x, o or .");
    }
}
