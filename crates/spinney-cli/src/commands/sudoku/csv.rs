//! Comma-separated values: the fields of `--json` as columns.

use serde::Serialize;
use serde_json::Value;

/// The header row.
pub(super) fn head(columns: &[&str]) -> String {
    columns.join(",")
}

/// The fields of a row that have these names, in this order.
pub(super) fn line(columns: &[&str], row: &impl Serialize) -> serde_json::Result<String> {
    let row = serde_json::to_value(row)?;
    let cells: Vec<String> = columns.iter().map(|&column| quoted(text(&row[column]))).collect();
    Ok(cells.join(","))
}

/// A value as text: nothing for `null`, `NAME=N;…` for an object.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", text(value))).collect();
            fields.join(";")
        }
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(" "),
        value => value.to_string(),
    }
}

/// In quotes where a comma, a quote or a line break makes them necessary (RFC 4180).
fn quoted(text: String) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_become_columns() {
        let row = serde_json::json!({"a": null, "b": "x, \"y\"", "c": {"one": 1, "two": 2}, "d": [1, 2], "e": 0.5});
        assert_eq!(head(&["a", "b"]), "a,b");
        let line = line(&["b", "a", "c", "d", "e"], &row).unwrap();
        assert_eq!(line, "\"x, \"\"y\"\"\",,one=1;two=2,1 2,0.5");
    }
}
