//! Every format read, and round trips through every writer.

use super::*;

const LINE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn one(text: &str) -> Puzzle {
    let mut puzzles = read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(puzzles.len(), 1, "{text}");
    puzzles.remove(0)
}

/// The puzzle of [`LINE`] with other signs between and around its cells.
fn rows(row: impl Fn(&str) -> String) -> String {
    (0..9).map(|index| row(&LINE[9 * index..9 * index + 9]) + "\n").collect()
}

fn assert_is_line(text: &str) {
    assert_eq!(write_line(&one(text).grid, Alphabet::Numeric), LINE, "{text}");
}

#[test]
fn lines_with_any_sign_for_an_empty_cell() {
    for sign in [".", "0", "_", "*", "X", "x", "-"] {
        assert_is_line(&LINE.replace('.', sign));
        assert_is_line(&rows(|row| row.replace('.', sign)));
        assert_is_line(&rows(|row| format!("{}|{}|{}", &row[..3], &row[3..6], &row[6..]).replace('.', sign)));
    }
    assert_is_line(&LINE.replacen('.', "0", 7).replacen('.', "X", 5).replacen('.', "-", 9).replacen('.', "_", 3));
}

#[test]
fn lines_with_comments_ratings_and_columns() {
    for tail in ["", " ", " 1.2", "\t# hard", "; 9.1", ";x", ",solution", &format!(",{LINE}"), " rated-by me?"] {
        assert_is_line(&format!("\u{feff}# list\r\n\r\n  {LINE}{tail}\r\n"));
        let puzzles = read_all(&format!("{LINE}{tail}\n# note\n\n{LINE}{tail}\n{LINE}")).unwrap();
        assert_eq!(puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>(), [1, 4, 5]);
    }
    assert_is_line(&format!("quizzes,solutions\n{LINE},{LINE}\n"));
    assert_is_line(&format!("{LINE}\r# old line ends\r"));
    assert_is_line(&rows(|row| row.to_owned()).replace('\n', " "));
}

/// A puzzle behind a label is read, and never taken for a heading.
#[test]
fn puzzles_behind_labels() {
    let zeros = LINE.replace('.', "0");
    for label in ["easy ", "Grid 7: ", "Puzzle 2:", "hard:", "Sudoku,", "no. 3;", "Level "] {
        for line in [LINE, &zeros] {
            assert_is_line(&format!("{label}{line}\n"));
            let puzzles = read_all(&format!("{line}\n{label}{line}\n{line} 1.2\n")).unwrap();
            assert_eq!(puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>(), [1, 2, 3], "{label}");
        }
    }
    assert_eq!(read_all("Grid 1\n1.....2..3.....4\nGrid 2 1.....2..3.....4\n").unwrap().len(), 2);
    let short = read_all(&format!("{LINE}\neasy {}\n", &LINE[1..])).unwrap_err();
    assert_eq!(short.line, 2, "{short}");
}

/// Lines of 16 signs are rows of a 16×16 grid or puzzles of 4×4, and do not change from one to the other.
#[test]
fn empty_small_puzzles() {
    for count in [17, 20, 40] {
        let puzzles = read_all(&"................\n".repeat(count)).unwrap();
        assert_eq!(puzzles.len(), count);
    }
    assert_eq!(read_all(&"................\n".repeat(16)).unwrap().len(), 1);
}

#[test]
fn grids_with_and_without_rules() {
    let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
    assert_is_line(&rows(spaced));
    assert_is_line(&rows(|row| spaced(row).replace(' ', ",")));
    assert_is_line(&rows(|row| spaced(row).replace(' ', ";").replace('.', "")));
    assert_is_line(&rows(|row| format!("{} {} {}", &row[..3], &row[3..6], &row[6..])));
    assert_is_line(&rows(|row| format!("│{}┃{}║{}│\n├───┼───╬═══┤", &row[..3], &row[3..6], &row[6..])));
    for rule in
        ["---------", "===+===+===", ".-------.-------.", "'-----'", ":---+---:", "|---|---|---|", "\n", "┏━━┳━━┓"]
    {
        let lines: Vec<&str> = LINE.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let bands: Vec<String> = lines.chunks(3).map(|band| band.join("\n")).collect();
        assert_is_line(&bands.join(&format!("\n{rule}\n")));
    }
}

#[test]
fn grids_of_decimal_numbers() {
    for (side, separator) in [(16, " "), (16, ","), (25, "  "), (25, " | ")] {
        let value =
            |cell: usize| (cell / side * box_size(side) + cell / side / box_size(side) + cell % side) % side + 1;
        let cells: Vec<usize> = (0..side * side).map(|cell| if cell % 7 == 3 { 0 } else { value(cell) }).collect();
        let numbers: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let text: String = numbers.chunks(side).map(|row| row.join(separator) + "\n").collect();
        let puzzle = one(&text);
        assert_eq!(puzzle.alphabet, Alphabet::Numeric);
        assert!(puzzle.grid.values().iter().zip(&cells).all(|(&read, &cell)| usize::from(read) == cell));
    }
}

#[test]
fn several_grids_with_headings() {
    let grid = rows(|row| row.replace('.', "0"));
    let puzzles = read_all(&format!("Grid 01\n{grid}Grid 02\n{grid}\n\n{grid}{grid}Puzzle #5:\n\n{grid}")).unwrap();
    let titles: Vec<Option<&str>> = puzzles.iter().map(|puzzle| puzzle.title.as_deref()).collect();
    assert_eq!(titles, [Some("Grid 01"), Some("Grid 02"), None, None, Some("Puzzle #5")]);
    assert_eq!(puzzles.iter().map(|puzzle| puzzle.line).collect::<Vec<_>>(), [2, 12, 23, 32, 43]);
}

#[test]
fn sudocue_with_sections() {
    let grid = rows(str::to_owned);
    let state = rows(|row| row.replacen("53.", "534", 1));
    let head = "#ARuud\n#DA random puzzle\n#CJust start\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://www.sudocue.net/\n";
    let puzzle = one(&format!("{head}{grid}"));
    assert_eq!((puzzle.title.as_deref(), puzzle.line, &puzzle.givens), (Some("A random puzzle"), 8, &None));
    let puzzle = one(&format!("{head}[Puzzle]\n{grid}[State]\n{state}"));
    let givens = puzzle.givens.unwrap();
    assert_eq!(write_line(&givens, Alphabet::Numeric), LINE);
    assert_eq!((puzzle.grid.values()[2], puzzle.grid.filled(), puzzle.line), (4, givens.filled() + 1, 9));
    assert!(puzzle.grid.extends(&givens));
    assert_eq!(one(&format!("[puzzle]\n{grid}")).givens, None);
    assert_eq!(one(&format!("#Difficult\n{grid}")).title, None);
}

#[test]
fn simple_sudoku() {
    let text = write_ss(&one(LINE).grid, Alphabet::Numeric);
    assert!(text.starts_with("*-----------*\n|53.|.7.|...|\n"), "{text}");
    for text in [text.replace('.', "X"), text.replace("|---+---+---|", "-----------"), format!("{text}\n")] {
        assert_is_line(&text);
    }
    assert_eq!(read_all(&format!("{text}{text}\n{text}")).unwrap().len(), 3);
}

#[test]
fn sixteen_cells_are_a_small_puzzle_or_a_large_row() {
    assert_eq!(one("1...2..3.4......").grid.geometry().side, 4);
    assert_eq!(one("1...2..3.4......,1234341221434321").grid.geometry().side, 4);
    assert_eq!(read_all(&"1...2..3.4......\n".repeat(16)).unwrap().len(), 16);
    assert_eq!(one(&"1...2..3.4.....G\n".repeat(16)).grid.geometry().side, 16);
    assert_eq!(one(&"................\n".repeat(16)).grid.geometry().side, 16);
    assert_eq!(one("12 34\n34 ..\n\n.. ..\n.. 21").grid.filled(), 8);
}

#[test]
fn alphabets_are_told_apart() {
    let alphabet =
        |cells: &str, area: usize, empty: &str| one(&(cells.to_owned() + &empty.repeat(area - cells.len()))).alphabet;
    assert_eq!(alphabet("123AG", 256, "."), Alphabet::Numeric);
    assert_eq!(alphabet("123af", 256, "0"), Alphabet::Numeric);
    assert_eq!(alphabet("123AF0", 256, "."), Alphabet::Hexadecimal);
    assert_eq!(alphabet("123AF0", 256, "X"), Alphabet::Hexadecimal);
    assert_eq!(alphabet("123AG0", 256, "."), Alphabet::Numeric);
    assert_eq!(alphabet("ABP", 256, "0"), Alphabet::Letters);
    assert_eq!(alphabet("", 256, "."), Alphabet::Numeric);
    assert_eq!(alphabet("ABXY", 625, "."), Alphabet::Letters);
    assert_eq!(alphabet("xy", 625, "0"), Alphabet::Letters);
    assert_eq!(alphabet("AP9", 625, "-"), Alphabet::Numeric);
    assert_eq!(alphabet("", 625, "0"), Alphabet::Letters);
}

#[test]
fn every_sign_reads_as_its_value() {
    for side in SIDES {
        for &alphabet in Alphabet::all_for(side) {
            for value in 1..=side as u8 {
                let sign = alphabet.write(value);
                assert_eq!(alphabet.read(sign, side), Some(value));
                assert_eq!(alphabet.read(sign.to_ascii_lowercase(), side), Some(value));
            }
            assert_eq!(alphabet.read(alphabet.write(side as u8 + 1), side), None);
        }
    }
    assert_eq!((Alphabet::Numeric.write(0), Alphabet::Letters.write(255)), ('.', '?'));
}

/// A little generator of pseudorandom numbers.
pub(super) struct Lcg(pub u64);

impl Lcg {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % end
    }
}

/// A board that is full or has empty cells, with the first row whole so that the alphabet can be told.
fn random_board(side: usize, random: &mut Lcg) -> Grid {
    let size = box_size(side);
    let mut names: Vec<u8> = (1..=side as u8).collect();
    for last in (1..side).rev() {
        names.swap(last, random.below(last + 1));
    }
    let density = 1 + random.below(10);
    let values = (0..side * side).map(|cell| {
        let (row, column) = (cell / side, cell % side);
        let value = names[(row % size * size + row / size + column) % side];
        if row == 0 || random.below(10) < density { value } else { 0 }
    });
    Grid::from_values(size, values.collect())
}

#[test]
fn round_trips_for_every_size_and_alphabet() {
    let mut random = Lcg(1);
    for side in SIDES {
        for &alphabet in Alphabet::all_for(side) {
            for round in 0..40 {
                let grid = random_board(side, &mut random);
                let texts = [
                    write_line(&grid, alphabet),
                    write_grid(&grid, alphabet),
                    write_ss(&grid, alphabet),
                    write_sdk(&grid, None, alphabet, None),
                    write_line(&grid, alphabet).to_lowercase(),
                    write_line(&grid, alphabet).replace('.', "-"),
                    write_ss(&grid, alphabet).replace('.', "_"),
                    write_sdk(&grid, None, alphabet, None).replace('.', "*"),
                ];
                for text in &texts {
                    let puzzle = one(text);
                    assert_eq!((puzzle.grid, puzzle.alphabet), (grid.clone(), alphabet), "{round}\n{text}");
                }
                let mut givens = grid.clone();
                (side..side * side).step_by(2).for_each(|cell| givens.set(cell, 0));
                let puzzle = one(&write_sdk(&grid, Some(&givens), alphabet, Some("a\ntitle ")));
                assert_eq!((puzzle.grid, puzzle.givens), (grid, Some(givens)));
                assert_eq!((puzzle.alphabet, puzzle.title.as_deref()), (alphabet, Some("a title")));
                let all = [texts[1].as_str(), &texts[2], &texts[3], &texts[1]].join("\n");
                assert_eq!(read_all(&all).map(|puzzles| puzzles.len()), Ok(4), "{all}");
            }
        }
    }
}

#[test]
fn candidates_are_aligned() {
    let grid = one("1...2..3.4......").grid;
    let candidates: Vec<u32> = (0..16).map(|cell| cell % 16).collect();
    let expected = "\
+--------+----------+
| 1  1   | 2   12   |
| 2  13  | 23  3    |
+--------+----------+
| 4  4   | 24  124  |
| 34 134 | 234 1234 |
+--------+----------+
";
    assert_eq!(write_candidates(&grid, &candidates, Alphabet::Numeric), expected);
    let large = write_candidates(&Grid::empty(5), &[(1 << 25) - 1; 625], Alphabet::Letters);
    assert!(large.contains("ABCDEFGHIJKLMNOPQRSTUVWXY"));
    assert!(write_candidates(&Grid::empty(2), &[], Alphabet::Numeric).contains("| . . | . . |"));
}
