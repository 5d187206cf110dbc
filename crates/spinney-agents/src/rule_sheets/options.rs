//! How a game spec names a rule sheet: `gdl:PATH`, with options after commas.
//!
//! A path may contain commas itself: only `,key=value` with a known key at the end of the text is an option.

use std::path::PathBuf;

use spinney::search::parameter::{Configure, Parameter, ParameterError, setting_error};
use spinney_games::registry::OpenError;
use spinney_gdl::game::{EngineChoice, LoadOptions};

use super::{FILE, NAME};
use crate::quantity::{read_duration, read_size};
use crate::spec::Spec;

/// The options that may follow a path.
pub(super) const KEYS: [&str; 3] = ["engine", "time", "memory"];

/// The engines by name.
pub const ENGINES: [&str; 3] = ["auto", "network", "interpreter"];

/// Reads the name of an engine.
pub fn read_engine(text: &str) -> Option<EngineChoice> {
    match text {
        "auto" => Some(EngineChoice::Auto),
        "network" => Some(EngineChoice::Network),
        "interpreter" => Some(EngineChoice::Interpreter),
        _ => None,
    }
}

/// Which rule sheet, and how it is loaded.
#[derive(Default)]
pub struct SheetOptions {
    /// The file.
    pub file: PathBuf,
    /// Limits and engine.
    pub load: LoadOptions,
    /// The time limit was given, so no other takes its place.
    pub has_time: bool,
}

impl SheetOptions {
    /// Reads the parameters of a spec.
    pub fn read(spec: &Spec) -> Result<Self, OpenError> {
        let mut options = SheetOptions::default();
        for (key, value) in &spec.parameters {
            if key == FILE && spec.raw {
                let (path, pairs) = split(value);
                options.file = PathBuf::from(path);
                pairs.into_iter().rev().try_for_each(|(key, value)| options.take(key, value))?;
            } else {
                options.take(key, value)?;
            }
        }
        if options.file.as_os_str().is_empty() {
            let reason = "which rule sheet? Write gdl:PATH, for example gdl:games/tic-tac-toe.kif".to_owned();
            return Err(OpenError::Impossible { game: NAME.to_owned(), reason });
        }
        Ok(options)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), OpenError> {
        let owner = format!("game `{NAME}`");
        self.set(key, value).map_err(|error| setting_error::<Self>(&owner, error).into())
    }
}

impl Configure for SheetOptions {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: &str, range, meaning| Parameter { name, default: default.to_owned(), range, meaning };
        vec![
            row(FILE, "", "a path", "the rule sheet; gdl:PATH is enough, and options may follow after commas"),
            row(
                "engine",
                "auto",
                "auto, network, interpreter",
                "how it is played: as a network if that can be built and is faster",
            ),
            row("time", "30s", "a duration", "for loading; less where the command limits the time of a decision"),
            row("memory", "4GiB", "a size", "beyond which building the network is given up"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let wrong = |expected: String| ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected };
        match key {
            FILE => self.file = PathBuf::from(value),
            "engine" => {
                self.load.engine = read_engine(value).ok_or_else(|| wrong(format!("one of {}", ENGINES.join(", "))))?;
            }
            "time" => {
                let time = read_duration(value).ok().filter(|time| !time.is_zero());
                self.load.limits.time = time.ok_or_else(|| wrong("a duration such as 10s".to_owned()))?;
                self.has_time = true;
            }
            "memory" => {
                let memory = read_size(value).ok().filter(|bytes| *bytes > 0);
                self.load.limits.memory = memory.ok_or_else(|| wrong("a size such as 1GiB".to_owned()))?;
            }
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The path, and the options behind it from the last to the first.
fn split(text: &str) -> (&str, Vec<(&str, &str)>) {
    let mut path = text;
    let mut pairs = Vec::new();
    while let Some((before, last)) = path.rsplit_once(',')
        && let Some((key, value)) = last.split_once('=')
        && KEYS.contains(&key.trim())
    {
        pairs.push((key.trim(), value.trim()));
        path = before.trim_end();
    }
    (path, pairs)
}
