//! Board sizes as parameters of a game: a game lists its [`Size`]s once, and parsing, help and messages follow.

use spinney::search::parameter::{Parameter, ParameterError};

use crate::registry::read_size;

/// A whole number from 1 on that is a parameter of a game.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// The key in a game spec.
    pub name: &'static str,
    /// The largest number that is parsed; a game may reject more once it knows all of them.
    pub most: usize,
    /// The valid values.
    pub range: &'static str,
    /// A one-line description.
    pub meaning: &'static str,
}

/// The sizes as a table of parameters, with these values as defaults.
pub fn parameters<const N: usize>(sizes: &[Size; N], values: [usize; N]) -> Vec<Parameter> {
    let rows = sizes.iter().zip(values);
    let row = |(size, value): (&Size, usize)| Parameter {
        name: size.name,
        default: value.to_string(),
        range: size.range,
        meaning: size.meaning,
    };
    rows.map(row).collect()
}

/// Sets the value of the size that is named by `key`.
pub fn set<const N: usize>(
    sizes: &[Size; N],
    values: [&mut usize; N],
    key: &str,
    value: &str,
) -> Result<(), ParameterError> {
    match sizes.iter().zip(values).find(|(size, _)| size.name == key) {
        Some((size, field)) => {
            *field = read_size(key, value, size.most)?;
            Ok(())
        }
        None => Err(ParameterError::Unknown(key.to_owned())),
    }
}
