//! Weights by name, as text.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::capabilities::Feature;
use crate::search::parameter::{ParameterError, wrong};
use crate::search::{Refusal, RefusalKind};
use crate::spelling::nearest;

/// Weights of features by name. Written and read as TOML, one line `feature = weight` each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Weights(BTreeMap<String, f64>);

/// Why a text holds no weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no weights: {0}")]
pub struct WeightsError(String);

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let weights: Weights = toml::from_str(text).map_err(|error| WeightsError(error.to_string()))?;
        match weights.0.iter().find(|(_, weight)| !weight.is_finite()) {
            Some((name, weight)) => Err(WeightsError(format!("`{name} = {weight}` is not a finite number"))),
            None => Ok(weights),
        }
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.iter().try_for_each(|(name, weight)| writeln!(f, "{name} = {weight:?}"))
    }
}

impl FromIterator<(String, f64)> for Weights {
    fn from_iter<I: IntoIterator<Item = (String, f64)>>(pairs: I) -> Self {
        Weights(pairs.into_iter().collect())
    }
}

/// The parameter value for the game's own weights.
const OF_THE_GAME: &str = "game";

impl Weights {
    /// Parses a parameter of a search: empty for the game's own weights, else text, one `feature = weight` per line.
    pub(crate) fn read(key: &str, value: &str) -> Result<Option<Self>, ParameterError> {
        if value == OF_THE_GAME {
            return Ok(None);
        }
        let weights = value.parse::<Weights>();
        weights
            .map(Some)
            .map_err(|error| wrong(key, value, &format!("game, or @FILE with a TOML file of weights ({error})")))
    }

    /// Writes a parameter as [`read`](Self::read) reads it.
    pub(crate) fn write(weights: Option<&Self>) -> String {
        weights.map_or(OF_THE_GAME.to_owned(), Weights::to_string)
    }

    /// The weight of a feature, if it is given.
    pub fn get(&self, feature: &str) -> Option<f64> {
        self.0.get(feature).copied()
    }

    /// One weight per feature, `defaults` for those that are not given. An unknown name is rejected.
    pub fn in_order(&self, features: &[Feature], defaults: &[f64]) -> Result<Vec<f64>, Refusal> {
        let known = || features.iter().map(|feature| feature.name);
        if let Some(name) = self.0.keys().find(|name| known().all(|feature| feature != **name)) {
            let meant = nearest(name, known()).map_or(String::new(), |name| format!(", did you mean `{name}`?"));
            let known: Vec<_> = known().collect();
            return Err(Refusal::new(
                RefusalKind::UnknownName,
                format!("no feature `{name}`{meant}; features: {}", known.join(" ")),
            ));
        }
        Ok(features.iter().zip(defaults).map(|(feature, default)| self.get(feature.name).unwrap_or(*default)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEATURES: [Feature; 2] =
        [Feature { name: "discs", meaning: "discs" }, Feature { name: "corners", meaning: "corners" }];

    #[test]
    fn what_is_written_is_read_back() {
        let weights: Weights = "discs = 1\ncorners = -0.5\n".parse().unwrap();
        assert_eq!(weights.to_string().parse::<Weights>().unwrap(), weights);
        assert_eq!(weights.in_order(&FEATURES, &[9.0, 9.0]).unwrap(), [1.0, -0.5]);
    }

    #[test]
    fn what_is_not_given_keeps_its_default() {
        let weights: Weights = "corners = 2.5".parse().unwrap();
        assert_eq!(weights.in_order(&FEATURES, &[9.0, 8.0]).unwrap(), [9.0, 2.5]);
    }

    #[test]
    fn unknown_names_and_odd_numbers_are_refused() {
        let refusal = "corner = 1".parse::<Weights>().unwrap().in_order(&FEATURES, &[0.0, 0.0]).unwrap_err();
        assert!(refusal.to_string().contains("did you mean `corners`?"), "{refusal}");
        assert!("discs = inf".parse::<Weights>().is_err());
        assert!("discs 1".parse::<Weights>().is_err());
    }
}
