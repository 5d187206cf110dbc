//! Game specs for tests, by the simplest rule: `NAME:key=value,…`, or the whole text for trees.

/// A name, and parameters as keys and values.
pub(crate) fn split(spec: &str) -> (&str, Vec<(String, String)>) {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    if name == "tree" {
        return (name, vec![("text".to_owned(), rest.to_owned())]);
    }
    let pairs = rest.split(',').filter_map(|pair| pair.split_once('='));
    (name, pairs.map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned())).collect())
}
