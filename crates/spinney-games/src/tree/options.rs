//! The game `tree` in the registry: its one parameter is the text of the tree.

use spinney::search::parameter::{Configure, Parameter, ParameterError};

use super::TreeGame;
use crate::registry::Builtin;

/// The default tree: the standard example of minimax and alpha-beta, with value 3.
const EXAMPLE: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// The tree as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The text, in the syntax of the [module](super).
    pub text: String,
}

impl Default for Options {
    fn default() -> Self {
        Options { text: EXAMPLE.to_owned() }
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter {
            name: "text",
            default: self.text.clone(),
            range: "leaves 7 or [1 0], turns (X Y …), (max …), (min …), (chance 0.5: X …), (joint 2x2 …), evaluations (~2 X …)",
            meaning: "the tree; name=X names a move, !X makes it noisy",
        }]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "text" => self.text = value.to_owned(),
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

impl Builtin for TreeGame {
    const NAME: &'static str = "tree";
    const SUMMARY: &'static str = "any small game, written out as a tree: players, chance, simultaneous moves";
    const RAW_PARAMETER: Option<&'static str> = Some("text");
    type Options = Options;

    /// Parses the tree; errors are shown in its text.
    fn build(options: Options) -> Result<Self, String> {
        TreeGame::parse(&options.text).map_err(|error| error.to_string())
    }
}
