//! Texts of rectangular boards: cells such as `d3`, and positions as rows of letters separated by `/`.

use spinney::game::skills::NotationError;

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
        return Err(NotationError::new(format!("`{text}` is no cell: expected a column letter and a row, such as a1")));
    };
    let column = letter as usize - 'a' as usize;
    let row = number.parse::<usize>().unwrap_or(usize::MAX);
    if column >= width || !(1..=height).contains(&row) {
        let last = write_cell(width - 1, height - 1);
        return Err(NotationError::new(format!("`{text}` is off the board, which goes from a1 to {last}")));
    }
    Ok((column, row - 1))
}

/// Writes a board of `x`, `o` and `.`, with `/` between the lines.
pub fn write_board(stones: Stones, width: usize, height: usize) -> String {
    let mut text = String::with_capacity((width + 1) * height);
    for line in 0..height {
        if line > 0 {
            text.push('/');
        }
        text.extend((0..width).map(|column| letter_at(stones, line * width + column)));
    }
    text
}

/// The letter of a cell.
fn letter_at(stones: Stones, bit: usize) -> char {
    match (stones[0] >> bit & 1, stones[1] >> bit & 1) {
        (1, _) => 'x',
        (_, 1) => 'o',
        _ => '.',
    }
}

/// Reads what [`write_board`] writes.
pub fn read_board(text: &str, width: usize, height: usize) -> Result<Stones, NotationError> {
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != height {
        let message = format!("{} rows instead of {height} (rows are separated by `/`)", lines.len());
        return Err(NotationError::new(message));
    }
    let mut stones = [0, 0];
    for (index, line) in lines.iter().enumerate() {
        let cells = line.chars().count();
        if cells != width {
            let message = format!("row {} from the top, `{line}`, has {cells} cells instead of {width}", index + 1);
            return Err(NotationError::new(message));
        }
        for (column, letter) in line.chars().enumerate() {
            let bit = 1u64 << (index * width + column);
            match letter {
                'x' | 'X' => stones[0] |= bit,
                'o' | 'O' => stones[1] |= bit,
                '.' => {}
                other => {
                    let message = format!("`{other}` in row {} from the top: expected x, o or .", index + 1);
                    return Err(NotationError::new(message));
                }
            }
        }
    }
    Ok(stones)
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
