//! Texts from files, and texts quoted in messages.

use spinney_agents::text_file::*;

#[test]
fn an_endless_file_is_rejected_at_the_limit() {
    assert_eq!(read_text(std::io::repeat(b' '), 1 << 20), Err(TextFileError::TooBig { most: 1 << 20 }));
    assert_eq!(TextFileError::TooBig { most: 1 << 20 }.to_string(), "it is larger than 1 MiB");
}

#[test]
fn text_is_utf8_without_a_byte_order_mark() {
    assert_eq!(read_text("\u{feff}é".as_bytes(), 10), Ok("é".to_owned()));
    assert_eq!(read_text(&b"a\n\n\xff"[..], 10), Err(TextFileError::NotText { line: 3 }));
}

#[test]
fn long_texts_are_quoted_in_part() {
    assert_eq!(quote("b2"), "b2");
    assert_eq!(quote(&"é".repeat(1000)), "é".repeat(80) + "… (1000 characters)");
    let message = format!("no game `{}`; games: a, b", "x".repeat(1000));
    assert_eq!(shorten(&message), format!("no game `{}… (1001 characters)`; games: a, b", "x".repeat(79)));
    assert_eq!(shorten("two\n  lines "), "two\n  lines ");
}

#[test]
fn lines_are_read_up_to_the_limit() {
    let mut text = &b"one\r\n\ntwo"[..];
    let mut lines = Vec::new();
    while let Some(line) = read_line(&mut text, 10).unwrap() {
        lines.push(line);
    }
    assert_eq!(lines, ["one", "", "two"]);
    let mut endless = std::io::BufReader::new(std::io::repeat(b' '));
    assert_eq!(read_line(&mut endless, 1 << 20), Err(TextFileError::TooBig { most: 1 << 20 }));
}
