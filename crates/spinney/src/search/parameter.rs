//! Parameters of searches and games by name: one table that serves parsing, help and error messages.

/// A parameter of a search, for lists and help.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Parameter {
    /// The key in `NAME:key=value`.
    pub name: &'static str,
    /// The default, as the user would write it.
    pub default: String,
    /// What may be written: the names of an enumeration, or a range of numbers.
    pub range: &'static str,
    /// What it does, in one line.
    pub meaning: &'static str,
}

/// Why a parameter was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// There is no such key.
    #[error("no parameter `{0}`")]
    Unknown(String),
    /// The key is known, the value is not possible.
    #[error("`{key}={value}`: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// What would be right.
        expected: String,
    },
}

/// A configuration that can be changed by key and value.
pub trait Configure: Default {
    /// Every key, with the default that this value holds.
    fn parameters(&self) -> Vec<Parameter>;

    /// Sets one key from text.
    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError>;
}

/// Reads a value or says what would be right.
pub fn read<T: std::str::FromStr>(key: &str, value: &str, expected: &str) -> Result<T, ParameterError> {
    value.parse().map_err(|_| ParameterError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected: expected.to_owned(),
    })
}
