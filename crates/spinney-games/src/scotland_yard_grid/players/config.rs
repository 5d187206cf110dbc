//! The configurations of the tree searches.

use spinney::search::parameter::{Configure, Parameter, ParameterError, SWITCH, read};

use super::{GUESSES, Guess, MOVES, MoveOrder, READINGS, Reading, TIES, Ties, name_of, named, not_negative, row};

/// Whose reward the nodes of the other side are chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backup {
    /// The reward of the side that searches, at all nodes: the other side helps it.
    Summed,
    /// Each side's own.
    Turned,
}

const BACKUPS: [(&str, Backup); 2] = [("summed", Backup::Summed), ("turned", Backup::Turned)];

/// Which unvisited child is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expand {
    /// The first. The root is expanded when it was visited once, as all other nodes.
    First,
    /// A random one. The root is expanded at once.
    Random,
}

const EXPANDS: [(&str, Expand); 2] = [("first", Expand::First), ("random", Expand::Random)];

/// What the square root is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The sum of all rewards of the node.
    Sum,
    /// Their mean.
    Mean,
}

const VALUES: [(&str, Value); 2] = [("sum", Value::Sum), ("mean", Value::Mean)];

/// The n of √(ln n / visits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trials {
    /// The simulations of the search.
    Simulations,
    /// The visits of the parent.
    Parent,
}

const TRIALS: [(&str, Trials); 2] = [("simulations", Trials::Simulations), ("parent", Trials::Parent)];

/// Which moves of a simulation count for the reward by distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Those of the random playout.
    Playout,
    /// Those in the tree too.
    Search,
}

const COUNTS: [(&str, Count); 2] = [("playout", Count::Playout), ("search", Count::Search)];

/// The configuration of `thesis-mcts`, and the common part of `thesis-mcts-distance`.
#[derive(Clone, Copy, Debug)]
pub struct ThesisMctsConfig {
    /// The defaults of the options that are `None`.
    pub reading: Reading,
    /// The factor of the square root in c·√(ln n / visits).
    pub c: f64,
    /// Whether the agents move together.
    pub moves: Option<MoveOrder>,
    /// Whose reward the nodes of the other side are chosen by.
    pub backup: Option<Backup>,
    /// Which unvisited child is taken.
    pub expand: Option<Expand>,
    /// Which of several most visited moves is played.
    pub ties: Option<Ties>,
    /// How the agents sample Mr. X's location.
    pub guess: Guess,
    /// In the search Mr. X never runs into an agent.
    pub dodge: bool,
}

impl ThesisMctsConfig {
    pub(super) fn moves(&self) -> MoveOrder {
        self.moves.unwrap_or(self.reading.either(MoveOrder::Joint, MoveOrder::OneByOne))
    }

    pub(super) fn backup(&self) -> Backup {
        self.backup.unwrap_or(self.reading.either(Backup::Summed, Backup::Turned))
    }

    pub(super) fn expand(&self) -> Expand {
        self.expand.unwrap_or(self.reading.either(Expand::First, Expand::Random))
    }

    pub(super) fn ties(&self) -> Ties {
        self.ties.unwrap_or(self.reading.either(Ties::First, Ties::Random))
    }
}

impl Default for ThesisMctsConfig {
    fn default() -> Self {
        ThesisMctsConfig {
            reading: Reading::Stated,
            c: 2.0,
            moves: None,
            backup: None,
            expand: None,
            ties: None,
            guess: Guess::Walk,
            dodge: false,
        }
    }
}

impl Configure for ThesisMctsConfig {
    fn parameters(&self) -> Vec<Parameter> {
        vec![
            row("reading", name_of(&READINGS, self.reading), "stated, textbook", "the defaults of several options"),
            row("c", self.c, "0 …", "exploration: c·sqrt(ln n / visits)"),
            row(
                "moves",
                name_of(&MOVES, self.moves()),
                "joint, one-by-one",
                "how the agents move in the tree (textbook: one-by-one)",
            ),
            row(
                "backup",
                name_of(&BACKUPS, self.backup()),
                "summed, turned",
                "at nodes of the other side: the reward of the side that searches, or its own (textbook: turned)",
            ),
            row(
                "expand",
                name_of(&EXPANDS, self.expand()),
                "first, random",
                "which unvisited child is taken (textbook: random)",
            ),
            row(
                "ties",
                name_of(&TIES, self.ties()),
                "random, first",
                "which of several most visited moves is played (textbook: random)",
            ),
            row("guess", name_of(&GUESSES, self.guess), "walk, possible", "how the agents sample Mr. X's location"),
            row("dodge", self.dodge, "true, false", "in the search Mr. X never runs into an agent"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "reading" => self.reading = named(&READINGS, key, value)?,
            "c" => self.c = not_negative(key, value)?,
            "moves" => self.moves = Some(named(&MOVES, key, value)?),
            "backup" => self.backup = Some(named(&BACKUPS, key, value)?),
            "expand" => self.expand = Some(named(&EXPANDS, key, value)?),
            "ties" => self.ties = Some(named(&TIES, key, value)?),
            "guess" => self.guess = named(&GUESSES, key, value)?,
            "dodge" => self.dodge = read(key, value, SWITCH)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The configuration of `thesis-mcts-distance`.
#[derive(Clone, Copy, Debug)]
pub struct DistanceConfig {
    /// The parameters that `thesis-mcts` has too.
    pub tree: ThesisMctsConfig,
    /// What the square root is added to.
    pub value: Option<Value>,
    /// The n of √(ln n / visits).
    pub n: Option<Trials>,
    /// Which moves count for the reward.
    pub count: Count,
}

impl DistanceConfig {
    pub(super) fn value(&self) -> Value {
        self.value.unwrap_or(self.tree.reading.either(Value::Sum, Value::Mean))
    }

    pub(super) fn n(&self) -> Trials {
        self.n.unwrap_or(self.tree.reading.either(Trials::Simulations, Trials::Parent))
    }
}

impl Default for DistanceConfig {
    fn default() -> Self {
        let tree = ThesisMctsConfig { c: 200.0, ..ThesisMctsConfig::default() };
        DistanceConfig { tree, value: None, n: None, count: Count::Playout }
    }
}

impl Configure for DistanceConfig {
    fn parameters(&self) -> Vec<Parameter> {
        let mut rows = self.tree.parameters();
        rows.extend([
            row(
                "value",
                name_of(&VALUES, self.value()),
                "sum, mean",
                "of a node's rewards, in value + c·sqrt(…) (textbook: mean)",
            ),
            row(
                "n",
                name_of(&TRIALS, self.n()),
                "simulations, parent",
                "simulations of the search, or visits of the parent (textbook: parent)",
            ),
            row(
                "count",
                name_of(&COUNTS, self.count),
                "playout, search",
                "the moves that are rewarded: those of the playout, or those in the tree too",
            ),
        ]);
        rows
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "value" => self.value = Some(named(&VALUES, key, value)?),
            "n" => self.n = Some(named(&TRIALS, key, value)?),
            "count" => self.count = named(&COUNTS, key, value)?,
            _ => self.tree.set(key, value)?,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_what_the_thesis_states() {
        let tree = ThesisMctsConfig::default();
        assert_eq!((tree.moves(), tree.backup(), tree.expand()), (MoveOrder::Joint, Backup::Summed, Expand::First));
        assert_eq!((tree.c, tree.guess, tree.dodge), (2.0, Guess::Walk, false));
        let distance = DistanceConfig::default();
        assert_eq!((distance.value(), distance.n(), distance.count), (Value::Sum, Trials::Simulations, Count::Playout));
        assert_eq!((distance.tree.c, distance.tree.backup()), (200.0, Backup::Summed));
    }
}
