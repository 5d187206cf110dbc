//! The options of both searches.

use serde::{Deserialize, Serialize};

use super::Refusal;
use crate::search::parameter::{Configure, Named, Parameter, ParameterError, named, read_positive, read_share};

/// Which regrets and which average.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// CFR+ (Tammelin 2014): negative regrets are forgotten, later strategies weigh more in the average.
    Plus,
    /// As first published (Zinkevich et al. 2007): all regrets are kept, and all strategies weigh the same.
    Vanilla,
}

named!(Variant: "plus" => Plus, "vanilla" => Vanilla);

/// What a traversal samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sampling {
    /// Chance and the other player; every action of the updating player is followed.
    External,
    /// Everything: a single history.
    Outcome,
}

named!(Sampling: "external" => External, "outcome" => Outcome);

/// How traversals weigh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Averaging {
    /// In proportion to their number (Brown and Sandholm 2019), so that bad early ones are soon forgotten.
    Linear,
    /// All the same.
    Uniform,
}

named!(Averaging: "linear" => Linear, "uniform" => Uniform);

/// The configuration of [`Cfr`](super::Cfr).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct CfrConfig {
    /// Which regrets and which average.
    pub variant: Variant,
    /// Ends when the exploitability is this share of the payoff range.
    pub accuracy: f64,
    /// The most nodes of the tree.
    pub nodes: usize,
}

impl Default for CfrConfig {
    fn default() -> Self {
        CfrConfig { variant: Variant::Plus, accuracy: 1e-6, nodes: 1_000_000 }
    }
}

impl Configure for CfrConfig {
    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter {
                name: "variant",
                default: self.variant.name().to_owned(),
                range: "plus, vanilla",
                meaning: "plus: regrets do not fall below 0, and iteration t weighs t in the average",
            },
            Parameter {
                name: "accuracy",
                default: self.accuracy.to_string(),
                range: "0…1",
                meaning: "ends when the exploitability is this share of the payoff range",
            },
            Parameter {
                name: "nodes",
                default: self.nodes.to_string(),
                range: "1 …",
                meaning: "the most nodes of the game tree; larger ones are for mccfr",
            },
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "variant" => self.variant = Variant::read(key, value)?,
            "accuracy" => self.accuracy = read_share(key, value)?,
            "nodes" => self.nodes = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The configuration of [`Mccfr`](super::Mccfr).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct MccfrConfig {
    /// What a traversal samples.
    pub sampling: Sampling,
    /// How traversals weigh.
    pub averaging: Averaging,
    /// With outcome sampling: the probability of a uniformly random action of the updating player.
    pub epsilon: f64,
    /// Memory limit of the table in bytes, unless the budget sets one. When it is reached, no information set is added.
    pub memory: usize,
}

impl Default for MccfrConfig {
    fn default() -> Self {
        MccfrConfig { sampling: Sampling::External, averaging: Averaging::Linear, epsilon: 0.6, memory: 1 << 30 }
    }
}

impl MccfrConfig {
    /// Why this configuration makes no sense.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if !(self.epsilon > 0.0 && self.epsilon <= 1.0) {
            return Err(Refusal::out_of_range("epsilon: a number above 0, up to 1"));
        }
        Ok(())
    }
}

impl Configure for MccfrConfig {
    fn parameters(&self) -> Vec<Parameter> {
        vec![
            Parameter {
                name: "sampling",
                default: self.sampling.name().to_owned(),
                range: "external, outcome",
                meaning: "external: follow every action of the updating player; outcome: a single history",
            },
            Parameter {
                name: "averaging",
                default: self.averaging.name().to_owned(),
                range: "linear, uniform",
                meaning: "linear: traversal t weighs t, in regrets and in the average",
            },
            Parameter {
                name: "epsilon",
                default: self.epsilon.to_string(),
                range: "0…1",
                meaning: "sampling=outcome: the share of uniformly random actions of the updating player",
            },
            Parameter {
                name: "memory",
                default: self.memory.to_string(),
                range: "1 …",
                meaning: "bytes of the table, unless --memory is given",
            },
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "sampling" => self.sampling = Sampling::read(key, value)?,
            "averaging" => self.averaging = Averaging::read(key, value)?,
            "epsilon" => self.epsilon = read_share(key, value)?,
            "memory" => self.memory = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
