//! Every format is read, and what cannot be read is rejected with its place.

use serde_json::Value;

use super::super::solve::Scratch;
use super::super::{objects, stderr_of, stdout};
use super::{BROKEN, PUZZLE, SEVERAL, SMALL, SOLUTION, rejected, rows_of, text_of};

fn lines(write: impl Fn(usize, &str) -> String) -> String {
    (0..9).map(|row| write(row, &PUZZLE[9 * row..9 * row + 9])).collect()
}

#[test]
fn every_format_is_the_same_puzzle() {
    let parts = |row: &str, between: &str| [&row[..3], &row[3..6], &row[6..]].join(between);
    let spaced = |row: &str| row.chars().map(|sign| format!("{sign} ")).collect::<String>();
    let rule = |row: usize, rule: &str| if row == 3 || row == 6 { format!("{rule}\n") } else { String::new() };
    let rows = lines(|_, row| format!("{row}\n"));
    for text in [
        PUZZLE.to_owned(),
        PUZZLE.replace('.', "0"),
        PUZZLE.replace('.', "_"),
        PUZZLE.replace('.', "*"),
        PUZZLE.replace('.', "X"),
        format!("\u{feff}{PUZZLE}\r\n"),
        format!("puzzle,rating\n{},2.3\n", PUZZLE.replace('.', "0")),
        rows.clone(),
        format!("id,puzzle,rating\n7,{PUZZLE},2.3\n"),
        format!("\"puzzle\"\n\"{PUZZLE}\"\n"),
        format!("{PUZZLE},\"easy, mostly\"\n"),
        format!("#AThe author\n#DA title\n#CA comment\n{rows}"),
        format!("[Puzzle]\n{rows}"),
        lines(|_, row| format!("{}\n", spaced(row))),
        lines(|at, row| format!("{}{}\n", rule(at, "---+---+---"), parts(row, "|"))),
        lines(|at, row| format!("{}| {} |\n", rule(at, "+-------+-------+-------+"), parts(&spaced(row), "| "))),
        format!(
            "*-----------*\n{}*-----------*\n",
            lines(|at, row| { format!("{}|{}|\n", rule(at, "|---+---+---|"), parts(row, "|")) })
        ),
    ] {
        let (rows, summary) = rows_of(&["count"], &text);
        assert_eq!(rows.len(), 1, "{text}");
        assert_eq!((&rows[0]["puzzle"], &rows[0]["solutions"]), (&PUZZLE.into(), &1.into()), "{text}");
        assert_eq!((&summary["puzzles"], &summary["unique"]), (&1.into(), &1.into()));
    }
}

/// A full board with one cell of every row empty.
fn large(box_size: usize, sign: impl Fn(usize) -> char) -> (String, String) {
    let side = box_size * box_size;
    let value = |row: usize, column: usize| (row % box_size * box_size + row / box_size + column) % side;
    let full: String = (0..side * side).map(|cell| sign(value(cell / side, cell % side))).collect();
    let open = full.chars().enumerate();
    let open = open.map(|(cell, sign)| if cell % (side + 1) == 0 { '.' } else { sign }).collect();
    (open, full)
}

#[test]
fn large_boards_keep_their_alphabets() {
    let letters = |value: usize| char::from(b'A' + value as u8);
    let hexadecimal = |value: usize| char::from_digit(value as u32, 16).unwrap().to_ascii_uppercase();
    let numeric =
        |value: usize| if value < 9 { char::from(b'1' + value as u8) } else { char::from(b'A' + value as u8 - 9) };
    let boards = [
        large(2, numeric),
        large(4, numeric),
        large(4, hexadecimal),
        large(4, letters),
        large(5, letters),
        large(5, numeric),
    ];
    for (open, full) in boards {
        for agent in ["exact", "mcts"] {
            let (rows, _) = rows_of(&["solve", "--agent", agent, "--seed", "1"], &open);
            assert_eq!(
                (&rows[0]["puzzle"], &rows[0]["solution"]),
                (&open.clone().into(), &full.clone().into()),
                "{agent}"
            );
        }
        let (rows, _) = rows_of(&["rate"], &open);
        assert_eq!(rows[0]["level"], "easy", "{open}");
    }
}

#[test]
fn our_own_tables_are_read_again() {
    for size in ["4", "9", "16"] {
        let made = stdout(&["sudoku", "generate", "--size", size, "--count", "3", "--seed", "1", "--csv"]);
        let puzzles = |text: &str| -> Vec<Value> {
            let (rows, summary) = rows_of(&["count"], text);
            assert_eq!((&summary["puzzles"], &summary["unique"]), (&3.into(), &3.into()), "{text}");
            rows.iter().map(|row| row["puzzle"].clone()).collect()
        };
        let first = puzzles(&made);
        for command in ["solve", "count", "rate"] {
            assert_eq!(puzzles(&text_of(&[command, "--csv"], &made)), first, "{command} {size}");
        }
    }
    // An error with a comma, and a solution beside a puzzle that is none.
    let solved = text_of(&["solve", "--csv"], &[BROKEN, SMALL].join("\n"));
    assert_eq!(rows_of(&["count"], &solved).0.len(), 2, "{solved}");
    let error = rejected(&["count"], &format!("id,puzzle,solution\n7,{},{SOLUTION}\n", &PUZZLE[1..]), 1);
    assert!(error.contains("line 2, column 83: 80 cells in this field"), "{error}");
}

#[test]
fn puzzles_come_from_everywhere_in_order() {
    let file = Scratch::new("puzzles");
    std::fs::write(&file.0, format!("# two\n{SMALL}\n\n{SEVERAL}\n")).unwrap();
    let rows = objects(&["sudoku", "count", SEVERAL, file.path(), SMALL]);
    let places: Vec<_> = rows[..4].iter().map(|row| (row["file"].as_str(), row["line"].as_u64().unwrap())).collect();
    assert_eq!(places, [(None, 1), (Some(file.path()), 2), (Some(file.path()), 4), (None, 1)]);
    let text = stdout(&["sudoku", "count", SEVERAL, file.path(), SMALL]);
    let place = |line: usize| format!("{}:{line}", file.path());
    let heads = ["puzzle 1".to_owned(), place(2), place(4), "puzzle 2".to_owned()];
    assert!(heads.iter().zip(text.lines()).all(|(head, line)| line.starts_with(&format!("{head}: "))), "{text}");
    let (rows, _) = rows_of(&["count", "-"], SMALL);
    assert_eq!(rows[0]["file"], "-");
}

#[test]
fn what_cannot_be_read_is_named_by_line_and_column() {
    let row = &PUZZLE[..9];
    let rows = |count: usize| format!("{row}\n").repeat(count);
    for (text, place) in [
        (PUZZLE[1..].to_owned(), "line 1, column 81"),
        (format!("{PUZZLE}."), "line 1, column 82"),
        (format!("# remark\n{}", PUZZLE.replacen('6', "?", 1)), "line 2, column 6"),
        (format!("{PUZZLE}\n{}", PUZZLE.replacen('8', "A", 1)), "line 2, column 2"),
        (rows(8), "line 9, column 1"),
        (format!("{}48...69.\n", rows(3)), "line 4, column 9"),
        (format!("{}48...69.21\n", rows(3)), "line 4, column 10"),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 12 1\n".to_owned(), "line 4, column 5"),
        (format!("[State]\n{}", rows(9)), "line 1, column 1"),
        (String::new(), "there is no puzzle in this text"),
    ] {
        for command in ["solve", "count", "hint", "rate"] {
            let error = rejected(&[command], &text, 1);
            assert!(
                error.starts_with("error: standard input: ") && error.contains(place),
                "{place} in {error}: {text}"
            );
        }
    }
    let error = stderr_of(&["sudoku", "count", &PUZZLE.replacen('6', "?", 1)], 1);
    assert!(error.contains("the puzzle: line 1, column 6"), "{error}");
    let error = stderr_of(&["sudoku", "count", "no-such-file.sdk"], 1);
    assert!(error.contains("cannot read no-such-file.sdk: there is no such file"), "{error}");
    let file = Scratch::new("broken-puzzles");
    std::fs::write(&file.0, "12..\n34..\n").unwrap();
    let error = stderr_of(&["sudoku", "count", file.path()], 1);
    assert!(error.contains(&format!("{}: line 3, column 1", file.path())), "{error}");
    for (bytes, said) in [(&[b'1', 0xe9][..], "line 1 is not UTF-8 text"), (&[0xff, 0xfe, b'1', 0], "it is UTF-16")] {
        std::fs::write(&file.0, bytes).unwrap();
        assert!(stderr_of(&["sudoku", "count", file.path()], 1).contains(said), "{said}");
    }
}
