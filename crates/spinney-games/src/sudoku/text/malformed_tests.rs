//! Texts that cannot be read, with the place of the fault, and random ones that must not do any harm.

use super::tests::Lcg;
use super::*;

const ROW: &str = "53..7....\n";

#[test]
fn faults_have_a_line_and_a_column() {
    let dots = |count: usize| ".".repeat(count);
    let grid = ROW.repeat(9);
    let large = "12345678.ABCDEFG\n";
    let cases: Vec<(String, usize, usize, &str)> = vec![
        // Nothing to read.
        ("".into(), 1, 1, "no puzzle"),
        ("\n \n# only a comment\n".into(), 1, 1, "no puzzle"),
        ("puzzle,solution\n".into(), 1, 1, "no puzzle"),
        ("-----------\n".into(), 1, 1, "no puzzle"),
        // Lines of a wrong length.
        (dots(80), 1, 81, "80 cells"),
        (dots(82), 1, 82, "82 cells"),
        (format!("{}\n  {} ; 1.2", dots(81), dots(79)), 2, 82, "16, 81, 256 or 625"),
        (dots(255), 1, 256, "255 cells"),
        (dots(630), 1, 626, "630 cells"),
        ("12345678".into(), 1, 9, "4, 9, 16 or 25"),
        ("1234567891".into(), 1, 10, "10 cells"),
        (dots(15), 1, 16, "15 cells"),
        ("hello world".into(), 1, 11, "10 cells"),
        ("12".into(), 1, 3, "2 cells"),
        // Foreign characters.
        (format!("{}?{}", dots(40), dots(40)), 1, 41, "'?'"),
        (format!("# é\n{}é{}", dots(3), dots(77)), 2, 4, "'é'"),
        (format!("{ROW}53..7...!\n"), 2, 9, "'!'"),
        (format!("{ROW}{ROW}| 5 3 $ | . . . | . . . |"), 3, 7, "'$'"),
        ("{1234}".into(), 1, 1, "'{'"),
        // Digits out of range.
        (format!("{}A{}", dots(80), ""), 1, 81, "'A' is out of range"),
        (format!("{ROW}...|..B|...\n{}", ROW.repeat(7)), 2, 7, "1-9"),
        ("1234\n3412\n2153\n4321".into(), 3, 3, "are 1-4"),
        ("1..5............".into(), 1, 4, "'5'"),
        (format!("{}{}", large.repeat(15), "12345678.ABCDEFH"), 16, 16, "1-9, A-G"),
        (format!("{}Z{}", dots(24), dots(600)), 1, 25, "A-Y"),
        (format!("9876X{}", dots(620)), 1, 5, "1-9, A-P"),
        (format!("QRSTU1{}", dots(619)), 1, 6, "'1'"),
        ("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 12 1\n".into(), 4, 5, "number 12"),
        (format!("{}17\n{}", "1 ".repeat(15), format!("{}16\n", "1 ".repeat(15)).repeat(15)), 1, 31, "number 17"),
        (format!("{}A\n{}", "1 ".repeat(15), format!("{}16\n", "1 ".repeat(15)).repeat(15)), 1, 31, "decimal"),
        // Rows of a wrong length.
        (format!("{ROW}53..7...\n"), 2, 9, "too short: 8 cells instead of 9"),
        (format!("{ROW}53..7.....\n"), 2, 10, "too long: 10 cells instead of 9"),
        (format!("{ROW}|53.|.7.|..|\n"), 2, 12, "too short"),
        ("1,2,3,4\n3,4,1\n".into(), 2, 6, "too short: 3 cells instead of 4"),
        (format!("{}16\n{}16\n", "1 ".repeat(15), "1 ".repeat(14)), 2, 31, "too short: 15"),
        (format!("{}16\n{}10 16\n", "1 ".repeat(15), "1 ".repeat(15)), 2, 34, "too long: 17"),
        // Wrong numbers of rows.
        (ROW.repeat(8), 9, 1, "after 8 of 9 rows"),
        (format!("{}\n{grid}", ROW.repeat(8)), 9, 1, "after 8 of 9 rows"),
        (format!("{}Grid 02\n{grid}", ROW.repeat(7)), 8, 1, "after 7 of 9 rows"),
        (format!("{grid}{ROW}"), 10, 1, "a row too many"),
        (format!("{grid}\n{ROW}"), 12, 1, "after 1 of 9 rows"),
        (large.repeat(15), 16, 1, "after 15 of 16 rows"),
        (format!("{}1234\n", ROW.repeat(3) + "\n"), 4, 1, "after 3 of 9 rows"),
        (format!("{ROW}{}\n", dots(81)), 2, 1, "after 1 of 9 rows"),
        // Sections.
        (format!("[Puzzle]\n{grid}[Solution]\n{grid}"), 11, 1, "[Solution] is unknown"),
        (format!("  [Puzzle\n{grid}"), 1, 3, "']'"),
        (format!("[State]\n{grid}"), 1, 1, "does not follow"),
        (format!("[Puzzle]\n{grid}[State]\n"), 11, 1, "no grid"),
        ("[Puzzle]\n\n[State]\n".into(), 1, 1, "no grid"),
        (format!("[Puzzle]\n{grid}[State]\n1234\n3412\n2143\n4321\n"), 12, 1, "not 9×9"),
        (format!("[Puzzle]\n{grid}[State]\n{ROW}54..7....\n{}", ROW.repeat(7)), 13, 2, "4 in the section"),
        (format!("[Puzzle]\n{}[State]\n{grid}", ROW.repeat(8)), 10, 1, "after 8 of 9 rows"),
        // The first of two faults counts.
        (format!("{}A\n{}\n", dots(80), dots(80)), 1, 81, "out of range"),
        (format!("{}A\r\n{}", dots(80), dots(80)), 1, 81, "out of range"),
    ];
    for (text, line, column, part) in cases {
        let error = read_all(&text).expect_err(&text);
        assert_eq!((error.line, error.column), (line, column), "{error}\n{text}");
        assert!(error.to_string().starts_with(&format!("line {line}, column {column}: ")), "{error}");
        assert!(error.message.contains(part), "{error}\n{text}");
    }
}

#[test]
fn clashing_digits_are_no_fault_of_the_text() {
    let puzzles = read_all(&format!("55{}", ".".repeat(79))).expect("a puzzle");
    assert!(puzzles[0].grid.clash().is_some());
}

#[test]
fn random_texts_do_no_harm() {
    let pieces = [
        "1",
        "2",
        "9",
        "0",
        ".",
        "-",
        "*",
        "_",
        "X",
        "A",
        "G",
        "Y",
        "z",
        "|",
        "+",
        "=",
        ":",
        ";",
        ",",
        " ",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "#",
        "#D",
        "[",
        "]",
        "[Puzzle]\n",
        "[State]\n",
        "Grid 1\n",
        "é",
        "│",
        "─",
        "'",
        "?",
        "\u{feff}",
        "\u{0}",
        "10 ",
        "999999999999",
        "................",
        "1234\n",
        "53..7....\n",
        "---------\n",
        "12 ",
        "٣",
        "\u{a0}",
    ];
    let mut random = Lcg(7);
    let mut read = 0;
    for round in 0..10_000 {
        // Some texts of all pieces, some of few, which are more often almost right.
        let few: Vec<&str> = (0..1 + random.below(4)).map(|_| pieces[random.below(pieces.len())]).collect();
        let from: &[&str] = if round % 2 == 0 { &pieces } else { &few };
        let text: String = (0..random.below(120)).map(|_| from[random.below(from.len())]).collect();
        match read_all(&text) {
            Ok(puzzles) => {
                read += 1;
                assert!(!puzzles.is_empty());
                for puzzle in puzzles {
                    write_grid(&puzzle.grid, puzzle.alphabet);
                }
            }
            Err(error) => assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty()),
        }
    }
    assert!(read > 10, "{read}");
}

#[test]
fn damaged_texts_do_no_harm() {
    let grid = read_all(&ROW.repeat(9)).expect("a puzzle").remove(0).grid;
    let whole = write_sdk(&grid, Some(&grid), Alphabet::Numeric, Some("title")) + &write_ss(&grid, Alphabet::Numeric);
    let mut random = Lcg(3);
    for _ in 0..3_000 {
        let mut signs: Vec<char> = whole.chars().collect();
        for _ in 0..1 + random.below(4) {
            let at = random.below(signs.len());
            match random.below(3) {
                0 => drop(signs.remove(at)),
                1 => signs.insert(at, ['\n', '1', '-', ',', 'é'][random.below(5)]),
                _ => signs[at] = ['\n', 'A', '|', ' ', '\''][random.below(5)],
            }
        }
        let text: String = signs.into_iter().collect();
        if let Err(error) = read_all(&text) {
            assert!(error.line <= text.split('\n').count() + 1, "{error}\n{text}");
        }
    }
}
