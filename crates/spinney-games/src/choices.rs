//! Options that are one of several names.

use spinney::search::parameter::ParameterError;

/// The value of a name, or an error that lists all names.
pub(crate) fn named<T: Copy>(names: &[(&str, T)], key: &str, value: &str) -> Result<T, ParameterError> {
    names.iter().find(|(name, _)| *name == value).map(|&(_, named)| named).ok_or_else(|| ParameterError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: listed(names),
    })
}

/// The names in a sentence: a, b or c.
fn listed<T>(names: &[(&str, T)]) -> String {
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// The name of a value.
pub(crate) fn name_of<T: PartialEq>(names: &[(&'static str, T)], value: T) -> &'static str {
    names.iter().find(|(_, named)| *named == value).map_or("", |(name, _)| name)
}
