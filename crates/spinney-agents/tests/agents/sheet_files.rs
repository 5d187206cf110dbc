//! Files of rule sheets.

use std::path::Path;

use spinney_agents::rule_sheets::*;

fn read(bytes: &[u8]) -> Result<Source, SourceError> {
    Source::read("x", "x.kif", bytes)
}

#[test]
fn a_sheet_is_utf8_text_of_a_sensible_size() {
    assert_eq!(read("(role é)".as_bytes()).unwrap().text, "(role é)");
    assert_eq!(read("\u{feff}(role x)".as_bytes()).unwrap().text, "(role x)");
    assert_eq!(read(b"(role x)\n\n\xff").unwrap_err(), SourceError::NoText { label: "x.kif".to_owned(), line: 3 });
    let big = Source::read("x", "x.kif", std::io::repeat(b' ')).unwrap_err();
    assert_eq!(big.to_string(), "cannot read x.kif: it is larger than 16 MiB, the limit for rule sheets");
}

#[test]
fn files_that_are_none_are_named() {
    let says = |path: &str| Source::file(Path::new(path)).unwrap_err().to_string();
    assert_eq!(says("no/such.kif"), "cannot read no/such.kif: there is no such file");
    assert_eq!(says("src"), "cannot read src: it is a folder, and a rule sheet is a file");
    assert_eq!(says(""), "cannot read : there is no such file");
    let this = Source::file(Path::new("src/rule_sheets/source.rs")).unwrap();
    assert_eq!((this.name.as_str(), this.label.as_str()), ("source", "src/rule_sheets/source.rs"));
}
