//! Parameters of searches and games by name: one table that serves parsing, help and error messages.

use crate::game::PayoffRange;
use crate::spelling::UnknownName;

/// A parameter of a search, for lists and help.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Parameter {
    /// The key in `NAME:key=value`.
    pub name: &'static str,
    /// The default, as the user would write it.
    pub default: String,
    /// What may be written: the names of an enumeration, or a range of numbers.
    pub range: &'static str,
    /// A one-line description.
    pub meaning: &'static str,
}

/// Why a parameter was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// There is no such key.
    #[error("no parameter `{0}`")]
    Unknown(String),
    /// The key is known, but the value is invalid.
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

/// Why keys and values make no configuration, with whose configuration it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no such key.
    #[error(transparent)]
    Unknown(UnknownName),
    /// The key is known, but the value is invalid.
    #[error("{owner}: `{key}={value}`: expected {expected}")]
    Value {
        /// Whose configuration it is, such as ``agent `mcts` ``.
        owner: String,
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// What would be right.
        expected: String,
    },
}

/// A configuration changed by keys and values; `owner` names its owner in errors.
pub fn configure<C: Configure>(owner: &str, mut config: C, settings: &[(String, String)]) -> Result<C, SettingError> {
    for (key, value) in settings {
        config.set(key, value).map_err(|error| setting_error::<C>(owner, error))?;
    }
    Ok(config)
}

/// The error of [`Configure::set`] with the list of parameters.
pub fn setting_error<C: Configure>(owner: &str, error: ParameterError) -> SettingError {
    match error {
        ParameterError::Unknown(key) => {
            let known = C::default().parameters();
            let known = known.iter().map(|parameter| parameter.name);
            SettingError::Unknown(UnknownName::new("parameter", &key, known).of(owner))
        }
        ParameterError::Value { key, value, expected } => {
            SettingError::Value { owner: owner.to_owned(), key, value, expected }
        }
    }
}

/// The configuration of a game or a search without parameters.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoParameters;

impl Configure for NoParameters {
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    fn set(&mut self, key: &str, _: &str) -> Result<(), ParameterError> {
        Err(ParameterError::Unknown(key.to_owned()))
    }
}

/// Parses a value, or returns an error with the valid values. For a whole number that is too large it names the largest.
pub fn read<T: std::str::FromStr>(key: &str, value: &str, expected: &str) -> Result<T, ParameterError> {
    value.parse().map_err(|_| match largest::<T>().filter(|_| is_whole(value)) {
        Some(largest) => wrong(key, value, &format!("a whole number, at most {largest}")),
        None => wrong(key, value, expected),
    })
}

/// The largest value of a type of whole numbers without sign.
fn largest<T>() -> Option<u64> {
    match std::any::type_name::<T>() {
        "u8" => Some(u8::MAX.into()),
        "u16" => Some(u16::MAX.into()),
        "u32" => Some(u32::MAX.into()),
        "u64" => Some(u64::MAX),
        "usize" => Some(usize::MAX as u64),
        _ => None,
    }
}

/// Whether a text is digits and nothing else.
fn is_whole(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads a finite number, 0 or more.
pub(crate) fn read_number(key: &str, value: &str) -> Result<f64, ParameterError> {
    let number: f64 = read(key, value, NUMBER)?;
    if number.is_finite() && number >= 0.0 { Ok(number) } else { Err(wrong(key, value, NUMBER)) }
}

/// Reads a number from 0 to 1.
pub(crate) fn read_share(key: &str, value: &str) -> Result<f64, ParameterError> {
    let share: f64 = read(key, value, SHARE)?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err(wrong(key, value, SHARE)) }
}

/// Reads a whole number, 1 or more.
pub(crate) fn read_positive<T: std::str::FromStr + Default + PartialEq>(
    key: &str,
    value: &str,
) -> Result<T, ParameterError> {
    let count: T = read(key, value, POSITIVE)?;
    if count == T::default() { Err(wrong(key, value, POSITIVE)) } else { Ok(count) }
}

/// A value that is not possible, with what would be.
pub(crate) fn wrong(key: &str, value: &str, expected: &str) -> ParameterError {
    ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected: expected.to_owned() }
}

const NUMBER: &str = "a finite number, 0 or more";
const SHARE: &str = "a number from 0 to 1";
const POSITIVE: &str = "a whole number, 1 or more";
pub(crate) const COUNT: &str = "a whole number";
/// The values of a switch.
pub const SWITCH: &str = "true or false";

/// Reads `LOW..HIGH`.
pub(crate) fn read_range(key: &str, text: &str, expected: &str) -> Result<PayoffRange, ParameterError> {
    let (low, high) = text.split_once("..").ok_or_else(|| wrong(key, text, expected))?;
    Ok(PayoffRange::new(read(key, low, expected)?, read(key, high, expected)?))
}

/// Named values of an enumeration, in the order of the help text.
pub(crate) trait Named: Copy + PartialEq + 'static {
    const NAMES: &'static [(&'static str, Self)];

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("?", |(name, _)| name)
    }

    fn read(key: &str, text: &str) -> Result<Self, ParameterError> {
        Self::NAMES.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<_> = Self::NAMES.iter().map(|(name, _)| *name).collect();
            wrong(key, text, &names.join(", "))
        })
    }
}

/// Writes the names of an enumeration: `named!(Rule: "first" => First, "second" => Second);`
macro_rules! named {
    ($type:ident: $($name:literal => $value:ident),+) => {
        impl $crate::search::parameter::Named for $type {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, $type::$value)),+];
        }
    };
}
pub(crate) use named;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_out_of_range_is_rejected_with_the_range() {
        let says = |result: Result<f64, ParameterError>| result.unwrap_err().to_string();
        for value in ["-1", "inf", "nan", "much"] {
            assert_eq!(says(read_number("c", value)), format!("`c={value}`: expected a finite number, 0 or more"));
        }
        assert_eq!(says(read_share("alpha", "2")), "`alpha=2`: expected a number from 0 to 1");
        assert_eq!(read_number("c", "0.5"), Ok(0.5));
        assert!(read_positive::<u32>("expand", "0").unwrap_err().to_string().ends_with("1 or more"));
    }

    #[test]
    fn of_a_whole_number_too_large_the_largest_is_named() {
        let says = |value| read::<u32>("expand", value, COUNT).unwrap_err().to_string();
        assert_eq!(says("99999999999"), "`expand=99999999999`: expected a whole number, at most 4294967295");
        assert_eq!(says("-1"), "`expand=-1`: expected a whole number");
        let switch = read::<bool>("solver", "1", SWITCH).unwrap_err().to_string();
        assert_eq!(switch, "`solver=1`: expected true or false");
    }
}
